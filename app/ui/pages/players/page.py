"""The players' page: the list of players, the same list at check-in, and the teams."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import (
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QWidget,
)

from app.engine.acts.commands import Command, Refused
from app.engine.acts.players import (
    AddPlayers,
    CheckIn,
    DisqualifyPlayer,
    DropPlayer,
    EditPlayer,
    Entry,
    PlayersAdded,
    ReadmitPlayer,
    WarnPlayer,
)
from app.engine.acts.teams.roster import Team
from app.engine.armies.factions import armies_of, factions_of
from app.engine.language import say
from app.engine.players.rosters import joined_team
from app.engine.rounds.field import is_of_teams
from app.engine.state import Player, State, Status
from app.engine.text import ON_A_BUTTON, join_words, shorten
from app.store.errors import StoreError
from app.store.known_players import known_players
from app.store.tables.roster import (
    Change,
    RosterRow,
    acts_of,
    preview_roster,
    team_records,
    ticks_of,
)
from app.store.tables.sources import KINDS, copied_page, pasted_players, read_players
from app.store.tables.workbook import Sheet, WrittenList
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.chooser import choose_file
from app.ui.dialogs.reason import ReasonDialog
from app.ui.pages.players.actions import PlayerActs
from app.ui.pages.players.check_in.lists_dialog import ListsDialog
from app.ui.pages.players.check_in.view import CheckInView
from app.ui.pages.players.draw_actions import DrawActions
from app.ui.pages.players.entry_row import EntryRow, faction_choices, pastes_list
from app.ui.pages.players.import_dialog import ReadAgain, RosterDialog
from app.ui.pages.players.player_dialog import PlayerDialog
from app.ui.pages.players.seat_offer import SeatOffer
from app.ui.pages.players.table import PlayersTable
from app.ui.pages.players.teams.view import TeamsView
from app.ui.pages.players.whose_lists_dialog import WhoseListsDialog
from app.ui.widgets.basics import (
    button,
    label,
    make_primary,
    make_scrollable_both_ways,
    restyle,
)
from app.ui.widgets.escape import escape_mnemonic
from app.ui.widgets.fields import TabBar
from app.ui.widgets.key_names import native_keys
from app.ui.widgets.layout import STRETCH, LayoutGap, column_of, grow, place_part, row_of
from app.ui.widgets.page_stack import PageStack
from app.ui.widgets.theme import Margins, Space
from app.ui.widgets.two_lines import TwoLines
from app.views.event.players import PlayerRow, added_words, count_words, player_rows
from app.views.pages import DeskPage

if TYPE_CHECKING:
    from app.desk.replies import Reply
    from app.web.online.channel import SignUpSent

FILES = say("Lists ({kinds});;All files (*)", kinds=KINDS)
NOBODY = say(
    "No players yet. Type a name above and press Enter,\n"
    "paste a list from a spreadsheet with Ctrl+V, or import a file."
)
NO_MATCH = say("Nobody matches the search.")
NOTHING_COPIED = say("There is no text to paste. Copy the list first, then press Ctrl+V here.")
OUT_NOTE = say(
    "They lose any game in progress and are out of later rounds and all awards. Earlier games"
    " stand."
)

SEARCH = 96
"""The least width of the search field in pixels."""
ROOMY = 1100
"""The width in pixels from which on the buttons beside the fields have their usual width."""
LISTED, CHECK_IN, TEAMS = range(3)
"""The numbers of the tabs: the list of players, the same list at check-in, the teams."""


class PlayersPage(QWidget):
    """The players' page. ``mode_shown`` carries the mode that was chosen."""

    mode_shown = Signal(object)

    def __init__(self, client: DeskClient, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self._client = client
        self._rows: tuple[PlayerRow, ...] = ()
        self._seen: State | None = None  # the state that is shown
        self._fresh: tuple[int, ...] = ()
        self._fresh_teams: tuple[Team, ...] = ()
        self.counts = label("", "pill")
        self.entry = EntryRow()
        self.search = QLineEdit()
        self.acts = PlayerActs()
        self.table = PlayersTable()
        self.notice = label("", wraps=True)
        self.empty = label(native_keys(NOBODY), "empty", wraps=True)
        self.paste = button(say("&Paste list"), self._paste)
        self.import_file = button(say("&Import file…"), self._choose_file)
        self.all_here = button(say("&All here"), self._check_in_all, kind="primary")
        self._pages = QStackedWidget()
        self.places = DrawActions(lambda: client.state, self._one, self._ask, self)
        self._about: dict[int, Player | None] = {}  # as they were when the notice was shown
        self._known: tuple[Entry, ...] = ()  # the players of seasons read here
        self._come: tuple[int, ...] = ()  # players added while this page was shown
        self.seat_offer = SeatOffer(client)
        self.tabs = TabBar()
        self._lists, self._held = QStackedWidget(), (PageStack(), PageStack(), PageStack())
        self._head_acts = row_of(STRETCH, self.all_here)
        self._lay_out()
        self._wire()
        self.show_players()

    @cached_property
    def check_in(self) -> CheckInView:
        """The list at check-in, made when it is first needed."""
        made = CheckInView(self._client)
        made.players_wanted.connect(self._add_first)
        made.search.installEventFilter(self)
        self._head_acts.insertWidget(1, made.required)
        self.setTabOrder(self.tabs, made.required)
        self._held[CHECK_IN].addWidget(made)
        return made

    @cached_property
    def teams(self) -> TeamsView:
        """The teams, made at the first team event."""
        made = TeamsView(lambda: self._client.state, self._ask)
        made.search.installEventFilter(self)
        self._held[TEAMS].addWidget(made)
        return made

    def show_players(self) -> None:
        self._seen = state = self._client.state
        self._drop_old_sentence()
        self._rows = player_rows(state)
        self.counts.setText(count_words(self._rows))
        self.entry.show_known(state)
        self.entry.show_season(self._known, state)
        self.table.show_armies(armies=state.armies)
        self.acts.show_armies(armies=state.armies)
        self.table.show_rows(self._rows)
        self._show_page()
        self.seat_offer.show_unseated(self._come)
        self._name_missing()
        of_teams = is_of_teams(state)
        self.tabs.setTabVisible(TEAMS, of_teams)
        if of_teams:
            self.teams.show_teams()
        elif self.tabs.currentIndex() == TEAMS:
            self.tabs.setCurrentIndex(LISTED)
        if self._fresh and all(number in state.players for number in self._fresh):
            self.table.choose_only(self._fresh if len(self._fresh) == 1 else ())
            self.table.show_player(self._fresh[0])
            self._come = self._fresh
            self.seat_offer.show_unseated(self._come)
            self._name_missing()
            self._show_sentence(added_words(state, self._fresh))
            self._about = {number: state.players[number] for number in self._fresh}
            teams, self._fresh, self._fresh_teams = self._fresh_teams, (), ()
            for team in teams:
                self._client.ask(joined_team(state, team), insist=True)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        known = known_players()  # a season may have been read since
        if self._client.state is self._seen and known == self._known:
            self.seat_offer.show_unseated(self._come)  # shows how long they have waited
            self._name_missing()
        else:
            self._known = known
            self.show_players()
        self._begin()

    def show_mode(self, page: DeskPage) -> None:
        """Show the list at check-in or the list of players. If the list of players is wanted while
        the tab of the teams is open, that tab stays.
        """
        if page is DeskPage.CHECK_IN:
            self.tabs.setCurrentIndex(CHECK_IN)
        elif self.tabs.currentIndex() == CHECK_IN:
            self.tabs.setCurrentIndex(LISTED)

    def _turn(self, tab: int) -> None:
        """Show a tab. The search and the chosen players are carried over between the list of
        players and the list at check-in.
        """
        if tab == CHECK_IN:
            self.check_in.search.setText(self.search.text())
            self.check_in.choose_players([row.number for row in self.table.chosen_rows])
            self.check_in.required.show()
        elif self._lists.currentIndex() == CHECK_IN:
            self.search.setText(self.check_in.search.text())
            self.table.choose_only([row.number for row in self.check_in.table.chosen_rows])
            self.check_in.required.hide()
        self.counts.setVisible(tab != CHECK_IN)
        self._lists.setCurrentIndex(tab)
        self.tabs.updateGeometry()  # the shown tab's name is wider
        self._show_sentence("")
        self.mode_shown.emit(DeskPage.CHECK_IN if tab == CHECK_IN else DeskPage.PLAYERS)

    def _begin(self) -> None:
        """Move the focus to the field for a name or a code."""
        if self.tabs.currentIndex() == LISTED:
            self.entry.name.setFocus()
        elif self.tabs.currentIndex() == CHECK_IN:
            self.check_in.search.setFocus()

    def _add_first(self) -> None:
        self.tabs.setCurrentIndex(LISTED)
        self._begin()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._come = ()

    def _changed(self) -> None:
        """Show the players if the page is visible; a hidden page catches up when it is shown."""
        if self.isVisible():
            self.show_players()

    def _show_page(self) -> None:
        self.empty.setText(NO_MATCH if self._rows else native_keys(NOBODY))
        self._pages.setCurrentIndex(0 if self.table.held.rows else 1)
        for part in (self.search, self.acts):
            part.setVisible(bool(self._rows))
        self.acts.show_chosen(self.table.chosen_rows)

    def find_player(self, player: int) -> None:
        """Choose a player in the list that is shown."""
        if self.tabs.currentIndex() == TEAMS:
            self.teams.find_player(player)
            return
        if self.tabs.currentIndex() == CHECK_IN:
            self.check_in.find_player(player)
            return
        self.search.clear()
        self.table.choose_only([player])
        self.table.setFocus()

    def _search(self, text: str) -> None:
        self.table.show_matching(text)
        self._show_page()

    def _show_more(self, sentence: str, before: State) -> None:
        """Show a sentence about an act. Note which players have changed since the state ``before``:
        the sentence stays until a later act changes one of them again.
        """
        self._show_sentence(sentence)
        players, now = before.players, self._client.state.players
        self._about = {
            number: now.get(number)
            for number in {*players, *now}
            if players.get(number) != now.get(number)
        }

    def _drop_old_sentence(self) -> None:
        players = self._client.state.players
        is_changed = any(players.get(n) != player for n, player in self._about.items())
        if is_changed:
            self._show_sentence("")

    def _show_sentence(self, sentence: str, *, doubt: bool = False) -> None:
        self._about = {}
        self.notice.setText(sentence)
        self.notice.setVisible(bool(sentence))
        restyle(self.notice, "tone", "doubt" if doubt else "done")

    def add_from_text(self, text: str, source: str = say("pasted")) -> None:
        """Show the rows of a list. The organizer chooses which of the players to add."""
        if not text.strip():
            self._show_sentence(native_keys(NOTHING_COPIED), doubt=True)
            return
        try:
            sheets = pasted_players(text)
        except StoreError as error:
            self._show_sentence(str(error), doubt=True)
        else:
            self._add_from(sheets, source)

    def add_from_file(self, path: Path) -> None:
        try:
            sheets = read_players(path)
        except StoreError as error:
            self._show_sentence(str(error), doubt=True)
        else:
            source = say("in {path}", path=path.name)
            self._add_from(sheets, source, partial(read_players, path))

    def take_sign_ups(self, sign_ups: "Sequence[SignUpSent]") -> None:
        """Show who has signed up at the server and what has changed since then. The organizer
        chooses whom to add, with lists and fees.
        """
        from app.web.online.fetched import sheet_of

        if all(each.out for each in sign_ups):
            self._show_sentence(say("Nobody has signed up yet."))
            return
        source = say("from the server")
        self._add_from((sheet_of(sign_ups),), source, then=partial(self._take_online, sign_ups))

    def _take_online(self, sign_ups: "Sequence[SignUpSent]") -> None:
        """Add the lists and fees of those sign-ups whose players are in the event."""
        from app.web.online.fetched import acts_beside, lists_elsewhere

        state = self._client.state
        for act in acts_beside(sign_ups, state):
            self._client.ask(act)
        if names := lists_elsewhere(sign_ups, state):
            sentence = say(
                "For {names} the server has different lists from this laptop. The ones here stay.",
                names=join_words(names),
            )
            self._show_sentence(" ".join(filter(None, (self.notice.text(), sentence))))

    def _add_from(
        self,
        sheets: Sequence[Sheet],
        source: str,
        read_again: ReadAgain | None = None,
        then: Callable[[], None] | None = None,
    ) -> None:
        state = self._client.state
        lists = [each for sheet in sheets for each in sheet.lists]
        then = then or partial(self._take_lists, lists)
        rows: tuple[RosterRow, ...] = ()
        if any(preview_roster(sheet.rows, state).rows for sheet in sheets):
            chosen = RosterDialog.ask(sheets, source, state, self, read_again)
            if chosen is None:
                return
            rows = chosen
        elif not lists:
            self._show_sentence(say("The list has a heading and no players."), doubt=True)
            return
        edit, add = acts_of(rows)
        if edit:
            self._ask(edit, then=None if add else then)
        if add:
            fresh = tuple(row for row in rows if row.change is Change.ADDS)
            self._add(add.entries, fresh, then=then)
        if not edit and not add:
            then()

    def _take_lists(self, lists: Sequence[WrittenList]) -> None:
        """Show the lists from a web page beside the lists that the player already has. If the page
        names no player, ask the organizer whose lists they are.
        """
        if not lists:
            return
        state = self._client.state
        numbers = {
            player.entry.sign_up: number
            for number, player in state.players.items()
            if player.entry.sign_up
        }
        number = numbers.get(lists[0].owner) or WhoseListsDialog.ask(state, lists, self)
        if number:
            self._enter_lists(number, lists)

    def _add(
        self,
        entries: tuple[Entry, ...],
        rows: tuple[RosterRow, ...] = (),
        *,
        typed: bool = False,
        then: Callable[[], None] | None = None,
    ) -> None:
        """Add players. ``rows`` are the players' rows in a list, which may also name their teams.
        ``then`` is called once the players are in the event.
        """

        def added(reply: "Reply") -> None:
            if isinstance(reply, Refused):
                back = typed and self.entry.give_back(entries[0])
                sentences = [reply.sentence]
                if typed and not back:
                    sentences.insert(0, say("{name} was not added.", name=entries[0].name))
                self._show_sentence(" ".join(sentences), doubt=True)
                return
            events = [record.event for record in reply if isinstance(record.event, PlayersAdded)]
            self._fresh = tuple(
                number for players_added in events for number, _entry in players_added.players
            )
            self._fresh_teams = team_records(rows, self._fresh) if rows else ()
            for ticks in ticks_of(rows, self._fresh) if rows else ():
                self._client.ask(ticks)
            self.search.clear()
            self.show_players()
            if then is not None:
                then()

        self._client.ask(AddPlayers(entries), then=added)

    def _paste(self) -> None:
        """Read the clipboard. If it holds a page of the sign-up site, also read the page's hidden
        data.
        """
        copied = QApplication.clipboard().mimeData()
        page = copied_page(copied.html() if copied.hasHtml() else "")
        if page:
            self._add_from(page, say("pasted"))
        else:
            self.add_from_text(QApplication.clipboard().text())

    def _choose_file(self) -> None:
        if chosen := choose_file(self, say("Import a list of players"), "", FILES):
            self.add_from_file(chosen)

    def _ask(
        self,
        command: Command,
        more: str = "",
        *,
        insist: bool = False,
        then: Callable[[], None] | None = None,
    ) -> None:
        """Send a command. Once it is done, show the sentence ``more`` and call ``then``."""
        before = self._client.state

        def show_reply(reply: "Reply") -> None:
            if not isinstance(reply, Refused):
                self._show_more(more, before)
                if then is not None:
                    then()
            elif reply.insistable:
                self._client.doubted.emit(command, reply, show_reply)
            else:
                self._show_sentence(reply.sentence, doubt=True)

        self._client.ask(command, then=show_reply, insist=insist)

    def _one(self) -> PlayerRow | None:
        chosen = self.table.chosen_rows
        return chosen[0] if len(chosen) == 1 else None

    def _name_missing(self) -> None:
        """Set the text of the button that checks in all missing players. If only one is missing,
        the text is that player's name.
        """
        missing = [row.name for row in self._rows if row.status is Status.REGISTERED]
        self.all_here.setEnabled(bool(missing))
        words = say("&All here")
        if len(missing) == 1:
            words = say("{name} is here", name=escape_mnemonic(shorten(missing[0], ON_A_BUTTON)))
        self.all_here.setText(words)
        seats = not self.seat_offer.isHidden()  # a single press, which also checks in
        make_primary(self.all_here if missing and not seats else None, self.all_here)

    def _check_in_all(self) -> None:
        numbers = tuple(row.number for row in self._rows if row.status is Status.REGISTERED)
        self._ask(CheckIn(numbers))

    def _toggle(self) -> None:
        """Check in those chosen players who are not here yet. If all of them are here, undo their
        check-in.
        """
        inside = [row for row in self.table.chosen_rows if not row.out]
        awaited = [row for row in inside if row.status is Status.REGISTERED]
        chosen = awaited or inside
        if not chosen:
            return
        self._ask(CheckIn(tuple(row.number for row in chosen), present=bool(awaited)))

    def _edit(self) -> None:
        row = self._one()
        state = self._client.state
        armies = armies_of(factions_of(state.packet))
        entry = (
            PlayerDialog.ask(
                row.player, faction_choices(state), armies, self, with_armies=state.armies
            )
            if row
            else None
        )
        if row and entry:
            self._ask(EditPlayer(row.number, entry))

    def _enter_list(self) -> None:
        if row := self._one():
            self._enter_lists(row.number)

    def _enter_lists(self, number: int, lists: Sequence[WrittenList] = ()) -> None:
        state = self._client.state
        if entered := ListsDialog.ask(state, number, self, lists):
            self._ask(entered[0], insist=entered[1])

    def _warn(self) -> None:
        row = self._one()
        if row is None:
            return
        note = say("The warning is recorded with the round and its reason.")
        reason = ReasonDialog.ask(say("Warn"), row.player.entry.name, note, parent=self)
        if reason:
            self._ask(WarnPlayer(row.number, reason))

    def _drop(self) -> None:
        if row := self._one():
            self._ask(DropPlayer(row.number))

    def _readmit(self) -> None:
        if row := self._one():
            self._ask(ReadmitPlayer(row.number))

    def _disqualify(self) -> None:
        """Disqualify the chosen player. The dialog names the consequences, so that the desk need
        not ask again.
        """
        row = self._one()
        if row is None:
            return
        reason = ReasonDialog.ask(
            say("Disqualify"), row.player.entry.name, OUT_NOTE, danger=True, parent=self
        )
        if reason:
            self._ask(DisqualifyPlayer(row.number, reason), insist=True)

    def _wire(self) -> None:
        self.tabs.currentChanged.connect(self._turn)
        self.tabs.tabBarClicked.connect(self._pressed)
        self.search.textChanged.connect(self._search)
        self.entry.entered.connect(lambda entry: self._add((entry,), typed=True))
        self.entry.name.list_pasted.connect(self.add_from_text)
        self.table.chosen.connect(lambda: self.acts.show_chosen(self.table.chosen_rows))
        for source in (self.table, self.acts):
            source.edit_wanted.connect(self._edit)
            source.toggle_wanted.connect(self._toggle)
        self.acts.list_wanted.connect(self._enter_list)
        self.acts.warn_wanted.connect(self._warn)
        self.acts.drop_wanted.connect(self._drop)
        self.acts.readmit_wanted.connect(self._readmit)
        self.acts.disqualify_wanted.connect(self._disqualify)
        self.acts.offer_at(self.table)
        self.acts.show_menu(self.places.menu)
        self.search.installEventFilter(self)
        keys = QKeySequence.StandardKey
        for key, act in ((keys.Paste, self._paste), ("Ctrl+Shift+F", self._begin_search)):
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(act)
        self._client.more_changed.connect(self._changed)

    def _lay_out(self) -> None:
        self.notice.setObjectName("deskMessage")
        self.notice.hide()
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.search.setPlaceholderText(say("Search"))
        self.search.setAccessibleName(say("Search players"))
        self.search.setClearButtonEnabled(True)
        self.search.setMinimumWidth(SEARCH)
        self.search.setMaximumWidth(360)
        for way_in in (self.paste, self.import_file):
            way_in.setProperty("narrow", True)
        self._pages.addWidget(self.table)
        self._pages.addWidget(self.empty)
        listed = QWidget()
        column_of(
            row_of(grow(self.entry), self.paste, self.import_file),
            row_of(grow(self.search), STRETCH, self.acts),
            grow(self._pages),
            on=listed,
            gap=Space.S,
        )
        self.tabs.addTab(say("Pla&yers"))
        self.tabs.addTab(say("Check-i&n"))
        self.tabs.addTab(say("Team&s"))
        self.tabs.setDrawBase(False)
        self.tabs.setUsesScrollButtons(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideNone)
        self._held[LISTED].addWidget(listed)
        for place in self._held:
            self._lists.addWidget(make_scrollable_both_ways(place))
        column_of(
            TwoLines(
                row_of(
                    self.tabs,
                    LayoutGap(Space.XS),
                    place_part(self.counts, Qt.AlignmentFlag.AlignVCenter),
                    STRETCH,
                ),
                self._head_acts,
            ),
            grow(self._lists),
            self.seat_offer,
            self.notice,
            on=self,
            gap=Space.S,
            margins=Margins(Space.L, Space.S, Space.L, Space.S),
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = "true" if event.size().width() < ROOMY else "false"
        for part in self.findChildren(QPushButton):
            if part.property("narrow") is not None:
                restyle(part, "narrow", narrow)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Import a list of players that is pasted into a search field."""
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        pasted = pastes_list(event)
        if pasted:
            self._paste()
        return pasted

    def _pressed(self, tab: int) -> None:
        """Move the focus to the list whose tab was clicked. Arrow keys on the tabs leave the focus
        on the tabs.
        """
        if tab >= 0:
            self.tabs.setCurrentIndex(tab)
            self._begin()

    def _begin_search(self) -> None:
        tab = self.tabs.currentIndex()
        if tab == CHECK_IN:
            self.check_in.search.setFocus()
        elif tab == TEAMS:
            self.teams.search.setFocus()
        else:
            self.search.setFocus()
