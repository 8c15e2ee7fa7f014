"""A sheet to print as one self-contained page of HTML: a title, a table and a foot.

The table's head is repeated on every sheet of paper.
"""

from collections.abc import Sequence
from html import escape

from app.engine.language import language_code, say
from app.reports import paper
from app.reports.paper import ON_PAPER, Look
from app.views.dates import MONTHS
from app.views.time_of_day import local_time

FRAME = """<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ font-family: {font}; font-size: {size}pt; margin: 0; }}
h1, h2, th, b {{ font-weight: 600; }}
p {{ margin: 0; }}
th, td {{ text-align: left; }}
.number {{ text-align: right; font-variant-numeric: tabular-nums; }}
.small {{ color: {muted}; }}
{style}
</style>
</head>
<body>
{body}
</body>
</html>
"""
TABLE_PT = 13
TABLE = f"""
h1 {{ font-size: 20pt; margin-bottom: 12px; }}
table {{ border-collapse: collapse; }}
th, td {{ padding: 4px 16px 4px 0; border-bottom: 1px solid {paper.RULE}; }}
.small {{ font-size: 10pt; }}
"""
NEW_PAGE = ' style="page-break-before: always"'
"""The style of an element that begins on a new sheet of paper."""


def frame(title: str, body: str, style: str, size: int = 10, look: Look = ON_PAPER) -> str:
    """Return a whole page around ``body``, which is HTML in letters of ``size`` points.

    ``style`` adds to the styles of every page. It may set only properties that those leave open: of
    two rules for the same property, Qt may apply the first.
    """
    return FRAME.format(
        lang=language_code(),
        font=paper.FONT,
        size=size,
        muted=look.muted,
        title=escape(title),
        body=body,
        style=style.strip(),
    )


def page(
    title: str,
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    foot: str = "",
    *,
    about: str = "",
) -> str:
    """Return a page with a table. Make ``heads`` with `head`, and the cells of ``rows`` with
    `number` and `cell_words`. ``about`` stands below the title.
    """
    lines = "\n".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    below = f"\n<p>{escape(foot)}</p>" if foot else ""
    body = (
        f'<h1 dir="auto">{escape(title)}</h1>\n{about_words(about)}'
        f'<table width="100%" cellspacing="0">\n'
        f"<thead><tr>{''.join(heads)}</tr></thead>\n<tbody>\n{lines}\n</tbody>\n</table>{below}"
    )
    return frame(title, body, TABLE, TABLE_PT)


def about_words(about: str) -> str:
    """Return ``about`` as a line of small letters below a title; empty if there is no text."""
    return f'<p class="small" dir="auto">{escape(about)}</p>\n' if about else ""


def printed_words(at_ms: int) -> str:
    """Return the words "Printed on" with a date and time, so that nobody takes an old sheet for the
    latest.
    """
    return say("Printed on {date}", date=date_words(at_ms))


def date_words(at_ms: int) -> str:
    """Return a date and time by the wall clock, such as "22 November 2026, 09:05"."""
    at = local_time(at_ms)
    return say(
        "{day} {month} {year}, {time}",
        day=at.day,
        month=MONTHS[at.month - 1],
        year=at.year,
        time=f"{at:%H:%M}",
    )


def date_page(html: str, words: str) -> str:
    """Return a page with ``words`` in small letters added at the end."""
    body, end = html.rsplit("</body>", 1)
    return f'{body}<p class="small">{escape(words)}</p>\n</body>{end}'


def head(heading: str, *, number: bool = False, percent: int = 0) -> str:
    """Return the head of a column that takes ``percent`` of the page's width. With 0 the column
    takes the width that the others leave.
    """
    kind = ' class="number"' if number else ""
    width = f' width="{percent}%"' if percent else ""
    return f"<th{kind}{width}>{escape(heading)}</th>"


def number(cell: str) -> str:
    return f'<td class="number">{escape(cell)}</td>'


def cell_words(cell: str, below: str = "", *, bold: bool = False) -> str:
    """Return a cell whose text runs in the direction of its script, with ``below`` in small letters
    below it.
    """
    text = f"<b>{escape(cell)}</b>" if bold else escape(cell)
    more = f'<div dir="auto" class="small">{escape(below)}</div>' if below else ""
    return f'<td dir="auto">{text}{more}</td>'
