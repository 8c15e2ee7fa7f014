"""Dialogs before an act at many tables: who goes first at each, how much time and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.engine import wording
from app.engine.acts.room import ActAtTables, RoomAct
from app.engine.side import Pair, Side
from app.engine.state import State
from app.engine.text import plural, shortened
from app.ui.widgets.basics import button, label, scrolled
from app.ui.widgets.escape import escape_mnemonic, escape_tooltip
from app.ui.widgets.fields import SpinBox
from app.ui.widgets.layout import foot

NOTHING: Mapping[int, Side] = MappingProxyType({})
MOST_MINUTES = 180
WIDTH = 640
ROWS_HEIGHT = 320
NAME = 24
START_NOTE = (
    "Choose the first player where you know it. The other tables ask their players, and each"
    " clock starts when they"
    " answer on their tablet, table window or chess clock."
)
TIME_NOTE = "Both players get it. Where turns are timed, the player whose turn it is gets it."


@dataclass(frozen=True, slots=True)
class Waiting:
    """A game that waits for its start."""

    game: int
    table: int
    names: Pair[str]


def waiting_games(state: State, games: Sequence[int]) -> tuple[Waiting, ...]:
    """By table."""
    chosen = sorted((state.games[number] for number in games), key=lambda game: game.table)
    return tuple(Waiting(game.number, game.table, game.players.map(state.name)) for game in chosen)


class StartDialog(QDialog):
    """``firsts``: who goes first, by game; a table that is not in it is asked. ``known``: what was
    said already, by table.
    """

    def __init__(
        self,
        games: Sequence[Waiting],
        parent: QWidget | None = None,
        *,
        known: Mapping[int, Side] = NOTHING,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Start all")
        self._games = tuple(games)
        self.firsts = {game.game: known[game.table] for game in games if game.table in known}
        self.choices: dict[int, Pair[QPushButton]] = {}
        self.start = button("", self.accept, kind="primary")
        self.cancel = button("Cancel", self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(8)
        column.addWidget(label(wording.WHO_GOES_FIRST, "heading"))
        note = label(START_NOTE, "muted", wraps=True)
        note.setMinimumWidth(WIDTH - 48)
        column.addWidget(note)
        column.addLayout(self._all())
        rows = scrolled(self._rows())
        rows.setMinimumHeight(min(ROWS_HEIGHT, 44 * len(self._games)))
        column.addWidget(rows, 1)
        column.addSpacing(8)
        column.addLayout(foot(self.cancel, self.start))
        self.setMinimumWidth(WIDTH)
        self.start.setDefault(True)
        self._show()
        self.start.setFocus()

    def _all(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        for words, side in (
            ("&Red at all", Side.RED),
            ("&Blue at all", Side.BLUE),
            ("&Ask at all", None),
        ):
            row.addWidget(button(words, partial(self.choose_all, side)))
        row.addStretch()
        return row

    def _rows(self) -> QWidget:
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 0, 12, 0)
        grid.setSpacing(6)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(2, 1)
        for place, game in enumerate(self._games):
            grid.addWidget(label(f"Table {game.table}"), place, 0)
            both = Pair(*(self._choice(game, side) for side in Side))
            self.choices[game.game] = both
            for column, choice_box in enumerate(both, start=1):
                grid.addWidget(choice_box, place, column)
        grid.setRowStretch(len(self._games), 1)
        return inside

    def _choice(self, game: Waiting, side: Side) -> QPushButton:
        name = game.names.of(side)
        words = f"{side.colour}: {escape_mnemonic(shortened(name, NAME))}"
        made = button(words, partial(self._press, game.game, side), kind="choice")
        made.setCheckable(True)
        made.setToolTip(escape_tooltip(f"{name} goes first at table {game.table}"))
        return made

    def choose_all(self, side: Side | None) -> None:
        """None: every table is asked."""
        self.firsts = {} if side is None else {game.game: side for game in self._games}
        self._show()

    def choose(self, game: int, side: Side | None) -> None:
        if side is None:
            self.firsts.pop(game, None)
        else:
            self.firsts[game] = side
        self._show()

    def _press(self, game: int, side: Side) -> None:
        """The other one, or, pressed once more, nobody."""
        self.choose(game, None if self.firsts.get(game) is side else side)

    def _show(self) -> None:
        for game, both in self.choices.items():
            for side in Side:
                both.of(side).setChecked(self.firsts.get(game) is side)
        known = len(self.firsts)
        self.start.setText(f"&Start {plural(known, 'clock')}" if known else "Ask at all tables")

    @classmethod
    def ask(
        cls, games: Sequence[Waiting], parent: QWidget, known: Mapping[int, Side]
    ) -> tuple[tuple[int, Side], ...] | None:
        """Who goes first, by game, as far as it is known; None where nothing is started."""
        dialog = cls(games, parent, known=known)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return tuple(sorted(dialog.firsts.items())) if accepted else None


class GiveTimeDialog(QDialog):
    """Minutes, seconds and why."""

    def __init__(self, about: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Give time")
        self.minutes, self.seconds = SpinBox(), SpinBox()
        self.reason = QLineEdit()
        self.reason.setPlaceholderText(wording.WHY_FOR_THE_HISTORY)
        self.reason.setAccessibleName("Reason")
        self.reason.setMaxLength(300)
        self.give = button("&Give time", self.accept, kind="primary")
        self.give.setDefault(True)
        self.cancel = button("Cancel", self.reject)
        row = QHBoxLayout()
        row.setSpacing(8)
        for field, name, most in ((self.minutes, "min", MOST_MINUTES), (self.seconds, "s", 59)):
            field.setRange(0, most)
            field.setSuffix(f" {name}")
            field.setAlignment(Qt.AlignmentFlag.AlignRight)
            field.setAccessibleName("Minutes" if field is self.minutes else "Seconds")
            field.valueChanged.connect(self._look)
            row.addWidget(field, 1)
        self.reason.textChanged.connect(self._look)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(8)
        column.addWidget(label(about, "heading"))
        note = label(TIME_NOTE, "muted", wraps=True)
        note.setMinimumWidth(372)
        column.addWidget(note)
        column.addLayout(row)
        column.addWidget(self.reason)
        column.addSpacing(16)
        column.addLayout(foot(self.cancel, self.give))
        self.setMinimumWidth(420)
        self._look()
        self.minutes.setFocus()

    @property
    def delta_ms(self) -> int:
        return (self.minutes.value() * 60 + self.seconds.value()) * 1000

    def _look(self) -> None:
        self.give.setEnabled(bool(self.delta_ms and self.reason.text().strip()))

    @classmethod
    def ask(cls, about: str, parent: QWidget | None = None) -> tuple[int, str] | None:
        """How much in milliseconds, and why."""
        dialog = cls(about, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return (dialog.delta_ms, dialog.reason.text().strip()) if accepted else None


FLAGS_TITLE = "Take back flags"
FLAGS_NOTE = (
    "These games go on with the times from before the last press. Their clocks stand until you"
    " resume them. Nothing that players pressed is lost, and this cannot be undone."
)


def asked(
    act: RoomAct,
    games: Sequence[int],
    where: tuple[int, ...],
    state: State,
    parent: QWidget,
    *,
    known: Mapping[int, Side] = NOTHING,
) -> ActAtTables | None:
    """The act at ``where``, as `ActAtTables` has it, with what it needs to know; None where nothing
    is to happen. ``games``: where it does something. ``known``: who goes first, by table, where a
    plunger of its chess clock was pressed.
    """
    from app.ui.dialogs.reason import ReasonDialog

    about = plural(len(games), "table")
    match act:
        case RoomAct.START:
            firsts = StartDialog.ask(waiting_games(state, games), parent, known)
            return None if firsts is None else ActAtTables(act, where, firsts=firsts)
        case RoomAct.GIVE_TIME:
            given = GiveTimeDialog.ask(f"Time for both players at {about}", parent)
            return given and ActAtTables(act, where, given[1], delta_ms=given[0])
        case RoomAct.TAKE_BACK_FLAGS:
            heading = f"{plural(len(games), 'game')} ended by the clock"
            why = ReasonDialog.ask(FLAGS_TITLE, heading, FLAGS_NOTE, danger=True, parent=parent)
            return None if why is None else ActAtTables(act, where, why)
        case _:
            return ActAtTables(act, where)
