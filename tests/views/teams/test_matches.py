"""Matches in words: how each stands, who has no opponent, what a result would do to it."""

from app.engine.acts.players import DropPlayer
from app.engine.acts.results import How, Result
from app.engine.acts.rounds import FinishRound
from app.engine.formats.settings import LevelMatch
from app.engine.frozen import replace
from app.engine.side import Pair, Side
from app.engine.state import State
from app.views.teams.matches import (
    NO_MATCHES,
    block_words,
    byes_words,
    describe_outlook,
    effect_words,
    match_lines,
    outcome_words,
    team_round_view,
)
from tests.engine.event import Desk, settings, under_way
from tests.engine.standings.test_matches import play, team_event

SIX = ("Iron", "Iron", "Iron", "Brass", "Brass", "Brass")


def three_seats(**chosen: object) -> Desk:
    """Iron meets Brass at tables 1 to 3."""
    desk = team_event(replace(settings(rounds=3), team_seats=3, **chosen), SIX)
    play(desk, ((1, 4), (5, 2), (3, 6)))
    return desk


def stands(desk: Desk) -> str:
    (match,) = team_round_view(desk.state, desk.state.rounds[0]).matches
    return match.stands


def won(side: Side, cp: tuple[int, int] = (0, 0)) -> Result:
    return Result(side, How.SCENARIO, Pair(*cp), Pair(0, 0))


def test_a_match_is_shown_as_its_results_come_in() -> None:
    desk = three_seats()
    assert stands(desk) == "0–0, 3 games out"
    desk.report(1, Side.RED)
    assert stands(desk) == "1–0, 2 games out"
    desk.report(2, Side.BLUE)
    assert stands(desk) == "Iron won 2–0, 1 game out"
    desk.report(3, Side.BLUE)
    assert stands(desk) == "Iron won 2–1"
    (match,) = team_round_view(desk.state, desk.state.rounds[0]).matches
    assert (match.title, match.score, match.tables_words) == ("Iron – Brass", "2–1", "1–3")
    assert match_lines(desk.state, desk.state.rounds[0])[1] == "Iron – Brass: Iron won 2–1"
    assert outcome_words(match.match, Side.BLUE) == "lost 1–2"


def test_a_tied_match_is_a_draw_or_is_decided_by_points() -> None:
    drawn = three_seats()
    decided = three_seats(level_match=LevelMatch.POINTS)
    for desk in (drawn, decided):
        desk.report(1, Side.RED, cp=(5, 1))
        desk.report(2, Side.RED, cp=(3, 2))
        desk.report(3, None, How.TIE, cp=(1, 1))
    assert stands(drawn) == "1–1, drawn"
    assert stands(decided) == "Iron won 1–1 on control points, 8–5"
    (match,) = team_round_view(drawn.state, drawn.state.rounds[0]).matches
    assert outcome_words(match.match, Side.RED) == "drawn 1–1"


def test_army_points_decide_a_match_if_control_points_are_tied_too() -> None:
    desk = three_seats(level_match=LevelMatch.POINTS)
    desk.report(1, Side.RED, cp=(3, 0), apd=(12, 4))
    desk.report(2, Side.RED, cp=(3, 0), apd=(5, 1))
    desk.report(3, None, How.TIE, cp=(1, 1), apd=(0, 0))
    assert stands(desk) == "Iron won 1–1 on army points, 13–9"


def test_the_effect_of_another_result_on_the_match_is_described() -> None:
    desk = three_seats()
    first = desk.state.games[1]
    assert effect_words(desk.state, first, won(Side.RED)) == "The match then: 1–0, 2 games out"
    desk.report(1, Side.RED)
    second = desk.state.games[2]
    decides = "Decides the match: Iron won 2–0, 1 game out"
    assert effect_words(desk.state, second, won(Side.BLUE)) == decides
    desk.report(2, Side.BLUE)
    desk.report(3, Side.BLUE)
    turned = effect_words(desk.state, desk.state.games[1], won(Side.BLUE))
    assert turned == "Turns the match: Brass won 2–1 (was Iron won 2–1)"
    same = effect_words(desk.state, desk.state.games[1], won(Side.RED, (5, 0)))
    assert same == "The match stays as it is: Iron won 2–1"


def test_byes_of_single_players_and_of_whole_teams_are_described() -> None:
    desk = team_event(
        replace(settings(rounds=3), team_seats=2),
        ("Iron", "Iron", "Brass", "Gold", "Gold"),
    )
    play(desk, ((1, 3),), (2, 4, 5))
    view = team_round_view(desk.state, desk.state.rounds[0])
    (match,) = view.matches
    assert match.byes == ((2, "P2 has the bye: Brass is one player short."),)
    assert match.stands == "1–0, 1 game out"
    assert byes_words(desk.state, desk.state.rounds[0]) == (
        "Bye: Gold. P2 has the bye: Brass is one player short."
    )
    assert [(bye.team, bye.players) for bye in view.byes] == [("Gold", ("P4", "P5"))]
    game = desk.state.games[1]
    assert view.of_game(game.number) is match
    assert view.of_game(99) is None


def test_seats_empty_on_both_sides_are_reported() -> None:
    """Nobody has the bye then, so no other sentence says that a team is short."""
    desk = team_event(replace(settings(rounds=3), team_seats=3), ("Iron", "Iron", "Brass", "Brass"))
    play(desk, ((1, 3), (2, 4)))
    assert byes_words(desk.state, desk.state.rounds[0]) == (
        "Iron – Brass: one seat is empty on both sides."
    )
    desk = team_event(replace(settings(rounds=3), team_seats=5), ("Iron", "Iron", "Iron", "Brass"))
    play(desk, ((1, 4),), (2, 3))
    assert byes_words(desk.state, desk.state.rounds[0]).endswith(
        "Iron – Brass: 2 seats are empty on both sides."
    )


def test_the_outlook_of_a_team_event_is_about_teams() -> None:
    desk = team_event(replace(settings(rounds=2), team_seats=2))
    assert describe_outlook(desk.state) == ""
    play(desk, ((1, 3), (4, 2)), (5, 6))
    assert describe_outlook(desk.state) == (
        "0 of 1 match is decided. 1 more round is planned. 3 teams are undefeated."
    )
    desk.report(1, Side.RED)
    desk.report(2, Side.BLUE)
    assert describe_outlook(desk.state).endswith(" Gold and Iron are undefeated.")
    desk.do(FinishRound())
    play(desk, ((1, 5), (6, 2)), (3, 4))
    desk.report(1, Side.RED)
    desk.report(2, Side.BLUE)
    assert describe_outlook(desk.state) == (
        "1 of 1 match is decided. This is the last round. Iron is undefeated."
    )
    desk.do(DropPlayer(1))
    desk.do(DropPlayer(2))
    assert describe_outlook(desk.state).endswith("No team is undefeated.")


def test_many_undefeated_teams_are_counted() -> None:
    desk = team_event(
        replace(settings(rounds=2), team_seats=2), tuple(f"Team {n // 2}" for n in range(16))
    )
    play(desk, ((1, 3), (4, 2)), tuple(range(5, 17)))
    assert "8 teams are undefeated." in describe_outlook(desk.state)


def test_events_without_teams_have_no_matches() -> None:
    desk = under_way(4)
    game = next(iter(desk.state.games.values()))
    assert team_round_view(desk.state, desk.state.rounds[0]) == NO_MATCHES
    assert match_lines(desk.state, desk.state.rounds[0]) == {}
    assert describe_outlook(desk.state) == describe_outlook(State()) == ""
    assert byes_words(desk.state, desk.state.rounds[0]) == ""
    assert effect_words(desk.state, game, won(Side.RED)) == ""
    assert team_round_view(State(), desk.state.rounds[0]) == NO_MATCHES


def test_consecutive_tables_of_a_match_are_shown_as_a_range() -> None:
    assert block_words((4, 5, 6)) == "4–6"
    assert block_words((4, 6)) == "4, 6"
    assert block_words((4,)) == "4"
    assert block_words(()) == ""
