"""The dialog for a new event: its settings and its file."""

import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QPushButton,
    QWidget,
)

from app.engine.formats.own_game import adjust_packet, own_faults
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.packet.packet import Packet
from app.store.errors import StoreError
from app.store.file_names import file_stem
from app.ui.dialogs.chooser import choose_folder
from app.ui.dialogs.events_folder import events_folder
from app.ui.pages.event.settings_form import SettingsForm
from app.ui.pages.format.own_game_form import OwnGameForm
from app.ui.widgets.basics import align_link, button, card, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import STRETCH, column_of, row_of
from app.ui.widgets.screen import room_on_screen
from app.ui.widgets.theme import DIALOG, WIDE_CARD, Space

SUFFIX = ".flagfall"
UNNAMED = say("New event")
WIDTH = 760


class NewEvent(Struct, frozen=True):
    """A new event: the file to make, its settings and its packet."""

    file: Path
    settings: Settings
    packet: Packet


class NewEventDialog(Dialog):
    def __init__(
        self,
        packets: Mapping[str, Packet],
        folder: Path,
        parent: QWidget | None = None,
        *,
        faults: Sequence[str] = (),
        may_create: Callable[[], bool] = lambda: True,
        like: tuple[Settings, Packet] | None = None,
    ) -> None:
        super().__init__(parent)
        self._may_create = may_create
        self.setWindowTitle(say("New event"))
        self.setMinimumWidth(WIDTH)
        self._folder = folder
        self.form = SettingsForm(packets, with_decisions=False, faults=faults)
        self.form.name.setPlaceholderText(UNNAMED)
        seed = secrets.randbelow(10**6) + 1
        if like is None:
            first = next(iter(packets.values()))
            self.form.show_settings(Settings("", first.key, self.form.army.currentData(), seed))
        else:
            settings, packet = like
            self.form.show_packet(packet)
            self.form.show_settings(replace(settings, seed=seed, date=""))
        self.more = align_link(button(say("More &settings"), self._show_more, kind="quiet"))
        self.form.rest.hide()
        self.own = OwnGameForm()
        self._own_of = ""
        self._own_card = card("ownGame")
        self.place = label("", "muted", wraps=True)
        self.fault = label("", "warning", wraps=True)
        self.fault.hide()
        self.elsewhere = QPushButton(say("&Folder…"))
        self.create_event = QPushButton(say("&Create event"))
        self.create_event.setProperty("kind", "primary")
        self.create_event.setDefault(True)
        self.cancel = QPushButton(say("Cancel"))
        self._build()
        self.form.changed.connect(self._name_file)
        self.form.changed.connect(self._show_own)
        self.form.changed.connect(self._fit)
        self.own.changed.connect(self.fault.hide)
        self.elsewhere.clicked.connect(self._choose_folder)
        self.create_event.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.reject)
        self._name_file()
        self._show_own()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Give the explanations the height that all their lines need, however they wrap."""
        layout = self.layout()
        if layout is not None and layout.hasHeightForWidth():
            self.setMinimumHeight(layout.totalHeightForWidth(self.width()))

    @classmethod
    def ask(
        cls,
        packets: Mapping[str, Packet],
        parent: QWidget | None = None,
        *,
        faults: Sequence[str] = (),
        may_create: Callable[[], bool] = lambda: True,
        like: tuple[Settings, Packet] | None = None,
        name: str = "",
        as_usual: bool = False,
    ) -> NewEvent | None:
        """Ask for a new event. Once everything is entered, ``may_create`` asks whether the open
        event may be closed. ``like`` holds the settings of an earlier event, and all of them except
        the day are copied. With ``as_usual``, the dialog is shown only if the file cannot be made.
        """
        dialog = cls(
            packets, events_folder(), parent, faults=faults, may_create=may_create, like=like
        )
        if name:
            dialog.form.name.setText(name)
        if as_usual:
            dialog.accept()
        made = dialog.result() or dialog.exec()
        return dialog.answer() if made == QDialog.DialogCode.Accepted else None

    def answer(self) -> NewEvent:
        settings = self.form.settings
        named = replace(settings, name=settings.name or UNNAMED)
        return NewEvent(self.file, named, self.packet)

    @property
    def packet(self) -> Packet:
        """The chosen packet. If the packet leaves the rules of a game open, it contains the rules
        that the organizer has entered.
        """
        packet = self.form.chosen_packet
        return adjust_packet(packet, self.own.own) if packet.adjustable else packet

    @property
    def file(self) -> Path:
        """A path in the folder that is not taken yet, named after the event."""
        stem = file_stem(self.form.settings.name, 80)
        stem = stem or UNNAMED
        names = [stem, *(f"{stem} ({number})" for number in range(2, 1000))]
        files = (self._folder / f"{name}{SUFFIX}" for name in names)
        return next(file for file in files if not os.path.exists(file))

    def accept(self) -> None:
        """Accept the dialog if the event's file can be made; otherwise show the reason."""
        if self.form.seed_fault:
            self._show_more()
        if fault := self.form.seed_fault or self._game_fault() or self._file_fault():
            self.fault.setText(fault)
            self.fault.show()
            self._fit()
            return
        if self._may_create():
            super().accept()

    def _show_more(self) -> None:
        """Show also the settings that have usual values."""
        self.more.hide()
        self.form.rest.show()
        QTimer.singleShot(0, self._grow)

    def _grow(self) -> None:
        """Make the dialog as high as its contents if the screen has room for that."""
        self._fit_on_screen(room_on_screen(self))

    def _show_own(self) -> None:
        """Show the fields for the rules of a game if the chosen packet leaves them open."""
        packet = self.form.chosen_packet
        self._own_card.setVisible(packet.adjustable)
        if packet.adjustable and self._own_of != packet.key:
            self.own.show_packet(packet)
        self._own_of = packet.key
        if self.isVisible() and packet.adjustable:
            self._fit_on_screen(room_on_screen(self))

    def _game_fault(self) -> str:
        packet = self.packet
        return next(own_faults(packet), "") if packet.adjustable else ""

    def _file_fault(self) -> str:
        from app.store.log.checks import demand_makeable

        try:
            demand_makeable(self.file)
        except StoreError as error:
            return str(error)
        return ""

    def show_folder(self, folder: Path) -> None:
        """Choose ``folder`` for the event's file, and show that choice."""
        self._folder = folder
        self._name_file()

    def _name_file(self) -> None:
        self.fault.hide()
        self.place.setText(say("Everything is saved in {file}", file=self.file))

    def _choose_folder(self) -> None:
        if chosen := choose_folder(self, say("Folder for the event"), str(self._folder)):
            self.show_folder(chosen)

    def _build(self) -> None:
        column_of(
            label(say("The game"), "heading"),
            self.own,
            STRETCH,
            on=self._own_card,
            margins=WIDE_CARD,
        )
        column_of(
            self.form,
            self._own_card,
            row_of(self.more, STRETCH),
            STRETCH,
            self.place,
            self.fault,
            row_of(self.elsewhere, STRETCH, self.cancel, self.create_event, gap=Space.L),
            on=self,
            gap=Space.L,
            margins=DIALOG,
        )
