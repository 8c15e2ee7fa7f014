"""The lists that players have played, and those that they may still choose (each packet's X Lists
Required, Divide and Conquer, Commander's Crucible). A bye counts for a list of the player's choice.
"""

from msgspec import Struct

from app.engine import wording
from app.engine.armies.army import Army, Kind
from app.engine.armies.army_list import ArmyList, cost, worth
from app.engine.armies.army_points import named_worth
from app.engine.armies.at_table import swap_cards, to_check
from app.engine.armies.crucible import crucible_rounds, to_choose_from, with_support
from app.engine.armies.list_checks import describe_list, specialists_played, specialists_priced
from app.engine.armies.racks import Racks
from app.engine.formats.keywords import DIVIDE, X_LISTS, in_force
from app.engine.frozen import replace
from app.engine.language import by_number, plural, say
from app.engine.side import Pair, Side
from app.engine.standings.scores import planned_rounds
from app.engine.state import Round, Stage, State
from app.engine.table.game import Game
from app.engine.table.racks import racks_of
from app.engine.table.turns import FIRST_TURN_STEP
from app.engine.text import join_words, sentence, shorten

NAMED = 8
NAME = 28


def list_of(state: State, round_: Round, number: int) -> int:
    """Return the number of the player's list in the round, from 1: the chosen one, or the only one;
    0 if it is not known.
    """
    player = state.players.get(number)
    choices = to_choose_from(state.settings, player.lists if player else ())
    chosen = round_.lists.get(number, 0)
    if chosen in choices:
        return chosen
    return choices[0] if len(choices) == 1 else 0


def played_army(state: State, game: Game, side: Side) -> Army:
    """Return the army at the table, with its swap and reinforcements; empty if the list is not
    known.
    """
    number = game.players.of(side)
    round_ = state.round(game.round_number)
    player = state.players.get(number)
    if player is None or round_ is None:
        return ()
    chosen = list_of(state, round_, number)
    if not chosen:
        return ()
    army_list = with_support(state.settings, player.lists, chosen)
    return (*_as_swapped(state, game, side, army_list), *game.play.reinforcements.of(side))


def _as_swapped(state: State, game: Game, side: Side, army_list: ArmyList) -> Army:
    swap = game.play.swaps.of(side)
    if swap is None or state.packet is None:
        return army_list.army
    added = specialists_priced(state.packet, swap.added)
    return swap_cards(army_list.army, replace(swap, added=added))


def list_at(state: State, game: Game, side: Side) -> ArmyList | None:
    """Return the list as it was handed in, with the support list in the Crucible; None if it is not
    known.
    """
    number = game.players.of(side)
    player, chosen = state.players.get(number), list_of(state, state.round_of(game), number)
    return with_support(state.settings, player.lists, chosen) if player and chosen else None


def lists_are_fixed(state: State) -> bool:
    """Tell whether players can no longer change their lists. They cannot once a round was
    published. A draw that is not published yet fixes nothing; otherwise phones would reveal that
    draw (our decision).
    """
    return any(round_.stage is not Stage.DRAWN for round_ in state.rounds)


def swaps_open(state: State, game: Game, side: Side) -> bool:
    """Tell whether the player can swap specialists into the list, which is possible once both lists
    are known (SR2014, SR2015 and SR2017, Specialists).
    """
    army_list = list_at(state, game, side)
    return (
        army_list is not None
        and bool(army_list.specialists)
        and specialists_played(state.packet, state.settings)
        and state.round_of(game).stage is not Stage.DRAWN
        and all_chosen(state, game)
    )


def has_cards(state: State, game: Game, side: Side) -> bool:
    """Tell whether the player has specialists, reinforcements, spell racks or created models to
    enter at the table.
    """
    army_list = list_at(state, game, side)
    if army_list is None:
        return False
    came = game.terms.scenario.reinforcements and bool(army_list.reinforcements)
    spells = bool(racks_to_fill(state, game, side) or game.play.racks.of(side))
    return came or spells or _creates_models(game, army_list) or swaps_open(state, game, side)


def _creates_models(game: Game, army_list: ArmyList) -> bool:
    """Tell whether the packet names the list's caster because it brings models to the table that
    are on no list (SR2012, Kallus' Feat).
    """
    counting = game.terms.counting
    return any(named_worth(row, counting) is not None for row in army_list.casters)


def swaps_awaited(state: State, game: Game) -> tuple[Side, ...]:
    """Return the sides that have not yet said which specialists play."""
    return tuple(
        side for side in Side if game.play.swaps.of(side) is None and swaps_open(state, game, side)
    )


def list_look_ups(state: State, game: Game, side: Side) -> tuple[str, ...]:
    """Return the sentences of ``at_table.to_check`` on rules that players have to look up, once
    both players' specialists are known.
    """
    army_list = list_at(state, game, side)
    if army_list is None or swaps_awaited(state, game):
        return ()
    play = game.play
    return tuple(to_check(army_list, play.swaps.of(side), play.reinforcements.of(side)))


def list_points(state: State, game: Game, side: Side) -> int:
    """Return the army points of the list at the table without its casters; 0 if the list is not
    known. This is the army that began the game, so reinforcements are left out.
    """
    army_list = list_at(state, game, side)
    if army_list is None:
        return 0
    return cost(_as_swapped(state, game, side, army_list)) or worth(army_list)


def racks_to_fill(state: State, game: Game, side: Side) -> tuple[str, ...]:
    """Return the names of the Leaders whose spell racks the player fills, from the list that is
    played; an empty name if the list names no Leader. Return an empty tuple if the packet has no
    racks or the list is not known.
    """
    army_list = list_at(state, game, side)
    if army_list is None or state.packet is None or not state.packet.lists.spell_racks:
        return ()
    return tuple(row.name for row in army_list.casters) or ("",)


def racks_before(state: State, game: Game, side: Side) -> tuple[int, Racks]:
    """Return the number of the latest earlier round in which the player chose spells for the same
    Leaders, and these spells; 0 and an empty tuple if there is none.
    """
    number, casters = game.players.of(side), racks_to_fill(state, game, side)
    earlier = (one for one in state.rounds if one.number < game.round_number)
    for round_ in reversed(tuple(earlier)):
        for then in state.games_of(round_):
            if number in then.players:
                racks = racks_of(then.play, then.players.side_of(number))
                if racks and tuple(rack.caster for rack in racks) == casters:
                    return round_.number, racks
    return 0, ()


def casters_of(state: State, game: Game, side: Side) -> int:
    """Return how many casters the side has at the table; 1 if its list is not known."""
    army = played_army(state, game, side)
    return sum(row.models for row in army if row.kind is Kind.CASTER) or 1


def shown_army(state: State, game: Game, side: Side) -> Army:
    """Return the army at the table once both players may see it: when the clock runs and both lists
    are known, and in any case from the first turn on, when every model is visible.
    """
    play = game.play
    public = play.clock is not None and (
        play.step >= FIRST_TURN_STEP or (all_chosen(state, game) and not swaps_awaited(state, game))
    )
    return played_army(state, game, side) if public else ()


def all_chosen(state: State, game: Game) -> bool:
    """Tell whether both players' lists are known, so that each player may see the other's."""
    round_ = state.round_of(game)
    return all(
        not state.players[number].lists or list_of(state, round_, number)
        for number in game.players
        if number in state.players
    )


def open_lists(state: State, game: Game) -> Pair[tuple[ArmyList, ...]]:
    """Return the lists that both players brought. Each may see the opponent's lists at any time,
    even before the choice; only the choice is secret (every packet, list selection). The result is
    empty if the event hides lists or the pairing is not public yet.
    """
    round_ = state.round_of(game)
    hidden = state.settings is not None and state.settings.lists_hidden
    if hidden or round_.stage is Stage.DRAWN:
        return Pair((), ())
    known = state.players
    return game.players.map(lambda number: known[number].lists if number in known else ())


class ListChoice(Struct, frozen=True):
    """The part of a side's lists that a table shows. Until both players have chosen, it shows only
    numbers.
    """

    player: int
    offered: tuple[int, ...] = ()
    barred: tuple[int, ...] = ()
    made: bool = True
    """True if the player has chosen. It does not say which list."""
    shown: str = ""
    """The name of the list that is played; empty until both players have chosen."""
    army: Army = ()
    """The entries that may leave the list for a specialist, while the player can still swap."""
    specialists: Army = ()
    """The specialists that may come into the list."""
    reinforcements: Army = ()
    """The reinforcements that may come to the table during this game."""
    swap: str = ""
    """The specialists that play, in words; empty until both players have said which."""
    casters: tuple[str, ...] = ()
    """The Leaders whose spell racks the player can still fill."""
    racks_round: int = 0
    """The number of the earlier round from which `racks` are taken; 0 if there is none."""
    racks: Racks = ()
    """The spells that the player chose for the same Leaders in the round `racks_round`."""
    notice: str = ""
    """A sentence for the opponent, before they choose, that the player has no choice of list."""


def list_choice(state: State, game: Game) -> Pair[ListChoice]:
    """Return the choices that each side has, and the choice that it has made. A choice is secret
    until both sides have chosen (every packet). A player with one list has nothing to choose.
    """
    if not any(state.players[number].lists for number in game.players if number in state.players):
        return game.players.map(ListChoice)
    round_ = state.round_of(game)
    agreed = round_.stage is not Stage.DRAWN and any(
        player in round_.lists for player in game.players
    )
    public = all_chosen(state, game) and (agreed or game.play.clock is not None)

    def of(number: int) -> ListChoice:
        player = state.players.get(number)
        every = to_choose_from(state.settings, player.lists if player else ())
        chosen = list_of(state, round_, number)
        if player is None or not every:
            return ListChoice(number)
        if public:
            return ListChoice(number, shown=describe_list(player.lists, chosen))
        if len(every) == 1:
            return ListChoice(number)
        left = may_choose(state, number, game.round_number)
        barred_then = round_.barred.get(number, ())
        barred = barred_then or tuple(choice for choice in every if choice not in left)
        return ListChoice(number, every, barred, made=bool(chosen))

    def with_cards(side: Side) -> ListChoice:
        choice = _with_swap(state, game, side, of(game.players.of(side)))
        return _with_racks(state, game, side, choice)

    choices = Pair(*map(with_cards, Side))
    if public or round_.stage is Stage.DRAWN:
        return choices
    return Pair(*(_with_no_choice(state, game, side, choices) for side in Side))


def _with_no_choice(state: State, game: Game, side: Side, choices: Pair[ListChoice]) -> ListChoice:
    """Add the notice that the player can only play one list. They have to announce it before the
    game (SR2012, Divide and Conquer). A player's only list is announced if the opponent has several
    to choose from.
    """
    choice = choices.of(side)
    player = state.players.get(choice.player)
    lists = player.lists if player else ()
    left = [number for number in choice.offered if number not in choice.barred]
    if not choice.offered and choices.of(side.other).offered:
        chosen = list_of(state, state.round_of(game), choice.player)
        left = [chosen] if chosen else []
    if len(left) != 1:
        return choice
    hidden = state.settings is not None and state.settings.lists_hidden
    named_list = (
        wording.LIST_NUMBER.format(number=left[0]) if hidden else describe_list(lists, left[0])
    )
    return replace(
        choice, notice=wording.NO_CHOICE_OF_LIST.format(side=side.colour, list=named_list)
    )


def _with_racks(state: State, game: Game, side: Side, choice: ListChoice) -> ListChoice:
    """Return the choice with a request for the player's spells. They are asked for from when both
    lists are known and the round is published, until the spells are shown.
    """
    published = state.round_of(game).stage is not Stage.DRAWN
    if game.play.racks_shown or not published or not all_chosen(state, game):
        return choice
    casters = racks_to_fill(state, game, side)
    if not casters:
        return choice
    round_number, racks = racks_before(state, game, side)
    return replace(choice, casters=casters, racks_round=round_number, racks=racks)


def _with_swap(state: State, game: Game, side: Side, choice: ListChoice) -> ListChoice:
    """Add a side's swap. Swaps are revealed together once both players have chosen."""
    army_list, swap = list_at(state, game, side), game.play.swaps.of(side)
    if army_list is None:
        return choice
    if game.terms.scenario.reinforcements and game.play.clock is not None:
        choice = replace(choice, reinforcements=army_list.reinforcements)
    if not swaps_open(state, game, side):
        return choice
    awaited = swaps_awaited(state, game)
    if game.play.clock is None and awaited:
        army = tuple(row for row in army_list.army if row.kind is not Kind.CASTER)
        choice = replace(choice, army=army, specialists=army_list.specialists)
    return replace(choice, swap=swap.words) if swap and not awaited else choice


def list_fault(state: State, game: Game) -> str:
    """Return why the clock should not start before both lists are chosen; empty if it may start. A
    player who chooses late has seen the opponent deploy.
    """
    choices = list_choice(state, game)
    waits = [side.colour for side in Side if not choices.of(side).made]
    if not waits:
        return swap_fault(state, game)
    return by_number(wording.MUST_CHOOSE_A_LIST, len(waits), who=join_words(waits))


def swap_fault(state: State, game: Game) -> str:
    """Return why the clock should not start before specialists are chosen; empty if it may start. A
    player who swaps late has seen the opponent's army.
    """
    waits = [side.colour for side in swaps_awaited(state, game)]
    return wording.MUST_SAY_THE_SPECIALISTS.format(who=join_words(waits)) if waits else ""


def lists_words(lists: Pair[ListChoice]) -> str:
    """Return who still has to choose, or both lists once they may be seen."""
    waits = [side for side in Side if not lists.of(side).made]
    if waits:
        unchosen = wording.LIST_NOT_CHOSEN.format(side=waits[0].colour)
        return " ".join(filter(None, (unchosen, *(choice.notice for choice in lists))))
    played = [
        (side, ", ".join(filter(None, (lists.of(side).shown, lists.of(side).swap))))
        for side in Side
    ]
    return " ".join(f"{side.colour}: {words}." for side, words in played if words)


def plays(round_: Round, state: State, number: int) -> bool:
    """Tell whether the player has a game or a bye in the round, so that the round counts for one of
    their lists.
    """
    games = state.games_of(round_)
    return round_.bye_of(number) is not None or any(number in game.players for game in games)


def least_plays(state: State, number: int) -> int:
    """Return how often each of the player's lists must be played; 0 if the packet does not require
    it.
    """
    packet, settings = state.packet, state.settings
    brought = len(to_choose_from(settings, state.players[number].lists))
    if packet is None or settings is None or brought < 2:
        return 0
    if crucible_rounds(settings):
        return 1
    announced = {keyword.key: keyword for keyword in in_force(packet, settings)}
    divided = announced.get(DIVIDE)
    if divided is None:
        return int(X_LISTS in announced)
    return divided.numbers[0] if divided.numbers else planned_rounds(state) // brought


def times_played(state: State, number: int, before: int) -> tuple[tuple[int, ...], int]:
    """Return how often each list was played before round ``before``, and in how many of these
    rounds the list is not recorded.
    """
    choices = [
        list_of(state, round_, number)
        for round_ in state.rounds
        if round_.number < before and plays(round_, state, number)
    ]
    brought = len(state.players[number].lists)
    return tuple(choices.count(choice) for choice in range(1, brought + 1)), choices.count(0)


def may_choose(state: State, number: int, round_number: int) -> tuple[int, ...]:
    """Return the lists that the player may choose while still being able to play each list often
    enough later; all of them if the packet requires nothing. A round whose list is not recorded may
    have been played with any list.
    """
    times, unknown = times_played(state, number, round_number)
    every = to_choose_from(state.settings, state.players[number].lists)
    least = least_plays(state, number)
    left = planned_rounds(state) - round_number + 1
    owed = {choice: max(least - times[choice - 1], 0) for choice in every}
    if left <= 0 or not any(owed.values()) or sum(owed.values()) - unknown < left:
        return every
    return tuple(choice for choice in every if owed[choice])


def no_choice(state: State, round_number: int) -> tuple[tuple[int, int], ...]:
    """Return the numbers of the players who have only one list left to choose in that round, each
    with the list.
    """
    owed = []
    for number, player in state.players.items():
        if player.plays and len(player.lists) > 1:
            left = may_choose(state, number, round_number)
            if len(left) == 1:
                owed.append((number, left[0]))
    return tuple(owed)


def no_choice_words(state: State, round_number: int) -> tuple[str, ...]:
    """Return the warning before a round, with a sentence for each list that some players must
    play.
    """
    must: dict[int, list[str]] = {}
    for number, chosen in no_choice(state, round_number):
        must.setdefault(chosen, []).append(shorten(state.name(number), NAME))
    return tuple(
        sentence(
            say(
                "In round {round_number} {some} must play list {chosen}",
                round_number=round_number,
                chosen=chosen,
                some=_some(names),
            )
        )
        for chosen, names in sorted(must.items())
    )


def _some(names: list[str]) -> str:
    rest = len(names) - NAMED
    return (
        say("{names} and {rest} others", names=", ".join(names[:NAMED]), rest=rest)
        if rest > 1
        else join_words(names)
    )


def choice_doubt(state: State, number: int, round_number: int, chosen: int) -> str:
    """Return why the player should not choose this list; empty if they may."""
    left = may_choose(state, number, round_number)
    if chosen in left:
        return ""
    times = plural(least_plays(state, number), "{count} time", "{count} times")
    lists = state.players[number].lists
    must = join_words(describe_list(lists, choice) for choice in left)
    return say(
        "Each list is played at least {times}: {name} has to play {must} now.",
        times=times,
        name=state.name(number),
        must=must,
    )


def find_unrecorded(state: State, round_: Round) -> tuple[int, ...]:
    """Return the players with several lists whose list in that round is not recorded."""
    return tuple(
        number
        for number, player in state.players.items()
        if len(player.lists) > 1
        and plays(round_, state, number)
        and not list_of(state, round_, number)
    )
