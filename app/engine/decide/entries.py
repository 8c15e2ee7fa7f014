"""How entries are written, and what touches a drawn round: taking a player out, merging two
entries.
"""

from collections.abc import Iterator
from dataclasses import replace

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.draw import MergePlayers
from app.engine.acts.events import Event
from app.engine.acts.players import PlayerDropped
from app.engine.language import say
from app.engine.rounds.edit import take_out_of
from app.engine.state import Stage, State
from app.engine.subjects.match_ups.by_seat import choices_lost
from app.engine.table.verdict import final_result


def take_out(state: State, number: int, *, insist: bool) -> Decision:
    """The player drops, and the round is repaired so that only their own pair changes."""
    player, round_ = state.players.get(number), state.latest
    if player is None:
        return Refused(say("There is no player number {number}.", number=number))
    if round_ is None or round_.stage is Stage.FINISHED:
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
    return (*gone, replace(edit, faults=(*edit.faults, *lost)))


def _take_out_doubts(state: State, number: int) -> Iterator[str]:
    round_ = state.rounds[-1]
    game = next((game for game in state.games_of(round_) if number in game.players), None)
    if game is None:
        return
    other = next(n for n in game.players if n != number)
    if game.play.clock or final_result(game):
        yield say(
            "Play at table {table} has begun. Taken out, that game is set aside; a"
            " concession or a no-show keeps it.",
            table=game.table,
        )
    if round_.bye is None:
        return
    bye = round_.bye.player
    earlier = (game for game in state.games.values() if game.round_number < round_.number)
    if any({other, bye} == {*game.players} for game in earlier):
        yield say(
            "{name} would meet {name_2} again, who has the bye.",
            name=state.name(other),
            name_2=state.name(bye),
        )


def merge(state: State, command: MergePlayers, _at_ms: int, *, insist: bool) -> Decision:
    """Everything of the one becomes the other's; refused where both sat in the same round."""
    kept, gone = command.kept, command.gone
    missing = next((number for number in (kept, gone) if number not in state.players), None)
    if missing is not None:
        return Refused(say("There is no player number {missing}.", missing=missing))
    name, other = (state.players[number].entry.name for number in (kept, gone))
    if kept == gone:
        return Refused(say("These are one entry already."))
    for round_ in state.rounds:
        numbers = [n for game in state.games_of(round_) for n in game.players]
        numbers += [bye.player for bye in round_.byes]
        if kept in numbers and gone in numbers:
            return Refused(
                say(
                    "{name} and {other} are both in round {round}, so they are not one"
                    " player. Take one of them out of it first.",
                    name=name,
                    other=other,
                    round=round_.number,
                )
            )
    if not insist:
        return Refused(
            say(
                "Number {gone}, {other}, becomes number {kept}, {name}, with all games, byes and"
                " warnings.",
                gone=gone,
                other=other,
                kept=kept,
                name=name,
            ),
            insistable=True,
        )
    return (command,)
