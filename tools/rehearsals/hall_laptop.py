"""Runs one laptop of `tools.rehearsals.hall`: the program's own windows, and a hand. The hand reads
orders, one on each line, carries them out, and answers each with a line.

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
    """The windows of the laptop, as somebody sees them and presses in them."""

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
        """Choose this entry of the list whose name for screen readers is ``name``."""

        def pick() -> None:
            box = self._part_of("QComboBox", lambda part: str(part.accessibleName()), name)
            box.setCurrentIndex(box.findText(words))

        self._wait(lambda: self._parts("QComboBox"), f"the list {name}")
        self._screen.ask(pick)

    def type(self, placeholder: str, words: str) -> None:
        """Type into the field that shows this text as an example."""
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
        """Press keys in whatever part has the keyboard."""
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
        """Wait until a text with these words is visible, and return that text."""
        found = [""]

        def look() -> bool:
            found[0] = next((text for text in self._texts() if words in text), "")
            return bool(found[0])

        self._wait(look, f"the words {words}")
        return found[0]

    def shown(self) -> list[str]:
        """Return all visible texts."""
        return self._screen.ask(self._texts)

    def code(self) -> str:
        """Wait for the code with which a station joins, and return it."""
        from app.web.stations.join_code import spell

        self._wait(lambda: [*filter(spell, self._texts())], "the code")
        return next(filter(spell, self._screen.ask(self._texts)))

    def until_digest(self, digest: str) -> None:
        """Wait until the visible event has this digest."""
        self._wait(lambda: self._digest() == digest, f"the event {digest}")

    def digest(self) -> str:
        """Wait for an event, and return the digest of its state."""
        self._wait(self._digest, "an event")
        return self._screen.ask(self._digest)

    def until(self, stage: str, reported: int) -> None:
        """Wait until the latest round has reached ``stage``, and ``reported`` of its tables have a
        result.
        """

        def fits() -> bool:
            state = self._state()
            if state is None or state.latest is None or state.latest.stage.name != stage:
                return False
            games = state.games_of(state.latest)
            return sum(game.reported is not None for game in games) == reported

        self._wait(fits, f"a round {stage.lower()} with {reported} results")

    def picture(self, file: str) -> None:
        """Save a picture of the topmost window."""
        from PySide6.QtWidgets import QApplication

        def grab() -> None:
            top = QApplication.activeModalWidget() or self._screen.parts()[0].window()
            top.grab().save(file)

        self._screen.ask(grab)

    def _gets_keys(self) -> bool:
        """Give the window the keyboard, as a window manager would after a dialog, and tell whether
        it has the keyboard.
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
        """Press from the windows' loop, because a press that opens a dialog returns only when the
        dialog is closed.
        """
        from PySide6.QtCore import QTimer

        self._screen.ask(lambda: QTimer.singleShot(0, press))


def _plain(words: str) -> str:
    return words.replace("&", "")


def listen() -> None:
    """Read orders and carry them out until the input ends; then end the program as if it was
    killed.
    """
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
