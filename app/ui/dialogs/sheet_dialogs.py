"""Where printed sheets go: a printer, or a PDF file."""

from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QWidget

from app.ui.dialogs.file_dialogs import ask_new_file


def ask_printer(parent: QWidget) -> QPrinter | None:
    """The printer that was chosen, ready to be drawn on."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setFullPage(True)
    chosen = QPrintDialog(printer, parent).exec() == QDialog.DialogCode.Accepted
    return printer if chosen else None


def ask_pdf_file(parent: QWidget) -> str:
    """The file that was chosen; empty for none."""
    chosen = ask_new_file(parent, "Save the sheets", "Tablet codes", "PDF")
    return str(chosen) if chosen else ""
