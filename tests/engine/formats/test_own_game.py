"""The game of no particular rules, as an organizer sets it."""

from typing import Any

import pytest

from app.engine.acts.commands import Refused
from app.engine.acts.setup import CreateEvent
from app.engine.formats.own_game import OwnGame, Won, adjust_packet, own_faults, own_game
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.packet.packet import Heading
from app.engine.packet.ranking import RankingColumn
from app.engine.packet.scenario import Win
from app.engine.state import State
from tests.engine.event import PACKETS, Desk

POINTS = PACKETS["points"]
USUAL = own_game(POINTS)


def own(**changes: Any) -> OwnGame:
    return replace(USUAL, **changes)


def test_the_settings_of_an_own_game_can_be_read_back() -> None:
    headings = (Heading(RankingColumn.TP, "League"), Heading(RankingColumn.CP, "Score"))
    chosen = OwnGame("Draughts", 25, 6, False, Won.FIRST, 12, 3, 1, 0, headings)
    assert own_game(adjust_packet(POINTS, chosen)) == chosen
    assert chosen.heading(RankingColumn.CP) == "Score"
    assert chosen.heading(RankingColumn.SOS) == ""
    assert adjust_packet(POINTS, chosen).heading(RankingColumn.TP) == "League"


@pytest.mark.parametrize(
    ("won", "points", "win"),
    [
        (Won.MORE, 0, Win(0, 0)),
        (Won.FIRST, 7, Win(7, 0)),
        (Won.LEAD, 3, Win(3, 3)),
        (Won.AGREEMENT, 0, Win(0, 0)),
    ],
)
def test_each_way_to_win_is_kept_in_the_packet(won: Won, points: int, win: Win) -> None:
    packet = adjust_packet(POINTS, own(won=won, points=points, points_at_end=False))
    assert packet.victory.win == win
    assert own_game(packet).won is won
    assert [*own_faults(packet)] == []


def test_points_of_a_way_to_win_that_is_no_longer_chosen_are_dropped() -> None:
    assert adjust_packet(POINTS, own(won=Won.MORE, points=7)).victory.win == Win(0, 0)


def test_a_bye_is_worth_a_win() -> None:
    assert adjust_packet(POINTS, own(win=3, tie=1)).points.bye == 3


def test_empty_headings_and_invisible_characters_are_left_out() -> None:
    blank = (Heading(RankingColumn.TP, " "), Heading(RankingColumn.CP, " Score\u200b "))
    packet = adjust_packet(POINTS, own(name=" Go\u200b ", headings=blank))
    assert (packet.name, packet.headings) == ("Go", (Heading(RankingColumn.CP, "Score"),))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"name": " "}, "Give the game a name of at most 40 letters."),
        ({"name": "x" * 41}, "Give the game a name of at most 40 letters."),
        ({"minutes": 0}, "Each clock needs 1 minute or more."),
        ({"loss": -1}, "Turns and tournament points cannot be negative."),
        (
            {"won": Won.AGREEMENT, "turns": 3},
            "Players who agree who has won end the game themselves: set no last turn.",
        ),
        (
            {"won": Won.LEAD, "points": 1},
            "A winning lead is 2 points or more. For a lead of 1, choose “More points when it is"
            " over”.",
        ),
        (
            {"won": Won.FIRST, "points": 5, "points_at_end": True},
            "Points that are entered at the end cannot end a game. Enter them each turn, or"
            " choose “More points when it is over”.",
        ),
        (
            {"headings": (Heading(RankingColumn.TP, "x" * 21),)},
            "The name of a column can have at most 20 letters.",
        ),
        (
            {"headings": (Heading(RankingColumn.TP, "{cp}"),)},
            "The name of a column cannot contain braces, a backslash or an ampersand.",
        ),
    ],
)
def test_an_event_of_an_impossible_game_is_refused(changes: dict[str, Any], said: str) -> None:
    packet = adjust_packet(POINTS, own(**changes))
    reply = Desk().ask(CreateEvent(Settings("Club night", "points", 0, 1), packet), 0)
    assert isinstance(reply, Refused)
    assert (reply.sentence, reply.insistable) == (said, False)


def test_an_event_with_a_column_name_of_twenty_letters_is_accepted() -> None:
    packet = adjust_packet(POINTS, own(headings=(Heading(RankingColumn.TP, "x" * 20),)))
    Desk().do(CreateEvent(Settings("Club night", "points", 0, 1), packet), 0)


def test_an_event_without_army_sizes_accepts_only_size_0() -> None:
    reply = Desk().ask(CreateEvent(Settings("Club night", "points", 75, 1), POINTS), 0)
    assert isinstance(reply, Refused)
    assert reply.sentence == "Deathclock and points has no army sizes."
    desk = Desk()
    desk.do(CreateEvent(Settings("Club night", "points", 0, 1), POINTS), 0)
    assert desk.state != State()


def test_a_game_name_has_at_most_40_letters_and_a_column_name_20() -> None:
    def faults(name: int, heading: int) -> int:
        headings = (Heading(RankingColumn.TP, "x" * heading),)
        return len([*own_faults(adjust_packet(POINTS, own(name="x" * name, headings=headings)))])

    assert (faults(40, 20), faults(41, 20), faults(40, 21)) == (0, 1, 1)
