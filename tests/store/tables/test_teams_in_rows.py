"""Lists of teams in other forms than a row a player with the team in each."""

import pytest

from app.store.tables.teams_in_rows import with_teams
from app.store.tables.text import Row
from app.store.tables.workbook import Sheet

ONCE = "A team that is named once is taken for the players below it, too."


def sheet_of(text: str) -> Sheet:
    lines = [tuple(line.split(",")) for line in text.strip().splitlines()]
    return Sheet("", tuple(Row(number, cells) for number, cells in enumerate(lines, start=1)))


def read(text: str) -> list[str]:
    return [",".join(row.cells) for row in with_teams(sheet_of(text)).rows]


@pytest.mark.parametrize(
    ("width", "headings"),
    [
        (1, "Name,Team"),
        (2, "Name,Club,Team"),
        (3, "Name,Club,Faction,Team"),
        (5, "Name,Club,Faction,4.,5.,Team"),
    ],
)
def test_players_listed_below_their_teams_name_get_the_usual_headings(
    width: int, headings: str
) -> None:
    cells = [f"x{number}" for number in range(1, width)]
    players = [",".join((name, *cells)) for name in ("Ana Lind", "Bo Reed", "Cleo Ash")]
    text = "\n".join(["Team: Oak", *players[:2], "Team: Ash", players[2]])
    first, *others = with_teams(sheet_of(text)).rows
    assert (first.line, ",".join(first.cells)) == (0, headings)
    assert [(row.line, row.cells[-1]) for row in others] == [(2, "Oak"), (3, "Oak"), (5, "Ash")]


def test_a_heading_among_teams_names_its_new_column_and_short_rows_are_padded() -> None:
    text = "Player,Faction\nTeam: Oak\nAna Lind,Cryx\nBo Reed\nMannschaft - Ash\nCleo Ash,Khador"
    assert read(text) == [
        "Player,Faction,Team", "Ana Lind,Cryx,Oak", "Bo Reed,,Oak", "Cleo Ash,Khador,Ash",
    ]  # fmt: skip
    assert with_teams(sheet_of(text)).notes == (ONCE,)


def test_a_list_of_nothing_but_teams_is_left_unchanged() -> None:
    text = "Team: Oak\nTeam: Ash"
    assert read(text) == text.splitlines()


@pytest.mark.parametrize(
    "text",
    [
        "Team,Player 1,Player 2\nOak,Ana,Bo\nAsh,Cleo,",
        "Mannschaft,Spieler 1,Spieler 2\nOak,Ana,Bo\nAsh,Cleo,",
        "Name,P1,P2\nOak,Ana,Bo\nAsh,Cleo,",
    ],
)
def test_a_row_for_each_team_becomes_a_row_for_each_player(text: str) -> None:
    assert read(text) == ["Seat,Team,Name", "1,Oak,Ana", "2,Oak,Bo", "1,Ash,Cleo"]
    (note,) = with_teams(sheet_of(text)).notes
    assert note == (
        "The list has a row for each team: the players of 2 teams are read from their rows."
    )


def test_the_details_of_each_player_in_a_teams_row_are_kept() -> None:
    text = (
        "Club,Team,Player 2,Faction 2,Player 1,Player 1 faction,Captain\n"
        "Iron,Oak,Bo,Cryx,Ana,Khador,Ana"
    )
    assert read(text) == [
        "Seat,Team,Club,Captain,Name,Faction",
        "1,Oak,Iron,Ana,Ana,Khador",
        "2,Oak,Iron,Ana,Bo,Cryx",
    ]
    (note,) = with_teams(sheet_of(text)).notes
    assert note == "The list has a row for the team: its players are read from that row."


@pytest.mark.parametrize(
    "text",
    [
        "Team,Player 1\nOak,Ana\nAsh,Cleo",
        "Player 1,Player 2\nAna,Bo\nCleo,Dirk",
        "Team,Player 1,Player 2",
        "Team,Player 1,Player 13\nOak,Ana,Bo\nAsh,Cleo,Dirk",
    ],
)
def test_a_list_that_is_not_of_teams_is_left_unchanged(text: str) -> None:
    assert read(text) == text.splitlines()


def test_a_team_named_only_in_its_first_players_row_is_copied_to_the_others() -> None:
    text = "Team,Player\nOak,Ana Lind\n,Bo Reed\nAsh,Cleo Ash\n,Dirk Born"
    assert read(text) == [
        "Team,Player", "Oak,Ana Lind", "Oak,Bo Reed", "Ash,Cleo Ash", "Ash,Dirk Born",
    ]  # fmt: skip
    assert with_teams(sheet_of(text)).notes == (ONCE,)


@pytest.mark.parametrize(
    "text",
    [
        "Team,Player\nOak,Ana Lind\n,Bo Reed",
        "Team,Player\n,Ana Lind\nOak,Bo Reed\n,Cleo Ash\nAsh,Dirk Born",
        "Team,Player\nOak,Ana Lind\n,Bo Reed\nOak,Cleo Ash\n,Dirk Born",
        "Team,Player\nOak,Ana Lind\nAsh,Bo Reed\n,Cleo Ash",
    ],
)
def test_a_team_column_left_empty_now_and_then_is_not_filled_in(text: str) -> None:
    """One team, a player before the first one, a name twice, and fewer gaps than names."""
    assert read(text) == text.splitlines()
    assert with_teams(sheet_of(text)).notes == ()


@pytest.mark.parametrize(("letters", "is_one"), [(60, True), (61, False)])
def test_only_the_first_sixty_letters_of_a_heading_are_read(letters: int, is_one: bool) -> None:
    heading = "Player".ljust(letters - 1) + "1"
    text = f"Team,{heading},Player 2\nOak,Ana,Bo\nAsh,Cleo,Dirk"
    assert (read(text)[0] == "Seat,Team,Name") is is_one


def test_a_row_that_ends_before_its_team_column_is_padded_up_to_it() -> None:
    text = "Player,Club,Team\nAna Lind,Owls,Oak\nBo Reed\nCleo Ash,Owls,Ash\nDirk Born,Owls"
    assert read(text)[1:] == [
        "Ana Lind,Owls,Oak", "Bo Reed,,Oak", "Cleo Ash,Owls,Ash", "Dirk Born,Owls,Ash",
    ]  # fmt: skip
