from typing import Any

import pytest

from app.engine.acts.commands import NoticeGap, Refused
from app.engine.acts.rounds import DrawRound, FinishRound
from app.engine.acts.setup import ChangeSettings, CreateEvent
from app.engine.acts.table import AdjustClock, ClockPaused, FlagFell, NoticeFlag, StartClock, Tap
from app.engine.formats.terms import terms_for
from app.engine.frozen import replace
from app.engine.packet.keywords import AnnouncedKeyword
from app.engine.packet.packet import ClockOut
from app.engine.packet.ranking import RankingColumn
from app.engine.packet.timing import Timing, TimingKind
from app.engine.side import Pair, Side
from app.engine.subjects.setup.event import settings_fault
from tests.engine.event import MINUTE, PACKETS, SR2017, Desk, registered, settings, under_way


def test_a_file_holds_one_event() -> None:
    desk = Desk()
    assert desk.refused(DrawRound(1)) == "There is no event yet. Create one or open a file."
    desk.do(CreateEvent(settings(), SR2017))
    assert "already holds an event" in desk.refused(CreateEvent(settings(), SR2017))


@pytest.mark.parametrize("name", ["", "   ", "\u200b"])
def test_an_event_cannot_lose_its_name(name: str) -> None:
    desk = Desk()
    desk.do(CreateEvent(settings(), SR2017))
    nameless = replace(settings(), name=name)
    assert desk.refused(ChangeSettings(nameless, SR2017)) == "An event needs a name. Type one."


def test_an_older_event_without_a_name_can_be_changed() -> None:
    desk = Desk()
    nameless = replace(settings(), name="")
    desk.do(CreateEvent(nameless, SR2017))
    desk.do(ChangeSettings(replace(nameless, tables=9), SR2017))
    assert desk.state.settings == replace(nameless, tables=9)


def test_the_size_must_be_one_of_the_packets() -> None:
    said = "Steamroller 2017 has no size 80. Its sizes are 0, 25, 50, 75, 100, 150 and 200."
    assert Desk().refused(CreateEvent(settings(80), SR2017)) == said
    assert registered(2).refused(ChangeSettings(settings(80), SR2017)) == said


def test_a_packet_without_a_clock_for_the_size_is_refused() -> None:
    bare = replace(SR2017, timings=(Timing("x", "Deathclock", TimingKind.DEATHCLOCK, ()),))
    said = "Deathclock has no times for size 75."
    assert Desk().refused(CreateEvent(settings(), bare)) == said


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"rounds": 21}, "An event has at most 20 rounds."),
        ({"tables": 201}, "A hall has at most 200 tables. Use 0 for no limit."),
        ({"lead": 21}, "The lead for a scenario win is at most 20."),
    ],
)
def test_an_excessive_number_is_refused_unless_it_is_in_an_older_file(
    given: dict[str, int], said: str
) -> None:
    desk = Desk()
    assert desk.refused(CreateEvent(settings(**given), SR2017)) == said
    desk.do(CreateEvent(settings(), SR2017))
    assert desk.refused(ChangeSettings(settings(**given), SR2017)) == said
    desk.do(ChangeSettings(settings(**{key: most - 1 for key, most in given.items()}), SR2017))
    old = replace(desk.state, settings=settings(**given))
    assert settings_fault(old, settings(**given), SR2017, insist=False) is None


NO_DAYS = (
    *("5.12.2026", "2026-02-30", "20261205", "2026-W49-6", "2026-13-01", "2026-04-31"),
    *("2026-02-29", "1900-02-29", "0000-01-01", "2026-01-00", "٢٠٢٦-٠١-٠١"),
)


@pytest.mark.parametrize("date", NO_DAYS)
def test_an_impossible_date_is_refused(date: str) -> None:
    said = f"There is no day {date}. Write it as 2026-12-05."
    assert Desk().refused(CreateEvent(replace(settings(), date=date), SR2017)) == said


@pytest.mark.parametrize("date", ["2026-12-31", "2028-02-29", "2000-02-29", "2026-02-28"])
def test_a_valid_date_is_kept(date: str) -> None:
    desk = registered(2)
    desk.do(ChangeSettings(replace(settings(), date=date), SR2017))
    assert desk.state.settings is not None
    assert desk.state.settings.date == date


def test_invisible_characters_are_removed_from_date_venue_and_fee() -> None:
    desk = registered(2)
    chosen = replace(settings(), date="2026-12-05", venue=" Ravens\u200b ", fee="15 €")
    desk.do(ChangeSettings(chosen, SR2017))
    kept = desk.state.settings
    assert kept is not None
    assert (kept.date, kept.venue, kept.fee) == ("2026-12-05", "Ravens", "15 €")


def test_numbers_cannot_be_negative() -> None:
    desk = registered(2)
    for chosen in (settings(tables=-1), settings(rounds=-1), settings(lead=-1)):
        assert "cannot be negative" in desk.refused(ChangeSettings(chosen, SR2017))


NUMBERS = ("tables", "rounds", "lead", "absences", "team_substitutes")
NEGATIVE = "Tables, rounds and scenario lead cannot be negative. Use 0 for no limit."
SEATS = "A team match has 2 to 10 seats. Use 0 for no teams."
CUT = "A cut needs two players or more. Use 0 for no cut."
ONCE = "Each column can rank only once."


@pytest.mark.parametrize(
    ("change", "said"),
    [
        *(({field: number}, "") for field in NUMBERS for number in (0, 1)),
        *(({field: -1}, NEGATIVE) for field in NUMBERS),
        ({"team_seats": -1}, SEATS),
        ({"team_seats": 0}, ""),
        ({"team_seats": 1}, SEATS),
        ({"team_seats": 2}, ""),
        ({"team_seats": 10}, ""),
        ({"team_seats": 11}, SEATS),
        ({"cut": 0}, ""),
        ({"cut": 1}, CUT),
        ({"cut": 2}, ""),
        ({"size": 0}, ""),
        ({"size": 200}, ""),
        ({"size": 1}, "Steamroller 2017 has no size 1."),
        ({"timing": SR2017.timings[-1].key}, ""),
        ({"timing": "none"}, "Steamroller 2017 has no timing format called none."),
        ({"limits": "none"}, "Steamroller 2017 has no time limits called none."),
        ({"scenarios": (1, SR2017.scenarios[-1].number)}, ""),
        ({"scenarios": (0, 1, 99)}, "Steamroller 2017 has no scenario 0 and 99."),
        ({"variants": (AnnouncedKeyword("none"),)}, "Steamroller 2017 has no variant called none."),
        ({"order": (SR2017.standings[0],)}, ""),
        ({"order": SR2017.standings[:1] * 2}, ONCE),
        ({"team_order": tuple(RankingColumn)[:1] * 2}, ONCE),
        ({"team_order": tuple(RankingColumn)[:1]}, ""),
    ],
    ids=str,
)
def test_each_setting_has_its_limits(change: dict[str, Any], said: str) -> None:
    decision = Desk().ask(CreateEvent(replace(settings(), **change), SR2017), insist=True)
    sentence = decision.sentence if isinstance(decision, Refused) else ""
    assert sentence.startswith(said)
    assert bool(sentence) is bool(said)


def test_a_game_keeps_the_settings_it_was_drawn_with() -> None:
    desk = under_way(2, settings(50, clock_out=ClockOut.LOSE))
    desk.do(ChangeSettings(settings(100), SR2017))
    terms = desk.game().terms
    assert (terms.time.clock_ms, terms.clock_out) == (42 * MINUTE, ClockOut.LOSE)
    assert (terms.concession_cp, terms.concession_apd) == (3, 25)


def test_an_unknown_scenario_has_nothing_to_score() -> None:
    assert terms_for(SR2017, settings(), 99).scenario.elements == ()


def test_a_gap_stops_only_running_clocks() -> None:
    desk = under_way(6)
    desk.do(StartClock(1, Side.RED), 0)
    desk.do(StartClock(2, Side.RED), 0)
    desk.report(2, Side.RED)
    events = desk.do(NoticeGap(5 * MINUTE, 9 * MINUTE))
    assert [type(event) for event in events] == [ClockPaused, ClockPaused]
    assert desk.do(NoticeGap(9 * MINUTE, 10 * MINUTE)) == ()


def test_a_gap_begins_no_earlier_than_a_games_last_press() -> None:
    desk = under_way(2)
    desk.do(StartClock(1, Side.RED), 0)
    desk.do(Tap(1, Side.RED), 6 * MINUTE)
    (pause,) = desk.do(NoticeGap(5 * MINUTE, 9 * MINUTE))
    assert isinstance(pause, ClockPaused)
    assert (pause.at_ms, pause.gap_ms) == (6 * MINUTE, 3 * MINUTE)
    assert desk.game().play.step == 1


def test_a_flag_due_before_the_gap_falls() -> None:
    desk = under_way(2, settings(0))
    desk.do(StartClock(1, Side.RED), 0)
    (flag,) = desk.do(NoticeGap(25 * MINUTE, 30 * MINUTE))
    assert flag == FlagFell(1, 20 * MINUTE, Side.RED)


def test_a_gap_also_stops_a_clock_that_has_overrun() -> None:
    desk = under_way(2, settings(0, clock_out=ClockOut.WARN))
    desk.do(StartClock(1, Side.RED), 0)
    flag, pause = desk.do(NoticeGap(25 * MINUTE, 30 * MINUTE))
    assert isinstance(flag, FlagFell)
    assert isinstance(pause, ClockPaused)


def test_adjusting_a_clock_needs_a_reason() -> None:
    desk = under_way(2)
    desk.do(StartClock(1, Side.RED), 0)
    assert desk.refused(AdjustClock(1, Side.RED, 1, " ")) == "Say why the time is changed."


def test_a_pair_maps_and_iterates_red_first() -> None:
    assert [*Pair(1, 2).map(str)] == ["1", "2"]
    assert (Side.RED.colour, Side.BLUE.other) == ("Red", Side.RED)


def test_a_gap_leaves_the_clocks_of_a_finished_round_alone() -> None:
    desk = under_way(2)
    desk.do(StartClock(1, Side.RED), 0)
    desk.report(1, Side.RED)
    desk.do(FinishRound())
    assert desk.do(NoticeGap(5 * MINUTE, 300 * MINUTE)) == ()


def test_time_limits_go_with_the_timing_they_change() -> None:
    packet = PACKETS["sr2017"]
    assert packet.limits_for("") == packet.limits_for("deathclock") == ()
    assert [limit.key for limit in packet.limits_for("classic")] == [
        limit.key for limit in packet.limits
    ]


def test_time_given_lifts_the_flag_of_a_clock_that_ran_out() -> None:
    desk = under_way(2, settings(0, clock_out=ClockOut.WARN))
    desk.do(StartClock(1, Side.RED), 0)
    desk.do(NoticeFlag(1), 21 * MINUTE)
    assert desk.game().play.overrun == (Side.RED,)
    desk.do(AdjustClock(1, Side.RED, 5 * MINUTE, "dispute"), 22 * MINUTE)
    assert desk.game().play.overrun == ()


def test_a_gap_subtracted_in_full_from_the_running_clock_counts_as_played() -> None:
    desk = under_way(2)
    desk.do(StartClock(1, Side.RED), 0)
    desk.do(NoticeGap(5 * MINUTE, 9 * MINUTE), 9 * MINUTE)
    desk.do(AdjustClock(1, Side.RED, -4 * MINUTE, "played on"), 10 * MINUTE)
    pause = desk.game().play.pause
    assert pause is not None
    assert (pause.since_ms, pause.gap_ms) == (9 * MINUTE, 0)
    assert desk.game().play.clock.remaining(Side.RED, 10 * MINUTE) == 51 * MINUTE


def test_subtracting_part_of_a_gap_from_a_clock_leaves_the_pause_unchanged() -> None:
    desk = under_way(2)
    desk.do(StartClock(1, Side.RED), 0)
    desk.do(NoticeGap(5 * MINUTE, 9 * MINUTE), 9 * MINUTE)
    desk.do(AdjustClock(1, Side.RED, -3 * MINUTE, "played on"), 10 * MINUTE)
    pause = desk.game().play.pause
    assert pause is not None
    assert (pause.since_ms, pause.gap_ms) == (5 * MINUTE, 4 * MINUTE)
