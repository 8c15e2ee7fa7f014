"""Records a device's marks in the log, each of them once and at its place in time, and notifies the
organizer if needed.
"""

import hashlib
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from itertools import takewhile

from msgspec import Struct, field, structs

from app.desk.desk import Desk
from app.desk.replies import FAULT, Reply
from app.engine.acts.commands import Command, NotSaved, Refused
from app.engine.acts.events import Record
from app.engine.acts.late import PRESS_MARKS, HandIn, PressSetAside
from app.engine.acts.players import ChooseList
from app.engine.acts.presses import with_uncertainty
from app.engine.acts.table import FlagFell, PauseCause, ResumeClock
from app.engine.frozen import replace
from app.engine.language import mark_text, say, template
from app.engine.side import Pair
from app.engine.state import State
from app.engine.table.game import Game
from app.engine.table.late_presses import NOTHING, compare_times, moved_words, note_move
from app.web.protocol.acts import command_for_request, words_for
from app.web.protocol.messages import Answered, DeviceMark, Hello
from app.web.server.public_view import is_published

LATE_MS = 15_000
ON_ITS_WAY_MS = 3_000
"""The milliseconds that a press may take to arrive. A later one is compared with what other devices
showed.
"""
STALE_MS = 2_000  # a player does not notice a refusal that comes later than this
WAITS = template("The organizer decides whether this late press counts.")
FAULT_WAITS = template(
    "Something is wrong in Flagfall itself: the organizer decides whether this press counts."
)
WAITS_NOTICE = mark_text("{what}, {ago} ago, waits for you: see {where}.")
FAULT_NOTICE = mark_text(
    "{what}, {ago} ago, ran into a fault in Flagfall itself and waits for you: see {where}."
)
FAILED = Refused(FAULT)
DEVICES = 1024  # the most devices whose tags are remembered
STATION = re.compile(r"tablet (\d+-[0-9a-f]{8})/(\d+)")
WINDOW = re.compile(r"table \d+")
"""The station of a press at the desk itself: in a table's window, or on its buttons."""


@lru_cache(DEVICES)
def tag(table: int, device: str) -> str:
    """Return the device's name in the history, which is short and always the same."""
    return f"{table}-{hashlib.sha256(device.encode()).hexdigest()[:8]}"


def station(table: int, device: str, number: int) -> str:
    """Return the station under which a device's mark with this number is recorded. By that station
    the mark is recognized in the log after a restart.
    """
    return f"tablet {tag(table, device)}/{number}"


class Dealt(Struct, frozen=True):
    """The outcome of deciding one mark."""

    answer: Answered
    notice: str = ""
    """A sentence that the organizer should know; empty for nothing."""
    kept_back: bool = False
    """True if the device has to send the mark again."""


class MarkIntake(Struct):
    """Takes marks for the desk, in its thread."""

    desk: Desk
    taken: dict[str, set[int]] = field(default_factory=dict)
    """The numbers of the marks in the log, by device."""
    refused: dict[str, dict[int, str]] = field(default_factory=dict)
    """The answers to refused marks, by device and number, so that a late copy is not decided
    again.
    """
    latest_ms: dict[str, int] = field(default_factory=dict)
    """The instant of each device's last mark."""
    asked_back: set[tuple[str, int]] = field(default_factory=set)
    """The pairs of device and gap for which a mark arrived before the device could say whether it
    had kept the time. Each device is asked once for each gap.
    """
    windows: dict[int, int] = field(default_factory=dict)
    """The instant since which each game is shown and pressed at the desk itself, which is always
    connected.
    """
    unshown: dict[int, Pair[int]] = field(default_factory=dict)
    """The time that each side of a game has gained by late presses and that no row shows yet."""
    unshown_before: dict[int, Pair[int]] = field(default_factory=dict)
    """The value of ``unshown`` when the rows of the marks were last known to be on the disk."""
    event_id: str = ""
    failed: set[str] = field(default_factory=set)
    """The marks that caused an error of the program, each by the name under which it is submitted
    to the desk.
    """
    undecided: list[tuple[str, int, int | None]] = field(default_factory=list)
    """The marks decided since rows were last known to be on the disk: the device, the mark's
    number, and the instant of the device's previous mark.
    """

    def read(self, records: Iterable[Record]) -> None:
        """Take in the marks that are already in the log, and the instant of each
        device's last one.
        """
        for record in records:
            if not self.event_id:
                self.event_id = hashlib.sha256(str(record.at_ms).encode()).hexdigest()[:16]
            if WINDOW.fullmatch(record.station) and isinstance(record.event, PRESS_MARKS):
                self.windows.setdefault(record.event.game, record.event.at_ms)
            match = STATION.fullmatch(record.station)
            if match is not None:
                self.taken.setdefault(match[1], set()).add(int(match[2]))
                pressed_ms = getattr(record.event, "at_ms", record.at_ms)
                self.latest_ms[match[1]] = max(pressed_ms, self.latest_ms.get(match[1], 0))

    def through(self, table: int, device: str) -> int:
        """Return the number of the device's last mark in the log."""
        return max(self.taken.get(tag(table, device), ()), default=0)

    def has_pressed(self, table: int, device: str) -> bool:
        """Tell whether the log has any mark of the device at this table."""
        return tag(table, device) in self.taken

    @property
    def players(self) -> frozenset[tuple[int, str]]:
        """The tables and tags of the devices on which somebody has pressed."""
        return frozenset((int(mine.partition("-")[0]), mine) for mine in self.taken)

    def settle(self) -> None:
        """Record that the rows of all decided marks are on the disk."""
        self.unshown_before = dict(self.unshown)
        self.undecided.clear()

    def forget(self) -> None:
        """Forget the marks whose rows could not be written; the devices send them again."""
        self.unshown = dict(self.unshown_before)
        for mine, number, latest_ms in reversed(self.undecided):
            self.taken.get(mine, set()).discard(number)
            if not self.taken.get(mine):
                self.taken.pop(mine, None)
            self.refused.get(mine, {}).pop(number, None)
            if latest_ms is None:
                self.latest_ms.pop(mine, None)
            else:
                self.latest_ms[mine] = latest_ms
        self.undecided.clear()

    def take(
        self,
        state: State,
        table: int,
        device: str,
        mark: DeviceMark,
        *,
        late: bool,
        clear_ms: int = 0,
        since_ms: int = 0,
        trusted: bool = True,
        saw: Callable[[int], bool] = lambda _at_ms: False,
        began_ms: int = 0,
    ) -> Dealt:
        """Decide a mark and return the outcome. ``late`` means that the device was disconnected, so
        an old mark is no surprise. At ``clear_ms`` the device had nothing to send, so its mark
        cannot be older; ``since_ms`` is the instant at which the device connected. ``trusted``
        means that the table knows the device. ``saw`` tells whether another device of the table was
        connected at an instant; before ``began_ms``, when the server started, that is unknown.

        Call this within `Desk.together`, and send nothing to anybody before `settle`.
        """
        mine = tag(table, device)
        if mark.number in self.taken.get(mine, ()):
            return Dealt(Answered(mark.number, taken=True))
        if mark.number in self.refused.get(mine, {}):
            return Dealt(Answered(mark.number, False, self.refused[mine][mark.number]))
        game = state.games.get(mark.game)
        if game is None or game.table != table or not is_published(state, game):
            return Dealt(Answered(mark.number, False, say("That game is not at this table now.")))
        now_ms = self.desk.timeline.now_ms()
        round_ = state.round(game.round_number)
        started_ms = (round_.started_ms if round_ else None) or 0
        at_ms = min(max(mark.at_ms, self.latest_ms.get(mine, 0), started_ms, clear_ms), now_ms)
        if self._may_bridge(game, mine, at_ms):
            return Dealt(Answered(mark.number, False), kept_back=True)
        request, actor = command_for_request(mark.act, game)
        command: Command = request
        if not isinstance(request, ChooseList):
            doubted = not trusted and now_ms - at_ms >= LATE_MS
            unknown = at_ms < began_ms and self._has_others(table, mine)
            doubted = doubted or self._shown_otherwise(game, at_ms, now_ms, saw, unknown=unknown)
            command = HandIn(
                game.number,
                with_uncertainty(request, mark.uncertain_ms + abs(at_ms - mark.at_ms)),
                mine,
                doubted or at_ms < since_ms,
                doubted,
            )
        from_mark = station(table, device, mark.number)
        reply = self._act(command, at_ms, actor=actor, station=from_mark)
        if isinstance(reply, NotSaved):
            return Dealt(Answered(mark.number, False), kept_back=True)
        self.undecided.append((mine, mark.number, self.latest_ms.get(mine)))
        self.latest_ms[mine] = at_ms
        ago_ms = now_ms - at_ms
        if isinstance(reply, Refused):
            self.refused.setdefault(mine, {})[mark.number] = reply.sentence
            answer = Answered(mark.number, False, reply.sentence)
            if ago_ms < STALE_MS and reply != FAILED:
                return Dealt(answer)
            notice = say(
                "{what}, {ago} ago, was not counted: {reply}",
                what=_what(actor, mark),
                ago=span(ago_ms),
                reply=reply.sentence,
            )
            return Dealt(answer, notice)
        if reply:
            self.taken.setdefault(mine, set()).add(mark.number)
        if reply and isinstance(reply[0].event, PressSetAside):
            is_fault = from_mark in self.failed
            words = FAULT_NOTICE if is_fault else WAITS_NOTICE
            where = _place_of(state, game)
            notice = say(words, what=_what(actor, mark), ago=span(ago_ms), where=where)
            return Dealt(
                Answered(mark.number, True, str(FAULT_WAITS if is_fault else WAITS)), notice
            )
        if at_ms == clear_ms and at_ms - mark.at_ms >= LATE_MS:
            notice = say(
                "{what} says it is {age} old, but its device had nothing to hand over since"
                " then: it counts as {counted} old.",
                what=_what(actor, mark),
                age=span(now_ms - mark.at_ms),
                counted=span(ago_ms),
            )
            return Dealt(Answered(mark.number, taken=True), notice)
        if late or ago_ms < LATE_MS:
            return Dealt(Answered(mark.number, taken=True))
        notice = say(
            "{what} came {late} late though the device was connected.",
            what=_what(actor, mark),
            late=span(ago_ms),
        )
        return Dealt(Answered(mark.number, taken=True), notice)

    def _act(self, command: Command, at_ms: int, *, actor: str, station: str) -> Reply:
        """Let the desk decide a mark. The first error of the program is raised. At the second, or
        if the row cannot be applied, the press is set aside for the organizer. If that fails as
        well, the press is refused; otherwise its device would send it for ever.
        """
        reply: Reply = FAILED
        try:
            reply = self.desk.act(command, at_ms, actor=actor, station=station)
        except Exception:
            if station not in self.failed:
                self.failed.add(station)
                raise
        if reply != FAILED:
            return reply
        self.failed.add(station)
        if isinstance(command, HandIn):
            aside = replace(command, follows=True, doubted=True)
            with suppress(Exception):
                return self.desk.act(aside, at_ms, actor=actor, station=station)
        return FAILED

    def _shown_otherwise(
        self,
        game: Game,
        at_ms: int,
        now_ms: int,
        saw: Callable[[int], bool],
        *,
        unknown: bool,
    ) -> bool:
        """Tell whether another device, or the desk itself, showed the game as if there were no
        press at that instant, or showed a flag that fell since. A press that is still on its way
        does not count. ``unknown`` means that nobody knows which devices were connected then.
        """

        def shown(then_ms: int) -> bool:
            return saw(then_ms) or self.windows.get(game.number, then_ms + 1) <= then_ms

        flags_ms = _flags_since(game, at_ms)
        if any(map(shown, flags_ms)):
            return True
        late = now_ms - at_ms >= ON_ITS_WAY_MS or bool(flags_ms)
        return late and (shown(at_ms) or unknown)

    def _has_others(self, table: int, mine: str) -> bool:
        """Tell whether the log has presses of other devices at this table."""
        return any(
            other != mine and other.startswith(f"{table}-") and numbers
            for other, numbers in self.taken.items()
        )

    def note_moved(self, before: Game, after: Game, table: int, device: str) -> str:
        """Record the time that a device's marks have moved in a game. Return a notice for the
        organizer, empty if nothing moved. Call this within `Desk.together`.
        """
        now_ms, mine = self.desk.timeline.now_ms(), tag(table, device)
        moved, unshown = (
            compare_times(before, after, now_ms),
            self.unshown.get(after.number, NOTHING),
        )
        moved = Pair(moved.red + unshown.red, moved.blue + unshown.blue)
        moves = note_move(after, moved, now_ms, mine)
        self.unshown[after.number] = NOTHING if moves else moved
        for move in moves:
            self.desk.act(move, now_ms, actor="Flagfall", station=f"tablet {mine}")
            return say(
                "{moved} at table {table}: presses came late. You can give the time back.",
                moved=moved_words(move.gained_ms),
                table=table,
            )
        return ""

    def _may_bridge(self, game: Game, mine: str, at_ms: int) -> bool:
        """Tell whether a press was made during the gap because of which the clock stands. In that
        case the device reconnects and says whether it kept the time, before the press is decided.
        This happens once for each gap.
        """
        pause = game.play.pause
        if pause is None or pause.cause is not PauseCause.GAP:
            return False
        gap = (mine, pause.since_ms)
        if gap in self.asked_back or not 0 <= at_ms - pause.since_ms <= pause.gap_ms:
            return False
        self.asked_back.add(gap)
        return True

    def bridge(self, game: Game, kept_since_ms: int, table: int, device: str) -> str:
        """Continue the clock over a gap in which a device has kept the time. Return a message for
        the organizer; empty if there is no gap or the device was not connected before the gap.
        """
        pause = game.play.pause
        if pause is None or pause.cause is not PauseCause.GAP:
            return ""
        if not pause.gap_known or not 0 < kept_since_ms <= pause.since_ms:
            return ""
        reply = self.desk.act(
            ResumeClock(game.number),
            pause.since_ms,
            actor="Flagfall",
            station=f"tablet {tag(table, device)}",
        )
        if isinstance(reply, Refused):
            return ""
        return say(
            "The tablet kept the time while the computer was away for {gap}.",
            gap=span(pause.gap_ms),
        )


def _flags_since(game: Game, at_ms: int) -> list[int]:
    """Return the instants from ``at_ms`` on at which a flag fell. Marks are in order of time, so
    only the latest are examined: a press comes after most of its game's marks.
    """
    later = takewhile(lambda mark: mark.at_ms >= at_ms, reversed(game.marks))
    return [mark.at_ms for mark in later if isinstance(mark, FlagFell)]


def _place_of(state: State, game: Game) -> str:
    """Return the game's table, and its round if that is not the latest."""
    latest = state.latest
    if latest is None or latest.number == game.round_number:
        return say("table {table}", table=game.table)
    return say(
        "table {table} of round {round_number}",
        table=game.table,
        round_number=game.round_number,
    )


def _what(actor: str, mark: DeviceMark) -> str:
    """Return a press in words for the organizer, such as "Red's tap"."""
    return say("{actor}’s {words_for}", actor=actor, words_for=words_for(mark.act))


def of_this_event(hello: Hello, event_id: str) -> Hello:
    """Return the hello. If the device remembers another event, played at the same address,
    everything that the hello says about that event is left out.
    """
    if hello.event_id in {"", event_id}:
        return hello
    return structs.replace(hello, game=0, kept_since_ms=0, shows_ms=0, queued=0)


def span(ms: int) -> str:
    minutes, second = divmod(max(ms, 0) // 1000, 60)
    return f"{minutes}:{second:02}"
