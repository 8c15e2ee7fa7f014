import pytest

from app.engine.acts.commands import NoticeGap
from app.engine.acts.players import AddPlayers, Entry
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.table import (
    AdjustClock,
    CountGap,
    NoticeFlag,
    PauseCause,
    PauseClock,
    ResumeClock,
    StartClock,
    Tap,
)
from app.engine.frozen import replace
from app.engine.rounds.team_draw import team_draw
from app.engine.side import Pair, Side
from app.engine.state import State
from app.engine.table.deadlines import expected_end
from app.engine.table.game import step_elapsed
from app.engine.text import clock_words
from app.views.event.event import next_step
from app.views.round.room_display import room_display
from app.views.round.round import (
    Proposal,
    expected_round_end,
    next_draw,
    overtimes,
    results_out,
    review,
)
from tests.engine.event import (
    MINUTE,
    PACKETS,
    Desk,
    latest,
    registered,
    settings,
    start_clock,
    under_way,
)
from tests.engine.team_cases import draw, team_event

HOUR = 60 * MINUTE


def test_a_finished_round_names_the_tables_that_have_no_result() -> None:
    desk = under_way(4)
    assert next_draw(desk.state).out == ""
    desk.report(1, Side.RED)
    desk.do(FinishRound(), insist=True)
    assert next_draw(desk.state).out == "table 2"
    desk.report(2, Side.RED)
    assert next_draw(desk.state).out == ""


def test_an_empty_event_has_nobody_to_draw() -> None:
    coming = next_draw(State())
    assert (coming.number, coming.planned, coming.possible, coming.decided) == (1, 0, False, False)


@pytest.mark.parametrize(("teams", "bye"), [(6, False), (5, True)])
def test_teams_are_counted_before_a_draw_of_teams(teams: int, bye: bool) -> None:
    desk = team_event((3,) * (teams - 1) + (2,), 3)
    coming = next_draw(desk.state)
    assert (coming.teams, coming.checked_in, coming.bye) == (teams, 3 * teams - 1, bye)
    assert coming.planned == 3
    assert coming.possible
    assert not next_draw(team_event((3,), 3).state).possible


def test_the_review_of_a_draw_says_only_once_that_a_team_is_short() -> None:
    desk = team_event((2, 1))
    draw(desk)
    state = desk.state
    (round_,) = state.rounds
    assert round_.gave_way
    shown = review(state, round_, teams=team_draw(state, round_))
    assert shown.gave_way == ()
    assert shown.byes.endswith("has the bye: Team 2 is one player short.")


def test_an_odd_number_of_players_has_a_bye_and_absent_players_are_named() -> None:
    desk = registered(5)
    desk.do(AddPlayers((Entry("Late"),)))
    coming = next_draw(desk.state)
    assert (coming.checked_in, coming.bye, coming.absent, coming.planned) == (5, True, ("Late",), 3)


def test_a_sole_leader_decides_the_event_once_the_round_is_finished() -> None:
    desk = under_way(2)
    desk.report(1, Side.RED)
    assert not next_draw(desk.state).leader
    desk.do(FinishRound())
    coming = next_draw(desk.state)
    assert coming.leader
    assert coming.decided


def test_the_planned_rounds_end_the_event() -> None:
    desk = under_way(4, settings(rounds=1))
    desk.report(1, Side.RED)
    desk.report(2, Side.RED)
    desk.do(FinishRound())
    coming = next_draw(desk.state)
    assert not coming.leader
    assert coming.decided


def level_after_three_rounds(rounds: int) -> Desk:
    """Four players, for whom the packet has three rounds, who tie in all of them."""
    desk = registered(4, settings(rounds=rounds))
    for number in range(1, 4):
        desk.do(DrawRound(number), insist=True)
        desk.do(PublishRound())
        desk.do(StartRound())
        for table in (1, 2):
            tie = Result(None, How.TIE, Pair(0, 0), Pair(0, 0))
            desk.do(ReportResult(desk.game(table).number, tie))
        desk.do(FinishRound())
    return desk


def test_a_tie_for_first_after_the_packets_rounds_continues_the_event() -> None:
    """Every packet, number of rounds: until one has more tournament points than any other."""
    desk = level_after_three_rounds(0)
    assert not next_draw(desk.state).decided
    assert next_step(desk.state).button == "Draw round 4"
    wall = room_display(desk.state, str)
    (clock,) = [slide for slide in wall.slides if slide.kind == "clock"]
    assert clock.notes == ("Pairings of round 4 appear here.",)


def test_a_tie_for_first_after_a_fixed_number_of_rounds_ends_the_event() -> None:
    desk = level_after_three_rounds(3)
    assert next_draw(desk.state).decided
    assert next_step(desk.state).button == "See the standings"


def test_a_review_shows_seats_bye_and_scenario() -> None:
    desk = under_way(5)
    shown = review(desk.state, latest(desk))
    assert [row.table for row in shown.rows] == [1, 2]
    assert shown.bye is not None
    assert (shown.scenario, shown.seed, shown.attempt) == (3, 7, 1)
    assert dict(shown.scenarios)[3]
    assert shown.used == frozenset()


def test_a_review_of_a_bare_state_names_players_by_number() -> None:
    desk = under_way(2)
    bare = State(rounds=desk.state.rounds, games=desk.state.games)
    shown = review(bare, latest(desk))
    assert shown.rows[0].seats.red.name.startswith("Player ")
    assert shown.scenarios == ()
    assert shown.bye is None


def test_the_expected_end_counts_from_the_first_deployment() -> None:
    desk = under_way(4)
    assert expected_round_end(desk.state, latest(desk)) == 2 * HOUR
    desk.now_ms = 10 * MINUTE
    start_clock(desk)
    assert expected_round_end(desk.state, latest(desk)) == 2 * HOUR + 10 * MINUTE


def test_a_round_that_has_not_started_has_no_expected_end() -> None:
    desk = registered(4)
    desk.do(DrawRound(7))
    assert expected_round_end(desk.state, latest(desk)) is None
    assert overtimes(desk.state, latest(desk), 9 * HOUR) == ()


@pytest.mark.parametrize(
    ("left_ms", "proposal"),
    [
        (5 * MINUTE - 1, Proposal.PLAY_ON),
        (5 * MINUTE, Proposal.PLAY_ON),
        (5 * MINUTE + 1, Proposal.TIE),
    ],
)
def test_five_minutes_combined_or_less_play_on(left_ms: int, proposal: Proposal) -> None:
    desk = under_way(4)
    start_clock(desk)
    second = desk.game(2).number
    desk.now_ms = left_ms
    desk.do(StartClock(second, Side.RED))
    desk.now_ms = HOUR + 1
    desk.do(Tap(second, Side.RED))
    assert overtimes(desk.state, latest(desk), 2 * HOUR - 1) == ()
    over = {overtime.game: overtime for overtime in overtimes(desk.state, latest(desk), 2 * HOUR)}
    assert over[second].left_ms == left_ms
    assert over[second].proposal is proposal


def test_overtime_after_a_pause_by_the_organizer_is_the_organizers_decision() -> None:
    desk = under_way(2)
    number = start_clock(desk)
    desk.do(PauseClock(number, "Fire alarm"))
    desk.now_ms = 30 * MINUTE
    desk.do(ResumeClock(number))
    over = overtimes(desk.state, latest(desk), 2 * HOUR)
    assert [one.proposal for one in over] == [Proposal.YOURS]
    assert "30:00" in over[0].sentence


def test_a_clock_stopped_by_the_players_does_not_excuse_overtime() -> None:
    desk = under_way(2)
    number = start_clock(desk)
    desk.do(PauseClock(number, "", PauseCause.TABLE))
    desk.now_ms = 30 * MINUTE
    desk.do(ResumeClock(number))
    (over,) = overtimes(desk.state, latest(desk), 2 * HOUR)
    assert over.proposal is Proposal.TIE
    assert expected_end(desk.game(), HOUR) == 2 * HOUR


def test_of_two_pauses_only_the_organizers_part_excuses_overtime() -> None:
    desk = under_way(2)
    number = start_clock(desk)
    desk.do(PauseClock(number, "", PauseCause.TABLE))
    desk.do(ResumeClock(number), 10 * MINUTE)
    desk.do(PauseClock(number, "Rules"), 20 * MINUTE)
    (over,) = overtimes(desk.state, latest(desk), 2 * HOUR)
    assert over.proposal is Proposal.YOURS
    assert "1:40:00" in over.sentence


@pytest.mark.parametrize("key", ["sr2014", "sr2015"])
def test_before_sr2017_no_pause_saves_a_game_from_the_tie(key: str) -> None:
    chosen = replace(settings(75), packet=key, timing="death-clock")
    desk = under_way(2, chosen, packet=PACKETS[key])
    number = start_clock(desk)
    desk.do(PauseClock(number, "Fire alarm"))
    desk.do(ResumeClock(number), 30 * MINUTE)
    (over,) = overtimes(desk.state, latest(desk), 4 * HOUR)
    assert over.proposal is Proposal.TIE


def test_a_time_gap_counted_as_played_is_no_pause() -> None:
    desk = under_way(2)
    number = start_clock(desk)
    desk.now_ms = 20 * MINUTE
    desk.do(NoticeGap(desk.now_ms, 30 * MINUTE), 30 * MINUTE)
    desk.do(CountGap(number), 30 * MINUTE)
    assert desk.game().play.eo_paused_ms == 0
    assert step_elapsed(desk.game().play, 40 * MINUTE) == 40 * MINUTE
    (over,) = overtimes(desk.state, latest(desk), 2 * HOUR)
    assert over.proposal is Proposal.TIE
    assert "paused" not in over.sentence


def test_of_a_counted_time_gap_only_the_wait_for_the_organizer_is_a_pause() -> None:
    desk = under_way(2)
    number = start_clock(desk)
    desk.do(NoticeGap(20 * MINUTE, 30 * MINUTE), 30 * MINUTE)
    desk.do(AdjustClock(number, Side.BLUE, -10 * MINUTE, "agreed"), 31 * MINUTE)
    desk.do(CountGap(number), 32 * MINUTE)
    assert desk.game().play.eo_paused_ms == 2 * MINUTE
    assert expected_end(desk.game(), HOUR) == (60 + 60 - 10 + 2) * MINUTE


def test_overtime_includes_unstarted_games_but_not_games_that_are_over() -> None:
    desk = under_way(6)
    desk.do(StartClock(desk.game(1).number, Side.RED))
    desk.do(NoticeFlag(desk.game(1).number), HOUR)
    desk.report(2, Side.RED)
    over = overtimes(desk.state, latest(desk), 2 * HOUR)
    assert [(one.table, one.proposal) for one in over] == [(3, Proposal.TIE)]
    assert [game.table for game in results_out(desk.state, latest(desk))] == [1, 3]


def test_clock_times_are_rounded_up_to_whole_seconds() -> None:
    notices = [clock_words(ms) for ms in (0, 1, 59_999, 3_725_000, -3_000)]
    assert notices == ["0:00", "0:01", "1:00", "1:02:05", "−0:03"]
