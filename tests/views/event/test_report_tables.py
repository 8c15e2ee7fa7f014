"""Results in the columns of those whom organizers report to."""

import pytest

from app.engine.acts.players import DisqualifyPlayer, EditPlayer, Entry
from app.engine.acts.results import How
from app.engine.acts.rounds import FinishRound
from app.engine.frozen import replace
from app.engine.side import Side
from app.engine.state import Stage, State
from app.store.tables.games import read_games
from app.views.event.report_tables import pgswiss_games, split_name, t3_results
from tests.engine.event import Desk, latest, under_way

OF_PGSWISS = (
    "event,date,round,scenario,player1,player2,faction1,faction2,meta1,meta2,winner(1/2),"
    "cp1,cp2,ap1,ap2,condition,length_turns"
)
"""The first line of games that PGSwiss\u2019s users published."""


def played() -> Desk:
    """Five players after a round: a win, a tie, a bye."""
    desk = under_way(5)
    desk.do(EditPlayer(1, Entry("Lind, Ana", "Ravens", "Dusk", nickname="ace")))
    desk.report(1, Side.BLUE, How.CLOCK_OUT, (5, 3), (20, 10))
    desk.report(2, None, How.TIE, (2, 2), (7, 7))
    desk.do(FinishRound())
    return desk


def test_the_t3_report_contains_the_tournament_and_every_placement() -> None:
    """What https://www.tabletoptournaments.net/t3_ntr_add.php asks for."""
    desk = played()
    lines = [line.split("\t") for line in t3_results(desk.state).splitlines()]
    assert [line[0] for line in lines[:4]] == ["Tournament", "Game system", "Place", "Date"]
    assert lines[1][1] == "Warmachine"
    assert lines[4] == [""]
    assert lines[5] == ["Placement", "First name", "Last name", "Nickname", "Origin", "Army"]
    assert len(lines) == 6 + 5
    assert ["Ana", "Lind", "ace", "Ravens", "Dusk"] in [line[1:] for line in lines]
    assert [int(line[0]) for line in lines[6:]] == sorted(int(line[0]) for line in lines[6:])


def test_a_disqualified_player_has_no_placement_in_the_t3_report() -> None:
    desk = played()
    desk.do(DisqualifyPlayer(2, "Dice"), insist=True)
    assert len(t3_results(desk.state).splitlines()) == 6 + 4


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Ana Lind", ("Ana", "Lind")),
        ("Lind, Ana", ("Ana", "Lind")),
        ("Ana Maria Lind", ("Ana Maria", "Lind")),
        ("Ana", ("Ana", "")),
        ("Ana,", ("Ana,", "")),
    ],
)
def test_a_name_is_split_into_first_and_last_name(name: str, parts: tuple[str, str]) -> None:
    assert split_name(name) == parts


def test_games_exported_for_pgswiss_can_be_read_back() -> None:
    desk = played()
    text = pgswiss_games(desk.state)
    assert text.splitlines()[0] == OF_PGSWISS
    assert '"Lind, Ana"' in text
    (event,) = read_games(text)
    won, tied = event.games
    assert (won.winner, won.how) == (Side.RED, How.CLOCK_OUT)
    assert tuple(won.cp) == (3, 5)
    assert tuple(won.apd) == (10, 20)
    assert won.scenario
    assert (tied.winner, tied.how) == (None, How.TIE)


def test_reports_of_an_empty_event_contain_only_headings() -> None:
    assert pgswiss_games(State()).splitlines() == [OF_PGSWISS]
    assert len(t3_results(State()).splitlines()) == 6


def test_pgswiss_dates_use_american_format_and_other_text_is_unchanged() -> None:
    state = played().state
    assert state.settings is not None
    dates = {"2026-05-09": "5/9/2026", "": "", "May": "May"}
    for date, words in dates.items():
        dated = replace(state, settings=replace(state.settings, date=date))
        assert pgswiss_games(dated).splitlines()[1].split(",")[1] == words


def test_a_game_without_a_result_is_left_out_of_the_pgswiss_report() -> None:
    desk = under_way(4)
    closed = replace(latest(desk), stage=Stage.FINISHED)
    assert pgswiss_games(replace(desk.state, rounds=(closed,))).splitlines() == [OF_PGSWISS]
