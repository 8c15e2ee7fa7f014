"""Compares the acts that stations say were acknowledged with the database. Nothing of Flagfall is
imported.

python -m tools.rehearsals.acknowledged DATABASE EVENT JOURNAL...

A journal has a line of JSON for each acknowledged act: the actor, whose name no other act has; the
numbers, kinds and payloads of its rows; and whether it waited for the server then. The rows of an
act that waited may have other numbers by now, or be there as a row that sets the act aside. The
rows of any other act must be in the database as they were acknowledged.
"""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

ASIDE = "act_set_aside"


class Row(NamedTuple):
    """A row of the database."""

    seq: int
    act: int
    actor: str
    kind: str
    payload: Any


class Act(NamedTuple):
    """An act that a station acknowledged."""

    actor: str
    rows: tuple[tuple[int, str, Any], ...]
    """The numbers, kinds and payloads of the act's rows when it was acknowledged."""
    waited: bool
    """True if the act was still waiting for the server when it was acknowledged."""


def rows_of(database: str, event: str) -> list[Row]:
    """Return every row of an event, in order."""
    with psycopg.connect(database.replace("+psycopg", "", 1)) as line:
        found = line.execute(
            "SELECT seq, act, actor, kind, payload FROM log JOIN event USING (tournament)"
            " WHERE event.name = %s ORDER BY seq",
            (event,),
        )
        return [Row(*row, json.loads(payload)) for *row, payload in found]


def acknowledged(journal: Path) -> list[Act]:
    """Return the acts of one journal in order. A line that a crash cut off was not acknowledged to
    anybody.
    """
    acts = []
    for line in journal.read_text("utf-8").splitlines():
        try:
            actor, rows, waited = json.loads(line)
            told = tuple((seq, kind, payload) for seq, kind, payload in rows)
            acts.append(Act(actor, told, waited))
        except ValueError:
            continue
    return acts


def faults(rows: Sequence[Row], journals: Iterable[Sequence[Act]]) -> list[str]:
    """Return sentences about everything that is wrong: gaps in the rows' numbers, acts that are
    lost, doubled, changed or out of order, and flags that fell twice.
    """
    found = [
        f"Row {place} has the number {row.seq}."
        for place, row in enumerate(rows, start=1)
        if row.seq != place
    ]
    written, aside = defaultdict[str, list[Row]](list), defaultdict[str, list[Row]](list)
    for row in rows:
        written[row.actor].append(row)
        if row.kind == ASIDE:
            aside[row.payload["actor"]].append(row)
    for number, acts in enumerate(journals, start=1):
        last = 0
        for act in acts:
            here = written.get(act.actor, []) or aside.get(act.actor, [])
            words = f"Station {number}: “{act.actor}”, acknowledged as row {act.rows[0][0]},"
            times = len({row.act for row in written.get(act.actor, [])})
            times += len(aside.get(act.actor, []))
            if not here:
                found.append(f"{words} is lost.")
                continue
            if times > 1:
                found.append(f"{words} is there {times} times.")
            if here[0].kind != ASIDE or not act.waited:
                found += [f"{words} {what}" for what in _differences(act, here)]
            if here[0].seq <= last:
                found.append(f"{words} comes after row {last}.")
            last = here[0].seq
    flags = Counter(_text(row) for row in rows if row.kind == "flag_fell")
    found += [f"A flag fell {times} times: {flag}" for flag, times in flags.items() if times > 1]
    return found


def _differences(act: Act, here: Sequence[Row]) -> Iterable[str]:
    if not act.waited and act.rows[0][0] != here[0].seq:
        yield f"is row {here[0].seq} now, though it never waited."
    if act.rows[0][0] == here[0].seq:
        if [(seq, kind, payload) for seq, kind, payload in act.rows] != [
            (row.seq, row.kind, row.payload) for row in here
        ]:
            yield "is another act."
    elif here[0].kind == "player_warned" and _asked(here[0].payload) != _asked(act.rows[0][2]):
        yield "is another warning."


def _asked(warning: Any) -> Any:
    """Return a warning as the station asked for it, but without the number of the round: another
    station may have undone the start of that round.
    """
    return {key: value for key, value in warning.items() if key != "round_number"}


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
