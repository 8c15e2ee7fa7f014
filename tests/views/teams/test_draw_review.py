"""The review of a draw of teams: remarks on the matches, and the matches above their games."""

from random import Random

from app.engine.acts.draw import SetPairing
from app.engine.acts.rounds import EnterPairings
from app.engine.draw.wishes import SetPair
from app.engine.rounds.edit import arrangement, teams_swapped
from app.engine.rounds.team_draw import team_draw
from app.views.round.draw_review import DrawNotes, draw_notes
from app.views.round.round import Review, review
from tests.engine.event import Desk
from tests.engine.rounds.test_team_round import begin, draw, finish, latest, team_event


def notes(desk: Desk) -> DrawNotes:
    return draw_notes(desk.state, latest(desk))


def reviewed(desk: Desk) -> Review:
    seen = notes(desk)
    return review(desk.state, latest(desk), seen.flags, seen.teams)


def swap(desk: Desk) -> None:
    teams = team_draw(desk.state, latest(desk))
    (one, _), (other, _) = teams.pairs[:2]
    now = arrangement(desk.state, latest(desk))
    desk.do(teams_swapped(now, teams, one, other).command(), insist=True)


def test_matches_are_listed_above_their_games_in_table_order() -> None:
    desk = team_event((2, 2, 2, 1))
    draw(desk)
    seen = reviewed(desk)
    tables = [match.tables for match in seen.matches]
    assert tables in (["1–2", "3"], ["1", "3–4"])
    assert sum(len(match.rows) for match in seen.matches) == len(seen.rows) == 3
    assert "one player short" in seen.byes
    assert seen.bye_flags == ()
    first = seen.matches[0]
    assert first.seats.red.name.startswith("Team ")
    assert (first.wins.red, first.flags) == ("0", ())


def test_a_match_is_flagged_if_changed_locked_or_a_rematch() -> None:
    desk = team_event((2,) * 4)
    draw(desk)
    first = reviewed(desk)
    begin(desk)
    finish(desk, Random(1))
    draw(desk)
    seats = reviewed(desk).matches[0].seats
    desk.do(SetPairing(SetPair(seats.red.number, seats.blue.number, True, "fun", 2)), insist=True)
    assert reviewed(desk).matches[0].flags == ("locked",)
    assert (seats.red.number, seats.blue.number) in notes(desk).locked
    swap(desk)
    flags = {flag for match in reviewed(desk).matches for flag in match.flags}
    assert "changed by hand" in flags
    swap_back = {frozenset(seat.name for seat in match.seats) for match in first.matches}
    now = {frozenset(seat.name for seat in match.seats) for match in reviewed(desk).matches}
    assert ("met before" in flags) == (swap_back == now)
    seen = notes(desk).seen
    assert seen is not None
    assert len(seen.differences) == 4


def test_a_second_bye_is_flagged() -> None:
    desk = team_event((2,) * 3)
    desk.do(EnterPairings(((1, 3), (2, 4)), 5, more_byes=(6,)), insist=True)
    assert notes(desk).own is None
    begin(desk)
    finish(desk, Random(1))
    desk.do(EnterPairings(((1, 3), (2, 4)), 5, more_byes=(6,)), insist=True)
    assert notes(desk).flags == {(1, 3): ("met before",), (5, 0): ("bye again",)}
    assert reviewed(desk).matches[0].flags == ("met before",)
    assert reviewed(desk).byes == "Bye: Team 3."
