"""The faults. Each is a function that plays the fault several times and returns the outcome."""

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from msgspec import Struct

from app.engine.acts.events import Record
from app.headless.recheck.verify import verify
from app.headless.simulation.simulate import SimulationPlan, simulate
from app.store.errors import Behind, StoreError
from app.store.log.codec import encode
from app.store.log.event_log import create, open_log
from app.store.rescue.repair import repair
from tests.end_to_end import busy_tables, random_room
from tests.end_to_end.test_kill import killed_in_time
from tests.postgresql import Server
from tests.store.rescue.ways import WAYS
from tools.faults.outcome import Outcome, count, digest
from tools.faults.player import ACKNOWLEDGED, EVENT, SECOND
from tools.faults.power import cuts
from tools.faults.program import (
    PLAYER,
    ROOT,
    Acknowledged,
    played,
    read_acknowledged,
    surroundings,
)
from tools.rehearsals.acknowledged import acknowledged
from tools.rehearsals.interleaved import interleave
from tools.simulation.__main__ import main as flagfall
from tools.trials import corrupt_files

FIRST_ROW = 12
ROWS = 150  # an event of eight players and two rounds has more, with few exceptions
ROWS_OF_ALL = 120  # every such event has so many
DISK_FAULTS = ("full", "read_only", "pulled", "stalled", "clock_jump", "vanished", "away", "back")


class Size(Struct, frozen=True):
    """The number or the size of each fault that is played."""

    kills: int
    recorded: int
    cuts: int
    """The number of power cuts for each recorded event."""
    runs: int
    corruptions: int
    truncations: int
    restored: int
    at_random: int
    players: int


WHOLE = Size(
    kills=50, recorded=8, cuts=100, runs=22, corruptions=2_000, truncations=200, restored=200,
    at_random=100, players=128,
)  # fmt: skip
SMALL = Size(
    kills=1, recorded=1, cuts=12, runs=1, corruptions=12, truncations=4, restored=6,
    at_random=8, players=8,
)  # fmt: skip


class Trial(Struct, frozen=True):
    """The arguments of a function that plays a fault."""

    folder: Path
    seed: int
    size: Size
    player: str = PLAYER
    lies: bool = False
    """True if the disk reports data as written that it has not written."""


@contextmanager
def own_folder_in(folder: Path) -> Iterator[None]:
    """Let this program keep in ``folder`` what it stores outside events, until the block ends."""
    before = os.environ["FLAGFALL_STATE"]
    os.environ["FLAGFALL_STATE"] = str(folder)
    try:
        yield
    finally:
        os.environ["FLAGFALL_STATE"] = before


def killed(trial: Trial, name: str, program: Callable[[Sequence[str]], int]) -> Outcome:
    outcome = Outcome(f"kill -9, {name}")
    with own_folder_in(trial.folder / "state"):
        for number in range(trial.size.kills):
            dice = random.Random(f"kill {name} {trial.seed} {number}")
            after, wait = dice.randrange(20, 150), dice.uniform(0, 0.02)
            path = trial.folder / f"{name} {number}.flagfall"
            seed = str(dice.randrange(1_000_000))
            arguments = [str(path), seed]
            if program is flagfall:
                played_by = ("simulate", "--players", "16", "--rounds", "4", "--echo")
                arguments = [*played_by, "--seed", seed, "-o", str(path)]
            rows = killed_in_time(program, arguments, path, after, wait)
            began = time.perf_counter()
            count(outcome, f"kill {number}", path, dict.fromkeys(rows))
            outcome.seconds = max(outcome.seconds, time.perf_counter() - began)
    return outcome


def killed_simulation(trial: Trial) -> Outcome:
    return killed(trial, "simulate", flagfall)


def killed_window(trial: Trial) -> Outcome:
    return killed(trial, "main window", random_room.main)


def killed_tables(trial: Trial) -> Outcome:
    return killed(trial, "16 tables at once", busy_tables.main)


def power_cut(trial: Trial) -> Outcome:
    outcome = Outcome("power cut, unsynced writes kept in part")
    for number in range(trial.size.recorded):
        recorded, seed = trial.folder / f"recorded {number}", trial.seed + number
        played(recorded, seed, 8, 2, record=True, lies=trial.lies, player=trial.player)
        record = recorded.with_name(f"{recorded.name} record")
        for left in cuts(record, recorded, trial.folder, trial.size.cuts, seed):
            told = read_acknowledged((left / ACKNOWLEDGED).read_text("utf-8"))
            with own_folder_in(left / "state"):
                began = time.perf_counter()
                count(outcome, f"{seed}, {left.name}", left / EVENT, told.rows)
                outcome.seconds = max(outcome.seconds, time.perf_counter() - began)
            shutil.rmtree(left)
    return outcome


def met(trial: Trial, name: str, *faults: str) -> Outcome:
    """Play an event in each run. One of ``faults`` begins at two random rows, and the program then
    ends with a crash.
    """
    outcome = Outcome(name)
    for number in range(trial.size.runs):
        dice = random.Random(f"{name} {trial.seed} {number}")
        first, second = sorted(dice.sample(range(FIRST_ROW, ROWS), 2))
        fault = faults[(trial.seed + number) % len(faults)]
        words = [f"{fault}@{row}" for row in (first, second)]
        folder = trial.folder / f"{name} {number}"
        found = played(folder, trial.seed + number, 8, 2, words, player=trial.player)
        take(outcome, trial, f"{name} {number}", f"{fault} {first} {second}", found)
    return outcome


def take(outcome: Outcome, trial: Trial, name: str, case: str, found: Acknowledged) -> None:
    """Count a run. The event's file is in its old place or among the files that this computer
    rescued.
    """
    folder = trial.folder / name
    if (folder / EVENT).parent.is_file():
        (folder / EVENT).parent.unlink()
    (rescued, *_) = [*(folder / "state" / "rescued").glob("Cup *.flagfall"), folder / EVENT]
    with own_folder_in(folder / "state"):
        count(outcome, case, rescued, found.rows)
    outcome.note(case, found.wrong)
    outcome.told += bool(found.told)
    outcome.seconds = max(outcome.seconds, *found.seconds, 0.0)
    shutil.rmtree(folder)


def full_disk(trial: Trial) -> Outcome:
    return met(trial, "full disk", "full")


def read_only(trial: Trial) -> Outcome:
    return met(trial, "read-only disk, disk with errors", "read_only", "pulled")


def replaced(trial: Trial) -> Outcome:
    return met(trial, "file replaced or overwritten", *(way.__name__ for way in WAYS))


def vanished(trial: Trial) -> Outcome:
    return met(trial, "folder vanished, or something in its place", "vanished", "away")


def stalled(trial: Trial) -> Outcome:
    return met(trial, "disk that stalls for a second", "stalled")


def clock_jumps(trial: Trial) -> Outcome:
    outcome = Outcome("clock jumps of 6 s to 26 h")
    for number in range(trial.size.runs):
        name, presses = f"leaping {number}", "120"
        folder = trial.folder / name
        folder.mkdir()
        words = [str(folder), str(trial.seed + number), "16", presses]
        subprocess.run(
            [sys.executable, "-m", "tools.faults.leaping", *words],
            cwd=ROOT,
            env=surroundings(folder),
            check=True,
        )
        found = read_acknowledged((folder / ACKNOWLEDGED).read_text("utf-8"))
        take(outcome, trial, name, name, found)
    return outcome


def two_programs(trial: Trial) -> Outcome:
    """Play in another program while this one keeps trying to open the file. Then kill the other
    program, and open the file in this one.
    """
    outcome = Outcome("two programs")
    for number in range(trial.size.runs):
        dice = random.Random(f"two {trial.seed} {number}")
        folder = trial.folder / f"two {number}"
        folder.mkdir()
        words = [str(folder), str(trial.seed + number), "8", "2"]
        note, rows = folder / ACKNOWLEDGED, dice.randrange(FIRST_ROW, ROWS)
        environment = surroundings(folder)
        with (
            own_folder_in(folder / "state"),
            subprocess.Popen(
                [sys.executable, "-m", trial.player, *words], cwd=ROOT, env=environment
            ) as first,
        ):
            while first.poll() is None and (lines := said(note)) < rows:
                if lines:
                    outcome.told += opens(folder / EVENT, outcome, f"two {number}")
            first.kill()
            first.wait()
            began = time.perf_counter()
            found = read_acknowledged(note.read_text("utf-8"))
            count(outcome, f"two {number}", folder / EVENT, found.rows)
            outcome.seconds = max(outcome.seconds, time.perf_counter() - began)
    return outcome


def said(note: Path) -> int:
    return note.read_bytes().count(b"\n") if note.exists() else 0


def opens(file: Path, outcome: Outcome, case: str) -> bool:
    """Try to open the file as a second program, and tell whether that is refused because the file
    is open. If it is not refused, this counts as a fault.
    """
    try:
        open_log(file).close()
    except StoreError as error:
        if "already open" not in str(error):
            outcome.note(case, [str(error)])
        return True
    outcome.note(case, ["a second program was let in"])
    return False


def truncated(trial: Trial) -> Outcome:
    outcome = Outcome("file or journal cut off after a crash, repaired")
    return damaged(trial, outcome, trial.size.truncations, {corrupt_files.cut: 1})


def corrupted(trial: Trial) -> Outcome:
    outcome = Outcome("random damage after a crash, repaired")
    return damaged(trial, outcome, trial.size.corruptions, corrupt_files.KINDS)


def damaged(
    trial: Trial, outcome: Outcome, many: int, kinds: "dict[corrupt_files.Corruption, int]"
) -> Outcome:
    """Damage a file in ``many`` ways. Only rows whose bytes are whole can be brought back, and a
    repair must bring back all of them.
    """
    folder = trial.folder / outcome.fault
    folder.mkdir()
    with own_folder_in(folder / "state"):
        original = corrupt_files.make(folder, trial.size.players, 1)
        found = corrupt_files.corrupt_many(original, many, trial.seed, kinds)
    outcome.cases = many
    outcome.acknowledged = many * len(original.rows) - found.damaged_rows
    outcome.lost = found.not_brought_back
    outcome.note("damaged", [word for word in found.wrong if "not brought back" not in word])
    outcome.told = sum(found.seen.values())
    outcome.seconds = found.seconds
    return outcome


def restored_beside_a_journal(trial: Trial) -> Outcome:
    """Copy a backup over an event's file, and leave the journal of a crash beside it. The program
    must open the backup and not a mixture, and only after telling that later rows are missing.
    """
    outcome = Outcome("backup copied beside a crash's journal")
    folder = trial.folder / "beside"
    (folder / "backups").mkdir(parents=True)
    dice = random.Random(f"beside {trial.seed}")
    with own_folder_in(folder / "state"):
        records = simulated(folder, trial.size.players, trial.seed)
        untils = set(dice.sample(range(1, len(records)), trial.size.restored))
        path, backups, sealed = folder / "Cup.flagfall", {}, {}
        log = create(path)
        for row in records:
            (written,) = log.append(
                [row.event], at_ms=row.at_ms, station=row.station, actor=row.actor
            )
            sealed[written.seq] = digest(written)
            if dice.random() < 0.01:
                log.gather()
            if written.seq in untils:
                backups[written.seq] = log.copied().write(folder / "backups", f"{written.seq}")
        crashed = folder / "crashed"
        shutil.copytree(folder, crashed, ignore=shutil.ignore_patterns("backups", "state"))
        state = shutil.copytree(folder / "state", folder / "state then")
        log.close()
        for until, backup in backups.items():
            for file in crashed.iterdir():
                shutil.copyfile(file, folder / file.name)
            shutil.rmtree(folder / "state")
            shutil.copytree(state, folder / "state")
            shutil.copyfile(backup, path)
            beside(outcome, path, until, sealed)
    return outcome


def simulated(folder: Path, players: int, seed: int) -> list[Record]:
    simulate(SimulationPlan(players=players, rounds=1, seed=seed), path=folder / "played.flagfall")
    with open_log(folder / "played.flagfall", read_only=True) as log:
        return log.records()


def beside(outcome: Outcome, path: Path, until: int, sealed: dict[int, str]) -> None:
    case = f"backup of {until} rows"
    outcome.cases += 1
    outcome.acknowledged += until
    began = time.perf_counter()
    try:
        open_log(path).close()
        outcome.note(case, ["nobody is told that rows are missing"])
    except Behind:
        outcome.told += 1
    except StoreError as error:
        outcome.note(case, [str(error)])
        return
    with open_log(path, as_it_is=True) as log:
        rows = {record.seq: digest(record) for record in log.records()}
    outcome.seconds = max(outcome.seconds, time.perf_counter() - began)
    outcome.lose(case, [seq for seq in range(1, until + 1) if seq not in rows])
    strange = [seq for seq in rows if seq > until or rows[seq] != sealed[seq]]
    outcome.note(case, [f"row {seq} is none of the backup" for seq in strange])


def at_random(trial: Trial) -> Outcome:
    """Play one event, and cause as many faults of any kind as there is time for."""
    outcome = Outcome(f"{trial.size.at_random} faults at random in one simulated event")
    dice = random.Random(f"random {trial.seed}")
    kinds = [*DISK_FAULTS, *(way.__name__ for way in WAYS)]
    many = trial.size.at_random
    rows = sorted(dice.sample(range(FIRST_ROW, (ROWS if many < 50 else 2_000)), many))
    faults = [f"{dice.choice(kinds)}@{row}" for row in rows]
    players, rounds = (8, 2) if many < 50 else (64, 4)
    folder = trial.folder / "random"
    found = played(folder, trial.seed, players, rounds, faults, player=trial.player)
    outcome.note("random", [f"only {len(found.met)} were met"] * (len(found.met) < many))
    take(outcome, trial, "random", f"seed {trial.seed}", found)
    return outcome


def stick(trial: Trial) -> Outcome:
    """Pull out the stick, continue the event on another laptop, and put the stick back."""
    ways = ("stick_back", "stick_back_unclosed")
    return gone_on_twice(trial, "stick used on another laptop", "stick_out", ways)


def other_stick(trial: Trial) -> Outcome:
    """Pull out the stick, and put in another one with a different event of the same name."""
    ways = ("other_stick_in", "other_stick_in_unclosed")
    return gone_on_twice(trial, "another event of the same name", "stick_out", ways)


def two(trial: Trial) -> Outcome:
    """Let a second Flagfall open the event, because the lock's file was deleted or the share keeps
    no locks.
    """
    outcome = Outcome("second Flagfall let in")
    for number in range(trial.size.runs):
        lacks = ("", "exclusion")[number % 2]
        fault = "opened_twice" if lacks else "lock_deleted"
        take_both(outcome, trial, number, (fault, "second_ended"), lacks)
    return outcome


def gone_on_twice(trial: Trial, name: str, first: str, ways: Sequence[str]) -> Outcome:
    outcome = Outcome(name)
    for number in range(trial.size.runs):
        take_both(outcome, trial, number, (first, ways[number % len(ways)]))
    return outcome


def take_both(
    outcome: Outcome, trial: Trial, number: int, faults: Sequence[str], lacks: str = ""
) -> None:
    """Let both programs write, and demand that every row acknowledged by either of them is in a
    file that can be opened. All rows of one program must be in the same file, and the first program
    must say in which file the second one's rows are.
    """
    folder, seed = trial.folder / f"{outcome.fault} {number}", trial.seed + number
    dice = random.Random(f"{outcome.fault} {seed}")
    rows = sorted(dice.sample(range(FIRST_ROW, ROWS_OF_ALL), len(faults)))
    words = [f"{fault}@{row}" for fault, row in zip(faults, rows, strict=True)]
    found = played(folder, seed, 8, 2, words, lacks=lacks, player=trial.player)
    second = read_acknowledged((folder / SECOND).read_text("utf-8"))
    case = f"seed {seed}, {' '.join(words)}"
    outcome.note(case, [f"only {found.met} were met"] * (len(found.met) < len(faults)))
    outcome.note(case, found.wrong)
    outcome.told += bool(found.told)
    outcome.seconds = max(outcome.seconds, *found.seconds, 0.0)
    with own_folder_in(folder / "state"):
        ours = count_anywhere(outcome, case, folder, found.rows)
    with own_folder_in(folder / "second state"):
        theirs = count_anywhere(outcome, f"{case}, second", folder, second.rows)
    if theirs is not None and theirs != ours and theirs.name not in " ".join(found.told):
        outcome.note(case, [f"nobody is told of {theirs.name}"])
    if "second_ended" in faults and not second.told:
        outcome.note(case, ["the second program is not told"])
    shutil.rmtree(folder)


def count_anywhere(
    outcome: Outcome, case: str, folder: Path, acknowledged: Mapping[int, str]
) -> Path | None:
    """Count the file that contains the most of these rows, wherever it is now. Rows that are only
    in another file are not lost, but nobody finds them.
    """
    files: dict[Path, dict[int, str]] = {}
    for file in sorted(folder.rglob("*.flagfall")):
        with suppress(StoreError), open_log(file, read_only=True, as_it_is=True) as log:
            files[file] = {record.seq: digest(record) for record in log.records()}
    wanted = acknowledged.items()
    best = max(files, key=lambda file: len(wanted & files[file].items()), default=None)
    there = set[tuple[int, str]]().union(*(rows.items() for rows in files.values()))
    missing = wanted - (files[best].items() if best else set())
    outcome.cases += 1
    outcome.acknowledged += len(acknowledged)
    outcome.lose(case, sorted(seq for seq, _ in missing - there))
    scattered = sorted(seq for seq, _ in missing & there)
    outcome.note(case, [f"rows {scattered[:5]} are in another file"] if scattered else [])
    if best is not None:
        outcome.note(case, [*verify(best).faults])
    return best


def last_row(trial: Trial) -> Outcome:
    """Damage the last row of a file, and open the file on a computer that did not write it. The
    program must not say that nothing is lost.
    """
    outcome = Outcome("last row damaged, on another computer")
    folder = trial.folder / "last row"
    folder.mkdir()
    for number in range(trial.size.runs):
        dice = random.Random(f"last row {trial.seed} {number}")
        file = folder / f"{number}.flagfall"
        with own_folder_in(folder / "state"):
            simulate(SimulationPlan(players=8, rounds=1, seed=trial.seed + number), path=file)
        with own_folder_in(folder / f"second state {number}"):
            say_of_last_row(outcome, f"seed {trial.seed + number}", file, dice)
    return outcome


def say_of_last_row(outcome: Outcome, case: str, file: Path, dice: random.Random) -> None:
    with open_log(file, read_only=True) as log:
        *kept, last = log.records()
    content = bytearray(file.read_bytes())
    payload = encode(last.event).payload.encode()
    at = content.rindex(payload)
    how = dice.choice(("bit", "row", "sector"))
    if how == "bit":
        content[at + dice.randrange(len(payload))] ^= 1
    elif how == "row":
        content[at - 20 : at + len(payload)] = bytes(20 + len(payload))
    else:
        content[at // 512 * 512 : at // 512 * 512 + 512] = bytes(512)
    file.write_bytes(content)
    outcome.cases += 1
    outcome.acknowledged += len(kept)
    try:
        found = verify(file)
        outcome.note(case, [] if found.faults else [f"{how}: verify says that all is in order"])
    except StoreError:
        outcome.told += 1
    repaired = repair(file)
    if "Nothing is lost" in repaired.summary:
        outcome.note(case, [f"{how}: repair says {repaired.summary}"])
    if how != "sector":  # it may have other rows in it
        with open_log(repaired.file, read_only=True) as log:
            there = {record.seq: digest(record) for record in log.records()}
        outcome.lose(case, [row.seq for row in kept if there.get(row.seq) != digest(row)])


def closed_alone(trial: Trial) -> Outcome:
    """Close four stations with acts waiting, and open only one of them again."""
    outcome = Outcome("stations closed with acts waiting")
    server = Server()
    try:
        for number in range(trial.size.runs):
            folder = trial.folder / f"{number}"
            folder.mkdir()
            found = interleave(server, folder, trial.seed + number, steps=0)
            outcome.cases += 1
            outcome.acknowledged += sum(len(acknowledged(one)) for one in folder.glob("*.journal"))
            outcome.note(f"seed {trial.seed + number}", found)
    finally:
        server.remove()
    return outcome


SUITE: Sequence[Callable[[Trial], Outcome]] = (
    killed_simulation, killed_window, killed_tables, power_cut, full_disk, read_only, replaced,
    truncated, restored_beside_a_journal, corrupted, two_programs, vanished, stalled, clock_jumps,
    at_random, stick, other_stick, two, closed_alone, last_row,
)  # fmt: skip
