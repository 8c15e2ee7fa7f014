"""Tables for spreadsheets and programs."""

import csv
import io
import json
import zipfile
from datetime import datetime
from pathlib import Path

import pytest

from app.engine.acts.players import EditPlayer, Entry
from app.engine.side import Side
from app.headless.cli.replay import replay_event
from app.store.exports.tables import as_csv, as_json, as_zip, is_tables
from app.store.packets.files import packets
from app.store.tables.games import read_games
from app.store.tables.other_programs import json_players
from app.store.tables.roster import preview_roster, read_roster
from app.views.event.facts import FactTable, fact_tables
from tests.engine.event import under_way
from tools.simulation.__main__ import main

TABLE = FactTable(
    "games",
    ("name", "count", "started_at", "used_ms", "bye", "none"),
    (("=1+1\nx", 3, 0, 0, True, None), ("Zoë, “the” Ü", 1.5, 86_400_000, 1, False, None)),
)


def test_a_spreadsheet_reads_times_as_times_and_finds_no_formulas() -> None:
    first, second = csv.DictReader(io.StringIO(as_csv(TABLE)))
    assert first["name"] == "'=1+1 x"
    assert second["name"] == "Zoë, “the” Ü"
    assert (first["bye"], second["bye"], first["none"]) == ("yes", "no", "")
    assert second["started_at"] == f"{datetime.fromtimestamp(86_400):%Y-%m-%d %H:%M:%S}"
    assert (first["used_ms"], second["count"]) == ("0", "1.5")


def test_the_archive_has_a_file_for_each_table_and_is_the_same_each_time() -> None:
    made = as_zip([TABLE])
    assert made == as_zip([TABLE])
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        (file,) = archive.infolist()
        assert (file.filename, file.date_time) == ("games.csv", (2000, 1, 1, 0, 0, 0))
        assert file.compress_type == zipfile.ZIP_DEFLATED
        assert archive.read("games.csv").decode("utf-8-sig") == as_csv(TABLE)


def test_each_row_of_a_long_table_is_written_once() -> None:
    rows = [("x" * 60, number, 0, 0, True, None) for number in range(3000)]
    read = [*csv.DictReader(io.StringIO(as_csv(FactTable("games", TABLE.columns, rows))))]
    assert [int(row["count"]) for row in read] == [*range(3000)]


def test_json_keeps_the_types_of_values() -> None:
    text = b"".join(as_json([TABLE])).decode()
    told = json.loads(text)
    assert (told["format"], told["version"]) == ("flagfall-tables", 1)
    assert told["games"][0] == dict(zip(TABLE.columns, next(iter(TABLE.rows)), strict=True))
    assert is_tables(text.encode())
    assert not is_tables(b"Name")


def test_the_games_of_an_event_can_be_replayed_from_its_table() -> None:
    desk = under_way(5)
    for table in (1, 2):
        desk.report(table, Side.RED, cp=(table, 1), apd=(3, 4))
    games = next(table for table in fact_tables(desk.state) if table.key == "games")
    (event,) = read_games(as_csv(games), "Open")
    notes: list[str] = []
    state = replay_event(event, packets()["sr2017"], 75, note=notes.append)
    before = [desk.state.name(n) for game in desk.state.games.values() for n in game.players]
    assert [state.name(n) for game in state.games.values() for n in game.players] == before
    assert len(state.rounds[0].byes) == 1


def test_our_own_json_is_read_as_a_list_of_players() -> None:
    text = b"".join(as_json(fact_tables(under_way(4).state))).decode()
    head, *players = json_players(text, "x.json")
    assert head.cells[:2] == ("number", "name")
    assert players[0].cells[1] == Entry("Anna").name


def test_the_export_and_import_commands_write_and_read_every_form(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "e.flagfall", tmp_path / "out.json"
    assert main(["simulate", "--players", "4", "--rounds", "1", "-o", str(file)]) == 0
    assert main(["export", str(file), "-o", str(out)]) == 0
    assert main(["export", str(file), "-o", str(out)]) == 2
    assert "already there" in capsys.readouterr().err
    assert main(["import", str(out), "-o", str(tmp_path / "b.flagfall")]) == 0
    assert "Rows up to " in capsys.readouterr().out
    for form, said in (
        ("page", "<!DOCTYPE html>"),
        ("standings", "standings after round 1"),
        ("results", "Table 1: "),
        ("json", '"flagfall-tables"'),
    ):
        assert main(["export", str(file), "--as", form]) == 0
        assert said in capsys.readouterr().out
    assert main(["export", str(file), "--as", "results", "--round", "9"]) == 2
    assert "Round 9 is not published." in capsys.readouterr().err
    assert main(["export", str(file), "--as", "tables"]) == 2
    assert main(["export", str(file), "--as", "tables", "-o", str(tmp_path / "t.zip")]) == 0


def test_names_that_look_like_formulas_are_read_back_unchanged() -> None:
    desk = under_way(2)
    names = {1: "'=cmd()", 2: "=cmd()"}
    for number, name in names.items():
        desk.do(EditPlayer(number, Entry(name)))
    desk.report(1, Side.RED)
    tables = {table.key: table for table in fact_tables(desk.state)}
    (event,) = read_games(as_csv(tables["games"]), "Open")
    assert {*event.games[0].players} == {*names.values()}
    read = read_roster(as_csv(tables["players"]))
    assert [row.entry.name for row in read.rows] == [*names.values()]
    apart = preview_roster(json_players(b"".join(as_json([tables["players"]])).decode(), "x.json"))
    assert [row.entry.name for row in apart.rows] == [*names.values()]
