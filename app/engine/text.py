"""Texts in sentences and columns: counts, lists, widths, times and names."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from app.engine.language import plural, say

TO_THE_LEFT = "\u200f"
"""An invisible mark after which a text from right to left continues to the left."""

FEW = 8
"""The number of tables up to which each is named; more are only counted."""

FORMULA = ("=", "+", "-", "@", "\t", "\r")

COUNTED = re.compile(r"(?<=\d) (?=[^\W\d_])")

JOINERS = "\u200c\u200d"
"""Invisible letters that some scripts need."""

UNSEEN = "\u115f\u1160\u2800\u3164\uffa0\ufffc\ufffd"
"""Letters and signs that are blank, or that stand for something that was lost."""


def visible(words: str) -> str:
    """Return the text without invisible letters, some of which would reverse a row or a pasted
    line, and with single blanks between words.
    """
    words = " ".join(words.split())
    if words.isprintable():
        return words
    letters = (
        letter
        for letter in words
        if letter in JOINERS or unicodedata.category(letter) not in {"Cc", "Cf", "Cs"}
    )
    return " ".join("".join(letters).split())


def keep_counted(text: str) -> str:
    """Return the text with each number and the word after it kept on one line, as in "40 mm"."""
    return COUNTED.sub("\u00a0", text)


def can_be_read(words: str) -> bool:
    """Tell whether the text has at least one visible letter, digit or sign."""
    return any(
        unicodedata.category(letter)[0] in "LNSP" and letter not in UNSEEN for letter in words
    )


def join_words(words: Iterable[object]) -> str:
    """Return a list such as "1", "1 and 2" or "1, 2 and 3"; empty for no words."""
    *most, last = [*map(str, words)] or [""]
    return say("{most} and {last}", most=", ".join(most), last=last) if most else last


def either(words: Iterable[object]) -> str:
    """Return a choice such as "1", "1 or 2" or "1, 2 or 3"."""
    *most, last = map(str, words)
    return say("{most} or {last}", most=", ".join(most), last=last) if most else last


def join_in_order(words: Iterable[str]) -> str:
    """Return a sequence such as "1, then 2, then 3"."""
    first, *more = words
    for word in more:
        first = say("{first}, then {next}", first=first, next=word)
    return first


def all_played(rounds: int) -> str:
    return plural(rounds, "The only round has been played", "All {count} rounds are played")


def capitalize_first(words: str) -> str:
    """Return words for the beginning of a sentence. Unlike ``str.capitalize``, this changes only
    the first letter.
    """
    return words[:1].upper() + words[1:]


def tables_words(tables: Sequence[int]) -> str:
    """Return words for tables, such as "table 4" or "tables 4 and 6"."""
    return plural(len(tables), "table {tables}", "tables {tables}", tables=join_words(tables))


def few_tables(tables: Sequence[int]) -> str:
    """Return words for tables, such as "tables 4 and 6". Too many to be named are counted: "12
    tables".
    """
    return (
        tables_words(tables)
        if len(tables) <= FEW
        else plural(len(tables), "{count} table", "{count} tables")
    )


def escape_formula(cell: str) -> str:
    """Return a cell of an exported table, with an apostrophe before it if it looks like a formula.
    A cell that already has one gets another, so that `unescape_formula` can restore it.
    """
    return f"'{cell}" if cell.lstrip("'").startswith(FORMULA) else cell


def unescape_formula(cell: str) -> str:
    """Return a cell as it was before `escape_formula`."""
    escaped = cell.startswith("'") and cell.lstrip("'").startswith(FORMULA)
    return cell[1:] if escaped else cell


def display_width(words: str) -> int:
    """Return the width of a text in columns. Chinese, Japanese and Korean letters take two columns,
    accents take none.
    """
    return len(words) if words.isascii() else sum(map(_columns, words))


@lru_cache(maxsize=4096)
def _columns(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in {"Cf", "Me", "Mn"}:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def pad_words(words: str, columns: int, *, right: bool = False) -> str:
    """Return the words padded with blanks to at least ``columns``: blanks before them if ``right``
    is set, otherwise after them.
    """
    space = " " * (columns - display_width(words))
    return space + words if right else words + space


def wrap_words(words: str, columns: int) -> list[str]:
    """Return the text in lines of at most ``columns``, broken between words. A word that is longer
    than a line is broken anywhere, and so is a script without blanks.
    """
    lines, line = [], ""
    for word in words.split():
        joined = f"{line} {word}" if line else word
        if display_width(joined) > columns and line and not _breaks_anywhere(word, columns):
            lines.append(line)
            joined = word
        while display_width(joined) > columns:
            head = _head(joined, columns)
            lines.append(head.rstrip())
            joined = joined[len(head) :].lstrip()
        line = joined
    return [*lines, line] if line else lines


def _breaks_anywhere(word: str, columns: int) -> bool:
    return display_width(word) > columns or any(_columns(letter) == 2 for letter in word)


def _head(words: str, columns: int) -> str:
    """Return the beginning of the words that fits into ``columns``, at least one letter with its
    accents.
    """
    used = 0
    for place, letter in enumerate(words):
        used += _columns(letter)
        if place and used > columns:
            return words[:place]
    return words


ON_A_BUTTON = 20
"""The most columns of a name on a button or in a menu."""


def shorten(name: str, most: int = 40) -> str:
    """Return a name in at most ``most`` columns, with an ellipsis if it is cut off. After letters
    that run from right to left, the ellipsis is on their left.
    """
    if display_width(name) <= most:
        return name
    head = _head(name, most - 1).rstrip()
    return f"{head}…{TO_THE_LEFT if runs_left(head[-1:]) else ''}"


def runs_left(text: str) -> bool:
    """Tell whether a text has any letter that is written from right to left."""
    return any(unicodedata.bidirectional(letter) in {"R", "AL"} for letter in text)


def sentence(words: str) -> str:
    """Return a sentence with a full stop, unless it ends with an ellipsis."""
    return words if words.rstrip(TO_THE_LEFT).endswith("…") else f"{words}."


def exactly(value: int | Fraction) -> str:
    """Return a number exactly, such as "2", "3/5" or "1 3/5"."""
    whole, rest = divmod(Fraction(value), 1)
    return " ".join(str(part) for part in (whole, rest) if part) or "0"


TENTHS_BELOW_MS = 60_000


def digits(ms: int) -> str:
    """Return the time left, such as "1:00:00" or "12:34", or "59.9" below a minute. It is rounded
    up, so 0 means that the time is over.
    """
    tenths = -(-ms // 100)
    if 0 < tenths < TENTHS_BELOW_MS // 100:
        return f"{tenths // 10}.{tenths % 10}"
    return clock_words(ms)


def clock_words(ms: int) -> str:
    """Return a time in whole seconds, such as "1:02:05", "12:34" or "−0:03". It is rounded up, so
    0:00 means that the time is over.
    """
    seconds = -(-ms // 1000)
    sign, seconds = ("−", -seconds) if seconds < 0 else ("", seconds)
    minutes, second = divmod(seconds, 60)
    if minutes < 60:
        return f"{sign}{minutes}:{second:02}"
    return f"{sign}{minutes // 60}:{minutes % 60:02}:{second:02}"


def long_time(ms: int) -> str:
    """Return a length of time in two units at most: "3 days 2 h", "26 h 3 min", "4 min 5 s"."""
    minutes, seconds = divmod(round(ms / 1000), 60)
    hours, minutes = divmod(minutes, 60)
    days = hours // 24
    if days >= 2:
        parts = (
            plural(days, "{count} day", "{count} days"),
            say("{count} h", count=hours % 24) if hours % 24 else "",
        )
    elif hours:
        parts = (
            say("{count} h", count=hours),
            say("{count} min", count=minutes) if minutes else "",
        )
    else:
        parts = (
            say("{count} min", count=minutes) if minutes else "",
            say("{count} s", count=seconds) if seconds or not minutes else "",
        )
    return " ".join(filter(None, parts))


def format_used(ms: int) -> str:
    """Return a time used, in whole seconds that have passed, such as "12:34" or "1:02:34"."""
    return digits(ms // 1000 * 1000) if ms >= TENTHS_BELOW_MS else span(ms)


def span(ms: int) -> str:
    """Return a length of time in minutes and whole seconds, such as "0:42"."""
    minutes, second = divmod(ms // 1000, 60)
    return f"{minutes}:{second:02}"


def next_digit_ms(ms: int) -> int:
    """Return the milliseconds after which a running clock that has ``ms`` left shows another
    digit.
    """
    unit = 100 if 0 < ms <= TENTHS_BELOW_MS else 1000
    return ms - (-(-ms // unit) - 1) * unit


# Letters that Unicode does not take apart into a letter and its mark.
APART = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)


@lru_cache(maxsize=16_384)
def plain(text: str) -> str:
    """Return a text in small letters without accents: "Łucja Weiß" becomes "lucja weiss"."""
    small = text.casefold()
    if small.isascii():
        return small
    apart = unicodedata.normalize("NFKD", small)
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).translate(APART)


@lru_cache(maxsize=16_384)
def team_key(name: str) -> str:
    """Return the key of a team, which is the same whatever capitals and spaces its name has."""
    return " ".join(name.split()).casefold()


@lru_cache(maxsize=16_384)
def name_order(name: str) -> str:
    """Return a key to sort names by: the plain letters and, if those are equal, the letters as
    written.
    """
    return f"{plain(name)}\0{name.casefold()}"
