"""Play what happens to an event on Windows when another program holds one of its files.

    python -m tools.faults.held

Another process opens each file that the program reads, writes, replaces or removes, as an editor, a
scanner or a sync client does. The process closes the file after the program has told the organizer
about it. Prints a table. Exit code 2 if an acknowledged row was lost, or if the organizer is not
told exactly once which file is held.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from decimal import Decimal
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct, field

from app.engine.acts.events import Event
from app.engine.acts.players import PlayerWarned
from app.engine.acts.table import Tap
from app.engine.packet.scenario import Area
from app.engine.side import Side
from app.headless.recheck.verify import verify
from app.headless.simulation.simulate import SimulationPlan, simulate
from app.store.errors import StoreError
from app.store.exports.event_export import export_event, import_event
from app.store.log.event_log import EventLog, create, open_log
from app.store.os_errors import os_sentence
from app.store.own_folder import FOLDER, own_folder
from app.store.packets.places import keep_places, own_places, places_file
from app.store.preferences import Preferences, load_preferences, save_preferences
from app.store.rescue.repair import repair
from app.store.rescue.restore import restore
from app.store.streams import write_every_letter
from app.store.tables.sources import read_players
from app.store.whole_file import write_whole_file
from app.web.protocol.acts import request_for
from app.web.protocol.messages import DeviceMark
from app.web.remote.address import Joined
from app.web.remote.queue import RemoteQueue
from app.web.remote.state import Known
from app.web.server.certificate import tls_for
from app.web.server.secrets import Keys

WARNED = PlayerWarned(1, 1, "x" * 500)
ROWS = 5
JOINED = Joined("ws://here/socket", 2, "a secret")
SUMMARY = "Cases:"
IN_USE, HAS_IT = "is in use by another program", "another program has the file open"
COLUMNS = ("Operation", "Held", "By", "Acknowledged", "Lost", "Sentences", "The last one")


class Holder(Enum):
    """The access to a file that a program leaves to others while it holds the file."""

    EDITOR = 1  # read it, as Excel does
    SCANNER = 0  # nothing
    SYNC = 3  # read and write it, but neither replace nor remove it


class Told(Struct):
    """The results of one case: how many rows were acknowledged and lost, and what the organizer was
    told.
    """

    acknowledged: int = 0
    lost: int = 0
    sentences: list[str] = field(default_factory=list)

    def hear(self, act: Callable[[], object]) -> None:
        """Call ``act``, which may be refused, and keep the sentence of a refusal."""
        try:
            act()
        except StoreError as error:
            self.sentences.append(str(error))

    def log_says(self, log: EventLog) -> None:
        if sentence := log.put_back():
            self.sentences.append(sentence)


class Case(Struct, frozen=True):
    operation: str
    held: str
    holder: Holder
    play: Callable[[Path, Holder, Told], None]
    sentences: int
    """The number of sentences that the organizer should read; 0 if it does no harm that the file is
    held.
    """
    says: str = IN_USE
    """The words that the sentences should contain."""

    @property
    def name(self) -> str:
        return f"{self.operation}: {self.held} held by {self.holder.name.lower()}"


HOLD = """
import _winapi, sys
handle = _winapi.CreateFile(sys.argv[1], 0x80000000, int(sys.argv[2]), 0, 3, 0, 0)
print("held", flush=True)
sys.stdin.read()
"""
WRITE_ELSEWHERE = """
import sqlite3, sys
raw = sqlite3.connect(sys.argv[1], isolation_level=None)
raw.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def held(file: Path, shares: int, program: str = HOLD) -> Iterator[Callable[[], None]]:
    """Let another program hold a file. Yields a function that makes it close the file."""
    with subprocess.Popen(
        [sys.executable, "-c", program, str(file), str(shares)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        if holder.stdout.readline().strip() != "held":
            raise RuntimeError(f"{file} could not be held")
        try:
            yield holder.stdin.close
        finally:
            if not holder.stdin.closed:
                holder.stdin.close()


def write(log: EventLog, told: Told, *events: Event) -> None:
    """Write rows. They count as acknowledged unless writing is refused."""

    def append() -> None:
        log.append(events, at_ms=1_000, station="desk", actor="EO")
        told.acknowledged += len(events)

    told.hear(append)


def closed_event(folder: Path, told: Told) -> Path:
    """Return an event file that has rows and that no program has open."""
    file = folder / "Jürgen 龍 #1.flagfall"
    with create(file) as log:
        write(log, told, *[WARNED] * ROWS)
    return file


def count(file: Path, told: Told) -> None:
    """Count the acknowledged rows that are missing when the file is opened again."""
    with open_log(file) as log:
        told.lost = max(0, told.acknowledged - log.last_seq)


def beside(file: Path, ending: str) -> Path:
    return file.with_name(file.name + ending)


def open_held(ending: str) -> Callable[[Path, Holder, Told], None]:
    def play(folder: Path, holder: Holder, told: Told) -> None:
        file = closed_event(folder, told)
        beside(file, ending).touch()
        with held(beside(file, ending), holder.value):
            told.hear(lambda: open_log(file).close())
        count(file, told)

    return play


def create_held(ending: str) -> Callable[[Path, Holder, Told], None]:
    def play(folder: Path, holder: Holder, told: Told) -> None:
        file = folder / "Cup.flagfall"
        beside(file, ending).touch()
        with held(beside(file, ending), holder.value):
            told.hear(lambda: create(file).close())
        if told.sentences:
            create(file).close()

    return play


def write_held(ending: str) -> Callable[[Path, Holder, Told], None]:
    def play(folder: Path, holder: Holder, told: Told) -> None:
        file = closed_event(folder, told)
        with open_log(file) as log:
            write(log, told, WARNED)
            with held(beside(file, ending), holder.value):
                for _ in range(3):
                    write(log, told, WARNED)
                    log.gather()
                    log.note_sign(2_000_000_000_000)
                    told.log_says(log)
            write(log, told, WARNED)
            told.log_says(log)
        count(file, told)

    return play


def write_while_another_writes(folder: Path, _: Holder, told: Told) -> None:
    file = closed_event(folder, told)
    with open_log(file) as log:
        with held(file, 0, WRITE_ELSEWHERE):
            write(log, told, WARNED)
        write(log, told, WARNED)
        told.log_says(log)
    count(file, told)


def put_back(folder: Path, holder: Holder, told: Told) -> None:
    """Write rows while another program holds the open file, into which it has written. Put the
    event back once that program has closed the file.
    """
    file = closed_event(folder, told)
    theirs = folder / "Theirs.flagfall"
    create(theirs).close()
    with open_log(file) as log:
        write(log, told, WARNED)
        shutil.copyfile(theirs, file)
        with held(file, holder.value):
            write(log, told, WARNED)
            for _ in range(3):
                told.log_says(log)
        write(log, told, WARNED)
        if not log.put_back():
            told.sentences.append("The file is not put back.")
    count(file, told)


def put_back_from_held(folder: Path, holder: Holder, told: Told) -> None:
    """Put the event back in its own place while another program holds the file to which the event
    is written for the time being.
    """
    file = closed_event(folder, told)
    theirs = folder / "Theirs.flagfall"
    create(theirs).close()
    with open_log(file) as log:
        shutil.copyfile(theirs, file)
        with held(file, holder.value):
            write(log, told, WARNED)
            log.put_back()
        (rescue,) = own_folder("rescued").glob("*.flagfall")
        with held(rescue, holder.value):
            write(log, told, WARNED)
            told.log_says(log)
            told.log_says(log)
        write(log, told, WARNED)
    count(file, told)


def close_held(ending: str) -> Callable[[Path, Holder, Told], None]:
    def play(folder: Path, holder: Holder, told: Told) -> None:
        file = closed_event(folder, told)
        log = open_log(file)
        write(log, told, WARNED)
        with held(beside(file, ending), holder.value):
            told.hear(log.close)
        count(file, told)

    return play


def note_held(folder: Path, holder: Holder, told: Told) -> None:
    file = closed_event(folder, told)
    (note,) = own_folder("last-rows").glob("*")
    with held(note, holder.value), open_log(file) as log:
        write(log, told, WARNED)
        told.log_says(log)
    count(file, told)


def back_up(folder: Path, holder: Holder, told: Told) -> None:
    """Copy the event while another program holds an earlier copy of the same name, which is never
    replaced.
    """
    file = closed_event(folder, told)
    with open_log(file) as log:
        first = log.copied().write(folder, "round 1")
        with held(first, holder.value):
            told.hear(lambda: log.copied().write(folder, "round 1"))
        write(log, told, WARNED)
    count(file, told)


def back_up_unfinished(folder: Path, holder: Holder, told: Told) -> None:
    """Copy the event while another program holds the remains of a copy that was broken off."""
    file = closed_event(folder, told)
    with open_log(file) as log:
        left = folder / f"{file.stem} round 1.flagfall.part"
        left.touch()
        with held(left, holder.value):
            told.hear(lambda: log.copied().write(folder, "round 1"))
        write(log, told, WARNED)
    count(file, told)


def export(folder: Path, holder: Holder, told: Told) -> None:
    file = closed_event(folder, told)
    table = folder / "Players 50 %.csv"
    table.write_text("old", "utf-8")

    def act() -> None:
        try:
            write_whole_file(table, b"new")
        except OSError as error:
            raise StoreError(os_sentence(table, error)) from error

    with held(table, holder.value):
        told.hear(act)
    if table.read_text("utf-8") != "old":
        told.sentences.append("The table is another one.")
    act()
    count(file, told)


def import_held(folder: Path, holder: Holder, told: Told) -> None:
    file = folder / "Cup.flagfall"
    simulate(SimulationPlan(players=4, rounds=1), path=file)
    told.acknowledged = verify(file).rows
    stored = folder / "Cup.json"
    stored.write_text(export_event(file), "utf-8")
    copy = folder / "Copy.flagfall"
    with held(stored, holder.value):
        told.hear(lambda: import_event(stored, copy))
    if told.sentences:
        import_event(stored, copy)
    count(copy, told)


def save_held(folder: Path, holder: Holder, told: Told) -> None:
    file = folder / "preferences.json"
    save_preferences(Preferences(zoom=110), file)
    with held(file, holder.value):
        told.hear(lambda: save_preferences(Preferences(zoom=125), file))
    if load_preferences(file).zoom != 110:
        told.sentences.append("The preferences were changed.")
    save_preferences(Preferences(zoom=125), file)


def places_held(folder: Path, holder: Holder, told: Told) -> None:
    """Set places as the organizer does while another program holds the file of the places set
    before.
    """
    circle = {"zone-1": Area(Decimal(24), Decimal(24), Decimal(12), circle=True)}
    keep_places("sr2017", 1, circle)
    with held(places_file(), holder.value):
        keep_places("sr2017", 2, circle)
    if "1" not in own_places().get("sr2017", {}):
        told.sentences.append("The places set before are lost.")


def presses_held(folder: Path, holder: Holder, told: Told) -> None:
    """Open a table's window while another program holds the file of the presses that could not be
    sent last time.
    """
    tap = Tap(31, Side.RED)
    request = request_for(tap)
    assert request is not None
    for number in (1, 2):
        with ExitStack() as stack:
            if number == 2:
                (file,) = folder.glob("*.json")
                stack.enter_context(held(file, holder.value))
            queue = RemoteQueue(JOINED, folder)
            queue.add(DeviceMark(number, 31, 1_000, 1.0, request), tap, Known())
            told.acknowledged += 1
            queue.close()
    queues = [RemoteQueue(JOINED, folder) for _ in range(2)]
    told.lost = told.acknowledged - sum(len(queue.pending) for queue in queues)
    for queue in queues:
        queue.close()


def codes_held(folder: Path, holder: Holder, told: Told) -> None:
    file = folder / "Cup.flagfall.tables.json"
    Keys(file).issue([1])
    with held(file, holder.value):
        told.hear(lambda: Keys(file).issue([2]))
    if not Keys(file).table_key(1):
        told.sentences.append("The code of table 1 is lost.")


def certificate_held(folder: Path, holder: Holder, told: Told) -> None:
    before = tls_for(folder, ["192.0.2.7"])
    with held(folder / "tables-authority.pem", holder.value):
        told.hear(lambda: tls_for(folder, ["192.0.2.7"]))
    if tls_for(folder, ["192.0.2.7"]).authority != before.authority:
        told.sentences.append("The devices have to trust another certificate.")


def list_held(folder: Path, holder: Holder, told: Told) -> None:
    players = folder / "Players.csv"
    players.write_text("Name\nJürgen 龍\n", "utf-8")
    with held(players, holder.value):
        told.hear(lambda: read_players(players))
    read_players(players)


def restore_over_held(folder: Path, holder: Holder, told: Told) -> None:
    file = closed_event(folder, told)
    with open_log(file) as log:
        backup = log.copied().write(folder, "round 1")
        write(log, told, WARNED)
    with held(file, holder.value):
        told.hear(lambda: restore(backup, file))
    count(file, told)
    restore(backup, file)


def restore_held(folder: Path, holder: Holder, told: Told) -> None:
    file = closed_event(folder, told)
    with open_log(file) as log:
        backup = log.copied().write(folder, "round 1")
    with held(backup, holder.value):
        told.hear(lambda: restore(backup, file))
    restore(backup, file)
    count(file, told)


def repair_held(folder: Path, holder: Holder, told: Told) -> None:
    file = closed_event(folder, told)
    with file.open("r+b") as raw:
        raw.seek(4096)
        raw.write(b"\xa5" * 100)
    whole = folder / "Whole.flagfall"
    with held(file, holder.value):
        told.hear(lambda: repair(file, whole))
    told.acknowledged = 0  # the file is damaged


EDITOR, SCANNER, SYNC = Holder.EDITOR, Holder.SCANNER, Holder.SYNC
CASES = (
    Case("event made", "its lock", SCANNER, create_held(".lock"), 1),
    Case("event made", "an unfinished file", SCANNER, create_held(".new"), 1),
    Case("event opened", "the file", EDITOR, open_held(""), 1),
    Case("event opened", "the file", SCANNER, open_held(""), 1),
    Case("event opened", "the file", SYNC, open_held(""), 0),
    Case("event opened", "its lock", EDITOR, open_held(".lock"), 1),
    Case("event opened", "its lock", SCANNER, open_held(".lock"), 1),
    Case("event opened", "its lock", SYNC, open_held(".lock"), 0),
    Case("event opened", "its journal", SCANNER, open_held("-wal"), 1),
    Case("event opened", "its journal", SYNC, open_held("-wal"), 0),
    Case("rows written", "the file", SYNC, write_held(""), 0),
    Case("rows written", "its journal", SYNC, write_held("-wal"), 0),
    Case("rows written", "its lock", SYNC, write_held(".lock"), 0),
    Case("rows written", "a change of the file", SYNC, write_while_another_writes, 1),
    Case("event put back", "the file", SYNC, put_back, 1),
    Case("event put back", "its rescue file", SYNC, put_back_from_held, 1, "is back"),
    Case("event closed", "the file", SYNC, close_held(""), 0),
    Case("event closed", "its journal", SYNC, close_held("-wal"), 0),
    Case("event closed", "its lock", SYNC, close_held(".lock"), 0),
    Case("last row noted", "the note", SCANNER, note_held, 0),
    Case("backup written", "an earlier copy", SCANNER, back_up, 0),
    Case("backup written", "an unfinished copy", SCANNER, back_up_unfinished, 0),
    Case("table exported", "the table", EDITOR, export, 1),
    Case("table exported", "the table", SCANNER, export, 1),
    Case("table exported", "the table", SYNC, export, 1),
    Case("event imported", "the export", EDITOR, import_held, 0),
    Case("event imported", "the export", SCANNER, import_held, 1, HAS_IT),
    Case("preferences saved", "the file", EDITOR, save_held, 1, HAS_IT),
    Case("preferences saved", "the file", SCANNER, save_held, 1, HAS_IT),
    Case("preferences saved", "the file", SYNC, save_held, 1, HAS_IT),
    Case("places set", "those set before", EDITOR, places_held, 0),
    Case("places set", "those set before", SCANNER, places_held, 0),
    Case("presses kept", "those kept before", EDITOR, presses_held, 0),
    Case("presses kept", "those kept before", SCANNER, presses_held, 0),
    Case("codes made", "their file", EDITOR, codes_held, 1, HAS_IT),
    Case("codes made", "their file", SCANNER, codes_held, 1, HAS_IT),
    Case("certificate read", "its authority", EDITOR, certificate_held, 0),
    Case("certificate read", "its authority", SCANNER, certificate_held, 1),
    Case("players read", "the list", EDITOR, list_held, 0),
    Case("players read", "the list", SCANNER, list_held, 1, HAS_IT),
    Case("backup restored", "the event", EDITOR, restore_over_held, 1),
    Case("backup restored", "the event", SCANNER, restore_over_held, 1),
    Case("backup restored", "the event", SYNC, restore_over_held, 1),
    Case("backup restored", "the backup", EDITOR, restore_held, 0),
    Case("backup restored", "the backup", SCANNER, restore_held, 1),
    Case("event repaired", "the file", SCANNER, repair_held, 1),
)


def played(case: Case, folder: Path) -> Told:
    """Play one case in an empty folder, with program state of its own."""
    before = os.environ.get(FOLDER)
    os.environ[FOLDER] = str(folder / "state")
    try:
        told = Told()
        case.play(folder, case.holder, told)
        return told
    finally:
        if before is None:
            del os.environ[FOLDER]
        else:
            os.environ[FOLDER] = before


def faults(case: Case, told: Told) -> Iterator[str]:
    """Yield a sentence for each result that differs from the case's expectation."""
    if told.lost:
        yield f"{told.lost} rows are lost"
    if len(told.sentences) != case.sentences:
        yield f"{len(told.sentences)} sentences, not {case.sentences}"
    for sentence in told.sentences:
        if case.says not in sentence:
            yield f"a sentence that does not say that it {case.says}: {sentence}"


def main() -> int:
    if os.name != "nt":
        print("Files are held on Windows only: python3 dev.py windows --only held", file=sys.stderr)
        return 2
    write_every_letter(sys.stdout)
    rows, wrong = list[tuple[str, ...]]([COLUMNS]), list[str]()
    for case in CASES:
        with TemporaryDirectory(prefix="flagfall-held-", ignore_cleanup_errors=True) as name:
            folder = Path(name)
            told = played(case, folder)
        rows.append(line(case, told))
        print(" | ".join(rows[-1]), flush=True)
        wrong += [f"{case.name}: {fault}" for fault in faults(case, told)]
    print(f"{SUMMARY} {len(CASES)}, wrong: {len(wrong)}", *wrong, sep="\n")
    return 2 if wrong else 0


def line(case: Case, told: Told) -> tuple[str, ...]:
    numbers = (str(told.acknowledged), str(told.lost), str(len(told.sentences)))
    last = told.sentences[-1] if told.sentences else ""
    return (case.operation, case.held, case.holder.name.lower(), *numbers, last)


if __name__ == "__main__":
    sys.exit(main())
