"""The standings: who leads, by what, and how to take the list elsewhere."""

from PySide6.QtWidgets import QWidget

from app.ui.desk_client import DeskClient


class StandingsPage(QWidget):
    def __init__(self, client: DeskClient, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._client = client
