"""What a packet asks of army lists."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ListRules:
    """What a packet asks of lists. ``short``: points a list may fall short by. ``most``: lists a
    player may bring. ``characters_differ``: nobody's lists share a character, else no caster.
    """

    short: int = 2
    most: int = 2
    characters_differ: bool = True
    objectives: tuple[str, ...] = ()


USUAL_RULES = ListRules()
