"""Late-round draws against every oracle at once; `tools/check_draws.py` looks at ten thousand."""

import pytest

from tests.engine.draw_cases import BRUTE_FORCE, MASKS, cases, fault


@pytest.mark.parametrize("block", range(4))
def test_late_rounds_are_drawn_as_every_oracle_draws_them(block: int) -> None:
    for case in cases(100, 1 + 100 * block):
        assert not fault(case), case.seed


def test_the_cases_are_of_every_kind() -> None:
    every = list(cases(200, 1))
    sizes = {len(case.field) for case in every}
    assert sizes >= {*range(4, BRUTE_FORCE + 1)}
    assert max(sizes) == MASKS
    assert {size % 2 for size in sizes} == {0, 1}
    assert any(one.byes for case in every for one in case.field)
    assert any(one.paired_down for case in every for one in case.field)
    gone = (
        case for case in every for one in case.field if one.met - {two.number for two in case.field}
    )
    assert next(gone, None) is not None
