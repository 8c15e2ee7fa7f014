"""A dialog with many fields, which asks before it discards changes."""

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QAbstractSpinBox, QLineEdit

from app.engine.language import say
from app.ui.dialogs.confirm import InsistDialog
from app.ui.widgets.dialog import Dialog

DOUBT = say("Your changes here are not saved.")
NOTE = say("Discarded changes cannot be brought back.")
WORDS = (say("&Keep editing"), say("&Discard changes"))


class WorkDialog(Dialog):
    """A dialog with work that could be lost. ``work`` returns what would be saved now. If that has
    changed since the dialog was opened, Escape, Cancel and closing the window ask first.
    """

    _begun: object = None

    def work(self) -> object:
        raise NotImplementedError

    def begin_here(self) -> None:
        """Count only changes that are made from now on as work that could be lost."""
        self._begun = self.work()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self.begin_here()

    def accept(self) -> None:
        self._take_typed()
        super().accept()

    def _take_typed(self) -> None:
        """Apply the text in the focused number field or list cell. Qt by itself applies the text
        only when the field is left.
        """
        typed_in = self.focusWidget()
        if isinstance(typed_in, QAbstractSpinBox):
            typed_in.interpretText()
        around = typed_in.parentWidget() if isinstance(typed_in, QLineEdit) else None
        view = around.parentWidget() if around else None
        if isinstance(view, QAbstractItemView):
            view.itemDelegate().commitData.emit(typed_in)

    def reject(self) -> None:
        self._take_typed()
        same = self.work() == self._begun
        if same or InsistDialog.ask(DOUBT, self, note=NOTE, words=WORDS):
            super().reject()
