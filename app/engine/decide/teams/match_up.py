"""Decisions about match-ups: who may choose what, and what the desk types."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decider, Decision
from app.engine.acts.draw import PairingsChanged
from app.engine.acts.rounds import Seating
from app.engine.acts.teams.match_up import (
    ChooseInMatchUp,
    ChosenInMatchUp,
    MatchUpTyped,
    TakeBackInMatchUp,
    TakenBackInMatchUp,
    TypeMatchUp,
)
from app.engine.language import plural, say
from app.engine.match_up.faults import Fault, Why, fault, typed_pairs
from app.engine.match_up.progress import Choice, Met, by_seat, left_over
from app.engine.match_up.run import run
from app.engine.rounds.match_ups import MatchUpNow, carried_match_ups, match_up, seatings
from app.engine.side import Pair, Side
from app.engine.standings.matches import team_of
from app.engine.state import MatchUp, Stage, State
from app.engine.table.game import tables_of
from app.engine.table.verdict import final_result

NONE = Refused(say("There is no match-up at that table now. Look at the round’s matches again."))


def fault_words(state: State, now: MatchUpNow, side: Side | None, found: Fault) -> str:
    """What is wrong, as a sentence. ``side``: whose choice it is, None for the desk's pairs."""
    name = state.name(found.number)
    match found.why:
        case Why.DONE:
            return say("This match-up is complete already.")
        case Why.STEP_OVER:
            return say("That step is over. Look at the match-up again.")
        case Why.NOT_ASKED:
            team = now.names.of(side) if side else ""
            return say("It is not {team}’s turn. Wait for the other captain.", team=team)
        case Why.COUNT:
            return plural(found.number, "Choose {count} of them.", "Choose {count} of them.")
        case Why.TWICE:
            return say("{name} is named twice.", name=name)
        case Why.OTHER_TEAM:
            return _not_of_team(state, now, found)
        case Why.HAS_OPPONENT:
            return say("{name} has an opponent already.", name=name)
        case Why.NOT_FREE:
            return say("{name} cannot be chosen in this step.", name=name)
        case Why.LEFT_OUT:
            return say("{name} has no opponent yet.", name=name)
        case _:
            return say("Choose a free table of this match, a different one for each pair.")


def _not_of_team(state: State, now: MatchUpNow, found: Fault) -> str:
    """Also about a player of the team who has no seat in this round."""
    number, side = found.number, found.side or Side.RED
    name = state.name(number)
    if number not in state.players:
        return say("There is no player number {number}.", number=number)
    if table := _plays_elsewhere(state, now, number):
        return say("{name} already plays at table {table} this round.", name=name, table=table)
    if team_of(state, number) == now.match.teams.of(side):
        return say("{name} has no seat in this match. Give them one in the team first.", name=name)
    return say("{name} does not play for {team}.", name=name, team=now.names.of(side))


def _plays_elsewhere(state: State, now: MatchUpNow, number: int) -> int:
    """The table of the player's game in another match of the round; 0 for none."""
    games = (game for game in state.games.values() if number in game.players)
    same_round = (game for game in games if game.round_number == now.match.round_number)
    return next((game.table for game in same_round if game.number not in now.match.games), 0)


def _choose(state: State, command: ChooseInMatchUp, _at_ms: int, *, insist: bool) -> Decision:
    now = match_up(state, command.match)
    if now is None or (command.captain and _is_secret(state)):
        return NONE
    refused = _not_theirs(now, command)
    if refused:
        return Refused(refused)
    choice = Choice(command.side, command.step, command.chosen)
    if now.is_complete:
        return Refused(fault_words(state, now, None, Fault(Why.DONE)))
    found = fault(now.progress, choice)
    if found is not None:
        return Refused(fault_words(state, now, command.side, found))
    chosen = ChosenInMatchUp(
        now.match.round_number,
        now.number,
        command.side,
        command.step,
        command.chosen,
        command.captain,
    )
    progress = run(now.progress.meeting, (*now.made.choices, choice))
    if not progress.is_done:
        return (chosen,)
    seated = seatings(now, progress.met, state)
    return (replace(chosen, seatings=seated, byes=left_over(progress.meeting.teams, progress.met)),)


def _is_secret(state: State) -> bool:
    """Whether the latest round is the organizer's alone: no captain knows of its matches."""
    return state.latest is not None and state.latest.stage is Stage.DRAWN


def _not_theirs(now: MatchUpNow, command: ChooseInMatchUp) -> str:
    """Why this captain does not choose; empty when they do, and for the desk."""
    if not command.captain:
        return ""
    if command.captain != now.captains.of(command.side):
        return say("Only the captain of {team} chooses.", team=now.names.of(command.side))
    return ""


def _type(state: State, command: TypeMatchUp, _at_ms: int, *, insist: bool) -> Decision:
    now = match_up(state, command.match)
    if now is None:
        return NONE
    meeting = now.progress.meeting
    met: tuple[Met, ...] | Fault = by_seat(meeting.teams, meeting.tables)
    if command.pairs:
        met = typed_pairs(meeting, command.pairs, command.tables)
    if isinstance(met, Fault):
        return Refused(fault_words(state, now, None, met))
    seated = seatings(now, met, state)
    doubts = [*_typed_doubts(state, now, seated)]
    if doubts and not insist:
        return Refused(" ".join(doubts), insistable=True)
    return (
        MatchUpTyped(now.match.round_number, now.number, seated, left_over(meeting.teams, met)),
    )


def _typed_doubts(state: State, now: MatchUpNow, seated: Sequence[Seating]) -> Iterator[str]:
    if now.made.complete:
        yield _known_words()
    begun = [
        state.games[seating.game]
        for seating in seated
        if state.games[seating.game].players != seating.players
        and (state.games[seating.game].play.clock or final_result(state.games[seating.game]))
    ]
    if begun:
        yield say("What was played at {tables} is set aside.", tables=tables_of(begun))


def _take_back(state: State, command: TakeBackInMatchUp, _at_ms: int, *, insist: bool) -> Decision:
    now = match_up(state, command.match)
    if now is None:
        return NONE
    if not now.made.choices and not now.made.typed:
        return Refused(say("Nothing is chosen in this match-up yet."))
    if state.latest is None or state.latest.has_begun or now.has_begun:
        return Refused(
            say("Games have begun. Type the match-up if the players have to meet others.")
        )
    if now.made.complete and not insist:
        return Refused(_known_words(), insistable=True)
    seated, left = _by_seat(state, now)
    return (TakenBackInMatchUp(now.match.round_number, now.number, seated, left),)


def _by_seat(state: State, now: MatchUpNow) -> tuple[tuple[Seating, ...], tuple[int, ...]]:
    """The match's games by seat, and who is left over."""
    meeting = now.progress.meeting
    met = by_seat(meeting.teams, meeting.tables)
    return seatings(now, met, state), left_over(meeting.teams, met)


def _known_words() -> str:
    return say("This match-up is complete already: players may know their opponents.")


def undo_fault(state: State, event: ChosenInMatchUp) -> Refused | None:
    """Why the desk's choice is not undone by itself: captains have gone on from it."""
    round_ = state.round(event.round_number)
    choices = round_.match_ups.get(event.match, MatchUp()).choices if round_ else ()
    if not choices or choices[-1] == Choice(event.side, event.step, event.chosen):
        return None
    return Refused(
        say("The captains have chosen since. Take their choices back in the match-up first.")
    )


def choices_lost(state: State, change: PairingsChanged) -> tuple[str, ...]:
    """A sentence for each match-up whose choices do not outlast a change of the pairings."""
    carried = carried_match_ups(state, change)
    parted = tuple(
        say(
            "Other teams meet at table {table}: what was chosen in the match-up there no longer"
            " counts.",
            table=number,
        )
        for number in carried.parted
    )
    reseated = tuple(
        say(
            "The tables of the match at table {table} change: what was chosen in its match-up no"
            " longer counts.",
            table=number,
        )
        for number in carried.reseated
    )
    return (*parted, *reseated)


def set_by_seat(state: State, open_match_ups: Sequence[MatchUpNow]) -> tuple[MatchUpTyped, ...]:
    """These match-ups by seat, because the round starts without them."""
    return tuple(
        MatchUpTyped(now.match.round_number, now.number, *_by_seat(state, now))
        for now in open_match_ups
    )


def incomplete_words(open_match_ups: Sequence[MatchUpNow]) -> str:
    """The question to the organizer before a round starts with incomplete match-ups."""
    named = [_versus(now.names) for now in open_match_ups[:3]]
    words = plural(
        len(open_match_ups),
        "The match-up of {matches} is not complete.",
        "{count} match-ups are not complete: {matches}.",
        matches="; ".join(named) + ("; …" if len(open_match_ups) > len(named) else ""),
    )
    return say("{words} If you start now, these players meet by seat.", words=words)


def _versus(names: Pair[str]) -> str:
    return say("{red} against {blue}", red=names.red, blue=names.blue)


DECIDERS: Mapping[type, Decider] = {
    ChooseInMatchUp: _choose,
    TypeMatchUp: _type,
    TakeBackInMatchUp: _take_back,
}
