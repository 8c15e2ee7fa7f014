"""A dialog with much to enter, which needs a confirmation before it discards entries."""

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QAbstractSpinBox, QLineEdit

from app.engine.language import say
from app.ui.dialogs.confirm import InsistDialog
from app.ui.widgets.dialog import Dialog

DOUBT = say("Your changes here are not saved.")
NOTE = say("Discarded changes cannot be brought back.")
WORDS = (say("&Keep editing"), say("&Discard changes"))


class WorkDialog(Dialog):
    """A dialog with work that can be lost. ``work`` is what would be saved now. Escape, Cancel and
    the window's cross all ask once it is another than the dialog began with.
    """

    _begun: object = None

    def work(self) -> object:
        raise NotImplementedError

    def begin_here(self) -> None:
        """Begin with what is there now: nobody has changed anything yet."""
        self._begun = self.work()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self.begin_here()

    def accept(self) -> None:
        self._take_typed()
        super().accept()

    def _take_typed(self) -> None:
        """Count what is typed before the field is left: in a number, in a list's cell."""
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
