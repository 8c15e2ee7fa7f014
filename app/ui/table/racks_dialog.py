"""The dialog in which a player types the spells of their spell racks. The dialog is always upright,
like the keyboard, even if the player's half is rotated.
"""

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.engine import wording
from app.engine.armies.racks import Rack, Racks, parse_spells, rack_faults
from app.engine.language import say
from app.engine.players.list_choice import ListChoice
from app.engine.side import Side
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import column_of, foot, grow
from app.ui.widgets.theme import DIALOG, Space

LINES = 5


class RackFields(QWidget):
    """Fields for the spells of the spell racks, one for each Leader."""

    def __init__(
        self, casters: tuple[str, ...], racks: Racks, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._casters = casters
        self.fields = tuple(QPlainTextEdit() for _ in casters)
        parts = list[QWidget]()
        for caster, field in zip(casters, self.fields, strict=True):
            words = wording.SPELLS_OF_CASTER.format(caster=caster) if caster else wording.SPELLS
            field.setAccessibleName(words)
            field.setTabChangesFocus(True)
            field.setFixedHeight(field.fontMetrics().lineSpacing() * LINES)
            parts += [label(words, wraps=True), field]
        column_of(*parts, on=self)
        self.fill_in(racks)

    def fill_in(self, racks: Racks) -> None:
        """Fill each Leader's field with the spells of that Leader's rack. A field without a rack
        becomes empty.
        """
        spells = {rack.caster: rack.spells for rack in racks}
        for caster, field in zip(self._casters, self.fields, strict=True):
            field.setPlainText("\n".join(spells.get(caster, ())))

    @property
    def racks(self) -> Racks:
        """The racks as they were typed."""
        typed = zip(self._casters, self.fields, strict=True)
        return tuple(Rack(caster, parse_spells(field.toPlainText())) for caster, field in typed)


class RacksDialog(Dialog):
    """A dialog that asks a player for the spells of their racks."""

    def __init__(self, side: Side, choice: ListChoice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._casters = choice.casters
        self.setWindowTitle(wording.WHICH_SPELLS.format(side=side.colour))
        self.spells = RackFields(choice.casters, ())
        self.refused = label("", wraps=True)
        before = wording.SPELLS_AS_BEFORE.format(round_number=choice.racks_round)
        self.before = button(before, lambda: self.spells.fill_in(choice.racks))
        self.before.setVisible(bool(choice.racks_round))
        self.save = button(wording.SAVE_SPELLS, self._save, kind="primary")
        column_of(
            label(wording.SPELLS_NOTE, "muted", wraps=True),
            grow(self.spells),
            self.refused,
            foot(self.before, button(say("Cancel"), self.reject), self.save),
            on=self,
            gap=Space.L,
            margins=DIALOG,
        )
        self.resize(480, self.sizeHint().height())

    @classmethod
    def ask(cls, side: Side, choice: ListChoice, parent: QWidget) -> Racks:
        """Return the racks; empty if the player cancels."""
        dialog = cls(side, choice, parent)
        chosen = dialog.spells.racks if dialog.exec() else ()
        dialog.deleteLater()
        return chosen

    def _save(self) -> None:
        """Accept the dialog if the racks are valid; otherwise show what is wrong."""
        fault = next(rack_faults(self.spells.racks, self._casters), "")
        self.refused.setText(fault)
        if not fault:
            self.accept()
