"""Words and numbers as a line of a script writes them."""

from collections.abc import Callable

from app.engine.acts.commands import Command
from app.engine.acts.results import How
from app.engine.side import Pair, Side

SIDE = "(red|blue)"
WON = r"(red wins|blue wins|a tie)"
POINTS = r"(\d+–\d+)"

Step = Callable[..., list[Command] | None]


def instant(text: str) -> int:
    """Minutes and seconds in milliseconds: `60:00`."""
    minutes, seconds = text.split(":")
    return (int(minutes) * 60 + int(seconds)) * 1000


def numbers(text: str) -> Pair[int]:
    red, blue = text.split("–")
    return Pair(int(red), int(blue))


def winner(who: str) -> Side | None:
    return None if who == "a tie" else Side(who.removesuffix(" wins"))


def way(how: str) -> How:
    return How(how.replace(" ", "_"))
