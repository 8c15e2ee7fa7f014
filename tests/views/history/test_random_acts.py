"""Acts at random are done, refused and described as the written file says."""

import pytest

from tests.views.history.random_acts import READ, words


@pytest.mark.long
def test_the_same_acts_at_random_do_the_same_and_are_refused_for_the_same_reasons() -> None:
    assert [*words()] == READ.read_text("utf-8").splitlines()
