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
def test_entries_of_more_than_300_characters_are_not_read(letters: int, is_read: bool) -> None:
    (line,) = read_army("a" * letters)
    assert (line.fault == "") is is_read
    entry = f"• 12 {'a' * (letters - 5)}"
    assert is_points_first(entry, expected=True) is is_read


@pytest.mark.parametrize(("letters", "left"), [(1000, 996), (1001, 1001)])
def test_markup_is_removed_only_from_lines_of_at_most_1000_characters(
    letters: int, left: int
) -> None:
    assert len(strip_dress(f"**{'a' * (letters - 4)}**")) == left


def test_up_to_20_copies_are_read_and_a_larger_number_is_part_of_the_name() -> None:
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


LED = "Mara (+28)\n- Breaker (13)\n"
WORDS = "one two three four five six seven eight nine"


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (f"{LED}{WORDS[:-5]}", ["", "", ""]),
        (f"{LED}{WORDS}", ["", "", "This reads like a remark: it has no points."]),
        (f"{LED}Two words.", ["", "", "This reads like a remark: it has no points."]),
        (f"{LED}Word.", ["", "", ""]),
        (f"Mara\n* Titan\n{WORDS[:-5]}.", ["", "", ""]),
        (f"Mara\n* Titan\n{WORDS}", ["", "", ""]),
        (f"Mara\n* Titan\n{WORDS}.", ["", "", "This reads like a remark."]),
        (f"{LED}One, Two, Three, Four 5", ["", "", ""]),
        (f"{LED}One, Two, Three, Four, Five 5", ["", "", "Write one entry a line."]),
        ("Mara\n* Titan\nOne, Two, Three, Four", ["", "", ""]),
        ("Mara\n* Titan\nOne, Two, Three, Four, Five", ["", "", "Write one entry a line."]),
    ],
)
def test_a_line_of_nine_words_or_four_commas_is_not_an_entry(text: str, faults: list[str]) -> None:
    assert [line.fault for line in read_army(text)] == faults


@pytest.mark.parametrize(
    ("text", "otherwise"),
    [
        ("Old Salt 3\nPage 2", [None, None]),
        ("Old Salt 3\nPage 2\nClerk 4", [Kind.UNIT] * 3),
        ("Old Salt 3\nPage 2\nClerk; jack; 4", [Kind.UNIT, Kind.UNIT, None]),
        ("Old Salt 3\nPage 2\nClerk; solo; 4", [Kind.UNIT, Kind.UNIT, None]),
    ],
)
def test_three_entries_without_a_caster_are_an_army(
    text: str, otherwise: list[Kind | None]
) -> None:
    assert [line.otherwise for line in read_army(text)] == otherwise


@pytest.mark.parametrize(
    ("entry", "may_be"),
    [
        ("Gunners (3) 5", Kind.ATTACHMENT),
        ("Gunners (4) 5", None),
        ("Gunners (3) 6", None),
        ("Gunners (3 models) 5", None),
    ],
)
def test_three_models_of_five_points_below_a_unit_may_be_its_attachment(
    entry: str, may_be: Kind | None
) -> None:
    *_, line = read_army(f"Mara (+28)\nRifles (10) 12\n{entry}")
    assert line.row is not None
    assert (line.row.kind, line.otherwise) == (Kind.UNIT, may_be)


@pytest.mark.parametrize(
    ("text", "casters"),
    [
        ("Mara (+28)\nBreaker (+13)", 2),
        ("Mara (+28)\nBreaker (+13)\nHound (+3)", 1),
        ("Mara (+28)\nBreaker (+13)\nHound (+3)\nPage 3\nClerk 4", 1),
        ("Mara (+28)\nBreaker (+13)\nHound (+3)\nPage 3\nClerk 4\nOld Salt 5", 3),
    ],
)
def test_if_most_costs_have_a_plus_only_the_first_entry_is_the_caster(
    text: str, casters: int
) -> None:
    kinds = [line.row.kind for line in read_army(text) if line.row]
    assert kinds.count(Kind.CASTER) == casters
    assert kinds[0] is Kind.CASTER


@pytest.mark.parametrize(
    ("entry", "other"),
    [
        ("Gunners 9 (10)", 9),
        ("Gunners 5 (10)", 5),
        ("Gunners 4 (10)", 0),
        ("Gunners 9 10", 0),
        ("Gunners (6) (10)", 0),
        ("Gunners (7) (10)", 7),
        ("Gunners (9) (10)", 9),
        ("Gunners (10) (12)", 0),
    ],
)
def test_a_number_that_cannot_be_a_unit_size_may_be_the_points(entry: str, other: int) -> None:
    *_, line = read_army(f"{LED}{entry}")
    asked = f"Which are the points, {other} or 10? Write them last."
    assert (line.doubt == asked) is bool(other)
    assert ("Which are the points" in line.doubt) is bool(other)


@pytest.mark.parametrize(
    ("points", "fault", "may_be"),
    [(24, "", Kind.UNIT), (25, "Above the caster: not an entry?", None)],
)
def test_points_above_a_caster_as_large_as_an_army_are_not_an_entrys_cost(
    points: int, fault: str, may_be: Kind | None
) -> None:
    first, *_ = read_army(f"Tides {points}\nMara (+28)\n- Breaker (13)")
    assert (first.fault, first.otherwise) == (fault, may_be)
