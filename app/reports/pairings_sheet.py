"""A round's pairings as a page to print: everybody finds his table by his own name."""

from html import escape

from app.engine.name_order import name_order
from app.engine.state import Round, State

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ font-family: sans-serif; font-size: 13pt; margin: 0; }}
h1 {{ font-size: 20pt; margin-bottom: 12px; }}
table {{ border-collapse: collapse; }}
th, td {{ text-align: left; padding: 4px 16px 4px 0; border-bottom: 1px solid #bbb; }}
.number {{ text-align: right; font-variant-numeric: tabular-nums; }}
</style>
</head>
<body>
<h1>{title}</h1>
<table width="100%" cellspacing="0">
<thead><tr><th>Player</th><th class="number">Table</th><th>Opponent</th></tr></thead>
<tbody>
{rows}
</tbody>
</table>
{foot}</body>
</html>
"""

ROW = (
    '<tr><td dir="auto">{name}</td><td class="number">{table}</td><td dir="auto">{other}</td></tr>'
)


def as_page(state: State, round_: Round) -> str:
    """HTML that needs nothing else."""
    event = state.settings.name if state.settings else ""
    lines = []
    for game in state.games_of(round_):
        red, blue = (state.name(number) for number in game.players)
        lines += [(red, str(game.table), blue), (blue, str(game.table), red)]
    if round_.bye is not None:
        lines.append((state.name(round_.bye.player), "–", "Bye"))
    rows = "\n".join(
        ROW.format(name=escape(name), table=table, other=escape(other))
        for name, table, other in sorted(lines, key=lambda line: name_order(line[0]))
    )
    foot = ""
    if round_.seed:
        foot = f"<p>Drawn with seed {round_.seed}, attempt {round_.attempt}.</p>\n"
    return PAGE.format(title=escape(f"{event}: round {round_.number}"), rows=rows, foot=foot)
