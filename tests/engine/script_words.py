"""Words and numbers as a line of a script writes them."""

import re
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


ROW = re.compile(
    r"(?P<name>.+?) (?P<kind>caster|lesser warlock|jack|beast|unit|attachment|solo|battle engine)"
    r" (?P<points>\d+|-)(?: x(?P<models>\d+))?(?P<marks>(?: C| free)*)(?:, |$)"
)


def row(match: re.Match[str]) -> ArmyRow:
    """An entry of a list: `Long Gunners unit 10 x10`, `Thorn jack 8 C free`; `-` is no cost."""
    return ArmyRow(
        match["name"],
        Kind(match["kind"]),
        None if match["points"] == "-" else int(match["points"]),
        int(match["models"] or 1),
        character=" C" in match["marks"],
        free=" free" in match["marks"],
    )


def rows(text: str) -> Army:
    """Entries with commas between them; names may have commas too."""
    matches = list(ROW.finditer(text))
    assert "".join(match[0] for match in matches) == text, f"not a list: {text}"
    return tuple(map(row, matches))


def way(how: str) -> How:
    return How(how.replace(" ", "_"))
