"""The guide, readable without a network, and what this program is."""

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QDialog, QTextBrowser, QWidget

from app import VERSION
from app.store.resources import resources_folder
from app.ui.widgets.basics import button, label
from app.ui.widgets.layout import column_of, foot, grow
from app.ui.widgets.theme import DIALOG, Space, around

GUIDE = "running-an-event.md"
MISSING = "The guide is missing here. It is docs/running-an-event.md in the program's source."
ABOUT = (
    "The desk, the clocks and the referee of a Steamroller event. It needs no internet, and every"
    " event is one file on this computer."
)


class GuideBox(QDialog):
    """docs/running-an-event.md, as it comes with the program."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Guide")
        folder = resources_folder().parent / "docs"
        self.text = QTextBrowser()
        self.text.setOpenExternalLinks(True)
        self.text.setSearchPaths([str(folder)])
        if (folder / GUIDE).exists():
            self.text.setSource(QUrl.fromLocalFile(str(folder / GUIDE)))
        else:
            self.text.setPlainText(MISSING)
        close = button("&Close", self.accept, kind="primary")
        column_of(grow(self.text), foot(close), on=self, margins=around(Space.L))
        self.resize(860, 620)

    @classmethod
    def ask(cls, parent: QWidget | None = None) -> None:
        cls(parent).exec()


class AboutBox(QDialog):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Flagfall")
        words = label(ABOUT, wraps=True)
        words.setMinimumWidth(380)
        close = button("&Close", self.accept, kind="primary")
        column_of(
            label(f"Flagfall {VERSION}", "title"),
            words,
            foot(close),
            on=self,
            gap=Space.M,
            margins=DIALOG,
        )

    @classmethod
    def ask(cls, parent: QWidget | None = None) -> None:
        cls(parent).exec()
