from collections import Counter
from pathlib import Path

import pytest

from app.engine.acts.results import How
from app.engine.side import Pair, Side
from app.store.errors import StoreError
from app.store.tables.games import EventGames, GameLine, is_games, read_games
from app.store.tables.text import Row, read_text

DATA = Path(__file__).parents[2] / "data"

HEADER = "event,date,round,table,scenario,player1,player2,winner,cp1,cp2,ap1,ap2,condition"
GAME = "Cup,1 May,2,7,2. Standoff,Ana,Bo,2,1,5,20,75,Death Clock"


def games_of(line: str, header: str = HEADER) -> GameLine:
    ((game,),) = (event.games for event in read_games(f"{header}\n{line}"))
    return game


def real(name: str) -> list[EventGames]:
    return read_games(read_text(DATA / name), "unnamed")


def refusal(text: str) -> str:
    with pytest.raises(StoreError) as refused:
        read_games(text)
    return str(refused.value)


def test_the_ides_of_march_is_one_event_of_four_rounds_on_eleven_tables() -> None:
    (event,) = real("ides_of_march_2016_games.csv")

    assert event.name == "unnamed"
    assert Counter(game.round_number for game in event.games) == {1: 11, 2: 11, 3: 11, 4: 11}
    assert {game.table for game in event.games} == set(range(1, 12))
    assert Counter(game.how for game in event.games) == {How.ASSASSINATION: 34, How.UNRECORDED: 10}
    assert event.games[0] == GameLine(
        line=2,
        round_number=1,
        table=1,
        players=Pair("Player 012", "Player 005"),
        winner=Side.BLUE,
        how=How.ASSASSINATION,
        cp=Pair(1, 3),
        apd=Pair(48, 29),
        scenario="",
        clubs=Pair("", ""),
        factions=Pair("", ""),
        note="",
    )


def test_ten_events_of_2018_are_separated_and_keep_their_order() -> None:
    events = real("pgswiss_2018_games.csv")

    assert [(event.name, event.date, len(event.games)) for event in events] == [
        ("738413f5", "5/12/2018", 14),
        ("ca4e2424", "4/28/2018", 35),
        ("e8d08009", "4/21/2018", 8),
        ("62538175", "4/14/2018", 24),
        ("a8db0d00", "3/24/2018", 11),
        ("a2d3a9b8", "3/10/2018", 30),
        ("d358769b", "2/24/2018", 24),
        ("22e7e461", "2/10/2018", 9),
        ("faa5788d", "2/2/2018", 30),
        ("71ff018e", "12/3/2017", 40),
    ]


def test_every_condition_of_2018_is_understood() -> None:
    games = [game for event in real("pgswiss_2018_games.csv") for game in event.games]

    assert Counter(game.how for game in games) == {
        How.ASSASSINATION: 94,
        How.SCENARIO: 82,
        How.CLOCK_OUT: 42,
        How.CONCESSION: 4,
        How.CONTROL_POINTS: 1,
        How.ARMY_POINTS_DESTROYED: 2,
    }
    assert {game.winner for game in games} == {Side.RED}
    assert sum(bool(game.note) for game in games) == 3


def test_the_scenario_clubs_and_factions_of_a_game_are_kept() -> None:
    game = real("pgswiss_2018_games.csv")[0].games[0]

    assert game.scenario == "3. Spread the Net"
    assert game.clubs == Pair("Club 001", "Club 002")
    assert game.factions == Pair("Cygnar", "Khador")
    assert game.table is None


def test_a_game_is_read_with_its_line_number() -> None:
    game = games_of(GAME)

    assert (game.line, game.round_number, game.table) == (2, 2, 7)
    assert (game.winner, game.how, game.note) == (Side.BLUE, How.CLOCK_OUT, "")
    assert (game.cp, game.apd) == (Pair(1, 5), Pair(20, 75))


@pytest.mark.parametrize(
    ("said", "winner"), [("1", Side.RED), ("2", Side.BLUE), ("Ana", Side.RED), ("Bo", Side.BLUE)]
)
def test_a_winner_may_be_given_by_name_or_by_side(said: str, winner: Side) -> None:
    assert games_of(GAME.replace(",2,1,5,", f",{said},1,5,")).winner is winner


def test_a_player_named_1_is_not_the_first_side() -> None:
    assert games_of(GAME.replace("Bo,2", "1,1")).winner is Side.BLUE


@pytest.mark.parametrize("said", ["tie", "Draw", "Unentschieden", "½-½", "0,5:0,5"])
def test_a_tie_written_as_the_winner_is_read_as_a_tie(said: str) -> None:
    game = games_of(GAME.replace(",2,1,5,", f',"{said}",1,5,'))

    assert (game.winner, game.how, game.note) == (None, How.TIE, "")


@pytest.mark.parametrize("said", ["", "0", "NONE"])
def test_a_game_without_a_winner_is_a_tie_with_a_note(said: str) -> None:
    game = games_of(GAME.replace(",2,1,5,", f",{said},1,5,"))

    assert (game.winner, game.how) == (None, How.TIE)
    assert game.note == "No winner is written down: taken as a tie."


@pytest.mark.parametrize("said", ["n", "", "No"])
def test_a_missing_victory_condition_is_unrecorded(said: str) -> None:
    game = games_of(GAME.replace("Death Clock", said))
    assert (game.how, game.note) == (How.UNRECORDED, "")


@pytest.mark.parametrize("said", ["Dragon", "Tie"])
def test_an_unknown_victory_condition_is_noted(said: str) -> None:
    game = games_of(GAME.replace("Death Clock", said))
    assert game.how is How.UNRECORDED
    assert game.note == f"“{said}” is not a known way of winning, so none was entered."


@pytest.mark.parametrize(
    ("said", "how"),
    [
        ("Caster Kill", How.ASSASSINATION),
        ("casterkill", How.ASSASSINATION),
        ("Yes", How.ASSASSINATION),
        ("Deathclock", How.CLOCK_OUT),
        ("clock-out", How.CLOCK_OUT),
        ("Timed out", How.CLOCK_OUT),
        ("Disqualification", How.DISQUALIFICATION),
        ("DQ", How.DISQUALIFICATION),
        ("No show", How.NO_SHOW),
        ("no-show", How.NO_SHOW),
        ("conceded", How.CONCESSION),
        ("army_points_destroyed", How.ARMY_POINTS_DESTROYED),
        ("Tiebreaker", How.CONTROL_POINTS),
    ],
)
def test_ways_of_winning_are_understood_as_people_write_them(said: str, how: How) -> None:
    game = games_of(GAME.replace("Death Clock", said))
    assert game.how is how


def test_a_game_called_a_draw_is_a_tie_without_a_note() -> None:
    game = games_of(GAME.replace(",2,1,5,20,75,Death Clock", ",,1,5,20,75,Draw"))
    assert (game.winner, game.how, game.note) == (None, How.TIE, "")


def test_names_match_whatever_their_capitals() -> None:
    (event,) = read_games("\n".join([HEADER, GAME, "Cup,,3,1,,BO,Cy,bo,1,1,1,1,"]))
    again = event.games[1]
    assert again.players == Pair("Bo", "Cy")
    assert again.winner is Side.RED
    assert again.note == "BO is taken as Bo."
    assert games_of(GAME.replace("Bo,2", "Bo,ANA")).winner is Side.RED


@pytest.mark.parametrize("cells", ["Ana,", "Ana,BYE", "Ana,Bye", ",Ana", "bye,Ana", "Ana,- bye -"])
def test_a_row_with_one_player_is_a_bye(cells: str) -> None:
    text = f"{HEADER}\n{GAME}\nCup,1 May,2,,,{cells},,,,,,\nCup,1 May,2,,,Cy,,,,,,,"
    (event,) = read_games(text)
    assert [(bye.line, bye.round_number, bye.player) for bye in event.byes] == [
        (3, 2, "Ana"),
        (4, 2, "Cy"),
    ]
    assert len(event.games) == 1
    assert event.byes[0].cp is None


def test_a_bye_keeps_its_points_and_note_from_the_file() -> None:
    line = "Cup,,3,,Recon,ANA,BYE,1,3,0,25,0,"
    header = HEADER.replace("winner", "club1,faction1,winner")
    (event,) = read_games(f"{HEADER}\n{GAME}\n{line}")
    (bye,) = event.byes
    assert (bye.player, bye.scenario, bye.cp, bye.apd) == ("Ana", "Recon", 3, 25)
    assert bye.note == "ANA is taken as Ana."
    (other,) = read_games(f"{header}\nCup,,3,,,Ana,,North,Cryx,,,,,,")[0].byes
    assert (other.club, other.faction) == ("North", "Cryx")
    assert refusal(f"{HEADER}\nCup,,3,,,Ana,,,x,,,,").startswith("Line 2, column cp1:")


@pytest.mark.parametrize("heading", ["Player 1", "player_1", "PLAYER-1"])
def test_a_heading_may_be_written_with_blanks(heading: str) -> None:
    assert games_of(GAME, HEADER.replace("player1", heading)).players.red == "Ana"


def test_all_missing_columns_are_named_at_once() -> None:
    assert refusal("player 1,cp1,cp2\nAna,1,2") == (
        "These columns are missing: round; player2; winner or winner(1/2)."
    )


@pytest.mark.parametrize(
    ("points", "how"),
    [
        ("1,5,20,75", How.CONTROL_POINTS),
        ("5,5,20,75", How.ARMY_POINTS_DESTROYED),
        ("5,5,75,75", How.UNRECORDED),
        ("6,5,20,75", How.UNRECORDED),
        ("5,5,80,75", How.UNRECORDED),
    ],
)
def test_the_deciding_tiebreak_is_derived_from_the_points(points: str, how: How) -> None:
    game = games_of(GAME.replace("1,5,20,75,Death Clock", f"{points},Tie Breakers"))

    assert game.how is how
    assert game.note.startswith("Which tiebreak decided is not written down")


def test_rows_of_several_events_may_be_mixed() -> None:
    text = "\n".join([HEADER, GAME, GAME.replace("Cup", "Other"), GAME])

    assert [(event.name, len(event.games)) for event in read_games(text)] == [
        ("Cup", 2),
        ("Other", 1),
    ]


def test_headings_may_be_in_capitals() -> None:
    assert games_of(GAME, HEADER.upper()).cp == Pair(1, 5)


@pytest.mark.parametrize(
    ("column", "named"),
    [
        ("round", "round"),
        ("player1", "player1"),
        ("player2", "player2"),
        ("winner", "winner or winner(1/2)"),
        ("cp2", "cp2"),
        ("ap1", "ap_destroyed1 or ap1"),
    ],
)
def test_a_missing_column_is_named(column: str, named: str) -> None:
    text = f"{HEADER.replace(column, 'other', 1)}\n{GAME}"

    assert refusal(text) == f"The column {named} is missing."


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("May,2,", "May,two,", "column round: must be a whole number, 1 or more, not 'two'."),
        ("May,2,", "May,0,", "column round: must be a whole number, 1 or more, not '0'."),
        ("2,7,", "2,-7,", "column table: must be a whole number, 1 or more, not '-7'."),
        (",1,5,", ",1.5,5,", "column cp1: must be a whole number, 0 or more, not '1.5'."),
        (",20,", ",²,", "column AP1: must be a whole number, 0 or more, not '²'."),
        (",75,", f",{'9' * 12},", "column ap2: must be a whole number, 0 or more, not '9"),
        ("Bo", "Ana", "column player2: must be somebody other than the first player, not 'Ana'."),
        ("Bo", "ANA", "column player2: must be somebody other than the first player, not 'ANA'."),
        ("Ana,Bo", "bye,", "column player1: must be the name of a player, not 'bye'."),
        ("Bo,2", "Bo,3", "column winner: must be Ana, Bo, 1, 2 or empty, not '3'."),
    ],
)
def test_a_wrong_cell_is_named_with_its_line_and_column(old: str, new: str, said: str) -> None:
    text = f"{HEADER.replace('ap1', 'AP1')}\n\n{GAME}\n{GAME.replace(old, new, 1)}"

    assert refusal(text).startswith(f"Line 4, {said}")


def test_missing_points_are_taken_as_0_with_a_note() -> None:
    game = games_of("Cup,1 May,2,7,x,Ana,Bo,2,1")
    assert (game.cp, game.apd, game.how) == (Pair(1, 0), Pair(0, 0), How.UNRECORDED)
    assert game.note == "Points that are not written down are taken as 0."


def test_headings_without_games_are_reported() -> None:
    assert refusal(HEADER) == "There are no games under the headings."


def test_games_of_another_sport_are_refused_by_who_won() -> None:
    with pytest.raises(StoreError, match="column result: must be P005, P004, 1, 2 or empty"):
        real("cryodex_xwing_games.csv")


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_line_with_too_many_columns_is_not_split_into_cells(mark: str) -> None:
    """One of 7 MB took 192 MB of memory until it was refused."""
    with pytest.raises(StoreError, match="a line has more than 500 columns"):
        read_games(f"a{mark}" * 501)
    with pytest.raises(StoreError, match="missing"):
        read_games(f"a{mark}" * 500 + "\nb\n")


@pytest.mark.parametrize("players", ["Cy,", ",Cy"])
def test_a_line_without_a_round_uses_the_one_above_only_if_it_has_two_players(
    players: str,
) -> None:
    head = "round,player1,player2,winner,cp1,cp2,ap1,ap2,condition\n"
    first = "1,Ann,Bo,1,5,3,20,10,Scenario\n"
    (event,) = read_games(f"{head}{first},Cy,Di,1,5,3,20,10,Scenario\n", "Cup")
    assert [game.round_number for game in event.games] == [1, 1]
    with pytest.raises(StoreError, match="Line 3, column round"):
        read_games(f"{head}{first},{players},,,,,,\n", "Cup")


@pytest.mark.parametrize(("above", "is_found"), [(0, True), (9, True), (10, False)])
def test_headings_of_games_are_found_only_in_the_first_ten_rows(above: int, is_found: bool) -> None:
    lines = [("Spring Cup",)] * above + [("round", "player1", "player2"), ("1", "Ana", "Bo")]
    assert is_games([Row(*line) for line in enumerate(lines, start=1)]) is is_found


def test_a_player_column_without_an_opponent_column_is_refused() -> None:
    assert refusal("round,player,winner\n1,Ana,1") == (
        "These columns are missing: player1; player2."
    )


@pytest.mark.parametrize(
    ("said", "winner"),
    [("1-½", Side.RED), ("½-1", Side.BLUE), ("½-0", Side.RED), ("0-½", Side.BLUE)],
)
def test_half_a_point_beats_none_and_loses_to_one(said: str, winner: Side) -> None:
    assert games_of(GAME.replace(",2,1,5,", f",{said},1,5,")).winner is winner


def test_players_with_the_same_name_are_told_apart_by_their_numbers() -> None:
    head = "round,player1,id1,player2,id2,winner\n"
    (event,) = read_games(f"{head}1,Ana,#1,Bo,#3,#1\n1,ana,#2,Cy,,Cy\n2,Ana,#1,ana,#2,#2\n")
    assert [[*game.players] for game in event.games] == [
        ["Ana (1)", "Bo"],
        ["ana (2)", "Cy"],
        ["Ana (1)", "ana (2)"],
    ]
    assert [game.winner for game in event.games] == [Side.RED, Side.BLUE, Side.BLUE]


@pytest.mark.parametrize(
    ("cells", "cp", "note"),
    [
        ("5-3", Pair(5, 3), ""),
        ("", Pair(0, 0), "Points that are not written down are taken as 0."),
        ("5", Pair(0, 0), "“5” is not used: write the points as 5-3."),
    ],
)
def test_the_points_of_both_players_may_be_in_one_cell(
    cells: str, cp: Pair[int], note: str
) -> None:
    (event,) = read_games(f"round,player1,player2,winner,score,how\n1,Ana,Bo,1,{cells},Scenario")
    assert (event.games[0].cp, event.games[0].note) == (cp, note)
    (event,) = read_games("round,player1,player2,winner,how\n1,Ana,Bo,1,Scenario")
    assert event.games[0].note == ""


@pytest.mark.parametrize("line", ["1,Ana,Bo,1,not played", "1,Ana,Bo,pending,Scenario"])
def test_a_game_that_was_not_played_is_recognized_by_either_cell(line: str) -> None:
    said = "Line 2: this game was not played. Take the line out of the file."
    assert refusal(f"round,player1,player2,winner,how\n{line}") == said


def test_a_winner_may_be_named_with_the_family_name_first() -> None:
    (event,) = read_games("round,player1,player2,winner\n1,Ana Lind,Bo Reed,Reed Bo")
    assert event.games[0].winner is Side.BLUE
    assert event.games[0].note == "Reed Bo is taken as Bo Reed."
