import threading
import time
from collections.abc import Callable, Iterator

import pytest
import serial

from app.emulators.dclk.lines import line
from app.emulators.device import DeviceSide
from app.emulators.faults import LineFault
from app.emulators.lines.live import device_at, forget_all, forget_line, live_device, replug
from app.emulators.lines.protocol_emu import LineError
from tests.emulators.reading import read_until

URL = "emu://dclk?port=1"


@pytest.fixture(autouse=True)
def known_urls() -> Iterator[None]:
    serial.protocol_handler_packages.append("app.emulators.lines")
    yield
    serial.protocol_handler_packages.remove("app.emulators.lines")
    forget_all()


def test_a_clock_answers_through_its_url() -> None:
    with serial.serial_for_url(URL, timeout=0.1, baudrate=115200) as port:
        port.write(line("@1 HELLO"))
        heard = read_until(port, b"OK 1 ")
        if b"HI dclk=1" not in heard:  # the one said at its start was cut off by the opening
            heard += read_until(port, b"HI dclk=1")
        assert b"HI dclk=1" in heard
        port.write(line("@2 SET 60000 60000") + line("@3 RUN L"))
        read_until(port, b"OK 3")
        device_at(URL).press(DeviceSide.LEFT)
        assert b"k=PRESS by=L" in read_until(port, b"by=L")
    assert device_at(URL).truth().running is DeviceSide.RIGHT


def test_a_read_waits_for_its_timeout_and_no_longer() -> None:
    with serial.serial_for_url("emu://dgt3000?port=2", timeout=0.2) as port:
        began_s = time.monotonic()
        assert port.read(1) == b""
        assert 0.15 < time.monotonic() - began_s < 20
        port.timeout = 0
        assert port.read(10) == b""
        assert port.in_waiting == 0


def test_a_read_can_be_called_off() -> None:
    with serial.serial_for_url("emu://dgt3000?port=3") as port:
        threading.Timer(0.1, port.cancel_read).start()
        assert port.read(1) == b""


def test_messages_sent_before_the_port_was_opened_are_lost() -> None:
    url = f"{URL}&speed=50"
    live = device_at(url)
    time.sleep(0.2)  # ten of its own seconds: it has said long ago who it is
    with serial.serial_for_url(url, timeout=0) as port:
        live.press(DeviceSide.LEFT)
        port.timeout = 1
        heard = read_until(port, b"by=L")
        assert b"by=L" in heard
        assert b"HI" not in heard


def test_a_lost_port_fails_as_a_real_one_does() -> None:
    live = device_at(URL)
    with serial.serial_for_url(URL, timeout=1) as port:
        live.pull()
        failing: list[tuple[type[BaseException], str, Callable[[], object]]] = [
            (serial.SerialException, "returned no data", port.read),
            (serial.SerialException, "write failed", lambda: port.write(b"x")),
            (OSError, "Input/output error", lambda: port.in_waiting),
            (LineError, "Input/output error", port.reset_input_buffer),
        ]
        for error, said, call in failing:
            with pytest.raises(error, match=said):
                call()
        assert port.is_open, "as on every system"
    with pytest.raises(serial.SerialException, match="No such file"):
        serial.serial_for_url(URL)
    live.plug_in()
    serial.serial_for_url(URL).close()


def test_after_a_disconnection_a_read_gives_the_received_half_and_the_next_fails() -> None:
    live = device_at("emu://dgt3000?port=4")
    with serial.serial_for_url("emu://dgt3000?port=4", timeout=2) as port:
        live.order(LineFault.DISCONNECT)
        port.write(b"\x41")
        assert 0 < len(port.read(10)) < 10
        with pytest.raises(serial.SerialException, match="returned no data"):
            port.read(10)


def test_closing_the_port_during_a_read_fails_as_on_posix() -> None:
    port = serial.serial_for_url("emu://dgt3000?port=5")
    waiting = device_at("emu://dgt3000?port=5").changed._waiters  # noqa: SLF001 - is anybody reading?

    def close() -> None:
        while not waiting:
            time.sleep(0.005)
        port.close()

    threading.Thread(target=close).start()
    with pytest.raises(TypeError):
        port.read(1)
    with pytest.raises(serial.PortNotOpenError):
        port.read(1)


def test_only_one_program_can_open_a_port() -> None:
    with (
        serial.serial_for_url(URL),
        pytest.raises(serial.SerialException, match="exclusively lock"),
    ):
        serial.serial_for_url(URL)


def test_a_write_to_a_stuck_device_times_out() -> None:
    live = device_at(URL)
    with serial.serial_for_url(URL, write_timeout=0.5) as port:
        live.set_stuck(True)
        with pytest.raises(serial.SerialTimeoutException):
            port.write(b"x")
        live.set_stuck(False)
        assert port.write(b"x") == 1


def test_a_clock_returns_on_another_port_and_has_kept_running() -> None:
    live = device_at(URL)
    live.do(lambda now_ms: live.line.receive(line("@1 SET 9000 9000") + line("@2 RUN R"), now_ms))
    live.pull()
    assert replug(URL, "emu://dclk?port=9") is live
    with serial.serial_for_url("emu://dclk?port=9", timeout=0.1) as port:
        assert b"run=R" in read_until(port, b"run=R")


@pytest.mark.parametrize(
    "url", ["emu://sundial", "emu://dclk?chime=1", "emu://dclk?once=boom@4", "emu://dclk?drift=x"]
)
def test_an_unintelligible_url_opens_nothing(url: str) -> None:
    with pytest.raises(serial.SerialException):
        serial.serial_for_url(url)


def test_the_parameters_of_a_url_set_the_options_of_the_device() -> None:
    live = device_at(
        "emu://dgtxl?option=5&set_options=23,25&lever_flag_works=no&drift=-40&speed=10"
    )
    knobs = live.device.knobs
    assert (knobs.kind, knobs.option, knobs.set_options) == ("xl", 5, (23, 25))
    assert (knobs.lever_flag_works, knobs.drift_ppm) == (False, -40)


def test_a_port_without_an_address_cannot_be_opened() -> None:
    port = serial.serial_for_url(URL, do_not_open=True)
    port.port = None
    with pytest.raises(serial.SerialException):
        port.open()


def test_a_port_has_control_lines_and_accepts_any_speed() -> None:
    with serial.serial_for_url(URL, baudrate=9600) as port:
        port.baudrate = 57600
        port.dtr = port.rts = False
        port.flush()
        port.reset_output_buffer()
        assert (port.cts, port.dsr, port.ri, port.cd) == (True, True, False, True)
        with pytest.raises(serial.SerialException):
            port.open()


def test_a_forgotten_device_is_made_anew_at_its_address() -> None:
    live = device_at(URL)
    assert device_at(URL) is live
    forget_line(URL)
    assert device_at(URL) is not live


def test_only_emulated_urls_make_devices() -> None:
    with pytest.raises(ValueError, match="does not begin"):
        live_device("dclk")


def test_a_device_powered_by_its_cable_restarts_when_reconnected() -> None:
    url = "emu://dclk?powered=1"
    live = device_at(url)
    live.do(lambda now_ms: live.line.receive(line("@1 SET 9000 9000") + line("@2 RUN R"), now_ms))
    live.pull()
    live.plug_in()
    assert live.truth().right_ms == 0
