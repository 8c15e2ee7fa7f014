"""Files of every kind that players and games come in."""

import zipfile
from pathlib import Path

import pytest

from app.headless.cli.replay import replay_event
from app.store.errors import StoreError
from app.store.exports.event_export import FORMAT
from app.store.packets.files import packets
from app.store.tables.games import games_in
from app.store.tables.roster import Column, Taken, preview_roster
from app.store.tables.sources import (
    copied_page,
    look_into,
    read_game_sheets,
    read_lists,
    read_players,
    text_sheets,
)
from app.store.tables.text import MOST_ROWS
from tests.store.tables import sign_up_pages

PGSWISS = """<?xml version="1.0" encoding="utf-8"?>
<doWMEvent xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <EventID>0b5b9e6e-0000-4000-8000-000000000000</EventID>
  <Name>Harbour Open</Name>
  <EventDate>2018-05-12T00:00:00-05:00</EventDate>
  <Players>
    <doPlayer><Name>Ana &amp; Co</Name><Meta>Dragons</Meta><Faction>Cryx</Faction></doPlayer>
    <doPlayer><Name>Ben</Name><Meta /><Faction>Khador</Faction></doPlayer>
    <doPlayer><Name>Cleo</Name><Faction>Cygnar</Faction></doPlayer>
  </Players>
  <Rounds>
    <doRound>
      <RoundNumber>1</RoundNumber><Scenario>3. Spread the Net</Scenario>
      <Games>
        <doGame>
          <Player1><Name>Ana &amp; Co</Name><Meta>Dragons</Meta><Faction>Cryx</Faction>
            <ControlPoints>5</ControlPoints><ArmyPointsDestroyed>30</ArmyPointsDestroyed></Player1>
          <Player2><Name>Ben</Name><Faction>Khador</Faction>
            <ControlPoints>1</ControlPoints><ArmyPointsDestroyed>9</ArmyPointsDestroyed></Player2>
          <Winner>Player 1</Winner><Condition>Scenario</Condition>
          <TableNumber>2</TableNumber><Reported>true</Reported>
        </doGame>
        <doGame>
          <Player1><Name>Cleo</Name></Player1><TableNumber>0</TableNumber><Reported>true</Reported>
        </doGame>
      </Games>
      <Bye><Name>Cleo</Name></Bye>
    </doRound>
    <doRound>
      <RoundNumber>2</RoundNumber>
      <Games>
        <doGame>
          <Player1><Name>Cleo</Name></Player1><Player2><Name>Ben</Name></Player2>
          <Winner>2: Ben</Winner><Condition>Deathclock</Condition><Reported>true</Reported>
        </doGame>
        <doGame>
          <Player1><Name>Ana &amp; Co</Name></Player1><Player2><Name>Zoe</Name></Player2>
          <Reported>false</Reported>
        </doGame>
      </Games>
      <Bye><Name>Ana &amp; Co</Name></Bye>
    </doRound>
  </Rounds>
</doWMEvent>
"""
CRYODEX = """<CRYODEXDATA>
<PLAYERS>
<PLAYER>
<NAME>Ana & Co</NAME>
<ID>0</ID>
<GROUPNAME>Dragons</GROUPNAME>
<EMAIL>ana@example.org</EMAIL>
<MODULE-INFO>
<MODULE-PLAYER>
<NAME>not this</NAME>
</MODULE-PLAYER>
</MODULE-INFO>
</PLAYER>
<PLAYER>
<NAME>Ben</NAME>
<MODULE-INFO>
</MODULE-INFO>
</PLAYER>
</PLAYERS>
</CRYODEXDATA>"""


def written(folder: Path, content: str | bytes, name: str = "list.txt") -> Path:
    file = folder / name
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return file


def names(file: Path) -> list[str]:
    (sheet,) = read_players(file)
    return [row.entry.name for row in preview_roster(sheet.rows).rows]


@pytest.mark.parametrize(
    "content",
    [
        PGSWISS.replace("<doWMEvent xm", "<doWMEvent  xm"),
        "\ufeff" + PGSWISS,
        "<ArrayOfDoPlayer><doPlayer><Name>Ana &amp; Co</Name></doPlayer>"
        "<doPlayer><Name>Ben</Name></doPlayer><doPlayer><Name>Cleo</Name></doPlayer>"
        "</ArrayOfDoPlayer>",
        '[{"name": "Ana & Co"}, {"name": "Ben", "club": null}, {"name": "Cleo"}, 4]',
        '{"players": [{"name": "Ana & Co"}, {"name": "Ben"}, {"name": "Cleo"}]}',
        '{"players": 3, "derived": {"players": [{"name": "Ana & Co"}, {"name": "Ben"},'
        ' {"name": "Cleo"}]}}',
        "Name\tEmail\nAna & Co\tx\nBen\ty\nCleo\tz\n",
    ],
)
def test_players_are_found_in_files_of_other_programs(content: str, tmp_path: Path) -> None:
    assert names(written(tmp_path, content)) == ["Ana & Co", "Ben", "Cleo"]


def test_cryodex_players_are_read_with_their_group_but_without_their_address(
    tmp_path: Path,
) -> None:
    (sheet,) = read_players(written(tmp_path, CRYODEX))
    preview = preview_roster(sheet.rows)
    assert [(entry.name, entry.club) for entry in preview.entries] == [
        ("Ana & Co", "Dragons"),
        ("Ben", ""),
    ]
    assert "example.org" not in str(sheet)


def test_a_pgswiss_event_can_be_replayed(tmp_path: Path) -> None:
    found = look_into(written(tmp_path, PGSWISS, "event.xml"))
    (event,) = found.games
    assert (event.name, event.date, len(event.games), len(event.byes)) == (
        "Harbour Open", "2018-05-12", 2, 2,
    )  # fmt: skip
    notes: list[str] = []
    state = replay_event(event, packets()["sr2017"], 75, note=notes.append)
    tp = {state.name(number): player for number, player in state.players.items()}
    assert set(tp) == {"Ana & Co", "Ben", "Cleo"}
    assert [len(round_.byes) for round_ in state.rounds] == [1, 1]
    results = [game.reported for game in state.games.values()]
    assert [result.how.value for result in results if result] == ["scenario", "clock_out"]


def test_a_pgswiss_collection_has_players_but_no_games(tmp_path: Path) -> None:
    players = "<ArrayOfDoPlayer><doPlayer><Name>Ana</Name></doPlayer></ArrayOfDoPlayer>"
    found = look_into(written(tmp_path, players, "PlayerCollection.xml"))
    assert (found.event, found.games, found.fault) == (False, (), "")


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-16-be"]
)
def test_names_are_read_correctly_in_every_usual_encoding(encoding: str, tmp_path: Path) -> None:
    text = "Name;Club\nZoë Grün;Räven\nJosé;Owls\n" * 3
    file = written(tmp_path, text.encode(encoding), "list.csv")
    assert names(file)[:2] == ["Zoë Grün", "José"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "list.txt is empty."),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4, "list.txt is not a text"),
        (b"\n\n;;\n", "list.txt: There is nothing in the list."),
        (b'{"players": []}', "list.txt has no list of players"),
        (b"[1, 2]", "list.txt has no list of players"),
        (b'{"name": ', "list.txt is damaged"),
        (b"[" * 200_000, "list.txt is damaged"),
        (b"<doWMEvent><Players>", "list.txt is damaged in line 1"),
        (b"<!DOCTYPE x [<!ENTITY a 'b'>]><doWMEvent/>", "list.txt is not as PGSwiss"),
    ],
)
def test_a_file_that_is_no_list_is_refused_in_a_sentence(
    content: bytes, said: str, tmp_path: Path
) -> None:
    file = written(tmp_path, content)
    with pytest.raises(StoreError) as error:
        read_players(file)
    assert str(error.value).startswith(said)


def test_a_dtd_in_a_pgswiss_event_is_refused(tmp_path: Path) -> None:
    bomb = '<doWMEvent><!DOCTYPE x [<!ENTITY a "b">]></doWMEvent>'
    with pytest.raises(StoreError, match="it has a DTD"):
        read_players(written(tmp_path, bomb))


def test_a_list_of_100_kilobytes_is_read_in_full_but_one_of_10_megabytes_is_not(
    tmp_path: Path,
) -> None:
    text = "Name,Club\n" + "".join(f"Player number {n},Ravens\n" for n in range(4_000))
    assert len(names(written(tmp_path, text))) == 4_000
    long = preview_roster(text_sheets("Name\n" + "x" * 100_000)[0].rows)
    assert "100000 characters" in long.rows[0].note
    with pytest.raises(StoreError, match="too big"):
        read_players(written(tmp_path, b"x" * 10_000_001))


def test_a_missing_file_and_a_folder_are_reported(tmp_path: Path) -> None:
    for wrong in (tmp_path, tmp_path / "none.csv"):
        for read in (read_players, look_into):
            with pytest.raises(StoreError) as error:
                read(wrong)
            assert wrong.name in str(error.value)


def test_the_organizer_can_say_what_each_column_holds() -> None:
    (sheet,) = text_sheets("Ana,Cryx,Ravens,x\nBen,Khador,Owls\n")
    guess = preview_roster(sheet.rows)
    assert [each.example for each in guess.columns] == ["Ana", "Cryx", "Ravens", "x"]
    taken = Taken(None, (Column.NAME, Column.FACTION, Column.CLUB, None))
    read = preview_roster(sheet.rows, taken=taken)
    assert (read.entries[0].faction, read.entries[0].club) == ("Cryx", "Ravens")
    headed = preview_roster(sheet.rows, taken=Taken(0, (Column.NAME, None, Column.CLUB)))
    assert [entry.name for entry in headed.entries] == ["Ben"]
    assert headed.ignored == ("Cryx", "x")


def test_games_are_recognized_by_headings_and_faults_name_file_and_line(tmp_path: Path) -> None:
    head = "round,player1,player2,winner,cp1,cp2,ap1,ap2,condition\n"
    good = look_into(written(tmp_path, head + "1,Ana,Ben,1,5,3,20,10,Scenario\n", "day.csv"))
    assert (good.games[0].name, len(good.games[0].games)) == ("day", 1)
    bad = look_into(written(tmp_path, head + "1,Ana,Ben,1,five,3,20,10,Scenario\n", "day.csv"))
    assert bad.fault.startswith("day.csv: Line 2, column cp1: ")
    few = look_into(written(tmp_path, "round,player1,player2\n1,Ana,Ben\n", "day.csv"))
    assert few.fault.startswith("day.csv: The column winner or winner(1/2) is missing")
    players = look_into(written(tmp_path, "Name,Club\nAna,Ravens\n", "day.csv"))
    assert not players.games
    assert not players.fault
    (sheet,) = read_game_sheets(written(tmp_path, head + "1,Ana,,,,,,,\n", "day.csv"))
    assert len(games_in(sheet.rows)[0].byes) == 1


def test_pgswiss_with_a_dtd_in_its_only_line_is_known(tmp_path: Path) -> None:
    file = tmp_path / "event.xml"
    file.write_text('<!DOCTYPE doWMEvent [<!ENTITY a "b">]><doWMEvent></doWMEvent>')
    with pytest.raises(StoreError, match="it has a DTD"):
        read_players(file)


@pytest.mark.parametrize("content", ["[" * 100_000, '["a\\udc00"]'])
def test_json_that_cannot_be_read_is_refused_in_plain_words(content: str, tmp_path: Path) -> None:
    file = tmp_path / "players.json"
    file.write_text(content)
    with pytest.raises(StoreError) as refused:
        read_players(file)
    assert "recursion" not in str(refused.value).lower()
    assert "surrogate" not in str(refused.value).lower()


def test_an_archive_of_tables_is_refused_with_the_name_of_the_file_to_take(tmp_path: Path) -> None:
    file = tmp_path / "tables.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("players.csv", "name\nAna\n")
    with pytest.raises(StoreError, match=r"choose players\.csv"):
        read_players(file)


def test_a_list_of_too_many_objects_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "players.json"
    file.write_text("[" + '{"name":"A"},' * MOST_ROWS + "{}]", "utf-8")
    with pytest.raises(StoreError, match="more than 40,000 rows"):
        read_players(file)


LIST = "Cygnar\nHaley 2\nThorn"


def test_a_text_file_is_one_list_whatever_it_contains(tmp_path: Path) -> None:
    (read,) = read_lists(written(tmp_path, LIST, "ana.txt"))
    assert (read.title, read.text) == ("", LIST)


def test_a_saved_page_of_lists_has_each_with_its_title(tmp_path: Path) -> None:
    page = sign_up_pages.page(sign_up_pages.lists(("List 1", LIST), ("List 2", "Cryx")))
    read = read_lists(written(tmp_path, page, "ana.html"))
    assert [written_list.title for written_list in read] == ["List 1", "List 2"]


def test_a_saved_page_without_a_list_is_refused(tmp_path: Path) -> None:
    file = written(tmp_path, sign_up_pages.players_page(2), "players.html")
    with pytest.raises(StoreError, match=r"players\.html has no army list"):
        read_lists(file)


def test_copied_text_is_read_as_a_page_only_if_it_comes_from_the_sign_up_site() -> None:
    (sheet,) = copied_page(sign_up_pages.players_page(2))
    assert len(sheet.rows) == 3
    assert copied_page("") == ()
    assert copied_page("Ana, Ravens") == ()
    assert copied_page("<html><body><p>Ana, Ravens</p></body></html>") == ()


def test_an_event_export_is_recognized_before_it_is_read(tmp_path: Path) -> None:
    found = look_into(written(tmp_path, f'{{"format": "{FORMAT}", "version": 1}}', "day.json"))
    assert (found.event, found.games, found.fault) == (True, (), "")
    assert not look_into(written(tmp_path, "Name,Club\nAna,Ravens\n", "day.csv")).event
