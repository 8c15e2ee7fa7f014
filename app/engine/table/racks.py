"""The spells in both sides' racks, as far as players may see them. They are shown together (our
decision).
"""

from collections.abc import Iterable, Iterator

from app.engine import wording
from app.engine.armies.racks import Racks, racks_words
from app.engine.side import Side
from app.engine.table.game import Play


def racks_of(play: Play, side: Side) -> Racks:
    """Return the racks of a side if everybody may know them; empty otherwise."""
    return play.racks.of(side) if play.racks_shown else ()


def racks_lines(play: Play, sides: Iterable[Side]) -> Iterator[str]:
    """Yield a sentence on the spells of each of these sides, if they may be seen."""
    for side in sides:
        if racks := racks_of(play, side):
            yield wording.SPELLS_OF.format(side=side.colour, spells=racks_words(racks))
