"""Where printed sheets go: a printer, or a PDF file."""

import sys

from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QWidget

from app.store.file_names import file_stem
from app.ui.dialogs.files import ask_new_file
from app.ui.shell.new_event_dialog import default_folder

WITH_DIALOGS_OF_THEIR_OWN = frozenset({"win32", "darwin"})


def ask_printer(
    parent: QWidget, title: str, name: str, *, full_page: bool = False
) -> QPrinter | None:
    """The printer that was chosen, ready to be drawn on; ``name`` is that of the document, and of
    the file where it is printed into one.
    """
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setFullPage(full_page)
    printer.setDocName(name)
    if sys.platform not in WITH_DIALOGS_OF_THEIR_OWN:
        # Qt's dialog proposes a name under X11 only, else no more than a folder.
        printer.setOutputFileName(str(default_folder() / f"{file_stem(name)}.pdf"))
        printer.setOutputFormat(QPrinter.OutputFormat.NativeFormat)
    dialog = QPrintDialog(printer, parent)
    dialog.setWindowTitle(title)
    chosen = dialog.exec() == QDialog.DialogCode.Accepted
    dialog.deleteLater()
    if printer.outputFormat() is QPrinter.OutputFormat.NativeFormat:
        printer.setOutputFileName("")  # on paper
    return printer if chosen else None


def ask_pdf_file(parent: QWidget, name: str) -> str:
    """The file that was chosen; empty for none."""
    chosen = ask_new_file(parent, "Save the sheets", name, "PDF")
    return str(chosen) if chosen else ""
