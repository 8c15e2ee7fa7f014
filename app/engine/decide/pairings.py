"""Decisions about plans, set pairs and pairings changed by hand, after the draw or in a round."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decider, Decision
from app.engine.acts.draw import (
    ChangePlan,
    ChangeTies,
    EditPairings,
    FreePairing,
    MergePlayers,
    SeatLate,
    SetPairing,
    TakeOut,
)
from app.engine.acts.events import Event
from app.engine.acts.players import PlayersCheckedIn
from app.engine.decide.entries import merge, take_out
from app.engine.draw.compare import Comparison
from app.engine.draw.criteria import Grade
from app.engine.draw.values import BYE
from app.engine.draw.wishes import Plan, SetPair
from app.engine.language import plural, say
from app.engine.rounds.edit import changed_pairings, compared, lost_games, seat_late
from app.engine.state import Round, Stage, State, Status
from app.engine.subjects.match_ups.by_seat import choices_lost
from app.engine.table.game import tables_of
from app.engine.text import join_words


def fault_words(seen: Comparison, least: Grade) -> list[str]:
    """What is wrong with edited pairings, from that grade on, worst first."""
    return [fault.sentence for fault in seen.faults if fault.grade >= least]


def _change_plan(_state: State, command: ChangePlan, _at_ms: int, *, insist: bool) -> Decision:
    return _plan_fault(command.plan) or (command,)


def _change_groups(state: State, command: ChangeTies, _at_ms: int, *, insist: bool) -> Decision:
    if command.number not in state.players:
        return Refused(say("There is no player number {number}.", number=command.number))
    return (command,)


def _set_pair(state: State, command: SetPairing, _at_ms: int, *, insist: bool) -> Decision:
    return _pair_fault(state, command.pair, insist=insist) or (command,)


def _free_pair(state: State, command: FreePairing, _at_ms: int, *, insist: bool) -> Decision:
    if not any(pair.is_of(command.one, command.other) for pair in state.set_pairs):
        return Refused(say("Nothing is set for these two."))
    return (command,)


def _take_out(state: State, command: TakeOut, _at_ms: int, *, insist: bool) -> Decision:
    return take_out(state, command.number, insist=insist)


def _plan_fault(plan: Plan) -> Refused | None:
    kinds = [rule.kind for rule in plan.apart]
    if len({*kinds}) < len(kinds):
        return Refused(say("Each reason to keep players apart can be in the order only once."))
    numbers = [table.number for table in plan.tables]
    if len({*numbers}) < len(numbers) or any(number < 1 for number in numbers):
        return Refused(say("Every table needs a number of its own, from 1 on."))
    if plan.no_show_minutes < 0:
        return Refused(say("The time until a no-show cannot be negative. Use 0 for none."))
    return None


def _pair_fault(state: State, pair: SetPair, *, insist: bool) -> Refused | None:
    if pair.one not in state.players:
        return Refused(say("There is no player number {one}.", one=pair.one))
    if pair.other != BYE and pair.other not in state.players:
        return Refused(say("There is no player number {other}.", other=pair.other))
    if pair.one == pair.other:
        return Refused(say("A pair takes two players."))
    if not pair.reason.strip():
        return Refused(say("Say why these two are set or forbidden."))
    if pair.together and not insist:
        for set_pair in state.set_pairs:
            if set_pair.together and {set_pair.one, set_pair.other} & {pair.one, pair.other} - {
                BYE
            }:
                if set_pair.is_of(*pair.numbers) or set_pair.round_number != pair.round_number:
                    continue
                names = [state.name(n) if n else say("the bye") for n in set_pair.numbers]
                return Refused(
                    say(
                        "{names} are set as a pair already; if two contradict each"
                        " other, the earlier one holds.",
                        names=join_words(names),
                    ),
                    insistable=True,
                )
    return None


def _open_round(state: State) -> Round | None:
    latest = state.latest
    return latest if latest is not None and latest.stage is not Stage.FINISHED else None


def _edit(state: State, command: EditPairings, _at_ms: int, *, insist: bool) -> Decision:
    round_ = _open_round(state)
    if round_ is None:
        return Refused(say("There is no round to change. Draw the next one first."))
    refused = _edit_fault(state, command)
    if refused:
        return refused
    more = command.more_byes
    changed = changed_pairings(
        state, round_, command.pairs, command.tables, command.bye, more_byes=more
    )
    if changed is None:
        return Refused(say("Nothing changes: these are the pairings and tables already."))
    seen = compared(state, round_, command.pairs, command.bye, more_byes=more)
    lost = lost_games(state, round_, command.pairs)
    chosen = choices_lost(state, changed.event)
    if not insist:
        doubts = [
            *(
                []
                if round_.stage is Stage.DRAWN
                else [say("Round {round} is public already.", round=round_.number)]
            ),
            *(
                [say("What was played at {tables} is set aside.", tables=tables_of(lost))]
                if lost
                else []
            ),
            *chosen,
            *fault_words(seen, Grade.CONFIRM),
        ]
        grave = [
            *fault_words(seen, Grade.CONFIRM_TWICE),
            *(
                [
                    plural(
                        len(lost),
                        "{count} game that began will not count.",
                        "{count} games that began will not count.",
                    )
                ]
                if lost
                else []
            ),
        ]
        if doubts:
            return Refused(" ".join(doubts), insistable=True, consequences=" ".join(grave))
    explained = changed.explained(seen, command.why)
    return (replace(explained, faults=(*explained.faults, *chosen)),)


def _edit_fault(state: State, command: EditPairings) -> Refused | None:
    numbers = [
        *(n for pair in command.pairs for n in pair),
        *_one(command.bye),
        *(command.more_byes or ()),
    ]
    twice = next((n for n in numbers if numbers.count(n) > 1), None)
    if twice is not None:
        return Refused(say("{name} is in the pairings twice.", name=state.name(twice)))
    unknown = next((n for n in numbers if n not in state.players), None)
    if unknown is not None:
        return Refused(say("There is no player number {unknown}.", unknown=unknown))
    taken = command.tables
    if len(taken) != len(command.pairs) or len({*taken}) != len(taken) or min(taken, default=1) < 1:
        return Refused(say("Each pair needs a table of its own."))
    return None if command.pairs else Refused(say("There are no pairings. Enter at least one."))


def _one(number: int | None) -> Sequence[int]:
    return () if number is None else (number,)


def _seat_late(state: State, command: SeatLate, _at_ms: int, *, insist: bool) -> Decision:
    number = command.number
    player, round_ = state.players.get(number), _open_round(state)
    if player is None:
        return Refused(say("There is no player number {number}.", number=number))
    if player.status.has_left:
        return Refused(
            say("{entry} has left the event. Readmit the player first.", entry=player.entry.name)
        )
    if round_ is None:
        return Refused(
            say("No round is drawn or under way. Check the player in for the next draw.")
        )
    edit = seat_late(state, round_, number)
    if edit is None:
        return Refused(
            say(
                "{entry} is in round {round} already.", entry=player.entry.name, round=round_.number
            )
        )
    lost = choices_lost(state, edit)
    doubts = [*_late_doubts(state, round_, number), *lost]
    if doubts and not insist:
        return Refused(" ".join(doubts), insistable=True)
    edit = replace(edit, faults=(*edit.faults, *lost))
    arrival_chosen: tuple[Event, ...] = ()
    if player.status is Status.REGISTERED:
        arrival_chosen = (PlayersCheckedIn((number,)),)
    return (edit, *arrival_chosen)


def _late_doubts(state: State, round_: Round, number: int) -> Iterator[str]:
    if round_.bye is None:
        yield say(
            "Nobody has the bye in round {round}: {name} would have it, with its points.",
            round=round_.number,
            name=state.name(number),
        )
        return
    other = round_.bye.player
    met = any(
        {number, other} == {*game.players}
        for game in state.games.values()
        if game.round_number < round_.number
    )
    if met:
        yield say(
            "{name} and {name_2} have met before.",
            name=state.name(number),
            name_2=state.name(other),
        )


DECIDERS: Mapping[type, Decider] = {
    ChangePlan: _change_plan,
    ChangeTies: _change_groups,
    SetPairing: _set_pair,
    FreePairing: _free_pair,
    EditPairings: _edit,
    SeatLate: _seat_late,
    TakeOut: _take_out,
    MergePlayers: merge,
}
