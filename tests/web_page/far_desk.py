"""A desk with its tables' server in a program of its own: the event's file, the port. It does as it
is told on its standard input, line by line, and prints what it tells the organizer.
"""

import sys
from pathlib import Path

from app.desk.desk import Desk
from app.desk.replies import Snapshot
from app.engine.acts.commands import Refused
from app.engine.acts.table import StartClock, Tap
from app.engine.side import Side
from app.store.log.event_log import open_log
from app.web.server.http import TablesServer, read_pages
from app.web.server.secrets import Keys, keys_file


def tell(snapshot: Snapshot) -> None:
    if snapshot.trouble:
        print("told", snapshot.trouble, flush=True)


def main(path: Path, port: int) -> None:
    desk = Desk(lambda: open_log(path))
    desk.start().result(60)
    desk.subscribe(tell)
    pages = read_pages(Path("resources/web"))
    server = TablesServer(desk, Keys(keys_file(path)), pages, host="127.0.0.1", port=port)
    print(server.start().result(60)[0], flush=True)
    for line in sys.stdin:
        word, game = line.split()
        command = StartClock if word == "start" else Tap
        reply = desk.submit(command(int(game), Side.RED)).result(60)
        print("refused" if isinstance(reply, Refused) else "done", flush=True)
    desk.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
