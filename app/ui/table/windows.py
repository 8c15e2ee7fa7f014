"""The table windows that are open on this machine, one for each game."""

from functools import partial
from typing import TYPE_CHECKING

from app.ui.shell.preferences import AppPreferences

if TYPE_CHECKING:
    from app.ui.clients.desk import DeskClient
    from app.ui.shell.message_bar import MessageBar
    from app.ui.table.plunger_keys import PlungerKeys
    from app.ui.table.window import TableWindow


class TableWindows:
    """``bar`` is the main window's, where it is said that a table does not hear its keys."""

    def __init__(self, laptop: AppPreferences, bar: "MessageBar") -> None:
        self._laptop, self._bar = laptop, bar
        self._keys: PlungerKeys | None = None
        self.open: dict[int, TableWindow] = {}

    def show(self, client: "DeskClient", game: int) -> None:
        """The table window of a game; the one already open comes to the front."""
        from PySide6.QtCore import Qt

        from app.ui.table.plunger_keys import PlungerKeys
        from app.ui.table.window import TableWindow

        if self._keys is None:
            self._keys = PlungerKeys(self.open.values, self._bar)
        if not self.open:
            client.changed.connect(self._keys.check, Qt.ConnectionType.QueuedConnection)
        if game not in self.open:
            playing = client.state.games.get(game)
            table = playing.table if playing else 0
            self.open[game] = TableWindow(
                client,
                game,
                wishes=self._laptop.table_wishes(table),
                remember=partial(self._laptop.keep_table_wishes, table),
            )
        self.open[game].show()
        self.open[game].raise_()
        for window in (self.open[game], self._bar.window()):
            self._keys.watch(window)

    def close_all(self) -> None:
        for window in self.open.values():
            window.close()
            window.deleteLater()
        self.open.clear()
