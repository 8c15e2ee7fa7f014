"""The format builder, the awards page, the day plan, and lists chosen for a round."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from app.engine.commands import (
    AddPlayers,
    CastBallot,
    ChangeSettings,
    CheckIn,
    CloseVote,
    DisqualifyPlayer,
    EnterArmy,
    GiveAward,
    OpenVote,
    Refused,
    ReportResult,
)
from app.engine.criteria import Criterion
from app.engine.day_plan import day_plan
from app.engine.results import Break, Entry, How, Late, Result, Settings
from app.engine.side import Pair, Side
from app.engine.table_commands import StartClock
from app.engine.variants import announce
from app.store.packet_files import packets
from app.ui.awards_page import AwardsPage
from app.ui.day_plan_card import cells, minute_of_day
from app.ui.desk_client import DeskClient
from app.ui.dialogs.break_tie_dialog import BreakTieDialog
from app.ui.dialogs.played_lists_dialog import PlayedListsDialog
from app.ui.event_page import EventPage
from app.ui.format_page import FormatPage
from app.ui.standings_page import StandingsPage
from app.ui.table.list_sheet import ListSheet
from app.ui.theme import DARK, LIGHT, Theme
from tests.engine.test_list_play import LISTS
from tests.events import Event, entries
from tests.ui.table import Table
from tests.ui.test_players_page import when_asked

W = TypeVar("W", bound=QWidget)


@pytest.fixture
def shown(event: Event, qtbot: QtBot) -> Callable[[Callable[[DeskClient], W]], W]:
    def make(kind: Callable[[DeskClient], W]) -> W:
        client = DeskClient(event.desk)
        page = kind(client)
        client.setParent(page)
        qtbot.addWidget(page)
        page.resize(1198, 690)
        page.show()
        acts = len(event.state.done)
        qtbot.waitUntil(
            lambda: client.state.settings is not None and len(client.state.done) == acts
        )
        return page

    return make


def play_packet(event: Event, key: str) -> None:
    event.do(ChangeSettings(Settings("Open", key, 50, 1), packets()[key]))


def settings(page: FormatPage | EventPage) -> Settings:
    found = page._client.state.settings
    assert found is not None
    return found


def test_a_tick_announces_a_keyword_at_once(
    qtbot: QtBot, event: Event, shown: Callable[[Callable[[DeskClient], FormatPage]], FormatPage]
) -> None:
    play_packet(event, "sr2014")
    page = shown(FormatPage)
    page.groups.lines["x-lists"].box.click()
    qtbot.waitUntil(lambda: page.text.text() == "50-point Steamroller 2014: 2 Lists Required")
    page.groups.lines["x-lists"].number.setValue(3)
    qtbot.waitUntil(lambda: "3 Lists Required" in page.text.text())
    page.groups.lines["x-lists"].box.click()
    qtbot.waitUntil(lambda: page.text.text() == "50-point Steamroller 2014")
    page.copy.click()
    assert QApplication.clipboard().text() == "50-point Steamroller 2014"


def test_a_clash_is_asked_about_and_the_tick_does_not_stand_until_the_organizer_insists(
    qtbot: QtBot, event: Event, shown: Callable[[Callable[[DeskClient], FormatPage]], FormatPage]
) -> None:
    page = shown(FormatPage)
    page.groups.lines["finals-tables"].box.click()
    qtbot.waitUntil(lambda: settings(page).finals_tables)
    asked: list[tuple[object, Refused]] = []
    page._client.doubted.connect(lambda *told: asked.append(told))
    page.groups.lines["assassin"].box.click()
    qtbot.waitUntil(lambda: bool(asked))
    assert "Finals Tables with Assassin Scoring" in asked[0][1].sentence
    assert not page.groups.lines["assassin"].box.isChecked()
    command = asked[0][0]
    assert isinstance(command, ChangeSettings)
    page._client.ask(command, insist=True)
    qtbot.waitUntil(page.groups.lines["assassin"].box.isChecked)
    assert page.clash.isVisible()
    assert page.groups.lines["finals-tables"].against.isVisible()


def test_rumble_swaps_the_packet_and_back(
    qtbot: QtBot, shown: Callable[[Callable[[DeskClient], FormatPage]], FormatPage]
) -> None:
    page = shown(FormatPage)
    page.groups.lines["rumble"].box.click()
    qtbot.waitUntil(lambda: settings(page).packet == "sr2017-rumble")
    assert page.groups.lines["rumble"].box.isChecked()
    page.groups.lines["rumble"].box.click()
    qtbot.waitUntil(lambda: settings(page).packet == "sr2017")


def test_a_preset_announces_all_its_keywords_and_the_sheet_is_printed(
    qtbot: QtBot,
    event: Event,
    tmp_path: Path,
    shown: Callable[[Callable[[DeskClient], FormatPage]], FormatPage],
) -> None:
    play_packet(event, "sr2012")
    page = shown(FormatPage)
    page._announce_preset("limited-venue-hours")
    qtbot.waitUntil(lambda: "3-Round Event, Control Point Scoring" in page.text.text())
    assert "At most 3 rounds" in page.html()
    page.save(tmp_path / "sheet.pdf")
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
    told: list[str] = []
    page._client.refused.connect(told.append)
    page.save(tmp_path / "none" / "sheet.pdf")
    assert told
    assert told[0].startswith("Not saved: ")


def test_the_organizer_s_own_choices_are_kept(
    qtbot: QtBot, shown: Callable[[Callable[[DeskClient], FormatPage]], FormatPage]
) -> None:
    page = shown(FormatPage)
    own = page.own
    own.scenarios.list.item(2).setCheckState(own.order.list.item(0).checkState())
    qtbot.waitUntil(lambda: settings(page).scenarios == (3,))
    own.in_order.click()
    qtbot.waitUntil(lambda: settings(page).in_order)
    own.scenarios.back.click()
    qtbot.waitUntil(lambda: settings(page).scenarios == () and not settings(page).in_order)
    own.order.list.setCurrentRow(1)
    own.order.down.click()
    qtbot.waitUntil(lambda: settings(page).order[:3] == (Criterion.TP, Criterion.CP, Criterion.SOS))
    own.team_order.list.setCurrentRow(0)
    own.team_order.down.click()
    qtbot.waitUntil(lambda: settings(page).team_order[:1] == (Criterion.SOS,))
    own.by_seed.click()
    own.late.setCurrentIndex(1)
    own.late.activated.emit(1)
    qtbot.waitUntil(lambda: settings(page).late is Late.BYES)
    own.absences.setValue(0)
    qtbot.waitUntil(lambda: settings(page).absences == 0)
    own.public.click()
    qtbot.waitUntil(lambda: settings(page).scenarios_public)


def test_the_day_plan_is_set_on_the_event_page(
    qtbot: QtBot, shown: Callable[[Callable[[DeskClient], EventPage]], EventPage]
) -> None:
    page = shown(EventPage)
    plan = page.plan
    plan.turnaround.setValue(20)
    qtbot.waitUntil(lambda: settings(page).turnaround == 20)
    plan.minutes.setValue(45)
    qtbot.waitUntil(lambda: settings(page).breaks == (Break(0, 45),))
    plan.after.setValue(2)
    qtbot.waitUntil(lambda: settings(page).breaks == (Break(2, 45),))
    plan.starts.setTime(plan.starts.time().addSecs(-1800))
    qtbot.waitUntil(lambda: settings(page).starts == 570)


def test_the_day_plan_moves_while_a_round_overruns(
    qtbot: QtBot, event: Event, shown: Callable[[Callable[[DeskClient], EventPage]], EventPage]
) -> None:
    event.register(4)
    event.start()
    page = shown(EventPage)
    event.move_by(150 * 60_000)
    page._refresh.timeout.emit()

    def words() -> list[str]:
        return [one.text() for one in page.plan.findChildren(QLabel) if one.isVisible()]

    qtbot.waitUntil(lambda: any(one.endswith("30 min over") for one in words()))
    page.hide()
    assert not page._refresh.isActive()


def test_awards_are_voted_on_in_secret_and_given(
    qtbot: QtBot, event: Event, shown: Callable[[Callable[[DeskClient], AwardsPage]], AwardsPage]
) -> None:
    event.register(4)
    event.finish()
    page = shown(AwardsPage)
    assert page.chosen == "Best Painted"
    side = page.side
    side.open_vote.click()
    qtbot.waitUntil(side.cast.isVisible)
    side.voter.setCurrentIndex(0)
    side.choice.setCurrentIndex(1)
    side.cast.click()
    qtbot.waitUntil(lambda: "1 of 4 players voted" in side.state.text())
    assert side.voter.currentIndex() == side.choice.currentIndex() == -1
    cast = event.state.votes["Best Painted"].cast
    for voter in {1, 2, 3, 4} - cast.keys():
        event.do(CastBallot("Best Painted", voter, *cast.values()))
    qtbot.waitUntil(lambda: not side.cast.isEnabled())
    side.close_vote.click()
    qtbot.waitUntil(lambda: "players’ vote" in side.state.text())
    side.who.setCurrentIndex(0)
    side.give.click()
    qtbot.waitUntil(lambda: "your choice" in side.state.text())
    side.take_back.click()
    qtbot.waitUntil(lambda: "players’ vote" in side.state.text())
    page.name.setText("Best beard")
    page.add.click()
    assert page.chosen == "Best beard"
    assert "vote: one ballot each" in side.state.text()
    page.choose("First place")
    assert side.title.text() == "Awards"
    page.copy.click()
    assert "Best beard: not given yet" in QApplication.clipboard().text()


def test_a_ballot_half_made_stays_whatever_the_tables_do(
    qtbot: QtBot, event: Event, shown: Callable[[Callable[[DeskClient], AwardsPage]], AwardsPage]
) -> None:
    event.register(4)
    event.start()
    event.do(OpenVote("Best Painted"))
    page = shown(AwardsPage)
    side = page.side
    side.voter.setCurrentIndex(1)
    side.choice.setCurrentIndex(2)
    event.do(StartClock(event.game(1).number, Side.RED))
    event.do(GiveAward("Best Sport", 3))
    qtbot.waitUntil(lambda: page._client.state.given == {"Best Sport": 3})
    assert (side.voter.currentIndex(), side.choice.currentIndex()) == (1, 2)
    event.do(CastBallot("Best Painted", 4, 4))
    qtbot.waitUntil(lambda: side.voter.currentIndex() == side.choice.currentIndex() == -1)


def test_an_award_that_nobody_has_is_not_called_decided(
    qtbot: QtBot, event: Event, shown: Callable[[Callable[[DeskClient], AwardsPage]], AwardsPage]
) -> None:
    event.register(4)
    event.finish()
    event.do(OpenVote("Best Painted"))
    event.do(CloseVote("Best Painted"), insist=True)
    event.do(GiveAward("Best Sport", 2))
    event.do(DisqualifyPlayer(2, "abuse"), insist=True)
    page = shown(AwardsPage)
    assert page.side.state.text().startswith("Nobody has a vote.")
    page.choose("Best Sport")
    assert "is disqualified" in page.side.state.text()
    page.side.who.setCurrentIndex(0)
    page.side.give.click()
    qtbot.waitUntil(lambda: page.side.state.text() == "Given by your choice.")


def test_an_award_has_one_row_whatever_its_capitals_and_a_place_stays_a_place(
    event: Event, shown: Callable[[Callable[[DeskClient], AwardsPage]], AwardsPage]
) -> None:
    event.do(AddPlayers((Entry("Anna", "", "Painted"), Entry("Ben"))))
    event.do(CheckIn((1, 2)))
    event.finish()
    page = shown(AwardsPage)
    for name, chosen in (("best  PAINTED", "Best Painted"), ("first place", "First place")):
        page.name.setText(name)
        page.add.click()
        assert page.chosen == chosen
    page.choose("Best Painted")
    assert page.side.open_vote.isVisible()
    named = [row.award.casefold() for row in page._rows]
    assert (named.count("first place"), page.side.title.text()) == (1, "Best Painted")


def mnemonics(page: QWidget) -> list[str]:
    """The letters that Alt chooses what can be seen by."""
    buttons = [one.text() for one in page.findChildren(QAbstractButton) if one.isVisible()]
    labels = [one.text() for one in page.findChildren(QLabel) if one.isVisible() and one.buddy()]
    bars = [one for one in page.findChildren(QTabBar) if one.isVisible()]
    tabs = [one.tabText(place) for one in bars for place in range(one.count())]
    keys = (QKeySequence.mnemonic(words).toString() for words in (*buttons, *labels, *tabs))
    return [key.removeprefix("Alt+") for key in keys if key]


@pytest.mark.parametrize("kind", [AwardsPage, StandingsPage, FormatPage])
@pytest.mark.parametrize("votes", [False, True])
def test_each_letter_chooses_one_thing_and_none_of_the_menus(
    event: Event,
    shown: Callable[[Callable[[DeskClient], QWidget]], QWidget],
    kind: type[QWidget],
    votes: bool,
) -> None:
    event.do(AddPlayers(tuple(replace(one, team="Reds") for one in entries(2))))
    event.do(CheckIn((1, 2)))
    event.finish()
    event.do(GiveAward("Best Painted", 1))
    if votes:
        event.do(OpenVote("Best Painted"))
    page = shown(kind)
    if isinstance(page, StandingsPage) and votes:
        page.by_place.show()
    letters = mnemonics(page)
    assert letters
    assert sorted({*letters}) == sorted(letters)
    assert not {*letters} & {*"FEVH"}


@pytest.mark.parametrize("kind", [AwardsPage, StandingsPage])
def test_a_page_that_nobody_looks_at_counts_nothing_until_it_is_seen_again(
    qtbot: QtBot,
    event: Event,
    shown: Callable[[Callable[[DeskClient], QWidget]], AwardsPage | StandingsPage],
    kind: type[AwardsPage | StandingsPage],
) -> None:
    event.register(4)
    page = shown(kind)
    page.hide()
    before = page._rows
    event.finish()
    qtbot.waitUntil(lambda: page._client.state.round_now == 1)
    qtbot.wait(20)
    assert page._rows is before
    page.show()
    assert page._rows != before


def test_the_tie_of_the_chosen_place_is_broken(
    event: Event, shown: Callable[[Callable[[DeskClient], AwardsPage]], AwardsPage]
) -> None:
    event.register(4)
    event.start()
    for table in (1, 2):
        result = Result(Side.RED, How.SCENARIO, Pair(5, 1), Pair(9, 9))
        event.do(ReportResult(event.game(table).number, result))
    page = shown(AwardsPage)
    asked: list[tuple[int, ...]] = []
    for award in ("First place", "Third place", "Best Painted"):
        page.choose(award)
        when_asked(BreakTieDialog, lambda one: (asked.append(one.numbers), one.cancel.click()))
        page.tie.click()
    losers = {event.game(table).players.blue for table in (1, 2)}
    assert [losers == {*one} for one in asked] == [False, True, False]


def test_a_level_vote_is_held_again_among_the_level(
    qtbot: QtBot, event: Event, shown: Callable[[Callable[[DeskClient], AwardsPage]], AwardsPage]
) -> None:
    event.register(2)
    event.finish()
    event.do(OpenVote("Best Sport"))
    for voter in (1, 2):
        event.do(CastBallot("Best Sport", voter, voter))
    event.do(GiveAward("Best Painted", 1))
    page = shown(AwardsPage)
    page.choose("Best Sport")
    page.side.close_vote.click()
    qtbot.waitUntil(lambda: "among the level" in page.side.open_vote.text())


def test_a_tie_is_broken_by_hand_with_a_reason(
    qtbot: QtBot,
    event: Event,
    shown: Callable[[Callable[[DeskClient], StandingsPage]], StandingsPage],
) -> None:
    event.do(AddPlayers(tuple(replace(one, team="Reds") for one in entries(2))))
    event.do(CheckIn((1, 2)))
    event.start()
    page = shown(StandingsPage)
    assert page._tabs.isTabVisible(1)
    page._tabs.setCurrentIndex(1)
    assert page.text("\t").startswith("Place\tShared\tTeam\tWins")
    assert not page.tie.isVisible()
    assert page.told.text() == "A team has what its players have scored together"
    page.copy.click()
    assert page.told.text() == "Copied 1 line: paste into a spreadsheet"
    page._tabs.setCurrentIndex(0)
    assert page.tie.isVisible()

    def answer(dialog: BreakTieDialog) -> None:
        assert not dialog.save.isEnabled()
        dialog.down.click()
        dialog.up.click()
        dialog.down.click()
        dialog.reason.setText("a die")
        dialog.save.click()

    when_asked(BreakTieDialog, answer)
    page.tie.click()
    qtbot.waitUntil(lambda: bool(page._client.state.ties))
    assert page._client.state.ties[0].reason == "a die"
    qtbot.waitUntil(lambda: not page.tie.isVisible())


def test_players_choose_their_lists_at_the_table_before_the_clock(table: Table) -> None:
    state = table.client.state
    for number in (1, 2):
        table.do(EnterArmy(number, LISTS), insist=True)
    table.settle()
    assert state.settings is not None
    red, blue = table.client.state.games[1].players
    sheet = table.its(ListSheet, Side.RED)
    table.click(sheet.lists[2])
    assert table.client.state.rounds[0].lists == {red: 2}
    table.click(table.its(ListSheet, Side.BLUE).lists[1])
    assert table.client.state.rounds[0].lists == {red: 2, blue: 1}


def test_the_organizer_records_lists_of_a_round_byes_included(qtbot: QtBot, event: Event) -> None:
    packet = packets()["sr2015"]
    chosen = announce(packet, Settings("Open", "sr2015", 50, 1, rounds=2), "divide-and-conquer", 1)
    event.do(ChangeSettings(chosen, packet))
    event.register(3)
    for number in (1, 2, 3):
        event.do(EnterArmy(number, LISTS), insist=True)
    event.start()
    client = DeskClient(event.desk)
    acts = len(event.state.done)
    qtbot.waitUntil(lambda: len(client.state.done) == acts)
    dialog = PlayedListsDialog(client, 1)
    client.setParent(dialog)
    qtbot.addWidget(dialog)
    dialog.show()
    assert len(dialog.choices) == 3
    dialog.choices[1].setCurrentIndex(1)
    dialog.choices[1].activated.emit(1)
    qtbot.waitUntil(lambda: client.state.rounds[0].lists == {1: 2})


def award_ink(page: AwardsPage) -> set[str]:
    items = (page.table.item(row, 0) for row in range(page.table.rowCount()))
    return {item.foreground().color().name() for item in items if item is not None}


@pytest.mark.parametrize("seen", [True, False])
def test_awards_wear_the_theme_that_is_chosen_after_they_were_listed(
    qtbot: QtBot,
    event: Event,
    dressed: Callable[[Theme], None],
    shown: Callable[[Callable[[DeskClient], AwardsPage]], AwardsPage],
    seen: bool,
) -> None:
    event.register(4)
    dressed(LIGHT)
    page = shown(AwardsPage)
    page.setVisible(seen)
    dressed(DARK)
    page.show()
    qtbot.waitUntil(lambda: award_ink(page) == {DARK.text})


def test_before_anybody_is_registered_awards_say_what_comes_first(
    shown: Callable[[Callable[[DeskClient], AwardsPage]], AwardsPage],
) -> None:
    page = shown(AwardsPage)
    assert "Add the players first" in page.side.state.text()
    assert not page.side.give.isEnabled()
    assert not page.side.open_vote.isEnabled()
    assert page.text().startswith("First place: nobody yet\n")


def test_a_plan_is_held_against_what_happened_only_once_something_has(
    shown: Callable[[Callable[[DeskClient], EventPage]], EventPage],
) -> None:
    page = shown(EventPage)
    (first, *_) = day_plan(page._client.state, minute_of_day)
    assert cells(first, begun=False) == ("1", "10:00–12:00", "–", "–", "10:00–12:00", "–")
    assert cells(first, begun=True)[-1] == "on time"
