"""A game of no particular rules, set in the windows: for a new event and later in its format."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.engine.acts.setup import ChangeSettings
from app.engine.formats.own_game import Won, own_game
from app.engine.formats.settings import Settings
from app.engine.packet.packet import Heading, Packet
from app.engine.packet.ranking import RankingColumn
from app.store.packets.files import packets
from app.ui.clients.desk import DeskClient
from app.ui.pages.format.own_game_form import OwnGameForm
from app.ui.pages.format.page import FormatPage
from app.ui.shell.opening.new_event_dialog import NewEventDialog
from app.views.event.settings_words import changes_words
from tests.events import Event
from tests.ui.open_pages import PageOf

PACKETS = packets()


@pytest.fixture
def dialog(qtbot: QtBot, tmp_path: Path) -> NewEventDialog:
    dialog = NewEventDialog(PACKETS, tmp_path)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def choose_points(dialog: NewEventDialog) -> OwnGameForm:
    dialog.form.packet.setCurrentIndex(dialog.form.packet.findData("points"))
    return dialog.own


def choose(form: OwnGameForm, won: Won) -> None:
    form.won.setCurrentIndex(form.won.findData(won))
    form.won.activated.emit(form.won.currentIndex())


def test_a_new_event_asks_for_the_game_only_where_the_packet_leaves_it_open(
    dialog: NewEventDialog,
) -> None:
    assert not dialog.own.isVisible()
    own = choose_points(dialog)
    assert own.isVisible()
    assert not dialog.form.army.isVisible()
    assert not dialog.form.timing.isVisible()
    assert not dialog.form.lead.isVisible()
    dialog.form.packet.setCurrentIndex(dialog.form.packet.findData("sr2026"))
    assert not own.isVisible()
    assert dialog.form.army.isVisible()


def test_a_new_event_uses_the_game_entered_in_the_form(
    qtbot: QtBot, dialog: NewEventDialog
) -> None:
    own = choose_points(dialog)
    own.name.setText("Harbour Chess")
    own.minutes.setValue(25)
    own.entered.setCurrentIndex(own.entered.findData(False))
    choose(own, Won.LEAD)
    own.points.setValue(5)
    own.turns.setValue(8)
    for field, points in ((own.win, 3), (own.tie, 1), (own.loss, 0)):
        field.setValue(points)
    own.headings[RankingColumn.TP].setText("League")
    qtbot.mouseClick(dialog.create_event, Qt.MouseButton.LeftButton)
    answer = dialog.answer()
    assert (answer.settings.packet, answer.settings.size) == ("points", 0)
    assert answer.packet.timings[0].rows[0].clock == 25
    game = own_game(answer.packet)
    assert (game.name, game.won, game.points, game.turns) == ("Harbour Chess", Won.LEAD, 5, 8)
    assert (game.win, game.tie, game.loss) == (3, 1, 0)
    assert game.headings == (Heading(RankingColumn.TP, "League"),)


def test_an_impossible_game_keeps_the_dialog_open_and_shows_the_reason(
    qtbot: QtBot, dialog: NewEventDialog
) -> None:
    own = choose_points(dialog)
    choose(own, Won.FIRST)
    qtbot.mouseClick(dialog.create_event, Qt.MouseButton.LeftButton)
    assert dialog.isVisible()
    assert dialog.fault.text().startswith("Points that are entered at the end cannot end a game.")
    own.entered.setCurrentIndex(own.entered.findData(False))
    own.entered.activated.emit(own.entered.currentIndex())
    assert not dialog.fault.isVisible()
    qtbot.mouseClick(dialog.create_event, Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()


def test_only_wins_by_points_ask_for_a_number_and_agreements_have_no_turn_limit(
    dialog: NewEventDialog,
) -> None:
    own = choose_points(dialog)
    shown = {}
    for won in Won:
        choose(own, won)
        shown[won] = (own.points.isVisible(), own.turns.isVisible())
    assert shown == {
        Won.MORE: (False, True),
        Won.FIRST: (True, True),
        Won.LEAD: (True, True),
        Won.AGREEMENT: (False, False),
    }


def play_points(event: Event) -> None:
    event.do(ChangeSettings(Settings("Club night", "points", 0, 1), PACKETS["points"]))


def test_changing_the_game_on_the_format_page_is_described_in_the_history(
    qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    play_points(event)
    page = page_of(FormatPage)
    qtbot.waitUntil(page.game.isVisible)
    page.game.minutes.setValue(45)
    page.game.headings[RankingColumn.CP].setText("Score")
    page.game.headings[RankingColumn.CP].editingFinished.emit()

    def packet() -> Packet:
        found = event.state.packet
        assert found is not None
        return found

    qtbot.waitUntil(lambda: packet().heading(RankingColumn.CP) == "Score")
    assert packet().timings[0].rows[0].clock == 45
    settings = event.state.settings
    assert settings is not None
    assert changes_words(settings, PACKETS["points"], settings, packet()) == (
        "Minutes on each clock: 60 → 45",
        "Column names: as usual → Score",
    )


def test_after_a_refused_game_change_the_page_shows_the_unchanged_game(
    client: DeskClient, qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    play_points(event)
    page = page_of(FormatPage)
    qtbot.waitUntil(page.game.isVisible)
    with qtbot.waitSignal(client.refused) as refused:
        choose(page.game, Won.FIRST)
    assert refused.args[0].startswith("Points that are entered at the end cannot end a game.")
    assert page.game.own.won is Won.MORE


def test_the_format_page_of_a_game_without_armies_offers_no_army_settings(
    qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    play_points(event)
    page = page_of(FormatPage)
    qtbot.waitUntil(page.game.isVisible)
    own = page.own
    hidden = (own.scenarios, own.lists_hidden, own.casters_differ, own.to_captains)
    assert not any(part.isVisible() for part in hidden)
    ranked = {own.order.list.item(place).text() for place in range(own.order.list.count())}
    assert ranked >= {"Tournament points", "Points"}
    assert not ranked & {"Army points destroyed", "Assassination wins"}
