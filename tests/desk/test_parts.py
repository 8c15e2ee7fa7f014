"""The parts of the desk that need no thread and no file."""

from collections.abc import Callable

import pytest

from app.desk.computer_clock import APART_MS, ClockComparison, apart_words, behind_ms
from app.desk.pending import PendingAct, PendingActs
from app.desk.replies import NotSaved
from app.engine.state import State
from tests.desk.desks import HOUR_MS, START_MS

FULL = NotSaved("The disk is full.")


def written(do: Callable[[], None], _forget: Callable[[], None]) -> NotSaved | None:
    do()
    return None


def overtaken(do: Callable[[], None], forget: Callable[[], None]) -> NotSaved | None:
    do()
    forget()
    do()
    return None


def not_written(do: Callable[[], None], _forget: Callable[[], None]) -> NotSaved | None:
    do()
    return FULL


@pytest.fixture
def faults() -> list[Exception]:
    return []


@pytest.fixture
def pending(faults: list[Exception]) -> PendingActs:
    return PendingActs(faults.append)


def test_acts_are_answered_in_order_once_all_of_them_are_written(pending: PendingActs) -> None:
    answers: list[str] = []
    for name in ("first", "second"):
        pending.add(PendingAct(lambda name=name: name, answers.append, pytest.fail))

    def write_together(do: Callable[[], None], _forget: Callable[[], None]) -> NotSaved | None:
        do()
        assert not answers
        return None

    pending.write(write_together)
    assert answers == ["first", "second"]
    assert not pending


def test_an_act_that_fails_is_refused_alone(pending: PendingActs) -> None:
    answers: list[str] = []
    refusals: list[BaseException | NotSaved] = []
    pending.add(PendingAct(lambda: {}["nothing"], pytest.fail, refusals.append))
    pending.add(PendingAct(lambda: "second", answers.append, pytest.fail))
    pending.write(written)
    assert answers == ["second"]
    assert [type(refusal) for refusal in refusals] == [KeyError]


def test_where_nothing_could_be_written_every_act_is_refused(pending: PendingActs) -> None:
    refusals: list[BaseException | NotSaved] = []
    for _ in range(2):
        pending.add(PendingAct(lambda: "done", pytest.fail, refusals.append))
    pending.write(not_written)
    assert refusals == [FULL, FULL]


def test_an_act_that_was_overtaken_forgets_and_is_answered_by_its_second_value(
    pending: PendingActs,
) -> None:
    values, answers, steps = iter((1, 2)), list[int](), list[str]()
    act = PendingAct(lambda: next(values), answers.append, pytest.fail, lambda: steps.append("-"))
    pending.add(act)
    pending.write(overtaken)
    assert (answers, steps) == ([2], ["-"])


def test_an_answer_that_fails_does_not_keep_the_next_from_its_own(
    pending: PendingActs, faults: list[Exception]
) -> None:
    answers: list[str] = []

    def fail(_value: object) -> None:
        raise ValueError

    pending.add(PendingAct(lambda: "first", fail, pytest.fail))
    pending.add(PendingAct(lambda: "second", answers.append, pytest.fail))
    pending.write(written)
    assert answers == ["second"]
    assert [type(fault) for fault in faults] == [ValueError]


def test_an_act_is_withdrawn_only_while_it_waits(pending: PendingActs) -> None:
    act = PendingAct(lambda: "done", lambda _value: None, pytest.fail)
    pending.add(act)
    assert pending.withdraw(act)
    assert not pending.withdraw(act)


def test_a_difference_of_clocks_is_shown_once_until_it_changes() -> None:
    notices: list[tuple[str, int]] = []
    comparison = ClockComparison(lambda trouble, apart_ms: notices.append((trouble, apart_ms)))
    for apart_ms in (APART_MS - 1, HOUR_MS, HOUR_MS + 1_000, -HOUR_MS, 0, -HOUR_MS):
        comparison.compare(apart_ms)
    assert notices == [
        (apart_words(HOUR_MS), HOUR_MS),
        (apart_words(-HOUR_MS), -HOUR_MS),
        (apart_words(-HOUR_MS), -HOUR_MS),
    ]


def test_without_a_clock_that_was_wrong_only_the_correction_counts() -> None:
    assert behind_ms(State(), (), START_MS) == 0
