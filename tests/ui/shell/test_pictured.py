"""What the trial of Windows takes pictures of is there (`tools.windows`)."""

from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

from app.ui.shell.main_window import MainWindow
from app.ui.shell.pages import PAGES
from app.ui.shell.preferences import AppPreferences
from tests.ui.shell.test_cut_text import hall
from tools.windows.shown import DIALOGS, Shown, show_all

__all__ = ["hall"]


class Noted(Shown):
    """Notes what is shown instead of waiting for its picture."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.names = list[str]()

    def show(self, window: QWidget, name: str) -> None:
        assert window.isVisible()
        self.names.append(name)


def test_pictures_are_taken_of_every_page_chosen_dialogs_and_a_table_window(
    hall: MainWindow, tmp_path: Path
) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    noted = Noted(tmp_path)
    show_all(hall, AppPreferences(app, tmp_path / "preferences.json"), tmp_path, noted)
    assert noted.names == [
        *(f"page {page.name.lower()}" for page in PAGES),
        "page in the dark",
        *(f"dialog {name}" for name in DIALOGS),
        "window of a table",
    ]
