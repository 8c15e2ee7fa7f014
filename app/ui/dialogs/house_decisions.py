"""The dialog with a packet's house decisions."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.engine.formats.notes import HouseDecision, house_decisions
from app.engine.language import say
from app.engine.packet.packet import Packet
from app.ui.widgets.basics import button, label, make_scrollable
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import STRETCH, column_of, foot, grow
from app.ui.widgets.theme import DIALOG, Space, around

ABOUT = say("Where the packet is silent or our copy of it is incomplete, Flagfall plays this:")


class HouseDecisionsBox(Dialog):
    """A list of a packet's house decisions and their reasons, each under its section of the
    packet.
    """

    def __init__(self, packet: Packet, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Where the packet is silent: {packet}", packet=packet.name))
        self.resize(680, 560)
        inside = QWidget()
        column_of(
            *(_row(decision) for decision in house_decisions(packet)),
            STRETCH,
            on=inside,
            gap=Space.L,
            margins=around(Space.M),
        )
        close = button(say("&Close"), self.accept, kind="primary")
        close.setDefault(True)
        column_of(
            label(ABOUT, wraps=True),
            grow(make_scrollable(inside)),
            foot(close),
            on=self,
            gap=Space.L,
            margins=DIALOG,
        )
        close.setFocus()

    @classmethod
    def ask(cls, packet: Packet, parent: QWidget | None = None) -> None:
        box = cls(packet, parent)
        box.exec()
        box.deleteLater()


def _row(decision: HouseDecision) -> QVBoxLayout:
    return column_of(
        label(decision.section, "heading"),
        label(decision.decision, wraps=True),
        label(decision.why, "muted", wraps=True),
        gap=Space.XS,
    )
