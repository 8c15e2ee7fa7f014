"""Packet files: TOML in, `app.engine.packet` values out, or a sentence that names file and key.

The keys of a file are the fields of the dataclasses; SINGULAR lists the few that differ. What no
single key can show is checked in `app.store.packet_checks`.
"""

import tomllib
from decimal import Decimal
from pathlib import Path

from app.engine.packet import Packet
from app.store.errors import StoreError
from app.store.packet_checks import complaints
from app.store.plain_data import PlainData, Wrong, expect
from app.store.resources import resources_folder

SINGULAR = {
    "scenarios": "scenario",
    "elements": "element",
    "conditions": "condition",
    "ways": "way",
    "timings": "timing",
    "rows": "row",
    "setups": "setup",
    "notes": "note",
}

# The least sensible value of a number, by its key; every other number may be 0 but not less.
LEAST = {
    "scoring_from_turn": 1,
    "from_turn": 1,
    "number": 1,
    "players": 1,
    "rounds": 1,
    "reinforced_extensions": 1,
    "table": 1,
}
MAY_BE_NEGATIVE = {"shift"}
MAY_BE_EMPTY = {"group", "area", "deployment", "after"}


def packets() -> dict[str, Packet]:
    """Every packet that ships with the program, by key, the newest first. Raises StoreError."""
    files = sorted((resources_folder() / "packets").glob("*.toml"), key=lambda file: file.stem)
    files.sort(key=lambda file: file.stem.partition("-")[0], reverse=True)  # variants after theirs
    return {packet.key: packet for packet in map(load_packet, files)}


def load_packet(path: Path) -> Packet:
    """Read and check one packet file. Raises StoreError naming the file and the key."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
        packet: Packet = PlainData(SINGULAR, _check_plain).read(Packet, data)
        for complaint in complaints(packet, path.stem, data):
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
    key = path.rpartition(".")[2]
    if isinstance(value, str):
        said = key in MAY_BE_EMPTY or bool(value.strip())
        expect(said, path, "a text with something in it", value)
    elif isinstance(value, int | Decimal) and key not in MAY_BE_NEGATIVE:
        least = LEAST.get(key, 0)
        expect(value >= least, path, f"{least} or more", value)
