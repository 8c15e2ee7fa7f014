"""Who played for which team, followed from row to row, and the engine's memory of it."""

import pytest

from app.engine.acts.draw import EditPairings, MergePlayers, TakeOut
from app.engine.acts.events import Record
from app.engine.acts.players import AddPlayers, EditPlayer, EditPlayers, Entry
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.setup import ChangeSettings
from app.engine.acts.teams.match_up import TypeMatchUp
from app.engine.evolve import fold
from app.engine.frozen import replace
from app.engine.side import Pair
from app.engine.standings.matches import matches_of, team_of, team_then
from app.headless.recheck.past_teams import teams_then
from tests.engine.event import registered
from tests.engine.match_up.events import KNOWN
from tests.engine.match_up.events import team_event as with_match_ups
from tests.engine.team_cases import team_event as by_teams
from tests.headless.recheck.test_team_draw import team_event


def played(records: list[Record]) -> dict[tuple[int, int], str]:
    """The team of everybody in a round that has begun, by the engine."""
    state = fold(records)
    return {
        (round_.number, number): team
        for round_ in state.rounds
        if round_.has_begun
        for number in state.players
        if round_.includes(number, state.games) and (team := team_then(state, round_, number))
    }


@pytest.mark.long
def test_both_follow_players_through_random_events_alike() -> None:
    moves = 0
    for number in range(40):
        records = team_event(number, 8 + number)
        mine, theirs = teams_then(records), played(records)
        assert mine == theirs
        moves += sum(len(round_.teams_then) for round_ in fold(records).rounds)
    assert moves > 20


def test_a_round_drawn_over_before_its_start_keeps_its_teams() -> None:
    """The organizer drew the next one over it."""
    desk = by_teams((2, 2, 2, 2))
    desk.do(DrawRound(7), insist=True)
    desk.do(PublishRound())
    desk.do(DrawRound(8), insist=True)
    desk.do(EditPlayer(1, Entry("A-0", team="Team 2")), insist=True)
    assert teams_then(desk.records) == played(desk.records)
    assert teams_then(desk.records)[1, 1] == "team 1"


def test_a_bye_given_by_a_match_up_is_recognized() -> None:
    """Whose first bye is another's then keeps it, and the team of the round."""
    desk = with_match_ups((3, 2, 3, 2), KNOWN["desk"], seats=3)
    first = desk.state.rounds[0].byes[0].player
    match = next(m for m in matches_of(desk.state, 1) if team_of(desk.state, first) in m.teams)
    red, blue = (
        [n for n in desk.state.players if team_of(desk.state, n) == team][-2:]
        for team in match.teams
    )
    table = desk.state.games[match.games[0]].table
    desk.do(TypeMatchUp(table, tuple(map(Pair, red, blue))), insist=True)
    byes = [bye.player for bye in desk.state.rounds[0].byes]
    assert len(byes) == 2
    games = desk.state.games_of(desk.state.rounds[0])
    (a, b), (c, d), *others = (tuple(game.players) for game in games)
    tables = tuple(game.table for game in games)
    desk.do(EditPairings(((a, d), (c, b), *others), tables, byes[0], "", (byes[1],)), insist=True)
    desk.do(PublishRound())
    desk.do(StartRound(), insist=True)
    for number in byes:
        name = desk.state.players[number].entry.name
        desk.do(EditPlayer(number, Entry(name, team="Other")), insist=True)
    assert teams_then(desk.records) == played(desk.records)
    assert all(teams_then(desk.records)[1, number] for number in byes)


def test_byes_stay_unless_another_is_named() -> None:
    """Whose opponent was taken out has one, whoever had the draw's."""
    desk = by_teams((2, 2, 2))
    desk.do(DrawRound(7), insist=True)
    (one, *_), *_ = (tuple(game.players) for game in desk.state.games_of(desk.state.rounds[0]))
    first, second = (bye.player for bye in desk.state.rounds[0].byes)
    desk.do(TakeOut(first), insist=True)
    desk.do(StartRound(), insist=True)
    desk.do(TakeOut(one), insist=True)
    name = desk.state.players[second].entry.name
    desk.do(EditPlayer(second, Entry(name, team="Other")), insist=True)
    assert teams_then(desk.records) == played(desk.records)
    assert teams_then(desk.records)[1, second] != "other"
    others = tuple((number, Entry(desk.state.name(number), team="New")) for number in (1, 2))
    desk.do(EditPlayers(others), insist=True)
    assert teams_then(desk.records) == played(desk.records)


def test_merged_entries_keep_their_past_until_the_event_becomes_a_team_event() -> None:
    desk = registered(4)
    desk.do(EditPlayer(1, Entry("Anna", team="Oak")))
    desk.do(DrawRound(7))
    desk.do(PublishRound())
    desk.do(StartRound())
    desk.do(AddPlayers((Entry("Anna again", team="Ash"),)))
    desk.do(MergePlayers(5, 1), insist=True)
    packet, settings = desk.state.packet, desk.state.settings
    assert packet
    assert settings
    desk.do(ChangeSettings(replace(settings, team_seats=2), packet), insist=True)
    assert teams_then(desk.records) == played(desk.records) == {(1, 5): "ash"}
