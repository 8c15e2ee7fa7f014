"""The system's dialogs for a file or a folder. Each blocks only the window that it belongs to, so
that play at the tables goes on. The callers decide what to ask for.
"""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget


def is_accepted(dialog: QDialog) -> bool:
    """Show one of Qt's own dialogs until it is answered, and tell whether it was accepted.
    Meanwhile only the parent window is blocked.
    """
    dialog.setWindowModality(Qt.WindowModality.WindowModal)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    dialog.deleteLater()
    return accepted


def read_answer(dialog: QFileDialog) -> Path | None:
    """Show a file dialog and return the chosen file or folder; None if it was cancelled."""
    return Path(dialog.selectedFiles()[0]) if is_accepted(dialog) else None


def choose_file(parent: QWidget, title: str, folder: str, kinds: str) -> Path | None:
    """Ask for an existing file. If ``folder`` is empty, the dialog starts in the folder used
    last.
    """
    dialog = QFileDialog(parent, title, folder, kinds)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    return read_answer(dialog)


def choose_new_file(
    parent: QWidget, title: str, proposed: str, kinds: str, *, confirms: bool = True
) -> Path | None:
    """Ask for a file to write. With ``confirms``, the system's dialog asks before a file is
    replaced.
    """
    dialog = QFileDialog(parent, title, str(Path(proposed).parent), kinds)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setOption(QFileDialog.Option.DontConfirmOverwrite, not confirms)
    dialog.selectFile(proposed)
    return read_answer(dialog)


def choose_folder(parent: QWidget, title: str, before: str = "") -> Path | None:
    """Ask for a folder. The dialog starts in ``before``."""
    dialog = QFileDialog(parent, title, before)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    return read_answer(dialog)
