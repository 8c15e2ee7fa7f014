"""The box that reports a fault in the program."""

from collections.abc import Callable

from PySide6.QtWidgets import QCheckBox, QWidget

from app.engine.language import say
from app.store.faults import Fault
from app.ui.shell.help.fault_words import EVENT, FaultWords
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import column_of, foot
from app.ui.widgets.theme import DIALOG, Space

WHAT = say("Something went wrong in Flagfall itself ({where}). {goes_on}")
WHAT_NOW = say(
    "If something stops responding, {again}. A report helps the developers; it is a text file, and"
    " nothing is sent anywhere."
)


class FaultBox(Dialog):
    """The box for a fault in the program. ``save`` is called with True if the report may contain
    names. The program continues while the box is open.
    """

    def __init__(
        self,
        save: Callable[[bool], None],
        parent: QWidget | None = None,
        words: FaultWords = EVENT,
    ) -> None:
        super().__init__(parent)
        self._goes_on = words.goes_on
        self.setWindowTitle(say("A fault in Flagfall"))
        self._said = label(wraps=True)
        self._said.setMinimumWidth(440)
        now = label(WHAT_NOW.format(again=words.again), "muted", wraps=True)
        self.names = QCheckBox(say("Leave &names of players, clubs and files in the report"))
        self.go_on = button(say("&Go on"), self.hide, kind="primary")
        self.go_on.setDefault(True)
        self.save = button(say("&Save report…"), lambda: save(self.names.isChecked()))
        column_of(
            self._said,
            now,
            self.names,
            foot(self.save, self.go_on),
            on=self,
            gap=Space.L,
            margins=DIALOG,
        )

    @property
    def text(self) -> str:
        return self._said.text()

    def show_fault(self, fault: Fault) -> None:
        self._said.setText(WHAT.format(where=fault.where, goes_on=self._goes_on))
        if not self.isVisible():
            self.show()
            self.go_on.setFocus()
