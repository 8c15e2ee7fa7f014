"""What axe finds on the pages, in each state that pressing every button leads to."""

from typing import Any

import pytest

LEAST = {"table 1": 5, "organizer": 5, "phone": 1, "own phone": 3, "no table": 1}


@pytest.mark.long
def test_axe_finds_no_accessibility_problem_on_any_page(seen_by_walk: dict[str, Any]) -> None:
    looked = seen_by_walk["looked"]
    assert seen_by_walk["broken"] == {}
    assert {page: looked.get(page, 0) >= least for page, least in LEAST.items()} == (
        dict.fromkeys(LEAST, True)
    )
