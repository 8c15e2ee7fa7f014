"""Plays a script of `games/*.txt`: one table's game, line by line, as an organizer would tell it.

A line is a time and what happens then (`script_acts.py` lists it) or what is expected
(`script_expectations.py`); `#` begins a comment. Before the first time stand settings: `packet`,
`scenario`, `size`, `lead`, `clock-out`, `timing`, `limits`, `extensions`, `reinforcements`,
`announced` (keywords with their X), `secret` (the round's dice), `turns started`
(by their players), `red-list`, `red-specialists`, `red-reinforcements` and blue's (entries as
`Hunter jack 6`, `Rangers unit 4 x6`, `Thorn jack 8 free`); of a game of no particular rules
`minutes`, `last-turn`, `points` (at the end, each turn) and `won` (more, first 5, lead 3,
agreement).
A line with `-> refused: …` is something the program does not allow, with what it says;
`-> refused` alone leaves the words open. `late:` is a mark that arrives late: its time lies before
the line above. Between two lines the flag watch does what it does in the hall.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from app.clock.flag_watch import next_due
from app.engine.acts.commands import Command, Refused
from app.engine.acts.players import EnterArmy
from app.engine.acts.table import Tap
from app.engine.armies.army import Loss
from app.engine.armies.army_list import ArmyList
from app.engine.evolve import fold
from app.engine.formats.keywords import put_in_force
from app.engine.formats.own_game import OwnGame, Won, adjust_packet, own_game
from app.engine.frozen import replace
from app.engine.packet.packet import ClockOut, Packet
from app.engine.packet.timing import TimingKind
from app.engine.side import Side
from app.engine.table import turns
from app.engine.table.game import Game
from tests.engine.event import PACKETS, Desk, settings, under_way
from tests.engine.script_acts import ACTS
from tests.engine.script_expectations import EXPECTATIONS
from tests.engine.script_words import instant, rows

LINE = re.compile(
    r"(?P<at>\d+:\d\d)\s+(?P<late>late: )?(?:table (?P<table>\d+): )?(?P<what>.*?)"
    r"(?P<no>\s+-> refused(?:: (?P<refused>.*))?)?"
)
NET = "Spread the Net"


def own_game_of(said: Mapping[str, str], packet: Packet) -> OwnGame:
    """What a script sets of a game of no particular rules."""
    own = own_game(packet)
    how, _, points = said.get("won", own.won.value).partition(" ")
    return replace(
        own,
        minutes=int(said.get("minutes", own.minutes)),
        turns=int(said.get("last-turn", own.turns)),
        points_at_end=said.get("points", "at the end") == "at the end",
        won=Won(how),
        points=int(points or 0),
    )


def with_started_turns(packet: Packet) -> Packet:
    """The packet with turns that their players start."""
    timings = [
        replace(timing, player_starts_turn=timing.kind is TimingKind.TURNS)
        for timing in packet.timings
    ]
    return replace(packet, timings=tuple(timings))


class Script:
    def __init__(self, text: str) -> None:
        lines = [line.split("#")[0].strip() for line in text.splitlines()]
        self.lines = [line for line in lines if line]
        self.settings = dict(self._settings())
        self.desk = self._desk()
        self.table = 1
        self.losses: dict[Side, dict[str, Loss]] = {side: {} for side in Side}

    def _settings(self) -> Iterator[tuple[str, str]]:
        while not self.lines[0][0].isdigit():
            key, _, value = self.lines.pop(0).partition(" ")
            yield key, value

    def _desk(self) -> Desk:
        said = self.settings.get
        packet = PACKETS[said("packet", "sr2017")]
        if packet.adjustable:
            packet = adjust_packet(packet, own_game_of(self.settings, packet))
        first = packet.scenarios[0].name if packet.scenarios else ""
        name = said("scenario", first if "packet" in self.settings else NET)
        numbers = [scenario.number for scenario in packet.scenarios if scenario.name == name]
        scenario = numbers[0] if numbers else 0
        chosen = replace(
            settings(int(said("size", "75" if packet.sizes else "0")), lead=int(said("lead", "0"))),
            packet=packet.key,
            clock_out=ClockOut(said("clock-out", "packet").replace(" ", "_")),
            timing=said("timing", ""),
            limits=said("limits", ""),
            extensions=said("extensions", "yes") == "yes",
            reinforcements=said("reinforcements", "yes") == "yes",
        )
        for keyword in filter(None, said("announced", "").split(", ")):
            key, *numbers = keyword.split()
            chosen = put_in_force(packet, chosen, key, *map(int, numbers))
        secret = int(said("secret", "0"))
        if said("turns"):
            packet = with_started_turns(packet)
        desk = under_way(4, chosen, scenario, packet=packet, secret=secret)
        for side in Side:
            self._enter_list(desk, side)
        return desk

    def _enter_list(self, desk: Desk, side: Side) -> None:
        """The list of the player on that side of table 1, where the script has one."""
        parts = [f"{side.value}-{part}" for part in ("list", "specialists", "reinforcements")]
        if parts[0] in self.settings:
            army, special, later = (rows(self.settings.get(part, "")) for part in parts)
            army_list = ArmyList(army, specialists=special, reinforcements=later)
            desk.do(EnterArmy(desk.game(1).players.of(side), (army_list,)), insist=True)

    def play(self) -> None:
        for line in self.lines:
            match = LINE.fullmatch(line)
            assert match, f"not a line of a script: {line}"
            try:
                self._line(match)
            except AssertionError as error:
                error.add_note(f"in: {line}")
                raise
        assert fold(self.desk.records) == self.desk.state

    def start_turn(self) -> None:
        """Unless the script is about it, a player starts the turn at once."""
        play = self.game.play
        if play.awaits_start and not self.settings.get("turns"):
            self.desk.do(Tap(self.game.number, play.owner))

    def _line(self, line: re.Match[str]) -> None:
        at_ms = instant(line["at"])
        self.table = int(line["table"] or 1)
        if not line["late"]:
            assert at_ms >= self.desk.now_ms, "an earlier time than the line before"
            self.watch_flags(at_ms)
            self.desk.now_ms = at_ms
        for pattern, step in (*ACTS, *EXPECTATIONS):
            found = re.fullmatch(pattern, line["what"])
            if found:
                for command in step(self, *found.groups()) or ():
                    self._ask(command, line, at_ms)
                self.start_turn()
                return
        raise AssertionError("nothing a script knows")

    def _ask(self, command: Command, line: re.Match[str], at_ms: int) -> None:
        insist = line["what"].startswith("EO ") and not line["no"]
        decision = self.desk.ask(command, at_ms, insist=insist)
        said = decision.sentence if isinstance(decision, Refused) else None
        assert (said is not None) is bool(line["no"]), said
        if line["refused"]:
            assert said == line["refused"]

    def watch_flags(self, until_ms: int) -> None:
        """What the flag watch does: every flag when it is due, the next at the same instant too."""
        while True:
            due = next_due(self.desk.state)
            if due is None or due[0] > until_ms:
                return
            self.desk.do(due[1], max(due[0], self.desk.now_ms))

    def turn(self) -> tuple[Side, int]:
        return self.game.play.owner, turns.turn_number(self.game.play.step)

    @property
    def game(self) -> Game:
        return self.desk.game(self.table)


def play(path: Path) -> Script:
    script = Script(path.read_text(encoding="utf-8"))
    script.play()
    return script
