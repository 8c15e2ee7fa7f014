"""The log of an event in a database. It has the same rows as an event's file, and any station may
write them.

The rows of one write are stored completely or not at all. They take the next numbers. If another
station wrote first, nothing is stored; the desk then reads the new rows and decides again.
"""

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from secrets import token_hex
from types import TracebackType
from typing import Any, Self

from psycopg import Error, errors
from psycopg.pq import TransactionStatus

from app import VERSION
from app.engine.acts.events import Event, Record
from app.engine.acts.stations.roles import Role
from app.engine.frozen import pause_collection, replace
from app.engine.language import say
from app.engine.progress import Progress, no_progress
from app.store.errors import Away, Damaged, Overtaken, StoreError
from app.store.file_names import make_folder
from app.store.log import codec, row_checks
from app.store.log.event_copy import EventCopy
from app.store.log.event_log import Batch
from app.store.log.log_file import Contents, Sign, chain_after, in_memory_file
from app.store.log.packed_rows import PackedRows
from app.store.log.row_checks import Stored
from app.store.log.schema import new_event
from app.store.server.address import ServerEvent, own_path
from app.store.server.news import DIGEST, GONE, News
from app.store.server.roles import role_of
from app.store.server.schema import (
    EVENTS,
    INSERT_ROW,
    INSERT_ROWS,
    LOCK_CLASS,
    NEWS,
    NOTE_ALIVE,
    SELECT_ROWS,
    STATIONS,
    TAKE_TURN,
)
from app.store.server.server import (
    STALLED_SECONDS,
    UNHURRIED_SECONDS,
    Line,
    Listed,
    Stalled,
    events_of,
    find_event,
    in_sentences,
    open_line,
    open_prepared,
)
from app.store.server.waiting import WaitingAct, WaitingActs

NO_EVENT = say("There is no event {name} in the database. It has: {there}.")
NO_NAME = say("Add the event’s name: --event NAME. The database has: {there}.")
NONE = say("none yet")
THERE = say("The database already holds an event {name}. Choose another name, or open that event.")
LONGEST_NAME = 200
NAME = say(
    "Choose a name for the event in the database, of one line and at most {most} letters. In an"
    " address it comes after the database, as in …/flagfall#Spring Cup."
)
READ_ONLY = say("{name} is open for reading only; nothing was written.")
DAMAGED = say("The event {name} in the database is damaged. {what} Copy its latest backup there.")
DOUBTFUL = say(
    "The server did not answer. When it is back, you will see whether this was saved; check before"
    " you do it again."
)
AWAY = say(
    "The database server cannot be reached. Clocks go on; what is done here is kept on this"
    " computer and added when the server is back."
)
BACK = say("The database server is back.")
MEASUREMENTS = 3
ROWS_AT_ONCE = 2_000
"""The number of rows that are sent together when a whole event is stored."""
KEEP_TURN_SECONDS = 1
INSERT_EVENT = (
    f"INSERT INTO {EVENTS.name} (name, event, version, alive_ms) VALUES (%s, %s, %s, %s)"
    " RETURNING tournament"
)
HALL = (
    f"SELECT {EVENTS.name}.name, min(pages) FROM {STATIONS.name} JOIN {EVENTS.name}"
    " USING (tournament) WHERE pages <> '' AND seen >= clock_timestamp() - %s::interval"
    f" GROUP BY {EVENTS.name}.name ORDER BY {EVENTS.name}.name"
)


def create(place: ServerEvent, station: str = "") -> "ServerLog":
    """Make a new event in the database and open it on the same connection. Raises StoreError if
    that is not possible.
    """
    _demand_name(place.name)
    session = token_hex(8)
    contents = Contents(new_event(), VERSION, session, None, PackedRows())
    line = open_prepared(place.database, line_name(session), patience_s=UNHURRIED_SECONDS)
    try:
        with in_sentences(place.database):
            tournament = _insert_event(line, place.name, contents)
            line.patience_s = STALLED_SECONDS
            return _read_and_join(place, line, tournament, contents, station, read_only=False)
    except BaseException:
        line.close()
        raise


def open_log(place: ServerEvent, station: str = "", *, read_only: bool = False) -> "ServerLog":
    """Open an event of the database. ``station`` is this station's name, which the others see.

    With ``read_only`` the event is read as it is now, and the others do not see this station.
    Raises StoreError if there is no such event or the server cannot be reached, and Damaged if a
    row differs from what was written.
    """
    session = token_hex(8)
    line = open_prepared(place.database, line_name(session))
    try:
        with in_sentences(place.database):
            listed = _of_name(line, place.name)
            contents = Contents(
                listed.event, listed.version, session, listed.alive_ms, PackedRows()
            )
            return _read_and_join(
                place, line, listed.tournament, contents, station, read_only=read_only
            )
    except BaseException:
        line.close()
        raise


def _read_and_join(
    place: ServerEvent,
    line: Line,
    tournament: int,
    contents: Contents,
    station: str,
    *,
    read_only: bool,
) -> "ServerLog":
    """Return the log of an event on this connection, after reading its rows and joining the other
    stations.
    """
    role = role_of(line)
    log = ServerLog(place, line, tournament, contents, role=role, read_only=read_only)
    log.read_on()
    if not read_only:
        log.join(station)
    return log


def add(place: ServerEvent, contents: Contents, report_progress: Progress = no_progress) -> None:
    """Store an event with these contents in the database, all of it or nothing. Raises StoreError
    if the name is taken or too long, and whatever ``report_progress`` raises.
    """
    _demand_name(place.name)
    unhurried = open_prepared(place.database, patience_s=UNHURRIED_SECONDS)
    with in_sentences(place.database), closing(unhurried) as line, line.transaction():
        tournament = _insert_event(line, place.name, contents)
        for at in range(0, len(contents.rows), ROWS_AT_ONCE):
            rows = contents.rows[at : at + ROWS_AT_ONCE]
            insert_rows(line, tournament, rows, "")
            report_progress((at + len(rows)) / len(contents.rows))


def _demand_name(name: str) -> None:
    """Raise StoreError if no event in a database can have this name."""
    if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise StoreError(NAME.format(most=LONGEST_NAME))


def _insert_event(line: Line, name: str, contents: Contents) -> int:
    """Insert an event, without its rows, and return its number. Raises StoreError if the name is
    taken, and psycopg's other errors.
    """
    values = (name, contents.event, contents.version, contents.alive_ms)
    try:
        made = line.execute(INSERT_EVENT, values).fetchone()
    except errors.UniqueViolation as error:
        raise StoreError(THERE.format(name=name)) from error
    assert made is not None
    return int(made[0])


def insert_rows(line: Line, tournament: int, rows: Sequence[Stored], news: str) -> None:
    """Insert rows and send the notice ``news``. Raises psycopg's errors; UniqueViolation if a
    number is taken.
    """
    if len(rows) == 1:
        line.execute(INSERT_ROW, (tournament, tournament, *rows[0], news))
        return
    columns = [list(column) for column in zip(*rows, strict=True)]
    line.execute(INSERT_ROWS, (tournament, tournament, *columns, news))


def line_name(session: str) -> str:
    """Return the name under which the server lists the connection that a station writes with."""
    return f"Flagfall {session}"


def _of_name(line: Line, name: str) -> Listed:
    event = find_event(line, name)
    if event is not None:
        return event
    listed = events_of(line)
    there = ", ".join(event.name for event in listed) or NONE
    raise StoreError((NO_EVENT if name else NO_NAME).format(name=name, there=there))


def _same(theirs: Sequence[Stored], mine: Sequence[Stored]) -> int:
    """Return how many rows at the beginning are the same in ``theirs`` and ``mine``."""
    for place, (there, here) in enumerate(zip(theirs, mine, strict=False)):
        if there[-1] != here[-1]:
            return place
    return min(len(theirs), len(mine))


def measured_ahead_ms(measured: Iterable[tuple[int, int]]) -> int:
    """Return by how many milliseconds a clock is ahead, judging by the answer with the shortest
    round trip. Return 0 if the trip alone may explain the difference. ``measured`` are pairs of
    trip and difference, in microseconds.
    """
    way_us, ahead_us = min(measured)
    return ahead_us // 1_000 if abs(ahead_us) > max(way_us, 1_000) else 0


class ServerLog:
    """An open event in a database. It is used by one thread at a time and closed by ``close``."""

    def __init__(
        self,
        place: ServerEvent,
        line: Line,
        tournament: int,
        contents: Contents,
        *,
        role: Role,
        read_only: bool,
    ) -> None:
        """Take over ``line``. ``contents`` have no rows yet; `read_on` reads them."""
        self.place = place
        self._line = line
        self._tournament = tournament
        self._contents = contents
        self._role = role
        self._read_only = read_only
        self._news: News | None = None
        self._waiting: WaitingActs | None = None
        self._shared = 0
        self._is_apart = False  # whether the waiting acts must be decided again anyway
        self._is_anew = False  # whether the waiting acts were decided again but not added yet
        self._keep_turn_s = 0.0
        self._was_away = False

    @property
    def last_seq(self) -> int:
        """The number of the last row that this station knows; 0 in a new event."""
        return len(self._contents.rows)

    @property
    def last_sign(self) -> Sign:
        """Return the last instant at which a station is known to have run. The server has its own
        clock, so no computer's counter is noted.
        """
        latest = (self._contents.alive_ms, *(row[2] for row in self._contents.rows[-1:]))
        return Sign(max((at_ms for at_ms in latest if at_ms is not None), default=None))

    @property
    def last_chain(self) -> str:
        """The checksum that the next row will be chained to, hexadecimal."""
        return self._contents.chain.hex()

    @property
    def behind(self) -> str:
        """An empty text, because whatever this station has written is in the database or waits to
        be added.
        """
        return ""

    @property
    def waiting(self) -> Sequence[WaitingAct]:
        """This station's acts that wait for the server, in order. Each has the rows that it led to
        here.
        """
        return self._waiting.acts if self._waiting else ()

    @property
    def role(self) -> Role:
        """The role that the database gave this station's user."""
        return self._role

    @property
    def is_away(self) -> bool:
        """Tell whether the server cannot be reached, or has not received all waiting acts yet."""
        return bool(self.waiting) or (self._news is not None and not self._news.is_up)

    @property
    def shared_rows(self) -> int:
        """The number of rows that are known to be in the database; later ones wait here."""
        return self._shared if self.waiting else self.last_seq

    @property
    def contents(self) -> Contents:
        """Everything that the event holds, in the form in which a file has it."""
        return self._contents

    @property
    def shared(self) -> Self:
        """This log itself, because other stations may share the event."""
        return self

    @property
    def station(self) -> str:
        """This station's name among those that have the event open."""
        return self._news.station if self._news else ""

    @property
    def others(self) -> tuple[str, ...]:
        """The other stations that have the event open, by name."""
        return self._news.others if self._news else ()

    def runs(self, table: int) -> bool:
        """Tell whether this station lets the table's flag fall. Table 0 stands for the round's
        clock. While the server is away, a station continues to run the tables that it had, and its
        acts wait.
        """
        if self._news is None:
            return False
        return self._news.leases.runs(table, alone=not self._news.is_up)

    @property
    def run_by(self) -> Mapping[int, str]:
        """The station that runs each table, as far as that is known; table 0 stands for the
        rest.
        """
        if self._news is None:
            return {}
        leases = self._news.leases
        return {**dict.fromkeys(leases.mine, self.station), **leases.names}

    def announce_pages(self, address: str) -> None:
        """Announce the address of this station's pages for the hall's list of pages; ``address`` is
        empty while the pages are off.
        """
        if self._news is not None:
            self._news.pages = address

    def halls(self) -> list[tuple[str, str]]:
        """Return the name and the address of each event in the database whose pages are on, sorted
        by name. Raises StoreError if the server cannot be asked.
        """
        with in_sentences(self.place.database):
            return [(name, pages) for name, pages in self._server().execute(HALL, (GONE,))]

    def run(self, tables: Collection[int], *, take_over: bool) -> None:
        """Run these tables here from now on, except those that another station runs; with
        ``take_over``, run those as well. Raises StoreError if the server cannot be asked.
        """
        if self._news is None or self._role is Role.READER:
            return
        if not (take_over or {*tables} - {*self.run_by}):
            return
        with in_sentences(self.place.database):
            self._news.run(self._server(), tables, take_over=take_over)

    def clock_ahead_ms(self) -> int:
        """Return by how many milliseconds the server's clock is ahead of this computer's. Return 0
        if the difference is too small to be measured from here. Raises StoreError if the server
        cannot be asked.
        """
        measured = []
        with in_sentences(self.place.database):
            for _ in range(MEASUREMENTS):
                asked_ns = time.time_ns()
                ((server_us,),) = self._server().execute(
                    "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
                )
                answered_ns = time.time_ns()
                middle_us = (asked_ns + answered_ns) // 2_000
                measured.append(((answered_ns - asked_ns) // 1_000, int(server_us) - middle_us))
        return measured_ahead_ms(measured)

    def join(self, station: str) -> None:
        """Announce this station to the others, and take over the acts that an earlier run of the
        program left waiting. Raises StoreError if that is not possible.
        """
        make_folder(own_path(self.place).parent)
        self._news = News(
            self.place.database,
            self._tournament,
            self._contents.session,
            station,
            runs_tables=self._role is not Role.READER,
        )
        self._waiting = WaitingActs(self._contents.event)
        self._resume()

    def listen(
        self, on_news: Callable[[], None], on_digest: Callable[[str, int, str], None]
    ) -> None:
        """Call ``on_news`` from another thread whenever other stations may have written. Call
        ``on_digest`` with the name, rows and digest that another station announced.
        """
        if self._news is not None:
            self._news.listen(on_news, on_digest)

    def announce_digest(self, rows: int, digest: str) -> None:
        """Send the other stations ``digest``, which is of this station's state after the first
        ``rows`` rows. Raises StoreError if the server cannot be reached.
        """
        with in_sentences(self.place.database):
            words = (self._tournament, DIGEST, rows, digest, VERSION, self.station)
            about = f"{' '.join(map(str, words))} {self._contents.session}"
            self._server().execute(f"SELECT pg_notify('{NEWS}', %s)", (about,))

    def records(self, after: int = 0) -> list[Record]:
        """Return every row after row ``after``, in order. Raises StoreError, naming the first
        damaged row, if there is one.
        """
        with pause_collection():
            return codec.records(self._contents.rows[after:])

    def read_on(self) -> list[Record]:
        """Return the rows that others have written since the last call. Raises StoreError if they
        cannot be read, and Damaged if a row is not as it was written.
        """
        if self.waiting:
            raise Away(AWAY)
        with pause_collection():
            rows = self._rows_after(self.last_seq)
            self._take(rows)
            return codec.records(rows)

    def append(
        self, events: Sequence[Event], *, at_ms: int, station: str, actor: str
    ) -> list[Record]:
        """Write ``events`` as the next rows: all of them, durably, or none.

        Raises StoreError if they cannot be written, and Overtaken if others have written first.
        """
        batch = self.batch()
        records = batch.add(events, at_ms=at_ms, station=station, actor=actor)
        self.write(batch)
        return records

    def batch(self) -> Batch:
        """Return an empty batch for the next rows. The batch becomes invalid if another row is
        written before it.
        """
        return Batch(self.last_seq, self._contents.chain)

    def write(self, batch: Batch, acts: Sequence[WaitingAct] = ()) -> None:
        """Write the acts of ``batch``: all of them, durably, or none. While the server is away they
        wait on this computer; ``acts`` are the commands that led to them.

        Raises StoreError if they cannot be written, and Overtaken if others have written first.
        After Overtaken only this station can write, until it does so or calls `release`; `read_on`
        then returns the rows of the others.
        """
        if self._read_only:
            raise StoreError(READ_ONLY.format(name=self.place.name))
        if not batch.rows:
            return
        try:
            if self.waiting:
                raise Away(AWAY)
            self._write(batch.rows)
        except Away:
            if self._waiting is None or not acts:
                raise
            if not self.waiting:
                self._shared = self.last_seq
            self._waiting.add(acts)
        self._contents.rows.extend(batch.rows)

    def rejoin(self) -> bool:
        """Add the waiting acts to the event, and tell whether that is done. Raises Away while the
        server is away, and StoreError if the acts cannot be added for another reason.

        The result is False if others have written meanwhile. Then the last rows here are theirs,
        and all acts that still wait have to be decided again and given to `replace_waiting`. From
        the second attempt on, the others cannot write until everything is added or `release` is
        called. Otherwise a station would never catch up with others that keep writing.
        """
        if self._waiting is None or not self.waiting:
            return True
        if self._news is not None and not self._news.is_up:
            raise Away(AWAY)
        if self._is_anew and not self._has_turn:
            with in_sentences(self.place.database):
                self._take_turn()
        while True:
            theirs = self._rows_after(self._shared)
            mine = self._contents.rows[self._shared :]
            arrived = _same(theirs, mine)
            self._shared += arrived
            if not self._is_apart:
                left = [act for act in self.waiting if act.rows[0][0] > self._shared]
                self._waiting.replace(left)
            if not self.waiting:
                return True
            if len(theirs) > arrived or self._is_apart:
                self._contents.rows.cut(self._shared)
                self._take(theirs[arrived:])
                self._shared, self._is_apart = self.last_seq, True
                return False
            try:
                self._write(mine[arrived:])
            except Overtaken:
                continue
            self._waiting.clear()
            self._is_anew = self._was_away = False  # the desk says more about it than `gather`
            return True

    def keep_turn(self) -> None:
        """Keep this station's turn to write while the waiting acts are decided again. The server
        ends a turn in which it receives nothing. Nothing is raised if the server is away, because
        `rejoin` notices that.
        """
        if self._has_turn and time.monotonic() > self._keep_turn_s:
            self._keep_turn_s = time.monotonic() + KEEP_TURN_SECONDS
            with suppress(Error):
                self._line.execute("SELECT 1")

    def replace_waiting(self, batch: Batch, acts: Sequence[WaitingAct]) -> None:
        """Replace the waiting acts by the same acts, decided again, with their new rows. Raises
        StoreError if the acts cannot be stored on this computer.
        """
        assert self._waiting is not None
        self._waiting.replace(acts)
        self._contents.rows.extend(batch.rows)
        self._is_apart, self._is_anew = False, True

    def _write(self, rows: Sequence[Stored]) -> None:
        with in_sentences(self.place.database):
            try:
                self._insert(rows)
            except errors.UniqueViolation:
                self.release()
                self._take_turn()
                raise Overtaken from None

    def release(self) -> None:
        """Let other stations write again, after `Overtaken`."""
        if self._has_turn:
            with suppress(Error):
                self._line.execute("ROLLBACK")

    def note_sign(self, at_ms: int | None, _boot_instant: str = "") -> None:
        """Record that this station ran at ``at_ms``. Raises StoreError if the server cannot be
        reached.
        """
        if at_ms is None or self._role is Role.READER:
            return
        with in_sentences(self.place.database):
            self._server().execute(NOTE_ALIVE, (at_ms, self._tournament))

    def look_after(self, *, gather: bool) -> str:
        """Return a sentence if the server went away or came back since the last call. Nothing needs
        to be gathered, because every row is in the database or waits for it.
        """
        away = self._news is not None and not self._news.is_up
        if away == self._was_away:
            return ""
        self._was_away = away
        return AWAY if away else BACK

    def check(self) -> None:
        """Do nothing: every row was compared with its checksum when it was read."""

    def copied(self) -> EventCopy:
        """Return a copy of the event as it is now, to be written to a file later."""
        contents = replace(self._contents, session="", alive_ms=self.last_sign.alive_ms)
        return EventCopy(own_path(self.place), in_memory_file(contents))

    def close(self) -> None:
        """Leave the event, and let the other stations know."""
        if self._news is not None:
            self._news.close(self._send_news)
        if self._waiting is not None:
            self._waiting.close()
        with suppress(Error):
            self._line.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _resume(self) -> None:
        """Add the acts that an earlier run of the program left waiting to the rows here, unless the
        event already has them. Later `rejoin` adds them to the database.
        """
        assert self._waiting is not None
        rows = self._contents.rows
        self._waiting.replace([act for act in self.waiting if not self._holds(act.rows)])
        mine = [row for act in self.waiting for row in act.rows]
        if not mine:
            return
        first, *_ = mine[0]
        shared = first - 1
        fits = shared <= len(rows) and not row_checks.first_fault(
            mine, shared + 1, chain_after(self._contents, shared)
        )
        if fits:
            self._shared = shared
            rows.cut(shared)
            rows.extend(mine)
        else:
            self._shared, self._is_apart = len(rows), True

    def _holds(self, rows: Sequence[Stored]) -> bool:
        place = rows[-1][0] - 1
        known = self._contents.rows[place : place + 1]
        return bool(known) and known[0][-1] == rows[-1][-1]

    def _rows_after(self, seq: int) -> list[Stored]:
        with in_sentences(self.place.database), self._server().cursor(binary=True) as cursor:
            found: list[Any] = cursor.execute(SELECT_ROWS, (self._tournament, seq)).fetchall()
            return found

    def _take(self, rows: Sequence[Stored]) -> None:
        """Add rows to those that this station knows. Raises Damaged if a row is not as it was
        written.
        """
        fault = row_checks.first_fault(rows, self.last_seq + 1, self._contents.chain)
        if fault:
            raise Damaged(DAMAGED.format(name=self.place.name, what=fault))
        self._contents.rows.extend(rows)

    def _about(self, rows: Sequence[Stored]) -> str:
        return f"{self._tournament} {rows[-1][0]} {self._contents.session}"

    def _insert(self, rows: Sequence[Stored]) -> None:
        """Insert rows. If the connection fails meanwhile, check on a new connection whether the
        rows were written, and write them if not.
        """
        try:
            self._insert_once(rows)
        except Stalled as error:
            raise Away(DOUBTFUL) from error
        except Error:
            if not self._line.closed:
                raise
            if not self._arrived(rows):
                self._insert_once(rows)

    def _insert_once(self, rows: Sequence[Stored]) -> None:
        insert_rows(self._server(), self._tournament, rows, self._about(rows))
        if self._has_turn:
            self._line.execute("COMMIT")

    def _send_news(self) -> None:
        about = f"{self._tournament} {self.last_seq} {self._contents.session}"
        with suppress(Error):
            self._line.execute(f"SELECT pg_notify('{NEWS}', %s)", (about,))

    @property
    def _has_turn(self) -> bool:
        """True if a transaction is open, in which nobody else writes."""
        status = self._line.info.transaction_status
        return status in {TransactionStatus.INTRANS, TransactionStatus.INERROR}

    def _take_turn(self) -> None:
        self._server().execute("BEGIN")
        self._line.execute(TAKE_TURN, (self._tournament,))

    def _server(self) -> Line:
        """Return the connection. A lost connection is renewed if the server answers. Raises Away at
        once if the server is known not to answer.
        """
        if self._line.closed:
            if self._news is not None and not self._news.is_up:
                raise Away(AWAY)
            if time.monotonic() < self._line.silent_until_s:
                raise Away(AWAY)
            self._reconnect()
        return self._line

    def _reconnect(self) -> None:
        """Connect again, and make the server end whatever is left of the lost connection."""
        name = line_name(self._contents.session)
        line = open_line(self.place.database, f"{name} again")
        try:
            line.execute(
                "SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity"
                " WHERE application_name = %s AND datname = current_database()",
                (name,),
            )
            line.execute(f"SET application_name = '{name}'")
        except BaseException:
            line.close()
            raise
        self._line = line

    def _arrived(self, rows: Sequence[Stored]) -> bool:
        """Tell whether rows were written before the connection was lost. Raises Away if that cannot
        be known.
        """
        try:
            self._reconnect()
            there = self._line.execute(
                f"SELECT checksum FROM log WHERE tournament = %s AND seq = %s"
                f" AND pg_advisory_xact_lock_shared({LOCK_CLASS}, %s) IS NOT NULL",
                (self._tournament, rows[-1][0], self._tournament),
            ).fetchone()
        except (Error, StoreError) as error:
            raise Away(DOUBTFUL) from error
        return there is not None and bytes(there[0]) == rows[-1][-1]
