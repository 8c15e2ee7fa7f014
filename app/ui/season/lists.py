"""The columns of the lists in a season's window."""

from msgspec import Struct

from app.engine.language import say
from app.ui.widgets.list_column import ListColumn
from app.ui.widgets.table_list import TableList
from app.ui.widgets.table_model import ListRows
from app.views.dates import date_words
from app.views.score_words import place_words, record_words
from app.views.season.league import LeagueRow
from app.views.season.outcome import EventOutcome
from app.views.season.people import Person
from app.views.season.season import FactionRow, RatingRow, Season
from app.views.season.words import rate_words, rating_words


class LeagueLine(Struct, frozen=True):
    """A player in the league, with their rating."""

    row: LeagueRow
    rating: str


class EventLine(Struct, frozen=True):
    """An event and its winner."""

    outcome: EventOutcome
    winners: str


class RecordLine(Struct, frozen=True):
    """An event in which the chosen player took part."""

    event: str
    faction: str
    place: str
    games: str
    points: str
    """The league points, in brackets if they are not counted."""


class MetLine(Struct, frozen=True):
    """The chosen player's results against a single opponent."""

    opponent: str
    games: str


LEAGUE: tuple[ListColumn[LeagueLine], ...] = (
    ListColumn(say("Place"), lambda line: place_words(line.row), 60, centred=True),
    ListColumn(say("Player"), lambda line: line.row.person.name, share=3, bold=True),
    ListColumn(say("Points"), lambda line: str(line.row.points), 66, centred=True),
    ListColumn(say("Events"), lambda line: str(len(line.row.events)), 66, centred=True),
    ListColumn(
        say("Games"),
        lambda line: record_words(line.row.wins, line.row.losses, line.row.ties, all_ties=False),
        92,
        centred=True,
    ),
    ListColumn(say("Rating"), lambda line: line.rating, 120, centred=True),
)
RATINGS: tuple[ListColumn[RatingRow], ...] = (
    ListColumn(say("Player"), lambda row: row.person.name, share=3, bold=True),
    ListColumn(say("Club"), lambda row: row.person.club, share=2),
    ListColumn(say("Rating"), lambda row: rating_words(row.rating), 160, centred=True),
    ListColumn(say("Games"), lambda row: str(row.rating.games), 84, centred=True),
)
FACTIONS: tuple[ListColumn[FactionRow], ...] = (
    ListColumn(say("Faction"), lambda row: row.faction, bold=True),
    ListColumn(say("Players"), lambda row: str(row.entries), 96, centred=True),
    ListColumn(
        say("W–L–T"), lambda row: record_words(row.wins, row.losses, row.ties), 120, centred=True
    ),
    ListColumn(say("Win rate"), rate_words, 110, centred=True),
)
EVENTS: tuple[ListColumn[EventLine], ...] = (
    ListColumn(
        say("Event"), lambda line: line.outcome.name or line.outcome.file, share=3, bold=True
    ),
    ListColumn(say("Date"), lambda line: date_words(line.outcome.day), 168),
    ListColumn(say("Players"), lambda line: str(len(line.outcome.entrants)), 96, centred=True),
    ListColumn(say("Rounds"), lambda line: str(line.outcome.rounds), 96, centred=True),
    ListColumn(say("First place"), lambda line: line.winners, share=2),
)
RECORD: tuple[ListColumn[RecordLine], ...] = (
    ListColumn(say("Event"), lambda row: row.event, share=3),
    ListColumn(say("Faction"), lambda row: row.faction, share=2),
    ListColumn(say("Place"), lambda row: row.place, 72, centred=True),
    ListColumn(say("W–L–T"), lambda row: row.games, 72, centred=True),
    ListColumn(say("Points"), lambda row: row.points, 72, centred=True),
)
MEETINGS: tuple[ListColumn[MetLine], ...] = (
    ListColumn(say("Opponent"), lambda row: row.opponent),
    ListColumn(say("W–L–T"), lambda row: row.games, 90, centred=True),
)


def league_list() -> TableList[LeagueLine]:
    held = ListRows(LEAGUE, lambda line: line.row.person.entries)
    return TableList("league", say("League"), held)


def rating_list() -> TableList[RatingRow]:
    return TableList("ratings", say("Ratings"), ListRows(RATINGS, lambda row: row.person.entries))


def faction_list() -> TableList[FactionRow]:
    return TableList("factions", say("Factions"), ListRows(FACTIONS, lambda row: row.faction))


def event_list() -> TableList[EventLine]:
    return TableList("events", say("Events"), ListRows(EVENTS, lambda line: line.outcome.key))


def record_list() -> TableList[RecordLine]:
    return TableList("record", say("Events of this player"), ListRows(RECORD))


def meeting_list() -> TableList[MetLine]:
    return TableList("meetings", say("Head to head"), ListRows(MEETINGS))


def league_lines(season: Season) -> list[LeagueLine]:
    """Return the league with each player's rating."""
    rated = {row.person.entries: rating_words(row.rating) for row in season.ratings}
    return [LeagueLine(row, rated.get(row.person.entries, "")) for row in season.league]


def event_lines(season: Season) -> list[EventLine]:
    return [EventLine(outcome, season.winners(outcome)) for outcome in season.outcomes]


def record_lines(season: Season, row: LeagueRow) -> list[RecordLine]:
    """Return the events of a player, the latest first."""
    points = {each.event: each for each in row.events}
    lines = []
    for there in reversed(season.record(row.person)):
        got, entrant = points.get(there.outcome.key), there.entrant
        place = f"{entrant.place} / {there.outcome.ranked}" if entrant.place else say("DQ")
        words = "" if got is None else str(got.points) if got.counts else f"({got.points})"
        games = record_words(entrant.wins, entrant.losses, entrant.ties)
        name = there.outcome.name or there.outcome.file
        lines.append(RecordLine(name, entrant.faction, place, games, words))
    return lines


def meeting_lines(season: Season, person: Person) -> list[MetLine]:
    """Return a player's results against each of their opponents."""
    return [
        MetLine(met.other.name, record_words(met.wins, met.losses, met.ties))
        for met in season.met_by(person)
    ]
