"""``flagfall web``: an event before and after the day, served without a window."""

import os
import re
import signal
import subprocess
import sys
import urllib.request
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from app.__main__ import main
from app.headless.cli.web_command import take_event
from app.store.online.book import Book, book_file
from app.web.online.channel import code_hash
from app.web.online.pin import is_pin
from tests.events import Event
from tests.web.online.site import Site


def test_a_new_pin_and_a_code_for_the_desk_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = tmp_path / "cup.flagfall"
    assert main(["web", str(event), "--pin", "--code"]) == 0
    pin_line, code_line = capsys.readouterr().out.splitlines()
    with closing(Book(book_file(event))) as book:
        assert is_pin(book, pin_line.rpartition(" ")[2])
        assert code_hash(code_line.rpartition(" ")[2].upper()) in book.codes(0.0)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--address", "club.example"], "club.example is not a public address."),
        (["--certificate", "chain.pem"], "A certificate needs its key"),
        (["--certificate", "no.pem", "--key", "no.pem"], "The certificate cannot be read"),
        (["--host", "203.0.113.1"], "The server cannot start at 203.0.113.1"),
        (["--address", "http://[x"], "http://[x is not a public address."),
        (["--port", "x"], "Argument --port"),
        (["--port", "99999"], "There is no port 99999: choose one from 1 to 65535."),
        (["--port", "-1"], "There is no port -1: choose one from 1 to 65535."),
    ],
)
def test_an_event_that_cannot_be_served_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], sentence: str
) -> None:
    assert main(["web", str(tmp_path / "cup.flagfall"), *options]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.long
def test_an_event_file_is_served_until_the_program_is_told_to_stop(tmp_path: Path) -> None:
    file = tmp_path / "cup.flagfall"
    with closing(Event(file)) as event:
        event.register(4)
        name = event.state.settings.name if event.state.settings else ""
    command = [sys.executable, "-m", "app", "web", str(file), "--port", "0"]
    with ExitStack() as held:
        started = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")
        program = held.enter_context(started)
        held.callback(program.kill)  # else a test that fails here would wait for it
        assert program.stdout is not None
        said = program.stdout.readline()
        found = re.fullmatch(r"Serving at (http://127\.0\.0\.1:\d+)\n", said)
        assert found is not None, said
        rest = [program.stdout.readline() for _ in range(3)]
        assert [line.partition(":")[0] for line in rest[1:]] == [
            "The organizer’s PIN",
            "For the desk, good for one day",
        ]
        with urllib.request.urlopen(found[1] + "/", timeout=60) as answer:
            page = answer.read().decode()
        assert name in page
        assert "4 players" in page
        if os.name == "nt":  # Windows sends its signals to consoles, not to programs
            return
        program.send_signal(signal.SIGTERM)
        out, _ = program.communicate(timeout=60)
    assert "The server has stopped." in out
    assert program.returncode == 0


def test_an_event_sent_by_a_desk_takes_precedence_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "cup.flagfall"
    with closing(Event(file)) as event:
        event.register(3)
    with Site(file) as site:
        take_event(file, site.book)
        take_event(file, site.book)
        assert "3 players" in site.get().words
        assert site.book.last_number == 1
        with closing(Event(tmp_path / "other.flagfall")) as other:
            other.register(2)
            site.send_up(other.state)
        site.book.keep("from_desk", "True")
        take_event(file, site.book)
        site.sign_up("Ann")
        assert "3 players" in site.get().words
