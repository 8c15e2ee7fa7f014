"""The question after a doubt says what is done, and promises no more than undo can keep."""

from typing import Any

import pytest

from app.engine.acts.commands import Command
from app.engine.acts.draw import EditPairings, MergePlayers, SeatLate, TakeOut
from app.engine.acts.events import Event
from app.engine.acts.players import DisqualifyPlayer, DropPlayer
from app.engine.acts.results import How
from app.engine.acts.rounds import (
    CallDiceDown,
    DrawRound,
    EnterPairings,
    FinishRound,
    PublishRound,
)
from app.engine.acts.table import (
    PauseClock,
    Rule,
    RuleOnStop,
    StartClock,
    TableCommand,
    WithdrawResult,
)
from app.engine.acts.teams.match_up import TypeMatchUp
from app.engine.acts.teams.roster import SubstitutePlayer
from app.engine.acts.undo import Redo, Undo
from app.engine.side import Side
from app.engine.state import State
from app.engine.subjects.act import Act, Request
from app.engine.subjects.every import ACTS, REQUESTS, is_undoable
from app.views.event.confirm import (
    FOR_GOOD,
    GO_AHEAD,
    NO_TIME,
    RECORDED,
    do_words,
    question,
)
from app.views.event.confirm import consequence as question_note
from tests.engine.event import Desk, under_way
from tests.store.examples import example

BUTTONS = [act.insist for act in REQUESTS.values() if isinstance(act.insist, str)]


def test_every_confirmation_button_names_its_own_act() -> None:
    assert GO_AHEAD not in BUTTONS
    assert all("&" in words and "anyway" not in words for words in BUTTONS)


def test_the_two_buttons_of_a_question_have_different_access_keys() -> None:
    for words in (*BUTTONS, GO_AHEAD):
        assert words[words.index("&") + 1].lower() != "c"


def test_a_late_player_without_an_opponent_is_given_the_bye() -> None:
    assert do_words(State(), SeatLate(1)) == "&Seat the player"
    assert do_words(under_way(4).state, SeatLate(5)) == "&Give them the bye"
    assert do_words(under_way(5).state, SeatLate(6)) == "&Seat the player"


def test_questions_about_acts_that_lose_time_do_not_promise_undo() -> None:
    desk = under_way(4)
    assert question(desk.state, FinishRound()).note == RECORDED
    assert question(desk.state, PublishRound()).do == "&Publish the round"
    desk.do(StartClock(desk.game(1).number, Side.RED))
    assert question(desk.state, FinishRound()).note == NO_TIME
    assert question(desk.state, PublishRound()).note == RECORDED


def test_acts_that_undo_cannot_revert_are_called_permanent() -> None:
    desk = under_way(4)
    number = desk.game(1).number
    for command in (StartClock(number, Side.RED), PauseClock(number, ""), CallDiceDown()):
        assert question(desk.state, command).note == FOR_GOOD
    rule = Rule(number, Side.RED, How.SCENARIO, "Time")
    assert question(desk.state, rule).note == RECORDED
    assert all(not is_undoable(event) for event in events(desk, StartClock(number, Side.RED)))
    assert all(is_undoable(event) for event in events(desk, rule))


def events(desk: Desk, command: Command) -> tuple[Event, ...]:
    return desk.do(command)


def test_the_question_before_an_undo_names_what_is_undone_on_its_button() -> None:
    desk = under_way(4)
    assert do_words(desk.state, Undo()).startswith("&Undo ")
    assert do_words(State(), Undo()) == "&Undo"


@pytest.mark.parametrize("act", [act for act in ACTS if isinstance(act, Act)], ids=lambda a: a.kind)
def test_a_question_about_an_act_has_its_own_button_and_says_if_undo_reverts_it(
    act: Act[Any, Any],
) -> None:
    if act.command is act.event:
        command = example(act.kind)
        asked = question(under_way(2).state, command)
        assert "&" in asked.do
        assert asked.note == (FOR_GOOD if act.undo is None else RECORDED)


def empty(command: type[Any]) -> Any:
    """A command without a single value, whose class alone has to be enough."""
    return command(**dict.fromkeys(command.__struct_fields__))


@pytest.mark.long
@pytest.mark.parametrize("act", REQUESTS.values(), ids=lambda act: act.command.__name__)
def test_whether_a_question_calls_its_act_permanent_follows_from_the_act_table(
    act: Act[Any, Any] | Request[Any],
) -> None:
    command = empty(act.command)
    for_good = act.undo is None if isinstance(act, Act) else act.for_good
    assert (question_note(State(), command) == FOR_GOOD) is for_good


def test_undo_reverts_only_rulings_and_withdrawn_results_among_table_acts() -> None:
    at_tables = {command for command in REQUESTS if issubclass(command, TableCommand)}
    notes = {command: question_note(State(), empty(command)) for command in at_tables}
    taken_back = {command for command, note in notes.items() if note == RECORDED}
    assert taken_back == {Rule, RuleOnStop, WithdrawResult}
    assert {notes[command] for command in at_tables - taken_back} == {FOR_GOOD}


def test_every_act_that_can_end_a_game_with_a_running_clock_warns_of_lost_time() -> None:
    desk = under_way(4)
    desk.do(StartClock(desk.game(1).number, Side.RED))
    notes = {command: question_note(desk.state, empty(command)) for command in REQUESTS}
    assert {command for command, note in notes.items() if note == NO_TIME} == {
        DisqualifyPlayer,
        DrawRound,
        DropPlayer,
        EditPairings,
        EnterPairings,
        FinishRound,
        MergePlayers,
        Redo,
        SubstitutePlayer,
        TakeOut,
        TypeMatchUp,
        Undo,
    }
