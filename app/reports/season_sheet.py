"""A season on paper: the league, and the ratings on separate sheets."""

from app.engine.language import say
from app.reports.page import cell_words, head, number, page
from app.views.score_words import place_words, record_words
from app.views.season.season import Season
from app.views.season.words import (
    RATING_NOTE,
    rating_words,
    rule_words,
)


def season_sheets(season: Season) -> list[str]:
    """Return the league's page, and the page of the ratings if games were played."""
    sheets = [_league(season)]
    return [*sheets, _ratings(season)] if season.ratings else sheets


def _league(season: Season) -> str:
    heads = [
        head(say("Place"), number=True),
        head(say("Player")),
        head(say("Points"), number=True),
        head(say("Events"), number=True),
        head(say("Games"), number=True),
    ]
    rows = [
        [
            number(place_words(row)),
            cell_words(row.person.name, row.person.club, bold=row.place == 1),
            number(str(row.points)),
            number(str(len(row.events))),
            number(record_words(row.wins, row.losses, row.ties, all_ties=False)),
        ]
        for row in season.league
    ]
    return page(say("League: {season}", season=season.name), heads, rows, rule_words(season.rule))


def _ratings(season: Season) -> str:
    heads = [
        head(say("Player")),
        head(say("Rating"), number=True),
        head(say("Games"), number=True),
    ]
    rows = [
        [
            cell_words(row.person.name, row.person.club),
            number(rating_words(row.rating)),
            number(str(row.rating.games)),
        ]
        for row in season.ratings
    ]
    return page(say("Ratings: {season}", season=season.name), heads, rows, RATING_NOTE)
