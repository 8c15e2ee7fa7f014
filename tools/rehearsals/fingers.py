"""Taps a table's window with several fingers on a touch screen of a real X server.

    python -m tools.rehearsals.fingers [--xorg PATH] [--modules FOLDER]

It starts the program, and an Xorg without a real screen (Debian: xserver-xorg-core and
xserver-xorg-video-dummy), whose touch screen reads its fingers from a socket. It fails if a tap
counts on another half than the one on which it began, counts more than once, or does not count at
all.
"""

import argparse
import os
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from random import Random

from app.engine.side import Side
from tools.rehearsals.beside import Beside, end
from tools.rehearsals.day import wait_for

INTERLEAVINGS = 200
SHORTEST_TURN_S = 20
WIDTH, HEIGHT = 1280, 800
AXIS = 0xFFFF
"""The greatest coordinate of the touch screen in either direction."""
BEGIN, UPDATE, END = 18, 19, 20
"""The numbers of the touch events in XInput 2."""
VERSION, SYNC, TOUCH = 0, 1, 6
TOUCH_BYTES = 1056
"""The length of a message to the driver inputtest, which has 64 valuators. Two of them are used."""
CONFIG = """
Section "ServerFlags"
  Option "AutoAddDevices" "false"
EndSection
Section "Device"
  Identifier "nothing"
  Driver "dummy"
  VideoRam 65536
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5-1000
  VertRefresh 5-200
  Modeline "screen" 83.5 1280 1352 1480 1680 800 803 809 831
EndSection
Section "Screen"
  Identifier "screen"
  Device "nothing"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Modes "screen"
  EndSubSection
EndSection
Section "InputDevice"
  Identifier "touch screen"
  Driver "inputtest"
  Option "SocketPath" "{socket}"
  Option "DeviceType" "Touch"
  Option "TouchCount" "10"
EndSection
Section "ServerLayout"
  Identifier "layout"
  Screen "screen"
  InputDevice "touch screen" "SendCoreEvents"
EndSection
"""


class TouchScreen:
    """The fingers on the server's screen."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(10)
        self._socket.connect(str(path))
        self._socket.sendall(struct.pack("=IIHH", 12, VERSION, 1, 1))
        self._socket.recv(12)

    def send(self, finger: int, what: int, at: tuple[int, int]) -> None:
        x, y = at[0] * AXIS / WIDTH, at[1] * AXIS / HEIGHT
        head = struct.pack("=IIIII8s4x", TOUCH_BYTES, TOUCH, finger, what, 0, b"\x03")
        self._socket.sendall((head + struct.pack("=dd", x, y)).ljust(TOUCH_BYTES, b"\0"))
        self._socket.sendall(struct.pack("=II", 8, SYNC))
        self._socket.recv(8)

    def close(self) -> None:
        self._socket.close()


class Fingers(Beside):
    """A table's window, with a finger of each player."""

    def __init__(self, folder: Path, touch: TouchScreen) -> None:
        super().__init__(folder, None)
        self.touch = touch
        self.begun: list[Side] = []
        self.tapped: list[Side] = []
        self.down: dict[Side, tuple[int, int]] = {}
        self.is_turn_over = False

    def play(self) -> None:
        self.begin()
        self.end_turn()
        self.screen.ask(self.count_only)
        self.interleave(Random(37))
        wait_for(lambda: len(self.tapped) >= len(self.begun), "the last tap")

    def open_table(self) -> None:
        super().open_table()
        self.desk.hide()
        self.table.move(0, 0)
        self.table.resize(WIDTH, HEIGHT)

    def count_only(self) -> None:
        """Count taps from now on, without letting any of them end a turn."""
        self.begun.clear()
        for side, half in self.table.halves.items():
            half.tapped.disconnect()
            half.tapped.connect(lambda _, side=side: self.tapped.append(side))

    def middle(self, side: Side) -> tuple[int, int]:
        def place() -> tuple[int, int]:
            half = self.table.halves[side]
            at = half.mapToGlobal(half.rect().center())
            return at.x(), at.y()

        return self.screen.ask(place)

    def put_down(self, side: Side) -> None:
        self.begun.append(side)
        self.down[side] = self.middle(side)
        self.touch.send(1 + (side is Side.BLUE), BEGIN, self.down[side])

    def slide(self, side: Side) -> None:
        """Move a finger onto the other half."""
        self.down[side] = self.middle(side.other)
        self.touch.send(1 + (side is Side.BLUE), UPDATE, self.down[side])

    def lift(self, side: Side) -> None:
        self.touch.send(1 + (side is Side.BLUE), END, self.down.pop(side))

    def interleave(self, dice: Random) -> None:
        for _ in range(INTERLEAVINGS):
            first = dice.choice(tuple(Side))
            self.put_down(first)
            if dice.random() < 0.5:
                self.slide(first)
            self.put_down(first.other)
            for _ in range(dice.randrange(3)):  # one rests, and the other taps again
                tapping = dice.choice(tuple(Side))
                self.lift(tapping)
                self.put_down(tapping)
            for side in dice.sample(tuple(Side), 2):
                self.lift(side)

    def end_turn(self) -> None:
        """End a player's turn while a finger of the other player rests on the screen."""
        owner = self.screen.ask(lambda: self.table.view.play.owner)
        before = self.screen.ask(self.step)
        self.put_down(owner.other)
        time.sleep(SHORTEST_TURN_S)
        self.put_down(owner)
        wait_for(lambda: self.screen.ask(self.step) > before, "the end of the turn")
        for side in Side:
            self.lift(side)
        self.is_turn_over = True

    def step(self) -> int:
        return int(self.desk.view.client.state.games[1].play.step)


@contextmanager
def touch_screen(folder: Path, xorg: str, modules: str) -> Iterator[TouchScreen]:
    """Run a touch screen with a window manager, until the block ends."""
    path, config, reading_writing = folder / "touch", folder / "xorg.conf", os.pipe()
    config.write_text(CONFIG.format(socket=path))
    reading, writing = reading_writing
    options = ["-config", str(config), "-logfile", str(folder / "xorg.log"), "-nolisten", "tcp"]
    options += ["-noreset", "-novtswitch", "-sharevts", "-displayfd", str(writing)]
    options += ["-modulepath", modules] if modules else []
    server = subprocess.Popen([xorg, *options], pass_fds=(writing,), stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        os.environ["DISPLAY"] = f":{pipe.readline().strip()}"
    manager = subprocess.Popen(["openbox", "--sm-disable"], stderr=subprocess.DEVNULL)
    touch = TouchScreen(path)
    try:
        yield touch
    finally:
        touch.close()
        for process in (manager, server):
            process.terminate()
            process.wait()


def rehearse(folder: Path, touch: TouchScreen) -> Fingers | None:
    from app.__main__ import main as program

    played: list[Fingers] = []

    def play() -> None:
        fingers = None
        try:
            fingers = Fingers(folder, touch)
            fingers.play()
            played.append(fingers)
        except Exception:
            traceback.print_exc()
        if fingers is not None:
            fingers.screen.ask(end(fingers.dialog))

    playing = threading.Thread(target=play)
    playing.start()
    program([])
    playing.join()
    return played[0] if played else None


def main() -> int:
    about = (__doc__ or "").splitlines()[0]
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--xorg", default="Xorg")
    parser.add_argument("--modules", default="")
    given = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="flagfall-") as home,
        touch_screen(Path(home), given.xorg, given.modules) as touch,
    ):
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "WAYLAND_DISPLAY"):
            os.environ.pop(name, None)
        os.environ |= {"HOME": home, "QT_QPA_PLATFORM": "xcb", "FLAGFALL_STATE": home}
        fingers = rehearse(Path(home), touch)
    if fingers is None:
        return 1
    begun, tapped = fingers.begun, fingers.tapped
    wrong = sum(one is not other for one, other in zip_longest(begun, tapped))
    print(f"{INTERLEAVINGS} interleavings, {len(begun)} taps, {wrong} lost, doubled or elsewhere")
    print("A turn ended beside a resting finger." if fingers.is_turn_over else "The turn went on.")
    return int(bool(wrong) or not fingers.is_turn_over)


if __name__ == "__main__":
    sys.exit(main())
