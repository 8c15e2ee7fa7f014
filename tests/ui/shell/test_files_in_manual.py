"""The manual names every file that an event with tablets makes."""

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, StartRound
from app.store.resources import resources_folder
from app.ui.clients.tablets import Stage
from app.ui.shell.main_window import MainWindow
from tests.ui.windows import begin

PAGE = resources_folder().parent / "docs" / "troubleshooting.md"


def named_files() -> list[str]:
    """The names in the first columns of the tables, with the event's as a pattern."""
    part = PAGE.read_text("utf-8").partition("## The files that Flagfall makes")[2]
    part = part.partition("\n## ")[0]
    cells = [line.split("|")[1] for line in part.splitlines() if line.startswith("| `")]
    return [name.replace("…", "*") for cell in cells for name in re.findall("`([^`]+)`", cell)]


def made_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).parts[0] for path in folder.rglob("*")}


def test_the_manual_mentions_every_file_an_event_creates(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, events = tmp_path / "state", tmp_path / "events"
    events.mkdir()
    monkeypatch.setenv("FLAGFALL_STATE", str(state))
    client = begin(qtbot, window, events / "cup.flagfall").client
    tablets = client.tablets
    assert tablets is not None
    tablets.switch_on(secure=True, only_here=True)
    qtbot.waitUntil(lambda: tablets.picture.stage is Stage.ON)
    tablets.sheets((1, 2))
    client.ask(AddPlayers((Entry("Ann"), Entry("Bo"))))
    client.ask(CheckIn((1, 2)))
    client.ask(DrawRound(1))
    client.ask(StartRound(), insist=True)
    qtbot.waitUntil((events / "cup backups").is_dir)
    own = {name for name in made_in(tmp_path) if (tmp_path / name).is_file()}
    made = made_in(events) | made_in(state) | own
    tablets.switch_off()
    assert {"cup.flagfall", "cup.flagfall.tables.json", "cup.flagfall.lock"} <= made
    assert {"preferences.json", "tables-server.pem", "last-rows"} <= made
    names = named_files()
    assert not [path for path in made if not any(fnmatch(path, name) for name in names)]
