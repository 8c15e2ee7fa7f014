"""Pages that an organizer saves from the sign-up site."""

import email.mime.multipart
import email.mime.text
import plistlib
import time
from contextlib import suppress
from pathlib import Path

import pytest

from app.engine.acts.players import Entry
from app.store.errors import StoreError
from app.store.tables.roster import RosterRow, preview_roster
from app.store.tables.sources import look_into, pasted_players, read_players, text_sheets
from app.store.tables.web_page import read_page, table_sheets
from app.store.tables.workbook import Sheet, WrittenList
from tests.store.tables.sign_up_pages import (
    TEAMS,
    Person,
    game,
    link,
    lists,
    page,
    people,
    pictures,
    players_page,
    single,
    team,
    teams_page,
)

SECONDS = 60
ANA, BO, CLEO, *_ = people(40)
LIST = "Dusk - House Kallyss\nGrand Melee - 100 pts\n\nScyra, Issyr of Dawns\n\n14 Eidolon 1"


def sheet_of(text: str) -> Sheet:
    (sheet,) = text_sheets(text)
    return sheet


def rows_of(text: str) -> tuple[RosterRow, ...]:
    return preview_roster(sheet_of(text).rows).rows


def entry(person: Person, of_team: str = "") -> Entry:
    faction, _, army = person.army.partition(" - ")
    return Entry(person.name, "", faction, of_team, army, person.nickname, str(person.user))


def written(folder: Path, content: bytes, name: str = "event.html") -> Path:
    file = folder / name
    file.write_bytes(content)
    return file


def test_eight_teams_of_five_are_read_in_the_order_of_their_players() -> None:
    rows = rows_of(teams_page())
    everybody = people(40)
    assert [row.entry for row in rows] == [
        entry(person, TEAMS[place // 5]) for place, person in enumerate(everybody)
    ]
    assert [row.seat for row in rows] == [1, 2, 3, 4, 5] * 8
    assert all(row.ok for row in rows)
    assert sheet_of(teams_page()).notes == ()


def test_forty_single_players_are_read() -> None:
    rows = rows_of(players_page())
    assert [row.entry for row in rows] == [entry(person) for person in people(40)]
    assert {row.seat for row in rows} == {0}


def test_a_page_with_all_panels_has_each_player_once() -> None:
    everybody = people(4)
    whole = page(
        *map(single, everybody),
        team(0, everybody[:2], []),
        team(1, everybody[2:], []),
        lists(("My list", LIST)),
    )
    assert [row.entry for row in rows_of(whole)] == [
        entry(person, TEAMS[place // 2]) for place, person in enumerate(everybody)
    ]
    assert [row.seat for row in rows_of(whole)] == [1, 2, 1, 2]
    assert sheet_of(whole).lists == (WrittenList("My list", LIST),)


def test_players_beside_teams_of_one_have_no_team() -> None:
    text = page(team(0, [ANA]), single(BO), team(1, [CLEO]), single(people(4)[3]))
    (sheet,) = pasted_players(text)
    teams = [row.entry.team for row in preview_roster(sheet.rows).rows]
    assert teams == ["Red Foxes", "", "Die Raben", ""]


def test_games_below_a_player_give_their_army_and_are_counted() -> None:
    bare = Person(ANA.user, ANA.name, ANA.nickname, "")
    games = game(bare, 1, BO, "House Kallyss") + game(bare, 2, CLEO, "House Kallyss")
    both = page(single(bare, games=games), single(BO, games=game(BO, 1, ANA, "storm legion")))
    ana, bo = rows_of(both)
    assert (ana.entry.army, ana.entry.faction) == ("House Kallyss", "")
    assert bo.entry == entry(BO)
    assert sheet_of(both).notes == ("3 games played there were not imported.",)


def test_a_player_with_two_armies_gets_none() -> None:
    bare = Person(ANA.user, ANA.name, ANA.nickname, "")
    games = "".join(
        game(bare, number, BO, army)
        for number, army in enumerate(("Kithguard", "Sea Raiders", "Kithguard"), start=1)
    )
    (row,) = rows_of(page(single(bare, games=games)))
    assert row.entry.army == ""
    assert sheet_of(page(single(bare, games=games))).notes == (
        "“Ana Lind” has several armies: Kithguard and Sea Raiders. None was imported.",
        "3 games played there were not imported.",
    )


@pytest.mark.parametrize(
    ("armies", "note"),
    [
        (
            ["Khador - Winter Korps"],
            "Team “Red Foxes”: the numbers of armies (1) and players (2) differ. No army was"
            " imported.",
        ),
        ([], ""),
    ],
)
def test_armies_are_not_taken_unless_there_is_one_for_each_player(
    armies: list[str], note: str
) -> None:
    text = page(team(0, [ANA, BO], armies))
    assert [row.entry.army for row in rows_of(text)] == ["", ""]
    assert sheet_of(text).notes == (note,) * bool(note)


@pytest.mark.parametrize(
    ("inside", "beside", "number", "noted"),
    [
        ("", "", "4701", ""),
        (" #4701", "", "4701", ""),
        ("", " #4701", "4701", ""),
        (" #4799", "", "", "#4799"),
        ("", " #4799", "", "#4799"),
        (" #4701", " #4799", "4701", ""),
        (" <span>#4701</span>", "", "4701", ""),
    ],
)
def test_a_players_number_is_read_from_their_link_or_beside_it(
    inside: str, beside: str, number: str, noted: str
) -> None:
    text = page(
        f'<div class="player"><a onclick="pop_user(4701,815)">Ana Lind{inside}</a>{beside}</div>'
    )
    (row,) = rows_of(text)
    assert (row.entry.name, row.entry.nickname, row.entry.sign_up) == ("Ana Lind", "", number)
    notes = "".join(sheet_of(text).notes)
    assert noted in notes
    assert bool(notes) is bool(noted)


def test_parts_that_are_not_understood_are_listed() -> None:
    text = page(
        '<div class="player">Waiting list: 3</div>',
        f'<div class="player" id="player_3">{link(ANA).replace("#4701", "#4799")}</div>',
        '<div class="player"><a onclick="pop_team(7)">Ghosts</a></div>',
        f'<div class="player"><a onclick="pop_team(8)"> </a><p class="team_members">{link(BO)}</p>'
        "</div>",
        f'<div class="player">{link(CLEO)}{pictures(["A", "B"])}</div>',
    )
    assert sheet_of(text).notes == (
        "Left out, because it names neither a player nor a team: “Waiting list: 3”.",
        "“Ana Lind” has two numbers, #4701 and #4799. None was imported.",
        "Team “Ghosts”: no players were found.",
        "A team without a name: its 1 player comes without a team.",
        "“Cleo Lind” has several armies: A and B. None was imported.",
    )
    ana, bo, cleo = rows_of(text)
    assert (ana.entry.name, ana.entry.sign_up) == ("Ana Lind", "")
    assert (bo.entry.team, bo.seat) == ("", 0)
    assert cleo.entry.army == ""


def test_players_in_blocks_of_another_kind_are_named() -> None:
    new = single(BO).replace('class="player"', 'class="entrant"')
    sheet = sheet_of(page(single(ANA), new, lists(("Kithguard", LIST), owner=CLEO)))
    assert [row.entry.name for row in preview_roster(sheet.rows).rows] == [ANA.name]
    (note,) = sheet.notes
    assert note == (
        f"1 player is named in another place of the page and was left out: “{BO.name}”. The site"
        " may look different now."
    )


def test_a_long_list_of_players_left_out_is_cut_short() -> None:
    others = [single(one).replace('class="player"', 'class="entrant"') for one in people(9)[1:]]
    (note,) = sheet_of(page(single(ANA), *others)).notes
    assert note.startswith("8 players are named in other places of the page and were left out: ")
    assert "…. The site may look different now." in note


def test_a_team_member_without_a_link_to_a_player_is_named() -> None:
    block = team(0, (ANA, BO)).replace(f"pop_user({BO.user}", f"open_profile({BO.user}")
    sheet = sheet_of(page(block.replace('class="factions"', 'class="arms"')))
    assert [row.entry.name for row in preview_roster(sheet.rows).rows] == [ANA.name]
    (note,) = sheet.notes
    assert note.startswith(f"Team “{TEAMS[0]}”: left out, because these are not named like players")
    assert BO.name in note


def test_players_in_a_block_without_a_team_have_no_team() -> None:
    block = team(0, (ANA, BO)).replace("pop_team(", "open_team(")
    sheet = sheet_of(page(block))
    rows = preview_roster(sheet.rows).rows
    assert [(row.entry.name, row.entry.team) for row in rows] == [(ANA.name, ""), (BO.name, "")]
    assert sheet.notes == ("A team without a name: its 2 players come without a team.",)


def test_an_army_list_without_a_title_is_read_with_its_owner() -> None:
    sheet = sheet_of(page(lists(("", LIST), ("Made you look", "TOTAL POINTS 100/100"), owner=BO)))
    assert sheet.lists == (
        WrittenList("", LIST, "4702"),
        WrittenList("Made you look", "TOTAL POINTS 100/100", "4702"),
    )
    assert len(sheet.rows) == 1


def as_mail(text: str) -> bytes:
    """As Chrome saves a page in a single file."""
    whole = email.mime.multipart.MIMEMultipart("related")
    whole.attach(email.mime.text.MIMEText(text, "html", "utf-8"))
    whole.attach(email.mime.text.MIMEText("a{}", "css", "utf-8"))
    return b"From: <Saved by Blink>\r\n" + whole.as_bytes()


def as_archive(text: str) -> bytes:
    """As Safari saves a page."""
    main = {"WebResourceData": text.encode("utf-16-le"), "WebResourceTextEncodingName": "utf-16le"}
    return plistlib.dumps({"WebMainResource": main}, fmt=plistlib.FMT_BINARY)


@pytest.mark.parametrize(
    "content",
    [
        players_page().encode(),
        b"\xef\xbb\xbf" + players_page().encode(),
        players_page().encode("utf-16"),
        page(*map(single, people(40)), charset="iso-8859-2").encode("cp1250", "xmlcharrefreplace")
        .replace(b"iso-8859-2", b"windows-1250"),
        as_mail(players_page()),
        as_archive(players_page()),
        players_page().replace("<!DOCTYPE html>", "<!-- saved from url=(0020)x -->").encode(),
    ],
    ids=["utf-8", "mark", "utf-16", "windows-1250", "mhtml", "webarchive", "comment"],
)  # fmt: skip
def test_a_page_is_read_in_every_form_browsers_save_it(content: bytes, tmp_path: Path) -> None:
    file = written(tmp_path, content, "page.bin")
    (sheet,) = read_players(file)
    assert [row.entry for row in preview_roster(sheet.rows).rows] == list(map(entry, people(40)))
    assert not look_into(file).games


ELSEWHERE = "event.html is a web page, but not one of the sign-up site’s event pages. Open the"
CHANGED = "event.html is a page of the sign-up site, but no player, team or list was found in it:"
BROKEN = (
    "event.html is not a web page as a browser saves it: it is damaged or far too big. Open the"
)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"<html><body><p>News of the club</p><table><tr><td>1<td>2</table>", ELSEWHERE),
        (b"<!doctype html>", ELSEWHERE),
        (page('<section class="person"><a onclick="pop_user(4,5)">Ana</a></section>').encode(),
         CHANGED),
        (b"<html>" + b"<div class=player>" * 5_000, BROKEN),
        (b"<html>" + b"<b></b>" * 80_000, BROKEN),
        (b"<html>&#" + b"1" * 5_000 + b";", BROKEN),
        (b"bplist00" + b"\xff" * 64, BROKEN),
        (b"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n\n--x\n", BROKEN),
        (plistlib.dumps({"WebMainResource": 4}, fmt=plistlib.FMT_BINARY), BROKEN),
    ],
)  # fmt: skip
def test_a_page_that_is_not_of_an_event_is_refused_with_advice(
    content: bytes, said: str, tmp_path: Path
) -> None:
    with pytest.raises(StoreError) as refused:
        read_players(written(tmp_path, content))
    assert str(refused.value).startswith(said)
    assert "paste them here" in str(refused.value)


@pytest.mark.parametrize("said", ["no-such-code", "utf-8", "idna", "base64"])
def test_a_page_that_declares_a_wrong_encoding_is_read_like_any_text(
    said: str, tmp_path: Path
) -> None:
    text = page(single(ANA), charset=said)
    (sheet,) = read_players(written(tmp_path, text.encode()))
    assert preview_roster(sheet.rows).rows[0].entry == entry(ANA)


def test_a_table_of_players_on_another_page_is_read_as_a_table() -> None:
    text = (
        "<html><body><table><tr><td>Menu<td>x<tr><td>1<td>2</table><table><tr><th>Place<th>Name"
        "<th>#id<th>Nickname<th>Faction<th>Army<th>W<tr><td>1<td>Ana Lind<td>#4701<td>ace"
        "<td>Southern Kriels<td>Kithguard<td>3</table>"
    )
    assert [row.entry for row in rows_of(text)] == [entry(ANA)]


@pytest.mark.parametrize(
    "hostile",
    [
        '<div class="player">' * 390 + '<a onclick="pop_user(1,2)">' * 9,
        '<div class="player"><div class="team_members">' + '<a href="pop_user(1,2)">x</a>' * 50_000,
        '<div class="player"><a onclick="pop_user(1,2)">' + "<span>x</span>" * 60_000,
        '<div id="edit_player_list">' * 399,
        '<div class="player accordion 1">' * 399,
        "<table class=list><td>" * 300,
        "</p>" * 200_000,
        "<!--" * 1_000_000,
        "<a b='" * 500_000,
        "<" * 200_000,
    ],
    ids=range(10),
)
@pytest.mark.timed
def test_a_hostile_page_takes_seconds_at_most(hostile: str) -> None:
    began = time.monotonic()
    with suppress(StoreError):
        for sheet in text_sheets(f"<html>{hostile}"):
            preview_roster(sheet.rows)
    assert time.monotonic() - began < SECONDS


def test_self_closing_elements_are_not_nested() -> None:
    cell = "<icon/>" * 500
    rows = f"<tr><td>Player</td></tr><tr><td>{cell}Anna</td></tr>"
    (sheet,) = table_sheets(read_page(f"<table>{rows}</table>", "list.html"))
    assert [row.cells for row in sheet.rows] == [("Player",), ("Anna",)]


def test_tables_of_a_page_are_numbered_from_one() -> None:
    tables = [f"<table><tr><td>Player</td></tr><tr><td>{name}</td></tr></table>" for name in "AB"]
    sheets = table_sheets(read_page("".join(tables), "list.html"))
    assert [sheet.name for sheet in sheets] == ["1. table of the page", "2. table of the page"]


@pytest.mark.parametrize(("others", "named", "end"), [(4, 4, "."), (5, 4, "….")])
def test_only_four_of_many_players_left_out_are_named(others: int, named: int, end: str) -> None:
    left_out = people(1 + others)[1:]
    blocks = [single(one).replace('class="player"', 'class="entrant"') for one in left_out]
    (note,) = sheet_of(page(single(ANA), *blocks)).notes
    names, _, _ = note.partition(" The site may look different now.")
    assert [person.name.split()[0] in names for person in left_out] == [
        place < named for place in range(others)
    ]
    assert names.endswith(f"”{end}")


def test_only_four_of_many_team_members_who_are_no_players_are_named() -> None:
    members = people(6)
    block = team(0, members, [])
    for person in members[1:]:
        block = block.replace(f"pop_user({person.user}", f"open_profile({person.user}")
    (note,) = sheet_of(page(block)).notes
    named = [person.name.split()[0] in note for person in members[1:]]
    assert named == [True] * 4 + [False]


def test_only_four_of_a_players_many_armies_are_named() -> None:
    text = page(f'<div class="player">{link(ANA)}{pictures(["A1", "B2", "C3", "D4", "E5"])}</div>')
    assert sheet_of(text).notes == (
        "“Ana Lind” has several armies: A1, B2, C3 and D4. None was imported.",
    )


def test_two_panels_that_contradict_each_other_give_no_army() -> None:
    text = page(single(ANA), team(0, [ANA, BO], ["Dusk - House Kallyss", BO.army]))
    ana, bo = rows_of(text)
    assert (ana.entry.army, ana.entry.team, ana.seat) == ("", "Red Foxes", 1)
    assert (bo.entry.army, bo.entry.team, bo.seat) == (entry(BO).army, "Red Foxes", 2)
    (note,) = sheet_of(text).notes
    assert note == (
        f"“Ana Lind” has several armies: {ANA.army} and Dusk - House Kallyss. None was imported."
    )
    other_order = page(team(0, [ANA, BO], [ANA.army.upper(), BO.army]), single(ANA))
    ana, _ = rows_of(other_order)
    assert (ana.entry.army.casefold(), ana.seat) == ("kithguard", 1)


@pytest.mark.parametrize(
    "below",
    [
        game(BO, 1, ANA, "Sea Raiders"),
        game(ANA, 1, BO, "Sea Raiders").replace(" 4701", ""),
        game(ANA, 1, BO, "Sea Raiders").replace("<img title", '<img title="x"><img title', 1),
        game(ANA, 1, BO, "Sea Raiders").replace("<img title", "<img alt", 1),
        game(ANA, 1, BO, "Sea Raiders").replace("Ada  Sterling - Sea Raiders Leader", "Ada"),
    ],
    ids=["another's", "nobody's", "three titles", "one title", "no army"],
)
def test_a_game_that_is_not_clearly_a_players_does_not_give_their_army(below: str) -> None:
    bare = Person(ANA.user, ANA.name, ANA.nickname, "")
    (row,) = rows_of(page(single(bare, games=below)))
    assert row.entry.army == ""
    assert sheet_of(page(single(bare, games=below))).notes == (
        "1 game played there was not imported.",
    )


@pytest.mark.parametrize("letters", [194, 195])
def test_only_two_hundred_letters_of_a_games_title_are_read(letters: int) -> None:
    bare = Person(ANA.user, ANA.name, ANA.nickname, "")
    title = f"Ada - {'A' * letters}"
    below = game(ANA, 1, BO, "X").replace("Ada  Sterling - X Leader", title)
    assert title in below
    (row,) = rows_of(page(single(bare, games=below)))
    assert row.entry.army == "A" * 194


def test_an_army_list_claimed_by_two_players_belongs_to_neither() -> None:
    text = page(lists(("Kithguard", LIST), owner=ANA).replace("<table", f"{link(BO)}<table", 1))
    assert sheet_of(text).lists == (WrittenList("Kithguard", LIST, ""),)


def test_a_players_name_missing_in_one_panel_is_taken_from_the_other() -> None:
    nameless = team(0, [Person(ANA.user, " ", ANA.nickname, ANA.army), BO])
    for panels in ((single(ANA), nameless), (nameless, single(ANA))):
        ana, _ = rows_of(page(*panels))
        assert (ana.entry.name, ana.entry.nickname) == (ANA.name, ANA.nickname)
        assert (ana.entry.team, ana.seat) == ("Red Foxes", 1)
