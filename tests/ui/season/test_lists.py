"""What the lists of a season say of one player."""

from app.engine.frozen import replace
from app.ui.season.lists import meeting_lines, record_lines
from app.views.season.league import LeagueRule
from app.views.season.season import Season
from tests.views.season.outcomes import named, outcome


def test_games_are_counted_from_the_chosen_players_point_of_view() -> None:
    ana, bo = named("Ana", "Bo")
    season = Season("Club", (outcome("a", ana, bo, games=[(1, 2, 1)]),), LeagueRule())
    one, other = season.people.persons
    assert [(line.opponent, line.games) for line in meeting_lines(season, one)] == [("Bo", "1–0–0")]
    assert [(line.opponent, line.games) for line in meeting_lines(season, other)] == [
        ("Ana", "0–1–0")
    ]


def test_uncounted_points_are_in_brackets_and_disqualified_players_have_no_place() -> None:
    ana, bo = named("Ana", "Bo")
    out = replace(bo, place=0)
    season = Season(
        "Club",
        (
            outcome("a", ana, bo, games=[(1, 2, 1)]),
            outcome("b", ana, out, games=[(1, 2, 1)], day="2026-06-01"),
        ),
        LeagueRule(best=1),
    )
    first, second = season.league
    assert [line.points for line in record_lines(season, first)] == ["(1)", "2"]
    assert [line.place for line in record_lines(season, second)] == ["DQ", "2 / 2"]
    assert [line.event for line in record_lines(season, first)] == ["b cup", "a cup"]
