"""Number pads without hardware: the bytes that Linux gives of them, through pipes in the place of
their files, and what sysfs says of them, in a folder like its own.
"""

import os
import struct
import time
from pathlib import Path

from app.clock.links.keypads import Keypads

PAD_KEYS = (*range(71, 84), 14, 55, 69, 96, 98)
WHOLE_KEYBOARD = tuple(range(1, 128))
EVENT = struct.Struct("@llHHi")
WORD = 8 * struct.calcsize("l")
USB, BUILT_IN = 0x03, 0x11


class TypingPads:
    """The folders that `Keypads` reads."""

    def __init__(self, folder: Path) -> None:
        self.inputs, self.classes = folder / "dev", folder / "sys"
        self.inputs.mkdir()
        self.plugged: list[TypingPad] = []

    def read(self) -> Keypads:
        return Keypads(self.inputs, self.classes)

    def plug(
        self,
        name: str = "SIGMACHIP USB Keypad",
        keys: tuple[int, ...] = PAD_KEYS,
        bus: int = USB,
        place: str = "",
    ) -> "TypingPad":
        self.plugged.append(TypingPad(self, len(self.plugged), name, keys, bus, place))
        return self.plugged[-1]

    def close(self) -> None:
        for pad in self.plugged:
            pad.pull()


class TypingPad:
    def __init__(
        self, pads: TypingPads, at: int, name: str, keys: tuple[int, ...], bus: int, place: str
    ) -> None:
        node = f"event{at}"
        about = pads.classes / node / "device"
        (about / "id").mkdir(parents=True)
        (about / "capabilities").mkdir()
        bits = sum(1 << key for key in keys)
        words = [bits >> WORD * word & (1 << WORD) - 1 for word in range(0x300 // WORD)]
        said = {
            "id/bustype": f"{bus:04x}",
            "id/vendor": "1c4f",
            "id/product": "0002",
            "name": name,
            "phys": place or f"usb-0000:00:14.0-{at + 1}/input0",
            "uniq": "",
            "capabilities/key": " ".join(f"{word:x}" for word in reversed(words)),
        }
        for each, words_said in said.items():
            (about / each).write_text(words_said + "\n")
        self.path = pads.inputs / node
        os.mkfifo(self.path)
        self.end: int | None = os.open(self.path, os.O_RDWR | os.O_NONBLOCK)

    def write(self, *events: tuple[int, int, int], ago_s: float = 0.0) -> None:
        """What the system writes for one report, stamped so long ago."""
        micros = int((time.time() - ago_s) * 1_000_000)
        stamp = divmod(micros, 1_000_000)
        assert self.end is not None
        os.write(self.end, b"".join(EVENT.pack(*stamp, *event) for event in events))

    def hold(self, key: int, *, down: bool = True, ago_s: float = 0.0) -> None:
        """As of a SIGMACHIP pad: its scan code, the key, the end of the report."""
        self.write((4, 4, 0x7005B), (1, key, int(down)), (0, 0, 0), ago_s=ago_s)

    def repeat(self, key: int) -> None:
        self.write((1, key, 2), (0, 0, 1))

    def pull(self) -> None:
        if self.end is not None:
            self.path.unlink()
            os.close(self.end)
            self.end = None
