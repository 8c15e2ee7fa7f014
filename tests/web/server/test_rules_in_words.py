"""What a table's page shows of the rules is in the program's language."""

from collections.abc import Iterator

import pytest

from app.engine.language import speak
from app.engine.packet.packet import GameRules
from app.web.server.public_view import rules_in_words
from tests.engine.event import PACKETS, settings, under_way


class Marking:
    """A language in which every text begins with a mark."""

    def gettext(self, message: str, /) -> str:
        return message if message.startswith("*") else f"*{message}"

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def info(self) -> dict[str, str]:
        return {"language": "en-XB"}


@pytest.fixture
def marking() -> Iterator[None]:
    speak(Marking())
    yield
    speak(None)


@pytest.mark.usefixtures("marking")
def test_every_sentence_on_the_scoring_pad_is_translated() -> None:
    shown = [text for number in range(1, 8) for text in texts_of_pad(sent(number))]
    assert len(shown) > 80
    assert [text for text in shown if not text.startswith("*")] == []


def sent(number: int) -> GameRules:
    table = under_way(2, settings(75), number, packet=PACKETS["sr2026"])
    return rules_in_words(table.game().terms)


def texts_of_pad(terms: GameRules) -> Iterator[str]:
    scenario = terms.scenario
    yield from (element.name for element in scenario.elements)
    yield from (one.control for one in terms.briefing.reference)
    yield from (one.contest for one in terms.briefing.reference)
    if scenario.after_scoring:
        yield scenario.after_scoring
    if scenario.fuse:
        yield scenario.fuse.says
