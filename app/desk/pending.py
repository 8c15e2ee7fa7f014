"""Acts that wait to be decided and written together."""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeAlias

from app.desk.replies import NotSaved, not_saved

WriteTogether: TypeAlias = Callable[[Callable[[], None], Callable[[], None]], NotSaved | None]
"""`Writer.write_together`."""


@dataclass(frozen=True, slots=True)
class PendingAct:
    """What the arguments mean is at `Desk.together`."""

    do: Callable[[], Any]
    answer: Callable[[Any], None]
    refuse: Callable[[NotSaved | BaseException], None]
    forget: Callable[[], None] = lambda: None


class PendingActs:
    """In order. Any thread may add or withdraw acts; the rest is for the desk's thread."""

    def __init__(self, report_fault: Callable[[Exception], None]) -> None:
        self._acts: deque[PendingAct] = deque()
        self._report_fault = report_fault

    def __bool__(self) -> bool:
        return bool(self._acts)

    def add(self, act: PendingAct) -> None:
        """Put it last."""
        self._acts.append(act)

    def withdraw(self, act: PendingAct) -> bool:
        """Take it out again. Returns False if it was taken by `write` or `refuse_all` before."""
        with suppress(ValueError):
            self._acts.remove(act)
            return True
        return False

    def write(self, write_together: WriteTogether) -> None:
        """Do all that waits now, write it at once, and answer or refuse each act then."""
        acts = [self._acts.popleft() for _ in range(len(self._acts))]
        values, faults = list[Any](), dict[int, BaseException]()

        def do() -> None:
            values.clear()
            faults.clear()
            for place, act in enumerate(acts):
                try:
                    values.append(act.do())
                except BaseException as error:
                    values.append(None)
                    faults[place] = error

        def forget() -> None:
            for act in acts:
                act.forget()

        try:
            refusal = write_together(do, forget)
        except Exception as error:
            self._report_fault(error)
            refusal = not_saved(error)
        for place, act in enumerate(acts):
            fault = refusal or faults.get(place)
            try:
                if fault is None:
                    act.answer(values[place])
                else:
                    act.refuse(fault)
            except Exception as error:  # the others are answered all the same
                self._report_fault(error)

    def refuse_all(self, refusal: NotSaved) -> None:
        """Nothing more is written."""
        with suppress(IndexError):
            while True:
                act = self._acts.popleft()
                with suppress(RuntimeError):  # it answers in the desk's loop, which is closed
                    act.refuse(refusal)
