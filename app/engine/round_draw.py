"""A round's draw in events: who is in it, its scenario, its pairs at their tables."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from app.engine.asked import Asked
from app.engine.commands import DrawRound, EnterPairings
from app.engine.desk_draw import asked_of, begun, pair_of, told, without, work_out
from app.engine.draw.field import Draw, Entrant, Occasion
from app.engine.draw_events import DrawTold
from app.engine.events import RoundDrawn, Seating
from app.engine.side import Pair
from app.engine.standings import played, standings
from app.engine.state import Stage, State


def field(state: State) -> tuple[int, ...]:
    """Numbers of the players the next draw takes in."""
    return tuple(number for number, one in state.players.items() if one.plays)


def entrants(state: State) -> list[Entrant]:
    """What the draw has to know of each player in it."""
    before = [one for one in state.rounds if one.stage is not Stage.DRAWN]
    rows = {row.number: row for row in standings(state)}
    games = [game for one in before for game in state.games_of(one) if played(game)]
    return [
        Entrant(
            number=number,
            tp=rows[number].tp,
            met=frozenset(
                other
                for game in games
                if number in game.players
                for other in game.players
                if other != number
            ),
            byes=sum(one.bye is not None and one.bye.player == number for one in before),
            paired_down=sum(number in one.paired_down for one in before),
        )
        for number in field(state)
    ]


def roll_scenario(state: State, seed: int, round_number: int) -> int:
    """The packet's even roll among the scenarios not yet played; repeatable from the seed."""
    packet = state.packet
    used = [one.scenario for one in state.rounds if one.number != round_number]
    left = [one.number for one in packet.scenarios_left(used)] if packet else []
    if not left:
        return 0
    digest = hashlib.sha256(f"scenario|{seed}|{round_number}".encode()).digest()
    return left[int.from_bytes(digest[:8], "big") % len(left)]


def question(state: State, command: DrawRound) -> Asked:
    """What this command asks of the draw, for working it out beforehand."""
    latest = state.latest
    again = latest is not None and (latest.stage is Stage.DRAWN or command.again)
    number = latest.number if latest and again else len(state.rounds) + 1
    attempt = latest.attempt + 1 if latest and again else 1
    kept = {pair_of(one): one.table for one in begun(state, latest if again else None)}
    before = without(state, number)
    occasion = Occasion(number, command.seed, attempt)
    return asked_of(before, entrants(before), occasion, kept)


def drawn_round(
    state: State, command: DrawRound | EnterPairings, number: int, attempt: int
) -> tuple[RoundDrawn | DrawTold, ...]:
    """The events of a draw by lot or by hand."""
    seed = command.seed if isinstance(command, DrawRound) else 0
    scenario = command.scenario
    if scenario is None:
        scenario = roll_scenario(state, seed, number)
    shape = RoundDrawn(number, attempt, seed, (), None, (), (), scenario)
    if isinstance(command, EnterPairings):
        down = _paired_down(without(state, number), command)
        entered = command.tables or tuple(range(1, len(command.pairs) + 1))
        return (_filled(state, shape, Draw(command.pairs, command.bye, down, ()), entered),)
    asked, worked = question(state, command), command.worked
    if worked is None or worked.asked != asked:
        worked = work_out(asked)
    given = _filled(state, shape, worked.draw, worked.seatings.tables)
    return (given, told(worked, state.plan, command.why))


def _filled(state: State, shape: RoundDrawn, drawn: Draw, tables_: Sequence[int]) -> RoundDrawn:
    """Games that have begun keep their numbers."""
    latest = state.latest
    again = latest is not None and latest.number == shape.round_number and shape.seed
    known = {pair_of(one): one.number for one in begun(state, latest if again else None)}
    seatings, fresh = [], state.next_game
    for pair, table in zip(drawn.pairs, tables_, strict=True):
        seatings.append(Seating(known.get(pair, fresh), table, Pair(*pair)))
        fresh += pair not in known
    return replace(
        shape,
        seatings=tuple(seatings),
        bye=drawn.bye,
        paired_down=drawn.paired_down,
        gave_way=drawn.gave_way,
    )


def _paired_down(before: State, command: EnterPairings) -> tuple[int, ...]:
    """Of each pair with different tournament points, the player with more."""
    tp = {row.number: row.tp for row in standings(before)}
    points = [(tp.get(one, 0), tp.get(two, 0), one, two) for one, two in command.pairs]
    return tuple(one if a > b else two for a, b, one, two in points if a != b)
