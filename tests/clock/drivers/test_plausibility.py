import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.clock.drivers.driver import (
    Cleared,
    Doubted,
    Fallen,
    Hand,
    Pressed,
    Reading,
    Restarted,
    Started,
    Stopped,
)
from app.clock.drivers.plausibility import (
    ADDS,
    PlausibilityFilter,
    added_ms,
    as_clock,
    drifts,
    find_changes,
    jump,
    with_fall,
)
from app.clock.drivers.text_lines import Lines
from app.engine.frozen import replace
from tests.clock.drivers.line import only

L, R = Hand.LEFT, Hand.RIGHT


def test_a_time_is_written_with_hours_minutes_and_seconds() -> None:
    assert as_clock(3_661_999) == "1:01:01"


def test_a_wrong_crystal_is_reported_in_seconds_an_hour() -> None:
    assert drifts(8000) == "The clock is 28.8 seconds an hour too fast."
    assert drifts(-300) == "The clock is 1.0 seconds an hour too slow."


def test_a_clock_that_keeps_no_time_never_jumps() -> None:
    assert jump(Reading(0, None, None, L), Reading(9, None, None, R), 0) == ""


def test_a_press_before_the_first_flag_is_reported_with_it() -> None:
    belief = PlausibilityFilter(1000, 0, careful=False)
    belief.hear(Reading(0, 5000, 500, L))
    told = belief.hear(Reading(900, 4800, 0, R))
    assert [type(message) for message in told] == [Pressed, Fallen, Reading]


def test_a_side_that_already_had_no_time_does_not_fall_again() -> None:
    belief = PlausibilityFilter(1000, 0, careful=False)
    belief.hear(Reading(0, 0, 500, None))
    assert only(belief.hear(Reading(1, 0, 500, L)), Fallen) == []


@given(
    st.lists(
        st.tuples(
            st.integers(0, 3000),
            st.integers(0, 20_000),
            st.integers(0, 20_000),
            st.sampled_from([L, R, None]),
            st.sampled_from([L, R, None, None, None]),
            st.sampled_from(["", "", "odd"]),
        )
    ),
    st.booleans(),
)
def test_reported_events_lead_from_one_believed_reading_to_the_next(
    heard: list[tuple[int, int, int, Hand | None, Hand | None, str]], careful: bool
) -> None:
    belief, now_ms, runs = PlausibilityFilter(1000, 0, careful), 0, None
    known = False
    for wait_ms, left, right, running, fallen, odd in heard:
        now_ms += wait_ms
        for one in belief.hear(Reading(now_ms, left, right, running, fallen), odd):
            match one:
                case Pressed(hand=hand):
                    runs = hand.other
                case Started(running=hand):
                    runs = hand
                case Stopped():
                    runs = None
                case Reading() if one.fallen is None and one.running is not None and known:
                    assert runs is one.running
            if isinstance(one, Reading):
                known, runs = True, one.running
        assert belief.last is None or belief.last.at_ms <= now_ms


def test_a_question_can_be_dropped() -> None:
    belief = PlausibilityFilter(1000, 0, careful=False)
    belief.hear(Reading(0, 5000, 5000, L))
    assert only(belief.hear(Reading(1, 9000, 5000, L)), Doubted)
    assert belief.asking
    belief.forget_question()
    assert not belief.asking


def test_an_overlong_line_is_dropped_entirely_and_counted() -> None:
    lines = Lines(5)
    assert lines.feed(b"123456\n12345\r\n\n1234") == [b"12345", b""]
    assert lines.feed(b"56") == []
    assert lines.feed(b"78\nab\n") == [b"ab"]
    assert lines.lost == 2


def test_clearing_discards_a_partial_line() -> None:
    lines = Lines(5)
    lines.feed(b"123456")
    lines.clear()
    assert lines.feed(b"ab\n") == [b"ab"]


def test_a_time_may_drop_by_the_elapsed_time_plus_the_slack_and_no_more() -> None:
    old = Reading(0, 60_000, 60_000, L)
    assert jump(old, Reading(1000, 57_000, 60_000, L), 2000) == ""
    assert jump(old, Reading(1000, 56_999, 60_000, L), 2000) == (
        "The left time on the clock jumped from 0:01:00 to 0:00:56."
    )
    assert jump(old, Reading(1000, 60_000, 60_001, L), 2000).startswith("The right time")
    assert jump(old, Reading(1000, 58_000, 58_000, L), 2000) == ""
    assert jump(old, Reading(1000, 58_000, 57_999, L), 2000) == (
        "Both times on the clock fell at once."
    )


def test_a_clock_adds_at_most_a_minute_and_only_to_whoever_pressed() -> None:
    old = Reading(0, 60_000, 60_000, L)
    added = [added_ms(old, Reading(0, ms, 60_000, R)) for ms in (60_000, 60_001, 120_000, 120_001)]
    assert added == [0, 1, 60_000, 0]
    assert added_ms(old, Reading(0, 61_000, 60_000, L)) == 0
    assert added_ms(old, Reading(0, 60_000, 61_000, R)) == 0


def test_time_additions_are_reported_from_the_second_until_a_press_without_one() -> None:
    belief, told = PlausibilityFilter(1000, 0, careful=False), []
    times = {L: 60_000, R: 60_000}
    for turn, adds_ms in enumerate((0, 3000, 3000, 0, 3000)):
        ran = (L, R)[turn % 2]
        times[ran] += adds_ms
        reading = Reading(turn, times[L], times[R], ran.other)
        heard = belief.hear(reading) + (belief.hear(reading) if belief.asking else [])
        told += [message for message in heard if not isinstance(message, Reading | Pressed)]
    assert told == [Doubted(2, ADDS, lasting=True), Cleared(3, ADDS)]


@pytest.mark.parametrize(("used_ms", "at_ms"), [(1000, 5000), (1001, 3999), (6000, 0)])
def test_an_unheard_press_is_dated_by_the_time_the_other_side_has_used(
    used_ms: int, at_ms: int
) -> None:
    old, new = Reading(0, 60_000, 60_000, L), Reading(5000, 58_000, 60_000 - used_ms, R)
    assert [press.at_ms for press in only(find_changes(old, new, 1000), Pressed)] == [at_ms]


@pytest.mark.parametrize(
    ("old", "new", "fallen"),
    [
        (None, Reading(9, 0, 5, L), None),
        (Reading(0, 1, 5, L), Reading(9, 0, 5, L), L),
        (Reading(0, 5, 1, R), Reading(9, 5, 0, R), R),
        (Reading(0, 1, 5, L), Reading(9, 0, 5, R), L),  # who ran before
        (Reading(0, 1, 5, R), Reading(9, 0, 5, L), L),  # who runs now
        (Reading(0, 1, 5, None), Reading(9, 0, 5, None), None),
        (Reading(0, 0, 5, L), Reading(9, 0, 5, L), None),
        (Reading(0, 1, 5, R), Reading(9, 0, 5, R), None),
        (Reading(0, 5, 5, L), Reading(9, 1, 5, L), None),
        (Reading(0, 1, 5, L), Reading(9, 0, 5, L, R), R),
        (Reading(0, 0, 5, None, L), Reading(9, 0, 5, R), L),
        (Reading(0, 0, 5, None, L), Reading(9, 1, 5, R), None),
    ],
)
def test_a_running_side_whose_time_reaches_zero_has_its_flag_fall(
    old: Reading | None, new: Reading, fallen: Hand | None
) -> None:
    assert with_fall(old, new).fallen is fallen


RUNS = Reading(0, 60_000, 60_000, L)
RARE = [
    Reading(1000, 60_000, 60_000, R),
    Reading(1000, 60_000, 60_000, None),
    Reading(1000, 60_000, 60_000, L, R),
    Reading(1000, 60_000, 59_000, L),
]


@pytest.mark.parametrize("careful", [True, False])
@pytest.mark.parametrize(
    ("old", "new", "rare"),
    [
        (RUNS, Reading(1000, 59_000, 60_000, L), False),
        (RUNS, RUNS, False),
        *((RUNS, new, True) for new in RARE),
        (Reading(0, 5, 5, None), Reading(9, 5, 5, None), False),
        (Reading(0, 5, 5, None), Reading(9, 5, 5, L), True),
        (Reading(0, 5, 5, None), Reading(9, 4, 5, None), True),
        (Reading(0, 5, 5, None), Reading(9, 5, 6, None), True),
    ],
)
def test_rare_changes_are_requested_once_more_on_a_careful_line(
    old: Reading, new: Reading, rare: bool, careful: bool
) -> None:
    belief = PlausibilityFilter(1000, 0, careful)
    belief.adopt(old)
    told = belief.hear(new)
    assert belief.asking is (rare and careful)
    assert (belief.last == new) is (bool(told) or old == new)
    assert not only(told, Doubted)
    again = belief.hear(replace(new, at_ms=new.at_ms + 100))
    assert not belief.asking
    assert again[-1] == belief.last


@pytest.mark.parametrize("careful", [True, False])
def test_the_first_reading_is_asked_for_once_more_on_a_careful_line(careful: bool) -> None:
    belief = PlausibilityFilter(1000, 0, careful)
    assert belief.hear(RUNS) == ([] if careful else [RUNS])
    assert belief.asking is careful


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (RUNS, RUNS, []),
        (RUNS, RARE[0], [Pressed(1000, L, late_ms=9)]),
        (RUNS, RARE[1], [Stopped(1000)]),
        (RUNS, RARE[2], [Fallen(1000, R)]),
        (RUNS, Reading(1000, 0, 60_000, None, L), [Fallen(1000, L)]),
        (
            RUNS,
            RARE[3],
            [Pressed(0, L, inferred=True, late_ms=9), Pressed(1000, R, inferred=True, late_ms=9)],
        ),
        (
            RUNS,
            Reading(1000, 60_000, 59_000, None),
            [Pressed(0, L, inferred=True, late_ms=9), Stopped(1000)],
        ),
        (Reading(0, 5, 5, None), Reading(9, 5, 5, R), [Started(9, R)]),
        (Reading(0, 5, 5, None), Reading(9, 5, 5, None), []),
        (Reading(0, 5, 0, None, R), Reading(9, 5, 0, None, R), []),
    ],
)
def test_each_pair_of_readings_gives_the_expected_events(
    old: Reading, new: Reading, told: list[object]
) -> None:
    assert find_changes(old, new, 9) == told


@pytest.mark.parametrize(
    ("new", "told"),
    [
        (Reading(1000, 70_000, 70_000, None), [Restarted(1000)]),
        (Reading(1000, 70_000, 60_000, None), [Stopped(1000)]),
        (Reading(1000, 60_000, 70_000, None), [Stopped(1000)]),
        (Reading(1000, 70_000, 70_000, L), []),
        (Reading(1000, 50_000, 50_000, L), []),
        (Reading(1000, 50_000, 50_000, R), [Pressed(1000, L, inferred=True, late_ms=1000)]),
    ],
)
def test_times_that_jumped_give_no_events(new: Reading, told: list[object]) -> None:
    assert find_changes(RUNS, new, 9, jumped=True) == told


def test_a_repeated_oddity_is_accepted_until_it_ends() -> None:
    belief = PlausibilityFilter(1000, 0, careful=False)
    belief.hear(RUNS)
    told = [
        [type(one) for one in belief.hear(Reading(at_ms, 60_000 - at_ms, 60_000, L), odd)]
        for at_ms, odd in ((1000, "odd"), (2000, "odd"), (3000, "odd"), (4000, ""), (5000, "odd"))
    ]
    assert told == [[Doubted], [Reading, Reading], [Reading], [Cleared, Reading], [Doubted]]


@pytest.mark.parametrize("proofs", [2, 4])
def test_a_jump_is_believed_after_enough_agreeing_readings(proofs: int) -> None:
    belief = PlausibilityFilter(1000, 0, careful=False, proofs=proofs)
    belief.hear(RUNS)
    first, *middle, last = [
        belief.hear(Reading(1000 * turn, 30_000 - 1000 * turn, 60_000, L))
        for turn in range(1, proofs + 1)
    ]
    assert [type(one) for one in first] == [Doubted]
    assert middle == [[]] * (proofs - 2)
    believed = [reading.left_ms for reading in only(last, Reading)]
    assert believed == [31_000 - 1000 * proofs, 30_000 - 1000 * proofs]


@pytest.mark.parametrize("steady", [True, False])
def test_a_steady_clock_is_asked_again_about_two_presses_between_readings(
    steady: bool,
) -> None:
    for new, asked in ((RARE[3], steady), (RARE[0], False)):
        belief = PlausibilityFilter(1000, 0, careful=False, steady=steady)
        belief.adopt(RUNS)
        assert bool(belief.hear(new)) is not asked
        assert belief.asking is asked
