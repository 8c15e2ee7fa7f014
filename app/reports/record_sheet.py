"""Players' record sheets: each player's rounds with results and subtotals, and their army lists
below.
"""

from collections.abc import Sequence
from html import escape

from app.engine import wording
from app.engine.armies.army_list import ArmyList, worth
from app.engine.armies.list_checks import describe_list
from app.engine.language import say
from app.reports import paper
from app.reports.page import NEW_PAGE, cell_words, frame, head, number
from app.views.event.record import BYE, PlayerRecord, RecordRow
from app.views.table.losses import list_lines

STYLE = f"""
h1 {{ font-size: 17pt; margin-bottom: 2px; }}
h2 {{ font-size: 11pt; margin: 10px 0 2px 0; }}
th, td {{ padding: 5px 10px 5px 0; border-bottom: 1px solid {paper.RULE}; }}
th {{ font-size: 9pt; }}
.line {{ font-size: 9pt; }}
.small {{ font-size: 9pt; }}
.list {{ border-bottom: none; }}
.blank {{ margin-top: 9px; }}
"""
BLANK = "____"
LINES = 14
"""The number of blank lines for the entries of a list."""
SIDE_BY_SIDE = 2
MANY = 4
"""The number of lists from which on there is no room to circle one of them."""


def record_page(records: Sequence[PlayerRecord], title: str) -> str:
    """Return the sheets of all players as HTML, one page for each; ``title`` names the event and
    its packet.
    """
    sheets = [_sheet(record, title, first=not at) for at, record in enumerate(records)]
    return frame(title, "\n".join(sheets), STYLE)


def _sheet(record: PlayerRecord, title: str, *, first: bool) -> str:
    breaks = "" if first else NEW_PAGE
    rows = "\n".join(f"<tr>{''.join(_cells(row, record))}</tr>" for row in record.rows)
    numbers = range(1, record.choices + 1)
    lists = [
        _list(record.lists, at) if record.lists else _blank_list(at, tiers=record.tiers)
        for at in numbers
    ]
    below = "".join(
        f'<p>&nbsp;</p><table width="100%"><tr>{_side_by_side(lists[at : at + SIDE_BY_SIDE])}</tr>'
        "</table>"
        for at in range(0, len(lists), SIDE_BY_SIDE)
    )
    heads = "".join(_heads(armies=record.armies))
    cards = "".join(
        f'<p class="small" dir="auto">{escape(_round_cards(row))}</p>'
        for row in record.rows
        if row.cards
    )
    return (
        f'<h1{breaks} dir="auto">{escape(record.name)}</h1>\n'
        f'<p class="small" dir="auto">{escape(_about(record, title))}</p>\n'
        f'<table width="100%" cellspacing="0"><thead><tr>{heads}</tr></thead>'
        f"<tbody>\n{rows}\n</tbody></table>\n{cards}{below}"
    )


def _round_cards(row: RecordRow) -> str:
    """Return the cards that were swapped in a round, such as "Round 2: Thorn for Stormclad"."""
    return say("Round {number}: {cards}", number=row.round_number, cards=row.cards)


def _about(record: PlayerRecord, title: str) -> str:
    return " · ".join(part for part in (record.faction, title) if part)


def _cells(row: RecordRow, record: PlayerRecord) -> tuple[str, ...]:
    """Return the cells of a round. If no played list is recorded, show the numbers of the player's
    lists, so that one of them can be circled.
    """
    bye, choices = row.opponent == BYE, record.choices
    which = " / ".join(str(number + 1) for number in range(choices)) if choices < MANY else ""
    subtotals = row.subtotals[: 3 if record.armies else 2] if row.subtotals else ()
    totals = " · ".join(map(str, subtotals))
    played = number(row.list_played or ("" if bye else which or BLANK))
    return (
        number(str(row.round_number)),
        cell_words(row.opponent or BLANK * 3),
        *([played] if record.armies else []),
        cell_words(row.result or ("" if bye else say("W / L / T"))),
        number(row.cp or BLANK),
        *([number(row.apd or BLANK)] if record.armies else []),
        cell_words(totals or BLANK * 2),
    )


def _side_by_side(lists: Sequence[str]) -> str:
    return "".join(
        f'<td class="list" width="{100 // SIDE_BY_SIDE}%" valign="top">{text}</td>'
        for text in lists
    )


def _heads(*, armies: bool) -> tuple[str, ...]:
    totals = (say("TP"), say("CP"), *([say("APD")] if armies else []))
    columns = "\u00a0·\u00a0".join(totals)
    played = head(say("List"), number=True, percent=8)
    destroyed = head(wording.HOW_ARMY_POINTS_DESTROYED, number=True, percent=14)
    return (
        head(say("Round"), number=True, percent=10),
        head(say("Opponent"), percent=24),
        *([played] if armies else []),
        head(say("W / L / T"), percent=11),
        head(say("Control points"), number=True, percent=12),
        *([destroyed] if armies else []),
        head(say("Subtotals: {columns}", columns=columns), percent=21),
    )


def _blank_list(number: int, *, tiers: bool) -> str:
    """Return a blank list to be filled in by hand, like those on the packets' own sheets."""
    title = wording.LIST_NUMBER.format(number=number)
    lines = [say("Theme force: {blank}", blank=BLANK * 4)]
    if tiers:
        lines = [
            say("Contract, pact or theme force: {blank}", blank=BLANK * 2),
            say("Tier: 1 / 2 / 3 / 4 or none"),
        ]
    lines += [f"{BLANK * 8}  {BLANK}"] * LINES
    return f"<h2>{escape(title)}</h2>" + "".join(
        f'<p class="blank">{escape(line)}</p>' for line in lines
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
    lines = [f'<p class="line" dir="auto">{escape(line)}</p>' for line in list_lines(army_list)]
    return (
        f'<h2 dir="auto">{escape(describe_list(lists, place))}</h2>'
        f'<p class="small">{escape(about)}</p>{"".join(lines)}'
    )
