"""The live list of the hall: one row for each table, and when it has to be drawn again."""

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from enum import Enum
from typing import assert_never

from msgspec import Struct

from app.engine import wording
from app.engine.formats.advice import advice_on
from app.engine.frozen import replace
from app.engine.language import mark_text, say
from app.engine.packet.packet import PacketTopic
from app.engine.packet.timing import MINUTE_MS
from app.engine.side import Pair, Side
from app.engine.state import Player, Round, Stage, State
from app.engine.table import turns
from app.engine.table.deathclock import DeathClock
from app.engine.table.game import Game, Play
from app.engine.table.sentences import HOW_WORDS
from app.engine.text import clock_words
from app.views.table.table import CONDITION_WORDS, TableCondition, TableView, table_view

LOW_WORDS = say("Low on time")
INTERRUPTED = say("Interrupted")
SECOND_MS = 1000
BY_SECONDS_BELOW_MS = 10 * MINUTE_MS

_BY_URGENCY = (
    TableCondition.JUDGE,
    TableCondition.LATE,
    TableCondition.GAP,
    TableCondition.CLOCK_OUT,
    TableCondition.NO_RESULT,
    None,  # low on time
    TableCondition.PAUSED,
    TableCondition.CONFIRM,
    TableCondition.COUNT,
    TableCondition.PLAYING,
    TableCondition.WAITING,
    TableCondition.DONE,
)
_URGENCY = {condition: place for place, condition in enumerate(_BY_URGENCY)}

NEEDS_YOU = frozenset(
    {
        TableCondition.JUDGE,
        TableCondition.LATE,
        TableCondition.GAP,
        TableCondition.CLOCK_OUT,
        TableCondition.NO_RESULT,
    }
)
"""The conditions that only the organizer can settle."""


class Order(Enum):
    URGENCY = mark_text("Urgency")
    TABLE = mark_text("Table")
    TIME = mark_text("Time left")


class Filter(Enum):
    """The filters for tables."""

    ALL = mark_text("All")
    NEEDS_YOU = mark_text("Needs you")
    LOW = LOW_WORDS
    PLAYING = mark_text("Playing")
    PAUSED = mark_text("Paused")
    TO_CONFIRM = mark_text("To confirm")
    WAITING = mark_text("Not started")
    DONE = mark_text("Finished")
    AWAY = wording.OUT_OF_TOUCH


_SHOWN = {
    Filter.ALL: frozenset(TableCondition),
    Filter.NEEDS_YOU: NEEDS_YOU,
    Filter.PLAYING: frozenset({TableCondition.PLAYING}),
    Filter.PAUSED: frozenset({TableCondition.PAUSED}),
    Filter.TO_CONFIRM: frozenset({TableCondition.CONFIRM, TableCondition.COUNT}),
    Filter.WAITING: frozenset({TableCondition.WAITING}),
    Filter.DONE: frozenset({TableCondition.DONE}),
}

NEVER_MS = 24 * 60 * 60_000  # for sorting tables without a limit by time left


class LiveRow(Struct, frozen=True):
    """A table in the live list."""

    game: int
    table: int
    word: str
    """The condition of the table in a word."""
    condition: TableCondition
    low: bool
    names: Pair[str]
    left: Pair[str]
    runs: Side | None
    """The side whose clock runs; None if none does."""
    explanation: str
    why: str
    cp: str
    cp_after: str
    """The control points including those entered for the turn under way; empty if these do not
    change the score.
    """
    ap: str
    """The army points, once there is a result."""
    won: Side | None
    over: bool
    """True if the result counts, even while a judge is called."""
    least_ms: int
    away: bool = False
    """True if the table's tablet is needed but out of touch."""
    games: tuple[int, ...] = ()
    """The games below the row of a match of teams. The row then has the names of the teams, and
    games won in place of times.
    """
    block: str = ""
    """The numbers of the tables of a match of teams; empty for a single game."""
    folded: bool = False
    """True if the row is a match of teams and the rows of its games are folded away."""

    @property
    def place(self) -> str:
        """The number of the table, such as "7", or the tables of a match, such as "6–10"."""
        return self.block or str(self.table)


class Seen(Struct, frozen=True):
    """A cached view of a game, with everything that it was made from."""

    game: Game
    names: Pair[str]
    stage: Stage
    view: TableView
    players: Mapping[int, Player]


LOOKED_AT_ONCE = 64
"""The number of new tables that one step looks at; so many take some 30 ms."""


def update_seen(state: State, round_: Round, known: dict[int, Seen]) -> Iterator[str]:
    """Update ``known`` to the round's tables, and reuse the views of games that have not changed.
    Yield a sentence for the screen after every few new tables, so that other work can be done in
    between. If the generator is given up, the views made so far stay in ``known``.
    """
    stage, players = round_.stage, state.players
    games, new = state.games_of(round_), 0
    for game in games:
        old = known.get(game.number)
        if old is None or old.game is not game or old.stage is not stage:
            if new == LOOKED_AT_ONCE:
                new = 0
                yield say("Looking at the tables…")
            names = game.players.map(state.name)
            old = Seen(game, names, stage, table_view(state, game), players)
            new += 1
        elif old.players is not players:
            names = game.players.map(state.name)
            view = old.view if old.names == names else table_view(state, game)
            old = Seen(game, names, stage, view, players)
        known[game.number] = old
    in_order = {game.number: known[game.number] for game in games}
    known.clear()
    known.update(in_order)


def live_row(view: TableView, now_ms: int, away: Collection[int] = ()) -> LiveRow:
    """Return the row of a table at an instant. ``away`` are the tables whose tablets are out of
    touch.
    """
    playing = view.condition is TableCondition.PLAYING
    left = Pair(*(view.left_ms(side, now_ms) for side in Side))
    left_shown = Pair(*(_shown_ms(view, side, now_ms) for side in Side))
    least_ms = min((ms for ms in left if ms is not None), default=NEVER_MS)
    low = playing and least_ms < view.time.play_on_below_ms
    word = LOW_WORDS if low else CONDITION_WORDS[view.condition]
    if view.condition is TableCondition.WAITING and view.secret:
        word = say("Waiting")
    elif playing and not low and view.play.interrupted:
        word = INTERRUPTED  # beside the turn there is no room for it
    over = view.result is not None
    phoned = view.clock is None and view.stands is TableCondition.CONFIRM
    untimed = phoned or (over and (view.clock is None or view.clock.running is not None))
    return LiveRow(
        game=view.game,
        table=view.table,
        word=word,
        condition=view.condition,
        low=low,
        names=view.names,
        left=Pair("", "") if untimed else left_shown.map(clock_words),
        runs=view.clock.running if view.clock and not over else None,
        explanation=_explanation(view, apart=word == INTERRUPTED),
        why=view.why,
        cp="" if view.clock is None and view.result is None else _points(view),
        cp_after=_points_after(view),
        ap=f"{view.result.apd.red}–{view.result.apd.blue}"
        if view.result and view.victory.armies
        else "",
        won=view.result.winner if view.result else _winner(view.play),
        over=over,
        least_ms=least_ms,
        away=view.table in away and not over,
    )


def _winner(play: Play) -> Side | None:
    """Return the winner of a game whose points still have to be counted."""
    return play.ending.winner if play.ending else None


class RowReading(Struct, frozen=True):
    """A table's row, and the time for which the row stays the same."""

    view: TableView
    away: bool
    row: LiveRow
    from_ms: int
    until_ms: float
    still_ms: int
    """The least time left on the clocks that stand still."""
    ends_ms: int | None
    """The instant at which the running clock has no time left; None if there is none."""

    def is_of(self, view: TableView, now_ms: int, *, away: bool) -> bool:
        """Tell whether the reading was made from this view, so that nothing but the time can have
        changed.
        """
        return self.view is view and self.away is away and self.from_ms <= now_ms

    def least_ms(self, now_ms: int) -> int:
        """Return the value that ``row.least_ms`` has at ``now_ms``."""
        if self.ends_ms is None:
            return self.still_ms
        left_ms = self.ends_ms - now_ms
        if left_ms < 0 and self.row.least_ms >= 0:
            left_ms = 0
        return min(self.still_ms, left_ms)


def read(view: TableView, now_ms: int, away: Collection[int] = ()) -> RowReading:
    """Return a table's row at an instant, and the time for which the row stays the same."""
    row, clock = live_row(view, now_ms, away), view.clock
    if clock is None or clock.running is None or view.result is not None:
        return RowReading(view, view.table in away, row, now_ms, math.inf, row.least_ms, None)
    limited = view.left_ms(clock.running, now_ms)
    stands = view.left_ms(clock.running.other, now_ms)
    return RowReading(
        view,
        view.table in away,
        row,
        now_ms,
        _until(view, clock, now_ms),
        NEVER_MS if stands is None else stands,
        None if limited is None else now_ms + limited,
    )


def read_on(reading: RowReading, now_ms: int) -> RowReading:
    """Return a later reading of the same table. Usually only the digits of the running clock have
    changed.
    """
    view, row, clock = reading.view, reading.row, reading.view.clock
    least_ms = reading.least_ms(now_ms)
    low = row.condition is TableCondition.PLAYING and least_ms < view.time.play_on_below_ms
    if clock is None or clock.running is None or low is not row.low:
        return read(view, now_ms, (view.table,) if reading.away else ())
    shown_ms = _shown_ms(view, clock.running, now_ms)
    left = row.left.put(clock.running, clock_words(shown_ms))
    until_ms = _until(view, clock, now_ms)
    return replace(
        reading,
        row=replace(row, left=left, least_ms=least_ms),
        from_ms=now_ms,
        until_ms=until_ms,
    )


def _until(view: TableView, clock: DeathClock, now_ms: int) -> int:
    """Return the instant at which a running clock shows another digit or becomes low on time."""
    left_ms = clock.remaining(clock.running, now_ms) if clock.running is not None else 0
    until_ms = now_ms + (left_ms - 1) % SECOND_MS + 1
    low_from_ms = now_ms + left_ms - view.time.play_on_below_ms + 1
    return low_from_ms if now_ms < low_from_ms < until_ms else until_ms


class TableRows:
    """The rows of a round's tables at successive instants. A row is made again only if it has
    changed.
    """

    def __init__(self) -> None:
        self._readings: dict[int, RowReading] = {}
        self.rows: tuple[LiveRow, ...] = ()

    def read_at(
        self, views: Iterable[TableView], now_ms: int, away: Collection[int] = ()
    ) -> tuple[LiveRow, ...]:
        """Return the rows of the tables. If no row has changed, return the tuple of the last
        call.
        """
        before, changed = self._readings, False
        readings: dict[int, RowReading] = {}
        for view in views:
            reading = before.get(view.game)
            if reading is None or not reading.is_of(view, now_ms, away=view.table in away):
                reading, changed = read(view, now_ms, away), True
            elif now_ms >= reading.until_ms:
                reading, changed = read_on(reading, now_ms), True
            readings[view.game] = reading
        if changed or len(readings) != len(self.rows):
            self.rows = tuple(reading.row for reading in readings.values())
        self._readings = readings
        return self.rows

    def next_ms(self, now_ms: int) -> int | None:
        """Return the milliseconds until a row changes; None while no clock runs."""
        until_ms = min((reading.until_ms for reading in self._readings.values()), default=math.inf)
        return None if math.isinf(until_ms) else int(until_ms) - now_ms

    def least_ms(self, now_ms: int) -> Callable[[LiveRow], int]:
        """Return a function for `sort_rows` that returns the least time left at a table now."""
        return lambda row: self._readings[row.game].least_ms(now_ms)


def clock_advice(state: State, view: TableView, now_ms: int) -> str:
    """Return the packet's advice for a game whose clocks are nearly used up; else ""."""
    if state.packet is None or not view.help_due(now_ms):
        return ""
    return " ".join(advice_on(state.packet, PacketTopic.CLOCK))


def _made_with(row: LiveRow) -> int:
    return row.least_ms


def sort_rows(
    rows: Iterable[LiveRow], order: Order, least_ms: Callable[[LiveRow], int] = _made_with
) -> tuple[LiveRow, ...]:
    """Sort the rows in this order. By urgency, tables of equal urgency have the least time first;
    finished ones are sorted by table. Tables with nearly the same time are also sorted by table, so
    that they do not change places at each press. ``least_ms`` returns the time left at a table
    whose row was made earlier.
    """
    match order:
        case Order.TABLE:
            return tuple(sorted(rows, key=lambda row: row.table))
        case Order.TIME:
            return tuple(
                sorted(rows, key=lambda row: (row.over, _nearly(least_ms(row)), row.table))
            )
        case Order.URGENCY:
            return tuple(sorted(rows, key=lambda row: _urgency(row, least_ms)))
        case _:
            assert_never(order)


def _nearly(left_ms: int) -> int:
    """Round a time down to minutes, or to seconds if it is low and therefore matters for the
    order.
    """
    return left_ms - left_ms % (SECOND_MS if left_ms < BY_SECONDS_BELOW_MS else MINUTE_MS)


def is_shown(row: LiveRow, which: Filter) -> bool:
    """Tell whether a row passes the filter."""
    if which is Filter.LOW:
        return row.low
    return row.away if which is Filter.AWAY else row.condition in _SHOWN[which]


def filter_counts(rows: Collection[LiveRow]) -> dict[Filter, int]:
    """Return the number of tables that each filter would show."""
    conditions = Counter(row.condition for row in rows)
    counts = {which: sum(conditions[shown] for shown in _SHOWN[which]) for which in _SHOWN}
    counts[Filter.LOW] = sum(row.low for row in rows)
    counts[Filter.AWAY] = sum(row.away for row in rows)
    return {which: counts[which] for which in Filter}


def card_words(row: LiveRow) -> str:
    """Return the contents of a table's card in one text, for screen readers."""
    if row.games:
        return match_words(row)
    players = [_player_words(row, side) for side in Side]
    points = say("Control points {points}", points=row.cp) if row.cp else ""
    if row.cp_after:
        points = wording.POINTS_WITH_THIS_TURN.format(points=points, after=row.cp_after)
    away = wording.OUT_OF_TOUCH if row.away else ""
    table = say("Table {table}", table=row.table)
    parts = (table, row.word, away, *players, points, row.explanation)
    return ". ".join(part for part in parts if part)


def match_words(row: LiveRow) -> str:
    """Return the contents of a match's row in one text, for screen readers."""
    teams = f"{row.names.red} – {row.names.blue}"
    tables = say("Tables {tables}", tables=row.block)
    hidden = say("Its games are folded") if row.folded else ""
    return ". ".join(part for part in (tables, teams, row.explanation, hidden) if part)


def _player_words(row: LiveRow, side: Side) -> str:
    words = f"{side.colour}: {row.names.of(side)}"
    if row.won is side:
        words = say("{player}, winner", player=words)
    time = row.left.of(side)
    if row.runs is side:
        time = say("{time}, clock runs", time=time)
    return f"{words}, {time}" if row.left.of(side) else words


def _shown_ms(view: TableView, side: Side, now_ms: int) -> int:
    """Return the time left, or the time used if nothing limits it."""
    left = view.left_ms(side, now_ms)
    return view.used_ms(side, now_ms) if left is None else left


def _points(view: TableView) -> str:
    cp = view.result.cp if view.result else view.cp
    return f"{cp.red}–{cp.blue}"


def _points_after(view: TableView) -> str:
    after = view.cp_after
    return "" if view.result or after == view.cp else f"{after.red}–{after.blue}"


def points_words(row: LiveRow) -> str:
    """Return the control points such as "1–0", or "0–0 → 1–0" with those of the turn under way."""
    return f"{row.cp} → {row.cp_after}" if row.cp_after else row.cp


def _explanation(view: TableView, *, apart: bool) -> str:
    """Return the turn while the game is played, and afterwards how the game was decided."""
    result = view.result or view.reached
    if result is not None:
        return HOW_WORDS[result.how]
    if view.play.ending is not None:
        return wording.GAME_OVER
    play = view.play
    if view.stands is TableCondition.CONFIRM:
        return say("Reports by phone differ") if view.reports_differ else say("Reported by phone")
    if play.dice_down_ms is not None:
        return say("Dice down, {step}", step=view.step)
    if play.clock is not None and play.step < turns.FIRST_TURN_STEP:
        return f"{play.owner.colour} {say('deploys') if play.step < 2 else say('deploys AD')}"
    if play.awaits_start:
        return say("{step}, not started", step=view.step)
    return (
        say("{step}, interrupted", step=view.step) if play.interrupted and not apart else view.step
    )


def _urgency(row: LiveRow, least_ms: Callable[[LiveRow], int]) -> tuple[int, int, int]:
    place = _URGENCY[None if row.low else row.condition]
    return place, 0 if row.over else _nearly(least_ms(row)), row.table
