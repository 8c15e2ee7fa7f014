"""The organizer follows the match-ups, types steps for captains and types one as a whole."""

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication, QStyleOptionComboBox
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.setup import ChangeSettings
from app.engine.acts.teams.match_up import ChooseInMatchUp, TypeMatchUp
from app.engine.frozen import replace
from app.engine.rounds.match_ups import match_ups
from app.engine.side import Pair, Side
from app.store.match_ups import procedures
from app.ui.clients.desk import DeskClient
from app.ui.pages.round.match_ups_dialog import MatchUpsDialog
from app.ui.pages.round.page import RoundPage
from tests.events import Event
from tests.team_events import team_entries
from tests.ui.cut_text import cut_texts
from tests.ui.open_pages import PageOf


def published(
    event: Event,
    key: str,
    teams: int = 4,
    seats: int = 3,
    entries: Callable[[int, int], tuple[Entry, ...]] = team_entries,
) -> None:
    settings, packet = event.state.settings, event.state.packet
    assert settings
    assert packet
    chosen = replace(settings, team_seats=seats, match_up=procedures().by_key[key])
    event.do(ChangeSettings(chosen, packet))
    event.do(AddPlayers(entries(teams, seats)))
    event.do(CheckIn(tuple(range(1, teams * seats + 1))))
    event.do(DrawRound(7), insist=True)
    event.do(PublishRound())


@pytest.fixture
def dialog(event: Event, page_of: PageOf) -> MatchUpsDialog:
    published(event, "champions")
    return page_of(MatchUpsDialog)


def test_the_desk_can_enter_match_up_steps_for_captains_and_take_them_back(
    event: Event, client: DeskClient, dialog: MatchUpsDialog, qtbot: QtBot
) -> None:
    assert dialog.list.count() == 2
    assert [card.confirm.isEnabled() for card in dialog.questions] == [False, False]
    assert not dialog.back.isEnabled()
    dialog.questions[0].options.setCurrentRow(1)
    dialog.questions[0].confirm.click()
    qtbot.waitUntil(lambda: len(dialog.questions) == 1)
    laid = match_ups(client.state)[0].progress.laid.red
    assert laid
    assert client.state.name(laid[0]) not in dialog.account.text()
    assert "Waits for " in dialog.stands.text()
    dialog.back.click()
    qtbot.waitUntil(lambda: len(dialog.questions) == 2)


def test_complete_match_ups_can_be_typed_and_their_mistakes_are_shown(
    client: DeskClient, dialog: MatchUpsDialog, qtbot: QtBot
) -> None:
    first = dialog.typed.choices[0].blue
    before = first.currentIndex()
    first.setCurrentIndex(1)
    dialog.typed.use.click()
    qtbot.waitUntil(dialog.fault.isVisible)
    assert dialog.fault.text().endswith(" is named twice.")
    dialog.typed.choices[1].blue.setCurrentIndex(before)
    dialog.typed.use.click()
    qtbot.waitUntil(lambda: match_ups(client.state)[0].is_complete)
    qtbot.waitUntil(lambda: not dialog.fault.isVisible())  # the answer may come after the change
    assert "Typed by the desk" in dialog.list.item(0).text()
    assert dialog.questions == []
    with qtbot.waitSignal(client.doubted):
        dialog.typed.use.click()
    dialog.list.setCurrentRow(1)
    assert len(dialog.questions) == 2


def test_a_step_offering_two_players_needs_both_before_it_can_be_confirmed(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    published(event, "nominations", seats=4)
    now = match_ups(event.state)[0]
    a = now.progress.winner or Side.RED
    event.do(ChooseInMatchUp(1, a, 0, (1,)))
    event.do(ChooseInMatchUp(1, a.other, 1, (now.progress.meeting.teams.of(a.other)[0],)))
    dialog = page_of(MatchUpsDialog)
    card = dialog.questions[0]
    card.options.item(0).setSelected(True)
    assert not card.confirm.isEnabled()
    card.options.item(2).setSelected(True)
    card.confirm.click()
    qtbot.waitUntil(lambda: "offered" in dialog.account.text())


def test_the_round_page_links_to_the_match_ups_until_they_are_complete(
    event: Event, client: DeskClient, page_of: PageOf, qtbot: QtBot
) -> None:
    published(event, "champions")
    page = page_of(RoundPage)
    assert page.header.match_ups.isVisible()
    assert "2 match-ups are not complete" in page.notice.text()
    for now in match_ups(event.state):
        event.do(TypeMatchUp(now.number, tuple(map(Pair, *now.progress.meeting.teams))))
    qtbot.waitUntil(lambda: "match-up" not in page.notice.text())
    event.do(StartRound())


def test_rounds_by_seat_have_no_match_ups(event: Event, page_of: PageOf) -> None:
    event.register(4)
    event.publish()
    assert not page_of(RoundPage).header.match_ups.isVisible()
    assert page_of(MatchUpsDialog).list.count() == 0


def long_entries(teams: int, seats: int) -> tuple[Entry, ...]:
    """Teams and players whose names differ at their ends only."""
    return tuple(
        replace(
            entry,
            name=f"Maximilian Alexander Friedrich Hohen {at:03d}",
            team=f"Königlich-Bayerischer Tabletop-Verein {at // seats}",
        )
        for at, entry in enumerate(team_entries(teams, seats))
    )


@pytest.mark.parametrize("width", [900, 1000, 1366])
def test_long_names_of_teams_and_players_are_not_cut_off(
    event: Event, page_of: PageOf, width: int
) -> None:
    published(event, "champions", entries=long_entries)
    dialog = page_of(MatchUpsDialog)
    dialog.resize(width, 640)
    QApplication.processEvents()
    assert cut_texts(dialog, names=False) == []
    for choice in dialog.typed.choices[0]:
        number = choice.currentText()[-3:]
        option = QStyleOptionComboBox()
        choice.initStyleOption(option)
        assert option.currentText.endswith(number)
