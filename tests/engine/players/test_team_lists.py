"""What the lists of a team's players may not share, at events that say so."""

import pytest

from app.engine.acts.players import DropPlayer, EnterArmy
from app.engine.acts.rounds import DrawRound, PublishRound
from app.engine.acts.setup import ChangeSettings
from app.engine.acts.undo import Undo
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.frozen import replace
from app.engine.players.rosters import rosters
from app.engine.players.team_lists import every_team_list_doubt, team_list_doubts, team_met
from app.engine.state import State
from tests.engine.event import SR2017, Desk
from tests.engine.players.test_rosters import teams

CASTER = "Haley 2 leads lists of O1 and O2: no caster twice in a team."
CHARACTER = "Thorn (character) is in lists of O1 and O2: no character twice in a team."


def army_list(caster: str, *characters: str) -> ArmyList:
    rows = (ArmyRow(name, Kind.SOLO, points=5, character=True) for name in characters)
    return ArmyList((ArmyRow(caster, Kind.CASTER), *rows), faction="Cygnar")


HALEY, STRYKER = army_list("Haley 2", "Thorn"), army_list("Stryker 1", "THORN")


def event(*, casters: bool = True, characters: bool = False) -> Desk:
    desk = teams(3, 2)
    assert desk.state.settings
    chosen = replace(
        desk.state.settings, team_casters_differ=casters, team_characters_differ=characters
    )
    desk.do(ChangeSettings(chosen, SR2017))
    return desk


def doubts(desk: Desk, number: int) -> tuple[str, ...]:
    player = desk.state.players[number]
    return team_list_doubts(desk.state, player, player.lists)


def test_a_caster_in_lists_of_two_teammates_is_questioned() -> None:
    desk = event()
    desk.do(EnterArmy(1, (HALEY,)), insist=True)
    assert CASTER in desk.doubted(EnterArmy(2, (army_list("haley 2"),)))
    desk.do(EnterArmy(4, (HALEY,)), insist=True)
    assert doubts(desk, 4) == ()
    assert doubts(desk, 3) == ()


def test_a_doubt_accepted_for_one_teammates_list_is_not_raised_for_the_others() -> None:
    desk = event()
    desk.do(EnterArmy(1, (HALEY,)), insist=True)
    desk.do(EnterArmy(2, (HALEY,)), insist=True)
    assert doubts(desk, 1) == ()
    assert every_team_list_doubt(desk.state, rosters(desk.state)["oak"]) == ()


@pytest.mark.parametrize(
    ("casters", "characters", "said"),
    [
        (False, False, ()),
        (True, False, (CASTER,)),
        (False, True, ()),
        (True, True, (CASTER,)),
    ],
)
def test_a_shared_caster_is_not_reported_as_a_shared_character(
    casters: bool, characters: bool, said: tuple[str, ...]
) -> None:
    desk = event(casters=casters, characters=characters)
    player = desk.state.players[2]
    desk.do(EnterArmy(1, (army_list("Haley 2"),)), insist=True)
    assert team_list_doubts(desk.state, player, (army_list("Haley 2"),)) == said


def test_a_character_in_lists_of_two_teammates_is_questioned() -> None:
    desk = event(characters=True)
    desk.do(EnterArmy(1, (HALEY,)), insist=True)
    player = desk.state.players[2]
    assert team_list_doubts(desk.state, player, (STRYKER,)) == (CHARACTER,)


def test_doubts_about_a_teams_lists_are_raised_together_and_only_once() -> None:
    desk = event(characters=True)
    lists = {1: (HALEY,), 2: (STRYKER,)}
    known = {
        number: replace(player, lists=lists.get(number, ()))
        for number, player in desk.state.players.items()
    }
    state = replace(desk.state, players=known)
    assert every_team_list_doubt(state, rosters(state)["oak"]) == (CHARACTER,)


def test_lists_of_players_who_left_or_have_no_team_are_not_compared() -> None:
    desk = event()
    desk.do(EnterArmy(1, (HALEY,)), insist=True)
    player = desk.state.players[2]
    assert team_list_doubts(State(), player, (HALEY,)) == ()
    desk.do(DropPlayer(1))
    assert team_list_doubts(desk.state, player, (HALEY,)) == ()
    assert team_list_doubts(desk.state, desk.state.players[1], (HALEY,)) == ()
    bare = replace(desk.state, settings=None)
    assert team_list_doubts(bare, player, (HALEY,)) == ()


def test_only_a_captain_sees_the_lists_of_the_opposing_team() -> None:
    desk = teams(3, 2)
    assert desk.state.settings
    desk.do(DrawRound(7), insist=True)
    desk.do(PublishRound())
    assert team_met(desk.state, 1) is None
    desk.do(ChangeSettings(replace(desk.state.settings, lists_to_captains=True), SR2017))
    met = team_met(desk.state, 1)
    assert met
    assert met.name == "Ash"
    assert team_met(desk.state, 2) is None
    desk.do(Undo())
    desk.do(Undo())
    desk.do(ChangeSettings(replace(desk.state.settings, lists_to_captains=True), SR2017))
    assert team_met(desk.state, 1) is None
    assert team_met(replace(desk.state, rounds=()), 1) is None
    odd = teams(2, 2, 2)
    assert odd.state.settings
    odd.do(ChangeSettings(replace(odd.state.settings, lists_to_captains=True), SR2017))
    odd.do(DrawRound(7), insist=True)
    odd.do(PublishRound())
    seen = {number: team_met(odd.state, number) for number in (1, 3, 5)}
    assert sum(team is None for team in seen.values()) == 1
