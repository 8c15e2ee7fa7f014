"""The armies at a table: losses, specialists, objectives, reinforcements."""

from collections.abc import Hashable, Iterator

from app.engine import wording
from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.stations.roles import Role
from app.engine.acts.table import (
    BringReinforcements,
    ChangeLosses,
    ChooseObjective,
    ChooseSpells,
    CountLosses,
    SwapSpecialists,
)
from app.engine.armies.army import Army, fit_losses, in_place, losses_fault
from app.engine.armies.army_list import ArmyList
from app.engine.armies.at_table import Swap, reinforcement_doubts, swap_doubts
from app.engine.armies.list_checks import specialists_played
from app.engine.armies.losses import changes_between, counted_together, of_list
from app.engine.armies.racks import rack_faults, racks_words, tidy_racks
from app.engine.frozen import replace
from app.engine.language import packet_text, say
from app.engine.players.list_choice import (
    all_chosen,
    list_at,
    played_army,
    racks_to_fill,
    swaps_awaited,
)
from app.engine.state import State, TableActKind
from app.engine.subjects.act import Act, Context, Sets
from app.engine.subjects.table.at_table import at_table, is_by_organizer, is_by_player
from app.engine.subjects.table.changes import apply_mark
from app.engine.subjects.table.sentences import AtTable, at_table_template
from app.engine.table import turns
from app.engine.table.game import Game
from app.engine.table.losses import losses_now
from app.engine.table.sentences import NameOf
from app.engine.text import join_words

REINFORCED_FROM_TURN = 2


def _losses(
    state: State, game: Game, command: CountLosses | ChangeLosses, _at_ms: int, *, insist: bool
) -> Decision:
    """Count losses of the list that was entered for the player. This is possible at any time of the
    game.
    """
    if game.play.clock is None:
        return Refused(wording.GAME_NOT_BEGUN)
    army = played_army(state, game, command.side)
    if isinstance(command, ChangeLosses):
        return _losses_changed(game, army, command)
    named = any(loss.name for loss in command.losses)
    losses = fit_losses(army, command.losses) if named else command.losses
    fault = losses_fault(army, losses)
    if fault:
        return Refused(fault)
    return (replace(command, losses=fit_losses(army, losses)),)


def _losses_changed(game: Game, army: Army, command: ChangeLosses) -> Decision:
    """Change the losses. If the list was changed since they were counted, the full losses are
    recorded, because the entries of the list may have moved.
    """
    changes = of_list(army, command.changes)
    if isinstance(changes, str):
        return Refused(changes)
    by, side = command.by, command.side
    before = game.play.losses.of(side)
    after = counted_together(army, losses_now(game, side, army), changes)
    if not in_place(army, before):
        return (CountLosses(game.number, by, side, after, at_ms=command.at_ms),)
    return (replace(command, changes=changes_between(before, after)),)


def _swap(
    state: State, game: Game, command: SwapSpecialists, _at_ms: int, *, insist: bool
) -> Decision:
    """Swap specialists after list selection and before the game. The organizer may insist on a swap
    that the packet forbids.
    """
    eo, side = command.by is None, command.side
    army_list = list_at(state, game, side)
    if army_list is None or not all_chosen(state, game):
        return Refused(wording.CHOOSE_THE_LISTS_FIRST)
    are_shown = game.play.swaps.of(side) is not None and not swaps_awaited(state, game)
    if not eo and (are_shown or game.play.clock is not None):
        return Refused(str(wording.SPECIALISTS_ARE_SHOWN))
    doubts = [] if insist and eo else [*_swap_faults(state, army_list, command)]
    return Refused(" ".join(doubts), insistable=eo) if doubts else (command,)


def _swap_faults(state: State, army_list: ArmyList, command: SwapSpecialists) -> Iterator[str]:
    if state.packet is None or state.settings is None:
        return
    if not specialists_played(state.packet, state.settings):
        yield say("Specialists are not played at this event.")
    swap = Swap(command.out, command.added)
    yield from swap_doubts(state.packet, state.settings, army_list, swap)


def _choose_objective(
    state: State, game: Game, command: ChooseObjective, _at_ms: int, *, insist: bool
) -> Decision:
    """Choose an objective after list selection and before the game. The organizer may insist on
    another packet's card.
    """
    eo, play = command.by is None, game.play
    if not all_chosen(state, game):
        return Refused(wording.CHOOSE_THE_LISTS_FIRST)
    if not eo and play.objectives_shown:
        return Refused(str(wording.OBJECTIVES_ARE_SHOWN))
    offered = game.terms.objectives_offered
    if command.name in {"", *offered} or (insist and eo):
        return (command,)
    doubt = wording.NO_OBJECTIVES_HERE
    if offered:
        cards = join_words(offered)
        doubt = wording.NO_SUCH_OBJECTIVE.format(name=command.name, cards=cards)
    return Refused(doubt, insistable=eo)


def _choose_spells(
    state: State, game: Game, command: ChooseSpells, _at_ms: int, *, insist: bool
) -> Decision:
    """Choose the spells in a side's spell racks after list selection and before the game (SR2026,
    Recording the Game).
    """
    eo = command.by is None
    if not all_chosen(state, game):
        return Refused(wording.LISTS_BEFORE_SPELLS)
    if not eo and game.play.racks_shown:
        return Refused(str(wording.SPELLS_ARE_SHOWN))
    casters = racks_to_fill(state, game, command.side)
    command = replace(command, racks=tidy_racks(command.racks))
    doubts = [*rack_faults(command.racks, casters)] if casters else [wording.NO_SPELL_RACKS]
    if not command.racks or not doubts or (insist and eo):
        return (command,)
    return Refused(" ".join(dict.fromkeys(doubts)), insistable=eo)


def _reinforce(
    state: State, game: Game, command: BringReinforcements, _at_ms: int, *, insist: bool
) -> Decision:
    """Bring all reinforcements at once, in one of the player's own turns from the second on
    (SR2012, Reinforcements).
    """
    if game.play.clock is None:
        return Refused(wording.GAME_NOT_BEGUN)
    eo = command.by is None
    doubts = [] if insist and eo else [*_reinforcement_faults(state, game, command)]
    return Refused(" ".join(doubts), insistable=eo) if doubts else (command,)


def _reinforcement_faults(state: State, game: Game, command: BringReinforcements) -> Iterator[str]:
    play, side = game.play, command.side
    if not game.terms.scenario.reinforcements:
        yield wording.NO_REINFORCEMENTS_HERE
    before = play.reinforced.of(side)
    if before is not None and before != play.step:
        yield wording.REINFORCEMENTS_IN_ONE_TURN
    elif command.by is not None or before is None:
        first = turns.FIRST_TURN_STEP
        turn = turns.turn_number(play.step) if play.step >= first else 0
        if turn < REINFORCED_FROM_TURN:
            yield wording.REINFORCEMENTS_TOO_EARLY
        elif play.owner is not side:
            yield wording.REINFORCEMENTS_IN_ONES_OWN_TURN.format(side=side.colour)
    if state.packet is not None and state.settings is not None:
        army_list = list_at(state, game, side)
        swap = play.swaps.of(side)
        yield from reinforcement_doubts(state.packet, state.settings, army_list, command.rows, swap)


def _swapped_words(mark: SwapSpecialists, name: NameOf, _game: Game | None) -> str:
    return say("{name} plays {swap}", name=name(mark.side), swap=Swap(mark.out, mark.added).words)


def _objective_words(mark: ChooseObjective, name: NameOf, _game: Game | None) -> str:
    return (
        say("{name} brings the objective {objective}", name=name(mark.side), objective=mark.name)
        if mark.name
        else say("{name}’s choice of an objective taken back", name=name(mark.side))
    )


def _spells_words(mark: ChooseSpells, name: NameOf, _game: Game | None) -> str:
    return (
        say("{name}’s spells: {spells}", name=name(mark.side), spells=racks_words(mark.racks))
        if mark.racks
        else say("{name}’s choice of spells taken back", name=name(mark.side))
    )


def _reinforced_words(mark: BringReinforcements, name: NameOf, _game: Game | None) -> str:
    if not mark.rows:
        return say("{name}’s reinforcements taken back", name=name(mark.side))
    return say(
        "{name}’s reinforcements: {names}",
        name=name(mark.side),
        names=join_words(row.name for row in mark.rows),
    )


def _objective_set(event: ChooseObjective) -> dict[Hashable, str]:
    return {("objective", event.game, event.side): event.name}


def _objective_was(name: str, _context: Context) -> str:
    return packet_text(name)


ACTS = (
    Act(
        CountLosses, CountLosses, kind="losses_counted", by=Role.SCOREKEEPER,
        decide=at_table(_losses, by_player=is_by_player), apply=apply_mark,
        words=at_table_template(say("losses of {name}’s army counted")),
        undo=None, insist=None, passed_over=TableActKind.ENTRY,
        passed_over_if=is_by_organizer,
    ),
    Act(
        ChangeLosses, ChangeLosses, kind="losses_changed", by=Role.SCOREKEEPER,
        decide=at_table(_losses, by_player=is_by_player), apply=apply_mark,
        words=at_table_template(say("losses of {name}’s army counted")),
        undo=None, insist=None, passed_over=TableActKind.ENTRY,
        passed_over_if=is_by_organizer,
    ),
    Act(
        SwapSpecialists, SwapSpecialists, kind="specialists_swapped", by=Role.SCOREKEEPER,
        decide=at_table(_swap, by_player=is_by_player), apply=apply_mark,
        words=AtTable(_swapped_words),
        undo=None, insist=say("&Play them"), passed_over=TableActKind.ENTRY,
        passed_over_if=is_by_organizer,
    ),
    Act(
        ChooseObjective, ChooseObjective, kind="objective_chosen", by=Role.SCOREKEEPER,
        decide=at_table(_choose_objective, by_player=is_by_player), apply=apply_mark,
        words=AtTable(_objective_words),
        undo=None, insist=None, passed_over=TableActKind.ENTRY,
        passed_over_if=is_by_organizer,
        sets=Sets(_objective_set, _objective_was),
    ),
    Act(
        ChooseSpells, ChooseSpells, kind="spells_chosen", by=Role.SCOREKEEPER,
        decide=at_table(_choose_spells, by_player=is_by_player), apply=apply_mark,
        words=AtTable(_spells_words),
        undo=None, insist=say("&Take these spells"), passed_over=TableActKind.ENTRY,
        passed_over_if=is_by_organizer,
    ),
    Act(
        BringReinforcements, BringReinforcements, kind="reinforced", by=Role.SCOREKEEPER,
        decide=at_table(_reinforce, by_player=is_by_player), apply=apply_mark,
        words=AtTable(_reinforced_words),
        undo=None, insist=say("&Let them come"), passed_over=TableActKind.ENTRY,
        passed_over_if=is_by_organizer,
    ),
)  # fmt: skip
