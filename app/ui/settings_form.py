"""The form of an event's settings: for a new event and for changing one."""

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from app.engine.packet import ClockOut, Packet
from app.engine.results import Settings

CLOCK_OUT_WORDS = {
    ClockOut.PACKET: (
        "As the packet says",
        "The player loses, unless scoring the table would win him the scenario and both agree"
        " it stood so before his time ran out.",
    ),
    ClockOut.LOSE: ("Lose at once", "The player loses, whatever the table says."),
    ClockOut.LAST_TURN: (
        "Opponent's last turn",
        "The opponent has one last turn, then the table is scored.",
    ),
    ClockOut.WARN: ("Warn only", "The clock shows it; the game goes on."),
}


class SettingsForm(QWidget):
    """``changed`` comes with every edit; ``settings`` is what the form says now."""

    changed = Signal()

    def __init__(self, packets: Mapping[str, Packet], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._packets = packets
        self._seed = 0
        self.name = QLineEdit()
        self.name.setPlaceholderText("Spring Steamroller")
        self.packet = QComboBox()
        for key, packet in packets.items():
            self.packet.addItem(packet.name, key)
        self.army = QComboBox()
        self.rounds = _spin(20, "as the packet says")
        self.tables = _spin(200, "no limit")
        self.lead = _spin(20, "as the packet says")
        self.clock_out = QComboBox()
        for value, (words, _) in CLOCK_OUT_WORDS.items():
            self.clock_out.addItem(words, value)
        self.seed = QLineEdit()
        self.explained = QLabel()
        self.explained.setWordWrap(True)
        self.explained.setProperty("role", "muted")
        self._build()
        self._fill_sizes()
        self._wire()
        self._explain()

    @property
    def chosen_packet(self) -> Packet:
        return self._packets[self.packet.currentData()]

    @property
    def settings(self) -> Settings:
        text = self.seed.text().strip()
        return Settings(
            name=self.name.text().strip(),
            packet=self.packet.currentData(),
            size=self.army.currentData(),
            seed=int(text) if text.isdecimal() else self._seed,
            tables=self.tables.value(),
            rounds=self.rounds.value(),
            lead=self.lead.value(),
            clock_out=self.clock_out.currentData(),
        )

    def show_settings(self, settings: Settings) -> None:
        self._seed = settings.seed
        self.name.setText(settings.name)
        self.packet.setCurrentIndex(self.packet.findData(settings.packet))
        self.army.setCurrentIndex(self.army.findData(settings.size))
        self.rounds.setValue(settings.rounds)
        self.tables.setValue(settings.tables)
        self.lead.setValue(settings.lead)
        self.clock_out.setCurrentIndex(self.clock_out.findData(settings.clock_out))
        self.seed.setText(str(settings.seed))

    def _build(self) -> None:
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        for words, field in (
            ("Na&me", self.name),
            ("&Packet", self.packet),
            ("Army &size", self.army),
            ("Ro&unds", self.rounds),
            ("&Tables", self.tables),
            ("Scenario &lead", self.lead),
            ("A clock &out", self.clock_out),
            ("", self.explained),
            ("Dic&e seed", self.seed),
        ):
            label = QLabel(words)
            label.setBuddy(field)
            label.setMinimumSize(104, 34)
            form.addRow(label, field)

    def _wire(self) -> None:
        self.packet.currentIndexChanged.connect(self._fill_sizes)
        self.clock_out.currentIndexChanged.connect(self._explain)
        for line in (self.name, self.seed):
            line.textChanged.connect(self.changed)
        for combo in (self.packet, self.army, self.clock_out):
            combo.currentIndexChanged.connect(self.changed)
        for spin in (self.rounds, self.tables, self.lead):
            spin.valueChanged.connect(self.changed)

    def _fill_sizes(self) -> None:
        packet, before = self.chosen_packet, self.army.currentData()
        self.army.clear()
        for size in packet.sizes:
            word = "Battlegroup" if size == 0 else f"{size} points"
            self.army.addItem(word, size)
        wanted = self.army.findData(75 if before is None else before)
        self.army.setCurrentIndex(max(wanted, 0))

    def _explain(self) -> None:
        self.explained.setText(CLOCK_OUT_WORDS[self.clock_out.currentData()][1])


def _spin(most: int, zero: str) -> QSpinBox:
    spin = QSpinBox()
    spin.setRange(0, most)
    spin.setSpecialValueText(zero)
    spin.lineEdit().setTextMargins(7, 0, 0, 0)
    return spin
