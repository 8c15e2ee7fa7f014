"""The stations' notices to each other about new rows and presence. They are sent and received in a
thread with its own connection, which is renewed after the server was away.
"""

import threading
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import closing

from msgspec import Struct, field
from psycopg import Error

from app import VERSION
from app.engine.language import say
from app.store.errors import StoreError
from app.store.server.schema import LEASES, NEWS, STATIONS, TAKE_TURN
from app.store.server.server import Line, in_sentences, open_line

BEAT_SECONDS = 1.0
REST = 0
"""The place of the lease on everything without a lease of its own: all other tables and the round's
clock.
"""
GONE_SECONDS = 6
"""The seconds after which the others consider a silent station gone."""
STATION = say("Station")

FORGET = (
    f"DELETE FROM {STATIONS.name} WHERE tournament = %s"
    " AND (session = %s OR seen < clock_timestamp() - %s::interval)"
)
NAMES = f"SELECT name FROM {STATIONS.name} WHERE tournament = %s"
ARRIVE = (
    f"INSERT INTO {STATIONS.name} (tournament, session, name, pages, seen)"
    " VALUES (%s, %s, %s, %s, clock_timestamp())"
)
STAY = (
    f"UPDATE {STATIONS.name} SET seen = clock_timestamp(), pages = %s"
    " WHERE tournament = %s AND session = %s RETURNING name"
)
OTHERS = (
    f"SELECT name FROM {STATIONS.name} WHERE tournament = %s AND session <> %s"
    " AND seen >= clock_timestamp() - %s::interval ORDER BY name"
)
RENEW = (
    f"UPDATE {LEASES.name} SET until = clock_timestamp() + %s::interval"
    " WHERE tournament = %s AND session = %s AND until >= clock_timestamp() RETURNING place"
)
CLAIM = (
    f"INSERT INTO {LEASES.name} (tournament, place, session, until)"
    " SELECT %s, place, %s, clock_timestamp() + %s::interval FROM unnest(%s::integer[]) AS place"
    " ON CONFLICT (tournament, place) DO UPDATE"
    " SET session = excluded.session, until = excluded.until"
    f" WHERE %s OR {LEASES.name}.until < clock_timestamp() RETURNING place"
)
LEASED = (
    f"SELECT place, session, name FROM {LEASES.name} LEFT JOIN {STATIONS.name}"
    " USING (tournament, session) WHERE tournament = %s AND until >= clock_timestamp()"
)
GIVE_BACK = f"DELETE FROM {LEASES.name} WHERE tournament = %s AND session = %s"
LEAVE = f"DELETE FROM {STATIONS.name} WHERE tournament = %s AND session = %s"
DIGEST = "digest"
"""The first word of a notice on a state's digest. Rows, digest, version, station and session
follow.
"""
GONE = f"{GONE_SECONDS} seconds"
LEASE_SECONDS = 4
LEASE = f"{LEASE_SECONDS} seconds"


class Leases(Struct, frozen=True):
    """The stations that run the tables, as of the latest look at the database."""

    until_s: float = 0.0
    """The end of this station's leases, by its own counter."""
    since: Mapping[int, float] = field(default_factory=dict)
    """The tables of this station, each with the instant from which this station runs it."""
    names: Mapping[int, str] = field(default_factory=dict)
    """The stations that run the other tables, by table."""

    @property
    def mine(self) -> Collection[int]:
        return self.since.keys()

    def runs(self, table: int, *, alone: bool = False) -> bool:
        """Tell whether this station runs the table. With ``alone``, tell whether this station ran
        the table when it lost the server. A table without a lease is run by the station that has
        the lease on the rest.
        """
        if table not in self.since:
            return table not in self.names and table != REST and self.runs(REST, alone=alone)
        now_s = time.monotonic()
        return alone or self.since[table] <= now_s < self.until_s

    def with_claimed(self, since: Mapping[int, float]) -> "Leases":
        return Leases(self.until_s, {**self.since, **since}, self.names)


class News:
    """Announces this station to the others and receives their notices."""

    def __init__(
        self,
        database: str,
        tournament: int,
        session: str,
        station: str,
        *,
        runs_tables: bool = True,
    ) -> None:
        """Join the stations of an event under the name ``station``. A number is added if that name
        is taken. A station with ``runs_tables`` off takes no leases. Raises StoreError if the
        server cannot be reached.
        """
        self._runs_tables = runs_tables
        self._database, self._tournament, self._session = database, tournament, session
        self._on_news: Callable[[], None] = lambda: None
        self._on_digest: Callable[[str, int, str], None] = lambda _station, _rows, _digest: None
        self._end = threading.Event()
        self.station = station or STATION
        self.pages = ""
        """The address of this station's pages, which the others receive within a second."""
        self._leases = Leases()
        self._claiming = threading.Lock()
        self.others: tuple[str, ...] = ()
        self._line = self._joined()
        self.is_up = True
        self._thread = threading.Thread(target=self._run, name="news of the server", daemon=True)
        self._thread.start()

    def listen(
        self, on_news: Callable[[], None], on_digest: Callable[[str, int, str], None]
    ) -> None:
        """Call ``on_news`` now, and again whenever there is news. Call ``on_digest`` with the name,
        rows and digest of each station that announces a digest.
        """
        self._on_news, self._on_digest = on_news, on_digest
        on_news()

    @property
    def leases(self) -> "Leases":
        """The latest known leases of all tables."""
        return self._leases

    def run(self, line: Line, tables: Collection[int], *, take_over: bool) -> None:
        """Run these tables from now on, except those on which another station has a lease; with
        ``take_over``, run those as well. Raises psycopg's errors.
        """
        with self._claiming:
            self._claim(line, tables, take_over=take_over)
            self._renew(line)

    def _claim(self, line: Line, tables: Collection[int], *, take_over: bool) -> None:
        """Claim tables for this station. A station that has run one of them continues until it
        looks at the leases again, or until its lease ends by its own counter. This station waits
        for that long.
        """
        wanted = [table for table in tables if table not in self._leases.mine]
        if not wanted:
            return
        at_once = set[int]()
        if self._leases.runs(REST):
            at_once = {*wanted} - {*self._leases.names}
        elif not take_over:
            at_once = {REST}
        given = (self._tournament, self._session, LEASE, wanted, take_over)
        got = {place for (place,) in line.execute(CLAIM, given)}
        now_s = time.monotonic()
        since = {place: now_s if place in at_once else now_s + LEASE_SECONDS for place in got}
        self._leases = self._leases.with_claimed(since)

    def _renew(self, line: Line) -> None:
        """Renew this station's leases and read those of the others. The time of a lease counts from
        before the request, so a lease ends here before the server gives it to another station.
        """
        asked_s = time.monotonic()
        of_event = (self._tournament,)
        renewed = set[int]()
        if self._runs_tables:
            rows = line.execute(RENEW, (LEASE, *of_event, self._session))
            renewed = {place for (place,) in rows}
        names = {
            place: name or ""
            for place, session, name in line.execute(LEASED, of_event)
            if session != self._session
        }
        later_s = asked_s + LEASE_SECONDS
        since = {place: self._leases.since.get(place, later_s) for place in renewed}
        self._leases = Leases(later_s, since, names)

    def close(self, wake: Callable[[], object]) -> None:
        """Leave the stations of the event. ``wake`` makes the server send a notice, so that the
        thread stops waiting for one.
        """
        self._on_news = lambda: None
        self._end.set()
        wake()
        self._thread.join()

    def _joined(self) -> Line:
        line = open_line(self._database, f"Flagfall news {self._session}")
        try:
            with in_sentences(self._database):
                line.execute(f"LISTEN {NEWS}")
                self._arrive(line)
                self._look_around(line)
        except BaseException:
            line.close()
            raise
        return line

    def _arrive(self, line: Line) -> None:
        """Note that this station is here, under a name that no other station has."""
        with line.transaction():
            line.execute(TAKE_TURN, (self._tournament,))
            line.execute(FORGET, (self._tournament, self._session, GONE))
            taken = {name for (name,) in line.execute(NAMES, (self._tournament,))}
            wanted, number = self.station, 1
            while self.station in taken:
                number += 1
                self.station = f"{wanted} {number}"
            line.execute(ARRIVE, (self._tournament, self._session, self.station, self.pages))

    def _look(self, line: Line) -> None:
        """Note that this station is still here, and then look around as `_look_around` does."""
        if line.execute(STAY, (self.pages, self._tournament, self._session)).fetchone() is None:
            self._arrive(line)  # it was away for so long that the others forgot it
        self._look_around(line)

    def _look_around(self, line: Line) -> None:
        """Renew this station's leases, and read which other stations are here."""
        with self._claiming:
            self._renew(line)
            if (
                self._runs_tables
                and REST not in self._leases.mine
                and REST not in self._leases.names
            ):
                self._claim(line, (REST,), take_over=False)
                self._renew(line)
        others = line.execute(OTHERS, (self._tournament, self._session, GONE))
        self.others = tuple(name for (name,) in others)

    def _run(self) -> None:
        is_here = True
        while is_here:
            try:
                with closing(self._line) as line:
                    self._follow(line)
                    line.execute(LEAVE, (self._tournament, self._session))
                    if self._runs_tables:
                        line.execute(GIVE_BACK, (self._tournament, self._session))
                is_here = False
            except (Error, OSError):
                self.is_up = False
                is_here = self._come_back()

    def _follow(self, line: Line) -> None:
        """Handle notices until the end, or until the connection fails."""
        while not self._end.is_set():
            for news in line.notifies(timeout=BEAT_SECONDS):
                if self._end.is_set():
                    return
                tournament, _, rest = news.payload.partition(" ")
                if tournament == str(self._tournament) and not rest.endswith(self._session):
                    self._hear(rest)
            self._look(line)

    def _hear(self, news: str) -> None:
        """Handle a notice from another station. A digest from another version of Flagfall is
        ignored, because it cannot be compared.
        """
        match news.split(" ", 4):
            case [kind, rows, digest, version, station] if kind == DIGEST and rows.isdecimal():
                if version == VERSION:
                    self._on_digest(station.rpartition(" ")[0], int(rows), digest)
            case _:
                self._on_news()

    def _come_back(self) -> bool:
        """Join again as soon as the server answers, and return True. Return False if `close` was
        called first.
        """
        while not self._end.wait(BEAT_SECONDS):
            try:
                self._line = self._joined()
            except StoreError:
                continue
            self.is_up = True
            self._on_news()  # of what was written meanwhile
            return True
        return False
