"""A desk with its tables' server in a program of its own: the event's file, the port, the address.
It does as it is told on its standard input, line by line, and prints what it tells the organizer.
"""

import sys
from pathlib import Path

from app.desk.desk import Desk
from app.desk.replies import Snapshot
from app.engine.acts.commands import Command, Refused
from app.engine.acts.table import CountGap, ResumeClock, StartClock, Tap
from app.engine.side import Side
from app.store.log.event_log import open_log
from app.web.server.http import TablesServer, read_pages
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


def main(path: Path, port: int, host: str) -> None:
    desk = Desk(lambda: open_log(path))
    desk.start().result(60)
    desk.subscribe(tell)
    pages = read_pages(Path("resources/web"))
    server = TablesServer(desk, Keys(keys_file(path)), pages, host=host, port=port)
    print(server.start().result(60)[0], flush=True)
    for line in sys.stdin:
        word, game = line.split()
        reply = desk.submit(command(word, int(game))).result(60)
        print("refused" if isinstance(reply, Refused) else "done", flush=True)
    desk.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
