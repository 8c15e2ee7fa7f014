"""A watch for faults of the program, which are shown in a box that blocks nothing."""

import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QWidget

from app.engine.language import say
from app.store.faults import Fault, Faults
from app.store.whole_file import write_whole_file
from app.ui.deliveries import deliver_to
from app.ui.shell.help.fault_words import EVENT, FaultWords

if TYPE_CHECKING:
    from app.ui.shell.help.fault_box import FaultBox

SERIOUS = {QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg}
WARNINGS = {QtMsgType.QtWarningMsg}


class FaultWatch(QObject):
    """A watch that shows a box for faults from any thread. ``names`` returns the names that a
    report leaves out. It is called at each fault and again when the report is written, because
    people may be renamed, or another event opened, in between.
    """

    def __init__(
        self,
        faults: Faults,
        names: Callable[[], Iterable[str]],
        parent: QWidget,
        words: FaultWords = EVENT,
    ) -> None:
        super().__init__(parent)
        self._words = words
        self._faults = faults
        self._names = names
        self._left_out: set[str] = set()
        self._parent = parent
        self.box: FaultBox | None = None
        self._deliver = deliver_to(self._show)
        faults.on_fault = self._hear
        self._stop = faults.watch()
        self._qt_before = qInstallMessageHandler(self._qt_said)

    def stop(self) -> None:
        qInstallMessageHandler(self._qt_before)
        self._faults.on_fault = None
        self._stop()

    def write_report(self, file: Path, *, with_names: bool) -> None:
        """Write the report to ``file``. Raises OSError if that fails."""
        self._left_out.update(self._names())
        report = self._faults.report(() if with_names else self._left_out)
        write_whole_file(file, report.encode("utf-8"))

    def save_report(self, with_names: bool = False) -> None:
        """Ask for a file and write the report to it."""
        from app.ui.dialogs.files import ask_new_file

        file = ask_new_file(self._parent, say("Save report"), say("Flagfall report"), "TXT")
        if file is None:
            return
        try:
            self.write_report(file, with_names=with_names)
        except OSError as error:
            self._faults.note(say("saving the report"), error)

    def _hear(self, fault: Fault) -> None:
        """Show the box a moment later, outside the code that failed. May be called from any
        thread.
        """
        if threading.current_thread() is threading.main_thread():
            self._left_out.update(self._names())
        self._deliver(fault)

    def _show(self, fault: Fault) -> None:
        from app.ui.shell.help.fault_box import FaultBox

        self._left_out.update(self._names())
        if self.box is None:
            self.box = FaultBox(self.save_report, self._parent, self._words)
        self.box.show_fault(fault)

    def _qt_said(self, kind: QtMsgType, _where: object, text: str) -> None:
        """Log Qt's warnings, and report its errors as faults."""
        if kind in SERIOUS:
            self._faults.note_text("Qt", f"Qt: {text}\n")
        elif kind in WARNINGS:
            self._faults.write_down("Qt", f"Qt: {text}\n")
