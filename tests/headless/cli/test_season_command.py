"""``flagfall season`` on real event files."""

import json
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from app.__main__ import main
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from tests.events import Event


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two events; one player is written in two ways."""
    for key, last in (("one", "Robert Fox"), ("two", "Rob Fox")):
        with closing(Event(tmp_path / f"{key}.flagfall")) as event:
            names = ("Ann Archer", "Bea Berg", "Cy Colvin", last)
            event.do(AddPlayers(tuple(Entry(name, faction="Cryx") for name in names)))
            event.do(CheckIn((1, 2, 3, 4)))
            event.finish()
    return tmp_path


def test_the_league_is_printed_with_questions_until_they_are_answered(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["season", str(folder), "--name", "Club league", "--best", "1"]) == 0
    out = capsys.readouterr().out
    first, rule, _, head, *lines = out.splitlines()
    assert first == "Club league: 2 events"
    assert rule.endswith("The best event counts.")
    assert head.split() == ["Place", "Player", "Points", "Games", "Rating"]
    assert len([line for line in lines if "±" in line]) == 5
    assert "two.flagfall is not over: its first round counts so far." in lines
    assert "1. Are Robert Fox (1 event, last at Foundry Open) and Rob Fox" in out
    assert main(["season", str(folder), "--same", "1"]) == 0
    out = capsys.readouterr().out
    assert len([line for line in out.splitlines() if "±" in line]) == 4
    assert "Are " not in out
    assert main(["season", str(folder)]) == 0
    assert capsys.readouterr().out == out


def test_an_answer_of_no_is_remembered_too(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["season", str(folder), "--different", "1"]) == 0
    out = capsys.readouterr().out
    assert len([line for line in out.splitlines() if "±" in line]) == 5
    assert "Are " not in out


def test_the_season_page_and_tables_are_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, tables, whole = (folder / name for name in ("s.html", "s.zip", "s.json"))
    arguments = ["season", str(folder), "--places", "5,3", "--page", str(page)]
    assert main([*arguments, "--tables", str(tables)]) == 0
    assert main(["season", str(folder), "--tables", str(whole)]) == 0
    text = page.read_text("utf-8")
    for words in ("League", "Ratings", "Factions", "Head to head", "Ann Archer", "5, 3 for the"):
        assert words in text
    with zipfile.ZipFile(tables) as archive:
        league = archive.read("league.csv").decode("utf-8-sig").splitlines()
    assert league[0].startswith("place,shared,player")
    assert len(league) == 6
    assert len(json.loads(whole.read_bytes())["records"]) == 8
    capsys.readouterr()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--best", "-1"], "--best cannot be below 0."),
        (["--places", "a"], "--places takes numbers with commas between them"),
        (["--same", "7"], "There is no question 7: there is only 1."),
        (["--different", "0"], "There is no question 0: there is only 1."),
    ],
)
def test_nonsensical_arguments_are_reported_and_change_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert main(["season", str(folder), *arguments]) == 2
    assert sentence in capsys.readouterr().err
    assert not (folder / "season.json").exists()


def test_giving_zero_removes_the_points_for_places(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["season", str(folder), "--places", "9"])
    assert "9 for the first places" in capsys.readouterr().out
    main(["season", str(folder), "--places", "0"])
    assert "first places" not in capsys.readouterr().out


def test_a_file_that_is_no_event_is_named_and_the_others_are_used(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "x.flagfall").write_text("x")
    assert main(["season", str(folder)]) == 2
    told = capsys.readouterr()
    assert "x.flagfall is left out" in told.err
    assert "2 events" in told.out


def test_an_empty_folder_is_reported_as_having_no_events(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["season", str(tmp_path), "--page", str(tmp_path / "s.html")]) == 0
    assert "0 events" in capsys.readouterr().out
    assert "No event yet." in (tmp_path / "s.html").read_text("utf-8")
