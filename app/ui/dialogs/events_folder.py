"""The folder that dialogs offer first: the folder with the user's events."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QStandardPaths

_PROPERTY = "flagfall_events_folder"


def use_events_folder(app: QCoreApplication, chosen: str) -> None:
    """Store new events in ``chosen`` from now on. If ``chosen`` is empty, use Flagfall's folder
    among the user's documents.
    """
    app.setProperty(_PROPERTY, chosen)


def events_folder() -> Path:
    """Return the folder of events, and create it if it is missing. If it cannot be created, return
    the user's home folder.
    """
    folder = wanted_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path.home()
    return folder


def wanted_folder() -> Path:
    """Return the folder of events without creating it."""
    app = QCoreApplication.instance()
    if chosen := app.property(_PROPERTY) if app else "":
        return Path(str(chosen))
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    return Path(documents or Path.home()) / "Flagfall"
