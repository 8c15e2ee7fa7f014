"""The page of house decisions says what the packets' files say."""

import pytest

from app.store.packets.files import packets
from tools import house_decisions


def test_the_page_of_house_decisions_is_up_to_date() -> None:
    text = house_decisions.PAGE.read_text("utf-8")
    assert text == house_decisions.page(), "Run: python -m tools.house_decisions"


@pytest.mark.parametrize("key", sorted(packets()))
def test_each_decision_has_its_section_and_its_reason(key: str) -> None:
    for note in packets()[key].notes:
        assert note.section, note.about
        assert note.text.endswith("."), note.about
        assert note.why.endswith("."), note.about
