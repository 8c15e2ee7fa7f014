"""What a packet says, looked up by its keys."""

import pytest

from app.engine.frozen import replace
from app.engine.packet.packet import Heading, Note, RoundsFor, Source
from app.engine.packet.ranking import RankingColumn
from app.engine.packet.reference import Card, Word
from app.engine.packet.scenario import ElementKind
from app.store.packets.files import packets

PACKET = packets()["sr2017"]


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(0, 2), (4, 2), (5, 3), (8, 3), (9, 4), (16, 4), (17, 5), (32, 5), (33, 6)],
)
def test_beyond_its_table_a_packet_adds_a_round_each_time_the_players_double(
    players: int, rounds: int
) -> None:
    packet = replace(PACKET, rounds=(RoundsFor(4, 2), RoundsFor(8, 3)))
    assert packet.rounds_for(players) == rounds


@pytest.mark.parametrize(("players", "rounds"), [(20, 4), (21, 5), (40, 5), (41, 6), (81, 7)])
def test_the_doubling_starts_from_the_last_line_of_the_packets_table(
    players: int, rounds: int
) -> None:
    packet = replace(PACKET, rounds=(RoundsFor(8, 3), RoundsFor(20, 4)))
    assert packet.rounds_for(players) == rounds


def test_no_scenario_is_played_twice_before_all_have_been_played() -> None:
    left = PACKET.scenarios_left(())
    assert left == PACKET.scenarios
    first, second, *_ = PACKET.scenarios
    assert first not in PACKET.scenarios_left([first.number])
    everything = [scenario.number for scenario in PACKET.scenarios]
    assert PACKET.scenarios_left(everything) == PACKET.scenarios
    among = (first.number, second.number)
    assert PACKET.scenarios_left((), among) == (first, second)
    assert PACKET.scenarios_left([first.number], among) == (second,)
    assert PACKET.scenarios_left(among, among) == (first, second)


def test_no_scenario_group_repeats_before_every_group_has_been_played() -> None:
    groups = dict(zip((1, 2, 3, 4), "aabb", strict=True))
    packet = replace(
        PACKET,
        scenarios=tuple(
            replace(PACKET.scenarios[0], number=number, group=group)
            for number, group in groups.items()
        ),
    )

    def left(*played: int) -> list[int]:
        return [scenario.number for scenario in packet.scenarios_left(played)]

    assert left() == [1, 2, 3, 4]
    assert left(1) == [3, 4]
    assert left(1, 3) == [2, 4]
    assert left(1, 3, 2) == [4]
    assert left(1, 2) == [3, 4]
    assert left(1, 2, 3) == [4]
    assert left(1, 2, 3, 4) == [1, 2, 3, 4]


def test_a_note_applies_to_its_key_and_the_keys_below_it() -> None:
    notes = tuple(
        Note(about, next(iter(Source)), "why")
        for about in ("points", "points.win", "pointsof", "timing[0].x")
    )
    packet = replace(PACKET, notes=notes)
    assert packet.note("points") == notes[0]
    assert packet.note("win") is None
    assert packet.notes_on("points") == notes[:2]
    assert packet.notes_on("points.win") == notes[1:2]
    assert packet.notes_on("timing") == notes[3:]
    assert packet.notes_on("timing[0]") == notes[3:]


def test_a_column_heading_overrides_a_packets_word() -> None:
    briefing = replace(PACKET.briefing, words=(Word("TP", "score"), Word("caster", "leader")))
    headings = (Heading(RankingColumn.TP, "League"),)
    packet = replace(PACKET, briefing=briefing, headings=headings)
    assert packet.heading(RankingColumn.TP) == "League"
    assert packet.heading(RankingColumn.CP) == ""
    assert packet.vocabulary == (("caster", "leader"), ("TP", "League"))
    assert replace(packet, headings=()).vocabulary == (("TP", "score"), ("caster", "leader"))


def test_looking_up_something_a_packet_lacks_gives_its_default_or_nothing() -> None:
    assert PACKET.timing("no such") == PACKET.timings[0]
    assert [PACKET.timing(timing.key) for timing in PACKET.timings] == [*PACKET.timings]
    assert PACKET.variant("no such") is None
    assert PACKET.limits_called("no such") is None
    assert PACKET.scenario(99) is None
    assert PACKET.scenario(PACKET.scenarios[1].number) == PACKET.scenarios[1]


def test_a_card_is_found_whatever_its_capitals() -> None:
    briefing = replace(PACKET.briefing, cards=(Card("Ball"), Card("Fuel Cache", "Burns.")))
    assert briefing.card("FUEL cache") == briefing.cards[1]
    assert briefing.card("Armory") == Card("Armory")
    assert briefing.deployment("no such") is None
    assert replace(briefing, reference=()).reach(ElementKind.FLAG) == 0
