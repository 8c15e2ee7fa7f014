"""Dates in the reader's language."""

from datetime import date

from app.engine.language import say

MONTHS = (
    say("January"), say("February"), say("March"), say("April"), say("May"), say("June"),
    say("July"), say("August"), say("September"), say("October"), say("November"), say("December"),
)  # fmt: skip
WEEKDAYS = (
    say("Monday"), say("Tuesday"), say("Wednesday"), say("Thursday"), say("Friday"),
    say("Saturday"), say("Sunday"),
)  # fmt: skip


def day_words(iso: str) -> str:
    """Return a date with its weekday, such as "Saturday 5 December 2026" for 2026-12-05."""
    day = date.fromisoformat(iso)
    return say(
        "{weekday} {day} {month} {year}",
        weekday=WEEKDAYS[day.weekday()],
        day=day.day,
        month=MONTHS[day.month - 1],
        year=day.year,
    )


def date_words(iso: str) -> str:
    """Return a date such as "5 December 2026" for 2026-12-05."""
    day = date.fromisoformat(iso)
    return say("{day} {month} {year}", day=day.day, month=MONTHS[day.month - 1], year=day.year)


def span_words(first: str, last: str) -> str:
    """Return a span of dates such as "5 December 2026 – 9 January 2027"; a single date if both are
    the same.
    """
    return " – ".join(dict.fromkeys(map(date_words, (first, last))))
