"""The desk of one table at the other end of a socket, with everything that a table's window needs
of a desk, in a separate thread. Without the network it continues alone and sends its presses later.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path

import aiohttp

from app.desk.replies import Listener, Reply, Snapshot
from app.engine.acts.commands import Command, Refused
from app.engine.acts.events import ORGANIZER
from app.engine.frozen import replace
from app.engine.language import say, use_words
from app.engine.state import State
from app.engine.table.deadlines import deadline
from app.web.protocol.acts import request_for
from app.web.protocol.limits import DAY_MS
from app.web.protocol.messages import (
    Answers,
    Challenge,
    DeviceMark,
    FromDevice,
    FromServer,
    GameMessage,
    Marks,
    No,
    Ping,
    PlayMessage,
    Pong,
    Welcome,
    encode_message,
    read_server_message,
)
from app.web.protocol.seal import DeviceEnd
from app.web.remote.address import (
    NOT_ENCRYPTED,
    NOW_ENCRYPTED,
    STRANGER,
    Joined,
    RemoteTime,
    steady_ms,
)
from app.web.remote.organizer import LOOKING, NOT_HERE, RemoteOrders
from app.web.remote.queue import RemoteQueue
from app.web.remote.state import Known, is_for, refusal, state_of

FIRST_S, SLOWEST_S, REFUSED_S, DEAF_S, UNANSWERED_S = 0.25, 4.0, 8.0, 12.0, 8.0
PINGS = 5
TURNS = 20
AT_ONCE = 25
UPGRADE_REQUIRED = 426
FOR_GOOD = {"secret", "version"}
AWAY = say("Offline: the clock goes on here, and every press is handed over later.")


class RemoteDesk:
    """A desk on another computer. Besides ``start`` and ``stop`` it has the members of a local
    desk: ``timeline``, ``subscribe`` and ``submit``.

    ``known`` is the data received of the table so far; any thread may read it. ``fingerprint`` is
    that of the server's own certificate, or empty. ``folder`` is where waiting presses are stored
    in case this program crashes. ``name`` is this window's name on the organizer's pages; if it is
    empty, the computer's name is used.
    """

    apart_ms = 0  # the organizer's computer knows, here and below
    folders_failing: tuple[Path, ...] = ()
    stations = None

    def __init__(
        self,
        joined: Joined,
        fingerprint: bytes = b"",
        folder: Path | None = None,
        *,
        name: str = "",
    ) -> None:
        self.timeline = RemoteTime()
        self._joined = joined
        self._tls = aiohttp.Fingerprint(fingerprint) if fingerprint else True
        self._queue = RemoteQueue(joined, folder, name)
        self._loop = asyncio.new_event_loop()
        self.orders = RemoteOrders(self._send, self._loop)
        self._thread = threading.Thread(target=self._run, name="remote desk")
        self._listeners: list[Listener] = []
        self.known = Known()
        self._waits: dict[int, Future[Reply]] = {}
        self._sent = self._seq = self._bridged_ms = 0
        self._trouble = str(LOOKING)
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._end: DeviceEnd | None = None
        self._proven = False
        self._flag: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Leave the table. Presses that the server has not received are kept for the table's next
        window.
        """

        def end() -> None:
            if self._task is not None:
                self._task.cancel()

        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(end)
            self._thread.join()
        self._queue.close()

    def subscribe(self, listener: Listener) -> None:
        def join() -> None:
            self._listeners.append(listener)
            listener(self._snapshot())

        self.call(join)

    def submit(
        self,
        command: Command,
        *,
        actor: str = "",
        station: str = "",
        insist: bool = False,
        at_ms: int | None = None,
    ) -> "Future[Reply]":
        """Make a press, now or at the earlier instant ``at_ms``, or give an order of the organizer.
        Return a future with the reply, which comes from the server or from this window.
        """
        now_ms, stamp_ms = self.timeline.now_ms(), steady_ms()
        at_ms = now_ms if at_ms is None else min(at_ms, now_ms)
        stamp_ms -= now_ms - at_ms
        reply: Future[Reply] = Future()

        def take() -> None:
            try:
                if actor == ORGANIZER:
                    self.orders.order(command, self.known.number, reply, insist=insist)
                else:
                    self._press(command, at_ms, stamp_ms, reply)
            except Exception as error:
                if reply.done() or reply in self._waits.values():
                    raise  # the press counts; it is a listener's fault
                reply.set_exception(error)

        if not self.call(take):
            reply.set_result(Refused(say("This window has left its table.")))
        return reply

    def call(self, call: Callable[[], None]) -> bool:
        """Call a function in the desk's loop. Return False if the loop has ended."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(call)
            return True
        return False

    def _press(self, command: Command, at_ms: int, stamp_ms: float, reply: "Future[Reply]") -> None:
        request, number = request_for(command), self.known.number
        if request is None or not is_for(command, self.known):
            reply.set_result(Refused(str(NOT_HERE if number else LOOKING)))
            return
        pending = self._queue.pending
        at_ms = max(at_ms, pending[-1].mark.at_ms if pending else 0)
        fault = refusal(self._state(), command, at_ms, self.known.last_switch(number))
        if fault is not None:
            reply.set_result(fault)
            return
        uncertain_ms = getattr(command, "uncertain_ms", 0) + self.timeline.uncertain_ms
        mark = DeviceMark(
            self._queue.number + 1, number, at_ms, stamp_ms, request, min(uncertain_ms, DAY_MS)
        )
        self._queue.add(mark, command, self.known)
        if self._socket is None:
            reply.set_result(())
        else:
            self._waits[mark.number] = reply
            self._hand_over()
        self._notify()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._task = self._loop.create_task(self._stay())
            with suppress(asyncio.CancelledError):
                self._loop.run_until_complete(self._task)
        finally:
            if self._flag is not None:
                self._flag.cancel()
            self._free()
            self.orders.lose()
            left = asyncio.all_tasks(self._loop)
            for task in left:
                task.cancel()
            self._loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
            if self._joined.socket.startswith("wss"):  # TLS needs several turns to close
                self._loop.run_until_complete(asyncio.sleep(FIRST_S))
                for _ in range(TURNS):  # though the machine stood still meanwhile
                    self._loop.run_until_complete(asyncio.sleep(0))
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
            self._loop.close()

    async def _stay(self) -> None:
        """Connect, and connect again after each loss, until the code is no longer valid."""
        wait_s = FIRST_S
        async with aiohttp.ClientSession() as session:
            while True:
                why = ""
                try:
                    why = await self._visit(session)
                except aiohttp.ServerFingerprintMismatch:
                    self._say(STRANGER)
                except aiohttp.WSServerHandshakeError as error:
                    if error.status == UPGRADE_REQUIRED and self._joined.socket.startswith("ws:"):
                        self._say(str(NOW_ENCRYPTED))
                except aiohttp.ClientSSLError as error:
                    if is_plain(error):
                        self._say(str(NOT_ENCRYPTED))
                except (aiohttp.ClientError, OSError, TimeoutError, ValueError):
                    pass
                wait_s = FIRST_S if self._socket is not None else wait_s
                self._socket = None
                self._free()
                self.orders.lose()
                if why in FOR_GOOD:
                    await asyncio.Event().wait()
                if not self._trouble or self._trouble == AWAY:
                    self._say(AWAY)
                await asyncio.sleep(REFUSED_S if why else wait_s)
                wait_s = min(wait_s * 2, SLOWEST_S)

    async def _visit(self, session: aiohttp.ClientSession) -> str:
        """Serve one connection until it ends. Return the reason if the server refused it, or an
        empty text.
        """
        async with asyncio.timeout(UNANSWERED_S):  # aiohttp itself waits for minutes
            line = await session.ws_connect(self._joined.socket, ssl=self._tls, max_msg_size=0)
        async with line:
            self.known = self.known.forget_order()
            if self.timeline.slept():  # this window was not there to keep the clock
                since_ms = self._queue.since_ms = self.timeline.now_ms()
                self.known = replace(self.known, since_ms=since_ms)
            pinging: asyncio.Task[None] | None = None
            try:
                while True:
                    got = await line.receive(DEAF_S)
                    if got.type not in {aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY}:
                        return ""
                    data = self._end.read(got.data) if self._end is not None else got.data
                    message = read_server_message(data)
                    if isinstance(message, Challenge):
                        self._end = DeviceEnd(message.nonce, message.key, self._joined.secret)
                        hello = self._queue.hello(self.known, self.timeline.shows_ms)
                        await line.send_str(self._end.frame(encode_message(hello)))
                        continue
                    if isinstance(message, No):
                        self._say(message.sentence)
                        return message.why
                    if isinstance(message, Welcome):
                        self._proven = self._end is not None and self._end.is_proven(message.proof)
                        self.timeline.begin(message.now_ms)
                        self._socket, self._sent, self._trouble = line, 0, ""
                        pinging = asyncio.create_task(self._ping(line, message.ping_every_ms))
                    self._hear(message)
                    gap_ms = self.known.outlived_gap_ms
                    if gap_ms not in {0, self._bridged_ms}:  # joining again says so, once
                        self._bridged_ms = gap_ms
                        return ""
            finally:
                self._end = None
                if pinging is not None:
                    pinging.cancel()

    async def _ping(self, line: aiohttp.ClientWebSocketResponse, every_ms: int) -> None:
        count = 0
        with suppress(ConnectionError, RuntimeError):
            while True:
                delay_ms, queued = self.timeline.delay_ms, len(self._queue.pending)
                ping = Ping(
                    stamp_ms=steady_ms(),
                    delay_ms=delay_ms,
                    queued=queued,
                    heard_ms=self.timeline.heard_ms,
                )
                if self._end is None:
                    return
                await line.send_str(self._end.frame(encode_message(ping)))
                count += 1
                await asyncio.sleep(0.2 if count < PINGS else every_ms / 1000)

    def _hear(self, message: FromServer) -> None:
        match message:
            case Pong():
                self.timeline.pong(message.stamp_ms, message.now_ms)
                return
            case GameMessage() | PlayMessage():
                first = self.known.game is None
                self.known = self.known.hear(message, self.timeline.now_ms())
                if first and self._queue.game == message.game:
                    self.known = replace(self.known, since_ms=self._queue.since_ms)
                if isinstance(message, GameMessage):
                    self._hand_over()
            case Answers():
                for answer in message.answers:
                    self._queue.answered(answer.number)
                    reply = self._waits.pop(answer.number, None)
                    if reply is not None:
                        reply.set_result(() if answer.taken else Refused(answer.sentence))
                self._hand_over()
            case _:
                self.orders.hear(message)
        self._notify()

    def _hand_over(self) -> None:
        """Send the waiting presses that were not yet sent on this connection, in order."""
        waiting = [
            pending.mark for pending in self._queue.pending if pending.mark.number > self._sent
        ]
        if self._socket is None or not waiting:
            return
        some, left = waiting[:AT_ONCE], len(waiting[AT_ONCE:])
        self._sent = some[-1].number
        self._send(Marks(marks=tuple(some), left=left))

    def _send(self, message: FromDevice) -> bool:
        """Send a message, and tell whether the connection allows it. An encrypted message is sent
        only to the computer that printed the table's code.
        """
        line, end = self._socket, self._end
        if line is None or end is None or not (self._proven or isinstance(message, Marks)):
            return False
        text = encode_message(message)

        async def send() -> None:
            with suppress(ConnectionError, RuntimeError):
                if isinstance(message, Marks):
                    await line.send_str(end.frame(text))
                else:
                    await line.send_bytes(end.close(text))

        self._sending = self._loop.create_task(send())
        return True

    def _free(self) -> None:
        """Answer everybody who waits for the server, since the server is away and their presses are
        stored.
        """
        waits, self._waits = self._waits, {}
        for reply in waits.values():
            reply.set_result(())

    def _say(self, sentence: str) -> None:
        self._trouble = sentence
        self._notify()

    def _state(self) -> State:
        return state_of(self.known, self._queue.pending, self.timeline.now_ms())

    def _snapshot(self) -> Snapshot:
        state = self._state()
        game = next(iter(state.games.values()), None)
        use_words(game.terms.briefing.vocabulary if game else ())
        return Snapshot(state, self._seq, (), self._trouble)

    def _notify(self) -> None:
        """Notify all listeners now, and again at the instant at which the next flag falls according
        to this computer.
        """
        self._seq += 1
        snapshot = self._snapshot()
        for listener in self._listeners:
            listener(snapshot)
        if self._flag is not None:
            self._flag.cancel()
        dues = [deadline(game) for game in snapshot.state.games.values()]
        due_ms = next((due for due in dues if due is not None), None)
        if due_ms is not None:
            wait_s = max(due_ms - self.timeline.now_ms(), 0) / 1000 + 0.002
            self._flag = self._loop.call_later(wait_s, self._notify)


def is_plain(error: aiohttp.ClientSSLError) -> bool:
    """Tell whether the other end does not use TLS."""
    return "WRONG_VERSION_NUMBER" in str(error) or "RECORD_LAYER_FAILURE" in str(error)
