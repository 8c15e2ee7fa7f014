"""What the history says of a change of settings."""

from typing import Any

import pytest

from app.engine.acts.setup import ChangeSettings, CreateEvent, SettingsChanged
from app.engine.acts.undo import Undo
from app.engine.formats.advice import advice_on
from app.engine.formats.keywords import put_in_force
from app.engine.formats.settings import (
    Break,
    CheckInItem,
    Late,
    LevelMatch,
    PaintingCategory,
    Settings,
)
from app.engine.frozen import replace
from app.engine.packet.keywords import Artifice
from app.engine.packet.packet import ClockOut, PacketTopic
from app.engine.packet.ranking import RankingColumn, Schedule
from app.views.event.settings_words import (
    PARTS,
    VALUES,
    announcement,
    changes_words,
    settings_sheet,
)
from app.views.history.memory import HistoryMemory
from app.views.history.rows import describe
from tests.engine.event import PACKETS, SR2017, Desk

SR2012 = PACKETS["sr2012"]
PLAIN = Settings("Open", "sr2012", 50, 1)


def said(**changes: Any) -> tuple[str, ...]:
    return changes_words(PLAIN, SR2012, replace(PLAIN, **changes), SR2012)


def test_every_setting_has_a_description() -> None:
    assert {*Settings.__struct_fields__} == VALUES.keys() | PARTS.keys()


def test_a_changed_setting_is_shown_with_its_old_and_new_value() -> None:
    assert said(size=35) == ("Army size: 50 points → 35 points",)
    assert said(size=0) == ("Army size: 50 points → battlegroup",)
    assert said(name="Cup", rounds=3) == ("Name: Open → Cup", "Rounds: as the packet says → 3")
    assert said(tables=8, lead=5) == (
        "Tables: no limit → 8",
        "Scenario win: as the packet says → 5",
    )
    assert said(kill_box=False) == ("Kill box: on → off",)
    assert said(clock_out=ClockOut.WARN) == (
        "When a clock runs out: as the packet says → warn only",
    )
    assert said(cut=4, late=Late.BYES) == (
        "Cut: none → top 4",
        "Rounds missed before arriving: losses → byes",
    )
    assert said(starts=9 * 60 + 5, turnaround=20) == (
        "Round 1 starts: 10:00 → 09:05",
        "Between rounds: 15 minutes → 20 minutes",
    )
    assert said(order=(RankingColumn.TP, RankingColumn.CP), schedule=Schedule.OVER_GAMES) == (
        "Standings order: as the packet says → tournament points, control points",
        "Strength of schedule: opponents’ points → opponents’ points by games played",
    )
    assert said(absences=0) == ("No-shows before asking to drop: 2 → never",)
    assert said(seed=7) == ("Dice seed: 1 → 7",)


def test_timing_and_limits_are_shown_by_their_names() -> None:
    timing = SR2012.timings[1]
    limits = next(limit for limit in SR2012.limits if not limit.timing)
    first, second = said(timing=timing.key, limits=limits.key)
    assert first == f"Timing: {SR2012.timings[0].name} → {timing.name}"
    assert second == f"Time limits: as the packet says → {limits.name}"


def test_changes_to_a_set_of_choices_show_what_was_added_and_removed() -> None:
    first, second = SR2012.scenarios[:2]
    assert said(scenarios=(first.number,)) == (f"Scenarios played: added {first.name}",)
    assert said(scenarios=(99,)) == ("Scenarios played: added 99",)
    assert said(artifices=(Artifice.KILL_BOX,)) == ("Artifices: added kill box",)
    assert said(breaks=(Break(2, 60),)) == ("Breaks: added 60 minutes after round 2",)
    assert said(unasked=(CheckInItem.PAID,)) == ("Not required at check-in: added paid",)
    more = put_in_force(SR2012, PLAIN, "characters-restricted")
    assert changes_words(PLAIN, SR2012, more, SR2012) == ("Keywords: added Characters Restricted",)
    assert changes_words(more, SR2012, PLAIN, SR2012) == (
        "Keywords: removed Characters Restricted",
    )
    both = replace(PLAIN, scenarios=(first.number, second.number))
    turned = replace(PLAIN, scenarios=(second.number, first.number))
    assert changes_words(both, SR2012, turned, SR2012) == (
        f"Scenarios played: now in the order {second.name}, {first.name}",
    )


def test_reloading_or_changing_a_packet_is_described() -> None:
    other = replace(SR2012, one_a_group=not SR2012.one_a_group)
    assert changes_words(PLAIN, SR2012, PLAIN, other) == (
        "The packet’s rules were reloaded from its file",
    )
    moved = replace(PLAIN, packet="sr2017")
    assert changes_words(PLAIN, SR2012, moved, SR2017) == (
        f"Packet: {SR2012.name} → {SR2017.name}",
    )


def history(desk: Desk) -> list[str]:
    memory = HistoryMemory()
    memory.learn(desk.records)
    return [describe(record, desk.state, memory) for record in desk.records]


def test_the_history_describes_each_change_relative_to_the_settings_at_that_time() -> None:
    desk = Desk()
    desk.do(CreateEvent(PLAIN, SR2012))
    desk.do(ChangeSettings(replace(PLAIN, size=35), SR2012))
    desk.do(Undo())
    desk.do(ChangeSettings(replace(PLAIN, size=75), SR2012))
    desk.append((SettingsChanged(replace(PLAIN, size=75), SR2012),), 9)
    assert history(desk)[1:] == [
        "Settings changed: Army size: 50 points → 35 points",
        "Undone: change of settings (Army size: 50 points → 35 points)",
        "Settings changed: Army size: 50 points → 75 points",
        "Settings changed: nothing",
    ]


def test_a_settings_change_with_unknown_old_settings_is_shown_as_a_summary() -> None:
    desk = Desk()
    desk.append((CreateEvent(PLAIN, SR2012),), 0)
    event = SettingsChanged(PLAIN, SR2012)
    desk.append((event,), 1)
    told = describe(desk.records[1], desk.state, HistoryMemory())
    assert told == "Settings changed: Open, Steamroller 2012, 50 points"


@pytest.mark.parametrize("key", ["sr2017", "sr2017-rumble", "sr2026"])
def test_a_chosen_painting_category_appears_in_the_announcement_and_the_settings_sheet(
    key: str,
) -> None:
    packet = PACKETS[key]
    (wanted,) = advice_on(packet, PacketTopic.PAINTING)
    assert "announced well before the event" in wanted
    plain = Settings("Open", key, packet.sizes[-1], 1)
    chosen = replace(plain, painting=PaintingCategory.BATTLEGROUP)
    assert "Best Painted" not in announcement(packet, plain)
    assert announcement(packet, chosen).endswith(". Best Painted: best battlegroup")
    rows = {row.keyword: row.says for row in settings_sheet(packet, chosen)}
    assert rows["Best Painted"] == "Best battlegroup."
    assert changes_words(plain, packet, chosen, packet) == (
        "Best Painted: not announced → best battlegroup",
    )


def test_a_game_without_armies_has_no_painting_award() -> None:
    packet = PACKETS["points"]
    chosen = Settings("Open", "points", 0, 1, painting=PaintingCategory.ARMY)
    assert announcement(packet, chosen) == packet.name
    assert "Best Painted" not in {row.keyword for row in settings_sheet(packet, chosen)}


def test_the_settings_sheet_says_how_a_team_match_is_won() -> None:
    def match(**changes: Any) -> list[str]:
        chosen = replace(PLAIN, **changes)
        return [row.says for row in settings_sheet(SR2012, chosen) if row.keyword == "Matches"]

    assert match() == []
    assert match(team_seats=5) == [
        "Teams of 5: the team that wins more games wins the match. A tied match is a draw."
    ]
    assert match(team_seats=4, level_match=LevelMatch.POINTS, drawn_match_half=True) == [
        "Teams of 4: the team that wins more games wins the match. Control points, then army"
        " points, decide a tied match. A drawn match is half a win."
    ]
    (strict,) = match(
        team_seats=3,
        team_casters_differ=True,
        team_characters_differ=True,
        lists_to_captains=True,
    )
    assert strict.endswith(
        "No caster leads the lists of two players of a team. No character is in the lists of two"
        " players of a team. Captains see the lists of the team they meet."
    )
    assert said(team_seats=3, level_match=LevelMatch.POINTS) == (
        "Players of a team in a round: no team matches → 3",
        "A tied match: is a draw → is decided by control points, then army points",
    )


def test_the_settings_sheet_lists_the_settings_of_a_custom_game() -> None:
    points = PACKETS["points"]
    settings = Settings("Club night", "points", 0, 1)
    rows = [(row.group, row.keyword, row.says) for row in settings_sheet(points, settings)]
    assert rows[:3] == [
        ("The game", "Minutes on each clock", "60"),
        ("The game", "Entry of points", "at the end"),
        ("The game", "A game is won by", "more points"),
    ]
    assert ("The game", "Last turn", "none") in rows
    assert announcement(points, settings) == "Deathclock and points"
