"""A packet came by a file alone: the unfinished one of 2013, which is not offered."""

from pathlib import Path

from app.engine.packet.packet import Source
from app.store.packets.files import load_packet, packets
from tools.simulation.random_games import Series, play_series

FILE = Path(__file__).parents[3] / "docs" / "packets" / "sr2013.toml"


def test_the_packet_of_2013_loads_and_plays_from_its_file_alone() -> None:
    packet = load_packet(FILE)
    assert [scenario.name for scenario in packet.scenarios] == ["Incursion"]
    outcome = play_series(Series(packet, packet.scenarios[0], 50, 8, cards=True))
    assert outcome.faults == ()
    assert outcome.ways.total() == 8


def test_unknown_parts_of_the_2013_packet_are_marked_and_it_is_not_offered() -> None:
    packet = load_packet(FILE)
    unknown = {note.about for note in packet.notes}
    assert unknown >= {"sizes", "rounds", "standings", "timing[0]", "victory.win", "kill_box"}
    assert all(note.source in {Source.INFERRED, Source.OURS} for note in packet.notes)
    assert "sr2013" not in packets()
    code = Path(__file__).parents[3] / "app"
    named = [file for file in code.rglob("*.py") if "sr2013" in file.read_text("utf-8").casefold()]
    assert named == []
