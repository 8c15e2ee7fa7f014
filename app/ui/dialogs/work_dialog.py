"""A dialog in which much is entered: Escape does not throw that away unasked."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QDialog

from app.ui.dialogs.insist_dialog import InsistDialog

DOUBT = "What you changed here is not saved. Closing throws it away."
NOTE = "It cannot be brought back."


class WorkDialog(QDialog):
    """``work`` is what would be saved now. Cancel is pressed on purpose, and asks nothing."""

    _begun: object = None

    def work(self) -> object:
        raise NotImplementedError

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self._begun = self.work()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        changed = event.key() == Qt.Key.Key_Escape and self.work() != self._begun
        if not changed or InsistDialog.ask(DOUBT, self, note=NOTE):
            super().keyPressEvent(event)
