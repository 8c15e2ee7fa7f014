"""What cannot be done as things stand is refused in a sentence that says why."""

import pytest

from app.engine.acts.awards import BreakTie, GiveAward, OpenVote
from app.engine.acts.commands import Command, NoticeGap
from app.engine.acts.draw import TakeOut
from app.engine.acts.phones import CheckInByPhone
from app.engine.acts.players import AddPlayers, Entry
from app.engine.acts.rounds import CallDiceDown, PublishRound, StartRound
from app.engine.acts.setup import ShiftTimes
from app.engine.acts.stations.aside import SettleActs
from app.engine.acts.table import Claim, CountGap, MakeClaim, SetTime, StartClock, TakeBackTurn, Tap
from app.engine.armies.army_list import ArmyList, lists_fault
from app.engine.armies.parse.sheets import text_fault
from app.engine.decide import MOST_CHARACTERS, refuse_long_texts
from app.engine.frozen import replace
from app.engine.side import Side
from tests.engine.event import MINUTE, registered, settings, under_way

LATEST_MS = 4_102_444_800_000
RED, BLUE = Side.RED, Side.BLUE
NOW = 1_800_000_000_000
STRETCH = "Choose a stretch of the event in which the times were wrong."
NO_DATE = "No event takes place on that date. Check the date and the year."


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (GiveAward(" ", 1), "An award needs a name."),
        (OpenVote("\t"), "An award needs a name."),
        (OpenVote("Best"), "The vote on Best is already open. Close it first."),
        (BreakTie((1, 2), " "), "Say how the tie was broken."),
        (BreakTie((), "dice"), "These players are not tied: there is no tie to break."),
        (PublishRound(), "There is no new draw to publish. Draw the round first."),
        (StartRound(), "There is no round to start. Draw and publish it first."),
        (CheckInByPhone(1), "You are already checked in."),
        (CheckInByPhone(99), "You are no longer in this event. Ask the organizer."),
        (CheckInByPhone(5), "Check-in by phone is not open. Go to the check-in desk."),
        (TakeOut(5), "Eva Reed is not in round 1."),
        (ShiftTimes(0), "The event’s times are already right."),
        (ShiftTimes(1, -1), STRETCH),
        (ShiftTimes(1, 5, 4), STRETCH),
        (ShiftTimes(1, NOW + 1), STRETCH),
        (ShiftTimes(1, 0, NOW + 1), STRETCH),
        (ShiftTimes(LATEST_MS - NOW + 1), NO_DATE),
        (ShiftTimes(-NOW - 1), NO_DATE),
        (SettleActs(0), "No change is waiting to be read."),
        (SettleActs(1), "No change is waiting to be read."),
        (CountGap(1), "There is no gap to rule on at this table."),
    ],
)
def test_impossible_commands_in_a_round_are_refused_with_a_reason(
    command: Command, sentence: str
) -> None:
    desk = under_way(4)
    desk.do(AddPlayers((Entry("Eva Reed", "", ""),)))
    desk.do(OpenVote("Best"))
    desk.do(StartClock(1, RED), NOW)
    assert desk.refused(command, NOW) == sentence


@pytest.mark.parametrize(
    "command",
    [
        ShiftTimes(1, NOW),
        ShiftTimes(1, 5, 5),
        ShiftTimes(1, 0, NOW),
        ShiftTimes(LATEST_MS - NOW),
        ShiftTimes(-NOW),
    ],
)
def test_times_may_be_shifted_to_the_first_and_last_possible_date(command: ShiftTimes) -> None:
    desk = registered(2)
    assert desk.do(command, NOW) == (command,)


def test_an_award_is_not_given_twice_to_the_same_player() -> None:
    desk = registered(3)
    desk.do(GiveAward("Best", 1))
    assert desk.refused(GiveAward("Best", 1)).startswith("Nothing changes: that player already has")


def test_a_gap_of_unknown_length_is_not_counted() -> None:
    desk = under_way(4)
    desk.do(StartClock(1, RED), 0)
    desk.do(NoticeGap(MINUTE, MINUTE, known=False), MINUTE)
    assert desk.refused(CountGap(1), 2 * MINUTE) == (
        "It is not known how long the gap was. Adjust the times instead."
    )


def test_setting_a_clock_to_the_time_it_shows_is_refused() -> None:
    desk = under_way(4)
    desk.do(StartClock(1, RED), 0)
    said = "Red’s clock already shows that time."
    assert desk.refused(SetTime(1, RED, 59 * MINUTE, "sand"), MINUTE) == said
    desk.do(SetTime(1, RED, 59 * MINUTE + 1, "sand"), MINUTE)


def test_taking_back_a_turn_warns_about_an_open_question() -> None:
    desk = under_way(4)
    desk.do(StartClock(1, RED), 0)
    desk.do(Tap(1, RED), MINUTE)
    desk.do(MakeClaim(1, BLUE, Claim.CASTER, BLUE), 2 * MINUTE)
    back = TakeBackTurn(1, MINUTE)
    said = desk.doubted(back, 3 * MINUTE)
    assert said == "A question to the players is open and would be dropped."


@pytest.mark.parametrize(
    ("timing", "doubt"),
    [
        ("deathclock", "This round has no dice down: the clocks end it."),
        ("classic", "The round has 100 minutes to go."),
    ],
)
def test_dice_are_put_down_before_their_time_only_if_the_organizer_insists(
    timing: str, doubt: str
) -> None:
    desk = under_way(4, replace(settings(), timing=timing))
    assert desk.doubted(CallDiceDown()) == doubt
    assert desk.refused(CallDiceDown()) == "Dice are already down."


@pytest.mark.parametrize(
    ("army_list", "fault"),
    [
        (ArmyList((), points=0, tier=0), ""),
        (ArmyList((), points=999, tier=9), ""),
        (ArmyList((), points=1_000), "A list has 0 to 999 points."),
        (ArmyList((), points=-1), "A list has 0 to 999 points."),
        (ArmyList((), tier=10), "A tier is 0 to 9."),
        (ArmyList((), tier=-1), "A tier is 0 to 9."),
    ],
)
def test_impossible_points_and_tiers_of_a_list_are_refused(army_list: ArmyList, fault: str) -> None:
    assert lists_fault([army_list]) == fault
    assert lists_fault([ArmyList(()), army_list]) == fault


def test_a_player_has_eight_lists_at_most() -> None:
    assert lists_fault([ArmyList(())] * 8) == ""
    assert lists_fault([ArmyList(())] * 9) == "A player has at most 8 lists."


def test_a_text_of_more_than_50000_letters_is_not_a_list() -> None:
    assert text_fault("x" * 50_000) == ""
    assert text_fault("x" * 50_001) == (
        "That is not a list: it has more than 50,000 characters. Nothing was imported."
    )
    assert text_fault(" \n") == "There is no text to import lists from. Copy a list first."


def test_texts_of_more_than_20000_letters_are_refused() -> None:
    assert MOST_CHARACTERS == 20_000
    assert refuse_long_texts(GiveAward("x" * 20_000, 1)) is None
    refused = refuse_long_texts(AddPlayers((Entry("Ana", "x" * 20_001, ""),)))
    assert refused is not None
    assert refused.sentence == "A text here has 20,001 characters. Use at most 20,000."
