import pytest

from app.engine.acts.phones import ReportByPhone
from app.engine.acts.players import AddPlayers, EditPlayer, Entry
from app.engine.acts.results import How, Result
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound
from app.engine.acts.table import (
    AdjustClock,
    Answer,
    CallJudge,
    Claim,
    DismissJudge,
    EnterTally,
    Holding,
    Interrupt,
    MakeClaim,
    NoticeFlag,
    PauseClock,
    Question,
    ScoreTurn,
    Tap,
)
from app.engine.acts.undo import Undo
from app.engine.frozen import replace
from app.engine.packet.packet import ClockOut
from app.engine.side import Pair, Side
from app.engine.state import Stage
from app.views.round import live
from app.views.round.live import (
    Filter,
    LiveRow,
    Order,
    Seen,
    TableRows,
    card_words,
    filter_counts,
    is_shown,
    live_row,
    points_words,
    sort_rows,
    update_seen,
)
from app.views.table.organizer_acts import OrganizerAction, acts, open_words
from app.views.table.table import TableCondition, TableView, table_view
from tests.engine.event import MINUTE, Desk, latest, registered, settings, start_clock, under_way
from tests.views.looking import looked

HOUR = 60 * MINUTE


def row(desk: Desk, table: int = 1) -> LiveRow:
    seen = looked(desk.state, latest(desk))
    return live_row(seen[desk.game(table).number].view, desk.now_ms)


def test_a_row_shows_whose_clock_runs_and_the_remaining_times() -> None:
    desk = under_way(4)
    start_clock(desk, 1, Side.BLUE)
    desk.now_ms = 90_000
    one = live_row(looked(desk.state, latest(desk))[desk.game(1).number].view, desk.now_ms)
    assert (one.word, one.runs, one.left) == ("Playing", Side.BLUE, Pair("1:00:00", "58:30"))
    assert one.explanation == "Blue deploys"


def test_advance_deployment_and_interrupts_are_shown() -> None:
    desk = under_way(2)
    number = start_clock(desk)
    for step in range(4):
        desk.now_ms += MINUTE
        if step == 2:
            assert row(desk).explanation == "Red deploys AD"
        desk.do(Tap(number, (Side.RED, Side.BLUE)[step % 2]))
    assert row(desk).explanation == "Red’s turn 1"
    desk.do(Interrupt(number))
    assert (row(desk).word, row(desk).explanation) == ("Interrupted", "Red’s turn 1")
    desk.now_ms += 56 * MINUTE
    assert (row(desk).word, row(desk).explanation) == ("Low on time", "Red’s turn 1, interrupted")


def test_a_clock_below_five_minutes_is_low() -> None:
    desk = under_way(2)
    start_clock(desk)
    desk.now_ms = 55 * MINUTE
    assert not row(desk).low
    desk.now_ms += 1
    assert row(desk).word == "Low on time"


def test_a_table_of_a_round_not_yet_started_is_waiting() -> None:
    desk = registered(2)
    desk.do(DrawRound(7))
    desk.do(PublishRound())
    assert row(desk).word == "Waiting"


def test_a_finished_game_tells_how_it_was_decided() -> None:
    desk = under_way(2)
    desk.report(1, Side.RED, How.SCENARIO, (6, 1))
    one = row(desk)
    assert (one.explanation, one.cp, one.won, one.left) == (
        "Scenario",
        "6–1",
        Side.RED,
        Pair("", ""),
    )


def test_a_game_whose_points_are_still_to_be_counted_is_shown_as_over() -> None:
    desk = under_way(2)
    number = start_clock(desk)
    desk.do(MakeClaim(number, Side.RED, Claim.CASTER, Side.BLUE))
    desk.do(Answer(number, Side.BLUE, Question.CLAIM, True))
    assert row(desk).explanation == "Game over"
    desk.do(EnterTally(number, None, Pair(10, 20)))
    assert row(desk).explanation == "Assassination"


def test_an_overrun_clock_shows_a_negative_time() -> None:
    desk = under_way(2, settings(clock_out=ClockOut.WARN))
    number = start_clock(desk)
    desk.do(NoticeFlag(number), HOUR)
    desk.now_ms = HOUR + 3_000
    assert row(desk).left.red == "−0:03"


def test_urgent_tables_come_first_and_finished_ones_last() -> None:
    desk = under_way(10)
    for table in (1, 2, 3):
        start_clock(desk, table)
    desk.report(4, Side.RED)
    desk.do(CallJudge(desk.game(3).number, None))
    desk.do(AdjustClock(desk.game(2).number, Side.RED, -57 * MINUTE, "late"))
    seen = looked(desk.state, latest(desk))
    rows = [live_row(one.view, 0) for one in seen.values()]
    assert [one.table for one in sort_rows(rows, Order.URGENCY)] == [3, 2, 1, 5, 4]
    assert [one.table for one in sort_rows(rows, Order.TABLE)] == [1, 2, 3, 4, 5]
    assert [one.table for one in sort_rows(rows, Order.TIME)] == [2, 1, 3, 5, 4]


@pytest.mark.parametrize("order", [Order.URGENCY, Order.TIME])
def test_tables_with_nearly_the_same_time_keep_their_places(order: Order) -> None:
    desk = under_way(6)
    for table in (1, 2, 3):
        start_clock(desk, table)

    def tables(*left_ms: int) -> list[int]:
        seen = looked(desk.state, latest(desk)).values()
        rows = [live_row(one.view, 0) for one in seen]
        left = dict(zip((row.game for row in rows), left_ms, strict=True))
        return [row.table for row in sort_rows(rows, order, lambda row: left[row.game])]

    assert tables(30 * MINUTE + 59_999, 30 * MINUTE + 20_000, 30 * MINUTE) == [1, 2, 3]
    assert tables(31 * MINUTE, 30 * MINUTE + 59_999, 30 * MINUTE) == [2, 3, 1]
    assert tables(10 * MINUTE + 2_000, 10 * MINUTE + 1_000, 10 * MINUTE) == [1, 2, 3]
    assert tables(10 * MINUTE - 1, 9 * MINUTE + 58_999, 9 * MINUTE + 58_000) == [2, 3, 1]
    assert tables(-1, 0, 1) == [1, 2, 3]


def test_a_judge_call_after_the_end_is_listed_first_like_any_other() -> None:
    desk = under_way(6)
    for table in (1, 2, 3):
        start_clock(desk, table)
    desk.report(3, Side.RED)
    desk.do(CallJudge(desk.game(3).number, Side.BLUE))
    one = row(desk, 3)
    assert (one.word, one.explanation, one.over, one.won) == (
        "Judge called",
        "Scenario",
        True,
        Side.RED,
    )
    seen = looked(desk.state, latest(desk))
    rows = [live_row(each.view, 0) for each in seen.values()]
    assert [each.table for each in sort_rows(rows, Order.URGENCY)] == [3, 1, 2]
    assert [each.table for each in sort_rows(rows, Order.TIME)] == [1, 2, 3]
    assert seen[desk.game(3).number].view.stands is TableCondition.DONE
    desk.do(DismissJudge(desk.game(3).number))
    assert row(desk, 3).word == "Finished"


def test_a_judge_call_on_a_decided_game_ends_with_its_round() -> None:
    desk = under_way(4)
    decided, undecided = (start_clock(desk, table) for table in (1, 2))
    desk.report(1, Side.RED)
    for number in (decided, undecided):
        desk.do(CallJudge(number, Side.BLUE))
    assert [row(desk, table).word for table in (1, 2)] == ["Judge called", "Judge called"]
    desk.do(FinishRound(), insist=True)
    assert [row(desk, table).word for table in (1, 2)] == ["Finished", "Judge called"]
    assert OrganizerAction.DISMISS_JUDGE not in acts(desk.game(1), Stage.FINISHED)
    assert OrganizerAction.DISMISS_JUDGE in acts(desk.game(2), Stage.FINISHED)
    view = table_view(desk.state, desk.game(1))
    assert open_words(view) == ""
    desk.do(Undo())
    assert row(desk, 1).word == "Judge called"


def test_a_result_from_the_organizer_ends_a_judge_call() -> None:
    desk = under_way(2)
    number = start_clock(desk)
    desk.do(CallJudge(number, Side.BLUE))
    desk.report(1, Side.RED)
    assert row(desk).word == "Finished"
    desk.do(Undo())
    assert row(desk).word == "Playing"
    assert not desk.game(1).play.judge_called


def test_a_table_view_is_rebuilt_only_when_its_game_changed() -> None:
    desk = under_way(4)
    before = looked(desk.state, latest(desk))
    start_clock(desk, 1)
    after = looked(desk.state, latest(desk), before)
    first, second = desk.game(1).number, desk.game(2).number
    assert after[second] is before[second]
    assert after[first] is not before[first]


def views_of(desk: Desk) -> list[TableView]:
    return [seen.view for seen in looked(desk.state, latest(desk)).values()]


def test_the_next_update_is_due_when_the_current_second_ends() -> None:
    desk, rows = under_way(4), TableRows()
    rows.read_at(views_of(desk), 0)
    assert rows.next_ms(0) is None
    start_clock(desk, 1)
    rows.read_at(views_of(desk), 0)
    assert rows.next_ms(0) == 1_000
    rows.read_at(views_of(desk), 300)
    assert rows.next_ms(300) == 700


def test_only_rows_whose_text_changes_are_rebuilt() -> None:
    desk, rows = under_way(4), TableRows()
    start_clock(desk, 1)
    views = views_of(desk)
    before = rows.read_at(views, 0)
    assert rows.read_at(views, 999) is before
    after = rows.read_at(views, 1_000)
    assert [old is new for old, new in zip(before, after, strict=True)].count(True) == 1
    away = rows.read_at(views, 1_000, away={1, 2})
    assert [row.away for row in away] == [True, True]
    fewer = rows.read_at(views[:1], 1_000, away={1, 2})
    assert fewer == away[:1]


def played_on(clock_out: ClockOut = ClockOut.PACKET) -> Desk:
    """A clock that runs, one that stands, one that was read late, a result and nothing yet."""
    desk = under_way(10, settings(clock_out=clock_out))
    for table in (1, 2, 3, 4):
        desk.now_ms += 777
        start_clock(desk, table, Side.BLUE if table == 3 else Side.RED)
    desk.do(PauseClock(desk.game(2).number, ""))
    desk.do(AdjustClock(desk.game(3).number, Side.BLUE, -54 * MINUTE, "late"))
    desk.report(4, Side.RED)
    return desk


@pytest.mark.parametrize("clock_out", [ClockOut.PACKET, ClockOut.WARN])
def test_cached_rows_match_freshly_made_rows_at_every_instant(clock_out: ClockOut) -> None:
    desk, rows = played_on(clock_out), TableRows()
    views = views_of(desk)
    for now_ms in range(desk.now_ms, desk.now_ms + 8 * MINUTE, 173):
        fresh = {view.game: live_row(view, now_ms) for view in views}
        read = rows.read_at(views, now_ms)
        assert [replace(row, least_ms=0) for row in read] == [
            replace(row, least_ms=0) for row in fresh.values()
        ]
        least_ms = rows.least_ms(now_ms)
        for order in Order:
            by_fresh = sort_rows(fresh.values(), order)
            assert [row.table for row in sort_rows(read, order, least_ms)] == [
                row.table for row in by_fresh
            ]


def test_a_clock_turns_low_exactly_when_it_crosses_the_threshold() -> None:
    desk, rows = under_way(2), TableRows()
    start_clock(desk)
    views = views_of(desk)
    rows.read_at(views, 55 * MINUTE)
    assert rows.next_ms(55 * MINUTE) == 1
    assert [row.low for row in rows.read_at(views, 55 * MINUTE + 1)] == [True]


def test_overrun_clocks_are_sorted_by_their_negative_time() -> None:
    desk, rows = under_way(2, settings(clock_out=ClockOut.WARN)), TableRows()
    number = start_clock(desk)
    desk.do(NoticeFlag(number), HOUR)
    views = views_of(desk)
    (row,) = rows.read_at(views, HOUR + 3_000)
    assert row.left.red == "−0:03"
    assert rows.least_ms(HOUR + 3_400)(row) == -3_400


def test_views_are_kept_while_only_other_players_change() -> None:
    desk = under_way(4)
    before = looked(desk.state, latest(desk))
    desk.do(AddPlayers((Entry("Late"),)))
    after = looked(desk.state, latest(desk), before)
    assert [seen.view for seen in after.values()] == [seen.view for seen in before.values()]
    assert all(seen.players is desk.state.players for seen in after.values())
    desk.do(EditPlayer(1, Entry("Someone else")))
    renamed = looked(desk.state, latest(desk), after)
    assert "Someone else" in {name for seen in renamed.values() for name in seen.view.names}


def test_a_clock_still_running_is_not_shown_for_a_finished_game() -> None:
    desk = under_way(4)
    start_clock(desk)
    desk.report(1, Side.BLUE)
    desk.now_ms += 90_000
    one = row(desk)
    assert (one.condition, one.left, one.runs) == (TableCondition.DONE, Pair("", ""), None)


def test_a_cards_description_covers_everything_about_its_table() -> None:
    desk = under_way(4)
    assert card_words(row(desk)).startswith("Table 1. Not started. Red: ")
    start_clock(desk, 1, Side.BLUE)
    desk.now_ms = 90_000
    names = desk.game(1).players.map(desk.state.name)
    assert card_words(row(desk)) == (
        f"Table 1. Playing. Red: {names.red}, 1:00:00. Blue: {names.blue}, 58:30, clock runs."
        " Control points 0–0. Blue deploys"
    )
    view = looked(desk.state, latest(desk))[desk.game(1).number].view
    assert "Playing. Offline. Red" in card_words(live_row(view, desk.now_ms, away={1}))
    desk.report(2, Side.RED)
    assert f"Red: {row(desk, 2).names.red}, winner. Blue" in card_words(row(desk, 2))


def test_each_table_is_counted_under_the_filters_for_its_condition() -> None:
    desk = under_way(8)
    start_clock(desk, 1)
    start_clock(desk, 2)
    desk.do(CallJudge(desk.game(2).number, Side.RED))
    desk.report(3, Side.RED)
    desk.now_ms = 56 * MINUTE
    views = [seen.view for seen in looked(desk.state, latest(desk)).values()]
    rows = [live_row(view, desk.now_ms, away={1, 3}) for view in views]
    assert filter_counts(rows) == {
        Filter.ALL: 4,
        Filter.NEEDS_YOU: 1,
        Filter.LOW: 1,
        Filter.PLAYING: 1,
        Filter.PAUSED: 0,
        Filter.TO_CONFIRM: 0,
        Filter.WAITING: 1,
        Filter.DONE: 1,
        Filter.AWAY: 1,  # nobody needs the tablet of a finished game
    }
    assert [row.table for row in rows if is_shown(row, Filter.LOW)] == [1]
    assert [row.table for row in rows if is_shown(row, Filter.NEEDS_YOU)] == [2]


def test_a_result_reported_by_phone_waits_to_be_confirmed() -> None:
    desk = under_way(4)
    players = desk.game(1).players
    won = Result(Side.RED, How.SCENARIO, Pair(5, 1), Pair(20, 10))
    desk.do(ReportByPhone(1, players.red, won))
    one = row(desk)
    assert (one.word, one.condition, one.over) == ("To confirm", TableCondition.CONFIRM, False)
    assert (one.explanation, one.cp, one.left) == ("Reported by phone", "", Pair("", ""))
    assert is_shown(one, Filter.TO_CONFIRM)
    assert not is_shown(one, Filter.WAITING)
    assert [each.table for each in sort_rows((row(desk, 2), one), Order.URGENCY)] == [1, 2]
    view = table_view(desk.state, desk.game(1))
    assert view.stands is TableCondition.CONFIRM
    assert OrganizerAction.START in acts(desk.game(1), Stage.STARTED)
    desk.do(ReportByPhone(1, players.blue, replace(won, how=How.ASSASSINATION)))
    assert (row(desk).word, row(desk).explanation) == ("Judge called", "Reports by phone differ")
    assert row(desk).why.startswith("The reports by phone differ. ")
    assert table_view(desk.state, desk.game(1)).stands is TableCondition.CONFIRM
    desk.do(ReportByPhone(1, players.blue, won))
    assert (row(desk).word, row(desk).explanation) == ("Finished", "Scenario")


def test_points_of_the_current_turn_are_shown_after_those_that_count() -> None:
    desk = under_way(2)
    number = start_clock(desk)
    assert points_words(row(desk)) == "0–0"
    for step in range(7):
        desk.now_ms += MINUTE
        desk.do(Tap(number, (Side.RED, Side.BLUE)[step % 2]))
    element = desk.game(1).terms.scenario.elements[0].key
    desk.do(ScoreTurn(number, Side.BLUE, 7, (Holding(element, Side.BLUE),)))
    one = row(desk)
    assert (one.cp, one.cp_after) == ("0–0", "0–1")
    assert points_words(one) == "0–0 → 0–1"
    assert "Control points 0–0 (0–1 with this turn)" in card_words(one)
    desk.now_ms += MINUTE
    desk.do(Tap(number, Side.BLUE))
    assert points_words(row(desk)) == "0–1"
    assert "Control points 0–1." in card_words(row(desk))
    desk.do(ScoreTurn(number, Side.RED, 8, (Holding(element, Side.RED),)))
    desk.report(1, Side.RED, How.SCENARIO, (6, 1))
    assert points_words(row(desk)) == "6–1"


def test_a_game_started_after_a_phone_report_is_shown_as_playing() -> None:
    desk = under_way(4)
    won = Result(Side.RED, How.SCENARIO, Pair(5, 1), Pair(20, 10))
    desk.do(ReportByPhone(1, desk.game(1).players.red, won))
    start_clock(desk)
    assert (row(desk).word, row(desk).cp) == ("Playing", "0–0")


def test_many_new_tables_are_processed_in_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "LOOKED_AT_ONCE", 3)
    desk = under_way(16)
    seen: dict[int, Seen] = {}
    steps = update_seen(desk.state, latest(desk), seen)
    next(steps)
    assert len(seen) == 3
    desk.report(1, Side.RED)
    views = {number: table.view for number, table in seen.items()}
    again = list(update_seen(desk.state, latest(desk), seen))
    assert len(again) == 1, "what is known is taken over"
    assert [*seen] == [game.number for game in desk.state.games_of(latest(desk))]
    assert sum(seen[number].view is view for number, view in views.items()) == 2
    assert list(update_seen(desk.state, latest(desk), seen)) == []
