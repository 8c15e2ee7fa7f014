"""The Clocks page beside a real desk, with emulated clocks at addresses and pseudo-terminals."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pytestqt.qtbot import QtBot

from app.clock.hall.clock import Seat
from app.clock.hall.hall import Memory
from app.clock.ports.port import PortSettings
from app.desk.desk import Desk
from app.emulators.lines.live import LiveDevice, forget_all, live_device
from app.engine.acts.commands import Refused
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.formats.settings import Settings
from app.engine.table.game import Game
from app.store.packets.files import packets
from app.ui.clients.clocks import ClocksClient
from app.ui.clients.desk import DeskClient
from app.ui.clients.tablets import TabletsClient
from app.ui.pages.clocks.page import ClocksPage
from app.ui.pages.clocks.rows import ClockRow
from tests.real_time import RealTimeline
from tests.stores import create

if TYPE_CHECKING:
    from app.emulators.lines.pty_line import PtyLine

LEVER = 33


def address(number: int) -> str:
    """Of a DCLK clock, or of the one whose lever moves at any time."""
    if number == LEVER:
        return "emu://dgt3000?serial=2054"
    return f"emu://dclk?boot_ms=50&resets_on_open=0&uid={number:08X}"


class Hall:
    def __init__(self, qtbot: QtBot, folder: Path, *, wifi_port: int = 0) -> None:
        self.qtbot, self.folder = qtbot, folder
        self.desk = Desk(lambda: create(folder / "cup.flagfall"), timeline=RealTimeline())
        self.desk.start().result()
        self.desk.submit(CreateEvent(Settings("Cup", "sr2017", 75, 1), packets()["sr2017"]))
        self.client = DeskClient(self.desk)
        self.kept: list[Memory] = []
        self.lines: list[PtyLine] = []
        self.keys: dict[int, str] = {}
        known = Memory(
            {address(number): PortSettings(True, "dclk") for number in range(1, 33)}
            | {address(LEVER): PortSettings(True, "dgt")}
        )
        tablets = self.client.tablets = TabletsClient(self.desk, folder / "cup.flagfall", folder)
        self.clocks = self.client.clocks = ClocksClient(
            self.desk, known, self.kept.append, tablets=tablets, wifi_port=wifi_port
        )
        self.page = ClocksPage(self.client, self.clocks)
        qtbot.addWidget(self.page)
        self.page.resize(1198, 690)
        self.page.show()

    def round(self, tables: int, *, started: bool = True) -> None:
        entries = tuple(Entry(f"Player {number + 1}") for number in range(2 * tables))
        players = tuple(range(1, len(entries) + 1))
        commands = [AddPlayers(entries), CheckIn(players), DrawRound(7, 1), PublishRound()]
        for command in (*commands, *([StartRound(1)] if started else [])):
            assert not isinstance(self.desk.submit(command).result(), Refused)
        self.until(lambda: len(self.games) == tables)

    @property
    def games(self) -> list[Game]:
        """By table, of the only round."""
        return sorted(self.client.state.games.values(), key=lambda game: game.table)

    def plug(self, *numbers: int) -> None:
        for number in numbers:
            self.clocks.room.add(address(number))
        self.until(lambda: len(self.connected) >= len(numbers))

    @property
    def connected(self) -> list[str]:
        return [row.clock for row in self.ready]

    def until(self, true: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(true()))

    def cable(self, number: int) -> LiveDevice:
        """A DCLK clock at a pseudo-terminal; found under the number."""
        from app.emulators.lines.pty_line import PtyLine  # not there on Windows

        live = live_device(address(number))
        line = PtyLine(live)
        self.lines.append(line)
        self.keys[number] = line.name
        self.clocks.room.wish(line.name, PortSettings(True, "dclk"))
        self.clocks.room.add(line.name)
        self.until(lambda: self.key(number) in [row.key for row in self.ready])
        return live

    @property
    def ready(self) -> list[ClockRow]:
        return [row for row in self.page.list.rows if row.state == "connected"]

    def key(self, number: int) -> str:
        return self.keys.get(number, address(number))

    def choose(self, number: int) -> None:
        rows = self.page.list.rows
        place = next(n for n, row in enumerate(rows) if row.key == self.key(number))
        self.page.list.choose([place])

    def cell(self, number: int, column: int) -> str:
        rows = self.page.list.rows
        place = next(n for n, row in enumerate(rows) if row.key == self.key(number))
        return self.page.list.text(place, column)

    def seat(self, number: int) -> Seat | None:
        row = next(row for row in self.page.list.rows if row.key == self.key(number))
        return row.seat

    def end(self) -> None:
        self.clocks.stop()
        self.desk.stop()
        for line in self.lines:
            line.close()
        forget_all()
