"""The rows of the clocks page in words: every port and every clock."""

from collections.abc import Iterable, Mapping
from enum import IntEnum

from msgspec import Struct

from app.clock.drivers.driver import Hand
from app.clock.hall.buttons import LIKE
from app.clock.hall.clock import TOO_LATE, WORST_PPM, Clock, Seat, too_wrong
from app.clock.hall.hall import ClocksSnapshot
from app.clock.links.door import Refusal
from app.clock.ports.port import Port, PortSettings, Stage
from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.text import digits, either
from app.ui.widgets.list_column import Ink, ListColumn

SILENT_MS = 10_000
MINUTE_MS = 60_000
PLUNGERS = say("plungers only")
WARN_PPM = 200


ASKS = say(
    "A device with this number was in another socket before. If it is that clock, bind it to its"
    " table; otherwise it is a new one."
)

GAMEPAD = say(
    "None of its buttons is a plunger yet. Choose the table, press Bind, then Red’s button and"
    " Blue’s."
)


class ClockRow(Struct, frozen=True):
    """A port with its clock, or a clock that is not connected."""

    key: str
    """The key of the port; empty if the clock is not connected."""
    clock: str
    """The name of the clock; empty if the port has no clock."""
    table: str
    product: str
    firmware: str
    port: str
    state: str
    shows: str
    battery: str
    drift: str
    last_heard: str
    notice: str
    urgent: bool
    """True if somebody should look at this clock or port."""
    seat: Seat | None
    can_identify: bool
    used: bool
    wish: PortSettings

    def is_same(self, other: "ClockRow") -> bool:
        """Tell whether both rows show the same clock or port, perhaps at different moments."""
        named = self.key or self.clock
        same = (self.key, self.clock) == (other.key, other.clock)
        return same and bool(named or self.port == other.port)

    def again_in(self, rows: "Iterable[ClockRow]") -> "ClockRow | None":
        """Return the row of the same clock or port among later rows. By then a port's clock may
        have become known, or a clock may be plugged in elsewhere.
        """
        rows = tuple(rows)
        same = [row for row in rows if self.is_same(row)]
        same += [row for row in rows if self.clock and row.clock == self.clock]
        one_port = (row for row in rows if self.key and row.key == self.key)
        same += [row for row in one_port if not (row.clock and self.clock)]
        return next(iter(same), None)


class ClockColumn(IntEnum):
    TABLE = 0
    CLOCK = 1
    PORT = 2
    STATE = 3
    SHOWS = 4
    BATTERY = 5
    DRIFT = 6
    HEARD = 7


def _with_notice(column: ListColumn[ClockRow]) -> ListColumn[ClockRow]:
    """Return the column with a tooltip: the clock's message, or else the text of the cell."""
    return replace(column, tip=lambda row: row.notice or column.cell(row))


COLUMNS: Mapping[ClockColumn, ListColumn[ClockRow]] = {
    ClockColumn.TABLE: _with_notice(
        ListColumn(say("Table"), lambda row: row.table, 68, figures=True)
    ),
    ClockColumn.CLOCK: _with_notice(ListColumn(say("Clock"), lambda row: row.product)),
    ClockColumn.PORT: ListColumn(say("Port"), lambda row: row.port, 136, leaves=3),
    ClockColumn.STATE: ListColumn(
        say("State"),
        lambda row: f"{row.state} (!)" if row.urgent else row.state,
        152,
        tip=lambda row: row.notice or row.state,
        ink=lambda row: Ink.DANGER if row.urgent else None,
    ),
    ClockColumn.SHOWS: _with_notice(
        ListColumn(say("Shows"), lambda row: row.shows, 152, figures=True)
    ),
    ClockColumn.BATTERY: _with_notice(
        ListColumn(
            say("Battery"), lambda row: row.battery, 84, figures=True, leaves=4, where_used=True
        )
    ),
    ClockColumn.DRIFT: _with_notice(
        ListColumn(say("Drift"), lambda row: row.drift, 80, figures=True, leaves=1, where_used=True)
    ),
    ClockColumn.HEARD: _with_notice(
        ListColumn(say("Heard"), lambda row: row.last_heard, 88, figures=True, leaves=2)
    ),
}


def clock_rows(picture: ClocksSnapshot, now_ms: int) -> tuple[ClockRow, ...]:
    """Return the rows in order of tables, and then those of clocks without a table. Clocks that are
    not connected keep their row. A keyboard has a row only if its keys serve as a table's plungers.
    Any other keyboard is used for writing.
    """
    clocks = {clock.name: clock for clock in picture.clocks}
    rows: list[ClockRow] = []
    bound = {pad for clock in picture.clocks for pad in clock.gamepads}
    for port in sorted(picture.ports, key=lambda port: port.stage is not Stage.READY):
        behind = [clocks.pop(name) for name in port.clocks if name in clocks]
        listed = [
            clock for clock in behind if clock.name not in bound and not clock.abilities.writes
        ]
        rows += [_row(port, clock, now_ms) for clock in listed]
        if port.there and not behind and not _quiet(port):
            rows.append(_row(port, None, now_ms))
    rows += [_row(None, clock, now_ms) for clock in clocks.values() if clock.seat or clock.product]
    rows += [_show_refusal(refusal) for refusal in picture.wifi.refusals]
    return tuple(sorted(rows, key=lambda row: (row.seat.table if row.seat else 10_000, row.port)))


def _show_refusal(refusal: Refusal) -> ClockRow:
    """Return the row of a clock that connected over Wi-Fi and was refused."""
    return ClockRow(
        key="",
        clock="",
        table="–",
        product="–",
        firmware="",
        port=refusal.address,
        state=say("rejected"),
        shows="",
        battery="",
        drift="",
        last_heard="",
        notice=refusal.sentence,
        urgent=True,
        seat=None,
        can_identify=False,
        used=False,
        wish=PortSettings(),
    )


def wifi_words(picture: ClocksSnapshot, addresses: tuple[str, ...]) -> str:
    """Return a sentence about where Wi-Fi clocks connect, or why they cannot."""
    wifi = picture.wifi
    if not wifi.on:
        return wifi.fault
    return say(
        "They dial in at {addresses}, port {port}.",
        addresses=either(addresses),
        port=wifi.port,
    )


def summary(picture: ClocksSnapshot) -> str:
    """Return a summary such as "31 connected · 1 away · 2 ports not tried"."""
    connected = sum(clock.online and not clock.abilities.buttons for clock in picture.clocks)
    away = sum(1 for clock in picture.clocks if clock.seat and not clock.online)
    idle = sum(1 for port in picture.ports if port.stage is Stage.LEFT_ALONE)
    parts = [plural(connected, "{count} clock connected", "{count} clocks connected")]
    parts += [say("{away} away", away=away)] if away else []
    parts += [plural(idle, "{count} port not tried", "{count} ports not tried")] if idle else []
    return " · ".join(parts)


def _quiet(port: Port) -> bool:
    """Tell whether a port is the port of gamepads while no gamepad is plugged in. Such a port needs
    no row.
    """
    return port.info.product == "pads" and port.used and not port.trouble


def _row(port: Port | None, clock: Clock | None, now_ms: int) -> ClockRow:
    seat = clock.seat if clock else None
    trouble = port.trouble if port else ""
    sentence = (clock.sentence if clock else "") or trouble
    asks = port is not None and port.asks and seat is None
    sentence = sentence or (ASKS if asks else "")
    ppm = clock.ppm if clock else None
    if not sentence and ppm is not None and abs(ppm) > WORST_PPM:
        sentence = too_wrong(ppm, keeps=clock is not None and clock.abilities.holds_time)
    elif not sentence and ppm is not None and abs(ppm) > WARN_PPM:
        sentence = say(
            "This clock is off by {ppm} millionths; check it now and then.", ppm=abs(ppm)
        )
    elif not sentence and clock is not None and clock.idle:
        sentence = TOO_LATE
    elif not sentence and clock is not None and clock.first is not None:
        sentence = say("{colour} goes first.", colour=clock.first.colour)
    elif not sentence and clock is not None and clock.abilities.buttons:
        sentence = GAMEPAD
    away = clock is not None and seat is not None and not clock.online
    return ClockRow(
        key=port.info.key if port else "",
        clock=clock.name if clock else "",
        table=str(seat.table) if seat else "–",
        product=(clock.product if clock else "") or "–",
        firmware=clock.firmware if clock else "",
        port="USB" if clock and (clock.gamepads or clock.abilities.buttons) else _port_words(port),
        state=_state(port, clock),
        shows=_shows(clock),
        battery=clock.battery if clock else "",
        drift="" if ppm is None else say("{ppm:+} ppm", ppm=ppm),
        last_heard=_last_message(clock, now_ms),
        notice=sentence,
        urgent=bool(clock and (clock.doubtful or clock.idle or clock.standing))
        or bool(trouble)
        or asks
        or away,
        seat=seat,
        can_identify=bool(clock and clock.online and clock.abilities.identifies),
        used=port.used if port else False,
        wish=port.wish if port else PortSettings(),
    )


def _port_words(port: Port | None) -> str:
    if port is None:
        return "–"
    if port.info.product:
        return port.info.words or "USB"
    if port.by_hand and port.info.words:
        return port.info.words
    return port.info.name.removeprefix("/dev/")


def _state(port: Port | None, clock: Clock | None) -> str:
    if clock is not None and clock.gamepads:
        if clock.online:
            return say(Stage.READY.value)
        return say("bind again") if clock.sentence == LIKE else say("unplugged")
    if port is None or not port.there:
        return say("unplugged")
    if clock is not None and clock.online and not clock.plugged:
        return say("no clock on the board")
    if clock is not None and not clock.online and port.stage is Stage.READY:
        return say("does not answer")
    return say(port.stage.value)


def _shows(clock: Clock | None) -> str:
    """Return both times, such as "41:07 runs / 52:30". The word "runs" follows the time of the side
    whose clock runs.
    """
    reading = clock.reading if clock else None
    if clock is None or reading is None:
        return ""
    if reading.left_ms is None or reading.right_ms is None:
        return PLUNGERS
    sides = []
    for hand, ms in ((Hand.LEFT, reading.left_ms), (Hand.RIGHT, reading.right_ms)):
        side = [digits(max(ms, 0))]
        side += [say("runs")] if reading.running is hand else []
        side += [say("flag")] if reading.fallen is hand else []
        side += [say("first")] if _goes_first(clock, hand) else []
        sides.append(" ".join(side))
    return " / ".join(sides)


def _goes_first(clock: Clock, hand: Hand) -> bool:
    return clock.seat is not None and clock.first is clock.seat.side(hand)


def _last_message(clock: Clock | None, now_ms: int) -> str:
    if clock is None or not clock.heard_ms:
        return ""
    ago_ms = max(now_ms - clock.heard_ms, 0)
    if ago_ms < SILENT_MS:
        return say("now")
    minutes, seconds = divmod(ago_ms // 1000, 60)
    return (
        say("{minutes} min ago", minutes=minutes)
        if minutes > 1
        else say("{number} s ago", number=60 * minutes + seconds)
    )


def next_heard_ms(picture: ClocksSnapshot, now_ms: int) -> int | None:
    """Return how many milliseconds remain until the displayed age of any clock's last message
    changes; None without clocks.
    """
    waits = [
        _wait_ms(max(now_ms - clock.heard_ms, 0)) for clock in picture.clocks if clock.heard_ms
    ]
    return min(waits, default=None)


def _wait_ms(ago_ms: int) -> int:
    """Return how many milliseconds the displayed age stays the same. An age is shown as now, then
    in seconds, then in minutes.
    """
    if ago_ms < SILENT_MS:
        return SILENT_MS - ago_ms
    unit_ms = 1_000 if ago_ms < 2 * MINUTE_MS else MINUTE_MS
    return unit_ms - ago_ms % unit_ms
