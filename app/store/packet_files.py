"""Packet files: TOML in, `app.engine.packet` values out, or a sentence that names file and key.

The keys of a file are the fields of the dataclasses; SINGULAR lists the few that differ.
"""

import tomllib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from app.engine.packet import Element, ElementKind, Packet, RoundsFor, Scenario, Seat, Timing
from app.store.errors import StoreError
from app.store.plain_data import PlainData, Wrong, expect
from app.store.resources import resources_folder

SINGULAR = {"scenarios": "scenario", "elements": "element", "clocks": "clock"}

# The least sensible value of a number, by its key; every other number may be 0 but not less.
LEAST = {
    "lead": 1,
    "scoring_from_turn": 1,
    "last_turn": 1,
    "from_turn": 1,
    "number": 1,
    "minutes": 1,
    "players": 1,
    "rounds": 1,
}


def packets() -> dict[str, Packet]:
    """Every packet that ships with the program, by key. Raises StoreError."""
    files = sorted((resources_folder() / "packets").glob("*.toml"))
    return {packet.key: packet for packet in map(load_packet, files)}


def load_packet(path: Path) -> Packet:
    """Read and check one packet file. Raises StoreError naming the file and the key."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        packet: Packet = PlainData(SINGULAR, _check_plain).read(Packet, data)
        for complaint in _complaints(packet, path.stem):
            raise Wrong(complaint)
    except OSError as error:
        raise StoreError(f"{path.name} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise StoreError(f"{path.name} is not a text in UTF-8.") from error
    except tomllib.TOMLDecodeError as error:
        raise StoreError(f"{path.name} is not correct TOML: {error}.") from error
    except Wrong as error:
        raise StoreError(f"{path.name}: {error}.") from error
    return packet


def _check_plain(value: object, path: str) -> None:
    """No text is empty and no number below its least sensible value."""
    if isinstance(value, str):
        expect(bool(value.strip()), path, "a text with something in it", value)
    elif isinstance(value, int):
        least = LEAST.get(path.rpartition(".")[2], 0)
        expect(value >= least, path, f"{least} or more", value)


def _complaints(packet: Packet, stem: str) -> Iterator[str]:
    """What no single key can show: what must agree with something else in the file."""
    if packet.key != stem:
        yield f"key must be the file's own name, {stem!r}, not {packet.key!r}"
    yield from _empty(packet)
    yield from _repeated("sizes", packet.sizes)
    yield from _repeated("standings", [one.value for one in packet.standings])
    yield from _rounds_ascend(packet.rounds)
    yield from _clocks_match_sizes(packet.timing, packet.sizes)
    if packet.victory.scoring_from_turn > packet.victory.last_turn:
        yield "victory.scoring_from_turn must not come after victory.last_turn"
    yield from _repeated("scenario", [one.number for one in packet.scenarios], "number")
    for i, scenario in enumerate(packet.scenarios):
        yield from _scenario(scenario, f"scenario[{i}].element")


def _empty(packet: Packet) -> Iterator[str]:
    lists = {
        "sizes": packet.sizes,
        "rounds": packet.rounds,
        "standings": packet.standings,
        "scenario": packet.scenarios,
    }
    yield from (f"{key} must not be empty" for key, rows in lists.items() if not rows)


def _repeated(path: str, values: Sequence[object], key: str = "") -> Iterator[str]:
    for i, value in enumerate(values):
        if value in values[:i]:
            at = f"{path}[{i}].{key}" if key else f"{path}[{i}]"
            yield f"{at} is there twice: {value!r}"


def _rounds_ascend(rows: Sequence[RoundsFor]) -> Iterator[str]:
    for i, (before, row) in enumerate(pairwise(rows), start=1):
        for key in ("players", "rounds"):
            if getattr(row, key) <= getattr(before, key):
                yield f"rounds[{i}].{key} must be more than in the line before"


def _clocks_match_sizes(timing: Timing, sizes: Sequence[int]) -> Iterator[str]:
    timed = [clock.size for clock in timing.clocks]
    yield from _repeated("timing.clock", timed, "size")
    for size in sizes:
        if size not in timed:
            yield f"timing.clock has no line for size {size}"
    for i, size in enumerate(timed):
        if size not in sizes:
            yield f"timing.clock[{i}].size is not one of the sizes: {size}"


def _scenario(scenario: Scenario, path: str) -> Iterator[str]:
    if not scenario.elements:
        yield f"{path} must not be empty"
    yield from _repeated(path, [one.key for one in scenario.elements], "key")
    for i, element in enumerate(scenario.elements):
        yield from _element(element, f"{path}[{i}]")


def _element(element: Element, path: str) -> Iterator[str]:
    if element.points == 0:
        yield f"{path}.points must be 1 or more: nothing else scores"
    if element.kind is ElementKind.OBJECTIVE and element.owner is Seat.NEUTRAL:
        yield f"{path}.owner must be first or second for an objective"
    if element.kind is ElementKind.OBJECTIVE and not element.once:
        yield f"{path}.once must be true for an objective: it is destroyed a single time"
