"""Several DGT boards on one line in bus mode, each with its own clock. Boards come and go.

The bytes of every board reach the program. If several send at the same time, they corrupt each
other's bytes.
"""

from collections.abc import Sequence
from functools import reduce
from operator import xor

from app.emulators.device import DeviceSide, Truth
from app.emulators.dgt.board import EmulatedDgtBoard


class DgtLine:
    """A line with one or several emulated boards. ``press`` and other actions of people affect only
    one board: the one at index ``touched`` of ``boards``.
    """

    def __init__(self, boards: Sequence[EmulatedDgtBoard]) -> None:
        self.boards = tuple(boards)
        self.away: set[int] = set()
        self.touched = 0

    def unplug(self, board: int, now_ms: int) -> None:
        """Take one board off the line. The board keeps its clock."""
        self.boards[board].send(now_ms)
        self.away.add(board)

    def plug_in(self, board: int, now_ms: int) -> None:
        self.boards[board].send(now_ms)
        self.away.discard(board)

    @property
    def _there(self) -> list[EmulatedDgtBoard]:
        return [board for place, board in enumerate(self.boards) if place not in self.away]

    def opened(self, now_ms: int) -> None:
        for board in self._there:
            board.opened(now_ms)

    def receive(self, data: bytes, now_ms: int) -> None:
        for board in self._there:
            board.receive(data, now_ms)

    def send(self, now_ms: int) -> bytes:
        chunks = [data for dgt_board in self._there if (data := dgt_board.send(now_ms))]
        longest = max(map(len, chunks), default=0)
        columns = (
            [data[place] for data in chunks if place < len(data)] for place in range(longest)
        )
        return bytes(reduce(xor, column) for column in columns)

    def next_ms(self, now_ms: int) -> int | None:
        due = (dgt_board.next_ms(now_ms) for dgt_board in self._there)
        return min((at for at in due if at is not None), default=None)

    def press(self, side: DeviceSide, now_ms: int) -> None:
        self.boards[self.touched].press(side, now_ms)

    def start_stop(self, now_ms: int) -> None:
        self.boards[self.touched].start_stop(now_ms)

    def edit_time(self, side: DeviceSide, left_ms: int, now_ms: int) -> None:
        self.boards[self.touched].edit_time(side, left_ms, now_ms)

    def power_cycle(self, now_ms: int) -> None:
        for board in self.boards:
            board.power_cycle(now_ms)

    def lever(self, now_ms: int) -> DeviceSide | None:
        return self.boards[self.touched].lever(now_ms)

    def truth(self, now_ms: int) -> Truth:
        return self.boards[self.touched].truth(now_ms)
