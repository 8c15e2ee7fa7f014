"""The dialog that lists an event's backups with their states, and makes a new event file from one
of them.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from enum import IntEnum
from functools import partial
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from app.engine.language import say
from app.engine.text import join_words
from app.store.errors import StoreError
from app.store.log.glance import take_glance
from app.store.os_errors import NOT_ENTERED, closed_folder
from app.store.rescue.backups import BackupOutcome, is_missing
from app.ui.deliveries import deliver_to
from app.ui.dialogs.chooser import choose_folder
from app.ui.widgets.basics import button, label, restyle
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import STRETCH, column_of, grow, row_of
from app.ui.widgets.list_column import ListColumn
from app.ui.widgets.locale import format_date
from app.ui.widgets.table_list import TableList
from app.ui.widgets.table_model import ListRows
from app.ui.widgets.theme import DIALOG, Space

WHEN = say("ddd d MMM yyyy, HH:mm")
ABOUT = say(
    "Copies are made when a round starts and ends, and every ten minutes of play, in a folder"
    " beside the event. The latest come first."
)
LOOKING = say("Looking for backups…")
NONE = say("There is no backup yet. The first one is made when a round starts.")
COPYING = say("Copying…")
MISSING = say(
    "The second folder {folder} is not there. Plug in its disk, or choose another folder."
)
NO_SECOND = say("No USB backup chosen")

Copies = Callable[[], Iterable[tuple[Path, Path]]]
"""A function that returns each backup with the file of its event. It is called in a thread, because
reading may take time.
"""


CopyNow = Callable[[], Future[tuple[BackupOutcome, ...]]]
"""A function that copies the open event in the background."""


class BackupColumn(IntEnum):
    EVENT = 0
    WHEN = 1
    STATE = 2
    FOLDER = 3


class CopyRow(Struct, frozen=True):
    copy: Path
    file: Path
    """The file of the event."""
    at_ms: int
    """The instant of the backup's last row; 0 if the backup cannot be read."""
    state: str


def _copy_words(row: CopyRow) -> str:
    return str(row.copy)


COLUMNS: dict[BackupColumn, ListColumn[CopyRow]] = {
    BackupColumn.EVENT: ListColumn(say("Event"), lambda row: row.file.stem, 160, tip=_copy_words),
    BackupColumn.WHEN: ListColumn(say("As of"), lambda row: _when(row.at_ms), 190, tip=_copy_words),
    BackupColumn.STATE: ListColumn(say("State"), lambda row: row.state, 170, tip=_copy_words),
    BackupColumn.FOLDER: ListColumn(
        say("Folder"), lambda row: str(row.copy.parent), tip=_copy_words
    ),
}


class BackupsDialog(Dialog):
    """A dialog with the backups of an event, and the acts that are possible with them.
    ``choose_second`` is called with the second folder for backups, or None for no second folder.
    ``copy_now`` makes backups of the open event; it is None if no event is open that could be
    copied.
    """

    def __init__(
        self,
        copies: Copies,
        second: Path | None,
        choose_second: Callable[[Path | None], None],
        parent: QWidget | None = None,
        *,
        copy_now: CopyNow | None = None,
        may_restore: Callable[[], bool] = lambda: True,
    ) -> None:
        super().__init__(parent)
        self.file: Path | None = None
        self._may_restore = may_restore
        self.setWindowTitle(say("Backups"))
        self.resize(860, 520)
        self._copies, self._choose, self._copy_now = copies, choose_second, copy_now
        self._second = second
        self._looking: object = None  # identifies the present search of the folders
        self._deliver_row = deliver_to(self._take_row)
        self._deliver_end = deliver_to(self._take_end)
        self._deliver_copied = deliver_to(self._show_copied)
        self._is_copying = False
        rows = ListRows(COLUMNS.values(), lambda row: row.copy)
        self.list = TableList("backups", say("Backups"), rows)
        self.note = label("", "muted", wraps=True)
        self.second = label("", wraps=True)
        self.restore = button(say("&Restore into a new file…"), self.accept, kind="primary")
        self.folder = button(say("Open &folder"), self._open_folder, kind="quiet")
        self.change = button(say("&Second folder…"), self._ask_second)
        self.stop = button(say("&No second folder"), lambda: self._set_second(None), kind="quiet")
        self.copy = button(say("Cop&y now"), self._begin_copy)
        self.copy.setVisible(copy_now is not None)
        self.copied = label("", wraps=True)
        self.copied.hide()
        close = button(say("&Close"), self.reject)
        column_of(
            label(ABOUT, wraps=True),
            grow(self.list),
            self.note,
            self.copied,
            row_of(grow(self.second), self.change, self.stop),
            row_of(self.copy, self.folder, STRETCH, close, self.restore),
            on=self,
            gap=Space.M,
            margins=DIALOG,
        )
        self.list.chosen.connect(self._chosen_changed)
        self.list.doubleClicked.connect(lambda _index: self.accept())
        self._show_second(second)
        self._look()

    @classmethod
    def ask(
        cls,
        copies: Copies,
        second: Path | None,
        choose_second: Callable[[Path | None], None],
        parent: QWidget | None = None,
        *,
        copy_now: CopyNow | None = None,
        may_restore: Callable[[], bool] = lambda: True,
    ) -> tuple[Path, Path] | None:
        """Return the chosen backup and the new file to restore it into; None if nothing is to be
        restored. ``may_restore`` asks whether the open event may be closed.
        """
        dialog = cls(
            copies, second, choose_second, parent, copy_now=copy_now, may_restore=may_restore
        )
        done = dialog.exec()
        chosen, file = dialog.chosen, dialog.file
        dialog.deleteLater()
        return (chosen.copy, file) if done and chosen and file else None

    def accept(self) -> None:
        """Ask for the new file. If the file cannot be made, show the reason and stay open."""
        from app.store.log.checks import demand_makeable
        from app.ui.dialogs.files import ask_restored_file

        if self.chosen is None:
            return
        self.file = ask_restored_file(self, self.chosen.copy, self.chosen.file.parent)
        if self.file is None:
            return
        try:
            demand_makeable(self.file)
        except StoreError as error:
            self._show_outcome(str(error), "warning")
            return
        if self._may_restore():
            super().accept()

    @property
    def chosen(self) -> CopyRow | None:
        return self.list.chosen_row

    def _look(self, missing: Sequence[str] = ()) -> None:
        """Look for backups in a thread, because a memory stick may be slow. ``missing`` holds
        sentences about folders that are known to be missing.
        """
        self.list.show_rows(())
        self._chosen_changed()
        self.note.setText(LOOKING)
        self.note.show()
        looking = self._looking = object()
        row, end = partial(self._deliver_row, looking), partial(self._deliver_end, looking, missing)
        given = (self._copies, self._second, row, end)
        threading.Thread(target=_look_at, args=given, name="backups", daemon=True).start()

    def _take_row(self, looking: object, row: CopyRow) -> None:
        if looking is self._looking:
            self.list.show_rows((*self.list.rows, row))
            if len(self.list.rows) == 1:
                self.list.choose([0])

    def _take_end(self, looking: object, missing: Sequence[str], unreachable: str) -> None:
        """Show that all backups are listed, and a sentence about a folder that is missing or out of
        reach.
        """
        if looking is not self._looking:
            return
        if sentence := next(filter(None, (unreachable, *missing)), ""):
            self.second.setText(sentence)
            restyle(self.second, "role", "warning")
        self.note.setText("" if self.list.rows else NONE)
        self.note.setVisible(not self.list.rows)

    def _chosen_changed(self) -> None:
        there = self.chosen is not None
        self.restore.setEnabled(there)
        self.folder.setEnabled(there)

    def _open_folder(self) -> None:
        if self.chosen is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self.chosen.copy.parent)))

    def _ask_second(self) -> None:
        if chosen := choose_folder(self, say("Second folder for backups")):
            self._set_second(chosen)

    def _set_second(self, folder: Path | None) -> None:
        self._choose(folder)
        self._show_second(folder)
        self._look()

    def _begin_copy(self) -> None:
        if self._copy_now is None or self._is_copying:
            return
        self._is_copying = True
        self.copy.setEnabled(False)
        self._show_outcome(COPYING)
        self._copy_now().add_done_callback(self._deliver_copied)

    def _show_copied(self, done: Future[tuple[BackupOutcome, ...]]) -> None:
        outcomes: tuple[BackupOutcome, ...] = ()
        try:
            outcomes = done.result()
            words = copied_words(outcomes)
        except StoreError as error:
            words = str(error)
        self._is_copying = False
        self._show_outcome(words)
        self.copy.setEnabled(True)
        self._show_second(self._second)
        missing = (outcome.folder for outcome in outcomes if outcome.missing)
        self._look([MISSING.format(folder=folder) for folder in missing])

    def _show_outcome(self, words: str, role: str = "") -> None:
        self.copied.setText(words)
        restyle(self.copied, "role", role)
        self.copied.show()

    def _show_second(self, folder: Path | None) -> None:
        self._second = folder
        words = NO_SECOND if folder is None else say("Copies also go to {folder}.", folder=folder)
        self.second.setText(words)
        restyle(self.second, "role", "")
        self.stop.setVisible(folder is not None)


def copied_words(outcomes: Sequence[BackupOutcome]) -> str:
    """Return a text that says where the copies are, and why any copies failed. A missing folder is
    reported elsewhere in the dialog.
    """
    files = [str(outcome.file) for outcome in outcomes if outcome.file is not None]
    made = [say("Copied to {files}.", files=join_words(files))] if files else []
    faults = [outcome.fault for outcome in outcomes if outcome.fault and not outcome.missing]
    return " ".join((*made, *faults))


def _look_at(
    copies: Copies,
    second: Path | None,
    deliver_row: Callable[[CopyRow], None],
    deliver_end: Callable[[str], None],
) -> None:
    unreachable = ""
    if second is not None:
        if closed := closed_folder(second / "copy"):
            unreachable = NOT_ENTERED.format(folder=closed)
        elif is_missing(second):
            unreachable = MISSING.format(folder=second)
    for copy, file in copies():
        state = take_glance(copy)
        deliver_row(CopyRow(copy, file, state.at_ms, state.words))
    deliver_end(unreachable)


def _when(at_ms: int) -> str:
    return format_date(at_ms, WHEN) if at_ms else ""
