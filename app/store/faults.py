"""The log of errors in the program itself, which rotates, and a report of these errors that the
organizer can save. No window here.
"""

import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple

from app import VERSION

if TYPE_CHECKING:
    import logging

LOGGERS = ("asyncio", "concurrent.futures", "aiohttp")
FOLDER = "faults"
BYTES, FILES = 500_000, 4
MOST = 50  # faults of this run that a report has


class Fault(NamedTuple):
    """An error in the program itself, and how often that error happened."""

    at: str
    where: str
    """The part of the program where the error happened, in the organizer's words."""
    text: str
    """The traceback, for developers."""
    times: int = 1


class Faults:
    """Collects the uncaught exceptions of all threads. ``on_fault`` is called once for each kind of
    fault, in the thread where the fault happened.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._known: dict[str, Fault] = {}
        self._latest: deque[str] = deque(maxlen=MOST)
        self._log: logging.Logger | None = None
        self._unheard: Callable[[], object] = lambda: None
        self.on_fault: Callable[[Fault], None] | None = None

    @property
    def file(self) -> Path:
        from app.store.own_folder import own_folder

        return (self._folder or own_folder(FOLDER)) / "faults.log"

    def watch(self) -> Callable[[], None]:
        """Collect every uncaught exception, in any thread. Return a function that stops this."""
        before = sys.excepthook, threading.excepthook, sys.unraisablehook
        sys.excepthook = self._main
        threading.excepthook = self._thread
        sys.unraisablehook = self._unraisable

        def stop() -> None:
            sys.excepthook, threading.excepthook, sys.unraisablehook = before
            self._unheard()
            if self._log is not None:
                for handler in tuple(self._log.handlers):
                    self._log.removeHandler(handler)
                    handler.close()
                self._log = None

        return stop

    def watch_logs(self) -> None:
        """Collect the errors that asyncio and other libraries only write to their logs. This is
        called late, because the program starts without loading the logging module.
        """
        import logging

        self._unheard()
        faults = self

        class Heard(logging.Handler):
            def emit(self, record: logging.LogRecord) -> None:
                error = record.exc_info[1] if record.exc_info else None
                text = record.getMessage()
                if error is not None:
                    text += "\n" + "".join(traceback.format_exception(error))
                faults.note_text(record.threadName or record.name, text)

        handler = Heard(logging.ERROR)
        loggers = [logging.getLogger(name) for name in LOGGERS]
        for logger in loggers:
            logger.addHandler(handler)

        def unheard() -> None:
            for logger in loggers:
                logger.removeHandler(handler)

        self._unheard = unheard

    def note(self, where: str, error: BaseException) -> None:
        """Write an exception to the log, and report it if it is the first of its kind."""
        self.note_text(where, "".join(traceback.format_exception(error)))

    def note_text(self, where: str, text: str) -> None:
        """Write a fault to the log, and report it if it is the first with this text."""
        fault = self.write_down(where, text)
        if fault.times == 1 and (on_fault := self.on_fault) is not None:
            on_fault(fault)

    def write_down(self, where: str, text: str) -> Fault:
        """Write a fault to the log and the report, without calling ``on_fault``."""
        from datetime import datetime

        at = f"{datetime.now():%Y-%m-%d %H:%M:%S}"
        with self._lock:
            known = self._known.get(text)
            fault = Fault(at, where, text, known.times + 1 if known else 1)
            self._known[text] = fault
            if text not in self._latest:
                if len(self._latest) == MOST:
                    self._known.pop(self._latest[0], None)
                self._latest.append(text)
            with suppress(OSError):
                self._logger().error("%s %s (time %d)\n%s", at, where, fault.times, text.rstrip())
        return fault

    def report(self, names: Iterable[str] = ()) -> str:
        """Return a report to mail to a developer. The ``names`` of people and places are removed
        from the report.
        """
        import platform
        from datetime import datetime

        with self._lock:
            faults = [self._known[text] for text in self._latest]
        head = [
            f"Flagfall {VERSION}, Python {platform.python_version()}, {platform.platform()}",
            f"Report of {datetime.now():%Y-%m-%d %H:%M:%S}, {len(faults)} kinds of faults",
        ]
        body = [
            f"{fault.at} {fault.where}, {fault.times} times\n{fault.text.rstrip()}"
            for fault in faults
        ]
        from app.store.nameless import without_names  # a start has no need of it

        return without_names("\n\n".join((*head, *body)) + "\n", names)

    def _logger(self) -> "logging.Logger":
        if self._log is None:
            import logging
            from logging.handlers import RotatingFileHandler

            self.file.parent.mkdir(parents=True, exist_ok=True)
            handler = RotatingFileHandler(
                self.file, maxBytes=BYTES, backupCount=FILES - 1, encoding="utf-8", errors="replace"
            )
            self._log = logging.Logger("flagfall faults")
            self._log.addHandler(handler)
        return self._log

    def _main(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        self.note("the window", error.with_traceback(trace))

    def _thread(self, hook_args: threading.ExceptHookArgs) -> None:
        if hook_args.exc_value is not None and not isinstance(hook_args.exc_value, SystemExit):
            self.note(
                hook_args.thread.name if hook_args.thread else "a thread", hook_args.exc_value
            )

    def _unraisable(self, hook_args: "sys.UnraisableHookArgs") -> None:
        if hook_args.exc_value is not None:
            self.note("cleaning up", hook_args.exc_value)


faults = Faults()
"""The collected faults of this program."""
