"""Four stations lose the server, act, are closed with acts waiting, and are opened again in any
order and alone, on the same computer and on another, while clocks run.

python -m tools.rehearsals.interleaved [first seed [seeds [steps]]]

After each step, all stations that reach the server show the rows of the database, with the same
digest, and every other station shows the state that follows from its own rows. In the end no act
waits on any computer, each acknowledged act is in the database once or set aside, and no flag fell
twice.
"""

import os
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack, closing
from pathlib import Path

from app.clock.timeline import SetTimeline
from app.engine.acts.events import Record
from app.engine.acts.stations.aside import ActSetAside
from app.engine.acts.table import FlagFell, StartClock
from app.engine.evolve import fold
from app.engine.side import Side
from app.headless.recheck.flags import flag_faults
from app.store.exports.digest import state_digest
from app.store.own_folder import FOLDER
from app.store.server import server_log
from app.store.server.address import ServerEvent, database
from app.store.server.server import open_line
from tests.cut_line import CutLine
from tests.events import MINUTE, NOON_MS
from tests.postgresql import Server
from tools.rehearsals.acknowledged import acknowledged, faults, rows_of
from tools.rehearsals.stations import STATIONS, Seat, prepared

COMPUTERS = (*STATIONS, "Spare")
PLAYERS = 8
STEPS = 24
SETTLES_S = 30.0
LOOK_S = 0.02
MOST_ACTS = 6
LONGEST_MINUTES = 20
FORGET = (
    "DELETE FROM station WHERE name <> ALL(%s)",
    "DELETE FROM lease WHERE session NOT IN (SELECT session FROM station)",
)
STEP_WEIGHTS = {
    "act": 12,
    "time passes": 4,
    "lose the server": 4,
    "lose it everywhere": 1,
    "find the server": 2,
    "close": 2,
    "close all": 2,
    "open": 4,
}


class Hall:
    """All stations of one event, both open and closed."""

    def __init__(self, server: Server, folder: Path, seed: int) -> None:
        self.steps: list[str] = []
        self.compared = 0
        self._server, self._folder = server, folder
        self._dice = random.Random(seed)
        self._now_ms = NOON_MS + MINUTE
        self._place = ServerEvent(database(server.address), f"Interleaved {seed} {time.time_ns()}")
        self._open: dict[str, tuple[Seat, CutLine, SetTimeline]] = {}
        self._away: set[str] = set()
        self.journals: list[Path] = []
        prepared(folder / "event.flagfall", self._place, PLAYERS, NOON_MS)

    def play(self, steps: int) -> list[str]:
        """Do ``steps`` steps, then bring all acts to the server. Return the faults."""
        try:
            for name in STATIONS:
                self._open_at(name, name)
            self._start_clocks()
            for _ in range(steps):
                self._step()
                if found := self._compared():
                    return [*found, *self.steps]
            found = self._brought_together()
        finally:
            self.close()
        return [*found, *self._at_the_end()]

    def close_all_and_open_alone(self) -> list[str]:
        """Act at each station without the server, close all stations, and open one of them alone
        while acts wait. Return the faults found then, and those found once all stations are open
        again.
        """
        try:
            for name in STATIONS:
                self._open_at(name, name)
            self._start_clocks()
            self._lose([*STATIONS])
            for name in self._shuffled([*STATIONS]):
                self._act(name)
            self._let_pass(self._dice.randint(1, LONGEST_MINUTES) * MINUTE)
            for name in self._shuffled([*STATIONS]):
                self._close(name)
            alone = self._dice.choice(STATIONS)
            self._open_at(alone, alone)
            found = [*self._compared(), *self._brought_together()]
        finally:
            self.close()
        return [*found, *self._at_the_end()]

    def close(self) -> None:
        for name in [*self._open]:
            self._close(name)

    def records(self) -> list[Record]:
        """Return the rows in the database."""
        with server_log.open_log(self._place, read_only=True) as reader:
            return reader.records()

    def _step(self) -> None:
        what = self._dice.choices([*STEP_WEIGHTS], [*STEP_WEIGHTS.values()])[0]
        here = [*self._open]
        closed = [name for name in STATIONS if name not in self._open]
        if what == "act" and here:
            self._act(self._dice.choice(here))
        elif what == "time passes":
            self._let_pass(self._dice.randint(1, LONGEST_MINUTES) * MINUTE)
        elif what == "lose the server" and here:
            self._lose([self._dice.choice(here)])
        elif what == "lose it everywhere":
            self._lose(here)
        elif what == "find the server" and self._away:
            self._find(self._dice.choice(sorted(self._away)))
        elif what == "close" and here:
            self._close(self._dice.choice(here))
        elif what == "close all":
            for name in self._shuffled(here):
                self._close(name)
        elif closed:
            name = self._dice.choice(closed)
            self._open_at(name, self._dice.choice((name, name, self._dice.choice(COMPUTERS))))

    def _start_clocks(self) -> None:
        seat = self._open[STATIONS[0]][0]
        for game in seat.state.games:
            seat.desk.submit(StartClock(game, self._dice.choice([*Side]))).result()

    def _shuffled(self, names: list[str]) -> list[str]:
        return self._dice.sample(names, len(names))

    def _act(self, name: str) -> None:
        seat = self._open[name][0]
        for _ in range(self._dice.randint(1, MOST_ACTS)):
            seat.act()
            self._say(f"{name} acts: row {seat.seq}")

    def _let_pass(self, ms: int) -> None:
        """Let time pass on the clocks. The server forgets stations that it has not seen
        meanwhile.
        """
        self._say(f"{ms // MINUTE} minutes pass")
        self._now_ms += ms
        for _, _, timeline in self._open.values():
            timeline.move_to(self._now_ms)
        seen = [self._open[name][0].name for name in self._open.keys() - self._away]
        with closing(open_line(self._place.database)) as line:
            line.execute(FORGET[0], (seen,))
            line.execute(FORGET[1])

    def _lose(self, names: list[str]) -> None:
        for name in names:
            self._say(f"{name} loses the server")
            self._open[name][1].refuse()
            self._away.add(name)

    def _find(self, name: str) -> None:
        self._say(f"{name} finds the server")
        self._open[name][1].accept()
        self._away.discard(name)

    def _close(self, name: str) -> None:
        seat, line, _ = self._open.pop(name)
        self._say(f"{name} is closed: {seat.waiting} wait")
        self._away.discard(name)
        seat.close()
        line.close()

    def _open_at(self, name: str, computer: str) -> None:
        self._say(f"{name} is opened at the computer of {computer}")
        line, timeline = CutLine(self._server.port), SetTimeline(self._now_ms)
        address = self._place.database.replace(f":{self._server.port}/", f":{line.port}/")
        os.environ[FOLDER] = str(self._folder / computer)
        self.journals.append(self._folder / f"{len(self.journals)} {name}.journal")
        place = ServerEvent(address, self._place.name)
        dice = random.Random(self._dice.random())
        seat = Seat(place, name, self.journals[-1], dice, timeline)
        self._open[name] = seat, line, timeline

    def _compared(self) -> list[str]:
        """Return the differences that remain although every station had time to read all rows."""
        end_s = time.monotonic() + SETTLES_S
        self.compared += 1
        while found := self._differences():
            if time.monotonic() > end_s:
                return found
            time.sleep(LOOK_S)
        return []

    def _differences(self) -> list[str]:
        records = self.records()
        right = state_digest(fold(records))
        found = []
        for name, (seat, _, _) in self._open.items():
            state, rows, seq, waiting = seat.summary().split()
            if state != rows:
                found.append(f"{name} shows what its rows do not come to.")
            if name in self._away:
                continue
            if (state, seq, waiting) != (right, f"{len(records)}", "0"):
                found.append(
                    f"{name} has row {seq} of {len(records)}, {waiting} acts waiting,"
                    f" {'the same' if state == right else 'another'} digest."
                )
        return found

    def _brought_together(self) -> list[str]:
        """Open the event at each computer once more, so that acts that wait there are added. Return
        the faults.
        """
        for name in sorted(self._away):
            self._find(name)
        found = self._compared()
        for computer in self._shuffled([*COMPUTERS]):
            for name in [*self._open]:
                self._close(name)
            self._open_at(self._dice.choice(STATIONS), computer)
            found += self._compared()
        left = [*self._folder.glob("*/stations/*.waiting")]
        return [*found, *(f"{file} is left." for file in left)]

    def _at_the_end(self) -> list[str]:
        acts = [acknowledged(journal) for journal in self.journals]
        records = self.records()
        kinds = Counter(type(record.event) for record in records)
        self._say(
            f"{self.compared} comparisons, {len(records)} rows,"
            f" {sum(map(len, acts))} acknowledged acts,"
            f" {sum(act.waited for each in acts for act in each)} waited,"
            f" {kinds[ActSetAside]} set aside, {kinds[FlagFell]} flags"
        )
        rows = rows_of(self._server.address, self._place.name)
        return [*faults(rows, acts), *flag_faults(fold(records), records)]

    def _say(self, what: str) -> None:
        self.steps.append(what)


def interleave(server: Server, folder: Path, seed: int, *, steps: int = STEPS) -> list[str]:
    """Play one seed. With no steps, only close all stations with acts waiting and open one of them
    alone. Return the faults with their seed.
    """
    before = os.environ.get(FOLDER)
    hall = Hall(server, folder, seed)
    try:
        found = hall.play(steps) if steps else hall.close_all_and_open_alone()
    finally:
        if before is None:
            os.environ.pop(FOLDER, None)
        else:
            os.environ[FOLDER] = before
    print(f"Seed {seed}: {hall.steps[-1]}, {len(found)} faults.", flush=True)
    return [f"Seed {seed}: {fault}" for fault in found]


def main() -> int:
    given = [*map(int, sys.argv[1:])]
    first, seeds, steps = *given, *(1, 200, STEPS)[len(given) :]
    found = []
    with ExitStack() as stack:
        server = Server()
        stack.callback(server.remove)
        for seed in range(first, first + seeds):
            with tempfile.TemporaryDirectory() as folder:
                found += interleave(server, Path(folder), seed, steps=steps)
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
