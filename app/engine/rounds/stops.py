"""Clocks that players stopped although the packet allows no pause, and the penalty."""

from msgspec import Struct

from app.engine.acts.table import ClockPaused, RuleOnStop
from app.engine.language import say
from app.engine.side import Pair, Side
from app.engine.state import Round, Stage, State
from app.engine.table.game import STOPPED_BY_PLAYERS, Game
from app.engine.table.verdict import final_result


class StopCall(Struct, frozen=True):
    """A game in which the organizer has to rule on a stopped clock."""

    game: int
    table: int
    names: Pair[str]
    open: int
    """The number of stops without a ruling."""
    loses: Side | None
    """The side that has stopped clocks so often that it loses the game; None if neither has."""
    earlier: int
    """The number of the round in which the player on the side `loses` was warned; 0 if neither
    loses.
    """

    @property
    def sentence(self) -> str:
        if self.loses is None:
            return say("A player stopped the clock, which is not allowed. Who?")
        name = self.names.of(self.loses)
        return say(
            "{name} stopped a clock again after the warning in round {earlier}.",
            name=name,
            earlier=self.earlier,
        )


def penalty_words(pauses_lose: int) -> str:
    """Return a sentence on the penalty for stopping the clock. ``pauses_lose`` is the number of
    stops that lose the game.
    """
    if pauses_lose == 1:
        return say("A player who stops the clock loses the game.")
    return say(
        "A player who stops the clock is warned, and loses the game after {pauses_lose} stops.",
        pauses_lose=pauses_lose,
    )


def open_stops(game: Game) -> int:
    """Return the number of players' stops that the organizer has not ruled on; 0 if the packet has
    no penalty.
    """
    if not game.terms.time.pauses_lose:
        return 0
    waiting = 0
    for mark in game.marks:
        if isinstance(mark, ClockPaused) and mark.cause in STOPPED_BY_PLAYERS:
            waiting += 1
        elif isinstance(mark, RuleOnStop):
            waiting = max(waiting - 1, 0)
    return waiting


def rounds_stopped(state: State, player: int) -> list[int]:
    """Return the number of the round of each stop for which the organizer held a player
    responsible, in order.

    The packets count warnings per player and not per game, so all rounds count.
    """
    return sorted(
        game.round_number
        for game in state.games.values()
        for mark in game.marks
        if isinstance(mark, RuleOnStop)
        and mark.side is not None
        and game.players.of(mark.side) == player
    )


def stop_calls(state: State, round_: Round) -> tuple[StopCall, ...]:
    """Return the tables of a round that need a ruling on a stop, in order (SR2014, SR2015, Death
    Clock).
    """
    if round_.stage is not Stage.STARTED:
        return ()
    stopped = [game for game in state.games_of(round_) if game.terms.time.pauses_lose]
    games = sorted(stopped, key=lambda game: game.table)
    calls = (stop_call(state, game) for game in games)
    return tuple(call for call in calls if call is not None)


def stop_call(state: State, game: Game) -> StopCall | None:
    """Return the ruling that a game needs on stops of its clock; None if it needs none."""
    ending = game.play.ending
    if ending is not None and ending.ruled:
        return None
    if final_result(game) is not None:
        return None
    waiting, loses, earlier = open_stops(game), None, 0
    for mark in game.marks:
        if isinstance(mark, RuleOnStop) and mark.side is not None:
            rounds = rounds_stopped(state, game.players.of(mark.side))
            if len(rounds) >= game.terms.time.pauses_lose:
                loses, earlier = mark.side, rounds[0]
    if not waiting and loses is None:
        return None
    names = game.players.map(state.name)
    return StopCall(game.number, game.table, names, waiting, loses, earlier)
