"""The format page: the packet's keywords, the organizer's own choices, and the announcement. Every
change is an act that can be undone separately.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLayout,
    QWidget,
)

from app.engine.acts.commands import Refused
from app.engine.acts.setup import ChangeSettings
from app.engine.formats.keywords import clashes, with_preset
from app.engine.formats.own_game import adjust_packet
from app.engine.formats.settings import Settings
from app.engine.language import say
from app.engine.packet.packet import Packet
from app.engine.standings.scores import field_size
from app.store.packets.files import packets
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.scenario_layout import lay_out_scenario
from app.ui.pages.format.house_rules import OrganizersOwn
from app.ui.pages.format.keywords import KeywordGroups
from app.ui.pages.format.own_game_form import OwnGameForm
from app.ui.widgets.basics import button, card, in_tab_order, label, make_scrollable, restyle
from app.ui.widgets.layout import (
    STRETCH,
    append,
    clear,
    column_of,
    grid_of,
    grow,
    place_part,
    refill,
    row_of,
)
from app.ui.widgets.theme import BESIDE_SCROLL_BAR, CARD, PAGE, Space
from app.views.event.format import (
    PresetRow,
    format_rows,
    preset_rows,
    swap_to,
    under,
    with_keyword,
)
from app.views.event.settings_words import SheetRow, announcement, invitation_words, settings_sheet

if TYPE_CHECKING:
    from app.desk.replies import Reply

SIDE = 400
NOTE = say("Games already drawn keep their settings. Undo takes back any tick.")


class FormatPage(QWidget):
    def __init__(self, client: DeskClient, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self._client = client
        self._packets = packets()
        self._shown: tuple[Packet, Settings, int, int] | None = None
        self._chosen: tuple[Settings, Packet] | None = None  # with what is not answered yet
        self.groups = KeywordGroups()
        self.own = OrganizersOwn()
        self.presets = column_of()
        self.text = label("", "announcement", wraps=True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.clash = label("", "doubts", wraps=True)
        self.sheet = grid_of(gap_across=Space.M, shares=(0, 1))
        self.copy = button(say("&Copy"), self._copy)
        self.print = button(say("&Print…"), self._print)
        self.notice = label("", "muted", wraps=True)
        self.notice.hide()
        self._lay_out()
        self.groups.ticked.connect(self._tick)
        self.own.wanted.connect(self._ask)
        self.own.layout_wanted.connect(lambda number: lay_out_scenario(self._client, number, self))
        client.more_changed.connect(self.show_format)
        self.show_format()

    @cached_property
    def game(self) -> OwnGameForm:
        """The form for a game without a packet. Few events need its fields, so it is made at its
        first use.
        """
        form = OwnGameForm()
        form.changed.connect(self._set_game)
        self._game_place.addWidget(form)
        return form

    def show_format(self) -> None:
        state = self._client.state
        packet, settings = state.packet, state.settings
        if packet is None or settings is None:
            return
        players = len(state.players)
        field = field_size(state)
        if (packet, settings, players, field) == self._shown:
            return
        self._shown, self._chosen = (packet, settings, players, field), (settings, packet)
        known = tuple(self._packets.values())
        self.groups.show_groups(format_rows(packet, settings, known, field))
        self.own.show_settings(packet, settings)
        self._game_card.setVisible(packet.adjustable)
        if packet.adjustable:
            self.game.show_packet(packet)
        self._show_presets(preset_rows(packet, settings, players))
        lines = (announcement(packet, settings), invitation_words(settings))
        self.text.setText("\n".join(filter(None, lines)))
        sentences = clashes(packet, settings, field)
        self.clash.setText("\n".join(sentences))
        self.clash.setVisible(bool(sentences))
        restyle(self.clash, "tone", "doubt")
        self._show_sheet(packet, settings)
        self._order()

    def _order(self) -> None:
        in_tab_order(
            self._game_card, self._preset_card, self.groups, self.own, self.copy, self.print
        )

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

    def _set_game(self) -> None:
        """Apply the form for a game without a packet."""
        if self._chosen is not None:
            settings, packet = self._chosen
            changed = adjust_packet(packet, self.game.own)
            if changed != packet:
                self._change(settings, changed)

    def _change(self, settings: Settings, packet: Packet) -> None:
        """Request the change from the last requested settings, even if that request has not been
        answered yet. If the change is refused, show the event's own choices again.
        """
        command = ChangeSettings(settings, packet, self._chosen)
        self._chosen = settings, packet

        def answered(reply: "Reply") -> None:
            if not isinstance(reply, Refused):
                return
            self._shown = None
            self.show_format()
            if reply.insistable:
                self._client.doubted.emit(command, reply, answered)
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
        self._show_sentence(say("Announcement copied."))

    def _print(self) -> None:
        from app.ui.printing.dialog import PrintDialog  # loads the system's printing

        PrintDialog.show_for(self._client, "settings", self)

    def _show_sentence(self, sentence: str) -> None:
        self.notice.setText(sentence)
        self.notice.show()

    def _show_presets(self, rows: Sequence[PresetRow]) -> None:
        clear(self.presets)
        self._preset_card.setVisible(bool(rows))
        append(self.presets, *map(self._preset, rows))

    def _preset(self, row: PresetRow) -> QWidget:
        line = QWidget()
        name = button(row.name, lambda: self._announce_preset(row.key))
        name.setEnabled(not row.on)
        name.setFixedWidth(176)
        meant = ""
        if row.meant and row.fits:
            meant = say("For {meant}", meant=row.meant)
        elif row.meant:
            meant = say("For {meant}: not this event", meant=row.meant)
        in_force = f"{say('In force.')} {meant}".strip() if row.on else meant
        words = column_of(
            label(row.says, wraps=True),
            label(row.ours, "muted", wraps=True) if row.ours else None,
            label(in_force, "muted", wraps=True) if in_force else None,
            gap=Space.NONE,
        )
        row_of(place_part(name, Qt.AlignmentFlag.AlignTop), grow(words), on=line, gap=Space.L)
        return line

    def _show_sheet(self, packet: Packet, settings: Settings) -> None:
        top = Qt.AlignmentFlag.AlignTop
        refill(
            self.sheet,
            *(
                (place_part(_group(row), top), place_part(_show_keyword(row), top))
                for row in settings_sheet(packet, settings)
            ),
        )

    def _lay_out(self) -> None:
        inside = QWidget()
        self._preset_card = _make_card(say("Presets"), self.presets)
        self._game_place = column_of()
        self._game_card = _make_card(say("The game"), self._game_place)
        column_of(
            self._game_card,
            self._preset_card,
            self.groups,
            self.own,
            STRETCH,
            on=inside,
            gap=Space.M,
            margins=BESIDE_SCROLL_BAR,
        )
        side = make_scrollable(self._side())
        side.setMaximumWidth(SIDE)
        column_of(
            grow(row_of(grow(make_scrollable(inside), 3), grow(side, 2), gap=Space.L)),
            on=self,
            gap=Space.M,
            margins=PAGE,
        )

    def _side(self) -> QWidget:
        side = QWidget()
        column_of(
            _make_card(
                say("Announcement of the event"),
                column_of(
                    self.text,
                    self.clash,
                    row_of(self.copy, self.print, STRETCH),
                    self.notice,
                    gap=Space.M,
                ),
            ),
            _make_card(say("Settings sheet"), self.sheet),
            label(NOTE, "muted", wraps=True),
            STRETCH,
            on=side,
            gap=Space.M,
        )
        return side


def _group(row: SheetRow) -> QWidget:
    group = label(row.group, "muted", wraps=True)
    group.setFixedWidth(96)
    return group


def _show_keyword(row: SheetRow) -> QWidget:
    """Return a widget with a keyword and, below it, its effect."""
    box = QWidget()
    column = column_of(label(row.keyword, wraps=True), on=box, gap=Space.NONE)
    if row.says:
        column.addWidget(label(row.says, "muted", wraps=True))
    return box


def _make_card(title: str, inside: QLayout) -> QFrame:
    frame = card("format")
    column_of(label(title, "heading"), inside, on=frame, gap=Space.M, margins=CARD)
    return frame
