"""Play at eight tables while the computer's clock is set again and again.

    python -m tools.faults.leaping FOLDER SEED PLAYERS PRESSES

Prints a line for everything that a jump of the clock changed: an instant of a row, a pause, a flag.
"""

import os
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from app.desk.desk import Desk
from app.engine import Record, Refused
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.table import ClockPaused, FlagFell, StartClock, Tap
from app.engine.formats.settings import Settings
from app.engine.side import Side
from app.headless.desk_session import DeskSession
from app.store.log.event_log import create
from app.store.packets.files import packets
from tools.faults.player import CLOCKS, EVENT, Meeting, Numbers

JUMPS_S = (6, -6, 300, -3_600, 3_600, 26 * 3_600, -26 * 3_600)
EVERY = 20  # presses
OFF_MS = 1_500


def main(arguments: Sequence[str]) -> None:
    folder, seed, players, presses = Path(arguments[0]), *map(int, arguments[1:])
    dice, clocks = random.Random(seed), Numbers("TIME_APART", CLOCKS)
    (folder / EVENT).parent.mkdir()
    meeting = Meeting(folder, {})
    began_ms: list[float] = []

    def heard(rows: tuple[Record, ...]) -> None:
        meeting.acknowledge(rows)
        for row in rows:
            if isinstance(row.event, ClockPaused | FlagFell):
                meeting.say(f"wrong row {row.seq} is {row.event}")
            offset_ms = row.at_ms - time.perf_counter() * 1000
            began_ms.append(offset_ms)
            if abs(offset_ms - began_ms[0]) > OFF_MS:
                meeting.say(f"wrong row {row.seq} is off by {offset_ms - began_ms[0]:.0f} ms")

    line = DeskSession(Desk(lambda: create(folder / EVENT)), heard)
    for command in (
        CreateEvent(Settings("Leaping clocks", "sr2017", 75, seed), packets()["sr2017"]),
        AddPlayers(tuple(Entry(f"Player {number}") for number in range(players))),
        CheckIn(tuple(range(1, players + 1))),
        DrawRound(seed),
        PublishRound(),
        StartRound(),
    ):
        line.do(command)
    for game in range(1, players // 2 + 1):
        line.do(StartClock(game, Side.RED))
    real_s = 0
    for press in range(presses):
        if press % EVERY == EVERY - 1:
            meeting.say("fault clock_jump")
            real_s += dice.choice(JUMPS_S)
            clocks.set("real", real_s * 1_000_000_000)
            meeting.jumped()
        time.sleep(0.005)
        game = line.state.games[dice.randint(1, players // 2)]
        if isinstance(refused := line.try_to(Tap(game.number, game.play.owner)), Refused):
            meeting.say(f"refused {refused.sentence}")
    meeting.say("end")
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
