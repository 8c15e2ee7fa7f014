"""A sheet of name badges: a line for each player, in large letters."""

from collections.abc import Sequence
from html import escape

from app.ui.printing.sheets import SheetKind, Subject


def make_badges(subject: Subject) -> Sequence[str]:
    """Return one page of HTML, as Qt's rich text has it."""
    names = sorted(player.entry.name for player in subject.state.players.values())
    badges = "".join(f'<h1 align="center">{escape(name)}</h1><hr>' for name in names)
    return [f"<html><body>{badges}</body></html>"]


def missing(subject: Subject) -> str:
    return "" if subject.state.players else "There are no players yet."


BADGES = SheetKind("badges", "Name badges", make_badges, missing)
