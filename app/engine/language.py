"""The way of every word to a reader: in English as it stands in the code, or by a catalogue.

Texts are templates with named fields; docs/translating.md says how they are written. What reads
catalogues from files is ``app.store.languages``.
"""

from typing import NamedTuple, Protocol


class Catalogue(Protocol):
    """A second language, such as gettext's ``GNUTranslations``."""

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str: ...

    def info(self) -> dict[str, str]: ...


class Forms(NamedTuple):
    """A text whose words go with a number, for `by_number`."""

    one: str
    other: str


_CAPITALS = {
    "de": frozenset(
        {"am", "an", "ab", "angehalten", "auf", "bei", "beide", "durch", "eigener", "eigenes"}
        | {"ein", "im", "in", "mit", "nach", "nicht", "ohne", "unter", "von", "vor", "während"}
        | {"zu", "zum"}
    )
}
"""Languages that write nouns with a capital wherever they stand, with first words that are none."""

_chosen: list[Catalogue] = []


def speak(catalogue: Catalogue | None) -> None:
    """Say what follows by ``catalogue``; in English without one.

    Texts of modules are translated as the modules are imported: choose before.
    """
    _chosen[:] = [] if catalogue is None else [catalogue]


def spoken() -> Catalogue | None:
    """Return the catalogue that is spoken; None for English."""
    return _chosen[0] if _chosen else None


def language_code() -> str:
    """Return the language's, such as "de", as sheets and pages name it."""
    return (_chosen and _chosen[0].info().get("language")) or "en"


def say(text: str, /, **values: object) -> str:
    """``text`` in the reader's language, its fields filled; a template where no values are given.

    "{who} wins" and who="Ada": "Ada wins".
    """
    if _chosen:
        text = _chosen[0].gettext(text)
    return text.format(**values) if values else text


def marked(text: str) -> str:
    """``text`` as it is, for the catalogue; `say` is called where it is shown."""
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
    text = one if number == 1 else other
    if _chosen:
        text = _chosen[0].ngettext(one, other, number)
    return text.format(count=number, **values)


def grouped(number: int) -> str:
    """Return a large number as the language writes it: "12,345"."""
    return f"{number:,}".replace(",", say("1,000")[1:-3])


def within(text: str) -> str:
    """Return a text that stands alone elsewhere, as it stands inside a sentence: "Turn 2", "turn
    2".
    """
    words = _CAPITALS.get(language_code())
    if words is not None and text.partition(" ")[0].lower() not in words:
        return text
    return text[:1].lower() + text[1:]


def by_number(forms: Forms, number: int, **values: object) -> str:
    """`plural` of forms that stand elsewhere."""
    return plural(number, *forms, **values)
