"""The system's own dialogs for files and folders, imported when they are first needed."""

import os
import sys
from pathlib import Path

from PySide6.QtGui import QPageSize
from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrinterInfo
from PySide6.QtWidgets import QWidget

from app.engine.language import say
from app.store.file_names import file_stem
from app.ui.dialogs.chooser import choose_file, choose_new_file, is_accepted
from app.ui.dialogs.confirm import InsistDialog
from app.ui.dialogs.events_folder import events_folder
from app.ui.shell.opening.new_event_dialog import SUFFIX
from app.views.event.confirm import CANCEL

LOST = say("Its current contents will be lost.")


def ask_event_file(parent: QWidget) -> Path | None:
    files = say("Flagfall events (*{suffix});;All files (*)", suffix=SUFFIX)
    return choose_file(parent, say("Open event"), str(events_folder()), files)


def ask_import_file(parent: QWidget) -> Path | None:
    """Ask for a file to import: a list of players, a table of games or the export of an event."""
    from app.store.tables.sources import KINDS

    files = say("Lists, games and exported events ({kinds});;All files (*)", kinds=KINDS)
    return choose_file(parent, say("Import"), str(events_folder()), files)


def ask_imported_file(parent: QWidget, name: str) -> Path | None:
    """Ask where to save an imported event. The dialog proposes a name that is not taken yet."""
    stem, number = file_stem(name, 80) or say("Imported event"), 1
    proposed = events_folder() / f"{stem}{SUFFIX}"
    while os.path.exists(proposed):
        number += 1
        proposed = proposed.with_name(f"{stem} ({number}){SUFFIX}")
    kind = say("Flagfall events (*{suffix})", suffix=SUFFIX)
    title = say("Import into")
    return _with_suffix(choose_new_file(parent, title, str(proposed), kind, confirms=False))


def ask_backup(parent: QWidget, folder: Path | None) -> Path | None:
    """Ask for a backup to restore. The dialog starts in ``folder``, or else in the folder of
    events.
    """
    files = say("Flagfall events (*{suffix});;All files (*)", suffix=SUFFIX)
    return choose_file(parent, say("Restore a backup"), str(folder or events_folder()), files)


def ask_restored_file(parent: QWidget, backup: Path, folder: Path | None = None) -> Path | None:
    """Ask where to save a restored backup. The dialog proposes ``folder``, or else the folder of
    events.
    """
    proposed, kind = (
        str((folder or events_folder()) / backup.name),
        say("Flagfall events (*{suffix})", suffix=SUFFIX),
    )
    title = say("Restore to")
    return _with_suffix(choose_new_file(parent, title, proposed, kind, confirms=False))


def _with_suffix(chosen: Path | None) -> Path | None:
    if chosen is None or chosen.name.endswith(SUFFIX):
        return chosen
    return chosen.with_name(f"{chosen.name}{SUFFIX}")


def ask_new_file(parent: QWidget, title: str, name: str, kind: str) -> Path | None:
    """Ask where to save a sheet or a list. The dialog proposes the folder of events, and adds the
    suffix.
    """
    ending = f".{kind.lower()}"
    proposed = str(events_folder() / f"{file_stem(name)}{ending}")
    chosen = choose_new_file(parent, title, proposed, f"{kind} (*{ending})")
    if chosen is None or chosen.name.lower().endswith(ending):
        return chosen  # the system has asked about a file of that name
    file = chosen.with_name(f"{chosen.name}{ending}")
    there = say("{file} already exists. Replace it?", file=file.name)
    words = (CANCEL, say("&Replace the file"))
    replaces = not os.path.exists(file) or InsistDialog.ask(there, parent, note=LOST, words=words)
    return file if replaces else None


WITH_DIALOGS_OF_THEIR_OWN = frozenset({"win32", "darwin"})


def ask_printer(
    parent: QWidget, title: str, name: str, paper: QPageSize, usual: str = ""
) -> QPrinter | None:
    """Ask for a printer and return it, set up to print to the edges of its paper. ``name`` is the
    name of the document, and of the file if the document is printed into a file. ``usual`` is the
    name of the printer to offer first.
    """
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    if usual in QPrinterInfo.availablePrinterNames():
        printer.setPrinterName(usual)
    printer.setFullPage(True)
    printer.setPageSize(paper)
    printer.setDocName(name)
    if sys.platform not in WITH_DIALOGS_OF_THEIR_OWN:
        # Qt's dialog proposes a name under X11 only, else no more than a folder.
        printer.setOutputFileName(str(events_folder() / f"{file_stem(name)}.pdf"))
        printer.setOutputFormat(QPrinter.OutputFormat.NativeFormat)
    dialog = QPrintDialog(printer, parent)
    dialog.setWindowTitle(title)
    chosen = is_accepted(dialog)
    if printer.outputFormat() is QPrinter.OutputFormat.NativeFormat:
        printer.setOutputFileName("")  # on paper
    return printer if chosen else None
