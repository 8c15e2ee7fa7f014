"""Which of several stations runs a table: the one with a lease on it, else the one that has the
rest.
"""

import time

import pytest

from app.store.server.news import REST, Leases

BEFORE, LATER, OVER = -100.0, 100.0, -1.0
"""In seconds from now."""


def leases(since: dict[int, float], until_s: float, *others: int) -> Leases:
    now_s = time.monotonic()
    mine = {table: now_s + at for table, at in since.items()}
    return Leases(now_s + until_s, mine, dict.fromkeys(others, "Ben"))


@pytest.mark.parametrize(
    ("since", "until_s", "others", "table", "runs", "runs_alone"),
    [
        ({}, LATER, (), REST, False, False),
        ({}, LATER, (), 1, False, False),
        ({1: BEFORE}, LATER, (), 1, True, True),
        ({1: BEFORE}, LATER, (), 2, False, False),
        ({1: BEFORE}, LATER, (), REST, False, False),
        ({1: LATER}, LATER, (), 1, False, True),  # who had it may go on for a while
        ({1: BEFORE}, OVER, (), 1, False, True),
        ({REST: BEFORE}, LATER, (), REST, True, True),
        ({REST: BEFORE}, LATER, (), 1, True, True),
        ({REST: BEFORE}, LATER, (1,), 1, False, False),
        ({REST: BEFORE}, LATER, (1,), 2, True, True),
        ({REST: LATER}, LATER, (), 1, False, True),
        ({REST: LATER, 1: BEFORE}, LATER, (), 1, True, True),
        ({REST: BEFORE}, OVER, (), 1, False, True),
        ({1: BEFORE}, LATER, (REST,), 2, False, False),
    ],
)
def test_a_table_is_run_by_the_station_that_holds_it_or_else_by_the_one_with_the_rest(
    since: dict[int, float],
    until_s: float,
    others: tuple[int, ...],
    table: int,
    runs: bool,
    runs_alone: bool,
) -> None:
    known = leases(since, until_s, *others)
    assert known.runs(table) is runs
    assert known.runs(table, alone=True) is runs_alone


def test_a_station_that_has_just_joined_runs_nothing() -> None:
    assert not Leases().runs(REST)
    assert not Leases().runs(1, alone=True)
    assert not Leases().mine


def test_a_newly_claimed_table_is_added_to_those_already_held() -> None:
    before = leases({1: BEFORE}, LATER, 3)
    after = before.with_claimed({2: 7.0})
    assert {*after.mine} == {1, 2}
    assert after.since[2] == 7.0
    assert (after.until_s, after.names) == (before.until_s, before.names)
