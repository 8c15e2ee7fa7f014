"""Requests from phones at the desk: the strip on its pages and the dialog that answers them."""

import pytest
from pytestqt.qtbot import QtBot

from app.engine.acts.phones import AskToDrop, OpenToPhones, ReportByPhone, SignUp
from app.engine.acts.players import Entry
from app.engine.acts.results import How, Result
from app.engine.side import Pair, Side
from app.engine.state import Status
from app.engine.table.verdict import final_result
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.phone_requests import PhoneRequestsDialog
from app.ui.pages.check_in.page import CheckInPage
from app.ui.pages.players.page import PlayersPage
from app.ui.pages.round.page import RoundPage
from app.ui.widgets.theme import current_theme
from tests.events import Event
from tests.ui.asked import when_asked
from tests.ui.ghosts import shown_buttons
from tests.ui.open_pages import PageOf, insist_on_everything

RED_WON = Result(Side.RED, How.SCENARIO, Pair(5, 1), Pair(20, 10))
BLUE_WON = Result(Side.BLUE, How.ASSASSINATION, Pair(1, 2), Pair(10, 30))


@pytest.fixture
def asked(event: Event) -> Event:
    """Two sign-ups, a player who wants to drop, and a game reported in two ways."""
    event.register(8)
    event.start()
    event.do(OpenToPhones(sign_up=True))
    event.do(SignUp(Entry("Zoe Adler", "Ravens", "Cryx")))
    event.do(SignUp(Entry("Yan")))
    game = event.game(2)
    event.do(AskToDrop(event.game(1).players.red))
    event.do(ReportByPhone(game.number, game.players.red, RED_WON))
    event.do(ReportByPhone(game.number, game.players.blue, BLUE_WON))
    return event


@pytest.fixture
def reported(event: Event) -> Event:
    """A round of two games; one player has reported the first."""
    event.register(4)
    event.start()
    game = event.game(1)
    event.do(ReportByPhone(game.number, game.players.red, RED_WON))
    return event


def shown(dialog: PhoneRequestsDialog) -> set[str]:
    """The answers that can be pressed."""
    below = {button.text() for button in (dialog.accept_all, dialog.close_button)}
    return set(shown_buttons(dialog)) - below


@pytest.mark.parametrize("kind", [PlayersPage, CheckInPage, RoundPage])
def test_the_pages_say_what_waits_and_open_the_answers(
    kind: type[PlayersPage], asked: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    page = page_of(kind)
    assert page.phones.isVisible()
    assert page.phones.words.text() == (
        "From phones: 2 sign-ups · 1 wants to drop · reports differ at table 2"
    )
    seen: list[int] = []
    when_asked(PhoneRequestsDialog, lambda dialog: seen.append(len(dialog.buttons)))
    page.phones.answer.click()
    assert seen == [8]


def test_a_report_that_waits_is_no_fault_until_the_opponent_contradicts_it(
    reported: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    strip = page_of(RoundPage).phones
    assert strip.words.text() == "From phones: result waiting for confirmation at table 1"
    assert strip.waits.isVisible()
    ink = strip.words.palette().color(strip.words.foregroundRole()).name()
    assert ink == current_theme().text
    game = reported.game(1)
    reported.do(ReportByPhone(game.number, game.players.blue, BLUE_WON))
    qtbot.waitUntil(lambda: strip.words.text() == "From phones: reports differ at table 1")
    ink = strip.words.palette().color(strip.words.foregroundRole()).name()
    assert ink == current_theme().danger
    assert not strip.waits.isVisible()


def test_nothing_is_shown_while_nothing_waits(event: Event, page_of: PageOf) -> None:
    event.register(4)
    assert page_of(PlayersPage).phones.isHidden()


def test_each_request_is_answered_by_one_press(
    asked: Event, page_of: PageOf, client: DeskClient, qtbot: QtBot
) -> None:
    dialog = page_of(PhoneRequestsDialog)
    questions: list[str] = []
    client.doubted.connect(lambda _command, doubt, _then: questions.append(doubt.sentence))
    insist_on_everything(client)
    names = asked.game(2).players.map(asked.state.name)
    leaving = asked.game(1).players.red
    dialog.buttons[f"Rule for {names.blue}: table 2"].click()
    qtbot.waitUntil(lambda: len(dialog.buttons) == 6)
    assert final_result(asked.game(2)) == BLUE_WON
    dialog.buttons[f"Drop: {asked.state.name(leaving)}"].click()
    qtbot.waitUntil(lambda: len(dialog.buttons) == 4)
    assert asked.state.players[leaving].status is Status.DROPPED
    (question,) = questions
    assert question.endswith("What becomes of that game?")
    dialog.buttons["Decline: Yan"].click()
    qtbot.waitUntil(lambda: len(dialog.buttons) == 2)
    dialog.buttons["Accept: Zoe Adler"].click()
    qtbot.waitUntil(lambda: not dialog.buttons)
    assert asked.state.players[9].entry.name == "Zoe Adler"
    assert not dialog.accept_all.isVisible()


def test_all_sign_ups_are_accepted_at_once_and_a_wish_to_drop_is_declined(
    asked: Event, page_of: PageOf, client: DeskClient, qtbot: QtBot
) -> None:
    dialog = page_of(PhoneRequestsDialog)
    dialog.accept_all.click()
    qtbot.waitUntil(lambda: len(client.state.players) == 10)
    leaving = asked.game(1).players.red
    dialog.buttons[f"Decline: {asked.state.name(leaving)}"].click()
    qtbot.waitUntil(lambda: not client.state.players[leaving].asks_to_drop)
    assert client.state.players[leaving].plays
    asked.do(SignUp(Entry("Xia")))
    qtbot.waitUntil(lambda: "Accept: Xia" in dialog.buttons)


def test_an_answer_that_comes_too_late_says_why(
    asked: Event, page_of: PageOf, client: DeskClient, qtbot: QtBot
) -> None:
    dialog = page_of(PhoneRequestsDialog)
    late = dialog.buttons["Accept: Yan"]
    dialog.accept_all.click()
    late.click()
    qtbot.waitUntil(dialog.notice.isVisible)
    assert "settled already" in dialog.notice.text()


def test_a_report_that_nobody_confirms_is_entered_by_one_press(
    reported: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    dialog = page_of(PhoneRequestsDialog)
    dialog.buttons["Enter this result: table 1"].click()
    qtbot.waitUntil(lambda: not dialog.buttons)
    assert final_result(reported.game(1)) == RED_WON


def test_an_answered_report_leaves_no_button_that_would_overturn_it(
    asked: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    dialog = page_of(PhoneRequestsDialog)
    names = asked.game(2).players.map(asked.state.name)
    rulings = {f"Rule for {name}: table 2" for name in names}
    assert rulings < shown(dialog)
    dialog.buttons[f"Rule for {names.blue}: table 2"].click()
    qtbot.waitUntil(lambda: len(dialog.buttons) == 6)
    qtbot.waitUntil(lambda: shown(dialog) == set(dialog.buttons))
    assert not rulings & shown(dialog)


def test_forty_sign_ups_can_come_while_the_dialog_is_open(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.do(OpenToPhones(sign_up=True))
    dialog = page_of(PhoneRequestsDialog)
    for number in range(1, 41):
        event.do(SignUp(Entry(f"Player {number}")))
        qtbot.waitUntil(lambda number=number: f"Accept: Player {number}" in shown(dialog))
        assert shown(dialog) == set(dialog.buttons)
    assert len(shown_buttons(dialog)) == 2 * 40 + 2


def test_reports_that_wait_are_among_all_that_is_accepted(
    reported: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    reported.do(OpenToPhones(sign_up=True))
    reported.do(SignUp(Entry("Zoe Adler")))
    dialog = page_of(PhoneRequestsDialog)
    assert dialog.accept_all.text() == "&Accept all 2"
    dialog.accept_all.click()
    qtbot.waitUntil(lambda: not dialog.buttons)
    assert final_result(reported.game(1)) == RED_WON
    assert reported.state.players[5].entry.name == "Zoe Adler"
