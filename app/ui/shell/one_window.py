"""The means to bring the running program's window to the front when the program is started again.

Each running program listens on a port of this computer. It writes the port and a secret to a file
in the program's own folder. A second start contacts the running programs. A program answers if it
shows the wanted event, or no event.
"""

import json
import secrets
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from app.store import sharing
from app.store.own_folder import RUNNING, own_folder

HERE = "127.0.0.1"
PATIENCE_S = 3
"""The time that a second start waits for a busy window before it opens a window of its own."""
LINE = 10_000
SHOWN = b"shown\n"


def register(show: Callable[[Path | None], bool]) -> Callable[[], None]:
    """Listen for a second start of the program. ``show`` brings the window to the front if it is
    the right window for an event. Return the function that stops listening.
    """
    from PySide6.QtCore import QSocketNotifier

    try:
        listening = socket.create_server((HERE, 0))
        file = _write_down(listening.getsockname()[1], secret := secrets.token_hex())
    except OSError:
        return lambda: None  # a second start then opens its own window
    listening.setblocking(False)
    notifier = QSocketNotifier(listening.fileno(), QSocketNotifier.Type.Read)

    def answer() -> None:
        with suppress(OSError, ValueError):
            line, _ = listening.accept()
            with line:
                line.settimeout(PATIENCE_S / 10)
                told, event = json.loads(line.makefile("rb").readline(LINE))
                if secrets.compare_digest(str(told), secret):
                    line.sendall(SHOWN if show(Path(event) if event else None) else b"other\n")

    def stop() -> None:
        notifier.setEnabled(False)
        listening.close()
        with suppress(OSError):
            sharing.remove_file(file, missing_ok=True)

    notifier.activated.connect(answer)
    return stop


def _write_down(port: int, secret: str) -> Path:
    folder = own_folder(RUNNING)
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{port}.json"
    sharing.remove_file(file, missing_ok=True)
    file.touch(mode=0o600)
    file.write_text(json.dumps((port, secret)), encoding="utf-8")
    return file


def show_running(event: Path | None) -> bool:
    """Ask the running programs to show the event. Tell whether one of them did."""
    with suppress(OSError):
        _allow_front()
        return any(_ask_program(file, event) for file in sorted(own_folder(RUNNING).glob("*.json")))
    return False


def is_beside_another() -> bool:
    """Tell whether another program is registered as running. Call this before `register`."""
    return any(own_folder(RUNNING).glob("*.json"))


def _ask_program(file: Path, event: Path | None) -> bool:
    try:
        port, secret = json.loads(file.read_text(encoding="utf-8"))
        with socket.create_connection((HERE, port), timeout=PATIENCE_S) as line:
            wanted = str(event.resolve()) if event else ""
            line.sendall(json.dumps((secret, wanted)).encode() + b"\n")
            return line.makefile("rb").readline(LINE) == SHOWN
    except ConnectionRefusedError:
        with suppress(OSError):
            sharing.remove_file(file, missing_ok=True)  # left behind by a killed program
    except (OSError, ValueError):
        pass
    return False


def _allow_front() -> None:
    """Allow the running program to come to the front, which Windows forbids otherwise."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.AllowSetForegroundWindow(-1)
