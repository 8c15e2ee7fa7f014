"""What is printed, by the encoding of what takes it."""

import io
import os
import subprocess
import sys
from errno import EINVAL, EPIPE
from pathlib import Path

import pytest

from app.store.streams import is_reader_gone, write_every_letter


class Console(io.BytesIO):
    """As a program sees one."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def no_encoding_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)


def printed(text: str, encoding: str, to: io.BytesIO) -> bytes:
    stream = io.TextIOWrapper(to, encoding, newline="")
    write_every_letter(stream, None)
    print(text, end="", file=stream, flush=True)
    return to.getvalue()


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii", "utf-8"])
def test_files_and_other_programs_receive_utf_8(encoding: str) -> None:
    assert printed("Zieli\u0144ska 龍", encoding, io.BytesIO()) == "Zielińska 龍".encode()


@pytest.mark.parametrize(
    ("encoding", "text", "shown"),
    [
        ("utf-8", "Zielińska „龍“", "Zielińska „龍“"),
        ("cp1252", "Zielińska Łódź “Jürgen” 龍", "Zielinska Lódz “Jürgen” ?"),
        ("cp437", "Straße – Ærø’s e\u0301", "Straße - Ærø's e".replace("ø", "o")),
        ("ascii", "Straße, Jürgen, Øst → Đorđe", "Strasse, Jurgen, Ost -> Dorde"),
        ("ascii", "a name \udcff of bytes", "a name ? of bytes"),
        ("utf-8", "a name \udcff of bytes", "a name ? of bytes"),
    ],
)
def test_a_console_shows_a_similar_letter_for_one_it_lacks(
    encoding: str, text: str, shown: str
) -> None:
    assert printed(text, encoding, Console()).decode(encoding) == shown


def test_an_encoding_set_in_the_environment_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    assert printed("Jürgen 龍", "cp1252", io.BytesIO()) == "Jürgen ?".encode("cp1252")


def test_text_written_into_a_stream_by_another_program_can_be_read_back(tmp_path: Path) -> None:
    """Its letters may be of another encoding, as those of a console on Windows are."""
    with (tmp_path / "printed").open("w+", encoding="ascii") as stream:
        write_every_letter(stream)
        stream.buffer.write("’s Jürgen".encode("cp1252"))
        stream.seek(0)
        assert stream.read() == "\ufffds J\ufffdrgen"


def test_a_closed_pipe_is_told_apart_from_other_errors() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with pytest.raises(OSError, match=r".") as gone:
        os.write(writing, b"x")
    os.close(writing)
    assert is_reader_gone(gone.value)
    with pytest.raises(FileNotFoundError) as missing:
        os.stat("not there/at all")
    assert not is_reader_gone(missing.value)


def test_an_invalid_argument_error_on_windows_means_a_closed_pipe(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert is_reader_gone(OSError(EINVAL, "Invalid argument"))
    assert is_reader_gone(BrokenPipeError(EPIPE, "Broken pipe"))
    assert not is_reader_gone(OSError(EINVAL, "Invalid argument", "a?b"))
    monkeypatch.setattr(sys, "platform", "linux")
    assert not is_reader_gone(OSError(EINVAL, "Invalid argument"))


def test_a_program_whose_output_pipe_was_closed_prints_no_error() -> None:
    code = "import sys, app.__main__ as m; sys.stdin.read(); sys.exit(m.main(['--version']))"
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as program:  # fmt: skip
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        program.stdin.close()
        assert program.stderr.read() == b""
    assert program.returncode == 0
