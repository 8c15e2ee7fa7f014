"""A chess clock on the screen, with plungers, for trying the program without hardware."""

from typing import Protocol

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QHideEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from app.emulators.device import DeviceSide
from app.emulators.lines.live import LiveDevice
from app.engine.text import digits
from app.ui.widgets.basics import button, label
from app.ui.widgets.layout import column_of, grid_of, row_of
from app.ui.widgets.theme import DIALOG, Space, wear_theme

REFRESH_MS = 100
HOUR_MS = 3_600_000
WORDS = {DeviceSide.LEFT: "&Left plunger", DeviceSide.RIGHT: "&Right plunger"}
KINDS = {
    "dgt3000": "DGT 3000 behind a DGT board",
    "dgtxl": "DGT XL behind a DGT board",
    "dgtbus": "DGT boards on a bus",
    "dclk": "DCLK/1",
    "hourglass": "Hourglass",
    "upd": "ROS clock",
    "openchess": "OpenChessClock",
}


class Cable(Protocol):
    """The connection between the clock and the program at one address."""

    def pull(self) -> None: ...
    def plug_in(self) -> None: ...


class EmulatorWindow(QWidget):
    """An emulated chess clock in a window. ``live`` is the clock, ``address`` is the address that
    the program opens, and ``cable`` can be unplugged and plugged in again. ``closed`` is emitted
    when the window is closed.
    """

    closed = Signal()

    def __init__(
        self, live: LiveDevice, kind: str, address: str, cable: Cable | None = None
    ) -> None:
        super().__init__()
        self.setObjectName("page")
        self.setWindowTitle(f"{KINDS.get(kind, kind)} – emulated")
        self._live, self._cable = live, cable or live
        self.times = {side: self._time(side) for side in DeviceSide}
        self.state = label("", "muted")
        self.state.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.plungers = {side: self._plunger(words, side) for side, words in WORDS.items()}
        self.start_stop = button("&Start / stop", live.start_stop)
        self.cable = button("&Unplug", self._pull)
        self.hour = button("Set &60 minutes", self._set_hour, kind="quiet")
        self.address = label(f"Address: {address}", "muted")
        self.address.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._pulled = False
        self.lever = label("", "muted")
        self.lever.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._lay_out()
        self._refresh = QTimer(self)
        self._refresh.setInterval(REFRESH_MS)
        self._refresh.timeout.connect(self._show)
        self._show()
        wear_theme(self)

    def showEvent(self, event: QShowEvent) -> None:
        self._refresh.start()

    def hideEvent(self, event: QHideEvent) -> None:
        self._refresh.stop()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closed.emit()
        event.accept()

    def _show(self) -> None:
        truth = self._live.truth()
        for side, digit_label in self.times.items():
            digit_label.setText(digits(max(truth.of(side), 0)))
        if truth.flagged is not None:
            words = f"The flag of the {truth.flagged.name.lower()} side has fallen"
        elif truth.running is None:
            words = "The clock is stopped"
        else:
            words = f"The {truth.running.name.lower()} side’s time runs"
        self._show_lever(self._live.lever())
        self.state.setText(f"{words} · cable pulled" if self._pulled else words)

    def _show_lever(self, down: DeviceSide | None) -> None:
        """Show which plunger is down, on the plungers and in a sentence. With None, hide the
        sentence.
        """
        self.lever.setVisible(down is not None)
        if down is None:
            return
        self.lever.setText(f"The lever is down on the {down.name.lower()}")
        for side, plunger in self.plungers.items():
            plunger.setText(WORDS[side] + (" ▾ down" if side is down else " ▴ up"))

    def _pull(self) -> None:
        self._pulled = not self._pulled
        if self._pulled:
            self._cable.pull()
        else:
            self._cable.plug_in()
        self.cable.setText("&Plug in" if self._pulled else "&Unplug")

    def _set_hour(self) -> None:
        def both(now_ms: int) -> None:
            for side in DeviceSide:
                self._live.device.edit_time(side, HOUR_MS, now_ms)

        self._live.do(both)

    def _time(self, side: DeviceSide) -> QLabel:
        digits_label = label("", "figure")
        digits_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        digits_label.setAccessibleName(f"Time on the {side.name.lower()}")
        return digits_label

    def _plunger(self, words: str, side: DeviceSide) -> QPushButton:
        made = button(words, lambda: self._live.press(side), kind="primary")
        made.setMinimumSize(200, 96)
        return made

    def _lay_out(self) -> None:
        clock = grid_of(
            [self.plungers[side] for side in DeviceSide],
            [self.times[side] for side in DeviceSide],
            gap=Space.L,
        )
        column_of(
            clock,
            self.lever,
            self.state,
            row_of(self.start_stop, self.cable, self.hour),
            self.address,
            on=self,
            gap=Space.L,
            margins=DIALOG,
        )
