"""The windows' client for publishing the event elsewhere. The client runs in the GUI thread. The
sender has its own thread, and is imported when there is a place to publish to.
"""

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal

from app.engine.language import say
from app.store.own_folder import own_folder
from app.ui.deliveries import deliver_to

if TYPE_CHECKING:
    from concurrent.futures import Future

    from app.engine.acts.events import Record
    from app.engine.state import State
    from app.store.outlets import Outlet
    from app.web.outlets.sender import OutletState, Sender

FILE = "outlets.json"
"""The file name that `app.store.outlets` uses; that module is imported only if the file exists."""
SETTLE_S = 15.0
"""The time that a change waits to be published automatically, so that a mistake can be undone."""


class PublishedEvent(Protocol):
    """An event that is published: the part of `DeskClient` that is needed here."""

    records: "list[Record]"

    @property
    def state(self) -> "State": ...

    def now_ms(self) -> int: ...


class PublishingClient(QObject):
    """The client for the sender. ``changed`` is emitted when an outlet or its state changes."""

    changed = Signal()

    def __init__(
        self,
        client: PublishedEvent,
        parent: QObject | None = None,
        *,
        settle_s: float = SETTLE_S,
    ) -> None:
        super().__init__(parent)
        self._client, self._settle_s = client, settle_s
        self._sender: Sender | None = None
        self._outlets: tuple[Outlet, ...] = ()
        self._begun = False
        self.fault = ""
        """The reason why nothing is published; empty if nothing is wrong."""
        self._deliver_change = deliver_to(self._take_change)

    @property
    def outlets(self) -> "tuple[Outlet, ...]":
        return self._outlets

    @property
    def event_key(self) -> str:
        """Return the key under which this laptop keeps its notes on what was sent of the event;
        empty before the first snapshot.
        """
        from app.store.outlets import event_key

        return event_key(self._client.records)

    def state_of(self, outlet: "Outlet") -> "OutletState | None":
        return self._sender.state_of(outlet) if self._sender is not None else None

    def in_trouble(self) -> "list[tuple[Outlet, OutletState]]":
        """Return the outlets that need the organizer's attention, with their states."""
        found = ((outlet, self.state_of(outlet)) for outlet in self._outlets)
        return [(outlet, state) for outlet, state in found if state and state.needs_organizer]

    def last_sent(self) -> "OutletState | None":
        """Return the state of the outlet to which something was sent last; None if nothing was ever
        sent.
        """
        states = [self.state_of(outlet) for outlet in self._outlets]
        sent = [state for state in states if state is not None and state.sent_ms is not None]
        return max(sent, key=lambda state: state.sent_ms or 0, default=None)

    def begin(self) -> None:
        """Start sending if there is a place to send to."""
        from app.store.errors import StoreError
        from app.store.outlets import read_outlets

        if self._begun or not self._client.records:
            return
        self._begun = True
        try:
            self._outlets = read_outlets()
            self._start()
        except StoreError as error:
            self.fault = str(error)
        self.changed.emit()

    def keep(self, outlet: "Outlet", secret: str | None = None) -> str:
        """Save a new or changed outlet. A ``secret`` of None leaves its password unchanged. Return
        a message for the organizer, empty if all is well.
        """
        from app.store.outlets import keep_secret
        from app.store.server.passwords import NOT_KEPT

        known = [one.id for one in self._outlets]
        others = tuple(outlet if one.id == outlet.id else one for one in self._outlets)
        fault = self._change(others if outlet.id in known else (*self._outlets, outlet))
        if fault or secret is None:
            return fault
        is_kept = keep_secret(outlet, secret)
        self.resume(outlet)
        return "" if is_kept else str(NOT_KEPT)

    def remove(self, outlet: "Outlet") -> str:
        """Remove an outlet with its secret. Return a sentence that says why that failed; empty if
        it succeeded.
        """
        from app.store.outlets import keep_secret

        fault = self._change(tuple(one for one in self._outlets if one.id != outlet.id))
        if not fault:
            keep_secret(outlet, "")
        return fault

    def publish(self, outlet: "Outlet") -> None:
        """Send the event to ``outlet`` now."""
        if (sender := self._begun_sender()) is not None:
            sender.offer(self._client.state)
            sender.publish(outlet)

    def resume(self, outlet: "Outlet") -> None:
        """Retry sending to ``outlet`` after a failure."""
        if self._sender is not None:
            self._sender.resume(outlet)

    def settle_doubt(self, outlet: "Outlet", *, came: bool) -> None:
        if self._sender is not None:
            self._sender.settle_doubt(outlet, came=came)

    def trust(self, outlet: "Outlet", key: str) -> str:
        """Trust the key that an SFTP server presents. Return a message for the organizer, empty if
        all is well.
        """
        import msgspec

        return self.keep(msgspec.structs.replace(outlet, host_key=key))

    def try_out(self, outlet: "Outlet") -> "Future[None] | None":
        """Send a test, and return its future. Return None if no test can be sent; ``fault`` then
        holds the reason.
        """
        sender = self._begun_sender()
        return sender.try_out(outlet) if sender is not None else None

    def _begun_sender(self) -> "Sender | None":
        from app.store.errors import StoreError

        if self._sender is None and self.event_key:
            try:
                self._make_sender()
            except StoreError as error:
                self.fault = str(error)
                self.changed.emit()
        return self._sender

    def stop(self) -> None:
        """Stop sending. Call this before the desk stops."""
        if self._sender is not None:
            self._sender.close()
            self._sender = None

    def _change(self, outlets: "tuple[Outlet, ...]") -> str:
        from app.store.errors import StoreError
        from app.store.outlets import keep_outlets

        try:
            keep_outlets(outlets)
            self._outlets = outlets
            self._start()
        except StoreError as error:
            return str(error)
        finally:
            self.changed.emit()
        return ""

    def _start(self) -> None:
        """Start the sender if the event is published automatically or something is still unsent.
        Raises StoreError if the notes on what was sent cannot be read.
        """
        from app.store.outlets import read_sent

        key = self.event_key
        wanted = any(key in outlet.events for outlet in self._outlets)
        if self._sender is None and (wanted or any(one.is_open for one in read_sent(key).values())):
            self._make_sender()
        elif self._sender is not None:
            self._sender.use(self._outlets)

    def _make_sender(self) -> None:
        """Create the sender for this event. Raises StoreError if the notes on what was sent cannot
        be read.
        """
        from app.reports.page import date_words
        from app.ui.publish.picture import draw_picture
        from app.web.outlets.sender import Sender, Surroundings

        def as_of(state: "State") -> str:
            return say("As of {date}", date=date_words(state.shown_ms(self._client.now_ms())))

        around = Surroundings(
            draw_picture, self._client.now_ms, as_of, self._deliver_change, self._settle_s
        )
        self._sender = Sender(self.event_key, around)
        self._sender.offer(self._client.state)
        self._sender.use(self._outlets)

    def _take_change(self) -> None:
        self.changed.emit()

    def offer(self) -> None:
        """Pass the event's present state to the sender."""
        if self._sender is not None:
            self._sender.offer(self._client.state)
        elif not self._begun and self._is_set_up():
            self.begin()

    def _is_set_up(self) -> bool:
        """Tell whether there is a file with places to publish to. A folder that cannot be read
        counts as empty, because the dialog explains the problem.
        """
        try:
            return (own_folder("publish") / FILE).exists()
        except OSError:
            return False
