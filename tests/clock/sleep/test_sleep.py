"""The machine's counters on each platform; macOS and Windows are stood in for."""

import ctypes
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.clock.sleep import here
from app.clock.sleep.counters import Counters


class Realtime:
    """Windows' library, which fills in what it is pointed to and returns nothing."""

    def __init__(self, name: str, elapsed: int, awake: int) -> None:
        self.name = name
        self.QueryInterruptTimePrecise = filling_in(elapsed)
        self.QueryUnbiasedInterruptTimePrecise = filling_in(awake)


def filling_in(units: int) -> Any:
    def fill(to: Any) -> None:
        to[0] = units

    prototype = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_ulonglong))
    return prototype(fill)


class Registry:
    """Windows' registry, with these values."""

    def __init__(self, **values: bytes) -> None:
        self.values = values

    def RegGetValueW(
        self, _root: Any, _key: Any, name: Any, _flags: Any, _kind: Any, found: Any, size: Any
    ) -> int:
        content = self.values.get(name.value, b"")
        ctypes.memmove(found, content, len(content))
        ctypes.cast(size, ctypes.POINTER(ctypes.c_uint32))[0] = len(content)
        return 0 if content else 2


def windows_boot(**values: bytes) -> str:
    from app.clock.sleep import windows

    def load(name: str) -> Any:
        return Registry(**values) if name == "advapi32" else Realtime(name, 1, 1)

    return windows.counters(load).boot


def test_a_windows_boot_is_identified_by_its_number_and_the_machine() -> None:
    boots = [
        windows_boot(BootId=b"\7\0\0\0", MachineGuid=b"one"),
        windows_boot(BootId=b"\x08\0\0\0", MachineGuid=b"one"),
        windows_boot(BootId=b"\7\0\0\0", MachineGuid=b"another"),
    ]
    assert len({*boots}) == 3
    assert all(boots)
    assert boots[0] == windows_boot(BootId=b"\7\0\0\0", MachineGuid=b"one")


def test_windows_without_a_boot_number_identifies_no_boot() -> None:
    assert windows_boot(MachineGuid=b"one") == ""


class Kernel:
    """macOS' library; ``session`` is the boot's."""

    def __init__(self, session: bytes) -> None:
        self.session = session

    def sysctlbyname(self, name: bytes, found: Any, _size: Any, _new: None, _length: int) -> int:
        assert name == b"kern.bootsessionuuid"
        found.value = self.session
        return 0 if self.session else -1


def macos_boot(session: bytes) -> str:
    from app.clock.sleep import macos

    return macos.counters(lambda number: number, lambda _name: Kernel(session)).boot


@pytest.mark.skipif(sys.platform == "win32", reason="its time has no such function")
def test_a_macos_boot_is_identified_by_its_session() -> None:
    assert macos_boot(b"0F1E-1") == macos_boot(b"0F1E-1") != macos_boot(b"0F1E-2")
    assert macos_boot(b"") == ""


@pytest.mark.skipif(sys.platform != "linux", reason="the id is Linux's own")
def test_a_linux_boot_is_identified_by_its_id_except_in_a_container_without_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.clock.sleep import linux

    assert linux.counters().boot == linux.counters().boot != ""
    monkeypatch.setattr(linux, "BOOT_ID", tmp_path / "hidden")
    assert linux.counters().boot == ""
    (tmp_path / "hidden").write_text("another\n")
    named = linux.counters().boot
    assert named
    monkeypatch.setattr(linux, "TIME_NAMESPACE", str(tmp_path / "hidden"))
    assert linux.counters().boot not in {"", named}


def test_windows_counts_in_units_of_a_hundred_nanoseconds() -> None:
    from app.clock.sleep import windows

    counters = windows.counters(lambda name: Realtime(name, 864_000_000_000, 36_000_000_000))
    assert counters.elapsed_ns() == 86_400 * 1_000_000_000
    assert counters.awake_ns() == 3_600 * 1_000_000_000


@pytest.mark.skipif(sys.platform == "win32", reason="its time has no such function")
def test_macos_uses_the_counters_that_are_never_adjusted() -> None:
    from app.clock.sleep import macos

    counters = macos.counters(lambda number: {4: 700, 8: 300}[number])
    assert (counters.elapsed_ns(), counters.awake_ns()) == (700, 300)


@pytest.mark.skipif(sys.platform != "linux", reason="these are Linux's own clocks")
def test_linux_has_one_clock_that_counts_sleep_and_one_that_does_not() -> None:
    counters = here.counters()
    for read_ns, clock in ((counters.elapsed_ns, "BOOTTIME"), (counters.awake_ns, "MONOTONIC")):
        number = getattr(time, f"CLOCK_{clock}")
        before = time.clock_gettime_ns(number)
        assert before <= read_ns() <= time.clock_gettime_ns(number)


def passed_ns(read_ns: Callable[[], int]) -> int:
    begun = read_ns()
    while read_ns() == begun:
        pass
    return read_ns() - begun


def test_this_machine_has_counters_that_advance() -> None:
    counters = here.counters()
    assert passed_ns(counters.elapsed_ns) > 0
    assert passed_ns(counters.awake_ns) > 0


def lacking_library() -> Counters:
    from app.clock.sleep import windows

    def load(name: str) -> Any:
        raise OSError(f"there is no {name}")

    return windows.counters(load)


@pytest.mark.parametrize("platform", ["freebsd14", "win32 without the library"])
def test_a_system_without_sleep_counters_is_timed_by_its_steady_counter(
    platform: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_platform = lacking_library if "win32" in platform else here.of_this_platform
    if "win32" not in platform:
        monkeypatch.setattr(sys, "platform", platform)
    before = time.perf_counter_ns()
    assert before <= here.counters(of_platform).elapsed_ns() <= time.perf_counter_ns()


# Windows' time lacks these.
WITHOUT_POSIX_CLOCKS = """
import time

for name in [name for name in vars(time) if name.startswith(("clock_", "CLOCK_"))]:
    delattr(time, name)
import app.clock.timeline

counters = app.clock.timeline.here.counters()
assert counters.elapsed_ns() > 0
"""


def test_a_python_without_posix_clocks_imports_the_timeline() -> None:
    subprocess.run([sys.executable, "-c", WITHOUT_POSIX_CLOCKS], check=True)
