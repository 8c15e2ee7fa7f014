"""What every test gets: Qt drawing into memory, patience, and nobody left running afterwards."""

import gc
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, partial
from importlib.abc import MetaPathFinder
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest
from pytestqt.qtbot import QtBot

import dev
from app.engine.language import use_words
from app.extensions import load_additions
from tests.missing import missing
from tests.patience import PATIENCE_S
from tests.screens import on_screen
from tests.traced import Traced
from tests.variables import FONT_WIDTH, LANGUAGE, STORE

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from tests.keyring_in_memory import Kept
    from tests.postgresql import Server
    from tests.web.outlets.hook import Hook

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
if os.environ["QT_QPA_PLATFORM"] == "offscreen":
    os.environ["QT_QPA_PLATFORM"] = on_screen("wide")
os.environ.setdefault("PYTEST_QT_API", "pyside6")  # a setting of pytest would need the plugin

TESTS = Path(__file__).parent


class NoTerminals(MetaPathFinder):
    """Skips the modules whose tests need pseudo-terminals, which Windows lacks."""

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> None:
        if name == "pty":
            pytest.skip("Windows has no pseudo-terminals", allow_module_level=True)


if sys.platform == "win32":
    sys.meta_path.insert(0, NoTerminals())

# How long a case takes says nothing about the program.
hypothesis.settings.register_profile(
    "patient", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("patient")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Random cases are not measured: what they reach differs from run to run, so fixed cases must
    reach it, too. Nor is what runs outside of Python. What is about an event's file is left out
    where events are elsewhere.
    """
    from tests.stores import on_server

    if on_server():
        about_files = [item for item in items if item.get_closest_marker("in_file")]
        config.hook.pytest_deselected(items=about_files)
        items[:] = [item for item in items if item not in about_files]
    for item in items:
        random_cases = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
        if random_cases or dev.NOT_PYTHON & set(item.path.relative_to(TESTS).parts):
            item.add_marker(pytest.mark.long)
        for mark, is_found in (("timed", dev.has_timed), ("long", dev.has_long)):
            found = not item.get_closest_marker(mark) or is_found(item.path)
            assert found, f"dev.py does not find what marks {item.path} as {mark}"


def pytest_collection() -> None:
    """No collection of garbage while the tests are read: what is made then stays."""
    gc.disable()


def pytest_collection_finish() -> None:
    """As the program does at its start: a collection passes over what stays to the end anyway, here
    all modules and tests.
    """
    gc.enable()
    gc.collect()
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--font-width", default="", help="in hundredths of the program's own")
    parser.addoption(
        "--browser",
        default="chromium",
        choices=("chromium", "chromium-80", "firefox", "webkit"),
        help="in which the pages are tried",
    )
    parser.addoption(
        "--store",
        default="",
        choices=("", "sqlite", "postgresql"),
        help="where events are kept",
    )
    parser.addoption("--language", default="", help="of the program, such as de")
    parser.addoption("--scale", default="", help="1.5 for a screen at 150 %%")


def pytest_configure(config: pytest.Config) -> None:
    """A folder of its own for each run: one process may be forked for several."""
    state = os.environ["FLAGFALL_STATE"] = tempfile.mkdtemp(prefix="flagfall-state-")
    config.add_cleanup(partial(shutil.rmtree, state, ignore_errors=True))
    if sys.gettrace() is not None:
        config.pluginmanager.register(Traced())
    for option, name in (
        ("--font-width", FONT_WIDTH),
        ("--scale", "QT_SCALE_FACTOR"),
        ("--store", STORE),
        ("--language", LANGUAGE),
    ):
        if value := config.getoption(option):
            os.environ[name] = str(value)


@cache
def _application(*arguments: str) -> "QApplication":
    """As the program makes it, in letters as wide as ``FONT_WIDTH`` says; only once."""
    from PySide6.QtWidgets import QApplication

    from app.ui.widgets.theme import styled_application

    app = styled_application(arguments)
    font = app.font()
    font.setStretch(int(os.environ.get(FONT_WIDTH, "100")))
    QApplication.setFont(font)
    return app


@pytest.fixture(scope="session")
def qapp(qapp_args: list[str]) -> "QApplication":
    return _application(*qapp_args)


@pytest.fixture(scope="module")
def asking() -> Iterator["Server"]:
    """A database server that asks for a password."""
    from tests.postgresql import Server

    asking = Server()
    asking.ask_for_passwords()
    yield asking
    asking.remove()


@pytest.fixture
def hook() -> Iterator["Hook"]:
    """A chat's webhook on this computer."""
    from tests.web.outlets.hook import Hook

    made = Hook()
    yield made
    made.close()


@pytest.fixture
def own_laptop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator["Kept"]:
    """A laptop of its own: its folder is ``own``, and its keyring has nothing yet."""
    import keyring

    from app.store.server import passwords
    from tests.keyring_in_memory import Kept

    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path / "own"))
    monkeypatch.setattr(passwords, "_of_this_run", {})
    before, mine = keyring.get_keyring(), Kept()
    keyring.set_keyring(mine)
    yield mine
    keyring.set_keyring(before)


@pytest.fixture
def qtbot(qtbot: QtBot) -> QtBot:
    """Waits longer than the five seconds that are usual."""
    for name in ("waitUntil", "waitSignal", "waitSignals", "waitActive", "waitExposed"):
        setattr(qtbot, name, partial(getattr(qtbot, name), timeout=PATIENCE_S * 1000))
    return qtbot


@pytest.fixture(autouse=True)
def _usual_words() -> Iterator[None]:
    """An event puts its packet's words on, and they would stay for the next test."""
    yield
    use_words(())


@pytest.fixture(autouse=True)
def _no_thread_stays_behind(request: pytest.FixtureRequest) -> Iterator[None]:
    before = set(threading.enumerate())
    failed_before = request.session.testsfailed
    yield
    failed = request.session.testsfailed > failed_before  # what stops in its last line still runs
    until = time.monotonic() + (0 if failed else PATIENCE_S)
    while (left := set(threading.enumerate()) - before) and time.monotonic() < until:
        for thread in left:
            with suppress(RuntimeError):  # it only begins
                thread.join(0.05)
    names = sorted(thread.name for thread in left)
    _end(left)
    assert not left, f"still running: {names}"


def _end(threads: set[threading.Thread]) -> None:
    """Stop whoever holds them: a desk whose thread goes on would keep pytest from ending."""
    if not threads:
        return
    for holder in gc.get_objects():
        if not str(type(holder).__module__).startswith(("app.", "tests.")):
            continue
        if not any(getattr(holder, "_thread", None) is thread for thread in threads):
            continue
        stop = getattr(holder, "stop", None) or getattr(holder, "close", None)
        if stop is not None:
            with suppress(Exception):
                stop()


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own with 256 kB, where the system lets us have one."""
    disk = tmp_path / "stick"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk)]
    if shutil.which("mount") is None or subprocess.run(mount, check=False).returncode:
        missing("needs the right to mount a file system")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


@pytest.fixture(params=["en", "de"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Each language that is spoken."""
    from tests.spoken import spoken

    with spoken(request.param):
        yield request.param


@pytest.fixture
def german() -> Iterator[None]:
    from tests.spoken import spoken

    with spoken("de"):
        yield


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed packages, known to Python while the test runs."""
    folder = tmp_path / "site"
    folder.mkdir()
    before = {*sys.modules}
    monkeypatch.syspath_prepend(str(folder))
    load_additions.cache_clear()
    yield folder
    load_additions.cache_clear()
    for name in {*sys.modules} - before:
        file = getattr(sys.modules[name], "__file__", None) or ""
        if file.startswith(str(folder)):
            del sys.modules[name]
