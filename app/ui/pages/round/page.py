"""The round page: from the draw to the last result, always with the next step."""

import secrets
from collections.abc import Sequence
from functools import cached_property, partial
from operator import is_not
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QWidget

from app.engine.acts.commands import Command, Refused
from app.engine.acts.results import ReportResult, Result
from app.engine.acts.room import ActAtTables, RoomAct
from app.engine.acts.rounds import (
    CallDiceDown,
    ChooseScenario,
    FinishRound,
    PublishRound,
    StartRound,
)
from app.engine.draw.graph import FULL_PLAYERS
from app.engine.language import say, template
from app.engine.rounds.club_mates import club_mates
from app.engine.rounds.correction import is_correction
from app.engine.rounds.edit import arrangement
from app.engine.rounds.field import missing_results
from app.engine.rounds.match_ups import match_ups
from app.engine.rounds.outlook import make_outlook
from app.engine.side import Side
from app.engine.standings.same_results import same_results
from app.engine.state import Round, Stage, State
from app.ui.clients.desk import DeskClient
from app.ui.clients.tablets import Stage as Tablets
from app.ui.clients.worker import DrawAnswers
from app.ui.dialogs.photos_dialog import PhotosDialog
from app.ui.dialogs.scenario_layout import lay_out_scenario
from app.ui.pages.players.check_in.lists_dialog import ListsDialog
from app.ui.pages.round.before_draw import NextDrawCard, absent_words, here_words, title_words
from app.ui.pages.round.draw.actions import LARGEST_SEED, DrawDesk
from app.ui.pages.round.draw.review import DrawReview
from app.ui.pages.round.header import RoundHeader
from app.ui.pages.round.live.cards_dialog import CardsDialog
from app.ui.pages.round.live.clock_presses_dialog import SwitchesDialog
from app.ui.pages.round.live.panel import LiveRound
from app.ui.pages.round.live.table_dialog import TableDialog
from app.ui.pages.round.live.timeline_dialog import TimelineDialog
from app.ui.pages.round.match_ups_dialog import MatchUpsDialog
from app.ui.pages.round.played_lists_dialog import PlayedListsDialog
from app.ui.pages.round.results_entry import ResultsDesk
from app.ui.pages.round.round_time_dialog import RoundTimeDialog
from app.ui.pages.round.scenario_dialog import ScenarioDialog
from app.ui.pages.tablets.let_in_dialog import show_table_code
from app.ui.pages.terrain.actions import set_terrain
from app.ui.pages.terrain.all_tables_dialog import TerrainTablesDialog
from app.ui.table.sheets.losses import LossesSheet
from app.ui.table.sheets.scoring import ScoringPad
from app.ui.widgets.basics import (
    has_keyboard,
    label,
    make_scrollable_both_ways,
)
from app.ui.widgets.fields import is_digit
from app.ui.widgets.key_names import REPORT_KEYS
from app.ui.widgets.layout import column_of, grow, set_room
from app.ui.widgets.page_stack import PageStack
from app.ui.widgets.theme import Margins, Space
from app.views.event.finding import Find, finds
from app.views.round.draw_review import NO_NOTES, DrawNotes, draw_notes, review_basis
from app.views.round.hall import acted_words
from app.views.round.live import LOOKED_AT_ONCE
from app.views.round.notices import notices_before, notices_of, notices_under_way
from app.views.round.result_entry import report_sheets
from app.views.round.round import (
    bye_words,
    expected_round_end,
    has_dice_down,
    next_draw,
    review,
)
from app.views.teams.matches import describe_outlook, effect_words

if TYPE_CHECKING:
    from app.desk.replies import Reply


def _can_join(client: DeskClient) -> bool:
    return client.tablets is not None and client.tablets.picture.stage is Tablets.ON


ASKED = template("The players are asked who goes first. Each clock starts with their answer.")
NOBODY_ASKS = say(
    "No tablet or chess clock is connected. Open a table’s window to start its clock, or let"
    " players use their own."
)


def _draw_of(round_: Round) -> tuple[int, int]:
    return round_.number, round_.attempt


def _ahead_words(state: State) -> str:
    ahead = make_outlook(state)
    later = " ".join(ahead.sentences[1:]) if ahead else ""  # what is out is below
    return later or describe_outlook(state)


ROOMY = 520
"""The least height of the page, in pixels, that has room for the line about later rounds."""
LOW = 430
"""The height of the page, in pixels, below which the byes have no line of their own, because that
line would take the room of a table's row.
"""
REVIEWED = frozenset({Stage.DRAWN, Stage.PUBLISHED})


class RoundPage(QWidget):
    """The round page. ``open_table`` carries the number of the game whose table window is to be
    opened.
    """

    open_table = Signal(int)
    standings_wanted = Signal()
    wall_wanted = Signal()
    players_wanted = Signal()
    setting_wanted = Signal(str)  # the key of a setting of the event

    def __init__(self, client: DeskClient, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self._client = client
        self._chosen = 0  # the round the EO looks back at; 0 follows the latest
        self._reviewed: tuple[object, ...] = ()  # the data of the review that is shown
        self._headed: tuple[State | None, Round | None] = (None, None)  # the header fits both
        self._behind = False
        self._notes = DrawAnswers(self)  # for a draw too large to be checked in one go
        self._notes.answered.connect(lambda answer: self._show_notes(*answer))
        self._noted: tuple[tuple[int, int], DrawNotes] = ((0, 0), NO_NOTES)
        self._ahead = DrawAnswers(self)  # on what comes after a large round
        self._ahead.answered.connect(self._show_ahead)
        self.header = RoundHeader()
        self.live = LiveRound(client.now_ms)
        if client.tablets is not None:
            self.live.is_awaited = client.tablets.is_awaited
            client.tablets.changed.connect(self.live.show_tablets)
            self.live.board.away = client.tablets.out_of_touch
            self.live.panel.has_code = lambda: _can_join(client)
            self.live.code_wanted.connect(self._show_code)
        self.live.firsts = self.live.hall.firsts = self._firsts
        self.desk = ResultsDesk()
        self._sheets = QTimer(self, singleShot=True, interval=0)  # of a large round, by themselves
        self.desk.look_for, self.desk.effect = self._finds, self._effect
        self.draws = DrawDesk(client, self)
        self.notice = label("", "notice", wraps=True)
        self.byes = label("", "muted", wraps=True)
        self._pages = PageStack()
        self._pages.addWidget(self.live)
        self.live.show_board(board=client.as_board)
        self.live.board_chosen.connect(client.keep_board)
        self._lay_out()
        self.setFocusProxy(self.header.next)
        self._wire()
        self._show()

    def _lay_out(self) -> None:
        """Keep the next step and the fields for results visible, however little room there is. The
        parts between the two scroll.
        """
        between = QWidget()
        column_of(
            grow(self._pages),
            self.notice,
            self.byes,
            on=between,
        )
        self._parts = column_of(
            self.header,
            grow(make_scrollable_both_ways(PageStack(between))),
            self.desk,
            on=self,
            margins=Margins(Space.L, Space.S, Space.L, Space.S),
        )

    def _wire(self) -> None:
        self._client.changed.connect(self._changed)
        self.header.next_step.connect(self._next_step)
        self.header.other_step.connect(self._other_step)
        self.header.round_chosen.connect(self.show_round)
        self.header.secret_wanted.connect(
            lambda: RoundTimeDialog.show_for(self._client, self._round, self)
        )
        self.header.print_wanted.connect(self._print)
        self.header.wall_wanted.connect(self.wall_wanted)
        self.header.match_ups_wanted.connect(lambda: MatchUpsDialog.show_for(self._client, self))
        self.draws.busy_changed.connect(lambda: self._show_steps(self._round))
        self.live.terrain_wanted.connect(self._set_terrain)
        self.live.scenario_wanted.connect(
            lambda: ScenarioDialog.show_for(self._client, self._round, self)
        )
        self.live.requested.connect(self._ask)
        self.live.print_terrain.connect(self._print_terrain)
        self.live.open_table.connect(self.open_table)
        self.live.report_wanted.connect(self.desk.choose)
        self.live.losses_wanted.connect(lambda game: self._enter(game, LossesSheet))
        self.live.scoring_wanted.connect(lambda game: self._enter(game, ScoringPad))
        self.live.lists_wanted.connect(self._record_lists)
        self.live.army_lists_wanted.connect(self._enter_lists)
        self.live.cards_wanted.connect(lambda game: CardsDialog.show_for(self._client, game, self))
        self.live.switches_wanted.connect(
            lambda game: SwitchesDialog.show_for(self._client, game, self)
        )
        self.live.timeline_wanted.connect(
            lambda game: TimelineDialog.show_for(self._client, game, self)
        )
        for part in (self.live, self.desk):
            part.photos_wanted.connect(lambda game: PhotosDialog.show_for(self._client, game, self))
        self.live.ticked.connect(self._show_times)
        self._sheets.timeout.connect(self._show_sheets)
        self.desk.reported.connect(self._report)
        self.desk.looked_up.connect(self.live.choose)
        for keys in REPORT_KEYS:
            QShortcut(QKeySequence(keys), self).activated.connect(self.enter_result)

    @cached_property
    def next_draw(self) -> NextDrawCard:
        """The card before round 1 is drawn, made when it is first shown."""
        card = NextDrawCard()
        card.players_wanted.connect(self.players_wanted)
        card.plan_wanted.connect(self.draws.change_plan)
        card.rounds_wanted.connect(lambda: self.setting_wanted.emit("rounds"))
        card.clubs_answered.connect(self.draws.keep_clubs_apart)
        self._pages.addWidget(card)
        return card

    @cached_property
    def review(self) -> DrawReview:
        """The review of a draw, made when a draw is first shown."""
        review = DrawReview()
        review.requested.connect(self._client.ask)
        review.scenario_chosen.connect(lambda scenario: self._client.ask(ChooseScenario(scenario)))
        review.layout_wanted.connect(self._draw_layout)
        review.terrain_wanted.connect(self._set_terrain)
        review.all_terrain_wanted.connect(self._set_all_terrain)
        review.acts.lock_wanted.connect(lambda: self.draws.lock(review))
        review.acts.forbid_wanted.connect(lambda: self.draws.forbid(review))
        review.acts.plan_wanted.connect(self.draws.change_plan)
        self._pages.addWidget(review)
        return review

    def enter_result(self) -> None:
        """Move the focus to the fields for a result."""
        self.desk.begin()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Begin a result when a digit is pressed that no other widget here uses. The digit is part
        of a table's number.
        """
        begins = self.desk.isVisible() and not has_keyboard(self.desk)
        if begins and is_digit(event):
            self.desk.begin_with(event)
        else:
            super().keyPressEvent(event)

    def _show_code(self, table: int) -> None:
        tablets = self._client.tablets
        fault = show_table_code(tablets, table, self) if tablets is not None else ""
        if fault:
            self._client.refused.emit(fault)

    def _enter(self, game: int, sheet: type[ScoringPad] | type[LossesSheet]) -> None:
        TableDialog.show_for(self._client, game, sheet, self)

    @property
    def _state(self) -> State:
        return self._client.state

    @property
    def _round(self) -> Round | None:
        """The round that is shown."""
        return self._state.round(self._chosen) or self._state.latest

    def show_round(self, number: int) -> None:
        """Show a round; 0 follows the latest."""
        self._chosen = number
        self._show()

    def find_game(self, game: int) -> None:
        """Choose the table of a game in the list and move the focus to it."""
        self.show_round(0)
        shown = self._pages.currentWidget()
        if shown is self.live:
            self.live.choose(game)
            self.live.tables.setFocus()
        elif isinstance(shown, DrawReview):
            shown.table.choose(tuple(self._state.games[game].players))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._behind:
            self._show()

    def _changed(self) -> None:
        """Show the round if the page is visible; a hidden page catches up when it is shown."""
        if self.isVisible():
            self._show()
        else:
            self._behind = True

    def _show(self) -> None:
        state, round_ = self._state, self._round
        self._behind = False
        headed, heading = self._headed
        self._headed = (state, round_)
        if headed is None or round_ is not heading or not same_results(headed, state):
            self.header.show_rounds(state.rounds, round_.number if round_ else 0)
            self.header.show_round(round_, round_.number if round_ else 1)
            settles = round_ is state.latest and bool(match_ups(state))
            self.header.offer(self.header.match_ups, offered=settles)
            self.header.show_times(None, None, 0)  # no moment with all there is side by side
            self._show_steps(round_)
            self._show_times()
        if round_ is None:
            self.next_draw.show_next(next_draw(state), club_mates(state))
            self._turn_to(self.next_draw)
        elif round_.stage in REVIEWED:
            self._show_review(state, round_)
            self._turn_to(self.review)
        else:
            self.live.show_round(state, round_)
            if len(round_.games) > LOOKED_AT_ONCE and self.desk.shows(round_.games):
                self._sheets.start()
            else:
                self._show_sheets()
            self.byes.setText(bye_words(state, round_))
            self._turn_to(self.live)

    def _show_sheets(self) -> None:
        if self._round is not None:
            self.desk.show_sheets(report_sheets(self._state, self._round))

    def _show_review(self, state: State, round_: Round) -> None:
        """Show the review of a draw. The review is made again only if something in it has changed,
        because making it takes long for many players.
        """
        made_of = (round_, *review_basis(state))
        if len(made_of) != len(self._reviewed) or any(map(is_not, made_of, self._reviewed)):
            self._reviewed = made_of
            if 2 * len(round_.games) > FULL_PLAYERS:
                known = self._noted[1] if self._noted[0] == _draw_of(round_) else NO_NOTES
                self._show_notes(state, round_, known)
                self._notes.ask(lambda: iter([(state, round_, draw_notes(state, round_))]))
            else:
                self._notes.give_up()
                self._show_notes(state, round_, draw_notes(state, round_))
        ruled = state.packet is not None and state.packet.terrain is not None
        self.review.show_terrain(possible=ruled)

    def _show_notes(self, state: State, round_: Round, notes: DrawNotes) -> None:
        self._noted = (_draw_of(round_), notes)
        seen = review(state, round_, notes.flags, notes.teams)
        self.review.show_review(seen, arrangement(state, round_), notes)

    def _turn_to(self, page: QWidget) -> None:
        self._pages.setCurrentWidget(page)
        self.desk.setVisible(page is self.live)
        self._make_room()

    def _show_steps(self, round_: Round | None) -> None:
        coming = next_draw(self._state)
        notice = coming_words = ""
        latest = self._state.latest
        self._ahead.give_up()
        if self.draws.busy:
            cancel = say("&Cancel") if self.draws.can_cancel else ""
            self.header.show_steps(say("Drawing…"), cancel, enabled=False)
            notice = self.draws.progress
        elif round_ is None:
            self.header.show_steps(say("&Draw round 1"), enabled=coming.possible)
        elif round_ is not latest:
            self.header.show_steps(
                "", say("&Back to round {latest}", latest=latest.number if latest else 1)
            )
        elif round_.stage is Stage.DRAWN:
            self.header.show_steps(
                say("&Publish round {round}", round=round_.number), say("Draw &again")
            )
        elif round_.stage is Stage.PUBLISHED:
            self.header.show_steps(
                say("&Start round {round}", round=round_.number), say("Draw &again")
            )
        elif round_.stage is Stage.STARTED:
            down = say("Call &dice down") if has_dice_down(round_) else ""
            self.header.show_steps(
                say("Fi&nish round {round}", round=round_.number),
                down,
                quiet=bool(missing_results(self._state, round_)),
            )
            under_way = notices_under_way(self._state, round_)
            coming_words = self._find_ahead(self._state, round_)
            notice = " ".join(under_way)
        elif coming.decided:
            notice = f"{title_words(coming)}."
            anyway = "" if coming.over else say("&Draw round {coming} anyway", coming=coming.number)
            self.header.show_steps(say("See the stand&ings"), anyway)
        else:
            notice = " ".join(
                (f"{title_words(coming)}.", here_words(coming), absent_words(coming))
            ).strip()
            self.header.show_steps(
                say("&Draw round {coming}", coming=coming.number), enabled=coming.possible
            )
        if self.draws.can_cancel:
            pass  # its progress is shown every second
        elif round_ is not None and round_.stage in REVIEWED:
            notice = " ".join(notices_of(self._state, round_))
        elif round_ is latest and (round_ is None or round_.stage is Stage.FINISHED):
            notice = " ".join((notice, *notices_before(self._state, coming.number))).strip()
        self._show_ahead(coming_words)
        self.notice.setText(notice)
        self.notice.setVisible(bool(notice))

    def _find_ahead(self, state: State, round_: Round) -> str:
        """Return a text on what comes after this round. For a large round, return the present text
        and show the new one a moment later, because all standings have to be counted for it.
        """
        if len(round_.games) <= LOOKED_AT_ONCE:
            return _ahead_words(state)
        self._ahead.ask(lambda: iter([_ahead_words(state)]))
        return self.desk.ahead.text()

    def _show_ahead(self, words: str) -> None:
        self.desk.ahead.setText(words)
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Show the text on what comes after this round if the page is high enough. On a low page,
        show the byes in the line of missing results.
        """
        self.desk.ahead.setVisible(bool(self.desk.ahead.text()) and self.height() >= ROOMY)
        byes, low = self.byes.text(), self.height() < LOW
        live = self._pages.currentWidget() is self.live
        self.byes.setVisible(live and bool(byes) and not low)
        self.desk.show_beside(byes if low else "")
        edge = Space.XS if low else Space.S
        around = Margins(Space.L, edge, Space.L, edge)
        set_room(self._parts, Space.XXS if low else Space.S, around)
        self.desk.show_closer(closer=low)

    def _show_times(self) -> None:
        round_ = self._round
        started = round_ is not None and round_.stage is Stage.STARTED
        secret = started and round_ is not None and has_dice_down(round_)
        self.header.offer(self.header.secret, offered=secret)
        if round_ is None or not started:
            self.header.show_times(None, None, 0)
        elif round_.length_ms:
            self.header.show_round_clock(round_, self._client.now_ms(), self._state.shown_ms)
        else:
            end_ms = expected_round_end(self._state, round_)
            now_ms, time_of = self._client.now_ms(), self._state.shown_ms
            self.header.show_times(round_.started_ms, end_ms, now_ms, time_of)

    def take_step(self) -> None:
        """Take the round's next step if it is due."""
        if self.header.next.property("kind") == "primary":
            self.header.next.click()

    def _next_step(self) -> None:
        round_ = self._round
        stage = round_.stage if round_ else None
        if stage is Stage.DRAWN:
            self._client.ask(PublishRound())
        elif stage is Stage.PUBLISHED:
            self._client.ask(StartRound(secrets.randbelow(LARGEST_SEED)))
        elif stage is Stage.STARTED:
            self._client.ask(FinishRound())
        elif next_draw(self._state).decided:
            self.standings_wanted.emit()
        else:
            self._draw()

    def _record_lists(self) -> None:
        if self._round is not None:
            PlayedListsDialog.show_for(self._client, self._round.number, self)

    def _enter_lists(self, player: int) -> None:
        if entered := ListsDialog.ask(self._state, player, self):
            self._client.ask(entered[0], insist=entered[1])

    def _draw_layout(self) -> None:
        """Ask where the elements of the round's scenario stand. Use the answer in this event and in
        this round.
        """
        round_ = self._round
        if round_ is not None and lay_out_scenario(self._client, round_.scenario, self):
            self._client.ask(ChooseScenario(round_.scenario), insist=True)

    def _set_terrain(self, table: int) -> None:
        if self._round is not None:
            set_terrain(self._client, self._round, table, self)

    def _ask(self, command: Command) -> None:
        """Send a command. If it is an act at many tables, show which tables were left out, because
        that is easily missed.
        """
        if not isinstance(command, ActAtTables):
            self._client.ask(command)
        elif command.act is RoomAct.START and not command.firsts:
            self._client.noted.emit(str(ASKED) if self._has_devices else NOBODY_ASKS)
        else:
            self._client.ask(command, then=partial(self._acted, self._state, command))

    @property
    def _has_devices(self) -> bool:
        """Tell whether players can be asked at their tables: a tablet can join, or a chess clock is
        bound to a table.
        """
        clocks = self._client.clocks.picture.clocks if self._client.clocks else ()
        return _can_join(self._client) or any(clock.seat is not None for clock in clocks)

    def _firsts(self) -> dict[int, Side]:
        """Return who goes first, by table, at tables where a plunger of the chess clock was
        pressed.
        """
        clocks = self._client.clocks.picture.clocks if self._client.clocks else ()
        return {
            clock.seat.table: clock.first
            for clock in clocks
            if clock.seat is not None and clock.first is not None
        }

    def _acted(self, before: State, command: ActAtTables, reply: "Reply") -> None:
        if isinstance(reply, Refused):
            self._client.refused.emit(reply.sentence)
        else:
            words = acted_words(before, command, [record.event for record in reply])
            self._client.described.emit(words)

    def _print(self, sheet: str = "pairings", tables: tuple[int, ...] | None = None) -> None:
        from app.ui.printing.dialog import PrintDialog  # loads the system's printing

        number = self._round.number if self._round else 0
        PrintDialog.show_for(self._client, sheet, self, round_number=number, tables=tables)

    def _print_terrain(self, tables: tuple[int, ...]) -> None:
        self._print("terrain", tables)

    def _set_all_terrain(self) -> None:
        if self._round is not None:
            TerrainTablesDialog.show_for(self._client, self._round.number, self)

    def _other_step(self) -> None:
        round_ = self._round
        if self.draws.busy:
            self.draws.cancel()
        elif round_ is not self._state.latest:
            self.show_round(0)
        elif round_ is not None and round_.stage is Stage.STARTED:
            self._client.ask(CallDiceDown())
        elif round_ is not None and round_.stage in REVIEWED:
            self.draws.draw_again(round_)
        else:
            self._draw()

    def _draw(self) -> None:
        self._chosen = 0
        self.draws.draw()

    def _finds(self, typed: str) -> Sequence[Find]:
        return finds(self._client.state, typed)

    def _effect(self, game: int, result: Result) -> str:
        return effect_words(self._state, self._state.games[game], result)

    def _report(self, command: ReportResult, insist: bool) -> None:
        if not insist and not self.draws.may_correct(command):
            return
        effect = self._effect(command.game, command.result)
        sheet = self.desk.show_sent(command.game)
        insist = insist or is_correction(self._state, self._state.games[command.game])
        then = partial(self.desk.show_answer, sheet, command.result, effect)
        self._client.ask(command, then=then, insist=insist)
