"""Checkpoints of random events: read back they are what was written, and wrong ones are found."""

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

from app.engine.acts.events import Record
from app.engine.evolve import fold
from app.engine.evolve.running_fold import FoldedRows, Proof, RunningFold
from app.engine.state import State
from app.store.log.checkpoint import UNREADABLE, StateBytes
from app.store.log.event_log import EventLog, create, open_log
from tests.engine.evolve.test_running_fold import commands
from tests.store.resealed import reseal


def proved(fold: RunningFold, folded: FoldedRows) -> bool:
    """What the proof comes to when nothing else happens meanwhile."""
    steps = Proof(fold, folded).steps()
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return bool(end.value)


def faults_of_right(records: list[Record], dice: Random) -> list[str]:
    """The state is written after some act, read back, and the rest of the log comes after it."""
    acts = commands(records)
    until = dice.randrange(1, len(acts) + 1)
    begun = [row for act in acts[:until] for row in act]
    written = StateBytes()
    earlier = RunningFold(begun[: dice.randrange(len(begun))])
    written.encode(earlier.folded(), begun)  # what is encoded later takes over what did not change
    earlier.add(begun[len(earlier.records) :])
    encoded = written.encode(earlier.folded(), begun)
    folded = StateBytes().decode(len(begun), encoded, begun)
    if folded.state != fold(begun):
        return ["read back it is another state"]
    opened = dice.randrange(until, len(acts) + 1)
    going_on = RunningFold([row for act in acts[:opened] for row in act], folded)
    faults = [] if going_on.state == fold(going_on.records) else ["opened it is another state"]
    if not proved(going_on, folded):
        faults.append("the proof does not believe it")
    for act in acts[opened:]:
        going_on.add(act)
    if going_on.state != fold(records):
        faults.append("with the rest of the log it comes to another state")
    return faults


def _flipped(encoded: bytes, dice: Random) -> bytes:
    blob = bytearray(encoded)
    for _ in range(dice.choice((1, 1, 3, 20))):
        blob[dice.randrange(len(blob))] ^= 1 << dice.randrange(8)
    return bytes(blob)


BYTES_WRONG: tuple[Callable[[bytes, Random], bytes], ...] = (
    _flipped,
    lambda encoded, dice: encoded[: dice.randrange(len(encoded))],
    lambda encoded, dice: dice.randbytes(dice.randrange(len(encoded))),
)


def altered(state: State, dice: Random) -> State:
    """Another state, whose difference a fold would hardly make."""
    ways = [
        lambda: replace(state, next_game=state.next_game + 1),
        lambda: replace(state, undone=(*state.undone, *state.done[:1])),
        lambda: replace(state, done=state.done[1:]),
        lambda: replace(state, games=dict([*state.games.items()][1:])),
    ]
    if state.games:
        game = state.games[dice.choice([*state.games])]
        play = replace(game.play, step=game.play.step + 1)
        for other in (replace(game, play=play), replace(game, alone=not game.alone)):
            ways.append(
                lambda other=other: replace(state, games={**state.games, game.number: other})
            )
    if state.players:
        player = state.players[dice.choice([*state.players])]
        entry = replace(player.entry, name=player.entry.name + "x")
        ways.append(
            lambda: replace(
                state, players={**state.players, player.number: replace(player, entry=entry)}
            )
        )
    return dice.choice(ways)()


def faults_of_wrong(records: list[Record], dice: Random) -> list[str]:
    """A checkpoint with errors, believed all the same: it cannot be read, or the proof finds it, or
    it is right nevertheless. Then the fold begins anew and is right.
    """
    right = RunningFold(records).folded()
    if dice.random() < 0.5:
        wrong = right._replace(state=altered(right.state, dice))
    elif dice.random() < 0.2:
        wrong = right._replace(hidden={*right.hidden} ^ {dice.randrange(1, len(records) + 1)})
    else:
        encoded = dice.choice(BYTES_WRONG)(StateBytes().encode(right, records), dice)
        try:
            wrong = StateBytes().decode(len(records), encoded, records)
        except UNREADABLE:
            return []
    same = wrong.state == right.state and {*wrong.hidden} == {*right.hidden}
    going_on = RunningFold(records, wrong)
    if proved(going_on, wrong) != same:
        return ["the proof is wrong about a wrong checkpoint"]
    going_on.begin_anew()
    return [] if going_on.state == right.state else ["begun anew it is another state"]


def file_of(path: Path, records: list[Record]) -> EventLog:
    """An event file with these rows, still open."""
    log = create(path)
    batch = log.batch()
    for act in commands(records):
        events = [row.event for row in act]
        batch.add(events, at_ms=act[0].at_ms, station=act[0].station, actor=act[0].actor)
    log.write(batch)
    return log


def _of_fewer_rows(raw: sqlite3.Connection, _dice: Random) -> None:
    raw.execute("UPDATE checkpoint SET last_seq = last_seq - 1")


def _of_more_rows(raw: sqlite3.Connection, _dice: Random) -> None:
    raw.execute("UPDATE checkpoint SET last_seq = last_seq + 1000")


def _of_no_rows(raw: sqlite3.Connection, _dice: Random) -> None:
    raw.execute("UPDATE checkpoint SET last_seq = 'many'")


def _of_other_rows(raw: sqlite3.Connection, dice: Random) -> None:
    raw.execute("UPDATE checkpoint SET rows_seal = ?", (dice.randbytes(64),))


def _by_another_version(raw: sqlite3.Connection, _dice: Random) -> None:
    raw.execute("UPDATE checkpoint SET made_by = '9' || made_by")


def _with_other_bytes(raw: sqlite3.Connection, dice: Random) -> None:
    (state,) = raw.execute("SELECT state FROM checkpoint").fetchone()
    raw.execute("UPDATE checkpoint SET state = ?", (dice.choice(BYTES_WRONG)(state, dice) + b"x",))


def _with_another_seal(raw: sqlite3.Connection, dice: Random) -> None:
    raw.execute("UPDATE checkpoint SET seal = ?", (dice.randbytes(64),))


def _doubled(raw: sqlite3.Connection, _dice: Random) -> None:
    raw.execute("INSERT INTO checkpoint SELECT * FROM checkpoint")


def _with_other_columns(raw: sqlite3.Connection, _dice: Random) -> None:
    raw.execute("DROP TABLE checkpoint")
    raw.execute("CREATE TABLE checkpoint (x)")
    raw.execute("INSERT INTO checkpoint VALUES (1)")


def _rows_changed(raw: sqlite3.Connection, _dice: Random) -> None:
    """The checksums are made to fit afterwards."""
    raw.execute("UPDATE log SET at_ms = at_ms + 1")


IN_FILE: Mapping[str, Callable[[sqlite3.Connection, Random], None]] = {
    "fewer rows": _of_fewer_rows,
    "more rows": _of_more_rows,
    "no number of rows": _of_no_rows,
    "other rows": _of_other_rows,
    "another version": _by_another_version,
    "other bytes": _with_other_bytes,
    "another seal": _with_another_seal,
    "two of them": _doubled,
    "other columns": _with_other_columns,
    "rows changed": _rows_changed,
}
"""What can be done to a checkpoint in a file, by its name."""


def faults_in_file(path: Path, records: list[Record], what: str, dice: Random) -> list[str]:
    """A file with a checkpoint, which is believed; then it is changed, and is not."""
    folded = RunningFold(records).folded()
    with file_of(path, records) as log:
        log.keep_checkpoint(folded, records)
    faults = []
    with open_log(path) as log:
        if log.read_checkpoint(log.records()) != folded:
            faults.append("a right checkpoint is not believed")
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        IN_FILE[what](raw, dice)
    reseal(path)
    with open_log(path, as_it_is=True) as log:
        rows = log.records()
        if log.read_checkpoint(rows) is not None:
            faults.append(f"a checkpoint with {what} is believed")
        if len(rows) != len(records):
            faults.append("rows are lost")
        log.keep_checkpoint(RunningFold(rows).folded(), rows)
        if log.read_checkpoint(rows) is None:
            faults.append("the next one is not believed")
    return faults
