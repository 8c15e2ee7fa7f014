"""The event server as a program of its own, with a real PostgreSQL, and stations that join it."""

import asyncio
import gc
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from psycopg import OperationalError, connect

from app.clock.timeline import SetTimeline
from app.desk.desk import Desk
from app.engine.acts.commands import Refused
from app.engine.acts.players import DropPlayer
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import FinishRound
from app.engine.acts.stations.roles import NOT_YOURS, Role
from app.engine.evolve import fold
from app.engine.side import Pair, Side
from app.store import events, own_folder
from app.store.errors import LockedOut, StoreError
from app.store.exports.digest import state_digest
from app.store.log.event_log import create
from app.store.log.file_lock import FileLock
from app.store.server.address import ServerEvent
from app.store.server.passwords import use_password
from app.store.server.server import open_line
from app.web.server.certificate import write_pair
from app.web.stations import programs
from app.web.stations.cluster import Cluster
from app.web.stations.finder import Hall, announce, look_for_halls
from app.web.stations.gate import SSL_REQUEST, TRIES
from app.web.stations.hall_server import (
    POSTGRESQL,
    RUNS_ALREADY,
    RUNS_NOT,
    ask_to_stop,
    owner_address,
    status,
)
from app.web.stations.joining import (
    JOIN_IN_WINDOW,
    NO_CODE,
    NOT_IT,
    TOO_MANY,
    WRONG_CODE,
    join_hall,
)
from app.web.stations.programs import find_programs
from tests.compiled import made_once
from tests.desk.desks import START_MS, done, round_one, running, settled
from tests.keyring_in_memory import no_keyring
from tests.patience import PATIENCE_S, until
from tests.postgresql import copy_files, free_port, open_folder
from tests.store.of_windows import SHARING_VIOLATION, OfWindows

HOST = "127.0.0.1"
EVENT = "Foundry Open"
RED_WINS = Result(Side.RED, How.ASSASSINATION, Pair(1, 0), Pair(0, 0))


def home() -> Path:
    """A new folder; where the tests run as root, PostgreSQL's own user looks into it."""
    folder = open_folder("flagfall-hall-")
    folder.chmod(0o755)
    return folder


def place_files(folder: Path) -> None:
    """Put PostgreSQL's files into this folder, as a server that ran without events leaves them."""

    def make(made: Path) -> None:
        first = home()
        cluster = Cluster(first / POSTGRESQL)
        cluster.start()
        events.make_roles(cluster.address)
        cluster.stop()
        shutil.move(first / POSTGRESQL, made)
        shutil.rmtree(first)

    copy_files(made_once("hall", make), folder)


class Laptop:
    """A laptop that runs the event server, with a folder of its own for what Flagfall keeps."""

    def __init__(self, *, ever_ran: bool = True) -> None:
        """``ever_ran``: it has PostgreSQL's files, which take longer to make than to copy."""
        self.home = home()
        self.hall = self.home / "hall"
        if ever_ran:
            place_files(self.hall / POSTGRESQL)
        self.port = free_port()
        self.name = f"The hall {self.port}"  # others may run on this network
        self.printed_to = self.home / "printed"

    @property
    def printed(self) -> str:
        return self.printed_to.read_text("utf-8")

    def start(self, *files: Path) -> None:
        command = [
            "stations",
            "start",
            *map(str, files),
            "--port",
            f"{self.port}",
            "--name",
            self.name,
        ]
        with self.printed_to.open("wb") as out:
            self.program = subprocess.Popen(
                [sys.executable, "-m", "app", *command], stdout=out, stderr=out, env=self.env
            )
        until(lambda: "Address: " in self.printed or self.program.poll() is not None)
        assert self.program.poll() is None, self.printed

    def run(self, *arguments: object) -> tuple[str, str]:
        """What another command of the program prints on this laptop: its result, its refusal."""
        command = [sys.executable, "-m", "app", "stations", *map(str, arguments)]
        done = subprocess.run(
            command, capture_output=True, encoding="utf-8", env=self.env, check=False
        )
        return done.stdout, done.stderr

    def code(self, role: str = "organizer") -> str:
        found = re.search(f"^{role}: (.*)$", self.printed, re.MULTILINE)
        assert found is not None, self.printed
        return found[1]

    def join(self, station: str, role: str = "organizer") -> str:
        """The address of the database for a station that has joined."""
        return join_hall(HOST, self.port, self.code(role), station).database

    def stop(self) -> None:
        assert self.run("stop") == ("", "")
        assert self.program.wait(PATIENCE_S) == 0

    @property
    def env(self) -> dict[str, str]:
        return {**os.environ, own_folder.FOLDER: str(self.home)}

    def remove(self) -> None:
        if self.program.poll() is None:
            ask_to_stop(self.hall)
            assert self.program.wait(PATIENCE_S) == 0
        shutil.rmtree(self.home, ignore_errors=True)


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event whose first round, of two tables, is under way."""
    path = tmp_path_factory.mktemp("event") / f"{EVENT}.flagfall"
    desk = Desk(lambda: create(path), timeline=SetTimeline(START_MS))
    running(desk)
    round_one(desk)
    desk.stop()
    return path


@pytest.fixture(scope="module")
def laptop(event: Path) -> Iterator[Laptop]:
    hall = Laptop(ever_ran=False)
    try:
        hall.start(event)
        yield hall
    finally:
        hall.remove()


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A station keeps certificates in a folder of its own, and no password in the system."""
    monkeypatch.setenv(own_folder.FOLDER, str(tmp_path / "station"))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    with no_keyring():
        yield


def opened(database: str, station: str) -> Desk:
    place = ServerEvent(database, EVENT)
    desk = Desk(lambda: events.open_log(place, station), timeline=SetTimeline(START_MS))
    running(desk)
    return desk


def digest(place: Path | ServerEvent) -> str:
    with events.open_log(place, read_only=True) as log:
        return state_digest(fold(log.records()))


def test_three_stations_join_by_codes_and_play_one_event(laptop: Laptop, event: Path) -> None:
    anna = opened(laptop.join("Anna"), "Anna")
    ben = opened(laptop.join("Ben", "scorekeeper"), "Ben")
    dana = opened(laptop.join("Dana", "reader"), "Dana")
    done(ben, ReportResult(1, RED_WINS))
    done(anna, ReportResult(2, RED_WINS))
    for desk, role in ((ben, Role.SCOREKEEPER), (dana, Role.READER)):
        refused = desk.submit(DropPlayer(1), insist=True).result(PATIENCE_S)
        assert isinstance(refused, Refused)
        assert refused.sentence == NOT_YOURS[role]
    done(anna, FinishRound())
    until(lambda: settled(dana).seq == settled(anna).seq == settled(ben).seq)
    stations = dana.stations
    assert stations is not None
    assert {*stations.others} == {"Anna", "Ben"}
    for desk in (anna, ben, dana):
        desk.stop()
    target = laptop.home / "saved.flagfall"
    printed, refusal = laptop.run("save", EVENT, target)
    assert (printed, refusal) == (f"{EVENT} was saved as {target}.\n", "")
    assert digest(target) != digest(event)
    assert laptop.run("status")[0].splitlines()[-1] == EVENT


def test_a_server_whose_name_is_too_long_is_announced() -> None:
    async def announced() -> bool:
        async with announce("x" * 200, [HOST], free_port()) as is_announced:
            return is_announced

    assert asyncio.run(announced())


@pytest.mark.parametrize("name", ["Jürgen 龍", "é" * 70])
def test_a_laptop_with_any_name_can_run_the_server(name: str) -> None:
    laptop = Laptop()
    try:
        laptop.name = name
        laptop.start()
        assert events.names(laptop.join("Ewa")) == []
    finally:
        laptop.remove()


def test_stations_find_halls_automatically(laptop: Laptop) -> None:
    halls: list[Hall] = []
    with look_for_halls(halls.append):
        until(lambda: (laptop.name, laptop.port) in {(hall.name, hall.port) for hall in halls})


def test_announcing_and_searching_leave_no_socket_open() -> None:
    async def announce_once() -> None:
        async with announce("The attic", [HOST], free_port()) as is_announced:
            assert is_announced

    gc.collect()  # what others left is not ours
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        asyncio.run(announce_once())
        with look_for_halls(lambda _: None):
            pass
        gc.collect()
    assert [str(one.message) for one in told if one.category is ResourceWarning] == []


def test_two_halls_on_one_network_are_offered_by_name(laptop: Laptop) -> None:
    other = Laptop()
    try:
        other.name = f"The cellar {other.port}"
        other.start()
        halls: list[Hall] = []
        with look_for_halls(halls.append):
            until(lambda: {hall.name for hall in halls} >= {laptop.name, other.name})
        printed, refusal = laptop.run("join", laptop.code())
        assert printed == ""
        assert re.fullmatch(
            rf"Several laptops run a server here: .*{other.name} \(.*{laptop.name} \(.*"
            r" Give the address of yours\.\n",
            refusal,
        )
    finally:
        other.remove()


def test_the_command_line_cannot_join_where_no_password_can_be_stored(laptop: Laptop) -> None:
    at = f"{HOST}:{laptop.port}"
    assert laptop.run("join", laptop.code(), at) == ("", f"{JOIN_IN_WINDOW}\n")


def test_a_station_whose_password_was_not_stored_is_told_to_join_again(laptop: Laptop) -> None:
    joined = laptop.join("Anna")
    for password in ("", "of a server made anew"):
        use_password(joined, password)
        with pytest.raises(LockedOut, match="with its code under File › Several laptops") as out:
            events.names(joined)
        again = f"Join it again: flagfall stations join CODE {HOST}:{laptop.port}"
        assert out.value.at_terminal.endswith(again)
    assert events.names(laptop.join("Anna")) == [EVENT]


def test_an_older_hall_is_upgraded_in_place(event: Path) -> None:
    laptop = Laptop()
    try:
        laptop.start(event)
        joined = laptop.join("Anna")
        owner = owner_address(laptop.hall)
        with closing(open_line(owner)) as line:
            line.execute("ALTER TABLE station DROP COLUMN pages")
            line.execute("UPDATE meta SET value = '2' WHERE key = 'format'")
        with pytest.raises(StoreError, match="Update Flagfall on the laptop that runs it"):
            events.names(joined)
        laptop.stop()
        laptop.start()
        assert events.names(joined) == [EVENT]
    finally:
        laptop.remove()


def test_an_invalid_address_is_refused(laptop: Laptop) -> None:
    refused = ("", "Type the server’s name or address alone, such as 192.168.1.10.\n")
    assert laptop.run("join", laptop.code(), "127.0.0.1:many") == refused


def test_checking_whether_a_server_runs_does_not_prevent_one_from_starting(
    event: Path, tmp_path: Path
) -> None:
    laptop = Laptop()
    try:
        lock = laptop.hall / "hall"
        lock.parent.mkdir(exist_ok=True)
        held = FileLock(lock)
        release = threading.Timer(0.5, held.release)
        release.start()
        laptop.start()
        release.join()
    finally:
        laptop.remove()


def test_files_left_by_a_crash_do_not_count_as_a_running_server(event: Path) -> None:
    laptop = Laptop()
    try:
        laptop.start(event)
        folder = laptop.hall
        laptop.program.kill()
        laptop.program.wait()
        assert (folder / "status.json").exists()
        assert status(folder) is None
        assert not (folder / "status.json").exists()
    finally:
        laptop.remove()


def test_crash_leftovers_held_by_another_program_are_no_running_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = tmp_path / "status.json"
    left.write_text("{}", "utf-8")

    def refuse(file: Path) -> None:
        raise OfWindows(SHARING_VIOLATION, str(file))

    with monkeypatch.context() as patch:
        patch.setattr(os, "unlink", refuse)
        assert status(tmp_path) is None
    assert left.exists()
    assert status(tmp_path) is None
    assert not left.exists()


@pytest.mark.parametrize("typed", [str.lower, lambda code: code.replace("-", " ")])
def test_a_code_may_be_typed_in_any_way(laptop: Laptop, typed: Callable[[str], str]) -> None:
    database = join_hall(HOST, laptop.port, typed(laptop.code()), "Ewa").database
    assert events.names(database) == [EVENT]


def test_an_invalid_code_is_refused_without_a_connection() -> None:
    with pytest.raises(StoreError, match=re.escape(NO_CODE)):
        join_hall(HOST, free_port(), "K7QF", "Anna")


@pytest.mark.parametrize("port", [free_port(), 99_999])
def test_if_no_server_is_running_the_address_is_named(port: int) -> None:
    with pytest.raises(StoreError, match=f"127.0.0.1, port {port} "):
        join_hall(HOST, port, "K7QF-M2XD-9RTA", "Anna")


def test_two_stations_with_the_same_name_each_keep_their_own_access(laptop: Laptop) -> None:
    first, second = laptop.join("Anna"), laptop.join("Anna")
    assert first != second
    assert events.names(first) == events.names(second) == [EVENT]


def test_without_the_code_nobody_comes_in(laptop: Laptop) -> None:
    postgres = laptop.hall / "postgresql" / "data" / "postmaster.pid"
    inner = int(postgres.read_text("ascii").splitlines()[3])
    ways = (
        f"postgresql://flagfall@{HOST}:{laptop.port}/flagfall?sslmode=disable",
        f"postgresql://flagfall:guess@{HOST}:{laptop.port}/flagfall?sslmode=require",
        f"postgresql://flagfall:guess@{HOST}:{inner}/flagfall?sslmode=disable",
        f"postgresql://nobody@{HOST}:{inner}/postgres?sslmode=disable",
    )
    for way in ways:
        with pytest.raises(OperationalError):
            connect(way, connect_timeout=10)
    secret = laptop.code()
    kept = [path for path in laptop.hall.rglob("*.json") if path.is_file()]
    assert any(secret in path.read_text("utf-8") for path in kept)
    if os.name == "posix":
        assert {path.stat().st_mode & 0o077 for path in kept} == {0}


class Between:
    """Stands between a station and the hall with a certificate of its own, and reads along."""

    def __init__(self, folder: Path, port: int, answer: bytes = b"") -> None:
        """``answer``: what it says itself to a proof; else it hands everything on."""
        folder.mkdir()
        certificate, key = write_pair(folder, [HOST])
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(certificate, key)
        self._to, self._answer, self.read = port, answer, b""
        self._listening = socket.create_server((HOST, 0))
        self.port: int = self._listening.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with self._listening:
            plain, _ = self._listening.accept()
        plain.recv(len(SSL_REQUEST))
        plain.sendall(b"S")
        blind = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        blind.check_hostname, blind.verify_mode = False, ssl.CERT_NONE
        onward = socket.create_connection((HOST, self._to))
        onward.sendall(SSL_REQUEST)
        onward.recv(1)
        with (
            suppress(OSError),
            self._context.wrap_socket(plain, server_side=True) as near,
            blind.wrap_socket(onward) as far,
        ):
            far.sendall(near.recv(4))
            near.sendall(far.recv(10_000))
            self.read = near.recv(10_000)
            far.sendall(self.read)
            near.sendall(self._answer or far.recv(10_000))


def test_somebody_in_between_learns_no_code_and_lets_nobody_in(
    laptop: Laptop, tmp_path: Path
) -> None:
    between = Between(tmp_path / "between", laptop.port)
    with pytest.raises(StoreError, match=re.escape(WRONG_CODE.format(host=HOST))):
        join_hall(HOST, between.port, laptop.code(), "Anna")
    assert b"proof" in between.read
    assert laptop.code().encode() not in between.read
    answer = b'{"proof": "", "user": "bWU=", "password": "bWU=", "database": "bWU="}\n'
    impostor = Between(tmp_path / "impostor", laptop.port, answer)
    with pytest.raises(StoreError, match=re.escape(NOT_IT.format(host=HOST))):
        join_hall(HOST, impostor.port, laptop.code(), "Anna")


def test_a_hall_and_its_codes_survive_a_crash_of_its_program(event: Path) -> None:
    laptop = Laptop()
    try:
        laptop.start(event)
        database, code = laptop.join("Anna"), laptop.code()
        anna = opened(database, "Anna")
        done(anna, ReportResult(1, RED_WINS))
        laptop.program.kill()
        laptop.program.wait()
        until(lambda: (found := anna.stations) is not None and found.is_away)
        done(anna, ReportResult(2, RED_WINS))
        laptop.start(event)
        assert laptop.code() == code
        until(lambda: (found := anna.stations) is not None and not found.is_away)
        until(lambda: (found := anna.stations) is not None and not found.waiting)
        anna.stop()
        expected = digest(ServerEvent(database, EVENT))
        laptop.stop()
        assert digest(laptop.hall / "backups" / f"{EVENT}.flagfall") == expected
        assert laptop.run("stop") == ("", f"{RUNS_NOT}\n")
    finally:
        laptop.remove()


def test_a_second_server_on_the_same_computer_is_refused(laptop: Laptop) -> None:
    assert laptop.run("start", "--port", free_port()) == ("", f"{RUNS_ALREADY}\n")


def test_a_port_that_another_program_uses_is_named(event: Path) -> None:
    laptop = Laptop()
    with socket.create_server(("0.0.0.0", laptop.port)):
        printed, refusal = laptop.run("start", "--port", laptop.port)
    assert (
        refusal == f"Another program uses port {laptop.port} on this computer. Choose another"
        " with --port.\n"
    )
    assert printed == ""
    shutil.rmtree(laptop.home)


def test_repeated_wrong_codes_are_refused_for_a_while(event: Path) -> None:
    laptop = Laptop()
    try:
        laptop.start()
        for _ in range(TRIES):
            with pytest.raises(StoreError, match="does not know this code"):
                join_hall(HOST, laptop.port, "AAAA-AAAA-AAAA", "Anna")
        with pytest.raises(StoreError, match=re.escape(TOO_MANY)):
            laptop.join("Anna")
    finally:
        laptop.remove()


def test_the_package_has_all_programs_where_the_system_has_no_postgresql(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    nowhere = dict.fromkeys(programs.INSTALLED, (str(tmp_path), "*/bin"))
    monkeypatch.setattr(programs, "INSTALLED", nowhere)
    monkeypatch.setattr(programs, "HOMEBREW", ())
    folder = find_programs()
    assert programs.PACKAGE in folder.parts
    with pytest.raises(
        StoreError, match=f"made by PostgreSQL 9, .* or move {re.escape(str(tmp_path))} away"
    ):
        find_programs(9, tmp_path)
    monkeypatch.setattr(programs, "PACKAGE", "no_such_package")
    with pytest.raises(StoreError, match="There is no PostgreSQL on this computer"):
        find_programs()
