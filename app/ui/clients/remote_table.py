"""The window of one table in a process of its own. It gets its data from the table server on
another computer.
"""

import binascii
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from app.engine.language import say
from app.ui.clients.desk import DeskClient
from app.ui.table.layout_settings import TableWindowSettings
from app.ui.table.remote_organizer import RemoteOrganizer
from app.ui.table.window import TableWindow
from app.web.remote.address import Joined
from app.web.remote.desk import RemoteDesk


class RemoteTable(QObject):
    """A table's window that joins at once and follows its table from round to round. Call ``leave``
    at the end.

    ``folder`` holds presses that could not be delivered yet.
    """

    def __init__(
        self,
        joined: Joined,
        *,
        fingerprint: str = "",
        folder: Path | None = None,
        wishes: TableWindowSettings | None = None,
        remember: Callable[[TableWindowSettings], None] = lambda _: None,
    ) -> None:
        super().__init__()
        self._game = 0
        self.desk = RemoteDesk(joined, sha256(fingerprint), folder)
        self.client = DeskClient(self.desk, self, remote=self.desk)
        self.window = TableWindow(self.client, 0, wishes=wishes, remember=remember)
        self.window.setWindowTitle(say("Table {table}", table=joined.table))
        self.client.changed.connect(self._follow)
        self.organizer = RemoteOrganizer(self.desk, self.client, self.window, self)
        self.desk.start()

    def names(self) -> set[str]:
        """Return the players' names, which a fault report leaves out."""
        return {player.entry.name for player in self.client.state.players.values()}

    def leave(self) -> None:
        self.desk.stop()

    def _follow(self) -> None:
        game = next(iter(self.client.state.games), 0)
        if game != self._game:
            self._game = game
            self.window.play_game(game)


def sha256(fingerprint: str) -> bytes:
    """Return the bytes of a fingerprint such as "AB:CD:…"; empty for an empty fingerprint. Raises
    ValueError for any other text.
    """
    try:
        made = binascii.unhexlify(fingerprint.replace(":", "").strip())
    except binascii.Error as error:
        raise ValueError(
            say("The fingerprint is 64 digits and letters, as on the sheet.")
        ) from error
    if len(made) not in {0, 32}:
        raise ValueError(say("The fingerprint is 64 digits and letters, as on the sheet."))
    return made
