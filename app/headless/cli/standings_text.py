"""The standings as text for a terminal, as CSV for a spreadsheet, and as JSON for other
programs.
"""

import csv
import io
import json
from collections.abc import Iterable, Sequence

from app.engine.language import Text, mark_text, say, template
from app.engine.standings.ranking import standings
from app.engine.standings.scores import Standing
from app.engine.standings.teams import team_standings
from app.engine.state import State
from app.engine.text import display_width, escape_formula, pad_words
from app.views.event.standings import in_short, place_apart, team_table

COLUMNS = ("place", "player", "club", "faction", "tp", "sos", "cp", "apd", "assassinations")
COUNTS = ("wins", "losses", "ties", "byes")
FIELDS = ("place", "shared", *COLUMNS[1:])
"""The columns of a file, in which a shared place has a field of its own."""

TEAM_FIELDS = (
    "place", "shared", "team", "wins", "losses", "draws", "byes",
    "sos", "tp", "cp", "apd", "players",
)  # fmt: skip
HEADINGS: tuple[Text, ...] = (
    say("Place"), say("Player"), say("Club"), say("Faction"),
    template("TP"), template("SoS"), template("CP"), say("APD"), say("Assassinations"),
)  # fmt: skip
TEXTS = {COLUMNS.index(name) for name in ("player", "club", "faction")}
"""The columns that are aligned on the left, and are left out if nobody has anything in them."""


def as_text(state: State) -> str:
    """Return the standings as an aligned table. Columns that are empty for everybody are left
    out.
    """
    rows = [tuple(str(cell) for cell in _cells(state, row)) for row in standings(state)]
    rows = [(say(place), *others) for place, *others in rows]
    columns = [i for i in range(len(HEADINGS)) if i not in TEXTS or any(r[i] for r in rows)]
    lines = [tuple(map(str, HEADINGS)), *rows]
    widths = {i: max(display_width(line[i]) for line in lines) for i in columns}
    return "".join(
        "  ".join(pad_words(line[i], widths[i], right=i not in TEXTS) for i in columns).rstrip()
        + "\n"
        for line in lines
    )


def standings_as_csv(state: State) -> str:
    """Return the standings as CSV with headings and a line for each player. A spreadsheet can open
    it safely.
    """
    rows = []
    for row in standings(state):
        place, *others = _cells(state, row)
        counts = (row.wins, row.losses, row.ties, row.byes)
        rows.append((*place_apart(str(place)), *others, *counts))
    return _csv((*FIELDS, *COUNTS), rows)


def teams_as_text(state: State) -> str:
    """Return an aligned table of the teams; empty if there are none."""
    table = team_table(state)
    if not table.rows:
        return ""
    left = {1, len(table.headings) - 1}
    widths = [
        max(map(display_width, cells)) for cells in zip(table.headings, *table.rows, strict=True)
    ]
    return "".join(
        "  ".join(
            pad_words(cell, widths[at], right=at not in left) for at, cell in enumerate(line)
        ).rstrip()
        + "\n"
        for line in (table.headings, *table.rows)
    )


def teams_as_csv(state: State) -> str:
    """Return the team standings as CSV with headings and a line for each team. A spreadsheet can
    open it safely.
    """
    return _csv(TEAM_FIELDS, [tuple(team.values()) for team in _teams(state)])


def _csv(fields: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(fields)
    for row in rows:
        writer.writerow([escape_formula(cell) if isinstance(cell, str) else cell for cell in row])
    return text.getvalue()


def _teams(state: State) -> list[dict[str, object]]:
    """Return the team standings as plain values, with fractions as numbers."""
    rows: list[dict[str, object]] = []
    for team in team_standings(state):
        wins, sos = (
            score if isinstance(score, int) else float(score) for score in (team.wins, team.sos)
        )
        points = (wins, team.losses, team.draws, team.byes, sos, team.tp, team.cp, team.apd)
        members = ", ".join(state.players[number].entry.name for number in team.members)
        values = (team.place, team.shared, team.team, *points, members)
        rows.append(dict(zip(TEAM_FIELDS, values, strict=True)))
    return rows


def standings_as_json(state: State, *, ascii_only: bool = False) -> str:
    """Return a JSON object with the event's name, its rounds, the standings and the team
    standings.
    """
    settings = state.settings
    rows = [
        dict(zip((*FIELDS, *COUNTS), _values(state, row), strict=True)) for row in standings(state)
    ]
    event: dict[str, object] = {
        "event": settings.name if settings else "",
        "packet": settings.packet if settings else "",
        "size": settings.size if settings else 0,
        "date": settings.date if settings else "",
        "venue": settings.venue if settings else "",
        "rounds": len(state.rounds),
        "standings": rows,
    }
    if teams := _teams(state):
        event["teams"] = teams
    return json.dumps(event, ensure_ascii=ascii_only, indent=2) + "\n"


def _cells(state: State, row: Standing) -> tuple[object, ...]:
    """Return the cells of a row as they are shown: a shared place has an equals sign, and a
    disqualified player has a word instead of a place.
    """
    place = mark_text("DQ") if not row.place else f"{row.place}=" if row.shared else str(row.place)
    entry = state.players[row.number].entry
    sos = row.sos if isinstance(row.sos, int) else in_short(row.sos)
    points = (row.tp, sos, row.cp, row.apd, row.assassinations)
    return (place, entry.name, entry.club, entry.faction, *points)


def _values(state: State, row: Standing) -> Sequence[object]:
    _, *others = _cells(state, row)
    if not isinstance(row.sos, int):
        others[COLUMNS.index("sos") - 1] = float(row.sos)
    return (row.place or None, row.shared, *others, row.wins, row.losses, row.ties, row.byes)
