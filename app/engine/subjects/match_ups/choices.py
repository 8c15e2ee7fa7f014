"""Choices in a match-up, by captains or the desk, and pairs that the desk types.

The history does not report a choice, which may be secret until the other captain has chosen. It
reports the pairs once they are complete.
"""

from collections.abc import Callable, Iterator, Sequence

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.rounds import Seating
from app.engine.acts.stations.roles import Role
from app.engine.acts.teams.match_up import (
    ChooseInMatchUp,
    ChosenInMatchUp,
    MatchUpChange,
    MatchUpTyped,
    TakeBackInMatchUp,
    TakenBackInMatchUp,
    TypeMatchUp,
)
from app.engine.formats.terms import terms_for
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.match_up.faults import Fault, Why, find_choice_fault, typed_pairs
from app.engine.match_up.progress import Choice, Met, by_seat, left_over
from app.engine.match_up.run import run
from app.engine.rounds.match_ups import MatchUpNow, match_up, seatings
from app.engine.state import Bye, MatchUp, Round, Stage, State
from app.engine.subjects.act import Act, Context, Undoing
from app.engine.subjects.match_ups.by_seat import games_by_seat
from app.engine.subjects.match_ups.faults import fault_words
from app.engine.table.game import Game, kept_or_new, tables_of
from app.engine.table.verdict import final_result

NONE = Refused(say("There is no match-up at that table now. Look at the round’s matches again."))


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
    found = find_choice_fault(now.progress, choice)
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
    """Tell whether only the organizer knows the latest round, so that no captain knows its
    matches.
    """
    return state.latest is not None and state.latest.stage is Stage.DRAWN


def _not_theirs(now: MatchUpNow, command: ChooseInMatchUp) -> str:
    """Return why this captain may not choose; empty if they may, or if the desk chooses."""
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
            say("Games have begun. Type the match-up if the players have to meet other opponents.")
        )
    if now.made.complete and not insist:
        return Refused(_known_words(), insistable=True)
    seated, left = games_by_seat(state, now)
    return (TakenBackInMatchUp(now.match.round_number, now.number, seated, left),)


def _known_words() -> str:
    return say("This match-up is already complete: players may know their opponents.")


def _undo_fault(state: State, event: ChosenInMatchUp) -> Refused | None:
    """Return the refusal to undo the desk's choice if captains have chosen since; None
    otherwise.
    """
    round_ = state.round(event.round_number)
    choices = round_.match_ups.get(event.match, MatchUp()).choices if round_ else ()
    if not choices or choices[-1] == Choice(event.side, event.step, event.chosen):
        return None
    return Refused(
        say("The captains have chosen since. Take their choices back in the match-up first.")
    )


def _apply_choice(state: State, event: ChosenInMatchUp) -> State:
    choice = Choice(event.side, event.step, event.chosen)
    return _change_match_up(
        state,
        event,
        lambda made: replace(
            made,
            choices=(*made.choices, choice),
            complete=made.complete or bool(event.seatings),
        ),
    )


def _apply_typing(state: State, event: MatchUpTyped) -> State:
    return _change_match_up(state, event, lambda made: replace(made, complete=True, typed=True))


def _taken_back(state: State, event: TakenBackInMatchUp) -> State:
    return _change_match_up(state, event, _without_latest)


def _without_latest(made: MatchUp) -> MatchUp:
    if made.typed:
        return replace(made, complete=False, typed=False)
    return replace(made, complete=False, choices=made.choices[:-1])


def _change_match_up(
    state: State, event: MatchUpChange, change: Callable[[MatchUp], MatchUp]
) -> State:
    round_ = state.round(event.round_number)
    if round_ is None:
        return state
    made = change(round_.match_ups.get(event.match, MatchUp()))
    round_ = replace(round_, match_ups={**round_.match_ups, event.match: made})
    return _seat_games(state, round_, event.seatings, event.byes)


def _seat_games(
    state: State, round_: Round, seatings: Sequence[Seating], byes: Sequence[int]
) -> State:
    """Return the state with these games in the round, and byes for these players."""
    seatings = [seating for seating in seatings if seating.game in round_.games]
    if state.packet is None or state.settings is None or not seatings:
        return state.with_round(round_)
    terms = terms_for(state.packet, state.settings, round_.scenario)
    games = {
        seating.game: kept_or_new(
            state.games.get(seating.game),
            Game(seating.game, round_.number, seating.table, seating.players, terms),
        )
        for seating in seatings
    }
    moved = {n for game in games.values() for n in game.players} | {*byes}
    same = {
        n
        for number, game in games.items()
        if number in state.games and state.games[number].players == game.players
        for n in game.players
    }
    stay = [bye for bye in round_.byes if bye.player not in moved]
    every = (*stay, *(Bye(player, terms.bye_cp, terms.bye_apd) for player in byes))
    lists = {n: chosen for n, chosen in round_.lists.items() if n not in moved or n in same}
    round_ = replace(round_, bye=next(iter(every), None), more_byes=every[1:], lists=lists)
    return replace(state.with_round(round_), games={**state.games, **games})


def _chosen_words(event: ChosenInMatchUp, context: Context) -> str:
    if event.captain:
        words = say(
            "Match-up at table {match}: {captain} chose",
            match=event.match,
            captain=context.name(event.captain),
        )
    else:
        words = say("Match-up at table {match}: the desk chose", match=event.match)
    return f"{words}. {_pairs(event.seatings, context)}" if event.seatings else words


def _typed_words(event: MatchUpTyped, context: Context) -> str:
    return say(
        "Match-up at table {match}, by the desk: {pairs}",
        match=event.match,
        pairs=_pairs(event.seatings, context),
    )


def _pairs(seated: Sequence[Seating], context: Context) -> str:
    return ", ".join(
        say(
            "{red} against {blue}",
            red=context.name(seating.players.red),
            blue=context.name(seating.players.blue),
        )
        for seating in seated
    )


def _is_of_desk(event: ChosenInMatchUp) -> bool:
    return not event.captain


_NAME = say("match-up at table {match}")

ACTS = (
    Act(
        ChooseInMatchUp, ChosenInMatchUp, kind="match_up_chosen", by=Role.SCOREKEEPER,
        decide=_choose, apply=_apply_choice, words=_chosen_words, undo=_NAME, insist=None,
        takes_back=_is_of_desk, undoing=Undoing(refuse=_undo_fault),
    ),
    Act(
        TypeMatchUp, MatchUpTyped, kind="match_up_typed", by=Role.SCOREKEEPER,
        decide=_type, apply=_apply_typing, words=_typed_words,
        undo=_NAME, insist=say("&Use this match-up"), stops_games=True,
    ),
    Act(
        TakeBackInMatchUp, TakenBackInMatchUp, kind="match_up_taken_back", by=Role.SCOREKEEPER,
        decide=_take_back, apply=_taken_back,
        words=say("Match-up at table {match}: latest choice taken back"),
        undo=_NAME, insist=say("&Take the choice back"),
    ),
)  # fmt: skip
