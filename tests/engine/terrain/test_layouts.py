"""A seed gives the same layout in every version: an event set up again has the same tables."""

from itertools import zip_longest

import pytest

from tests.engine.terrain.layouts import PROPOSED, words


@pytest.mark.long
def test_a_seed_gives_the_layout_that_it_gave_before() -> None:
    for proposed, before in zip_longest(words(), PROPOSED.read_text("utf-8").splitlines()):
        assert proposed == before
