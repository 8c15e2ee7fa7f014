"""Clocks of every kind for an hour of virtual time with faults on; run as a program of its own.

At half of the tables one player thinks so long that their flag falls. Prints a line for each game
that went wrong and ends with 1 when there is one.
"""

import sys
from random import Random

from app.clock.ports.port import PortSettings
from app.emulators.device import DeviceSide
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.table import FlagFell, StartClock
from app.engine.side import Side
from tests.clock.virtual_room import VirtualHall, left_of

MINUTE_MS = 60_000
KINDS = ("dgt3000", "dclk", "dgtxl", "hourglass", "upd", "openchess", "dclk", "dgt3000")
DGT = {
    "drop_ack": "0.1", "delay_ack": "0.05", "null_message": "0.05", "flip": "0.0005",
    "garbage": "0.002", "duplicate_ack": "0.05", "cut": "0.002", "drift": "100",
}  # fmt: skip
FAULTS = {
    "dgt3000": DGT,
    "dgtxl": DGT,
    "dclk": {
        "drop_line": "0.01",
        "bad_checksum": "0.01",
        "duplicate_line": "0.01",
        "flip": "0.0005",
        "drift": "-150",
    },
    "hourglass": {"flip": "0.0003", "drift": "300"},
    "upd": {"flip": "0.0003", "drift": "200"},
    "openchess": {"resets_on_open": "1", "drift": "500"},
}
OWN = {"dclk": ("uid", "{:08X}"), "dgt3000": ("serial", "{}"), "dgtxl": ("serial", "{}")}
SIZE, EACH_MS = 50, 42 * MINUTE_MS
LOOK_MS = 1000  # a clock's own flag is seen so late here
AGAIN_MS = 1000  # and is told again after that time when its line was lost
RESOLUTION_MS = {"upd": 250, "openchess": 250, "dclk": 50}
# Whole seconds, rounded up, of a clock whose board looks at its lever every 250 or 400 ms.
RESOLUTION_MS |= {"dgt3000": 1250, "dgtxl": 1400}
RESOLUTION_MS["hourglass"] = 2000  # whole seconds of one side, and a switch up to a second late


def play(clocks: int, minutes: int, seed: int) -> list[str]:
    """The faults that were found."""
    dice, room = Random(seed), VirtualHall(clocks, size=SIZE)
    ports = [_plug(room, place, seed) for place in range(clocks)]
    _begin(room, ports)
    fell: dict[str, int] = {}
    for place, (port, _) in enumerate(ports):
        slow = (
            (DeviceSide.LEFT, DeviceSide.RIGHT)[place % 2]
            if place % (2 * len(KINDS)) < len(KINDS)
            else None
        )
        _press_on(room, port, dice, slow)
        _watch(room, port, fell)
    cables = [port for port, kind in ports if kind != "openchess"]  # starts anew when it is opened
    for _ in range(clocks // 4):
        _pull_some(room, dice.choice(cables), dice, minutes)
    room.run(minutes * MINUTE_MS)
    for port, kind in ports:  # whoever still runs stops, and the last word is the clock's
        room.plug_in(port)
        if kind in {"dgt3000", "dgtxl", "dclk", "upd"}:
            _stop(room, port)
    room.run(15_000)
    tables = list(enumerate(ports, start=1))
    idle = sorted({*KINDS} - {kind for port, kind in ports if port in fell})
    nothing = [f"no flag fell on any clock of the kind {kind}" for kind in idle]
    return nothing + [
        fault
        for table, (port, kind) in tables
        for fault in _faults(room, table, port, kind, fell.get(port))
    ]


def _plug(room: VirtualHall, place: int, seed: int) -> tuple[str, str]:
    kind = KINDS[place % len(KINDS)]
    words = {"seed": str(seed * 1000 + place), **FAULTS[kind]}
    if kind in OWN:
        word, form = OWN[kind]
        words[word] = form.format(2000 + place)
    if kind == "openchess":  # set by hand alone
        words |= {"left_ms": str(EACH_MS), "right_ms": str(EACH_MS)}
    return room.plug(kind, **words), kind


def _begin(room: VirtualHall, ports: list[tuple[str, str]]) -> None:
    room.run(1100)
    for port, kind in ports:
        if kind == "hourglass":  # it cannot be asked what it is
            room.supervisor.wish(port, PortSettings(use=True, product="hourglass"))
    room.run(90_000)
    room.do(DrawRound(7, 1))
    room.do(PublishRound())
    for table, (port, _) in enumerate(ports, start=1):
        room.seat(port, table)
    room.do(StartRound(1))
    room.bank.set_for_round()
    room.run(12_000)
    for table, (port, kind) in enumerate(ports, start=1):
        if kind == "openchess":
            room.press(port, DeviceSide.RIGHT)
        else:
            room.do(StartClock(room.game(table).number, Side.RED))
    room.run(5000)


def _press_on(room: VirtualHall, port: str, dice: Random, slow: DeviceSide | None) -> None:
    """Turns of half a minute to nine minutes, and now and then a quick press back; whoever is slow
    takes up to a quarter of an hour, and the opponent a minute.
    """

    def later() -> int:
        least, most = 40_000, 540_000
        if slow is not None:
            thinks = room.lines[port].truth(room.now_ms).running is slow
            least, most = (300_000, 900_000) if thinks else (40_000, 60_000)
        quick = dice.random() < 0.15
        return room.now_ms + dice.randint(*((2000, 14_000) if quick else (least, most)))

    def press() -> None:
        if room.lines[port].truth(room.now_ms).flagged is None:
            room.press(port)
            room.at(later(), press)

    room.at(later(), press)


def _watch(room: VirtualHall, port: str, fell: dict[str, int]) -> None:
    """Keep when this clock's own flag is seen to have fallen."""

    def look() -> None:
        if room.lines[port].truth(room.now_ms).flagged is None:
            room.at(room.now_ms + LOOK_MS, look)
        else:
            fell[port] = room.now_ms

    look()


def _pull_some(room: VirtualHall, port: str, dice: Random, minutes: int) -> None:
    at_ms = room.now_ms + dice.randint(0, minutes * MINUTE_MS * 3 // 4)
    room.at(at_ms, lambda: room.pull(port))
    room.at(at_ms + dice.randint(1000, 60_000), lambda: room.plug_in(port))


def _stop(room: VirtualHall, port: str) -> None:
    if room.lines[port].truth(room.now_ms).running is not None:
        room.touch(port)
        room.lines[port].start_stop(room.now_ms)


def _faults(room: VirtualHall, table: int, port: str, kind: str, fell_ms: int | None) -> list[str]:
    game, truth = room.game(table), room.lines[port].truth(room.now_ms)
    clock = room.clock(port)
    where = f"table {table}, {kind}"
    if game.play.clock is None or clock is None:
        return [f"{where}: never began"]
    flags = [mark for mark in game.marks if isinstance(mark, FlagFell)]
    if flags and fell_ms is None:
        return [f"{where}: a flag fell in the game and not on the clock"]
    if game.play.ending is not None and not flags:
        return []  # by its length; the clock runs on for nobody
    if fell_ms is not None and not flags:
        return [f"{where}: a flag fell on the clock and not in the game"]
    most_ms, end_ms = RESOLUTION_MS[kind], flags[0].at_ms if flags else room.now_ms
    early_ms = fell_ms - end_ms if fell_ms is not None else 0
    if not -most_ms - AGAIN_MS <= early_ms <= most_ms + LOOK_MS:
        return [f"{where}: its flag fell {early_ms} ms early in the game"]
    most_ms += 1000 if truth.running else 0
    off = {
        side.colour: left_of(game, side, end_ms) - shown
        for side, shown in ((Side.RED, truth.left_ms), (Side.BLUE, truth.right_ms))
    }
    wrong = {colour: ms for colour, ms in off.items() if abs(ms) > most_ms}
    return [f"{where}: {colour} is off by {ms} ms ({clock.notice})" for colour, ms in wrong.items()]


def main() -> int:
    clocks, minutes, seed = map(int, sys.argv[1:])
    faults = play(clocks, minutes, seed)
    print("\n".join(faults) or "Every clock and its game agree.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
