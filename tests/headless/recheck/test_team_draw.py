"""Rounds of teams, derived again apart from the engine."""

from collections.abc import Callable

import pytest

from app.engine.acts.draw import DrawExplained
from app.engine.acts.events import Record
from app.engine.acts.rounds import RoundDrawn, Seating
from app.engine.evolve import fold
from app.engine.frozen import replace
from app.engine.side import Pair
from app.engine.standings.matches import team_then
from app.headless.recheck.check import check_records
from app.headless.recheck.teams import team_faults
from app.headless.recheck.verify import round_faults, row_faults
from app.headless.simulation.dice import SimulationDice
from app.store.packets.files import packets
from tools.simulation.generate import generate
from tools.simulation.team_event import TeamEvent

pytestmark = pytest.mark.long


def team_event(number: int, players: int = 20) -> list[Record]:
    dice = SimulationDice(f"team events|{number}")
    return TeamEvent(dice, packets()["sr2017"], players, f"Event {number}").made()


@pytest.mark.parametrize("block", range(2))
def test_random_events_of_teams_are_drawn_as_well_as_can_be(block: int) -> None:
    cuts, substitutions, moves = 0, 0, 0
    for number in range(20 * block, 20 * block + 20):
        records = team_event(number, 8 + number)
        found = check_records(records)
        assert (found.faults, found.notes) == ((), ())
        assert found.draws
        assert not list(row_faults(records))
        assert not list(round_faults(records))
        state = fold(records)
        assert not list(team_faults(state, records))
        for game in state.games.values():
            round_ = state.round_of(game)
            red, blue = (team_then(state, round_, player) for player in game.players)
            assert red != blue
        cuts += state.cut_round is not None
        substitutions += len(state.substitutions)
        moves += sum(len(round_.teams_then) for round_ in state.rounds)
    assert cuts
    assert substitutions
    assert moves


def test_some_generated_events_are_team_events() -> None:
    states = [fold(records) for records in generate(12, 5, most=12)]
    assert 0 < sum(bool(state.settings and state.settings.team_seats) for state in states) < 12


def first_draw(records: list[Record]) -> tuple[int, RoundDrawn]:
    return next(
        (at, row.event)
        for at, row in enumerate(records)
        if isinstance(row.event, RoundDrawn) and len(row.event.seatings) > 3
    )


def crossed(drawn: RoundDrawn) -> RoundDrawn:
    """The first players of two matches meet the other match's."""
    first, last = drawn.seatings[0], drawn.seatings[-1]
    return seated(
        drawn,
        (first, replace(first, players=Pair(first.players.red, last.players.red))),
        (last, replace(last, players=Pair(first.players.blue, last.players.blue))),
    )


def seated(drawn: RoundDrawn, *changes: tuple[Seating, Seating]) -> RoundDrawn:
    instead = dict(changes)
    return replace(drawn, seatings=tuple(instead.get(one, one) for one in drawn.seatings))


def at_one_table(drawn: RoundDrawn) -> RoundDrawn:
    first, last = drawn.seatings[0], drawn.seatings[-1]
    return seated(drawn, (last, replace(last, table=first.table)))


def far_away(drawn: RoundDrawn) -> RoundDrawn:
    last = drawn.seatings[-1]
    return seated(drawn, (last, replace(last, table=999)))


def without_one(drawn: RoundDrawn) -> RoundDrawn:
    return replace(drawn, seatings=drawn.seatings[1:])


def other_teams(drawn: RoundDrawn) -> RoundDrawn:
    """Every Blue sits where the next match's Blue sat."""
    blues = [one.players.blue for one in drawn.seatings]
    return replace(
        drawn,
        seatings=tuple(
            replace(one, players=Pair(one.players.red, blues[(at + 2) % len(blues)]))
            for at, one in enumerate(drawn.seatings)
        ),
    )


def test_the_teams_in_the_log_must_match_those_drawn() -> None:
    records = team_event(3)
    at, _ = first_draw(records)
    told = records[at + 1].event
    assert isinstance(told, DrawExplained)
    records[at + 1] = replace(records[at + 1], event=replace(told, couples=told.couples[1:]))
    (fault, *_) = check_records(records).faults
    assert "the log names other teams than were drawn" in fault


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (crossed, "a team is in two matches"),
        (at_one_table, "two games at one table"),
        (far_away, "a match is played at tables"),
        (without_one, "players without a seat in their team play"),
        (other_teams, "another draw is better"),
        (lambda drawn: replace(drawn, paired_down=(1,)), "paired down are"),
        (lambda drawn: replace(drawn, cut=(1, 2)), "the cut is"),
    ],
)
def test_a_wrong_draw_of_teams_is_found(
    wrong: Callable[[RoundDrawn], RoundDrawn], said: str
) -> None:
    full = next(
        records
        for number in range(50)
        if (records := team_event(number, 12))
        and (drawn := first_draw(records)[1])
        and drawn.bye is None
        and not drawn.paired_down
        and len(drawn.seatings) == 6
        and len({one.players.red for one in drawn.seatings}) == 6
        and (settings := fold(records).settings)
        and settings.team_seats == 2
    )
    at, drawn = first_draw(full)
    changed = [*full[: at + 1]]
    changed[at] = replace(full[at], event=wrong(drawn))
    assert any(said in fault for fault in check_records(changed).faults)
