"""Where printed sheets go: a printer, or a PDF file."""

from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from app.ui.dialogs.new_event_dialog import default_folder


def ask_printer(parent: QWidget) -> QPrinter | None:
    """The printer that was chosen, ready to be drawn on."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setFullPage(True)
    chosen = QPrintDialog(printer, parent).exec() == QDialog.DialogCode.Accepted
    return printer if chosen else None


def ask_pdf_file(parent: QWidget) -> str:
    """The file that was chosen; empty for none."""
    proposed = str(default_folder() / "Tablet codes.pdf")
    chosen, _ = QFileDialog.getSaveFileName(parent, "Save the sheets", proposed, "PDF (*.pdf)")
    if chosen and not chosen.lower().endswith(".pdf"):
        return f"{chosen}.pdf"
    return chosen
