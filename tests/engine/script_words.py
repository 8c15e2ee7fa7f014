"""Words and numbers as a line of a script writes them."""

from collections.abc import Callable

from app.engine.acts.commands import Command
from app.engine.acts.results import How
from app.engine.armies.army import Army, ArmyRow, Kind
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


def row(text: str) -> ArmyRow:
    """An entry of a list: `Long Gunners unit 10 x10`, `Thorn jack 8 free`."""
    words = text.strip().removesuffix(" free").split()
    models = int(words.pop()[1:]) if words[-1].startswith("x") else 1
    points = int(words.pop())
    return ArmyRow(
        " ".join(words[:-1]),
        Kind(words[-1]),
        points,
        models,
        free=text.endswith(" free"),
    )


def rows(text: str) -> Army:
    return tuple(map(row, text.split(","))) if text else ()


def way(how: str) -> How:
    return How(how.replace(" ", "_"))
