"""The system's requirements for windows. They are checked before Qt is imported, because Qt would
end the process or raise a traceback. Most starts need no check, so neither Qt nor ctypes is
imported at the top.
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from app.engine.language import say

LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
"""The shared libraries that Qt loads from the system, each with its package on Debian and
Ubuntu.
"""


def has_display() -> bool:
    """Tell whether the environment names a display, or sets Qt to run without one."""
    if sys.platform == "win32" or sys.platform == "darwin":
        named = True
    else:
        variables = ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY")
        named = any(os.environ.get(variable) for variable in variables)
    return named


def obstacle() -> str:
    """Return a sentence on why Qt cannot open a window here although a display is named; empty if
    Qt can open one.
    """
    return _obstacle_on_linux() if sys.platform == "linux" else ""


def _obstacle_on_linux() -> str:
    try:
        from PySide6.QtWidgets import QApplication
    except ImportError as error:
        return lacking(str(error))
    if QApplication.instance() is not None:
        return ""
    from PySide6.QtCore import QLibraryInfo

    platforms = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath), "platforms")
    if needs_x11(platforms, os.environ):
        if not os.environ.get("DISPLAY"):
            return say(
                "Flagfall opens its windows on X11 displays, and this desktop has none."
                " On Debian and Ubuntu install Xwayland with: sudo apt install xwayland"
            )
        os.environ["QT_QPA_PLATFORM"] = "xcb"
    return _obstacle_on_x11(platforms) if _is_for_x11() else ""


def needs_x11(platforms: Path, variables: Mapping[str, str]) -> bool:
    """Tell whether Qt needs X11, because ``platforms`` has no plug-in for the desktop's own kind of
    windows. The installed program has plug-ins only for X11. Wayland desktops show X11 windows,
    too.
    """
    wanted = "wayland" if variables.get("WAYLAND_DISPLAY") else "xcb"
    wanted = variables.get("QT_QPA_PLATFORM") or wanted
    names = (each.partition(":")[0] for each in wanted.split(";"))
    return not any((platforms / f"libq{name}.so").is_file() for name in names)


def _obstacle_on_x11(platforms: Path) -> str:
    from ctypes import CDLL

    try:
        CDLL(str(platforms / "libqxcb.so"))
        if not _answers():
            return say(
                "The display {display} does not answer."
                " Start Flagfall on a desktop, or set DISPLAY.",
                display=os.environ["DISPLAY"],
            )
    except OSError as error:
        return lacking(str(error))
    return ""


def _is_for_x11() -> bool:
    """Tell whether Qt will open its windows on an X11 display."""
    chosen = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if chosen:
        return chosen == "xcb" and bool(os.environ.get("DISPLAY"))
    return bool(os.environ.get("DISPLAY")) and not os.environ.get("WAYLAND_DISPLAY")


def _answers() -> bool:
    """Tell whether this user can connect to the X11 display.

    The connection stays open. A display that loses its only client restarts, and would then refuse
    Qt.
    """
    import ctypes

    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    return not xcb.xcb_connection_has_error(ctypes.c_void_p(xcb.xcb_connect(None, None)))


def lacking(error: str) -> str:
    """Return a sentence that says which packages to install. ``error`` is the system's message
    about the first missing library.
    """
    packages = [package for library, package in LIBRARIES.items() if not _is_there(library)]
    if not packages:
        return say("Windows cannot be opened: {error}.", error=error.rstrip("."))
    return say(
        "Windows need libraries that this system lacks. On Debian and Ubuntu install them with:"
        " sudo apt install {packages}",
        packages=" ".join(packages),
    )


def _is_there(library: str) -> bool:
    """Tell whether a library is present, either included in the program or loadable from the
    system.
    """
    if Path(getattr(sys, "_MEIPASS", "/nowhere"), library).exists():
        return True
    from ctypes import CDLL

    try:
        CDLL(library)
    except OSError:
        return False
    return True
