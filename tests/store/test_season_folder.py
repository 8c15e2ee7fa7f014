"""A season's folder: real event files, and what is kept beside them."""

import json
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from app.engine.frozen import replace
from app.store.errors import StoreError
from app.store.events import copy
from app.store.season_folder import FILE, answer_doubts, keep_season, read_season
from app.views.season.league import LeagueRule
from app.views.season.people import Answer
from tests.events import Event
from tests.store.by_hand import change
from tests.store.resealed import reseal


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two events of one round; the second has begun a second one."""
    folder = tmp_path_factory.mktemp("season")
    for name, players in (("Spring", 6), ("Summer", 8)):
        with closing(Event(folder / f"{name}.flagfall", began_ms=DAYS[name])) as event:
            event.register(players)
            event.finish()
            if name == "Summer":
                event.start()
    return folder


DAYS = {"Spring": 1_775_000_000_000, "Summer": 1_782_000_000_000}


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "Club 2026"))


def test_events_are_read_in_order_of_their_dates(folder: Path) -> None:
    (folder / "Summer.flagfall").rename(folder / "A.FLAGFALL")
    read = read_season(folder)
    season = read.season
    assert season.name == "Club 2026"
    assert [each.day for each in season.outcomes] == ["2026-03-31", "2026-06-21"]
    assert [len(each.entrants) for each in season.outcomes] == [6, 8]
    assert [each.rounds for each in season.outcomes] == [1, 1]
    assert not read.faults
    assert read.notes == (
        "Spring.flagfall is not over: its first round counts so far.",
        "A.FLAGFALL is not over: its first round counts so far.",
    )
    assert len(season.league) == 8


def test_an_event_at_an_impossible_time_does_not_spoil_its_season(folder: Path) -> None:
    change(folder / "Spring.flagfall", f"UPDATE log SET at_ms = {2**62}")
    reseal(folder / "Spring.flagfall")
    assert [each.day[:3] for each in read_season(folder).season.outcomes] == ["202", "999"]


def test_reading_a_season_reports_growing_progress(folder: Path) -> None:
    parts: list[float] = []
    read_season(folder, parts.append)
    assert parts == sorted(parts)
    assert parts[-1] == pytest.approx(1)


def test_an_event_found_twice_is_used_once(folder: Path) -> None:
    shutil.copy(folder / "Spring.flagfall", folder / "Copy.flagfall")
    read = read_season(folder)
    assert len(read.season.outcomes) == 2
    assert "Copy.flagfall and Spring.flagfall are the same event. It counts once." in read.notes


def test_of_two_copies_the_one_with_more_rows_is_used(made: Path, tmp_path: Path) -> None:
    with closing(Event(tmp_path / "Late.flagfall")) as event:
        event.register(4)
        event.finish()
        copy(tmp_path / "Late.flagfall", tmp_path / "Early.flagfall")
        event.finish()
    read = read_season(tmp_path)
    (outcome,) = read.season.outcomes
    assert outcome.rounds == 2
    assert (
        "Late.flagfall and Early.flagfall are the same event. Late.flagfall has more in it and"
        " counts." in read.notes
    )


def test_a_file_that_is_no_event_is_named_and_the_others_are_used(folder: Path) -> None:
    (folder / "Notes.flagfall").write_text("hello")
    read = read_season(folder)
    assert len(read.season.outcomes) == 2
    (fault,) = read.faults
    assert fault.startswith("Notes.flagfall is left out: ")


def test_an_event_without_a_finished_round_is_reported_and_left_out(tmp_path: Path) -> None:
    with closing(Event(tmp_path / "New.flagfall")) as event:
        event.register(4)
    read = read_season(tmp_path)
    assert not read.season.outcomes
    assert read.notes == ("New.flagfall has no finished round yet.",)


def test_the_seasons_rule_and_answers_are_saved(folder: Path) -> None:
    season = read_season(folder).season
    answers = [Answer(("a", 1), ("b", 2), True), Answer(("b", 2), ("a", 1), False)]
    changed = answer_doubts(
        replace(season, name="League", rule=LeagueRule(best=2, places=(3, 1))), answers
    )
    assert changed.answers == (answers[1],)
    keep_season(folder, changed)
    assert read_season(folder).season == changed


def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"There is no folder .*gone\. Choose the folder of the"):
        read_season(tmp_path / "gone")


@pytest.mark.parametrize(
    "kept",
    [
        b"",
        b"[]",
        b"\xff",
        b'{"format": "another"}',
        b'{"format": "flagfall-season", "rule": {"best": -1}}',
        b'{"format": "flagfall-season", "rule": {"best": "many"}}',
        b'{"format": "flagfall-season", "answers": [{"one": ["a"]}]}',
        b'{"format": "flagfall-season", "unknown": 1}',
        b'{"more":' * 5_000,
    ],
)
def test_a_damaged_season_file_is_named_and_left_unchanged(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / FILE).write_bytes(kept)
    with pytest.raises(
        StoreError, match=r"season.json cannot be read .* Correct it, or move it away"
    ):
        read_season(tmp_path)
    assert (tmp_path / FILE).read_bytes() == kept


def test_a_season_file_of_a_newer_flagfall_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(json.dumps({"format": "flagfall-season", "version": 9, "x": 1}))
    with pytest.raises(StoreError, match="A newer Flagfall wrote season"):
        read_season(tmp_path)


def test_an_oversized_season_file_or_a_folder_in_its_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(StoreError, match="season"):
        read_season(tmp_path)
    (tmp_path / FILE).rmdir()
    (tmp_path / FILE).write_bytes(b" " * 8_000_001)
    with pytest.raises(StoreError, match="too large for a season’s rule"):
        read_season(tmp_path)


def test_an_unwritable_folder_is_reported(tmp_path: Path) -> None:
    season = read_season(tmp_path).season
    with pytest.raises(StoreError, match="There is no folder"):
        keep_season(tmp_path / "gone", season)
