"""A web page as a tree of its elements. The page may have been copied, or saved by a browser in one
of its formats. The meaning of the elements is left to other modules.
"""

import codecs
import email
import email.policy
import plistlib
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from html.parser import HTMLParser
from typing import Any, TypeAlias
from xml.parsers.expat import ExpatError

from msgspec import Struct, field

from app.engine.language import say
from app.store.errors import StoreError
from app.store.tables.text import Row, decode
from app.store.tables.workbook import Sheet

MOST_PARTS, MOST_DEEP = 150_000, 400
"""The most tags and texts in a page, and the most elements within one another. A page of 500
players has a third of that.
"""

VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track"}
)
UNREAD = frozenset({"script", "style", "template", "noscript"})
ENDS_ITS_LIKE = {
    "li": {"li"},
    "tr": {"tr", "td", "th"},
    "td": {"td", "th"},
    "th": {"td", "th"},
    "option": {"option"},
    "p": {"p"},
}
"""The open elements that each element closes if the page leaves out their end tags."""

BEGINNING = re.compile(
    r"\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?>.{0,4000}?-->)\s*)*+"
    r"<(?:!doctype\s+html|html|head|body|div|table|meta|span|a|p|ul|section)\b",
    re.IGNORECASE | re.DOTALL,
)
MARKS = re.compile(r"\s*<!--StartFragment-->|\s*Version:[0-9.]+\s+StartHTML:")
CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{2,40})""", re.IGNORECASE)
BINARY_LIST = b"bplist00"
MAIL_HEAD = 4_000
SPACE = re.compile(r"[ \t\r\n\f\u00a0]+")


class PageElement(Struct):
    """An element of a page and its content, in order. The root has no tag."""

    tag: str
    values: dict[str, str] = field(default_factory=dict)
    inside: "list[PageElement | str]" = field(default_factory=list)

    @property
    def classes(self) -> Sequence[str]:
        return self.values.get("class", "").split()

    def every(self) -> "Iterator[PageElement]":
        """Yield all elements within this one, in the order of the page."""
        waiting = [part for part in reversed(self.inside) if isinstance(part, PageElement)]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += [part for part in reversed(element.inside) if isinstance(part, PageElement)]

    def outermost(self, wanted: "Callable[[PageElement], bool]") -> "Iterator[PageElement]":
        """Yield the wanted elements within this one. An element within another wanted one is left
        out.
        """
        waiting = [part for part in reversed(self.inside) if isinstance(part, PageElement)]
        while waiting:
            element = waiting.pop()
            if wanted(element):
                yield element
            else:
                waiting += [
                    part for part in reversed(element.inside) if isinstance(part, PageElement)
                ]

    def words(self, without: "Sequence[PageElement]" = ()) -> str:
        """Return the element's text on one line, leaving out the elements in ``without``."""
        return SPACE.sub(" ", "".join(self._texts({*map(id, without)}, " "))).strip()

    def lines(self) -> str:
        """Return the element's text with its line breaks."""
        lines = "".join(self._texts(set(), "\n")).splitlines()
        return "\n".join(SPACE.sub(" ", line).strip() for line in lines).strip("\n")

    def _texts(self, without: Collection[int], line_break: str) -> Iterator[str]:
        waiting: list[PageElement | str] = [*reversed(self.inside)]
        while waiting:
            part = waiting.pop()
            if isinstance(part, str):
                yield part if line_break == " " else part.replace("\n", " ")
            elif part.tag == "br":
                yield line_break
            elif part.tag not in UNREAD and id(part) not in without:
                waiting += reversed(part.inside)
                if part.tag in {"div", "p", "tr", "li"}:
                    yield line_break


Values: TypeAlias = "list[tuple[str, str | None]]"


class _Reader(HTMLParser):
    """Builds the tree of elements. An end tag without a start tag is ignored."""

    def __init__(self, name: str) -> None:
        super().__init__(convert_charrefs=True)
        self._name = name
        self.root = PageElement("")
        self._open = [self.root]
        self._parts = 0

    def handle_starttag(self, tag: str, attrs: Values) -> None:
        while len(self._open) > 1 and self._open[-1].tag in ENDS_ITS_LIKE.get(tag, ()):
            self._open.pop()
        element = PageElement(tag, {key: value or "" for key, value in reversed(attrs)})
        self._put(element)
        if tag not in VOID:
            self._open.append(element)
            if len(self._open) > MOST_DEEP:
                raise _no_page_of_a_browser(self._name)

    def handle_startendtag(self, tag: str, attrs: Values) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        self._count()
        for place in range(len(self._open) - 1, 0, -1):
            if self._open[place].tag == tag:
                del self._open[place:]
                return

    def handle_data(self, data: str) -> None:
        self._put(data)

    def _count(self) -> None:
        self._parts += 1
        if self._parts > MOST_PARTS:
            raise _no_page_of_a_browser(self._name)

    def _put(self, part: "PageElement | str") -> None:
        self._count()
        self._open[-1].inside.append(part)


def is_web_page(text: str) -> bool:
    """Tell whether a text is HTML, judging by its beginning."""
    text = text.removeprefix("\ufeff")
    return bool(BEGINNING.match(text) or MARKS.match(text))


def read_page(text: str, name: str) -> PageElement:
    """Return the root element of a page. Raises StoreError if the page is far larger than any page
    that a browser saves.
    """
    reader = _Reader(name)
    try:
        reader.feed(text)  # not closed: what is left at the end is a tag without an end
    except (ValueError, AssertionError) as error:
        raise _no_page_of_a_browser(name) from error
    return reader.root


def table_sheets(root: PageElement) -> tuple[Sheet, ...]:
    """Return the tables of a page that are not empty."""
    tables = (tuple(_rows(table)) for table in root.outermost(lambda part: part.tag == "table"))
    found = [rows for rows in tables if len(rows) > 1]
    return tuple(
        Sheet(say("{number}. table of the page", number=place), rows)
        for place, rows in enumerate(found, start=1)
    )


def _rows(table: PageElement) -> Iterator[Row]:
    for line, row in enumerate(table.outermost(lambda part: part.tag == "tr"), start=1):
        cells = row.outermost(lambda part: part.tag in {"td", "th"})
        words = tuple(cell.words() for cell in cells)
        if any(words):
            yield Row(line, words)


def _no_page_of_a_browser(name: str) -> StoreError:
    return StoreError(
        say(
            "{name} is not a web page as a browser saves it: it is damaged or far too big. Open the"
            " page again and save it, or copy the cells of its table and paste them here.",
            name=name or say("What was copied"),
        )
    )


def page_text(content: bytes, name: str) -> str:
    """Return the HTML of a page that a browser saved: alone, together with its pictures in one
    file, or as a web archive. Return an empty text for anything else. Raises StoreError if the page
    is damaged.
    """
    if content.startswith(BINARY_LIST):
        return _from_archive(content, name)
    head = content[:MAIL_HEAD].lower()
    if b"mime-version:" in head and b"multipart/related" in head:
        return _from_mail(content, name)
    found = CHARSET.search(content[:MAIL_HEAD])
    text = _decode(content, "", name) if found else ""
    return text if is_web_page(text) else ""


def _from_archive(content: bytes, name: str) -> str:
    """Return the HTML in a web archive, the format in which Safari saves pages."""
    try:
        main: Any = plistlib.loads(content, fmt=plistlib.FMT_BINARY)["WebMainResource"]
        data, encoding = main["WebResourceData"], main.get("WebResourceTextEncodingName", "")
        return _decode(bytes(data), str(encoding), name)
    except (
        ArithmeticError, AttributeError, ExpatError, LookupError, MemoryError, RecursionError,
        TypeError, ValueError, plistlib.InvalidFileException,
    ) as error:  # fmt: skip
        raise _no_page_of_a_browser(name) from error


def _from_mail(content: bytes, name: str) -> str:
    """Return the HTML in a single file with pictures, the format in which Chrome saves pages."""
    try:
        message = email.message_from_bytes(content, policy=email.policy.compat32)
        for part in message.walk():
            payload: Any = part.get_payload(decode=True)
            if part.get_content_type() == "text/html" and payload:
                return _decode(payload, part.get_content_charset("") or "", name)
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise _no_page_of_a_browser(name) from error
    raise _no_page_of_a_browser(name)


def _decode(content: bytes, encoding: str, name: str) -> str:
    """Decode a page in the encoding that the page states, or else like any text."""
    found = CHARSET.search(content[:MAIL_HEAD])
    for said in filter(None, (encoding, found[1].decode("ascii", "replace") if found else "")):
        try:
            if codecs.lookup(said).name not in {"utf-8", "ascii"}:
                return content.decode(said, errors="replace")
        except (LookupError, UnicodeError, ValueError):
            continue
    return decode(content, name)
