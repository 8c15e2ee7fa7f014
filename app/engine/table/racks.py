"""The spells of both sides' racks as players may see them: shown together (our decision)."""

from collections.abc import Iterable, Iterator

from app.engine import wording
from app.engine.armies.racks import Racks, racks_words
from app.engine.side import Side
from app.engine.table.game import Play


def racks_of(play: Play, side: Side) -> Racks:
    """Return the racks of a side as far as everybody may know them."""
    return play.racks.of(side) if play.racks_shown else ()


def racks_lines(play: Play, sides: Iterable[Side]) -> Iterator[str]:
    """Yield a sentence for each of the sides whose spells may be seen."""
    for side in sides:
        if racks := racks_of(play, side):
            yield wording.SPELLS_OF.format(side=side.colour, spells=racks_words(racks))
