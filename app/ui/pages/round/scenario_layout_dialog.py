"""The organizer places a scenario's elements: drag them, or type inches. What is not placed yet is
not on the map.
"""

from dataclasses import replace
from decimal import Decimal
from functools import partial

from PySide6.QtWidgets import (
    QDialog,
    QDoubleSpinBox,
    QWidget,
)

from app.engine import wording
from app.engine.language import packet_text, say
from app.engine.packet.scenario import Area, Scenario
from app.engine.packet.scenario_layout import middle, mirror_areas, move_area, turn_area, usual_area
from app.engine.side import Side
from app.engine.text import join_words
from app.ui.dialogs.unsaved import WorkDialog
from app.ui.widgets.basics import button, label
from app.ui.widgets.fields import DoubleSpinBox
from app.ui.widgets.layout import STRETCH, column_of, grid_of, grow, row_of
from app.ui.widgets.scenario_map import ScenarioMap
from app.ui.widgets.theme import DIALOG, Space

UNPLACED = -0.5
"""In a field, what stands for no place."""
ORDER = (0, 1, -1)
"""Where elements are put first, in quarters of the table from its middle."""


class LayoutDialog(WorkDialog):
    """Asks where the elements of a scenario stand. ``areas`` are the places of the elements by key;
    what is not placed has none.
    """

    def __init__(self, scenario: Scenario, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Layout of {scenario}", scenario=scenario.name))
        self._scenario = scenario
        self._before = {element.key: element.area for element in scenario.elements if element.area}
        self.areas = dict(self._before)
        self._shapes = {
            element.key: element.area or usual_area(element, scenario.table)
            for element in scenario.elements
        }
        """The size of each element, placed or not."""
        self.map = ScenarioMap()
        self.map.movable = True
        self.map.setMinimumSize(480, 480)
        self.map.element_moved.connect(self._drag)
        self.fields = {element.key: (self._field(), self._field()) for element in scenario.elements}
        self.turns = {
            key: button(say("Turn"), partial(self._turn, key))
            for key, area in self._shapes.items()
            if area.width and not area.circle
        }
        self.puts = {
            element.key: button(say("Place"), partial(self._put, element.key))
            for element in scenario.elements
        }
        self.missing = label("", "warning", wraps=True)
        for element in scenario.elements:
            self.puts[element.key].setAccessibleName(
                say("Place {element}", element=packet_text(element.name))
            )
            if element.key in self.turns:
                self.turns[element.key].setAccessibleName(
                    wording.TURN_NUMBER.format(number=packet_text(element.name))
                )
        self.mirror = button(say("&Mirror the first half"), self._mirror)
        self.reset = button(say("&Discard changes"), self._reset)
        self.keep = button(say("&Use this layout"), self.accept, kind="primary")
        self._lay_out()
        self._show()

    @classmethod
    def ask(cls, scenario: Scenario, parent: QWidget | None = None) -> dict[str, Area] | None:
        dialog = cls(scenario, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return dialog.areas if accepted else None

    def work(self) -> object:
        typed = {key: [field.value() for field in fields] for key, fields in self.fields.items()}
        return {**self.areas}, typed

    def _field(self) -> QDoubleSpinBox:
        field = DoubleSpinBox()
        field.setRange(UNPLACED, self._scenario.table)
        field.setSpecialValueText("–")
        field.setValue(UNPLACED)
        field.setDecimals(1)
        field.setSingleStep(0.5)
        field.setSuffix(f" {say('in')}")
        field.editingFinished.connect(self._typed)
        return field

    def _lay_out(self) -> None:
        for element in self._scenario.elements:
            across, up = self.fields[element.key]
            across.setAccessibleName(
                say("{element}, from the left", element=packet_text(element.name))
            )
            up.setAccessibleName(
                say("{element}, from the first player's edge", element=packet_text(element.name))
            )
        headings = ("", say("From the left"), say("From the first player"))
        positions = grid_of(
            [label(words, "muted") for words in headings],
            *(
                (
                    label(packet_text(element.name)),
                    *self.fields[element.key],
                    row_of(self.puts[element.key], self.turns.get(element.key), gap=Space.NONE),
                )
                for element in self._scenario.elements
            ),
        )
        row_of(
            grow(self.map),
            column_of(
                label(
                    say(
                        "Drag an element, or type the position of its centre. The places are kept"
                        " on this computer for your other events."
                    ),
                    "muted",
                    wraps=True,
                ),
                positions,
                self.missing,
                self.mirror,
                self.reset,
                STRETCH,
                row_of(STRETCH, button(say("&Cancel"), self.reject), self.keep),
                gap=Space.L,
            ),
            on=self,
            gap=Space.XL,
            margins=DIALOG,
        )

    def _show(self) -> None:
        elements = tuple(
            replace(element, area=self.areas.get(element.key))
            for element in self._scenario.elements
        )
        self.map.show_map(replace(self._scenario, elements=elements), Side.RED)
        for key, fields in self.fields.items():
            there = key in self.areas
            self.puts[key].setVisible(not there)
            if key in self.turns:
                self.turns[key].setVisible(there)
            values = middle(self.areas[key]) if there else ()
            for field, value in zip(fields, values, strict=False):
                field.setValue(float(value))
        names = [
            packet_text(element.name)
            for element in self._scenario.elements
            if element.key not in self.areas
        ]
        self.missing.setVisible(bool(names))
        if names:
            self.missing.setText(say("Not placed yet: {names}.", names=join_words(names)))

    def _put(self, key: str) -> None:
        """Place an element where no other one stands, the middle first."""
        table = self._scenario.table
        half, step = Decimal(table) / 2, Decimal(table) / 4
        taken = {middle(area) for area in self.areas.values()}
        spots = [(half + step * across, half + step * up) for up in ORDER for across in ORDER]
        spot = next((spot for spot in spots if spot not in taken), spots[0])
        self.areas[key] = move_area(self._shapes[key], *spot, table)
        self._show()

    def _drag(self, key: str, x: Decimal, y: Decimal) -> None:
        self.areas[key] = move_area(self.areas[key], x, y, self._scenario.table)
        self._show()

    def _typed(self) -> None:
        for key, fields in self.fields.items():
            x, y = (Decimal(round(2 * field.value())) / 2 for field in fields)
            if min(x, y) >= 0:
                shape = self.areas.get(key) or self._shapes[key]
                self.areas[key] = move_area(shape, x, y, self._scenario.table)
            elif max(x, y) < 0:
                self.areas.pop(key, None)
        self._show()

    def _turn(self, key: str) -> None:
        self.areas[key] = turn_area(self.areas[key], self._scenario.table)
        self._show()

    def _mirror(self) -> None:
        self.areas = mirror_areas(self._scenario, self.areas)
        self._show()

    def _reset(self) -> None:
        self.areas = dict(self._before)
        for fields in self.fields.values():
            for field in fields:
                field.setValue(UNPLACED)
        self._show()
