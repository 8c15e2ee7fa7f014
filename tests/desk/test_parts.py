"""The parts of the desk that need no thread and no file."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from app.clock.timeline import Gap
from app.desk.comparison import BEATS, DIFFERENT, EventComparison
from app.desk.computer_clock import APART_MS, ClockComparison, apart_words, behind_ms
from app.desk.lost_time import LostTime
from app.desk.replies import Reply
from app.desk.transaction import TransactionPart, settle
from app.engine.acts.commands import Command, NoticeGap, NotSaved
from app.engine.acts.events import ORGANIZER, Record
from app.engine.acts.setup import ShiftTimes
from app.engine.state import State
from app.store.exports.digest import state_digest
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


def test_acts_are_answered_in_order_once_all_of_them_are_written(faults: list[Exception]) -> None:
    answers, parts = list[str](), list[TransactionPart]()
    for name in ("first", "second"):
        parts.append(TransactionPart(lambda name=name: name, answers.append, pytest.fail))

    def write_together(do: Callable[[], None], _forget: Callable[[], None]) -> NotSaved | None:
        do()
        assert not answers
        return None

    settle(parts, write_together, faults.append)
    assert answers == ["first", "second"]


def test_only_the_failing_act_is_refused(faults: list[Exception]) -> None:
    answers: list[str] = []
    refusals: list[BaseException | NotSaved] = []
    failing = TransactionPart(lambda: {}["nothing"], pytest.fail, refusals.append)
    second = TransactionPart(lambda: "second", answers.append, pytest.fail)
    settle((failing, second), written, faults.append)
    assert answers == ["second"]
    assert [type(refusal) for refusal in refusals] == [KeyError]


def test_every_act_is_refused_if_nothing_could_be_written(faults: list[Exception]) -> None:
    refusals: list[BaseException | NotSaved] = []
    parts = [TransactionPart(lambda: "done", pytest.fail, refusals.append) for _ in range(2)]
    settle(parts, not_written, faults.append)
    assert refusals == [FULL, FULL]


def test_an_overtaken_act_forgets_its_first_value_and_answers_with_its_second(
    faults: list[Exception],
) -> None:
    values, answers, steps = iter((1, 2)), list[int](), list[str]()
    part = TransactionPart(
        lambda: next(values), answers.append, pytest.fail, lambda: steps.append("-")
    )
    settle((part,), overtaken, faults.append)
    assert (answers, steps) == ([2], ["-"])


def test_a_failing_answer_does_not_stop_the_next_one(faults: list[Exception]) -> None:
    answers: list[str] = []

    def fail(_value: object) -> None:
        raise ValueError

    first = TransactionPart(lambda: "first", fail, pytest.fail)
    second = TransactionPart(lambda: "second", answers.append, pytest.fail)
    settle((first, second), written, faults.append)
    assert answers == ["second"]
    assert [type(fault) for fault in faults] == [ValueError]


def test_a_difference_between_clocks_is_reported_once_until_it_changes() -> None:
    notices: list[tuple[str, int]] = []
    comparison = ClockComparison(lambda trouble, apart_ms: notices.append((trouble, apart_ms)))
    for apart_ms in (APART_MS - 1, HOUR_MS, HOUR_MS + 1_000, -HOUR_MS, 0, -HOUR_MS):
        comparison.compare(apart_ms)
    assert notices == [
        (apart_words(HOUR_MS), HOUR_MS),
        (apart_words(-HOUR_MS), -HOUR_MS),
        (apart_words(-HOUR_MS), -HOUR_MS),
    ]


def test_a_difference_between_clocks_that_becomes_large_enough_is_reported() -> None:
    notices: list[int] = []
    comparison = ClockComparison(lambda _trouble, apart_ms: notices.append(apart_ms))
    for apart_ms in (APART_MS - 1, APART_MS, 2 * APART_MS - 1, 2 * APART_MS):
        comparison.compare(apart_ms)
    assert notices == [APART_MS, 2 * APART_MS]


def test_an_event_whose_clock_was_never_wrong_is_not_behind() -> None:
    assert behind_ms(State(), (), START_MS) == 0


@pytest.mark.parametrize(
    ("ahead_ms", "since_ms", "behind"),
    [
        (HOUR_MS, HOUR_MS, HOUR_MS),  # the clock may still be wrong, and no time has passed
        (HOUR_MS, HOUR_MS - 1, 0),  # it was set right: else the last row would be yet to come
        (HOUR_MS, -1, 0),  # the last row is yet to come either way
        (APART_MS, APART_MS, APART_MS),
        (APART_MS, APART_MS - 1, 0),
        (APART_MS - 1, 0, APART_MS - 1),  # so small a difference is as good as none
    ],
)
def test_an_event_whose_clock_was_wrong_loses_as_little_time_as_its_last_row_allows(
    ahead_ms: int, since_ms: int, behind: int
) -> None:
    """``since_ms`` is how long after the last row the computer's clock says it is."""
    shift = ShiftTimes(0, computer_ahead_ms=ahead_ms)
    last = Record(1, 1, START_MS, "desk", ORGANIZER, shift)
    wall_ms = START_MS + since_ms
    assert behind_ms(State(time_shifts=(shift,)), (last,), wall_ms) == behind


@pytest.mark.parametrize(("others", "is_asked"), [((), True), (("Hall 2",), False)])
def test_time_that_a_station_slept_is_lost_only_if_no_other_station_ran_the_clocks(
    others: tuple[str, ...], is_asked: bool
) -> None:
    gaps = iter((Gap(START_MS, START_MS + HOUR_MS, asleep=True), None))
    event: Any = SimpleNamespace(log=SimpleNamespace(shared=SimpleNamespace(others=others)))
    timeline: Any = SimpleNamespace(look_for_gap=lambda: next(gaps))
    acts: list[Command] = []

    def write(command: Command, _at_ms: int) -> Reply:
        acts.append(command)
        return ()

    assert LostTime(event, timeline, write, pytest.fail).look() is is_asked
    assert acts == ([NoticeGap(START_MS, START_MS + HOUR_MS)] if is_asked else [])


class Digests:
    """What stations share, of which only the digests matter here."""

    station = "Hall 1"
    shared_rows = 3
    waiting = ()

    def __init__(self, *others: str, is_away: bool = False) -> None:
        self.others, self.is_away = others, is_away
        self.announced: list[tuple[int, str]] = []

    def announce_digest(self, rows: int, digest: str) -> None:
        self.announced.append((rows, digest))


def compared(log: Digests, notify: Callable[[str], None] = pytest.fail) -> EventComparison:
    event: Any = SimpleNamespace(state=State())
    shared: Any = log
    return EventComparison(event, shared, notify)


def test_a_station_that_shows_the_event_differently_is_reported_once_until_it_agrees() -> None:
    told: list[str] = []
    comparison = compared(Digests("Hall 2"), told.append)
    ours = state_digest(State())
    for rows, theirs in (
        (2, "another"),  # as many rows as this station never had
        (3, ours),
        (3, "another"),
        (3, "another"),
        (3, ours),
        (3, "another"),
    ):
        comparison.compare("Hall 2", rows, theirs)
    assert told == [DIFFERENT.format(station="Hall 2", rows=3)] * 2


@pytest.mark.parametrize(
    ("log", "times"),
    [(Digests("Hall 2"), 2), (Digests(), 0), (Digests("Hall 2", is_away=True), 0)],
)
def test_a_station_announces_how_it_shows_the_event_once_a_minute_to_others(
    log: Digests, times: int
) -> None:
    comparison = compared(log)
    for _ in range(2 * BEATS):
        comparison.beat()
    assert log.announced == [(3, state_digest(State()))] * times
