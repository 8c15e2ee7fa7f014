"""Taps a table's window with a real mouse while dialogs of the desk are open.

    python -m tools.rehearsals.beside [--out folder]

It starts a separate screen (Xvfb), a window manager (openbox) and the program, and moves the mouse
and presses the keys with xdotool. It fails if a tap does not reach the table. ``--out`` keeps a
picture of the screen with each dialog.
"""

import argparse
import os
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tools.rehearsals.day import (
    Hand,
    Missing,
    Screen,
    display,
    leave,
    middle,
    wait_for,
    xdotool,
)

SIZE = "2400x1000"
RIGHT_OF_DESK = 1390
DIALOGS = 6
NO_DOUBLE_CLICK_S = 0.6
"""The seconds within which two clicks at one place would count as a double click."""


class Beside:
    """The main window on the left, and the window of a table whose clock runs on the right."""

    def __init__(self, folder: Path, out: Path | None) -> None:
        self.screen = Screen()
        self.hand = Hand(self.screen)
        self.folder, self.out = folder, out
        self.taps = 0
        self.taken: dict[str, bool] = {}
        self.desk: Any = None
        self.table: Any = None

    def play(self) -> None:
        self.begin()
        for name, keys in (
            ("Settings", "ctrl+comma"),
            ("Print", "ctrl+p"),
            ("Keys", "F1"),
            ("A file", "ctrl+o"),
            ("A question", "ctrl+w"),
        ):
            self.press(keys)
            self.tap_beside(name)
            self.reject()
        self.screen.ask(self.desk.show_manual)
        self.tap("The manual")

    def begin(self) -> None:
        from PySide6.QtWidgets import QApplication

        wait_for(lambda: self.hand.sees("New event"), "the first window")
        self.desk = self.screen.ask(
            lambda: next(
                window
                for window in QApplication.topLevelWidgets()
                if type(window).__name__ == "MainWindow"
            )
        )
        self.screen.ask(self.create)
        wait_for(self.screen.view, "the event")
        self.screen.ask(self.start)
        wait_for(lambda: self.screen.ask(self.is_ticking), "the clock")
        self.screen.ask(self.open_table)
        wait_for(lambda: self.screen.ask(lambda: self.table.view), "the table")

    def create(self) -> None:
        from app.engine.acts.setup import CreateEvent
        from app.engine.formats.settings import Settings
        from app.store.packets.files import packets

        create = CreateEvent(Settings("Night", "sr2017", 75, 1), packets()["sr2017"])
        self.desk.create_event(self.folder / "night.flagfall", create)

    def start(self) -> None:
        from app.engine.acts.players import AddPlayers, CheckIn, Entry
        from app.engine.acts.rounds import EnterPairings, PublishRound, StartRound
        from app.engine.acts.table import StartClock
        from app.engine.side import Side

        ask = self.desk.view.client.ask
        ask(AddPlayers((Entry("Ann"), Entry("Bo"))))
        ask(CheckIn((1, 2)))
        ask(EnterPairings(((1, 2),), None, 1))
        ask(PublishRound())
        ask(StartRound())
        ask(StartClock(1, Side.RED))

    def is_ticking(self) -> bool:
        game = self.desk.view.client.state.games.get(1)
        return game is not None and game.play.ticking

    def open_table(self) -> None:
        self.desk.move(0, 0)
        self.desk.open_table(1)
        self.table = self.desk.tables.open[1]
        self.table.resize(900, 700)
        self.table.move(RIGHT_OF_DESK, 0)
        for half in self.table.halves.values():
            half.tapped.connect(self.count)

    def count(self) -> None:
        self.taps += 1

    def press(self, keys: str) -> None:
        """Press keys at the main window, once it is in front."""
        title = self.screen.ask(lambda: (self.desk.x() + 300, self.desk.y() + 10))
        xdotool("mousemove", *map(str, title), "click", "1")
        wait_for(lambda: self.screen.ask(self.desk.isActiveWindow), "the main window in front")
        self.hand.key(keys)

    def dialog(self) -> Any:
        from PySide6.QtWidgets import QApplication

        dialog = QApplication.activeModalWidget()
        return dialog if dialog is not None and dialog.isVisible() else None

    def tap_beside(self, name: str) -> None:
        wait_for(lambda: self.screen.ask(self.dialog), name)
        self.tap(name)

    def tap(self, name: str) -> None:
        half = self.screen.ask(lambda: self.table.halves[self.table.view.play.owner])
        before = self.taps
        seen: list[tuple[int, int]] = []

        def rests() -> bool:
            seen.append(self.screen.ask(lambda: middle(half, half.rect())))
            return len(seen) > 1 and seen[-1] == seen[-2]

        wait_for(rests, "the table’s window at rest")
        time.sleep(NO_DOUBLE_CLICK_S)
        xdotool("mousemove", *map(str, seen[-1]), "click", "1")
        try:
            wait_for(lambda: self.taps > before, "the tap", 3)
        except Missing:
            self.taken[name] = False
        else:
            self.taken[name] = True
        if self.out is not None:
            self.screen.picture(self.out / f"{len(self.taken):02} {name}.png")

    def reject(self) -> None:
        dialog = self.screen.ask(self.dialog)
        self.screen.ask(dialog.reject)
        wait_for(lambda: self.screen.ask(self.dialog) is not dialog, "the end of the dialog")


def rehearse(folder: Path, out: Path | None) -> dict[str, bool]:
    """Rehearse in this process's main window. Return for each dialog whether a tap was taken while
    the dialog was open.
    """
    from app.__main__ import main as program

    taken: dict[str, bool] = {}

    def play() -> None:
        beside = None
        try:
            beside = Beside(folder, out)
            beside.play()
        except Exception:
            traceback.print_exc()
        if beside is not None:
            taken.update(beside.taken)
            beside.screen.ask(end(beside.dialog))

    playing = threading.Thread(target=play)
    playing.start()
    program([])
    playing.join()
    return taken


def end(dialog: Callable[[], Any]) -> Callable[[], None]:
    """Return a function that closes the dialog that is still open, and then ends the program."""

    def act() -> None:
        if (still_open := dialog()) is not None:
            still_open.reject()
        leave()

    return act


def main() -> int:
    about = (__doc__ or "").splitlines()[0]
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    if given.out is not None:
        given.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="flagfall-") as home, display(SIZE):
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "WAYLAND_DISPLAY"):
            os.environ.pop(name, None)
        os.environ |= {"HOME": home, "QT_QPA_PLATFORM": "xcb", "FLAGFALL_STATE": home}
        taken = rehearse(Path(home), given.out)
    for name, is_taken in taken.items():
        print(f"{name:16}{'taken' if is_taken else 'lost'}")
    return 0 if len(taken) == DIALOGS and all(taken.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
