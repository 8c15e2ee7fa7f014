"""The list of keys, with the windows in which each key works."""

import sys

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QLabel, QWidget

from app.engine.language import say
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.key_names import full_screen_keys, has_letters_underlined, native_keys
from app.ui.widgets.layout import STRETCH, across, column_of, grid_of, place_part, row_of
from app.ui.widgets.screen import room_on_screen
from app.ui.widgets.theme import DIALOG, Space

KEY_OF_FULL_SCREEN, ALT_AND_A_LETTER = say("F11"), say("Alt and a letter")
KEYS = (
    (
        say("Everywhere"),
        (
            (say("F1"), say("these keys")),
            (say("Ctrl+1 to Ctrl+7"), say("the places on the left, from the top")),
            (say("Ctrl+K, Ctrl+F"), say("find a player, a table, an action, a setting, help")),
            (say("F2, Ctrl+R"), say("enter a result")),
            (say("Ctrl+Enter"), say("the day’s next step, such as the draw")),
            (say("Ctrl+Shift+P, Ctrl+Shift+R"), say("pause all clocks, resume them")),
            (say("Ctrl+P"), say("print any sheet")),
            (ALT_AND_A_LETTER, say("the button or field where it is underlined")),
            (say("Tab, Shift+Tab"), say("the next field or button, the previous one")),
            (say("Space, Enter"), say("the button that has the focus")),
            (say("Esc"), say("close the message above")),
            (say("Ctrl+Z"), say("undo")),
            (say("Ctrl+Shift+Z, Ctrl+Y"), say("redo")),
            (KEY_OF_FULL_SCREEN, say("full screen")),
            (say("Ctrl+N, Ctrl+O, Ctrl+W"), say("new event, open, close")),
            (say("Ctrl+Shift+N"), say("a window for another event")),
            (say("Ctrl+,"), say("settings")),
            (say("Ctrl+Q"), say("quit")),
        ),
    ),
    (
        say("Lists of players"),
        (
            (say("Ctrl+V"), say("paste a list, on Now and Players")),
            (say("Ctrl+Shift+F"), say("search, on Players and History")),
            (say("Space"), say("check in, or tick")),
            (say("Enter"), say("edit the player or their lists")),
        ),
    ),
    (
        say("Round"),
        (
            (say("Ctrl+B"), say("tables as a list, as cards")),
            (say("Enter in the list"), say("the table’s window")),
            (say("Ctrl or Shift, Ctrl+A"), say("choose several tables, or all")),
            (say("Ctrl+Shift+W"), say("pairings on the room display")),
            (say("1, 2, T"), say("the winner, or a tie")),
            (say("1 … 9"), say("how the game ended")),
            (say("Enter"), say("the next field, and report")),
            (say("Esc"), say("cancel")),
        ),
    ),
    (
        say("A table’s window"),
        (
            (say("Space"), say("end Red’s turn")),
            (say("Enter"), say("end Blue’s turn")),
            (say("Tab, then Space"), say("the buttons between the clocks")),
            (say("Esc"), say("close the sheet you opened")),
            (KEY_OF_FULL_SCREEN, say("full screen")),
        ),
    ),
    (
        say("The manual"),
        (
            (say("Ctrl+F"), say("search all its pages")),
            (say("Enter, F3"), say("the next hit")),
            (say("Esc"), say("end the search")),
        ),
    ),
)


TOP = Qt.AlignmentFlag.AlignTop
NARROWEST = 88
NOTE = say("A table’s own keys are chosen in its menu, under Plunger keys.")


class KeysBox(Dialog):
    """A list of keys, grouped by where they work, in two columns if the screen has room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Keys"))
        (first, *others, last) = (_part(title, rows_here(rows)) for title, rows in KEYS)
        self._columns = row_of(
            column_of(first, last, STRETCH, gap=Space.XL),
            column_of(*others, STRETCH, gap=Space.XL),
            gap=Space.XXL,
        )
        close = button(say("&Close"), self.accept, kind="primary")
        close.setDefault(True)
        column_of(
            self._columns,
            row_of(label(NOTE, "muted"), STRETCH, close),
            on=self,
            gap=Space.XL,
            margins=DIALOG,
        )
        close.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """Place the columns below each other if the screen is too narrow for two."""
        if self.minimumSizeHint().width() > room_on_screen(self).width():
            self._columns.setDirection(QBoxLayout.Direction.TopToBottom)
            self._columns.setSpacing(Space.XL)
        super().showEvent(event)

    @classmethod
    def ask(cls, parent: QWidget | None = None) -> None:
        box = cls(parent)
        box.exec()
        box.deleteLater()


Rows = tuple[tuple[str, str], ...]


def rows_here(rows: Rows, platform: str = sys.platform) -> Rows:
    """Return the rows of a group with the key names of this system."""
    own = full_screen_keys(platform)[0]
    has_letters = has_letters_underlined(platform)
    return tuple(
        (native_keys(own if keys == KEY_OF_FULL_SCREEN else keys, platform), what)
        for keys, what in rows
        if has_letters or keys != ALT_AND_A_LETTER
    )


def _part(title: str, rows: Rows) -> QGridLayout:
    grid = grid_of(
        (across(label(title, "heading"), 2),),
        *(
            (place_part(_keys(keys), TOP), place_part(label(what, "muted"), TOP))
            for keys, what in rows
        ),
        gap_across=Space.XL,
        shares=(0, 1),
    )
    grid.setColumnMinimumWidth(0, NARROWEST)
    return grid


def _keys(keys: str) -> QLabel:
    made = label(keys)
    made.setObjectName("keys")
    return made
