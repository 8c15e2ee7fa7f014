"""The log of an event in a database, on a real PostgreSQL server."""

import os
import re
import socket
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from sqlalchemy import NullPool, create_engine

from app.engine.acts.players import PlayerWarned, WarnPlayer
from app.store import events
from app.store.errors import Away, Damaged, Overtaken, StoreError
from app.store.log.event_log import Batch, create
from app.store.own_folder import own_folder
from app.store.server import schema, server_log
from app.store.server.address import ServerEvent, database, is_hall, own_path, place
from app.store.server.server import Line, list_events, open_line, open_prepared
from app.store.server.server_log import ServerLog, measured_ahead_ms
from app.store.server.waiting import WaitingAct, WaitingActs
from tests.patience import PATIENCE_S, until
from tests.postgresql import USER, server
from tests.store.by_hand import WARNED, fill

Open = Callable[[str], ServerLog]


def warn(log: ServerLog, player: int = 1) -> None:
    log.append([PlayerWarned(player, 1, "late")], at_ms=5, station="desk", actor="organizer")


def test_rows_written_by_one_station_are_read_by_another(stations: Open) -> None:
    first, second = stations("Anna"), stations("Ben")
    warn(first, 1)
    warn(first, 2)
    assert second.last_seq == 0
    assert [row.event for row in second.read_on()] == [row.event for row in first.records()]
    assert second.last_chain == first.last_chain
    assert not second.read_on()


def test_a_station_that_writes_second_is_refused_and_gets_the_next_turn(stations: Open) -> None:
    first, second = stations("Anna"), stations("Ben")
    warn(first, 1)
    with pytest.raises(Overtaken):
        warn(second, 2)
    second.read_on()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(warn, first, 3)  # until the other one has written
        warn(second, 2)
        assert isinstance(waiting.exception(), Overtaken)
    players = [row.event.number for row in second.records()]
    assert players == [1, 2]


def test_a_station_that_writes_again_without_reading_on_is_overtaken_again(stations: Open) -> None:
    first, second = stations("Anna"), stations("Ben")
    warn(first, 1)
    for _ in range(2):
        with pytest.raises(Overtaken):
            warn(second, 2)
    second.read_on()
    warn(second, 2)
    assert [row.event.number for row in second.records()] == [1, 2]


def test_a_station_that_gives_up_its_turn_lets_the_others_write(stations: Open) -> None:
    first, second = stations("Anna"), stations("Ben")
    warn(first, 1)
    with pytest.raises(Overtaken):
        warn(second, 2)
    second.release()
    warn(first, 3)
    assert len(second.read_on()) == 2


def test_many_stations_write_every_row_once_and_without_gaps(stations: Open) -> None:
    logs = [stations(f"Station {number}") for number in range(4)]

    def write(log: ServerLog, number: int) -> None:
        for turn in range(25):
            while True:
                try:
                    warn(log, 100 * number + turn)
                    break
                except Overtaken:
                    log.read_on()

    threads = [
        threading.Thread(target=write, args=(log, number)) for number, log in enumerate(logs)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for log in logs:
        log.read_on()
    assert {log.last_chain for log in logs} == {logs[0].last_chain}
    players = [row.event.number for row in logs[0].records()]
    assert sorted(players) == [100 * number + turn for number in range(4) for turn in range(25)]


def test_a_station_is_notified_when_another_has_written(stations: Open) -> None:
    first, second = stations("Anna"), stations("Ben")
    heard = threading.Event()
    second.listen(heard.set, lambda _station, _rows, _digest: None)
    assert heard.is_set(), "at once, for rows of before"
    heard.clear()
    warn(first)
    assert heard.wait(5)


def test_a_station_checks_who_is_present_once_a_second_and_not_after_every_act(
    stations: Open,
) -> None:
    first, second = stations("Anna"), stations("Ben")
    looks = set[object]()
    began_s = time.monotonic()
    with closing(open_line(first.place.database)) as line:
        for number in range(30):
            warn(first, number)
            until(lambda: bool(second.read_on()))
            looks |= {*line.execute("SELECT seen FROM station WHERE name = 'Ben'")}
    assert len(looks) <= time.monotonic() - began_s + 2


def test_stations_see_each_other_by_name_and_names_differ(stations: Open) -> None:
    first, second, third = stations("Anna"), stations("Ben"), stations("Anna")
    assert third.station == "Anna 2"
    until(lambda: first.others == ("Anna 2", "Ben"))
    assert third.others == ("Anna", "Ben")
    second.close()
    until(lambda: first.others == ("Anna 2",))


def never_both(first: ServerLog, second: ServerLog, table: int, wanted: ServerLog) -> None:
    """Until ``wanted`` runs the table the two never do so at once."""

    def settled() -> bool:
        runs = first.runs(table), second.runs(table)
        assert runs != (True, True)
        return wanted.runs(table)

    until(settled)


def test_the_first_station_runs_every_table_until_another_takes_over(stations: Open) -> None:
    first, second = stations("Anna"), stations("Ben")
    assert all(first.runs(table) for table in (0, 1, 7))
    assert not any(second.runs(table) for table in (0, 1, 7))
    second.run([7], take_over=False)
    never_both(first, second, 7, second)
    assert first.runs(1)
    assert not second.runs(1)
    until(lambda: first.run_by == {0: "Anna", 7: "Ben"})
    assert second.run_by == {0: "Anna", 7: "Ben"}
    second.close()
    until(lambda: first.runs(7))


def test_a_table_of_another_station_changes_hands_only_when_it_is_taken_over(
    stations: Open,
) -> None:
    first, second = stations("Anna"), stations("Ben")
    first.run([7], take_over=False)
    assert first.runs(7), "it ran all tables before"
    until(lambda: second.run_by == {0: "Anna", 7: "Anna"})
    second.run([7], take_over=False)
    assert second.run_by[7] == "Anna"
    second.run([0, 7], take_over=True)
    assert not second.runs(7), "the other one does not know yet"
    never_both(first, second, 7, second)
    never_both(first, second, 0, second)
    assert not first.runs(3)
    assert second.runs(3)


def test_a_lease_that_is_not_renewed_goes_to_another_station(stations: Open) -> None:
    first, second = stations("Anna"), stations("Ben")
    second.run([7], take_over=False)
    never_both(first, second, 7, second)
    with closing(open_line(first.place.database)) as line:  # as if the second's laptop had died
        line.execute(
            "UPDATE lease SET session = 'dead' FROM event WHERE event.tournament ="
            " lease.tournament AND name = %s AND place = 7",
            (first.place.name,),
        )
    until(lambda: not second.runs(7))
    never_both(first, second, 7, first)
    assert not second.runs(7)


def test_a_cut_line_is_reconnected_and_the_row_is_written_once(stations: Open) -> None:
    log, other = stations("Anna"), stations("Ben")
    warn(log, 1)
    with closing(open_line(log.place.database)) as line:
        line.execute(
            "SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity"
            " WHERE application_name = %s",
            (server_log.line_name(log.contents.session),),
        )
    warn(log, 2)
    warn(log, 3)
    assert [row.event.number for row in other.read_on()] == [1, 2, 3]
    assert other.last_chain == log.last_chain


def test_a_station_whose_line_was_cut_returns_under_its_own_name(stations: Open) -> None:
    first, second = stations("Anna"), stations("Ben")
    until(lambda: second.others == ("Anna",))
    with closing(open_line(first.place.database)) as line:
        line.execute(
            "SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity"
            " WHERE application_name = %s",
            (f"Flagfall news {first.contents.session}",),
        )
        cut_at = line.execute("SELECT clock_timestamp()").fetchone()
        seen = "SELECT count(*) FROM station WHERE name LIKE 'Anna%%' AND seen > %s"
        until(lambda: line.execute(seen, cut_at).fetchone() == (1,))
    assert first.station == "Anna"
    until(lambda: second.others == ("Anna",))


def test_a_station_closed_while_reconnecting_leaves_no_connection(stations: Open) -> None:
    second, heard = stations("Ben"), threading.Event()
    first = server_log.open_log(second.place, "Anna")
    warn(first, 1)
    with pytest.raises(Overtaken):
        warn(second, 2)  # which has the turn now, and whoever comes back waits for it
    name = f"Flagfall news {first.contents.session}"
    of_it = "FROM pg_stat_activity WHERE application_name = %s"
    with closing(open_line(second.place.database)) as line, ThreadPoolExecutor(1) as pool:
        line.execute(f"SELECT pg_terminate_backend(pid, 2000) {of_it}", (name,))
        waits = f"SELECT wait_event_type {of_it}"
        until(lambda: line.execute(waits, (name,)).fetchall() == [("Lock",)])
        second.listen(heard.set, lambda _station, _rows, _digest: None)
        heard.clear()
        closed = pool.submit(first.close)
        assert heard.wait(PATIENCE_S)
        second.release()
        closed.result(PATIENCE_S)
        until(lambda: line.execute(waits, (name,)).fetchall() == [])
    until(lambda: second.others == ())


def test_a_station_counts_as_gone_six_seconds_after_it_was_last_seen(stations: Open) -> None:
    first = stations("Anna")
    with closing(open_line(first.place.database)) as line:
        line.execute(
            "INSERT INTO station (tournament, session, name, seen)"
            " SELECT tournament, who, who, clock_timestamp() - ago FROM station,"
            " (VALUES ('Ben', interval '0 s'), ('Cleo', interval '6.01 s')) AS silent (who, ago)"
            " WHERE session = %s",
            (first.contents.session,),
        )
    assert stations("Dora").others == ("Anna", "Ben")


def test_an_event_copied_to_the_server_and_back_is_unchanged(
    place: ServerEvent, tmp_path: Path
) -> None:
    there, back = tmp_path / "Cup.flagfall", tmp_path / "Back.flagfall"
    with create(there) as log:
        fill(log, 40)
        rows = [*log.contents.rows]
    assert events.copy(there, place) == 40
    with pytest.raises(StoreError, match="already"):
        events.copy(there, place)
    assert events.copy(place, back) == 40
    with pytest.raises(StoreError, match="already"):
        events.copy(place, back)
    with events.open_log(back) as log:
        assert [*log.contents.rows] == rows
        assert not log.behind
    assert place.name in events.names(place.database)


@pytest.mark.parametrize("name", ["", "  ", "two\nlines", "x" * 201])
def test_an_event_name_that_nobody_could_read_or_type_is_refused(
    place: ServerEvent, name: str
) -> None:
    with pytest.raises(StoreError, match="Choose a name"):
        server_log.create(place._replace(name=name))


def test_event_names_that_would_give_similar_file_names_get_separate_files(
    place: ServerEvent,
) -> None:
    named = ["A/B", "A:B", "A-B", "日" * 100, "日" * 99, "Spring Cup"]
    files = [own_path(place._replace(name=name)) for name in named]
    assert len({*files}) == len(named)
    assert files[-1].name == "Spring Cup.flagfall"
    assert max(len(os.fsencode(file.name)) for file in files) < 200


def test_a_copy_for_the_backup_folder_is_an_event_file(stations: Open, tmp_path: Path) -> None:
    log = stations("Anna")
    warn(log)
    written = log.copied().write(tmp_path, "round 1")
    with events.open_log(written, read_only=True) as copy:
        assert copy.records() == log.records()


def test_a_row_changed_in_the_database_is_detected(stations: Open) -> None:
    log = stations("Anna")
    warn(log)
    with closing(open_line(log.place.database)) as line:
        line.execute(
            "UPDATE log SET payload = '{}' WHERE tournament ="
            " (SELECT tournament FROM event WHERE name = %s)",
            (log.place.name,),
        )
    with pytest.raises(Damaged, match="not as it was written"):
        stations("Ben")


def test_a_reader_is_invisible_to_others_and_writes_nothing(
    stations: Open, place: ServerEvent
) -> None:
    log = stations("Anna")
    with server_log.open_log(place, read_only=True) as reader:
        with pytest.raises(StoreError, match="reading only"):
            warn(reader)
        assert reader.station == ""
    assert log.others == ()


def test_a_reader_has_no_station_no_tables_and_no_waiting_acts(
    stations: Open, place: ServerEvent
) -> None:
    log = stations("Anna")
    warn(log)
    until(lambda: log.runs(1))
    with server_log.open_log(place, read_only=True) as reader:
        reader.announce_pages("https://hall")
        reader.listen(pytest.fail, pytest.fail)
        reader.run((1,), take_over=True)
        assert (reader.station, reader.others, reader.run_by) == ("", (), {})
        assert not reader.runs(0)
        assert not reader.runs(1)
        assert (reader.waiting, reader.is_away, reader.behind) == ((), False, "")
        assert (reader.last_seq, reader.shared_rows) == (1, 1)
        assert reader.last_chain == log.last_chain
        assert reader.look_after(gather=True) == ""
        assert reader.halls() == []
        assert reader.rejoin()
        reader.release()
        reader.keep_turn()
        assert reader.read_on() == []
    assert log.runs(1)


def test_a_missing_event_server_or_database_is_reported(place: ServerEvent) -> None:
    with pytest.raises(StoreError, match="There is no event"):
        server_log.open_log(place)
    nobody = ServerEvent("postgresql://flagfall@127.0.0.1:9/postgres", "Cup")
    with pytest.raises(StoreError, match="cannot be reached"):
        server_log.open_log(nobody)
    elsewhere = ServerEvent(place.database.replace("/postgres", "/nowhere"), "Cup")
    with pytest.raises(StoreError, match="has no database of this name"):
        server_log.open_log(elsewhere)


def test_an_address_without_an_event_name_is_reported_with_the_events_there_are(
    place: ServerEvent,
) -> None:
    server_log.create(place).close()
    with pytest.raises(StoreError, match="Add the event’s name") as refused:
        server_log.open_log(place._replace(name=""))
    assert place.name in str(refused.value)


def test_a_database_of_a_newer_flagfall_or_of_others_is_refused(place: ServerEvent) -> None:
    name = f"other_{abs(hash(place.name))}"
    with closing(open_line(place.database)) as line:
        line.execute(f"CREATE DATABASE {name}")
    other = place.database.replace("/postgres", f"/{name}")
    with closing(open_line(other)) as line:
        line.execute("CREATE TABLE log (line text)")
        with pytest.raises(StoreError, match="another program"):
            open_prepared(other).close()
        line.execute("DROP TABLE log")
        assert not list_events(other)
        line.execute("UPDATE meta SET value = '99' WHERE key = 'format'")
        with pytest.raises(StoreError, match="newer"):
            open_prepared(other).close()


def test_an_older_database_is_reported_with_who_can_upgrade_it_and_how(place: ServerEvent) -> None:
    name = f"older_{abs(hash(place.name))}"
    with closing(open_line(place.database)) as line:
        line.execute(f"CREATE DATABASE {name}")
        line.execute(f"CREATE ROLE guest_of_{name} LOGIN")
    older = place.database.replace("/postgres", f"/{name}")
    guest = older.replace(f"{USER}@", f"guest_of_{name}@")
    open_prepared(older).close()
    with closing(open_line(older)) as line:
        line.execute("ALTER TABLE station DROP COLUMN pages")
        line.execute("UPDATE meta SET value = '2' WHERE key = 'format'")
        line.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest_of_{name}")
    with pytest.raises(StoreError) as refused:
        list_events(guest)
    assert f"only {USER}, who owns its tables" in str(refused.value)
    command = re.search(r"run: flagfall (\w+) --ask-password (\S+)$", str(refused.value))
    assert command is not None
    assert command[1] in {"events", "roles"}
    open_prepared(database(command[2])).close()
    assert not list_events(guest)


def test_a_migration_that_fails_leaves_the_database_as_it_was(place: ServerEvent) -> None:
    def fails(core: object) -> None:
        core.exec_driver_sql("CREATE TABLE half (line text)")
        raise ZeroDivisionError

    open_prepared(place.database).close()
    engine = create_engine(server().address, poolclass=NullPool)
    with pytest.raises(ZeroDivisionError), engine.begin() as core:
        schema.migrate(core, "here", (*schema.MIGRATIONS, fails))
    with closing(open_line(place.database)) as line:
        there = line.execute("SELECT to_regclass('half')").fetchone()
    assert there == (None,)


def test_the_tables_of_a_new_file_have_not_changed(tmp_path: Path) -> None:
    with create(tmp_path / "Cup.flagfall") as log:
        log.append([WARNED], at_ms=1, station="desk", actor="EO")
    with closing(sqlite3.connect(tmp_path / "Cup.flagfall")) as raw:
        made = {name for (name,) in raw.execute("SELECT sql FROM sqlite_master")}
    assert sum("WITHOUT ROWID" in statement for statement in made if statement) == 2


def test_an_address_names_the_server_and_the_event() -> None:
    typed = "postgresql+psycopg://flagfall@desk.local/flagfall#Spring%20Cup"
    kept = place(typed)
    assert isinstance(kept, ServerEvent)
    assert (kept.server, kept.name, kept.stem) == ("desk.local", "Spring Cup", "Spring Cup")
    assert str(kept) == typed
    assert own_path(kept).name == "Spring Cup.flagfall"
    service = place("postgresql://?service=hall#Cup")
    assert isinstance(service, ServerEvent)
    assert service.server == "hall"
    assert place("Cup.flagfall") == Path("Cup.flagfall")


@pytest.mark.parametrize(
    "typed",
    [
        "postgresql://anna:secret@desk/flagfall",
        "postgresql://desk/f?password=secret",
        "postgresql://desk/f?sslpassword=secret",
    ],
)
def test_a_password_in_an_address_is_refused_without_repeating_it(typed: str) -> None:
    with pytest.raises(StoreError, match="Leave the password out") as refused:
        database(typed)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("typed", ["postgresql:desk", "mysql://desk", "postgresql://[desk"])
def test_an_invalid_database_address_is_refused(typed: str) -> None:
    with pytest.raises(StoreError, match="not a database address"):
        database(typed)


def test_this_computers_clock_agrees_with_that_of_a_server_on_it(stations: Open) -> None:
    assert stations("Anna").clock_ahead_ms() == 0


def test_copying_an_event_from_the_server_notifies_no_station(
    stations: Open, place: ServerEvent
) -> None:
    log = stations("Anna")
    with closing(open_line(place.database)) as line:
        line.execute(f"LISTEN {schema.NEWS}")
        assert [*events.contents_of(place).rows] == [*log.contents.rows]
        line.execute("SELECT pg_notify(%s, 'the end')", (schema.NEWS,))
        news = next(line.notifies(timeout=PATIENCE_S))
    assert news.payload == "the end"


class LostAnswer:
    """A way to a server that is cut instead of bringing the answer to an INSERT of rows, once."""

    def __init__(self, host: str, port: int) -> None:
        self._server = host, port
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        self.was_cut = False
        self._asked: socket.socket | None = None
        threading.Thread(target=self._welcome, daemon=True).start()

    def close(self) -> None:
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()

    def _welcome(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._door.accept()
                server = socket.create_connection(self._server)
                for ends in ((client, server), (server, client)):
                    threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                if source is self._asked:  # the rows are written by now
                    self.was_cut, self._asked = True, None
                    break
                if b"INSERT INTO log" in data and not self.was_cut:
                    self._asked = target
                target.sendall(data)
        for end in (source, target):  # a close alone is not seen while the other thread reads
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


def test_a_row_is_written_once_even_if_its_acknowledgement_was_lost(place: ServerEvent) -> None:
    server_log.create(place).close()
    address = urlsplit(place.database)
    assert address.hostname
    assert address.port
    with closing(LostAnswer(address.hostname, address.port)) as way:
        by_way = place.database.replace(str(address.port), str(way.port))
        there = ServerEvent(by_way, place.name)
        with server_log.open_log(there, "Anna") as log:
            warn(log, 1)
            assert way.was_cut
            warn(log, 2)
            assert [row.event.number for row in log.records()] == [1, 2]
    with server_log.open_log(place, read_only=True) as log:
        assert [row.event.number for row in log.records()] == [1, 2]


def test_a_forgotten_station_reappears_by_itself(stations: Open, place: ServerEvent) -> None:
    anna, ben = stations("Anna"), stations("Ben")
    until(lambda: anna.others == ("Ben",))
    with closing(open_line(place.database)) as line:
        line.execute("DELETE FROM station WHERE name = 'Ben'")
        known = "SELECT count(*) FROM station WHERE name = 'Ben'"
        until(lambda: line.execute(known).fetchone() == (1,))
    until(lambda: anna.others == ("Ben",))
    assert ben.station == "Ben"


@pytest.mark.parametrize(
    ("measured", "ahead_ms"),
    [
        ([(900, 5_000), (40_000, -20_000)], 5),  # the quickest answer counts
        ([(40_000, 1_000), (900, -5_000)], -5),
        ([(30_000, 29_000)], 0),  # the way may be all of it
        ([(30_000, 31_000)], 31),
        ([(200, 1_000)], 0),  # a millisecond is less than is said
        ([(200, 1_001)], 1),
    ],
)
def test_a_clocks_lead_is_measured_by_the_quickest_answer_and_beyond_its_travel_time(
    measured: list[tuple[int, int]], ahead_ms: int
) -> None:
    assert measured_ahead_ms(measured) == ahead_ms


def test_a_hall_is_recognized_by_the_certificate_its_code_provided() -> None:
    def address(kept: Path) -> str:
        return f"postgresql+psycopg://ann@host/flagfall?sslrootcert={quote(str(kept))}"

    assert is_hall(address(own_folder("stations") / "0123.crt"))
    assert not is_hall(address(own_folder("stations") / "own" / "0123.crt"))
    assert not is_hall("postgresql+psycopg://ann@host/flagfall")


@pytest.mark.parametrize("others", [0, 1])
def test_acts_left_waiting_by_an_earlier_run_are_shown_until_they_are_added(
    stations: Open, others: int
) -> None:
    """It is added as it was, unless others have written: then it has to be decided again."""
    first, other = stations("Anna"), stations("Ben")
    warn(first, 1)
    batch = first.batch()
    batch.add([PlayerWarned(2, 1, "waits")], at_ms=5, station="desk", actor="organizer")
    waiting = WaitingActs(first.contents.event)
    waiting.add([WaitingAct(WarnPlayer(2, "waits"), 5, "desk", "organizer", tuple(batch.rows))])
    waiting.close()
    other.read_on()
    for _ in range(others):
        warn(other, 3)
    first.close()
    again = stations("Anna")
    assert again.is_away
    assert (again.shared_rows, again.last_seq) == (1, 2)
    assert [row.event.number for row in again.records()] == [1, 2]
    assert again.rejoin() is not bool(others)
    assert len(again.waiting) == others
    assert [row.event.number for row in again.records()] == ([1, 3] if others else [1, 2])
    other.read_on()
    assert [row.event.number for row in other.records()] == ([1, 3] if others else [1, 2])
    again.close()
    assert len(stations("Anna").waiting) == others  # for whoever opens the event next


def test_acts_that_arrived_before_a_station_died_no_longer_wait(stations: Open) -> None:
    """An act is known by its last row."""
    first = stations("Anna")
    warn(first, 1)
    batch = first.batch()
    warned = [PlayerWarned(number, 1, "twice") for number in (2, 3)]
    batch.add(warned, at_ms=5, station="desk", actor="organizer")
    first.write(batch)
    waiting = WaitingActs(first.contents.event)
    waiting.add([WaitingAct(WarnPlayer(2, "twice"), 5, "desk", "organizer", tuple(batch.rows))])
    waiting.close()
    first.close()
    again = stations("Anna")
    assert [*again.waiting] == []
    assert (again.shared_rows, again.last_seq) == (3, 3)


@pytest.mark.parametrize("others", [0, 1])
@pytest.mark.parametrize("arrived", [0, 1, 2])
def test_rows_that_arrived_without_an_answer_are_not_written_twice(
    stations: Open, arrived: int, others: int
) -> None:
    first, other = stations("Anna"), stations("Ben")

    def batch_of(*numbers: int) -> Batch:
        batch = other.batch()
        for number in numbers:
            event = PlayerWarned(number, 1, "waits")
            batch.add([event], at_ms=5, station="desk", actor="organizer")
        return batch

    warn(other, 1)
    rows = batch_of(2, 3).rows
    acts = [
        WaitingAct(WarnPlayer(number, "waits"), 5, "desk", "organizer", (row,))
        for number, row in enumerate(rows, start=2)
    ]
    waiting = WaitingActs(first.contents.event)
    waiting.add(acts)
    waiting.close()
    first.close()
    again = stations("Anna")
    assert [*again.waiting] == acts
    if arrived:
        other.write(batch_of(*(2, 3)[:arrived]))
    for _ in range(others):
        warn(other, 4)
    left = acts[arrived:] if others else []
    assert again.rejoin() is not bool(left)
    assert [*again.waiting] == left
    other.read_on()
    written = [1, *(2, 3)[:arrived], 4] if others else [1, 2, 3]
    assert [row.event.number for row in other.records()] == written
    if not again.waiting:
        again.read_on()
    assert [row.event.number for row in again.records()] == written


def test_rows_without_their_acts_do_not_wait(stations: Open) -> None:
    """They could not be decided again."""
    first = stations("Anna")
    batch = first.batch()
    batch.add([PlayerWarned(2, 1, "waits")], at_ms=5, station="desk", actor="organizer")
    waiting = WaitingActs(first.contents.event)
    waiting.add([WaitingAct(WarnPlayer(2, "waits"), 5, "desk", "organizer", tuple(batch.rows))])
    waiting.close()
    first.close()
    again = stations("Anna")
    with pytest.raises(Away):
        warn(again, 3)
    assert [row.event.number for row in again.records()] == [2]
    assert len(again.waiting) == 1


def test_acts_left_waiting_by_two_earlier_runs_are_decided_again(stations: Open) -> None:
    """Each of them gave its row the same number."""
    first, other = stations("Anna"), stations("Ben")
    warn(first, 1)
    left = [WaitingActs(first.contents.event) for _ in range(2)]
    for number, waiting in enumerate(left, start=2):
        batch = first.batch()
        batch.add([PlayerWarned(number, 1, "waits")], at_ms=5, station="desk", actor="organizer")
        rows = tuple(batch.rows)
        waiting.add([WaitingAct(WarnPlayer(number, "waits"), 5, "desk", "organizer", rows)])
    for waiting in left:
        waiting.close()
    first.close()
    again = stations("Anna")
    assert (again.shared_rows, again.last_seq, len(again.waiting)) == (1, 1, 2)
    assert not again.rejoin()
    batch, acts = again.batch(), []
    for act in again.waiting:
        before = len(batch.rows)
        event = PlayerWarned(act.command.number, 1, "waits")
        batch.add([event], at_ms=5, station="desk", actor="organizer")
        acts.append(act._replace(rows=tuple(batch.rows[before:])))
    again.replace_waiting(batch, acts)
    assert (again.shared_rows, again.last_seq) == (1, 3)
    assert again.rejoin()
    assert again.look_after(gather=True) == ""
    assert [row.event.number for row in other.read_on()] == [1, 2, 3]
    warn(other, 4)
    assert [row.event.number for row in again.read_on()] == [4]


def test_other_stations_wait_from_the_second_attempt_on(stations: Open) -> None:
    """A station would never catch up with others that keep writing."""
    first, other = stations("Anna"), stations("Ben")
    batch = first.batch()
    batch.add([PlayerWarned(1, 1, "waits")], at_ms=5, station="desk", actor="organizer")
    waiting = WaitingActs(first.contents.event)
    waiting.add([WaitingAct(WarnPlayer(1, "waits"), 5, "desk", "organizer", tuple(batch.rows))])
    waiting.close()
    first.close()
    warn(other, 2)
    again = stations("Anna")
    for number in (3, 4):
        assert not again.rejoin()
        if number == 3:
            warn(other, number)
        batch = again.batch()
        batch.add([PlayerWarned(1, 1, "waits")], at_ms=5, station="desk", actor="organizer")
        again.replace_waiting(batch, [again.waiting[0]._replace(rows=tuple(batch.rows))])
    with (
        closing(open_line(other.place.database)) as line,
        ThreadPoolExecutor(1) as pool,
    ):
        blocked = pool.submit(warn, other, 4)
        waits = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        until(lambda: line.execute(waits).fetchone() != (0,))
        assert again.rejoin()
        assert isinstance(blocked.exception(), Overtaken)
    other.release()
    assert [row.event.number for row in again.records()] == [2, 3, 1]


def test_a_copy_can_be_written_in_another_thread_than_the_one_that_took_it(
    stations: Open, tmp_path: Path
) -> None:
    log = stations("Anna")
    warn(log)
    copy = log.copied()
    with ThreadPoolExecutor(1) as pool:
        written = pool.submit(copy.write, tmp_path, "round 1").result()
    with events.open_log(written, read_only=True) as read:
        assert read.last_seq == 1


def test_a_connection_notices_within_seconds_that_its_server_is_gone(place: ServerEvent) -> None:
    times = ("connect_timeout", "keepalives_idle", "keepalives_interval", "keepalives_count")
    with closing(open_line(place.database)) as line:
        said = line.info.get_parameters()
        assert [said[name] for name in times] == ["5", "5", "2", "3"]
        assert said["tcp_user_timeout"] == "5000"
        assert line.patience_s == 5
    with closing(open_line(place.database, patience_s=60)) as line:
        assert line.patience_s == 60


def test_a_new_event_needs_only_two_connections_which_wait_no_longer_than_others(
    place: ServerEvent, monkeypatch: pytest.MonkeyPatch
) -> None:
    list_events(place.database)  # the tables are there
    connect, opened = Line.connect, list[Line]()

    def note(*given: Any, **how: Any) -> Line:
        opened.append(connect(*given, **how))
        return opened[-1]

    monkeypatch.setattr(Line, "connect", note)
    server_log.create(place).close()
    assert [line.patience_s for line in opened] == [5, 5]


def test_an_upgrade_that_fails_leaves_the_database_as_it_was(place: ServerEvent) -> None:
    name = f"broken_{abs(hash(place.name))}"
    with closing(open_line(place.database)) as line:
        line.execute(f"CREATE DATABASE {name}")
    broken = place.database.replace("/postgres", f"/{name}")
    open_prepared(broken).close()
    with closing(open_line(broken)) as line:
        line.execute("DROP TABLE lease, station")
        line.execute("UPDATE meta SET value = '1' WHERE key = 'format'")
        with pytest.raises(StoreError):
            open_prepared(broken)
        assert line.execute("SELECT to_regclass('lease')").fetchone() == (None,)
        assert line.execute("SELECT value FROM meta WHERE key = 'format'").fetchone() == ("1",)


def test_a_lease_lasts_four_seconds(stations: Open, place: ServerEvent) -> None:
    log = stations("Anna")
    log.run([7], take_over=True)
    with closing(open_line(place.database)) as line:
        later = line.execute(
            "SELECT bool_or(until > clock_timestamp() + interval '4 seconds'), count(*) FROM lease"
            " JOIN event USING (tournament) WHERE name = %s",
            (place.name,),
        ).fetchone()
    assert later == (False, 2)
