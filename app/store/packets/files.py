"""Packet files: reads TOML and returns packets, or a sentence that names the file and the key with
the error.

The keys of a file are the fields of the structs; SINGULAR lists the few that differ. Errors
that concern several keys are found by `app.store.packets.checks`.
"""

import tomllib
from collections.abc import Iterable
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from msgspec import Struct

from app.engine.language import say
from app.engine.packet.packet import Packet
from app.extensions import Additions, ExtensionGroup, load_additions
from app.store.errors import StoreError
from app.store.own_folder import own_folder
from app.store.packets.checks import complaints
from app.store.packets.places import own_places, with_places
from app.store.packets.plain_data import PlainData, Wrong, expect
from app.store.packets.toml_file import by_stem, load_all, load_toml
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
    "variants": "variant",
    "presets": "preset",
    "cards": "card",
    "deployments": "deployment",
    "words": "word",
    "factions": "faction",
    "holders": "holder",
    "headings": "heading",
}

# The least sensible value of a number, by its key; every other number may be 0 but not less.
LEAST = {
    "from_turn": 1,
    "number": 1,
    "players": 1,
    "rounds": 1,
    "reinforced_extensions": 1,
    "table": 1,
}
# The greatest sensible value of a number, by its key; a greater number is a mistake.
MOST = {"apd_percent": 100, "win_percent": 100, "players": 100_000, "table": 144, "shift": 20}
MOST_ELSE = 1000
MAY_BE_NEGATIVE = {"shift"}
MAY_BE_EMPTY = {"group", "area", "deployment", "after", "objective"}


class Shelf(Struct, frozen=True):
    """The packets by key, the newest first, and a sentence for each invalid file."""

    packets: dict[str, Packet]
    faults: tuple[str, ...]


def own_packets() -> Path:
    """Return the folder for this user's packets, which new versions leave alone. It may not exist
    yet.
    """
    return own_folder("packets")


def shelf() -> Shelf:
    """Return every packet on this computer, the user's last. An invalid file does not keep the
    others from being read. A user's packet replaces any other with the same key. A packet of
    another package never replaces a packet of the program.
    """
    added = added_packets()
    ours, faults = _load((resources_folder() / "packets",))
    theirs, more = _load(map(_folder, added.found))
    own, others = _load((own_packets(),))
    new = {key: packet for key, packet in theirs.items() if key not in ours}
    places = own_places()
    found = {key: with_places(packet, places) for key, packet in (ours | new | own).items()}
    return Shelf(found, (*faults, *added.faults, *more, *others))


def _load(folders: Iterable[Path]) -> tuple[dict[str, Packet], tuple[str, ...]]:
    packets, faults = load_all(folders, load_packet, _newest_first)
    return {packet.key: packet for packet in packets}, faults


def added_packets() -> Additions[ModuleType]:
    """Return the modules of other packages that have packets in their folders."""
    return load_additions(ExtensionGroup.PACKETS, ModuleType, "__name__")


def _folder(module: ModuleType) -> Path:
    return Path(str(module.__file__)).parent


def _newest_first(files: Iterable[Path]) -> list[Path]:
    """Sort packets, the newest first. Variants come after the packets that they vary."""
    return sorted(by_stem(files), key=lambda file: file.stem.partition("-")[0], reverse=True)


def packets() -> dict[str, Packet]:
    """Return the packets by key. Raises StoreError if there is none."""
    known = shelf()
    if not known.packets:
        raise StoreError(" ".join((say("There is no packet."), *known.faults)))
    return known.packets


def load_packet(path: Path) -> Packet:
    """Read and check one packet file. Raises StoreError naming the file and the key."""
    return load_toml(path, _packet)


@lru_cache(maxsize=32)
def _packet(stem: str, text: str) -> Packet:
    """Return the packet with this text, from a file named ``stem``. The same text is read only
    once.

    Raises Wrong if a value is not valid, or ValueError if the text is not TOML.
    """
    data = tomllib.loads(text, parse_float=Decimal)
    packet: Packet = PlainData(SINGULAR, _check_plain).read(Packet, data)
    for complaint in complaints(packet, stem, data):
        raise Wrong(complaint)
    return packet


def _check_plain(value: object, path: str) -> None:
    """Check that no text is empty and that every number is within sensible limits."""
    key = path.rpartition(".")[2]
    if isinstance(value, str):
        has_text = key in MAY_BE_EMPTY or bool(value.strip())
        expect(has_text, path, "a text with something in it", value)
    elif isinstance(value, int | Decimal):
        expect(Decimal(value).is_finite(), path, "a number that can be measured", value)
        most = MOST.get(key, MOST_ELSE)
        least = -most if key in MAY_BE_NEGATIVE else LEAST.get(key, 0)
        expect(value >= least, path, f"{least} or more", value)
        expect(value <= most, path, f"{most} or less", value)
