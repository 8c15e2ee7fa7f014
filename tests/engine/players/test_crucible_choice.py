"""Choosing a battlegroup in Commander's Crucible (SR2014 appendix, 1)."""

from app.engine.acts.players import ChooseList, EditPlayer, EnterArmy, Entry
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.formats.keywords import put_in_force
from app.engine.formats.settings import Settings
from app.engine.players.list_choice import (
    least_plays,
    list_choice,
    list_of,
    list_points,
    may_choose,
    no_choice_words,
    played_army,
)
from app.engine.side import Side
from tests.engine.event import PACKETS, Desk, registered
from tests.engine.players.two_lists import draw, finish

SR2014 = PACKETS["sr2014"]
AID = ArmyRow("Long Gunners", Kind.UNIT, 20, 10)


def battlegroup(name: str) -> ArmyList:
    return ArmyList((ArmyRow(name, Kind.CASTER, 6), ArmyRow(f"Jack of {name}", Kind.JACK, 35)))


LISTS = (ArmyList((AID,), name="Support"), battlegroup("Haley"), battlegroup("Sloan"))


def crucible(lists: tuple[ArmyList, ...] = LISTS, rounds: int = 3) -> Desk:
    settings = Settings("Open", "sr2014", 50, 1)
    settings = put_in_force(SR2014, settings, "commanders-crucible", rounds)
    desk = registered(4, settings, SR2014)
    for number in desk.state.players:
        desk.do(EnterArmy(number, lists), insist=True)
    return desk


def test_the_army_at_the_table_is_the_battlegroup_plus_the_support_list() -> None:
    desk = crucible()
    draw(desk)
    state = desk.state
    game = state.games_of(state.rounds[0])[0]
    choice = list_choice(state, game).red
    assert (choice.offered, choice.made) == ((2, 3), False)
    assert played_army(state, game, Side.RED) == ()
    assert list_points(state, game, Side.RED) == 0
    desk.do(ChooseList(1, game.players.red, 3))
    army = played_army(desk.state, game, Side.RED)
    assert [row.name for row in army] == ["Sloan", "Jack of Sloan", "Long Gunners"]
    assert list_points(desk.state, game, Side.RED) == 55


def test_the_support_list_cannot_be_chosen() -> None:
    desk = crucible()
    draw(desk)
    sentence = desk.refused(ChooseList(1, 1, 1), insist=True)
    assert sentence == "List 1 is the support list. Choose a battlegroup list."


def test_each_battlegroup_is_played_at_least_once() -> None:
    desk = crucible()
    everybody = tuple(desk.state.players)
    draw(desk, *[(number, 2) for number in everybody])
    finish(desk)
    assert least_plays(desk.state, 1) == 1
    assert may_choose(desk.state, 1, 2) == (2, 3)
    draw(desk, *[(number, 2) for number in everybody])
    finish(desk)
    assert may_choose(desk.state, 1, 3) == (3,)
    (words,) = no_choice_words(desk.state, 3)
    assert words == "In round 3 Anna, Ben, Cleo and Dan must play list 3."

    desk.do(EditPlayer(1, Entry("Anna of the Winding Names, the Ninth")))
    (words,) = no_choice_words(desk.state, 3)
    assert words.startswith("In round 3 Anna of the Winding Names,…, Ben")


def test_a_player_with_one_battlegroup_has_nothing_to_choose() -> None:
    desk = crucible(LISTS[:2], rounds=2)
    draw(desk)
    state = desk.state
    game = state.games_of(state.rounds[0])[0]
    assert list_of(state, state.rounds[0], game.players.red) == 2
    assert least_plays(state, 1) == 0
    assert [row.name for row in played_army(state, game, Side.RED)][-1] == "Long Gunners"
    assert list_choice(state, game).red.shown == ""
