"""A single player who joins a drawn round late, or is taken out of it."""

from collections.abc import Iterator

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.draw import SeatLate, TakeOut
from app.engine.acts.events import Event
from app.engine.acts.players import PlayerDropped, PlayersCheckedIn
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.remarks import keep_remarks
from app.engine.rounds.declared_byes import declared_byes
from app.engine.rounds.edit import seat_late, take_out_of
from app.engine.rounds.field import reserves
from app.engine.state import Round, State, Status
from app.engine.subjects.act import Request
from app.engine.subjects.match_ups.by_seat import choices_lost
from app.engine.subjects.pairings.edit import reserve_words
from app.engine.subjects.players.numbers import no_player
from app.engine.table.verdict import final_result


def _seat_late(state: State, command: SeatLate, _at_ms: int, *, insist: bool) -> Decision:
    number = command.number
    player, round_ = state.players.get(number), state.open_round
    if player is None:
        return no_player(number)
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
                "{entry} is already in round {round}.", entry=player.entry.name, round=round_.number
            )
        )
    lost = choices_lost(state, edit)
    doubts = [*_late_doubts(state, round_, number), *lost]
    if doubts and not insist:
        return Refused(" ".join(doubts), insistable=True)
    edit = replace(edit, faults=(*edit.faults, *keep_remarks(lost)))
    arrival_chosen: tuple[Event, ...] = ()
    if player.status is Status.REGISTERED:
        arrival_chosen = (PlayersCheckedIn((number,)),)
    return (edit, *arrival_chosen)


def _late_doubts(state: State, round_: Round, number: int) -> Iterator[str]:
    if coming := reserves(round_.cut, (number,)):
        yield reserve_words(state, coming)
    if round_.bye is None:
        yield say(
            "Nobody has the bye in round {round}: {name} would have it, with its points.",
            round=round_.number,
            name=state.name(number),
        )
        return
    other = round_.bye.player
    if other in declared_byes(state, round_.number):
        yield say(
            "The bye was declared for {other}, who would play {name} instead.",
            name=state.name(number),
            other=state.name(other),
        )
    met = any(
        {number, other} == {*game.players}
        for game in state.games.values()
        if game.round_number < round_.number
    )
    if met:
        yield say(
            "{name} and {other} have met before.",
            name=state.name(number),
            other=state.name(other),
        )


def _take_out(state: State, command: TakeOut, _at_ms: int, *, insist: bool) -> Decision:
    """Drop the player, and change only their own pair in the round."""
    number = command.number
    player, round_ = state.players.get(number), state.open_round
    if player is None:
        return no_player(number)
    if round_ is None:
        return Refused(say("There is no round to take the player out of. Drop the player instead."))
    edit = take_out_of(state, round_, number)
    if edit is None:
        return Refused(
            say("{entry} is not in round {round}.", entry=player.entry.name, round=round_.number)
        )
    lost = choices_lost(state, edit)
    doubts = [*_take_out_doubts(state, number), *lost]
    if doubts and not insist:
        return Refused(" ".join(doubts), insistable=True)
    earlier = (round_.number for round_ in state.rounds[:-1])
    gone: tuple[Event, ...] = ()
    if not player.status.has_left:
        gone = (PlayerDropped(number, max(earlier, default=0)),)
    return (*gone, replace(edit, faults=(*edit.faults, *keep_remarks(lost))))


def _take_out_doubts(state: State, number: int) -> Iterator[str]:
    round_ = state.rounds[-1]
    game = next((game for game in state.games_of(round_) if number in game.players), None)
    if game is None:
        return
    other = next(n for n in game.players if n != number)
    if game.play.clock or final_result(game):
        yield say(
            "Play at table {table} has begun. If you take the player out, that game is set"
            " aside; a concession or a no-show keeps it.",
            table=game.table,
        )
    if round_.bye is None:
        return
    bye = round_.bye.player
    if any({other, bye} == {*game.players} for game in state.games.values()):
        yield say(
            "{name} has already met {other}, who has the bye.",
            name=state.name(other),
            other=state.name(bye),
        )


def _insist_on_seat(_command: SeatLate, state: State) -> str:
    latest = state.latest
    if latest is not None and latest.bye is None:
        return say("&Give them the bye")
    return say("&Seat the player")


ACTS = (
    Request(SeatLate, decide=_seat_late, insist=_insist_on_seat),
    Request(TakeOut, decide=_take_out, insist=say("&Take the player out"), stops_games=True),
)
