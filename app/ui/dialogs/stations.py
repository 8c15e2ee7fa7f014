"""The stations of the event: names, tables, and acts that could not be added."""

from functools import partial

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLayout, QPushButton, QWidget

from app.engine.acts.stations.aside import SettleActs
from app.engine.language import plural, say
from app.engine.text import shorten
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.confirm import InsistDialog
from app.ui.widgets.basics import button, label, make_scrollable
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.escape import escape_tooltip
from app.ui.widgets.layout import clear, column_of, foot, grow, row_of
from app.ui.widgets.theme import DIALOG, Space, around
from app.views.stations import AsideRow, StationRow, Stations, aside_rows, station_rows
from app.views.time_of_day import clock_time

LOOK_MS = 500
LONGEST = 24
WHAT_FOR = say(
    "Flags of a table fall at the station that runs it. A station runs the tables where its tablets"
    " and chess clocks are; the first one runs all others. When a laptop dies, its tables go to"
    " another station by themselves within seconds."
)
ASK = say(
    "{name} still has this event open. Take its tables over if its tablets and chess clocks are"
    " moved to this computer."
)

LAST_SEEN = say("The other stations are shown as they were last seen.")


class StationsDialog(Dialog):
    """A dialog that lists the stations and keeps the list up to date. Each other station has a
    button that takes over its tables.
    """

    def __init__(self, client: DeskClient, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Stations"))
        self.resize(680, 480)
        self._client = client
        self._shown: object = None
        self.buttons: dict[str, QPushButton] = {}
        self._inside = QWidget()
        self._rows = column_of(on=self._inside, gap=Space.M, margins=around(Space.M))
        self.state_of_server = label("", "warning", wraps=True)
        self.notice = label("", "warning", wraps=True)
        self.notice.hide()
        self.read = button(say("&Mark as read"), self._settle)
        self.close_button = button(say("&Close"), self.accept, kind="primary")
        self.close_button.setDefault(True)
        column_of(
            label(WHAT_FOR, "muted", wraps=True),
            self.state_of_server,
            grow(make_scrollable(self._inside)),
            self.notice,
            foot(self.read, self.close_button),
            on=self,
            gap=Space.M,
            margins=DIALOG,
        )
        self._look = QTimer(self, interval=LOOK_MS)
        self._look.timeout.connect(self.show_stations)
        self._look.start()
        self.show_stations()

    @classmethod
    def ask(cls, client: DeskClient, parent: QWidget | None = None) -> None:
        dialog = cls(client, parent)
        dialog.exec()
        dialog.deleteLater()

    def show_stations(self) -> None:
        stations = self._client.stations
        if stations is None:
            return
        rows, aside = station_rows(stations), aside_rows(self._client.state, clock_time)
        shown = (stations, rows, aside)
        if shown == self._shown:
            return
        self._shown = shown
        self._show_server(stations)
        clear(self._rows)
        self.buttons = {}
        for row in rows:
            self._rows.addLayout(self._station(row, stations.is_away))
        if aside:
            self._rows.addSpacing(Space.L)
            self._rows.addWidget(label(say("Not added after the server was away"), "heading"))
        for act in aside:
            self._rows.addLayout(_act(act))
        self._rows.addStretch()
        self.read.setVisible(bool(aside) and not stations.role)  # the organizer has to know

    def _show_server(self, stations: Stations) -> None:
        words = plural(
            stations.waiting,
            "The server cannot be reached. {count} change from this computer waits for it.",
            "The server cannot be reached. {count} changes from this computer wait for it.",
        )
        words = f"{words} {LAST_SEEN}" if stations.others else words
        self.state_of_server.setText(words)
        self.state_of_server.setVisible(stations.is_away)

    def _station(self, row: StationRow, is_away: bool) -> QLayout:
        name = label(shorten(row.name, LONGEST), "heading")
        name.setToolTip(escape_tooltip(row.name))
        about = label(" · ".join(filter(None, (row.runs, row.note))), "muted", wraps=True)
        words = column_of(name, about, gap=Space.XS)
        if row.is_here or not row.tables or is_away:
            return row_of(grow(words))
        take = button(say("Take over"), partial(self._take_over, row))
        take.setAccessibleName(say("Take over the tables of {name}", name=row.name))
        self.buttons[row.name] = take
        return row_of(grow(words), take)

    def _take_over(self, row: StationRow) -> None:
        stations = self._client.stations
        if stations is not None and row.name in stations.others:
            words = (say("Leave them there"), say("Take them over"))
            if not InsistDialog.ask(ASK.format(name=row.name), self, note="", words=words):
                return
        self._client.take_over(row.tables, self._show_taken)

    def _show_taken(self, fault: str) -> None:
        self.notice.setText(fault)
        self.notice.setVisible(bool(fault))
        self.show_stations()

    def _settle(self) -> None:
        self._client.ask(SettleActs(len(self._client.state.acts_aside)))


def _act(act: AsideRow) -> QLayout:
    return column_of(
        label(act.when, "muted"),
        label(act.what, wraps=True),
        label(act.why, "warning", wraps=True),
        gap=Space.XS,
    )
