"""The state of the room's chess clocks as values: each clock and its table."""

from collections.abc import Collection, Iterable
from enum import Enum
from typing import TypeAlias, assert_never

from msgspec import Struct

from app.clock.drivers.driver import (
    Abilities,
    ButtonDown,
    Cleared,
    Doubted,
    Drift,
    Fact,
    Failed,
    Fallen,
    Hand,
    HandedOver,
    Identified,
    Message,
    Noted,
    OrderDone,
    PauseAsked,
    Pressed,
    Reading,
    Restarted,
    ScoredAtClock,
    Started,
    Stopped,
    Touched,
)
from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.side import Pair, Side

WORST_PPM = 1500
"""A clock whose rate is off by more parts per million than this is not used to keep a game's time
(hardware protocols, host rules of DCLK/1).
"""

DOUBT_MS = 60_000

TOO_LATE = say(
    "The program keeps this game’s time. To let the clock keep it, pause the table, free the clock"
    " and bind it again."
)

NO_ABILITIES = Abilities(holds_time=False)

News: TypeAlias = Noted | Drift | Doubted | Cleared | OrderDone | Failed | ScoredAtClock
"""The messages that concern a clock but not its game."""


class Seat(Struct, frozen=True):
    """The place of a clock: its table, and how it faces the players."""

    table: int
    left: Side = Side.RED
    """The side that sits at the left of the clock."""

    def side(self, hand: Hand) -> Side:
        return self.left if hand is Hand.LEFT else self.left.other

    def hand(self, side: Side) -> Hand:
        return Hand.LEFT if side is self.left else Hand.RIGHT

    def says(self, reading: Reading) -> Pair[int] | None:
        """Return the times that a clock shows, by side; None if the clock keeps no time."""
        if reading.left_ms is None or reading.right_ms is None:
            return None
        pair = Pair(reading.left_ms, reading.right_ms)
        return pair if self.left is Side.RED else Pair(pair.blue, pair.red)


class About(Enum):
    """The subject of a clock's notice, for the notices that the program acts on."""

    TIMES = "its times, which cannot be its game’s"
    LIKE = "another gamepad of its kind"


class Clock(Struct, frozen=True):
    """One chess clock of the hall."""

    name: str
    """The clock's own identity, or that of its port if the clock has none."""
    product: str = ""
    firmware: str = ""
    abilities: Abilities = NO_ABILITIES
    online: bool = False
    plugged: bool = True
    battery: str = ""
    battery_low: bool = False
    restarted_ms: int = -1
    """The instant at which the clock last reported a loss of power or a reset; -1 if it never
    did.
    """
    ppm: int | None = None
    reading: Reading | None = None
    seat: Seat | None = None
    notice: str = ""
    """The last message about the clock, as a sentence for people."""
    doubtful: bool = False
    """True if ``notice`` needs somebody's attention."""
    about: About | None = None
    standing: tuple[str, ...] = ()
    """Sentences about the clock that hold until they are withdrawn, the newest last."""
    said_ms: int = 0
    heard_ms: int = 0
    ahead_ms: Pair[int] | None = None
    """By how many milliseconds the clock was ahead of the game, by side, when the two were last
    compared.
    """
    first: Side | None = None
    """The side that goes first in the coming game, by the plunger that was pressed."""
    idle: bool = False
    """True if the program keeps the time of the game at this table although the clock could."""
    gamepads: tuple[str, ...] = ()
    """The names of the gamepads whose buttons are the plungers, if this clock is not a device
    itself.
    """

    @property
    def keeps_time(self) -> bool:
        """Tell whether the clock is fit to keep a game's time now."""
        exact = self.ppm is None or abs(self.ppm) <= WORST_PPM
        return self.online and self.abilities.holds_time and exact

    @property
    def sentence(self) -> str:
        """The sentence in the clock's row: its last message, or else the newest of the sentences
        that hold until they are withdrawn.
        """
        return self.notice or (self.standing[-1] if self.standing else "")

    def saying(self, sentence: str, about: About | None = None) -> "Clock":
        return replace(
            self, notice=sentence, about=about, doubtful=bool(sentence), said_ms=self.heard_ms
        )

    def stands(self, sentence: str) -> "Clock":
        """Return the clock with a sentence that holds until it is withdrawn."""
        others = tuple(other for other in self.standing if other != sentence)
        return replace(self, standing=(*others, sentence))

    def over(self, *sentences: str) -> "Clock":
        """Return the clock without ``sentences``, because these no longer hold."""
        standing = tuple(sentence for sentence in self.standing if sentence not in sentences)
        clock = replace(self, standing=standing) if standing != self.standing else self
        return clock.saying("") if clock.notice in sentences else clock

    def read(self, reading: Reading) -> "Clock":
        """Return the clock with a new reading. A doubt that was not repeated for a minute ends."""
        clock = replace(self, reading=reading)
        old = self.doubtful and reading.at_ms - self.said_ms > DOUBT_MS
        return clock.saying("") if old else clock


def name_clock(identified: Identified, known: Collection[str]) -> str:
    """Return the name of a clock that has an identity of its own; empty for others. The name stays
    the same if the product becomes known only later.
    """
    names = [f"{product} {identified.uid}" for product in (identified.product, *identified.kin)]
    return next((name for name in names if name in known), names[0]) if identified.uid else ""


def hear_message(clock: Clock, message: Message) -> Clock:
    """Return the clock after any message from it."""
    match message:
        case Identified():
            product, firmware, able = message.product, message.firmware, message.abilities
            return replace(clock, product=product, firmware=firmware, abilities=able)
        case Reading():
            clock = clock.read(message)
        case Restarted():
            clock = replace(clock, restarted_ms=message.at_ms)
        case Pressed() | Touched() | Fallen() | Stopped() | Started() | PauseAsked():
            pass
        case HandedOver():
            pass
        case ButtonDown():
            pass
        case _:
            clock = after_news(clock, message)
    return replace(clock, heard_ms=max(clock.heard_ms, message.at_ms))


def after_news(clock: Clock, news: News) -> Clock:
    """Return the clock after a message that does not concern its game."""
    match news:
        case Noted(fact=Fact.BATTERY_LOW):
            return replace(clock, battery=news.value or "low", battery_low=True)
        case Noted(fact=Fact.BATTERY_FINE):
            return replace(clock, battery=news.value or "fine", battery_low=False)
        case Noted():
            plugged = news.fact is Fact.PLUGGED
            sentence = (
                "" if plugged else say("No clock is plugged into the board. Check its cable.")
            )
            return replace(clock, plugged=plugged).saying(sentence)
        case Drift():
            clock = replace(clock, ppm=news.ppm)
            if abs(news.ppm) <= WORST_PPM:
                return clock
            return clock.saying(too_wrong(news.ppm))
        case Doubted(lasting=True):
            return clock.stands(news.sentence)
        case Doubted() | Failed():
            return clock.saying(news.sentence)
        case Cleared():
            return clock.over(news.sentence)
        case OrderDone():
            return clock
        case ScoredAtClock():
            sentence = say(
                "The clock’s {hand} side has {points} points on it.",
                hand=say(news.hand.value),
                points=news.points,
            )
            return replace(clock, notice=sentence, about=None)
        case _:
            assert_never(news)


def too_wrong(ppm: int, *, keeps: bool = True) -> str:
    do = (
        say("Pause the table and let the program keep the time")
        if keeps
        else say("It keeps no time now")
    )
    return say(
        "This clock is off by {ppm} millionths. {do}; its plungers can still be used.",
        ppm=abs(ppm),
        do=do,
    )


def describe_tables(tables: Iterable[int]) -> str:
    """Return words such as "table 4" or "tables 1–7, 9"."""
    runs: list[list[int]] = []
    for table in sorted(tables):
        if runs and table == runs[-1][-1] + 1:
            runs[-1].append(table)
        else:
            runs.append([table])
    words = [f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
    return plural(sum(map(len, runs)), "table {tables}", "tables {tables}", tables=", ".join(words))
