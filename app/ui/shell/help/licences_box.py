"""The licences of the parts that the installed program contains."""

from pathlib import Path

from PySide6.QtWidgets import QListWidget, QPlainTextEdit, QWidget

from app.engine.language import say
from app.store.resources import PACKAGE, resources_folder
from app.ui.widgets.basics import button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.font import even_figures
from app.ui.widgets.layout import column_of, foot, row_of
from app.ui.widgets.theme import DIALOG, Space

LIST = "README"
WIDEST_NAME = 220


def licences_folder(package: Path = PACKAGE) -> Path:
    """Return the folder with the licences of the program's parts. The folder exists only in the
    installed program.
    """
    return resources_folder(package).parent / "licences"


class LicencesBox(Dialog):
    """A list of the parts by name, with the licence of the chosen part."""

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Licences"))
        self.resize(900, 640)
        self._folder = folder
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName(say("Licence"))
        self.text.setFont(even_figures())
        self.parts = QListWidget()
        self.parts.setAccessibleName(say("Parts"))
        self.parts.setMaximumWidth(WIDEST_NAME)
        names = (file.stem for file in folder.glob("*.txt"))
        self._names = sorted(names, key=lambda name: (name != LIST, name.casefold()))
        self.parts.addItems([say("All parts") if name == LIST else name for name in self._names])
        self.parts.currentRowChanged.connect(self._show)
        close = button(say("&Close"), self.accept, kind="primary")
        close.setDefault(True)
        column_of(
            row_of(self.parts, self.text, gap=Space.M),
            foot(close),
            on=self,
            gap=Space.L,
            margins=DIALOG,
        )
        self.parts.setCurrentRow(0)

    @classmethod
    def ask(cls, folder: Path, parent: QWidget | None = None) -> None:
        box = cls(folder, parent)
        box.exec()
        box.deleteLater()

    def _show(self, row: int) -> None:
        file = self._folder / f"{self._names[row]}.txt"
        self.text.setPlainText(file.read_text("utf-8", "replace"))
