"""A bye that was declared and does not come about is said before the draw and after it."""

import pytest

from app.engine.acts.draw import EditPairings, SeatLate, SetPairing
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound
from app.engine.draw.wishes import bye_for
from app.engine.rounds.declared_byes import bye_doubt, byes_not_given
from tests.engine.event import Desk, registered
from tests.engine.rounds.cuts import FOUR, cut_of_eight
from tests.engine.team_cases import team_event


def declared(players: int, *numbers: int, round_number: int = 1) -> Desk:
    desk = registered(players)
    for number in numbers:
        desk.do(SetPairing(bye_for(number, round_number, "Lunch")), insist=True)
    return desk


@pytest.mark.parametrize(
    ("players", "numbers", "doubt"),
    [
        (8, (1,), "No bye in round 1 for Anna: the number of players is even."),
        (8, (1, 2), "No bye in round 1 for Anna and Ben: the number of players is even."),
        (7, (1,), ""),
        (7, (3, 1, 2), "One player has the bye in round 1: Cleo, not Anna and Ben."),
        (8, (), ""),
    ],
)
def test_a_bye_that_the_draw_will_not_give_is_reported_before_it(
    players: int, numbers: tuple[int, ...], doubt: str
) -> None:
    desk = declared(players, *numbers)
    assert bye_doubt(desk.state, 1) == doubt
    assert bye_doubt(desk.state, 2) == ""


def test_a_declared_bye_raises_no_doubt_for_absent_players_or_odd_numbers() -> None:
    desk = declared(8, 1)
    desk.do(CheckIn((2,), present=False))
    assert bye_doubt(desk.state, 1) == ""
    desk.do(CheckIn((2,)))
    desk.do(CheckIn((1,), present=False))
    assert bye_doubt(desk.state, 1) == ""


def test_the_cut_by_seed_gives_no_declared_bye() -> None:
    desk = cut_of_eight()
    desk.do(CheckIn((4, 5, 6, 7, 8), present=False))
    desk.do(SetPairing(bye_for(1, 2, "Lunch")))
    assert bye_doubt(desk.state, 2) == ""
    desk = cut_of_eight()
    desk.do(DrawRound(7), insist=True)
    desk.do(CheckIn((4,), present=False))
    desk.do(SetPairing(bye_for(1, 3, "Lunch")))
    assert (
        bye_doubt(desk.state, 3)
        == "The declared bye for Anna is not given: seeds decide who has the bye in the cut."
    )
    assert FOUR.cut_by_seed


def test_declaring_a_second_bye_for_the_same_round_is_questioned() -> None:
    desk = declared(7, 1)
    doubt = desk.doubted(SetPairing(bye_for(2, 1, "Lunch")))
    assert doubt.startswith("Anna and the bye are already set as a pair")


def test_a_round_that_lacks_a_declared_bye_is_reported() -> None:
    desk = declared(7, 1)
    desk.do(DrawRound(5))
    assert byes_not_given(desk.state, desk.state.rounds[0]) == ""
    pairs = [tuple(game.players) for game in desk.state.games_of(desk.state.rounds[0])]
    (red, blue), *others = pairs
    now = [(1, blue), *others]
    desk.do(EditPairings(tuple(now), (1, 2, 3), red), insist=True)
    assert (
        byes_not_given(desk.state, desk.state.rounds[0])
        == "The declared bye for Anna is not in round 1."
    )
    desk.do(CheckIn((1,), present=False), insist=True)
    assert byes_not_given(desk.state, desk.state.rounds[0]) == ""


def test_seating_a_late_player_in_place_of_a_declared_bye_is_questioned() -> None:
    desk = declared(7, 1)
    desk.do(DrawRound(5))
    desk.do(AddPlayers((Entry("Zoe"),)))
    assert desk.doubted(SeatLate(8)) == (
        "The bye was declared for Anna, who would play Zoe instead."
    )


def test_a_declared_bye_raises_no_doubt_in_a_team_event() -> None:
    desk = team_event((2, 2))
    desk.do(SetPairing(bye_for(1, 1, "Lunch")))
    assert bye_doubt(desk.state, 1) == ""
