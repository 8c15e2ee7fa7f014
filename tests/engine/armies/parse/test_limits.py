"""How long what is read of a list may be, to the letter."""

import pytest

from app.engine.armies.army import Kind
from app.engine.armies.models import Known
from app.engine.armies.parse.dress import copies, strip_dress
from app.engine.armies.parse.entries import read_army
from app.engine.armies.parse.known import read_known
from app.engine.armies.parse.points_first import is_points_first
from app.engine.armies.racks import Rack, rack_faults


@pytest.mark.parametrize(("letters", "is_read"), [(300, True), (301, False)])
def test_an_entry_has_three_hundred_characters_at_most(letters: int, is_read: bool) -> None:
    (line,) = read_army("a" * letters)
    assert (line.fault == "") is is_read
    entry = f"• 12 {'a' * (letters - 5)}"
    assert is_points_first(entry, expected=True) is is_read


@pytest.mark.parametrize(("letters", "left"), [(1000, 996), (1001, 1001)])
def test_marks_are_left_out_of_lines_of_a_thousand_characters_at_most(
    letters: int, left: int
) -> None:
    assert len(strip_dress(f"**{'a' * (letters - 4)}**")) == left


def test_twenty_copies_are_one_entry_and_more_are_a_name() -> None:
    assert copies("20x Foo") == (20, "Foo")
    assert copies("21x Foo") == (1, "21x Foo")


def test_a_unit_has_sixty_models_at_most() -> None:
    assert read_known("Foo: unit of 60\nBar: unit of 61") == {
        "foo": Known(Kind.UNIT, 60),
        "bar": Known(Kind.UNIT, 60),
    }


def test_a_rack_has_twelve_spells_of_sixty_characters_at_most() -> None:
    spells = tuple(f"{number:060}" for number in range(12))
    assert [*rack_faults((Rack("Orla", spells),), ["Orla"])] == []
    (many,) = rack_faults((Rack("Orla", (*spells, "Rush")),), ["Orla"])
    assert "12" in many
    assert [*rack_faults((Rack("Orla", ("x" * 61,)),), ["Orla"])] != []
