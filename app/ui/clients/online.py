"""The windows' client for the server that shows the event before and after the day. The modules
that connect to the server are imported when there is one, and run in threads that no window waits
for.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Qt, Signal

from app.engine.language import say
from app.store.errors import StoreError
from app.store.online.access import (
    Access,
    access_file,
    forget_access,
    keep_access,
    read_access,
)

if TYPE_CHECKING:
    from app.desk.replies import Snapshot
    from app.engine.state import State
    from app.web.online.channel import SignUpSent
    from app.web.online.line import Line
    from app.web.online.progress import Progress
    from app.web.online.uplink import Uplink


class FollowedOnline(Protocol):
    """The event that is online: the part of `DeskClient` that is needed here."""

    @property
    def state(self) -> "State": ...

    @property
    def snapshot(self) -> "Snapshot | None": ...


@dataclass(frozen=True, slots=True)
class OnlineSnapshot:
    """The connection to the server at one instant."""

    address: str = ""
    """The server's address; empty without a server."""
    busy: bool = False
    """True while a request has no answer yet."""
    fault: str = ""
    """Why the last request failed; empty if it did not."""
    progress: "Progress | None" = None
    """How far the event has been sent; None until the server has first answered."""


class OnlineClient(QObject):
    """The client for the server. ``changed`` is emitted with every new ``picture``. ``fetched``
    carries the sign-ups that were requested, ``entered`` the address of the organizer's page.
    """

    changed = Signal()
    fetched = Signal(object)
    entered = Signal(str)
    _answered = Signal(object)
    _told = Signal(object)

    def __init__(self, client: FollowedOnline, event_file: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._client, self._file = client, access_file(event_file)
        self._access: Access | None = None
        self._uplink: Uplink | None = None
        self._asking: threading.Thread | None = None
        self._line: Line | None = None
        self._ended = False
        self.picture = OnlineSnapshot()
        queued = Qt.ConnectionType.QueuedConnection
        self._answered.connect(self._take_answer, queued)
        self._told.connect(self._take_progress, queued)
        if access := read_access(self._file):
            self._begin(access)

    def connect_to(self, address: str, code: str) -> None:
        """Connect with the code that the server showed; ``picture`` then shows the outcome."""
        from app.web.online.line import join

        def ask() -> Callable[[], None]:
            access = join(address, code)
            keep_access(self._file, access)
            return lambda: self._begin(access)

        self._ask(ask)

    def disconnect_from(self) -> None:
        """Send nothing more to the server. What it already has stays there."""
        try:
            forget_access(self._file)
        except StoreError as error:
            self._show(OnlineSnapshot(self.picture.address, fault=str(error)))
            return
        self._end_uplink()
        self._access = None
        self._show(OnlineSnapshot())

    def fetch(self) -> None:
        """Request the sign-ups."""
        from app.web.online.line import fetch_sign_ups

        def ask(line: "Line") -> Callable[[], None]:
            sign_ups: tuple[SignUpSent, ...] = fetch_sign_ups(line)
            return lambda: self.fetched.emit(sign_ups)

        self._ask_server(ask)

    def enter(self) -> None:
        """Request an address that signs this computer's browser in as the organizer."""
        from app.web.online.line import enter_address

        access = self._access

        def ask(line: "Line") -> Callable[[], None]:
            assert access is not None
            address = enter_address(access, line)
            return lambda: self.entered.emit(address)

        self._ask_server(ask)

    def try_now(self) -> None:
        """Try at once to send the changes that wait."""
        if self._uplink is not None:
            self._uplink.try_now()

    def stop(self) -> None:
        """Stop without waiting for the network. Call this before the desk stops; unsent changes are
        sent the next time.
        """
        self._ended = True
        if self._line is not None:
            self._line.end()
        if self._asking is not None:
            self._asking.join()
        self._end_uplink()

    def _begin(self, access: Access) -> None:
        from app.web.online.line import Line
        from app.web.online.uplink import Uplink

        self._end_uplink()
        self._access = access
        self._uplink = Uplink(Line(access), self._told.emit)
        self._uplink.start()
        self._show(OnlineSnapshot(access.address))
        self.send()

    def _end_uplink(self) -> None:
        if self._uplink is not None:
            self._uplink.end()
            self._uplink = None

    def send(self) -> None:
        """Send the event's changes to the server."""
        if self._uplink is not None and self._client.snapshot is not None:
            self._uplink.show(self._client.state)

    def _ask_server(self, ask: Callable[["Line"], Callable[[], None]]) -> None:
        from app.web.online.line import Line

        if self._access is None:
            return
        line = self._line = Line(self._access)
        self._ask(lambda: ask(line))

    def _ask(self, ask: Callable[[], Callable[[], None]]) -> None:
        """Send a request from a thread. Whatever ``ask`` returns is called in the GUI thread."""
        if self.picture.busy or self._ended:
            return
        before = self.picture
        self._show(OnlineSnapshot(before.address, busy=True, progress=before.progress))

        def run() -> None:
            try:
                self._answered.emit(ask())
            except StoreError as error:
                self._answered.emit(str(error))
            except Exception:
                self._answered.emit(say("That did not work. Try again."))
                raise

        self._asking = threading.Thread(target=run, name="online")
        self._asking.start()

    def _take_answer(self, answer: "str | Callable[[], None]") -> None:
        before = self.picture
        fault = answer if isinstance(answer, str) else ""
        if self._asking is not None:
            self._asking.join()
        self._asking = self._line = None
        if self._ended:
            return
        self._show(OnlineSnapshot(before.address, fault=fault, progress=before.progress))
        if not isinstance(answer, str):
            answer()

    def _take_progress(self, progress: "Progress") -> None:
        before = self.picture
        self._show(OnlineSnapshot(before.address, before.busy, before.fault, progress))

    def _show(self, picture: OnlineSnapshot) -> None:
        self.picture = picture
        self.changed.emit()
