"""The way of every word to a reader: in English as it stands in the code, or by a catalogue.

Texts are templates with named fields; docs/translating.md says how they are written. What reads
catalogues from files is ``app.store.languages``.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

Key = TypeVar("Key")


class Catalogue(Protocol):
    """A second language, such as gettext's ``GNUTranslations``."""

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str: ...

    def info(self) -> dict[str, str]: ...


class Forms(NamedTuple):
    """A text whose words go with a number, for `by_number`."""

    one: str
    other: str


_chosen: list[Catalogue] = []
_sources: dict[str, str] = {}
"""The text of each translation that was ever looked up, so that rows can keep the text."""
_heard: ContextVar[tuple[dict[str, "Source"], ...]] = ContextVar("heard", default=())
"""Of each thread its own: a window may say something while the desk listens to itself."""
_readers: list[Callable[[], Sequence[Catalogue]]] = []

Vocabulary = tuple[tuple[str, str], ...]
"""A packet's own words for usual ones: ("caster", "Leader")."""
_own: list[Vocabulary] = []
USUAL_WORDS = (
    *("caster", "casters", "control point", "control points", "CP", "TP", "SoS"),
    *("first player", "second player", "goes first", "theme force", "theme forces"),
    *("control", "controls", "controlling", "judge", "EO", "organizer"),
)
"""The words that a packet may have its own for. Only texts with one of them are looked at twice."""
_USUAL = re.compile(rf"\b({'|'.join(USUAL_WORDS)})\b", re.IGNORECASE)


class Source(NamedTuple):
    """A text, or the two forms of one, with the values of its fields."""

    text: str | Forms
    values: Mapping[str, object]


@contextmanager
def hear() -> Iterator[dict[str, Source]]:
    """Yield what is said meanwhile: the source of each by its words."""
    heard: dict[str, Source] = {}
    before = _heard.set((*_heard.get(), heard))
    try:
        yield heard
    finally:
        _heard.reset(before)


def text_of(words: str) -> str | None:
    """Return the English text that was said in these words; None if none was."""
    return _sources.get(words)


def texts_with_fields() -> Iterator[tuple[str, str]]:
    """Yield each text with fields that was said without values: its words and the text."""
    yield from ((words, text) for words, text in tuple(_sources.items()) if "{" in words)


class Template:
    """A text that a module keeps and that has a usual word. It is no string, so that it can be
    neither stored nor sent nor shown before it is said in the words of the event that is open then.
    """

    __slots__ = ("source",)

    def __init__(self, source: str) -> None:
        self.source = source

    def __str__(self) -> str:
        return _translate(self.source)

    def format(self, **values: object) -> str:
        return note_said(str(self).format(**values), self.source, values)


Text: TypeAlias = str | Template
"""A text that a module keeps."""


class TextTable(Mapping[Key, str]):
    """A module's table of texts, each in the words of the event that is open now."""

    def __init__(self, texts: Mapping[Key, Text]) -> None:
        self._texts = texts

    def __getitem__(self, key: Key) -> str:
        return str(self._texts[key])

    def __iter__(self) -> Iterator[Key]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


def use_words(vocabulary: Vocabulary) -> None:
    """Say what follows in a packet's own words."""
    if vocabulary != (_own[0] if _own else ()):
        _own[:] = [vocabulary] if vocabulary else []


def reword(text: str, vocabulary: Vocabulary) -> str:
    """Return an English text with a packet's own words for the usual ones; one that begins the text
    has a capital there, too.
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
    """Tell whether the packet has a word of its own in this English text."""
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
    """Return a translated text in which the event's own words, which no catalogue knows, stand in
    place of the usual ones' translations.
    """
    return _replace_words(speak(text), tuple((speak(usual), own) for usual, own in vocabulary))


def speak(catalogue: Catalogue | None) -> None:
    """Say what follows by ``catalogue``; in English without one.

    Texts of modules are translated as the modules are imported: choose before.
    """
    _chosen[:] = [] if catalogue is None else [catalogue]


def current_catalogue() -> Catalogue | None:
    """Return the catalogue that is spoken; None for English."""
    return _chosen[0] if _chosen else None


def know(read: Callable[[], Sequence[Catalogue]]) -> None:
    """Say how the catalogues of all languages are read, for what earlier versions stored in one."""
    _readers[:] = [read]


def catalogues() -> Sequence[Catalogue]:
    """Return the catalogues of all languages but English."""
    return _readers[0]() if _readers else ()


def language_code() -> str:
    """Return the language's, such as "de", as sheets and pages name it."""
    return (_chosen and _chosen[0].info().get("language")) or "en"


def say(text: str, /, **values: object) -> str:
    """Return ``text`` in the reader's language, its fields filled; a template where no values are
    given.

    "{who} wins" and who="Ada": "Ada wins".
    """
    said = _translate(text)
    return note_said(said.format(**values) if values else said, text, values)


def note_said(words: str, text: str | Forms, values: Mapping[str, object]) -> str:
    """Return words, and let whoever hears know their text and its values."""
    for heard in _heard.get():
        heard[words] = Source(text, values)
    return words


def template(text: str) -> Template:
    """Return what `say` does, for a module to keep: a text with a usual word, which `str` and
    `format` say in the words of the event that is open then.
    """
    return Template(text)


def mark_text(text: str) -> str:
    """Return ``text`` as it is, for the catalogue; `say` is called where it is shown."""
    return text


def packet_text(text: str) -> str:
    """Return a sentence of a packet in the reader's language; one without a translation stays as it
    is.
    """
    return say(text) if text else ""  # gettext keeps its header under the empty text


def plural(number: int, one: str, other: str, /, **values: object) -> str:
    """Return the form that goes with a number, its fields filled; "count" is the number.

    "{count} game", "{count} games": "1 game", "2 games".
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
    """Return a text, or the form that goes with a number, in one language, its fields unfilled."""
    if isinstance(text, Forms):
        one, other = map(_in_own_words, text)
        return _by_number(catalogue, one, other, number)
    return _translate_by(catalogue, text) if catalogue else _in_own_words(text)


def group_digits(number: int) -> str:
    """Return a large number as the language writes it: "12,345"."""
    return f"{number:,}".replace(",", say("1,000")[1:-3])


def within(text: str) -> str:
    """Return a text that stands alone elsewhere, as it stands inside a sentence: "Turn 2", "turn
    2".

    Every first word loses its capital in English. The text "*" is a catalogue's list of those that
    do where a language writes nouns with a capital.
    """
    losing = say("*")
    if losing != "*" and text.partition(" ")[0].lower() not in losing.split():
        return text
    return text[:1].lower() + text[1:]


def by_number(forms: Forms, number: int, **values: object) -> str:
    """Choose a form like `plural`, from forms that stand elsewhere."""
    return plural(number, *forms, **values)
