import os
from pathlib import Path

import pytest

from app.clock.links.byte_log import (
    HEAD,
    MOST_BYTES,
    ByteLog,
    ByteLogError,
    Heard,
    Openings,
    read_bytes,
)


def test_logged_bytes_are_read_back_port_by_port(tmp_path: Path):
    log = ByteLog(tmp_path / "new" / "bytes")
    log.write("/dev/ttyUSB0", Heard(1000, ">", b"\x40"), Openings())
    log.write("/dev/ttyUSB0", Heard(1012, "<", b"\x8d\x00\x0a"), Openings())
    log.write("socket://10.0.0.7:4000", Heard(1100, "<", b""), Openings())
    assert log.trouble == ""
    folder = tmp_path / "new" / "bytes"
    assert [*read_bytes(folder / "dev-ttyUSB0 port.bytes")] == [
        Heard(1000, ">", b"\x40"),
        Heard(1012, "<", b"\x8d\x00\x0a"),
    ]
    assert [*read_bytes(folder / "socket-10-0-0-7-4000 port.bytes")] == [Heard(1100, "<", b"")]


def test_a_second_recording_goes_on_in_the_same_file(tmp_path: Path):
    for at_ms in (1, 2):
        ByteLog(tmp_path).write("COM3", Heard(at_ms, "<", b"\x01"), Openings())
    assert [byte.at_ms for byte in read_bytes(tmp_path / "COM3 port.bytes")] == [1, 2]


def test_a_recording_started_later_includes_the_first_bytes_of_the_line(tmp_path: Path):
    openings, log = Openings(), ByteLog(tmp_path)
    openings.keep("COM3", Heard(1, "<", b"\x99"))
    openings.begin("COM3")
    for at_ms in (1000, 1200, 11_000, 11_001, 600_000):
        openings.keep("COM3", Heard(at_ms, "<", b"\x01"))
    for at_ms in (700_000, 700_100):
        log.write("COM3", Heard(at_ms, "<", b"\x02"), openings)
    assert [(byte.at_ms, byte.data) for byte in read_bytes(tmp_path / "COM3 port.bytes")] == [
        (689_500, b"\x01"),
        (689_700, b"\x01"),
        (699_500, b"\x01"),
        (700_000, b"\x02"),
        (700_100, b"\x02"),
    ]


def test_a_recording_started_just_after_opening_includes_everything_since(tmp_path: Path):
    openings = Openings()
    openings.keep("COM3", Heard(1000, "<", b"\x01"))
    ByteLog(tmp_path).write("COM3", Heard(1200, "<", b"\x02"), openings)
    assert [byte.at_ms for byte in read_bytes(tmp_path / "COM3 port.bytes")] == [1000, 1200]


def test_a_file_that_cannot_be_written_is_reported_without_an_exception(tmp_path: Path):
    (tmp_path / "COM3 port.bytes").mkdir()
    log = ByteLog(tmp_path)
    log.write("COM3", Heard(1, "<", b"\x01"), Openings())
    assert log.trouble.startswith("COM3 port.bytes cannot be written: ")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "log.bytes is not a byte log: its first line is not"),
        ("# another program\n", "log.bytes is not a byte log: its first line is not"),
        (
            f"{HEAD}\n1 < 00\nnonsense",
            "log.bytes, line 3: the instant, the direction or the bytes are missing.",
        ),
        (f"{HEAD}\n1 < 0", "log.bytes, line 2: "),
        (f"{HEAD}\n-1 < 00", "log.bytes, line 2: "),
        (f"{HEAD}\n{'1' * 5000} < 00", "log.bytes, line 2: "),
        (f"{HEAD}\nä", "log.bytes is not a byte log: it is not plain text."),
    ],
)
def test_an_invalid_log_is_reported_with_its_line_number(tmp_path: Path, text: str, sentence: str):
    file = tmp_path / "log.bytes"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ByteLogError) as raised:
        list(read_bytes(file))
    assert str(raised.value).startswith(sentence)


def test_a_missing_file_is_named(tmp_path: Path):
    with pytest.raises(ByteLogError, match=r"nobody\.bytes cannot be read: "):
        list(read_bytes(tmp_path / "nobody.bytes"))


def test_comments_and_empty_lines_are_skipped(tmp_path: Path):
    file = tmp_path / "log.bytes"
    file.write_text(f"{HEAD}\n\n# port COM3\n5 < ff\n   \n")
    assert [*read_bytes(file)] == [Heard(5, "<", b"\xff")]


def test_a_device_file_is_refused_because_it_may_be_endless():
    with pytest.raises(ByteLogError, match="is a pipe or a device, not a file"):
        list(read_bytes(Path(os.devnull)))


def test_a_log_that_would_fill_the_memory_is_refused(tmp_path: Path):
    file = tmp_path / "log.bytes"
    with file.open("wb") as log:
        log.truncate(MOST_BYTES + 1)
    with pytest.raises(ByteLogError, match=r"log\.bytes is too big to explain"):
        list(read_bytes(file))
