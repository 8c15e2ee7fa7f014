"""The clock check as a page to print: the clocks that are fine, and what to do about the others."""

from collections.abc import Sequence

from app.engine.language import say
from app.reports.page import cell_words, date_words, head, number, page


def clock_check_page(event: str, rows: Sequence[Sequence[str]], checked_ms: int) -> str:
    """Return the clock check as a self-contained page of HTML. Each of ``rows`` holds table, clock,
    presses, delay, battery and result, in words; ``checked_ms`` is a time of the wall clock.
    """
    return page(
        say("{event}: clock check", event=event),
        (
            head(say("Table"), percent=10, number=True),
            head(say("Clock"), percent=16),
            head(say("Presses"), percent=13, number=True),
            head(say("Delay"), percent=13, number=True),
            head(say("Battery"), percent=12, number=True),
            head(say("Result")),
        ),
        [
            (number(row[0]), cell_words(row[1]), *map(number, row[2:5]), cell_words(row[5]))
            for row in rows
        ],
        say("Checked on {date}", date=date_words(checked_ms)),
    )
