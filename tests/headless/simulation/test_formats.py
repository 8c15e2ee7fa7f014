"""Whole events in other formats, played by dice: who plays on, and the places at the end."""

import json
from pathlib import Path

import pytest

from app.clock.timeline import SetTimeline
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import EnterPairings, FinishRound, PublishRound, RoundDrawn, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.evolve import fold
from app.engine.formats.settings import Late, Settings
from app.engine.frozen import replace
from app.engine.packet.keywords import AnnouncedKeyword
from app.engine.packet.ranking import RankingColumn
from app.engine.side import Pair, Side
from app.engine.standings.ranking import before_round, standings
from app.engine.state import State
from app.engine.table.verdict import final_result
from app.headless.cli.standings_text import standings_as_csv, standings_as_json
from app.headless.desk_session import open_new_event
from app.headless.recheck.verify import verify
from app.headless.simulation.simulate import SimulationPlan, simulate
from app.store.log.event_log import open_log
from app.store.packets.files import packets
from app.views.event.standings import in_short

pytestmark = pytest.mark.long

CUT, FINALS = (AnnouncedKeyword("cut", (4,)),), (AnnouncedKeyword("finals-tables"),)


def when_drawn(path: Path, number: int) -> State:
    """The event as it was when the round was drawn last: who was there, and who has left since."""
    log = open_log(path)
    try:
        rows = log.records()
    finally:
        log.close()
    draws = [
        place
        for place, row in enumerate(rows)
        if isinstance(row.event, RoundDrawn) and row.event.round_number == number
    ]
    return before_round(fold(rows[: draws[-1]]), number)


# In 15 a player comes back after the cut who was undefeated on leaving before it.
@pytest.mark.parametrize("seed", [2, 15])
def test_a_cut_comes_with_at_most_four_unbeaten_and_its_players_play_on_and_rank_first(
    seed: int, tmp_path: Path
) -> None:
    path = tmp_path / "event.flagfall"
    state = simulate(SimulationPlan(players=34, seed=seed, variants=CUT), path=path).state
    assert len(state.rounds) == 6
    cut = next(round_ for round_ in state.rounds if round_.cut)
    before = when_drawn(path, cut.number)
    rows = standings(before)
    playing = [row.number for row in rows if before.players[row.number].plays]
    assert sum(row.losses == 0 for row in rows if row.number in playing) <= 4
    earlier = standings(before_round(state, cut.number - 1))
    assert sum(row.losses == 0 for row in earlier) > 4
    inside = {*cut.cut}
    for round_ in state.rounds[cut.number - 1 :]:
        seated = {number for game in state.games_of(round_) for number in game.players}
        assert seated <= inside
        assert round_.cut == cut.cut
    final = standings(state)
    out = {row.number for row in final if not row.place}
    best = final[: len(inside - out)]
    assert {row.number for row in best} == inside - out
    by_points = [(row.tp, row.sos, row.cp, row.apd) for row in best]
    assert by_points == sorted(by_points, reverse=True)
    frozen = [row for row in rows if row.number not in inside | out]
    kept = [row for row in final[len(best) :] if row.place and row.number not in inside]
    kept = [row for row in kept if row.number in {one.number for one in frozen}]
    assert [(row.number, row.tp, row.sos, row.cp) for row in kept] == [
        (row.number, row.tp, row.sos, row.cp) for row in frozen
    ]
    found = verify(path)
    assert (found.faults, found.notes) == ((), ())


# In 14 a finalist is disqualified at their table, in 18 a final is tied.
@pytest.mark.parametrize("seed", [2, 14, 18])
def test_an_event_of_34_players_with_finals_tables_is_in_order(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "event.flagfall"
    state = simulate(SimulationPlan(players=34, seed=seed, variants=FINALS), path=path).state
    last = state.rounds[-1]
    assert last.number == 6
    assert [round_.finals for round_ in state.rounds[:-1]] == [()] * 5
    first, second = (state.games[number] for number in last.finals)
    assert (first.table, second.table) == (1, 2)
    before = when_drawn(path, 6)
    four = [row.number for row in standings(before) if before.players[row.number].plays][:4]
    assert [{*first.players}, {*second.players}] == [{*four[:2]}, {*four[2:]}]
    final = standings(state)
    won = []
    for game in (first, second):
        result = final_result(game)
        assert result is not None
        rows = {row.number: (row.tp, row.sos, row.cp, row.apd) for row in final}
        red, blue = game.players
        side = result.winner or (Side.RED if rows[red] > rows[blue] else Side.BLUE)
        won.append((game.players.of(side), game.players.of(side.other)))
    assert [row.number for row in final[:3]] == [*won[0], won[1][0]]
    rest = [(row.tp, row.sos, row.cp) for row in final[3:] if row.place]
    assert rest == sorted(rest, reverse=True)
    found = verify(path)
    assert (found.faults, found.notes) == ((), ())


def test_a_large_event_with_fractional_sos_is_in_order(tmp_path: Path) -> None:
    path = tmp_path / "event.flagfall"
    keywords = (AnnouncedKeyword("large-event"), AnnouncedKeyword("x-rounds", (4,)))
    plan = SimulationPlan(players=20, seed=3, size=50, rounds=4, packet="sr2015", variants=keywords)
    state = simulate(plan, path=path).state
    rows = standings(state)
    assert any(row.sos % 1 for row in rows)
    told = json.loads(standings_as_json(state))["standings"]
    assert [message["sos"] for message in told] == [float(row.sos) for row in rows]
    assert f",{in_short(rows[0].sos)}," in standings_as_csv(state)
    assert all(row.value(RankingColumn.SOS) == sum(met.adds for met in row.met) for row in rows)
    assert verify(path).faults == ()


@pytest.mark.parametrize("late", Late)
def test_an_event_with_late_arrivals_is_in_order_too(late: Late, tmp_path: Path) -> None:
    path = tmp_path / "event.flagfall"
    packet = packets()["sr2017"]
    settings = replace(Settings("Open", "sr2017", 75, 1), late=late)
    with open_new_event(path, SetTimeline(1_000)) as line:
        line.do(CreateEvent(settings, packet))
        line.do(AddPlayers((Entry("Anna"), Entry("Ben"), Entry("Cleo"), Entry("Dan"))))
        line.do(CheckIn((1, 2)))
        for pairs, bye, here in (((1, 2), None, 3), ((2, 1), 3, 4)):
            line.do_anyway(EnterPairings((pairs,), bye))
            line.do(PublishRound())
            line.do(StartRound())
            game = line.state.rounds[-1].games[0]
            result = Result(Side.RED, How.SCENARIO, Pair(5, 0), Pair(9, 9))
            line.do(ReportResult(game, result))
            line.do(FinishRound())
            line.do(CheckIn((here,)))
        points = {row.number: (row.tp, row.losses) for row in standings(line.state)}
    missed = {Late.LOSSES: {3: (1, 1), 4: (0, 2)}, Late.BYES: {3: (2, 0), 4: (2, 0)}}
    assert {number: points[number] for number in (3, 4)} == missed[late]
    assert verify(path).faults == ()
