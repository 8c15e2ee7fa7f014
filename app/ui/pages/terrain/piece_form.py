"""The form for the chosen piece of terrain: its kind, its shape and its size."""

from collections.abc import Iterable
from decimal import Decimal

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QDoubleSpinBox, QWidget

from app.engine.language import say
from app.engine.packet.terrain_rules import Kind
from app.engine.terrain.layout import Piece
from app.ui.widgets.fields import ComboBox, DoubleSpinBox
from app.ui.widgets.layout import caption_for, grid_of


class TerrainPieceForm(QWidget):
    """The form for a piece of terrain. ``kind_chosen`` carries a ``Kind``; ``shaped`` carries the
    width, the height and whether the piece is round.
    """

    kind_chosen = Signal(object)
    shaped = Signal(object, object, bool)

    def __init__(self, kinds: Iterable[Kind], table: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = ComboBox()
        for kind in kinds:
            self.kind.addItem(kind.words, kind)
        self.round = QCheckBox(say("&Round"))
        self.width_, self.height_ = _inches(table), _inches(table)
        fields = {
            say("Ki&nd"): self.kind,
            say("&Width"): self.width_,
            say("&Depth"): self.height_,
        }
        for words, field in fields.items():
            field.setAccessibleName(words.replace("&", ""))
        grid_of(
            *((caption_for(field, words, "muted"), field) for words, field in fields.items()),
            (None, self.round),
            on=self,
            shares=(0, 1),
        )
        self.kind.activated.connect(lambda _at: self.kind_chosen.emit(self.kind.currentData()))
        self.width_.valueChanged.connect(self._shape)
        self.height_.valueChanged.connect(self._shape)
        self.round.toggled.connect(self._shape)
        self.show_piece(None)

    def show_piece(self, piece: Piece | None) -> None:
        fields = (self.kind, self.width_, self.height_, self.round)
        blocked = [QSignalBlocker(field) for field in fields]
        if piece is not None:
            self.kind.setCurrentIndex(self.kind.findData(piece.kind))
            self.width_.setValue(float(piece.area.width))
            self.height_.setValue(float(piece.height))
            self.round.setChecked(piece.area.circle)
            self.height_.setEnabled(not piece.area.circle)
        del blocked

    def _shape(self) -> None:
        width, height = (Decimal(round(2 * box.value())) / 2 for box in (self.width_, self.height_))
        self.shaped.emit(width, height, self.round.isChecked())


def _inches(table: int) -> QDoubleSpinBox:
    field = DoubleSpinBox()
    field.setRange(0.5, table)
    field.setDecimals(1)
    field.setSingleStep(0.5)
    field.setSuffix(f" {say('in')}")
    field.setKeyboardTracking(False)
    return field
