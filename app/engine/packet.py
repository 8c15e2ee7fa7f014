"""One packet's rules as frozen data, and what follows from the data alone.

The files are in ``resources/packets``; ``app.store.packet_files`` reads and checks them.
"""

from dataclasses import dataclass
from enum import Enum

from app.engine.side import Pair


class ElementKind(Enum):
    ZONE = "zone"
    FLAG = "flag"
    OBJECTIVE = "objective"


class Seat(Enum):
    """Whose element it is, by order of play."""

    FIRST = "first"
    SECOND = "second"
    NEUTRAL = "neutral"


class ClockOut(Enum):
    """What a clock that runs out does (`rules.md` 5.6, last decision)."""

    PACKET = "packet"
    LOSE = "lose"
    LAST_TURN = "last_turn"
    WARN = "warn"


class Criterion(Enum):
    """A column that ranks players; more is better."""

    TP = "tp"
    SOS = "sos"
    CP = "cp"
    APD = "apd"


class Tiebreak(Enum):
    """A comparison that decides a game nobody has won; numbered as the packets number them."""

    CASTERS = "casters"
    CONTROL_POINTS = "control_points"
    ARMY_POINTS_DESTROYED = "army_points_destroyed"
    PRESENCE = "presence"


@dataclass(frozen=True, slots=True)
class Element:
    """A zone, flag or objective that scores. ``points`` in control points.

    ``once``: scores a single time in a game (an enemy objective destroyed).
    """

    key: str
    name: str
    kind: ElementKind
    points: int
    owner: Seat = Seat.NEUTRAL
    once: bool = False


@dataclass(frozen=True, slots=True)
class Scenario:
    number: int
    name: str
    kill_box: bool
    elements: tuple[Element, ...]

    def element(self, key: str) -> Element | None:
        return next((one for one in self.elements if one.key == key), None)


@dataclass(frozen=True, slots=True)
class PlayerClock:
    """Minutes on each player's clock at an army size."""

    size: int
    minutes: int


@dataclass(frozen=True, slots=True)
class RoundsFor:
    """The packet's number of rounds for up to ``players`` players."""

    players: int
    rounds: int


@dataclass(frozen=True, slots=True)
class Timing:
    """The Deathclock's figures (packet: tournament timing)."""

    clocks: tuple[PlayerClock, ...]
    minimum_turn_seconds: int
    play_on_below_minutes: int


@dataclass(frozen=True, slots=True)
class Award:
    """Points given without a game. ``apd_percent`` is of the army size, rounded up."""

    cp: int
    apd_percent: int

    def apd(self, size: int) -> int:
        return -(-size * self.apd_percent // 100)


@dataclass(frozen=True, slots=True)
class KillBox:
    """Starting with the first player's turn ``from_turn``; ``points`` to the opponent."""

    from_turn: int
    points: int
    inches: int


@dataclass(frozen=True, slots=True)
class Victory:
    """How a game is scored and ends.

    ``scoring_from_turn`` counts the second player's turns; ``last_turn`` is the second player's
    turn after which the game ends; ``lead`` in control points wins at once. ``at_length`` are the
    comparisons after that last turn (leading on control points there is a scenario win),
    ``unfinished`` those when all casters are gone or the game stopped early.
    """

    lead: int
    scoring_from_turn: int
    last_turn: int
    at_length: tuple[Tiebreak, ...]
    unfinished: tuple[Tiebreak, ...]


@dataclass(frozen=True, slots=True)
class Packet:
    key: str
    name: str
    sizes: tuple[int, ...]
    rounds: tuple[RoundsFor, ...]
    standings: tuple[Criterion, ...]
    bye: Award
    concession: Award
    timing: Timing
    victory: Victory
    kill_box: KillBox
    scenarios: tuple[Scenario, ...]

    def rounds_for(self, players: int) -> int:
        """Rounds for a field; beyond the packet's table one more a doubling (`rules.md` 1)."""
        for row in self.rounds:
            if players <= row.players:
                return row.rounds
        last = self.rounds[-1]
        limit, rounds = last.players, last.rounds
        while players > limit:
            limit, rounds = limit * 2, rounds + 1
        return rounds

    def clock_ms(self, size: int) -> int:
        """A player's clock in milliseconds for an army size; 0 for a size without a clock."""
        return 60_000 * next((one.minutes for one in self.timing.clocks if one.size == size), 0)

    def scenario(self, number: int) -> Scenario | None:
        return next((one for one in self.scenarios if one.number == number), None)


@dataclass(frozen=True, slots=True)
class Terms:
    """What one game is played under; fixed when it is drawn, so later settings leave it alone."""

    packet: str
    clock_ms: int
    minimum_turn_ms: int
    play_on_below_ms: int
    clock_out: ClockOut
    victory: Victory
    kill_box: KillBox
    scenario: Scenario
    concession_cp: int
    concession_apd: int
    bye_cp: int
    bye_apd: int

    @property
    def allotted_ms(self) -> Pair[int]:
        return Pair(self.clock_ms, self.clock_ms)
