"""Answers kept for values that never change, so that a long event is not counted anew each time."""

from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")
Answer = TypeVar("Answer")

KEPT = 2048
FEW = 8


def kept(function: Callable[[Value], Answer], most: int = KEPT) -> Callable[[Value], Answer]:
    """``function`` of a frozen value, remembered for the value itself (not for its equals)."""
    answers: dict[int, tuple[Value, Answer]] = {}

    def answer(value: Value) -> Answer:
        found = answers.get(id(value))
        if found is not None and found[0] is value:
            return found[1]
        fresh = function(value)
        if len(answers) >= most:
            answers.clear()
        answers[id(value)] = (value, fresh)
        return fresh

    return answer


def kept_few(function: Callable[[Value], Answer]) -> Callable[[Value], Answer]:
    """The same for large values, of which only the latest are asked for again."""
    return kept(function, FEW)
