"""Army lists to print where lists are open to everybody: those of both players of a table, or those
of all players.
"""

from collections.abc import Iterator, Sequence
from html import escape

from app.engine.armies.army import Army, ArmyRow, Kind
from app.engine.armies.army_list import ArmyList, worth
from app.engine.armies.list_checks import called_more, describe_list
from app.engine.language import say
from app.reports.page import NEW_PAGE, frame
from app.views.event.open_lists import PlayerLists, TableLists
from app.views.table.losses import list_lines

STYLE = """
h1 { font-size: 17pt; margin-bottom: 2px; }
h2 { font-size: 13pt; margin: 10px 0 0 0; }
h3 { font-size: 10pt; font-weight: 600; margin: 8px 0 2px 0; }
.line { font-size: 9pt; }
.small { font-size: 9pt; }
.player { padding-top: 12px; }
.side { padding-right: 12px; }
"""
OPEN = say("Lists are open. Which of them a player chooses stays secret until both have chosen.")
NO_LIST = say("No list handed in.")


def table_lists_page(tables: Sequence[TableLists], title: str) -> str:
    """Return a page for each table with the lists of its two players side by side. ``title`` names
    the round and the event.
    """
    return _page([_table(table, title, first=not at) for at, table in enumerate(tables)], title)


def event_lists_page(players: Sequence[PlayerLists], title: str) -> str:
    """Return all players' lists below each other, with the entries of a list on one line."""
    heading = (
        f'<h1>{escape(say("Army lists"))}</h1><p class="small" dir="auto">{escape(title)}</p>'
        f'<p class="small">{escape(OPEN)}</p>'
    )
    rows = "\n".join(f'<tr><td class="player">{_player(player)}</td></tr>' for player in players)
    return _page([heading, f'<table width="100%">{rows}</table>'], title)


def _page(parts: Sequence[str], title: str) -> str:
    return frame(title, "\n".join(parts), STYLE)


def _table(table: TableLists, title: str, *, first: bool) -> str:
    most = max(1, *(len(player.lists) for player in table.players))
    rows = (
        [_heading(player) for player in table.players],
        *([_list(player, place) for player in table.players] for place in range(most)),
    )
    cells = "\n".join(f"<tr>{''.join(map(_side, row))}</tr>" for row in rows)
    return (
        f"<h1{'' if first else NEW_PAGE}>{escape(table.title)}</h1>\n"
        f'<p class="small" dir="auto">{escape(title)}</p>\n'
        f'<p class="small">{escape(OPEN)}</p>\n<table width="100%">{cells}</table>'
    )


def _side(cell: str) -> str:
    return f'<td class="side" width="50%" valign="top">{cell}</td>'


def _list(player: PlayerLists, place: int) -> str:
    """Return the cell with the player's list at index ``place``; an empty cell if the player has
    fewer lists.
    """
    if place >= len(player.lists):
        return "" if place else f"<p>{escape(NO_LIST)}</p>"
    army_list = player.lists[place]
    lines = (f'<p class="line" dir="auto">{escape(line)}</p>' for line in list_lines(army_list))
    return (
        f'<h3 dir="auto">{escape(describe_list(player.lists, place + 1))}</h3>'
        f'<p class="small" dir="auto">{escape(_about(army_list))}</p>{"".join(lines)}'
    )


def _player(player: PlayerLists) -> str:
    return _heading(player) + "".join(
        f'<p dir="auto"><b>{escape(describe_list(player.lists, number))}</b>'
        f"{_after_name(army_list)}</p>"
        + "".join(f'<p dir="auto">{escape(line)}</p>' for line in _in_a_line(army_list))
        for number, army_list in enumerate(player.lists, start=1)
    )


def _heading(player: PlayerLists) -> str:
    return (
        f'<h2 dir="auto">{escape(player.name)}</h2>'
        f'<p class="small" dir="auto">{escape(player.about)}</p>'
    )


def _after_name(army_list: ArmyList) -> str:
    about = _about(army_list)
    return f" · {escape(about)}" if about else ""


def _about(army_list: ArmyList) -> str:
    """Return casters, theme, tier, objective and points, except those already in the list's
    name.
    """
    points = worth(army_list)
    objective = army_list.objective
    parts = (
        called_more(army_list),
        say("tier {tier}", tier=army_list.tier) if army_list.tier else "",
        say("Objective: {objective}", objective=objective) if objective else "",
        say("{points} points", points=points) if points else "",
    )
    return " · ".join(filter(None, parts))


def _in_a_line(army_list: ArmyList) -> Iterator[str]:
    for heading, army in (
        ("", army_list.army),
        (say("Specialists"), army_list.specialists),
        (say("Reinforcements"), army_list.reinforcements),
    ):
        if army:
            yield f"{heading}: {_entries(army)}" if heading else _entries(army)


def _entries(army: Army) -> str:
    return "; ".join(map(_entry, army))


def _entry(row: ArmyRow) -> str:
    """Return an entry of an army, such as "Long Gunners (10) 8", "Haley +29" or "Squire free"."""
    models = f" ({row.models})" if row.models > 1 else ""
    points = "" if row.points is None else f" {row.points}"
    if row.kind is Kind.CASTER and points:
        points = f" +{row.points}"
    if row.free:
        points = f" {say('free')}"
    return f"{row.name}{models}{points}"
