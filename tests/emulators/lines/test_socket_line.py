import pytest
import serial

from app.emulators.dclk.lines import line
from app.emulators.lines.live import live_device
from app.emulators.lines.socket_line import SocketLine
from tests.emulators.reading import read_until


def test_a_clock_plays_over_a_socket() -> None:
    with SocketLine(live_device("emu://dclk?resets_on_open=1")) as near:
        with serial.serial_for_url(near.url, timeout=0.1) as port:
            port.write(line("@0 HELLO"))  # the first one may be gone: opening empties what came
            assert b"boot=42" in read_until(port, b"boot=42")
            port.write(line("@1 SET 60000 60000") + line("@2 RUN R"))
            read_until(port, b"OK 2")
            near.live.start_stop()
            assert b"k=PAUSE" in read_until(port, b"k=PAUSE")
        with serial.serial_for_url(near.url, timeout=0.1) as port:
            port.write(line("@0 HELLO"))
            assert b"boot=43" in read_until(port, b"boot=43")


def test_an_unplugged_socket_fails_and_comes_back_elsewhere() -> None:
    with SocketLine(live_device("emu://upd")) as near:
        with serial.serial_for_url(near.url, timeout=0.1) as port:
            read_until(port, b"upd w 0")
            near.unplug()
            with pytest.raises((serial.SerialException, OSError)):
                read_until(port, b"never")
        old_url = near.url
        with pytest.raises(serial.SerialException):
            serial.serial_for_url(old_url)
        near.replug()
        with serial.serial_for_url(near.url, timeout=0.1) as port:
            assert b"upd w 0" in read_until(port, b"upd w 0")
            second = serial.serial_for_url(near.url, timeout=0.1)
            with second, pytest.raises((serial.SerialException, OSError)):
                read_until(second, b"never")


def test_reopening_a_port_at_once_is_not_mistaken_for_a_second_program() -> None:
    with SocketLine(live_device("emu://upd")) as near:
        port = serial.serial_for_url(near.url, timeout=0.1)
        read_until(port, b"upd w 0")
        with near._lock:  # noqa: SLF001 - its thread looks when both are done
            port.close()
            again = serial.serial_for_url(near.url, timeout=0.1)
        with again:
            assert b"upd w 0" in read_until(again, b"upd w 0")
