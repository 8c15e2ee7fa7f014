"""The processor time that 64 running chess clocks take, compared with the same room without
clocks.
"""

import tempfile
import time
from pathlib import Path

from app.clock.hall.clock import Seat
from app.clock.hall.hall import ClockHall, ClocksSnapshot, Memory
from app.clock.links.serial import PortInfo
from app.clock.ports.port import PortSettings
from app.desk.desk import Desk
from app.emulators.lines.live import live_device
from app.emulators.lines.pty_line import PtyLine
from app.engine import (
    AddPlayers,
    CheckIn,
    CreateEvent,
    DrawRound,
    Entry,
    PublishRound,
    Settings,
    Side,
    StartClock,
    StartRound,
)
from app.store.log.event_log import create
from app.store.packets.files import packets

ROOT = Path(__file__).resolve().parents[1]

CLOCKS = 64
SECONDS = 30
URL = "emu://dclk?boot_ms=0&resets_on_open=0&uid={:08X}"


def cost(folder: Path, clocks: int) -> float:
    """Return the processor time, in seconds, that ``clocks`` running clocks and their emulators
    take within SECONDS.
    """
    desk = Desk(lambda: create(folder / f"{clocks}.flagfall"))
    desk.start().result()
    players = tuple(Entry(f"Player {number}") for number in range(1, 2 * CLOCKS + 1))
    for command in (
        CreateEvent(Settings("x", "sr2017", 75, 1), packets()["sr2017"]),
        AddPlayers(players),
        CheckIn(tuple(range(1, len(players) + 1))),
        DrawRound(7, 1),
        PublishRound(),
        StartRound(1),
    ):
        desk.submit(command).result()
    lines = [PtyLine(live_device(URL.format(number))) for number in range(1, clocks + 1)]
    seats = {f"DCLK T07 {n:08X}": Seat(n) for n in range(1, clocks + 1)}
    ports = tuple(PortInfo(line.name, line.name, "", 0x0403) for line in lines)
    pictures = [ClocksSnapshot()]
    room = ClockHall(
        desk,
        show=pictures.append,
        memory=Memory({port.key: PortSettings(True, "dclk") for port in ports}, seats),
        list_ports=lambda: ports,
    )
    room.start()
    while sum(clock.online for clock in pictures[-1].clocks) < clocks:
        time.sleep(0.1)
    room.set_for_round()
    time.sleep(2)
    for number in range(1, clocks + 1):
        desk.submit(StartClock(number, Side.RED)).result()
    time.sleep(2)
    began = time.process_time()
    time.sleep(SECONDS)
    spent = time.process_time() - began
    running = sum(line.live.truth().running is not None for line in lines)
    assert running == clocks, running
    room.stop()
    desk.stop()
    for line in lines:
        line.close()
    return spent


def main() -> None:
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".bench-") as folder:
        idle, busy = (cost(Path(folder), clocks) for clocks in (0, CLOCKS))
    print(
        f"clocks_cpu: {CLOCKS} running clocks take {100 * busy / SECONDS:.1f} % of a core,"
        f" an idle desk {100 * idle / SECONDS:.1f} %: {busy / max(idle, 0.001):.0f} times"
        " (emulators included)"
    )


if __name__ == "__main__":
    main()
