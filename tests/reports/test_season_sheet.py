"""A season on paper."""

from app.engine.frozen import replace
from app.reports.season_sheet import season_sheets
from tests.reports.test_results_page import EVIL, Tags
from tests.reports.test_season_page import evil_season


def test_the_league_and_the_ratings_are_separate_sheets() -> None:
    league, ratings = (" ".join(Tags(sheet).text) for sheet in season_sheets(evil_season()))
    for words in ("League:", "Place", "Points", "The best event counts."):
        assert words in league
    for words in ("Ratings:", "Glicko-2", "Rating", "Games"):
        assert words in ratings


def test_names_containing_markup_are_escaped() -> None:
    for sheet in season_sheets(evil_season()):
        assert EVIL not in sheet
        assert EVIL in "".join(Tags(sheet).text)


def test_without_any_games_there_is_no_ratings_sheet() -> None:
    season = evil_season()
    quiet = tuple(replace(each, games=()) for each in season.outcomes)
    assert len(season_sheets(replace(season, outcomes=quiet))) == 1
