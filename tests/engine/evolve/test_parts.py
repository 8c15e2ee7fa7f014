"""An undo folds no game that it does not concern: what an event reaches is what its row says."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import NoReturn

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings

from app.engine.acts.commands import Command
from app.engine.acts.draw import ChangePlan, SetPairing
from app.engine.acts.events import Event, Record
from app.engine.acts.phones import AskToDrop
from app.engine.acts.players import EditPlayer, EditPlayers, Entry, PlayerWarned, WarnPlayer
from app.engine.acts.results import ReportResult
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.table import Tap
from app.engine.acts.undo import Redo, Undo, Undone
from app.engine.draw.wishes import Plan, SetPair
from app.engine.evolve import apply_rows, evolve, parts, running_fold
from app.engine.evolve.parts import game_of
from app.engine.evolve.running_fold import RunningFold
from app.engine.frozen import replace
from app.engine.side import Side
from app.engine.state import State
from app.engine.subjects.act import Reach
from app.engine.subjects.every import EVOLVERS, REACH, RECORDS
from app.engine.table.game import Game
from tests.engine.event import Desk, start_clock, under_way
from tests.engine.evolve.test_running_fold import random_event
from tests.store.examples import any_event, example

APART = sorted(act.kind for event, act in RECORDS.items() if REACH[event] is not Reach.ALL)


class Unread(Mapping[int, Game]):
    """Games that nobody may look at."""

    def __getitem__(self, key: int) -> NoReturn:
        raise AssertionError("a game was read")

    def __iter__(self) -> Iterator[int]:
        raise AssertionError("the games were read")

    def __len__(self) -> int:
        raise AssertionError("the games were counted")


def demand_reach(state: State, event: Event) -> None:
    """Fail where the event reads or changes more of the state than its row says."""
    apply = EVOLVERS[type(event)]
    if REACH[type(event)] is Reach.NO_GAME:
        unread = Unread()
        assert apply(replace(state, games=unread), event).games is unread
        return
    game = game_of(event)
    alone = State(games={game: state.games[game]} if game in state.games else {})
    after, after_alone = apply(state, event), apply(alone, event)
    for name in State.__struct_fields__:
        if name != "games":
            assert getattr(after, name) is getattr(state, name)
            assert getattr(after_alone, name) is getattr(alone, name)
    assert dict(after.games) == {**state.games, **after_alone.games}


@cache
def played() -> State:
    return random_event(Random(5), 60).state


@pytest.mark.long
@pytest.mark.parametrize("kind", APART)
def test_an_event_changes_no_more_of_the_state_than_its_reach_declares(kind: str) -> None:
    demand_reach(played(), example(kind))

    @hypothesis_settings(deadline=None, max_examples=5)
    @given(any_event(kind))
    def any_of_them(event: Event) -> None:
        demand_reach(played(), event)

    any_of_them()


@pytest.mark.parametrize("seed", range(6))
def test_real_rows_change_no_more_of_the_state_than_their_reach_declares(seed: int) -> None:
    state = State()
    for row in random_event(Random(seed), 60).records:
        if REACH[type(row.event)] is not Reach.ALL:
            demand_reach(state, row.event)
        state = evolve(state, row)


@pytest.fixture
def rows_folded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of rows of each piece that is folded from now on."""
    folded: list[int] = []

    def counted(state: State, rows: Sequence[Record], hidden: Collection[int]) -> State:
        folded.append(len(rows))
        return apply_rows(state, rows, hidden)

    for module in (running_fold, parts):
        monkeypatch.setattr(module, "apply_rows", counted)
    return folded


def press_at(desk: Desk, tables: Sequence[int]) -> int:
    """Play eight turns at these tables. Returns how many rows the event has then."""
    for table in tables:
        start_clock(desk, table)
    for side in (*Side, *Side, *Side, *Side):
        desk.now_ms += 20_000
        for table in tables:
            desk.do(Tap(desk.game(table).number, side))
    return len(desk.records)


def test_an_undo_refolds_no_presses_at_unaffected_tables(rows_folded: list[int]) -> None:
    desk = under_way(20)
    desk.do(WarnPlayer(1, "late"))
    desk.report(1, Side.RED)
    presses = press_at(desk, range(2, 11))
    folded = RunningFold(desk.records)
    before = folded.state
    for command in (Undo(), Undo(), Redo(), Redo(), Undo()):
        at, rows_folded[:] = len(desk.records), []
        desk.do(command, insist=True)
        assert folded.add(desk.records[at:]) == desk.state
        assert sum(rows_folded) < 20 < presses
        assert folded.state.games[2] is before.games[2]
    assert folded.state.games[1].reported is None


def test_an_act_added_together_with_its_undo_refolds_no_earlier_row(rows_folded: list[int]) -> None:
    """The rows of a file that is checked, and those of another station, are added together."""
    desk = under_way(20)
    presses = press_at(desk, range(1, 11))
    folded = RunningFold(desk.records)
    desk.do(WarnPlayer(1, "late"))
    desk.do(Undo())
    rows_folded.clear()
    assert folded.add(desk.records[presses:]) == desk.state
    assert sum(rows_folded) < 20 < presses


@pytest.mark.parametrize(
    "act",
    [
        EditPlayer(1, Entry("Anna Other")),
        EditPlayers(((1, Entry("Anna Other")), (2, Entry("Ben Other")))),
        ChangePlan(Plan(no_show_minutes=10)),
        SetPairing(SetPair(1, 2, False, "brothers")),
    ],
    ids=lambda act: type(act).__name__,
)
def test_undoing_an_act_that_could_change_games_but_changed_none_refolds_no_press(
    rows_folded: list[int], act: Command
) -> None:
    desk = under_way(20)
    desk.do(act, insist=True)
    presses = press_at(desk, range(1, 11))
    folded = RunningFold(desk.records)
    before = folded.state
    for command in (Undo(), Redo(), Undo()):
        at, rows_folded[:] = len(desk.records), []
        desk.do(command, insist=True)
        assert folded.add(desk.records[at:]) == desk.state
        assert sum(rows_folded) < 20 < presses
        assert all(folded.state.games[game] is before.games[game] for game in before.games)


def test_undoing_a_result_refolds_no_rows_that_concern_no_game(rows_folded: list[int]) -> None:
    desk = under_way(40)
    desk.report(1, Side.RED)
    for number in range(1, 41):
        desk.do(AskToDrop(number))
    folded = RunningFold(desk.records)
    for command in (Undo(), Redo(), Undo()):
        at, rows_folded[:] = len(desk.records), []
        desk.do(command, insist=True)
        assert folded.add(desk.records[at:]) == desk.state
        assert sum(rows_folded) < 20
    assert desk.state.games[1].reported is None


def test_an_undo_after_too_many_rows_refolds_all_games(
    rows_folded: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "LONGEST_HEAD", 0)
    desk = under_way(20)
    desk.do(EditPlayer(1, Entry("Anna Other")), insist=True)
    presses = press_at(desk, range(1, 11))
    folded = RunningFold(desk.records)
    for command in (Undo(), Redo(), Undo()):
        at = len(desk.records)
        desk.do(command, insist=True)
        assert folded.add(desk.records[at:]) == desk.state
    assert sum(rows_folded) > presses


def test_undoing_and_redoing_a_draw_refolds_no_presses(
    rows_folded: list[int],
) -> None:
    desk = under_way(20)
    presses = press_at(desk, range(1, 11))
    folded = RunningFold(desk.records)
    played = folded.state.games
    undone = 0
    while folded.state.rounds:
        at, rows_folded[:], undone = len(desk.records), [], undone + 1
        desk.do(Undo(), insist=True)
        assert folded.add(desk.records[at:]) == desk.state
        assert sum(rows_folded) < 40 < presses
    assert not folded.state.games
    for _ in range(undone):
        at, rows_folded[:] = len(desk.records), []
        desk.do(Redo(), insist=True)
        assert folded.add(desk.records[at:]) == desk.state
        assert sum(rows_folded) < 40 < presses
    assert all(folded.state.games[game] is played[game] for game in played)


@pytest.mark.parametrize(
    "act",
    [Tap(2, Side.RED), DrawRound(1), EditPlayer(2, Entry("Ben Other")), WarnPlayer(2, "late")],
    ids=lambda act: type(act).__name__,
)
def test_an_act_added_together_with_the_undo_of_an_earlier_one_is_applied(act: Command) -> None:
    desk = under_way(4)
    desk.do(WarnPlayer(1, "late"))
    warned = desk.records[-1].act
    start_clock(desk, 2)
    desk.report(1, Side.RED)
    if isinstance(act, DrawRound):
        desk.report(2, Side.RED)
    folded = RunningFold(desk.records)
    at = len(desk.records)
    desk.do(act, insist=True)
    desk.append([Undone(warned)], desk.now_ms)
    assert folded.add(desk.records[at:]) == desk.state


def second_round() -> Desk:
    """A warning, a round and the next one, of which a game is over."""
    desk = under_way(4)
    desk.do(WarnPlayer(1, "late"))
    for table in (1, 2):
        desk.report(table, Side.RED)
    for command in (DrawRound(1), PublishRound(), StartRound()):
        desk.do(command, insist=True)
    desk.report(1, Side.RED)
    return desk


def test_several_undos_added_at_once_have_the_same_effect_as_one_by_one() -> None:
    desk = second_round()
    before = [*desk.records]
    while desk.state.games[1].reported or desk.state.players[1].warnings:
        desk.do(Undo(), insist=True)
        assert RunningFold(before).add(desk.records[len(before) :]) == desk.state
    assert len(desk.state.games) == 2


def test_undos_of_acts_before_and_after_a_draw_can_be_added_at_once() -> None:
    desk = second_round()
    before = [*desk.records]
    for kind in (ReportResult, PlayerWarned):
        act = next(row.act for row in reversed(before) if isinstance(row.event, kind))
        desk.append([Undone(act)], desk.now_ms)
    assert RunningFold(before).add(desk.records[len(before) :]) == desk.state
    assert len(desk.state.games) == 4


def test_undoing_an_act_before_a_draw_never_reuses_a_game_number() -> None:
    desk = under_way(4)
    for table in (1, 2):
        desk.report(table, Side.RED)
    desk.do(ChangePlan(Plan(no_show_minutes=10)))
    desk.do(DrawRound(1), insist=True)
    folded = RunningFold(desk.records)
    for command in (Undo(), Undo(), Redo(), Redo(), Undo()):
        at = len(desk.records)
        desk.do(command, insist=True)
        assert folded.add(desk.records[at:]) == desk.state
        assert folded.state.next_game == 5
