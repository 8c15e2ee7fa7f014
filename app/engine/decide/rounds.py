"""Decisions about rounds: publishing, starting, finishing. The draw has its own module, `draw`."""

from collections.abc import Mapping

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decider, Decision
from app.engine.acts.rounds import (
    CallDiceDown,
    ChooseScenario,
    DiceDownCalled,
    DrawRound,
    EnterPairings,
    FinishRound,
    PublishRound,
    RoundFinished,
    RoundLengthSet,
    RoundPublished,
    RoundStarted,
    SetRoundLength,
    StartRound,
)
from app.engine.acts.table import PutDiceDown
from app.engine.decide.draw import choose_scenario, draw_round
from app.engine.language import plural, say
from app.engine.packet.timing import MINUTE_MS
from app.engine.rounds.field import left_since, missing_results
from app.engine.rounds.match_ups import incomplete
from app.engine.state import Round, Stage, State
from app.engine.subjects.match_ups.by_seat import incomplete_words, set_by_seat
from app.engine.table.flags import fallen
from app.engine.table.game import Game, tables_of
from app.engine.text import join_words

PROMPT_MS = 5_000  # later than that nobody was there to call it when it was due


def started(round_: Round, command: StartRound, at_ms: int) -> RoundStarted:
    """The round lasts as it was to last when it was drawn, whatever the settings are by now."""
    length_ms = round_.time.length_ms(command.secret) if round_.time else 0
    return RoundStarted(round_.number, at_ms, length_ms)


def _set_length(state: State, command: SetRoundLength, _at_ms: int, *, insist: bool) -> Decision:
    latest = state.latest
    if latest is None or latest.stage is not Stage.STARTED:
        return Refused(say("There is no round under way."))
    if latest.dice_down_ms is not None:
        return Refused(say("Dice are down already."))
    if command.length_ms <= 0:
        return Refused(say("A round lasts longer than that. Enter its minutes from the start."))
    return (RoundLengthSet(latest.number, command.length_ms),)


def _dice_down(state: State, _command: CallDiceDown, at_ms: int, *, insist: bool) -> Decision:
    """At every table at the same instant: when it was due, or now if that is long past."""
    latest = state.latest
    if latest is None or latest.stage is not Stage.STARTED:
        return Refused(say("There is no round under way."))
    if latest.dice_down_ms is not None:
        return _where_not_down(state, latest, at_ms)
    due_ms = latest.dice_down_due_ms
    if not insist and due_ms is None:
        return Refused(say("This round has no dice down: the clocks end it."), insistable=True)
    if not insist and due_ms is not None and at_ms < due_ms:
        minutes = -(-(due_ms - at_ms) // MINUTE_MS)
        return Refused(
            plural(
                minutes,
                "The round has {count} minute to go.",
                "The round has {count} minutes to go.",
            ),
            insistable=True,
        )
    if due_ms is not None and 0 <= at_ms - due_ms <= PROMPT_MS:
        at_ms = due_ms
    playing = [game for game in state.games_of(latest) if game.play.in_progress]
    fallen_flags = [flag for game in playing for flag in fallen(game, at_ms)[1]]
    downs = [PutDiceDown(game.number, at_ms=at_ms) for game in playing]
    return (DiceDownCalled(latest.number, at_ms), *fallen_flags, *downs)


def dice_down_at(
    state: State, game: Game, command: PutDiceDown, _at_ms: int, *, insist: bool
) -> Decision:
    """At one table that was started or reopened after the others."""
    round_ = state.round_of(game)
    if not game.play.in_progress:
        return Refused(say("Nobody plays at this table now."))
    if game.play.dice_down_ms is not None:
        return Refused(say("Dice are down at this table already."))
    if round_.dice_down_ms is None and not insist:
        return Refused(say("Dice are not down in this round."), insistable=True)
    return (command,)


def _where_not_down(state: State, latest: Round, at_ms: int) -> Decision:
    """Called once more: for the tables that were started or reopened since."""
    late = [
        game
        for game in state.games_of(latest)
        if game.play.in_progress and game.play.dice_down_ms is None
    ]
    if not late:
        return Refused(say("Dice are down already."))
    flags = [flag for game in late for flag in fallen(game, at_ms)[1]]
    return (*flags, *(PutDiceDown(game.number, at_ms=at_ms) for game in late))


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
    return (started(latest, command, at_ms), *set_by_seat(state, open_match_ups))


def _left_out(state: State, round_: Round, *, insist: bool) -> Refused | None:
    """Players of the round who have left the event since it was drawn."""
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


def _finish(state: State, _command: FinishRound, at_ms: int, *, insist: bool) -> Decision:
    latest = state.latest
    if latest is None or latest.stage is not Stage.STARTED:
        return Refused(say("There is no round under way to finish."))
    out = missing_results(state, latest)
    if out and not insist:
        return Refused(
            say(
                "No result yet at {tables}. If you finish now, these games score for nobody.",
                tables=tables_of(out),
            ),
            insistable=True,
        )
    return (RoundFinished(latest.number, at_ms),)


DECIDERS: Mapping[type, Decider] = {
    DrawRound: draw_round,
    EnterPairings: draw_round,
    ChooseScenario: choose_scenario,
    PublishRound: _publish,
    StartRound: _start,
    SetRoundLength: _set_length,
    CallDiceDown: _dice_down,
    FinishRound: _finish,
}
