"""The text of all pages of the manual, with a search in that text."""

import re
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path

from msgspec import Struct
from PySide6.QtGui import QTextDocument

LINK = re.compile(r"\]\(([\w-]+\.md)(?:#[^)]*)?\)")
HEADING = re.compile(r"^#{1,3} +(.+?) *$", re.MULTILINE)
CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
MARKS = re.compile(r"[*`]")
FEWEST = 2
"""The least number of letters to search for."""
AROUND = 12
"""The number of letters shown before a place that was found."""


class ManualPlace(Struct, frozen=True):
    """A place in the manual where a text was found."""

    page: str
    """The file name of the page."""
    block: int
    """The number of the paragraph, heading or table cell within the page, counted from 0."""
    start: int
    """The index of the text's first letter within that block, counted from 0."""
    length: int
    title: str
    """The title of the page."""
    heading: str
    """The nearest heading above the place; empty if only the title is above it, or if the place is
    itself a heading.
    """
    words: str
    """The text around the place."""
    in_heading: bool


class Block(Struct, frozen=True):
    text: str
    heading: str
    is_heading: bool


class ManualIndex:
    """The pages of the manual in ``folder``: ``first`` and all pages that links lead to from there,
    in the order of the links. The pages are read at the first search.
    """

    def __init__(self, folder: Path, first: str) -> None:
        self._folder, self._first = folder, first

    @staticmethod
    def is_enough(typed: str) -> bool:
        """Tell whether ``typed`` has enough letters for a search."""
        return len("".join(typed.split())) >= FEWEST

    def find(self, typed: str) -> tuple[ManualPlace, ...]:
        """Return the places of a text, ignoring case, at most one in each block. Places in headings
        come first.
        """
        if not self.is_enough(typed):
            return ()
        wanted = re.compile(r"\s+".join(map(re.escape, typed.split())), re.IGNORECASE)
        found = list(self._places(wanted))
        return tuple(sorted(found, key=lambda place: not place.in_heading))

    def _places(self, wanted: re.Pattern[str]) -> Iterator[ManualPlace]:
        for page, blocks in self._pages.items():
            title = blocks[0].text if blocks else page
            for number, block in enumerate(blocks):
                if (match := wanted.search(block.text)) is not None:
                    yield ManualPlace(
                        page=page,
                        block=number,
                        start=match.start(),
                        length=match.end() - match.start(),
                        title=title,
                        heading="" if block.is_heading else block.heading,
                        words=_around(block.text, match.start()),
                        in_heading=block.is_heading,
                    )

    @cached_property
    def _pages(self) -> dict[str, list[Block]]:
        pages: dict[str, list[Block]] = {}
        waiting = [self._first]
        while waiting:
            name = waiting.pop(0)
            path = self._folder / name
            if name in pages or not path.is_file():
                continue
            text = path.read_text("utf-8")
            pages[name] = list(_blocks(text))
            waiting += LINK.findall(text)
        return pages


@cache
def manual_headings(folder: Path, first: str) -> tuple[tuple[str, str, str], ...]:
    """Return, for each heading of the manual, its page, the title of that page and the heading. The
    heading is empty if it is the title itself.
    """
    found: list[tuple[str, str, str]] = []
    waiting, seen = [first], set[str]()
    while waiting:
        name = waiting.pop(0)
        if name in seen or not (folder / name).is_file():
            continue
        seen.add(name)
        text = (folder / name).read_text("utf-8")
        heads = [MARKS.sub("", head[1]) for head in HEADING.finditer(CODE.sub("", text))]
        found += [(name, heads[0], head if head != heads[0] else "") for head in heads]
        waiting += LINK.findall(text)
    return tuple(found)


def _blocks(markdown: str) -> Iterator[Block]:
    document = QTextDocument()
    document.setMarkdown(markdown)
    heading, block = "", document.begin()
    while block.isValid():
        level = block.blockFormat().headingLevel()
        if level > 1:
            heading = block.text()
        yield Block(block.text(), heading, level > 0)
        block = block.next()


def _around(text: str, start: int) -> str:
    """Return the text around a place as one line. It begins with a whole word shortly before the
    place.
    """
    begin = text.rfind(" ", 0, start - AROUND) + 1 if start > AROUND else 0
    return ("…" if begin else "") + " ".join(text[begin:].split())
