"""A clock whose cable is pulled in one of its states, and what was seen of it."""

from collections.abc import Callable

from msgspec import Struct, field

from app.clock.hall.hall import ClocksSnapshot
from app.clock.ports.port import Stage
from app.emulators.device import DeviceSide, Truth
from app.emulators.dgt.line import DgtLine
from app.emulators.lines.pty_line import PtyLine
from app.engine.side import Side

AWAY_S, FROZEN_S, UNTIL_THAWED_MS = 2.5, 5.5, 3_600_000
HOUR_MS = 3_600_000
RESOLUTION_MS = {
    "dgt3000": 1000,
    "dgtxl": 1000,
    "dgtbus": 1000,
    "dclk": 50,
    "upd": 250,
    "hourglass": 2000,
}
PRODUCTS = {"dgt3000": "dgt", "dgtxl": "dgt", "dgtbus": "dgt-bus"}
USB = {"dgt3000": (0x0403, 0x6001), "dgtxl": (0x0403, 0x6001), "dclk": (0x2341, 0x0043)}
SLOW_ANSWERS = "&ack_from_ms=1200&ack_to_ms=1200"
ASKED = ("asking", "handshake")  # by a laptop that does not know them
MODE_B = "mode B"  # plungers only, so the program keeps the time
WITHOUT_TABLE = (*ASKED, "unbound", "no clock")
PLAYS = ("running", "interrupt", "fallen", "frozen", "doubted")
STANDS = ("unbound", "paused", "frozen paused", "setting")
DGT = (*ASKED, *STANDS, *PLAYS, "proving", "no clock")
STATES = {
    "dgt3000": DGT,
    "dgtxl": DGT,
    "dclk": (*ASKED, *STANDS, *PLAYS, "gap", MODE_B),
    "upd": ("asking", *STANDS, *PLAYS),
    "hourglass": ("asking", "unbound", "paused", "running", "interrupt", "fallen", "setting"),
    "openchess": ("unbound", "paused", "running"),
}
BOARDS = ("unbound", "paused", "running", "interrupt", "fallen")


class Case(Struct, dict=True):
    """One clock in one state; ``board`` is its place on a line with several."""

    kind: str
    state: str
    number: int
    table: int | None = None
    line: PtyLine | None = None
    board: int | None = None
    key: str = ""
    seen: list[tuple[float, bool]] = field(default_factory=list)
    stage: Stage | None = None
    pulled_s: float = 0.0
    back_s: float = 0.0
    off_ms: dict[Side, int] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return f"{self.kind} {self.state}"

    @property
    def clock(self) -> str:
        """What the program calls it."""
        match self.kind:
            case "dgt3000" | "dgtxl":
                return f"DGT {'3000' if self.kind == 'dgt3000' else 'XL'} {self.number:05}"
            case "dgtbus":
                return f"DGT bus {self.number:05}"
            case "dclk":
                return f"DCLK T07 {self.number:08X}"
            case _:
                return self.key

    @property
    def url(self) -> str:
        own = {
            "dclk": f"uid={self.number:08X}&boot_ms=100&resets_on_open=0",
            # Its chip starts 65 ms after a reset. What it says before a port is open for good is
            # lost: opening ends with a flush.
            "openchess": "seed=1&boot_ms=100",
        }
        slow = SLOW_ANSWERS if self.state in {"handshake", "setting"} else ""
        slow = "&report_lag_ms=900" if self.state == "proving" else slow
        words = own.get(self.kind, f"serial={self.number}" if self.kind in PRODUCTS else "seed=1")
        if self.kind not in PRODUCTS:
            wait = {
                "dclk setting": "&answer_ms=190",
                "dclk gap": "&answer_ms=190",
                "dclk mode B": "&buttons_only=1",
                "dclk handshake": "&answer_ms=190&no_hi=1",
                "upd setting": "&drop_ack=1",
            }
            slow = wait.get(self.id, "")
        if self.kind == "dgtbus" and self.state in ASKED:
            slow = "&boards=1"
        return f"emu://{self.kind}?{words}{slow}&freeze_ms={UNTIL_THAWED_MS}"

    def here(self, picture: ClocksSnapshot) -> bool:
        if self.state in ASKED and not self.back_s:
            port = next((port for port in picture.ports if port.info.key == self.key), None)
            return port is not None and port.there and port.stage is not Stage.LOST
        return any(clock.name == self.clock and clock.online for clock in picture.clocks)

    def watch(self, picture: ClocksSnapshot, at_s: float) -> None:
        here = self.here(picture)
        if not self.seen or self.seen[-1][1] is not here:
            self.seen.append((at_s, here))

    @property
    def noticed_s(self) -> float | None:
        """How long it took until it was shown; no time where a busy machine had lost it already."""
        if not self.pulled_s:
            return None
        before = [here for at_s, here in self.seen if at_s < self.pulled_s]
        if before and not before[-1]:
            return 0.0
        times = [at_s for at_s, here in self.seen if not here and at_s >= self.pulled_s]
        return times[0] - self.pulled_s if times else None

    @property
    def resumed_s(self) -> float | None:
        noticed_s = self.pulled_s + (self.noticed_s or 0)
        times = [at_s for at_s, here in self.seen if here and at_s >= max(noticed_s, self.pulled_s)]
        return times[0] - self.back_s if times and self.back_s else None

    # Its hands

    def do(self, act: Callable[[object, int], object]) -> None:
        assert self.line is not None
        live = self.line.live
        device = live.device
        hands = device.boards[self.board] if isinstance(device, DgtLine) else live.line
        live.do(lambda now_ms: act(hands, now_ms))

    def press(self, hand: DeviceSide) -> None:
        self.do(lambda hands, now_ms: hands.press(hand, now_ms))

    def truth(self) -> Truth:
        found: list[Truth] = []
        self.do(lambda hands, now_ms: found.append(hands.truth(now_ms)))
        return found[0]


def all_cases() -> list[Case]:
    cases, number = [], 2000
    for kind, states in STATES.items():
        for state in states:
            number += 1
            cases.append(Case(kind, state, number, key=f"usb{number}"))
    for board, state in enumerate(BOARDS):
        cases.append(Case("dgtbus", state, 3001 + board, board=board, key="bus"))
    cases.append(Case("dgtbus", "frozen", 3101, board=0, key="bus frozen"))
    cases.append(Case("dgtbus", "frozen paused", 3102, board=1, key="bus frozen"))
    for number, state in enumerate((*ASKED, "doubted"), start=3201):
        cases.append(Case("dgtbus", state, number, board=0, key=f"bus {state}"))
    table = 0
    for case in cases:
        if case.state not in WITHOUT_TABLE:
            table += 1
            case.table = table
    return cases
