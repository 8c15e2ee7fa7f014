"""The format builder, and lists chosen for a round."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.engine.acts.awards import GiveAward, OpenVote
from app.engine.acts.commands import Refused
from app.engine.acts.players import AddPlayers, CheckIn, EnterArmy
from app.engine.acts.setup import ChangeSettings
from app.engine.formats.keywords import put_in_force
from app.engine.formats.settings import Late, LevelMatch, PaintingCategory, Settings
from app.engine.frozen import replace
from app.engine.packet.ranking import RankingColumn
from app.engine.side import Side
from app.reports.settings_sheet import settings_page
from app.store.packets.files import packets
from app.ui.clients.desk import DeskClient
from app.ui.pages.awards.page import AwardsPage
from app.ui.pages.format.page import FormatPage
from app.ui.pages.round.played_lists_dialog import PlayedListsDialog
from app.ui.pages.standings.page import StandingsPage
from app.ui.printing.dialog import PrintDialog
from app.ui.table.sheets.before import ListSheet, StartSheet
from app.views.event.settings_words import settings_sheet
from tests.engine.players.two_lists import LISTS
from tests.events import Event, entries
from tests.ui.asked import when_asked
from tests.ui.letters import clear, letters
from tests.ui.open_pages import PageOf, settings_of
from tests.ui.tables import Table


def play_packet(event: Event, key: str) -> None:
    event.do(ChangeSettings(Settings("Open", key, 50, 1), packets()[key]))


def test_ticking_a_keyword_announces_it_at_once(
    qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    play_packet(event, "sr2014")
    page = page_of(FormatPage)
    page.groups.lines["x-lists"].box.click()
    qtbot.waitUntil(lambda: page.text.text() == "50-point Steamroller 2014: 2 Lists Required")
    number = page.groups.lines["x-lists"].number
    assert number is not None
    number.setValue(3)
    qtbot.waitUntil(lambda: "3 Lists Required" in page.text.text())
    page.groups.lines["x-lists"].box.click()
    qtbot.waitUntil(lambda: page.text.text() == "50-point Steamroller 2014")
    page.copy.click()
    assert QApplication.clipboard().text() == "50-point Steamroller 2014"


def test_a_clashing_keyword_stays_unticked_until_the_organizer_confirms(
    client: DeskClient, qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    page = page_of(FormatPage)
    page.groups.lines["finals-tables"].box.click()
    qtbot.waitUntil(lambda: settings_of(client).finals_tables)
    asked: list[tuple[object, Refused]] = []
    client.doubted.connect(lambda *told: asked.append(told))
    page.groups.lines["assassin"].box.click()
    qtbot.waitUntil(lambda: bool(asked))
    assert "Finals Tables with Assassin Scoring" in asked[0][1].sentence
    assert not page.groups.lines["assassin"].box.isChecked()
    command = asked[0][0]
    assert isinstance(command, ChangeSettings)
    client.ask(command, insist=True)
    qtbot.waitUntil(page.groups.lines["assassin"].box.isChecked)
    assert page.clash.isVisible()
    against = page.groups.lines["finals-tables"].against
    assert against is not None
    assert against.isVisible()


def test_ticking_rumble_switches_the_packet_and_unticking_switches_it_back(
    client: DeskClient, qtbot: QtBot, page_of: PageOf
) -> None:
    page = page_of(FormatPage)
    page.groups.lines["rumble"].box.click()
    qtbot.waitUntil(lambda: settings_of(client).packet == "sr2017-rumble")
    assert page.groups.lines["rumble"].box.isChecked()
    page.groups.lines["rumble"].box.click()
    qtbot.waitUntil(lambda: settings_of(client).packet == "sr2017")


def test_a_preset_announces_all_its_keywords_and_the_settings_sheet_can_be_printed(
    client: DeskClient,
    qtbot: QtBot,
    event: Event,
    page_of: PageOf,
) -> None:
    play_packet(event, "sr2012")
    page = page_of(FormatPage)
    offers = {offer.text(): offer for offer in page.findChildren(QPushButton)}
    offers["Limited Venue Hours"].click()
    qtbot.waitUntil(lambda: "3-Round Event, Control Point Scoring" in page.text.text())
    assert "At most 3 rounds" in settings_page(client.state)
    seen: list[tuple[str, int]] = []
    when_asked(PrintDialog, lambda dialog: seen.append((dialog.kind.key, dialog.preview.pages)))
    page.print.click()
    assert seen == [("settings", 1)]


def test_settings_changed_in_quick_succession_are_all_saved(
    client: DeskClient, qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    play_packet(event, "sr2014")
    page = page_of(FormatPage)
    own, lines = page.own, page.groups.lines
    own.public.click()
    own.by_seed.click()
    own.order.list.item(0).setCheckState(Qt.CheckState.Unchecked)
    own.order.list.item(1).setCheckState(Qt.CheckState.Unchecked)
    own.absences.setValue(5)
    lines["x-lists"].box.click()
    lines["finals-tables"].box.click()
    own.public.click()
    qtbot.waitUntil(lambda: settings_of(client).finals_tables)
    chosen = settings_of(client)
    qtbot.waitUntil(lambda: not settings_of(client).scenarios_public)
    assert not chosen.cut_by_seed
    assert chosen.absences == 5
    assert len(chosen.order) == len(packets()["sr2014"].standings) - 2
    assert [keyword.key for keyword in chosen.variants] == ["x-lists"]


def test_the_organizers_own_format_choices_are_saved(
    client: DeskClient, qtbot: QtBot, page_of: PageOf
) -> None:
    page = page_of(FormatPage)
    own = page.own
    own.scenarios.list.item(2).setCheckState(own.order.list.item(0).checkState())
    qtbot.waitUntil(lambda: settings_of(client).scenarios == (3,))
    own.in_order.click()
    qtbot.waitUntil(lambda: settings_of(client).in_order)
    own.scenarios.back.click()
    qtbot.waitUntil(
        lambda: settings_of(client).scenarios == () and not settings_of(client).in_order
    )
    own.order.list.setCurrentRow(1)
    own.order.down.click()
    qtbot.waitUntil(
        lambda: (
            settings_of(client).order[:3] == (RankingColumn.TP, RankingColumn.CP, RankingColumn.SOS)
        )
    )
    own.team_order.list.setCurrentRow(0)
    own.team_order.down.click()
    qtbot.waitUntil(lambda: settings_of(client).team_order[:1] == (RankingColumn.SOS,))
    own.by_seed.click()
    own.late.setCurrentIndex(1)
    own.late.activated.emit(1)
    qtbot.waitUntil(lambda: settings_of(client).late is Late.BYES)
    own.absences.setValue(0)
    qtbot.waitUntil(lambda: settings_of(client).absences == 0)
    assert not own.half.isEnabled()
    own.seats.setValue(2)
    qtbot.waitUntil(lambda: settings_of(client).team_seats == 2)
    own.level.setCurrentIndex(1)
    own.level.activated.emit(1)
    own.half.click()
    qtbot.waitUntil(lambda: settings_of(client).drawn_match_half)
    assert settings_of(client).level_match is LevelMatch.POINTS
    assert own.match_up.currentText() == "By seat"
    own.match_up.setCurrentIndex(own.match_up.findData("nominations"))
    own.match_up.activated.emit(0)
    qtbot.waitUntil(lambda: settings_of(client).match_up is not None)
    assert own.match_up.currentText() == "Nominations"
    assert own.match_up_about.text().startswith("The winner of a roll chooses")
    assert "announced well before the event" in own.painting_advice.text()
    own.painting.setCurrentIndex(own.painting.findData(PaintingCategory.ARMY))
    own.painting.activated.emit(0)
    qtbot.waitUntil(lambda: page.text.text().endswith(". Best Painted: best army"))
    own.substitutes.setValue(1)
    own.casters_differ.click()
    own.characters_differ.click()
    own.to_captains.click()
    qtbot.waitUntil(lambda: settings_of(client).lists_to_captains)
    assert settings_of(client).team_substitutes == 1
    assert settings_of(client).team_casters_differ
    assert settings_of(client).team_characters_differ
    own.seats.setValue(1)
    qtbot.waitUntil(lambda: settings_of(client).team_seats == 0)
    own.public.click()
    qtbot.waitUntil(lambda: settings_of(client).scenarios_public)


def test_the_settings_sheet_on_screen_matches_the_printed_one(
    client: DeskClient, qtbot: QtBot, page_of: PageOf
) -> None:
    page = page_of(FormatPage)
    page.own.scenarios.list.item(2).setCheckState(Qt.CheckState.Checked)
    qtbot.waitUntil(lambda: settings_of(client).scenarios == (3,))
    page.own.public.click()
    qtbot.waitUntil(lambda: settings_of(client).scenarios_public)
    packet, chosen = client.state.packet, settings_of(client)
    assert packet is not None

    def said() -> list[str]:
        cells = [page.sheet.itemAt(at).widget() for at in range(page.sheet.count())]
        parts = [label for cell in cells if cell for label in (cell, *cell.findChildren(QLabel))]
        return [part.text() for part in parts if isinstance(part, QLabel) and part.isVisible()]

    rows = settings_sheet(packet, chosen)
    wanted = [words for row in rows for words in (row.group, row.keyword, row.says) if words]
    qtbot.waitUntil(lambda: said() == wanted)
    assert f"{packet.scenarios[2].name}, by a roll." in said()


@pytest.mark.parametrize("kind", [AwardsPage, StandingsPage, FormatPage])
@pytest.mark.parametrize("votes", [False, True])
def test_access_keys_are_unique_and_do_not_clash_with_the_menus(
    event: Event,
    page_of: PageOf,
    kind: type[QWidget],
    votes: bool,
) -> None:
    event.do(AddPlayers(tuple(replace(entry, team="Reds") for entry in entries(2))))
    event.do(CheckIn((1, 2)))
    event.finish()
    event.do(GiveAward("Best Painted", 1))
    if votes:
        event.do(OpenVote("Best Painted"))
    page = page_of(kind)
    if isinstance(page, StandingsPage) and votes:
        page.by_place.show()
    assert letters(page)
    assert clear(page)


def test_players_choose_their_lists_at_the_table_before_the_clock(table: Table) -> None:
    state = table.client.state
    for number in (1, 2):
        table.do(EnterArmy(number, LISTS), insist=True)
    table.settle()
    assert state.settings is not None
    red, blue = table.client.state.games[1].players
    sheet = table.its(ListSheet, Side.RED)
    assert sheet.title.text() == "Red, Anna: which list do you play?"
    assert not sheet.back.isVisible()
    table.click(sheet.lists[2])
    assert table.client.state.rounds[0].lists == {red: 2}
    table.click(table.its(StartSheet, Side.RED).list_again)
    table.click(table.its(ListSheet, Side.RED).back)
    table.click(table.its(StartSheet, Side.RED).list_again)
    table.click(table.its(ListSheet, Side.RED).lists[1])
    assert table.client.state.rounds[0].lists == {red: 1}
    table.click(table.its(StartSheet, Side.RED).list_again)
    table.click(table.its(ListSheet, Side.RED).lists[2])
    table.click(table.its(ListSheet, Side.BLUE).lists[1])
    assert table.client.state.rounds[0].lists == {red: 2, blue: 1}
    assert not table.its(StartSheet, Side.RED).list_again.isVisible()


def test_the_organizer_records_the_lists_played_in_a_round_including_byes(
    event: Event, client: DeskClient, page_of: PageOf, qtbot: QtBot
) -> None:
    packet = packets()["sr2015"]
    chosen = put_in_force(
        packet, Settings("Open", "sr2015", 50, 1, rounds=2), "divide-and-conquer", 1
    )
    event.do(ChangeSettings(chosen, packet))
    event.register(3)
    for number in (1, 2, 3):
        event.do(EnterArmy(number, LISTS), insist=True)
    event.start()
    dialog = page_of(lambda client: PlayedListsDialog(client, 1))
    assert len(dialog.choices) == 3
    dialog.choices[1].setCurrentIndex(1)
    dialog.choices[1].activated.emit(1)
    qtbot.waitUntil(lambda: client.state.rounds[0].lists == {1: 2})


def test_a_disputed_win_condition_is_a_checkbox_in_the_packets_words(
    qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    event.do(ChangeSettings(Settings("Open", "sr2017", 75, 1), packets()["sr2017"]))
    page = page_of(FormatPage)
    assert not page.own.disputed.isVisible()
    play_packet(event, "sr2026")
    qtbot.waitUntil(page.own.disputed.isVisible)
    said = "A lead in victory points wins Payload, too; sources differ on that"
    assert page.own.disputed.text() == said
    assert page.own.disputed.isChecked()
    page.own.disputed.click()
    qtbot.waitUntil(lambda: not event.state.settings.disputed_wins)
    qtbot.waitUntil(lambda: not page.own.disputed.isChecked())
