"""Long work in the window's thread, divided into steps. Between the steps, mouse and keys are
handled.
"""

from collections.abc import Callable, Generator
from typing import Generic, TypeAlias, TypeVar, cast

from PySide6.QtCore import QObject, QTimer

Result = TypeVar("Result")
Steps: TypeAlias = Generator[str, None, Result]
"""Work that yields a text about its progress after each step, and returns its result. A step takes
at most about 50 ms. Short work yields nothing.
"""


def at_once(steps: Steps[Result]) -> Result:
    """Take all steps and return the result. This is for callers without a window that has to
    respond.
    """
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return cast(Result, end.value)


class StepByStep(QObject, Generic[Result]):
    """A runner of work in steps. New work replaces the previous work."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._steps: Steps[Result] | None = None
        self._said: Callable[[str], None] = lambda _words: None
        self._done: Callable[[Result], None] = lambda _result: None
        self._turn = QTimer(self, interval=0)
        self._turn.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        return self._steps is not None

    def begin(
        self,
        steps: Steps[Result],
        said: Callable[[str], None],
        done: Callable[[Result], None],
    ) -> None:
        """Begin work and take its first step. ``said`` is called with the progress in words,
        ``done`` with the result.
        """
        self.stop()
        self._steps, self._said, self._done = steps, said, done
        self._go_on()
        if self._steps is steps:
            self._turn.start()

    def stop(self) -> None:
        """Stop the work, which may then clean up."""
        self._turn.stop()
        steps, self._steps = self._steps, None
        if steps is not None:
            steps.close()

    def _go_on(self) -> None:
        steps = self._steps
        assert steps is not None
        try:
            self._said(next(steps))
        except StopIteration as end:
            self._turn.stop()
            self._steps = None
            self._done(end.value)
