"""One line over a real pseudo-terminal, a socket and a URL: bytes, stamps, and losing it."""

import errno
import os
import select
import signal
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Iterator
from contextlib import suppress

import pytest
from msgspec import Struct
from serial import Serial, SerialException

from app.clock.links import serial as serial_link
from app.clock.links.serial import (
    WRITE_SECONDS,
    is_silence,
    open_trouble,
    ports,
    read_trouble,
    unknown_addresses,
)
from app.emulators.lines.live import device_at, forget_all, live_device
from app.emulators.lines.pty_line import PtyLine
from app.emulators.lines.socket_line import SocketLine
from tests.clock.links.ear import Ear, ends, now_ms
from tests.clock.machine import Machine
from tests.patience import PATIENCE_S, until


@pytest.fixture(autouse=True)
def _no_devices_left() -> Iterator[None]:
    yield
    forget_all()


@pytest.mark.parametrize("way", ["pty", "socket", "url"])
def test_bytes_travel_in_both_directions(way):
    ear, url, began_ms = Ear(), "emu://dclk?boot_ms=0&resets_on_open=0", now_ms()
    line = {"pty": PtyLine, "socket": SocketLine}.get(way)
    made = line(live_device(url)) if line else None
    name = url if made is None else getattr(made, "name", "") or made.url
    link = ear.link(name)
    ear.until(ear.ready.is_set)
    link.write(b"@7 HELLO*15\n")
    ear.until(lambda: b"HI dclk=1" in ear.data)
    assert all(began_ms <= stamp <= now_ms() for stamp in ear.stamps)
    ends(link)
    if made is not None:
        made.close()
    assert ear.lost == []


def test_a_line_tells_for_how_long_its_thread_has_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    ear, goes_on, read = Ear(), threading.Event(), Serial.read

    def read_late(port: Serial, size: int = 1) -> bytes:
        goes_on.wait(PATIENCE_S)
        return read(port, size)

    with PtyLine(live_device("emu://dclk?boot_ms=0&resets_on_open=0")) as line:
        monkeypatch.setattr(Serial, "read", read_late)
        link = ear.link(line.name)
        assert link.unheard_s == 0
        ear.until(lambda: link.unheard_s > 0.3)
        goes_on.set()
        ear.until(lambda: ear.data and link.unheard_s == 0)
        ends(link)


def test_reopening_a_port_without_dropping_its_control_lines_resets_no_board():
    first, second = Ear(), Ear()
    live = live_device("emu://dclk?boot_ms=0&resets_on_open=1")
    with PtyLine(live) as line:
        link = first.link(line.name)
        first.until(lambda: live.line.openings == 1)
        link.stay_up()
        link.write(b"@7 HELLO*15\n")
        first.until(lambda: b"HI dclk=1" in first.data)
        ends(link)
        link = second.link(line.name)
        second.until(second.ready.is_set)
        link.write(b"@7 HELLO*15\n")
        second.until(lambda: b"HI dclk=1" in second.data)
        assert live.line.openings == 1
        ends(link)


@pytest.mark.parametrize("way", ["read", "write"])
def test_an_unplugged_cable_is_noticed_at_once(way):
    ear = Ear()
    with PtyLine(live_device("emu://dclk")) as line, Machine() as machine:
        link = ear.link(line.name)
        ear.until(ear.ready.is_set)
        line.unplug()
        began = time.monotonic()
        if way == "write":
            link.write(b"@7 HELLO*15\n")
        ear.until(lambda: ear.lost)
        ended = time.monotonic()
        assert ended - began < machine.allows_s(3, began, ended)
        ends(link)
        assert ear.lost == [f"{line.name} was unplugged or stopped answering."]


def test_another_program_reading_the_same_port_is_reported():
    """It takes no lock, as most programs do not, and its reads take our bytes away."""
    ear, over = Ear(), threading.Event()
    with PtyLine(live_device("emu://dclk")) as line:
        link = ear.link(line.name)
        ear.until(ear.ready.is_set)
        other = os.open(line.name, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)

        def steal() -> None:
            while not over.is_set():
                with suppress(BlockingIOError):
                    os.read(other, 100)

        thief = threading.Thread(target=steal)
        thief.start()
        ear.until(lambda: (link.write(b"@7 HELLO*15\n"), ear.lost)[-1])  # each is answered
        over.set()
        thief.join()
        os.close(other)
        assert ear.lost == [f"Another program reads {line.name}, too. Close that program."]
        ends(link)


def test_a_closed_link_says_nothing_more():
    ear = Ear()
    with PtyLine(live_device("emu://dclk")) as line:
        link = ear.link(line.name)
        ear.until(ear.ready.is_set)
        ends(link)
        line.unplug()
        time.sleep(0.2)
    assert ear.lost == []


def test_a_device_that_accepts_no_data_is_reported_lost():
    ear, url = Ear(), "emu://dclk?port=stuck"
    link = ear.link(url)
    ear.until(ear.ready.is_set)
    live = serial_link_live(url)
    live.set_stuck(True)
    link.write(b"@7 HELLO*15\n")
    ear.until(lambda: ear.lost)
    assert ear.lost[0].endswith("takes no more data. Unplug it and plug it in again.")
    live.set_stuck(False)
    ends(link)


MUCH = 200_000  # bytes: more than a terminal takes at once
WRITES = f"""
import sys, threading
from app.clock.links.serial import SerialLink

ready = threading.Event()
link = SerialLink(
    sys.argv[1], 115200, now_ms=lambda: 0, opened=ready.set, received=lambda *_: None,
    lost=lambda sentence: print(sentence, flush=True),
)
ready.wait()
link.write(bytes({MUCH}))
sys.stdin.read()
link.close()
link.join()
"""


def test_a_program_suspended_while_writing_loses_no_data():
    """As a laptop does that sleeps, or a machine without memory: pyserial gives up a write that the
    system goes on taking.
    """
    near, far = os.openpty()
    tty.setraw(far)
    began = [sys.executable, "-c", WRITES, os.ttyname(far)]
    with subprocess.Popen(began, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        came = len(os.read(near, 1))  # it writes
        program.send_signal(signal.SIGSTOP)
        os.set_blocking(near, False)
        with suppress(BlockingIOError):
            while True:
                came += len(os.read(near, MUCH))
        stopped_s = time.monotonic()
        until(lambda: time.monotonic() > stopped_s + WRITE_SECONDS)
        program.send_signal(signal.SIGCONT)
        os.set_blocking(near, True)
        while came < MUCH and select.select([near], [], [], PATIENCE_S)[0]:
            came += len(os.read(near, MUCH))
        program.stdin.close()
        assert (program.stdout.read(), came) == (b"", MUCH)
    os.close(near)
    os.close(far)


def serial_link_live(url: str):
    return device_at(url)


def test_a_missing_port_is_reported():
    ear = Ear()
    link = ear.link("/dev/ttyFLAGFALL9")
    ear.until(lambda: ear.lost)
    assert ear.lost == ["/dev/ttyFLAGFALL9 is not there. Plug it in."]
    assert not ear.ready.is_set()
    ends(link)


def test_a_port_is_opened_by_one_program_at_a_time():
    ear, other = Ear(), Ear()
    with PtyLine(live_device("emu://dclk")) as line:
        link = ear.link(line.name)
        ear.until(ear.ready.is_set)
        second = other.link(line.name)
        other.until(lambda: other.lost)
        assert other.lost == [f"{line.name} is in use by another program. Close that program."]
        ends(second)
        ends(link)


def test_an_unknown_kind_of_address_is_reported():
    ear = Ear()
    link = ear.link("emu://sundial")
    ear.until(lambda: ear.lost)
    assert "sundial" in ear.lost[0]
    ends(link)


def on_windows(said: str) -> SerialException:
    """As pyserial tells it there: the error's repr in a sentence of its own."""
    return SerialException(f"could not open port 'COM7': {said}")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (PermissionError(13, "Permission denied"), "Add the user to the group dialout"),
        (SerialException(13, "could not open port: nicht erlaubt"), "group dialout"),
        (OSError("[Errno 13] could not open port"), "Add the user to the group dialout"),
        (OSError("device reports something odd"), "cannot be opened: device reports"),
        (SerialException(11, "Could not exclusively lock port"), "Close that program"),
        (SerialException(16, "occupé"), "Close that program"),
        (SerialException(2, "existiert nicht"), "is not there"),
        (SerialException("Could not configure port: (25, 'unpassend')"), "is not a serial port"),
        (IsADirectoryError(21, "could not open port: Is a directory"), "is not a serial port"),
        (ValueError("embedded null byte"), "is not a serial port"),
        (ValueError("invalid URL, protocol 'foo' not known"), "is not the address of a port"),
        (on_windows("PermissionError(13, 'Zugriff verweigert', None, 5)"), "Close that program"),
        (on_windows("PermissionError(13, 'Accès refusé.', None, 5)"), "Close that program"),
        (on_windows("PermissionError(13, 'アクセスが拒否されました。', None, 5)"), "Close that"),
        (on_windows("FileNotFoundError(2, 'Не удается найти файл', None, 2)"), "is not there"),
        (on_windows("OSError(22, 'Das Semaphor (hat) Zeit', None, 121)"), "Switch it on"),
        (on_windows("OSError(22, 'Ein Gerät funktioniert nicht', None, 31)"), "not a serial port"),
    ],
)
def test_a_port_that_cannot_be_opened_says_what_to_do(error, words):
    said = open_trouble("COM7", error)
    assert said.startswith("COM7")
    assert words in said


def test_an_address_whose_computer_is_gone_is_not_to_be_plugged_in():
    said = open_trouble("socket://10.0.0.9:1", OSError(errno.ENXIO, "No such device"))
    assert said.startswith("Nothing answers at socket://10.0.0.9:1.")


@pytest.mark.parametrize(
    ("error", "is_there", "words"),
    [
        (SerialException("ready to read but no data"), True, "Another program reads {name}, too."),
        (SerialException("ready to read but no data"), False, "{name} was unplugged"),
        (OSError(errno.EIO, "Input/output error"), True, "{name} was unplugged"),
    ],
)
def test_a_port_that_can_no_longer_be_read_was_unplugged_or_has_another_reader(
    tmp_path, monkeypatch, error, is_there, words
):
    monkeypatch.setattr(serial_link, "UNPLUGGED_SECONDS", 0.01)
    port = tmp_path / "ttyUSB0"
    if is_there:
        port.touch()
    assert read_trouble(f"{port}", error).startswith(words.format(name=port))


WITHOUT = """
import sys
sys.modules["serial.urlhandler.protocol_socket"] = None
from app.clock.links.serial import unknown_addresses
print(*unknown_addresses())
"""


def test_a_program_built_without_support_for_an_address_detects_it():
    assert unknown_addresses() == ()
    built = subprocess.run(
        [sys.executable, "-c", WITHOUT], check=True, capture_output=True, text=True
    )
    assert built.stdout.split() == ["socket://"]


@pytest.mark.parametrize(
    ("error", "silent"),
    [("OSError(22, 'Timeout.', None, 1460)", True), ("OSError(22, 'Gone', None, 22)", False)],
)
def test_a_timeout_reported_as_an_error_loses_no_port(error, silent):
    assert is_silence(SerialException(f"GetOverlappedResult failed ({error})")) is silent


def test_an_address_where_nobody_listens_says_so():
    ear = Ear()
    link = ear.link("socket://127.0.0.1:1")
    ear.until(lambda: ear.lost)
    assert ear.lost == [
        "Nothing answers at socket://127.0.0.1:1. Start the program that should answer there, or"
        " enter another address."
    ]
    ends(link)


class Listed(Struct, dict=True):
    device: str
    vid: int | None = None
    pid: int | None = None
    serial_number: str | None = None
    location: str | None = None
    product: str | None = None
    description: str | None = "n/a"


def keys_of(*found: Listed, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, str]]:
    monkeypatch.setattr(serial_link.list_ports, "comports", lambda: list(found))
    return [(port.key, port.location, port.words) for port in ports()]


def test_a_port_listed_twice_by_the_system_appears_once(monkeypatch):
    twice = [Listed(f"/dev/cu.{name}", 0x1A86, 0x7523, None, "20-1") for name in ("wch", "usb")]
    assert keys_of(*twice, monkeypatch=monkeypatch) == [("1a86:7523@20-1", "20-1", "")]


def test_ports_are_identified_by_serial_number_then_place_then_name(monkeypatch):
    found = [
        Listed("/dev/ttyUSB0", 0x0403, 0x6001, "A1", "1-1", "USB <-> Serial"),
        Listed("/dev/ttyUSB1", 0x1A86, 0x7523, None, "1-2", None, "USB2.0-Serial"),
        Listed("/dev/ttyUSB2", 0x0403, 0x6001, "TWIN", "1-3"),
        Listed("/dev/ttyUSB3", 0x0403, 0x6001, "TWIN", "1-4"),
        Listed("/dev/ttyS0"),
        Listed(""),
    ]
    assert keys_of(*found, monkeypatch=monkeypatch) == [
        ("0403:6001/A1", "1-1", "USB <-> Serial"),
        ("1a86:7523@1-2", "1-2", "USB2.0-Serial"),
        ("0403:6001/TWIN", "1-3", ""),
        ("0403:6001/TWIN", "1-4", ""),
        ("/dev/ttyS0", "", ""),
    ]


def test_the_ports_of_this_machine_can_be_listed():
    assert all(port.name and port.key for port in ports())
    assert os.name == "posix" or all(port.name.startswith("COM") for port in ports())


class Slow(threading.Event):
    """Two who look at the same time both see what was before either."""

    def is_set(self) -> bool:
        was = super().is_set()
        time.sleep(0.2)
        return was


def test_a_line_lost_by_reading_and_writing_at_once_is_reported_once():
    ear = Ear()
    with PtyLine(live_device("emu://dclk")) as line:
        link = ear.link(line.name)
        ear.until(ear.ready.is_set)
        link._closing = Slow()  # noqa: SLF001 - both threads between look and close
        both = [
            threading.Thread(target=link._fail, args=("gone",))  # noqa: SLF001
            for _ in range(2)
        ]
        for one in both:
            one.start()
        for one in both:
            one.join()
        ends(link)
    assert ear.lost == ["gone"]
