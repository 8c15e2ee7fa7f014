"""The organizer records which list was played, while the event goes on around him."""

from collections.abc import Iterator
from pathlib import Path

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

LONG = "Maximiliane of Hohenschwanstein " * 5
LISTS = tuple(ArmyList((ArmyRow(name, Kind.CASTER, 6),), name=LONG) for name in ("Ann", "Bo"))


@pytest.fixture
def dialog(qtbot: QtBot, tmp_path: Path) -> Iterator[tuple[Event, PlayedListsDialog]]:
    event = Event(tmp_path / "event.flagfall")
    event.register(4)
    for number in range(1, 5):
        event.do(EnterArmy(number, LISTS), insist=True)
    event.start()
    client = DeskClient(event.desk)
    acts = len(event.state.done)
    qtbot.waitUntil(lambda: len(client.state.done) == acts)
    made = PlayedListsDialog(client, 1)
    client.setParent(made)
    qtbot.addWidget(made)
    made.show()
    yield event, made
    event.close()


def test_a_list_being_chosen_is_not_taken_away_by_what_happens_elsewhere(
    qtbot: QtBot, dialog: tuple[Event, PlayedListsDialog]
) -> None:
    event, made = dialog
    combo = made.choices[1]
    combo.showPopup()
    qtbot.keyClick(combo.view(), Qt.Key.Key_Down)
    qtbot.keyClick(combo.view(), Qt.Key.Key_Down)
    before = combo.view().currentIndex().row()
    event.do(AddPlayers((Entry("Late"),)))
    qtbot.waitUntil(lambda: len(made._client.state.players) == 5)
    assert combo.view().isVisible()
    assert combo.view().currentIndex().row() == before
    qtbot.keyClick(combo.view(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: made._client.state.rounds[0].lists == {1: before + 1})
    assert combo.currentIndex() == before


def test_long_lists_leave_the_names_their_room(dialog: tuple[Event, PlayedListsDialog]) -> None:
    _, made = dialog
    assert made.width() <= 640
    names = [one for one in made.findChildren(NameLabel) if one.isVisible()]
    widest = max(combo.width() for combo in made.choices.values())
    assert all(one.width() >= widest - 8 for one in names)
