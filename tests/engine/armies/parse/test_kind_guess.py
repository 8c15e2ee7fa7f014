"""What an entry is, by where it stands in its list."""

from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.parse.kind_guess import Bonus, ListContext, kind_under

CASTER = ArmyRow("Mara 1", Kind.CASTER, 28)
UNIT = ArmyRow("Tide Riders", Kind.UNIT, 11, 5)
JACK = ArmyRow("Breaker", Kind.JACK, 17)


def place(*above: tuple[ArmyRow, int], depth: int) -> ListContext:
    return ListContext(above, False, Bonus(noted=False), depth, None, flat=False)


def test_what_stands_under_the_caster_is_the_casters_whatever_stands_between() -> None:
    under = place((CASTER, 0), (UNIT, 2), depth=2)
    assert under.holder == CASTER
    assert kind_under(under, "Old Salt 3", "Old Salt", 3).kind is not Kind.ATTACHMENT


def test_an_attachment_under_nobody_belongs_to_the_latest_that_can_hold_it() -> None:
    alone = place((UNIT, 0), (JACK, 0), depth=0)
    assert alone.holder is None
    assert kind_under(alone, "Rider Officer 4", "Rider Officer", 4).kind is Kind.ATTACHMENT
