"""A page to publish or to mail: one self-contained file of HTML. It is designed for phones first,
for the light and the dark theme, and runs no script.
"""

from collections.abc import Iterable, Sequence
from html import escape

from app.engine.language import language_code
from app.reports import paper

PAGE = """<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
{head}
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
<h1 dir="auto">{name}</h1>
<p class="small">{about}</p>
{body}
<p class="small">{foot}</p>
</main>
</body>
</html>
"""
ALONE = """<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">\
"""
"""The head of a page that is a file by itself. Such a page has no links and loads nothing."""
STYLE = """
:root {{ {light} }}
@media (prefers-color-scheme: dark) {{
:root {{ {dark} }}
}}
* {{ box-sizing: border-box; }}
body {{ margin: 0 auto; padding: 16px; max-width: 60rem; background: var(--ground);
  color: var(--ink); font: 16px/1.4 system-ui, sans-serif; }}
h1 {{ font-size: 1.6rem; margin: 0 0 4px; }}
h2 {{ font-size: 1.2rem; margin: 32px 0 8px; }}
p {{ margin: 0 0 8px; }}
.small, small {{ color: var(--muted); font-size: 0.8rem; }}
small {{ display: block; font-weight: 400; }}
.wide {{ overflow-x: auto; margin-bottom: 8px; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ padding: 6px 8px 6px 0; border-bottom: 1px solid var(--rule); text-align: start;
  vertical-align: top; overflow-wrap: anywhere; }}
th {{ font-size: 0.8rem; color: var(--muted); font-weight: 600; overflow-wrap: normal; }}
.number {{ text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }}
.number:first-child {{ width: 4.5rem; }}
.won {{ font-weight: 700; }}
.how {{ color: var(--muted); font-size: 0.8rem; font-weight: 400; white-space: nowrap; }}
.first td, .first th {{ border-bottom: none; }}
.match {{ padding-top: 16px; font-size: 1rem; color: var(--ink); }}
@media print {{ h2 {{ break-after: avoid; }} tr {{ break-inside: avoid; }} }}
"""


def page_style(more: str = "") -> str:
    """Return the style of every public page, followed by ``more``."""
    return STYLE.format(light=paper.SCREEN_LIGHT, dark=paper.SCREEN_DARK) + more


def public_page(
    title: str,
    name: str,
    about: str,
    parts: Iterable[str],
    foot: str,
    *,
    head: str = ALONE,
    style: str = "",
) -> str:
    """Return a whole page. ``name`` is its heading, ``about`` stands below the heading, and
    ``foot`` at the end. Empty ``parts`` are left out. A page from a server has its own ``head`` and
    ``style``.
    """
    return PAGE.format(
        head=head,
        style=style or page_style(),
        lang=escape(language_code()),
        title=escape(title),
        name=escape(name),
        about=escape(about),
        body="\n".join(filter(None, parts)),
        foot=escape(foot),
    )


def number_cell(cell: str) -> str:
    return f'<td class="number">{escape(cell)}</td>'


def number_head(heading: str) -> str:
    return f'<th class="number">{escape(heading)}</th>'


def words_head(heading: str) -> str:
    return f"<th>{escape(heading)}</th>"


def page_table(
    title: str, heads: Sequence[str], lines: Sequence[str], *, pairs: bool = False
) -> str:
    """Return a table below its heading. With ``pairs``, every two successive lines
    belong together.
    """
    return f'<h2 dir="auto">{escape(title)}</h2>\n{plain_table(heads, lines, pairs=pairs)}'


def plain_table(heads: Sequence[str], lines: Sequence[str], *, pairs: bool = False) -> str:
    firsts = [' class="first"' if pairs and not place % 2 else "" for place in range(len(lines))]
    rows = "\n".join(f"<tr{first}>{line}</tr>" for first, line in zip(firsts, lines, strict=True))
    return (
        '<div class="wide"><table>\n'
        f"<thead><tr>{''.join(heads)}</tr></thead>\n<tbody>\n{rows}\n</tbody></table></div>"
    )
