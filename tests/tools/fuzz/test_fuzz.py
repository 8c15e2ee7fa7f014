"""A sample of what strangers and accidents may hand to the program, and that failures are told."""

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from msgspec import json

from app.web.protocol.messages import FromDevice, read_device_message
from tools import fuzz
from tools.fuzz import __main__ as command
from tools.fuzz import devices, targets
from tools.fuzz.messages import Messages
from tools.fuzz.mutate import mutated
from tools.fuzz.target import Target, Try
from tools.fuzz.targets import TARGETS

CASES = 4_000
SEED = 20261123


@pytest.mark.long
def test_no_case_ends_in_a_traceback_or_takes_long() -> None:
    """In a program of its own: it lifts the limits of how much a device may say."""
    done = subprocess.run(
        (sys.executable, "-m", fuzz.__name__, str(CASES), "--seed", str(SEED)),
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    rows = [line.strip("| ").split(" | ") for line in done.stdout.splitlines()[2:]]
    assert [row[0] for row in rows] == [target.name for target in TARGETS]
    for name, cases, taken, *_ in rows:
        refused = int(cases.replace(",", "")) - int(taken.replace(",", ""))
        assert refused > 0, f"{name}: nothing was wrong in any case"
        assert taken != "0", f"{name}: no case came further than its first look"


def trying(monkeypatch: pytest.MonkeyPatch, one: Try) -> None:
    @contextmanager
    def opened(_: Path) -> Iterator[Try]:
        yield one

    monkeypatch.setenv("FLAGFALL_STATE", "")  # the command sets it, and here it comes back
    mine = Target("mine", 1, opened, lambda _: [b"right"])
    monkeypatch.setattr(targets, "TARGETS", (mine,))


def test_a_case_that_ends_in_a_traceback_is_reported_once_with_its_input(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def wrong(data: bytes) -> bool:
        if data != b"right":
            raise KeyError("seat")
        return True

    trying(monkeypatch, wrong)
    assert command.main(["50", "--keep", str(tmp_path)]) == 2
    assert "mine: KeyError in test_fuzz.py, line" in capsys.readouterr().out
    (kept,) = tmp_path.iterdir()
    assert kept.read_bytes() != b"right"


def test_a_case_that_computes_for_long_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def slow(_: bytes) -> bool:
        began = time.process_time()
        while time.process_time() - began < 0.06:
            pass
        return True

    monkeypatch.setattr(command, "LONGEST_S", 0.05)
    trying(monkeypatch, slow)
    assert command.main(["1"]) == 2
    assert "mine: computed for 0.1 s" in capsys.readouterr().out


def planted(*_: object, **__: object) -> None:
    raise KeyError("planted")


@pytest.mark.parametrize(
    "where",
    [
        "app.web.server.mark_intake.MarkIntake.take",
        "app.engine.subjects.table.presses._interrupt",
        "app.web.server.organizer.command_for_order",
        "app.web.server.organizer.acted_words",
        "app.web.phones.phones.Phones.act",
        "app.engine.subjects.phones.results._explain_refusal",
        "app.engine.subjects.phones.own_entry._late_lists",
        "app.engine.subjects.phones.sign_up._sign_up_fault",
        "app.web.phones.phones.read_typed_lists",
        "app.web.phones.phones.own_page",
        "app.web.server.sessions.pad_message",
    ],
)
def test_a_failure_caused_by_a_devices_message_is_noticed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, where: str
) -> None:
    """Wherever it is: in the server, in a decision at the desk, in what a phone is shown."""
    monkeypatch.setattr(where, planted)
    dice = Random(SEED)

    def say_much(one: Try) -> None:
        for _ in range(30_000):
            one(devices.message(dice, [b"{}"]))

    with devices.table_messages(tmp_path) as one, pytest.raises(RuntimeError, match="planted"):
        say_much(one)


def test_the_same_seed_gives_the_same_cases() -> None:
    def some(seed: int) -> Sequence[bytes]:
        dice = Random(seed)
        return [mutated(dice, [b"Name,Club\nAnna,Ravens\n", b"Bo"]) for _ in range(40)]

    assert some(1) == some(1)
    assert some(1) != some(2)


def test_every_kind_of_message_is_made_and_most_are_well_formed() -> None:
    made = Messages(Random(SEED), {"game": (1,)})
    messages = [made.one() for _ in range(2_000)]
    assert {json.decode(message)["type"] for message in messages} == {
        kind.__struct_config__.tag for kind in FromDevice.__args__
    }
    right = [message for message in messages if read_device_message(message.decode()) is not None]
    assert len(right) > len(messages) / 2
