"""The system's dialogs for a file or a folder. They block the window that they belong to and no
other, so that tables play on. What is asked for is decided elsewhere.
"""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget


def is_accepted(dialog: QDialog) -> bool:
    """Show one of Qt's own dialogs until it is answered. Its parent's window waits meanwhile."""
    dialog.setWindowModality(Qt.WindowModality.WindowModal)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    dialog.deleteLater()
    return accepted


def read_answer(dialog: QFileDialog) -> Path | None:
    """Return the file or folder that was chosen."""
    return Path(dialog.selectedFiles()[0]) if is_accepted(dialog) else None


def choose_file(parent: QWidget, title: str, folder: str, kinds: str) -> Path | None:
    """Return a file that is there; ``folder`` empty for the last one."""
    dialog = QFileDialog(parent, title, folder, kinds)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    return read_answer(dialog)


def choose_new_file(
    parent: QWidget, title: str, proposed: str, kinds: str, *, confirms: bool = True
) -> Path | None:
    """Return where a file goes. ``confirms``: the system's dialog confirms that a file is
    replaced.
    """
    dialog = QFileDialog(parent, title, str(Path(proposed).parent), kinds)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setOption(QFileDialog.Option.DontConfirmOverwrite, not confirms)
    dialog.selectFile(proposed)
    return read_answer(dialog)


def choose_folder(parent: QWidget, title: str, before: str = "") -> Path | None:
    """Return a folder; ``before`` is the one to begin with."""
    dialog = QFileDialog(parent, title, before)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    return read_answer(dialog)
