"""Desks with their tables' servers in programs of their own: each with an event's file, a port, an
address. It does as it is told on its standard input, line by line, and prints what it tells the
organizer.
"""

import ctypes
import gc
import json
import os
import socket
import sys
from contextlib import suppress
from pathlib import Path

from app.desk.desk import Desk
from app.desk.replies import Snapshot
from app.engine.acts.commands import Command, Refused
from app.engine.acts.table import CountGap, ResumeClock, StartClock, Tap
from app.engine.side import Side
from app.store.log.event_log import open_log
from app.web.server.http import Page, TablesServer, read_pages
from app.web.server.secrets import Keys, keys_file


def tell(snapshot: Snapshot) -> None:
    if snapshot.trouble:
        print("told", snapshot.trouble, flush=True)


def command(word: str, game: int) -> Command:
    match word:
        case "start":
            return StartClock(game, Side.RED)
        case "count":
            return CountGap(game)
        case "ignore":
            return ResumeClock(game)
        case _:
            return Tap(game, Side.RED)


def main(path: Path, port: int, host: str, pages: dict[str, Page]) -> None:
    desk = Desk(lambda: open_log(path))
    desk.start().result(60)
    desk.subscribe(tell)
    server = TablesServer(desk, Keys(keys_file(path)), pages, host=host, port=port)
    print(server.start().result(60)[0], flush=True)
    for line in sys.stdin:
        word, game = line.split()
        reply = desk.submit(command(word, int(game))).result(60)
        print("refused" if isinstance(reply, Refused) else "done", flush=True)
    desk.stop()


def fork(shim: str) -> None:
    """Fork a process for each desk ordered on standard input, and answer with its number."""
    orders, pages = socket.socket(fileno=os.dup(0)), read_pages(Path("resources/web"))
    gc.freeze()
    while True:
        told, ends, *_ = socket.recv_fds(orders, 1 << 16, 2)
        if not told:
            with suppress(ChildProcessError):
                while True:
                    os.wait()
            return
        pid = os.fork()
        if pid == 0:
            break
        for end in ends:
            os.close(end)
        orders.send(str(pid).encode())
    orders.close()
    for end, stands_for in zip(ends, (0, 1), strict=True):
        os.dup2(end, stands_for)
        os.close(end)
    order = json.loads(told)
    os.environ |= order["variables"]
    ctypes.CDLL(shim).begin()
    path, port, host = order["arguments"]
    main(Path(path), int(port), host, pages)


if __name__ == "__main__":
    fork(sys.argv[1])
