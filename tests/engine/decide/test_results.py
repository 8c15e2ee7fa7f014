import pytest

from app.engine.acts.players import DropPlayer
from app.engine.acts.results import AwardNoShow, How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, FinishRound
from app.engine.acts.table import Answer, Claim, MakeClaim, Question, StartClock
from app.engine.frozen import replace
from app.engine.side import Pair, Side
from app.engine.subjects.table.results import doubts_about
from app.engine.table.verdict import final_result
from app.views.table.organizer_acts import open_words
from app.views.table.table import table_view
from tests.engine.event import PACKETS, registered, settings, start_clock, under_way

NOTHING = Pair(0, 0)


def won(
    how: How = How.SCENARIO, cp: tuple[int, int] = (6, 0), apd: tuple[int, int] = (20, 10)
) -> Result:
    return Result(Side.RED, how, Pair(*cp), Pair(*apd))


def test_a_second_result_replaces_the_first_once_confirmed() -> None:
    desk = under_way(4)
    desk.do(ReportResult(1, won()))
    assert final_result(desk.game()) == won()
    desk.do(ReportResult(1, won()))
    doubt = desk.doubted(ReportResult(1, won(cp=(7, 0))))
    red = desk.state.name(desk.game().players.red)
    assert doubt == (
        f"Table 1 already has a result: {red} wins by scenario, CP 6–0, AP 20–10."
        " Another one would replace it."
    )
    assert final_result(desk.game()) == won(cp=(7, 0))


def test_a_result_that_differs_from_the_tables_own_is_questioned_and_shown_with_it() -> None:
    desk = under_way(2)
    desk.do(StartClock(1, Side.RED))
    desk.do(MakeClaim(1, Side.RED, Claim.CASTER, Side.BLUE))
    desk.do(Answer(1, Side.BLUE, Question.CLAIM, agrees=True))
    red = desk.state.name(desk.game().players.red)
    lost = Result(Side.BLUE, How.ASSASSINATION, NOTHING, Pair(20, 10))
    doubt = desk.doubted(ReportResult(1, lost))
    assert doubt.startswith(f"Table 1 ended differently: {red} wins by assassination")
    assert table_view(desk.state, desk.game()).otherwise in doubt
    assert open_words(table_view(desk.state, desk.game())) == doubt.replace(
        "Table 1", "The table itself"
    )
    desk.doubted(ReportResult(1, won(How.ASSASSINATION)))
    assert open_words(table_view(desk.state, desk.game())) == ""


def test_a_result_needs_a_game_of_the_event() -> None:
    assert "not in the event" in under_way(4).refused(ReportResult(9, won()))


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (won(cp=(-1, 0)), "cannot be negative"),
        (won(apd=(0, -1)), "cannot be negative"),
        (Result(None, How.SCENARIO, NOTHING, NOTHING), "choose tie"),
        (Result(Side.RED, How.TIE, NOTHING, NOTHING), "A tie has no winner"),
        (Result(Side.RED, How.TIME, NOTHING, NOTHING), "A tie has no winner"),
    ],
)
def test_an_impossible_result_is_refused(result: Result, said: str) -> None:
    assert said in under_way(4).refused(ReportResult(1, result), insist=True)


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (won(cp=(3, 3)), "no more control points than the loser"),
        (won(How.CONCESSION, cp=(3, 1)), "Whoever concedes"),
        (won(How.DISQUALIFICATION, apd=(38, 1)), "Whoever concedes"),
        (won(apd=(226, 0)), "226 army points are more than"),
    ],
)
def test_an_unlikely_result_is_questioned_and_accepted_if_the_organizer_insists(
    result: Result, said: str
) -> None:
    desk = under_way(4)
    assert said in desk.doubted(ReportResult(1, result))
    assert final_result(desk.game()) == result


@pytest.mark.parametrize(
    "result",
    [
        won(),
        won(How.ASSASSINATION, cp=(0, 5)),
        won(How.CONCESSION, cp=(3, 0), apd=(38, 0)),
        Result(None, How.TIE, Pair(2, 2), Pair(10, 10)),
        Result(None, How.TIME, NOTHING, NOTHING),
        Result(None, How.UNRECORDED, NOTHING, NOTHING),
        Result(Side.BLUE, How.UNRECORDED, NOTHING, NOTHING),
    ],
)
def test_an_ordinary_result_is_taken_without_a_question(result: Result) -> None:
    desk = under_way(4)
    desk.do(ReportResult(1, result))


def test_more_control_points_than_a_win_records_are_asked_about() -> None:
    chosen = replace(settings(50), packet="sr2014")
    desk = under_way(2, chosen, 1, packet=PACKETS["sr2014"])
    words = desk.doubted(ReportResult(1, won(cp=(9, 0))))
    assert words == "9 control points is more than the 5 that a win records."
    assert isinstance(under_way(2).ask(ReportResult(1, won(cp=(9, 0)))), tuple)


def test_a_result_before_the_round_has_started_is_asked_about() -> None:
    desk = registered(4)
    desk.do(DrawRound(7))
    assert desk.doubted(ReportResult(1, won())) == "Round 1 has not started."


def test_a_result_of_a_finished_round_can_be_corrected() -> None:
    desk = under_way(4)
    desk.report(1, Side.RED)
    desk.report(2, Side.RED)
    desk.do(FinishRound())
    assert "would replace it" in desk.doubted(ReportResult(1, won(cp=(9, 0))))
    assert final_result(desk.game()) == won(cp=(9, 0))


def test_a_player_who_drops_after_their_game_raises_no_doubt() -> None:
    desk = under_way(4)
    desk.do(DropPlayer(desk.game().players.red), insist=True)
    desk.do(ReportResult(1, won()))


def test_a_result_for_a_player_who_had_already_dropped_is_asked_about() -> None:
    desk = registered(4)
    desk.do(DrawRound(7))
    dropped = desk.game().players.red
    desk.do(DropPlayer(dropped), insist=True)
    doubts = doubts_about(desk.state, desk.game(), won())
    assert doubts[-1] == f"{desk.state.name(dropped)} dropped before round 1."


def test_a_doubt_about_a_dropped_player_names_the_round_they_dropped_in() -> None:
    desk = under_way(4)
    desk.report(1, Side.RED)
    desk.report(2, Side.RED)
    desk.do(DrawRound(8))
    dropped = desk.game().players.red
    desk.do(DropPlayer(dropped), insist=True)
    doubts = doubts_about(desk.state, desk.game(), won())
    assert doubts[-1] == f"{desk.state.name(dropped)} dropped in round 1."


@pytest.mark.parametrize(("size", "half"), [(0, 0), (25, 13), (75, 38), (100, 50)])
def test_a_no_show_gives_the_opponent_what_a_bye_gives(size: int, half: int) -> None:
    desk = under_way(4, settings(size))
    desk.do(AwardNoShow(1, Side.RED))
    expected = Result(Side.BLUE, How.NO_SHOW, Pair(0, 3), Pair(0, half))
    assert final_result(desk.game()) == expected
    desk.do(AwardNoShow(2, Side.BLUE))
    expected = Result(Side.RED, How.NO_SHOW, Pair(3, 0), Pair(half, 0))
    assert final_result(desk.game(2)) == expected
    assert desk.game().terms.concession_apd == half


def test_a_no_show_at_a_table_whose_clock_runs_is_asked_about() -> None:
    desk = under_way(4)
    desk.do(StartClock(1, Side.RED))
    assert "The clock at table 1 has been started" in desk.doubted(AwardNoShow(1, Side.RED))


def test_an_event_of_size_0_accepts_up_to_50_army_points_without_asking() -> None:
    desk = under_way(4, settings(0))
    desk.do(ReportResult(1, won(apd=(50, 0))))
    assert "51 army points are more than" in desk.doubted(ReportResult(2, won(apd=(51, 0))))


@pytest.mark.parametrize(
    ("key", "name", "cp", "said"),
    [
        (
            "sr2014",
            "Destruction",
            (4, 0),
            "A scenario win needs 5 control points, and more than the opponent.",
        ),
        ("sr2014", "Destruction", (5, 4), ""),
        ("sr2012", "Overrun", (1, 0), "A scenario win needs 2 control points."),
        (
            "sr2026",
            "Two Fronts",
            (2, 0),
            "A scenario win needs 3 points more than the opponent.",
        ),
        ("sr2017", "Outlast", (4, 2), ""),
    ],
)
def test_a_scenario_win_below_the_packets_requirement_is_asked_about(
    key: str, name: str, cp: tuple[int, int], said: str
) -> None:
    """SR2017 on paper: after the last turn whoever is ahead wins by scenario too."""
    chosen = replace(settings(50), packet=key)
    scenario = next(one.number for one in PACKETS[key].scenarios if one.name == name)
    desk = under_way(4, chosen, scenario, packet=PACKETS[key])
    assert " ".join(doubts_about(desk.state, desk.game(), won(cp=cp))) == said


def test_before_the_last_turn_a_small_lead_as_a_scenario_win_is_asked_about() -> None:
    desk = under_way(4)
    start_clock(desk)
    (words,) = doubts_about(desk.state, desk.game(), won(cp=(4, 2)))
    assert words == "Before the last turn a scenario win needs 6 points more than the opponent."
    assert doubts_about(desk.state, desk.game(), won(cp=(6, 0))) == []


@pytest.mark.parametrize(
    ("key", "size", "most"), [("sr2017", 75, 125), ("sr2014", 50, 95), ("sr2026", 50, 60)]
)
def test_more_army_points_than_an_army_and_its_casters_have_are_asked_about(
    key: str, size: int, most: int
) -> None:
    """Where no list is known, up to 40 points are left for the caster's own."""
    chosen = replace(settings(size), packet=key)
    desk = under_way(4, chosen, 1, packet=PACKETS[key])
    lead = won(cp=(9, 0), apd=(most, 0)) if key != "sr2014" else won(cp=(5, 0), apd=(most, 0))
    assert doubts_about(desk.state, desk.game(), lead) == []
    (words,) = doubts_about(desk.state, desk.game(), replace(lead, apd=Pair(most + 1, 0)))
    blue = desk.state.name(desk.game().players.blue)
    assert (
        words == f"{most + 1} army points are more than {blue}’s army and its casters have: {most}."
    )
