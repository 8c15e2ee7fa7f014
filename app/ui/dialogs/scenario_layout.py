"""A dialog in which the organizer places a scenario's elements by dragging them or typing inches.
Deployment zones that only a diagram shows are placed in the same way. Elements that have not been
placed yet are not on the map.
"""

from collections.abc import Iterator
from decimal import Decimal
from functools import partial
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImageReader, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QDoubleSpinBox,
    QLayout,
    QWidget,
)

from app.engine import wording
from app.engine.acts.setup import ChangeSettings
from app.engine.formats.terms import terms_for
from app.engine.frozen import replace
from app.engine.language import packet_text, say
from app.engine.packet.scenario import Area, Element, Scenario
from app.engine.packet.scenario_layout import (
    DEPLOYS,
    middle,
    mirror_areas,
    move_area,
    turn_area,
    usual_area,
    with_deployment,
    with_layout,
    with_zones,
)
from app.engine.side import Side
from app.engine.text import join_words
from app.store.packets.places import (
    keep_picture,
    keep_places,
    own_places,
    picture_file,
    placed_elements,
    way_key,
)
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.chooser import choose_file
from app.ui.dialogs.events_folder import events_folder
from app.ui.dialogs.unsaved import WorkDialog
from app.ui.widgets.basics import button, label
from app.ui.widgets.fields import DoubleSpinBox
from app.ui.widgets.layout import STRETCH, column_of, foot, grid_of, grow, row_of
from app.ui.widgets.scenario_map import ScenarioMap
from app.ui.widgets.theme import DIALOG, Space

UNPLACED = -0.5
"""The value of a field whose element has not been placed."""
ORDER = (0, 1, -1)
"""The order in which free places are tried, as distances from the middle of the table in quarters
of it.
"""
LEAST_MAP = 280
"""The least width and height of the map in pixels."""
MOST_PIXELS = QSize(1600, 1600)
"""The greatest size of a picture; larger ones are scaled down."""


def lay_out_scenario(client: DeskClient, number: int, parent: QWidget | None = None) -> bool:
    """Ask where the elements of a scenario stand, and save the answer for this event and all later
    ones. Tell whether the organizer accepted a layout.
    """
    packet, settings = client.state.packet, client.state.settings
    scenario = packet.scenario(number) if packet else None
    if packet is None or settings is None or scenario is None:
        return False
    way = terms_for(packet, settings, number).scenario.deployment
    kept = own_places().get(packet.key, {})
    zones = kept.get(way_key(way), {})
    placed = placed_elements(scenario, kept.get(str(number), {}))
    shown = with_deployment(placed, packet.briefing.deployment(way), zones)
    chosen = LayoutDialog.ask(shown, picture_file(packet.key, number), parent)
    if chosen is None:
        return False
    areas, picture = chosen
    zones = {key: area for key, area in areas.items() if key in DEPLOYS}
    areas = {key: area for key, area in areas.items() if key not in DEPLOYS}
    changed = with_layout(packet, number, areas)
    if shown is not placed:
        keep_places(packet.key, way_key(way), zones)
        changed = with_zones(changed, way, zones)
    keep_places(packet.key, number, areas)
    if picture is not None:
        keep_picture(packet.key, number, picture)
    client.ask(ChangeSettings(settings, changed, (settings, packet)))
    return True


class LayoutDialog(WorkDialog):
    """A dialog that asks where the elements of a scenario stand. ``areas`` maps the keys of placed
    elements to their areas.
    """

    def __init__(
        self, scenario: Scenario, picture: Path | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Layout of {scenario}", scenario=scenario.name))
        self._scenario = scenario
        self._before = {element.key: element.area for element in scenario.elements if element.area}
        self.areas = dict(self._before)
        self._shapes = {
            element.key: element.area or usual_area(element, scenario.table)
            for element in scenario.elements
        }
        """The area of each element, or its usual area if it has not been placed."""
        self.map = ScenarioMap()
        self.map.movable = True
        self.map.setMinimumSize(LEAST_MAP, LEAST_MAP)
        self.map.element_moved.connect(self._drag)
        if picture is not None:
            self.map.picture = _read_picture(picture)
        self._picture_before = self.map.picture.cacheKey()
        self.show_picture = button(say("&Picture of the diagram…"), self._choose_picture)
        self.remove_picture = button(say("&Remove the picture"), self._remove_picture)
        self.fields = {element.key: (self._field(), self._field()) for element in scenario.elements}
        self.sizes = {key: (self._field(), self._field()) for key in DEPLOYS if key in self.fields}
        self.turns = {
            key: button(say("Turn"), partial(self._turn, key))
            for key, area in self._shapes.items()
            if area.width and not area.circle and key not in DEPLOYS
        }
        self.puts = {
            element.key: button(say("Place it"), partial(self._put, element.key))
            for element in scenario.elements
        }
        self.missing = label("", "warning", wraps=True)
        self.not_read = label(
            say("That file is not a picture. Choose another."), "warning", wraps=True
        )
        self.not_read.hide()
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
        self.resize(1160, 620)

    @classmethod
    def ask(
        cls, scenario: Scenario, picture: Path, parent: QWidget | None = None
    ) -> tuple[dict[str, Area], bytes | None] | None:
        """Return the areas, and the content of the picture: empty if it was removed, None if it was
        not changed. Return None if the dialog was cancelled.
        """
        dialog = cls(scenario, picture, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return (dialog.areas, dialog.new_picture()) if accepted else None

    def work(self) -> object:
        fields = (*self.fields.items(), *self.sizes.items())
        typed = [(key, [field.value() for field in each]) for key, each in fields]
        return {**self.areas}, typed, self.map.picture.cacheKey()

    def new_picture(self) -> bytes | None:
        """Return the picture as PNG: empty if it was removed, None if it was not changed."""
        picture = self.map.picture
        if picture.cacheKey() == self._picture_before:
            return None
        content = QByteArray()
        buffer = QBuffer(content)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        if not picture.isNull():
            picture.save(buffer, "PNG")
        return bytes(content.data())

    def _choose_picture(self) -> None:
        kinds = say("Pictures ({kinds})", kinds="*.png *.jpg *.jpeg *.webp *.bmp *.gif")
        path = choose_file(self, say("Picture of the diagram"), str(events_folder()), kinds)
        if path is not None:
            self.show_file(path)

    def show_file(self, path: Path) -> None:
        """Draw the map on top of the picture in a file. If the file is not a picture, show only a
        warning.
        """
        picture = _read_picture(path)
        self.not_read.setVisible(picture.isNull())
        if not picture.isNull():
            self.map.picture = picture
        self._show()

    def _remove_picture(self) -> None:
        self.map.picture = QPixmap()
        self._show()

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
                say("{element}, from the first player’s edge", element=packet_text(element.name))
            )
            if element.key in self.sizes:
                wide, deep = self.sizes[element.key]
                wide.setAccessibleName(say("{element}, width", element=packet_text(element.name)))
                deep.setAccessibleName(say("{element}, depth", element=packet_text(element.name)))
        headings = ("", say("From the left"), say("From the first player"))
        positions = grid_of(
            [label(words, "muted", wraps=True) for words in headings],
            *(row for element in self._scenario.elements for row in self._rows(element)),
            shares=(1,),
        )
        about = label(
            say(
                "Drag an element, or type the position of its centre. The layout is"
                " saved on this computer for your other events."
            ),
            "muted",
            wraps=True,
        )
        beside = column_of(
            about,
            positions,
            self.missing,
            self.mirror,
            self.reset,
            row_of(self.show_picture, self.remove_picture, STRETCH),
            self.not_read,
            STRETCH,
            gap=Space.L,
        )
        column_of(
            grow(row_of(grow(self.map), beside, gap=Space.XL)),
            foot(button(say("&Cancel"), self.reject), self.keep),
            on=self,
            gap=Space.L,
            margins=DIALOG,
        )

    def _rows(self, element: Element) -> Iterator[tuple[QWidget | QLayout | None, ...]]:
        key = element.key
        yield (
            label(packet_text(element.name), wraps=True),
            *self.fields[key],
            row_of(self.puts[key], self.turns.get(key), gap=Space.NONE),
        )
        if key in self.sizes:
            yield (label(say("Its width and depth"), "muted"), *self.sizes[key], None)

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
        for key, fields in self.sizes.items():
            area = self.areas.get(key, self._shapes[key])
            for field, inches in zip(fields, (area.width, area.height), strict=True):
                field.setValue(float(inches))
                field.setEnabled(key in self.areas)
        self.remove_picture.setEnabled(not self.map.picture.isNull())
        self.map.update()
        names = [
            packet_text(element.name)
            for element in self._scenario.elements
            if element.key not in self.areas
        ]
        self.missing.setVisible(bool(names))
        if names:
            self.missing.setText(say("Not placed yet: {names}.", names=join_words(names)))

    def _put(self, key: str) -> None:
        """Place an element where no other element stands, preferably in the middle."""
        if key in DEPLOYS:
            self.areas[key] = self._shapes[key]
            self._show()
            return
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
        for key, fields in self.sizes.items():
            if key in self.areas:
                self.areas[key] = self._resize(
                    key, *(Decimal(round(2 * f.value())) / 2 for f in fields)
                )
        self._show()

    def _resize(self, key: str, wide: Decimal, deep: Decimal) -> Area:
        """Return a deployment zone of another size around the same middle. Width and depth are at
        least one inch.
        """
        area, least = self.areas[key], Decimal(1)
        sized = replace(area, width=max(wide, least), height=max(deep, least))
        if (sized.width, sized.height) == (area.width, area.height):
            return area
        return move_area(sized, *middle(area), self._scenario.table)

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


def _read_picture(path: Path) -> QPixmap:
    """Return the picture in a file, turned upright, and scaled down if it is large. Return a null
    picture if the file is not a picture.
    """
    reader = QImageReader(str(path))
    reader.setAutoTransform(True)
    reader.setDecideFormatFromContent(True)
    picture = QPixmap.fromImage(reader.read())
    if picture.width() <= MOST_PIXELS.width() and picture.height() <= MOST_PIXELS.height():
        return picture
    return picture.scaled(
        MOST_PIXELS, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    )
