"""Decisions about a draw, by lot or by hand, and about its scenario."""

from collections import Counter
from collections.abc import Collection, Iterator

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.rounds import (
    ChooseScenario,
    DrawRound,
    EnterPairings,
    RoundFinished,
    ScenarioChosen,
)
from app.engine.language import plural, say
from app.engine.players.rosters import rosters
from app.engine.players.team_doubts import size_doubts
from app.engine.rounds.draw_request import games_begun, hall
from app.engine.rounds.draw_round import drawn_again, drawn_round, numbering
from app.engine.rounds.field import (
    absent,
    cut_over,
    field,
    is_of_teams,
    last_of_cut,
    level_teams,
    level_teams_words,
    lines,
    missing_results,
)
from app.engine.rounds.pair_round import scenarios_played
from app.engine.rounds.team_round import lineups
from app.engine.standings.matches import team_of, team_then
from app.engine.standings.ranking import before_round, sole_leader
from app.engine.state import Round, Stage, State
from app.engine.table.game import tables_of
from app.engine.text import join_words


def choose_scenario(
    state: State, command: ChooseScenario, _at_ms: int, *, insist: bool
) -> Decision:
    latest = state.latest
    if latest is None or latest.stage is Stage.FINISHED:
        return Refused(
            say("The scenario can be changed from the draw until the round is finished.")
        )
    refused = _scenario_fault(state, command.scenario, latest.number, insist=insist)
    if refused is None and latest.stage is Stage.STARTED and not insist:
        refused = Refused(
            say(
                "Round {latest} is under way: what its tables have scored counts by the new"
                " scenario then. Results entered stay.",
                latest=latest.number,
            ),
            insistable=True,
        )
    return refused or (ScenarioChosen(latest.number, command.scenario),)


def draw_round(
    state: State, command: DrawRound | EnterPairings, at_ms: int, *, insist: bool
) -> Decision:
    """The draw comes first of the act's events: it is what undo names and takes back."""
    again = drawn_again(state, command)
    number, attempt = numbering(state, again)
    before = before_round(state, number)
    same = again is not None and command.scenario == again.scenario
    refused = _fault(before, command) or (
        _scenario_fault(state, command.scenario, number, insist=insist or same)
        if command.scenario is not None and not _unknown(command)
        else None
    )
    if refused:
        return refused
    if not insist:
        doubts = [
            *_doubts(state, command, again=again is not None),
            *_entry_doubts(before, command, number),
        ]
        if doubts:
            return Refused(" ".join(doubts), insistable=True)
    drawn = drawn_round(state, command, number, attempt)
    latest = state.latest
    if latest is None or again or latest.stage is Stage.FINISHED:
        return drawn
    return (*drawn, RoundFinished(latest.number, at_ms))


def _unknown(command: DrawRound | EnterPairings) -> bool:
    """A played round whose scenario nobody has written down."""
    return isinstance(command, EnterPairings) and command.scenario == 0


def _scenario_fault(
    state: State, number: int, round_number: int, *, insist: bool
) -> Refused | None:
    """Nothing twice, and of a group no second one before one of each (SR2012, Scenario Selection),
    but for the EO's own order.
    """
    packet = state.packet
    scenario = packet.scenario(number) if packet else None
    if packet is None or scenario is None:
        return Refused(say("There is no scenario {number} in this packet.", number=number))
    if insist:
        return None
    played = scenarios_played(state)
    if number not in played:
        return Refused(
            say("{scenario} is not played at this event.", scenario=scenario.name), insistable=True
        )
    earlier = {
        round_.scenario: round_.number for round_ in state.rounds if round_.number != round_number
    }
    if number in earlier and not earlier.keys() >= {*played}:
        return Refused(
            say(
                "Round {earlier} was played with {scenario}; a scenario is played once.",
                earlier=earlier[number],
                scenario=scenario.name,
            ),
            insistable=True,
        )
    own_order = state.settings is not None and state.settings.in_order and state.settings.scenarios
    left = packet.scenarios_left(tuple(earlier), played)
    if own_order or scenario in left:
        return None
    group = {other.number for other in packet.scenarios if other.group == scenario.group}
    before = next(round_ for scenario_number, round_ in earlier.items() if scenario_number in group)
    return Refused(
        say(
            "Round {before} had a scenario of the group {group} already; each group is played"
            " once before one is played again.",
            before=before,
            group=scenario.group,
        ),
        insistable=True,
    )


def _fault(state: State, command: DrawRound | EnterPairings) -> Refused | None:
    """Why there can be no such round."""
    if isinstance(command, DrawRound):
        if cut_over(state):
            return Refused(
                say("{last_of_cut}: the event is decided.", last_of_cut=last_of_cut(state))
            )
        if is_of_teams(state) and len(lineups(state)) < 2:
            return Refused(
                say("A draw needs two teams. Give players a team, and check them in first.")
            )
        if len(field(state)) < 2:
            return Refused(say("A draw needs two players. Check players in first."))
        return None
    if not command.pairs:
        return Refused(say("There are no pairings. Enter at least one."))
    entered = _seated(command)
    twice = next((player for player, times in Counter(entered).items() if times > 1), None)
    if twice is not None:
        return Refused(say("{name} is in the pairings twice.", name=state.name(twice)))
    unknown = next((player for player in entered if player not in state.players), None)
    if unknown is not None:
        return Refused(say("There is no player number {unknown}.", unknown=unknown))
    numbers = command.tables
    if numbers and (len(numbers) != len(command.pairs) or len({*numbers}) != len(numbers)):
        return Refused(say("Each pair needs a table of its own."))
    return None


def _seated(command: EnterPairings) -> list[int]:
    bye = [] if command.bye is None else [command.bye]
    return [*(player for pair in command.pairs for player in pair), *bye, *command.more_byes]


def _entry_doubts(before: State, command: DrawRound | EnterPairings, number: int) -> Iterator[str]:
    """What is odd about the players or tables of the new round."""
    present = set(field(before))
    games = len(present) // 2
    if isinstance(command, EnterPairings):
        numbers, games = set(_seated(command)), len(command.pairs)
        strange = sorted(numbers - present)
        plays = [player for player in strange if before.players[player].plays]
        if missing := [player for player in strange if player not in plays]:
            yield say(
                "{missing} would play without being checked in.",
                missing=join_words(map(before.name, missing)),
            )
        if plays:
            named = join_words(map(before.name, plays))
            yield say("{names} would play after the cut without being in it.", names=named)
        if left_out := sorted(present - numbers):
            yield say(
                "{left_out} would have no game.", left_out=join_words(map(before.name, left_out))
            )
    elif is_of_teams(before):
        yield from _team_doubts(before, present)
    yield from _table_doubts(before, games)
    for level in lines(before, number):
        names = join_words(map(before.name, level))
        yield say(
            "{names} are level, and the next round depends on who is ahead: break the tie first.",
            names=names,
        )
    yield from map(level_teams_words, level_teams(before, number))
    if missed := absent(before):
        yield say(
            "{missed} did not come to the last games: drop them?",
            missed=join_words(map(before.name, missed)),
        )


def _team_doubts(before: State, present: Collection[int]) -> Iterator[str]:
    if alone := sorted(number for number in present if not team_of(before, number)):
        names = join_words(map(before.name, alone))
        yield say("{names} have no team and would have no game.", names=names)
    yield from _short_doubts(before)


def _short_doubts(before: State) -> Iterator[str]:
    """Teams that lack players and did not in the round before; no shortage is asked about twice."""
    seats = before.settings.team_seats if before.settings else 0
    last = before.rounds[-1:]
    games = [game for round_ in last for game in before.games_of(round_)]
    placed = [number for game in games for number in game.players]
    placed += [bye.player for round_ in last for bye in round_.byes]
    played = Counter(team_then(before, last[0], number) for number in placed)
    for lineup in lineups(before):
        if not played[lineup.team] or played[lineup.team] >= seats:
            yield from size_doubts(before, rosters(before)[lineup.team].name, lineup.seats)


def _table_doubts(before: State, games: int) -> Iterator[str]:
    given = hall(before.plan, before.settings.tables if before.settings else 0, games)
    usable = sum(table.in_use for table in given)
    if usable < games:
        yield say(
            "There are {games} and {tables} in use: set up"
            " {games_2} more under Draw and tables, or play above the last number.",
            games=plural(games, "{count} game", "{count} games"),
            tables=plural(usable, "{count} table", "{count} tables"),
            games_2=games - usable,
        )


def _doubts(state: State, command: DrawRound | EnterPairings, *, again: bool) -> Iterator[str]:
    """What speaks against drawing now."""
    latest = state.latest
    if latest is None or (again and latest.stage is Stage.DRAWN):
        return
    number = latest.number
    out = missing_results(state, latest)
    leader = None if is_of_teams(state) else sole_leader(state)
    planned = state.settings.rounds if state.settings else 0
    if again:
        entered = plural(len(latest.games) - len(out), "{count} result", "{count} results")
        yield say(
            "Round {number} is public already, with {entered}: players know their opponents."
            " {redraw_effect}",
            number=number,
            entered=entered,
            redraw_effect=_redraw_effect(state, latest, command),
        )
    elif latest.stage is Stage.PUBLISHED:
        yield say(
            "Round {number} is published but not started. Start and finish it first.", number=number
        )
    elif out:
        yield say(
            "Round {number} has no result yet at {tables}. Enter the results first.",
            number=number,
            tables=tables_of(out),
        )
    elif leader is not None:
        yield say(
            "{name} leads alone after round {number}: the event is decided.",
            name=state.name(leader),
            number=number,
        )
    elif 0 < planned <= number:
        yield say("Round {number} was the last of {planned}.", number=number, planned=planned)


def _redraw_effect(state: State, round_: Round, command: DrawRound | EnterPairings) -> str:
    """What a new draw makes of the games there are, and of what captains have chosen."""
    chosen = sum(bool(made.choices or made.typed) for made in round_.match_ups.values())
    effect = _games_effect(state, round_, command)
    if not chosen:
        return effect
    gone = plural(
        chosen,
        "What was chosen in {count} match-up no longer counts.",
        "What was chosen in {count} match-ups no longer counts.",
    )
    return say("{games} {match_ups}", games=effect, match_ups=gone)


def _games_effect(state: State, round_: Round, command: DrawRound | EnterPairings) -> str:
    if isinstance(command, EnterPairings):
        return say("New pairings set its games and results aside; undo brings them back.")
    games = games_begun(state, round_)
    if not games:
        return say("No game has begun; all are drawn again, and undo brings them back.")
    return say(
        "The games at {tables} have begun and stay; the others are drawn again.",
        tables=tables_of(games),
    )
