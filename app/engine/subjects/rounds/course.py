"""The course of a round after its draw: publishing, starting, setting its length and finishing
it.
"""

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.rounds import (
    FinishRound,
    PublishRound,
    RoundFinished,
    RoundLengthSet,
    RoundPublished,
    RoundStarted,
    SetRoundLength,
    StartRound,
)
from app.engine.acts.stations.roles import Role
from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.rounds.field import left_since, missing_results
from app.engine.rounds.match_ups import incomplete
from app.engine.state import Round, Stage, State
from app.engine.subjects.act import Act, Reach, Undoing
from app.engine.subjects.match_ups.by_seat import incomplete_words, set_by_seat
from app.engine.subjects.rounds.changes import with_round
from app.engine.table.game import tables_of
from app.engine.text import join_words


def _publish(state: State, _command: PublishRound, _at_ms: int, *, insist: bool) -> Decision:
    latest = state.latest
    if latest is None or latest.stage is not Stage.DRAWN:
        return Refused(say("There is no new draw to publish. Draw the round first."))
    return _left_out(state, latest, insist=insist) or (RoundPublished(latest.number),)


def _start(state: State, command: StartRound, at_ms: int, *, insist: bool) -> Decision:
    latest = state.latest
    if latest is None or latest.stage not in {Stage.DRAWN, Stage.PUBLISHED}:
        return Refused(say("There is no round to start. Draw and publish it first."))
    if latest.stage is Stage.DRAWN and not insist:
        return Refused(
            say(
                "Round {latest} is not published: players do not know their tables.",
                latest=latest.number,
            ),
            insistable=True,
        )
    refused = _left_out(state, latest, insist=insist)
    if refused:
        return refused
    open_match_ups = incomplete(state)
    if open_match_ups and not insist:
        return Refused(incomplete_words(open_match_ups), insistable=True)
    # the round lasts as long as was set when it was drawn, even if the settings have changed
    length_ms = latest.time.length_ms(command.secret) if latest.time else 0
    started = RoundStarted(latest.number, at_ms, length_ms)
    return (started, *set_by_seat(state, open_match_ups))


def _left_out(state: State, round_: Round, *, insist: bool) -> Refused | None:
    """Return the question about players of the round who have left the event since its draw. Return
    None if no player has left, or if the organizer insists.
    """
    left = [state.name(player) for player in left_since(state, round_)]
    if not left or insist:
        return None
    return Refused(
        say(
            "{left} left the event after the draw. Draw again, or report a no-show.",
            left=join_words(left),
        ),
        insistable=True,
    )


def _set_length(state: State, command: SetRoundLength, _at_ms: int, *, insist: bool) -> Decision:
    latest = state.round_under_way
    if latest is None:
        return Refused(say("There is no round under way."))
    if latest.dice_down_ms is not None:
        return Refused(say("Dice are already down."))
    if command.length_ms <= 0:
        return Refused(
            say("A round lasts longer than that. Enter its minutes, counted from the start.")
        )
    return (RoundLengthSet(latest.number, command.length_ms),)


def _finish(state: State, _command: FinishRound, at_ms: int, *, insist: bool) -> Decision:
    latest = state.round_under_way
    if latest is None:
        return Refused(say("There is no round under way to finish."))
    out = missing_results(state, latest)
    if out and not insist:
        return Refused(
            plural(
                len(out),
                "No result yet at {tables}. If you finish now, this game scores for nobody.",
                "No result yet at {tables}. If you finish now, these games score for nobody.",
                tables=tables_of(out),
            ),
            insistable=True,
        )
    return (RoundFinished(latest.number, at_ms),)


def _apply_publication(state: State, event: RoundPublished) -> State:
    return with_round(
        state, event.round_number, lambda round_: replace(round_, stage=Stage.PUBLISHED)
    )


def _apply_start(state: State, event: RoundStarted) -> State:
    return with_round(
        state,
        event.round_number,
        lambda round_: replace(
            round_,
            stage=Stage.STARTED,
            started_ms=event.at_ms,
            length_ms=event.length_ms,
            dice_down_ms=None,
        ),
    )


def _length_set(state: State, event: RoundLengthSet) -> State:
    return with_round(
        state, event.round_number, lambda round_: replace(round_, length_ms=event.length_ms)
    )


def _apply_finish(state: State, event: RoundFinished) -> State:
    return with_round(
        state,
        event.round_number,
        lambda round_: replace(round_, stage=Stage.FINISHED, finished_ms=event.at_ms),
    )


def _games_begun(state: State, event: RoundPublished | RoundStarted) -> str:
    """Return the sentence about games of the round whose clocks have been started; empty if there
    are none.
    """
    games = [
        game
        for game in state.games.values()
        if game.round_number == event.round_number and game.play.clock is not None
    ]
    if not games:
        return ""
    return say(
        "Clocks have been started at {tables}. Undo sets the round back to before its games.",
        tables=tables_of(games),
    )


ACTS = (
    Act(
        PublishRound, RoundPublished, kind="round_published", by=Role.ORGANIZER,
        reach=Reach.NO_GAME, decide=_publish, apply=_apply_publication,
        words=say("Round {round_number} published"), undo=say("publishing round {round_number}"),
        insist=say("&Publish the round"), undoing=Undoing(doubt=_games_begun),
    ),
    Act(
        StartRound, RoundStarted, kind="round_started", by=Role.ORGANIZER, reach=Reach.NO_GAME,
        decide=_start, apply=_apply_start,
        words=say("Round {round_number} started"), undo=say("start of round {round_number}"),
        insist=say("&Start the round"), undoing=Undoing(doubt=_games_begun),
    ),
    Act(
        SetRoundLength, RoundLengthSet, kind="round_length_set", by=Role.ORGANIZER,
        reach=Reach.NO_GAME, decide=_set_length, apply=_length_set,
        words=say("Round {round_number}: length set by hand"),
        undo=say("length of round {round_number}"), insist=say("&Set the round time"),
    ),
    Act(
        FinishRound, RoundFinished, kind="round_finished", by=Role.ORGANIZER, reach=Reach.NO_GAME,
        decide=_finish, apply=_apply_finish,
        words=say("Round {round_number} finished"), undo=say("end of round {round_number}"),
        insist=say("&Finish the round"), stops_games=True,
    ),
)  # fmt: skip
