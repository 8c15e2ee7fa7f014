"""Decisions about rounds: drawing, publishing, starting, finishing."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias, assert_never

from app.engine.commands import (
    CallDiceDown,
    ChooseScenario,
    DrawRound,
    EnterPairings,
    FinishRound,
    PublishRound,
    Refused,
    RoundCommand,
    SetRoundLength,
    StartRound,
)
from app.engine.decide_round_clock import dice_down, set_length, started
from app.engine.draw.best import draw
from app.engine.draw.field import Draw, Entrant
from app.engine.events import (
    Event,
    RoundDrawn,
    RoundFinished,
    RoundPublished,
    ScenarioChosen,
    Seating,
)
from app.engine.game import Game
from app.engine.side import Pair
from app.engine.standings import played, sole_leader, standings
from app.engine.state import Round, Stage, State
from app.engine.verdict import final_result
from app.engine.wording import counted, listed, tables

Decision: TypeAlias = tuple[Event, ...] | Refused


def decide_round(state: State, command: RoundCommand, at_ms: int, *, insist: bool) -> Decision:
    latest = state.latest
    match command:
        case DrawRound() | EnterPairings():
            return _draw(state, command, at_ms, insist=insist)
        case ChooseScenario():
            return _choose(state, command, insist=insist)
        case PublishRound():
            if latest is None or latest.stage is not Stage.DRAWN:
                return Refused("There is no new draw to publish. Draw the round first.")
            return _left_out(state, latest, insist=insist) or (RoundPublished(latest.number),)
        case StartRound():
            if latest is None or latest.stage not in {Stage.DRAWN, Stage.PUBLISHED}:
                return Refused("There is no round to start. Draw and publish it first.")
            if latest.stage is Stage.DRAWN and not insist:
                return Refused(
                    f"Round {latest.number} is not published: players do not know their tables.",
                    insistable=True,
                )
            refused = _left_out(state, latest, insist=insist)
            return refused or (started(state, latest, command, at_ms),)
        case SetRoundLength():
            return set_length(latest, command)
        case CallDiceDown():
            return dice_down(state, at_ms, insist=insist)
        case FinishRound():
            return _finish(state, at_ms, insist=insist)
        case _:
            assert_never(command)


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
    packet = state.packet
    used = [one.scenario for one in state.rounds if one.number != round_number]
    left = [one.number for one in packet.scenarios_left(used)] if packet else []
    if not left:
        return 0
    digest = hashlib.sha256(f"scenario|{seed}|{round_number}".encode()).digest()
    return left[int.from_bytes(digest[:8], "big") % len(left)]


def _choose(state: State, command: ChooseScenario, *, insist: bool) -> Decision:
    latest = state.latest
    if latest is None or latest.stage in {Stage.STARTED, Stage.FINISHED}:
        return Refused("The scenario can be changed between the draw and the start.")
    refused = _scenario_fault(state, command.scenario, latest.number, insist=insist)
    return refused or (ScenarioChosen(latest.number, command.scenario),)


def _scenario_fault(
    state: State, number: int, round_number: int, *, insist: bool
) -> Refused | None:
    scenario = state.packet.scenario(number) if state.packet else None
    if scenario is None:
        return Refused(f"There is no scenario {number} in this packet.")
    for one in state.rounds:
        if one.scenario == number and one.number != round_number and not insist:
            return Refused(
                f"Round {one.number} was played with {scenario.name}; a scenario is played once.",
                insistable=True,
            )
    return None


def _draw(
    state: State, command: DrawRound | EnterPairings, at_ms: int, *, insist: bool
) -> Decision:
    """The draw comes first of the act's events: it is what undo names and takes back."""
    latest = state.latest
    again = latest is not None and (latest.stage is Stage.DRAWN or command.again)
    number = latest.number if latest and again else len(state.rounds) + 1
    attempt = latest.attempt + 1 if latest and again else 1
    refused = _fault(state, command) or (
        _scenario_fault(state, command.scenario, number, insist=insist)
        if command.scenario is not None
        else None
    )
    if refused:
        return refused
    doubts = [] if insist else [*_doubts(state, again=again), *_entry_doubts(state, command)]
    if doubts:
        return Refused(" ".join(doubts), insistable=True)
    drawn = _drawn(state, command, number, attempt)
    if latest is None or again or latest.stage is Stage.FINISHED:
        return (drawn,)
    return (drawn, RoundFinished(latest.number, at_ms))


def _fault(state: State, command: DrawRound | EnterPairings) -> Refused | None:
    """Why there can be no such round."""
    if isinstance(command, DrawRound):
        if len(field(state)) < 2:
            return Refused("A draw needs two players. Check players in first.")
        return None
    if not command.pairs:
        return Refused("There are no pairings. Enter at least one.")
    seated = _seated(command)
    twice = next((one for one, times in Counter(seated).items() if times > 1), None)
    if twice is not None:
        return Refused(f"{state.name(twice)} is in the pairings twice.")
    unknown = next((one for one in seated if one not in state.players), None)
    if unknown is not None:
        return Refused(f"There is no player number {unknown}.")
    numbers = command.tables
    if numbers and (len(numbers) != len(command.pairs) or len({*numbers}) != len(numbers)):
        return Refused("Each pair needs a table of its own.")
    return None


def _seated(command: EnterPairings) -> list[int]:
    bye = [] if command.bye is None else [command.bye]
    return [*(one for pair in command.pairs for one in pair), *bye]


def _entry_doubts(state: State, command: DrawRound | EnterPairings) -> Iterator[str]:
    """What is odd about the players or tables of the new round."""
    here = set(field(state))
    games = len(here) // 2
    if isinstance(command, EnterPairings):
        seated, games = set(_seated(command)), len(command.pairs)
        if absent := sorted(seated - here):
            yield f"{listed(map(state.name, absent))} would play without being checked in."
        if left_out := sorted(here - seated):
            yield f"{listed(map(state.name, left_out))} would have no game."
    tables_ = state.settings.tables if state.settings else 0
    if 0 < tables_ < games:
        yield f"There are {counted(games, 'game')} and {counted(tables_, 'table')}."


def _doubts(state: State, *, again: bool) -> Iterator[str]:
    """What speaks against drawing now."""
    latest = state.latest
    if latest is None or (again and latest.stage is Stage.DRAWN):
        return
    number = latest.number
    out = missing_results(state, latest)
    leader = sole_leader(state)
    planned = state.settings.rounds if state.settings else 0
    if again:
        entered = counted(len(latest.games) - len(out), "result")
        yield (
            f"Round {number} is public already, with {entered}. A new draw sets its games and"
            " results aside; undo brings them back."
        )
    elif latest.stage is Stage.PUBLISHED:
        yield f"Round {number} is published but not started. Start and finish it first."
    elif out:
        yield f"Round {number} has no result yet at {tables(out)}. Enter the results first."
    elif leader is not None:
        yield f"{state.name(leader)} leads alone after round {number}: the event is decided."
    elif 0 < planned <= number:
        yield f"Round {number} was the last of {planned}."


def _drawn(
    state: State, command: DrawRound | EnterPairings, number: int, attempt: int
) -> RoundDrawn:
    seed = command.seed if isinstance(command, DrawRound) else 0
    scenario = command.scenario
    if scenario is None:
        scenario = roll_scenario(state, seed, number)
    before = _without(state, number)
    if isinstance(command, EnterPairings):
        drawn = Draw(command.pairs, command.bye, _paired_down(before, command), ())
    else:
        names = {one.number: one.entry.name for one in state.players.values()}
        drawn = draw(entrants(before), round_number=number, seed=seed, attempt=attempt, names=names)
    entered = command.tables if isinstance(command, EnterPairings) else ()
    return RoundDrawn(
        round_number=number,
        attempt=attempt,
        seed=seed,
        seatings=tuple(
            Seating(state.next_game + index, entered[index] if entered else index + 1, Pair(*pair))
            for index, pair in enumerate(drawn.pairs)
        ),
        bye=drawn.bye,
        paired_down=drawn.paired_down,
        gave_way=drawn.gave_way,
        scenario=scenario,
    )


def _paired_down(before: State, command: EnterPairings) -> tuple[int, ...]:
    """Of each pair with different tournament points, the player with more."""
    tp = {row.number: row.tp for row in standings(before)}
    points = [(tp.get(one, 0), tp.get(two, 0), one, two) for one, two in command.pairs]
    return tuple(one if a > b else two for a, b, one, two in points if a != b)


def _without(state: State, number: int) -> State:
    """The event as it was before round ``number`` was drawn."""
    games = {key: game for key, game in state.games.items() if game.round_number != number}
    rounds = tuple(one for one in state.rounds if one.number != number)
    return replace(state, rounds=rounds, games=games)


def _left_out(state: State, round_: Round, *, insist: bool) -> Refused | None:
    """Players of the round who have left the event since it was drawn."""
    left = [
        state.players[one].entry.name
        for game in state.games_of(round_)
        for one in game.players
        if one in state.players and state.players[one].status.has_left
    ]
    if not left or insist:
        return None
    return Refused(
        f"{listed(left)} left the event after the draw. Draw again, or report a no-show.",
        insistable=True,
    )


def _finish(state: State, at_ms: int, *, insist: bool) -> Decision:
    latest = state.latest
    if latest is None or latest.stage is not Stage.STARTED:
        return Refused("There is no round under way to finish.")
    out = missing_results(state, latest)
    if out and not insist:
        return Refused(
            f"No result yet at {tables(out)}. Finished now, those games count for nobody.",
            insistable=True,
        )
    return (RoundFinished(latest.number, at_ms),)
