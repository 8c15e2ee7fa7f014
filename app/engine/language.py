"""Translates every text for the reader: English as it stands in the code, or another language from
a catalogue.

Texts are templates with named fields; docs/translating.md says how they are written.
``app.store.languages`` reads catalogues from files.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

Key = TypeVar("Key")


class Catalogue(Protocol):
    """A translation into another language, such as gettext's ``GNUTranslations``."""

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str: ...

    def info(self) -> dict[str, str]: ...


class Forms(NamedTuple):
    """The singular and plural of a text with a number, for `by_number`."""

    one: str
    other: str


_chosen: list[Catalogue] = []
_sources: dict[str, str] = {}
"""The English text of each translation that was looked up, so that rows can store the text."""
_heard: ContextVar[tuple[dict[str, "Source"], ...]] = ContextVar("heard", default=())
"""The texts recorded by `hear`, separately for each thread: a window may translate a text while the
desk records.
"""
_readers: list[Callable[[], Sequence[Catalogue]]] = []

Vocabulary = tuple[tuple[str, str], ...]
"""A packet's own words for usual ones, such as ("caster", "Leader")."""
_own: list[Vocabulary] = []
USUAL_WORDS = (
    *("caster", "casters", "control point", "control points", "CP", "TP", "SoS"),
    *("first player", "second player", "goes first", "theme force", "theme forces"),
    *("control", "controls", "controlling", "judge", "EO", "organizer"),
)
"""The words that a packet may replace. Only texts with one of them are checked for replacements."""
_USUAL = re.compile(rf"\b({'|'.join(USUAL_WORDS)})\b", re.IGNORECASE)


class Source(NamedTuple):
    """A text, or its singular and plural, with the values of its fields."""

    text: str | Forms
    values: Mapping[str, object]


@contextmanager
def hear() -> Iterator[dict[str, Source]]:
    """Record the texts that are translated within this context. Yields a mapping from the words of
    each text to its source.
    """
    heard: dict[str, Source] = {}
    before = _heard.set((*_heard.get(), heard))
    try:
        yield heard
    finally:
        _heard.reset(before)


def text_of(words: str) -> str | None:
    """Return the English text whose translation these words are; None if they are not a
    translation.
    """
    return _sources.get(words)


def texts_with_fields() -> list[tuple[str, str]]:
    """Return each text with fields that was translated without values: the translation and the
    text.
    """
    return [(words, text) for words, text in tuple(_sources.items()) if "{" in words]


class Template:
    """A text of a module with a word that a packet may replace. It is not a string, so that it
    cannot be stored, sent or shown before the open event's words are put in.
    """

    __slots__ = ("source",)

    def __init__(self, source: str) -> None:
        self.source = source

    def __str__(self) -> str:
        return _translate(self.source)

    def format(self, **values: object) -> str:
        return note_said(str(self).format(**values), self.source, values)


Text: TypeAlias = str | Template
"""A text that a module defines."""


class TextTable(Mapping[Key, str]):
    """A module's table of texts, each in the words of the event that is open."""

    def __init__(self, texts: Mapping[Key, Text]) -> None:
        self._texts = texts

    def __getitem__(self, key: Key) -> str:
        return str(self._texts[key])

    def __iter__(self) -> Iterator[Key]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


def use_words(vocabulary: Vocabulary) -> None:
    """Use a packet's own words from now on."""
    if vocabulary != (_own[0] if _own else ()):
        _own[:] = [vocabulary] if vocabulary else []


def reword(text: str, vocabulary: Vocabulary) -> str:
    """Return an English text with a packet's own words in place of the usual ones. A word with a
    capital keeps its capital.
    """
    has_one = vocabulary and _USUAL.search(text.replace("&", ""))
    return _replace_words(text, vocabulary) if has_one else text


@lru_cache(maxsize=1024)
def _replace_words(text: str, vocabulary: Vocabulary) -> str:
    for usual, own in sorted(vocabulary, key=lambda pair: -len(pair[0])):
        for begin in (usual[0], usual[0].upper()):
            word = "&?".join(map(re.escape, begin + usual[1:]))
            to = own if begin == usual[0] else own[:1].upper() + own[1:]
            # Not the name of a field; nor is a letter for Alt kept, which may be a menu's.
            text = re.sub(rf"(?<!\{{)&?\b{word}\b(?!\}})", to, text)
    return text


def _translate(text: str) -> str:
    words = _translate_by(_chosen[0], text) if _chosen else _in_own_words(text)
    _sources[words] = text
    return words


def is_reworded(text: str) -> bool:
    """Tell whether the packet has its own word for any word of this English text."""
    return _in_own_words(text) != text


def _in_own_words(text: str) -> str:
    return reword(text, _own[0]) if _own else text


def _translate_by(catalogue: Catalogue, text: str) -> str:
    own = _in_own_words(text)
    said = catalogue.gettext(own)
    if own == text or said != own:
        return said
    return _translated_then_reworded(catalogue.gettext, text, _own[0])


def _translated_then_reworded(
    speak: Callable[[str], str], text: str, vocabulary: Vocabulary
) -> str:
    """Return a translated text with the packet's own words in place of the translated usual words,
    because catalogues do not know the packet's words.
    """
    return _replace_words(speak(text), tuple((speak(usual), own) for usual, own in vocabulary))


def speak(catalogue: Catalogue | None) -> None:
    """Use this catalogue from now on; without one, texts are in English.

    Call this before other modules are imported, because they translate their texts at that time.
    """
    _chosen[:] = [] if catalogue is None else [catalogue]


def current_catalogue() -> Catalogue | None:
    """Return the catalogue in use; None for English."""
    return _chosen[0] if _chosen else None


def know(read: Callable[[], Sequence[Catalogue]]) -> None:
    """Set the function that reads the catalogues of all languages. They are needed for sentences
    that earlier versions stored in one language.
    """
    _readers[:] = [read]


def catalogues() -> Sequence[Catalogue]:
    """Return the catalogues of all languages but English."""
    return _readers[0]() if _readers else ()


def language_code() -> str:
    """Return the code of the current language, such as "de", for sheets and pages."""
    return (_chosen and _chosen[0].info().get("language")) or "en"


def say(text: str, /, **values: object) -> str:
    """Return ``text`` in the reader's language with its fields filled. Without values, return it as
    a template.

    For example, "{who} wins" with who="Ada" gives "Ada wins".
    """
    said = _translate(text)
    return note_said(said.format(**values) if values else said, text, values)


def note_said(words: str, text: str | Forms, values: Mapping[str, object]) -> str:
    """Return the words, and record their text and its values for `hear`."""
    for heard in _heard.get():
        heard[words] = Source(text, values)
    return words


def template(text: str) -> Template:
    """Return a template for a module's text with a word that a packet may replace. Its `str` and
    `format` use the words of the open event.
    """
    return Template(text)


def mark_text(text: str) -> str:
    """Return ``text`` unchanged, and mark it for the catalogue. It is translated by `say` where it
    is shown.
    """
    return text


def packet_text(text: str) -> str:
    """Return a packet's sentence in the reader's language, or unchanged if there is no
    translation.
    """
    return say(text) if text else ""  # gettext keeps its header under the empty text


def plural(number: int, one: str, other: str, /, **values: object) -> str:
    """Return the form that goes with a number, with its fields filled; the field "count" is the
    number.

    For example, "{count} game" and "{count} games" give "1 game" and "2 games".
    """
    forms = Forms(one, other)
    if _own:
        one, other = reword(one, _own[0]), reword(other, _own[0])
    text = _by_number(current_catalogue(), one, other, number)
    return note_said(text.format(count=number, **values), forms, {"count": number, **values})


def _by_number(catalogue: Catalogue | None, one: str, other: str, number: int) -> str:
    if catalogue is None:
        return one if number == 1 else other
    return catalogue.ngettext(one, other, number)


def said_in(catalogue: Catalogue | None, text: str | Forms, number: int = 0) -> str:
    """Return a text, or the form that goes with a number, in one language, without filling its
    fields.
    """
    if isinstance(text, Forms):
        one, other = map(_in_own_words, text)
        return _by_number(catalogue, one, other, number)
    return _translate_by(catalogue, text) if catalogue else _in_own_words(text)


def group_digits(number: int) -> str:
    """Return a large number with separators as the language writes it, such as "12,345"."""
    return f"{number:,}".replace(",", say("1,000")[1:-3])


def within(text: str) -> str:
    """Return a text that usually stands alone, changed for use inside a sentence: "Turn 2" becomes
    "turn 2".

    In English every first word loses its capital. For a language that writes nouns with a capital,
    the catalogue's text "*" lists the words that lose it.
    """
    losing = say("*")
    if losing != "*" and text.partition(" ")[0].lower() not in losing.split():
        return text
    return text[:1].lower() + text[1:]


def by_number(forms: Forms, number: int, **values: object) -> str:
    """Return whichever of two forms goes with a number, as `plural` does."""
    return plural(number, *forms, **values)
