"""Decisions about rounds: drawing, publishing, starting, finishing."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from app.engine.commands import (
    ChooseScenario,
    DrawRound,
    EnterPairings,
    FinishRound,
    PublishRound,
    Refused,
    RoundCommand,
    StartRound,
)
from app.engine.events import (
    Event,
    RoundDrawn,
    RoundFinished,
    RoundPublished,
    RoundStarted,
    ScenarioChosen,
    Seating,
)
from app.engine.game import Game
from app.engine.pairing import Entrant, draw
from app.engine.side import Pair
from app.engine.standings import played, sole_leader, standings
from app.engine.state import Round, Stage, State
from app.engine.verdict import final_result

Decision = tuple[Event, ...] | Refused


def decide_round(state: State, command: RoundCommand, at_ms: int, *, insist: bool) -> Decision:
    latest = state.latest
    match command:
        case DrawRound() | EnterPairings():
            return _draw(state, command, at_ms, insist=insist)
        case ChooseScenario():
            if latest is None or latest.stage in {Stage.STARTED, Stage.FINISHED}:
                return Refused("The scenario can be changed between the draw and the start.")
            return (ScenarioChosen(latest.number, command.scenario),)
        case PublishRound():
            if latest is None or latest.stage is not Stage.DRAWN:
                return Refused("There is no new draw to publish. Draw the round first.")
            return (RoundPublished(latest.number),)
        case StartRound():
            if latest is None or latest.stage not in {Stage.DRAWN, Stage.PUBLISHED}:
                return Refused("There is no round to start. Draw and publish it first.")
            if latest.stage is Stage.DRAWN and not insist:
                return Refused(
                    f"Round {latest.number} is not published; players do not know their tables.",
                    insistable=True,
                )
            return (RoundStarted(latest.number, at_ms),)
        case FinishRound():
            return _finish(state, at_ms, insist=insist)


def missing_results(state: State, round_: Round) -> tuple[Game, ...]:
    """The round's games that are still out."""
    return tuple(game for game in state.games_of(round_) if final_result(game) is None)


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
    every = state.packet.scenarios if state.packet else ()
    used = {one.scenario for one in state.rounds if one.number != round_number}
    left = [one.number for one in every if one.number not in used]
    left = left or [one.number for one in every]
    if not left:
        return 0
    digest = hashlib.sha256(f"scenario|{seed}|{round_number}".encode()).digest()
    return left[int.from_bytes(digest[:8], "big") % len(left)]


def _draw(
    state: State, command: DrawRound | EnterPairings, at_ms: int, *, insist: bool
) -> Decision:
    latest = state.latest
    again = latest is not None and _draws_again(latest, command)
    if latest is not None and not insist:
        doubt = _doubt(state, latest, again=again)
        if doubt:
            return Refused(doubt, insistable=True)
    if len(field(state)) < 2:
        return Refused("A draw needs two players. Check players in first.")
    events: list[Event] = []
    if latest is not None and not again and latest.stage is not Stage.FINISHED:
        events.append(RoundFinished(latest.number, at_ms))
    number = latest.number if latest and again else len(state.rounds) + 1
    attempt = latest.attempt + 1 if latest and again else 1
    drawn = _drawn(state, command, number, attempt)
    return drawn if isinstance(drawn, Refused) else (*events, drawn)


def _draws_again(latest: Round, command: DrawRound | EnterPairings) -> bool:
    asked = isinstance(command, DrawRound) and command.again
    return latest.stage is Stage.DRAWN or asked


def _doubt(state: State, latest: Round, *, again: bool) -> str:
    """What speaks against drawing now; empty when nothing does."""
    number = latest.number
    if again:
        if latest.stage is Stage.DRAWN:
            return ""
        results = sum(final_result(game) is not None for game in state.games_of(latest))
        return (
            f"Round {number} is already public, with {results} results entered. A new draw sets its"
            " games and results aside; undo brings them back."
        )
    if latest.stage is Stage.PUBLISHED:
        return f"Round {number} is published but not started. Start and finish it first."
    out = missing_results(state, latest)
    if out:
        tables = ", ".join(str(game.table) for game in out)
        return f"Round {number} has no result yet at table {tables}. Enter the results first."
    leader = sole_leader(state)
    if leader is not None:
        return f"{state.name(leader)} leads alone after round {number}: the event is decided."
    return ""


def _drawn(
    state: State, command: DrawRound | EnterPairings, number: int, attempt: int
) -> RoundDrawn | Refused:
    seed = command.seed if isinstance(command, DrawRound) else 0
    scenario = command.scenario
    if scenario is None:
        scenario = roll_scenario(state, seed, number)
    if isinstance(command, EnterPairings):
        return _entered(state, command, number, attempt, scenario)
    names = {one.number: one.entry.name for one in state.players.values()}
    fresh = _without(state, number)
    drawn = draw(entrants(fresh), round_number=number, seed=seed, attempt=attempt, names=names)
    return RoundDrawn(
        round_number=number,
        attempt=attempt,
        seed=seed,
        seatings=_seatings(state, drawn.pairs, range(1, len(drawn.pairs) + 1)),
        bye=drawn.bye,
        paired_down=drawn.paired_down,
        gave_way=drawn.gave_way,
        scenario=scenario,
    )


def _entered(
    state: State, command: EnterPairings, number: int, attempt: int, scenario: int
) -> RoundDrawn | Refused:
    seated = [one for pair in command.pairs for one in pair]
    seated += [command.bye] if command.bye is not None else []
    twice = next((one for one in seated if seated.count(one) > 1), None)
    if twice is not None:
        return Refused(f"{state.name(twice)} would sit at two tables.")
    unknown = next((one for one in seated if one not in state.players), None)
    if unknown is not None:
        return Refused(f"There is no player number {unknown}.")
    tp = {row.number: row.tp for row in standings(_without(state, number))}
    down = [
        max(pair, key=lambda one: tp.get(one, 0))
        for pair in command.pairs
        if tp.get(pair[0], 0) != tp.get(pair[1], 0)
    ]
    tables = command.tables or range(1, len(command.pairs) + 1)
    return RoundDrawn(
        round_number=number,
        attempt=attempt,
        seed=0,
        seatings=_seatings(state, command.pairs, tables),
        bye=command.bye,
        paired_down=tuple(down),
        gave_way=(),
        scenario=scenario,
    )


def _without(state: State, number: int) -> State:
    """The event as it was before round ``number`` was drawn."""
    games = {key: game for key, game in state.games.items() if game.round_number != number}
    rounds = tuple(one for one in state.rounds if one.number != number)
    return replace(state, rounds=rounds, games=games)


def _seatings(
    state: State, pairs: Sequence[tuple[int, int]], tables: Sequence[int]
) -> tuple[Seating, ...]:
    numbered = zip(pairs, tables, strict=True)
    return tuple(
        Seating(state.next_game + index, table, Pair(*pair))
        for index, (pair, table) in enumerate(numbered)
    )


def _finish(state: State, at_ms: int, *, insist: bool) -> Decision:
    latest = state.latest
    if latest is None or latest.stage is not Stage.STARTED:
        return Refused("There is no round under way to finish.")
    out = missing_results(state, latest)
    if out and not insist:
        tables = ", ".join(str(game.table) for game in out)
        return Refused(
            f"Table {tables} has no result yet. Finished now, those games count for nobody.",
            insistable=True,
        )
    return (RoundFinished(latest.number, at_ms),)
