"""The example in the manual is a packet that loads and plays."""

import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_type_hints

from msgspec import Struct, structs

from app.engine.armies import list_checks
from app.engine.formats import keywords
from app.engine.packet.packet import Packet
from app.engine.packet.scenario import Held, Win
from app.engine.terrain.propose import propose
from app.store.packets.files import SINGULAR, load_packet, packets
from tools.simulation.random_games import Series, play_series

MANUAL = Path(__file__).parents[3] / "docs" / "writing-a-packet.md"


def test_the_example_packet_in_the_manual_loads_and_its_games_end(tmp_path: Path) -> None:
    example = re.search(r"```toml\n(.*?)```", MANUAL.read_text("utf-8"), re.S)
    assert example is not None
    file = tmp_path / "harbour.toml"
    file.write_text(example[1], "utf-8")
    packet = load_packet(file)
    assert packet.name == "Harbour Rules"
    assert packet.victory.win == Win(5, 1)
    assert packet.scenarios[0].ways[0].needs[0].held is Held.DOMINATED
    outcome = play_series(Series(packet, packet.scenarios[0], 25, 10))
    assert outcome.faults == ()
    assert packet.terrain is not None
    layout = propose(packet.terrain, packet.scenarios[0], 1)
    assert layout is not None
    assert len(layout.pieces) == 6


def keys_of(kind: Any) -> Iterator[str]:
    """Every key and every word that a packet file may have."""
    for part in get_args(kind):
        yield from keys_of(part)
    if isinstance(kind, type) and issubclass(kind, Enum):
        yield from (one.value for one in kind)
    if isinstance(kind, type) and issubclass(kind, Struct):
        hints = get_type_hints(kind)
        for field in structs.fields(kind):
            yield SINGULAR.get(field.name, field.name)
            yield from keys_of(hints[field.name])


def test_the_manual_lists_every_key_a_packet_may_have() -> None:
    text = MANUAL.read_text("utf-8")
    missing = {key for key in keys_of(Packet) if not re.search(rf"\b{key}\b", text)}
    assert missing == set()


def test_the_manual_lists_every_keyword_used_to_check_lists() -> None:
    checked = "".join(Path(m.__file__).read_text("utf-8") for m in (list_checks, keywords))
    keys = {keyword.key for packet in packets().values() for keyword in packet.variants}
    read = {key for key in keys if f'"{key}"' in checked}
    assert len(read) >= 10
    text = MANUAL.read_text("utf-8")
    assert {key for key in read if f"`{key}`" not in text} == set()
