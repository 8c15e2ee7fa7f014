"""Players' record sheets: rounds with their results and subtotals, and the army lists below."""

from collections.abc import Sequence
from html import escape

from app.engine import wording
from app.engine.armies.army_list import ArmyList, worth
from app.engine.armies.list_checks import called
from app.engine.language import say
from app.reports import paper
from app.reports.page import head, number, words
from app.views.event.record import BYE, Record, RecordRow

HEADS = (
    head(say("Round"), number=True, percent=10),
    head(say("Opponent"), percent=25),
    head(say("List"), number=True, percent=8),
    head(say("W / L / T"), percent=11),
    head(say("Control points"), number=True, percent=12),
    head(wording.HOW_ARMY_POINTS_DESTROYED, number=True, percent=14),
    head(say("Subtotals: TP · CP · APD"), percent=20),
)
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ font-family: sans-serif; font-size: 10pt; margin: 0; }}
h1 {{ font-size: 17pt; margin-bottom: 2px; }}
h2 {{ font-size: 11pt; margin: 10px 0 2px 0; }}
p {{ margin: 0; }}
th, td {{ text-align: left; padding: 5px 10px 5px 0; border-bottom: 1px solid {rule}; }}
th {{ font-size: 9pt; }}
.number {{ text-align: right; }}
.small {{ font-size: 9pt; color: {grey}; }}
</style>
</head>
<body>
{sheets}
</body>
</html>
"""
BLANK = "____"


def record_page(records: Sequence[Record], title: str) -> str:
    """HTML of all sheets, a page each; ``title`` names the event and its packet."""
    sheets = [_sheet(record, title, first=not at) for at, record in enumerate(records)]
    return PAGE.format(
        rule=paper.RULE, grey=paper.GREY, title=escape(title), sheets="\n".join(sheets)
    )


def _sheet(record: Record, title: str, *, first: bool) -> str:
    breaks = "" if first else ' style="page-break-before: always"'
    rows = "\n".join(f"<tr>{''.join(_cells(row))}</tr>" for row in record.rows)
    lists = "".join(
        f'<td width="50%" valign="top">{_list(record.lists, at)}</td>'
        for at in range(1, len(record.lists) + 1)
    )
    below = f'<p>&nbsp;</p><table width="100%"><tr>{lists}</tr></table>' if lists else ""
    cards = "".join(
        f'<p class="small" dir="auto">{escape(_round_cards(row))}</p>'
        for row in record.rows
        if row.cards
    )
    return (
        f'<h1{breaks} dir="auto">{escape(record.name)}</h1>\n'
        f'<p class="small" dir="auto">{escape(_about(record, title))}</p>\n'
        f'<table width="100%" cellspacing="0"><thead><tr>{"".join(HEADS)}</tr></thead>'
        f"<tbody>\n{rows}\n</tbody></table>\n{cards}{below}"
    )


def _round_cards(row: RecordRow) -> str:
    """ "Round 2: Thorn for Stormclad."."""
    return say("Round {number}: {cards}", number=row.round_number, cards=row.cards)


def _about(record: Record, title: str) -> str:
    return " · ".join(part for part in (record.faction, title) if part)


def _cells(row: RecordRow) -> tuple[str, ...]:
    totals = " · ".join(map(str, row.subtotals)) if row.subtotals else ""
    return (
        number(str(row.round_number)),
        words(row.opponent or BLANK * 3),
        number(row.list_played or BLANK),
        words(row.result or ("" if row.opponent == BYE else say("W / L / T"))),
        number(row.cp or BLANK),
        number(row.apd or BLANK),
        words(totals),
    )


def _list(lists: tuple[ArmyList, ...], place: int) -> str:
    army_list = lists[place - 1]
    points = worth(army_list)
    about = " · ".join(
        part
        for part in (
            army_list.faction,
            army_list.theme and say("Theme force: {theme}", theme=army_list.theme),
            say("Tier {tier}", tier=army_list.tier) if army_list.tier else "",
            army_list.objective and say("Objective: {objective}", objective=army_list.objective),
            say("{points} points", points=points) if points else "",
        )
        if part
    )
    parts = (
        ("", army_list.army),
        (say("Specialists"), army_list.specialists),
        (say("Reinforcements"), army_list.reinforcements),
    )
    lines = [
        line
        for heading, army in parts
        if army
        for line in (
            *([f"<p><b>{heading}</b></p>"] if heading else []),
            *(f'<p dir="auto">{escape(row.name)}{_cost(row.points)}</p>' for row in army),
        )
    ]
    return (
        f'<h2 dir="auto">{escape(called(lists, place))}</h2>'
        f'<p class="small">{escape(about)}</p>{"".join(lines)}'
    )


def _cost(points: int | None) -> str:
    return "" if points is None else f": {points}"
