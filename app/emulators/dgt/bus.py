"""A DGT board on a bus. The board answers when it is called by its address, and keeps the times at
which the lever moved.
"""

from random import Random

from app.emulators.agenda import Agenda, Wire
from app.emulators.dgt.clock import DgtKnobs
from app.emulators.dgt.frames import Bus, bus_frame

RESET_MS = 2000  # "seconds"
START_GAME_MS = 70
PING_WITHIN_MS = 1100
LAST_SILENT = 0x0102  # boards up to 1.2 answer a version with six bytes: no version in it


class BusSide:
    """The part of a board that answers on a bus. All it knows of the clock is the seven bytes of
    each time message.
    """

    def __init__(self, knobs: DgtKnobs, wire: Wire, agenda: Agenda, dice: Random) -> None:
        self._knobs = knobs
        self._wire = wire
        self._agenda = agenda
        self._dice = dice
        self._new = b""  # stamps not yet asked for
        self._last = b""  # what REPEAT_CHANGES sends again
        self._game = b""  # all stamps since SET_START_GAME
        self._deaf_until_ms = 0
        self._ignores_ping = False

    def restart(self) -> None:
        self._new = self._last = self._game = b""
        self._ignores_ping = False

    def saw(self, before: bytes, seen: bytes) -> None:
        """Compare two time messages. If the lever has moved between them, keep the time of the side
        that was stopped by the move.
        """
        if (before[6] ^ seen[6]) & 0x02 and not (before[6] | seen[6]) & 0x20:
            left_pressed = bool(seen[6] & 0x02)
            side = seen[3:6] if left_pressed else seen[0:3]
            stamp = bytes([side[0] & 0x1F, side[1], side[2]])
            self._new += stamp
            self._game += stamp

    def is_called(self, address: int) -> bool:
        """Tell whether this board is called. Address 0 calls every board, any other only the board
        with that address.
        """
        return address in (0, self._knobs.serial)

    def answer(self, code: int, address: int, reported: bytes, now_ms: int) -> None:
        if now_ms < self._deaf_until_ms or not self.is_called(address):
            return
        match code:
            case Bus.SEND_CLK:
                self._put(0x04, reported, now_ms)
            case Bus.SEND_BRD:
                self._put(0x03, bytes(64), now_ms)
            case Bus.SEND_CHANGES:
                self._last, self._new = self._new, b""
                self._put(0x05, self._last, now_ms)
            case Bus.REPEAT_CHANGES:
                self._put(0x05, self._last, now_ms)
            case Bus.SET_START_GAME:
                self._new = self._game = b""
                self._put_at(now_ms + START_GAME_MS, 0x08)
            case Bus.SEND_FROM_START:
                self._put(0x06, self._game, now_ms)
            case Bus.PING:
                self._ping(address, now_ms)
            case Bus.RESET:
                self.restart()
                self._deaf_until_ms = now_ms + RESET_MS
            case Bus.IGNORE_NEXT_PING:
                self._ignores_ping = True
                self._put(0x07, b"", now_ms)
            case Bus.SEND_VERSION:
                version = self._knobs.board_version
                answer = b"" if version <= LAST_SILENT else bytes([version >> 8, version & 0x7F])
                self._put(0x09, answer, now_ms)
            case _:
                pass

    def _ping(self, address: int, now_ms: int) -> None:
        if self._ignores_ping:
            self._ignores_ping = False
        elif address == 0:
            self._put_at(now_ms + self._dice.randint(0, PING_WITHIN_MS), 0x07)
        else:
            self._put(0x07, b"", now_ms)

    def _put_at(self, at_ms: int, code: int) -> None:
        self._agenda.at(at_ms, lambda later_ms: self._put(code, b"", later_ms))

    def _put(self, code: int, data: bytes, now_ms: int) -> None:
        self._wire.put(bus_frame(code, self._knobs.serial, data), now_ms)
