from hypothesis import given
from hypothesis import strategies as st

from app.ui.column_room import shared

SHARES = {"name": 50, "club": 30, "note": 20}
widths = st.fixed_dictionaries({one: st.integers(0, 2000) for one in SHARES})


def test_what_one_column_leaves_goes_to_the_one_that_wants_more() -> None:
    assert shared(400, {"name": 300, "club": 90, "note": 20}, SHARES) == {
        "name": 290,
        "club": 90,
        "note": 20,
    }


def test_where_all_want_too_much_each_gets_its_share() -> None:
    assert shared(400, {"name": 900, "club": 900, "note": 900}, SHARES) == {
        "name": 200,
        "club": 120,
        "note": 80,
    }


def test_what_nobody_wants_is_divided_among_all() -> None:
    assert shared(300, {"name": 100, "club": 60, "note": 40}, SHARES) == {
        "name": 150,
        "club": 90,
        "note": 60,
    }


def test_a_column_that_is_not_shown_takes_nothing() -> None:
    assert shared(200, {"name": 80, "club": 40}, SHARES) == {"name": 130, "club": 70}
    assert shared(200, {}, SHARES) == {}


@given(st.integers(0, 2000), widths)
def test_all_columns_together_fill_the_room(room: int, wanted: dict[str, int]) -> None:
    given_widths = shared(room, wanted, SHARES)
    assert given_widths.keys() == SHARES.keys()
    assert room - len(SHARES) < sum(given_widths.values()) <= room


@given(st.integers(0, 2000), widths)
def test_no_column_is_short_while_another_has_more_than_it_wants(
    room: int, wanted: dict[str, int]
) -> None:
    given_widths = shared(room, wanted, SHARES)
    short = any(given_widths[one] < wanted[one] - 1 for one in SHARES)
    assert not short or all(given_widths[one] <= wanted[one] for one in SHARES)
