"""One open line with several DGT boards on it: each has a driver, and only one sends at a time.

The boards are found by calling all of them (`bus`: PING to 0). A board that falls silent is called
by its own address until it answers again.
"""

from collections.abc import Iterable

from app.clock.drivers.dgt import words
from app.clock.drivers.dgt.bus import (
    DRAIN_MS,
    GONE_MS,
    MOST_HEARD,
    NOBODY,
    PING,
    PING_IS,
    PING_MS,
    REPLY_MS,
    BusFrames,
    DgtBus,
    encode_command_byte,
)
from app.clock.drivers.driver import Gone, Identified, Message, Placed

TO_BUS = 0x4A  # a board may have been left in single-board mode
CALLS_TO_TRUST = 2  # answers of boards that call out together are lost
CALL_AGAIN_MS = 1000
CALL_SOON_MS = 2500  # those found are asked who they are in between
CALL_ALL_MS = 60_000


class DgtBusLine:
    """The line of several boards. The boards at ``addresses`` are known from the start. The line is
    dead if all its boards are; if one board falls silent, ``Gone`` is reported for it.
    """

    product = "DGT boards on a bus"
    baud = DgtBus.baud

    def __init__(self, addresses: Iterable[int] = ()) -> None:
        self.boards = {address: DgtBus(address) for address in addresses}
        self._begin(0)

    def _begin(self, now_ms: int) -> None:
        """Call the boards that were found earlier, each by its address, so that they are back at
        once.
        """
        self._turns = list(self.boards)
        self._reported: set[int] = set()
        self._gone, self._heard_ms = False, now_ms
        self._frames = BusFrames()
        self._called: int | None = None
        self._answer_ms = now_ms
        self._vain = 0  # calls in a row that found no new board
        self._all_ms = now_ms + (CALL_SOON_MS if self.boards else DRAIN_MS)
        self._one_ms = now_ms
        self._out = bytearray()

    @property
    def clocks(self) -> dict[str, DgtBus]:
        return {f"{address:05}": board for address, board in self.boards.items()}

    @property
    def dead(self) -> str:
        reasons = [board.dead for board in self.boards.values()]
        if self._gone:
            return words.GONE
        if not reasons:
            return NOBODY if self._vain >= CALLS_TO_TRUST and self._called is None else ""
        return reasons[0] if all(reasons) else ""

    def opened(self, now_ms: int) -> list[Placed]:
        self._begin(now_ms)
        self._out.append(TO_BUS)
        for board in self.boards.values():
            board.opened(now_ms)
        return []

    def receive(self, data: bytes, now_ms: int) -> list[Placed]:
        """Pass the bytes to every board's driver; each takes the frames with its own address."""
        for frame in self._frames.feed(data, now_ms):
            self._heard_ms = now_ms
            if frame.known and frame.kind == PING_IS:
                self._answered(frame.address, now_ms)
        placed: list[Placed] = []
        for address, board in self.boards.items():
            placed += self._placed(address, board.hear(data, now_ms))
        return placed + self.tick(now_ms)

    def excuse(self, late_ms: int) -> None:
        self._heard_ms += late_ms
        for board in self.boards.values():
            board.excuse(late_ms)

    def tick(self, now_ms: int) -> list[Placed]:
        """Continue with the board that is sending; if there is none, let the next one send. Return
        the messages of the boards.
        """
        if self.dead:
            return []
        if self._called is not None:
            if now_ms < self._answer_ms:
                return []
            self._called, self._answer_ms = None, now_ms
        if self._reported and now_ms - self._heard_ms >= GONE_MS:
            self._gone = True  # many boards would take long to be asked one after the other
            return []
        speaking = [address for address in self._turns if self.boards[address].speaking]
        if not speaking and self._call(now_ms):
            return []
        placed: list[Placed] = []
        for address in speaking or [*self._turns]:
            board = self.boards[address]
            placed += self._placed(address, board.tick(now_ms))
            if board.dead and address in self._reported:
                self._reported.remove(address)
                placed.append(Placed(f"{address:05}", Gone(now_ms, words.GONE)))
            if board.speaking:
                self._turns.remove(address)
                self._turns.append(address)
                break
        return placed

    def due_ms(self) -> int | None:
        if self.dead:
            return None
        if self._called is not None:
            return self._answer_ms
        boards = self.boards.values()
        speaking = [board for board in boards if board.speaking]
        due = [due_ms for board in speaking or boards if (due_ms := board.due_ms()) is not None]
        if not speaking:
            due.append(self._all_ms)
            due += [self._one_ms for board in boards if board.dead]
        return min(due, default=None)

    def to_send(self) -> bytes:
        out = bytes(self._out)
        self._out.clear()
        return out + b"".join(board.to_send() for board in self.boards.values())

    def _placed(self, address: int, messages: Iterable[Message]) -> list[Placed]:
        all_placed = [Placed(f"{address:05}", message) for message in messages]
        if any(isinstance(placed.message, Identified) for placed in all_placed):
            self._reported.add(address)
        return all_placed

    def _call(self, now_ms: int) -> bool:
        """Call all boards, or one that is silent, when a call is due. Return whether a call was
        sent.
        """
        silent = [address for address in self._turns if self.boards[address].dead]
        if now_ms >= self._all_ms:
            self._vain += 1
            again_ms = CALL_ALL_MS if self._vain >= CALLS_TO_TRUST else CALL_SOON_MS
            self._all_ms = now_ms + again_ms
            self._called, self._answer_ms = 0, now_ms + PING_MS
        elif silent and now_ms >= self._one_ms:
            self._one_ms = now_ms + CALL_AGAIN_MS
            self._called, self._answer_ms = silent[0], now_ms + REPLY_MS
            self._turns.remove(silent[0])
            self._turns.append(silent[0])
        else:
            return False
        self._out += encode_command_byte(PING, self._called)
        return True

    def _answered(self, address: int, now_ms: int) -> None:
        if self._called == address:
            self._called = None
        board = self.boards.get(address)
        if board is None and len(self.boards) < MOST_HEARD:
            board = self.boards[address] = DgtBus(address)
            self._turns.append(address)
            self._vain = 0
            board.opened(now_ms)
        elif board is not None and board.dead:
            board.opened(now_ms)
