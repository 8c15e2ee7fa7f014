"""The standings for a terminal, a spreadsheet and another program."""

import csv
import io
import json
import unicodedata
from collections.abc import Sequence

from app.engine.language import marked, say
from app.engine.standings.ranking import standings
from app.engine.standings.scores import Standing
from app.engine.state import State
from app.engine.text import escape_formula
from app.views.event.standings import in_short, place_apart

COLUMNS = ("place", "player", "club", "faction", "tp", "sos", "cp", "apd", "assassinations")
COUNTS = ("wins", "losses", "ties", "byes")
FIELDS = ("place", "shared", *COLUMNS[1:])
"""Those of a file, where whether a place is shared is a field of its own."""

HEADINGS = (
    say("Place"), say("Player"), say("Club"), say("Faction"),
    say("TP"), say("SoS"), say("CP"), say("APD"), say("Assassinations"),
)  # fmt: skip
TEXTS = {COLUMNS.index(name) for name in ("player", "club", "faction")}
"""Columns that stand on the left, and are left out where nobody has anything in them."""


def as_text(state: State) -> str:
    """An aligned table; columns that nobody has anything in are left out."""
    rows = [tuple(str(cell) for cell in _cells(state, row)) for row in standings(state)]
    rows = [(say(place), *others) for place, *others in rows]
    columns = [i for i in range(len(HEADINGS)) if i not in TEXTS or any(r[i] for r in rows)]
    lines = [HEADINGS, *rows]
    widths = {i: max(_width(line[i]) for line in lines) for i in columns}
    return "".join(
        "  ".join(_padded(line[i], widths[i], left=i in TEXTS) for i in columns).rstrip() + "\n"
        for line in lines
    )


def as_csv(state: State) -> str:
    """One line a player, headed; safe to open in a spreadsheet."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow((*FIELDS, *COUNTS))
    for row in standings(state):
        place, *others = _cells(state, row)
        cells = (*place_apart(str(place)), *others, row.wins, row.losses, row.ties, row.byes)
        writer.writerow([escape_formula(cell) if isinstance(cell, str) else cell for cell in cells])
    return text.getvalue()


def as_json(state: State, *, ascii_only: bool = False) -> str:
    """The event's name, its rounds and the standings as an object."""
    settings = state.settings
    rows = [
        dict(zip((*FIELDS, *COUNTS), _values(state, row), strict=True)) for row in standings(state)
    ]
    event = {
        "event": settings.name if settings else "",
        "packet": settings.packet if settings else "",
        "size": settings.size if settings else 0,
        "rounds": len(state.rounds),
        "standings": rows,
    }
    return json.dumps(event, ensure_ascii=ascii_only, indent=2) + "\n"


def _cells(state: State, row: Standing) -> tuple[object, ...]:
    """The columns as shown: a shared place has an equals sign, a disqualified player a word."""
    place = marked("DQ") if not row.place else f"{row.place}=" if row.shared else str(row.place)
    entry = state.players[row.number].entry
    sos = row.sos if isinstance(row.sos, int) else in_short(row.sos)
    points = (row.tp, sos, row.cp, row.apd, row.assassinations)
    return (place, entry.name, entry.club, entry.faction, *points)


def _values(state: State, row: Standing) -> Sequence[object]:
    _, *others = _cells(state, row)
    if not isinstance(row.sos, int):
        others[COLUMNS.index("sos") - 1] = float(row.sos)
    return (row.place or None, row.shared, *others, row.wins, row.losses, row.ties, row.byes)


def _padded(text: str, width: int, *, left: bool) -> str:
    space = " " * (width - _width(text))
    return text + space if left else space + text


def _width(text: str) -> int:
    """Columns of a terminal: wide letters take two, combining ones none."""
    return sum(
        0
        if unicodedata.combining(letter)
        else 2
        if unicodedata.east_asian_width(letter) in "WF"
        else 1
        for letter in text
    )
