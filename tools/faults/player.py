"""Play a simulated event into a file, note each acknowledged row, and cause faults on the way.

    python -m tools.faults.player FOLDER SEED PLAYERS ROUNDS [FAULT@ROW …]

The file is `event/Cup.flagfall` in FOLDER. The program ends like a crash, without closing anything.
"""

import mmap
import os
import shutil
import struct
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from errno import EIO, ENOSPC, EROFS
from pathlib import Path

from app.clock.timeline import SetTimeline
from app.desk import desk as desks
from app.desk.desk import Desk
from app.desk.replies import Snapshot
from app.engine import ORGANIZER, Command, Record, Refused
from app.engine.acts.commands import NotSaved
from app.headless.desk_session import DeskSession
from app.headless.simulation.schedule import SimulationSchedule
from app.headless.simulation.simulate import SimulationPlan, _Event
from app.store.log.event_log import create
from app.store.packets.files import packets
from tests.patience import until
from tests.store.rescue.ways import WAYS
from tools.faults.outcome import digest

EVENT, ACKNOWLEDGED, OTHER = "event/Cup.flagfall", "acknowledged", "other/Other.flagfall"
ELSEWHERE, SECOND = "elsewhere", "second"
"""The place of the stick while it is out, and the note of the rows that a second laptop
acknowledged.
"""
REFUSALS = 3  # refusals after which the disk is mended
STALL_NS = 1_000_000_000
HOUR_NS = 3_600_000_000_000
BEAT_SECONDS = 0.02  # as many signs of life and gatherings as in a whole day
DISK = ("stall", "errno")
CLOCKS = ("real", "steady", "boot")


class Numbers:
    """A file of numbers that control a preloaded library."""

    def __init__(self, variable: str, names: Sequence[str]) -> None:
        self._names = names
        self._told: mmap.mmap | None = None
        if file := os.environ.get(variable):
            with Path(file).open("r+b") as opened:
                self._told = mmap.mmap(opened.fileno(), 0)

    def set(self, name: str, number: int) -> None:
        if self._told is not None:
            struct.pack_into("q", self._told, 8 * self._names.index(name), number)


class Meeting:
    """The faults to cause, by the number of a row. A fault begins in the desk's thread once the row
    with its number is durable.
    """

    def __init__(self, folder: Path, faults: dict[int, str]) -> None:
        self._folder = folder
        self._file = folder / EVENT
        self._other = folder / OTHER
        self._due = faults
        self._disk = Numbers("FAULTY_DISK", DISK)
        self._clocks = Numbers("TIME_APART", CLOCKS)
        self._refusals = 0
        self._since: float | None = None
        self._into = os.open(folder / ACKNOWLEDGED, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def acknowledge(self, rows: Sequence[Record]) -> None:
        """Note the rows that were acknowledged, and begin the fault that is due."""
        for row in rows:
            self.say(f"{row.seq} {digest(row)}")
        if self._since is not None:
            self.say(f"on {time.perf_counter() - self._since}")
            self._since, self._refusals = None, 0
            self._disk.set("stall", 0)
        due = [seq for seq in self._due if seq <= rows[-1].seq]
        if due:
            self._begin(self._due.pop(due[0]))

    def refused(self, reply: NotSaved) -> None:
        """Count a refusal to save. After REFUSALS of them, remove what prevents saving, as a user
        would after reading the refusal's sentence, and note the sentence.
        """
        self._refusals += 1
        if self._refusals >= REFUSALS:
            self._disk.set("errno", 0)
            if self._file.parent.is_file():
                self._file.parent.unlink()
            self._refusals, self._since = 0, time.perf_counter()
            self.say(f"told {reply.sentence}")

    def say(self, line: str) -> None:
        os.write(self._into, f"{line}\n".encode())

    def tell(self, snapshot: Snapshot) -> None:
        if snapshot.trouble:
            self.say(f"told {snapshot.trouble}")

    def _begin(self, fault: str) -> None:
        self._disk.set("errno", 0)  # the setting of the previous fault
        self.say(f"fault {fault}")
        self._since = time.perf_counter()
        FAULTS[fault](self)

    def jumped(self) -> None:
        """Measure the seconds from now until the next row. Whoever plays calls this after setting
        the clocks.
        """
        self._since = time.perf_counter()

    def full(self) -> None:
        self._disk.set("errno", ENOSPC)

    def read_only(self) -> None:
        self._disk.set("errno", EROFS)

    def pulled(self) -> None:
        self._disk.set("errno", EIO)

    def stalled(self) -> None:
        self._disk.set("stall", STALL_NS)

    def clock_jump(self) -> None:
        self._clocks.set("real", HOUR_NS if len(self._due) % 2 else -HOUR_NS)

    def vanished(self) -> None:
        """Remove the event's folder with everything in it, as when a stick is pulled out."""
        self.back()
        self._file.parent.mkdir(exist_ok=True)
        shutil.rmtree(self._file.parent)

    def away(self) -> None:
        """Put a file in the place of the event's folder. It stays there until the next fault."""
        if self._file.parent.is_file():
            return
        if self._file.parent.is_dir():  # it may have vanished
            aside = self._file.parent.with_name("event away")
            shutil.rmtree(aside, ignore_errors=True)
            self._file.parent.rename(aside)
        self._file.parent.write_text("in the way")

    def back(self) -> None:
        if self._file.parent.is_file():
            self._file.parent.unlink()

    def stick_out(self) -> None:
        """Pull out the stick, so that nothing can be written under its name."""
        self._file.parent.rename(self._folder / ELSEWHERE)
        self._file.parent.write_text("in the way")

    def stick_back(self, way: str) -> None:
        """Put the stick back after another laptop has continued the event on it. ``way`` says
        whether that laptop closed the event.

        The laptop continues on a copy, because another computer would not see the file as this
        program holds it.
        """
        stick = shutil.copytree(self._folder / ELSEWHERE, self._folder / "second laptop")
        ended = self.second(stick / self._file.name, 4, way).wait()
        if ended:
            self.say(f"wrong the second laptop ended with {ended}")
        self._file.parent.unlink()
        stick.rename(self._file.parent)

    def other_stick_in(self, way: str) -> None:
        """Put in another stick, on which another laptop has made an event of the same name."""
        (self._folder / ELSEWHERE).rename(self._folder / "drawer")
        (self._folder / ELSEWHERE).mkdir()
        self.stick_back(way)

    def second(self, file: Path, acts: int, way: str) -> "subprocess.Popen[bytes]":
        """Start another laptop's Flagfall on ``file``, with a separate folder for everything that
        it keeps outside events.
        """
        words = [str(file), str(self._folder / SECOND), str(acts), way]
        environment = {**os.environ, "FLAGFALL_STATE": str(self._folder / "second state")}
        return subprocess.Popen(
            [sys.executable, "-m", "tools.faults.laptop", *words], env=environment
        )

    def lock_deleted(self) -> None:
        self._file.with_name(f"{self._file.name}.lock").unlink()
        self.opened_twice()

    def opened_twice(self) -> None:
        """Let a second Flagfall open the event, and wait until the second one has written
        something.
        """
        self.second(self._file, 10, "told")
        until(lambda: b"\n" in said(self._folder / SECOND))

    def second_ended(self) -> None:
        """Wait until the second Flagfall has closed the event."""
        until(lambda: said(self._folder / SECOND).endswith(b"end\n"))

    def put_over(self, way: Callable[[Path, Path], None]) -> None:
        if self._file.parent.is_file():
            return
        other = self._other.with_name("next.flagfall")
        shutil.copyfile(self._other, other)
        with suppress(FileNotFoundError):  # it is in another place for now
            way(self._file, other)


FAULTS: dict[str, Callable[[Meeting], None]] = {
    "full": Meeting.full,
    "read_only": Meeting.read_only,
    "pulled": Meeting.pulled,
    "stalled": Meeting.stalled,
    "clock_jump": Meeting.clock_jump,
    "vanished": Meeting.vanished,
    "away": Meeting.away,
    "back": Meeting.back,
    "stick_out": Meeting.stick_out,
    "stick_back": lambda meeting: meeting.stick_back("close"),
    "stick_back_unclosed": lambda meeting: meeting.stick_back("crash"),
    "other_stick_in": lambda meeting: meeting.other_stick_in("close"),
    "other_stick_in_unclosed": lambda meeting: meeting.other_stick_in("crash"),
    "lock_deleted": Meeting.lock_deleted,
    "opened_twice": Meeting.opened_twice,
    "second_ended": Meeting.second_ended,
}
for _way in WAYS:
    FAULTS[_way.__name__] = lambda meeting, way=_way: meeting.put_over(way)


def said(note: Path) -> bytes:
    """Return what a program has noted so far."""
    return note.read_bytes() if note.exists() else b""


class Patient(DeskSession):
    """A desk session that repeats an act that could not be saved, as people do."""

    def __init__(self, desk: Desk, meeting: Meeting) -> None:
        super().__init__(desk, meeting.acknowledge)
        self._meeting = meeting
        desk.subscribe(meeting.tell)

    def try_to(
        self,
        command: Command,
        *,
        actor: str = ORGANIZER,
        station: str = "desk",
        insist: bool = False,
    ) -> tuple[Record, ...] | Refused:
        while True:
            reply = super().try_to(command, actor=actor, station=station, insist=insist)
            if not isinstance(reply, NotSaved):
                return reply
            self._meeting.refused(reply)


def other_event(folder: Path) -> None:
    """Make another event, which a fault may copy over ours."""
    (folder / OTHER).parent.mkdir()
    line = DeskSession(desk := Desk(lambda: create(folder / OTHER)))
    assert not line.state.players
    desk.stop()


def play(folder: Path, seed: int, players: int, rounds: int, faults: dict[int, str]) -> None:
    """Play the event from its first row to its last. Each of ``faults`` begins once the row with
    its number is durable.
    """
    desks.BEAT_SECONDS = BEAT_SECONDS
    (folder / EVENT).parent.mkdir()
    other_event(folder)
    meeting = Meeting(folder, faults)
    plan = SimulationPlan(players=players, rounds=rounds, seed=seed)
    timeline = SetTimeline(plan.start_ms)
    line = Patient(Desk(lambda: create(folder / EVENT), timeline=timeline), meeting)
    _Event(plan, packets()[plan.packet], line, SimulationSchedule(line, timeline)).play()
    meeting.say("end")


def main(arguments: Sequence[str]) -> None:
    folder, seed, players, rounds, *words = arguments
    faults = {}
    for word in words:
        name, row = word.split("@")
        faults[int(row)] = name
    ended = 1
    try:
        play(Path(folder), int(seed), int(players), int(rounds), faults)
        ended = 0
    except Exception:
        traceback.print_exc()
    finally:
        os._exit(ended)  # the desk's thread goes on


if __name__ == "__main__":
    main(sys.argv[1:])
