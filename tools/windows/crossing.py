"""Continue an event with the rows of another one that was played, as far as the desk of one
computer gets.

    python -m tools.windows.crossing PLAYED FILE ROWS NAME

The rows of PLAYED are added after those in FILE, up to ROWS rows, or all rows for -1. Then a player
called NAME is added.
"""

import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from app.engine.acts.events import Record
from app.engine.acts.players import Entry, PlayersAdded
from app.store.log.event_log import EventLog, create, open_log

NUMBER = 900
"""The first number of players who are added."""


def carry_on(played: Path, file: Path, rows: int, name: str) -> None:
    with open_log(played, read_only=True) as source:
        records = source.records()
    with open_log(file) if file.exists() else create(file) as log:
        added = [record for record in log.records() if is_added(record)]
        beginning = log.last_seq - len(added)
        end = rows if rows > 0 else len(records)
        for _, act in groupby(records[beginning:end], act_of):
            append(log, [*act])
        last = log.records()[-1]
        entry = PlayersAdded(((NUMBER + len(added), Entry(name)),))
        log.append([entry], at_ms=last.at_ms, station=last.station, actor=last.actor)


def is_added(row: Record) -> bool:
    return isinstance(row.event, PlayersAdded) and row.event.players[0][0] >= NUMBER


def act_of(row: Record) -> int:
    return row.act


def append(log: EventLog, act: Sequence[Record]) -> None:
    first = act[0]
    events = [row.event for row in act]
    log.append(events, at_ms=first.at_ms, station=first.station, actor=first.actor)


def main(given: Sequence[str]) -> int:
    played, file, rows, name = given
    carry_on(Path(played), Path(file), int(rows), name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
