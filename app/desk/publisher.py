"""Publishes the event to the desk's listeners, and repeated failures to the organizer."""

from collections.abc import Callable

from app.desk.event import EventAtDesk
from app.desk.replies import Listener, Snapshot
from app.engine.acts.events import Record
from app.engine.language import say, use_words
from app.engine.packet.packet import Packet

SHOW = say("show everybody what has changed")


class Publisher:
    """The listeners of an event, and the calls that fail. Used in the desk's thread only."""

    def __init__(self, event: EventAtDesk, report_fault: Callable[[Exception, str], None]) -> None:
        """Publish ``event``. ``report_fault`` is called with an exception and with a text on what
        the exception prevented.
        """
        self._event = event
        self._report_fault = report_fault
        self._listeners: list[Listener] = []
        self._failing: set[str] = set()
        self._spoken: Packet | None = None
        """The packet in whose words everything is said."""
        use_words(())

    def whole(self) -> Snapshot:
        """Return the event with all its rows."""
        records = self._event.records
        self._use_its_words()
        return Snapshot(self._event.state, len(records), tuple(records))

    def _use_its_words(self) -> None:
        """Show everything to the listeners in the words of the event's packet."""
        packet = self._event.state.packet
        if packet is not self._spoken:
            self._spoken = packet
            use_words(packet.vocabulary if packet else ())

    def add(self, listener: Listener) -> None:
        """Call ``listener`` with the whole event now, and with every change from now on."""
        self._listeners.append(listener)
        listener(self.whole())

    def remove(self, listener: Listener) -> None:
        """Remove a listener. Raise ValueError if it was not added."""
        self._listeners.remove(listener)

    def publish(self, fresh: tuple[Record, ...], trouble: str = "", apart_ms: int = 0) -> None:
        """Call every listener with the event as it is; `Snapshot` explains the arguments. A
        listener that fails does not keep the snapshot from the others.
        """
        event = self._event
        self._use_its_words()
        snapshot = Snapshot(event.state, len(event.records), fresh, trouble, apart_ms)
        failures: list[Exception] = []
        for listener in tuple(self._listeners):
            try:
                listener(snapshot)
            except Exception as error:
                failures.append(error)
        if failures:
            self.failed(SHOW, failures[0])
        elif fresh:
            self.worked(SHOW)

    def notify(self, trouble: str, apart_ms: int = 0) -> None:
        """Publish a sentence for the organizer."""
        self.publish((), trouble, apart_ms)

    def attempt(self, what: str, call: Callable[[], object]) -> bool:
        """Make a call that is repeated regularly, and return whether it succeeded.

        The first failure is published as "Flagfall could not ``what``". Further failures are
        published only after a call has succeeded.
        """
        try:
            call()
        except Exception as error:
            self.failed(what, error)
            return False
        self.worked(what)
        return True

    def failed(self, what: str, error: Exception) -> None:
        """Publish that ``what`` failed, unless that was already published and ``what`` has not
        succeeded since.
        """
        if what in self._failing:
            return
        self._failing.add(what)
        self._report_fault(error, say("Could not {what}", what=what))
        why = getattr(error, "strerror", None) or f"{error}".rstrip(".") or type(error).__name__
        self.notify(say("Flagfall could not {what}: {why}. It keeps trying.", what=what, why=why))

    def worked(self, what: str) -> None:
        """Allow the next failure of ``what`` to be published again."""
        self._failing.discard(what)
