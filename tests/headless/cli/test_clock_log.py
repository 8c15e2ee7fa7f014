from pathlib import Path

import pytest

from app.__main__ import main
from app.clock.drivers.buzz import Colour
from app.clock.drivers.driver import (
    Cleared,
    Doubted,
    Drift,
    Fact,
    Failed,
    Fallen,
    Gone,
    Hand,
    Noted,
    OrderDone,
    PauseAsked,
    Pressed,
    Reading,
    Restarted,
    ScoredAtClock,
    Started,
    Stopped,
)
from app.clock.links.byte_log import ByteLog, Heard, Openings
from app.clock.ports.port import PortSettings
from app.emulators.device import DeviceSide
from app.headless.cli.clock_log import Said, describe_message
from tests.clock.drivers.buzz_reports import NOTHING, report
from tests.clock.virtual_room import VirtualHall

HEAD = "# flagfall byte log 1\n# port usb1\n"


def recorded(folder: Path, kind: str, product: str = "", late: bool = False, **knobs: str) -> Path:
    """A short game on an emulated clock; ``late``: the recording begins in the middle of it."""
    log, openings = ByteLog(folder), Openings()

    def record(port: str, direction: str, data: bytes, at_ms: int) -> None:
        heard = Heard(at_ms, direction, data)
        if not late or at_ms >= from_ms:
            log.write(port, heard, openings)
        openings.keep(port, heard)

    room = VirtualHall(record=record)
    from_ms = room.now_ms + 30_000
    port = room.plug(kind, port="usb1", **knobs)
    if product:
        room.supervisor.wish(port, PortSettings(True, product))
    room.run(20_000)
    for side in DeviceSide:
        room.lines[port].edit_time(side, 3_600_000, room.now_ms)
    room.press(port, DeviceSide.LEFT)
    if kind.startswith("dgt"):
        room.lines[port].start_stop(room.now_ms)
    room.touch(port)
    room.run(20_000)
    room.press(port, DeviceSide.RIGHT)
    room.run(5000)
    return folder / "usb1 port.bytes"


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("kind", ["dclk", "dgt3000", "dgtxl"])
def test_a_log_is_reported_in_words_by_the_driver_that_knows_it(
    kind: str, late: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["clock-log", str(recorded(tmp_path, kind, late=late))]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Read as ")
    assert "This is " in out
    assert "It shows " in out
    assert out.count("This is ") == 1
    assert "gives up" not in out
    assert ("The right plunger went down" in out) == kind.startswith("dgt")


def test_several_clocks_on_a_line_are_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = recorded(tmp_path, "dgtbus", "dgt-bus")
    assert main(["clock-log", str(file), "--as", "dgt-bus"]) == 0
    out = capsys.readouterr().out
    assert "[02054] This is DGT bus, 02054, board 1.08" in out
    assert "[02056] It shows " in out


def test_bytes_are_printed_beside_the_words_when_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "buzz.bytes"
    log = [NOTHING, report((1, Colour.RED)), report((1, Colour.BLUE))]
    lines = [f"{1000 * place + 1000} < {data.hex()}" for place, data in enumerate(log)]
    file.write_text(HEAD + "\n".join([*lines, "3500 > 00ff"]))
    assert main(["clock-log", str(file), "--as", "buzz", "--bytes"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "Read as Buzz! handsets."
    assert "     1.000  < 7f 7f 20 00 f0" in out
    assert "     1.000  [1] The right plunger went down." in out
    assert "     2.000  [1] The pause button was pressed." in out
    assert out[-1] == "     2.500  > 00 ff"


def test_a_driver_that_gives_up_starts_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "log.bytes"
    file.write_text(HEAD + "1000 < 00\n900000000000000 < 00\n500 < 00\n")
    assert main(["clock-log", str(file), "--as", "dgt"]) == 0
    out = capsys.readouterr().out
    assert "The driver gives up: " in out
    file.write_text(HEAD + "1000 < 00\n500 < 00\n")
    assert main(["clock-log", str(file), "--as", "hourglass"]) == 0
    assert "The recording begins again." in capsys.readouterr().out


BAD = {
    "": "first line",
    "hello\n": "first line",
    HEAD: "holds no bytes",
    HEAD + "12 < 0": "log.bytes, line 3: the instant, the direction or the bytes are missing.",
    HEAD + "\n12 < 00\n13 ? 00": "log.bytes, line 5: ",
    HEAD + "9" * 5000 + " < 00": "log.bytes, line 3: ",
    HEAD + "12 < 00": "No driver understands this log. Say what was recorded: --as dclk, ",
}


@pytest.mark.parametrize("text", BAD)
def test_a_bad_file_is_reported_in_one_sentence(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "log.bytes"
    file.write_text(text)
    assert main(["clock-log", str(file)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert BAD[text] in captured.err
    assert captured.err.count("\n") == 1


def test_an_unreadable_file_is_reported_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    binary = tmp_path / "photo.bytes"
    binary.write_bytes(bytes(range(256)))
    assert main(["clock-log", str(binary)]) == 2
    assert "photo.bytes is not a byte log: it is not plain text." in capsys.readouterr().err
    for name in ("nobody.bytes", "."):
        assert main(["clock-log", str(tmp_path / name)]) == 2
        assert "cannot be read" in capsys.readouterr().err
    assert main(["clock-log", str(binary), "--as", "toaster"]) == 2
    assert "toaster" in capsys.readouterr().err
    assert main(["clock-log", "--help"]) == 0


WORDS: list[tuple[Said, str]] = [
    (Pressed(0, Hand.LEFT, inferred=True, late_ms=900),
     "The left plunger went down, up to 900 ms earlier (concluded from the times)."),
    (Fallen(0, Hand.RIGHT), "The right flag fell."),
    (Stopped(0), "The clock was stopped."),
    (Started(0, Hand.LEFT), "The clock was started: the left side’s time runs."),
    (PauseAsked(0), "The pause button was pressed."),
    (Restarted(0), "The clock restarted: its times are not the game’s."),
    (Noted(0, Fact.BATTERY_LOW, "9 %"), "Battery low 9 %."),
    (Drift(0, -40), "The clock is off by -40 millionths."),
    (Doubted(0, "Odd."), "Odd."),
    (Cleared(0, "Odd."), "That is over: Odd."),
    (Gone(0, "Away."), "Away."),
    (OrderDone(0, "set"), "Done: set."),
    (Failed(0, "run", "Try again."), "Not done: run. Try again."),
    (ScoredAtClock(0, Hand.LEFT, 3), "The left side has 3 points on the clock."),
    (Reading(0, None, None, None), "It keeps no time: plungers only."),
    (Reading(0, 60_000, 0, None, Hand.RIGHT),
     "It shows 1:00 left and 0:00 right, it is stopped, the right flag is down."),
]  # fmt: skip


@pytest.mark.parametrize(("said", "sentence"), WORDS)
def test_every_message_a_clock_can_send_is_put_into_words(said: Said, sentence: str) -> None:
    assert describe_message(said) == sentence
