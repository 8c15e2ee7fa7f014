"""A table's window joined over a real socket, as `flagfall table --join` opens it."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.engine.acts.chess_clock import HoldTime, PressLever
from app.engine.acts.commands import Refused
from app.engine.acts.players import ChooseList, EnterArmy
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import FinishRound
from app.engine.acts.setup import ChangeSettings
from app.engine.acts.table import PauseClock, Rule, StartClock, Tap
from app.engine.acts.undo import Undo
from app.engine.formats.keywords import put_in_force
from app.engine.frozen import replace
from app.engine.side import Pair, Side
from app.store.packets.files import packets
from app.ui.clients.remote_table import RemoteTable, sha256
from app.ui.table.sheets.before import ListSheet, StartSheet
from app.views.table.clock_presses import last_switch
from app.views.table.table import TableCondition, table_view
from app.web.remote.desk import AWAY, Joined
from app.web.remote.state import PLAYED_OUT
from tests.engine.players.two_lists import LISTS
from tests.real_time import RealTimeline
from tests.ui.remote import address
from tests.web.venue import Venue

RED, BLUE = Side.RED, Side.BLUE


def tap(qtbot: QtBot, elsewhere: RemoteTable, side: Side) -> None:
    qtbot.mouseClick(elsewhere.window.halves[side], Qt.MouseButton.LeftButton)


def step(venue: Venue) -> int:
    return venue.game(2).play.step


def test_a_remote_window_plays_the_table_its_code_names(
    qtbot: QtBot, venue: Venue, elsewhere: RemoteTable
) -> None:
    view = elsewhere.window.view
    assert view is not None
    assert view.table == 2
    assert view.names == venue.game(2).players.map(venue.state.name)
    venue.do(StartClock(venue.game(2).number, RED))
    qtbot.waitUntil(lambda: bool(elsewhere.window.view and elsewhere.window.view.clock))
    tap(qtbot, elsewhere, RED)
    qtbot.waitUntil(lambda: step(venue) == 1)
    tap(qtbot, elsewhere, RED)
    qtbot.waitUntil(lambda: "Only Blue taps" in elsewhere.window.halves[RED].message)
    venue.do(PauseClock(venue.game(2).number, "Lunch"))
    qtbot.waitUntil(
        lambda: bool(
            elsewhere.window.view and elsewhere.window.view.condition is TableCondition.PAUSED
        )
    )


def test_a_remote_table_keeps_playing_offline_and_sends_its_presses_later(
    qtbot: QtBot, venue: Venue, elsewhere: RemoteTable
) -> None:
    venue.do(StartClock(venue.game(2).number, RED))
    qtbot.waitUntil(lambda: bool(elsewhere.window.view and elsewhere.window.view.clock))
    tap(qtbot, elsewhere, RED)  # whoever has pressed here is believed after the restart
    qtbot.waitUntil(lambda: step(venue) == 1)
    assert venue.server is not None
    venue.server.stop().result(60)
    qtbot.waitUntil(lambda: elsewhere.client.away == AWAY)
    tap(qtbot, elsewhere, BLUE)
    qtbot.waitUntil(lambda: bool(elsewhere.window.view and elsewhere.window.view.play.step == 2))
    here = elsewhere.client.state.games[venue.game(2).number].play.clock
    assert here is not None
    # As told by a ping that was slow; and two programs may differ by a moment.
    qtbot.waitUntil(lambda: venue.desk.timeline.now_ms() > here.since_ms + 100)
    venue.restart(RealTimeline())
    qtbot.waitUntil(lambda: step(venue) == 2)
    clock = venue.game(2).play.clock
    assert clock is not None
    now_ms = venue.desk.timeline.now_ms()  # it may have counted up to its last beat
    assert [clock.used(side, now_ms) for side in Side] == [here.used(side, now_ms) for side in Side]
    assert venue.game(2).play.pause is None
    qtbot.waitUntil(lambda: elsewhere.client.away == "")


def test_a_remote_window_follows_its_table_into_the_next_round(
    qtbot: QtBot, venue: Venue, elsewhere: RemoteTable
) -> None:
    first = venue.game(2).number
    for number in range(1, 5):
        venue.report(number)
    venue.do(FinishRound())
    venue.publish()
    qtbot.waitUntil(lambda: bool(elsewhere.window.view and elsewhere.window.view.game != first))
    view = elsewhere.window.view
    assert view is not None
    assert (view.table, view.secret) == (2, True)


def test_a_remote_table_is_refused_acts_reserved_for_the_organizer(
    qtbot: QtBot, venue: Venue, elsewhere: RemoteTable
) -> None:
    said: list[object] = []
    number = venue.game(2).number
    elsewhere.client.ask(Rule(number, RED, How.ASSASSINATION, "mine"), then=said.append)
    qtbot.waitUntil(lambda: bool(said))
    assert "organizer" in str(said[0])
    assert venue.game(2).play.ending is None


def test_an_invalid_table_code_is_reported_as_no_longer_valid(qtbot: QtBot, venue: Venue) -> None:
    made = RemoteTable(Joined.from_url(address(venue, 2)[:-3] + "xyz"))
    qtbot.addWidget(made.window)
    made.window.show()
    qtbot.waitUntil(lambda: "no longer valid" in made.client.away)
    made.leave()


@pytest.mark.parametrize("url", ["", "table=1", "http://host", "http://host/#table=x&secret=y"])
def test_an_invalid_table_address_is_refused_with_an_explanation(url: str) -> None:
    with pytest.raises(ValueError, match="address"):
        Joined.from_url(url)


def test_a_fingerprint_is_read_in_the_form_printed_on_the_sheet() -> None:
    assert sha256("") == b""
    assert sha256("AB:" * 31 + "CD") == b"\xab" * 31 + b"\xcd"
    with pytest.raises(ValueError, match="fingerprint"):
        sha256("AB:CD")


def test_players_choose_their_lists_in_a_remote_window(
    qtbot: QtBot, venue: Venue, elsewhere: RemoteTable
) -> None:
    for number in venue.game(2).players:
        venue.do(EnterArmy(number, LISTS), insist=True)
    sheets = elsewhere.window.sheets
    for side, chosen in ((RED, 2), (BLUE, 1)):
        qtbot.waitUntil(lambda side=side: isinstance(sheets.sheet(side), ListSheet))
        sheet = sheets.sheet(side)
        assert isinstance(sheet, ListSheet)
        assert set(sheet.lists) == {1, 2}
        qtbot.mouseClick(sheet.lists[chosen], Qt.MouseButton.LeftButton)
    red, blue = venue.game(2).players
    qtbot.waitUntil(lambda: venue.state.rounds[0].lists == {red: 2, blue: 1})
    qtbot.waitUntil(lambda: bool(elsewhere.window.view and elsewhere.window.view.lists.red.shown))
    view = elsewhere.window.view
    assert view is not None
    here = table_view(venue.state, venue.game(2)).lists
    assert [army_list.shown for army_list in view.lists] == [one.shown for one in here]
    start = sheets.sheet(RED)
    assert isinstance(start, StartSheet)
    assert here.red.shown in start.message.accessibleName()


def test_a_remote_window_shows_army_points_if_only_one_players_list_is_known(
    qtbot: QtBot, venue: Venue, elsewhere: RemoteTable
) -> None:
    for number in venue.game(2).players:
        venue.do(EnterArmy(number, LISTS), insist=True)
    red, game = venue.game(2).players.red, venue.game(2).number
    venue.do(ChooseList(1, red, 2), insist=True)
    venue.do(StartClock(game, RED), insist=True)
    for side in (RED, BLUE, RED, BLUE):
        venue.do(Tap(game, side))
    qtbot.waitUntil(lambda: bool(elsewhere.window.view and elsewhere.window.view.armies.red))
    assert elsewhere.window.view is not None
    assert elsewhere.window.view.armies == table_view(venue.state, venue.game(2)).armies


def test_a_remote_window_disables_a_list_that_was_played_often_enough(
    qtbot: QtBot, venue: Venue, elsewhere: RemoteTable
) -> None:
    state = venue.state
    assert state.settings is not None
    assert state.packet is not None
    while venue.state.rounds:  # an event stays with its packet once a round is published
        venue.do(Undo(), insist=True)
    packet = packets()["sr2015"]
    chosen = replace(state.settings, packet="sr2015", size=50, rounds=2)
    venue.do(
        ChangeSettings(put_in_force(packet, chosen, "divide-and-conquer", 1), packet), insist=True
    )
    venue.start()
    for number in state.players:
        venue.do(EnterArmy(number, LISTS), insist=True)
        venue.do(ChooseList(1, number, 1), insist=True)
    won = Result(RED, How.SCENARIO, Pair(5, 0), Pair(20, 30))
    for place in range(1, 5):
        venue.do(ReportResult(venue.game(place).number, won))
    venue.do(FinishRound())
    venue.start()
    sheets = elsewhere.window.sheets
    qtbot.waitUntil(lambda: isinstance(sheets.sheet(RED), ListSheet))
    sheet = sheets.sheet(RED)
    assert isinstance(sheet, ListSheet)
    assert [army_list.isEnabled() for army_list in sheet.lists.values()] == [False, True]
    assert "played often enough" in sheet.message.accessibleName()
    (game,) = elsewhere.client.state.games.values()
    reply = elsewhere.desk.submit(ChooseList(2, game.players.red, 1, at_table=True)).result(60)
    assert reply == Refused(PLAYED_OUT)


def test_players_at_a_remote_table_reinterpret_their_last_clock_switch_and_revert_it(
    qtbot: QtBot, venue: Venue, elsewhere: RemoteTable
) -> None:
    game = venue.game(2).number
    venue.do(HoldTime(game, by_clock=True))
    venue.do(StartClock(game, RED))
    for side in (RED, BLUE, RED, BLUE, RED):
        venue.do(PressLever(game, side))
    button = elsewhere.window.strip.interrupt
    for shown, interrupt in (("was an interrupt", True), ("ended the turn", False)):
        qtbot.waitUntil(lambda shown=shown: button.text().endswith(f"No, it {shown}"))
        assert button.isVisible()
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(
            lambda interrupt=interrupt: (
                getattr(last_switch(venue.game(2)), "interrupt", None) is interrupt
            )
        )
    assert venue.game(2).play.step == 5
