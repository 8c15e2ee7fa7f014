"""The organizer records which list was played, while the event goes on around them."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, EnterArmy, Entry
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.ui.clients.desk import DeskClient
from app.ui.pages.round.played_lists_dialog import PlayedListsDialog
from app.ui.widgets.basics import NameLabel
from tests.events import Event
from tests.ui.open_pages import PageOf

LONG = "Maximiliane of Hohenschwanstein " * 5
LISTS = tuple(ArmyList((ArmyRow(name, Kind.CASTER, 6),), name=LONG) for name in ("Ann", "Bo"))


@pytest.fixture
def dialog(event: Event, page_of: PageOf) -> PlayedListsDialog:
    event.register(4)
    for number in range(1, 5):
        event.do(EnterArmy(number, LISTS), insist=True)
    event.start()
    return page_of(lambda client: PlayedListsDialog(client, 1))


def test_choosing_a_list_is_not_interrupted_by_changes_elsewhere(
    event: Event, client: DeskClient, dialog: PlayedListsDialog, qtbot: QtBot
) -> None:
    combo = dialog.choices[1]
    combo.showPopup()
    qtbot.keyClick(combo.view(), Qt.Key.Key_Down)
    qtbot.keyClick(combo.view(), Qt.Key.Key_Down)
    before = combo.view().currentIndex().row()
    event.do(AddPlayers((Entry("Late"),)))
    qtbot.waitUntil(lambda: len(client.state.players) == 5)
    assert combo.view().isVisible()
    assert combo.view().currentIndex().row() == before
    qtbot.keyClick(combo.view(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: client.state.rounds[0].lists == {1: before + 1})
    assert combo.currentIndex() == before


def test_long_list_names_leave_enough_room_for_player_names(dialog: PlayedListsDialog) -> None:
    assert dialog.width() <= 640
    names = [name for name in dialog.findChildren(NameLabel) if name.isVisible()]
    widest = max(combo.width() for combo in dialog.choices.values())
    assert all(name.width() >= widest - 8 for name in names)
