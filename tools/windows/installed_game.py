"""Plays games on chess clocks at COM ports of the installed program. Each clock is an emulated one
on a pseudo-terminal of Linux, which Wine takes for the port. The event is made and read on Linux.
On Windows the organizer only starts each game in the window, and the clocks play it until a flag
falls.
"""

import os
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from msgspec import Struct

from app.clock.hall.bound_clocks import CLOCK
from app.desk.desk import Desk
from app.emulators.lines.live import LiveDevice, live_device
from app.emulators.lines.pty_line import PtyLine
from app.engine.acts.commands import Command, Refused
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.results import How
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.table import HandBack, Interrupt, TurnEnded
from app.engine.evolve import fold
from app.engine.formats.own_game import adjust_packet, own_game
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.table.game import Ending
from app.headless.recheck.verify import verify
from app.store.log.event_log import create, open_log
from app.store.packets.files import packets
from app.store.preferences import ClockPort, ClockSeat, PortUse, Preferences, save_preferences
from tools.installer.bare_debian import DRAWN_S
from tools.installer.bare_debian import told as told_by
from tools.windows.installation import (
    FOLDER,
    Failed,
    close_program,
    put_back,
    take_picture,
    wait,
    windows_called,
)
from tools.windows.machine import Machine

EVENT = "C:\\Jürgen 龍\\Ports #1.flagfall"
TITLE = "^Ports #1 – Flagfall$"
PREFERENCES = "C:\\users\\root\\AppData\\Local\\flagfall\\preferences.json"
MINUTES = 2
"""The minutes on each clock. The player whose clock runs out loses."""
PRESSES = 24
BETWEEN_S = 3.0
"""The seconds between two presses. A DGT clock reports once a second, so faster presses may go
unnoticed.
"""
PATIENCE_S = 300
BY_PRESS = (TurnEnded, HandBack, Interrupt)
"""The events caused by a press. Quick presses are interruptions, and give the clock back."""
RED_GOES_FIRST = ("1110", "343")
"""The place of the button *Red goes first* on the trial's screen."""


class Player(Struct, frozen=True):
    """A clock: the key of its driver, its name in the program, its port and its table."""

    url: str
    driver: str
    name: str
    port: str
    table: int


PLAYERS = (
    Player("emu://dclk", "dclk", "DCLK T07 5A3F01C2", "COM7", 1),
    Player("emu://dgt3000", "dgt", "DGT 3000 02054", "COM8", 2),
)


def play(machine: Machine) -> str:
    """Play both games at once, in one event."""
    event = machine.path(EVENT)
    event.parent.mkdir(exist_ok=True)
    make_event(event)
    with ExitStack() as held:
        held.enter_context(remembered(machine.path(PREFERENCES)))
        clocks = [held.enter_context(plugged_in(machine, player)) for player in PLAYERS]
        machine.start(f"{FOLDER}\\flagfall.exe", EVENT)
        wait(lambda: windows_called(machine, TITLE), "No window comes", PATIENCE_S)
        over = threading.Event()
        hands = [threading.Thread(target=press, args=(clock, over)) for clock in clocks]
        for hand in hands:
            hand.start()
            held.callback(hand.join)
        held.callback(over.set)
        for player, clock in zip(PLAYERS, clocks, strict=True):
            wait(partial(start_game, machine, player, clock), f"{player.name} does not start")
        wait(lambda: all(has_fallen(clock) for clock in clocks), "No flag falls", PATIENCE_S)
        take_picture(machine, "games by clocks")
        close_program(machine)
    return read(event)


def make_event(file: Path) -> None:
    """Make an event of four players whose round is under way and whose clocks have not started."""
    file.unlink(missing_ok=True)
    packet = packets()["points"]
    packet = adjust_packet(packet, replace(own_game(packet), minutes=MINUTES))
    names = ("Jürgen 龍", "Bartek Zieliński", "Ann", "Bo")
    desk = Desk(lambda: create(file))
    desk.start().result()
    try:
        for command in (
            CreateEvent(Settings("Ports", packet.key, 0, 1), packet),
            AddPlayers(tuple(Entry(name) for name in names)),
            CheckIn((1, 2, 3, 4)), DrawRound(7), PublishRound(), StartRound(1),
        ):  # fmt: skip
            carry_out(desk, command)
    finally:
        desk.stop()


def carry_out(desk: Desk, command: Command) -> None:
    reply = desk.submit(command).result()
    if isinstance(reply, Refused):
        raise Failed(reply.sentence)


@contextmanager
def remembered(file: Path) -> Iterator[None]:
    """Let the program remember the ports and the clocks' tables, as if from the day before."""
    file.parent.mkdir(parents=True, exist_ok=True)
    ports = (ClockPort(one.port, PortUse.YES, one.driver, by_hand=True) for one in PLAYERS)
    seats = (ClockSeat(one.name, one.table, False) for one in PLAYERS)
    with put_back(file):
        save_preferences(Preferences(clock_ports=tuple(ports), clock_seats=tuple(seats)), file)
        yield


@contextmanager
def plugged_in(machine: Machine, player: Player) -> Iterator[LiveDevice]:
    port = machine.place.drive.parent / "dosdevices" / player.port.lower()
    with PtyLine(live_device(player.url)) as line:
        port.unlink(missing_ok=True)
        port.symlink_to(os.readlink(line.name))
        try:
            yield line.live
        finally:
            port.unlink()


def start_game(machine: Machine, player: Player, clock: LiveDevice) -> bool:
    """Find the table, press the button that starts its game, and tell whether the table's clock
    runs.
    """
    pressed = ("key", "ctrl+f"), ("type", str(player.table)), ("key", "Return")
    for words in (*pressed, ("mousemove", *RED_GOES_FIRST), ("click", "1")):
        told_by(machine.display, "xdotool", *words)
    time.sleep(DRAWN_S)
    return clock.truth().running is not None


def press(clock: LiveDevice, over: threading.Event) -> None:
    """Press the clock PRESSES times, each time for the player whose time runs, and then let the
    clock run out. Stop pressing once ``over`` is set.
    """
    pressed = 0
    while pressed < PRESSES and not over.wait(BETWEEN_S):
        if (running := clock.truth().running) is not None:
            clock.press(running)
            pressed += 1


def has_fallen(clock: LiveDevice) -> bool:
    return clock.truth().flagged is not None


def read(event: Path) -> str:
    """Return a sentence about both games in the file. Raises Failed unless each game was played
    completely.
    """
    found = verify(event)
    with open_log(event, read_only=True) as log:
        records = log.records()
    games = fold(records).games.values()
    presses = Counter(
        record.event.game
        for record in records
        if record.actor == CLOCK and isinstance(record.event, BY_PRESS)
    )
    played = [
        (one.name, one.port, presses[game.number], game.play.ending)
        for one in PLAYERS
        for game in games
        if game.table == one.table
    ]
    if found.faults or not all(is_whole(taken, ending) for *_, taken, ending in played):
        raise Failed(f"{played} {found.faults}")
    notices = [f"{name} at {port}: {taken} presses, a flag" for name, port, taken, _ in played]
    return f"{', '.join(notices)}; {found.rows} rows, no faults"


def is_whole(presses: int, ending: Ending | None) -> bool:
    """Tell whether every press was recorded and a flag ended the game."""
    return presses == PRESSES and ending is not None and ending.how is How.CLOCK_OUT


STEPS = {"games of the installed program": play}
