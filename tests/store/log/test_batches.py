"""Acts written together: one transaction, whole or not there, and chained like any others."""

import random
import shutil
from pathlib import Path

import pytest

from app.engine.acts.players import PlayerWarned
from app.store.errors import StoreError
from app.store.log.event_log import EventLog, create, open_log
from app.store.rescue.witness import last_seen

WARNED = PlayerWarned(2, 1, "paused the clock")


def write_together(log: EventLog, acts: int, dice: random.Random) -> None:
    batch = log.batch()
    for _ in range(acts):
        events = [PlayerWarned(1, 1, "x" * dice.randrange(400))] * dice.randint(1, 3)
        batch.add(events, at_ms=dice.randrange(1000), station="desk", actor="EO")
    log.write(batch)


def test_acts_written_together_remain_separate_acts(log: EventLog) -> None:
    batch = log.batch()
    rows = batch.add([WARNED, WARNED], at_ms=5, station="desk", actor="EO")
    rows += batch.add([WARNED], at_ms=3, station="tablet 1-0123abcd/7", actor="Red")
    assert log.records() == []
    log.write(batch)
    assert log.records() == rows
    assert [(row.seq, row.act, row.at_ms) for row in rows] == [(1, 1, 5), (2, 1, 5), (3, 3, 3)]
    assert log.last_sign.alive_ms == 5


def test_an_act_that_cannot_be_written_does_not_affect_the_others(log: EventLog) -> None:
    batch = log.batch()
    batch.add([WARNED], at_ms=1, station="desk", actor="EO")
    with pytest.raises(StoreError, match="player_warned cannot be written"):
        batch.add([WARNED, PlayerWarned(1, 1, "\ud83d")], at_ms=1, station="desk", actor="EO")
    batch.add([WARNED], at_ms=1, station="desk", actor="EO")
    log.write(batch)
    assert [record.act for record in log.records()] == [1, 2]


def test_the_next_act_takes_the_place_of_a_dropped_one(event_file: Path) -> None:
    with create(event_file) as log:
        log.append([WARNED], at_ms=1, station="desk", actor="EO")
        batch = log.batch()
        for text in ("first", "second"):
            batch.drop(batch.add([WARNED, WARNED], at_ms=9, station="desk", actor="EO"))
            batch.add([PlayerWarned(1, 1, text)], at_ms=2, station="desk", actor="EO")
        log.write(batch)
        assert log.last_sign.alive_ms == 2
    with open_log(event_file) as log:
        assert [(row.seq, row.act) for row in log.records()] == [(1, 1), (2, 2), (3, 3)]
        assert [row.event.reason for row in log.records()[1:]] == ["first", "second"]


def test_a_batch_whose_acts_were_all_dropped_writes_nothing(log: EventLog) -> None:
    batch = log.batch()
    batch.drop(batch.add([WARNED], at_ms=9, station="desk", actor="EO"))
    log.write(batch)
    assert (log.records(), log.last_sign.alive_ms) == ([], None)


def test_the_row_noted_outside_the_file_is_the_very_last_one(event_file: Path) -> None:
    with create(event_file) as log:
        write_together(log, 5, random.Random(1))
        event = log._contents.event  # noqa: SLF001 - the witness's name
        seen = last_seen(event, event_file)
        assert seen is not None
        assert (seen.seq, seen.chain) == (log.last_seq, log.last_chain)


def test_the_journal_is_empty_just_after_a_file_is_opened(tmp_path: Path) -> None:
    path, journal = tmp_path / "event.flagfall", tmp_path / "event.flagfall-wal"
    for begin in (create, open_log):
        with begin(path) as log:
            assert journal.stat().st_size == 0
            write_together(log, 3, random.Random(1))
            assert journal.stat().st_size > 0


@pytest.mark.parametrize("seed", range(3))
def test_a_power_cut_leaves_only_whole_groups_and_every_acknowledged_one(
    tmp_path: Path, seed: int
) -> None:
    """The journal ends anywhere after the last write that the disk has confirmed."""
    dice = random.Random(seed)
    path, journal = tmp_path / "event.flagfall", tmp_path / "event.flagfall-wal"
    log = create(path)
    answered: list[tuple[int, int]] = []  # the journal's size and the rows in it
    for _ in range(12):
        write_together(log, dice.randint(1, 9), dice)
        answered.append((journal.stat().st_size, log.last_seq))
    for cut in range(40):
        size = dice.randint(0, answered[-1][0])
        left = tmp_path / f"cut {cut}"
        left.mkdir()
        for file in (path, journal):
            shutil.copy(file, left)
        with (left / journal.name).open("r+b") as shortened:
            shortened.truncate(size)
        with open_log(left / path.name, read_only=True, as_it_is=True) as there:
            rows = len(there.records())
        assert rows == max((seq for end, seq in answered if end <= size), default=0)
    log.close()
