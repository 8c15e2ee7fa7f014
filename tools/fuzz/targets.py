"""The targets, each with examples of valid input and with the refusals that are allowed."""

import re
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random

from app.engine.acts.events import Record
from app.engine.armies.parse.entries import army_of, army_text, read_army
from app.engine.armies.parse.sheets import read_sheets, text_fault
from app.engine.evolve import evolve, fold
from app.engine.evolve.running_fold import RunningFold
from app.headless.cli import standings_text
from app.headless.recheck.check import check_event
from app.headless.recheck.verify import verify
from app.headless.simulation.fake_lists import LISTS
from app.headless.simulation.simulate import SimulationPlan, simulate
from app.store.errors import StoreError
from app.store.exports.event_export import export_event, read_export
from app.store.log import codec
from app.store.log.event_log import open_log
from app.store.log.glance import take_glance
from app.store.match_ups import load_procedure
from app.store.packets.files import load_packet
from app.store.rescue.repair import repair
from app.store.rescue.restore import look_at, restore
from app.store.tables.games import games_in
from app.store.tables.roster import preview_roster
from app.store.tables.sources import read_game_sheets, read_players
from app.views.event.facts import worded_tables
from app.views.event.publish import published_results, standings_words
from tests.store.resealed import reseal
from tests.store.tables import sign_up_pages
from tools.fuzz import clock_logs, devices, own_files, workbooks
from tools.fuzz.mutate import changed_json, json_file
from tools.fuzz.target import ROOT, Target, Try, written


def event_bytes(folder: Path) -> Sequence[bytes]:
    path = folder / "seed.flagfall"
    if not path.exists():
        simulate(SimulationPlan(players=4, rounds=1, seed=5, checked_in=True), path=path)
    return [path.read_bytes()]


@contextmanager
def event_files(folder: Path) -> Iterator[Try]:
    """Yield a function that tests event files. It looks at each, opens and checks it, and repairs
    every tenth.
    """
    tried = 0

    def one(data: bytes) -> bool:
        nonlocal tried
        tried += 1
        path = written(folder, "Cup.flagfall", data)
        glance_at(path)
        taken = False
        with suppress(StoreError), open_log(path, read_only=True) as log:
            RunningFold(log.records())
            log.check()
            taken = True
        if tried % 10 == 0:
            new = folder / "repaired.flagfall"
            new.unlink(missing_ok=True)
            with suppress(StoreError):
                repair(path, new)
        return taken

    yield one


def glance_at(path: Path) -> None:
    with suppress(StoreError):
        take_glance(path)


@contextmanager
def backups(folder: Path) -> Iterator[Try]:
    """Yield a function that tests backups. It restores each into a new file and opens that file."""

    def one(data: bytes) -> bool:
        path, to = written(folder, "Cup round 1.flagfall", data), folder / "new" / "Cup.flagfall"
        to.parent.mkdir(exist_ok=True)
        try:
            look_at(path)
            restore(path, to)
        except StoreError:
            return False
        finally:
            left = list(to.parent.iterdir())
            restored = to.exists() and to.read_bytes()
            for file in left:
                file.unlink()
        opened = written(folder, "restored.flagfall", restored or b"")
        with suppress(StoreError), open_log(opened, read_only=True) as log:
            log.records()
        return True

    yield one


def row_bytes(folder: Path) -> Sequence[bytes]:
    """Return rows as they are stored: the rows of an event, and all golden rows."""
    event_bytes(folder)
    with open_log(folder / "seed.flagfall", read_only=True) as log:
        rows = [codec.encode(record.event) for record in log.records()]
    stored = [f"{row.kind} {row.version} {row.payload}".encode() for row in rows]
    for golden in sorted((ROOT / "tests/store/golden").glob("*.json")):
        kind, version = golden.stem.split(".")
        stored.append(f"{kind} {version} {golden.read_text('utf-8').strip()}".encode())
    return stored


@contextmanager
def rows(folder: Path) -> Iterator[Try]:
    """Yield a function that tests rows with valid checksums and any content. It reads each row and
    adds it to some or all rows of an event.
    """
    event_bytes(folder)
    with open_log(folder / "seed.flagfall", read_only=True) as log:
        records = log.records()
    states = [RunningFold(records[:until]).state for until in (1, len(records) // 2, len(records))]
    last = records[-1]

    def one(data: bytes) -> bool:
        kind, _, rest = data.decode("utf-8", "replace").partition(" ")
        version, _, payload = rest.partition(" ")
        if not re.fullmatch(r"[0-9]{1,2}", version):
            return False
        try:
            event = codec.decode(1, kind, int(version), payload)
        except StoreError:
            return False
        evolve(
            states[len(data) % len(states)],
            Record(last.seq + 1, last.seq + 1, last.at_ms, "desk", "EO", event),
        )
        return True

    yield one


def payload_bytes(folder: Path) -> Sequence[bytes]:
    """Return the payloads of the rows of a whole event, each after its row number."""
    event_bytes(folder)
    with closing(sqlite3.connect(folder / "seed.flagfall")) as raw:
        stored = raw.execute("SELECT seq, payload FROM log ORDER BY seq").fetchall()
    return [f"{seq} {payload}".encode() for seq, payload in stored]


def payload(dice: Random, seeds: Sequence[bytes]) -> bytes:
    """Return a row whose payload is changed but whose number is kept."""
    number, _, said = dice.choice(seeds).partition(b" ")
    return number + b" " + changed_json(dice, said)


@contextmanager
def resealed_events(folder: Path) -> Iterator[Try]:
    """Yield a function that tests events in which one row has another payload but all checksums are
    valid, as a faulty Flagfall or somebody with time might make them. Each is checked, shown and
    exported like any event.
    """
    event_bytes(folder)
    path = folder / "Cup.flagfall"

    def one(data: bytes) -> bool:
        number, _, said = data.partition(b" ")
        shutil.copyfile(folder / "seed.flagfall", path)
        with closing(sqlite3.connect(path, isolation_level=None)) as raw:
            values = (said.decode("utf-8", "replace"), int(number))
            raw.execute("UPDATE log SET payload = ? WHERE seq = ?", values)
        reseal(path)
        try:
            with open_log(path, read_only=True) as log:
                records = log.records()
        except StoreError:
            return False
        state = fold(records)
        verify(path)
        check_event(path)
        export_event(path)
        standings_text.as_text(state)
        worded_tables(state, records)
        published_results(state)
        standings_words(state)
        return True

    yield one


def packet_bytes(_: Path) -> Sequence[bytes]:
    """Return the files of all packets, each with its key changed to "mine", as in the file that is
    tried.
    """
    files = [*(ROOT / "resources/packets").glob("*.toml"), *(ROOT / "docs/packets").glob("*.toml")]
    own_key = re.compile(rb'(?m)^key = ".*"')
    return [own_key.sub(b'key = "mine"', file.read_bytes(), count=1) for file in sorted(files)]


@contextmanager
def packet_files(folder: Path) -> Iterator[Try]:
    def one(data: bytes) -> bool:
        with suppress(StoreError):
            load_packet(written(folder, "mine.toml", data))
            return True
        return False

    yield one


def procedure_bytes(_: Path) -> Sequence[bytes]:
    files = sorted((ROOT / "resources/match_ups").glob("*.toml"))
    keys = (re.sub(rb'(?m)^key = ".*"', b'key = "mine"', file.read_bytes()) for file in files)
    return list(keys)


@contextmanager
def procedure_files(folder: Path) -> Iterator[Try]:
    """Yield a function that tests match-up procedures. It reads each and plays it
    through with teams of every suitable size.
    """

    def one(data: bytes) -> bool:
        with suppress(StoreError):
            load_procedure(written(folder, "mine.toml", data))
            return True
        return False

    yield one


def page_bytes() -> Sequence[bytes]:
    """Return small pages of the sign-up site."""
    ana, bo, *_ = sign_up_pages.people(4)
    game = sign_up_pages.game(ana, 1, bo, "Kithguard")
    pages = (
        sign_up_pages.page(sign_up_pages.team(0, [ana, bo])),
        sign_up_pages.page(sign_up_pages.single(ana, games=game)),
        sign_up_pages.page(sign_up_pages.lists(("Mine", "100 pts\n14 Eidolon"), owner=bo)),
    )
    return [page.encode() for page in pages]


def table_bytes(_: Path) -> Sequence[bytes]:
    files = sorted((ROOT / "tests/data").glob("*.csv"))
    whole = [file.read_bytes()[:1_200] for file in files]
    return [
        *whole, b"Name,Club,Faction\nAnna,Ravens,Cryx\nBo,,Khador\n",
        "Vorname;Nachname;Fraktion;Team\nZoë;Groß;Cygnar;Die Raben\n".encode("utf-16"),
        *page_bytes(),
        b'[{"name": "Anna", "faction": "Cryx"}]', b"sep=;\nName;Bezahlt\n'=Anna;ja\n",
    ]  # fmt: skip


@contextmanager
def tables(folder: Path) -> Iterator[Try]:
    """Yield a function that tests tables of players and of games. Each file is read as both."""

    def one(data: bytes) -> bool:
        path = written(folder, "players.csv", data)
        taken = False
        with suppress(StoreError):
            for sheet in read_players(path):
                preview_roster(sheet.rows, workbooks.HERE)
            taken = True
        with suppress(StoreError):
            for sheet in read_game_sheets(path):
                games_in(sheet.rows, "players")
        return taken

    yield one


def army_bytes(_: Path) -> Sequence[bytes]:
    tests = (ROOT / "tests/engine/armies/parse").glob("test_*.py")
    quoted = [
        text for file in sorted(tests)
        for text in re.findall(r'"""\\?(.*?)"""', file.read_text("utf-8"), re.DOTALL)
    ]  # fmt: skip
    lists = [army_text(sheet.army) for sheets in LISTS.values() for sheet in sheets]
    return [text.encode() for text in (*quoted, *lists) if text.strip()]


@contextmanager
def armies(_: Path) -> Iterator[Try]:
    """Yield a function that tests pasted lists. It writes each list that was read and reads it
    again.
    """

    def one(data: bytes) -> bool:
        text = data.decode("utf-8", "replace")
        if text_fault(text):
            return False
        for sheet in read_sheets(text):
            army = army_of(read_army(sheet.army, sheet.faction))
            again = army_of(read_army(army_text(army), sheet.faction))
            if len(again) != len(army):
                raise ValueError(f"{len(army)} entries are read again as {len(again)}")
        return True

    yield one


def export_bytes(folder: Path) -> Sequence[bytes]:
    event_bytes(folder)
    return [export_event(folder / "seed.flagfall").encode()]


@contextmanager
def exports(_: Path) -> Iterator[Try]:
    def one(data: bytes) -> bool:
        with suppress(StoreError):
            read_export(data, "Cup.json")
            return True
        return False

    yield one


PACKET_WORDS = tuple(re.findall(rb"[a-z_]{4,}", packet_bytes(ROOT)[-1]))
STEP_WORDS = tuple(re.findall(rb"[a-z_]{4,}", b" ".join(procedure_bytes(ROOT))))
TABLE_WORDS = (b"Name", b"Club", b"Faction", b"Team", b"Paid", b"Round", b"Player 1", b"Winner",
               b"CP", b"AP", b"Bye", b"sep=,\n", b"\xff\xfe", b"PK\x03\x04", b"pop_user(4701,815)",
               b"</div>", b'<div class="player">')  # fmt: skip
ARMY_WORDS = (b"List 2", b"Army: ", b"Theme: ", b"Haley 2", b"[+25]", b"PC: 10", b"(Leader)", b"x2",
              b"Specialists", b"War Room", b"- ", b"Tier 4", b" 18 pts")  # fmt: skip

TARGETS = (
    Target("event file", 0.03, event_files, event_bytes),
    Target("restoring a backup", 0.03, backups, event_bytes),
    Target("event row", 0.15, rows, row_bytes),
    Target("event whose checksums fit", 0.004, resealed_events, payload_bytes, make=payload),
    Target("packet", 0.03, packet_files, packet_bytes, PACKET_WORDS, guided=True),
    Target("match-up procedure", 0.02, procedure_files, procedure_bytes, STEP_WORDS, guided=True),
    Target("CSV and other tables", 0.22, tables, table_bytes, TABLE_WORDS, guided=True),
    Target(
        "workbook", 0.03, workbooks.workbooks, workbooks.workbook_bytes, make=workbooks.workbook
    ),
    Target("army text", 0.22, armies, army_bytes, ARMY_WORDS, guided=True),
    Target("exported event", 0.04, exports, export_bytes),
    Target("clock log", 0.02, clock_logs.clock_logs, clock_logs.log_bytes, make=clock_logs.log),
    Target("preferences", 0.02, own_files.preferences, own_files.preference_bytes, make=json_file),
    Target("tablets' codes", 0.002, own_files.codes, own_files.code_bytes, make=json_file),
    Target("presses not sent", 0.005, own_files.presses, own_files.press_bytes, make=json_file),
    Target("acts not sent", 0.003, own_files.waiting_acts, own_files.waiting_bytes),
    Target("table message", 0.2, devices.table_messages, devices.no_bytes, make=devices.message),
    Target("web request", 0.015, devices.requests, devices.request_bytes),
)
