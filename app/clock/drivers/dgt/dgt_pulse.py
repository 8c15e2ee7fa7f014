"""Is a DGT board there? A clock that runs speaks every second; one that stands answers when it is
asked, so that a line on which nothing comes is noticed within three seconds.
"""

from dataclasses import dataclass

from app.clock.drivers.dgt.bytes import SEND_CLOCK, SERIAL

AGAIN_MS = 600
ALIVE_MS, QUIET_MS, QUERY_MS = 1250, 1400, 1900
GONE_MS, BABBLE_MS = 2500, 5000  # without a byte; without a word that means something


@dataclass(slots=True)
class Pulse:
    """When what was heard last: a byte, a word, a time; ``ask_ms``: not to be asked before."""

    byte_ms: int
    word_ms: int
    time_ms: int
    ask_ms: int

    @staticmethod
    def begun(now_ms: int) -> "Pulse":
        return Pulse(now_ms, now_ms, now_ms, now_ms)

    @property
    def gone_ms(self) -> int:
        """When it is lost, if nothing comes until then."""
        return min(self.byte_ms + GONE_MS, self.word_ms + BABBLE_MS)

    def question(self, now_ms: int, *, runs: bool, doubts: bool, busy: bool) -> int | None:
        """What to ask now. ``doubts``: a time must be heard again; ``busy``: an answer is due."""
        if now_ms < self.ask_ms:
            return None
        silent_ms = now_ms - self.word_ms
        untimed_ms = now_ms - self.time_ms if runs else silent_ms
        if silent_ms >= QUERY_MS:
            byte = SERIAL
        elif untimed_ms >= QUIET_MS or doubts:
            byte = SEND_CLOCK
        elif not runs and silent_ms >= ALIVE_MS and not busy:
            byte = SERIAL
        else:
            return None
        self.ask_ms = now_ms + AGAIN_MS
        return byte
