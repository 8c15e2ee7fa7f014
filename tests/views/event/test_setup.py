"""What follows from a packet, what was changed from it, and settings by their names."""

from typing import Any

import pytest

from app.engine.acts.setup import CreateEvent
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.packet.packet import ClockOut
from app.engine.packet.ranking import RankingColumn
from app.engine.state import State
from app.views.dates import date_words, day_words, span_words
from app.views.event.settings_words import invitation_words, occasion_words
from app.views.event.setup import (
    SUBJECTS,
    SetupLine,
    find_settings,
    reset_settings,
    setup_lines,
)
from tests.engine.event import PACKETS, Desk

OPEN = Settings("Open", "sr2026", 75, 1)


def state_of(settings: Settings) -> State:
    desk = Desk()
    desk.do(CreateEvent(settings, PACKETS[settings.packet]))
    return desk.state


def lines(settings: Settings = OPEN, **changes: Any) -> dict[str, SetupLine]:
    return {line.key: line for line in setup_lines(state_of(replace(settings, **changes)))}


def test_there_are_no_setup_lines_before_there_is_an_event() -> None:
    assert setup_lines(Desk().state) == ()


@pytest.mark.parametrize("key", PACKETS)
def test_an_unchanged_event_of_any_packet_has_no_line_marked_as_changed(key: str) -> None:
    packet = PACKETS[key]
    size = 75 if 75 in packet.sizes else (packet.sizes or (0,))[-1]
    shown = lines(Settings("Open", key, size, 1))
    assert {"clocks", "rounds", "day", "standings"} <= shown.keys()
    assert all(line.says and not line.changed and not line.instead for line in shown.values())


def test_a_setup_line_describes_the_setting_in_force() -> None:
    shown = lines()
    assert shown["rounds"].says == "3 rounds"
    assert shown["day"].says.startswith("10:00 to ")
    assert shown["scenarios"].says.endswith(f" and {len(PACKETS['sr2026'].scenarios) - 3} more")
    assert lines(scenarios=(1, 2))["scenarios"].says.count(",") == 1
    no_clock = lines(Settings("Open", "sr2014", 50, 1, timing="untimed"))
    assert no_clock["day"].says == "From 10:00"
    assert "teams" not in shown
    assert lines(team_seats=3)["teams"].says.startswith("Teams of 3: the team")
    assert lines(cut=8)["rounds"].says.endswith(", a cut to the top 8")
    untimed = lines(Settings("Open", "points", 0, 1))
    assert "scenarios" not in untimed
    assert "victory" not in untimed


def test_a_changed_setting_is_marked_beside_the_packets_value() -> None:
    line = lines(rounds=4)["rounds"]
    assert (line.says, line.instead, line.changed) == ("4 rounds", "3 rounds", ("rounds",))
    order = lines(order=(RankingColumn.TP, RankingColumn.CP))["standings"]
    assert order.says == "Tournament points, then control points"
    assert order.changed == ("order",)


def test_a_change_not_visible_in_a_lines_text_is_named_in_the_line() -> None:
    line = lines(clock_out=ClockOut.WARN)["clocks"]
    assert line.says.endswith(", When a clock runs out: warn only")
    assert line.instead == "When a clock runs out: as the packet says"


def test_resetting_settings_restores_only_their_defaults() -> None:
    changed = replace(OPEN, rounds=4, lead=2, tables=9)
    assert reset_settings(changed, ("rounds",)) == replace(OPEN, lead=2, tables=9)
    names = {name for _, subject, _ in SUBJECTS.values() for name in subject}
    assert names < {*Settings.__struct_fields__}


def test_a_setting_can_be_found_by_part_of_its_name_or_value() -> None:
    packet = PACKETS["sr2026"]
    assert find_settings(packet, OPEN, "") == ()
    assert find_settings(packet, OPEN, "no such thing") == ()
    first = find_settings(packet, OPEN, "round")[0]
    assert (first.key, first.name, first.value) == ("rounds", "Rounds", "as the packet says")
    assert find_settings(packet, OPEN, "out warn") == ()
    warned = replace(OPEN, clock_out=ClockOut.WARN)
    assert [each.key for each in find_settings(packet, warned, "warn only")] == ["clock_out"]
    scenarios = find_settings(packet, replace(OPEN, scenarios=(1,)), "scenarios played")
    assert [each.value for each in scenarios] == [packet.scenarios[0].name]
    old = PACKETS["sr2015"]
    assert find_settings(old, replace(OPEN, packet="sr2015"), "specialists")[0].value == "off"


def test_a_day_is_written_with_its_weekday() -> None:
    assert day_words("2026-12-05") == "Saturday 5 December 2026"
    assert date_words("2026-12-05") == "5 December 2026"
    assert span_words("2026-12-05", "2027-01-09") == "5 December 2026 – 9 January 2027"
    assert span_words("2026-12-05", "2026-12-05") == "5 December 2026"


def test_the_invitation_includes_only_what_has_been_set() -> None:
    assert occasion_words(None) == occasion_words(OPEN) == ""
    there = replace(OPEN, date="2026-12-05", venue="Ravens’ club")
    assert occasion_words(there) == "Saturday 5 December 2026 · Ravens’ club"
    assert invitation_words(replace(there, fee="15 €")).endswith(" · Entry: 15 €")
    assert invitation_words(replace(OPEN, venue="Hall")) == "Hall"
