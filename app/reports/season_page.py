"""A season as one self-contained page of HTML, to publish or to mail."""

from html import escape

from app.engine.language import plural, say
from app.reports.public_page import (
    number_cell,
    number_head,
    page_style,
    page_table,
    plain_table,
    public_page,
    words_head,
)
from app.views.dates import MONTHS, date_words, span_words
from app.views.score_words import place_words, record_words
from app.views.season.people import Person
from app.views.season.season import Appearance, Season
from app.views.season.words import (
    RATING_NOTE,
    rate_words,
    rating_words,
    rule_words,
)

MADE = say("Made with Flagfall.")
STYLE = """
body { max-width: 76rem; }
nav a { display: inline-block; padding: 8px 16px 8px 0; color: inherit; }
.who { min-width: 9rem; overflow-wrap: break-word; }
.league .who { position: sticky; left: 0; background: var(--ground); }
.number + .who:last-child, .number + th:last-child:not(.number) { padding-inline-start: 24px; }
.narrow { max-width: 60rem; }
summary { padding: 8px 0; border-bottom: 1px solid var(--rule); cursor: pointer; }
summary small { display: inline; margin-inline-start: 8px; }
details[open] { padding-bottom: 16px; }
details table { margin-bottom: 8px; }
"""

WHO = f'<th class="who">{escape(say("Player"))}</th>'


def season_page(season: Season, as_of: str) -> str:
    """Return the page of a season; ``as_of`` says in words when it was made."""
    events = say("No event yet.")
    if season.outcomes:
        events = span_words(season.outcomes[0].day, season.outcomes[-1].day)
    parts = {
        "league": _league(season),
        "ratings": _ratings(season),
        "factions": _factions(season),
        "events": _events(season),
        "players": _players(season),
    }
    titles = {
        "league": say("League"),
        "ratings": say("Ratings"),
        "factions": say("Factions"),
        "events": say("Events"),
        "players": say("Players"),
    }
    there = {name: part for name, part in parts.items() if part}
    links = "".join(f'<a href="#{name}">{escape(titles[name])}</a>' for name in there)
    sections = [
        f'<section id="{name}"{"" if name == "league" else " class=narrow"}>\n{part}\n</section>'
        for name, part in there.items()
    ]
    return public_page(
        season.name,
        season.name,
        f"{events} · {as_of}",
        (f"<nav>{links}</nav>", *sections),
        MADE,
        style=page_style(STYLE),
    )


def _league(season: Season) -> str:
    outcomes = season.outcomes
    heads = [
        number_head(say("Place")),
        WHO,
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
            + f'<td class="number won">{row.points}</td>'
            + number_cell(record_words(row.wins, row.losses, row.ties, all_ties=False))
            + "".join(cells)
        )
    note = rule_words(season.rule)
    if season.rule.best:
        note = f"{note} {say('What does not count is in brackets.')}"
    table = page_table(say("League"), heads, lines)
    return f'<div class="league">{table}</div>{_small(note)}'


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
        + number_cell(record_words(row.wins, row.losses, row.ties))
        + number_cell(rate_words(row))
        for row in season.factions
    ]
    note = say("Games of a faction against itself are left out of its win rate.")
    return page_table(say("Factions"), heads, lines) + _small(note) if lines else ""


def _events(season: Season) -> str:
    heads = [
        words_head(say("Event")),
        number_head(say("Date")),
        number_head(say("Players")),
        words_head(say("First place")),
    ]
    lines = [
        _person(outcome.name or outcome.file, outcome.packet)
        + number_cell(date_words(outcome.day))
        + number_cell(str(len(outcome.entrants)))
        + _person(season.winners(outcome))
        for outcome in season.outcomes
    ]
    return page_table(say("Events"), heads, lines) if lines else ""


def _players(season: Season) -> str:
    """Return all players' events and opponents, folded below each name."""
    ratings = {row.person.entries: rating_words(row.rating) for row in season.ratings}
    people = [
        _player(season, person, ratings.get(person.entries, "")) for person in season.people.persons
    ]
    return "\n".join((f"<h2>{escape(say('Players'))}</h2>", *people)) if people else ""


def _player(season: Season, person: Person, rating: str) -> str:
    heads = [words_head(say("Event")), number_head(say("Place")), number_head(say("W–L–T"))]
    lines = [
        _person(there.outcome.name or there.outcome.file, there.entrant.faction)
        + number_cell(_place(there))
        + number_cell(record_words(there.entrant.wins, there.entrant.losses, there.entrant.ties))
        for there in season.record(person)
    ]
    tables = plain_table(heads, lines)
    if met := season.met_by(person):
        heads = [words_head(say("Head to head")), number_head(say("W–L–T"))]
        tables += plain_table(
            heads,
            [
                _person(each.other.name, each.other.club)
                + number_cell(record_words(each.wins, each.losses, each.ties))
                for each in met
            ],
        )
    events = plural(len(lines), "{count} event", "{count} events")
    about = " · ".join(filter(None, (person.club, events, rating)))
    name = f'<bdi>{escape(person.name)}</bdi> <small dir="auto">{escape(about)}</small>'
    return f"<details><summary>{name}</summary>\n{tables}</details>"


def _place(there: Appearance) -> str:
    return f"{there.entrant.place} / {there.outcome.ranked}" if there.entrant.place else say("DQ")


def _short_day(iso: str) -> str:
    """Return a short date, such as "5 Dec" for 2026-12-05."""
    return f"{int(iso[8:])} {MONTHS[int(iso[5:7]) - 1][:3]}"


def _small(words: str) -> str:
    return f'\n<p class="small">{escape(words)}</p>'


def _person(name: str, below: str = "") -> str:
    more = f'<small dir="auto">{escape(below)}</small>' if below else ""
    return f'<td class="who"><bdi>{escape(name)}</bdi>{more}</td>'
