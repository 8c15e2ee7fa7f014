"""The sheets on the halves of a table's window. Either a player opens a sheet, or the state of the
game does.
"""

from collections.abc import Callable
from enum import Enum
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.engine import wording
from app.engine.acts.players import ChooseList
from app.engine.acts.table import ChooseSpells, Question, TableCommand
from app.engine.players.list_choice import lists_words
from app.engine.side import Side
from app.engine.table.game import Game
from app.engine.table.racks import racks_lines
from app.ui.table.racks_dialog import RacksDialog
from app.ui.table.sheets.after import ResultSheet, TallySheet
from app.ui.table.sheets.base import Sheet
from app.ui.table.sheets.before import (
    STARTS,
    ListSheet,
    ObjectiveSheet,
    StartSheet,
    objective_words,
    spells_words,
)
from app.ui.table.sheets.briefing import BriefingSheet
from app.ui.table.sheets.brought import BroughtSheet
from app.ui.table.sheets.cards import ReinforcementsSheet, SpecialistsSheet
from app.ui.table.sheets.losses import LossesSheet
from app.ui.table.sheets.questions import ClaimSheet, QuestionSheet
from app.ui.table.sheets.scoring import ScoringPad
from app.ui.table.sheets.turn_pad import TurnPad
from app.views.table.scoring_pad import pad, pad_steps
from app.views.table.table import TableView
from app.views.table.turn_pad import (
    Draft,
    choose_step,
    comes_before_tap,
    due_step,
    go_on,
    told_beside,
)


class Kind(Enum):
    LISTS = "lists"
    SPECIALISTS = "specialists"
    START = "start"
    QUESTION = "question"
    RESULT = "result"
    PAD = "pad"
    CLAIM = "claim"
    TALLY = "tally"
    LOSSES = "losses"
    BROUGHT = "brought"
    REINFORCEMENTS = "reinforcements"
    BRIEFING = "briefing"
    OBJECTIVE = "objective"
    WINDOW = "window"  # the window's own: settings, closing


def choose_sheet(view: TableView, opened: Kind | None, side: Side) -> Kind | None:
    """Return the kind of sheet for a half; None for the clock. ``opened`` is the kind that the
    half's player has opened.
    """
    if opened is Kind.WINDOW or (opened is Kind.BROUGHT and any(view.brought)):
        return opened
    if opened is Kind.BRIEFING and not view.secret and view.victory.armies:
        return opened
    if view.result is not None:
        return None
    if view.question is Question.CLAIM and opened is not Kind.PAD:
        return Kind.QUESTION
    if view.clock is None and view.play.ending is None:
        choice = view.lists.of(side)
        again = opened is Kind.LISTS and bool(choice.offered)  # until both have chosen
        if not view.secret and (again or not choice.made):
            return Kind.LISTS
        if not view.secret and may_swap(view, side):
            return Kind.SPECIALISTS
        if opened is Kind.OBJECTIVE and view.objectives:
            return opened
        return None if view.secret else Kind.START
    if view.question is Question.RESULT:
        return opened if opened in {Kind.PAD, Kind.TALLY, Kind.LOSSES} else Kind.RESULT
    if view.question is not None:
        return Kind.PAD if opened is Kind.PAD else Kind.QUESTION
    if opened is Kind.REINFORCEMENTS:
        return opened if view.lists.of(side).reinforcements else None
    return opened if opened in {Kind.PAD, Kind.CLAIM, Kind.LOSSES} else None


def may_swap(view: TableView, side: Side) -> bool:
    """Tell whether the player may still choose which specialists play: the list has specialists,
    and the player has not chosen yet.
    """
    return bool(view.lists.of(side).specialists) and view.play.swaps.of(side) is None


def _before_start(view: TableView) -> object:
    """Return the values on which the sheet before the game depends."""
    return view.names, view.lists, view.play.objectives, view.play.racks


class Sheets(QObject):
    """The sheets of one window. ``changed`` is called when a sheet has been opened or closed."""

    def __init__(
        self,
        window: QWidget,
        act: Callable[[Side, TableCommand | ChooseList], None],
        changed: Callable[[], None],
    ) -> None:
        super().__init__(window)
        self._window, self._act, self._changed = window, act, changed
        self.opened: dict[Side, Kind | None] = dict.fromkeys(Side)
        self.lying: dict[Side, tuple[Kind, Sheet] | None] = dict.fromkeys(Side)
        self._own: dict[Side, Callable[[], Sheet]] = {}
        self._steps: dict[Side, int] = {}
        self._drafts: dict[int, Draft] = {}
        self._due: int | None = None
        self._asked_for: set[Side] = set()
        """The sides on whose halves the program itself has opened the pad."""
        self._before: dict[Side, Kind | None] = dict.fromkeys(Side)
        self._question: Question | None = None
        self._shown_before: dict[Side, object] = {}
        self._asked: dict[Side, object] = {}
        self._last: tuple[Game, TableView] | None = None

    def sheet(self, side: Side) -> Sheet | None:
        lying = self.lying[side]
        return lying[1] if lying else None

    @property
    def in_sight(self) -> list[Sheet]:
        return [lying[1] for lying in self.lying.values() if lying]

    def open(self, side: Side, kind: Kind | None) -> None:
        """Open a sheet for ``side``. None closes the sheet that this side opened."""
        self.opened[side] = kind
        self._steps.pop(side, None)
        self._asked_for.discard(side)
        if self._last is not None:
            self.show_table(*self._last)

    def open_briefing(self, side: Side) -> None:
        """Open the scenario's rules for ``side``. When they are closed, the previous sheet returns,
        and a pad still shows the same turn.
        """
        if self.opened[side] is not Kind.BRIEFING:
            self._before[side], self.opened[side] = self.opened[side], Kind.BRIEFING
        self.show_again()

    def _close_briefing(self, side: Side) -> None:
        self.opened[side] = self._before[side]
        self.show_again()

    def close_own(self) -> None:
        """Close the sheets that the window itself opened."""
        for side in Side:
            if self.opened[side] is Kind.WINDOW:
                self.open(side, None)

    def close_opened(self) -> None:
        """Close the sheets that the players opened. Sheets that the game requires stay open."""
        for side in Side:
            self.open(side, None)

    def open_own(self, side: Side, make: Callable[[], Sheet]) -> None:
        """Open one of the window's own sheets, such as its menu."""
        self._take_away(side)
        self._own[side] = make
        self.open(side, Kind.WINDOW)

    def show_table(self, game: Game, view: TableView) -> None:
        if self._last is not None and self._last[0].number != game.number:
            self._drafts, self._due = {}, None
        self._last = (game, view)
        if view.question is not self._question:
            self._open_for(view)
        if game.terms.scores_each_turn:
            self._ask_for_turn(game, view)
        moved = False
        for side in Side:
            moved = self._show_side(side, game, view) or moved
        if moved:
            self._changed()

    def show_again(self) -> None:
        """Update the sheets from the table's state. Choices that the desk refused are discarded."""
        if self._last is not None:
            self.show_table(*self._last)

    def _open_for(self, view: TableView) -> None:
        """Open the sheets that the view requires. A new question closes the players' sheets. A
        fallen flag opens the pad that decides the game.
        """
        self._question = view.question
        for side in Side:
            if self.opened[side] is not Kind.WINDOW:
                self.opened[side] = None
        flag = view.play.flag
        if view.question is Question.CLOCK_OUT and flag and view.scores_once_more:
            self.opened[flag.side.other] = Kind.PAD
            self._steps.pop(flag.side.other, None)
        elif view.question is Question.CLOCK_OUT and flag and view.wins_if_scored is not flag.side:
            self.opened[flag.side] = Kind.PAD
            self._steps.pop(flag.side, None)

    def _ask_for_turn(self, game: Game, view: TableView) -> None:
        """Open the pad for a finished turn that has to be scored, on the half of the player who
        ended the turn.
        """
        if view.question not in {None, Question.RESULT}:
            self._due = None  # asked again once the question is answered
            return
        due = due_step(game)
        if due == self._due:
            return
        self._due = due
        if due is not None:
            side = game.play.owner_of(due)
            if self.opened[side] in {None, Kind.PAD}:
                self._ask_for(side, due)

    def _ask_for(self, side: Side, step: int) -> None:
        self.opened[side], self._steps[side] = Kind.PAD, step
        self._asked_for.add(side)

    def waits(self, side: Side, now_ms: int, ends_turn: Callable[[Side], bool]) -> bool:
        """Tell whether the tap of ``side`` has to wait until this player has done something first.
        If so, open the pad for that. ``ends_turn`` tells whether the tap would end a turn.
        """
        game = self._last[0] if self._last else None
        if game is None or game.play.owner is not side or not game.terms.scores_each_turn:
            return False
        step = game.play.step
        draft = self._drafts[step] = go_on(game, step, self._drafts.get(step))
        if not comes_before_tap(game, draft, now_ms) or not ends_turn(side):
            return False
        self._ask_for(side, step)
        self.show_again()
        return True

    def told(self, side: Side) -> str:
        """Return a note for the player of ``side`` about the pad that the other player is filling
        in.
        """
        other = side.other
        draft = self._drafts.get(self._steps.get(other, -1))
        if self._last is None or draft is None or not isinstance(self.sheet(other), TurnPad):
            return ""
        return told_beside(self._last[0], draft, side)

    def _show_side(self, side: Side, game: Game, view: TableView) -> bool:
        lying = self.lying[side]
        sheet = lying[1] if lying else None
        if isinstance(sheet, LossesSheet) and sheet.has_lost_its_army(view):
            self.opened[side] = Kind.TALLY if view.play.ending else None
        kind = choose_sheet(view, self.opened[side], side)
        moved = (lying[0] if lying else None) is not kind or (
            kind is Kind.START and _before_start(view) != self._shown_before.get(side)
        )
        if moved:
            self._take_away(side)
            self._shown_before[side] = _before_start(view)
            if kind is not None:
                self.lying[side] = (kind, self._make(kind, side, game, view))
        sheet = self.sheet(side)
        if isinstance(sheet, ScoringPad):
            self._show_pad(sheet, side, game, view)
        elif isinstance(sheet, TurnPad):
            self._show_turn(sheet, side, game)
        elif sheet is not None:
            sheet.show_view(view)
        asks = sheet.asks(view) if sheet else None
        if sheet is not None and asks is not None and asks != self._asked.get(side):
            sheet.ask()
        self._asked[side] = asks
        return moved

    def _show_pad(self, sheet: ScoringPad, side: Side, game: Game, view: TableView) -> None:
        """Show on the pad the turn for which it was opened, even if the game has gone on."""
        steps = pad_steps(game)
        step = self._steps.get(side, -1)
        if step not in steps:
            step = steps[0] if steps else game.play.step
            self._steps[side] = step
        sheet.show_pad(pad(game, step), steps, view)

    def _show_turn(self, sheet: TurnPad, side: Side, game: Game) -> None:
        """Show on the pad the turn for which it was opened. If a player opened the pad, begin with
        the turn that has to be scored, or else with the last finished turn.
        """
        steps = pad_steps(game)
        step = self._steps.get(side, -1)
        if step not in steps:
            step = choose_step(game, steps)
            self._steps[side] = step
        self._drafts[step] = go_on(game, step, self._drafts.get(step))
        sheet.show_turn(game, self._drafts[step], steps, asked=side in self._asked_for)

    def _ask_for_spells(self, side: Side, view: TableView) -> None:
        racks = RacksDialog.ask(side, view.lists.of(side), self._window)
        if racks:
            self._act(side, ChooseSpells(view.game, side, side, racks))

    def _change_draft(self, draft: Draft) -> None:
        self._drafts[draft.step] = draft
        self.show_again()
        self._changed()

    def _finish_draft(self, side: Side, step: int) -> None:
        self._drafts.pop(step, None)
        self.open(side, None)

    def _turn_to(self, side: Side, step: int) -> None:
        """Show another turn on the pad that is open."""
        self._steps[side] = step
        if self._last is not None:
            self.show_table(*self._last)

    def _take_away(self, side: Side) -> None:
        sheet = self.sheet(side)
        self.lying[side] = None
        if sheet is not None:
            sheet.hide()
            sheet.deleteLater()

    def _make(self, kind: Kind, side: Side, game: Game, view: TableView) -> Sheet:
        act, parent = partial(self._act, side), self._window

        def opens(other: Kind | None) -> Callable[[], None]:
            return partial(self.open, side, other)

        match kind:
            case Kind.LISTS:
                choice = view.lists.of(side)
                brought = view.brought.of(side)
                notice = view.lists.of(side.other).notice
                return ListSheet(
                    side,
                    view.round_number,
                    choice,
                    act,
                    parent,
                    brought=brought,
                    notice=notice,
                    name=view.names.of(side),
                    leave=opens(None),
                )
            case Kind.START:
                said = (lists_words(view.lists), *racks_lines(view.play, Side))
                lists = " ".join(filter(None, said))
                names, timing = view.names, view.time.kind
                chooses_spells = view.lists.of(side).casters
                return StartSheet(
                    side,
                    view.game,
                    names,
                    act,
                    parent,
                    lists=lists,
                    starts=STARTS[timing]
                    if view.victory.armies
                    else str(wording.GOES_FIRST_ON_CLOCK),
                    kind=timing,
                    objective=opens(Kind.OBJECTIVE) if view.objectives else None,
                    objective_words=objective_words(view, side),
                    spells=partial(self._ask_for_spells, side, view) if chooses_spells else None,
                    spells_words=spells_words(view, side),
                    again=opens(Kind.LISTS) if view.lists.of(side).offered else None,
                )
            case Kind.OBJECTIVE:
                return ObjectiveSheet(side, view, act, opens(None), parent)
            case Kind.QUESTION:
                return QuestionSheet(side, act, opens(Kind.PAD), parent)
            case Kind.RESULT:
                armies, score = view.victory.armies, opens(Kind.PAD)
                count = opens(Kind.TALLY) if armies else score
                return ResultSheet(side, act, count, score, parent, armies=armies)
            case Kind.PAD if game.terms.scores_each_turn:
                return TurnPad(
                    side,
                    act,
                    parent,
                    changed=self._change_draft,
                    finished=partial(self._finish_draft, side),
                    turn_wanted=partial(self._turn_to, side),
                    leave=opens(None),
                )
            case Kind.PAD:
                turn_to, leave = partial(self._turn_to, side), opens(None)
                explain = partial(self.open_briefing, side) if view.victory.armies else None
                losses = opens(Kind.LOSSES)
                return ScoringPad(side, act, turn_to, leave, parent, explain=explain, losses=losses)
            case Kind.CLAIM:
                return ClaimSheet(side, view, act, opens(None), parent)
            case Kind.TALLY:
                losses = opens(Kind.LOSSES)
                return TallySheet(side, view, act, opens(None), parent, losses=losses)
            case Kind.LOSSES:
                after = Kind.TALLY if view.play.ending else None
                came = opens(Kind.REINFORCEMENTS)
                return LossesSheet(side, act, opens(after), parent, reinforcements=came)
            case Kind.SPECIALISTS:
                return SpecialistsSheet(side, view, act, parent)
            case Kind.REINFORCEMENTS:
                return ReinforcementsSheet(side, view, act, opens(None), parent)
            case Kind.BROUGHT:
                return BroughtSheet(side, view, opens(None), parent)
            case Kind.BRIEFING:
                back = partial(self._close_briefing, side)
                return BriefingSheet(side, game.terms, game.play, back, parent)
            case Kind.WINDOW:
                return self._own[side]()
