"""The log of a bad day against what the fingers did: every press once, at its instant, and the
right flags.
"""

from pathlib import Path

from msgspec import Struct, field

from app.engine.acts.table import FlagFell, Mark
from app.engine.evolve import fold
from app.engine.table.game import Game
from app.headless.recheck.verify import verify
from app.store.log.event_log import open_log
from app.web.server.mark_intake import station
from tests.web.bad_day import Device, Hand

NEAR_MS = 150  # how far a press may stand in the log from the finger, by the pings of such a net


class Found(Struct, dict=True):
    """What the log says of a day. ``too_early``: flags that had not fallen after all, once a late
    press came.
    """

    tables: int = 0
    presses: int = 0
    flags: int = 0
    too_early: int = 0
    furthest_ms: int = 0
    faults: list[str] = field(default_factory=list)


def judged(file: Path, devices: list[Device]) -> Found:
    """The log against what the fingers did."""
    found = Found(tables=len(devices), faults=[str(fault) for fault in verify(file).faults])
    with open_log(file) as log:
        records = log.records()
    games = {game.table: game for game in fold(records).games.values()}
    rows: dict[str, list[int]] = {}
    for record in records:
        if isinstance(record.event, Mark) and not isinstance(record.event, FlagFell):
            rows.setdefault(record.station, []).append(record.event.at_ms)
    for device in devices:
        _judge_table(found, device, games[device.table], rows)
    return found


def _judge_table(found: Found, device: Device, game: Game, rows: dict[str, list[int]]) -> None:
    found.faults += device.faults
    own: dict[int, list[int]] = {
        press.number: rows.get(station(device.table, device.name, press.number), [])
        for press in device.pressed
    }
    hand = device.hand
    assert hand is not None
    reckoned = Hand(hand.allotted, "red", game.play.clock.started_ms if game.play.clock else 0)
    for one in device.pressed:
        found.presses += 1
        times = own[one.number]
        said = f"table {device.table}, press {one.number} ({one.act['type']})"
        if len(times) != (1 if one.counts else 0):
            found.faults.append(f"{said} is {len(times)} times in the log")
            continue
        if device.answers.get(one.number) is not one.counts:
            found.faults.append(f"{said} was answered {device.answers.get(one.number)}")
        if not one.counts:
            continue
        found.furthest_ms = max(found.furthest_ms, abs(times[0] - one.at_ms))
        if one.act["type"] != "call_judge":
            reckoned.switch(times[0])
    fell = [(mark.side.value, mark.at_ms) for mark in game.marks if isinstance(mark, FlagFell)]
    right, ending = (reckoned.running, reckoned.due_ms), game.play.ending
    found.flags += fell.count(right)
    found.too_early += len(fell) - fell.count(right)
    if fell.count(right) != 1 or ending is None or ending.at_ms != reckoned.due_ms:
        found.faults.append(f"table {device.table}: flags {fell}, not {right}; {ending}")
    if abs(reckoned.due_ms - hand.due_ms) > NEAR_MS * device.speed * len(device.pressed):
        found.faults.append(f"table {device.table}: the players reckon {hand.due_ms}")
