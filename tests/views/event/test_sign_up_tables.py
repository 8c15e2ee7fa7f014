"""Results in the columns of the sign-up site."""

from app.engine.acts.players import DisqualifyPlayer, EditPlayer, Entry
from app.engine.acts.results import How
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound
from app.engine.acts.setup import CreateEvent
from app.engine.evolve import fold
from app.engine.frozen import replace
from app.engine.side import Side
from app.engine.state import State
from app.store.packets.files import packets
from app.views.event.sign_up_tables import site_round, site_standings
from tests.engine.event import Desk, settings, under_way

ANNA = Entry("Anna\tStone", "Ravens", "Dusk", "", "House Kallyss", "ace", "4711")
HEADINGS = [
    *("Place", "Name", "#id", "Nickname", "Faction", "Army", "W", "L", "D", "TP", "SoS"),
    *("CP", "APD"),
]


def played() -> Desk:
    """Five players after a round: a win, a tie, a bye."""
    desk = under_way(5)
    desk.do(EditPlayer(1, ANNA))
    desk.report(1, Side.RED, How.SCENARIO, (5, 3), (20, 10))
    desk.report(2, None, How.TIE, (2, 2), (7, 7))
    return desk


def cells(table: str) -> list[list[str]]:
    return [line.split("\t") for line in table.splitlines()]


def test_the_exported_standings_have_the_sign_up_sites_columns() -> None:
    desk = played()
    desk.do(FinishRound())
    head, *rows = cells(site_standings(desk.state))
    assert head == HEADINGS
    assert all(len(row) == len(HEADINGS) for row in rows)
    anna = next(row for row in rows if row[1] == "Anna Stone")
    assert anna[2:6] == ["#4711", "ace", "Dusk", "House Kallyss"]
    records = sorted("".join(row[6:9]) for row in rows)
    assert records == ["001", "001", "010", "100", "100"]
    assert rows[0][0] == "1"


def test_a_disqualified_player_has_no_place() -> None:
    desk = played()
    desk.do(DisqualifyPlayer(2, "Dice"), insist=True)
    desk.do(FinishRound())
    assert cells(site_standings(desk.state))[-1][:2] == ["DQ", "Ben"]


def test_the_exported_round_lists_games_by_table_and_then_byes() -> None:
    desk = played()
    head, first, second, bye = cells(site_round(desk.state, 1))
    assert head == [
        *("Round", "Table", "Player 1", "#id 1", "Player 2", "#id 2", "Winner"),
        *("CP 1", "CP 2", "APD 1", "APD 2"),
    ]
    assert first[:2] == ["1", "1"]
    assert first[6:] == [first[2], "5", "3", "20", "10"]
    assert second[6:] == ["Draw", "2", "2", "7", "7"]
    assert (bye[1], bye[4], bye[6]) == ("", "Bye", bye[2])
    assert bye[7] != ""
    numbers = {row[at]: row[at + 1] for row in (first, second, bye) for at in (2, 4)}
    assert numbers["Anna Stone"] == "#4711"


def test_unfinished_games_have_no_result_and_unpublished_draws_are_not_exported() -> None:
    desk = under_way(4)
    desk.report(1, Side.BLUE, How.SCENARIO, (1, 6), (9, 30))
    _, first, second = cells(site_round(desk.state, 1))
    assert first[6:] == [first[4], "1", "6", "9", "30"]
    assert second[6:] == [""] * 5
    desk.report(2, Side.RED)
    desk.do(FinishRound())
    desk.do(DrawRound(7, 4))
    assert site_round(desk.state, 2) == ""
    desk.do(PublishRound())
    assert len(cells(site_round(desk.state, 2))) == 3


def test_point_columns_use_the_packets_names() -> None:
    desk = Desk()
    desk.do(CreateEvent(replace(settings(), packet="sr2026"), packets()["sr2026"]))
    assert cells(site_standings(desk.state)) == [[*HEADINGS[:11], "VP", "APD"]]
    assert cells(site_standings(State())) == [HEADINGS]


def test_players_missing_from_a_damaged_file_have_no_name() -> None:
    desk = played()
    state = fold(desk.records)
    others = {number: player for number, player in state.players.items() if number != 1}
    rows = cells(site_round(replace(state, players=others), 1))
    assert ["", ""] in [row[at : at + 2] for row in rows for at in (2, 4)]
