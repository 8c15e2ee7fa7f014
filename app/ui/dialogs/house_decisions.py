"""The list of house decisions of a packet, to read."""

from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from app.engine.formats.notes import HouseDecision, house_decisions
from app.engine.packet.packet import Packet
from app.ui.widgets.basics import button, label, scrolled
from app.ui.widgets.layout import foot

ABOUT = "Where the packet is silent or our copy of it is incomplete, Flagfall plays this:"


class HouseDecisionsBox(QDialog):
    """Under each section of the packet what is played, and why."""

    def __init__(self, packet: Packet, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"House decisions: {packet.name}")
        self.resize(680, 560)
        inside = QWidget()
        rows = QVBoxLayout(inside)
        rows.setContentsMargins(12, 12, 12, 12)
        rows.setSpacing(16)
        for decision in house_decisions(packet):
            rows.addLayout(_row(decision))
        rows.addStretch()
        close = button("&Close", self.accept, kind="primary")
        close.setDefault(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(16)
        column.addWidget(label(ABOUT, wraps=True))
        column.addWidget(scrolled(inside), 1)
        column.addLayout(foot(close))
        close.setFocus()

    @classmethod
    def ask(cls, packet: Packet, parent: QWidget | None = None) -> None:
        box = cls(packet, parent)
        box.exec()
        box.deleteLater()


def _row(decision: HouseDecision) -> QVBoxLayout:
    row = QVBoxLayout()
    row.setSpacing(4)
    row.addWidget(label(decision.section, "heading"))
    row.addWidget(label(decision.decision, wraps=True))
    row.addWidget(label(decision.why, "muted", wraps=True))
    return row
