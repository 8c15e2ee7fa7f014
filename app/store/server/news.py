"""What a station hears of the others: that they have written, and that they are there. A thread and
a connection of its own, which is made again and again while the server is away.
"""

import threading
import time
from collections.abc import Callable
from contextlib import closing

from psycopg import Error

from app.engine.language import say
from app.store.errors import StoreError
from app.store.server.schema import EVENTS, NEWS, STATIONS, TAKE_TURN
from app.store.server.server import Line, connected, in_sentences

BEAT_SECONDS = 1.0
GONE_SECONDS = 6
"""A station that was not seen for so long is not there any more, as the others see it."""
STATION = say("Station")

FORGET = (
    f"DELETE FROM {STATIONS.name} WHERE tournament = %s AND seen < clock_timestamp() - %s::interval"
)
NAMES = f"SELECT name FROM {STATIONS.name} WHERE tournament = %s"
ARRIVE = (
    f"INSERT INTO {STATIONS.name} (tournament, session, name, seen)"
    " VALUES (%s, %s, %s, clock_timestamp())"
)
STAY = (
    f"UPDATE {STATIONS.name} SET seen = clock_timestamp()"
    " WHERE tournament = %s AND session = %s RETURNING name"
)
OTHERS = (
    f"SELECT name FROM {STATIONS.name} WHERE tournament = %s AND session <> %s"
    " AND seen >= clock_timestamp() - %s::interval ORDER BY name"
)
KEEP = (
    f"UPDATE {EVENTS.name} SET keeper = %s, keeper_until = clock_timestamp() + %s::interval"
    " WHERE tournament = %s AND"
    " (%s OR keeper = %s OR coalesce(keeper_until < clock_timestamp(), true)) RETURNING 1"
)
KEEP_NO_MORE = f"UPDATE {EVENTS.name} SET keeper_until = NULL WHERE tournament = %s AND keeper = %s"
LEAVE = f"DELETE FROM {STATIONS.name} WHERE tournament = %s AND session = %s"
GONE = f"{GONE_SECONDS} seconds"
LEASE_SECONDS = 4
LEASE = f"{LEASE_SECONDS} seconds"


class News:
    """Tells the others that this station is there, and hears of them."""

    def __init__(self, database: str, tournament: int, session: str, station: str) -> None:
        """``station`` is the name it would have; one that is taken gets a number. Raises
        StoreError.
        """
        self._database, self._tournament, self._session = database, tournament, session
        self._heard: Callable[[], None] = lambda: None
        self._end = threading.Event()
        self.station = station or STATION
        self._kept_until_s = 0.0  # by this computer's counter
        self._lease = threading.Lock()
        self.others: tuple[str, ...] = ()
        self._line = self._joined()
        self.is_up = True
        self._thread = threading.Thread(target=self._run, name="news of the server", daemon=True)
        self._thread.start()

    def listen(self, heard: Callable[[], None]) -> None:
        """Who is told; at once, too, for nobody listened until now."""
        self._heard = heard
        heard()

    @property
    def keeps_time(self) -> bool:
        """Whether this station lets flags fall. It counts its lease from before it asked for it, so
        it ends here before the server gives it to another station.
        """
        return time.monotonic() < self._kept_until_s

    def keep_time(self, line: Line, *, take_over: bool) -> None:
        """Renew the lease, or get one that nobody has; ``take_over``: also if another has it.
        Raises psycopg's errors.
        """
        with self._lease:
            asked_s = time.monotonic()
            mine = self._session
            got = line.execute(KEEP, (mine, LEASE, self._tournament, take_over, mine)).fetchone()
            self._kept_until_s = asked_s + LEASE_SECONDS if got else 0.0

    def close(self, wake: Callable[[], object]) -> None:
        """The others see that this station has gone. ``wake`` has the server send some news."""
        self._heard = lambda: None
        self._end.set()
        wake()
        self._thread.join()

    def _joined(self) -> Line:
        line = connected(self._database, f"Flagfall news {self._session}")
        try:
            with in_sentences(self._database):
                line.execute(f"LISTEN {NEWS}")
                with line.transaction():
                    self._arrive(line)
                self._look(line)
        except BaseException:
            line.close()
            raise
        return line

    def _arrive(self, line: Line) -> None:
        line.execute(TAKE_TURN, (self._tournament,))
        line.execute(FORGET, (self._tournament, GONE))
        line.execute(LEAVE, (self._tournament, self._session))
        taken = {name for (name,) in line.execute(NAMES, (self._tournament,))}
        wanted, number = self.station, 1
        while self.station in taken:
            number += 1
            self.station = f"{wanted} {number}"
        line.execute(ARRIVE, (self._tournament, self._session, self.station))

    def _look(self, line: Line) -> None:
        """Once a second: it is there, and who else is."""
        if line.execute(STAY, (self._tournament, self._session)).fetchone() is None:
            with line.transaction():  # it was away for so long that the others forgot it
                self._arrive(line)
        self.keep_time(line, take_over=False)
        others = line.execute(OTHERS, (self._tournament, self._session, GONE))
        self.others = tuple(name for (name,) in others)

    def _run(self) -> None:
        while not self._end.is_set():
            try:
                with closing(self._line) as line:
                    self._follow(line)
                    line.execute(LEAVE, (self._tournament, self._session))
                    line.execute(KEEP_NO_MORE, (self._tournament, self._session))
            except (Error, OSError):
                self.is_up = False
                self._come_back()

    def _follow(self, line: Line) -> None:
        """Until the end, or until the line is cut."""
        while not self._end.is_set():
            for news in line.notifies(timeout=BEAT_SECONDS, stop_after=1):
                tournament, _, rest = news.payload.partition(" ")
                if tournament == str(self._tournament) and not rest.endswith(self._session):
                    self._heard()
            self._look(line)

    def _come_back(self) -> None:
        while not self._end.wait(BEAT_SECONDS):
            try:
                self._line = self._joined()
            except StoreError:
                continue
            self.is_up = True
            self._heard()  # of what was written meanwhile
            return
