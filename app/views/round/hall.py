"""The acts that can be done at all tables of the round, and which clocks are paused."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from app.engine.acts.commands import Refused
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


@dataclass(frozen=True, slots=True)
class HallView:
    """The acts at all tables of a round."""

    games: dict[RoomAct, tuple[int, ...]]
    """The games where each act would do something; an act without any is missing."""
    standing: str = ""
    """Which clocks the organizer has paused, in a sentence; empty for none."""
    gap: str = ""
    """The question about lost time that waits at two tables or more; else empty."""

    @property
    def tables(self) -> dict[RoomAct, int]:
        """Return the number of tables."""
        return {act: len(games) for act, games in self.games.items()}


NO_HALL = HallView({})


def hall_view(state: State, at_ms: int) -> HallView:
    """Return the acts at all tables of the round under way; in any other round there are none."""
    latest = state.latest
    if latest is None or latest.stage is not Stage.STARTED:
        return NO_HALL
    games = state.games_of(latest)
    doing: dict[RoomAct, list[int]] = {act: [] for act in RoomAct}
    for game in sorted(_under_way(state), key=lambda game: game.table):
        for act in acts_at(state, game, at_ms):
            doing[act].append(game.number)
    return HallView(
        {act: tuple(done) for act, done in doing.items() if done},
        standing_words(games),
        gap_words(games),
    )


def _under_way(state: State) -> list[Game]:
    under_way = (round_ for round_ in state.rounds if round_.stage is Stage.STARTED)
    return [game for round_ in under_way for game in state.games_of(round_)]


def acts_at(state: State, game: Game, at_ms: int) -> tuple[RoomAct, ...]:
    """Return what would do something at a table of the round under way. With time this changes only
    where a flag falls: then nothing does until the game goes on.
    """
    due_ms = flag_due(game.terms, game.play)
    return () if due_ms is not None and due_ms <= at_ms else _acts_since_last(state, game)


@memoized_within(attrgetter("players", "rounds", "packet", "settings"))
def _acts_since_last(state: State, game: Game) -> tuple[RoomAct, ...]:
    """Return the acts that make sense at all tables since the last press at this one."""
    return _acts_at(state, game, game.marks[-1].at_ms if game.marks else 0)


def _acts_at(state: State, game: Game, at_ms: int) -> tuple[RoomAct, ...]:
    doing = ((act, do_at_table(state, game, _draft_act(act, (game,)), at_ms)) for act in RoomAct)
    return tuple(act for act, table in doing if not isinstance(table.done, Refused))


@dataclass(frozen=True, slots=True)
class ManyView:
    """Several chosen tables."""

    tables: tuple[int, ...]
    acts: dict[RoomAct, tuple[int, ...]]
    """The games where each act would do something; an act without any is missing."""
    left_out: dict[RoomAct, str]
    """The other tables and why, in words; empty for none."""


def many_view(state: State, games: Collection[int], at_ms: int) -> ManyView:
    """Return what can be done at all these games at once."""
    chosen = [state.games[number] for number in games if number in state.games]
    acts: dict[RoomAct, tuple[int, ...]] = {}
    left_out: dict[RoomAct, str] = {}
    for act in RoomAct:
        done, left = _divide_games(state, _draft_act(act, chosen, only_these=True), at_ms)
        if done:
            acts[act], left_out[act] = done, left_out_words(left)
    return ManyView(tuple(sorted(game.table for game in chosen)), acts, left_out)


def acted_words(state: State, command: ActAtTables, rows: Sequence[Event]) -> str:
    """Return what was done at how many tables, and which of those chosen were left out. ``state``:
    before it.
    """
    acted = next(row for row in rows if isinstance(row, RoomActed))
    words = f"{room_act_words(acted)}."
    if not command.games:
        return words
    _, left = _divide_games(state, command, acted.at_ms)
    return f"{words} {left_out_words(left)}".strip()


def left_out_words(left: Mapping[str, Sequence[int]]) -> str:
    """Return "Left out: tables 7 and 9. The clock is not started."; ``left``: tables by their
    reason.
    """
    return " ".join(
        say("Left out: {tables}. {why}", tables=few_tables(tables), why=why)
        for why, tables in left.items()
    )


def _draft_act(act: RoomAct, games: Sequence[Game], *, only_these: bool = False) -> ActAtTables:
    """Return the act as it would be asked, whoever goes first and however much time is given."""
    return ActAtTables(
        act,
        tuple(game.number for game in games) if only_these else (),
        reason="?",
        firsts=tuple((game.number, Side.RED) for game in games),
        delta_ms=1,
    )


def _divide_games(
    state: State, command: ActAtTables, at_ms: int
) -> tuple[tuple[int, ...], dict[str, list[int]]]:
    """Return the games where something is done, and the other tables by the reason why not."""
    done: list[int] = []
    left: dict[str, list[int]] = {}
    for table in at_tables(state, command, at_ms):
        if isinstance(table.done, Refused):
            left.setdefault(table.done.sentence, []).append(table.game.table)
        else:
            done.append(table.game.number)
    return tuple(done), left


def standing_words(games: Sequence[Game]) -> str:
    """Return "Clocks are paused at 32 tables: fire alarm"; of two tables or more."""
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
    """Return the question about time that two tables or more have lost; empty for none."""
    pauses = [game.play.pause for game in games if game.play.pause is not None]
    by_gap = [pause for pause in pauses if pause.cause is PauseCause.GAP]
    gaps = [pause.gap_ms for pause in by_gap]
    if len(gaps) < 2:
        return ""
    if not all(pause.gap_known for pause in by_gap):
        return plural(
            len(gaps),
            "Nobody kept the time at {count} table. It is not sure for how long: ask the players.",
            "Nobody kept the time at {count} tables. It is not sure for how long: ask the players.",
        )
    least, most = clock_words(min(gaps)), clock_words(max(gaps))
    lasted = most if least == most else say("{least} to {most}", least=least, most=most)
    return plural(
        len(gaps),
        "Nobody kept the time at {count} table for {lasted}. Does it count?",
        "Nobody kept the time at {count} tables for {lasted}. Does it count?",
        lasted=lasted,
    )
