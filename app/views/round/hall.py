"""The acts that are possible at all tables of the round, and the clocks that are paused."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter

from msgspec import Struct

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.events import Event
from app.engine.acts.room import ActAtTables, RoomAct, RoomActed
from app.engine.acts.table import PauseCause
from app.engine.frozen import memoized_within
from app.engine.language import plural, say
from app.engine.remarks import reason_words
from app.engine.side import Side
from app.engine.state import Stage, State
from app.engine.subjects.room.record import room_act_words
from app.engine.subjects.room.tables import at_tables, do_at_table
from app.engine.table.deadlines import flag_due
from app.engine.table.game import Game
from app.engine.text import clock_words, few_tables


class HallView(Struct, frozen=True):
    """The acts at all tables of a round."""

    games: dict[RoomAct, tuple[int, ...]]
    """The games that an act would affect, by act. An act that affects none is missing."""
    standing: str = ""
    """A sentence about the clocks that the organizer has paused; empty if there are none."""
    gap: str = ""
    """The question about lost time, if the question waits at two or more tables; else empty."""

    @property
    def tables(self) -> dict[RoomAct, int]:
        """The number of tables that each act would affect."""
        return {act: len(games) for act, games in self.games.items()}


NO_HALL = HallView({})


def hall_view(state: State, at_ms: int) -> HallView:
    """Return the acts at all tables of the round if it is under way; none otherwise."""
    latest = state.round_under_way
    if latest is None:
        return NO_HALL
    games = state.games_of(latest)
    doing: dict[RoomAct, list[int]] = {act: [] for act in RoomAct}
    for game in _under_way(state):
        for act in acts_at(state, game, at_ms):
            doing[act].append(game.number)
    return HallView(
        {act: tuple(done) for act, done in doing.items() if done},
        standing_words(games),
        gap_words(games),
    )


def _under_way(state: State) -> list[Game]:
    """Return the games of all rounds under way, in the order of their tables."""
    under_way = (round_ for round_ in state.rounds if round_.stage is Stage.STARTED)
    games = (game for round_ in under_way for game in state.games_of(round_))
    return sorted(games, key=attrgetter("table"))


def acts_at(state: State, game: Game, at_ms: int) -> tuple[RoomAct, ...]:
    """Return the acts that would have an effect at a table of the round under way."""
    return tuple(act for act, why in refusals_at(state, game, at_ms).items() if not why)


def refusals_at(state: State, game: Game, at_ms: int) -> Mapping[RoomAct, str]:
    """Return for each act the reason why it would have no effect at a table of the round under way;
    an empty reason means that the act has an effect. Time changes this only when a flag falls.
    """
    due_ms = flag_due(game.terms, game.play)
    if due_ms is not None and due_ms <= at_ms:
        return _refusals_at(state, game, at_ms)
    return _refusals_since_last(state, game)


@memoized_within(attrgetter("players", "rounds", "packet", "settings"))
def _refusals_since_last(state: State, game: Game) -> Mapping[RoomAct, str]:
    """Return why acts would have no effect, as of the last press at the table. The result is
    cached.
    """
    return _refusals_at(state, game, game.marks[-1].at_ms if game.marks else 0)


def _refusals_at(state: State, game: Game, at_ms: int) -> Mapping[RoomAct, str]:
    doing = (do_at_table(state, game, _draft_act(act, game), at_ms).done for act in RoomAct)
    return _by_act(*map(_refusal_of, doing))


@lru_cache(maxsize=1024)
def _by_act(*why: str) -> Mapping[RoomAct, str]:
    """Return the reasons by act. Tables with the same reasons share one mapping."""
    return dict(zip(RoomAct, why, strict=True))


def _refusal_of(done: Decision) -> str:
    return done.sentence if isinstance(done, Refused) else ""


class ManyView(Struct, frozen=True):
    """Several chosen tables, with the acts that are possible at some or all of them."""

    tables: tuple[int, ...]
    acts: dict[RoomAct, tuple[int, ...]]
    """The games that an act would affect, by act. An act that affects none is missing."""
    left_out: dict[RoomAct, str]
    """A sentence about the chosen tables that an act would leave out, with the reasons, by act;
    empty if the act would leave out none.
    """


def many_view(state: State, games: Collection[int], at_ms: int) -> ManyView:
    """Return the chosen tables, with the acts that would affect at least one of them."""
    chosen = [state.games[number] for number in games if number in state.games]
    under_way = [game for game in _under_way(state) if game.number in games]
    refusals = [(game, refusals_at(state, game, at_ms)) for game in under_way]
    acts: dict[RoomAct, tuple[int, ...]] = {}
    left_out: dict[RoomAct, str] = {}
    for act in RoomAct:
        done, left = _divide_games((game, refused[act]) for game, refused in refusals)
        if done:
            acts[act], left_out[act] = done, left_out_words(left)
    return ManyView(tuple(sorted(game.table for game in chosen)), acts, left_out)


def acted_words(state: State, command: ActAtTables, rows: Sequence[Event]) -> str:
    """Return a sentence about an act at many tables, and about chosen tables that were left out.
    ``state`` is the one before the act.
    """
    acted = next(row for row in rows if isinstance(row, RoomActed))
    words = f"{room_act_words(acted)}."
    if not command.games:
        return words
    tables = at_tables(state, command, acted.at_ms)
    _, left = _divide_games((table.game, _refusal_of(table.done)) for table in tables)
    return f"{words} {left_out_words(left)}".strip()


def left_out_words(left: Mapping[str, Sequence[int]]) -> str:
    """Return a sentence such as "Left out: tables 7 and 9. The clock is not started." ``left`` has
    the tables by the reason for which they are left out.
    """
    return " ".join(
        say("Left out: {tables}. {why}", tables=few_tables(tables), why=why)
        for why, tables in left.items()
    )


def _draft_act(act: RoomAct, game: Game) -> ActAtTables:
    """Return an act with sample answers, to find out whether it would affect the game."""
    return ActAtTables(act, reason="?", firsts=((game.number, Side.RED),), delta_ms=1)


def _divide_games(
    games: Iterable[tuple[Game, str]],
) -> tuple[tuple[int, ...], dict[str, list[int]]]:
    """Return the games that an act affects, and the tables that it leaves out, by the reason.
    ``games`` are in the order of their tables, each with the reason why the act has no effect
    there; the reason is empty if the act has an effect.
    """
    done: list[int] = []
    left: dict[str, list[int]] = {}
    for game, why in games:
        if why:
            left.setdefault(why, []).append(game.table)
        else:
            done.append(game.number)
    return tuple(done), left


def standing_words(games: Sequence[Game]) -> str:
    """Return a sentence such as "Clocks are paused at 32 tables: fire alarm"; empty for fewer than
    two tables.
    """
    paused = [game.play.pause for game in games if game.play.pause is not None]
    by_you = [pause for pause in paused if pause.cause is PauseCause.EO]
    if len(by_you) < 2:
        return ""
    reasons = {reason_words(pause.reason) for pause in by_you} - {""}
    why = f": {reasons.pop()}" if len(reasons) == 1 else ""
    return plural(
        len(by_you),
        "Clocks are paused at {count} table{why}",
        "Clocks are paused at {count} tables{why}",
        why=why,
    )


def gap_words(games: Sequence[Game]) -> str:
    """Return the question about time lost at two or more tables; else ""."""
    pauses = [game.play.pause for game in games if game.play.pause is not None]
    by_gap = [pause for pause in pauses if pause.cause is PauseCause.GAP]
    gaps = [pause.gap_ms for pause in by_gap]
    if len(gaps) < 2:
        return ""
    if not all(pause.gap_known for pause in by_gap):
        return plural(
            len(gaps),
            "Nobody kept the time at {count} table. It is not certain for how long: ask the"
            " players.",
            "Nobody kept the time at {count} tables. It is not certain for how long: ask the"
            " players.",
        )
    least, most = clock_words(min(gaps)), clock_words(max(gaps))
    lasted = most if least == most else say("{least} to {most}", least=least, most=most)
    return plural(
        len(gaps),
        "Nobody kept the time at {count} table for {lasted}. Does it count?",
        "Nobody kept the time at {count} tables for {lasted}. Does it count?",
        lasted=lasted,
    )
