"""The settings of this laptop, which apply to all events on it. Each setting is saved when it is
chosen.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QWidget,
)

from app.engine.frozen import replace
from app.engine.language import say
from app.store.errors import StoreError
from app.store.languages import ENGLISH, languages
from app.store.preferences import EVERY_TABLE, Agreed, ThemeChoice
from app.ui.dialogs.chooser import choose_folder
from app.ui.shell.palette import SETTING, Offer, without_letter
from app.ui.shell.preferences import AppPreferences
from app.ui.table.layout_settings import KeysDialog, key_name
from app.ui.widgets.basics import button, label, make_scrollable
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fields import ComboBox
from app.ui.widgets.layout import STRETCH, LayoutGap, column_of, form_of, grow, measure_anew, row_of
from app.ui.widgets.locale import language_name
from app.ui.widgets.screen import room_on_screen
from app.ui.widgets.theme import DIALOG, Space

ZOOMS = (100, 110, 125, 150, 175, 200)
THEMES = {
    ThemeChoice.SYSTEM: say("Same as system"),
    ThemeChoice.LIGHT: say("Light"),
    ThemeChoice.DARK: say("Dark"),
    ThemeChoice.CONTRAST: say("High contrast"),
}
AGAIN = say("Language and size change when Flagfall is started again.")
COPIES = say(
    "Copies are made in a folder beside each event. “File, Backups…” lists them and makes a new"
    " event of one."
)
WIDE, LEAST = 720, 560
AROUND = 120
"""The pixels that margins and gaps add to the dialog's contents, across and down."""
NO_SECOND = say("No USB backup chosen")
OWN = say("A table’s own keys and sound are chosen in its menu.")

NAMES = {
    "language": say("&Language, dates and numbers"),
    "zoom": say("Si&ze of everything"),
    "theme": say("Colo&urs"),
    "change_folder": say("New events"),
    "change_second": say("Second copies"),
    "change_keys": say("Plunger keys"),
    "sound": say("Sou&nd"),
    "newer": say("Check once a month for a newer &version"),
}
"""The names of the settings, by their fields in the dialog."""


def offer_settings(show: Callable[[str], object]) -> Iterator[Offer]:
    """Yield an offer for each setting. ``show`` is called with the name of the setting's field."""
    for field, words in NAMES.items():
        yield Offer(without_letter(words), SETTING, partial(show, field))


class SettingsDialog(Dialog):
    """A dialog with the preferences of this laptop. ``choose_backup_folder`` is called with the
    second folder for backups, or None for no second folder.
    """

    def __init__(
        self,
        laptop: AppPreferences,
        choose_backup_folder: Callable[[Path | None], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Settings"))
        self.setMinimumWidth(LEAST)
        self._laptop, self._choose_backup_folder = laptop, choose_backup_folder
        self.language, self.zoom, self.theme = ComboBox(), ComboBox(), ComboBox()
        self.again = label("", "muted", wraps=True)
        self.restart = button(say("&Restart now"), self._restart)
        self.wants_restart = False
        self.folder, self.second = label("", wraps=True), label("", wraps=True)
        self.change_folder = button(say("&Change…"), self._ask_folder)
        self.change_second = button(say("C&hoose…"), self._ask_second)
        self.no_second = button(say("N&one"), lambda: self._set_second(None), kind="quiet")
        self.keys = label("", wraps=True)
        self.change_keys = button(say("Plunger &keys…"), self._ask_keys)
        self.sound = QCheckBox(NAMES["sound"])
        self.newer = QCheckBox(NAMES["newer"])
        self.notice = label("", "warning", wraps=True)
        self.close_button = button(say("Clo&se"), self.accept, kind="primary")
        self._fill()
        self._show()
        self._build()
        self.language.currentIndexChanged.connect(self._chose_language)
        self.zoom.currentIndexChanged.connect(self._chose_zoom)
        self.theme.currentIndexChanged.connect(lambda _row: laptop.wear(self.theme.currentData()))
        self.sound.toggled.connect(self._chose_sound)
        self.newer.toggled.connect(laptop.keep_looks_for_newer)

    @classmethod
    def ask(
        cls,
        laptop: AppPreferences,
        choose_backup_folder: Callable[[Path | None], None],
        parent: QWidget | None = None,
        begin_at: str = "",
    ) -> bool:
        """Show the dialog with the focus on the field ``begin_at``. Tell whether to restart the
        program.
        """
        dialog = cls(laptop, choose_backup_folder, parent)
        if begin_at:
            getattr(dialog, begin_at).setFocus()
        dialog.exec()
        dialog.deleteLater()
        return dialog.wants_restart

    def _fill(self) -> None:
        for code in (ENGLISH, *languages()):
            self.language.addItem(language_name(code), code)
        for percent in ZOOMS:
            self.zoom.addItem(say("{percent} %", percent=percent), percent)
        for theme, words in THEMES.items():
            self.theme.addItem(words, theme)
        _choose(self.language, self._laptop.language or ENGLISH)
        _choose(self.zoom, self._laptop.zoom)
        _choose(self.theme, self._laptop.theme)

    def _show(self) -> None:
        self.folder.setText(str(self._laptop.events_folder))
        second = self._laptop.backup_folder
        self.second.setText(NO_SECOND if second is None else str(second))
        self.no_second.setVisible(second is not None)
        wishes = self._laptop.table_wishes(EVERY_TABLE)
        self.keys.setText(
            say(
                "Red: {red}, Blue: {blue}",
                red=key_name(wishes.keys.red),
                blue=key_name(wishes.keys.blue),
            )
        )
        self.sound.setChecked(wishes.sound)
        self.newer.setChecked(self._laptop.looks_for_newer is Agreed.YES)

    def _chose_language(self) -> None:
        code = self.language.currentData()
        self._laptop.keep_language(code)
        self._show_again()

    def _show_again(self) -> None:
        self.again.setText(AGAIN)
        self.again.show()
        self.restart.show()

    def _restart(self) -> None:
        self.wants_restart = True
        self.accept()

    def _chose_zoom(self) -> None:
        self._laptop.keep_zoom(self.zoom.currentData())
        self._show_again()

    def _chose_sound(self, on: bool) -> None:
        wishes = self._laptop.table_wishes(EVERY_TABLE)
        self._laptop.keep_table_wishes(EVERY_TABLE, replace(wishes, sound=on))

    def _ask_folder(self) -> None:
        before = str(self._laptop.events_folder)
        if chosen := choose_folder(self, say("Folder for new events"), before):
            try:
                self._laptop.keep_events_folder(chosen)
            except StoreError as error:
                self.notice.setText(str(error))
            self._show()

    def _ask_second(self) -> None:
        if chosen := choose_folder(self, say("Second folder for backups")):
            self._set_second(chosen)

    def _set_second(self, folder: Path | None) -> None:
        self._choose_backup_folder(folder)
        self._show()

    def _ask_keys(self) -> None:
        wishes = self._laptop.table_wishes(EVERY_TABLE)
        if keys := KeysDialog.ask(wishes.keys, self):
            self._laptop.keep_table_wishes(EVERY_TABLE, replace(wishes, keys=keys))
            self._show()

    def _build(self) -> None:
        inside = QWidget()
        column_of(
            label(say("This computer"), "heading"),
            form_of(
                (NAMES["language"], self.language),
                (NAMES["zoom"], self.zoom),
                (NAMES["theme"], self.theme),
            ),
            row_of(grow(self.again), self.restart),
            self.newer,
            LayoutGap(Space.S),
            label(say("Where events are kept"), "heading"),
            form_of(
                (NAMES["change_folder"], row_of(grow(self.folder), self.change_folder)),
                (
                    NAMES["change_second"],
                    row_of(grow(self.second), self.no_second, self.change_second),
                ),
            ),
            label(COPIES, "muted", wraps=True),
            LayoutGap(Space.S),
            label(say("Windows of tables"), "heading"),
            form_of(
                (NAMES["change_keys"], row_of(grow(self.keys), self.change_keys)),
                ("", self.sound),
            ),
            label(OWN, "muted", wraps=True),
            STRETCH,
            on=inside,
            gap=Space.M,
        )
        column_of(
            grow(make_scrollable(inside)),
            self.notice,
            row_of(STRETCH, self.close_button),
            on=self,
            gap=Space.M,
            margins=DIALOG,
        )
        self.again.setVisible(False)
        self.restart.setVisible(False)
        self.newer.setVisible(bool(self._laptop.public_address))
        _line_up(inside.findChildren(QFormLayout))
        measure_anew(inside)
        wide = max(WIDE, inside.minimumSizeHint().width() + AROUND)
        high = inside.sizeHint().height() + self.close_button.sizeHint().height() + AROUND
        self.resize(QSize(wide, high).boundedTo(room_on_screen(self)))


def _line_up(forms: Iterable[QFormLayout]) -> None:
    """Give every caption the width of the widest caption and the height of its field. All fields
    are then aligned, and each caption is level with its field.
    """
    rows = [
        (caption, field)
        for form in forms
        for row in range(form.rowCount())
        if (item := form.itemAt(row, QFormLayout.ItemRole.LabelRole)) is not None
        and (caption := item.widget()) is not None
        and (field := form.itemAt(row, QFormLayout.ItemRole.FieldRole)) is not None
    ]
    for caption, _ in rows:
        caption.ensurePolished()
    widest = max(caption.sizeHint().width() for caption, _ in rows)
    for caption, field in rows:
        caption.setMinimumSize(widest, field.sizeHint().height())


def _choose(box: QComboBox, data: object) -> None:
    box.setCurrentIndex(max(box.findData(data), 0))
