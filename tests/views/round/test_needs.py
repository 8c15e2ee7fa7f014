"""Everything that waits for the organizer is one list, most urgent first, each with one act."""

import pytest

from app.engine.acts.commands import Command, NoticeGap
from app.engine.acts.draw import ChangePlan, SeatLate
from app.engine.acts.judge import GoToTable
from app.engine.acts.late import CountPresses, HandIn, LeaveOutPresses, LeaveOutTablets
from app.engine.acts.phones import AskToDrop, OpenToPhones, ReportByPhone, SettleSignUps, SignUp
from app.engine.acts.players import AddPlayers, CheckIn, DropPlayer, Entry
from app.engine.acts.results import AwardNoShow, How, ReportResult, Result
from app.engine.acts.room import ActAtTables, RoomAct
from app.engine.acts.rounds import DrawRound, FinishRound
from app.engine.acts.table import (
    Answer,
    CallJudge,
    CountGap,
    DismissJudge,
    EnterTally,
    NoticeFlag,
    PauseCause,
    PauseClock,
    Question,
    ResumeClock,
    Rule,
    RuleOnStop,
    ScoreTurn,
    StartClock,
    Tap,
)
from app.engine.draw.wishes import Plan
from app.engine.frozen import replace
from app.engine.side import Pair, Side
from app.engine.state import State
from app.views.round.needs import (
    Equipment,
    Need,
    NeedKey,
    NeedKind,
    NeedPlace,
    NeedTone,
    age_words,
    date_needs,
    name_parts,
    needs,
    settling_commands,
    taker_words,
    title_of_needs,
)
from tests.engine.event import (
    MINUTE,
    PACKETS,
    Desk,
    play_turns,
    registered,
    settings,
    start_clock,
    under_way,
)
from tests.views.table.test_table import holdings

RED, BLUE = Side
RED_WON = Result(RED, How.SCENARIO, Pair(5, 1), Pair(20, 10))
BLUE_WON = Result(BLUE, How.ASSASSINATION, Pair(1, 2), Pair(10, 30))
HOUR = 60 * MINUTE


def said(need: Need) -> dict[str, tuple[Command, ...]]:
    """What its buttons say, and what each of them does."""
    return {choice.words: choice.commands for choice in need.choices}


def only(desk: Desk, now_ms: int = 0) -> Need:
    (need,) = needs(desk.state, now_ms)
    return need


def phoned(players: int = 4) -> Desk:
    desk = under_way(players)
    desk.do(OpenToPhones(sign_up=True, results=True))
    return desk


def test_nothing_needs_the_organizer_in_an_empty_event_or_while_all_play() -> None:
    assert needs(State(), 0) == ()
    desk = under_way(4)
    assert needs(desk.state, 0) == ()
    assert title_of_needs(0) == "Nothing needs you"
    assert title_of_needs(1) == "1 thing needs you"
    assert title_of_needs(4) == "4 things need you"


def test_a_judge_call_is_answered_with_one_press_and_shows_how_long_it_has_waited() -> None:
    desk = under_way(4)
    game = start_clock(desk, 2)
    desk.do(CallJudge(game, None), 3 * MINUTE)
    need = only(desk, 5 * MINUTE)
    red, blue = desk.game(2).players.map(desk.state.name)
    assert (need.kind, need.tone) == (NeedKind.JUDGE, NeedTone.ALARM)
    assert need.title == f"Table 2 · {red} – {blue}"
    assert need.about
    assert age_words(need, 5 * MINUTE) == "2 min"
    assert said(need) == {
        "I’m on my way": (GoToTable(game),),
        "Judge is done": (DismissJudge(game),),
    }
    desk.do(DismissJudge(game), 6 * MINUTE)
    assert needs(desk.state, 6 * MINUTE) == ()


def test_a_judge_call_already_taken_is_listed_last_with_who_took_it() -> None:
    desk = under_way(4)
    games = [start_clock(desk, table) for table in (1, 2)]
    for minute, game in enumerate(games, 1):
        desk.do(CallJudge(game, None), minute * MINUTE)
    first, second = needs(desk.state, 5 * MINUTE)
    assert (first.game, first.taker, taker_words(first, "desk")) == (games[0], None, "")
    (go,) = settling_commands(first.choices[0], "phone-1")
    assert go == GoToTable(games[0], "phone-1")
    assert settling_commands(second.choices[1], "phone-1") == (DismissJudge(games[1]),)
    desk.do(go)
    second, first = needs(desk.state, 5 * MINUTE)
    assert (first.game, first.tone, list(said(first))) == (
        games[0],
        NeedTone.DOUBT,
        ["Judge is done"],
    )
    assert taker_words(first, "phone-1") == "You are on your way"
    assert taker_words(first, "") == "Another judge is on the way"


def test_late_presses_are_dated_from_the_first_one_and_link_to_their_table() -> None:
    desk = under_way(4)
    desk.do(StartClock(1, RED), 0)
    desk.do(NoticeFlag(1), HOUR)
    desk.do(EnterTally(1, RED, Pair(10, 20)), 62 * MINUTE)
    for side in Side:
        desk.do(Answer(1, side, Question.RESULT, True), 62 * MINUTE)
    desk.do(HandIn(1, Tap(1, RED), "1-00000000", follows=True, doubted=False), 50 * MINUTE)
    need = only(desk, 62 * MINUTE)
    assert (need.kind, need.place, need.is_even) == (NeedKind.LATE, NeedPlace.TABLE, True)
    assert said(need) == {
        "Count them": (CountPresses(1, "1-00000000"),),
        "Leave them out": (LeaveOutPresses(1, "1-00000000"),),
    }
    assert need.since_ms == 50 * MINUTE
    assert "late press" in need.about


def test_a_time_gap_at_one_table_is_decided_for_that_table() -> None:
    desk = under_way(4)
    start_clock(desk, 1)
    desk.do(NoticeGap(5 * MINUTE, 11 * MINUTE), 11 * MINUTE)
    need = only(desk, 11 * MINUTE)
    assert (need.kind, need.game, need.since_ms) == (NeedKind.GAP, 1, 5 * MINUTE)
    assert said(need) == {
        "Count the gap": (CountGap(1),),
        "Ignore the gap": (ResumeClock(1),),
    }


def test_a_time_gap_of_no_length_can_only_be_ignored() -> None:
    desk = under_way(4)
    start_clock(desk, 1)
    desk.do(NoticeGap(5 * MINUTE, 11 * MINUTE), 11 * MINUTE)
    game = desk.game(1)
    assert game.play.pause is not None
    play = replace(game.play, pause=replace(game.play.pause, gap_ms=0))
    state = replace(desk.state, games={**desk.state.games, 1: replace(game, play=play)})
    (need,) = needs(state, 11 * MINUTE)
    assert list(said(need)) == ["Ignore the gap"]


def test_time_lost_at_several_tables_is_one_question() -> None:
    desk = under_way(4)
    for table in (1, 2):
        start_clock(desk, table)
    desk.do(CallJudge(2, None), 4 * MINUTE)
    desk.do(NoticeGap(5 * MINUTE, 11 * MINUTE), 11 * MINUTE)
    judge, need = needs(desk.state, 11 * MINUTE)
    assert judge.kind is NeedKind.JUDGE
    assert (need.title, need.since_ms) == ("Time gap at 2 tables", 5 * MINUTE)
    assert said(need) == {
        "Count it": (ActAtTables(RoomAct.COUNT_GAP),),
        "Ignore it": (ActAtTables(RoomAct.IGNORE_GAP),),
    }


def test_a_flag_held_for_a_tablet_falls_or_waits_again() -> None:
    desk = under_way(4)
    start_clock(desk, 1)
    held = Equipment(flags={1: HOUR, 2: HOUR, 99: HOUR})
    (need,) = needs(desk.state, HOUR, held)
    assert (need.kind, need.part, need.since_ms) == (NeedKind.FLAG, "held", HOUR)
    assert need.about.startswith(f"{desk.state.name(desk.game(1).players.red)}’s time has run out")
    assert said(need) == {"Let the flag fall": (LeaveOutTablets(1),), "Wait again": ()}


def test_the_organizer_is_asked_who_stopped_a_clock_and_a_second_stop_loses_the_game() -> None:
    """SR2015, Death Clock: a warning, and the second time the game is lost."""
    chosen = replace(settings(50), packet="sr2015", timing="death-clock")
    desk = under_way(2, chosen, 1, packet=PACKETS["sr2015"])
    game = start_clock(desk, 1)
    red, blue = desk.game(1).players.map(desk.state.name)
    desk.do(PauseClock(game, "", PauseCause.TABLE), MINUTE)
    need = only(desk, MINUTE)
    assert (need.kind, need.about) == (
        NeedKind.STOP,
        "A player stopped the clock, which is not allowed. Who?",
    )
    assert said(need) == {
        red: (RuleOnStop(game, RED),),
        blue: (RuleOnStop(game, BLUE),),
        "No player": (RuleOnStop(game, None),),
    }
    desk.do(RuleOnStop(game, BLUE), MINUTE)
    assert needs(desk.state, MINUTE) == ()
    desk.do(RuleOnStop(game, BLUE), MINUTE)
    ((words, (ruling,)),) = said(only(desk, MINUTE)).items()
    assert words == f"Game loss for {blue}"
    assert isinstance(ruling, Rule)
    assert (ruling.game, ruling.winner, ruling.how) == (game, RED, How.GAME_LOSS)


def test_a_table_not_begun_offers_a_no_show_once_its_waiting_time_is_over() -> None:
    desk = under_way(4)
    desk.do(ChangePlan(Plan(no_show_minutes=10)))
    start_clock(desk, 1)
    assert needs(desk.state, 9 * MINUTE) == ()
    need = only(desk, 12 * MINUTE)
    assert (need.kind, need.game, age_words(need, 12 * MINUTE)) == (NeedKind.NO_SHOW, 2, "2 min")
    red, blue = desk.game(2).players.map(desk.state.name)
    assert said(need) == {red: (AwardNoShow(2, RED),), blue: (AwardNoShow(2, BLUE),)}


def test_a_flag_awaiting_a_decision_is_settled_at_its_table() -> None:
    desk = play_turns(under_way(2, scenario=1), 8)
    desk.do(ScoreTurn(1, BLUE, 7, holdings(BLUE, "zone-1", "zone-2", "zone-3")))
    desk.now_ms += MINUTE
    desk.do(Tap(1, RED))
    desk.now_ms += HOUR
    desk.do(NoticeFlag(1))
    need = only(desk, desk.now_ms + MINUTE)
    assert (need.kind, need.game, need.since_ms) == (NeedKind.FLAG, 1, HOUR + 5 * MINUTE)
    assert need.about


def test_a_round_finished_without_a_result_names_the_table() -> None:
    desk = under_way(4)
    desk.report(1, RED)
    desk.now_ms = HOUR
    desk.do(FinishRound(), insist=True)
    need = only(desk, HOUR)
    assert (need.kind, need.game) == (NeedKind.NO_RESULT, desk.game(2).number)
    assert need.about == "Round 1 is finished without a result here."
    assert need.since_ms == HOUR


def test_overtime_of_a_game_is_dated_from_the_expected_end_of_the_round() -> None:
    desk = under_way(4)
    start_clock(desk, 1)
    start_clock(desk, 2)
    desk.report(2, RED)
    need = only(desk, 2 * HOUR + 5 * MINUTE)
    assert need.kind is NeedKind.OVERTIME
    assert list(said(need)) == ["Call a tie"]
    assert age_words(need, 2 * HOUR + 5 * MINUTE) == "5 min"


def test_several_overtime_ties_can_be_called_at_once() -> None:
    desk = under_way(4)
    for table in (1, 2):
        start_clock(desk, table)
    first, second = needs(desk.state, 2 * HOUR + MINUTE)
    assert [list(said(need)) for need in (first, second)] == [["Call a tie", "Call all 2 ties"]] * 2
    assert [rule.game for rule in said(first)["Call all 2 ties"] if isinstance(rule, Rule)] == [
        1,
        2,
    ]


def test_a_late_press_of_an_earlier_round_names_its_round() -> None:
    desk = under_way(4)
    for table in (1, 2):
        desk.report(table, RED)
    desk.do(FinishRound(), 10 * MINUTE)
    press = HandIn(1, StartClock(1, RED), "1-00000000", follows=True, doubted=False)
    desk.do(press, MINUTE)
    desk.do(DrawRound(3), 11 * MINUTE)
    need = only(desk, 11 * MINUTE)
    assert need.title.endswith("round 1")
    assert name_parts(need) == ("late", 1, "1-00000000")


def test_a_game_that_the_rules_let_play_on_needs_nobody() -> None:
    desk = under_way(2)
    game = start_clock(desk, 1)
    desk.do(Tap(game, RED), 58 * MINUTE)
    assert needs(desk.state, 2 * HOUR + MINUTE) == ()


def test_an_unconfirmed_report_can_be_entered_with_one_press() -> None:
    desk = phoned()
    game = desk.game(1)
    desk.do(ReportByPhone(game.number, game.players.red, RED_WON))
    need = only(desk)
    assert (need.kind, need.tone) == (NeedKind.REPORT, NeedTone.DOUBT)
    assert said(need) == {"Enter the report": (ReportResult(game.number, RED_WON),)}
    desk.do(ReportByPhone(game.number, game.players.blue, BLUE_WON))
    need = only(desk)
    red, blue = game.players.map(desk.state.name)
    assert (need.kind, need.place) == (NeedKind.DISPUTE, NeedPlace.HERE)
    assert need.about.startswith(f"{red}: ")
    assert f" · {blue}: " in need.about
    assert said(need) == {
        f"Rule for {red}": (ReportResult(game.number, RED_WON),),
        f"Rule for {blue}": (ReportResult(game.number, BLUE_WON),),
    }


def test_several_reports_or_sign_ups_can_be_accepted_at_once() -> None:
    desk = phoned()
    for table in (1, 2):
        game = desk.game(table)
        desk.do(ReportByPhone(game.number, game.players.red, RED_WON))
    for name in ("Zoe", "Yan"):
        desk.do(SignUp(Entry(name)))
    report, _second, sign_up, _yan = needs(desk.state, 0)
    assert len(said(report)["Enter all 2 reports"]) == 2
    assert said(sign_up)["Accept all 2"] == (SettleSignUps((1, 2)),)


def test_requests_by_phone_are_answered_where_they_can_be_read_in_full() -> None:
    desk = phoned()
    desk.do(SignUp(Entry("Zoe", "Ravens")))
    desk.do(AskToDrop(1))
    drop, sign_up = needs(desk.state, 0)
    assert (drop.kind, drop.title, drop.tone) == (
        NeedKind.DROP,
        desk.state.name(1),
        NeedTone.CALM,
    )
    assert drop.about.startswith("still plays at table")
    assert (sign_up.kind, sign_up.title, sign_up.about) == (NeedKind.SIGN_UP, "Zoe", "Ravens")
    assert said(drop) == {
        "Drop": (DropPlayer(1),),
        "Decline": (AskToDrop(1, wanted=False),),
    }
    assert not drop.choices[0].insist, "what becomes of the game is asked"
    assert list(said(sign_up)) == ["Accept", "Decline"]


def test_a_player_without_a_game_can_ask_to_drop() -> None:
    desk = registered(4)
    desk.do(OpenToPhones(sign_up=True, results=True))
    desk.do(AskToDrop(1))
    assert only(desk).about == "Asked by phone"
    assert only(desk).choices[0].insist


@pytest.mark.parametrize(
    ("players", "words", "insist"), [(5, "Seat", False), (4, "Give the bye", True)]
)
def test_a_player_who_came_after_the_draw_is_seated_with_one_press(
    players: int, words: str, *, insist: bool
) -> None:
    desk = under_way(players)
    desk.do(AddPlayers((Entry("Nils"),)))
    desk.do(CheckIn((players + 1,)))
    need = only(desk)
    assert (need.kind, need.title) == (NeedKind.UNSEATED, "Nils")
    assert said(need) == {words: (SeatLate(players + 1),)}
    assert need.choices[0].insist is insist


def test_absent_players_share_one_row_once_somebody_has_checked_in() -> None:
    desk = Desk()
    desk.state = registered(2).state
    desk.do(AddPlayers(tuple(Entry(name) for name in ("Nils", "Ola", "Pia", "Quin"))))
    need = only(desk)
    assert (need.kind, need.place) == (NeedKind.ABSENT, NeedPlace.CHECK_IN)
    assert need.title == "4 players are not checked in"
    assert need.about == "Nils, Ola, Pia and 1 more"
    desk.do(CheckIn((3, 4, 5)))
    assert only(desk).about == "Quin"


def test_equipment_problems_are_listed_only_for_tables_still_playing() -> None:
    desk = under_way(4)
    wrong = Equipment(clocks=(1, 9), tablets=(2,), folders=("E:/copies",))
    kinds = [need.kind for need in needs(desk.state, 0, wrong)]
    assert kinds == [NeedKind.CLOCK, NeedKind.TABLET, NeedKind.COPY]
    desk.report(1, RED)
    desk.report(2, RED)
    (copy,) = needs(desk.state, 0, wrong)
    assert copy.title == "E:/copies gets no copies"
    assert copy.place is NeedPlace.BACKUPS


def test_problems_of_publishing_outlets_are_listed() -> None:
    wrong = Equipment(outlets=(("Discord", "Paste it again."), ("Slack", "Make a new webhook.")))
    found = needs(under_way(4).state, 0, wrong)
    assert [(need.title, need.about) for need in found] == list(wrong.outlets)
    assert {(need.kind, need.place) for need in found} == {
        (NeedKind.PUBLISH, NeedPlace.PUBLISH),
    }
    assert found[0].act == "Show publishing…"


def test_a_need_without_a_recorded_time_is_dated_from_when_it_was_first_seen() -> None:
    wrong, seen = Equipment(clocks=(1,)), dict[NeedKey, int]()
    desk = under_way(4, settings())
    (first,) = date_needs(needs(desk.state, 0, wrong), seen, MINUTE)
    assert age_words(first, MINUTE) == "now"
    game = start_clock(desk, 2)
    desk.do(CallJudge(game, None), 2 * MINUTE)
    judge, clock = date_needs(needs(desk.state, 0, wrong), seen, 90 * MINUTE)
    assert age_words(clock, 126 * MINUTE) == "2 h 5 min"
    assert judge.since_ms == 2 * MINUTE
    assert date_needs((), seen, 0) == ()
    assert seen == {}
