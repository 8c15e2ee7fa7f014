"""The devices at each table, and whether they are connected. This concerns sockets, not the game.
After a restart every table begins without devices; its clock has stopped anyway, because the server
was away.
"""

from collections.abc import Iterable

from msgspec import Struct, field

from app.engine.frozen import replace
from app.engine.table.deadlines import deadline
from app.engine.table.game import Game
from app.web.protocol.messages import PING_EVERY_MS, Hello, Ping

SILENT_S = 12
"""The time within which a message from a connected device arrives at the latest: more than two
pings. A device that sends nothing for longer counts as silent.
"""
HAND_OVER_S = 15  # the wait for a device that reported marks but sends no more of them
SPANS = 64  # the most connected times that are remembered for a device


class DeviceLink(Struct, frozen=True):
    """A device at a table."""

    device: str
    game: int = 0
    """The number of the game that the device was sent last."""
    name: str = ""
    joined: int = 0
    """The number of sockets that the device has open."""
    first_ms: int = 0
    """The instant at which the device joined for the first time."""
    since_ms: int = 0
    """The instant since which the device has been connected."""
    heard_ms: int = 0
    """The instant of the device's last message; ``heard_s`` is the same by a steady clock."""
    heard_s: float = 0.0
    joined_s: float = 0.0
    silent: bool = False
    handing_over: bool = False
    """True if the device has reconnected and has more waiting marks to send."""
    battery: int | None = None
    charging: bool | None = None
    delay_ms: float | None = None
    queued: int = 0
    clear_ms: int = 0
    """An instant at which the device had no marks waiting."""
    pressed: bool = False
    """True if the log has a press of the device at this table."""
    trusted: bool = True
    """True if presses that the device made while disconnected count without the organizer's
    decision.
    """
    earlier: tuple[tuple[int, int], ...] = ()
    """The start and end of earlier times in which the device was connected."""

    @property
    def in_touch(self) -> bool:
        return self.joined > 0 and not self.silent

    def was_in_touch(self, at_ms: int) -> bool:
        """Tell whether the device was connected at that instant, and so showed the latest known
        state of the game.
        """
        now = self.since_ms <= at_ms and (self.in_touch or at_ms <= self.touched_ms)
        return now or any(since_ms <= at_ms <= until_ms for since_ms, until_ms in self.earlier)

    @property
    def touched_ms(self) -> int:
        """Return the last instant at which the device may have been connected. A silent device may
        have been connected until its next ping was due.
        """
        return self.heard_ms + (PING_EVERY_MS if self.silent else 0)


class TableLink(Struct, frozen=True):
    """A table's connection, made up of those of its devices."""

    devices: tuple[DeviceLink, ...]

    @property
    def in_touch(self) -> bool:
        return any(device.in_touch for device in self.devices)

    @property
    def keeps_time(self) -> bool:
        """Tell whether some device is connected and none has marks left to send."""
        if any(device.in_touch and device.handing_over for device in self.devices):
            return False
        return self.in_touch

    @property
    def since_ms(self) -> int:
        """Return the instant since which the table has been connected or disconnected."""
        if self.in_touch:
            return min(device_link.since_ms for device_link in self.devices if device_link.in_touch)
        return max(device.heard_ms for device in self.devices)


def _spans(link: DeviceLink) -> tuple[tuple[int, int], ...]:
    """Return the times in which the device was connected until now, the latest last."""
    return (*link.earlier, (link.since_ms, link.touched_ms))[-SPANS:]


class Links(Struct):
    """The devices of the room by table."""

    timeline_speed: float = 1.0
    """The seconds of the timeline that pass in one second of the network; 1 outside tests."""
    tables: dict[int, TableLink] = field(default_factory=dict)
    away: set[int] = field(default_factory=set)
    """The tables at which no device keeps the time."""
    joined: frozenset[int] = frozenset()
    """The tables with a connected device."""
    began_ms: int | None = None
    """The instant since which devices are noted; connections before it are unknown."""

    @property
    def silent_ms(self) -> int:
        """Return `SILENT_S` in milliseconds of the timeline."""
        return int(SILENT_S * 1000 * self.timeline_speed)

    def join(self, hello: Hello, now_ms: int, now_s: float, *, pressed: bool = False) -> None:
        """Let a device join. ``pressed`` says that the log has a press of this device at this
        table. The device's waiting marks are trusted if it has pressed here before, or if it was
        connected before and is the table's only device.
        """
        table, device = hello.table, hello.device
        before = self.device(table, device)
        old = before or DeviceLink(device, first_ms=now_ms, since_ms=now_ms)
        alone = len(self.tables[table].devices) == 1 if before else False
        clear_ms = now_ms - self.silent_ms if hello.queued == 0 else 0
        joined = replace(
            old,
            game=hello.game,
            name=hello.name,
            joined=old.joined + 1,
            since_ms=old.since_ms if old.in_touch else now_ms,
            earlier=old.earlier if old.in_touch or before is None else _spans(old),
            heard_ms=now_ms,
            heard_s=now_s,
            joined_s=now_s,
            silent=False,
            handing_over=hello.queued > 0,
            queued=hello.queued,
            clear_ms=max(old.clear_ms, clear_ms),
            pressed=pressed,
            trusted=pressed or hello.queued == 0 or (alone and old.trusted),
        )
        self._put(table, joined)

    def leave(self, table: int, device: str, now_ms: int) -> None:
        """Record that a socket of the device was closed. Unless the device was silent, it showed
        the game until now.
        """
        old = self.device(table, device)
        if old is not None:
            heard_ms = old.heard_ms if old.silent else now_ms
            self._put(table, replace(old, joined=max(old.joined - 1, 0), heard_ms=heard_ms))

    def hear(self, table: int, device: str, now_ms: int, now_s: float) -> bool:
        """Record that a device has sent something. Tell whether it was silent before."""
        old = self.device(table, device)
        if old is None:
            return False
        current = replace(old, heard_ms=now_ms, heard_s=now_s)
        if old.silent:
            spans = _spans(old)
            self._put(table, replace(current, silent=False, since_ms=now_ms, earlier=spans))
        else:
            self._in_place(table, current)
        return old.silent

    def note_game(self, table: int, device: str, game: int) -> None:
        """Record that the device was sent this game."""
        old = self.device(table, device)
        if old is not None and old.game != game:
            self._put(table, replace(old, game=game))

    def note_ping(self, table: int, device: str, ping: Ping, now_ms: int) -> None:
        """Record what the device reports in a ping. If its queue is empty, no later press of the
        device can have been made before the server's time that the device had last received, nor
        longer ago than the longest time that a message takes.
        """
        old = self.device(table, device)
        if old is not None:
            sent_ms = max(min(ping.heard_ms, now_ms), now_ms - self.silent_ms)
            noted = replace(
                old,
                clear_ms=old.clear_ms if ping.queued else max(old.clear_ms, sent_ms),
                battery=ping.battery,
                charging=ping.charging,
                delay_ms=ping.delay_ms,
                queued=ping.queued,
            )
            self._put(table, noted)

    def handed_over(self, table: int, device: str, left: int, *, pressed: bool) -> bool:
        """Record how much of its queue a device has sent. ``pressed`` says that the log now has a
        press of the device. Tell whether anything has changed.
        """
        old = self.device(table, device)
        if old is None or (old.handing_over, old.queued, old.pressed) == (left > 0, left, pressed):
            return False
        self._put(table, replace(old, handing_over=left > 0, queued=left, pressed=pressed))
        return True

    def look(self, now_s: float) -> bool:
        """Record the devices that have been silent for too long. Tell whether anything
        has changed.
        """
        news = False
        for table, link in list(self.tables.items()):
            for device in link.devices:
                silent = device.silent or (device.in_touch and now_s - device.heard_s > SILENT_S)
                waits = device.handing_over and now_s - device.joined_s <= HAND_OVER_S
                if (silent, waits) != (device.silent, device.handing_over):
                    self._put(table, replace(device, silent=silent, handing_over=waits))
                    news = True
        return news

    def forget(self, table: int) -> None:
        """Forget the table's devices, which may not connect any longer."""
        self.tables.pop(table, None)
        self.away.discard(table)
        self.joined -= {table}

    def clear(self) -> None:
        """Forget all devices."""
        self.tables.clear()
        self.away.clear()
        self.joined = frozenset()
        self.began_ms = None

    def device(self, table: int, device: str) -> DeviceLink | None:
        link = self.tables.get(table)
        if link is not None:
            for device_link in link.devices:
                if device_link.device == device:
                    return device_link
        return None

    def saw(self, table: int, device: str, at_ms: int) -> bool:
        """Tell whether another device of the table was connected at that instant."""
        link = self.tables.get(table)
        others = link.devices if link else ()
        return any(other.device != device and other.was_in_touch(at_ms) for other in others)

    def held(self, games: Iterable[Game]) -> frozenset[int]:
        """Return the numbers of those games whose flags wait for their table's tablets: the clock
        runs, no connected device keeps the time, and a device that was pressed at the table may
        still show the game.
        """
        if not self.away:
            return frozenset()
        return frozenset(
            game.number for game in games if game.table in self.away and self._is_held(game)
        )

    def _is_held(self, game: Game) -> bool:
        link = self.tables.get(game.table)
        if link is None or link.keeps_time or game.alone or deadline(game) is None:
            return False
        return any(device.game == game.number and device.pressed for device in link.devices)

    def _put(self, table: int, device: DeviceLink) -> None:
        link = self._in_place(table, device)
        (self.away.discard if link.keeps_time else self.away.add)(table)
        if link.in_touch != (table in self.joined):
            self.joined ^= {table}

    def _in_place(self, table: int, device: DeviceLink) -> TableLink:
        """Replace the device's earlier state in its table, and return the table. A new device comes
        last.
        """
        link = self.tables.get(table)
        devices = {known.device: known for known in link.devices} if link else {}
        devices[device.device] = device
        self.tables[table] = link = TableLink(tuple(devices.values()))
        return link
