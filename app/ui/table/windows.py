"""The open table windows on this computer. Each belongs to its table. When the next round is
published, the window shows the game that is then played at the table.
"""

from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct

from app.ui.shell.preferences import AppPreferences

if TYPE_CHECKING:
    from app.engine.state import State
    from app.ui.clients.desk import DeskClient
    from app.ui.shell.message_bar import MessageBar
    from app.ui.table.plunger_keys import KeyBindings
    from app.ui.table.window import TableWindow


class OpenWindow(Struct):
    """A table's window, its table and the game that it shows."""

    window: "TableWindow"
    table: int
    game: int
    """The number of the game; 0 if nobody plays at the table."""


class TableWindows:
    """All table windows. ``bar`` is the main window's message bar, which shows a warning if a table
    does not receive its keys.
    """

    def __init__(self, laptop: AppPreferences, bar: "MessageBar") -> None:
        self._laptop, self._bar = laptop, bar
        self._keys: KeyBindings | None = None
        self._client: DeskClient | None = None
        self._opened: list[OpenWindow] = []
        self._round = 0  # the latest round that players know

    @property
    def open(self) -> dict[int, "TableWindow"]:
        """The open windows by game."""
        return {opened.game: opened.window for opened in self._opened if opened.game}

    def show(self, client: "DeskClient", game: int) -> None:
        """Show the table window of a game. If the window is already open, bring it to the front."""
        from app.ui.table.plunger_keys import KeyBindings

        if self._keys is None:
            self._keys = KeyBindings(self._windows, self._bar)
        self._listen(client)
        window = self.open.get(game) or self._made(client, game)
        window.show()
        window.raise_()
        for watched in (window, self._bar.window()):
            self._keys.watch(watched)

    def close_all(self) -> None:
        for opened in self._opened:
            opened.window.close()
            opened.window.deleteLater()
        self._opened.clear()

    def _windows(self) -> list["TableWindow"]:
        return [opened.window for opened in self._opened]

    def _listen(self, client: "DeskClient") -> None:
        from PySide6.QtCore import Qt

        if self._client is client:
            return
        self._client, self._round = client, _public_round(client.state)
        client.changed.connect(self._follow)
        if self._keys is not None:
            client.changed.connect(self._keys.check, Qt.ConnectionType.QueuedConnection)

    def _made(self, client: "DeskClient", game: int) -> "TableWindow":
        from app.ui.table.window import TableWindow

        playing = client.state.games.get(game)
        table = playing.table if playing else 0
        window = TableWindow(
            client,
            game,
            wishes=self._laptop.table_wishes(table),
            remember=partial(self._laptop.keep_table_wishes, table),
        )
        self._opened.append(OpenWindow(window, table, game))
        return window

    def _follow(self) -> None:
        """Show the games of a round that was just published or taken back, and any game that
        replaced a deleted one. A window that was opened for an earlier game stays unchanged.
        """
        if self._client is None:
            return
        state = self._client.state
        before, self._round = self._round, _public_round(state)
        for opened in self._opened:
            if self._round == before and (opened.game in state.games or not opened.game):
                continue
            game = _game_at(state, opened.table)
            if game != opened.game and game not in self.open:
                opened.game = game
                opened.window.play_game(game)


def _public_round(state: "State") -> int:
    from app.engine.rounds.match_ups import published_round

    latest = published_round(state)
    return latest.number if latest else 0


def _game_at(state: "State", table: int) -> int:
    """Return the number of the published game at a table; 0 for none."""
    from app.engine.rounds.match_ups import published_round

    latest = published_round(state)
    games = state.games_of(latest) if latest else ()
    return next((game.number for game in games if game.table == table), 0)
