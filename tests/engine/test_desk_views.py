from dataclasses import replace

import pytest

from app.engine.commands import (
    AddPlayers,
    AwardNoShow,
    CheckIn,
    CreateEvent,
    DisqualifyPlayer,
    DrawRound,
    DropPlayer,
    FinishRound,
    NoticeGap,
    PublishRound,
    WarnPlayer,
)
from app.engine.game import Flag, OpenClaim
from app.engine.live_view import LiveRow, Order, in_order, live_row, look, next_digit_ms
from app.engine.packet import ClockOut
from app.engine.report_view import report_sheets, side_meant, tables_out
from app.engine.results import Entry, How, Result
from app.engine.round_view import (
    Proposal,
    clock_words,
    expected_round_end,
    next_draw,
    overtimes,
    results_out,
    review,
)
from app.engine.side import Pair, Side
from app.engine.standings_view import (
    Column,
    after_words,
    in_column_order,
    standing_rows,
    standings_text,
)
from app.engine.state import Round, Stage, State
from app.engine.table_acts import Act, Answers, acts, command, open_words
from app.engine.table_commands import (
    AdjustClock,
    Answer,
    CallJudge,
    CountGap,
    DismissJudge,
    EnterTally,
    Interrupt,
    MakeClaim,
    NoticeFlag,
    PauseClock,
    ReopenGame,
    ResumeClock,
    Rule,
    StartClock,
    Tap,
    WithdrawResult,
)
from app.engine.table_events import Claim, Question
from tests.engine.event import MINUTE, SR2017, Desk, registered, settings, under_way

HOUR = 60 * MINUTE
NAMES = Pair("Anna", "Ben")


def latest(desk: Desk) -> Round:
    assert desk.state.latest is not None
    return desk.state.latest


def started(desk: Desk, table: int = 1, first: Side = Side.RED) -> int:
    number = desk.game(table).number
    desk.do(StartClock(number, first))
    return number


def row(desk: Desk, table: int = 1) -> LiveRow:
    seen = look(desk.state, latest(desk), {})
    return live_row(seen[desk.game(table).number].view, desk.now_ms)


# --- the next draw ------------------------------------------------------------------------------


def test_an_empty_event_has_nobody_to_draw() -> None:
    coming = next_draw(State())
    assert (coming.number, coming.planned, coming.possible, coming.decided) == (1, 0, False, False)


def test_an_odd_field_has_a_bye_and_the_absent_are_named() -> None:
    desk = registered(5)
    desk.do(AddPlayers((Entry("Late"),)))
    coming = next_draw(desk.state)
    assert (coming.here, coming.bye, coming.absent, coming.planned) == (5, True, ("Late",), 3)


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


# --- the draw -----------------------------------------------------------------------------------


def test_a_review_shows_seats_bye_and_scenario() -> None:
    desk = under_way(5)
    shown = review(desk.state, latest(desk))
    assert [one.table for one in shown.rows] == [1, 2]
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


# --- the expected end ---------------------------------------------------------------------------


def test_the_expected_end_counts_from_the_first_deployment() -> None:
    desk = under_way(4)
    assert expected_round_end(desk.state, latest(desk)) == 2 * HOUR
    desk.now_ms = 10 * MINUTE
    started(desk)
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
    started(desk)
    second = desk.game(2).number
    desk.now_ms = left_ms
    desk.do(StartClock(second, Side.RED))
    desk.now_ms = HOUR + 1
    desk.do(Tap(second, Side.RED))
    assert overtimes(desk.state, latest(desk), 2 * HOUR - 1) == ()
    over = {one.game: one for one in overtimes(desk.state, latest(desk), 2 * HOUR)}
    assert over[second].left_ms == left_ms
    assert over[second].proposal is proposal


def test_a_clock_the_organizer_paused_is_left_to_him() -> None:
    desk = under_way(2)
    number = started(desk)
    desk.do(PauseClock(number, "Fire alarm"))
    desk.now_ms = 30 * MINUTE
    desk.do(ResumeClock(number))
    over = overtimes(desk.state, latest(desk), 2 * HOUR)
    assert [one.proposal for one in over] == [Proposal.YOURS]
    assert "30:00" in over[0].sentence


def test_games_that_were_never_started_or_are_over_are_told_apart() -> None:
    desk = under_way(6)
    desk.do(StartClock(desk.game(1).number, Side.RED))
    desk.do(NoticeFlag(desk.game(1).number), HOUR)
    desk.report(2, Side.RED)
    over = overtimes(desk.state, latest(desk), 2 * HOUR)
    assert [(one.table, one.proposal) for one in over] == [(3, Proposal.TIE)]
    assert [game.table for game in results_out(desk.state, latest(desk))] == [1, 3]


def test_clock_words() -> None:
    told = [clock_words(ms) for ms in (0, 1, 59_999, 3_725_000, -3_000)]
    assert told == ["0:00", "0:01", "1:00", "1:02:05", "−0:03"]


# --- the live list ------------------------------------------------------------------------------


def test_a_row_tells_whose_clock_runs_and_what_is_left() -> None:
    desk = under_way(4)
    started(desk, 1, Side.BLUE)
    desk.now_ms = 90_000
    one = live_row(look(desk.state, latest(desk), {})[desk.game(1).number].view, desk.now_ms)
    assert (one.word, one.runs, one.left) == ("Playing", Side.BLUE, Pair("1:00:00", "58:30"))
    assert one.told == "Blue deploys"


def test_advance_deployment_and_interrupts_are_told() -> None:
    desk = under_way(2)
    number = started(desk)
    for step in range(4):
        desk.now_ms += MINUTE
        if step == 2:
            assert row(desk).told == "Red deploys AD"
        desk.do(Tap(number, (Side.RED, Side.BLUE)[step % 2]))
    assert row(desk).told == "Red's turn 1"
    desk.do(Interrupt(number))
    assert row(desk).told == "Red's turn 1, interrupted"


def test_a_clock_below_five_minutes_is_low() -> None:
    desk = under_way(2)
    started(desk)
    desk.now_ms = 55 * MINUTE
    assert not row(desk).low
    desk.now_ms += 1
    assert row(desk).word == "Low on time"


def test_a_round_that_is_not_public_waits() -> None:
    desk = registered(2)
    desk.do(DrawRound(7))
    desk.do(PublishRound())
    assert row(desk).word == "Waiting"


def test_a_finished_game_tells_how_it_was_decided() -> None:
    desk = under_way(2)
    desk.report(1, Side.RED, How.SCENARIO, (6, 1))
    one = row(desk)
    assert (one.told, one.cp, one.won, one.left) == ("Scenario", "6–1", Side.RED, Pair("", ""))


def test_a_game_to_be_counted_is_over() -> None:
    desk = under_way(2)
    number = started(desk)
    desk.do(MakeClaim(number, Side.RED, Claim.CASTER, Side.BLUE))
    desk.do(Answer(number, Side.BLUE, Question.CLAIM, True))
    assert row(desk).told == "Game over"
    desk.do(EnterTally(number, None, Pair(10, 20)))
    assert row(desk).told == "Assassination"


def test_an_overrun_clock_goes_below_zero() -> None:
    desk = under_way(2, settings(clock_out=ClockOut.WARN))
    number = started(desk)
    desk.do(NoticeFlag(number), HOUR)
    desk.now_ms = HOUR + 3_000
    assert row(desk).left.red == "−0:03"


def test_urgent_tables_come_first_and_finished_ones_last() -> None:
    desk = under_way(10)
    for table in (1, 2, 3):
        started(desk, table)
    desk.report(4, Side.RED)
    desk.do(CallJudge(desk.game(3).number, None))
    desk.do(AdjustClock(desk.game(2).number, Side.RED, -57 * MINUTE, "late"))
    seen = look(desk.state, latest(desk), {})
    rows = [live_row(one.view, 0) for one in seen.values()]
    assert [one.table for one in in_order(rows, Order.URGENCY)] == [3, 2, 1, 5, 4]
    assert [one.table for one in in_order(rows, Order.TABLE)] == [1, 2, 3, 4, 5]
    assert [one.table for one in in_order(rows, Order.TIME)] == [2, 1, 3, 5, 4]


def test_a_view_is_made_again_only_when_its_game_changed() -> None:
    desk = under_way(4)
    before = look(desk.state, latest(desk), {})
    started(desk, 1)
    after = look(desk.state, latest(desk), before)
    first, second = desk.game(1).number, desk.game(2).number
    assert after[second] is before[second]
    assert after[first] is not before[first]


def test_the_next_digit_comes_when_a_running_second_is_over() -> None:
    desk = under_way(4)
    views = [one.view for one in look(desk.state, latest(desk), {}).values()]
    assert next_digit_ms(views, 0) is None
    started(desk, 1)
    views = [one.view for one in look(desk.state, latest(desk), {}).values()]
    assert next_digit_ms(views, 0) == 1_000
    assert next_digit_ms(views, 300) == 700


# --- reports ------------------------------------------------------------------------------------


def test_what_is_typed_means_a_side() -> None:
    assert side_meant("1") == side_meant("R") == (True, Side.RED)
    assert side_meant("2") == side_meant("b") == (True, Side.BLUE)
    assert side_meant("t") == side_meant("0") == (True, None)
    assert side_meant("") == (False, None)


def test_a_sheet_is_filled_from_the_table() -> None:
    desk = under_way(4)
    number = started(desk)
    desk.do(MakeClaim(number, Side.RED, Claim.CASTER, Side.BLUE))
    sheets = report_sheets(desk.state, latest(desk))
    assert [one.going_on for one in sheets] == [True, False]
    desk.do(Answer(number, Side.BLUE, Question.CLAIM, True))
    desk.do(EnterTally(number, None, Pair(10, 20)))
    sheet = report_sheets(desk.state, latest(desk))[0]
    assert sheet.table == 1
    assert sheet.known is not None
    assert sheet.known.how is How.ASSASSINATION
    assert not sheet.replaces
    desk.report(2, None, How.TIE)
    assert tables_out(report_sheets(desk.state, latest(desk))) == (1,)


def test_awards_fill_in_the_numbers() -> None:
    sheet = report_sheets((desk := under_way(2)).state, latest(desk))[0]
    none = Pair(0, 0)
    assert sheet.filled(Side.RED, How.CONCESSION, none, none).cp == Pair(3, 0)
    assert sheet.filled(Side.RED, How.CONCESSION, Pair(5, 2), none).cp == Pair(5, 0)
    assert sheet.filled(Side.BLUE, How.NO_SHOW, none, none).apd == Pair(0, 38)
    plain = sheet.filled(None, How.TIE, Pair(1, 1), Pair(2, 2))
    assert plain == Result(None, How.TIE, Pair(1, 1), Pair(2, 2))


# --- acts ---------------------------------------------------------------------------------------


def test_what_can_be_done_follows_the_table() -> None:
    desk = under_way(2)
    player = (Act.WARN, Act.DROP, Act.DISQUALIFY)

    def offered() -> tuple[Act, ...]:
        return acts(desk.game(), latest(desk).stage)

    assert offered() == (Act.START, Act.RULE, Act.NO_SHOW, *player)
    number = started(desk)
    assert offered() == (Act.PAUSE, Act.OTHER_FIRST, Act.ADJUST, Act.RULE, Act.NO_SHOW, *player)
    desk.do(PauseClock(number, ""))
    assert Act.RESUME in offered()
    desk.do(ResumeClock(number))
    desk.do(NoticeGap(0, 90_000))
    assert {Act.COUNT_GAP, Act.IGNORE_GAP} <= set(offered())
    desk.do(CallJudge(number, None))
    assert offered()[0] is Act.DISMISS_JUDGE
    desk.report(1, Side.RED)
    assert Act.WITHDRAW in offered()
    assert Act.RULE not in offered()
    assert acts(desk.game(), Stage.PUBLISHED)[-3:] == player


def test_every_act_is_a_command() -> None:
    desk = under_way(2)
    game = desk.game()
    n, red = game.number, game.players.red
    told = Answers(Side.RED, How.SCENARIO, 5, "why")
    assert [command(act, game, told) for act in Act] == [
        StartClock(n, Side.RED),
        StartClock(n, Side.RED),
        PauseClock(n, "why"),
        ResumeClock(n),
        CountGap(n),
        ResumeClock(n),
        DismissJudge(n),
        AdjustClock(n, Side.RED, 5, "why"),
        Rule(n, Side.RED, How.SCENARIO, "why"),
        AwardNoShow(n, Side.RED),
        ReopenGame(n, "why"),
        WithdrawResult(n, "why"),
        WarnPlayer(red, "why"),
        DropPlayer(red),
        DisqualifyPlayer(red, "why"),
    ]


def test_the_open_question_is_told() -> None:
    desk = under_way(2)
    assert open_words(desk.game(), NAMES) == ""
    number = started(desk)
    desk.do(PauseClock(number, "Rules question"))
    assert open_words(desk.game(), NAMES) == "You paused this clock: Rules question."
    desk.do(ResumeClock(number))
    desk.do(PauseClock(number, ""))
    assert open_words(desk.game(), NAMES) == "You paused this clock."
    desk.do(ResumeClock(number))
    desk.do(NoticeGap(0, 90_000))
    assert open_words(desk.game(), NAMES).startswith("Nobody kept the time for 1:30.")
    desk.do(ResumeClock(number), 90_000)
    desk.do(MakeClaim(number, Side.RED, Claim.CASTER, Side.BLUE), 91_000)
    assert "Ben’s last caster is destroyed" in open_words(desk.game(), NAMES)
    desk.do(Answer(number, Side.BLUE, Question.CLAIM, True), 93_000)
    assert open_words(desk.game(), NAMES).endswith("Nobody has agreed yet.")
    desk.do(EnterTally(number, None, Pair(1, 2)), 94_000)
    desk.do(Answer(number, Side.BLUE, Question.RESULT, True), 95_000)
    assert open_words(desk.game(), NAMES).endswith("Ben has agreed.")
    desk.report(1, Side.RED)
    assert open_words(desk.game(), NAMES) == ""


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        (Claim.CASTER, "Ben’s last caster is destroyed"),
        (Claim.BOTH_CASTERS, "both sides’ casters are destroyed"),
        (Claim.SCENARIO, "Ben has won by scenario"),
        (Claim.CONCESSION, "Ben concedes"),
    ],
)
def test_every_claim_is_told(claim: Claim, words: str) -> None:
    desk = under_way(2)
    started(desk)
    game = desk.game()
    assert game.play.clock is not None
    said = OpenClaim(Side.RED, claim, Side.BLUE, 0, game.play.clock)
    told = open_words(replace(game, play=replace(game.play, claim=said)), NAMES)
    assert told == f"Anna says that {words}. The opponent has not answered."


def test_a_clock_that_ran_out_is_told_while_it_waits() -> None:
    desk = under_way(2)
    started(desk)
    game = desk.game()
    out = replace(game, play=replace(game.play, flag=Flag(Side.RED, 0)))
    assert open_words(out, NAMES).startswith("Anna’s clock ran out.")


# --- the standings ------------------------------------------------------------------------------


def test_standings_are_told_with_their_places_and_notes() -> None:
    desk = under_way(5)
    assert after_words(State()) == "Before round 1"
    assert after_words(desk.state) == "During round 1"
    desk.report(1, Side.RED, How.SCENARIO, (6, 1), (10, 5))
    desk.report(2, Side.RED, How.SCENARIO, (6, 1), (10, 5))
    desk.do(FinishRound())
    assert after_words(desk.state) == "After round 1"
    desk.do(DropPlayer(1))
    desk.do(DisqualifyPlayer(2, "cheating"), insist=True)
    desk.do(AddPlayers((Entry("Nobody"),)))
    desk.do(CheckIn((6,)))
    rows = standing_rows(desk.state)
    notes = {row.number: row.cell(Column.NOTE) for row in rows}
    assert notes[1] == "Dropped after round 1"
    assert notes[2] == "Disqualified: no place"
    assert [row.cell(Column.PLACE) for row in rows][-1] == "–"
    assert {row.number for row in rows if row.out} == {1, 2}
    assert any(row.cell(Column.PLACE).endswith("=") for row in rows)
    assert {row.number: row.sos_words for row in rows}[6] == "No opponent met yet"
    assert any(row.sos_words.startswith("SoS 1: ") for row in rows)


def test_a_player_who_left_before_the_first_round_is_marked() -> None:
    desk = registered(4)
    desk.do(DrawRound(7))
    desk.do(DropPlayer(1))
    notes = [row.cell(Column.NOTE) for row in standing_rows(desk.state)]
    assert "Dropped before round 1" in notes


def test_columns_sort_both_ways() -> None:
    desk = under_way(4)
    desk.report(1, Side.RED, How.SCENARIO, (6, 1), (10, 5))
    rows = standing_rows(desk.state)
    points = [one.cell(Column.CP) for one in in_column_order(rows, Column.CP, descending=True)]
    assert points == ["6", "1", "0", "0"]
    names = [one.cell(Column.NAME) for one in in_column_order(rows, Column.NAME, descending=False)]
    assert names == sorted(names)


def test_text_for_a_file_is_quoted_where_it_must_be() -> None:
    desk = Desk()
    desk.do(CreateEvent(settings(), SR2017))
    desk.do(AddPlayers((Entry('Smith, "Jo"', "A\nB"),)))
    desk.do(CheckIn((1,)))
    rows = standing_rows(desk.state)
    assert '"Smith, ""Jo""",A B,' in standings_text(rows, ",")
    assert 'Smith, "Jo"\tA B\t' in standings_text(rows, "\t")
