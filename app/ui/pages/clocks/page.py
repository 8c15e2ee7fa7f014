"""The page of the chess clocks in the room, each with its port, table, times and problems."""

import threading
import time

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QInputDialog,
    QStackedWidget,
    QWidget,
)

from app.clock.drivers.catalog import added_products
from app.engine.language import say
from app.ui.clients.clocks import ClocksClient
from app.ui.clients.desk import DeskClient
from app.ui.deliveries import deliver_to
from app.ui.dialogs.chooser import choose_folder, is_accepted
from app.ui.pages.clocks.check_dialog import ClockCheckDialog
from app.ui.pages.clocks.panel import ClockPanel
from app.ui.pages.clocks.rows import (
    COLUMNS,
    ClockRow,
    clock_rows,
    next_heard_ms,
    summary,
    wifi_words,
)
from app.ui.pages.clocks.wifi_dialog import WifiCodesDialog
from app.ui.pages.tablets.code_words import ask_to_replace
from app.ui.pages.tablets.rows import tables_to_print
from app.ui.widgets.basics import button, label
from app.ui.widgets.escape import escape_tooltip
from app.ui.widgets.layout import STRETCH, LayoutGap, column_of, grow, place_part, row_of
from app.ui.widgets.table_list import TableList
from app.ui.widgets.table_model import ListRows
from app.ui.widgets.theme import PAGE, Space
from app.ui.widgets.two_lines import TwoLines

REFRESH_MS = 1000
LOOK_S = 10.0  # how often addresses are looked up while clocks may connect
FIRST = say(
    "No clocks yet. Plug in a chess clock, or the board it is connected to: it appears here within"
    " a few seconds."
)
UNTIMED = say("Tables without a clock are timed by their window or their tablet.")
NOTHING = "\n\n".join((FIRST.replace(": ", ":\n"), UNTIMED))
ADDRESS = say(
    "The port’s address, such as COM7, /dev/ttyUSB0, socket://10.0.0.7:4000 or emu://dgt3000;"
    " livechess for DGT LiveChess on this computer"
)


class ClockList(TableList[ClockRow]):
    def __init__(self) -> None:
        super().__init__("clocks", say("Clocks"), ListRows(COLUMNS.values(), _clock_key))

    def _again(self, row: ClockRow) -> list[int]:
        again = row.again_in(self.rows)
        return [] if again is None else [self.rows.index(again)]


def _clock_key(row: ClockRow) -> object:
    return row.key, row.clock, row.port


class ClocksPage(QWidget):
    def __init__(
        self, client: DeskClient, clocks: ClocksClient, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self._client, self._clocks = client, clocks
        self.counts = label("", "pill")
        self.notice = label("", "muted", wraps=True)
        self.list = ClockList()
        self.panel = ClockPanel()
        self.empty = label(NOTHING, "empty", wraps=True)
        self.set_all = button(say("Set all for the rou&nd"), clocks.room.set_for_round)
        self.start_all = button(say("Start to&gether"), clocks.room.start_together)
        self.check = button(say("Chec&k clocks…"), self._check, kind="quiet")
        self.add = button(say("&Add a port…"), self._add, kind="quiet")
        self.record = button("", self._record, kind="quiet")
        self.wifi = QCheckBox(say("Let &Wi-Fi clocks dial in"))
        self.wifi.clicked.connect(clocks.room.let_dial_in)
        self.dial_at = label("", "muted", wraps=True)
        self.codes = button(say("Co&des for Wi-Fi clocks…"), self._show_codes, kind="quiet")
        self._addresses: tuple[str, ...] = ()
        self._deliver_addresses = deliver_to(self._take_addresses)
        self._look_s = 0.0  # when they are to be looked up again
        self._looking: threading.Thread | None = None
        self._pages = QStackedWidget()
        self._lay_out()
        self._refresh = QTimer(self, singleShot=True)
        self._refresh.timeout.connect(self.show_clocks)
        self.list.chosen.connect(self._show_panel)
        self.panel.seat_wanted.connect(clocks.room.seat)
        self.panel.wish_changed.connect(clocks.room.wish)
        self.panel.identify_wanted.connect(clocks.room.identify)
        self.panel.adopt_wanted.connect(clocks.room.adopt)
        self.panel.press_wanted.connect(clocks.room.await_press)
        clocks.changed.connect(self._changed)
        self.show_clocks()
        self.setFocusProxy(self.list)  # no button that Space would press

    def show_clocks(self) -> None:
        picture = self._clocks.picture
        rows = clock_rows(picture, self._client.now_ms())
        self.counts.setText(summary(picture))
        self.list.show_rows(rows)
        self._pages.setCurrentIndex(0 if rows else 1)
        sentence = picture.notice or ("" if picture.clocks else FIRST)
        faults = added_products().faults
        self.notice.setText(" ".join((*([sentence] if rows and sentence else []), *faults)))
        self.notice.setVisible(bool(self.notice.text()))
        self._show_wifi()
        self.record.setText(say("Stop rec&ording") if picture.log else say("Rec&ord bytes…"))
        self.record.setToolTip(
            escape_tooltip(say("Recording into {log}", log=picture.log) if picture.log else "")
        )
        self._show_panel()
        self._come_back()

    def _come_back(self) -> None:
        """Start the timer that refreshes the page when the text of a row, or one of this computer's
        addresses, may have changed.
        """
        picture = self._clocks.picture
        wait_ms = next_heard_ms(picture, self._client.now_ms())
        if picture.wifi.on:
            wait_ms = min(wait_ms or REFRESH_MS, REFRESH_MS)
        if wait_ms is not None and self.isVisible():
            self._refresh.start(wait_ms)
        else:
            self._refresh.stop()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._clocks.room.look_for_gamepads()
        self._look_s = 0.0
        self.show_clocks()

    def hideEvent(self, event: object) -> None:
        self._refresh.stop()

    def _changed(self) -> None:
        """Show the present state if the page is visible; a hidden page catches up when it is
        shown.
        """
        if self.isVisible():
            self.show_clocks()

    def _show_panel(self) -> None:
        picture, row = self._clocks.picture, self.list.chosen_row
        facts = self.list.left_out(row) if row is not None else ()
        unbound = any(each.clock and each.seat is None for each in self.list.rows)
        self.panel.show_row(row, picture.awaiting, facts=facts, unbound=unbound)

    def _add(self) -> None:
        dialog = QInputDialog(self)
        dialog.setWindowTitle(say("Add a port"))
        dialog.setLabelText(ADDRESS)
        address = dialog.textValue().strip() if is_accepted(dialog) else ""
        if address:
            self._clocks.room.add(address)

    def _show_wifi(self) -> None:
        picture = self._clocks.picture
        if picture.wifi.on:
            self._look_up_addresses()
        known = bool(self._addresses)
        self.wifi.setChecked(picture.wifi.on)
        self.dial_at.setText(
            wifi_words(picture, self._addresses) if known or not picture.wifi.on else ""
        )
        self.codes.setVisible(picture.wifi.on and known and self._client.tablets is not None)

    def _look_up_addresses(self) -> None:
        """Look up this computer's addresses regularly, because networks come and go. The look-up
        runs in a thread, because it can take long.
        """
        now_s = time.monotonic()
        if now_s < self._look_s or (self._looking is not None and self._looking.is_alive()):
            return
        from app.web.server.addresses import local_addresses

        deliver, self._look_s = self._deliver_addresses, now_s + LOOK_S
        self._looking = threading.Thread(
            target=lambda: deliver(local_addresses()), name="own addresses", daemon=True
        )
        self._looking.start()

    def _take_addresses(self, known: tuple[str, ...]) -> None:
        """Show this computer's addresses. Omit the last one, which only this computer itself can
        reach, unless it is the only one.
        """
        self._addresses = known[: max(len(known) - 1, 1)]
        self._show_wifi()

    def _show_codes(self) -> None:
        """Show each table's code in the form that the printed sheet has."""
        from app.web.server.addresses import configuration_lines

        tablets, tables = self._client.tablets, tables_to_print(self._client.state)
        if tablets is None or (tablets.unknown(tables) and not ask_to_replace(self)):
            return
        host, port = self._addresses[0], self._clocks.picture.wifi.port
        codes = tablets.codes(tables)
        blocks = [configuration_lines(host, port, table, code) for table, code in codes.items()]
        WifiCodesDialog.show_for(blocks, self)

    def _check(self) -> None:
        ClockCheckDialog.show_for(self._client, self._clocks, self)

    def _record(self) -> None:
        if self._clocks.picture.log is not None:
            self._clocks.room.record(None)
            return
        if folder := choose_folder(self, say("Record every byte into this folder")):
            self._clocks.room.record(folder)

    def _lay_out(self) -> None:
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages.addWidget(self.list)
        self._pages.addWidget(self.empty)
        column_of(
            TwoLines(
                row_of(
                    label(say("Clocks"), "title"),
                    LayoutGap(Space.XS),
                    place_part(self.counts, Qt.AlignmentFlag.AlignVCenter),
                    STRETCH,
                    gap=Space.XS,
                ),
                row_of(
                    STRETCH,
                    self.add,
                    self.check,
                    self.set_all,
                    LayoutGap(Space.XS),
                    self.start_all,
                    gap=Space.XS,
                ),
            ),
            self.notice,
            grow(row_of(grow(self._pages), self.panel, gap=Space.M)),
            row_of(self.wifi, grow(self.dial_at), self.codes, self.record, gap=Space.M),
            on=self,
            gap=Space.M,
            margins=PAGE,
        )
