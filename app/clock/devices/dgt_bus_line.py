"""One open line with several DGT boards on it: a driver for each, and only one speaks at a time."""

from app.clock.devices.dgt_bus import DgtBus
from app.clock.devices.driver import Message


class DgtBusLine:
    """Like a driver, but each message comes with the address of the board it is about.

    The line is dead when all its boards are; one silent board is its own ``dead`` in ``boards``.
    """

    baud = DgtBus.baud

    def __init__(self, addresses: list[int]) -> None:
        self.boards = {address: DgtBus(address) for address in addresses}
        self._turns = list(addresses)

    @property
    def dead(self) -> str:
        reasons = [board.dead for board in self.boards.values()]
        return reasons[0] if all(reasons) else ""

    def opened(self, now_ms: int) -> list[tuple[int, Message]]:
        for board in self.boards.values():
            board.opened(now_ms)
        return []

    def receive(self, data: bytes, now_ms: int) -> list[tuple[int, Message]]:
        """Every board's driver hears all; each takes what bears its address."""
        found: list[tuple[int, Message]] = []
        for address, board in self.boards.items():
            found += [(address, one) for one in board.hear(data, now_ms)]
        return found + self.tick(now_ms)

    def tick(self, now_ms: int) -> list[tuple[int, Message]]:
        """The board that speaks goes on; when none does, the next in turn may."""
        speaking = [address for address in self._turns if self.boards[address].speaking]
        found: list[tuple[int, Message]] = []
        for address in speaking or [*self._turns]:
            board = self.boards[address]
            found += [(address, one) for one in board.tick(now_ms)]
            if board.speaking:
                self._turns.remove(address)
                self._turns.append(address)
                break
        return found

    def due_ms(self) -> int | None:
        boards = self.boards.values()
        speaking = [board for board in boards if board.speaking]
        due = [due_ms for board in speaking or boards if (due_ms := board.due_ms()) is not None]
        return min(due, default=None)

    def to_send(self) -> bytes:
        return b"".join(board.to_send() for board in self.boards.values())
