"""A season as one page of HTML that needs nothing else: to publish or to mail."""

from html import escape

from app.engine.language import say
from app.reports.public_page import (
    number_cell,
    number_head,
    page_table,
    public_page,
    words_head,
)
from app.views.dates import MONTHS
from app.views.season.season import Appearance, Season
from app.views.season.words import (
    RATING_NOTE,
    place_words,
    rating_words,
    record_words,
    rule_words,
)

MADE = say("Made with Flagfall.")


def season_page(season: Season, as_of: str) -> str:
    """Return the page; ``as_of`` says in words when it was made."""
    events = say("No event yet.")
    if season.outcomes:
        first, last = season.outcomes[0], season.outcomes[-1]
        events = first.day if first is last else f"{first.day} – {last.day}"
    parts = (
        _league(season),
        _ratings(season),
        _factions(season),
        _events(season),
        _records(season),
        _meetings(season),
    )
    return public_page(season.name, season.name, f"{events} · {as_of}", parts, MADE)


def _league(season: Season) -> str:
    outcomes = season.outcomes
    heads = [
        number_head(say("Place")),
        words_head(say("Player")),
        number_head(say("Points")),
        number_head(say("Games")),
        *(number_head(_short_day(outcome.day)) for outcome in outcomes),
    ]
    lines = []
    for row in season.league:
        points = {each.event: each for each in row.events}
        cells = []
        for outcome in outcomes:
            got = points.get(outcome.key)
            cell = "" if got is None else str(got.points) if got.counts else f"({got.points})"
            cells.append(number_cell(cell))
        lines.append(
            number_cell(place_words(row))
            + _person(row.person.name, row.person.club)
            + number_cell(str(row.points))
            + number_cell(record_words(row.wins, row.losses, row.ties))
            + "".join(cells)
        )
    note = rule_words(season.rule)
    if season.rule.best:
        note = f"{note} {say('What does not count stands in brackets.')}"
    return page_table(say("League"), heads, lines) + _small(note)


def _ratings(season: Season) -> str:
    heads = [words_head(say("Player")), number_head(say("Rating")), number_head(say("Games"))]
    lines = [
        _person(row.person.name, row.person.club)
        + number_cell(rating_words(row.rating))
        + number_cell(str(row.rating.games))
        for row in season.ratings
    ]
    return page_table(say("Ratings"), heads, lines) + _small(RATING_NOTE) if lines else ""


def _factions(season: Season) -> str:
    heads = [
        words_head(say("Faction")),
        number_head(say("Players")),
        number_head(say("W–L–T")),
        number_head(say("Win rate")),
    ]
    lines = [
        _person(row.faction)
        + number_cell(str(row.entries))
        + number_cell(f"{row.wins}–{row.losses}–{row.ties}")
        + number_cell(f"{row.win_rate:.0%}")
        for row in season.factions
    ]
    note = say("Games of a faction against itself are left out of its win rate.")
    return page_table(say("Factions"), heads, lines) + _small(note) if lines else ""


def _events(season: Season) -> str:
    heads = [
        words_head(say("Event")),
        words_head(say("Date")),
        number_head(say("Players")),
        words_head(say("First place")),
    ]
    lines = [
        _person(outcome.name or outcome.file, outcome.packet)
        + f"<td>{escape(outcome.day)}</td>"
        + number_cell(str(len(outcome.entrants)))
        + _person(", ".join(each.name for each in outcome.entrants if each.place == 1))
        for outcome in season.outcomes
    ]
    return page_table(say("Events"), heads, lines) if lines else ""


def _records(season: Season) -> str:
    heads = [
        words_head(say("Player")),
        words_head(say("Event")),
        number_head(say("Place")),
        number_head(say("W–L–T")),
    ]
    lines = [
        _person(person.name if not at else "", person.club if not at else "")
        + _person(there.outcome.name or there.outcome.file, there.entrant.faction)
        + number_cell(_place(there))
        + number_cell(f"{there.entrant.wins}–{there.entrant.losses}–{there.entrant.ties}")
        for person in season.people.persons
        for at, there in enumerate(season.record(person))
    ]
    return page_table(say("Players"), heads, lines) if lines else ""


def _place(there: Appearance) -> str:
    return f"{there.entrant.place} / {there.outcome.ranked}" if there.entrant.place else say("DQ")


def _meetings(season: Season) -> str:
    heads = [words_head(say("Player")), words_head(say("Opponent")), number_head(say("W–L–T"))]
    lines = [
        _person(met.one.name)
        + _person(met.other.name)
        + number_cell(f"{met.wins}–{met.losses}–{met.ties}")
        for met in season.meetings
    ]
    return page_table(say("Head to head"), heads, lines) if lines else ""


def _short_day(iso: str) -> str:
    """Return "5 Dec" of 2026-12-05."""
    return f"{int(iso[8:])} {MONTHS[int(iso[5:7]) - 1][:3]}"


def _small(words: str) -> str:
    return f'\n<p class="small">{escape(words)}</p>'


def _person(name: str, below: str = "") -> str:
    more = f'<small dir="auto">{escape(below)}</small>' if below else ""
    return f"<td><bdi>{escape(name)}</bdi>{more}</td>"
