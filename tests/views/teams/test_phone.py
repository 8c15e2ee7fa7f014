"""A player's phone in an event of teams: the team's match, team-mates' tables and results."""

from app.engine.acts.players import AddPlayers, Entry
from app.engine.acts.results import How
from app.engine.acts.rounds import EnterPairings, PublishRound
from app.engine.side import Side
from app.engine.state import State
from app.views.event.phones import own_page
from app.views.teams.phone import OwnTeam, own_team, team_games
from tests.engine.event import Desk, under_way
from tests.engine.match_up.events import champions
from tests.engine.match_up.events import team_event as with_match_ups
from tests.engine.standings.test_matches import play, team_event


def told(desk: Desk, number: int) -> OwnTeam:
    found = own_team(desk.state, number)
    assert found is not None
    return found


def test_team_mates_see_their_match_and_its_current_score() -> None:
    desk = team_event(roster=("Iron", "Iron", "Iron", "Brass", "Brass", "Gold"))
    play(desk, ((1, 4), (5, 2)), (3, 6))
    team = told(desk, 2)
    assert (team.team, team.opponent, team.tables) == ("Iron", "Brass", "1–2")
    assert team.notes == ("P3 has the bye: Brass is one player short.",)
    assert [(row.mate, row.opponent, row.result) for row in team.rows] == [
        ("P1", "P4", ""), ("P2", "P5", ""),
    ]  # fmt: skip
    desk.report(1, Side.BLUE)
    desk.report(2, None, How.TIE)
    assert told(desk, 3).stands == "1–1, drawn"
    assert [row.result for row in told(desk, 1).rows] == ["lost", "tie"]
    assert [row.result for row in told(desk, 4).rows] == ["won", "tie"]
    assert team_games(desk.state, 3) == (1, 2)
    page = own_page(desk.state, 3)
    assert page is not None
    assert page.team == told(desk, 3)


def test_players_without_a_team_match_see_none() -> None:
    desk = team_event()
    assert own_team(desk.state, 1) is None
    assert team_games(desk.state, 1) == ()
    play(desk, ((1, 3), (4, 2)), (5, 6))
    assert own_team(desk.state, 5) is None
    assert own_team(under_way(2).state, 1) is None
    assert own_team(State(), 1) is None
    desk.do(AddPlayers((Entry("Zoe"),)))
    assert own_team(desk.state, 7) is None


def test_a_published_match_has_no_score_before_the_round_begins() -> None:
    desk = team_event()
    desk.do(EnterPairings(((1, 3), (4, 2)), 5, more_byes=(6,)), insist=True)
    assert own_team(desk.state, 1) is None
    desk.do(PublishRound())
    assert told(desk, 1).stands == ""


def test_pairs_are_shown_once_the_match_ups_are_complete() -> None:
    desk = with_match_ups((3, 3))
    desk.do(PublishRound())
    page = own_page(desk.state, 1)
    assert page is not None
    assert page.match is not None
    assert page.team is None
    champions(desk)
    page = own_page(desk.state, 1)
    assert page is not None
    assert page.match is None
    assert page.team is not None
    assert len(page.team.rows) == 3
