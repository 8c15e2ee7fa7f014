"""Holds what stations say was acknowledged against the database. Nothing of Flagfall is imported.

python tools/check_stations.py DATABASE EVENT JOURNAL...

A journal has a line of JSON for each acknowledged act: its rows' numbers, kinds and payloads.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import psycopg


class Row(NamedTuple):
    """A row of the database."""

    seq: int
    kind: str
    payload: Any


def rows_of(database: str, event: str) -> list[Row]:
    """Every row of an event, in order."""
    with psycopg.connect(database.replace("+psycopg", "", 1)) as line:
        found = line.execute(
            "SELECT seq, kind, payload FROM log JOIN event USING (tournament)"
            " WHERE event.name = %s ORDER BY seq",
            (event,),
        )
        return [Row(seq, kind, json.loads(payload)) for seq, kind, payload in found]


def acknowledged(journal: Path) -> list[list[Row]]:
    """The acts of one journal in order, each with its rows. A line that was cut off by a crash was
    not acknowledged to anybody.
    """
    acts = []
    for line in journal.read_text("utf-8").splitlines():
        try:
            acts.append([Row(*row) for row in json.loads(line)])
        except ValueError:
            continue
    return acts


def faults(rows: Sequence[Row], journals: Iterable[Sequence[Sequence[Row]]]) -> list[str]:
    """What is wrong, in sentences."""
    found = [
        f"Row {place} has the number {row.seq}."
        for place, row in enumerate(rows, start=1)
        if row.seq != place
    ]
    texts = Counter(_text(row) for row in rows)
    by_seq = {row.seq: row for row in rows}
    for number, acts in enumerate(journals, start=1):
        last = 0
        for row in (row for act in acts for row in act):
            there = texts[_text(row)]
            if not there:
                found.append(f"Station {number}: acknowledged row {row.seq} is lost.")
            elif _is_unique(row) and there > 1:
                found.append(f"Station {number}: row {row.seq} is there {there} times.")
            elif row.seq in by_seq and _text(by_seq[row.seq]) != _text(row):
                found.append(f"Station {number}: row {row.seq} is another one.")
            if row.seq <= last:
                found.append(f"Station {number}: row {row.seq} comes after row {last}.")
            last = row.seq
    flags = Counter(_text(row) for row in rows if row.kind == "flag_fell")
    found += [f"A flag fell {times} times: {flag}" for flag, times in flags.items() if times > 1]
    return found


def _is_unique(row: Row) -> bool:
    """Whether the rehearsal gives every such row a text of its own."""
    return row.kind == "player_warned"


def _text(row: Row) -> str:
    return f"{row.kind} {json.dumps(row.payload, sort_keys=True)}"


def main() -> int:
    if len(sys.argv) < 4:
        print(__doc__)
        return 2
    database, event, *journals = sys.argv[1:]
    rows = rows_of(database, event)
    acts = [acknowledged(Path(journal)) for journal in journals]
    found = faults(rows, acts)
    print(f"{len(rows)} rows, {sum(map(len, acts))} acknowledged acts, {len(found)} faults.")
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
