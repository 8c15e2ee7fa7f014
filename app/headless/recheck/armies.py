"""Works out each army at a table and its points independently of the engine: from the list that was
handed in, and from the cards that the game's marks move.
"""

from collections import Counter
from collections.abc import Iterator

from app.engine.acts.table import BringReinforcements, ClockStarted, SwapSpecialists
from app.engine.armies.army import Army, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.formats.keywords import in_force
from app.engine.frozen import replace
from app.engine.packet.packet import Packet
from app.engine.players.list_choice import list_points, played_army
from app.engine.side import Side
from app.engine.state import Round, State
from app.engine.table.game import Game

CRUCIBLE = "commanders-crucible"
"""The keyword of a format in which a player's army consists of two lists. Such armies are not
checked here.
"""


def army_faults(state: State) -> Iterator[str]:
    """Yield a sentence for each army at a table that differs from the player's list and the game's
    marks.
    """
    packet, settings = state.packet, state.settings
    if packet is None or settings is None:
        return
    if CRUCIBLE in {keyword.key for keyword in in_force(packet, settings)}:
        return
    for game in state.games.values():
        round_ = next(each for each in state.rounds if each.number == game.round_number)
        for side in Side:
            army_list = _list(state, round_, game.players.of(side))
            if army_list is not None:
                where = f"Round {game.round_number}, table {game.table}, {side.colour}"
                for fault in _faults_of(state, packet, game, side, army_list):
                    yield f"{where}: {fault}."


def _list(state: State, round_: Round, number: int) -> ArmyList | None:
    player = state.players.get(number)
    lists = player.lists if player else ()
    chosen = round_.lists.get(number, 1 if len(lists) == 1 else 0)
    return lists[chosen - 1] if 0 < chosen <= len(lists) else None


def armies_at_table(
    packet: Packet, army_list: ArmyList, game: Game, side: Side
) -> tuple[Army, Army]:
    """Return the army that began the game, and the cards that entered later. Both are worked out
    from the list and the marks alone.
    """
    rows = list(army_list.army)
    came: Army = ()
    for mark in game.marks:
        if isinstance(mark, SwapSpecialists) and mark.side is side:
            rows = list(army_list.army)
            for card in mark.out:
                place = rows.index(card) if card in rows else -1
                if place >= 0:
                    del rows[place]
            rows += [replace(row, free=row.free and packet.lists.free_stay) for row in mark.added]
        if isinstance(mark, BringReinforcements) and mark.side is side:
            came = mark.rows
    return tuple(rows), came


def points_of(army: Army) -> int:
    """Return the cost of an army in points; casters and free cards cost nothing."""
    return sum(row.points or 0 for row in army if row.kind is not Kind.CASTER and not row.free)


def _faults_of(
    state: State, packet: Packet, game: Game, side: Side, army_list: ArmyList
) -> Iterator[str]:
    began, came = armies_at_table(packet, army_list, game, side)
    shown = Counter(row.name for row in played_army(state, game, side))
    mine = Counter(row.name for row in (*began, *came))
    if shown != mine:
        differ = sorted((shown - mine) + (mine - shown))
        yield f"the army at the table is another than its cards come to: {', '.join(differ)}"
    points = points_of(began) or army_list.points
    if points != list_points(state, game, side):
        yield f"{list_points(state, game, side)} points are played, its cards come to {points}"
    yield from _swap_faults(state, packet, game, side, (army_list, began))
    yield from _reinforcement_faults(game, side, army_list, came)


def _swap_faults(
    state: State, packet: Packet, game: Game, side: Side, armies: tuple[ArmyList, Army]
) -> Iterator[str]:
    """Yield a sentence for each swap of specialists that a player cannot enter. The organizer may
    insist on one, so their swaps are not checked.
    """
    army_list, began = armies
    started = [mark.at_ms for mark in game.marks if isinstance(mark, ClockStarted)]
    swaps = [mark for mark in game.marks if isinstance(mark, SwapSpecialists) and mark.side is side]
    for mark in swaps:
        if mark.by is None:
            continue
        if started and mark.at_ms > started[0]:
            yield "specialists were swapped after the clock was started"
        if Counter(mark.added) - Counter(army_list.specialists):
            yield "a specialist came in that is not on the list"
        if Counter(mark.out) - Counter(army_list.army):
            yield "a card left that is not on the list"
    settings = state.settings
    if not swaps or swaps[-1].by is None or settings is None or not swaps[-1].added:
        return
    before, now = points_of(army_list.army), points_of(began)
    bonus = sum(row.points or 0 for row in army_list.army if row.kind is Kind.CASTER)
    least, most = settings.size + bonus - packet.lists.short, settings.size + bonus
    if least <= before <= most and not least <= now <= most:
        yield f"with its specialists the army is {now} points, {least} to {most} are allowed"


def _reinforcement_faults(game: Game, side: Side, army_list: ArmyList, came: Army) -> Iterator[str]:
    last = None
    for mark in game.marks:
        if isinstance(mark, BringReinforcements) and mark.side is side:
            last = mark
    if last is None or last.by is None or not came:
        return
    if Counter(came) - Counter(army_list.reinforcements):
        yield "reinforcements came that are not on the list"
    if not game.terms.scenario.reinforcements:
        yield "reinforcements came in a scenario without any"
    step = game.play.reinforced.of(side)
    own = step is not None and (step % 2 == 0) is (side is game.play.first)
    if step is None or step < 6 or not own:
        yield f"reinforcements came in step {step}"
