"""A league over several events, with points by a rule that the club chooses."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from app.views.season.outcome import Entrant, EventOutcome
from app.views.season.people import Entry, People, Person


class LeagueRule(Struct, frozen=True):
    """The points for an event. An entrant's points are added up, and their best events count."""

    best: int = 0
    """The number of a player's best events that count; 0 if all of them count."""
    places: tuple[int, ...] = ()
    """The points for the first place, the second and so on; none for further places. Players who
    share a place get its points.
    """
    beaten: int = 1
    """The points for each player placed behind the entrant. They make large events worth more."""
    win: int = 0
    """The points for each game won; a bye brings none."""
    tie: int = 0
    presence: int = 1
    """The points for taking part."""

    def points_of(self, entrant: Entrant, outcome: EventOutcome) -> int:
        """Return an entrant's points; disqualified players get none."""
        if not entrant.place:
            return 0
        by_place = self.places[entrant.place - 1] if entrant.place <= len(self.places) else 0
        behind = sum(other.place > entrant.place for other in outcome.entrants)
        played = self.win * entrant.wins + self.tie * entrant.ties + self.presence
        return by_place + self.beaten * behind + played


class EventPoints(Struct, frozen=True):
    """A player's points at one event."""

    event: str
    """The key of the event."""
    points: int
    counts: bool
    """True if these points count in the league."""


class LeagueRow(Struct, frozen=True):
    """A player's row in the league."""

    place: int
    shared: bool
    person: Person
    points: int
    events: tuple[EventPoints, ...]
    """The events in which the player took part, by date."""
    wins: int
    losses: int
    ties: int


def league_rows(
    outcomes: Sequence[EventOutcome], people: People, rule: LeagueRule
) -> tuple[LeagueRow, ...]:
    """Return the rows of the league, best first. Players with equal points are ranked by their best
    event, then the next best and so on, then by games won. Players who are still level share a
    place.
    """
    entrants: Mapping[Entry, tuple[Entrant, EventOutcome]] = {
        (outcome.key, entrant.number): (entrant, outcome)
        for outcome in outcomes
        for entrant in outcome.entrants
    }
    rows = [_row(person, entrants, rule) for person in people.persons]
    keys = {row.person.entries: _order(row) for row in rows}
    rows.sort(key=lambda row: keys[row.person.entries], reverse=True)
    placed: list[LeagueRow] = []
    level = [keys[row.person.entries] for row in rows]
    for row, key in zip(rows, level, strict=True):
        placed.append(
            LeagueRow(
                level.index(key) + 1, level.count(key) > 1, row.person, row.points, row.events,
                row.wins, row.losses, row.ties,
            )
        )  # fmt: skip
    return tuple(placed)


def _row(
    person: Person, entrants: Mapping[Entry, tuple[Entrant, EventOutcome]], rule: LeagueRule
) -> LeagueRow:
    there = [entrants[entry] for entry in person.entries]
    got = [(outcome.key, rule.points_of(entrant, outcome)) for entrant, outcome in there]
    best_first = sorted(range(len(got)), key=lambda at: -got[at][1])
    counted = {*best_first[: rule.best or len(got)]}
    events = tuple(EventPoints(key, points, at in counted) for at, (key, points) in enumerate(got))
    return LeagueRow(
        0,
        False,
        person,
        sum(event.points for event in events if event.counts),
        events,
        sum(entrant.wins for entrant, _ in there),
        sum(entrant.losses for entrant, _ in there),
        sum(entrant.ties for entrant, _ in there),
    )


def _order(row: LeagueRow) -> tuple[int, tuple[int, ...], int]:
    each = sorted((event.points for event in row.events if event.counts), reverse=True)
    return row.points, tuple(each), row.wins
