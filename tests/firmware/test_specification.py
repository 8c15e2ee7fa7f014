"""The core does what docs/dclk.md says: its examples, its session and its test vectors."""

import re
from pathlib import Path

import pytest

from tests.firmware.bench import LEFT, PAUSE, RIGHT, WRAP, Clock, started, with_checksum

PAGE = (Path(__file__).parents[2] / "docs" / "dclk.md").read_text("utf-8")
BUTTONS = {"left presses": LEFT, "right presses": RIGHT, "pause pressed": PAUSE}


def block(heading: str) -> list[str]:
    """The lines of the first indented block after the words."""
    lines = PAGE[PAGE.index(heading) :].split("\n")
    first = next(i for i, line in enumerate(lines) if line.startswith("    "))
    until = next(i for i in range(first, len(lines)) if not lines[i].startswith("    "))
    return [line.strip() for line in lines[first:until]]


def test_every_example_has_a_true_checksum() -> None:
    shown = PAGE[: PAGE.index("**Dropped by a clock**")]
    lines = re.findall(
        r"(?:(?:HI|ST|EV|OK|ER|PO|JOIN|NONCE|PROVE|JOINED|NO|@\d+) |# bad)[^|>\n]*\*[0-9A-F]{2}\b",
        shown,
    )
    assert len(lines) > 70
    for line in lines:
        assert line == with_checksum(line[:-3])
        assert len(line) <= 120


def test_every_verb_has_an_example_that_the_clock_reads() -> None:
    verbs = set(re.findall(r"^\| `([A-Z]+)\b", PAGE.split("## Error codes")[0], re.M))
    verbs -= {"PRESS", "IGN", "FLAG", "PAUSE", "RESUME", "BTN", "ADJ", "LOWBAT"}
    verbs |= {"PAUSE", "RESUME"}
    examples = block("An example of each:")
    assert {example.split()[1].split("*")[0] for example in examples} == verbs
    clock = started(Clock(), 10, 10)
    for example in examples:
        clock.raw(example.encode() + b"\n")
        assert re.match(r"OK|PO|ER \d+ 3", clock.lines()[0]), example
    clock.close()


def test_the_session_runs_as_it_is_told() -> None:
    clock = Clock()
    told: list[str] = []
    for line in block("## A session"):
        at, what = line.split(maxsplit=1)
        clock.wait(int(at) - clock.now, step=50)
        if what in BUTTONS:
            clock.contact(BUTTONS[what], True)
            clock.wait(50)
            clock.contact(BUTTONS[what], False)
            continue
        who, sent = what.split(maxsplit=1)
        if who == "host":
            clock.raw(sent.encode() + b"\n")
        else:
            told.append(sent)
    clock.wait(10)
    said = clock.sent().strip().split("\n")
    for line in said:
        if told and line == told[0]:
            del told[0]
        else:
            assert line.startswith("ST "), line
    assert told == []
    clock.close()


@pytest.mark.parametrize("vector", block("**Read by a clock**"))
def test_the_clock_answers_as_its_vectors_say(vector: str) -> None:
    command, answer = vector.split("->")
    clock = Clock()
    clock.sent()
    clock.raw(command.strip().encode() + b"\n")
    assert clock.sent().split("\n")[0] == answer.strip()
    clock.close()


@pytest.mark.parametrize("vector", block("**Dropped by a clock**"))
def test_the_clock_drops_what_its_vectors_say(vector: str) -> None:
    clock = Clock()
    clock.sent()
    clock.raw(vector.split("  ", maxsplit=1)[0].encode() + b"\n")
    assert clock.sent() == ""
    clock.close()


@pytest.mark.parametrize("start", [0, 4_294_965_296])
@pytest.mark.parametrize(
    ("acts", "told"),
    [
        (
            [(2000, LEFT, 1), (2007, LEFT, 0), (2013, LEFT, 1), (2100, LEFT, 0)],
            [(2000, "PRESS by=L run=R l=3000 r=5000")],
        ),
        ([(1000, RIGHT, 1)], [(1000, "IGN by=R run=L l=4000 r=5000")]),
        ([(4999, LEFT, 1)], [(4999, "PRESS by=L run=R l=1 r=5000")]),
        (
            [(5000, LEFT, 1)],
            [(5000, "FLAG by=L run=N l=0 r=5000"), (5000, "IGN by=L run=N l=0 r=5000")],
        ),
        ([(5700, None, 0)], [(5000, "FLAG by=L run=N l=0 r=5000")]),
        (
            [(2000, LEFT, 1), (9000, None, 0)],
            [(2000, "PRESS by=L run=R l=3000 r=5000"), (7000, "FLAG by=R run=N l=3000 r=0")],
        ),
    ],
)
def test_the_timed_vectors_hold(
    start: int, acts: list[tuple[int, int | None, int]], told: list[tuple[int, str]]
) -> None:
    clock = started(Clock(start), 5_000, 5_000)
    for at, button, closed in acts:
        clock.now = start + at
        if button is None:
            clock.core.tick(clock.at, clock.stamp)
        else:
            clock.contact(button, bool(closed))
            clock.wait(3, step=1)
    assert clock.events() == [
        f"EV s={number} t={(start + at) % WRAP} k={what}"
        for number, (at, what) in enumerate(told, 1)
    ]
    clock.close()
