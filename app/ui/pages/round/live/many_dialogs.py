"""The dialogs before an act at many tables: who goes first at each table, how much time to give,
and why.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QPushButton,
    QWidget,
)

from app.engine import wording
from app.engine.acts.room import ActAtTables, RoomAct
from app.engine.language import plural, say, template
from app.engine.side import Pair, Side
from app.engine.state import State
from app.engine.text import shorten
from app.ui.widgets.basics import button, label, make_scrollable
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.escape import escape_mnemonic, escape_tooltip
from app.ui.widgets.fields import ReasonField, SpinBox
from app.ui.widgets.layout import (
    STRETCH,
    LayoutGap,
    caption_for,
    column_of,
    foot,
    grid_of,
    grow,
    measure_anew,
    row_of,
)
from app.ui.widgets.screen import room_on_screen
from app.ui.widgets.theme import BESIDE_SCROLL_BAR, DIALOG, Space

NOTHING: Mapping[int, Side] = MappingProxyType({})
MOST_MINUTES = 180
WIDTH = 640
ROWS_HEIGHT, LEAST_ROWS, AROUND_ROWS = 320, 88, 216
"""Heights in pixels: of the rows, of the rows on a low screen, and of everything around them."""
NAME, LONG_NAME = 24, 48
"""Letters of a name on a button: on a narrow screen, and where there is room."""
AROUND_NAMES = 300
"""The width in pixels of everything beside the two names of a row."""
START_NOTE = template(
    "Choose the first player where you know who that is. The other tables ask their players, and"
    " each clock starts when they answer on their tablet, table window or chess clock."
)
TIME_NOTE = say("Both players get it. Where turns are timed, the player whose turn it is gets it.")


class WaitingGame(Struct, frozen=True):
    """A game whose clock has not been started yet, with its table and its players' names."""

    game: int
    table: int
    names: Pair[str]


def waiting_games(state: State, games: Sequence[int]) -> tuple[WaitingGame, ...]:
    """Return the games as `WaitingGame`, in order of their tables."""
    chosen = sorted((state.games[number] for number in games), key=lambda game: game.table)
    return tuple(
        WaitingGame(game.number, game.table, game.players.map(state.name)) for game in chosen
    )


class StartDialog(Dialog):
    """A dialog that asks how to start many clocks. ``firsts`` says who goes first, by game. A table
    whose game is not in it asks its players. ``known`` holds the answers known in advance, by
    table.
    """

    def __init__(
        self,
        games: Sequence[WaitingGame],
        parent: QWidget | None = None,
        *,
        known: Mapping[int, Side] = NOTHING,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Start all"))
        self._games = tuple(games)
        self.firsts = {game.game: known[game.table] for game in games if game.table in known}
        self.choices: dict[int, Pair[QPushButton]] = {}
        self._most = self._find_most_letters()
        self.start = button("", self.accept, kind="primary")
        self.cancel = button(say("Cancel"), self.reject)
        note = label(str(START_NOTE), "muted", wraps=True)
        note.setMinimumWidth(WIDTH - 48)
        inside = self._rows()
        rows = make_scrollable(inside)
        free = max(room_on_screen(self).height() - AROUND_ROWS, LEAST_ROWS)
        rows.setMinimumHeight(min(ROWS_HEIGHT, 44 * len(self._games), free))
        column_of(
            label(str(wording.WHO_GOES_FIRST), "heading"),
            note,
            self._all(),
            grow(rows),
            LayoutGap(Space.S),
            foot(self.cancel, self.start),
            on=self,
            margins=DIALOG,
        )
        measure_anew(inside)
        rows.setMinimumWidth(
            inside.minimumSizeHint().width() + rows.verticalScrollBar().sizeHint().width()
        )
        self.setMinimumWidth(WIDTH)
        self.start.setDefault(True)
        self._show()
        self.start.setFocus()

    def _all(self) -> QHBoxLayout:
        return row_of(
            button(say("&Red at all"), partial(self.choose_all, Side.RED)),
            button(say("&Blue at all"), partial(self.choose_all, Side.BLUE)),
            button(say("&Ask at all"), partial(self.choose_all, None)),
            STRETCH,
        )

    def _find_most_letters(self) -> int:
        """Return the length to which names are cut, so that no row is wider than the screen."""
        room = (room_on_screen(self).width() - AROUND_NAMES) // 2
        names = [name for game in self._games for name in game.names]
        width = self.fontMetrics().horizontalAdvance
        fits = all(width(shorten(name, LONG_NAME)) <= room for name in names)
        return LONG_NAME if fits else NAME

    def _rows(self) -> QWidget:
        inside = QWidget()
        self.choices = {
            game.game: Pair(*(self._choice(game, side) for side in Side)) for game in self._games
        }
        rows = (
            (label(say("Table {table}", table=game.table)), *self.choices[game.game])
            for game in self._games
        )
        choices = grid_of(*rows, gap=Space.XS, shares=(0, 1, 1))
        column_of(choices, STRETCH, on=inside, margins=BESIDE_SCROLL_BAR)
        return inside

    def _choice(self, game: WaitingGame, side: Side) -> QPushButton:
        name = game.names.of(side)
        words = f"{side.colour}: {escape_mnemonic(shorten(name, self._most))}"
        made = button(words, partial(self._press, game.game, side), kind="choice")
        made.setCheckable(True)
        made.setProperty("inColumn", True)
        made.setToolTip(
            escape_tooltip(say("{name} goes first at table {table}", name=name, table=game.table))
        )
        return made

    def choose_all(self, side: Side | None) -> None:
        """Choose the same first player at all tables. With None, every table asks its players."""
        self.firsts = {} if side is None else {game.game: side for game in self._games}
        self._show()

    def choose(self, game: int, side: Side | None) -> None:
        if side is None:
            self.firsts.pop(game, None)
        else:
            self.firsts[game] = side
        self._show()

    def _press(self, game: int, side: Side) -> None:
        """Choose a side, or undo the choice if that side was already chosen."""
        self.choose(game, None if self.firsts.get(game) is side else side)

    def _show(self) -> None:
        for game, both in self.choices.items():
            for side in Side:
                both.of(side).setChecked(self.firsts.get(game) is side)
        known = len(self.firsts)
        self.start.setText(
            plural(known, "&Start {count} clock", "&Start {count} clocks")
            if known
            else say("Ask at all tables")
        )

    @classmethod
    def ask(
        cls, games: Sequence[WaitingGame], parent: QWidget, known: Mapping[int, Side]
    ) -> tuple[tuple[int, Side], ...] | None:
        """Return who goes first, by game, for the games in which that is known. Return None to
        start nothing.
        """
        dialog = cls(games, parent, known=known)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return tuple(sorted(dialog.firsts.items())) if accepted else None


class GiveTimeDialog(Dialog):
    """A dialog that asks for minutes, seconds and a reason."""

    def __init__(self, about: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Give time"))
        self.minutes, self.seconds = SpinBox(), SpinBox()
        self.reason = ReasonField(300)
        self.give = button(say("&Give time"), self.accept, kind="primary")
        self.give.setDefault(True)
        self.cancel = button(say("Cancel"), self.reject)
        for field, unit, most in (
            (self.minutes, say("min"), MOST_MINUTES),
            (self.seconds, say("s"), 59),
        ):
            field.setRange(0, most)
            field.setSuffix(f" {unit}")
            field.setAlignment(Qt.AlignmentFlag.AlignRight)
            field.setAccessibleName(say("Minutes") if field is self.minutes else say("Seconds"))
            field.valueChanged.connect(self._look)
        self.reason.textChanged.connect(self._look)
        note = label(TIME_NOTE, "muted", wraps=True)
        note.setMinimumWidth(372)
        column_of(
            label(about, "heading"),
            note,
            row_of(grow(self.minutes), grow(self.seconds)),
            caption_for(self.reason, say("&Reason (needed)")),
            self.reason,
            LayoutGap(Space.L),
            foot(self.cancel, self.give),
            on=self,
            margins=DIALOG,
        )
        self.setMinimumWidth(420)
        self._look()
        self.minutes.setFocus()

    @property
    def delta_ms(self) -> int:
        return (self.minutes.value() * 60 + self.seconds.value()) * 1000

    def _look(self) -> None:
        self.give.setEnabled(bool(self.delta_ms and self.reason.words))

    @classmethod
    def ask(cls, about: str, parent: QWidget | None = None) -> tuple[int, str] | None:
        """Return the time in milliseconds and the reason; None to give no time."""
        dialog = cls(about, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return (dialog.delta_ms, dialog.reason.words) if accepted else None


FLAGS_TITLE = say("Take back flags")
FLAGS_NOTE = say(
    "These games go on with the times from before the last press. Their clocks stay stopped"
    " until you resume them. Nothing that players pressed is lost, and this cannot be undone."
)


def ask_act(
    act: RoomAct,
    games: Sequence[int],
    where: tuple[int, ...],
    state: State,
    parent: QWidget,
    *,
    known: Mapping[int, Side] = NOTHING,
) -> ActAtTables | None:
    """Ask the questions of an act at many tables, and return its command; None to do nothing.
    ``games`` are the games that the act affects. ``where`` are the tables in the form that
    `ActAtTables` expects. ``known`` says who goes first, by table, where a plunger of the table's
    chess clock was pressed.
    """
    from app.ui.dialogs.reason import ReasonDialog

    about = plural(len(games), "{count} table", "{count} tables")
    match act:
        case RoomAct.START:
            firsts = StartDialog.ask(waiting_games(state, games), parent, known)
            return None if firsts is None else ActAtTables(act, where, firsts=firsts)
        case RoomAct.GIVE_TIME:
            given = GiveTimeDialog.ask(say("Time for both players at {about}", about=about), parent)
            return given and ActAtTables(act, where, given[1], delta_ms=given[0])
        case RoomAct.TAKE_BACK_FLAGS:
            heading = plural(
                len(games), "{count} game ended by the clock", "{count} games ended by the clock"
            )
            why = ReasonDialog.ask(FLAGS_TITLE, heading, FLAGS_NOTE, danger=True, parent=parent)
            return None if why is None else ActAtTables(act, where, why)
        case _:
            return ActAtTables(act, where)
