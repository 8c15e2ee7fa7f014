"""An export: the table of games as one CSV file."""

from collections.abc import Sequence

from app.engine.state import State
from app.store.exports.added import ExportForm
from app.store.exports.tables import as_csv
from app.views.event.facts import FactTable


def make_scores(_state: State, tables: Sequence[FactTable]) -> bytes:
    games = next(table for table in tables if table.key == "games")
    return as_csv(games).encode()


SCORES = ExportForm(
    "scores", "Scores of all games", "The games of all rounds as one CSV file.", "CSV", make_scores
)
