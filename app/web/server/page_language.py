"""Pages in the reader's language: their marked texts are translated when the files are read.

A mark is a comment before a text, before several joined texts, or before the two forms of a text
that contains a number. Marks are removed before a page is sent.
"""

import json
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from gettext import NullTranslations, c2py

from msgspec import Struct

from app.engine.language import current_catalogue, language_code, plural, say
from app.web.server.javascript import KEPT, Piece, end_of_place, pieces

MARK = "/*_*/"
FORMS = re.compile(
    r'\s*\{\s*"?one"?:\s*("(?:[^"\\]|\\.)*"),\s*"?other"?:\s*("(?:[^"\\]|\\.)*"),?\s*\}'
)
RULE = 'count === 1 ? "one" : "other"'
"""The English plural rule, as the code with which a page chooses between the forms of a text."""
FIELD = re.compile(r"\{(\w+)\}")
NAME = re.compile(r"[A-Za-z_]\w*")
HTML = re.compile(r'<(title|h1|h2|p|li|noscript)(?: class="[\w-]*")?>(.*?)</\1>', re.DOTALL)
PLURAL = re.compile(r"plural=([^;]*)")
ENOUGH = 200
"""A number up to which every language uses each of its plural forms at least once."""

Text = str | tuple[str, str]


class Marked(Struct, frozen=True):
    """A marked text: its position, its words with named fields, and the code for these fields."""

    start: int
    end: int
    text: Text
    places: tuple[tuple[str, str], ...] = ()
    """Each field with the code of its placeholder."""


@lru_cache(maxsize=KEPT)
def marked_texts(code: str) -> tuple[Marked, ...]:
    """Return the marked texts of a script, in order."""
    return tuple(_find_marked(code))


def _find_marked(code: str) -> Iterator[Marked]:
    found = [*pieces(code)]
    for at, piece in enumerate(found):
        if piece.kind != "comment" or code[piece.start : piece.end] != MARK:
            continue
        if forms := FORMS.match(code, piece.end):
            one, other = map(json.loads, forms.groups())
            yield Marked(piece.end, forms.end(), (one, other))
        else:
            yield _join(code, found[at + 1 :])


def _join(code: str, found: Sequence[Piece]) -> Marked:
    """Return the first text together with the texts that are joined to it."""
    text, places = _name_places(code, found[0], ())
    end = found[0].end
    for piece in found[1:]:
        if piece.end <= end:  # inside a place of the text
            continue
        if piece.kind != "text" or code[end : piece.start].strip() != "+":
            break
        more, places = _name_places(code, piece, places)
        text, end = text + more, piece.end
    return Marked(found[0].start, end, text, places)


def _name_places(
    code: str, piece: Piece, places: tuple[tuple[str, str], ...]
) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return the words of a text with a name for each placeholder, and the code of all placeholders
    found so far.
    """
    parts = piece.words.split("{}") if code[piece.start] == "`" else [piece.words]
    text, at = parts[0], piece.start
    for part in parts[1:]:
        begin = code.index("${", at) + 2
        at = end_of_place(code, begin)
        filled = code[begin : at - 1]
        name = next((name for name, known in places if known == filled), "")
        if not name:
            name = _field(filled, [name for name, _ in places])
            places = (*places, (name, filled))
        text += f"{{{name}}}{part}"
    return text, places


def _field(filled: str, taken: Sequence[str]) -> str:
    """Return a field's name, made from the code in a placeholder: the last name in the code, with a
    number if that name is taken.
    """
    plain = re.sub(r'"[^"]*"|`[^`]*`', "", filled)
    names = NAME.findall(plain) or ["value"]
    name, number = names[-1], 1
    while (name if number == 1 else f"{name}_{number}") in taken:
        number += 1
    return name if number == 1 else f"{name}_{number}"


def in_language(code: str, rule: str = "") -> str:
    """Return a script with its marked texts in the current language. ``rule`` is the language's
    plural rule, empty for English.
    """
    parts, end = list[str](), 0
    for marked in marked_texts(code):
        if marked.start < end:  # inside a placeholder of another text, which contains it
            continue
        parts += [code[end : marked.start], _translate(code, marked, rule)]
        end = marked.end
    code = "".join([*parts, code[end:]])
    return code.replace(RULE, f"+({re.sub(r'n', 'count', rule)})") if rule else code


def _translate(code: str, marked: Marked, rule: str) -> str:
    if isinstance(marked.text, tuple):
        return _forms(marked.text, rule) if rule else code[marked.start : marked.end]
    said = say(marked.text)
    if said == marked.text and MARK not in code[marked.start : marked.end]:
        return code[marked.start : marked.end]
    if not marked.places:
        return json.dumps(said, ensure_ascii=False)
    filled = {name: in_language(place, rule) for name, place in marked.places}
    words = FIELD.split(said)
    text = "".join(
        f"${{{filled[word]}}}" if at % 2 else re.sub(r"([`\\]|\$\{)", r"\\\1", word)
        for at, word in enumerate(words)
    )
    return f"`{text}`"


def _forms(text: tuple[str, str], rule: str) -> str:
    """Return the plural forms of a text as JSON, each by the number that the language's plural rule
    gives it.
    """
    index = c2py(rule)
    forms = {index(number): _form(text, number) for number in range(ENOUGH, -1, -1)}
    return json.dumps({str(at): forms[at] for at in sorted(forms)}, ensure_ascii=False)


def _form(text: tuple[str, str], number: int) -> str:
    """Return the plural form of a text that is used for a number. Its fields are not
    filled in yet.
    """
    fields = {name: f"{{{name}}}" for words in text for name in FIELD.findall(words)}
    fields.pop("count", None)
    return plural(_Open(number), *text, **fields)


class _Open(int):
    """A number that is written as the field ``{count}``."""

    def __format__(self, spec: str) -> str:
        return "{count}"


def _head() -> dict[str, str]:
    """Return the header of the current catalogue."""
    catalogue = current_catalogue()
    return catalogue.info() if isinstance(catalogue, NullTranslations) else {}


def plural_rule() -> str:
    """Return the plural rule of the language, as C and JavaScript write it: "n != 1"; empty for
    English.
    """
    rule = PLURAL.search(_head().get("plural-forms", ""))
    return rule.group(1) if rule else ""


def html_texts(html: str) -> Iterator[str]:
    """Yield the texts of a page that are shown before its scripts run."""
    for _, inner in HTML.findall(html):
        if NAME.search(re.sub(r"<[^>]*>", "", inner)):
            yield " ".join(inner.split())


def html_in_language(html: str) -> str:
    """Return a page with its texts in the current language."""
    for text in html_texts(html):
        said = say(text)
        if said != text:
            spaced = re.compile(r"\s+".join(map(re.escape, text.split())))
            html = spaced.sub(said.replace("\\", r"\\"), html, count=1)
    return html.replace('<html lang="en">', f'<html lang="{language_code()}">')
