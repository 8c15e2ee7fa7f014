"""Rows of the history about players' phones, and what their acts are called after "Undo"."""

import pytest

from app.engine.acts.events import Event, Record
from app.engine.acts.phones import (
    AskToDrop,
    CheckInByPhone,
    ListsSent,
    OpenToPhones,
    ReportedByPhone,
    SignedUp,
    SignUpsSettled,
)
from app.engine.acts.players import Entry
from app.engine.acts.results import How, Result
from app.engine.armies.army_list import ArmyList
from app.engine.side import Pair, Side
from app.engine.state import State
from app.views.history.rows import describe, table_of, who
from app.views.history.words import act_words
from tests.engine.event import Desk, under_way

WON = Result(Side.RED, How.SCENARIO, Pair(5, 1), Pair(20, 10))


@pytest.fixture(scope="module")
def desk() -> Desk:
    return under_way(2)


def row(event: Event, actor: str = "Player") -> Record:
    return Record(50, 50, 1, "phone", actor, event)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (OpenToPhones(True, True, True), "Open to phones: sign-up, check-in and results"),
        (OpenToPhones(results=False), "Open to phones: nothing but lists"),
        (SignedUp(1, Entry("Cy", "Ravens"), ()), "Signed up by phone: Cy, Ravens"),
        (SignUpsSettled((1,), (2,)), "Sign-up accepted: Ben"),
        (SignUpsSettled((1,), ()), "1 sign-up declined"),
        (SignUpsSettled((1, 2), ()), "2 sign-ups declined"),
        (CheckInByPhone(1), "Anna checked in by phone"),
        (ListsSent(1, (ArmyList(),)), "Anna sent 1 list"),
        (ListsSent(2, (ArmyList(), ArmyList())), "Ben sent 2 lists"),
        (AskToDrop(1), "Anna asks to drop"),
        (AskToDrop(1, wanted=False), "Anna stays: the request to drop was withdrawn"),
    ],
)
def test_the_history_describes_each_act_by_phone_and_who_did_it(
    desk: Desk, event: Event, words: str
) -> None:
    assert describe(row(event), desk.state) == words


def test_a_phone_report_names_its_table_result_and_sender(desk: Desk) -> None:
    game = desk.game()
    red = desk.state.name(game.players.red)
    report = row(ReportedByPhone(game.number, Side.RED, WON), Side.RED.actor)
    assert describe(report, desk.state).startswith(f"Table 1: {red} reported by phone: {red} wins")
    assert table_of(report, desk.state) == 1
    assert who(report, desk.state) == f"{red} (Red)"
    gone = describe(row(ReportedByPhone(99, Side.RED, WON)), State())
    assert gone.startswith("A table no longer there: Red reported by phone")


def test_undo_names_the_organizers_acts_about_phones() -> None:
    assert act_words(State(), OpenToPhones(True)) == "what phones may do"
    assert act_words(State(), SignUpsSettled((1, 2), ())) == "declining 2 sign-ups"
