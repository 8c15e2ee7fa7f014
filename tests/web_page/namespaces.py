"""A laptop and two devices, each in a network of its own, joined by cables that are pulled: an
evening's two worst cases with real pages.

    python -m tests.web_page.namespaces         both, at full length; needs Linux and root

Before they were mended, a second phone in flight mode moved 46 s from one player to the other, and
nobody was asked; a laptop's clock that was set back by two minutes before a restart cost a player
26 s, against two tablets that knew better.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct, field

from app.engine.evolve import fold
from app.engine.side import Side
from app.engine.table.game import Game
from app.store.log.event_log import open_log
from tests.real_time import RealTimeline
from tests.web.venue import Venue, just_now
from tests.web_page.apart import FarDesk, FarDesks, built_shim
from tests.web_page.chromium import Browser, Page, executable, until
from tests.web_page.tablet import touchable

TABLE = 1
NS, BACK_S, AWAY_S = 1_000_000_000, 120, 20
STOLEN_S = 46.0
FORGED_S = 42.0
PLAYED_S = 30.0
READY = "window.table?.link?.state === 'in touch' && !!window.table.game()"


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


def why_none() -> str:
    """Return why no networks can be made here; empty where they can."""
    if sys.platform != "linux":
        return "networks of their own are Linux’s"
    if os.geteuid():
        return "only root makes networks"
    name = f"flagfall-{os.getpid()}-try"
    try:
        ip("netns", "add", name)
        ip("netns", "delete", name)
    except (OSError, subprocess.CalledProcessError) as error:
        said = getattr(error, "stderr", "") or str(error)
        return f"no network can be made: {said.strip()}"
    return "" if executable() else "Chromium is not installed"


class Networks(Struct, dict=True):
    """The laptop's network, and one for each device with a cable to it."""

    name: str
    devices: tuple[str, ...]

    def inside(self, place: str) -> tuple[str, ...]:
        """Return what comes before a command that runs in a network."""
        return ("ip", "netns", "exec", f"{self.name}-{place}")

    def address(self, device: str) -> str:
        """Return the laptop's address as the device knows it."""
        return f"10.177.{self.devices.index(device)}.1"

    def lay(self) -> None:
        ip("netns", "add", f"{self.name}-laptop")
        for number, device in enumerate(self.devices):
            ip("netns", "add", f"{self.name}-{device}")
            ends = [("laptop", f"to-{device}", 1), (device, "wifi", 2)]
            (here, there) = [(end, f"{self.name}-{place}") for place, end, _ in ends]
            cable = ("type", "veth", "peer", "name", there[0], "netns", there[1])
            ip("-n", here[1], "link", "add", here[0], *cable)
            for place, end, last in ends:
                space = f"{self.name}-{place}"
                ip("-n", space, "address", "add", f"10.177.{number}.{last}/24", "dev", end)
                ip("-n", space, "link", "set", "lo", "up")
                # Chromium drops what it loads when an address comes, as IPv6's own does after 2 s.
                ip("-n", space, "link", "set", end, "addrgenmode", "none")
                ip("-n", space, "link", "set", end, "up")

    def cut(self, device: str) -> None:
        ip("-n", f"{self.name}-{device}", "link", "set", "wifi", "down")

    def mend(self, device: str) -> None:
        ip("-n", f"{self.name}-{device}", "link", "set", "wifi", "up")

    def clear(self) -> None:
        for place in ("laptop", *self.devices):
            subprocess.run(
                ["ip", "netns", "delete", f"{self.name}-{place}"], check=False, capture_output=True
            )


class Hall(Struct, dict=True):
    """A table whose clock runs, tablet A and phone B at it, and a laptop that can be killed."""

    networks: Networks
    venue: Venue
    desk: FarDesk
    pages: dict[str, Page] = field(default_factory=dict)
    say: Callable[[str], object] = print

    def game(self) -> Game:
        with open_log(self.venue.path, read_only=True) as log:
            games = fold(log.records()).games.values()
        return next(game for game in games if game.table == TABLE)

    def used_s(self, side: Side) -> float:
        """Return what a side has used up to its clock's last change."""
        clock = self.game().play.clock
        assert clock is not None
        return clock.used_ms.of(side) / 1000

    def waits(self) -> int:
        return len(self.game().aside)

    def tap(self, device: str, side: Side) -> None:
        """End a turn as a finger does; the page shows it at once."""
        page, other = self.pages[device], "blue" if side is Side.RED else "red"
        touchable(page)
        page.until(f"table.game().play.clock.running === '{side.value}'")
        page.click(f".half.{side.value} .time")
        page.until(f"table.game().play.clock.running === '{other}'")

    def taken(self, device: str) -> None:
        self.pages[device].until("table.link.upToDate && table.queue.marks.length === 0")

    def away(self, device: str) -> None:
        self.pages[device].until("table.link.state === 'away'")

    def start(self) -> None:
        page = self.pages["a"]
        page.press("Red goes first", ".half.red")
        page.press("Start Red’s clock", ".half.red")
        for each in self.pages.values():
            each.until("!!table.game().play.clock")
        self.taken("a")


@contextmanager
def hall(folder: Path, say: Callable[[str], object] = print) -> Iterator[Hall]:
    """The event's file is made outside; then the laptop is in its own network."""
    networks = Networks(f"flagfall-{os.getpid()}", ("a", "b"))
    venue = Venue(folder, began_ms=just_now())
    browsers: list[Browser] = []
    desks: FarDesks | None = None
    desk: FarDesk | None = None
    try:
        venue.register(8)
        venue.start()
        venue.restart(RealTimeline())
        venue.desk.stop()
        networks.lay()
        desks = FarDesks(built_shim(folder), inside=networks.inside("laptop"))
        desk = FarDesk(folder, desks, venue.path, venue.port, host="0.0.0.0")
        room = Hall(networks, venue, desk, say=say)
        for device in networks.devices:
            program = folder / f"browser-{device}.sh"
            within = " ".join(networks.inside(device))
            program.write_text(f'#!/bin/sh\nexec {within} "{executable()}" "$@"\n')
            program.chmod(0o755)
            browser = Browser(folder / device, program=program)
            browsers.append(browser)
            address = f"http://{networks.address(device)}:{venue.port}"
            page = browser.open(f"{address}/#table={TABLE}&secret={venue.secrets[TABLE]}")
            page.until(READY)
            room.pages[device] = page
        yield room
    finally:
        for browser in browsers:
            browser.__exit__(None, None, None)
        if desk is not None:
            desk.close()
        if desks is not None:
            desks.close()
        venue.close()
        networks.clear()


def play_flight_mode(room: Hall, stolen_s: float, forged_s: float) -> None:
    """Phone B, which has pressed once, ends Red's turn in flight mode; at tablet A the turn goes on
    for ``stolen_s``. Then B comes back, and forges a press of ``forged_s`` before.
    """
    room.start()
    room.tap("b", Side.RED)
    room.taken("b")
    room.pages["a"].until("table.game().play.clock.running === 'blue'")
    room.tap("a", Side.BLUE)
    room.taken("a")
    room.pages["b"].until("table.game().play.clock.running === 'red'")
    room.networks.cut("b")
    room.away("b")
    room.tap("b", Side.RED)
    pressed_s = time.monotonic()
    room.say("B in flight mode ended Red’s turn; A, in touch, shows that it goes on.")
    until(lambda: time.monotonic() > pressed_s + stolen_s, "Red plays on at A", stolen_s + 60)
    room.tap("a", Side.RED)
    room.taken("a")
    before = room.used_s(Side.RED)
    room.networks.mend("b")
    room.pages["b"].until("table.link.state === 'in touch'")
    until(room.waits, "B’s late press waits for the organizer")
    moved = before - room.used_s(Side.RED)
    room.say(f"B is back. Moved from Blue to Red: {moved:.1f} s of {stolen_s:.0f} s.")
    room.say(f"Presses that wait for the organizer: {room.waits()}.")
    assert moved == 0
    room.taken("b")
    forge(room, forged_s)


def forge(room: Hall, forged_s: float) -> None:
    """B, in touch, dates a press back."""
    before, waits = room.used_s(Side.RED), room.waits()
    room.pages["b"].until("table.game().play.clock.running === 'blue'")
    forged = f"performance.now() - {forged_s * 1000}"
    room.pages["b"].do(f"table.act('blue', {{ type: 'tap', side: 'blue' }}, {forged}); 0")
    room.taken("b")
    moved = before - room.used_s(Side.RED)
    room.say(f"B forged a press of {forged_s:.0f} s before. Moved: {moved:.1f} s;")
    room.say(f"presses that wait for the organizer: {room.waits()} (before it {waits}).")
    assert moved == 0


def play_clock_set_back(room: Hall, play_s: float) -> None:
    """The laptop is killed after ``play_s``, its clock is set back by two minutes, and Flagfall
    starts again 20 s later on the same boot; both devices know the time.
    """
    started_s = time.monotonic()
    room.start()
    room.taken("a")
    until(lambda: time.monotonic() > started_s + play_s, "Red plays", play_s + 60)
    room.desk.kill()
    played_s = time.monotonic() - started_s
    for device in room.pages:
        room.away(device)
    room.desk.set(real=(AWAY_S - BACK_S) * NS, steady=AWAY_S * NS, boot=AWAY_S * NS)
    room.desk.start()
    whole_s = AWAY_S + time.monotonic() - started_s
    pause = room.game().play.pause
    assert pause is not None, "the clock runs on, and nobody was asked"
    used_s, gap_s = room.used_s(Side.RED), pause.gap_ms / 1000
    room.say(f"Killed after {played_s:.1f} s, away for 20 s, the laptop’s clock set back by 120 s.")
    room.say(f"Red has used {used_s:.1f} s, the gap was {gap_s:.1f} s: the organizer is asked.")
    assert used_s <= played_s + 1
    assert AWAY_S <= gap_s <= whole_s
    room.say(f"Red is charged {max(used_s - played_s, 0):.1f} s too much.")
    for device in room.pages:
        room.pages[device].until(READY)


def main() -> int:
    """Return 0 where no time moved unseen."""
    if why := why_none():
        print(f"Not run: {why}.")
        return 1
    with tempfile.TemporaryDirectory() as folder, hall(_made(folder, "flight")) as room:
        play_flight_mode(room, STOLEN_S, FORGED_S)
    with tempfile.TemporaryDirectory() as folder, hall(_made(folder, "clock")) as room:
        play_clock_set_back(room, PLAYED_S)
    return 0


def _made(folder: str, name: str) -> Path:
    made = Path(folder) / name
    made.mkdir()
    return made


if __name__ == "__main__":
    sys.exit(main())
