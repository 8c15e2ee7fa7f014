"""What stands on the players' page, and players put on it."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, Entry
from app.engine.state import Status
from app.ui.pages.players.page import PlayersPage
from tests.events import Event

Key = Qt.Key


def names(page: PlayersPage) -> list[str]:
    return [row.player.entry.name for row in page.table.held.rows]


def players(qtbot: QtBot, page: PlayersPage, event: Event, count: int, here: int = 0) -> None:
    event.register(count, here=here) if here else event.do(
        AddPlayers(tuple(Entry(f"Player {n}", "Ravens") for n in range(1, count + 1)))
    )
    qtbot.waitUntil(lambda: len(names(page)) == count)
    qtbot.waitUntil(lambda: sum(row.player.plays for row in page.table.held.rows) == here)


def status(page: PlayersPage, number: int) -> Status:
    return next(row.status for row in page.table.held.every if row.number == number)
