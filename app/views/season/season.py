"""A whole season: the league, ratings, records, head-to-head results and factions."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property

from msgspec import Struct

from app.engine.text import plain
from app.views.event.facts import FactTable
from app.views.season.league import LeagueRow, LeagueRule, league_rows
from app.views.season.outcome import Entrant, EventOutcome
from app.views.season.people import Answer, Entry, People, Person, match_people
from app.views.season.rating import RatedGame, Rating, rate


class RatingRow(Struct, frozen=True):
    """A player's row in the list of ratings."""

    person: Person
    rating: Rating


class Appearance(Struct, frozen=True):
    """One person's participation in an event."""

    outcome: EventOutcome
    entrant: Entrant


class Met(Struct, frozen=True):
    """The head-to-head result of two people, as the first one sees it."""

    one: Person
    other: Person
    wins: int
    losses: int
    ties: int


class FactionRow(Struct, frozen=True):
    """The results of a faction in games against other factions."""

    faction: str
    entries: int
    """The number of entrants who played the faction."""
    wins: int
    losses: int
    ties: int

    @property
    def win_rate(self) -> float:
        """Return the share of games won, from 0 to 1. A tie is half a win; without any game the
        share is 0.
        """
        games = self.wins + self.losses + self.ties
        return (self.wins + self.ties / 2) / games if games else 0


class Season(Struct, frozen=True, dict=True):
    """The events of a season in the order of their dates, with the results computed from them."""

    name: str
    outcomes: tuple[EventOutcome, ...]
    rule: LeagueRule
    answers: tuple[Answer, ...] = ()

    @cached_property
    def people(self) -> People:
        return match_people(self.outcomes, self.answers)

    @cached_property
    def league(self) -> tuple[LeagueRow, ...]:
        return league_rows(self.outcomes, self.people, self.rule)

    @cached_property
    def ratings(self) -> tuple[RatingRow, ...]:
        """The players with at least one game, the highest rating first. Each event is a rating
        period.
        """
        found = rate(
            [
                RatedGame(
                    self._places[outcome.key, game.players[0]],
                    self._places[outcome.key, game.players[1]],
                    _score(game.winner, game.players[0]),
                )
                for game in outcome.games
            ]
            for outcome in self.outcomes
        )
        rows = [RatingRow(self.people.persons[at], rating) for at, rating in found.items()]
        rows.sort(key=lambda row: (-row.rating.value, plain(row.person.name)))
        return tuple(rows)

    @cached_property
    def factions(self) -> tuple[FactionRow, ...]:
        """The factions that were played, the most played first. Games within a faction are left
        out, because they say nothing about the faction.
        """
        entries: Counter[str] = Counter()
        names: dict[str, str] = {}
        results: dict[str, Counter[float]] = defaultdict(Counter)
        for outcome in self.outcomes:
            factions = {}
            for entrant in outcome.entrants:
                key = plain(entrant.faction.strip())
                names.setdefault(key, entrant.faction.strip())
                entries[key] += 1
                factions[entrant.number] = key
            for game in outcome.games:
                for one, other in (game.players, game.players[::-1]):
                    if factions[one] != factions[other]:
                        results[factions[one]][_score(game.winner, one)] += 1
        return tuple(
            FactionRow(names[key], count, results[key][1], results[key][0], results[key][0.5])
            for key, count in sorted(entries.items(), key=lambda each: (-each[1], each[0]))
            if key
        )

    def record(self, person: Person) -> tuple[Appearance, ...]:
        """Return the events of a person, the first one first."""
        entrants = self._entrants
        return tuple(entrants[entry] for entry in person.entries)

    @cached_property
    def meetings(self) -> tuple[Met, ...]:
        """The head-to-head results of all pairs of people, each once, by their names."""
        counts: dict[tuple[int, int], Counter[float]] = defaultdict(Counter)
        persons = self.people.persons
        for outcome in self.outcomes:
            for game in outcome.games:
                one, other = (self._places[outcome.key, player] for player in game.players)
                score = _score(game.winner, game.players[0])
                counts[min(one, other), max(one, other)][score if one < other else 1 - score] += 1
        return tuple(
            Met(persons[one], persons[other], count[1], count[0], count[0.5])
            for (one, other), count in sorted(counts.items())
        )

    def met_by(self, person: Person) -> tuple[Met, ...]:
        """Return a person's results against everybody they have met."""
        return tuple(self._met_by.get(person.entries, ()))

    @cached_property
    def _met_by(self) -> dict[tuple[Entry, ...], list[Met]]:
        found: dict[tuple[Entry, ...], list[Met]] = defaultdict(list)
        for met in self.meetings:
            found[met.one.entries].append(met)
            found[met.other.entries].append(Met(met.other, met.one, met.losses, met.wins, met.ties))
        for each in found.values():
            each.sort(key=lambda met: plain(met.other.name))
        return found

    def winners(self, outcome: EventOutcome) -> str:
        """Return the winners of an event, under their usual names."""
        return ", ".join(
            self.people.of_entry[outcome.key, each.number].name
            for each in outcome.entrants
            if each.place == 1
        )

    @cached_property
    def _places(self) -> dict[Entry, int]:
        """The position in ``people.persons`` of each entrant's person."""
        return {
            entry: at for at, person in enumerate(self.people.persons) for entry in person.entries
        }

    @cached_property
    def _entrants(self) -> dict[Entry, Appearance]:
        return {
            (outcome.key, entrant.number): Appearance(outcome, entrant)
            for outcome in self.outcomes
            for entrant in outcome.entrants
        }

    def tables(self) -> tuple[FactTable, ...]:
        """Return the season as plain tables, whose keys are never translated."""
        return (
            FactTable("events", EVENTS, tuple(_events(self.outcomes))),
            FactTable("league", LEAGUE, tuple(_league(self.league))),
            FactTable("league_points", POINTS, tuple(_points(self))),
            FactTable("ratings", RATINGS, tuple(_ratings(self.ratings))),
            FactTable("records", RECORDS, tuple(_records(self))),
            FactTable("meetings", MEETINGS, tuple(_meetings(self.meetings))),
            FactTable("factions", FACTIONS, tuple(_factions(self.factions))),
        )


def _score(winner: int, player: int) -> float:
    return 0.5 if not winner else float(winner == player)


EVENTS = ("event", "date", "file", "packet", "size", "rounds", "over", "players", "games")
LEAGUE = ("place", "shared", "player", "club", "points", "events", "wins", "losses", "ties")
POINTS = ("player", "club", "event", "date", "points", "counts")
RATINGS = ("player", "club", "rating", "deviation", "provisional", "games")
RECORDS = (
    "player", "club", "event", "date", "faction", "army", "place", "shared", "players",
    "wins", "losses", "ties", "byes",
)  # fmt: skip
MEETINGS = ("player", "opponent", "wins", "losses", "ties")
FACTIONS = ("faction", "entries", "wins", "losses", "ties", "win_rate")

Row = tuple[str | int | float | bool | None, ...]


def _events(outcomes: Sequence[EventOutcome]) -> Iterable[Row]:
    for each in outcomes:
        yield (
            each.name, each.day, each.file, each.packet, each.size, each.rounds, each.over,
            len(each.entrants), len(each.games),
        )  # fmt: skip


def _league(rows: Sequence[LeagueRow]) -> Iterable[Row]:
    for row in rows:
        yield (
            row.place, row.shared, row.person.name, row.person.club, row.points, len(row.events),
            row.wins, row.losses, row.ties,
        )  # fmt: skip


def _points(season: Season) -> Iterable[Row]:
    events = {outcome.key: outcome for outcome in season.outcomes}
    for row in season.league:
        for got in row.events:
            event = events[got.event]
            name, club = row.person.name, row.person.club
            yield name, club, event.name, event.day, got.points, got.counts


def _ratings(rows: Sequence[RatingRow]) -> Iterable[Row]:
    for row in rows:
        rating = row.rating
        yield (
            row.person.name, row.person.club, round(rating.value), round(rating.deviation),
            rating.is_provisional, rating.games,
        )  # fmt: skip


def _records(season: Season) -> Iterable[Row]:
    for person in season.people.persons:
        for there in season.record(person):
            event, entrant = there.outcome, there.entrant
            yield (
                person.name, person.club, event.name, event.day, entrant.faction, entrant.army,
                entrant.place or None, entrant.shared, event.ranked, entrant.wins, entrant.losses,
                entrant.ties, entrant.byes,
            )  # fmt: skip


def _meetings(meetings: Sequence[Met]) -> Iterable[Row]:
    for met in meetings:
        yield met.one.name, met.other.name, met.wins, met.losses, met.ties


def _factions(rows: Sequence[FactionRow]) -> Iterable[Row]:
    for row in rows:
        yield row.faction, row.entries, row.wins, row.losses, row.ties, round(row.win_rate, 3)
