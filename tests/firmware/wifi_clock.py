"""The ESP32 sketch as a program of this machine: its network is real, its pins are commands."""

import subprocess
import threading
from pathlib import Path

from app.emulators.device import DeviceSide
from tests.compiled import compiled
from tests.patience import until

SKETCH = Path(__file__).parents[2] / "resources" / "firmware" / "dclk_clock"
SHIM = Path(__file__).parent / "esp32"
SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
PINS = {DeviceSide.LEFT: 32, DeviceSide.RIGHT: 33}
PAUSE = 25


def program() -> Path:
    return compiled(
        "-std=gnu++17", "-O1", "-DESP32", "-Wall", "-Wextra", "-Werror", *SANITIZERS,
        f"-I{SHIM}", f"-I{SKETCH}", SHIM / "host.cpp", *SKETCH.glob("*.cpp"), "-pthread",
        "-lmbedcrypto",
    )  # fmt: skip


class WifiClock:
    """``uid`` is what the program knows it by; ``told`` what it has said on its USB line."""

    def __init__(self, folder: Path, uid: str, *, own_port: int = 0) -> None:
        flash = folder / f"{uid}.flash"
        self.told: list[str] = []
        self._process = subprocess.Popen(
            [program(), str(flash), f"{uid}0000", str(own_port)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
        )  # fmt: skip
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def set_up(self, host: str = "", port: int = 0, table: int = 0, secret: str = "") -> None:
        """As an organizer types it at the USB line."""
        words = ["wifi Hall", "password sesame"]
        if host:
            words += [f"host {host}", f"port {port}", f"table {table}", f"secret {secret}"]
        for line in (*words, "restart"):
            self._say(f"usb {line}")

    def press(self, hand: DeviceSide) -> None:
        self._say(f"press {PINS[hand]}")

    def hold_pause(self) -> None:
        self._say(f"hold {PAUSE} 2300")

    def press_pause(self) -> None:
        self._say(f"press {PAUSE}")

    def spark(self) -> None:
        """The display loses its settings and its digits."""
        self._say("spark")

    def cut(self) -> str:
        """The power goes; the digits that were on its display then."""
        shown = self._looks("cut")
        self._process.wait(10)
        return shown

    def looks(self) -> str:
        """The digits on its display, left to right; empty where it is dark."""
        return self._looks("look")

    def _looks(self, command: str) -> str:
        before = len(self.told)
        self._say(command)
        until(lambda: any(line.startswith("display") for line in self.told[before:]))
        line = next(line for line in self.told[before:] if line.startswith("display"))
        return line.removeprefix("display").strip()

    def wifi(self, on: bool) -> None:
        self._say(f"wifi {'on' if on else 'off'}")

    def end(self) -> None:
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait(10)
        self._reader.join()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def _say(self, line: str) -> None:
        if self._process.stdin is not None and not self._process.stdin.closed:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()

    def _read(self) -> None:
        for line in self._process.stdout or ():
            self.told.append(line.strip())
