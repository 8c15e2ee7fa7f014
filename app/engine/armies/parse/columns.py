"""Reads lists that are tables with headings, whose columns may be in any order. Each row becomes a
line of name; kind; points; models. Tables without headings are read by
``app.engine.armies.parse.entries``.
"""

import re
from collections.abc import Sequence

SEPARATORS = ("|", ";", "\t", ",")
HEAD_LINES = 10
"""The number of lines at the beginning among which headings are looked for."""
NAME, KIND, POINTS, MODELS = "name", "kind", "points", "models"
_HEADS = {
    **dict.fromkeys(
        (
            "name",
            "model",
            "models",
            "entry",
            "card",
            "modell",
            "eintrag",
            "modèle",
            "nom",
            "nombre",
        ),
        NAME,
    ),
    **dict.fromkeys(("type", "kind", "typ", "art", "tipo"), KIND),
    **dict.fromkeys(
        ("points", "pts", "point", "cost", "pc", "punkte", "kosten", "coût", "cout", "puntos"),
        POINTS,
    ),
    **dict.fromkeys(("count", "size", "qty", "number", "anzahl", "figuren", "figurines"), MODELS),
}
_QUOTED = re.compile(r'^\s*"[^"]*"(?:\s*,\s*"[^"]*")+\s*$')
"""Matches a row of a spreadsheet that quotes its cells."""
_RULE = re.compile(r"[\s|:+-]*[-:]{2}[\s|:+-]*$")
"""Matches the line below the headings of a Markdown table."""


def as_columns(lines: Sequence[str]) -> list[str]:
    """Return a table with headings as lines of columns; return other lines unchanged."""
    lines = [_split_quoted(line) for line in lines]
    found = _heading(lines)
    if found is None:
        return lines
    place, separator, columns = found
    rows = (_row(line, separator, columns) for line in lines[place + 1 :])
    return [*lines[:place], "name; kind; points; models", *rows]


def _split_quoted(line: str) -> str:
    if not _QUOTED.match(line):
        return line
    return "; ".join(cell.replace(";", ",") for cell in re.findall(r'"([^"]*)"', line))


def _heading(lines: Sequence[str]) -> tuple[int, str, list[str]] | None:
    for place, line in enumerate(lines[:HEAD_LINES]):
        for separator in SEPARATORS:
            cells = [cell.casefold() for cell in _cells(line, separator)]
            columns = [_HEADS.get(cell, "") for cell in cells]
            if NAME in columns and POINTS in columns:
                return place, separator, columns
    return None


def _cells(line: str, separator: str) -> list[str]:
    framed = line.strip().strip("|") if separator == "|" else line
    return [cell.strip() for cell in framed.split(separator)]


def _row(line: str, separator: str, columns: Sequence[str]) -> str:
    """Return a row of the table as columns; return a line of any other form unchanged."""
    if _RULE.match(line) and separator == "|":
        return ""
    cells = _cells(line, separator)
    if len(cells) != len(columns):
        return line
    found = dict(zip(reversed(columns), reversed(cells), strict=True))
    name, points = found[NAME].replace(";", ","), found[POINTS]
    if KIND not in found and MODELS not in found:
        return f"{name}  {points}"
    return f"{name}; {found.get(KIND, '')}; {points}; {found.get(MODELS, '')}"
