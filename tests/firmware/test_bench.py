"""The clock's core, built for this machine, on a bench where a test sets the milliseconds."""

from tests.firmware.bench import core


def test_the_core_builds_without_a_warning() -> None:
    assert core()
