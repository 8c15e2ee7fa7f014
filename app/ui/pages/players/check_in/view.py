"""The players' list at check-in: a tick for each item, with a summary of what is missing at the
top.
"""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QLineEdit,
    QMenu,
    QStackedWidget,
    QWidget,
)

from app.engine.acts.commands import Command
from app.engine.acts.players import CheckIn, TickOff
from app.engine.acts.setup import ChangeSettings
from app.engine.language import plural, say
from app.engine.rounds.field import is_of_teams
from app.engine.standings.awards import own_painting_counts
from app.engine.state import State
from app.engine.text import plain
from app.ui.clients.desk import DeskClient
from app.ui.pages.players.check_in.lists_dialog import ListsDialog
from app.ui.pages.players.check_in.models_dialog import ModelsDialog
from app.ui.pages.players.check_in.table import CheckInTable
from app.ui.widgets.basics import button, label
from app.ui.widgets.layout import STRETCH, Stretch, column_of, grow, place_part, row_of
from app.ui.widgets.theme import Space, around
from app.views.event.check_in import (
    ITEMS,
    OF_ARMIES,
    CheckInColumn,
    CheckInRow,
    asked_for,
    asking,
    awaited_mates,
    check_in_counts,
    check_in_rows,
    is_wanted,
    may_be_asked,
    missing_words,
)
from app.views.event.models import count_open_models

HINT = say("Space ticks the selected players; Enter opens their lists.")
HINT_WITHOUT_LISTS = say("Space ticks the selected players.")
NOBODY = say("No players yet. Add them, then tick off here what each has brought.")
ROOMY = 480
"""The least height of the view, in pixels, that has room for a hint."""
SEARCH = 96
"""The least width of the search field in pixels."""
NO_MATCH = say("Nobody matches.")
TYPED = say(
    "Enter checks in the only player who matches. A scanner that types can read the code on a"
    " player’s strip."
)
NO_CODE = say("No name and no code matches “{typed}”. Type a name, or scan the strip again.")
SEVERAL = say("“{typed}” matches several players. Type more letters.")
ASKED_WORDS = {
    CheckInColumn.PAID: say("&Payment"),
    CheckInColumn.OWN: say("O&wn painting, for prizes"),
    CheckInColumn.LISTS: say("Army &lists"),
    CheckInColumn.OBJECTIVE: say("An &objective in the lists"),
}


class CheckInView(QWidget):
    """The players at check-in. ``players_wanted`` is emitted if there is nobody to check in yet."""

    players_wanted = Signal()

    def __init__(self, client: DeskClient, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._rows: tuple[CheckInRow, ...] = ()
        self._seen: State | None = None  # the state of the rows, if they were shown to anybody
        self.glance = label("", "muted", wraps=True)
        self.search = QLineEdit()
        self.only_missing = QCheckBox(say("Something &missing"))
        self.required = button(say("What to chec&k…"), self._offer_asked)
        self.team = button(say("Check in &team"), self._check_in_team)
        self.lists = button(say("Army &lists…"), self._open_lists)
        self.models = button(say("M&odels…"), self._open_models)
        self.table = CheckInTable()
        self.empty = label(NOBODY, "empty", wraps=True)
        self.go = button(say("Add &players"), self.players_wanted.emit, kind="primary")
        self._pages = QStackedWidget()
        self._hint = label(HINT, "muted")
        self._lay_out()
        self._wire()

    def show_rows(self) -> None:
        state = self._client.state
        self._seen = state if self.isVisible() else None
        self._rows = check_in_rows(state)
        self.glance.setText(missing_words(state, self._rows))
        self.glance.setVisible(bool(self._rows))
        self.team.setVisible(is_of_teams(state))
        own = own_painting_counts(state)
        self.lists.setVisible(state.armies)
        self.models.setVisible(state.armies)
        self.models.setText(_models_words(count_open_models(state)))
        self._hint.setText(HINT if state.armies else HINT_WITHOUT_LISTS)
        for column in OF_ARMIES:
            shown = own if column is CheckInColumn.OWN else state.armies
            self.table.show_column(column, visible=shown)
        self.table.show_counts(check_in_counts(state, self._rows))
        self._filter()

    def choose_players(self, players: Sequence[int]) -> None:
        """Choose players, even before the list is first shown."""
        if players and not self._rows:
            self.show_rows()
        self.table.choose_players(players)

    def find_player(self, player: int) -> None:
        """Choose a player, whatever the present search is."""
        self.search.clear()
        self.only_missing.setChecked(False)
        self.table.choose_players([player])
        self.table.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._client.state is not self._seen:
            self.show_rows()

    def _changed(self) -> None:
        """Show the players if the page is visible; a hidden page catches up when it is shown."""
        if self.isVisible():
            self.show_rows()

    def _filter(self) -> None:
        missing = self.only_missing.isChecked()
        visible = [row for row in self._matching() if not (missing and row.ready)]
        self.table.show_rows(visible)
        self.empty.setText(NO_MATCH if self._rows else NOBODY)
        self.go.setVisible(not self._rows)
        self._pages.setCurrentIndex(0 if visible else 1)
        self._show_hint()
        self._choose()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_hint()

    def _show_hint(self) -> None:
        """Show the hint below the list if the list leaves enough height."""
        self._hint.setVisible(bool(self.table.held.rows) and self.height() >= ROOMY)

    def _matching(self) -> list[CheckInRow]:
        words = plain(self.search.text()).split()
        return [
            row
            for row in self._rows
            if all(word in plain(f"{row.number} {row.name} {row.team}") for word in words)
        ]

    def _choose(self) -> None:
        self.lists.setEnabled(len(self.table.chosen_rows) == 1)
        self.team.setEnabled(bool(self._awaited_mates))

    @property
    def _awaited_mates(self) -> tuple[int, ...]:
        return awaited_mates(self._client.state, [row.number for row in self.table.chosen_rows])

    def _check_in_team(self) -> None:
        """Check in all members of the chosen players' teams."""
        self._client.ask(CheckIn(self._awaited_mates))

    def _check_in_typed(self) -> None:
        """Check in the player whose code was scanned, or the only player who matches the search."""
        typed, tablets = self.search.text().strip(), self._client.tablets
        if not typed:
            return
        rows = {row.number: row for row in self._rows}
        number = tablets.player_of(typed, rows) if tablets is not None else None
        matching = self._matching()
        if number is None and len(matching) == 1:
            number = matching[0].number
        if number is None:
            words = SEVERAL if matching else NO_CODE
            self._client.refused.emit(words.format(typed=typed))
            self.search.selectAll()
            return
        self.search.clear()
        if CheckInColumn.HERE in rows[number].done:
            self._client.noted.emit(say("{name} is already here.", name=rows[number].name))
        else:
            self._client.ask(CheckIn((number,)))

    def _tick(self, rows: Sequence[CheckInRow], column: CheckInColumn) -> None:
        """Tick the players who lack the tick. If all of them have it, remove it from all."""
        awaited = [row for row in rows if column not in row.done]
        numbers = tuple(row.number for row in awaited or rows)
        command: Command
        if column is CheckInColumn.HERE:
            command = CheckIn(numbers, present=bool(awaited))
        else:
            command = TickOff(numbers, ITEMS[column], done=bool(awaited))
        self._client.ask(command)

    def asked_menu(self) -> QMenu:
        """Return a menu with the checks that this event may have."""
        menu, state = QMenu(self), self._client.state
        for column in may_be_asked(state.packet) if state.packet else ():
            if column is CheckInColumn.OWN and CheckInColumn.PAINTED not in asked_for(state):
                continue  # without a painting keyword it decides nothing
            wanted = state.settings is not None and is_wanted(state.settings, column)
            self._offer(menu, column, on=wanted)
        return menu

    def _offer(self, menu: QMenu, column: CheckInColumn, *, on: bool) -> None:
        act = menu.addAction(ASKED_WORDS[column])
        act.setCheckable(True)
        act.setChecked(on)
        act.toggled.connect(lambda wanted: self._ask_for(column, on=wanted))

    def _offer_asked(self) -> None:
        menu = self.asked_menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.required.mapToGlobal(QPoint(0, self.required.height())))

    def _ask_for(self, column: CheckInColumn, *, on: bool) -> None:
        packet, settings = self._client.state.packet, self._client.state.settings
        if packet is not None and settings is not None:
            wanted = asking(settings, column, on=on)
            self._client.ask(ChangeSettings(wanted, packet, (settings, packet)))

    def _open_lists(self) -> None:
        chosen = self.table.chosen_rows
        if len(chosen) != 1 or not self._client.state.armies:
            return
        entered = ListsDialog.ask(self._client.state, chosen[0].number, self)
        if entered is not None:
            self._client.ask(entered[0], insist=entered[1])

    def _open_models(self) -> None:
        if settled := ModelsDialog.ask(self._client.state, self):
            self._client.ask(settled)

    def _wire(self) -> None:
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self._check_in_typed)
        self.only_missing.toggled.connect(self._filter)
        self.table.ticked.connect(self._tick)
        self.table.lists_wanted.connect(self._open_lists)
        self.table.chosen.connect(self._choose)
        self._client.more_changed.connect(self._changed)

    def _lay_out(self) -> None:
        self.search.setPlaceholderText(say("Name or code, then Enter"))
        self.search.setAccessibleName(say("Name or code, then Enter"))
        self.search.setToolTip(TYPED)
        self.search.setClearButtonEnabled(True)
        for act in (self.team, self.models, self.lists):
            act.setProperty("narrow", True)
        self.search.setMinimumWidth(SEARCH)
        self.search.setMaximumWidth(320)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        nobody = QWidget()
        column_of(
            Stretch(2),
            self.empty,
            place_part(self.go, Qt.AlignmentFlag.AlignCenter),
            Stretch(3),
            on=nobody,
            gap=Space.L,
            margins=around(Space.S),
        )
        self._pages.addWidget(self.table)
        self._pages.addWidget(nobody)
        column_of(
            self.glance,
            row_of(
                grow(self.search),
                self.only_missing,
                STRETCH,
                self.team,
                self.models,
                self.lists,
            ),
            grow(self._pages),
            self._hint,
            on=self,
            gap=Space.S,
        )


def _models_words(models: int) -> str:
    if not models:
        return say("M&odels…")
    return plural(models, "{count} m&odel to settle…", "{count} m&odels to settle…")
