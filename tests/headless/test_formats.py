"""Whole events in other formats, played by dice: who plays on, and the places at the end."""

from pathlib import Path

import pytest

from app.engine.criteria import Criterion
from app.engine.side import Side
from app.engine.standings import before_round, standings
from app.engine.variant import Announced
from app.engine.verdict import final_result
from app.headless.simulate import Plan, simulate
from app.headless.verify import verify

CUT, FINALS = (Announced("cut", (4,)),), (Announced("finals-tables"),)


@pytest.mark.parametrize("seed", [2])
def test_34_players_cut_to_the_top_four(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "event.flagfall"
    state = simulate(Plan(players=34, seed=seed, variants=CUT), path=path).state
    assert len(state.rounds) == 6
    cut = next(one for one in state.rounds if one.cut)
    before = before_round(state, cut.number)
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
    assert {row.number for row in final[:4]} == inside
    by_points = [(row.tp, row.sos, row.cp, row.apd) for row in final[:4]]
    assert by_points == sorted(by_points, reverse=True)
    frozen = [row for row in rows if row.number not in inside and row.number in playing]
    kept = [row for row in final[4:] if row.number in playing]
    assert [(row.number, row.tp, row.sos, row.cp) for row in kept] == [
        (row.number, row.tp, row.sos, row.cp) for row in frozen
    ]
    found = verify(path)
    assert (found.faults, found.notes) == ((), ())


@pytest.mark.parametrize("seed", [2])
def test_34_players_with_finals_tables(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "event.flagfall"
    state = simulate(Plan(players=34, seed=seed, variants=FINALS), path=path).state
    last = state.rounds[-1]
    assert last.number == 6
    assert [one.finals for one in state.rounds[:-1]] == [()] * 5
    first, second = (state.games[number] for number in last.finals)
    assert (first.table, second.table) == (1, 2)
    before = before_round(state, 6)
    four = [row.number for row in standings(before) if before.players[row.number].plays][:4]
    assert [{*first.players}, {*second.players}] == [{*four[:2]}, {*four[2:]}]
    final = standings(state)
    won = []
    for game in (first, second):
        result = final_result(game)
        assert result is not None
        side = result.winner or Side.RED
        won.append((game.players.of(side), game.players.of(side.other)))
    assert [row.number for row in final[:3]] == [*won[0], won[1][0]]
    rest = [(row.tp, row.sos, row.cp) for row in final[3:] if row.place]
    assert rest == sorted(rest, reverse=True)
    found = verify(path)
    assert (found.faults, found.notes) == ((), ())


def test_a_large_event_in_fractions_is_in_order(tmp_path: Path) -> None:
    path = tmp_path / "event.flagfall"
    keywords = (Announced("large-event"), Announced("x-rounds", (4,)))
    plan = Plan(players=20, seed=3, size=50, rounds=4, packet="sr2015", variants=keywords)
    state = simulate(plan, path=path).state
    rows = standings(state)
    assert any(row.sos % 1 for row in rows)
    assert all(row.value(Criterion.SOS) == sum(met.adds for met in row.met) for row in rows)
    assert verify(path).faults == ()
