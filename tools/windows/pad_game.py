"""Play a game at a desk with a keyboard while another program's window has the focus, so that only
Raw Input hears the keys.

    python -m tools.windows.pad_game

Prints each key that has to be typed next, and one line at the end. With the word ``window`` it is
the other program.
"""

import ctypes
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from ctypes import wintypes
from functools import partial

from app.clock.hall.buttons import BLUE_NEXT
from app.engine.side import Side
from tools.windows.com_game import TABLE, Room, begin_round, by_flag, leave

RED, BLUE, LETTER = "KP_1", "KP_3", "b"
KEYS = {Side.RED: RED, Side.BLUE: BLUE}
PRESSES = 4
BETWEEN_S = 1.0
LEFT_MS = 3_000
TITLE, SHOWN = "Another program", 0x10CF0000


def play(room: Room) -> None:
    begin_round(room)
    room.hall.look_for_gamepads()
    room.hall.await_press(TABLE)
    room.until(lambda: any(port.clocks for port in room.clocks.ports), "No keyboard is found")
    await_key(room, LETTER)
    await_key(room, RED, lambda: room.clocks.notice == BLUE_NEXT)
    await_key(room, BLUE, lambda: any(clock.seat for clock in room.clocks.clocks))
    await_key(room, BLUE, lambda: room.game.play.ticking)
    for step in range(1, PRESSES + 1):
        assert room.game.play.runner is not None
        await_key(room, LETTER)
        await_key(room, KEYS[room.game.play.runner], partial(has_ended, room, step))
    clock, now_ms = room.game.play.clock, room.desk.timeline.now_ms()
    assert clock is not None
    leave(room, LEFT_MS, clock.used_by_both(now_ms))
    room.until(lambda: not room.game.play.in_progress, "No flag falls")


def has_ended(room: Room, turns: int) -> bool:
    return room.game.play.step == turns


def await_key(room: Room, key: str, comes_true: Callable[[], object] = lambda: True) -> None:
    """Ask for a key once an earlier key has had time to do something, and wait until ``comes_true``
    returns true.
    """
    time.sleep(BETWEEN_S)
    print(key, flush=True)
    room.until(comes_true, f"{key} does not count")


def show_window() -> None:
    """Show a window that has the keyboard, and accept whatever is typed."""
    if sys.platform == "win32":
        user, message = ctypes.WinDLL("user32"), wintypes.MSG()
        user.CreateWindowExW(0, "STATIC", TITLE, SHOWN, 50, 50, 300, 200, None, None, None, None)
        while user.GetMessageW(ctypes.byref(message), None, 0, 0) > 0:
            user.DispatchMessageW(ctypes.byref(message))


def main(given: Sequence[str]) -> int:
    if given:
        show_window()
        return 0
    other = subprocess.Popen([sys.executable, "-P", "-m", "tools.windows.pad_game", "window"])
    try:
        return by_flag(play)
    finally:
        other.kill()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
