from hypothesis import given
from hypothesis import strategies as st

from app.clock.boot_instant import BootInstant, instant_of, keep_instant

COUNTERS = st.integers(0, 10**14)
BOOTS = st.text("0123456789abcdef", min_size=1, max_size=16)


@given(st.builds(BootInstant, COUNTERS, COUNTERS, BOOTS))
def test_a_saved_instant_is_read_back_unchanged(instant: BootInstant) -> None:
    assert instant_of(keep_instant(instant)) == instant


@given(st.text())
def test_other_text_is_not_read_as_an_instant(text: str) -> None:
    assert instant_of(f"{text} is no instant") is None


@given(COUNTERS, COUNTERS, COUNTERS, BOOTS)
def test_an_instant_advances_with_the_counter(at: int, counter: int, by: int, boot: str) -> None:
    assert BootInstant(at, counter, boot).later_ms(counter + by, boot) == at + by


@given(COUNTERS, COUNTERS, st.integers(1, 10**6), BOOTS)
def test_a_counter_that_went_back_or_another_boot_gives_no_time(
    at: int, counter: int, by: int, boot: str
) -> None:
    instant = BootInstant(at, counter, boot)
    assert instant.later_ms(counter - by, boot) is None
    assert instant.later_ms(counter + by, f"{boot}0") is None
    assert instant.later_ms(counter + by, "") is None
