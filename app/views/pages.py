"""The pages of the desk's window, and the places in the rail at its side, which group
these pages.
"""

from enum import Enum

from app.engine.language import mark_text, say


class DeskPage(Enum):
    """A page; its value is its name, for `page_name`."""

    NOW = mark_text("Now")
    EVENT = mark_text("Event")
    FORMAT = mark_text("Format")
    ONLINE = mark_text("Online")
    PLAYERS = mark_text("Players")
    CHECK_IN = mark_text("Check-in")
    ROUND = mark_text("Round")
    STANDINGS = mark_text("Standings")
    AWARDS = mark_text("Awards")
    CLOCKS = mark_text("Clocks")
    TABLETS = mark_text("Tablets")
    WALL = mark_text("Wall")
    HISTORY = mark_text("History")


class DeskPlace(Enum):
    """A place in the rail at the side of the desk's window; its value is its name, for
    `page_name`.
    """

    NOW = mark_text("Now")
    SETUP = mark_text("Setup")
    PLAYERS = mark_text("Players")
    ROUND = mark_text("Round")
    STANDINGS = mark_text("Standings")
    DEVICES = mark_text("Devices")
    HISTORY = mark_text("History")


def page_name(page: DeskPage | DeskPlace) -> str:
    """Return the name of a page or a place, as the window shows it."""
    return say(page.value)
