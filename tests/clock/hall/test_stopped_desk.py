"""A desk whose whole process is stopped for a while, as a laptop's debugger, battery or swap does,
while five clocks play over real pseudo-terminals. Their boards start anew at each opening.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from app.emulators.device import DeviceSide
from app.emulators.lines.live import forget_all, live_device
from app.emulators.lines.pty_line import PtyLine
from tests.patience import until

pytestmark = pytest.mark.timed

SPEED = 5
HUB_S = 0.3  # so much later than the program a hub of USB wakes up
HOUR_MS = 3_600_000
RESETS = "resets_on_open=1&boot_ms=300"
CLOCKS = {
    "dclk": f"emu://dclk?uid=AAAA0001&{RESETS}",
    "dgt": "emu://dgt3000?serial=2001",
    "hourglass": f"emu://hourglass?{RESETS}",
    "upd": f"emu://upd?{RESETS}",
    "openchess": f"emu://openchess?drift=0&talks_alone=1&{RESETS}",  # mute if answered late
}
STEP_MS = {"dclk": 150, "dgt": 2500, "hourglass": 3500, "upd": 600, "openchess": 600}


class StoppedDesk:
    """A desk in a process of its own; the clocks live in this one."""

    def __init__(self, folder: Path) -> None:
        self.ptys = {
            kind: PtyLine(live_device(f"{url}&speed={SPEED}")) for kind, url in CLOCKS.items()
        }
        ports = json.dumps({kind: pty.name for kind, pty in self.ptys.items()})
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.clock.desk_program", str(folder), str(SPEED), ports],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def order(self, word: str) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def each(self, what: str) -> list[Any]:
        return [table[what] for table in self.order("state").values()]

    def begin(self) -> None:
        """Every game runs for Red, by its clock."""
        until(lambda: all(self.each("ready")), lambda: self.order("state"))
        self.order("seat")
        until(lambda: all(self.each("holds")))
        self.order("set")
        until(lambda: all(pty.live.truth().left_ms == HOUR_MS for pty in self.ptys.values()))
        self.order("start")
        self.ptys["openchess"].live.press(DeviceSide.RIGHT)
        until(lambda: all(p.live.truth().running is DeviceSide.LEFT for p in self.ptys.values()))
        until(lambda: all(self.each("ticks")), lambda: self.order("state"))

    def stop_for(self, stopped_ms: int) -> None:
        """Stop the process, and press every clock once in the middle of that."""
        half_s = stopped_ms / 2000 / SPEED
        os.kill(self.process.pid, signal.SIGSTOP)
        time.sleep(half_s)
        self.press_all()
        time.sleep(half_s)
        os.kill(self.process.pid, signal.SIGCONT)

    def sleep_for(self, stopped_ms: int) -> None:
        """Stop the process and the cables, which pass on what was said when it looks already."""
        with ExitStack() as held:
            for pty in self.ptys.values():
                held.enter_context(pty.live.changed)
            self.stop_for(stopped_ms)
            time.sleep(HUB_S)

    def press_all(self) -> None:
        """Whoever's time runs presses; a board that started anew has nobody's running."""
        for pty in self.ptys.values():
            if (running := pty.live.truth().running) is not None:
                pty.live.press(running)

    def wait_for_presses(self, step: int, opened: dict[str, int]) -> None:
        until(
            lambda: self.each("step") == [step] * len(CLOCKS),
            lambda: (self.order("state"), self.openings(), opened),
        )
        assert self.openings() == opened

    def openings(self) -> dict[str, int]:
        return {kind: pty.openings for kind, pty in self.ptys.items()}

    def off_ms(self) -> dict[str, int]:
        """The most by which each game's times differ from what its clock shows."""
        state, off = self.order("state"), {}
        for kind, pty in self.ptys.items():
            truth = pty.live.truth()
            red, blue = state[kind]["left"]
            off[kind] = max(abs(red - truth.left_ms), abs(blue - truth.right_ms))
        return off

    def agree(self) -> bool:
        return all(ms <= STEP_MS[kind] for kind, ms in self.off_ms().items())

    def end(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
        for pty in self.ptys.values():
            pty.close()
        forget_all()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[StoppedDesk]:
    desk = StoppedDesk(tmp_path)
    yield desk
    desk.end()


def test_a_suspended_desk_closes_no_line_and_misses_no_press(desk: StoppedDesk):
    desk.begin()
    opened = desk.openings()
    desk.press_all()  # until then an OpenChessClock has not said what its first side has
    desk.wait_for_presses(1, opened)
    stops = [(desk.stop_for, 4000), (desk.stop_for, 90_000), (desk.sleep_for, 8000)]
    for step, (stop, stopped_ms) in enumerate(stops, start=2):
        stop(stopped_ms)
        desk.wait_for_presses(step, opened)
        until(desk.agree, desk.off_ms)
    desk.press_all()
    desk.wait_for_presses(5, opened)
    until(desk.agree, desk.off_ms)
