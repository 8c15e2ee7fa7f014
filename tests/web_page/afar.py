"""A server far from the hall, each in a network of its own, with a line between them that drops:
people sign up by a real browser, the desk fetches them three times, plays the event, and sends
everything up while the line is down a third of the time.

    python -m tests.web_page.afar           40 sign-ups, three rounds; needs Linux, root, Chromium
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from app.desk.replies import Snapshot
from app.engine.acts.players import CheckIn
from app.engine.acts.rounds import FinishRound
from app.engine.side import Side
from app.engine.state import Stage
from app.reports.results_page import results_parts
from app.store.online.book import Book, book_file
from app.store.tables.roster import Change, acts_of, preview_roster
from app.web.online.channel import VERSION, Ask
from app.web.online.fetched import acts_beside, sheet_of
from app.web.online.line import Line, fetch_sign_ups, join
from app.web.online.parts import parts_of
from app.web.online.progress import Progress, Sending
from app.web.online.uplink import Uplink
from tests.events import Event
from tests.patience import until
from tests.taken import note_taken, taken
from tests.web_page.chromium import Browser, executable
from tests.web_page.namespaces import Networks, why_none

PORT = 8440
DOWN_S, UP_S = 4.0, 8.0
PAUSE_S = 1.0
PEOPLE, ROUNDS = 40, 3
ROOT = Path(__file__).resolve().parents[2]
Say = Callable[[str], object]


class HallDesk:
    """The desk in the hall, told by lines what to do; it answers each with a line."""

    def __init__(self, folder: Path, address: str, code: str, pause_s: float) -> None:
        self._event = Event(folder / "hall.flagfall")
        self._access = join(address, code)
        self._pause_s = pause_s
        self._told: list[Progress] = []
        self._uplink = Uplink(Line(self._access), self._told.append, pace_s=min(pause_s, 2.0))
        self._uplink.start()
        self._event.desk.subscribe(self._show)
        self._uplink.show(self._event.state)

    def _show(self, snapshot: Snapshot) -> None:
        self._uplink.show(snapshot.state)

    def run(self) -> None:
        with closing(self._event):
            for line in sys.stdin:
                act, *rest = line.split()
                answer = self.fetch() if act == "fetch" else self.play(int(rest[0]))
                print(json.dumps(answer), flush=True)
            self._uplink.end()

    def fetch(self) -> dict[str, Any]:
        """Fetch the sign-ups and take all whom the desk does not ask about."""
        sign_ups = fetch_sign_ups(Line(self._access))
        before = self._event.state
        preview = preview_roster(sheet_of(sign_ups).rows, before)
        rows = tuple(row for row in preview.rows if row.ok)
        for act in acts_of(rows):
            if act is not None:
                self._event.do(act)
        for beside in acts_beside(sign_ups, self._event.state):
            self._event.do(beside)
        changes = [row.change for row in preview.rows]
        players = self._event.state.players.values()
        return {
            "new": changes.count(Change.ADDS),
            "changed": changes.count(Change.EDITS),
            "same": changes.count(Change.NOTHING),
            "absent": len(preview.absent),
            "players": len(players),
            "numbers": len({player.entry.sign_up for player in players}),
            "lists": sum(bool(player.lists) for player in players),
        }

    def play(self, rounds: int) -> dict[str, Any]:
        """Play some rounds, and wait until the server has everything; return what it shall have."""
        event = self._event
        event.do(CheckIn(tuple(event.state.players)))
        for number in range(rounds):
            event.start()
            latest = event.state.latest
            assert latest is not None
            for table in range(1, len(latest.games) + 1):
                winner = Side.RED if (table + number) % 3 else Side.BLUE
                event.report(table, winner)
                time.sleep(self._pause_s)  # else all is sent before the line has dropped once
            event.do(FinishRound())
        state = event.state
        assert all(round_.stage is Stage.FINISHED for round_ in state.rounds)
        said = self._told
        marks = {part.key: part.mark for part in parts_of(state)}
        ask = Line(self._access)

        def is_there() -> bool:
            with suppress(Exception):
                return ask.say(Ask(VERSION, 0)).marks == marks
            return False

        until(is_there, lambda: said[-1:])
        return {
            "marks": marks,
            "results": [body for _, body in results_parts(state)],
            "waited": sum(each.sending is Sending.WAITS for each in said),
        }


class Afar:
    """The server, the hall and the people at home."""

    def __init__(self, folder: Path, say: Say, pause_s: float) -> None:
        self._folder, self._say, self._pause_s = folder, say, pause_s
        self.networks = Networks(f"afar-{os.getpid()}", ("hall",))
        self.event = folder / "server" / "cup.flagfall"
        self.event.parent.mkdir()
        self._programs: list[subprocess.Popen[str]] = []
        self._ended = threading.Event()
        self.drops = 0
        self.down_s = 0.0

    @property
    def address(self) -> str:
        return f"http://{self.networks.address('hall')}:{PORT}"

    def program(self, place: str, *words: str) -> "subprocess.Popen[str]":
        command = [*self.networks.inside(place), sys.executable, "-m", *words]
        made = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        self._programs.append(made)
        return made

    def serve(self) -> str:
        """Start the server; return the code that it shows."""
        server = self.program(
            "laptop", "app", "web", str(self.event), "--host", "0.0.0.0", "--port", str(PORT)
        )
        assert server.stdout is not None
        lines = [server.stdout.readline() for _ in range(4)]
        note_taken(book_file(self.event))
        return lines[-1].rpartition(" ")[2].strip()

    @contextmanager
    def dropping(self) -> Iterator[None]:
        """Let the line drop for a third of the time."""
        thread = threading.Thread(target=self._drop)
        thread.start()
        try:
            yield
        finally:
            self._ended.set()
            thread.join()
            self.networks.mend("hall")

    def _drop(self) -> None:
        while not self._ended.wait(UP_S):
            self.networks.cut("hall")
            self.drops += 1
            began_s = time.monotonic()
            self._ended.wait(DOWN_S)
            self.networks.mend("hall")
            self.down_s += time.monotonic() - began_s

    def close(self) -> None:
        for program in reversed(self._programs):
            for end in (program.stdin, program.stdout):
                if end is not None:
                    end.close()
            program.terminate()
            program.wait()
        self.networks.clear()


def ask(desk: "subprocess.Popen[str]", act: str) -> dict[str, Any]:
    assert desk.stdin is not None
    assert desk.stdout is not None
    desk.stdin.write(act + "\n")
    desk.stdin.flush()
    answer: dict[str, Any] = json.loads(desk.stdout.readline())
    return answer


SIGN_UP = """(() => {
    const set = (id, value) => { document.getElementById(id).value = value; };
    set("name", %s); set("club", "Club %d"); set("lists", "Agathia\\nSlayer");
    document.getElementById("faction").selectedIndex = 1 + %d %% 5;
    document.querySelector("form button").click();
})()"""


def rehearse(folder: Path, say: Say, people: int, rounds: int, pause_s: float) -> None:
    afar = Afar(folder, say, pause_s)
    try:
        afar.networks.lay()
        code = afar.serve()
        desk = afar.program(
            "hall", "tests.web_page.afar", "desk", str(folder), afar.address, code, str(pause_s)
        )
        program = folder / "browser.sh"
        within = " ".join(afar.networks.inside("hall"))
        program.write_text(f'#!/bin/sh\nexec {within} "{executable()}" "$@"\n')
        program.chmod(0o755)
        with Browser(folder / "browser", program=program) as browser:
            page = browser.open(f"{afar.address}/")
            until(lambda: page.go(f"{afar.address}/sign-up") or page.do("!!document.forms[0]"))
            own: list[str] = []
            for third in range(3):
                first, last = people * third // 3, people * (third + 1) // 3
                for number in range(first, last):
                    page.go(f"{afar.address}/sign-up")
                    page.until("!!document.getElementById('name')")
                    name = json.dumps(f"Player {number:02}")
                    page.do(SIGN_UP % (name, number % 7, number))
                    page.until("location.pathname.startsWith('/mine/')")
                    own.append(page.do("location.href"))
                if third == 1:  # somebody changes their mind, and somebody sends it twice
                    page.go(own[0])
                    page.do("document.getElementById('club').value = 'Another club'; 0")
                    page.do("window.before = true; 0")  # the page that is left has the same words
                    page.do("document.querySelector('button[value=save]').click()")
                    page.until("!window.before && document.querySelector('.good') !== null")
                fetched = ask(desk, "fetch")
                say(f"Fetched: {fetched}")
                assert fetched["players"] == fetched["numbers"] == last
                assert fetched["changed"] == (1 if third == 1 else 0)
            began_s = time.monotonic()
            with afar.dropping():
                done = ask(desk, f"play {rounds}")
            took_s = time.monotonic() - began_s
            page.go(f"{afar.address}/results")
            shown = page.do("document.documentElement.outerHTML")
        share = afar.down_s / took_s
        say(f"The line dropped {afar.drops} times, {share:.0%} of {took_s:.0f} s;")
        say(f"the desk waited for it {done['waited']} times.")
        demand_equal(afar, done, shown, say)
    finally:
        afar.close()


def demand_equal(afar: Afar, done: dict[str, Any], shown: str, say: Say) -> None:
    """Demand that the server has what the desk has, in order and once."""
    with closing(Book(book_file(afar.event))) as book:
        marks, parts = book.marks(), book.parts()
    sent = taken(book_file(afar.event))
    assert marks == done["marks"]
    assert [parts[key] for key in json.loads(parts["order"])] == done["results"]
    for name in ("Player 00", "Standings"):
        assert name in shown
    numbers = [number for number, _, _ in sent]
    assert numbers == sorted(numbers)
    last: dict[str, str] = {}
    doubled = 0
    for _, key, mark in sent:
        doubled += last.get(key) == mark
        last[key] = mark
    say(f"Sent: {len(sent)} parts in {len(set(numbers))} messages, {doubled} doubled.")
    assert doubled == 0


def main(arguments: list[str]) -> int:
    """Return 0 where everything arrived in order and once."""
    if arguments[:1] == ["desk"]:
        folder, address, code, pause_s = arguments[1:]
        HallDesk(Path(folder), address, code, float(pause_s)).run()
        return 0
    if why := why_none():
        print(f"Not run: {why}.")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        rehearse(Path(folder), print, PEOPLE, ROUNDS, PAUSE_S)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
