"""Windows 10 and newer: QueryInterruptTimePrecise counts sleep, QueryUnbiasedInterruptTimePrecise
does not. Both write units of 100 nanoseconds to the address that they are given, and return
nothing. The registry has a number that the system increases when it starts, and a value that
identifies the machine.

The counters were read under Wine, which never sleeps (docs/platforms.md).
"""

import ctypes
from collections.abc import Callable
from typing import Any

from app.clock.sleep.counters import Counters, name_boot

LIBRARY = "api-ms-win-core-realtime-l1-1-1"
NS_PER_UNIT = 100
REGISTRY_LIBRARY = "advapi32"
LOCAL_MACHINE = 0x80000002
ANY_TEXT_OR_NUMBER = 0x00000002 | 0x00000010  # RRF_RT_REG_SZ, RRF_RT_REG_DWORD
SIXTY_FOUR = 0x00010000  # RRF_SUBKEY_WOW6464KEY
MOST_BYTES = 256
PREFETCH = r"SYSTEM\CurrentControlSet\Control\Session Manager\Memory Management\PrefetchParameters"
BOOT = (PREFETCH, "BootId")
MACHINE = (r"SOFTWARE\Microsoft\Cryptography", "MachineGuid")


def counters(load: Callable[[str], Any] | None = None) -> Counters:
    """Return the two counters of Windows: one goes on while the machine sleeps, the other stops.
    Raise OSError or AttributeError if the system lacks one of them.
    """
    load = load or vars(ctypes)["WinDLL"]
    library = load(LIBRARY)
    return Counters(
        elapsed_ns=_reading(library.QueryInterruptTimePrecise),
        awake_ns=_reading(library.QueryUnbiasedInterruptTimePrecise),
        boot=_boot(load),
    )


def _boot(load: Callable[[str], Any]) -> str:
    try:
        library = load(REGISTRY_LIBRARY)
        return name_boot(*(_read_registry(library, *where).hex() for where in (MACHINE, BOOT)))
    except (OSError, AttributeError):
        return ""


def _read_registry(library: Any, key: str, name: str) -> bytes:
    """Return the bytes of a value of the registry; empty if there is no such value."""
    found, size = ctypes.create_string_buffer(MOST_BYTES), ctypes.c_uint32(MOST_BYTES)
    root, flags = ctypes.c_void_p(LOCAL_MACHINE), ANY_TEXT_OR_NUMBER | SIXTY_FOUR
    failed = library.RegGetValueW(
        root,
        ctypes.c_wchar_p(key),
        ctypes.c_wchar_p(name),
        ctypes.c_uint32(flags),
        None,
        found,
        ctypes.byref(size),
    )
    return b"" if failed else found.raw[: size.value]


def _reading(query: Any) -> Callable[[], int]:
    query.argtypes = [ctypes.POINTER(ctypes.c_ulonglong)]
    query.restype = None

    def read_ns() -> int:
        units = ctypes.c_ulonglong()  # one for each call, because any thread may ask
        query(ctypes.byref(units))
        return units.value * NS_PER_UNIT

    return read_ns
