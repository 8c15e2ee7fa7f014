"""A real desk with one game of two, and its table's window, for tests."""

from pathlib import Path
from typing import Self, TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from app.clock.timeline import SetTimeline
from app.desk.desk import Desk
from app.engine.acts.commands import Command, Refused
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import EnterPairings, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.table import Holding, Question, ScoreTurn, StartClock, Tap
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.side import Side
from app.engine.table.game import Game
from app.store.packets.files import packets
from app.ui.clients.desk import DeskClient
from app.ui.table.layout_settings import TableWindowSettings
from app.ui.table.sheets import Kind
from app.ui.table.sheets.base import Sheet
from app.ui.table.sheets.scoring import ScoringPad
from app.ui.table.sounds import Sounds
from app.ui.table.window import TableWindow
from tests.stores import create
from tests.ui.timers import run_out

S = TypeVar("S", bound=Sheet)

RED, BLUE = Side.RED, Side.BLUE
BEGIN_MS = 1_760_000_000_000
ZONES = ("zone-1", "zone-2", "zone-3")


class Table:
    def __init__(
        self,
        qtbot: QtBot,
        folder: Path,
        *,
        stage: str = "started",
        scenario: int = 1,
        **chosen: object,
    ) -> None:
        self.qtbot = qtbot
        self.time = SetTimeline(BEGIN_MS)
        self.desk = Desk(lambda: create(folder / "cup.flagfall"), timeline=self.time)
        self.desk.start().result()
        settings = replace(Settings("Cup", "sr2017", 75, 1), **chosen)
        self.do(CreateEvent(settings, packets()[settings.packet]))
        self.do(AddPlayers((Entry("Anna"), Entry("Ben"))))
        self.do(CheckIn((1, 2)))
        self.do(EnterPairings(((1, 2),), None, scenario))
        self.do(PublishRound())
        if stage == "started":
            self.do(StartRound())
        self.client = DeskClient(self.desk)
        self.beeps: list[None] = []
        self.kept: list[TableWindowSettings] = []
        self.window = TableWindow(
            self.client,
            1,
            remember=self.kept.append,
            sounds=Sounds(lambda: self.beeps.append(None), ()),
        )
        qtbot.addWidget(self.window)
        self.window.resize(1024, 600)
        self.window.show()
        qtbot.waitUntil(lambda: self.window.view is not None)

    def do(self, command: Command, *, insist: bool = False) -> None:
        reply = self.desk.submit(command, insist=insist).result()
        assert not isinstance(reply, Refused), reply.sentence

    def settle(self) -> None:
        """Wait until the window has heard all that was asked, answered and fell so far."""
        self.desk.submit(Tap(0, RED)).result()  # an alarm's own act may come after the answer
        heard: list[object] = []
        self.client.ask(Tap(0, RED), then=heard.append)
        self.qtbot.waitUntil(lambda: bool(heard))
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # what was taken away

    @property
    def game(self) -> Game:
        return self.client.state.games[1]

    def forward(self, seconds: float) -> None:
        self.time.move_by(int(seconds * 1000))
        self.settle()

    def begin(self, steps: int = 0, each: int = 60) -> Side:
        """Red goes first; ``steps`` phases and turns are over. Whose turn it is then."""
        self.do(StartClock(1, RED))
        side = RED
        for _ in range(steps):
            self.time.move_by(each * 1000)
            self.do(Tap(1, side))
            side = side.other
        self.settle()
        run_out(self.window)
        return side

    def zones(self, step: int, side: Side, *keys: str) -> None:
        held = tuple(Holding(key, side) for key in keys or ZONES)
        self.do(ScoreTurn(1, side, step, held))
        self.settle()

    def tap(self, side: Side) -> None:
        self.qtbot.mouseClick(self.window.halves[side], Qt.MouseButton.LeftButton)
        self.settle()

    def click(self, button: QAbstractButton) -> None:
        assert button.isVisible(), button.text()
        assert button.isEnabled(), button.text()
        self.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        self.settle()

    def press(self, key: Qt.Key) -> None:
        self.qtbot.keyClick(self.window, key)
        self.settle()

    def sheet(self, side: Side) -> Sheet | None:
        return self.window.sheets.sheet(side)

    def kind(self, side: Side) -> Kind | None:
        lying = self.window.sheets.lying[side]
        return lying[0] if lying else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.window.close()
        self.desk.stop()

    def its(self, kind: type[S], side: Side) -> S:
        """The sheet on a half, which must be of that kind."""
        sheet = self.sheet(side)
        assert isinstance(sheet, kind), sheet
        return sheet


def flagged_in_a_winning_turn(table: Table) -> ScoringPad:
    table.begin(8)
    table.zones(7, BLUE)
    table.forward(60)
    table.tap(RED)
    table.forward(60 * 60)
    assert table.game.play.question is Question.CLOCK_OUT
    return table.its(ScoringPad, BLUE)
