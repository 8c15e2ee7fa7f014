"""What every test gets: Qt drawing into memory, patience, and nobody left running afterwards."""

import os
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import hypothesis
import pytest
from pytestqt.qtbot import QtBot

from tests.patience import PATIENCE_S

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("PYTEST_QT_API", "pyside6")  # a setting of pytest would need the plugin

TESTS = Path(__file__).parent

# How long a case takes says nothing about the program.
hypothesis.settings.register_profile(
    "patient", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("patient")

# What is written in another language, and tried from here.
NOT_PYTHON = {"firmware", "web_page"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Random cases are not measured: what they reach differs from run to run, so fixed cases must
    reach it, too. Nor is what runs outside of Python.
    """
    for item in items:
        random_cases = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
        if random_cases or NOT_PYTHON & set(item.path.relative_to(TESTS).parts):
            item.add_marker(pytest.mark.long)
        if item.get_closest_marker("timed"):
            assert "mark.timed" in item.path.read_text("utf-8"), "dev.py looks for these words"


@pytest.fixture
def qtbot(qtbot: QtBot) -> QtBot:
    """Waits longer than the five seconds that are usual."""
    for name in ("waitUntil", "waitSignal", "waitSignals", "waitActive", "waitExposed"):
        setattr(qtbot, name, partial(getattr(qtbot, name), timeout=PATIENCE_S * 1000))
    return qtbot


@pytest.fixture(autouse=True)
def _no_thread_stays_behind() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    until = time.monotonic() + PATIENCE_S
    while (left := set(threading.enumerate()) - before) and time.monotonic() < until:
        for thread in left:
            thread.join(0.05)
    assert not left, f"still running: {sorted(thread.name for thread in left)}"
