"""Models that lists leave open are asked once by their names, for all lists of an event."""

import pytest

from app.engine.acts.phones import OpenToPhones, SettleSignUps, SignUp
from app.engine.acts.players import EnterArmy, Entry, SettleModels
from app.engine.acts.undo import Undo
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.armies.models import (
    Known,
    Model,
    asked_name,
    model_key,
    open_models,
    settle_anew,
    settle_list,
)
from app.engine.frozen import replace
from app.engine.players.models import event_models, list_models, models_to_ask
from app.engine.state import State
from tests.engine.event import SR2017, Desk, registered

C, U, A, S, J = Kind.CASTER, Kind.UNIT, Kind.ATTACHMENT, Kind.SOLO, Kind.JACK
HALEY = ArmyRow("Haley", C, 28)
REAVERS = ArmyRow("Doom Reavers", S, 12, otherwise=U)
GORMAN = ArmyRow("Gorman", S, 4, otherwise=U)
PIKEMEN = ArmyRow("Pikemen", U, 16, 10, size_guessed=True)
FEW = ArmyRow("Pikemen", U, 9, 6, size_guessed=True)
MARTYRS = ArmyRow("Spell Martyrs", U, 2, 2, otherwise=S, size_guessed=True)


def event(*lists: tuple[ArmyRow, ...]) -> Desk:
    desk = registered(4)
    for number, rows in enumerate(lists, start=1):
        desk.do(EnterArmy(number, (ArmyList((HALEY, *rows)),)), insist=True)
    return desk


def rows_of(state: State, number: int) -> tuple[ArmyRow, ...]:
    return state.players[number].lists[0].army[1:]


def test_an_answer_about_a_model_applies_to_all_current_and_later_lists() -> None:
    desk = event((REAVERS, GORMAN), (replace(REAVERS, name="DOOM Reavers"),))
    assert [(key, found.lists) for key, found in models_to_ask(desk.state).items()] == [
        ("doom reavers", 2),
        ("gorman", 1),
    ]
    desk.do(SettleModels((Model("Doom Reavers", U, 6), Model("Gorman", S))))
    reavers = ArmyRow("Doom Reavers", U, 12, 6)
    assert rows_of(desk.state, 1) == (reavers, ArmyRow("Gorman", S, 4))
    assert rows_of(desk.state, 2) == (replace(reavers, name="DOOM Reavers"),)
    desk.do(EnterArmy(3, (ArmyList((HALEY, REAVERS)),)), insist=True)
    assert rows_of(desk.state, 3) == (reavers,)
    assert models_to_ask(desk.state) == {}
    assert list_models(desk.state)["doom reavers"] == Known(U, 6)


def test_undoing_an_answer_about_a_model_reopens_the_question() -> None:
    desk = event((REAVERS,))
    desk.do(SettleModels((Model("Doom Reavers", U, 6),)))
    desk.do(Undo())
    assert rows_of(desk.state, 1) == (REAVERS,)
    assert event_models(desk.state) == {}


def test_a_new_answer_changes_only_entries_settled_by_the_earlier_one() -> None:
    written = ArmyRow("Doom Reavers", U, 8, 4)
    desk = event((REAVERS,), (written,))
    desk.do(SettleModels((Model("Doom Reavers", U, 5),)))
    desk.do(SettleModels((Model("Doom Reavers", U, 6),)))
    assert rows_of(desk.state, 1) == (ArmyRow("Doom Reavers", U, 12, 6),)
    assert rows_of(desk.state, 2) == (written,)
    desk.do(SettleModels((Model("Doom Reavers", S),)))
    assert rows_of(desk.state, 1) == (ArmyRow("Doom Reavers", S, 12),)


def test_repeating_the_same_answer_about_a_model_changes_nothing() -> None:
    desk = event((REAVERS,))
    desk.do(SettleModels((Model("Doom Reavers", U),)))
    assert rows_of(desk.state, 1) == (ArmyRow("Doom Reavers", U, 12, 1, size_guessed=True),)
    assert desk.refused(SettleModels((Model("doom  reavers", U),))) == (
        "Nothing changes: the models are already like that."
    )


def test_known_answers_are_accepted_together_with_a_new_one() -> None:
    desk = event((REAVERS,))
    reavers = Model("Doom Reavers", U, 6)
    desk.do(SettleModels((reavers,)))
    for models in ((reavers, Model("Gorman", S)), (Model("Pikemen", U, 10), reavers)):
        desk.do(SettleModels(models))  # no list has the others
    assert event_models(desk.state).keys() == {"doom reavers", "gorman", "pikemen"}


@pytest.mark.parametrize(
    ("model", "sentence"),
    [
        (Model(" ", U, 5), "Every model needs a name."),
        (Model("Horde", U, 61), "Horde: an entry has 1 to 60 models."),
        (Model("Horde", U, -1), "Horde: an entry has 1 to 60 models."),
    ],
)
def test_an_invalid_answer_about_a_model_is_refused(model: Model, sentence: str) -> None:
    assert event((REAVERS,)).refused(SettleModels((model,))) == sentence


def test_an_answer_may_give_a_unit_up_to_60_models() -> None:
    desk = event((REAVERS,))
    desk.do(SettleModels((Model("Horde", U, 60),)))
    assert event_models(desk.state) == {"horde": Known(U, 60)}


def test_a_packet_may_define_known_models() -> None:
    rules = replace(SR2017.lists, models=("Doom Reavers: unit of 6", "Gorman: solo"))
    desk = registered(2, packet=replace(SR2017, lists=rules))
    desk.do(EnterArmy(1, (ArmyList((HALEY, REAVERS, GORMAN)),)), insist=True)
    assert rows_of(desk.state, 1) == (ArmyRow("Doom Reavers", U, 12, 6), ArmyRow("Gorman", S, 4))
    assert event_models(State()) == {}


def settled(row: ArmyRow, key: str, known: Known) -> tuple[ArmyRow, ...]:
    return settle_list(ArmyList((row,)), {key: known}).army


def test_a_unit_at_minimum_size_is_asked_about_separately_under_its_own_name() -> None:
    assert [asked_name(row) for row in (PIKEMEN, FEW)] == ["Pikemen", "Pikemen (min)"]
    assert settled(PIKEMEN, "pikemen", Known(U, 5)) == (ArmyRow("Pikemen", U, 16, 5),)
    assert settled(FEW, "pikemen", Known(U, 5)) == (FEW,)
    assert settled(FEW, "pikemen (min)", Known(U, 3)) == (ArmyRow("Pikemen", U, 9, 3),)


def test_answers_never_change_what_a_list_states_for_certain() -> None:
    certain = ArmyRow("Pikemen", U, 16, 10)
    assert settled(certain, "pikemen", Known(U, 5)) == (certain,)
    assert settled(PIKEMEN, "pikemen", Known(S)) == (PIKEMEN,)
    assert settled(GORMAN, "haley", Known(S)) == (GORMAN,)


def test_several_models_that_are_not_a_unit_become_separate_entries() -> None:
    each = ArmyRow("Spell Martyrs", S, 1)
    assert settled(MARTYRS, "spell martyrs", Known(S)) == (each, each)
    assert settled(MARTYRS, "spell martyrs", Known(U)) == (replace(MARTYRS, otherwise=None),)
    odd = replace(MARTYRS, points=3)
    assert settled(odd, "spell martyrs", Known(S)) == (ArmyRow("Spell Martyrs", S, 3, 2),)
    free = replace(MARTYRS, points=None)
    assert settled(free, "spell martyrs", Known(S)) == (replace(each, points=None),) * 2


def test_an_attachment_has_one_model_unless_somebody_says_more() -> None:
    officers = ArmyRow("Captain and Bard", A, 3, 2, size_guessed=True)
    assert settled(officers, "captain and bard", Known(A, 2)) == (
        replace(officers, size_guessed=False),
    )
    assert settled(officers, "captain and bard", Known(A)) == (
        replace(officers, models=1, size_guessed=False),
    )


def test_specialists_and_reinforcements_are_asked_too() -> None:
    brought = ArmyList((HALEY,), specialists=(GORMAN,), reinforcements=(REAVERS, GORMAN))
    assert [(key, found.row, found.lists) for key, found in open_models((brought,)).items()] == [
        ("gorman", GORMAN, 1),
        ("doom reavers", REAVERS, 1),
    ]
    known = {"gorman": Known(S), "doom reavers": Known(J)}
    assert settle_list(brought, known) == ArmyList(
        (HALEY,),
        specialists=(ArmyRow("Gorman", S, 4),),
        reinforcements=(ArmyRow("Doom Reavers", J, 12), ArmyRow("Gorman", S, 4)),
    )


def test_an_entry_with_a_withdrawn_size_counts_as_one_model_until_answered_anew() -> None:
    row = ArmyRow("Trenchers", Kind.UNIT, 10, models=10)
    before = {model_key("Trenchers"): Known(Kind.UNIT, 10)}
    known = {model_key("Trenchers"): Known(Kind.UNIT, 0)}
    (settled,) = settle_anew(ArmyList(army=(row,)), known, before).army
    assert (settled.kind, settled.models, settled.size_guessed) == (Kind.UNIT, 1, True)


def test_an_answer_applies_to_lists_signed_up_before_but_accepted_after_it() -> None:
    desk = event((REAVERS,))
    desk.do(OpenToPhones(sign_up=True))
    desk.do(SignUp(Entry("Zoe"), (ArmyList((HALEY, REAVERS)),)))
    answer = SettleModels((Model("Doom Reavers", U, 6),))
    desk.do(answer)
    desk.do(SettleSignUps((1,)))
    assert rows_of(desk.state, 5) == (ArmyRow("Doom Reavers", U, 12, 6),)
    assert "Nothing changes" in desk.refused(answer)
