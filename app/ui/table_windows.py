"""The table windows that are open on this machine, one for each game."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.ui.laptop import Laptop

if TYPE_CHECKING:
    from app.ui.desk_client import DeskClient


class TableWindows:
    def __init__(self, laptop: Laptop) -> None:
        self._laptop = laptop
        self.open: dict[int, QWidget] = {}

    def show(self, client: "DeskClient", game: int) -> None:
        """The table window of a game; the one already open comes to the front."""
        from app.ui.table_window import TableWindow

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

    def close_all(self) -> None:
        for window in self.open.values():
            window.close()
            window.deleteLater()
        self.open.clear()
