"""The files that are published: self-contained pages of HTML."""

from app.engine.state import State
from app.reports.results_page import pairings_only_page, results_page, standings_only_page

RESULTS, PAIRINGS, STANDINGS = "results.html", "pairings.html", "standings.html"


def published_files(state: State, as_of: str) -> dict[str, bytes]:
    """Return the published files by name; ``as_of`` says in words when they were made."""
    pages = {
        PAIRINGS: pairings_only_page(state, as_of),
        STANDINGS: standings_only_page(state, as_of),
        RESULTS: results_page(state, as_of),
    }
    return {name: page.encode() for name, page in pages.items()}
