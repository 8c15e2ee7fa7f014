"""Whole lists in the style of list programs, forums and mail, in five languages, with what is right
decided beforehand: each entry is read right or asked about, and nothing else becomes one in
silence. ``typed_lists.txt`` has each list with its faction, and below "expect" its entries as kind,
points, models (``*`` if nobody wrote them) and name.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import Struct

from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.parse.entries import ArmyLine, read_army
from app.engine.armies.parse.sheets import read_sheets

KINDS = {
    "C": Kind.CASTER,
    "J": Kind.JACK,
    "B": Kind.BEAST,
    "U": Kind.UNIT,
    "A": Kind.ATTACHMENT,
    "S": Kind.SOLO,
    "E": Kind.ENGINE,
    "L": Kind.LESSER,
}
TEXT = (Path(__file__).parent / "typed_lists.txt").read_text("utf-8")


class Right(Struct, frozen=True, dict=True):
    """An entry as it should be read."""

    kind: Kind
    points: int | None
    models: int | None
    name: str

    def fits(self, row: ArmyRow) -> bool:
        same = self.name in {"*", row.name} and row.points == self.points
        unsaid = self.models is None or row.models == self.models
        return same and row.kind is self.kind and unsaid


class TypedList(Struct, frozen=True, dict=True):
    """A text, and the entries of each list in it."""

    title: str
    faction: str
    text: str
    lists: tuple[tuple[Right, ...], ...]

    @property
    def is_of_today(self) -> bool:
        return self.title.startswith("mk4")


def typed_lists() -> Iterator[TypedList]:
    for block in re.split(r"^=== ", TEXT, flags=re.MULTILINE)[1:]:
        head, body = block.split("\n", 1)
        title, _, faction = head.partition(" ")
        text, expected = body.split("--- expect\n")
        lists = (
            tuple(map(right, each.strip().split("\n"))) for each in expected.split("--- next\n")
        )
        yield TypedList(title, faction, text, tuple(lists))


def right(line: str) -> Right:
    kind, points, models, name = line.split(" ", 3)
    said = None if models == "*" else int(models)
    return Right(KINDS[kind], None if points == "-" else int(points), said, name)


def read(typed: TypedList) -> list[list[ArmyLine]]:
    return [
        [*read_army(sheet.army, sheet.faction or typed.faction, points_first=typed.is_of_today)]
        for sheet in read_sheets(typed.text)
    ]


def silent_faults(lines: list[ArmyLine], expected: tuple[Right, ...]) -> Iterator[str]:
    """Yield the entries that are read wrongly, or made up, without a question at their lines."""
    rows = [
        (line, row)
        for line in lines
        if line.row
        for row in (line.row, *line.more)
        for _ in range(line.copies)
    ]
    for entry in expected:
        found = next((pair for pair in rows if entry.fits(pair[1])), None)
        asked = any(
            (line.fault or line.doubt) and entry.name.casefold() in line.text.casefold()
            for line in lines
        )
        if found:
            rows.remove(found)
        elif not asked:
            yield f"not read: {entry}"
    yield from (f"made up: {row}" for line, row in rows if not line.doubt)


LISTS = [*typed_lists()]


@pytest.mark.long
@pytest.mark.parametrize("typed", LISTS, ids=[typed.title for typed in LISTS])
def test_each_entry_of_a_list_is_read_right_or_asked_about(typed: TypedList) -> None:
    lists = read(typed)
    asked = any("Another caster" in line.doubt for lines in lists for line in lines)
    assert len(lists) == len(typed.lists) or asked
    entries = typed.lists if len(lists) == len(typed.lists) else (sum(typed.lists, ()),)
    faults = [
        fault
        for lines, expected in zip(lists, entries, strict=True)
        for fault in silent_faults(lines, expected)
    ]
    assert faults == []


def test_nearly_all_points_are_read_without_a_question() -> None:
    """A list that is only asked about would pass the test above."""
    expected = [entry for typed in LISTS for each in typed.lists for entry in each]
    rows = [
        (line.row.name, line.row.points)
        for typed in LISTS
        for lines in read(typed)
        for line in lines
        if line.row
        for _ in range(line.copies)
    ]
    right = 0
    for entry in expected:
        if (entry.name, entry.points) in rows:
            rows.remove((entry.name, entry.points))
            right += 1
    assert len(expected) == 865
    assert right >= 772
