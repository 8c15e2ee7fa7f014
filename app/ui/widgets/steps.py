"""Long work in the window's thread, in steps; mouse and keys are handled in between."""

from collections.abc import Callable, Generator
from typing import Generic, TypeAlias, TypeVar, cast

from PySide6.QtCore import QObject, QTimer

Result = TypeVar("Result")
Steps: TypeAlias = Generator[str, None, Result]
"""After each step, of at most some 50 ms, how far the work is; then its result."""

AT_ONCE = 3
"""So many steps are taken without waiting: what is short is there at once."""


def at_once(steps: Steps[Result]) -> Result:
    """Return the result, where nobody waits for the window."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return cast(Result, end.value)


class StepByStep(QObject, Generic[Result]):
    """Work that is done step by step; a new piece of work takes the place of the last."""

    def __init__(self, parent: QObject, at_once: int = AT_ONCE) -> None:
        super().__init__(parent)
        self._at_once = at_once
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
        """Begin; ``said`` gets the progress in words, ``done`` the result."""
        self.stop()
        self._steps, self._said, self._done = steps, said, done
        for _ in range(self._at_once):
            if self._steps is steps:
                self._go_on()
        if self._steps is steps:
            self._turn.start()

    def stop(self) -> None:
        """Give the work up; it puts away what it has begun."""
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
