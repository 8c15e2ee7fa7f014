"""Players from the command line into an event."""

from pathlib import Path

import pytest

from app.__main__ import main
from app.engine.acts.players import CheckIn
from app.engine.evolve import fold
from app.engine.formats.settings import CheckInItem, Settings
from app.engine.players.rosters import rosters
from app.engine.state import State
from app.store.log.event_log import open_log
from app.store.tables.roster import acts_of, preview_roster
from app.store.tables.sources import read_players
from tests.events import Event
from tests.store.tables.sign_up_pages import (
    TEAMS,
    lists,
    page,
    people,
    players_page,
    single,
    team,
    teams_page,
)


@pytest.fixture
def event(tmp_path: Path) -> Path:
    settings = Settings("Clash", "sr2017", 75, 20_261_121, team_seats=5)
    made = Event(tmp_path / "event.flagfall", settings)
    made.close()
    return made.path


def state_of(path: Path) -> State:
    with open_log(path, read_only=True) as log:
        return fold(log.records())


def test_importing_the_same_page_again_adds_nobody_twice(
    event: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "teams.html"
    file.write_text(teams_page(), encoding="utf-8")
    assert main(["import", str(file), "--into", str(event)]) == 0
    assert capsys.readouterr().out == "Added: 40. Changed: 0. Unchanged: 0. Left out: 0.\n"
    state = state_of(event)
    assert [roster.name for roster in rosters(state).values()] == list(TEAMS)
    assert [roster.players for roster in rosters(state).values()] == [
        tuple(range(first, first + 5)) for first in range(1, 41, 5)
    ]
    file.write_text(teams_page().replace("Ana", "Anna"), encoding="utf-8")
    assert main(["import", str(file), "--into", str(event)]) == 0
    assert capsys.readouterr().out == "Added: 0. Changed: 5. Unchanged: 35. Left out: 0.\n"
    assert state_of(event).players[1].entry.name == "Anna Lind"


def test_importing_the_page_again_after_round_1_changes_none_of_forty_players(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, played = tmp_path / "players.html", Event(tmp_path / "cup.flagfall")
    file.write_text(players_page(), encoding="utf-8")
    sheet, *_ = read_players(file)
    _, add = acts_of(preview_roster(sheet.rows, played.state).rows)
    assert add is not None
    played.do(add)
    played.do(CheckIn(tuple(range(1, 41))))
    played.finish()
    played.close()
    before = state_of(played.path)
    changed = players_page().replace("Kithguard", "Sea Raiders") + single(people(41)[40])
    file.write_text(changed, encoding="utf-8")
    assert main(["import", str(file), "--into", str(played.path)]) == 0
    printed = capsys.readouterr()
    assert printed.out == "Added: 1. Changed: 0. Unchanged: 35. Left out: 5.\n"
    assert printed.err.count("They have played 1 round: tick the row to change them.") == 5
    after = state_of(played.path)
    assert {number: after.players[number] for number in before.players} == before.players
    assert (after.rounds, after.games) == (before.rounds, before.games)


def test_rows_left_out_are_reported_with_their_line(
    event: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "list.csv"
    file.write_text("ID,Name\n7,Ana\n7,Bo\n", encoding="utf-8")
    assert main(["import", str(file), "--into", str(event)]) == 0
    written = capsys.readouterr()
    assert written.out == "Added: 1. Changed: 0. Unchanged: 0. Left out: 1.\n"
    assert written.err == "Line 3, Bo: The same number is in line 2.\n"
    ana, bo, *_ = people(2)
    file.write_text(page(team(0, [ana, bo], ["X"]), lists(("One", "x"))), encoding="utf-8")
    assert main(["import", str(file), "--into", str(event)]) == 0
    assert capsys.readouterr().err.splitlines() == [
        "Team “Red Foxes”: the numbers of armies (1) and players (2) differ. No army was imported.",
        "In the event, but not in this list: Ana. They stay in the event.",
        "1 army list of the page was left out: import it in the player’s lists.",
    ]


def test_a_page_without_players_changes_nothing(
    event: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "news.html"
    file.write_text("<html><body>News</body></html>", encoding="utf-8")
    assert main(["import", str(file), "--into", str(event)]) == 2
    assert capsys.readouterr().err.startswith("news.html is a web page, but not one of the sign-up")
    assert main(["import", str(file), "--into", str(tmp_path / "none.flagfall")]) == 2


def test_a_round_and_the_standings_are_exported_in_the_sites_columns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = Event(tmp_path / "cup.flagfall")
    made.register(4)
    made.close()
    assert main(["export", str(made.path), "--as", "site-standings"]) == 2
    assert "No round is finished yet" in capsys.readouterr().err
    played = Event(tmp_path / "played.flagfall")
    played.register(4)
    played.finish()
    played.close()
    assert main(["export", str(played.path), "--as", "site-standings"]) == 0
    assert capsys.readouterr().out.startswith("Place\tName\t#id\t")
    assert main(["export", str(played.path), "--as", "t3"]) == 0
    assert capsys.readouterr().out.startswith("Tournament\t")
    assert main(["export", str(played.path), "--as", "pgswiss"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    assert main(["export", str(played.path), "--as", "site-round", "--round", "1"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_arrival_and_payment_in_the_file_are_ticked(event: Path, tmp_path: Path) -> None:
    file = tmp_path / "players.csv"
    file.write_text("Name,Paid,Here\nAna,yes,x\nBo,,x\n", encoding="utf-8")
    assert main(["import", str(file), "--into", str(event)]) == 0
    players = state_of(event).players
    assert [(player.plays, CheckInItem.PAID in player.checked) for player in players.values()] == [
        (True, True),
        (True, False),
    ]
