"""The system's own dialogs for files and folders, loaded when they are first wanted."""

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from app.ui.dialogs.new_event_dialog import SUFFIX, default_folder


def ask_event_file(parent: QWidget) -> Path | None:
    files = f"Flagfall events (*{SUFFIX});;All files (*)"
    chosen, _ = QFileDialog.getOpenFileName(parent, "Open event", str(default_folder()), files)
    return Path(chosen) if chosen else None


def ask_backup_folder(parent: QWidget) -> Path | None:
    chosen = QFileDialog.getExistingDirectory(parent, "Folder for backup copies")
    return Path(chosen) if chosen else None
