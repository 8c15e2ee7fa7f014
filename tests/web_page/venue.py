"""An organizer's laptop for tests of the page: the real rules behind the fake server's socket.

It speaks as docs/table-protocol.md says, for one table and without secrets or limits.
"""

import re
import socket
import threading
import time
from functools import partial
from typing import Any

import msgspec

from app.engine.acts import table as table_commands
from app.engine.acts.commands import Command, Refused
from app.engine.acts.players import ChooseList
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.side import Pair, Side
from app.engine.table.game import Game
from app.views.table.briefing import scenario_briefing
from app.views.table.table import CONDITION_WORDS, table_view
from app.web.protocol.seal import hash_secret, line_key, prove_key
from app.web.server.public_view import rules_in_words
from tests.engine.event import PACKETS, settings, under_way
from tests.web_page.fake_server import BOX_KEY, NONCE, FakeServer

ACTS = {
    re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower(): getattr(table_commands, name)
    for name in (
        "StartClock", "Tap", "Interrupt", "HandBack", "TakeExtension", "ScoreTurn",
        "RemoveElement", "MakeClaim", "SwapSpecialists", "ChooseObjective", "ChooseSpells",
        "BringReinforcements", "Answer", "CallJudge", "EnterTally", "ChangeLosses",
    )
}  # fmt: skip
SECRET = "abc"
PLAYERS = Pair("Anna Lindqvist", "Bernard Okafor")


class Venue:
    """`url` opens the table's page. ``ahead_ms`` is how far its time is ahead of the real one."""

    def __init__(
        self,
        server: FakeServer,
        *,
        packet: str = "sr2017",
        scenario: str = "",
        chosen: Settings | None = None,
        names: Pair[str] = PLAYERS,
    ) -> None:
        kept = PACKETS[packet]
        wishes = chosen or replace(settings(75), packet=packet)
        number = next(
            (one.number for one in kept.scenarios if one.name == scenario),
            kept.scenarios[0].number if kept.scenarios else None,
        )
        self.desk = under_way(2, wishes, number, packet=kept)
        self.server, self.names = server, names
        self.ahead_ms = 0
        self.moved = ""
        """What late presses have moved of late, in words."""
        self.next_round: int | None = None
        self.round_ends_ms: int | None = None
        self.through: dict[str, int] = {}
        self.devices: dict[int, str] = {}
        self.taken: list[dict[str, Any]] = []
        self.lock = threading.RLock()
        server.of_edition = True
        server.answer = self.took

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.port}/#table=1&secret={SECRET}"

    @property
    def game(self) -> Game:
        return self.desk.game()

    def now_ms(self) -> int:
        return int(time.time() * 1000 + self.ahead_ms)

    def pass_by(self, ms: int) -> None:
        self.ahead_ms += ms

    def eo(self, command: Command) -> None:
        with self.lock:
            self.desk.do(command, self.now_ms(), insist=True)
            self.tell()

    def took(self, connection: socket.socket, message: dict[str, Any]) -> None:
        with self.lock:
            match message["type"]:
                case "hello":
                    self.devices[id(connection)] = message["device"]
                    self.through.setdefault(message["device"], 0)
                    proof = prove_key(line_key(hash_secret(SECRET), NONCE), BOX_KEY)
                    every = {"version": 2, "event": "Open", "now_ms": self.now_ms(), "proof": proof}
                    self.server.say(connection, type="welcome", ping_every_ms=500, **every)
                    self.tell_one(connection)
                case "ping":
                    stamp = message["stamp_ms"]
                    self.server.say(connection, type="pong", stamp_ms=stamp, now_ms=self.now_ms())
                case "marks":
                    self.hand_over(connection, message["marks"])

    def hand_over(self, connection: socket.socket, marks: list[dict[str, Any]]) -> None:
        device, answers = self.devices[id(connection)], []
        for mark in marks:
            decision: object = ()
            if mark["number"] > self.through[device]:
                self.through[device] = mark["number"]
                self.taken.append(mark)
                decision = self.desk.ask(self.command(mark), min(mark["at_ms"], self.now_ms()))
            said = decision.sentence if isinstance(decision, Refused) else ""
            answers.append({"number": mark["number"], "taken": not said, "sentence": said})
        self.tell()
        self.server.say(connection, type="answers", answers=answers)

    def command(self, mark: dict[str, Any]) -> Any:
        fields = {key: value for key, value in mark["act"].items() if key != "type"}
        if mark["act"]["type"] == "choose_list":
            player = self.game.players.of(Side(fields["by"]))
            return ChooseList(self.game.round_number, player, fields["chosen"], at_table=True)
        made = {"game": mark["game"], **fields}
        return msgspec.convert(made, ACTS[mark["act"]["type"]], strict=True)

    def tell(self) -> None:
        for connection in list(self.server.sockets):
            if id(connection) in self.devices:
                self.tell_one(connection)

    def tell_one(self, connection: socket.socket) -> None:
        game, seq = self.game, len(self.desk.records)
        view = table_view(self.desk.state, game)
        plain = partial(msgspec.to_builtins, enc_hook=str)  # remarks are sent as their text
        self.server.say(
            connection, type="game", seq=seq, game=game.number, round_number=game.round_number,
            table=game.table, names=plain(self.names), secret=view.secret, started=True,
            time=plain(view.time), terms=plain(rules_in_words(game.terms)),
            armies=plain(view.armies),
            briefing=plain(scenario_briefing(game.terms, game.play)),
            lists=plain(view.lists), brought=plain(view.brought),
            next_round=self.next_round, round_ends_ms=self.round_ends_ms,
        )  # fmt: skip
        self.server.say(
            connection, type="play", seq=seq, game=game.number,
            through=self.through[self.devices[id(connection)]],
            condition=CONDITION_WORDS[view.condition],
            play=plain(game.play, str_keys=True), result=plain(view.result), by_eo=view.by_eo,
            question=plain(view.question), why=view.why, held=False,
            moved=self.moved,
        )  # fmt: skip
