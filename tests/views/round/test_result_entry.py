import pytest

from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.table import (
    Answer,
    CallJudge,
    Claim,
    EnterTally,
    MakeClaim,
    NoticeFlag,
    Question,
    Tap,
)
from app.engine.frozen import replace
from app.engine.side import Pair, Side
from app.engine.table.game import Flag
from app.engine.table.sentences import HOW_WORDS
from app.engine.table.verdict import Verdict
from app.views.event.publish import published_results
from app.views.event.statistics import statistics
from app.views.round.live import live_row
from app.views.round.result_entry import (
    MOST_CP,
    WON_BY,
    is_start_of_table,
    is_whole_number,
    is_whole_table,
    ranges_words,
    report_sheet,
    report_sheets,
    rulings,
    sheets_named,
    side_meant,
    sides_named,
    tables_out,
    ways_to_win,
)
from app.views.table.table import table_view
from tests.engine.event import PACKETS, latest, settings, start_clock, under_way
from tests.engine.standings.test_matches import play, team_event


def test_typed_digits_and_letters_choose_a_side() -> None:
    assert side_meant("1") == side_meant("R") == (True, Side.RED)
    assert side_meant("2") == side_meant("b") == (True, Side.BLUE)
    assert side_meant("t") == side_meant("0") == (True, None)
    assert side_meant("") == (False, None)


def test_a_result_sheet_is_filled_in_from_the_table() -> None:
    desk = under_way(4)
    number = start_clock(desk)
    desk.do(MakeClaim(number, Side.RED, Claim.CASTER, Side.BLUE))
    sheets = report_sheets(desk.state, latest(desk))
    assert [sheet.going_on for sheet in sheets] == [True, False]
    assert sheets[1].likeliest is How.ASSASSINATION
    desk.do(CallJudge(number, None))
    assert report_sheets(desk.state, latest(desk))[0].going_on
    desk.do(Answer(number, Side.BLUE, Question.CLAIM, True))
    desk.do(EnterTally(number, None, Pair(10, 20)))
    sheet = report_sheets(desk.state, latest(desk))[0]
    assert sheet.table == 1
    assert sheet.known is not None
    assert sheet.known.how is How.ASSASSINATION
    assert not sheet.replaces
    desk.report(2, None, How.TIE)
    assert tables_out(report_sheets(desk.state, latest(desk))) == (1,)


def test_a_concession_or_no_show_fills_in_the_packets_points() -> None:
    sheet = report_sheets((desk := under_way(2)).state, latest(desk))[0]
    none = Pair(0, 0)
    assert sheet.filled(Side.RED, How.CONCESSION, none, none).cp == Pair(3, 0)
    assert sheet.filled(Side.RED, How.CONCESSION, Pair(5, 2), none).cp == Pair(5, 0)
    assert sheet.filled(Side.BLUE, How.NO_SHOW, none, none).apd == Pair(0, 38)
    plain = sheet.filled(None, How.TIE, Pair(1, 1), Pair(2, 2))
    assert plain == Result(None, How.TIE, Pair(1, 1), Pair(2, 2))


def test_only_the_tiebreaks_of_the_packet_are_offered() -> None:
    for key, absent in (
        ("sr2017", {How.AREA, How.ARMY_LEFT}),
        ("sr2014", {How.AREA, How.PRESENCE}),
        ("sr2012", {How.ARMY_LEFT, How.PRESENCE}),
    ):
        absent |= {How.BATTLEGROUP, How.NO_MODELS, How.AGREEMENT}
        chosen = replace(settings(50), packet=key)
        game = under_way(2, chosen, 1, packet=PACKETS[key]).game()
        assert set(WON_BY) - set(ways_to_win(game)) == absent
        assert set(WON_BY) - set(rulings(game)) == {*absent, How.NO_SHOW, How.UNRECORDED}


def test_clock_out_is_not_offered_if_there_are_no_clocks() -> None:
    chosen = replace(settings(50), packet="sr2015", timing="untimed")
    game = under_way(2, chosen, 1, packet=PACKETS["sr2015"]).game()
    assert How.CLOCK_OUT not in ways_to_win(game)
    assert How.CLOCK_OUT in ways_to_win(under_way(2).game())


def test_in_2012_turn_timing_running_out_of_time_is_no_assassination() -> None:
    chosen = replace(settings(50), packet="sr2012")
    game = under_way(2, chosen, 1, packet=PACKETS["sr2012"]).game()
    assert not game.terms.time.clock_out_kills


def test_the_ways_to_win_follow_the_events_settings() -> None:
    chosen = replace(settings(50), packet="sr2015", battlegroup=True)
    game = under_way(2, chosen, 1, packet=PACKETS["sr2015"]).game()
    assert How.BATTLEGROUP in rulings(game)
    assert How.NO_MODELS not in rulings(game)
    chosen = replace(settings(50), packet="sr2015", assassination=False)
    game = under_way(2, chosen, 1, packet=PACKETS["sr2015"]).game()
    assert How.NO_MODELS in rulings(game)
    assert not {How.ASSASSINATION, How.BATTLEGROUP} & set(rulings(game))


def test_a_previously_reported_ending_is_still_offered() -> None:
    desk = under_way(2)
    desk.report(1, Side.RED, How.AREA)
    (sheet,) = report_sheets(desk.state, latest(desk))
    assert How.AREA in sheet.won_by
    assert How.ARMY_LEFT not in sheet.won_by


def test_missing_tables_are_shown_as_ranges() -> None:
    assert ranges_words([]) == ""
    assert ranges_words([4]) == "4"
    assert ranges_words([1, 2, 3, 5, 8, 9]) == "1–3, 5, 8, 9"


def test_a_typed_number_is_complete_when_no_digit_can_follow() -> None:
    assert not is_whole_table(range(1, 33), "3")
    assert is_whole_table(range(1, 33), "32")
    assert not is_whole_table(range(1, 33), "33")
    assert is_whole_table(range(1, 9), "3")
    assert is_start_of_table(range(1, 33), "3")
    assert not is_start_of_table(range(1, 33), "4")
    assert not is_start_of_table(range(10, 33), "3")
    assert is_whole_number(19, "0")
    assert is_whole_number(19, "2")
    assert not is_whole_number(19, "1")
    assert is_whole_number(19, "12")
    assert not is_whole_number(115, "")
    assert not is_whole_number(115, "11")


def test_a_typed_name_finds_its_table_and_side() -> None:
    desk = under_way(4)
    sheets = report_sheets(desk.state, latest(desk))
    red, blue = sheets[1].names
    assert sheets_named(sheets, red) == (sheets[1],)
    assert sides_named(sheets[1], red) == (Side.RED,)
    assert sides_named(sheets[1], blue.upper()) == (Side.BLUE,)
    assert sides_named(sheets[1], " ") == ()
    assert sheets_named(sheets, "Nobody at all") == ()


def test_the_result_sheet_knows_the_highest_plausible_points() -> None:
    desk = under_way(2)
    (sheet,) = report_sheets(desk.state, latest(desk))
    assert sheet.most_cp == MOST_CP
    assert sheet.most_apd(Side.RED) == sheet.size + 40
    terms = sheet.game.terms
    capped = replace(terms, victory=replace(terms.victory, capped=True))
    assert replace(sheet, game=replace(sheet.game, terms=capped)).most_cp < MOST_CP
    assert replace(sheet, lists=Pair(0, 200)).most_apd(Side.RED) == 240


def test_a_result_sheet_shows_the_score_of_the_team_match() -> None:
    desk = team_event()
    play(desk, ((1, 3), (5, 7), (4, 2)), (6,))
    (first, _, third) = report_sheets(desk.state, latest(desk))
    assert first.match == third.match == "Iron – Brass: 0–0, 2 games out"
    assert report_sheets(under_way(2).state, latest(under_way(2)))[0].match == ""


@pytest.mark.parametrize(
    ("key", "timing"), [("sr2017", ""), ("sr2012", "chess-clocks"), ("sr2014", "death-clock")]
)
def test_a_fallen_flag_fills_in_who_won_and_how(key: str, timing: str) -> None:
    chosen = replace(settings(50), packet=key, timing=timing)
    desk = under_way(4, chosen, 1, packet=PACKETS[key])
    number = start_clock(desk)
    for at, side in enumerate((Side.RED, Side.BLUE, Side.RED, Side.BLUE, Side.RED), start=1):
        desk.do(Tap(number, side), at * 60_000, insist=True)
    clock = desk.game().play.clock
    assert clock is not None
    flag_ms = clock.deadline()
    assert flag_ms is not None
    desk.do(NoticeFlag(number), flag_ms)
    sheet = report_sheets(desk.state, latest(desk))[0]
    assert sheet.known is None, "army points are not counted yet"
    assert sheet.ended == Verdict(Side.RED, How.CLOCK_OUT)
    (row, _) = (
        live_row(table_view(desk.state, game), flag_ms) for game in desk.state.games.values()
    )
    assert row.won is Side.RED
    assert sheet.ended.winner is not None
    entered = sheet.filled(sheet.ended.winner, sheet.ended.how, Pair(1, 0), Pair(8, 3))
    desk.do(ReportResult(number, entered), insist=True)
    (row, _) = (
        live_row(table_view(desk.state, game), flag_ms) for game in desk.state.games.values()
    )
    offered = HOW_WORDS[sheet.ended.how]
    assert row.explanation == offered
    assert dict(statistics(desk.state).endings) == {offered: 1}
    (desks_word,) = {game.how for game in published_results(desk.state)[0].games if game.result}
    assert desks_word == offered


def test_a_flag_awaiting_an_answer_fills_in_the_other_player_as_winner() -> None:
    desk = under_way(2)
    start_clock(desk)
    game = desk.game()
    out = replace(game, play=replace(game.play, flag=Flag(Side.RED, 0)))
    assert report_sheet(desk.state, game).ended is None
    assert report_sheet(desk.state, out).ended == Verdict(Side.BLUE, How.CLOCK_OUT)
