"""What the server's messages are made of: a pad, a table, a device, a pairing as they are shown."""

import msgspec

from app.engine.acts.results import How
from app.engine.packet.timing import TableTime
from app.engine.side import Pair, Side
from app.engine.table.deathclock import DeathClock
from app.views.table.clock_presses import PressRow
from app.views.table.late_presses import LateRow
from app.views.table.scoring_pad import PadRow


class PadShown(msgspec.Struct, frozen=True):
    """A scoring pad without the scenario, which is in the terms."""

    step: int
    title: str
    rows: tuple[PadRow, ...]
    scores: bool
    kill_box_of: Side | None
    kill_box: bool
    destroys: bool
    caster_left: bool
    points: Pair[int]
    total: Pair[int]
    win: str
    vanishing: tuple[tuple[str, str], ...]
    removed: str | None
    gone: tuple[str, ...]
    overruled: Pair[int] | None
    ruling: str
    by_hand: bool


class DeviceShown(msgspec.Struct, frozen=True):
    """A device as the EO sees it; ``battery``, ``charging`` and ``delay_ms`` where it tells."""

    device: str
    name: str
    in_touch: bool
    heard_ms: int
    battery: int | None
    charging: bool | None
    delay_ms: float | None
    queued: int


class TableShown(msgspec.Struct, frozen=True):
    """A table as the EO sees it. ``stands``: its condition apart from a call for the judge, as
    ``judge`` says; ``since_ms``: since when it is in or out of touch; ``timed``:
    whose turn has a time of its own now, where turns are timed; ``dice_down``: dice can be called
    down here; ``ways``: how a game can be ruled to have been won; ``open``: what it waits for;
    ``late``: presses that wait for the EO; ``flag_ms``: when a flag was due that has waited long
    enough for the table's tablets, so that the EO is asked.
    """

    table: int
    game: int
    names: Pair[str]
    condition: str
    stands: str
    judge: bool
    low: bool
    told: str
    why: str
    cp: str
    time: TableTime
    clock: DeathClock | None
    runs: Side | None
    dice_down: bool
    ways: tuple[How, ...]
    switched: PressRow | None
    joined: bool
    in_touch: bool
    since_ms: int
    held: bool
    devices: tuple[DeviceShown, ...]
    timed: Side | None = None
    open: str = ""
    late: tuple[LateRow, ...] = ()
    flag_ms: int | None = None


class Notice(msgspec.Struct, frozen=True):
    """Something about a table's device that the EO should know."""

    at_ms: int
    table: int
    sentence: str


class PairingShown(msgspec.Struct, frozen=True):
    table: int
    names: Pair[str]
    winner: Side | None
    done: bool


class StandingShown(msgspec.Struct, frozen=True):
    place: int
    shared: bool
    name: str
    tp: int
    sos: str
    cp: int
    apd: int
