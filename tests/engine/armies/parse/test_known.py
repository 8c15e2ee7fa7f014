"""What is known of models by their names, and is not asked again."""

import pytest

from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.armies.models import Known, known_of, model_key
from app.engine.armies.parse.entries import army_of, read_army
from app.engine.armies.parse.guesses import with_known
from app.engine.armies.parse.known import known_line, read_known

TABLE = """\
# what we know
Doom Reavers: unit of 6
Rangers : Unit
 Gorman di Wulfe, Rogue Alchemist: solo
Storm Strider: battle engine
Lancer: light warjack
Nobody: dancer
Just words
"""
TYPED = "Haley (*5pts)\n* Lancer (6pts)\nRangers (5pts)\nDoom Reavers (6pts)\nGorman (2pts)\n"


def test_each_line_of_a_model_table_gives_a_kind_and_size():
    known = read_known(TABLE)
    assert known == {
        "doom reavers": Known(Kind.UNIT, 6),
        "rangers": Known(Kind.UNIT),
        "gorman di wulfe, rogue alchemist": Known(Kind.SOLO),
        "storm strider": Known(Kind.ENGINE),
        "lancer": Known(Kind.JACK),
    }
    lines = [known_line(name, model) for name, model in known.items()]
    assert read_known("\n".join(lines)) == known
    assert lines[:2] == ["doom reavers: unit of 6", "rangers: unit"]


@pytest.mark.parametrize("name", ["Eidolon 2", "eidolon", " EIDÓLON  1"])
def test_a_model_is_recognized_without_its_running_number(name: str):
    assert model_key(name) == "eidolon"


def test_known_models_are_not_guessed_but_a_unit_without_a_size_is_still_asked():
    lines = with_known(read_army(TYPED), read_known(TABLE))
    rows = army_of(lines)[2:]
    assert rows == (
        ArmyRow("Rangers", Kind.UNIT, 5, size_guessed=True),
        ArmyRow("Doom Reavers", Kind.UNIT, 6, 6),
        ArmyRow("Gorman", Kind.SOLO, 2, otherwise=Kind.UNIT),
    )
    assert [bool(line.doubt) for line in lines] == [False, False, True, False, True]


def test_what_a_list_says_overrides_the_known_models():
    (row,) = army_of(with_known(read_army("Doom Reavers; solo; 6"), read_known(TABLE)))
    assert row.kind is Kind.SOLO
    *_, unit = army_of(
        with_known(read_army("Haley\nLancer\nDoom Reavers (10 models)"), read_known(TABLE))
    )
    assert unit.models == 10


def test_models_are_learnt_from_lists_unless_the_lists_contradict_each_other():
    reavers = ArmyRow("Doom Reavers", Kind.UNIT, 6, 6)
    gunners, fewer = ArmyRow("Gunners", Kind.UNIT, 6, 10), ArmyRow("Gunners", Kind.UNIT, 4, 6)
    odd, other = ArmyRow("Odd", Kind.SOLO, 2), ArmyRow("Odd", Kind.UNIT, 2, 3)
    asked = ArmyRow("Asked", Kind.SOLO, 2, otherwise=Kind.UNIT)
    leader, lone = ArmyRow("Haley", Kind.CASTER, 6), ArmyRow("Lone", Kind.UNIT, 3, 1)
    lists = (
        ArmyList((leader, reavers, gunners, odd, asked, lone)),
        ArmyList((leader, fewer), specialists=(other,)),
    )
    assert known_of(lists) == {
        "doom reavers": Known(Kind.UNIT, 6),
        "gunners": Known(Kind.UNIT),
        "lone": Known(Kind.UNIT),  # nobody wrote how many
    }


def test_a_model_line_gives_a_size_only_for_two_or_more_models() -> None:
    sizes = [known_line("Foo", Known(Kind.UNIT, models)) for models in (0, 1, 2)]
    assert sizes == ["Foo: unit", "Foo: unit", "Foo: unit of 2"]
