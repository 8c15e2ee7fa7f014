"""Where no window can be opened, one sentence says why, and what to install."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QLibraryInfo

from app.ui import system_needs
from app.ui.system_needs import lacking, needs_x11, obstacle
from tools.environment import QT_PACKAGES, ROOT

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="for X11 and Debian")


def flagfall(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    dropped = {"QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "DISPLAY"}
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return subprocess.run(
        [sys.executable, "-m", "app", *arguments],
        cwd=ROOT, env={**kept, **variables}, capture_output=True, text=True, check=False,
    )  # fmt: skip


@linux
def test_a_display_that_does_not_answer_is_reported_in_one_sentence() -> None:
    done = flagfall(DISPLAY=":4711")
    assert done.stderr == (
        "The display :4711 does not answer. Start Flagfall on a desktop, or set DISPLAY.\n"
    )
    assert done.returncode == 2


@linux
def test_no_obstacle_is_reported_on_a_machine_that_can_open_windows() -> None:
    assert obstacle() == ""


@pytest.mark.parametrize(
    "variables",
    [
        {"WAYLAND_DISPLAY": "wayland-0"},
        {"QT_QPA_PLATFORM": "wayland", "DISPLAY": ":0"},
        {"QT_QPA_PLATFORM": "wayland:log;eglfs", "WAYLAND_DISPLAY": "wayland-0"},
    ],
)
def test_an_installed_program_with_only_x11_support_needs_an_x11_display(
    tmp_path: Path, variables: dict[str, str]
) -> None:
    for name in ("xcb", "offscreen"):
        (tmp_path / f"libq{name}.so").touch()
    assert needs_x11(tmp_path, variables)
    assert not needs_x11(tmp_path, {**variables, "QT_QPA_PLATFORM": "wayland;xcb"})
    assert not needs_x11(tmp_path, {"DISPLAY": ":0"})
    assert not needs_x11(tmp_path, {"QT_QPA_PLATFORM": "offscreen", "WAYLAND_DISPLAY": "w"})


@linux
def test_a_program_with_wayland_support_does_not_need_x11() -> None:
    platforms = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath), "platforms")
    assert not needs_x11(platforms, {"WAYLAND_DISPLAY": "wayland-0"})


@linux
def test_without_a_usable_platform_one_sentence_names_x11() -> None:
    done = flagfall(QT_QPA_PLATFORM="nosuch")
    assert done.stderr == (
        "Flagfall opens its windows on X11 displays, and this desktop has none."
        " On Debian and Ubuntu install Xwayland with: sudo apt install xwayland\n"
    )
    assert done.returncode == 2


@linux
def test_the_install_command_names_all_missing_libraries_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    missing = {"libnosuch.so.1": "libnosuch1", "libneither.so.2": "libneither2"}
    monkeypatch.setattr(system_needs, "LIBRARIES", {**system_needs.LIBRARIES, **missing})
    told = lacking("libnosuch.so.1: cannot open shared object file: No such file or directory")
    assert told.endswith("sudo apt install libnosuch1 libneither2")


@linux
def test_a_broken_library_is_reported_in_the_systems_words() -> None:
    assert lacking("libGL.so.1: invalid ELF header") == (
        "Windows cannot be opened: libGL.so.1: invalid ELF header."
    )


def test_the_setup_script_installs_all_libraries_that_windows_need() -> None:
    brought_by_others = {"libx11-6", "libx11-xcb1", "libfreetype6", "libxcb1"}
    brought_by_others |= {f"libxcb-{name}0" for name in ("randr", "shm", "xfixes")} | {
        "libxcb-sync1"
    }
    assert set(system_needs.LIBRARIES.values()) <= {*QT_PACKAGES.split(), *brought_by_others}
