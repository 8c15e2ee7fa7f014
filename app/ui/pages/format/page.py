"""The format builder: the packet's keywords to tick, the organizer's own choices, and what the
event is announced with. Every tick is an act of its own that undo takes back.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QVBoxLayout,
    QWidget,
)

from app.engine.acts.commands import Refused
from app.engine.acts.setup import ChangeSettings
from app.engine.formats.keywords import clashes, with_preset
from app.engine.formats.settings import Settings
from app.engine.packet.packet import Packet
from app.store.packets.files import packets
from app.ui.clients.desk import DeskClient
from app.ui.pages.format.house_rules import OrganizersOwn
from app.ui.pages.format.keywords import KeywordGroups
from app.ui.widgets.basics import button, card, in_tab_order, label, restyle, scrolled
from app.ui.widgets.printing import choose_pdf, heading, save_pdf, table
from app.views.event.format import (
    PresetRow,
    format_rows,
    preset_rows,
    swap_to,
    under,
    with_keyword,
)
from app.views.event.settings_words import SheetRow, announcement, settings_sheet

if TYPE_CHECKING:
    from app.desk import Reply

SIDE = 400
NOTE = "Games already drawn keep their settings. Undo takes back any tick."


class FormatPage(QWidget):
    def __init__(self, client: DeskClient, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self._client = client
        self._packets = packets()
        self._shown: tuple[Packet, Settings, int] | None = None
        self._chosen: tuple[Settings, Packet] | None = None  # with what is not answered yet
        self.groups = KeywordGroups()
        self.own = OrganizersOwn()
        self.presets = QVBoxLayout()
        self.text = label("", "announcement", wraps=True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.clash = label("", "doubts", wraps=True)
        self.sheet = QGridLayout()
        self.copy = button("&Copy", self._copy)
        self.pdf = button("Settings sheet as &PDF…", self._choose_pdf)
        self.notice = label("", "muted", wraps=True)
        self.notice.hide()
        self._lay_out()
        self.groups.ticked.connect(self._tick)
        self.own.wanted.connect(self._ask)
        client.changed.connect(self.show_format)
        self.show_format()

    def show_format(self) -> None:
        state = self._client.state
        packet, settings = state.packet, state.settings
        if packet is None or settings is None:
            return
        players = len(state.players)
        if (packet, settings, players) == self._shown:
            return
        self._shown, self._chosen = (packet, settings, players), (settings, packet)
        self.groups.show_groups(format_rows(packet, settings, tuple(self._packets.values())))
        self.own.show_settings(packet, settings)
        self._show_presets(preset_rows(packet, settings, players))
        self.text.setText(announcement(packet, settings))
        sentences = clashes(packet, settings)
        self.clash.setText("\n".join(sentences))
        self.clash.setVisible(bool(sentences))
        restyle(self.clash, "tone", "doubt")
        self._show_sheet(packet, settings)
        self._order()

    def _order(self) -> None:
        in_tab_order(self._preset_card, self.groups, self.own, self.copy, self.pdf)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._order()

    def _tick(self, key: str, on: bool, x: int) -> None:
        if self._chosen is None:
            return
        settings, packet = self._chosen
        other = swap_to(packet, key, tuple(self._packets.values()), on=on)
        if other is not None:
            self._change(under(other, settings), other)
        else:
            self._change(with_keyword(packet, settings, key, on=on, x=x), packet)

    def _ask(self, change: Callable[[Settings], Settings]) -> None:
        if self._chosen is not None:
            settings, packet = self._chosen
            if change(settings) != settings:
                self._change(change(settings), packet)

    def _change(self, settings: Settings, packet: Packet) -> None:
        """Only what is changed, also before the last change is answered. A choice that was refused
        is shown again as it still is.
        """
        command = ChangeSettings(settings, packet, self._chosen)
        self._chosen = settings, packet

        def answered(reply: "Reply") -> None:
            if not isinstance(reply, Refused):
                return
            self._shown = None
            self.show_format()
            if reply.insistable:
                self._client.doubted.emit(command, reply)
            else:
                self._client.refused.emit(reply.sentence)

        self._client.ask(command, then=answered)

    def _announce_preset(self, key: str) -> None:
        if self._chosen is not None:
            settings, packet = self._chosen
            preset = next(preset for preset in packet.presets if preset.key == key)
            self._change(with_preset(packet, settings, preset), packet)

    def _copy(self) -> None:
        QApplication.clipboard().setText(self.text.text())
        self._tell("Announcement copied.")

    def _choose_pdf(self) -> None:
        path = choose_pdf(self._client, "Settings sheet", "settings", self)
        if path is not None:
            self.save(path)

    def save(self, path: Path) -> None:
        """Write the settings sheet as PDF, or report why not."""
        if self._shown and save_pdf(self._client, path, self.html(), self._shown[1].name):
            self._tell(f"Saved to {path}")

    def _tell(self, sentence: str) -> None:
        self.notice.setText(sentence)
        self.notice.show()

    def html(self) -> str:
        """The settings sheet for the wall."""
        if self._shown is None:
            return ""
        packet, settings, _ = self._shown
        rows: list[tuple[str, ...]] = [
            (sheet_row.group, sheet_row.keyword, sheet_row.says)
            for sheet_row in settings_sheet(packet, settings)
        ]
        top = heading(settings.name) + heading(announcement(packet, settings), 3)
        return top + table(rows)

    def _show_presets(self, rows: Sequence[PresetRow]) -> None:
        while (item := self.presets.takeAt(0)) is not None:
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()
        self._preset_card.setVisible(bool(rows))
        for row in rows:
            self.presets.addWidget(self._preset(row))

    def _preset(self, row: PresetRow) -> QWidget:
        line = QWidget()
        name = button(row.name, lambda: self._announce_preset(row.key))
        name.setEnabled(not row.on)
        name.setFixedWidth(176)
        meant = f"For {row.meant}" + ("" if row.fits else ": not this event") if row.meant else ""
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(label(row.says, wraps=True))
        if row.ours:
            words.addWidget(label(row.ours, "muted", wraps=True))
        if row.on or meant:
            words.addWidget(label("In force. " * row.on + meant, "muted", wraps=True))
        both = QHBoxLayout(line)
        both.setContentsMargins(0, 0, 0, 0)
        both.setSpacing(16)
        both.addWidget(name, 0, Qt.AlignmentFlag.AlignTop)
        both.addLayout(words, 1)
        return line

    def _show_sheet(self, packet: Packet, settings: Settings) -> None:
        while (item := self.sheet.takeAt(0)) is not None:
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()
        for place, row in enumerate(settings_sheet(packet, settings)):
            group = label(row.group, "muted", wraps=True)
            group.setFixedWidth(120)
            self.sheet.addWidget(group, place, 0, Qt.AlignmentFlag.AlignTop)
            self.sheet.addWidget(_told(row), place, 1, Qt.AlignmentFlag.AlignTop)

    def _lay_out(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(12)
        self._preset_card = _titled("Presets", self.presets)
        column.addWidget(self._preset_card)
        column.addWidget(self.groups)
        column.addWidget(self.own)
        column.addStretch()
        both = QHBoxLayout()
        both.setSpacing(16)
        both.addWidget(scrolled(inside), 1)
        side = scrolled(self._side())
        side.setFixedWidth(SIDE)
        both.addWidget(side)
        page = QVBoxLayout(self)
        page.setContentsMargins(16, 12, 16, 12)
        page.setSpacing(12)
        page.addWidget(label("Format", "title"))
        page.addLayout(both, 1)

    def _side(self) -> QWidget:
        side = QWidget()
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.copy)
        buttons.addWidget(self.pdf)
        buttons.addStretch()
        box = QVBoxLayout()
        box.setSpacing(12)
        for part in (self.text, self.clash):
            box.addWidget(part)
        box.addLayout(buttons)
        box.addWidget(self.notice)
        self.sheet.setHorizontalSpacing(12)
        self.sheet.setVerticalSpacing(8)
        self.sheet.setColumnStretch(1, 1)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(_titled("Announcement", box))
        column.addWidget(_titled("Settings sheet", self.sheet))
        column.addWidget(label(NOTE, "muted", wraps=True))
        column.addStretch()
        return side


def _told(row: SheetRow) -> QWidget:
    """A keyword and below it what it changes."""
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(label(row.keyword, wraps=True))
    if row.says:
        column.addWidget(label(row.says, "muted", wraps=True))
    return box


def _titled(title: str, inside: QLayout) -> QFrame:
    frame = card("format")
    column = QVBoxLayout(frame)
    column.setContentsMargins(24, 16, 24, 16)
    column.setSpacing(12)
    column.addWidget(label(title, "heading"))
    column.addLayout(inside)
    return frame
