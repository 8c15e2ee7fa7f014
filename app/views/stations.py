"""The stations that run an event together, and acts that could not be added to it."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from app.engine.acts.stations.aside import ActSetAside
from app.engine.language import plural, say
from app.engine.remarks import read_remark
from app.engine.state import State
from app.engine.text import join_words

REST = 0  # stands for every table that no station runs by name


class Stations(Struct, frozen=True):
    """The stations of an event as one of them sees them."""

    here: str
    others: tuple[str, ...] = ()
    run_by: Mapping[int, str] | None = None
    """The station that runs each table, by table number. Key 0 stands for all tables without a key
    of their own.
    """
    is_away: bool = False
    """True if the server cannot be reached."""
    waiting: int = 0
    """The number of this station's acts that wait for the server."""
    role: str = ""
    """The role of this station in words; empty if it may do everything."""


class StationRow(Struct, frozen=True):
    """A station in the list."""

    name: str
    note: str
    runs: str
    tables: tuple[int, ...]
    """The tables of this station that can be taken over; 0 stands for all tables that are not
    named.
    """
    is_here: bool


class AsideRow(Struct, frozen=True):
    """An act that was set aside."""

    when: str
    what: str
    why: str


def short_words(stations: Stations, state: State) -> tuple[str, str]:
    """Return two short lines: the state of this station, and the state of the other stations."""
    if stations.is_away:
        waiting = plural(stations.waiting, "{count} unsent", "{count} unsent")
        return say("Server away"), waiting if stations.waiting else say("on its own")
    if state.acts_aside:
        aside = len(state.acts_aside)
        words = plural(aside, "{count} not added", "{count} not added")
        return words, plural(aside, "read it", "read them")
    others = len(stations.others)
    if not others:
        return stations.here, stations.role or say("on its own")
    return stations.here, stations.role or plural(others, "and {count} other", "and {count} others")


def station_rows(stations: Stations) -> tuple[StationRow, ...]:
    run_by = stations.run_by or {}
    rows = []
    names = [stations.here, *stations.others]
    for name in dict.fromkeys([*names, *run_by.values()]):
        is_here = name == stations.here
        note = "" if name in names else say("no longer seen")
        if is_here:
            note = join_with_dot(say("this computer"), stations.role)
        tables = tuple(sorted(table for table, by in run_by.items() if by == name))
        rows.append(StationRow(name, note, runs_words(tables, run_by), tables, is_here))
    return tuple(rows)


def join_with_dot(*words: str) -> str:
    return " · ".join(filter(None, words))


def runs_words(tables: tuple[int, ...], run_by: Mapping[int, str]) -> str:
    """Return the tables in words, such as "Tables 1 and 4, and all that are not named"."""
    named = [table for table in tables if table != REST]
    words = (
        plural(
            len(named),
            "Table {tables}",
            "Tables {tables}",
            tables=join_words(map(str, named)),
        )
        if named
        else ""
    )
    if REST not in tables:
        return words or say("No table")
    if len(run_by) == len(tables):
        return say("All tables")
    return say("{words}, and all others", words=words) if words else say("All other tables")


def aside_rows(state: State, time_of: Callable[[int], str]) -> tuple[AsideRow, ...]:
    """Return a row for each act that was set aside. ``time_of`` returns the time of day of an
    instant.
    """
    return tuple(_aside(state, act, time_of) for act in state.acts_aside)


def _aside(state: State, act: ActSetAside, time_of: Callable[[int], str]) -> AsideRow:
    when = say(
        "{time}, {actor} at {station}",
        time=time_of(state.shown_ms(act.at_ms)),
        actor=act.actor,
        station=act.station or say("this computer"),
    )
    return AsideRow(when, read_remark(act.what), read_remark(act.why))
