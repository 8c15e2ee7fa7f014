"""A sheet to print as one page of HTML that needs nothing else: a title, a table, a foot.

The table's head is repeated on every sheet of paper.
"""

from collections.abc import Sequence
from datetime import datetime
from html import escape

from app.engine.language import language_code, say
from app.reports import paper

MONTHS = (
    say("January"), say("February"), say("March"), say("April"), say("May"), say("June"),
    say("July"), say("August"), say("September"), say("October"), say("November"), say("December"),
)  # fmt: skip

PAGE = """<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ font-family: {font}; font-size: 13pt; margin: 0; }}
h1, h2, th, b {{ font-weight: 600; }}
h1 {{ font-size: 20pt; margin-bottom: 12px; }}
table {{ border-collapse: collapse; }}
th, td {{ text-align: left; padding: 4px 16px 4px 0; border-bottom: 1px solid {rule}; }}
.number {{ text-align: right; font-variant-numeric: tabular-nums; }}
.small {{ font-size: 10pt; color: {grey}; }}
</style>
</head>
<body>
<h1>{title}</h1>
<table width="100%" cellspacing="0">
<thead><tr>{heads}</tr></thead>
<tbody>
{rows}
</tbody>
</table>
{foot}</body>
</html>
"""


def page(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], foot: str = "") -> str:
    """``heads`` and the cells of ``rows`` are what `number`, `words` and `head` make."""
    return PAGE.format(
        lang=language_code(),
        font=paper.FONT,
        rule=paper.RULE,
        grey=paper.GREY,
        title=escape(title),
        heads="".join(heads),
        rows="\n".join(f"<tr>{''.join(row)}</tr>" for row in rows),
        foot=f"<p>{escape(foot)}</p>\n" if foot else "",
    )


def printed_words(at_ms: int) -> str:
    """When a sheet was made, so that nobody takes an old one for the new."""
    return say("Printed on {date}", date=date_words(at_ms))


def date_words(at_ms: int) -> str:
    """ "22 November 2026, 09:05", by the clock on the wall."""
    at = datetime.fromtimestamp(at_ms / 1000)
    return say(
        "{day} {month} {year}, {time}",
        day=at.day,
        month=MONTHS[at.month - 1],
        year=at.year,
        time=f"{at:%H:%M}",
    )


def dated(html: str, words: str) -> str:
    """A whole page with ``words`` in small letters below everything."""
    body, end = html.rsplit("</body>", 1)
    return f'{body}<p class="small">{escape(words)}</p>\n</body>{end}'


def head(heading: str, *, number: bool = False, percent: int = 0) -> str:
    """``percent`` of the page's width; 0: what the others leave."""
    kind = ' class="number"' if number else ""
    width = f' width="{percent}%"' if percent else ""
    return f"<th{kind}{width}>{escape(heading)}</th>"


def number(cell: str) -> str:
    return f'<td class="number">{escape(cell)}</td>'


def words(cell: str, below: str = "", *, bold: bool = False) -> str:
    """Read in the direction of its letters; ``below`` in small letters."""
    text = f"<b>{escape(cell)}</b>" if bold else escape(cell)
    more = f'<div dir="auto" class="small">{escape(below)}</div>' if below else ""
    return f'<td dir="auto">{text}{more}</td>'
