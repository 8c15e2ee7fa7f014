"""The button below the rail that shows the state of this station on a server."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QWidget

from app.engine.language import say
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.stations import StationsDialog
from app.ui.widgets.basics import Button, restyle
from app.ui.widgets.escape import escape_mnemonic, escape_tooltip
from app.views.stations import short_words

LOOK_MS = 500
PADDING = 14  # on both sides, as the style has it
LEAST = 60


class StationButton(Button):
    """A button that opens the list of stations."""

    def __init__(self, client: DeskClient, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setObjectName("station")
        self._client = client
        self.clicked.connect(lambda: StationsDialog.ask(client, self.window()))
        self._look = QTimer(self, interval=LOOK_MS)
        self._look.timeout.connect(self.show_station)
        self._look.start()
        self.show_station()

    def show_station(self) -> None:
        stations = self._client.stations
        if stations is None:
            return
        state = self._client.state
        restyle(self, "alarm", str(stations.is_away or bool(state.acts_aside)).lower())
        first, second = short_words(stations, state)
        metrics, cut = self.fontMetrics(), Qt.TextElideMode.ElideRight
        lines = (metrics.elidedText(line, cut, self.room) for line in (first, second))
        self.setText("\n".join(escape_mnemonic(line) for line in lines))
        tip = say("Stations: {first}, {second}", first=first, second=second)
        self.setToolTip(escape_tooltip(tip))
        self.setAccessibleName(tip)

    @property
    def room(self) -> int:
        """The width that a line of the button's text may have, in pixels."""
        return max(self.width() - PADDING, LEAST)
