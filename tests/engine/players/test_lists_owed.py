"""Which of several lists a player still owes, as the event announced."""

import pytest

from app.engine.acts.players import AddPlayers, CheckIn, ChooseList, EnterArmy, Entry
from app.engine.acts.rounds import DrawRound, PublishRound
from app.engine.acts.setup import ChangeSettings
from app.engine.formats.keywords import put_in_force
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.players.list_choice import (
    least_plays,
    list_choice,
    lists_words,
    may_choose,
    no_choice_words,
    times_played,
)
from app.engine.side import Pair
from app.engine.state import State
from tests.engine.event import SR2017, registered
from tests.engine.players.two_lists import LISTS, SR2012, SR2015, divided, draw, finish


def test_each_list_must_be_played_as_often_as_announced() -> None:
    desk = divided(2, 4)
    assert least_plays(desk.state, 1) == 2
    draw(desk, (1, 1), (2, 1))
    assert may_choose(desk.state, 1, 2) == (1, 2)
    assert no_choice_words(desk.state, 2) == ()


def test_players_who_owe_a_list_are_named_and_only_the_organizer_may_let_them_off() -> None:
    desk = divided(3, 4)
    draw(desk, (1, 1), (2, 1), (3, 2))
    bye = desk.state.rounds[0].bye
    assert bye is not None  # and it counts for a list
    finish(desk)
    draw(desk, (1, 1), (2, 2), (3, 2))
    desk.do(AddPlayers((Entry("Late"),)))
    desk.do(EnterArmy(4, LISTS))  # not checked in: not in the draw
    desk.do(AddPlayers((Entry("Only"),)))
    desk.do(EnterArmy(5, LISTS[:1]))
    desk.do(CheckIn((5,)))  # who has one list needs no warning
    assert no_choice_words(desk.state, 3) == (
        "In round 3 Cleo must play list 1.",
        "In round 3 Anna must play list 2.",
    )
    finish(desk)
    desk.do(DrawRound(7), insist=True)
    doubt = desk.refused(ChooseList(3, 1, 1))
    assert doubt == "Each list is played at least 2 times: Anna has to play List 2 (Sloan) now."
    assert desk.refused(ChooseList(3, 1, 1, at_table=True), insist=True) == doubt
    choice = next(
        one
        for game in desk.state.games_of(desk.state.rounds[-1])
        for one in list_choice(desk.state, game)
        if one.player != 2
    )
    assert choice.barred in {(1,), (2,)}
    desk.do(ChooseList(3, 1, 1), insist=True)
    assert times_played(desk.state, 1, 4) == ((3, 0), 0)
    assert may_choose(desk.state, 1, 4) == (2,)
    assert may_choose(desk.state, 1, 5) == (1, 2)  # beyond the plan nothing is owed


def test_a_round_with_an_unknown_list_leaves_both_lists_open() -> None:
    desk = divided(2, 4)
    draw(desk, (1, 1))
    finish(desk)
    draw(desk, (1, 1))
    assert may_choose(desk.state, 1, 3) == (2,)
    assert may_choose(desk.state, 2, 3) == (1, 2)


def test_divide_and_conquer_without_a_number_shares_the_rounds_evenly() -> None:
    desk = divided(2, 5, SR2012)
    assert least_plays(desk.state, 1) == 2


def test_required_lists_are_each_played_once() -> None:
    settings = put_in_force(SR2015, Settings("Open", "sr2015", 50, 1, rounds=3), "x-lists", 2)
    desk = registered(2, settings, SR2015)
    desk.do(EnterArmy(1, LISTS))
    assert least_plays(desk.state, 1) == 1
    assert least_plays(desk.state, 2) == 0
    assert least_plays(State(players=desk.state.players), 1) == 0


def test_without_a_list_variant_no_list_has_to_be_played() -> None:
    desk = registered(2)
    desk.do(EnterArmy(1, LISTS))
    assert may_choose(desk.state, 1, 1) == (1, 2)


def test_the_opponent_is_told_when_a_player_has_no_choice_of_list() -> None:
    desk = divided(2, 2, SR2012)
    draw(desk, (1, 1), (2, 1))
    finish(desk)
    desk.do(DrawRound(7), insist=True)
    assert list_choice(desk.state, desk.game()).map(lambda choice: choice.notice) == Pair("", "")
    desk.do(PublishRound())
    choices = list_choice(desk.state, desk.game())
    assert choices.red.notice == "Red has no choice of list: List 2 (Sloan) is played."
    assert lists_words(choices) == (
        "Red has not chosen a list yet. Red has no choice of list: List 2 (Sloan) is played."
        " Blue has no choice of list: List 2 (Sloan) is played."
    )
    red, blue = desk.game().players
    for player in (red, blue):
        desk.do(ChooseList(2, player, 2, at_table=True))
    assert list_choice(desk.state, desk.game()).map(lambda choice: choice.notice) == Pair("", "")


def test_a_players_only_list_is_reported_if_the_opponent_has_several() -> None:
    desk = registered(2)
    desk.do(EnterArmy(1, LISTS[:1]))
    desk.do(EnterArmy(2, LISTS[:1]))
    draw(desk)
    red, blue = desk.game().players
    assert list_choice(desk.state, desk.game()).map(lambda choice: choice.notice) == Pair("", "")
    desk.do(EnterArmy(blue, LISTS), insist=True)
    choices = list_choice(desk.state, desk.game())
    assert choices.red.notice == "Red has no choice of list: List 1 (Haley) is played."
    assert choices.blue.notice == ""
    now = desk.state.settings
    assert now is not None
    desk.do(ChangeSettings(replace(now, lists_hidden=True), SR2017), insist=True)
    hidden = list_choice(desk.state, desk.game())
    assert hidden.red.notice == "Red has no choice of list: List 1 is played."
    desk.do(EnterArmy(red, ()), insist=True)
    assert list_choice(desk.state, desk.game()).red.notice == ""


@pytest.mark.parametrize(("players", "end"), [(9, "Hal and Anna1"), (10, "Hal and 2 others")])
def test_a_ninth_player_without_a_choice_is_still_named(players: int, end: str) -> None:
    desk = divided(players, 2, least=1)
    draw(desk, *((number, 1) for number in range(1, players + 1)))
    finish(desk)
    (words,) = no_choice_words(desk.state, 2)
    assert words.endswith(f", {end} must play list 2.")
