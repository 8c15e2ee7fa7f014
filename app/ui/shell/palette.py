"""Results of the palette besides players and tables: pages, acts, settings and headings of the
manual.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QPushButton, QWidget

from app.engine.frozen import replace
from app.engine.language import say
from app.views.event.finding import FUZZY, Find, find_rank, match_rank
from app.views.pages import DeskPage, page_name

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

MOST_OFFERED = 12
LETTER = re.compile(r"&(.)")
NUMBERED = re.compile(r"(.*\S)\s+(\d{1,4})")
NOT_NOW = say("not possible now")
MANUAL, SETTING = say("Manual"), say("Setting")


class Offer(Struct, frozen=True):
    """Something that the palette offers to do or to show."""

    words: str
    beside: str
    """The text at the end of the row: the shortcut, or the place where the offer belongs."""
    go: Callable[[], object]
    why: str = ""
    """The reason why the offer is not possible now; empty if it is possible."""
    set_to: Callable[[int], object] | None = None
    """A function that sets the offered setting to a number typed after its name; None if the
    setting is not a number.
    """
    most: int = 0
    """The greatest number that ``set_to`` accepts."""

    def with_number(self, typed: str) -> "Offer":
        """Return the offer to set a setting to the number that was typed after its name, as in
        "rounds 4".
        """
        number = int(typed)
        if self.set_to is None or number > self.most:
            return self
        words = say("{setting}: {number}", setting=self.words, number=number)
        return replace(self, words=words, go=partial(self.set_to, number))


Offers = Callable[[], Iterable[Offer]]


def choose_offers(
    found: Iterable[Find], offers: Iterable[Offer], typed: str
) -> tuple[Find | Offer, ...]:
    """Return the results that match ``typed``, the best first. Offers that only resemble the typed
    letters are included only if nothing else matches.
    """
    finds, offers = [(find.rank, find) for find in found], tuple(offers)
    matching = [pair for pair in finds if pair[0] < FUZZY]
    ranked = [*matching, *_rank(offers, typed, match_rank)]
    ranked = ranked or [*finds, *_rank(offers, typed, find_rank)]
    return tuple(one for _, one in sorted(ranked, key=lambda pair: pair[0]))[:MOST_OFFERED]


def _rank(
    offers: Iterable[Offer], typed: str, rank_name: Callable[[str, str], int | None]
) -> Iterator[tuple[int, Find | Offer]]:
    """Yield the offers that match ``typed``, each after its rank, which ``rank_name`` returns."""
    numbered = NUMBERED.fullmatch(typed)
    for offer in offers:
        if (rank := rank_name(offer.words, typed)) is not None:
            yield rank, offer
        elif numbered and offer.set_to is not None:
            rank, given = rank_name(offer.words, numbered[1]), offer.with_number(numbered[2])
            if rank is not None and given is not offer:
                yield rank, given


def offer_pages(
    pages: Mapping[DeskPage, str], show: Callable[[DeskPage], object]
) -> Iterator[Offer]:
    """Yield an offer to go to each page, with the page's shortcut. ``show`` is called with the
    page.
    """
    for page, key in pages.items():
        yield Offer(say("Go to {page}", page=page_name(page)), _native(key), partial(show, page))


def offer_page_acts(page: QWidget | None, name: str) -> Iterator[Offer]:
    """Yield an offer for each visible button on the present page. ``name`` is the name of that
    page.
    """
    seen: set[str] = set()
    for button in page.findChildren(QPushButton) if page is not None else ():
        words = without_letter(button.text())
        if words and button.isVisible() and words not in seen:
            seen.add(words)
            why = "" if button.isEnabled() else button.toolTip() or NOT_NOW
            yield Offer(words, name, button.click, why)


def offer_act(action: "QAction", menu: str, why: str) -> Offer:
    """Return the offer for an act in a menu. ``why`` is the reason to show if the act is not
    possible.
    """
    key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    key = key or without_letter(menu)
    return Offer(
        without_letter(action.text()), key, action.trigger, "" if action.isEnabled() else why
    )


def without_letter(words: str) -> str:
    """Return the text of a button or a menu without the mark of its Alt letter."""
    return LETTER.sub(r"\1", words)


def _native(key: str) -> str:
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
