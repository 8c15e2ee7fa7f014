"""Players and games in files of other programs, as rows."""

import json

import pytest

from app.store.errors import StoreError
from app.store.tables.other_programs import (
    GAME_HEADINGS,
    is_cryodex,
    is_pgswiss,
    json_players,
    pgswiss_games,
    pgswiss_players,
    root_of,
)

ANA, BO = {"name": "Ana"}, {"name": "Bo"}


def players(whole: object) -> list[tuple[str, ...]]:
    return [row.cells for row in json_players(json.dumps(whole), "list.json")]


@pytest.mark.parametrize(
    ("text", "root"),
    [
        ("<doWMEvent>", "doWMEvent"),
        (
            "\ufeff <?xml version='1.0'?> <!-- a --> <!-- b --> <ArrayOfDoPlayer x='1'>",
            "ArrayOfDoPlayer",
        ),
        ("<!DOCTYPE x [<!ENTITY a 'b'>]> <CRYODEXDATA>", "CRYODEXDATA"),
        ("Name <b>", ""),
        ("", ""),
    ],
)
def test_xml_is_recognized_by_its_root_element(text: str, root: str) -> None:
    assert root_of(text) == root
    assert is_pgswiss(text) is (root in {"doWMEvent", "ArrayOfDoPlayer"})
    assert is_cryodex(text) is (root == "CRYODEXDATA")


@pytest.mark.parametrize(
    "whole",
    [
        [ANA, BO],
        ["Ana", "Bo"],
        {"players": [ANA, BO]},
        {"players": ["Ana", "Bo"]},
        {"event": "Cup", "participants": [ANA, BO]},
        {"players": [], "spieler": [ANA, BO]},
        {"data": {"users": [ANA, BO]}},
        {"derived": {"players": [ANA, BO]}, "players": [{"name": "No"}]},
        {"a": ANA, "b": BO},
        {"players": {"a": ANA, "b": BO}},
        [ANA, 4, BO, None],
        {"teams": [], "players": [ANA, BO]},
    ],
)
def test_players_are_found_wherever_a_program_stores_them(whole: object) -> None:
    assert players(whole) == [("name",), ("Ana",), ("Bo",)]


def test_every_key_becomes_a_heading_and_only_plain_values_are_taken() -> None:
    whole = [
        {"name": " Ana ", "club": {"name": "Oslo"}, "here": True, "points": 7},
        {"name": "Bo", "list": ["x"], "rate": 0.5, "club": None},
    ]
    assert players(whole) == [
        ("name", "club", "here", "points", "list", "rate"),
        ("Ana", "Oslo", "True", "7", "", ""),
        ("Bo", "", "", "", "", "0.5"),
    ]


def test_players_in_teams_have_their_team_and_seat() -> None:
    whole = {
        "players": [{"name": "No"}],
        "teams": [
            {"name": "Oak", "players": [ANA, BO]},
            {"teamName": "Ash", "members": ["Cleo"]},
            {"team": {"name": "Elm"}, "users": [{"name": "Dirk", "seat": 9}]},
            {"name": "Empty"},
        ],
    }
    assert players(whole) == [
        ("name", "team", "seat"),
        ("Ana", "Oak", "1"),
        ("Bo", "Oak", "2"),
        ("Cleo", "Ash", "1"),
        ("Dirk", "Elm", "1"),
    ]


@pytest.mark.parametrize(
    "whole", [[], {}, 4, "Ana", None, [1, 2], {"a": ANA, "b": 4}, {"players": 4}, ["Ana", 4]]
)
def test_a_file_without_a_list_of_players_is_refused(whole: object) -> None:
    with pytest.raises(StoreError, match=r"^list\.json has no list of players\. It needs"):
        players(whole)


def test_at_most_as_many_keys_become_headings_as_a_table_may_have_columns() -> None:
    (headings, *_) = players([{f"key {number}": number for number in range(70)}])
    assert len(headings) == 60


EVENT = """<doWMEvent><Name>Cup</Name><EventDate>2018-05-12T00:00:00</EventDate>
<Players><doPlayer><Name> Ana </Name><Meta>Oslo</Meta></doPlayer></Players><Rounds>{}</Rounds>
</doWMEvent>"""
GAME = "<doGame><Player1><Name>Ana</Name></Player1><Player2><Name>Bo</Name></Player2>{}</doGame>"


def games(rounds: str) -> list[dict[str, str]]:
    headings, *rows = pgswiss_games(EVENT.format(rounds), "cup.xml")
    assert headings.cells == GAME_HEADINGS
    return [dict(zip(GAME_HEADINGS, row.cells, strict=True)) for row in rows]


def test_players_of_an_event_are_read_as_rows() -> None:
    rows = pgswiss_players(EVENT.format(""), "cup.xml")
    assert [(row.line, row.cells) for row in rows] == [
        (0, ("Name", "Meta", "Faction")),
        (1, ("Ana", "Oslo", "")),
    ]
    assert len(pgswiss_players("<doWMEvent></doWMEvent>", "cup.xml")) == 1


@pytest.mark.parametrize(
    ("said", "winner"),
    [
        ("Player 1", "1"),
        ("Player 2", "2"),
        ("Player 3", "Player 3"),
        ("Bo", "Bo"),
        ("2: Bo", "Bo"),
        ("", ""),
    ],
)
def test_a_winner_may_be_named_by_number_or_name(said: str, winner: str) -> None:
    (game,) = games(f"<doRound><Games>{GAME.format(f'<Winner>{said}</Winner>')}</Games></doRound>")
    assert game["winner"] == winner
    assert (game["cp1"], game["ap2"], game["table"]) == ("0", "0", "")
    assert (game["event"], game["date"], game["round"]) == ("Cup", "2018-05-12", "1")


def test_only_reported_games_and_byes_are_read_as_rows() -> None:
    open_game = GAME.format("<Reported>false</Reported>")
    done = GAME.format("<Reported>true</Reported><TableNumber>3</TableNumber>")
    bye = "<doGame><Player1><Name>Cleo</Name></Player1><Reported>false</Reported></doGame>"
    known = "<Bye><Name>Cleo</Name></Bye>"
    other = "<Bye><Name>Dirk</Name><Meta>Bonn</Meta><Faction>Cryx</Faction></Bye>"
    rows = games(
        f"<doRound><RoundNumber>4</RoundNumber><Scenario>Pit</Scenario>"
        f"<Games>{open_game}{done}{bye}</Games>{known}</doRound>"
        f"<doRound><Games></Games>{other}</doRound>"
    )
    assert [(row["round"], row["table"], row["player1"], row["player2"]) for row in rows] == [
        ("4", "3", "Ana", "Bo"), ("4", "", "Cleo", ""), ("2", "", "Dirk", ""),
    ]  # fmt: skip
    assert [row["scenario"] for row in rows] == ["Pit", "Pit", ""]
    assert (rows[2]["club1"], rows[2]["faction1"]) == ("Bonn", "Cryx")
