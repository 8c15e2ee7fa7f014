"""The panel for several chosen tables, with the acts that are possible at all of them."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from app.engine import wording
from app.engine.acts.room import RoomAct
from app.engine.language import plural, say
from app.engine.side import Side
from app.engine.state import State
from app.engine.text import capitalize_first, tables_words
from app.ui.pages.round.live.many_dialogs import ask_act
from app.ui.pages.round.live.table_panel import Choices
from app.ui.widgets.basics import button, has_keyboard, label, make_scrollable
from app.ui.widgets.escape import escape_tooltip
from app.ui.widgets.layout import STRETCH, column_of
from app.ui.widgets.theme import PANEL, Space, around
from app.views.round.hall import ManyView

ACTS = {
    RoomAct.START: say("Start at {tables}…"),
    RoomAct.PAUSE: say("Pause at {tables}"),
    RoomAct.RESUME: say("Resume at {tables}"),
    RoomAct.COUNT_GAP: wording.COUNT_GAP_AT,
    RoomAct.IGNORE_GAP: wording.IGNORE_GAP_AT,
    RoomAct.GIVE_TIME: say("Give time at {tables}…"),
    RoomAct.ACCEPT: wording.ACCEPT_AT,
    RoomAct.TAKE_BACK_FLAGS: wording.TAKE_BACK_FLAGS_AT,
}
MOST_WINDOWS = 12
"""The greatest number of table windows to open at once. More windows would hide each other."""
MOST_NAMED = 24
ONE_AGAIN = say("Choose a single table to see how it stands.")


class ManyPanel(QFrame):
    """The acts at the chosen tables. ``asked`` carries a command for the desk, ``windows_wanted``
    the games whose table windows are to be opened, and ``terrain_wanted`` the tables whose terrain
    is to be printed. ``firsts`` returns who goes first, by table, as far as chess clocks know that.
    """

    asked = Signal(object)
    windows_wanted = Signal(object)
    terrain_wanted = Signal(object)
    finished = Signal()  # the widget with the focus is gone

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tablePanel")
        self.setProperty("role", "card")
        self.firsts: Callable[[], Mapping[int, Side]] = dict
        self._state = State()
        self._games: tuple[int, ...] = ()
        self._view = ManyView((), {}, {})
        self.title = label("", "heading")
        self._tables = label("", "muted", wraps=True)
        self.acts = {act: button("", partial(self._do, act)) for act in ACTS}
        self.windows = button(say("Open table windows"), self._open_windows)
        self.terrain = button(say("Print terrain…"), self._print_terrain)
        self._left = label("", "muted", wraps=True)
        inside = QWidget()
        column_of(
            self.title,
            self._tables,
            *self.acts.values(),
            self.windows,
            self.terrain,
            self._left,
            label(ONE_AGAIN, "muted", wraps=True),
            STRETCH,
            on=inside,
            margins=PANEL,
        )
        column_of(make_scrollable(inside), on=self, margins=around(Space.LINE))
        self.hide()

    def show_tables(self, state: State, games: tuple[int, ...], view: ManyView) -> None:
        self._state, self._games, self._view = state, games, view
        self.title.setText(plural(len(view.tables), "{count} table", "{count} tables"))
        named = len(view.tables) <= MOST_NAMED
        self._tables.setText(capitalize_first(tables_words(view.tables)) if named else "")
        self._tables.setVisible(named)
        focused = self.focusWidget() if has_keyboard(self) else None
        for act, act_button in self.acts.items():
            where = view.acts.get(act, ())
            act_button.setVisible(bool(where))
            act_button.setText(
                ACTS[act].format(tables=plural(len(where), "{count} table", "{count} tables"))
            )
            act_button.setToolTip(escape_tooltip(view.left_out.get(act, "")))
        self.windows.setEnabled(len(games) <= MOST_WINDOWS)
        tip = (
            ""
            if self.windows.isEnabled()
            else say("At most {most_windows} tables at once", most_windows=MOST_WINDOWS)
        )
        self.windows.setToolTip(tip)
        self.terrain.setVisible(any(table in state.terrain for table in view.tables))
        self._left.setText(_left_words(view))
        self._left.setVisible(bool(self._left.text()))
        if isinstance(focused, QPushButton) and focused.isHidden():
            self.finished.emit()

    def menu(self) -> tuple[Choices, ...]:
        """Return the acts for a menu."""
        acts = [
            (act_button.text(), act_button.click)
            for act_button in self.acts.values()
            if not act_button.isHidden()
        ]
        others = [
            (other.text(), other.click)
            for other in (self.windows, self.terrain)
            if not other.isHidden() and other.isEnabled()
        ]
        return tuple(acts), tuple(others)

    def _do(self, act: RoomAct) -> None:
        """Request an act at all chosen tables. The desk's answer names the tables that were left
        out.
        """
        games, known = self._view.acts[act], self.firsts()
        command = ask_act(act, games, self._games, self._state, self, known=known)
        if command is not None:
            self.asked.emit(command)

    def _open_windows(self) -> None:
        self.windows_wanted.emit(self._games)

    def _print_terrain(self) -> None:
        self.terrain_wanted.emit(self._view.tables)


def _left_words(view: ManyView) -> str:
    """Return a sentence if no act is possible at these tables, else an empty text."""
    return "" if view.acts else say("Nothing that can be done now applies to all of these tables.")
