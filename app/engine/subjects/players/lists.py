"""Players' lists: handing them in, and choosing one for a round."""

from collections.abc import Hashable, Iterator, Mapping

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.phones import ListsSent
from app.engine.acts.players import ArmyEntered, ChooseList, EnterArmy
from app.engine.acts.stations.roles import Role
from app.engine.armies.army_list import ArmyList, lists_fault
from app.engine.armies.crucible import to_choose_from
from app.engine.armies.list_checks import describe_list, list_doubts, look_ups
from app.engine.frozen import memoized_few, replace
from app.engine.language import plural, say
from app.engine.players.list_choice import all_chosen, choice_doubt, list_of, plays
from app.engine.players.team_lists import team_list_doubts
from app.engine.remarks import Remark, Said, holds, keep_remarks
from app.engine.state import Player, State
from app.engine.subjects.act import Act, Context, Reach, Sets
from app.engine.subjects.players.changes import with_player
from app.engine.subjects.players.numbers import no_player
from app.engine.subjects.players.tidy_lists import tidy_lists
from app.engine.subjects.rounds.changes import with_round
from app.engine.text import join_words, shorten


def _enter(state: State, command: EnterArmy, _at_ms: int, *, insist: bool) -> Decision:
    """Enter a player's lists. Doubts about the lists are reported once, and the organizer accepts
    the doubts by insisting.
    """
    player = state.players.get(command.number)
    if player is None:
        return no_player(command.number)
    fault = lists_fault(command.lists)
    if fault:
        return Refused(fault)
    lists = tidy_lists(state, command.lists)
    doubts = doubts_of(state, player, lists)
    fresh = [doubt for doubt in doubts if not holds(player.accepted, doubt)]
    if fresh and not insist:
        return Refused(" ".join(fresh), insistable=True)
    return (ArmyEntered(player.number, lists, keep_remarks(doubts)),)


def doubts_of(state: State, player: Player, lists: tuple[ArmyList, ...]) -> tuple[Said, ...]:
    """Return the doubts about the player's lists, by themselves and together with those of
    team-mates.
    """
    if state.packet is None or state.settings is None:
        return ()
    own = list_doubts(state.packet, state.settings, lists, player.entry.faction)
    return (*own, *team_list_doubts(state, player, lists), *_look_ups(state, player, lists))


def _look_ups(state: State, player: Player, lists: tuple[ArmyList, ...]) -> Iterator[Said]:
    """Yield what the organizer has to look up about lists, except for what the organizer has
    already confirmed with another player's lists.
    """
    assert state.packet is not None
    for look_up in look_ups(state.packet, lists):
        accepted = _list_accepted(state.players)
        others = [remark for number, remark in accepted if number != player.number]
        if not holds(others, look_up):
            yield look_up


@memoized_few
def _list_accepted(players: Mapping[int, Player]) -> tuple[tuple[int, Remark], ...]:
    """Return the doubts that the organizer accepted, each with the number of its player. The result
    is remembered, because a list of all players asks for it once for each player.
    """
    return tuple(
        (player.number, remark) for player in players.values() for remark in player.accepted
    )


def _choose(state: State, command: ChooseList, _at_ms: int, *, insist: bool) -> Decision:
    """Choose the list that a player plays. A player may choose until both players of the game have
    chosen; afterwards only the organizer may.
    """
    player = state.players.get(command.player)
    if player is None:
        return no_player(command.player)
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
        return Refused(say("Nothing changes: that list is already chosen."))
    games = [game for game in state.games_of(round_) if number in game.players]
    settled = any(game.play.clock or all_chosen(state, game) for game in games)
    if command.at_table and settled:
        return Refused(say("Both lists are already shown. Ask the organizer to change one."))
    doubt = choice_doubt(state, number, command.round_number, command.chosen)
    if doubt and not insist:
        return Refused(doubt, insistable=not command.at_table)
    return (command,)


def _apply_lists(state: State, event: ArmyEntered) -> State:
    return with_player(
        state,
        event.number,
        lambda player: replace(player, lists=event.lists, accepted=event.accepted),
    )


def _apply_choice(state: State, event: ChooseList) -> State:
    return with_round(
        state,
        event.round_number,
        lambda round_: replace(round_, lists={**round_.lists, event.player: event.chosen}),
    )


def _is_of_organizer(event: ChooseList) -> bool:
    return not event.at_table


def _entered_words(event: ArmyEntered, context: Context) -> str:
    name = context.name(event.number)
    if not event.lists:
        return say("Lists of {name} removed", name=name)
    entered = plural(
        len(event.lists),
        "{count} list of {name} entered",
        "{count} lists of {name} entered",
        name=name,
    )
    if not event.accepted:
        return entered
    return plural(
        len(event.accepted),
        "{entered}, {count} doubt accepted",
        "{entered}, {count} doubts accepted",
        entered=entered,
    )


def _chosen_words(event: ChooseList, context: Context) -> str:
    round_, name = (
        say("Round {round_number}", round_number=event.round_number),
        shorten(context.state.name(event.player)),
    )
    if event.at_table:
        return say("{round}: {name} chose a list", round=round_, name=name)
    return say(
        "{round}: list {chosen} recorded for {name}", round=round_, chosen=event.chosen, name=name
    )


def _chosen_name(event: ChooseList, state: State) -> str:
    return say("choice of list of {name}", name=state.name(event.player))


def lists_set(event: ArmyEntered | ListsSent) -> dict[Hashable, tuple[ArmyList, ...]]:
    """Return a player's new lists, from the desk or a phone, by the key that the history uses."""
    return {("lists", event.number): event.lists}


def lists_were(lists: tuple[ArmyList, ...], _context: Context) -> str:
    """Return lists in words: "2 lists: Haley 2 and Kraye"."""
    if not lists:
        return say("none")
    names = join_words(describe_list(lists, number) for number in range(1, len(lists) + 1))
    return plural(len(lists), "{count} list: {names}", "{count} lists: {names}", names=names)


def _choice_set(event: ChooseList) -> dict[Hashable, ChooseList]:
    return {("choice", event.round_number, event.player): event}


def _choice_words(event: ChooseList, _context: Context) -> str:
    return "" if event.at_table else say("list {chosen}", chosen=event.chosen)


ACTS = (
    Act(
        EnterArmy, ArmyEntered, kind="army_entered", by=Role.SCOREKEEPER, reach=Reach.NO_GAME,
        decide=_enter, apply=_apply_lists,
        words=_entered_words, undo=say("lists of {name}"), insist=say("&Save the lists"),
        sets=Sets(lists_set, lists_were),
    ),
    Act(
        ChooseList, ChooseList, kind="list_chosen", by=Role.SCOREKEEPER, reach=Reach.NO_GAME,
        decide=_choose, apply=_apply_choice, words=_chosen_words, undo=_chosen_name,
        insist=say("C&hoose this list"), takes_back=_is_of_organizer,
        sets=Sets(_choice_set, _choice_words),
    ),
)  # fmt: skip
