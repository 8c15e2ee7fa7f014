"""Run a second Flagfall that opens an event's file, adds players, notes each acknowledged row, and
then closes the file or ends like a crash.

    python -m tools.faults.laptop FILE NOTE ACTS WAY

WAY is `close` or `crash`; with `told` the program goes on until the organizer is told something,
then closes the file. A missing file is created.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from app.desk import desk as desks
from app.desk.desk import Desk
from app.desk.replies import Snapshot
from app.engine import Record
from app.engine.acts.players import AddPlayers, Entry
from app.engine.acts.setup import CreateEvent
from app.engine.formats.settings import Settings
from app.headless.desk_session import DeskSession
from app.store.log.event_log import create, open_log
from app.store.packets.files import packets
from tools.faults.outcome import digest
from tools.faults.player import BEAT_SECONDS

MOST_ACTS = 400
"""The greatest number of acts. Somebody who has not been told anything by then never will be."""


class Note:
    """The file of the rows and sentences that somebody at this laptop has seen."""

    def __init__(self, file: Path) -> None:
        self._into = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self.is_told = False

    def say(self, line: str) -> None:
        os.write(self._into, f"{line}\n".encode())

    def acknowledge(self, rows: Sequence[Record]) -> None:
        for row in rows:
            self.say(f"{row.seq} {digest(row)}")

    def tell(self, snapshot: Snapshot) -> None:
        if snapshot.trouble:
            self.is_told = True
            self.say(f"told {snapshot.trouble}")


def main(arguments: Sequence[str]) -> None:
    file, note, acts, way = Path(arguments[0]), Note(Path(arguments[1])), *arguments[2:]
    desks.BEAT_SECONDS = BEAT_SECONDS
    is_new = not file.exists()
    desk = Desk(lambda: create(file) if is_new else open_log(file))
    line = DeskSession(desk, note.acknowledge)
    desk.subscribe(note.tell)
    if is_new:
        packet = packets()["sr2017"]
        line.do(CreateEvent(Settings("Another event", "sr2017", 75, 1), packet))
    number = 0
    while number < int(acts) or (way == "told" and not note.is_told and number < MOST_ACTS):
        number += 1
        line.do(AddPlayers((Entry(f"Guest {number}"),)))
    if way == "crash":
        note.say("end")
        os._exit(0)
    desk.stop()
    note.say("end")


if __name__ == "__main__":
    main(sys.argv[1:])
