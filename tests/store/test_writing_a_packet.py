"""The example in the manual is a packet that loads and plays."""

import re
from pathlib import Path

from app.engine.scenario import Held, Win
from app.engine.terrain_proposal import propose
from app.headless.random_games import Series, play_series
from app.store.packet_files import load_packet

MANUAL = Path(__file__).parents[2] / "docs" / "writing-a-packet.md"


def test_the_example_of_the_manual_loads_and_its_games_end(tmp_path: Path) -> None:
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
