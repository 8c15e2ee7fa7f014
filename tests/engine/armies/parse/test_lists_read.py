"""Typed lists are read and asked about as the written file says."""

import pytest

from tests.engine.armies.parse.lists_read import READ, words


@pytest.mark.long
def test_the_typed_lists_are_still_read_with_the_same_results_and_questions() -> None:
    assert [*words()] == READ.read_text("utf-8").splitlines()
