import pytest

from app.engine.acts.chess_clock import HoldTime
from app.engine.acts.commands import NoticeGap
from app.engine.acts.late import CountPresses, LeaveOutPresses, PutTimeBack
from app.engine.acts.phones import ReportByPhone
from app.engine.acts.players import DisqualifyPlayer, DropPlayer, WarnPlayer
from app.engine.acts.results import AwardNoShow, How, ReportResult, Result
from app.engine.acts.rounds import CallDiceDown
from app.engine.acts.table import (
    AdjustClock,
    Answer,
    CallJudge,
    Claim,
    CountGap,
    DismissJudge,
    EnterTally,
    MakeClaim,
    PauseCause,
    PauseClock,
    PutDiceDown,
    Question,
    ReopenGame,
    ResumeClock,
    Rule,
    RuleOnStop,
    ScoreTurn,
    SetTime,
    StartClock,
    TakeBackTurn,
    Tap,
    WithdrawResult,
)
from app.engine.frozen import replace
from app.engine.rounds.stops import penalty_words, stop_calls
from app.engine.side import Pair, Side
from app.engine.state import Stage
from app.engine.table.game import Flag, Game, OpenClaim
from app.views.table.clock_face import face
from app.views.table.organizer_acts import (
    ACTIONS,
    OrganizerAction,
    OrganizerAnswers,
    acts,
    command,
    form_note,
    open_words,
    taken_back_ms,
)
from app.views.table.table import table_view
from tests.engine.event import PACKETS, Desk, latest, settings, start_clock, under_way
from tests.engine.script import Script

NAMES = Pair("Anna", "Ben")


def waits_for(desk: Desk, game: Game | None = None) -> str:
    return open_words(replace(table_view(desk.state, game or desk.game()), names=NAMES))


def test_every_organizer_act_is_in_the_table_of_acts() -> None:
    assert set(ACTIONS) == set(OrganizerAction)


def test_after_dice_down_no_clock_is_paused_and_without_limits_no_time_adjusted() -> None:
    desk = under_way(2, replace(settings(75), timing="classic"))
    start_clock(desk)
    assert {OrganizerAction.PAUSE, OrganizerAction.ADJUST} <= {
        *acts(desk.game(), latest(desk).stage)
    }
    desk.do(CallDiceDown(), insist=True)
    assert OrganizerAction.PAUSE not in acts(desk.game(), latest(desk).stage)
    free = under_way(2, replace(settings(75), timing="untimed"))
    start_clock(free)
    assert OrganizerAction.ADJUST not in acts(free.game(), latest(free).stage)


def test_the_available_acts_depend_on_the_state_of_the_table() -> None:
    desk = under_way(2)
    player = (OrganizerAction.WARN, OrganizerAction.DROP, OrganizerAction.DISQUALIFY)

    def offered() -> tuple[OrganizerAction, ...]:
        return acts(desk.game(), latest(desk).stage)

    assert offered() == (
        OrganizerAction.START,
        OrganizerAction.RULE,
        OrganizerAction.NO_SHOW,
        *player,
    )
    number = start_clock(desk)
    assert offered() == (
        OrganizerAction.PAUSE,
        OrganizerAction.OTHER_FIRST,
        OrganizerAction.ADJUST,
        OrganizerAction.RULE,
        OrganizerAction.NO_SHOW,
        *player,
    )
    desk.do(PauseClock(number, ""))
    assert OrganizerAction.RESUME in offered()
    desk.do(ResumeClock(number))
    desk.do(NoticeGap(0, 90_000))
    assert {OrganizerAction.COUNT_GAP, OrganizerAction.IGNORE_GAP} <= set(offered())
    desk.do(ResumeClock(number), 90_000)
    desk.do(NoticeGap(90_000, 90_000, known=False), 90_000)
    assert OrganizerAction.COUNT_GAP not in offered()
    assert OrganizerAction.IGNORE_GAP in offered()
    desk.do(CallJudge(number, None))
    assert offered()[0] is OrganizerAction.DISMISS_JUDGE
    desk.report(1, Side.RED)
    assert OrganizerAction.WITHDRAW in offered()
    assert OrganizerAction.RULE not in offered()
    assert acts(desk.game(), Stage.PUBLISHED)[-3:] == player


def test_point_corrections_apply_to_the_last_finished_turn_unless_another_is_chosen() -> None:
    desk = under_way(2)
    start_clock(desk)
    for step in range(9):
        desk.now_ms += 60_000
        desk.do(Tap(1, desk.game().play.owner))
        assert (OrganizerAction.POINTS in acts(desk.game(), latest(desk).stage)) is (step >= 7)
    told = OrganizerAnswers(points=Pair(0, 1), reason="seen")
    expected = ScoreTurn(1, None, 8, (), points=Pair(0, 1), reason="seen")
    assert command(OrganizerAction.POINTS, desk.game(), told) == expected
    told = OrganizerAnswers(points=None, reason="seen", step=7)
    assert command(OrganizerAction.POINTS, desk.game(), told) == ScoreTurn(1, None, 7, ())


def test_dice_down_can_be_called_at_a_table_that_plays_on() -> None:
    desk = under_way(2)
    start_clock(desk)
    stage = latest(desk).stage
    assert OrganizerAction.DICE_DOWN not in acts(desk.game(), stage)
    assert OrganizerAction.DICE_DOWN in acts(desk.game(), stage, dice_down=True)
    desk.do(PutDiceDown(1), insist=True)
    assert OrganizerAction.DICE_DOWN not in acts(desk.game(), stage, dice_down=True)


def test_if_the_packet_forbids_pauses_a_stopped_clock_can_be_blamed_on_a_player() -> None:
    """SR2015, Death Clock: a warning, and the second time the game is lost."""
    chosen = replace(settings(50), packet="sr2015", timing="death-clock")
    desk = under_way(4, chosen, 1, packet=PACKETS["sr2015"])
    stage = latest(desk).stage
    assert stop_calls(desk.state, latest(desk)) == ()
    assert OrganizerAction.STOPPED not in acts(desk.game(), stage)
    number = start_clock(desk)
    assert OrganizerAction.STOPPED in acts(desk.game(), stage)
    assert form_note(OrganizerAction.STOPPED, desk.game()) == (
        "A player who stops the clock is warned, and loses the game after 2 stops."
    )
    assert form_note(OrganizerAction.WARN, desk.game()) == ""
    desk.do(PauseClock(number, "", PauseCause.TABLE))
    asked = "A player stopped the clock, which is not allowed. Who?"
    assert waits_for(desk).startswith(asked)
    assert waits_for(desk).endswith("Somebody at the table paused this clock.")
    desk.do(RuleOnStop(number, Side.BLUE))
    assert waits_for(desk) == "Somebody at the table paused this clock."
    desk.do(RuleOnStop(number, Side.BLUE))
    name = desk.state.name(desk.game().players.blue)
    again = f"{name} stopped a clock again after the warning in round 1. A game loss is proposed."
    assert waits_for(desk).startswith(again)
    desk.do(Rule(number, Side.RED, How.GAME_LOSS, "Stopped the clock again"))
    assert table_view(desk.state, desk.game()).stop is None
    assert OrganizerAction.STOPPED not in acts(desk.game(), stage)
    desk.report(1, Side.RED)
    assert stop_calls(desk.state, latest(desk)) == ()
    assert stop_calls(desk.state, replace(latest(desk), stage=Stage.FINISHED)) == ()


def test_a_clock_is_set_to_a_time_instead_of_by_a_difference() -> None:
    game = under_way(2).game()
    told = OrganizerAnswers(Side.BLUE, left_ms=7, reason="why")
    adjusted = command(OrganizerAction.ADJUST, game, told)
    assert adjusted == SetTime(game.number, Side.BLUE, 7, "why")


def test_every_organizer_act_becomes_a_command() -> None:
    desk = under_way(2)
    game = desk.game()
    n, red = game.number, game.players.red
    told = OrganizerAnswers(Side.RED, How.SCENARIO, 5, "why")
    assert [command(act, game, told) for act in OrganizerAction] == [
        StartClock(n, Side.RED),
        StartClock(n, Side.RED),
        PauseClock(n, "why"),
        ResumeClock(n),
        CountGap(n),
        ResumeClock(n),
        DismissJudge(n),
        CountPresses(n),
        LeaveOutPresses(n),
        PutTimeBack(n, 0),
        ReportResult(n, Result(None, How.UNRECORDED, Pair(0, 0), Pair(0, 0))),
        HoldTime(n, by_clock=False),
        PutDiceDown(n),
        AdjustClock(n, Side.RED, 5, "why"),
        ScoreTurn(n, None, 0, (), points=Pair(0, 0), reason="why"),
        RuleOnStop(n, Side.RED),
        TakeBackTurn(n, 0),
        Rule(n, Side.RED, How.SCENARIO, "why"),
        AwardNoShow(n, Side.RED),
        ReopenGame(n, "why"),
        WithdrawResult(n, "why"),
        WarnPlayer(red, "why"),
        DropPlayer(red),
        DisqualifyPlayer(red, "why"),
    ]


def test_the_open_question_is_shown() -> None:
    desk = under_way(2)
    assert waits_for(desk) == ""
    number = start_clock(desk)
    desk.do(PauseClock(number, "Rules question"))
    assert waits_for(desk) == "You paused this clock: Rules question."
    desk.do(ResumeClock(number))
    desk.do(PauseClock(number, ""))
    assert waits_for(desk) == "You paused this clock."
    desk.do(ResumeClock(number))
    for cause, said in (
        (PauseCause.PROGRAM, "The program paused this clock: Its clock lost its power."),
        (PauseCause.TABLE, "Somebody at the table paused this clock: Its clock lost its power."),
    ):
        desk.do(PauseClock(number, "Its clock lost its power", cause))
        assert waits_for(desk) == said
        desk.do(ResumeClock(number))
    desk.do(NoticeGap(0, 90_000))
    assert waits_for(desk).startswith("Nobody kept the time for 1:30.")
    assert open_words(table_view(desk.state, desk.game()), tablet_away=True) == (
        "The program kept no time for 1:30. If a tablet did, it reports when it is back; if none"
        " did, does the gap count as played?"
    )
    desk.do(ResumeClock(number), 90_000)
    desk.do(NoticeGap(90_000, 90_500, known=False), 90_500)
    assert waits_for(desk).startswith("Nobody kept the time. By this computer’s clock it was 0:01")
    assert waits_for(desk) == open_words(table_view(desk.state, desk.game()), tablet_away=True)
    desk.do(ResumeClock(number), 90_500)
    desk.do(MakeClaim(number, Side.RED, Claim.CASTER, Side.BLUE), 91_000)
    assert "Ben’s last caster is destroyed" in waits_for(desk)
    desk.do(Answer(number, Side.BLUE, Question.CLAIM, True), 93_000)
    assert waits_for(desk).startswith("The players enter army points.")
    desk.do(EnterTally(number, None, Pair(1, 2)), 94_000)
    assert waits_for(desk).endswith("Nobody has agreed yet.")
    desk.do(Answer(number, Side.BLUE, Question.RESULT, True), 95_000)
    assert waits_for(desk).endswith("Ben has agreed.")
    desk.report(1, Side.RED)
    assert waits_for(desk) == ""
    desk.do(CallJudge(number, Side.BLUE), 96_000, insist=True)
    assert waits_for(desk) == "The judge’s call is still open."
    desk.do(DismissJudge(number), 97_000)
    assert waits_for(desk) == ""


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        (Claim.CASTER, "Ben’s last caster is destroyed"),
        (Claim.BOTH_CASTERS, "both sides’ casters are destroyed"),
        (Claim.BATTLEGROUP, "Ben’s battlegroup is destroyed"),
        (Claim.NO_MODELS, "Ben has no models left"),
        (Claim.SCENARIO, "Ben has won by scenario"),
        (Claim.CONCESSION, "Ben concedes"),
    ],
)
def test_every_claim_is_shown(claim: Claim, words: str) -> None:
    desk = under_way(2)
    start_clock(desk)
    game = desk.game()
    assert game.play.clock is not None
    said = OpenClaim(Side.RED, claim, Side.BLUE, 0, game.play.clock)
    told = waits_for(desk, replace(game, play=replace(game.play, claim=said)))
    assert told == f"Anna says that {words}. The opponent has not answered."


def test_a_denied_claim_is_shown_until_the_judge_is_done() -> None:
    desk = under_way(2)
    number = start_clock(desk)
    desk.do(MakeClaim(number, Side.RED, Claim.CASTER, Side.BLUE), 1000)
    desk.do(Answer(number, Side.BLUE, Question.CLAIM, False), 2000)
    dispute = "Anna says that Ben’s last caster is destroyed, and Ben does not agree."
    assert waits_for(desk) == dispute
    desk.do(PauseClock(number, "Rules question"), 3000)
    assert waits_for(desk) == f"{dispute} You paused this clock: Rules question."
    desk.do(ResumeClock(number), 4000)
    desk.do(MakeClaim(number, Side.BLUE, Claim.CONCESSION, Side.BLUE), 5000)
    assert waits_for(desk).startswith(f"{dispute} Ben says that Ben concedes.")
    desk.do(Answer(number, Side.BLUE, Question.CLAIM, False), 6000)
    assert waits_for(desk) == dispute, "a claim taken back is not disputed"
    desk.do(DismissJudge(number), 7000)
    assert waits_for(desk) == ""
    desk.do(CallJudge(number, Side.BLUE), 8000)
    assert waits_for(desk) == ""


def test_players_who_disagree_with_a_result_are_named() -> None:
    desk = under_way(2)
    number = start_clock(desk)
    desk.do(MakeClaim(number, Side.RED, Claim.CASTER, Side.BLUE), 1000)
    desk.do(Answer(number, Side.BLUE, Question.CLAIM, True), 2000)
    desk.do(EnterTally(number, None, Pair(1, 2)), 3000)
    desk.do(Answer(number, Side.BLUE, Question.RESULT, False), 4000)
    assert waits_for(desk) == "Ben does not agree to this result. Anna has not answered."
    desk.do(Answer(number, Side.RED, Question.RESULT, True), 5000)
    assert waits_for(desk) == "Ben does not agree to this result. Anna has agreed."
    desk.do(Answer(number, Side.RED, Question.RESULT, False), 6000)
    assert waits_for(desk) == "Neither player agrees to this result."


def test_a_clock_out_awaiting_a_decision_is_described() -> None:
    desk = under_way(2)
    start_clock(desk)
    game = desk.game()
    out = replace(game, play=replace(game.play, flag=Flag(Side.RED, 0)))
    assert waits_for(desk, out).startswith("Anna’s clock ran out.")


def test_the_end_of_a_turn_can_be_taken_back_until_a_result_counts() -> None:
    desk = under_way(2)
    number = start_clock(desk)
    stage = latest(desk).stage
    assert OrganizerAction.TAKE_BACK not in acts(desk.game(), stage)
    desk.do(Tap(number, Side.RED), 60_000)
    desk.now_ms = 90_000
    assert OrganizerAction.TAKE_BACK in acts(desk.game(), stage)
    assert taken_back_ms(desk.game(), stage) == 60_000
    assert taken_back_ms(desk.game(), Stage.FINISHED) is None
    desk.do(command(OrganizerAction.TAKE_BACK, desk.game(), OrganizerAnswers()))
    assert desk.game().play.step == 0
    assert taken_back_ms(desk.game(), stage) is None
    assert OrganizerAction.TAKE_BACK not in acts(desk.game(), stage)
    nothing = command(OrganizerAction.TAKE_BACK, desk.game(), OrganizerAnswers())
    assert desk.refused(nothing) == "There is no end of a turn to take back now."


def test_an_unconfirmed_report_can_be_entered_from_its_table() -> None:
    desk = under_way(2)
    game = desk.game()
    assert OrganizerAction.TAKE_REPORT not in acts(game, Stage.STARTED)
    won = Result(Side.RED, How.ASSASSINATION, Pair(3, 1), Pair(40, 20))
    desk.do(ReportByPhone(game.number, game.players.red, won))
    assert OrganizerAction.TAKE_REPORT in acts(desk.game(), Stage.STARTED)
    entered = command(OrganizerAction.TAKE_REPORT, desk.game(), OrganizerAnswers())
    assert entered == ReportResult(game.number, won)
    other = replace(won, cp=Pair(3, 0))
    desk.do(ReportByPhone(game.number, game.players.blue, other))
    assert OrganizerAction.TAKE_REPORT not in acts(desk.game(), Stage.STARTED), "they differ"
    desk.do(entered, insist=True)
    assert OrganizerAction.TAKE_REPORT not in acts(desk.game(), Stage.STARTED)


def out_of_time(until: str, *lines: str) -> Desk:
    """A table of Steamroller 2026 whose Blue is out of time."""
    start = ("packet sr2026", "scenario Pressure Point", "size 30", f"0:00 red first until {until}")
    script = Script("\n".join((*start, *lines)))
    script.play()
    return script.desk


def test_after_a_clock_out_in_ones_own_turn_the_organizer_sees_what_the_opponent_is_asked() -> None:
    desk = out_of_time("blue turn 2", "24:10 expect red has 16:00")
    assert waits_for(desk) == (
        "Ben’s clock ran out. Anna is asked what they score now: with more points they win by"
        " scenario, else by assassination."
    )


def test_everybody_is_told_of_a_clock_that_ran_out_in_the_opponents_turn() -> None:
    desk = out_of_time("red turn 3", "8:10 interrupt", "24:10 expect playing")
    assert waits_for(desk) == (
        "Ben’s clock ran out in the opponent’s turn. Anna finishes it and scores it: they win by"
        " scenario or by assassination."
    )
    view = table_view(desk.state, desk.game())
    mine, other = (face(desk.game(), view, side, 24 * 60_000 + 10_000) for side in Side)
    assert (mine.word, mine.note) == (
        "Running", "Blue’s clock ran out. Tap here to end your turn",
    )  # fmt: skip
    assert (other.word, other.note) == (
        "Your clock ran out", "Red is playing",
    )  # fmt: skip


def test_the_penalty_text_says_how_many_stops_lose_the_game() -> None:
    assert penalty_words(3).endswith("loses the game after 3 stops.")
    assert penalty_words(1) == "A player who stops the clock loses the game."
