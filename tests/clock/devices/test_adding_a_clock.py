"""The example in the manual is a driver that works."""

import re
from pathlib import Path

from app.clock.devices.driver import (
    Done,
    Doubted,
    Driver,
    Failed,
    Hand,
    Identified,
    Pressed,
    Reading,
    Started,
)
from tests.clock.devices.line import Line, only

MANUAL = Path(__file__).parents[3] / "docs" / "adding-a-clock.md"


def example() -> str:
    found = re.search(r"```python\n(.*?)```", MANUAL.read_text("utf-8"), re.S)
    assert found is not None
    return found[1]


def ticktock() -> Driver:
    names: dict[str, type[Driver]] = {}
    exec(example(), names)
    return names["Ticktock"]()


def test_the_example_has_less_than_a_hundred_lines() -> None:
    assert len(example().splitlines()) < 100


def test_the_example_follows_a_game() -> None:
    line = Line(ticktock())
    for said in (b"T - 60 60\n", b"T - 60 60\n", b"T L 59 60\nT L 58 60\n", b"T R 57 60\n"):
        line.wait(1000)
        line.hear(said)
    for said in (b"noise\nT R 57 57\n", b"T R 57 0\n", b"T R 57 56\n"):
        line.wait(1000)
        line.hear(said)
    kinds = [type(one) for one in line.heard if not isinstance(one, Reading)]
    assert kinds == [Identified, Started, Pressed, Doubted]
    line.wait(4000)
    line.hear(b"T R 57 52\n")
    assert only(line.heard, Reading)[-1].right_ms == 52_000


def test_the_example_does_what_it_is_asked_or_says_why_not() -> None:
    line = Line(ticktock())
    line.hear(b"T - 60 60\n")
    line.driver.run(Hand.LEFT, line.now_ms)
    line.flush()
    assert line.bytes_sent() == b"SL\n"
    line.hear(b"ok\nok\n")
    assert [one.asked for one in only(line.heard, Done)] == ["run"]
    line.driver.run(None, line.now_ms)
    line.wait(1500)
    assert [one.asked for one in only(line.heard, Failed)] == ["stop"]
    line.driver.set_times(1, 1, line.now_ms)
    line.driver.identify(line.now_ms)
    line.wait(5000)
    assert line.driver.dead
