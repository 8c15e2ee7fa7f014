"""Whatever happens, places are complete, in order and the same when computed again."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from app.engine.acts.awards import BreakTie
from app.engine.acts.players import DisqualifyPlayer, DropPlayer
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.evolve import fold
from app.engine.formats.keywords import in_force, put_in_force, withdraw
from app.engine.formats.settings import Late, Settings
from app.engine.frozen import replace
from app.engine.packet.ranking import RankingColumn, Schedule
from app.engine.rounds.field import field
from app.engine.side import Pair, Side
from app.engine.standings.ranking import level_with, order, standings
from app.engine.standings.scores import Standing
from app.engine.standings.teams import team_standings
from app.engine.state import State
from tests.engine.event import PACKETS, Desk, registered, settings

ORDERS = (
    (),
    (RankingColumn.TP, RankingColumn.CP),
    (RankingColumn.WINS, RankingColumn.SOS, RankingColumn.TP),
)


def chosen(dice: Random) -> Settings:
    return replace(
        settings(rounds=dice.choice((0, 3))),
        order=dice.choice(ORDERS),
        schedule=dice.choice(list(Schedule)),
        finals_tables=dice.random() < 0.4,
        cut=dice.choice((0, 0, 2, 3, 4)),
        cut_by_seed=dice.random() < 0.7,
        late=dice.choice(list(Late)),
    )


def play(desk: Desk, dice: Random) -> None:
    """A round with results at random, and now and then somebody leaves; none when all have."""
    if len(field(desk.state)) < 2:
        return
    desk.do(DrawRound(dice.randint(1, 999)), insist=True)
    desk.do(PublishRound())
    desk.do(StartRound(), insist=True)
    latest = desk.state.latest
    assert latest is not None
    for game in latest.games:
        side = dice.choice((Side.RED, Side.BLUE, None))
        how = How.TIE if side is None else dice.choice((How.SCENARIO, How.ASSASSINATION))
        points = Pair(dice.randint(0, 3), dice.randint(0, 3))
        desk.do(ReportResult(game, Result(side, how, points, points)), insist=True)
    desk.do(FinishRound())
    here = [number for number, one in desk.state.players.items() if one.plays]
    if dice.random() < 0.3 and len(here) > 5:
        leave = dice.choice((DropPlayer(here[0]), DisqualifyPlayer(here[0], "abuse")))
        desk.do(leave, insist=True)
    break_ties(desk, dice)


def break_ties(desk: Desk, dice: Random) -> None:
    shared = [row.number for row in standings(desk.state) if row.shared]
    if shared and dice.random() < 0.5:
        level = list(level_with(desk.state, dice.choice(shared)))
        dice.shuffle(level)
        desk.do(BreakTie(tuple(level), "dice"))


def check(state: State) -> None:
    rows = standings(state)
    assert sorted(row.number for row in rows) == sorted(
        number for number, one in state.players.items() if one.status.value != "registered"
    )
    placed = [row for row in rows if row.place]
    assert all(one.place <= two.place for one, two in pairwise(placed))
    for index, row in enumerate(placed, start=1):
        twins = [one for one in placed if one.place == row.place]
        assert row.place <= index < row.place + len(twins)
        assert row.shared is (len(twins) > 1)
        assert row.sos == sum(met.adds for met in row.met)
    assert all(not row.place for row in rows[len(placed) :])
    assert len(team_standings(state)) == 0


@pytest.mark.long
@hypothesis_settings(deadline=None, max_examples=40)
@given(st.integers())
def test_places_are_complete_and_in_order_whatever_the_format(seed: int) -> None:
    dice = Random(seed)
    desk = event(dice)
    for _ in range(4):
        play(desk, dice)
        check(desk.state)
    assert standings(fold(desk.records)) == standings(desk.state)


def event(dice: Random) -> Desk:
    """The settings of a kind that needs no insisting to be created."""
    wanted = chosen(dice)
    if wanted.finals_tables:
        wanted = replace(wanted, cut=0, order=())
    if wanted.cut:
        wanted = replace(wanted, rounds=0)
    return registered(dice.randint(6, 12), wanted)


def bare(row: Standing) -> Standing:
    """Without the place, which players who were level across the line of the cut share no more."""
    return replace(row, place=0, shared=False, by_hand="")


@pytest.mark.long
@hypothesis_settings(deadline=None, max_examples=40)
@given(st.integers())
def test_places_outside_the_cut_no_longer_change(seed: int) -> None:
    dice = Random(seed)
    desk = registered(dice.randint(7, 16), replace(settings(), cut=4))
    before = standings(desk.state)
    for _ in range(6):
        desk.do(DrawRound(dice.randint(1, 999)), insist=True)
        cut = desk.state.rounds[-1].cut
        desk.do(PublishRound())
        desk.do(StartRound())
        for game in desk.state.rounds[-1].games:
            winner = dice.choice((Side.RED, Side.BLUE))
            cp = Pair(dice.randint(0, 9), dice.randint(0, 9))
            desk.do(ReportResult(game, Result(winner, How.SCENARIO, cp, cp)), insist=True)
        desk.do(FinishRound())
        after = standings(desk.state)
        if cut:
            assert {row.number for row in after[: len(cut)]} == {*cut}
            outside = [row for row in before if row.number not in cut]
            assert [bare(row) for row in after[len(cut) :]] == [bare(row) for row in outside]
            assert [row.place for row in after[: len(cut)] if row.place > len(cut)] == []
        before = after


@hypothesis_settings(deadline=None, max_examples=60)
@given(st.integers(), st.sampled_from(sorted(PACKETS)))
def test_keywords_announced_and_then_withdrawn_in_any_order_leave_no_trace(
    seed: int, key: str
) -> None:
    dice, packet = Random(seed), PACKETS[key]
    base = Settings("Open", key, 50, 1)
    state = base
    for one in dice.sample(packet.variants, min(6, len(packet.variants))):
        state = put_in_force(packet, state, one.key, *((2,) if one.asks.value != "nothing" else ()))
    while keywords := in_force(packet, state):
        fewer = withdraw(packet, state, dice.choice(keywords).key)
        assert len(in_force(packet, fewer)) <= len(keywords)
        state = fewer
    assert state == base


def test_without_an_event_the_default_ranking_order_applies() -> None:
    assert [one.value for one in order(State())] == ["tp", "sos", "cp", "apd"]
