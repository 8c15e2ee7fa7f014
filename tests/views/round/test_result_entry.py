from dataclasses import replace

from app.engine.acts.results import How, Result
from app.engine.acts.table import (
    Answer,
    CallJudge,
    Claim,
    EnterTally,
    MakeClaim,
    Question,
)
from app.engine.side import Pair, Side
from app.views.round.result_entry import (
    WON_BY,
    report_sheets,
    rulings,
    side_meant,
    tables_out,
    ways_to_win,
)
from tests.engine.event import PACKETS, latest, settings, start_clock, under_way


def test_what_is_typed_means_a_side() -> None:
    assert side_meant("1") == side_meant("R") == (True, Side.RED)
    assert side_meant("2") == side_meant("b") == (True, Side.BLUE)
    assert side_meant("t") == side_meant("0") == (True, None)
    assert side_meant("") == (False, None)


def test_a_sheet_is_filled_from_the_table() -> None:
    desk = under_way(4)
    number = start_clock(desk)
    desk.do(MakeClaim(number, Side.RED, Claim.CASTER, Side.BLUE))
    sheets = report_sheets(desk.state, latest(desk))
    assert [sheet.going_on for sheet in sheets] == [True, False]
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


def test_awards_fill_in_the_numbers() -> None:
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
        absent |= {How.BATTLEGROUP, How.NO_MODELS}
        chosen = replace(settings(50), packet=key)
        game = under_way(2, chosen, 1, packet=PACKETS[key]).game()
        assert set(WON_BY) - set(ways_to_win(game)) == absent
        assert set(WON_BY) - set(rulings(game)) == {*absent, How.NO_SHOW, How.UNRECORDED}


def test_ways_to_win_are_those_of_the_event() -> None:
    chosen = replace(settings(50), packet="sr2015", battlegroup=True)
    game = under_way(2, chosen, 1, packet=PACKETS["sr2015"]).game()
    assert How.BATTLEGROUP in rulings(game)
    assert How.NO_MODELS not in rulings(game)
    chosen = replace(settings(50), packet="sr2015", assassination=False)
    game = under_way(2, chosen, 1, packet=PACKETS["sr2015"]).game()
    assert How.NO_MODELS in rulings(game)
    assert not {How.ASSASSINATION, How.BATTLEGROUP} & set(rulings(game))


def test_a_way_reported_before_stays_on_offer() -> None:
    desk = under_way(2)
    desk.report(1, Side.RED, How.AREA)
    (sheet,) = report_sheets(desk.state, latest(desk))
    assert How.AREA in sheet.won_by
    assert How.ARMY_LEFT not in sheet.won_by
