"""The room of the sample event: emulated chess clocks on real lines, and tablets that connect to
the real tables' server. The program treats them like any clock or tablet; only their names say that
they are emulated.
"""

import sys
from collections.abc import Mapping
from contextlib import ExitStack

from app.clock.drivers.driver import Hand
from app.clock.hall.clock import Seat
from app.clock.hall.hall import ClockHall, ClocksSnapshot
from app.desk.desk import Desk
from app.emulators.lines.live import live_device
from app.engine.acts.table import ResumeClock
from app.engine.language import say
from app.engine.state import State
from app.engine.table.game import Game
from app.engine.table.verdict import final_result
from app.headless.sample.event import awaits_clock
from app.web.remote.address import Joined
from app.web.remote.desk import RemoteDesk
from app.web.server.addresses import table_address

CLOCKS = (
    "emu://dgt3000?lever={lever}",
    "emu://dclk?battery=82",
    "emu://dgtxl?serial=2055&lever={lever}",
)
LEVERS = {Hand.LEFT: "R", Hand.RIGHT: "L"}
"""The side whose lever is down while the time of a hand runs."""

EMULATED = say("emulated")
TABLET = say("Emulated tablet")
TABLETS = 6


class SampleRoom:
    """The room of the sample event. The windows call ``see`` with each new snapshot of the clocks,
    and call ``join_tablets``. ``leave`` disconnects everything; the desk and the clocks' hall must
    still be running at that time.
    """

    def __init__(self, desk: Desk, hall: ClockHall) -> None:
        self._desk, self._hall = desk, hall
        self._lines = ExitStack()
        self._games: dict[str, Game] = {}  # the game of the clock at each address
        self._tables: tuple[int, ...] = ()
        self._bound: set[str] = set()
        self._resumed: set[int] = set()
        self._quiet = False  # no clock says anything to the organizer
        self._tablets: list[RemoteDesk] = []

    @property
    def tables(self) -> tuple[int, ...]:
        """Return the tables that have a tablet."""
        return self._tables

    @property
    def goes_on(self) -> bool:
        """Tell whether every clock keeps and shows the time of its game."""
        return self._quiet and self._resumed == {game.number for game in self._games.values()}

    def put_clocks(self, state: State) -> None:
        """Put a clock on every table that waits for one, and choose the tables for tablets."""
        games = state.games_of(state.latest) if state.latest else ()
        clocked = [game for game in games if awaits_clock(game)]
        for game, url in zip(clocked, CLOCKS, strict=False):
            runs = Seat(game.table).hand(game.play.runner)
            address = self._plug(url.format(lever=LEVERS[runs]))
            self._games[address] = game
            self._hall.add(address, EMULATED)
        begun = [game for game in games if game.play.clock and game not in clocked]
        begun.sort(key=lambda game: final_result(game) is not None)
        self._tables = tuple(sorted(game.table for game in begun[:TABLETS]))

    def see(self, clocks: ClocksSnapshot) -> None:
        """Bind each clock to its table as soon as it answers, and resume the game."""
        self._quiet = not any(clock.doubtful for clock in clocks.clocks)
        names = {name: port.info.name for port in clocks.ports for name in port.clocks}
        for clock in clocks.clocks:
            game = self._games.get(names.get(clock.name, ""))
            if game is None or not clock.keeps_time:
                continue
            if clock.name not in self._bound:
                self._bound.add(clock.name)
                self._hall.seat(clock.name, Seat(game.table))
            elif clock.seat is not None and game.number not in self._resumed:
                self._resumed.add(game.number)
                self._desk.submit(ResumeClock(game.number))

    def join_tablets(self, base: str, secrets: Mapping[int, str], fingerprint: str = "") -> None:
        """Connect a tablet at each table whose secret is given. ``base`` is the server's
        address.
        """
        self._part()
        for table, secret in secrets.items():
            joined = Joined.from_url(table_address(base, table, secret))
            tablet = RemoteDesk(joined, bytes.fromhex(fingerprint.replace(":", "")), name=TABLET)
            tablet.start()
            self._tablets.append(tablet)

    def leave(self) -> None:
        """Disconnect the tablets and the clocks."""
        self._part()
        self._lines.close()

    def _part(self) -> None:
        for tablet in self._tablets:
            tablet.stop()
        self._tablets.clear()

    def _plug(self, url: str) -> str:
        """Connect an emulated clock and return the address of its line."""
        live = live_device(url)
        if sys.platform == "win32":
            from app.emulators.lines.socket_line import SocketLine

            address = self._lines.enter_context(SocketLine(live)).url
        else:
            from app.emulators.lines.pty_line import PtyLine

            address = self._lines.enter_context(PtyLine(live)).name
        return address
