"""The offer of a seat to a player who arrives after the round was drawn. The page *Now* makes the
same offer.
"""

from collections.abc import Collection

from PySide6.QtWidgets import QFrame

from app.ui.clients.desk import DeskClient
from app.ui.pages.now.need_row import NeedRow
from app.ui.widgets.layout import column_of
from app.ui.widgets.theme import Space
from app.views.round.needs import Choice, Need, find_unseated


class SeatOffer(QFrame):
    """A row for the first player without a seat, with a button that gives them one."""

    def __init__(self, client: DeskClient) -> None:
        super().__init__()
        self.setObjectName("needs")
        self.setProperty("role", "card")
        self._client = client
        self._seats = column_of(on=self, gap=Space.NONE)
        self.row: NeedRow | None = None
        self.hide()

    def show_unseated(self, come: Collection[int] = ()) -> None:
        """Offer a seat to a player who is here without a seat. ``come`` are players who are here
        but have not been checked in.
        """
        need = next(find_unseated(self._client.state, come), None)
        if self.row is not None and (need is None or need.key != self.row.need.key):
            self._seats.removeWidget(self.row)
            self.row.hide()
            self.row.deleteLater()
            self.row = None
        if need is not None:
            if self.row is None:
                self.row = NeedRow(need, self._settle, lambda _need: None)
                self._seats.addWidget(self.row)
            self.row.show_need(need, self._client.now_ms(), self._client.here, first=True)
        self.setVisible(need is not None)

    def _settle(self, _need: Need, choice: Choice | None) -> None:
        for command in choice.commands if choice is not None else ():
            self._client.ask(command, insist=choice is not None and choice.insist)
