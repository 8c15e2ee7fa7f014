"""The room's live list: one line a table, most urgent first, and when it must be drawn again."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from app.engine import wording
from app.engine.formats.advice import advice_on
from app.engine.language import marked, say
from app.engine.packet.packet import Topic
from app.engine.side import Pair, Side
from app.engine.state import Round, Stage, State
from app.engine.table import turns
from app.engine.table.game import Game
from app.engine.table.sentences import HOW_WORDS
from app.engine.text import clock_words
from app.views.table.table import Condition, TableView, table_view

LOW_WORDS = say("Low on time")
INTERRUPTED = say("Interrupted")
SECOND_MS = 1000

_URGENCY = (
    Condition.JUDGE.value,
    Condition.LATE.value,
    Condition.GAP.value,
    Condition.CLOCK_OUT.value,
    LOW_WORDS,
    Condition.PAUSED.value,
    Condition.CONFIRM.value,
    Condition.COUNT.value,
    Condition.PLAYING.value,
    Condition.WAITING.value,
    Condition.DONE.value,
)


NEEDS_YOU = frozenset({Condition.JUDGE, Condition.LATE, Condition.GAP, Condition.CLOCK_OUT})
"""What only the organizer can settle."""


class Order(Enum):
    URGENCY = marked("Urgency")
    TABLE = marked("Table")
    TIME = marked("Time left")


class Filter(Enum):
    """Which tables are shown."""

    ALL = marked("All")
    NEEDS_YOU = marked("Needs you")
    LOW = LOW_WORDS
    PLAYING = Condition.PLAYING.value
    PAUSED = Condition.PAUSED.value
    TO_CONFIRM = Condition.CONFIRM.value
    WAITING = Condition.WAITING.value
    DONE = Condition.DONE.value
    AWAY = wording.OUT_OF_TOUCH


_SHOWN = {
    Filter.ALL: frozenset(Condition),
    Filter.NEEDS_YOU: NEEDS_YOU,
    Filter.PLAYING: frozenset({Condition.PLAYING}),
    Filter.PAUSED: frozenset({Condition.PAUSED}),
    Filter.TO_CONFIRM: frozenset({Condition.CONFIRM, Condition.COUNT}),
    Filter.WAITING: frozenset({Condition.WAITING}),
    Filter.DONE: frozenset({Condition.DONE}),
}

NEVER_MS = 24 * 60 * 60_000  # for sorting tables without a limit by time left


@dataclass(frozen=True, slots=True)
class LiveRow:
    """One table as the live round draws it."""

    game: int
    table: int
    word: str
    """Its condition in a word."""
    condition: Condition
    low: bool
    names: Pair[str]
    left: Pair[str]
    runs: Side | None
    """Whose clock runs now."""
    explanation: str
    why: str
    cp: str
    ap: str
    """Army points, once there is a result."""
    won: Side | None
    over: bool
    """Whether its result counts, also while the judge is called."""
    least_ms: int
    away: bool = False
    """Whether its tablet is out of touch while it is needed."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A view kept for as long as nothing it was made of has changed."""

    game: Game
    names: Pair[str]
    stage: Stage
    view: TableView


def look(state: State, round_: Round, before: Mapping[int, Seen]) -> dict[int, Seen]:
    """The round's tables; views of games that did not change are taken over from ``before``."""
    seen = {}
    for game in state.games_of(round_):
        names = game.players.map(state.name)
        old = before.get(game.number)
        if old is None or old.game is not game or (old.names, old.stage) != (names, round_.stage):
            old = Seen(game, names, round_.stage, table_view(state, game))
        seen[game.number] = old
    return seen


def live_row(view: TableView, now_ms: int, away: Collection[int] = ()) -> LiveRow:
    """The table at an instant; no time runs on where its result counts. ``away``: the tables whose
    tablets are out of touch.
    """
    playing = view.condition is Condition.PLAYING
    left = Pair(*(view.left_ms(side, now_ms) for side in Side))
    left_shown = Pair(*(_shown_ms(view, side, now_ms) for side in Side))
    least_ms = min((ms for ms in left if ms is not None), default=NEVER_MS)
    low = playing and least_ms < view.time.play_on_below_ms
    word = LOW_WORDS if low else say(view.condition.value)
    if view.condition is Condition.WAITING and view.secret:
        word = say("Waiting")
    elif playing and not low and view.play.interrupted:
        word = INTERRUPTED  # beside the turn there is no room for it
    over = view.result is not None
    untimed = over and (view.clock is None or view.clock.running is not None)
    return LiveRow(
        game=view.game,
        table=view.table,
        word=word,
        condition=view.condition,
        low=low,
        names=view.names,
        left=Pair("", "") if untimed else left_shown.map(clock_words),
        runs=view.clock.running if view.clock and not over else None,
        explanation=_told(view, apart=word == INTERRUPTED),
        why=view.why,
        cp="" if view.clock is None and view.result is None else _points(view),
        ap=f"{view.result.apd.red}–{view.result.apd.blue}" if view.result else "",
        won=view.result.winner if view.result else None,
        over=over,
        least_ms=least_ms,
        away=view.table in away and not over,
    )


def clock_advice(state: State, view: TableView, now_ms: int) -> str:
    """What the packet says of a game whose clocks are nearly used up."""
    if state.packet is None or not view.help_due(now_ms):
        return ""
    return " ".join(advice_on(state.packet, Topic.CLOCK))


def in_order(rows: Iterable[LiveRow], order: Order) -> tuple[LiveRow, ...]:
    """By urgency, tables of equal urgency with the least time first; finished ones by table."""
    match order:
        case Order.TABLE:
            return tuple(sorted(rows, key=lambda row: row.table))
        case Order.TIME:
            return tuple(sorted(rows, key=lambda row: (row.over, row.least_ms, row.table)))
        case Order.URGENCY:
            return tuple(sorted(rows, key=_urgency))
        case _:
            assert_never(order)


def fits(row: LiveRow, which: Filter) -> bool:
    """Whether the filter shows the table."""
    if which is Filter.LOW:
        return row.low
    return row.away if which is Filter.AWAY else row.condition in _SHOWN[which]


def filter_counts(rows: Collection[LiveRow]) -> dict[Filter, int]:
    """How many tables each filter would show."""
    return {which: sum(fits(row, which) for row in rows) for which in Filter}


def card_words(row: LiveRow) -> str:
    """All that a table's card says, in one sentence for those who hear it."""
    players = [_player_words(row, side) for side in Side]
    points = say("Control points {points}", points=row.cp) if row.cp else ""
    away = wording.OUT_OF_TOUCH if row.away else ""
    table = say("Table {table}", table=row.table)
    parts = (table, row.word, away, *players, points, row.explanation)
    return ". ".join(part for part in parts if part)


def _player_words(row: LiveRow, side: Side) -> str:
    words = f"{side.colour}: {row.names.of(side)}"
    if row.won is side:
        words = say("{player}, winner", player=words)
    time = row.left.of(side)
    if row.runs is side:
        time = say("{time}, clock runs", time=time)
    return f"{words}, {time}" if row.left.of(side) else words


def next_digit_ms(views: Iterable[TableView], now_ms: int) -> int | None:
    """Milliseconds until some clock shows another second; None when none runs."""
    waits = [
        (clock.remaining(clock.running, now_ms) - 1) % SECOND_MS + 1
        for view in views
        if (clock := view.clock) is not None and clock.running is not None and view.result is None
    ]
    return min(waits, default=None)


def _shown_ms(view: TableView, side: Side, now_ms: int) -> int:
    """Time left, or where nothing limits it time used."""
    left = view.left_ms(side, now_ms)
    return view.used_ms(side, now_ms) if left is None else left


def _points(view: TableView) -> str:
    cp = view.result.cp if view.result else view.cp
    return f"{cp.red}–{cp.blue}"


def _told(view: TableView, *, apart: bool) -> str:
    """The turn while it is played, then how the game was decided."""
    result = view.result or view.reached
    if result is not None:
        return HOW_WORDS[result.how]
    if view.play.ending is not None:
        return wording.GAME_OVER
    play = view.play
    if play.dice_down_ms is not None:
        return say("Dice down, {step}", step=view.step)
    if play.clock is not None and play.step < turns.FIRST_TURN_STEP:
        return f"{play.owner.colour} {say('deploys') if play.step < 2 else say('deploys AD')}"
    if play.awaits_start:
        return say("{step}, not started", step=view.step)
    return (
        say("{step}, interrupted", step=view.step) if play.interrupted and not apart else view.step
    )


def _urgency(row: LiveRow) -> tuple[int, int, int]:
    place = _URGENCY.index(LOW_WORDS if row.low else row.condition.value)
    return place, 0 if row.over else row.least_ms, row.table
