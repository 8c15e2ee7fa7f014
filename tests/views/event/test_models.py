"""What the organizer is asked of models, and who knows already."""

from app.engine.acts.players import EnterArmy, SettleModels
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.armies.models import Known, Model
from app.engine.frozen import replace
from app.views.event.models import count_open_models, model_rows
from tests.engine.event import SR2017, registered

U, S = Kind.UNIT, Kind.SOLO
HALEY = ArmyRow("Haley", Kind.CASTER, 28)


def asked(name: str) -> ArmyRow:
    return ArmyRow(name, S, 4, otherwise=U)


def test_each_model_is_asked_about_once_with_what_is_known_about_it() -> None:
    rules = replace(SR2017.lists, models=("Later: solo",))
    desk = registered(4, packet=replace(SR2017, lists=rules))
    desk.do(SettleModels((Model("Later too", S),)))
    certain = ArmyRow("Rangers", U, 5, 6)
    for number, rows in enumerate(
        ((asked("Wolves"), asked("Rangers")), (asked("Wolves"), asked("Adder")), (certain,)), 1
    ):
        desk.do(EnterArmy(number, (ArmyList((HALEY, *rows)),)), insist=True)
    rows_shown = model_rows(desk.state, {"adder": Known(S), "rangers": Known(S)})
    assert [(row.name, row.about, row.answer) for row in rows_shown] == [
        ("Adder", "1 list, known on this laptop", Known(S)),
        ("Rangers", "1 list, as in another list", Known(U, 6)),
        ("Wolves", "2 lists", None),
        ("Later too", "answered", Known(S)),
    ]
    assert count_open_models(desk.state) == 3


def test_an_answered_model_is_asked_about_again_if_its_size_is_still_unknown() -> None:
    desk = registered(2)
    desk.do(SettleModels((Model("Wolves", U),)))
    desk.do(EnterArmy(1, (ArmyList((HALEY, asked("Wolves"))),)), insist=True)
    (row,) = model_rows(desk.state, {})
    assert (row.name, row.guess, row.answer, row.source) == (
        "Wolves",
        Known(U, 1),
        Known(U),
        "from the packet",
    )
