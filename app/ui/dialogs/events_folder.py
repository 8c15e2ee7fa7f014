"""The folder that dialogs offer first: where the user's events are."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QStandardPaths

_PROPERTY = "flagfall_events_folder"


def use_events_folder(app: QCoreApplication, chosen: str) -> None:
    """Keep new events in ``chosen`` from now on; empty: in Flagfall's folder among the user's
    documents.
    """
    app.setProperty(_PROPERTY, chosen)


def events_folder() -> Path:
    """Return the folder of events, made when it is missing; the user's own folder where it cannot
    be.
    """
    folder = wanted_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path.home()
    return folder


def wanted_folder() -> Path:
    """Return the folder of events, whether it can be made or not."""
    app = QCoreApplication.instance()
    if chosen := app.property(_PROPERTY) if app else "":
        return Path(str(chosen))
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    return Path(documents or Path.home()) / "Flagfall"
