"""The round: from the draw to its last result, with the one next step always at hand."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.ui.desk_client import DeskClient


class RoundPage(QWidget):
    """``open_table`` carries the number of the game whose table window is wanted."""

    open_table = Signal(int)
    standings_wanted = Signal()
    players_wanted = Signal()

    def __init__(self, client: DeskClient, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._client = client
