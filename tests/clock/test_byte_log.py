from pathlib import Path

import pytest

from app.clock.byte_log import HEAD, ByteLog, ByteLogError, Heard, read_bytes


def test_what_was_written_is_read_back_port_by_port(tmp_path: Path):
    log = ByteLog(tmp_path / "new" / "bytes")
    log.write("/dev/ttyUSB0", ">", b"\x40", 1000)
    log.write("/dev/ttyUSB0", "<", b"\x8d\x00\x0a", 1012)
    log.write("socket://10.0.0.7:4000", "<", b"", 1100)
    assert log.trouble == ""
    folder = tmp_path / "new" / "bytes"
    assert [*read_bytes(folder / "dev-ttyUSB0.bytes")] == [
        Heard(1000, ">", b"\x40"),
        Heard(1012, "<", b"\x8d\x00\x0a"),
    ]
    assert [*read_bytes(folder / "socket-10-0-0-7-4000.bytes")] == [Heard(1100, "<", b"")]


def test_a_second_recording_goes_on_in_the_same_file(tmp_path: Path):
    for at_ms in (1, 2):
        ByteLog(tmp_path).write("COM3", "<", b"\x01", at_ms)
    assert [one.at_ms for one in read_bytes(tmp_path / "COM3.bytes")] == [1, 2]


def test_what_cannot_be_written_is_said_and_never_raised(tmp_path: Path):
    (tmp_path / "COM3.bytes").mkdir()
    log = ByteLog(tmp_path)
    log.write("COM3", "<", b"\x01", 1)
    assert log.trouble.startswith("COM3.bytes cannot be written: ")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "log.bytes is not a byte log: its first line is not"),
        ("# another program\n", "log.bytes is not a byte log: its first line is not"),
        (f"{HEAD}\n1 < 00\nnonsense", "log.bytes, line 3: no instant, direction and bytes."),
        (f"{HEAD}\n1 < 0", "log.bytes, line 2: "),
        (f"{HEAD}\n-1 < 00", "log.bytes, line 2: "),
        (f"{HEAD}\n{'1' * 5000} < 00", "log.bytes, line 2: "),
        (f"{HEAD}\nä", "log.bytes is not a byte log: it is no plain text."),
    ],
)
def test_a_bad_file_is_named_with_its_line(tmp_path: Path, text: str, sentence: str):
    file = tmp_path / "log.bytes"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ByteLogError) as raised:
        list(read_bytes(file))
    assert str(raised.value).startswith(sentence)


def test_a_file_that_is_not_there_is_named(tmp_path: Path):
    with pytest.raises(ByteLogError, match=r"nobody\.bytes cannot be read: "):
        list(read_bytes(tmp_path / "nobody.bytes"))


def test_remarks_and_empty_lines_are_passed_over(tmp_path: Path):
    file = tmp_path / "log.bytes"
    file.write_text(f"{HEAD}\n\n# port COM3\n5 < ff\n   \n")
    assert [*read_bytes(file)] == [Heard(5, "<", b"\xff")]
