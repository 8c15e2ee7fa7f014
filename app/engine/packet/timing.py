"""Timing formats as frozen data: player clocks, turn lengths, round lengths. Times are in minutes,
if their names do not say otherwise.
"""

from enum import Enum

from msgspec import Struct

from app.engine.side import Pair

MINUTE_MS = 60_000
SIDES_OF_A_DIE = 6
MOST_STEPS = 3  # a d3 says how many a secret roll adds or takes away


class TimingKind(Enum):
    """The kind of timing at a table."""

    DEATHCLOCK = "deathclock"  # one clock for each player, for the whole game
    TURNS = "turns"  # a length for each turn, with extensions
    UNTIMED = "untimed"


class Extensions(Enum):
    """The army sizes that have turn extensions."""

    TABLE = "table"  # by the packet's table
    ALWAYS = "always"
    NEVER = "never"


class TimeRow(Struct, frozen=True):
    """The times for one army size, in minutes; 0 for no such time."""

    size: int
    """The army size in points."""
    clock: int = 0
    """The time on each player's clock."""
    reinforced_clock: int = 0
    """The time on each player's clock in a scenario with reinforcements."""
    round: int = 0
    """The time of a round until dice down."""
    reinforced_round: int = 0
    """The time of a round in a scenario with reinforcements; 0 if that time is the same."""
    turn: int = 0
    extension: int = 0


class Timing(Struct, frozen=True):
    """A timing format of a packet."""

    key: str
    name: str
    kind: TimingKind
    rows: tuple[TimeRow, ...]
    dice_down: bool = False
    """True if the round has a length after which the organizer calls dice down."""
    variable: bool = False
    """True if a secret roll changes the length of the round."""
    variable_minutes: int = 0
    """The minutes by which one step of the secret roll changes the round's length; 0 for the length
    of an extension.
    """
    minimum_turn_seconds: int = 0
    """The shortest turn on the Deathclock."""
    play_on_below_minutes: int = 0
    """The remaining time below which a Deathclock game plays on at the expected end; 0 for no such
    check.
    """
    reinforced_extensions: int = 1
    """The number of extensions of a player in a scenario with reinforcements. If `most_extensions`
    is set, the round becomes longer by the same number of extensions.
    """
    most_extensions: int = 0
    """The greatest number of extensions by which a round with reinforcements may exceed the usual
    length; 0 if no extensions are added to the round.
    """
    clock_out_loses: bool = False
    """True if a player whose clock runs out loses even if the table shows a scenario win for
    them.
    """
    reinforced_from: int = 0
    """The army size from which there is a second extension."""
    clock_out_kills: bool = True
    """True if the caster of a player whose clock runs out is destroyed, so that the loss is an
    assassination.
    """
    pause_excuses: bool = True
    """True if the organizer decides at the expected end about a game whose clock they had paused.
    If not, the usual rule of the expected end applies to such a game, too.
    """
    player_starts_turn: bool = False
    """True if a turn's time runs only after the player starts it, once continuous effects are
    resolved.
    """
    pauses_lose: int = 0
    """The number of clock stops that cost a player the game; those before are warnings. 0 if stops
    have no penalty.
    """
    clock_out_scores: bool = False
    """True if the opponent of a player whose clock runs out scores once more: at once if it is that
    player's turn, otherwise at the end of the opponent's own turn. The points then decide whether
    the opponent won by scenario.
    """


class Limits(Struct, frozen=True):
    """A variant that takes the times of another army size."""

    key: str
    name: str
    shift: int
    """The number of rows further down the table of army sizes from which the times are taken;
    negative for rows further up.
    """
    extensions: Extensions = Extensions.TABLE
    timing: str = ""
    """The key of the only timing that the limits belong to; empty for any."""


class TableTime(Struct, frozen=True):
    """The clock times of one game."""

    kind: TimingKind
    clock_ms: int = 0
    turn_ms: int = 0
    extension_ms: int = 0
    extensions: int = 0
    """The number of extensions that each player may take."""
    dice_down: bool = False
    minimum_turn_ms: int = 0
    play_on_below_ms: int = 0
    clock_out_loses: bool = False
    clock_out_kills: bool = True
    pause_excuses: bool = True
    player_starts_turn: bool = False
    pauses_lose: int = 0
    clock_out_scores: bool = False
    timing: str = ""
    """The key of the packet's timing."""

    @property
    def allotted_ms(self) -> Pair[int]:
        return Pair(self.clock_ms, self.clock_ms)


class RoundTime(Struct, frozen=True):
    """The data that determine a round's length. They are fixed when the round is drawn."""

    timing: Timing
    size: int
    limits: Limits | None
    reinforced: bool
    usual: TableTime
    """The times of a table in a scenario that does not change the times. A table shows them while
    the round's scenario is still secret.
    """

    def length_ms(self, secret: int) -> int:
        """Return the length by the dice in ``secret``, a random number; 0 if the round has no dice
        down.
        """
        return round_length(
            self.timing,
            self.size,
            self.limits,
            reinforced=self.reinforced,
            roll=(secret % 3 + 1, secret // 3 % SIDES_OF_A_DIE + 1),
        )


def row_for_size(timing: Timing, size: int, limits: Limits | None) -> TimeRow:
    """Return the row of times for ``size``, or else for the next larger size (our decision).

    ``limits`` move that row up or down the table, at most to the first or last row (our decision).
    """
    larger = (row.size for row in timing.rows if row.size >= size)
    counts = min(larger, default=None)
    index = next((i for i, row in enumerate(timing.rows) if row.size == counts), None)
    if index is None:
        return TimeRow(size)
    index += limits.shift if limits else 0
    return timing.rows[min(max(index, 0), len(timing.rows) - 1)]


def extension_minutes(timing: Timing, size: int, limits: Limits | None) -> int:
    """Return the minutes of a turn extension; 0 if there is none."""
    match limits.extensions if limits else Extensions.TABLE:
        case Extensions.NEVER:
            return 0
        case Extensions.ALWAYS:
            row = row_for_size(timing, size, limits)
            return row.extension or max(time_row.extension for time_row in timing.rows)
        case _:
            return row_for_size(timing, size, limits).extension


def table_time(
    timing: Timing, size: int, limits: Limits | None, *, extensions: bool, reinforced: bool
) -> TableTime:
    """Return the times of a game with this timing. ``extensions`` is False in the variant without
    them.
    """
    row = row_for_size(timing, size, limits)
    timed = timing.kind is TimingKind.TURNS and extensions
    extension = extension_minutes(timing, size, limits) if timed else 0
    clock = row.reinforced_clock if reinforced and row.reinforced_clock else row.clock
    second = reinforced and size >= timing.reinforced_from
    each = timing.reinforced_extensions if second else 1
    return TableTime(
        kind=timing.kind,
        clock_ms=clock * MINUTE_MS,
        turn_ms=row.turn * MINUTE_MS,
        extension_ms=extension * MINUTE_MS,
        extensions=each if extension else 0,
        dice_down=timing.dice_down,
        minimum_turn_ms=timing.minimum_turn_seconds * 1000,
        play_on_below_ms=timing.play_on_below_minutes * MINUTE_MS,
        clock_out_loses=timing.clock_out_loses,
        clock_out_kills=timing.clock_out_kills,
        pause_excuses=timing.pause_excuses,
        player_starts_turn=timing.player_starts_turn,
        pauses_lose=timing.pauses_lose,
        clock_out_scores=timing.clock_out_scores,
        timing=timing.key,
    )


MOST_ADDED = (3, SIDES_OF_A_DIE)
"""The rolls of the d3 and the d6 that make a round of variable length longest."""


def base_minutes(timing: Timing, row: TimeRow, *, reinforced: bool) -> int:
    """Return a round's length in minutes without its dice. A round with reinforcements has a length
    of its own (SR2014), or the usual length plus extensions (SR2012).
    """
    if not reinforced:
        return row.round
    more = timing.reinforced_extensions * row.extension if timing.most_extensions else 0
    return (row.reinforced_round or row.round) + more


def round_length(
    timing: Timing, size: int, limits: Limits | None, *, reinforced: bool, roll: tuple[int, int]
) -> int:
    """Return a round's length in milliseconds; 0 if it has none. ``roll`` has the secret d3 and d6.

    A d6 of 3 or less subtracts the d3's steps, a higher one adds them. With reinforcements the
    extensions are added after the roll, up to the base length plus ``most_extensions`` (SR2012,
    time limits with reinforcements).
    """
    if not timing.dice_down:
        return 0
    row = row_for_size(timing, size, limits)
    d3, d6 = roll
    steps = 0
    if timing.variable:
        steps = -d3 if d6 <= SIDES_OF_A_DIE // 2 else d3
    step = timing.variable_minutes or row.extension
    minutes = base_minutes(timing, row, reinforced=reinforced) + steps * step
    if reinforced and timing.most_extensions:
        minutes = min(minutes, row.round + timing.most_extensions * row.extension)
    return minutes * MINUTE_MS
