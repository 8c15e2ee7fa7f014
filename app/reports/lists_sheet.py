"""Army lists to print where they are open: both players' of a table, or everybody's."""

from collections.abc import Iterator, Sequence
from html import escape

from app.engine.armies.army import Army, ArmyRow, Kind
from app.engine.armies.army_list import ArmyList, worth
from app.engine.armies.list_checks import called, called_more
from app.engine.language import language_code, say
from app.reports import paper
from app.views.event.open_lists import PlayerLists, TableLists
from app.views.table.losses import list_lines

PAGE = """<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ font-family: {font}; font-size: 10pt; margin: 0; }}
h1, h2, th, b {{ font-weight: 600; }}
h1 {{ font-size: 17pt; margin-bottom: 2px; }}
h2 {{ font-size: 13pt; margin: 10px 0 0 0; }}
h3 {{ font-size: 10pt; margin: 8px 0 2px 0; }}
p {{ margin: 0; }}
td {{ padding-right: 12px; }}
.line {{ font-size: 9pt; }}
.small {{ font-size: 9pt; color: {grey}; }}
</style>
</head>
<body>
{body}
</body>
</html>
"""
OPEN = say("Lists are open. Which of them a player chooses stays secret until both have chosen.")
NO_LIST = say("No list handed in.")


def table_lists_page(tables: Sequence[TableLists], title: str) -> str:
    """A page a table, its two players side by side; ``title`` names the round and the event."""
    return _page([_table(table, title, first=not at) for at, table in enumerate(tables)], title)


def event_lists_page(players: Sequence[PlayerLists], title: str) -> str:
    """Everybody's lists one below the other, an entry after the other on a line."""
    heading = (
        f'<h1>{escape(say("Army lists"))}</h1><p class="small" dir="auto">{escape(title)}</p>'
        f'<p class="small">{escape(OPEN)}</p>'
    )
    return _page([heading, *map(_player, players)], title)


def _page(parts: Sequence[str], title: str) -> str:
    return PAGE.format(
        font=paper.FONT,
        lang=language_code(),
        grey=paper.GREY,
        title=escape(title),
        body="\n".join(parts),
    )


def _table(table: TableLists, title: str, *, first: bool) -> str:
    breaks = "" if first else ' style="page-break-before: always"'
    columns = "".join(
        f'<td width="50%" valign="top">{_column(player)}</td>' for player in table.players
    )
    return (
        f'<h1{breaks}>{escape(table.title)}</h1>\n<p class="small" dir="auto">{escape(title)}</p>\n'
        f'<p class="small">{escape(OPEN)}</p>\n<table width="100%"><tr>{columns}</tr></table>'
    )


def _column(player: PlayerLists) -> str:
    lists = "".join(
        f'<h3 dir="auto">{escape(called(player.lists, number))}</h3>'
        f'<p class="small" dir="auto">{escape(_about(army_list))}</p>'
        + "".join(
            f'<p class="line" dir="auto">{escape(line)}</p>' for line in list_lines(army_list)
        )
        for number, army_list in enumerate(player.lists, start=1)
    )
    return _heading(player) + (lists or f"<p>{escape(NO_LIST)}</p>")


def _player(player: PlayerLists) -> str:
    return _heading(player) + "".join(
        f'<p dir="auto"><b>{escape(called(player.lists, number))}</b>'
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
    """Casters, theme and tier, objective, points, as far as they are not in its name."""
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
    """ "Long Gunners (10) 8", "Haley +29", "Squire free"."""
    models = f" ({row.models})" if row.models > 1 else ""
    points = "" if row.points is None else f" {row.points}"
    if row.kind is Kind.CASTER and points:
        points = f" +{row.points}"
    if row.free:
        points = f" {say('free')}"
    return f"{row.name}{models}{points}"
