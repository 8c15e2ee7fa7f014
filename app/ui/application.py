"""The program with windows: its application, its theme and its main window."""

import gc
import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget

from app.engine.language import say
from app.store.faults import faults
from app.store.unseen import printed_into
from app.ui.garbage import GarbageCollection
from app.ui.shell.help.fault_watch import FaultWatch
from app.ui.shell.help.fault_words import EMULATOR, TABLE
from app.ui.shell.main_window import MainWindow
from app.ui.shell.preferences import AppPreferences
from app.ui.widgets.theme import begin_application, show_keyboard_cues

if TYPE_CHECKING:
    from app.store.server.address import Place
    from app.ui.shell.opening.event_opener import OpenDesk
    from app.ui.shell.opening.made_files import ReplayGames
    from app.ui.shell.opening.sample import Sample

SETTLED_MS = 100
"""The delay after which the window has been drawn, so that threads no longer slow it down."""

NEEDED_TO_OPEN = ("app.desk.desk", "app.store.log.event_log")
NEEDED_TO_SHOW = ("app.ui.shell.event_window", "app.ui.pages.event.page")
"""Modules that are needed to open an event. Those in ``NEEDED_TO_SHOW`` import Qt."""


def run(
    path: "Place | None",
    *,
    open_desk: "OpenDesk",
    sample: "Sample | None" = None,
    show_sample: bool = False,
    read_only: bool = False,
    replay: "ReplayGames | None" = None,
) -> int:
    """Show the main window until it is closed, and return the exit code. Open ``path`` in it if
    given, or else the sample if ``show_sample``.
    """
    app = _application()
    laptop = AppPreferences(app)
    window = MainWindow(open_desk, laptop, sample, replay=replay)
    window.opened.connect(put_aside)
    watch = FaultWatch(faults, window.names, window)
    window.opened.connect(faults.watch_logs)
    window.report_wanted.connect(watch.save_report)
    window.opened.connect(lambda: _follow_event(window))
    window.show()
    QTimer.singleShot(SETTLED_MS, lambda: _show_icon(app))
    QTimer.singleShot(SETTLED_MS, laptop.follow_contrast)
    if sys.platform == "darwin":
        from app.ui.shell.opening.file_events import FileEvents

        FileEvents(app, window.open_file)
    if path is not None:
        (window.open_read_only if read_only else window.open_event)(path)
    elif show_sample:
        window.open_sample()
    else:
        QTimer.singleShot(SETTLED_MS, lambda: _warm_up(window))
        QTimer.singleShot(SETTLED_MS, lambda: _look_for_newer(window, laptop))
    if not read_only and not show_sample:
        QTimer.singleShot(SETTLED_MS, lambda: _answer_second_start(app, window))
    try:
        with printed_into(_note_printed):
            return app.exec()
    finally:
        watch.stop()


def _answer_second_start(app: QApplication, window: MainWindow) -> None:
    from app.ui.shell.one_window import register

    app.aboutToQuit.connect(register(window.come_to_front))


def _note_printed(text: str) -> None:
    faults.write_down("the command line", text)


def _follow_event(window: MainWindow) -> None:
    """Keep the computer awake while a clock of the open event runs, and announce judge calls on the
    desktop.
    """
    from app.ui.shell.attention import Attention
    from app.ui.shell.awake import StayAwake

    if window.view is not None:
        StayAwake(window.view.client, window.view)
        Attention(window.view.client, window, window.view)


def _look_for_newer(window: MainWindow, laptop: AppPreferences) -> None:
    if laptop.public_address:
        from app.ui.shell.opening.newer_version import NewerVersion

        NewerVersion(laptop, lambda: window.messages, lambda: window.is_free, window).begin()


def put_aside() -> None:
    """Exclude all present objects from garbage collection while the event is open. Searching them
    repeatedly would slow down the desk's thread.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def show_emulator(url: str, *, by_socket: bool) -> int:
    """Show the window of an emulated clock until it is closed, and return the exit code. The
    command prints an address, which another program opens to reach the clock.
    """
    from tempfile import TemporaryDirectory
    from urllib.parse import urlsplit

    from app.emulators.lines.live import live_device
    from app.ui.emulator_window import EmulatorWindow

    app = _application()
    AppPreferences(app).follow_contrast()
    live = live_device(url)
    kind = urlsplit(url).netloc
    with ExitStack() as held:
        if sys.platform == "win32" or by_socket:
            from app.emulators.lines.socket_line import SocketLine

            socket = held.enter_context(SocketLine(live))
            window, address = EmulatorWindow(live, kind, socket.url, socket), socket.url
        else:
            from app.emulators.lines.pty_line import PtyLine

            folder = held.enter_context(TemporaryDirectory(prefix="flagfall-"))
            pty = held.enter_context(PtyLine(live, Path(folder) / kind))
            window, address = EmulatorWindow(live, kind, pty.name, pty), pty.name
        return _show_emulator(app, window, address)


def _show_emulator(app: QApplication, window: QWidget, address: str) -> int:
    print(address, flush=True)
    watch = FaultWatch(faults, tuple, window, EMULATOR)
    faults.watch_logs()
    window.show()
    try:
        with printed_into(_note_printed):
            return app.exec()
    finally:
        watch.stop()


def show_table(url: str, fingerprint: str) -> int:
    """Show the window of a table until it is closed, and return the exit code. Raises ValueError if
    ``url`` is not the address of a table.
    """
    from functools import partial

    from app.ui.clients.remote_table import RemoteTable
    from app.ui.shell.awake import StayAwake
    from app.web.remote.address import Joined

    joined = Joined.from_url(url)
    app = _application()
    laptop = AppPreferences(app)
    laptop.follow_contrast()
    table = RemoteTable(
        joined,
        fingerprint=fingerprint,
        folder=laptop.own_folder,
        wishes=laptop.table_wishes(joined.table),
        remember=partial(laptop.keep_table_wishes, joined.table),
    )
    watch = FaultWatch(faults, table.names, table.window, TABLE)
    awake = StayAwake(table.client, table)
    faults.watch_logs()
    table.window.show()
    try:
        with printed_into(_note_printed):
            return app.exec()
    finally:
        awake.stop()
        table.leave()
        watch.stop()


def self_test(open_desk: "OpenDesk", folder: Path) -> str:
    """Open the main window on a new event in ``folder`` and close it. Return a sentence about any
    fault of this installation; empty if all is well.
    """
    from PySide6.QtCore import QEventLoop

    from app.clock.links.pads import library
    from app.clock.links.serial import unknown_addresses
    from app.engine.acts.setup import CreateEvent
    from app.engine.formats.settings import Settings
    from app.store.packets.files import packets
    from app.store.resources import resources_folder
    from app.ui.shell.opening.new_event_dialog import SUFFIX
    from app.ui.widgets.font import is_worn
    from app.web.server.http import read_pages

    app = _application()
    window = MainWindow(open_desk, AppPreferences(app, folder / "preferences.json"))
    packet = next(iter(packets().values()))
    settings = Settings(say("Self-test"), packet.key, packet.sizes[-1], seed=1)
    faults: list[str] = []
    turning = QEventLoop()
    window.opened.connect(turning.quit)
    window.failed.connect(faults.append)
    window.failed.connect(turning.quit)
    window.show()
    window.create_event(folder / f"self-test{SUFFIX}", CreateEvent(settings, packet))
    turning.exec()
    window.close()
    if not is_worn(app.font()):
        faults.append(say("The program’s font is missing."))
    if "" not in read_pages(resources_folder() / "web"):
        faults.append(say("The tablets’ page is missing."))
    if unknown := unknown_addresses():
        faults.append(say("No clock answers at {addresses}.", addresses=", ".join(unknown)))
    with suppress(ImportError):  # it is not made for every computer
        try:
            library()
        except OSError:
            faults.append(say("The library that reads gamepads is missing."))
    return " ".join(faults)


def _application() -> QApplication:
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    app = begin_application(sys.argv[:1])
    QTimer.singleShot(SETTLED_MS, lambda: show_keyboard_cues(app))
    app.setApplicationName("Flagfall")
    app.setDesktopFileName("flagfall")
    GarbageCollection(app)
    return app


def _show_icon(app: QApplication) -> None:
    """Show the icon in the task bar. The window appears first, because drawing the icon would delay
    the start.
    """
    from PySide6.QtGui import QIcon

    from app.store.resources import resources_folder

    app.setWindowIcon(QIcon(str(resources_folder() / "icons" / "flagfall.svg")))


def _warm_up(window: MainWindow) -> None:
    """Import the modules that opening an event will need, so that opening is quick."""
    import threading
    from importlib import import_module

    from app.ui.shell.opening.importer import Importer

    def load() -> None:
        for name in NEEDED_TO_OPEN:
            import_module(name)

    threading.Thread(target=load, name="warm up", daemon=True).start()
    Importer(window).import_soon(NEEDED_TO_SHOW)
