"""One laptop of `tools.rehearsals.hall`: the program's own windows, and a hand that does what it
reads, a line at a time, and answers each with a line.

    python -m tools.rehearsals.hall_laptop [event's file]
"""

import json
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tools.rehearsals.day import Missing, Screen, wait_for


class Laptop:
    """What somebody sees and presses at its windows."""

    def __init__(self) -> None:
        self._screen = Screen()

    def press(self, words: str) -> None:
        """Press the button that begins with these words, once it can be pressed."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        def press() -> None:
            found = self._part_of("QAbstractButton", lambda part: _plain(part.text()), words)
            QTest.mouseClick(found, Qt.MouseButton.LeftButton)

        self._wait(lambda: self._screen.button(words), f"the button {words}")
        self._later(press)

    def choose(self, menu: str, words: str) -> None:
        """Press an entry of a menu."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        def open_menu() -> None:
            bar = self._part_of("QMenuBar", lambda _part: "", "")
            action = next(entry for entry in bar.actions() if _plain(entry.text()) == menu)
            place = bar.actionGeometry(action).center()
            QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=place)

        def press() -> None:
            for shown in self._parts("QMenu"):
                for action in shown.actions():
                    if _plain(action.text()).startswith(words):
                        place = shown.actionGeometry(action).center()
                        QTest.mouseClick(shown, Qt.MouseButton.LeftButton, pos=place)
                        return

        self._wait(lambda: self._parts("QMenuBar"), "the menus")
        self._later(open_menu)
        self._wait(lambda: self._screen.entry(words), f"the entry {words}")
        self._later(press)

    def pick(self, name: str, words: str) -> None:
        """Choose this entry of the list that a screen reader calls ``name``."""

        def pick() -> None:
            box = self._part_of("QComboBox", lambda part: str(part.accessibleName()), name)
            box.setCurrentIndex(box.findText(words))

        self._wait(lambda: self._parts("QComboBox"), f"the list {name}")
        self._screen.ask(pick)

    def type(self, placeholder: str, words: str) -> None:
        """Type into the field that has this example in it."""
        from PySide6.QtTest import QTest

        def type_words() -> None:
            field = self._part_of(
                "QLineEdit", lambda part: str(part.placeholderText()), placeholder
            )
            field.clear()
            QTest.keyClicks(field, words)

        self._wait(lambda: self._parts("QLineEdit"), f"the field {placeholder}")
        self._screen.ask(type_words)

    def keys(self, *names: str) -> None:
        """Press keys where the keyboard is."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest
        from PySide6.QtWidgets import QApplication

        def press(key: Any) -> None:
            where = QApplication.focusWidget() or QApplication.activeWindow()
            assert where is not None
            QTest.keyClick(where, key)

        for name in names:
            key = getattr(Qt.Key, f"Key_{name}")
            self._wait(self._gets_keys, "the keyboard")
            self._screen.ask(lambda key=key: press(key))

    def see(self, words: str) -> str:
        """Wait until a text with these words is on show. Returns that text."""
        found = [""]

        def look() -> bool:
            found[0] = next((text for text in self._texts() if words in text), "")
            return bool(found[0])

        self._wait(look, f"the words {words}")
        return found[0]

    def shown(self) -> list[str]:
        """Return all texts on show."""
        return self._screen.ask(self._texts)

    def code(self) -> str:
        """Wait for the code that lets a station join, and return it."""
        from app.web.stations.join_code import spell

        self._wait(lambda: [*filter(spell, self._texts())], "the code")
        return next(filter(spell, self._screen.ask(self._texts)))

    def until_digest(self, digest: str) -> None:
        """Wait until the event on show is this one."""
        self._wait(lambda: self._digest() == digest, f"the event {digest}")

    def digest(self) -> str:
        """Wait for an event, and return the digest of its state."""
        self._wait(self._digest, "an event")
        return self._screen.ask(self._digest)

    def until(self, stage: str, reported: int) -> None:
        """Wait until the latest round is so far, and so many of its tables have a result."""

        def fits() -> bool:
            state = self._state()
            if state is None or state.latest is None or state.latest.stage.name != stage:
                return False
            games = state.games_of(state.latest)
            return sum(game.reported is not None for game in games) == reported

        self._wait(fits, f"a round {stage.lower()} with {reported} results")

    def picture(self, file: str) -> None:
        """Keep a picture of what is on top."""
        from PySide6.QtWidgets import QApplication

        def grab() -> None:
            top = QApplication.activeModalWidget() or self._screen.parts()[0].window()
            top.grab().save(file)

        self._screen.ask(grab)

    def _gets_keys(self) -> bool:
        """Tell whether the window has the keyboard, which a window manager would give it back after
        a dialog.
        """
        from PySide6.QtWidgets import QApplication

        if QApplication.activeWindow() is None and (view := self._screen.view()):
            view.window().activateWindow()
            view.setFocus()
        return self._screen.hears_keys()

    def _state(self) -> Any:
        view = self._screen.view()
        return view.client.state if view else None

    def _digest(self) -> str:
        from app.store.exports.digest import state_digest

        state = self._state()
        return state_digest(state) if state is not None else ""

    def _texts(self) -> list[str]:
        parts = self._screen.parts()
        texts = [getattr(part, "text", None) for part in parts]
        boxes = [getattr(part, "currentText", None) for part in parts]
        said = [str(text()) for text in (*texts, *boxes) if callable(text)]
        return [_plain(text) for text in said if text]

    def _parts(self, kind: str) -> list[Any]:
        from PySide6 import QtWidgets

        found = getattr(QtWidgets, kind)
        return [part for part in self._screen.parts() if isinstance(part, found)]

    def _part_of(self, kind: str, name: Callable[[Any], str], words: str) -> Any:
        parts = [part for part in self._parts(kind) if part.isEnabled()]
        return next(part for part in parts if name(part).startswith(words))

    def _wait(self, look: Callable[[], object], what: str) -> None:
        try:
            wait_for(lambda: self._screen.ask(look), what)
        except Missing as fault:
            raise Missing(f"{fault} is missing; on show: {self.shown()}") from fault

    def _later(self, press: Callable[[], None]) -> None:
        """Press from the windows' loop: a press that opens a dialog ends when that is closed."""
        from PySide6.QtCore import QTimer

        self._screen.ask(lambda: QTimer.singleShot(0, press))


def _plain(words: str) -> str:
    return words.replace("&", "")


def listen() -> None:
    """Do what is read, until the input ends; then the program ends, as if it was killed."""
    laptop = Laptop()
    for line in sys.stdin:
        name, *given = json.loads(line)
        try:
            answer = {"is": getattr(laptop, name)(*given)}
        except Exception as fault:
            answer = {"fault": f"{type(fault).__name__}: {fault}"}
        print(json.dumps(answer), flush=True)
    os._exit(0)


def main() -> int:
    from app.__main__ import main as flagfall

    threading.Thread(target=listen, daemon=True).start()
    return flagfall([str(Path(given).resolve()) for given in sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
