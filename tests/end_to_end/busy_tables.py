"""Tables whose players all press at once; prints the number of each row once it is durable."""

import threading
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from random import Random

from app.clock.timeline import SetTimeline
from app.desk.desk import Desk
from app.desk.replies import Reply
from app.engine.acts.commands import Command, Refused
from app.engine.acts.players import AddPlayers, CheckIn, Entry, WarnPlayer
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.table import CallJudge, DismissJudge, StartClock, Tap
from app.engine.acts.undo import Undo
from app.engine.formats.settings import Settings
from app.engine.side import Side
from app.store.log.event_log import create
from app.store.packets.files import packets

PACKET = packets()["sr2017"]  # read before the fork
TABLES = 16
THREADS = 4
ROUNDS = 40
START_MS = 1_800_100_800_000


def answered(reply: "Future[Reply]") -> None:
    rows = reply.result()
    if not isinstance(rows, Refused):
        for row in rows:
            print(row.seq, flush=True)


def press(desk: Desk, seed: int, goes: threading.Barrier) -> None:
    """What one thread's tables ask for: much at the same instant, and nothing waits for answers
    but at the end of each round.
    """
    dice = Random(seed)
    for _ in range(ROUNDS):
        goes.wait()
        replies = []
        for game in range(1, TABLES + 1):
            side = dice.choice(list(Side))
            commands: list[Command] = [Tap(game, side), CallJudge(game, side), DismissJudge(game)]
            if dice.random() < 0.05:
                commands = [WarnPlayer(game, "late"), Undo()]
            replies.append(desk.submit(dice.choice(commands)))
            replies[-1].add_done_callback(answered)
        for reply in replies:
            reply.result()


def main(arguments: Sequence[str]) -> int:
    path, seed = Path(arguments[0]), int(arguments[1])
    desk = Desk(lambda: create(path), timeline=SetTimeline(START_MS))
    desk.start().result()
    setup: list[Command] = [
        CreateEvent(Settings("Busy tables", "sr2017", 75, seed), PACKET),
        AddPlayers(tuple(Entry(f"Player {number}") for number in range(2 * TABLES))),
        CheckIn(tuple(range(1, 2 * TABLES + 1))),
        DrawRound(seed),
        PublishRound(),
        StartRound(),
        *(StartClock(game, Side.RED) for game in range(1, TABLES + 1)),
    ]
    for command in setup:
        reply = desk.submit(command)
        reply.add_done_callback(answered)
        reply.result()
    goes = threading.Barrier(THREADS)
    threads = [
        threading.Thread(target=press, args=(desk, seed * THREADS + number, goes))
        for number in range(THREADS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    desk.stop()
    return 0
