"""What the start page tells of a file without opening the event."""

import os
from pathlib import Path

from app.engine.acts.commands import Redo, Undo
from app.engine.acts.rounds import FinishRound
from app.store.log.glance import Stands, glance
from tests.events import Event


def beside(path: Path) -> list[str]:
    return sorted(file.name for file in path.parent.iterdir())


def test_a_file_tells_its_latest_round_at_a_glance_and_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "cup & co#1.flagfall"
    event = Event(path)
    event.register(4)
    event.close()
    assert glance(path).words == "No round yet"
    event = Event(path.with_name("other.flagfall"))
    event.register(4)
    event.finish()
    event.draw()
    now_ms = event.timeline.now_ms()
    event.close()
    other = path.with_name("other.flagfall")
    before, files = other.read_bytes(), beside(other)
    seen = glance(other)
    assert seen.words == "Round 2 drawn"
    assert seen.at_ms == now_ms
    assert (other.read_bytes(), beside(other)) == (before, files)


def test_acts_that_were_undone_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "cup.flagfall"
    event = Event(path)
    event.register(4)
    event.finish()
    event.do(Undo())
    event.close()
    assert glance(path).words == "Round 1 running"
    event = Event(tmp_path / "again.flagfall")
    event.register(4)
    event.finish()
    event.do(Undo())
    event.do(Redo())
    event.close()
    assert glance(tmp_path / "again.flagfall").words == "Round 1 finished"


def test_an_event_that_is_open_is_told_with_its_latest_rows(tmp_path: Path) -> None:
    path = tmp_path / "cup.flagfall"
    event = Event(path)
    event.register(4)
    event.start()
    assert Path(f"{path}-wal").stat().st_size
    files = beside(path)
    assert glance(path).words == "Round 1 running"
    assert beside(path) == files
    event.do(FinishRound(), insist=True)  # nobody was locked out
    assert glance(path).words == "Round 1 finished"
    event.close()


def test_a_file_that_is_gone_or_is_no_event_says_so(tmp_path: Path) -> None:
    assert glance(tmp_path / "gone.flagfall").stands is Stands.GONE
    notes = tmp_path / "notes.flagfall"
    notes.write_text("no event " * 2000)
    assert glance(notes).words == "Cannot be read"
    cut = tmp_path / "cut.flagfall"
    event = Event(cut)
    event.register(4)
    event.finish()
    event.close()
    os.truncate(cut, 6000)
    assert glance(cut).stands is Stands.UNREADABLE
