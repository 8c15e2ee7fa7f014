import os
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
import serial

from app.emulators.dclk.lines import line
from app.emulators.device import DeviceSide
from app.emulators.faults import LineFault
from app.emulators.lines.live import live_device

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)

from app.emulators.lines.pty_line import PtyLine
from tests.emulators.reading import read_until

MOST_TERMINALS = 20
"""So many are opened in the hope of an old number."""


def test_a_clock_plays_over_a_pty() -> None:
    with PtyLine(live_device("emu://dclk")) as near:
        with serial.Serial(near.name, 115200, timeout=0.1, exclusive=True) as port:
            port.write(line("@1 SET 60000 60000") + line("@2 RUN L"))
            read_until(port, b"OK 2")
            near.live.press(DeviceSide.LEFT)
            assert b"k=PRESS by=L" in read_until(port, b"by=L")
        assert near.live.truth().running is DeviceSide.RIGHT


def test_a_board_answers_over_a_pty() -> None:
    with (
        PtyLine(live_device("emu://dgt3000")) as near,
        serial.Serial(near.name, 9600, timeout=0.1) as port,
    ):
        port.write(b"\x4b")
        read_until(port, b"\x8d\x00\x0a")
        port.write(bytes.fromhex("2b 03 03 09 00"))
        assert bytes.fromhex("8d 00 0a 0a 10 09 0a 22") in read_until(port, b"\x0a\x22\x00\x00")


def test_an_unplugged_pty_fails_and_comes_back_under_another_name() -> None:
    with PtyLine(live_device("emu://dclk")) as near:
        old_name = near.name
        with serial.Serial(near.name, 115200, timeout=2) as port:
            near.unplug()
            with pytest.raises((serial.SerialException, OSError)):
                read_until(port, b"never")
            assert near.replug() != old_name
        with serial.Serial(near.name, 115200, timeout=0.1) as port:
            port.write(line("@1 HELLO"))
            assert b"OK 1" in read_until(port, b"OK 1")
        old_name = near.name
        assert near.replug() != old_name, "also when nobody unplugged it first"


def test_the_name_of_an_unplugged_pty_does_not_lead_to_another_device() -> None:
    """The system gives a terminal's number away again at once, to any program."""
    with PtyLine(live_device("emu://dclk")) as pulled, ExitStack() as lines:
        old_name, terminal = pulled.name, os.path.realpath(pulled.name)
        pulled.unplug()
        for _ in range(MOST_TERMINALS):
            other = lines.enter_context(PtyLine(live_device("emu://dgtbus")))
            if os.path.realpath(other.name) == terminal:
                break
        with pytest.raises(FileNotFoundError):
            os.stat(old_name)


def test_a_closed_line_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with PtyLine(live_device("emu://dclk")) as line:
        line.replug()
        line.unplug()
        line.replug()
        assert line.name.startswith(str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_device_that_disconnects_itself_takes_its_pty_with_it() -> None:
    with PtyLine(live_device("emu://dclk")) as near, serial.Serial(near.name, timeout=2) as port:
        near.live.order(LineFault.DISCONNECT)
        with pytest.raises((serial.SerialException, OSError)):
            read_until(port, b"never")
        assert near.watched() == []


def test_a_clock_keeps_running_on_a_pty_that_nobody_reads() -> None:
    with PtyLine(live_device("emu://dclk?speed=200")) as near:
        near.write(b"x" * 100_000)
        time.sleep(0.3)
        assert near.live.now_ms() > 50_000
        near.live.truth()
