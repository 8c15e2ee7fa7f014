"""This station among the others that run a shared event. An event in a file has none."""

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

from app.desk.comparison import EventComparison
from app.desk.event import EventAtDesk
from app.desk.log import Shared
from app.desk.rejoin import Rejoin
from app.desk.served_tables import ServedTables
from app.desk.shared_transaction import Race, SharedTransaction
from app.engine.acts.commands import NoticeGap
from app.engine.acts.events import Record
from app.engine.acts.stations.roles import ROLE_WORDS
from app.engine.acts.table import Mark
from app.engine.language import say
from app.store.errors import Away, StoreError
from app.store.log import codec
from app.store.server.waiting import WaitingAct
from app.views.stations import Stations

ADD_WAITING = say("add what waited for the server")


def gap_of_waiting(acts: Sequence[WaitingAct], now_ms: int) -> NoticeGap:
    """Return the gap from the last of these acts, which wait for the server, until now. This
    station was closed in that time, so no station ran the clocks that the acts had started.
    """
    rows = [row for act in acts for row in codec.records(act.rows)]
    games = {row.event.game for row in rows if isinstance(row.event, Mark)}
    return NoticeGap(max(row.at_ms for row in rows), now_ms, tuple(sorted(games)))


class OnWritten(Protocol):
    """A function that takes in rows once they are durable. If ``replaced``, some of them replace
    earlier rows.
    """

    def __call__(self, fresh: tuple[Record, ...], *, replaced: bool = False) -> None: ...


class Station:
    """This station beside the others. In the desk's thread only, unless a docstring says
    otherwise.
    """

    def __init__(
        self,
        event: EventAtDesk,
        shared: Shared[Any],
        *,
        now_ms: Callable[[], int],
        call: Callable[[Callable[[], None]], object],
        attempt: Callable[[str, Callable[[], object]], bool],
        notify: Callable[[str], None],
        on_written: OnWritten,
        write_gap: Callable[[NoticeGap, int], object],
        report_fault: Callable[[Exception], None],
    ) -> None:
        """Run ``event`` together with other stations. ``call`` runs a function soon in the desk's
        thread, and may be used from any thread.
        """
        self._event = event
        self._shared = shared
        self._now_ms = now_ms
        self._call = call
        self._attempt = attempt
        self._notify = notify
        self._on_written = on_written
        self._write_gap = write_gap
        self._report_fault = report_fault
        self._comparison = EventComparison(event, shared, notify)
        self._served = ServedTables(shared)
        replaced = partial(on_written, replaced=True)
        self._rejoin = Rejoin(event, shared, now_ms, replaced, report_fault)
        self._is_news_pending = False
        self._is_news_unread = False
        self._waiting_gap: NoticeGap | None = None

    def listen(self) -> None:
        """Listen to the other stations from now on, and add the acts that an earlier run left
        waiting.
        """
        if self._shared.waiting:
            self._on_news()
        self._shared.listen(self._on_news, self._on_digest)

    def transaction(self) -> SharedTransaction:
        """Begin a transaction."""
        keep = self._rejoin.mark_shared
        return SharedTransaction(self._event, self._shared, Race(), self._report_fault, keep)

    @property
    def stations(self) -> Stations | None:
        """The stations that run the event; None if this one may only look."""
        log = self._shared
        if not log.station:
            return None
        role, waiting = ROLE_WORDS[log.role], len(log.waiting)
        return Stations(log.station, log.others, log.run_by, log.is_away, waiting, role)

    @property
    def has_others(self) -> bool:
        return bool(self._shared.others)

    def runs(self, table: int) -> bool:
        """Tell whether this station lets the flags of the table fall. Table 0 stands for the
        round's clock. May be called from any thread.
        """
        return self._shared.runs(table)

    def announce_pages(self, address: str) -> None:
        """Announce the address of this station's pages, empty while they are off."""
        self._shared.announce_pages(address)

    def halls(self) -> list[tuple[str, str]]:
        """Return the name and the address of each event in the same database whose pages are on."""
        with suppress(StoreError):
            return self._shared.halls()
        return []

    def serve(self, what: str, tables: Iterable[int]) -> None:
        """Note which tables here use ``what``, such as the tablets, from now on. This station lets
        the flags of these tables fall, unless another station does.
        """
        self._served.serve(what, tables)

    def take_over(self, tables: Collection[int]) -> str:
        """Run these tables, whichever station has run them until now. Return an empty text, or a
        sentence if that is not possible.
        """
        return self._served.take_over(tables)

    def note_waiting(self) -> None:
        """Pause the clocks that an earlier run of the program started while it had no server,
        because no station has run them since.
        """
        if self._shared.waiting:
            self._waiting_gap = gap_of_waiting(self._shared.waiting, self._now_ms())
            self._note_waiting_gap(self._waiting_gap)

    def remember(self, *, replaced: bool) -> None:
        """Note new rows of the event; if ``replaced``, some of them replace earlier ones."""
        self._comparison.remember(replaced=replaced)

    def beat(self) -> None:
        """Do everything that has to be done once a second for the other stations."""
        if self._shared.waiting or self._is_news_unread:
            self._on_news()
        self._served.run()
        with suppress(StoreError):  # the next act reports it
            self._comparison.beat()

    def _on_news(self) -> None:
        """Read the new rows soon, because other stations may have written. Called from any
        thread.
        """
        if not self._is_news_pending:
            self._is_news_pending = True
            self._call(self._read_news)

    def _on_digest(self, station: str, rows: int, digest: str) -> None:
        """Compare with a digest that another station has announced. Called from any thread."""
        self._call(lambda: self._comparison.compare(station, rows, digest))

    def _read_news(self) -> None:
        self._is_news_pending = self._is_news_unread = False
        try:
            if self._shared.waiting:
                self._attempt(ADD_WAITING, self._add_waiting)
            if records := self._event.read_on(self._shared):
                self._on_written(tuple(records))
        except Away:  # `look_after` of the log reports that
            self._is_news_unread = True

    def _add_waiting(self) -> None:
        """Join the other stations again. It is no failure if the server is still away."""
        with suppress(Away):
            self._notify(self._rejoin.rejoin())
            if self._waiting_gap is not None:
                gap, self._waiting_gap = self._waiting_gap, None
                self._note_waiting_gap(gap)

    def _note_waiting_gap(self, gap: NoticeGap) -> None:
        """Pause the clocks that an earlier run of the program started, because no station has run
        them since.

        This is called twice, because the waiting acts may become part of the event only when they
        are added.
        """
        self._write_gap(gap, self._now_ms())
