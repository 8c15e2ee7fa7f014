"""Rows of the room display in columns and pages."""

import pytest

from app.views.round.display_pages import DisplayLayout, divide_rows, flow, page_ms

LAYOUT = DisplayLayout()
WIDE, SQUARE = 1717, 1273
"""The room between the margins of a screen of 16 to 9, and of 4 to 3."""


@pytest.mark.parametrize(
    ("lines", "columns", "capacity", "pages"),
    [
        ([1, 1, 1], 1, 3, (((0, 1, 2),),)),
        ([1, 1, 1], 2, 2, (((0, 1), (2,)),)),
        ([1, 1, 1, 1, 1], 2, 2, (((0, 1), (2, 3)), ((4,),))),
        ([1, 2, 1], 2, 2, (((0,), (1,)), ((2,),))),
        ([5, 1], 1, 2, (((0,),), ((1,),))),
        ([], 2, 2, (((),),)),
    ],
)
def test_rows_go_down_one_column_after_the_other(
    lines: list[int], columns: int, capacity: int, pages: object
) -> None:
    assert flow(lines, columns, capacity) == pages


def test_a_heading_stays_above_its_rows() -> None:
    assert flow([1, 1, 1, 1], 1, 3, heads=[2]) == (((0, 1),), ((2, 3),))
    assert flow([1, 1, 1, 1], 1, 4, heads=[2]) == (((0, 1, 2, 3),),)


def test_a_heading_is_repeated_where_its_rows_go_on() -> None:
    assert flow([1, 1, 1, 1], 1, 3, heads=[0]) == (((0, 1, 2),), ((0, 3),))
    assert flow([1, 1, 1, 1, 1], 2, 2, heads=[1]) == (((0,), (1, 2)), ((1, 3), (1, 4)))
    assert flow([1, 2, 3], 1, 3, heads=[0]) == (((0, 1),), ((2,),)), "there is no room for it"


def laid(rows: int, least: int, width: int = WIDE, lines: int = 1) -> tuple[int, int, int]:
    paging = divide_rows(
        rows,
        least_width=least,
        width=width,
        headed=True,
        lines_of=lambda _row, _scale, _width: lines,
        layout=LAYOUT,
    )
    return paging.scale, paging.columns, len(paging.pages)


def test_thirty_two_tables_are_on_one_page_of_a_wide_screen() -> None:
    assert laid(32, 800) == (100, 2, 1)
    assert laid(64, 400) == (100, 4, 1)  # their players by name
    assert laid(36, 800)[2] == 1
    assert laid(37, 800)[2] == 2


def test_the_columns_of_one_page_have_about_the_same_height() -> None:
    for rows in range(1, 64):
        paging = divide_rows(
            rows, least_width=400, width=WIDE, headed=True, lines_of=lambda *_: 1, layout=LAYOUT
        )
        (page,) = paging.pages
        assert max(map(len, page)) == -(-rows // len(page)), rows


def test_two_line_rows_are_divided_evenly_without_splitting_a_row() -> None:
    """Half of the ten lines of five rows would divide the third row."""
    for rows in range(1, 14):
        paging = divide_rows(
            rows, least_width=800, width=WIDE, headed=True, lines_of=lambda *_: 2, layout=LAYOUT
        )
        (page,) = paging.pages
        assert max(map(len, page)) == -(-rows // len(page)), rows


def test_few_rows_are_shown_in_larger_letters() -> None:
    assert laid(4, 800)[0] == 200
    assert laid(12, 400)[0] > 100


def test_a_narrow_screen_has_fewer_columns_and_more_pages() -> None:
    assert laid(32, 800, SQUARE) == (100, 1, 2)
    assert laid(128, 400) == (100, 4, 2)


def test_a_row_longer_than_a_column_does_not_get_large_letters() -> None:
    assert laid(1, 800, lines=12)[0] == 145


def test_a_page_stays_long_enough_to_be_read() -> None:
    assert page_ms(15, 10, 250) == 15_000
    assert page_ms(5, 64, 250) == 16_000
