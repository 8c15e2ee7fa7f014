"""The port on which Wi-Fi clocks dial in. It has its own thread, so that no connection can delay
the desk.

clock   JOIN dclk=1 table=<table> uid=<8 hex digits> nonce=<32 hex digits>*HH   the first line
here    NONCE <32 hex digits>*HH         from here on each line begins with a code
clock   <code>PROVE*HH
here    <code>JOINED table=<table>*HH    from here on the line is a serial line
        NO <word> <sentence>*HH          instead of either, without a code; then the connection ends
"""

import asyncio
import hmac
import re
import secrets
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from msgspec import Struct

from app.clock.allowance import Allowance, least_missed
from app.clock.drivers.dclk.lines import LONGEST, opened_line, seal_line
from app.clock.links.codes import CODE_DIGITS, LineCodes, WrongCode, line_key
from app.clock.links.serial import PortInfo
from app.engine.language import say

DIAL_PORT = 8438
NONCE_BYTES = 16
MARK = "wifi:"
JOIN_S = 5.0  # for the first line
LOST_S = 30.0  # a clock speaks every second
SPEAKS_S = 3.0  # a clock that spoke this recently is there
SWEEP_S = 1.0
STRANGERS, STRANGERS_OF_ONE = 60, 12  # connections that have not joined
CALLS_AT_ONCE, CALLS_A_SECOND = 20, 1  # from one address
BYTES_AT_ONCE, BYTES_A_SECOND = 32_768, 4096  # of a clock; it sends about 100 a second
WAITING_BYTES = 65_536  # that may wait for a slow clock
MOST_REFUSED = 12
FORGET_S = 120.0  # a refusal that was not repeated
STOP_S = 2.0  # the desk waits for this
SOON_S = 0.05  # several changes are reported together
BACKLOG = 32
JOIN_S_WORDS = say("{seconds:.0f} seconds", seconds=JOIN_S)


class CannotListen(Exception):
    """Clocks cannot dial in; the text is a sentence that tells the organizer why."""


class Refusal(Struct, frozen=True):
    """A device that dialled in and was sent away."""

    address: str
    sentence: str
    at_s: float


class Join(Struct, frozen=True):
    """A clock's first line."""

    version: int
    table: int
    uid: str
    nonce: str
    has_secret: bool = False
    """True if the clock sends the table's secret, as clocks did before lines had codes."""


NOBODY = Join(0, 0, "", "")


def read_join(line: bytes) -> Join | None:
    payload = opened_line(line.rstrip(b"\r"))
    word, *pairs = (payload or "").split(" ")
    keys = dict(pair.partition("=")[::2] for pair in pairs)
    version, table, uid, nonce = (keys.get(key, "") for key in ("dclk", "table", "uid", "nonce"))
    if word != "JOIN" or not re.fullmatch("[0-9]{1,4}", version):
        return None
    has_secret = "secret" in keys
    if version == "1" and not (
        re.fullmatch("[1-9][0-9]{0,3}", table)
        and re.fullmatch("[0-9A-Fa-f]{8}", uid)
        and (has_secret or re.fullmatch("[0-9a-f]{32}", nonce))
    ):
        return None
    joined_table = int(table) if re.fullmatch("[0-9]{1,4}", table) else 0
    return Join(int(version), joined_table, uid.upper(), nonce, has_secret)


REFUSED = {
    "malformed": (
        "This is no JOIN line.",
        say(
            "Something that does not speak DCLK dialled in from {address}. If it is a clock, check"
            " its program; if not, it is using the wrong port."
        ),
    ),
    "silent": (
        "Say JOIN first.",
        say(
            "Something at {{address}} dialled in and did not name its table within {seconds}. If"
            " it is a clock, restart it.",
            seconds=JOIN_S_WORDS,
        ),
    ),
    "version": (
        "This program speaks dclk=1.",
        say(
            "The clock at {address} speaks DCLK/{version}, which this program does not know. Update"
            " the program."
        ),
    ),
    "old": (
        "Load the clock's program anew: it sends the secret for all to read.",
        say(
            "The clock at {address} has an older program, which sends the secret of table {table}"
            " for all to read. Load the program of this version into it, then replace the table’s"
            " code: somebody may have heard it."
        ),
    ),
    "secret": (
        "Wrong table or secret. Enter those of the table's sheet.",
        say(
            "The clock at {address} has a wrong secret for table {table}. Enter the one from the"
            " table’s latest sheet in the clock."
        ),
    ),
    "taken": (
        "This table has another clock.",
        say(
            "Another clock, at {address}, wants table {table}, which already has a Wi-Fi clock."
            " Give it another table’s secret, or switch the first one off."
        ),
    ),
    "number": (
        "This table has another clock.",
        say(
            "Another clock, at {address}, says it is clock {uid}, which is already at table"
            " {other}. Give one of them another number, or switch one off."
        ),
    ),
    "busy": (
        "Too many tries. Wait a minute.",
        say(
            "{address} dials in too often, so it has to wait. If it is not one of your clocks,"
            " switch it off."
        ),
    ),
}
MOVED = say(
    "Clock {uid} at {address} left table {other} for table {table}. If these are two clocks, give"
    " one of them another number."
)
FLOOD = say(
    "It sent more than a clock can, so it was disconnected. If this keeps happening, restart the"
    " clock."
)
CHANGED = say(
    "One of its messages was changed or repeated on the way, so it was disconnected. It will dial"
    " in again by itself. If this keeps happening, somebody on the Wi-Fi is tampering with it."
)
AWAY = say("It is offline and will dial in again by itself. Check its power and the Wi-Fi.")
REPLACED = say(
    "Its table’s code was replaced. Enter the one from the table’s latest sheet in the clock."
)
CLOSED = say("Clocks may not dial in now. Tick Let Wi-Fi clocks dial in.")


class _Call(asyncio.Protocol):
    """One connection. All of it runs in the door's thread."""

    def __init__(self, door: "Door") -> None:
        self.door = door
        self.address, self.heard_s = "", door.steady()
        self.began_s = self.heard_s
        self.transport: asyncio.Transport | None = None
        self.asked: Join | None = None  # its first line, until it has proved the secret
        self.join: Join | None = None
        self.table_key = ""
        self.codes: LineCodes | None = None
        self.name = ""
        self.link: DialledLink | None = None
        self.unread = bytearray()  # the incomplete last line
        self.early = b""  # bytes from before there was a driver
        self.allowance = Allowance(self.heard_s, BYTES_AT_ONCE, BYTES_A_SECOND, BYTES_AT_ONCE)
        self.lost_words = AWAY

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        peer = transport.get_extra_info("peername")
        self.address = str(peer[0]) if peer else ""
        sock = transport.get_extra_info("socket")
        with suppress(OSError, AttributeError):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        transport.set_write_buffer_limits(WAITING_BYTES)
        self.door.called(self)

    def data_received(self, data: bytes) -> None:
        self.heard_s = self.door.steady()
        if self.transport is None or self.transport.is_closing():
            return
        if self.join is not None and not self.allowance.spend(self.heard_s, len(data)):
            self.lost_words = FLOOD
            self.abort()
            return
        self._read(data)

    def connection_lost(self, error: Exception | None) -> None:
        self.door.gone(self)
        link, self.link = self.link, None
        if link is not None:
            link.lost(self.lost_words)

    def write_lines(self, data: bytes) -> None:
        """Send whole lines, each with its code."""
        assert self.codes is not None
        lines = data.split(b"\n")[:-1]
        self.write(b"".join((self.codes.add(line) if line else b"") + b"\n" for line in lines))

    def write(self, data: bytes) -> None:
        if self.transport is None or self.transport.is_closing():
            return
        if self.transport.get_write_buffer_size() > WAITING_BYTES:
            self.abort()
        else:
            self.transport.write(data)

    def abort(self) -> None:
        if self.transport is not None:
            self.transport.abort()

    def refuse(self, word: str, join: Join = NOBODY, other: int = 0) -> None:
        """Refuse a clock. ``other`` is the table of another clock that has the same number."""
        to_clock, to_organizer = REFUSED[word]
        self.write(seal_line(f"NO {'taken' if word == 'number' else word} {to_clock}"))
        if self.transport is not None:
            self.transport.close()
        self.note(to_organizer, join, other)

    def note(self, sentence: str, join: Join, other: int) -> None:
        """Report a refusal to the organizer."""
        words = sentence.format(
            address=self.address,
            table=join.table,
            version=join.version,
            uid=join.uid,
            other=other,
        )
        self.door.note(Refusal(self.address, words, self.door.steady()))

    def attach(self, link: "DialledLink") -> None:
        """Pass to ``link`` what the clock has already sent, and whatever it sends from now on."""
        self.link = link
        link.opened()
        early, self.early = self.early, b""
        if early:
            link.received(early, self.door.now_ms())

    def challenge(self, join: Join, table_key: str) -> None:
        """Ask the clock to prove that it knows the table's secret. If the table does not exist, the
        question looks the same as for one that does.
        """
        nonce = secrets.token_hex(NONCE_BYTES)
        self.asked, self.table_key = join, table_key
        key = table_key or secrets.token_hex(NONCE_BYTES)
        self.codes = LineCodes(line_key(key, nonce, join.nonce))
        self.write(seal_line(f"NONCE {nonce}"))

    def _read(self, data: bytes) -> None:
        """Read the whole lines that have arrived. Blank lines take no memory."""
        self.unread = (self.unread + data).lstrip(b"\r\n")
        longest = LONGEST + 1 + (CODE_DIGITS if self.codes else 0)  # with its CR
        while (end := self.unread.find(b"\n")) >= 0 or len(self.unread) > longest:
            line, self.unread = self.unread[:end], self.unread[end + 1 :].lstrip(b"\r\n")
            if not self._take(bytes(line) if 0 <= end <= longest else b""):
                return

    def _take(self, line: bytes) -> bool:
        """Handle one line, which is empty if it was too long. Return whether more lines may be
        read.
        """
        if self.codes is None:
            return self._take_first(line)
        try:
            opened = self.codes.open(line.rstrip(b"\r"))
        except WrongCode:
            return self._take_wrong()
        if self.join is None:
            return self._take_proof(opened)
        if self.link is not None:
            self.link.received(opened + b"\n", self.door.now_ms())
        else:
            self.early = (self.early + opened + b"\n")[-BYTES_A_SECOND:]
        return True

    def _take_first(self, line: bytes) -> bool:
        join = read_join(line)
        if join is None:
            self.refuse("malformed")
        else:
            self.door.asks(self, join)
        return self.codes is not None

    def _take_proof(self, line: bytes) -> bool:
        assert self.asked is not None
        if opened_line(line) == "PROVE":
            self.door.joins(self, self.asked)
        else:
            self.refuse("malformed")
        return self.join is not None

    def _take_wrong(self) -> bool:
        if self.asked is not None and self.join is None:
            self.refuse("secret", self.asked)
        else:
            self.lost_words = CHANGED
            self.abort()
        return False


class DialledLink:
    """The line to a clock that dialled in. Closing the line does not end the connection, because
    the clock may be asked again on that connection.

    Callbacks come from the door's thread. If there is no door, or it is closed, ``lost`` is called
    at once.
    """

    def __init__(
        self,
        door: "Door | None",
        name: str,
        *,
        opened: Callable[[], None],
        received: Callable[[bytes, int], None],
        lost: Callable[[str], None],
    ) -> None:
        self._door, self._name = door, name
        self.opened, self.received, self.lost = opened, received, lost
        if door is None or not door.call(lambda: door.attach(name, self)):
            lost(CLOSED)

    @property
    def is_held(self) -> bool:
        return False

    @property
    def unheard_s(self) -> float:
        return 0.0

    def write(self, data: bytes) -> None:
        if (door := self._door) is not None:
            door.call(lambda: door.write(self._name, data, self))

    def set_baud(self, baud: int) -> None:
        """Do nothing: a network has no speed."""

    def stay_up(self) -> None:
        """Do nothing: a network has no control lines."""

    def close(self) -> None:
        if (door := self._door) is not None:
            door.call(lambda: door.detach(self._name, self))

    @property
    def alive(self) -> bool:
        """False, because this link has no thread of its own."""
        return False

    def join(self) -> bool:
        return True


class Door:
    """The door for clocks that dial in over Wi-Fi. ``table_key`` returns the hash of a table's
    secret, or an empty text if the table has none. ``changed`` is called when ``clocks`` or
    ``refusals`` have changed. Both functions are called in the door's thread.

    ``start``, ``stop``, ``revoke`` and ``call`` may be called from any thread.
    """

    def __init__(
        self,
        *,
        table_key: Callable[[int], str],
        now_ms: Callable[[], int],
        changed: Callable[[], None],
        port: int = DIAL_PORT,
        host: str = "0.0.0.0",
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self.now_ms, self.steady = now_ms, steady
        self._table_key, self._changed = table_key, changed
        self._host, self.port = host, port
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="Wi-Fi clocks", daemon=True)
        self._listening: socket.socket | None = None
        self._strangers: list[_Call] = []
        self._joined: dict[str, _Call] = {}  # by the clock's number
        self._calls_of: dict[str, Allowance] = {}
        self._refused: dict[str, Refusal] = {}
        self._over = asyncio.Event()
        self._count = 0
        self._telling = False
        self.clocks: tuple[PortInfo, ...] = ()
        self.refusals: tuple[Refusal, ...] = ()

    def start(self) -> None:
        """Open the port. Raise CannotListen if that is not possible."""
        try:
            self._listening = socket.create_server((self._host, self.port), backlog=BACKLOG)
        except OSError as error:
            self._loop.close()
            raise CannotListen(
                say(
                    "Port {port} is taken on this computer. Close the other program that uses it,"
                    " or another Flagfall.",
                    port=self.port,
                )
            ) from error
        self.port = int(self._listening.getsockname()[1])
        self._thread.start()

    def stop(self) -> None:
        """Stop the door. If its thread is held up for longer than this call waits, for example by a
        disk, the thread ends by itself later.
        """
        self.call(self._over.set)
        self._thread.join(STOP_S)

    def revoke(self, table: int) -> None:
        """Disconnect the clock that joined with an older code of the table, which has been
        replaced.
        """
        self.call(lambda: self._send_away(table))

    def call(self, act: Callable[[], object]) -> bool:
        """Run ``act`` in the door's thread. Return False if the thread has ended."""
        with suppress(RuntimeError):  # it is closed
            self._loop.call_soon_threadsafe(act)
            return True
        return False

    # In the door's thread

    def attach(self, name: str, link: DialledLink) -> None:
        call = self._named(name)
        if call is None:
            link.lost(AWAY)
        else:
            call.attach(link)

    def detach(self, name: str, link: DialledLink) -> None:
        call = self._named(name)
        if call is not None and call.link is link:
            call.link = None

    def write(self, name: str, data: bytes, link: DialledLink) -> None:
        call = self._named(name)
        if call is not None and call.link is link:
            call.write_lines(data)

    def called(self, call: _Call) -> None:
        """Take in a new connection, or refuse it if its address connects too often. The number of
        connections that may wait is limited for each address, so that none can shut out the others.
        """
        now_s = self.steady()
        if len(self._calls_of) > STRANGERS:
            self._calls_of.clear()
        allowance = self._calls_of.setdefault(
            call.address, Allowance(now_s, CALLS_AT_ONCE, CALLS_A_SECOND, CALLS_AT_ONCE)
        )
        if not allowance.spend(now_s):
            call.refuse("busy")
            return
        surplus = least_missed(self._strangers, call.address, STRANGERS, STRANGERS_OF_ONE)
        if surplus is not None:
            self._strangers.remove(surplus)
            surplus.abort()
        self._strangers.append(call)

    def asks(self, call: _Call, join: Join) -> None:
        """Ask a clock that wants to join to prove that it knows the table's secret."""
        if join.version != 1:
            call.refuse("version", join)
        elif join.has_secret:
            call.refuse("old", join)
        else:
            call.challenge(join, self._table_key(join.table))

    def joins(self, call: _Call, join: Join) -> None:
        """Let a clock join, now that it has proved that it knows the secret."""
        before = self._joined.get(join.uid)
        other = before.join.table if before is not None and before.join is not None else 0
        tables = {clock.join.table for clock in self._joined.values() if clock.join}
        if not hmac.compare_digest(call.table_key, self._table_key(join.table)):
            call.refuse("secret", join)  # it was replaced just now
        elif before is not None and self._is_somebody_else(call, before):
            call.refuse("number", join, other)
        elif join.table in tables and other != join.table:
            call.refuse("taken", join)
        else:
            if before is not None:
                before.abort()  # the same clock is back before its old line was missed
            self._welcome(call, join)
            if other not in (0, join.table):
                call.note(MOVED, join, other)

    def _is_somebody_else(self, call: _Call, before: _Call) -> bool:
        """Tell whether two clocks seem to have the same number, because both send data, from
        different addresses.
        """
        speaks = self.steady() - before.heard_s <= SPEAKS_S
        return speaks and before.address != call.address

    def _send_away(self, table: int) -> None:
        for call in tuple(self._joined.values()):
            join = call.join
            is_of = join is not None and join.table == table
            if is_of and call.table_key != self._table_key(table):
                call.lost_words = REPLACED
                call.abort()

    def gone(self, call: _Call) -> None:
        if call in self._strangers:
            self._strangers.remove(call)
        if call.join is not None and self._joined.get(call.join.uid) is call:
            del self._joined[call.join.uid]
            self._report()

    def note(self, refusal: Refusal) -> None:
        """Note a refusal. Only the latest refusal of each address is kept, and only those of a few
        addresses.
        """
        self._refused.pop(refusal.address, None)
        self._refused[refusal.address] = refusal
        while len(self._refused) > MOST_REFUSED:
            del self._refused[next(iter(self._refused))]
        self._report()

    def _welcome(self, call: _Call, join: Join) -> None:
        self._count += 1
        call.join, call.name = join, f"{MARK}{join.uid}#{self._count}"
        self._strangers = [other for other in self._strangers if other is not call]
        self._joined[join.uid] = call
        self._refused.pop(call.address, None)
        call.write_lines(seal_line(f"JOINED table={join.table}"))
        self._report()

    def _named(self, name: str) -> _Call | None:
        return next((call for call in self._joined.values() if call.name == name), None)

    def _report(self) -> None:
        if not self._telling:
            self._telling = True
            self._loop.call_later(SOON_S, self._tell_now)

    def _tell_now(self) -> None:
        self._telling = False
        self.clocks = tuple(
            PortInfo(
                call.name, f"{MARK}{uid}", call.address, product="dclk",
                table=call.join.table if call.join else 0,
            )
            for uid, call in self._joined.items()
        )  # fmt: skip
        self.refusals = tuple(self._refused.values())
        self._changed()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._live())
        finally:
            self._loop.close()

    async def _live(self) -> None:
        assert self._listening is not None
        server = await self._loop.create_server(
            partial(_Call, self), sock=self._listening, backlog=BACKLOG
        )
        self._sweep()
        await self._over.wait()
        server.close()
        for call in (*self._strangers, *self._joined.values()):
            call.abort()
        for _ in range(3):  # turns of the loop, in which connections end
            await asyncio.sleep(0)

    def _sweep(self) -> None:
        """Drop silent connections, and forget refusals that were not repeated. Called once a
        second.
        """
        now_s = self.steady()
        for call in tuple(self._strangers):
            if now_s - call.began_s > JOIN_S:
                self._strangers.remove(call)
                call.refuse("silent")
        for call in tuple(self._joined.values()):
            if now_s - call.heard_s > LOST_S:
                call.abort()
        for refusal in tuple(self._refused.values()):
            if now_s - refusal.at_s > FORGET_S:
                del self._refused[refusal.address]
                self._report()
        self._loop.call_later(SWEEP_S, self._sweep)
