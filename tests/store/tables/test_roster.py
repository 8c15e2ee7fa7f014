import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.acts.events import Record
from app.engine.acts.players import (
    AddPlayers,
    CheckIn,
    EditPlayer,
    EditPlayers,
    Entry,
    PlayersAdded,
)
from app.engine.acts.teams.roster import Team
from app.engine.evolve import fold
from app.engine.formats.settings import CheckInItem
from app.engine.frozen import replace
from app.engine.state import State
from app.store.errors import StoreError
from app.store.tables.roster import (
    Change,
    Column,
    RosterRow,
    acts_of,
    guess_columns,
    read_roster,
    team_records,
    ticks_of,
)
from app.store.tables.text import Row
from tests.engine.event import under_way

LONG_NAME = 40
ANA = Entry("Ana Lind", "Dragons", "Cryx")


def with_players(*entries: Entry) -> State:
    return fold([Record(1, 1, 0, "desk", "EO", PlayersAdded(tuple(enumerate(entries, start=1))))])


def only(text: str, *existing: str) -> RosterRow:
    (row,) = read_roster(text, with_players(*map(Entry, existing))).rows
    return row


@pytest.mark.parametrize(
    "text",
    [
        "Ana Lind,Dragons,Cryx",
        "Name,Club,Faction\nAna Lind,Dragons,Cryx",
        "Faction\tMeta\tPlayer\nCryx\tDragons\tAna Lind",
        "Spieler;Verein;Fraktion\nAna Lind;Dragons;Cryx",
        "Name;Vorname;Ort;Armee\nLind;Ana;Dragons;Cryx",
        "Joueur;Ville;Faction\nAna Lind;Dragons;Cryx",
        "Jugador;Ciudad;Ejército\nAna Lind;Dragons;Cryx",
        "Imię i nazwisko;Klub;Armia\nAna Lind;Dragons;Cryx",
        "First name,Last name,Home town,Army\nAna,Lind,Dragons,Cryx",
        "Name,Surname,Club,Faction\nAna,Lind,Dragons,Cryx",
        "Name,First name,Last name,Club,Faction\nAna Lind,A,L,Dragons,Cryx",
        "Who,Club,Faction\nAna Lind,Dragons,Cryx",
    ],
)
def test_columns_are_found_by_their_headings_in_five_languages(text: str) -> None:
    row = only(text)

    assert (row.entry, row.ok, row.note) == (ANA, True, "")


def test_a_list_of_names_is_enough() -> None:
    assert read_roster("Ana\nBo").entries == (Entry("Ana"), Entry("Bo"))


def test_columns_without_a_known_meaning_are_named() -> None:
    preview = read_roster("#,Name,E-mail,Club\n1,Ana Lind,ana@example.org,Dragons")

    assert preview.entries == (Entry("Ana Lind", "Dragons"),)
    assert preview.ignored == ("#", "E-mail")


def test_of_two_columns_with_the_same_meaning_the_first_is_used() -> None:
    preview = read_roster("Name,Club,Meta\nAna,Dragons,Owls")

    assert preview.entries == (Entry("Ana", "Dragons"),)
    assert preview.ignored == ("Meta",)


def test_questions_of_a_form_are_recognized_as_headings() -> None:
    form = "Timestamp,Email,Your name,Which faction?\n1/2/2026,a@b.example,Ana Lind,Cryx"
    (row,) = read_roster(form).rows

    assert (row.entry.name, row.entry.faction) == ("Ana Lind", "Cryx")


def test_a_player_from_a_club_named_club_is_not_taken_for_a_heading() -> None:
    assert only("Ana,Club,Cryx").entry == Entry("Ana", "Club", "Cryx")


def test_a_heading_without_players_is_an_empty_list() -> None:
    assert read_roster("Name,Club").rows == ()


def test_rows_may_be_shorter_or_longer_than_the_heading() -> None:
    preview = read_roster("Name,Club\nAna\nBo,Owls,Cryx,yes")

    assert preview.entries == (Entry("Ana"), Entry("Bo", "Owls"))


def test_each_row_knows_its_line() -> None:
    assert [row.line for row in read_roster("Name\n\nAna\nBo").rows] == [3, 4]


@pytest.mark.parametrize("name", ["Ana Lind", "ANA LIND", " ana   lind ", "Ana\u00a0Lind"])
def test_a_repeated_name_is_marked_the_second_time(name: str) -> None:
    first, second = read_roster(f"Ana Lind,Dragons\n{name},Owls").rows

    assert (first.ok, first.note) == (True, "")
    assert (second.ok, second.note) == (False, "The same name is in line 1.")
    assert second.entry.name.casefold() == "ana lind"


def test_an_already_registered_name_is_marked() -> None:
    row = only("Łukasz Żak", "łukasz żak")

    assert (row.ok, row.note) == (False, "A player of this name is already registered.")


def test_an_accent_makes_another_name() -> None:
    assert only("Jose", "José").ok


@pytest.mark.parametrize("name", ["", '" "', "\x07", "\u200b", "\u200f"])
def test_a_row_without_a_name_is_marked(name: str) -> None:
    _, row = read_roster(f"Ana,Owls\n{name},Dragons").rows

    assert not row.ok
    assert row.note.startswith("There is no name.")


def test_a_very_long_name_is_kept_whole_with_a_note() -> None:
    row = only("x" * 200)

    assert row.entry.name == "x" * 200
    assert row.ok
    assert "200 characters" in row.note


@pytest.mark.parametrize("cells", [f"{'x' * 201},Owls", f"Ana,{'x' * 30_000}"])
def test_a_row_with_an_overlong_cell_cannot_be_taken(cells: str) -> None:
    row, _ = read_roster(f"{cells}\nBen,Owls").rows

    assert not row.ok
    assert not row.takeable
    assert row.note.startswith("A cell can have at most 200 characters.")


def test_a_name_as_long_as_screens_allow_needs_no_note() -> None:
    assert only("x" * LONG_NAME).note == ""


def test_control_characters_are_removed_with_a_note() -> None:
    row = only("Ana\x07 Li\x00nd\ud83d,Dra\x1bgons,Cryx")

    assert row.entry == ANA
    assert row.ok
    assert row.note == "Characters that cannot be shown were removed."


def test_marks_that_reverse_the_text_direction_are_removed_with_a_note() -> None:
    row = only("\u202eAna\u2067 Lind,Drag\u200fons,Cryx")

    assert row.entry == ANA
    assert row.ok
    assert row.note == "Characters that cannot be shown were removed."


@pytest.mark.parametrize("name", ["שלום כהן", "مي\u200cخواهم", "👩‍👩‍👧 Team", "É"])
def test_names_in_every_script_are_left_unchanged(name: str) -> None:
    row = only(f"{name},Dragons")

    assert (row.entry.name, row.ok, row.note) == (name, True, "")


def test_a_line_break_inside_a_name_becomes_a_space() -> None:
    assert only('"Ana\nLind",Dragons,Cryx').entry == ANA


def test_an_empty_list_is_reported() -> None:
    with pytest.raises(StoreError, match="There is nothing in the list"):
        read_roster(" \n")


@given(st.text())
def test_any_text_gives_rows_or_an_error_in_one_sentence(text: str) -> None:
    try:
        preview = read_roster(text, with_players(Entry("Ana")))
    except StoreError:
        return
    assert all(row.entry.name or not row.ok for row in preview.rows)
    assert all(row.ok or row.note for row in preview.rows)


@pytest.mark.parametrize(
    "text",
    [
        "PLAYER NAME:;Team;army\nAna Lind;Dragons;Cryx",
        "Vorname;Nachname;Mannschaft;Armee\nAna;Lind;Dragons;Cryx",
        "Prénom;Nom;Équipe;Armée\nAna;Lind;Dragons;Cryx",
        "Nombre;Apellidos;Equipo;Facción\nAna;Lind;Dragons;Cryx",
        "Imię;Nazwisko;Drużyna;Frakcja\nAna;Lind;Dragons;Cryx",
    ],
)
def test_a_team_is_not_taken_for_a_club(text: str) -> None:
    assert only(text).entry == Entry("Ana Lind", "", "Cryx", "Dragons")


def test_a_name_our_export_protected_from_being_a_formula_is_read_back_unchanged() -> None:
    text = "Player,Club\n'@Sum,'+Plus\n'Tis Me,'t Hof\n"
    assert [(entry.name, entry.club) for entry in read_roster(text).entries] == [
        ("@Sum", "+Plus"),
        ("'Tis Me", "'t Hof"),
    ]


TEAMS = """Name,Team,Seat,Captain,Nation
Ann,Oak,2,,Wales
Bo,oak,1,x,
Cy,OAK,,no,
Di,Ash,,,
Ed,,,,
"""


def test_a_list_may_give_the_captain_of_a_team_and_the_seats_of_its_players() -> None:
    rows = read_roster(TEAMS).rows
    assert [(row.seat, row.captain, row.nation) for row in rows[:3]] == [
        (2, False, "Wales"),
        (1, True, ""),
        (0, False, ""),
    ]
    assert team_records(rows, (7, 8, 9, 10, 11)) == (Team("Oak", "Wales", 8, (8, 7, 9)),)


def test_a_list_may_name_the_captain_in_each_row_of_the_team() -> None:
    text = "Player,Team,Kapitän,Board\nAnn Oak,Oak,Bo Ash,first\nBo Ash,Oak,bo ash,99999\n"
    rows = read_roster(text).rows
    assert [(row.captain, row.seat) for row in rows] == [(False, 0), (True, 0)]
    assert team_records(rows, (1, 2)) == (Team("Oak", "", 2, (1, 2)),)
    assert team_records(read_roster("Name,Team\nAnn,Oak").rows, (1,)) == ()


@pytest.mark.parametrize(
    ("said", "seat"), [("1", 1), ("999", 999), ("1000", 0), ("", 0), ("-1", 0), ("1.5", 0)]
)
def test_a_seat_is_a_number_of_at_most_three_digits(said: str, seat: int) -> None:
    (row,) = read_roster(f"Name,Team,Seat\nAnn,Oak,{said}\n").rows
    assert row.seat == seat


SIGNED_UP = """ID,Name,Nickname,Faction,Army,Team
#4711,Ana Lind,ace,Dusk,House Kallyss,Oak
#4712,Bo Reed,,Khador,Winter Korps,Oak
"""
ACE = Entry("Ana Lind", "", "Dusk", "Oak", "House Kallyss", "ace", "4711")
BO = Entry("Bo Reed", "", "Khador", "Oak", "Winter Korps", "", "4712")


def test_the_columns_of_a_sign_up_site_are_found() -> None:
    preview = read_roster(SIGNED_UP)
    assert preview.entries == (ACE, BO)
    assert preview.ignored == ()
    assert acts_of(preview.rows) == (None, AddPlayers((ACE, BO)))


def test_without_a_name_or_faction_column_the_nickname_or_army_is_used() -> None:
    assert read_roster("Nickname,Army\nace,Cryx").entries == (Entry("ace", "", "Cryx"),)


def test_a_player_whose_number_is_already_known_is_changed_and_not_added() -> None:
    here = with_players(replace(ACE, club="Ravens", army="House Vyre"), BO)
    first, second = read_roster(SIGNED_UP, here).rows
    assert (first.number, first.change, first.ok) == (1, Change.EDITS, True)
    assert first.entry == replace(ACE, club="Ravens")
    assert first.note == "Army: House Vyre → House Kallyss."
    assert (second.change, second.ok, second.takeable) == (Change.NOTHING, False, False)
    assert acts_of((first,)) == (EditPlayers(((1, replace(ACE, club="Ravens")),)), None)


def test_fields_the_list_leaves_empty_stay_unchanged() -> None:
    (row,) = read_roster("ID,Name,Army\n4712,Robert Reed,\n", with_players(ACE, BO)).rows
    assert row.entry == replace(BO, name="Robert Reed")
    assert row.note == "Name: Bo Reed → Robert Reed."


def test_a_player_with_the_same_name_gets_a_number_only_if_the_organizer_confirms() -> None:
    here = with_players(Entry("ANA LIND", "Ravens"))
    first, second = read_roster(SIGNED_UP, here).rows
    assert (first.number, first.change, first.ok, first.takeable) == (1, Change.EDITS, False, True)
    there = "A player of this name is already registered. Tick the row if it is them."
    assert first.note.startswith(there)
    assert second.ok


def test_namesakes_with_numbers_of_their_own_are_two_players() -> None:
    here = with_players(ACE)
    (row,) = read_roster("ID,Name\n9,Ana Lind", here).rows
    assert (row.change, row.ok) == (Change.ADDS, True)
    assert row.note == "A player of this name is already registered."
    assert [row.ok for row in read_roster("ID,Name\n8,Ana\n9,Ana").rows] == [True, True]


def test_of_two_rows_with_the_same_number_the_first_is_used() -> None:
    _, again = read_roster("ID,Name\n7,Ana\n#7,Bo").rows
    assert (again.ok, again.note) == (False, "The same number is in line 2.")


def test_players_missing_from_a_later_list_of_the_site_are_named() -> None:
    here = with_players(ACE, BO, Entry("Cleo"))
    assert read_roster("ID,Name\n4711,Ana Lind", here).absent == ("Bo Reed",)
    assert read_roster("Name\nAna Lind", here).absent == ()


@pytest.mark.parametrize(
    ("row", "ok"),
    [
        ("4711,Anna Lind,Dusk,House Kallyss,Oak", True),
        ("4711,Ana Lind,Dusk,House Vyre,Oak", False),
        ("4711,Ana Lind,Cryx,House Kallyss,Oak", False),
        ("4711,Ana Lind,Dusk,House Kallyss,Ash", False),
    ],
)
def test_a_player_who_has_played_is_changed_only_if_the_organizer_confirms(
    row: str, ok: bool
) -> None:
    desk = under_way()
    desk.do(EditPlayer(1, ACE), insist=True)
    (read,) = read_roster(f"ID,Name,Faction,Army,Team\n{row}\n", desk.state).rows
    assert (read.ok, read.takeable) == (ok, True)
    assert ("They have played 1 round: tick the row" in read.note) is not ok
    assert " → " in read.note.partition(".")[0]


@pytest.mark.parametrize(
    ("headings", "cells", "acts"),
    [
        ("Here;Paid;List", "x;yes;ok", ("here", CheckInItem.PAID, CheckInItem.LISTS)),
        ("Anwesend;Bezahlt;Armeeliste", "ja;15 €;nein", ("here", CheckInItem.PAID)),
        ("Present;Paye;Listes", ";0;✓", (CheckInItem.LISTS,)),
        ("Check-in;Fee paid;Army list", "no;–;Haley 2", ()),
    ],
)
def test_check_in_details_in_a_list_are_ticked(
    headings: str, cells: str, acts: tuple[object, ...]
) -> None:
    preview = read_roster(f"Name;{headings}\nAna;{cells}\nBo;;;")
    assert [row.entry.name for row in preview.rows] == ["Ana", "Bo"]
    assert preview.ignored == ()
    ticks = ticks_of(preview.rows, (4, 5))
    assert all(tick.numbers == (4,) for tick in ticks)
    assert acts == tuple("here" if isinstance(tick, CheckIn) else tick.item for tick in ticks)


def test_check_in_words_alone_are_not_taken_for_headings() -> None:
    assert [row.entry.name for row in read_roster("Ana;here;paid\nBo;here;paid").rows] == [
        "Ana",
        "Bo",
    ]


def test_a_line_below_the_first_is_a_heading_only_if_it_has_several_heading_words() -> None:
    def heading(*lines: str) -> int | None:
        return guess_columns(
            [Row(at, tuple(line.split(","))) for at, line in enumerate(lines)]
        ).heading

    assert heading("The Open,", "Name,Faction", "Ana,Cryx") == 1
    assert heading("The Open,", "Name,Words", "Ana,Cryx") is None
    assert heading("The Open,", "Faction,Club", "Cryx,Ravens") is None


@pytest.mark.parametrize(("above", "heading"), [(0, 0), (1, 1), (9, 9), (10, None)])
def test_headings_are_found_only_in_the_first_ten_lines(above: int, heading: int | None) -> None:
    lines = [("Spring Cup",)] * above + [("Name", "Club"), ("Ana Lind", "Dragons")]
    assert guess_columns([Row(*line) for line in enumerate(lines, start=1)]).heading == heading


@pytest.mark.parametrize("below", [("Name",), ("Name", "?"), ("Club", "Faction")])
def test_a_later_line_with_one_heading_word_or_none_for_names_is_no_heading(
    below: tuple[str, ...],
) -> None:
    table = [Row(1, ("Spring Cup",)), Row(2, below), Row(3, ("Ana Lind", "Dragons"))]
    assert guess_columns(table).heading is None


@pytest.mark.parametrize(
    ("lines", "columns"),
    [
        ([("1.", "Ana"), ("2)", "Bo")], (None, Column.NAME, Column.CLUB, Column.FACTION)),
        ([("1.", "Ana")], (Column.NAME, Column.CLUB, Column.FACTION)),
        ([("1.", "Ana"), ("2.",)], (Column.NAME, Column.CLUB, Column.FACTION)),
        ([("1.", "Ana"), ("Bo", "Oslo")], (Column.NAME, Column.CLUB, Column.FACTION)),
        ([("Ana", "Cryx"), ("Bo", "Oslo")], (Column.NAME, Column.CLUB, Column.FACTION)),
        (
            [("Ana", "Cryx"), ("Bo", "Khador"), ("Cy", "Oslo")],
            (Column.NAME, Column.FACTION, Column.CLUB),
        ),
    ],
)
def test_a_table_without_headings_has_the_usual_columns(
    lines: list[tuple[str, ...]], columns: tuple[Column | None, ...]
) -> None:
    taken = guess_columns([Row(*line) for line in enumerate(lines, start=1)])
    assert (taken.heading, taken.columns) == (None, columns)


def test_a_name_one_letter_longer_than_screens_allow_is_noted() -> None:
    note = "The name has 41 characters and will be cut off on some screens."
    assert only("x" * 41).note == note


def test_a_new_player_has_no_number_yet() -> None:
    here = with_players(ACE, BO)
    (row,) = read_roster("ID,Name\n9,Cleo", here).rows
    assert (row.number, row.change) == (0, Change.ADDS)
    assert read_roster("ID,Name\n9,Cleo", here).absent == ("Ana Lind", "Bo Reed")


def test_the_lines_above_the_headings_are_counted() -> None:
    assert read_roster("Ana\nBo").above == 0
    assert read_roster("Name,Club\nAna,Owls").above == 0
    assert read_roster("Cup\nOslo\nName,Club\nAna,Owls\nBo,Owls").above == 2


@pytest.mark.parametrize(
    "text", ["Ana Player,Team 2\nBo Reed,Team 3", "Ana Player\nBo Reed", "Ana Town,Owls Club\nBo,x"]
)
def test_a_first_player_whose_row_has_a_heading_word_is_no_heading(text: str) -> None:
    """Questions of a form name two columns, one of them the name, and have no digits."""
    assert [row.line for row in read_roster(text).rows] == [1, 2]


@pytest.mark.parametrize(
    ("headings", "cells", "ok"),
    [
        ("Dropped", "yes", False),
        ("Dropped", "Waiting list", False),
        ("Dropped", "no", True),
        ("Dropped", "", True),
        ("Status", "cancelled", False),
        ("Status", "confirmed", True),
        ("Status,Dropped", "confirmed,x", False),
    ],
)
def test_a_player_whom_the_list_marks_as_not_playing_is_not_taken_by_default(
    headings: str, cells: str, ok: bool
) -> None:
    (row,) = read_roster(f"Name,{headings}\nAna,{cells}").rows
    assert (row.ok, row.takeable) == (ok, True)


def test_a_name_shared_by_two_players_without_numbers_matches_neither() -> None:
    here = with_players(Entry("Ana Lind"), Entry("Ana Lind", "Ravens"))
    (row,) = read_roster("ID,Name\n9,Ana Lind", here).rows
    assert (row.change, row.number) == (Change.ADDS, 0)
    assert row.note == "A player of this name is already registered."
