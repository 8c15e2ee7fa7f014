"""Lists of players as other desks export and people type them, made after shapes seen in public.
Each has the same four players; what a list does not have is empty.
"""

import time
from contextlib import suppress
from pathlib import Path

import pytest

from app.engine.acts.players import Entry
from app.store.errors import StoreError
from app.store.tables.encodings import ENCODINGS, TWICE
from app.store.tables.roster import preview_roster
from app.store.tables.sources import pasted_players, read_players

SECONDS = 20
NAMES = ("Ana Lind", "Bo Müller", "Cleo Reed", "Dirk Groß")
TEAM_NAMES = ("Oak", "Oak", "Ash", "Ash")
FACTIONS = ("Cryx", "Khador", "Cygnar", "Dusk")
PLAIN = [Entry(name) for name in NAMES]
WITH_FACTION = [Entry(name, "", faction) for name, faction in zip(NAMES, FACTIONS, strict=True)]
WITH_TEAM = [Entry(name, team=team) for name, team in zip(NAMES, TEAM_NAMES, strict=True)]
WITH_BOTH = [
    Entry(name, "", faction, team)
    for name, faction, team in zip(NAMES, FACTIONS, TEAM_NAMES, strict=True)
]
CLUBBED = [Entry(name, "Ravens") for name in NAMES]
NUMBERED = [Entry(name, sign_up=str(70 + at)) for at, name in enumerate(NAMES)]
NICKNAMES = ("ace", "bob", "zoom", "wall")
NICKED = [Entry(name, nickname=nick) for name, nick in zip(NAMES, NICKNAMES, strict=True)]
GIVEN = [tuple(name.split()) for name in NAMES]


def csv(heading: str, cells: list[str]) -> str:
    return "\n".join((heading, *cells))


TYPED = [
    ("T³", csv("Vorname;Nachname;Nickname;Verein;bezahlt",
               [f"{a};{b};{n};;ja" for (a, b), n in zip(GIVEN, NICKNAMES, strict=True)]), NICKED),
    ("TXM", csv("Name,Teilnehmername,Spielgruppe\n", [f",{n},Ravens" for n in NAMES])
     .replace("Name,Teil", "Rang,Teil"), CLUBBED),
    ("BCP", csv("First Name,Last Name,Player ID,Email,Checked In",
                [f"{a},{b},{70 + at},x,No" for at, (a, b) in enumerate(GIVEN)]), NUMBERED),
    ("Longshanks", csv("Rank\tPlayer\tUsername\tLocation",
                       [f"1\t{n}\t{k}\t" for n, k in zip(NAMES, NICKNAMES, strict=True)]), NICKED),
    ("German", csv("Spielername;Spielergruppe;Fraktion",
                   [f"{e.name};;{e.faction}" for e in WITH_FACTION]), WITH_FACTION),
    ("German names apart", csv("Zuname;Rufname;Volk",
                               [f"{b};{a};{f}" for (a, b), f in zip(GIVEN, FACTIONS, strict=True)]),
     WITH_FACTION),
    ("French", csv("Nom et prénom;Pseudo;Équipe", [f"{e.name};;{e.team}" for e in WITH_TEAM]),
     WITH_TEAM),
    ("French names apart", csv("Nom;Prénom;Nom de l’équipe;Faction", [
        f"{e.name.split()[1]};{e.name.split()[0]};{e.team};{e.faction}" for e in WITH_BOTH]),
     WITH_BOTH),
    ("Spanish", csv("Nombre;Apellidos;Localidad", [f"{a};{b};Ravens" for a, b in GIVEN]), CLUBBED),
    ("Spanish whole", csv("Nombre y apellidos,Bando,Nombre del equipo", [
        f"{e.name},{e.faction},{e.team}" for e in WITH_BOTH]), WITH_BOTH),
    ("a team a row", "Team,Player 1,Player 2\nOak,Ana Lind,Bo Müller\nAsh,Cleo Reed,Dirk Groß",
     WITH_TEAM),
    ("a team a row with factions",
     "Team name;Captain;Player 1;Faction 1;Player 2;Faction 2\n"
     "Oak;Ana Lind;Ana Lind;Cryx;Bo Müller;Khador\nAsh;;Cleo Reed;Cygnar;Dirk Groß;Dusk",
     WITH_BOTH),
    ("a team a row in German", "Mannschaft;Spieler 1;Spieler 1 Fraktion;Spieler 2;"
     "Spieler 2 Fraktion;Spieler 3\nOak;Ana Lind;Cryx;Bo Müller;Khador;\n"
     "Ash;Cleo Reed;Cygnar;Dirk Groß;Dusk;", WITH_BOTH),
    ("a team once", "Team,Name\nOak,Ana Lind\n,Bo Müller\nAsh,Cleo Reed\n,Dirk Groß", WITH_TEAM),
    ("a team once at the end", "Name,Faction,Team\nAna Lind,Cryx,Oak\nBo Müller,Khador\n"
     "Cleo Reed,Cygnar,Ash\nDirk Groß,Dusk", WITH_BOTH),
    ("a team above its players", "Player,Faction\nTeam: Oak\nAna Lind,Cryx\nBo Müller,Khador\n"
     "Team: Ash\nCleo Reed,Cygnar\nDirk Groß,Dusk", WITH_BOTH),
    ("a team above names", "Team: Oak\nAna Lind\nBo Müller\nTeam: Ash\nCleo Reed\nDirk Groß",
     WITH_TEAM),
    ("a title above", csv("Spring Clash\n\nParticipant,Club,Faction",
                          [f"{e.name},,{e.faction}" for e in WITH_FACTION]), WITH_FACTION),
    ("JSON of objects in objects", '{"data": [' + ",".join(
        f'{{"firstName": "{a}", "lastName": "{b}", "faction": {{"id": 3, "name": "{f}"}}}}'
        for (a, b), f in zip(GIVEN, FACTIONS, strict=True)) + "]}", WITH_FACTION),
    ("JSON of teams", '{"event": "x", "teams": ['
     '{"name": "Oak", "players": [{"name": "Ana Lind"}, {"name": "Bo Müller"}]},'
     '{"name": "Ash", "members": [{"name": "Cleo Reed"}, {"name": "Dirk Groß"}]}]}', WITH_TEAM),
    ("JSON by numbers", '{"participants": {' + ",".join(
        f'"k{at}": {{"playerName": "{n}", "participantId": {70 + at}}}'
        for at, n in enumerate(NAMES)) + "}}", NUMBERED),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "entries"), [row[1:] for row in TYPED], ids=[row[0] for row in TYPED]
)
def test_a_list_is_read_as_it_was_typed(text: str, entries: list[Entry], tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text(text, encoding="utf-8")
    (sheet,) = read_players(file)
    assert [row.entry for row in preview_roster(sheet.rows).rows] == entries
    if text[:1] not in {"{", "["}:
        (sheet,) = pasted_players(text)
        assert [row.entry for row in preview_roster(sheet.rows).rows] == entries


def test_players_listed_in_a_teams_row_get_their_seats_and_captain() -> None:
    (sheet,) = pasted_players({row[0]: row[1] for row in TYPED}["a team a row with factions"])
    rows = preview_roster(sheet.rows).rows
    assert [row.seat for row in rows] == [1, 2, 1, 2]
    assert [row.captain for row in rows] == [True, False, False, False]
    assert sheet.notes == (
        "The list has a row for each team: the players of 2 teams are read from their rows.",
    )


@pytest.mark.parametrize(
    "text",
    [
        "Team,Name\nOak,Ana\n,Bo\nOak,Cleo\n,Dirk",
        "Team,Name\n,Ana\nOak,Bo\n,Cleo\nAsh,Dirk",
        "Team,Name\nOak,Ana\nAsh,Bo\n,Cleo",
        "Team,Name\nOak,Ana\n,Bo\n,Cleo",
    ],
    ids=["named again", "begins without", "mostly named", "one team"],
)
def test_a_player_without_a_team_stays_without_one(text: str) -> None:
    (sheet,) = pasted_players(text)
    assert [row.entry.team for row in preview_roster(sheet.rows).rows] == [
        line.split(",")[0] for line in text.splitlines()[1:]
    ]
    assert sheet.notes == ()


LETTERS = {
    "utf-8": ("Jörg Müller", "Zoë Groß", "Łukasz Żak"),
    "cp1252": ("Jörg Müller", "Zoë Groß", "François Peña"),
    "cp1250": ("Łukasz Żak", "Kaśka Wójcik", "Jiří Dvořák"),
    "mac_roman": ("Jörg Müller", "Zoë Groß", "François Peña"),
    "cp850": ("Jörg Müller", "Zoë Groß", "François Peña"),
    "cp1251": ("Иван Петров", "Анна Ким"),
    "utf-16": ("Jörg Müller", "Łukasz Żak"),
}


@pytest.mark.parametrize("encoding", LETTERS)
def test_a_list_is_read_in_its_encoding_and_a_guessed_one_is_noted(
    encoding: str, tmp_path: Path
) -> None:
    file = tmp_path / "list.csv"
    file.write_bytes("\n".join(("Name", *LETTERS[encoding])).encode(encoding))
    (sheet,) = read_players(file)
    assert tuple(row.entry.name for row in preview_roster(sheet.rows).rows) == LETTERS[encoding]
    if encoding.startswith("utf"):
        assert (sheet.encoding, sheet.notes) == ("", ())
    else:
        assert sheet.encoding == encoding
        assert sheet.notes[0].startswith("The file does not say how its letters are encoded. It is")
        assert ENCODINGS[encoding] in sheet.notes[0]


@pytest.mark.parametrize("encoding", [key for key in ENCODINGS if key not in {TWICE, "utf-8"}])
def test_an_encoding_can_be_chosen(encoding: str, tmp_path: Path) -> None:
    name = {"cp1251": "Иван", "cp1253": "Νίκος", "shift_jis": "日本", "gb18030": "中国"}
    word = name.get(encoding, "Müller")
    file = tmp_path / "list.csv"
    file.write_bytes(f"Name\n{word}".encode(encoding))
    (sheet,) = read_players(file, encoding)
    assert preview_roster(sheet.rows).rows[0].entry.name == word


def test_double_encoded_letters_are_noted_and_can_be_repaired(tmp_path: Path) -> None:
    text = "Name\nJörg Müller\nAna Á\nLind’s"
    file = tmp_path / "list.csv"
    broken = "".join(bytes([byte]).decode("cp1252", "replace") for byte in text.encode())
    broken = broken.replace("\ufffd", "\x81")
    file.write_bytes(broken.encode())
    (sheet,) = read_players(file)
    assert sheet.encoding == "utf-8"
    assert sheet.notes[0].startswith("Letters look wrong, such as “JÃ¶rg”: the list seems to be")
    (sheet,) = read_players(file, TWICE)
    names = [row.entry.name for row in preview_roster(sheet.rows).rows]
    assert names == ["Jörg Müller", "Ana Á", "Lind’s"]


@pytest.mark.parametrize("name", ["M?ller", "J\ufffdrg"])
def test_letters_already_lost_in_the_file_are_named(name: str, tmp_path: Path) -> None:
    file = tmp_path / "list.csv"
    file.write_text(f"Name,Remark\n{name},Why?\n", encoding="utf-8")
    (sheet,) = read_players(file)
    said = f"Letters were lost before the list came here, such as in “{name}”."
    assert sheet.notes[0].startswith(said)


def test_a_question_mark_is_not_taken_for_a_lost_letter(tmp_path: Path) -> None:
    file = tmp_path / "list.csv"
    file.write_text("Name,Which faction?\nAna,Cryx? Khador?\n", encoding="utf-8")
    (sheet,) = read_players(file)
    assert sheet.notes == ()


@pytest.mark.parametrize(
    "content",
    [
        b"x" * 200_000 + "é".encode("cp1252"),
        b"<!---->" * 40 + b"x",
        b"<!-- -->" * 40 + b"Name",
        b"player 1 " * 20_000 + b",b",
        b"Team: " * 50_000,
    ],
    ids=range(5),
)
@pytest.mark.timed
def test_a_hostile_list_takes_seconds_at_most(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "list.csv"
    file.write_bytes(content)
    began = time.monotonic()
    with suppress(StoreError):
        read_players(file)
    assert time.monotonic() - began < SECONDS
