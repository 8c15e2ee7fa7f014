"""The windows' client for the server that shows the event before and after the day. The modules
that connect to the server are imported when there is one, and run in threads that no window waits
for.
"""

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from app.engine.language import say
from app.store.errors import StoreError
from app.store.online.access import (
    Access,
    access_file,
    forget_access,
    keep_access,
    read_access,
)
from app.ui.deliveries import deliver_to

if TYPE_CHECKING:
    from app.desk.replies import Snapshot
    from app.engine.state import State
    from app.web.online.channel import SignUpSent
    from app.web.online.line import Line
    from app.web.online.progress import Progress
    from app.web.online.uplink import Uplink

T = TypeVar("T")


class FollowedOnline(Protocol):
    """An event that is online: the part of `DeskClient` that is needed here."""

    @property
    def state(self) -> "State": ...

    @property
    def snapshot(self) -> "Snapshot | None": ...


class OnlineSnapshot(Struct, frozen=True):
    """The connection to the server at one instant."""

    address: str = ""
    """The server's address; empty without a server."""
    busy: bool = False
    """True while a request has no answer yet."""
    fault: str = ""
    """The reason why the last request failed; empty if it succeeded."""
    progress: "Progress | None" = None
    """The progress of sending the event; None until the server has first answered."""


class OnlineClient(QObject):
    """The client for the server. ``changed`` is emitted with every new ``picture``. ``fetched``
    carries the sign-ups that were requested. ``entered`` carries the address of the organizer's
    page.
    """

    changed = Signal()
    fetched = Signal(object)
    entered = Signal(str)

    def __init__(self, client: FollowedOnline, event_file: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._client, self._file = client, access_file(event_file)
        self._access: Access | None = None
        self._uplink: Uplink | None = None
        self._asking: threading.Thread | None = None
        self._line: Line | None = None
        self._ended = False
        self.picture = OnlineSnapshot()
        self._deliver_answer = deliver_to(self._take_answer)
        self._deliver_progress = deliver_to(self._take_progress)
        if access := read_access(self._file):
            self._begin(access)

    def connect_to(self, address: str, code: str) -> None:
        """Connect with the code that the server showed; ``picture`` then shows the outcome."""
        from app.web.online.line import join

        file = self._file

        def ask() -> Access:
            access = join(address, code)
            keep_access(file, access)
            return access

        self._ask(ask, self._begin)

    def disconnect_from(self) -> None:
        """Stop sending to the server. The server keeps the data that it already has."""
        try:
            forget_access(self._file)
        except StoreError as error:
            self._show(OnlineSnapshot(self.picture.address, fault=str(error)))
            return
        self._end_uplink()
        self._access = None
        self._show(OnlineSnapshot())

    def fetch(self) -> None:
        """Request the sign-ups from the server."""
        from app.web.online.line import fetch_sign_ups

        self._ask_server(fetch_sign_ups, self._show_fetched)

    def enter(self) -> None:
        """Request an address at which this computer's browser signs in as the organizer."""
        from app.web.online.line import enter_address

        if self._access is not None:
            self._ask_server(partial(enter_address, self._access), self._show_entered)

    def try_now(self) -> None:
        """Send the waiting changes at once."""
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
        self._uplink = Uplink(Line(access), self._deliver_progress)
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

    def _ask_server(self, ask: Callable[["Line"], T], take: Callable[[T], None]) -> None:
        from app.web.online.line import Line

        if self._access is None:
            return
        line = self._line = Line(self._access)
        self._ask(partial(ask, line), take)

    def _ask(self, ask: Callable[[], T], take: Callable[[T], None]) -> None:
        """Send a request from a thread. Call ``take`` with the answer in the GUI thread."""
        if self.picture.busy or self._ended:
            return
        before = self.picture
        self._show(OnlineSnapshot(before.address, busy=True, progress=before.progress))

        deliver = self._deliver_answer

        def run() -> None:
            try:
                deliver(partial(take, ask()), "")
            except StoreError as error:
                deliver(None, str(error))
            except Exception:
                deliver(None, say("That did not work. Try again."))
                raise

        self._asking = threading.Thread(target=run, name="online")
        self._asking.start()

    def _take_answer(self, take: Callable[[], None] | None, fault: str) -> None:
        before = self.picture
        if self._asking is not None:
            self._asking.join()
        self._asking = self._line = None
        if self._ended:
            return
        self._show(OnlineSnapshot(before.address, fault=fault, progress=before.progress))
        if take is not None:
            take()

    def _show_fetched(self, sign_ups: "tuple[SignUpSent, ...]") -> None:
        self.fetched.emit(sign_ups)

    def _show_entered(self, address: str) -> None:
        self.entered.emit(address)

    def _take_progress(self, progress: "Progress") -> None:
        before = self.picture
        self._show(OnlineSnapshot(before.address, before.busy, before.fault, progress))

    def _show(self, picture: OnlineSnapshot) -> None:
        self.picture = picture
        self.changed.emit()
