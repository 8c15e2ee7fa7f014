"""Decisions about lists: handed in, ticked off at the check-in desk, chosen for a round."""

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.players import (
    ArmyEntered,
    ChooseList,
    EnterArmy,
    TickOff,
)
from app.engine.armies.army_list import ArmyList, lists_fault, tidy
from app.engine.armies.crucible import to_choose_from
from app.engine.armies.list_checks import list_doubts
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.players.list_choice import all_chosen, choice_doubt, list_of, plays
from app.engine.players.team_lists import team_list_doubts
from app.engine.state import Player, State


def enter_lists(state: State, player: Player, command: EnterArmy, *, insist: bool) -> Decision:
    """Reports doubts about the lists once; the organizer accepts them by insisting."""
    fault = lists_fault(command.lists)
    if fault:
        return Refused(fault)
    lists = tuple(map(tidy, command.lists))
    doubts = doubts_of(state, player, lists)
    fresh = [doubt for doubt in doubts if doubt not in player.accepted]
    if fresh and not insist:
        return Refused(" ".join(fresh), insistable=True)
    return (ArmyEntered(player.number, lists, doubts),)


def doubts_of(state: State, player: Player, lists: tuple[ArmyList, ...]) -> tuple[str, ...]:
    """The doubts about the lists, alone and together with those of the player's team."""
    if state.packet is None or state.settings is None:
        return ()
    own = list_doubts(state.packet, state.settings, lists, player.entry.faction)
    return (*own, *team_list_doubts(state, player, lists))


def tick_off(state: State, command: TickOff, _at_ms: int, *, insist: bool) -> Decision:
    unknown = next((number for number in command.numbers if number not in state.players), None)
    if unknown is not None:
        return Refused(say("There is no player number {unknown}.", unknown=unknown))
    known = [state.players[number] for number in dict.fromkeys(command.numbers)]
    numbers = tuple(
        player.number for player in known if (command.item in player.checked) != command.done
    )
    if not numbers:
        return Refused(say("Nothing changes: it is already ticked like that."))
    return (replace(command, numbers=numbers),)


def choose_list(state: State, player: Player, command: ChooseList, *, insist: bool) -> Decision:
    """At the table until both players have chosen; after that the EO alone changes it."""
    number, name = player.number, player.entry.name
    round_ = state.round(command.round_number)
    if round_ is None or not plays(round_, state, number):
        return Refused(
            say(
                "{name} has no game in round {round_number}.",
                name=name,
                round_number=command.round_number,
            )
        )
    if not 1 <= command.chosen <= len(player.lists):
        return Refused(say("{name} has no list {chosen}.", name=name, chosen=command.chosen))
    if command.chosen not in to_choose_from(state.settings, player.lists):
        return Refused(
            say(
                "List {chosen} is the support list. Choose a battlegroup list.",
                chosen=command.chosen,
            )
        )
    if list_of(state, round_, number) == command.chosen:
        return Refused(say("Nothing changes: that list is chosen already."))
    games = [game for game in state.games_of(round_) if number in game.players]
    settled = any(game.play.clock or all_chosen(state, game) for game in games)
    if command.at_table and settled:
        return Refused(say("Both lists are shown already. Ask the organizer to change one."))
    doubt = choice_doubt(state, number, command.round_number, command.chosen)
    if doubt and not insist:
        return Refused(doubt, insistable=not command.at_table)
    return (command,)
