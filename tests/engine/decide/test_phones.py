"""What players do from their phones, and what the organizer makes of it."""

from app.engine.acts.events import Record
from app.engine.acts.phones import (
    NOT_BY_PHONE,
    AskToDrop,
    CheckInByPhone,
    ListsSent,
    OpenToPhones,
    ReportByPhone,
    ReportedByPhone,
    SendLists,
    SettleSignUps,
    SignUp,
    SignUpsSettled,
)
from app.engine.acts.players import (
    AddPlayers,
    CheckIn,
    DisqualifyPlayer,
    DropPlayer,
    Entry,
    PlayersAdded,
    ReadmitPlayer,
)
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.table import CallJudge, DismissJudge, StartClock, WithdrawResult
from app.engine.acts.undo import Redo, Undo
from app.engine.armies.army_list import ArmyList
from app.engine.evolve import fold
from app.engine.rounds.draw_request import pair_of
from app.engine.side import Pair, Side
from app.engine.state import Status
from app.engine.table.verdict import final_result
from tests.engine.event import SR2017, Desk, registered, settings, under_way

RED_WON = Result(Side.RED, How.SCENARIO, Pair(5, 1), Pair(20, 10))
BLUE_WON = Result(Side.BLUE, How.ASSASSINATION, Pair(1, 2), Pair(10, 30))
OPEN = OpenToPhones(sign_up=True, check_in=True)
LISTS = (ArmyList(name="  Haley  2 "), ArmyList(name="Nemo 3"))


def empty(phones: OpenToPhones = OPEN) -> Desk:
    desk = Desk()
    desk.do(CreateEvent(settings(), SR2017))
    if phones != OpenToPhones():
        desk.do(phones)
    return desk


def report(desk: Desk, side: Side, result: Result, table: int = 1) -> ReportByPhone:
    game = desk.game(table)
    return ReportByPhone(game.number, game.players.of(side), result)


def test_the_organizer_can_open_phone_features_and_undo_it():
    desk = empty(OpenToPhones())
    assert desk.refused(OpenToPhones()) == "Nothing changes: phones may already do that."
    desk.do(OPEN)
    assert desk.state.phones == OPEN
    desk.do(Undo())
    assert desk.state.phones == OpenToPhones()


def test_nobody_can_sign_up_before_the_organizer_opens_sign_up():
    assert empty(OpenToPhones()).refused(SignUp(Entry("Ann"))) == (
        "Sign-up is closed. Ask the organizer."
    )


def test_a_sign_up_waits_until_the_organizer_enters_the_player_with_their_lists():
    desk = empty()
    desk.do(SignUp(Entry(" Ann  Lee ", "Ravens", "Cygnar"), LISTS))
    desk.do(SignUp(Entry("Bo")))
    assert [applicant.waits for applicant in desk.state.applicants.values()] == [True, True]
    assert desk.state.applicants[1].entry == Entry("Ann Lee", "Ravens", "Cygnar")
    assert not desk.state.players

    events = desk.do(SettleSignUps((2, 1, 2, 9)))

    assert isinstance(events[0], PlayersAdded)
    assert events[-1] == SignUpsSettled((2, 1), (1, 2))
    assert {n: player.entry.name for n, player in desk.state.players.items()} == {
        1: "Bo",
        2: "Ann Lee",
    }
    assert [army_list.name for army_list in desk.state.players[2].lists] == ["Haley 2", "Nemo 3"]
    assert desk.state.players[2].status is Status.REGISTERED
    assert desk.state.applicants[1].player == 2
    assert desk.refused(SettleSignUps((1,))).startswith("Nothing changes")


def test_undo_brings_back_an_accepted_or_declined_sign_up():
    desk = empty()
    desk.do(SignUp(Entry("Ann")))
    desk.do(SettleSignUps((1,)))
    desk.do(Undo())
    assert desk.state.applicants[1].waits
    assert not desk.state.players
    desk.do(Redo())
    assert desk.state.applicants[1].player == 1
    desk.do(SignUp(Entry("Bo")))
    desk.do(SettleSignUps((2,), accept=False))
    assert desk.state.applicants[2].declined
    assert not desk.state.applicants[2].waits
    desk.do(Undo())
    assert desk.state.applicants[2].waits


def test_a_sign_up_needs_a_name_fields_that_are_not_too_long_and_possible_lists():
    desk = empty()
    assert desk.refused(SignUp(Entry("  "))) == "Enter your name."
    assert "at most 100" in desk.refused(SignUp(Entry("Ann", "x" * 101)))
    desk.do(SignUp(Entry("Ann", "x" * 100)))
    assert "at most" in desk.refused(SignUp(Entry("Ann"), (ArmyList(),) * 9))


def test_invisible_characters_make_no_name_and_direction_marks_are_removed():
    desk = empty()
    for nobody in ("\u200b\u200b", "\u202e", "\0", "\u200d", "–"):
        assert desk.refused(SignUp(Entry(nobody))) == "Enter your name."
    desk.do(SignUp(Entry("A\0nn\u202e Lee\u2066", "\u200bRavens", "مي\u200cخواهم")))
    assert desk.state.applicants[1].entry == Entry("Ann Lee", "Ravens", "مي\u200cخواهم")


def test_a_duplicate_sign_up_is_refused_but_a_namesake_of_another_club_is_not():
    desk = empty()
    desk.do(SignUp(Entry("Łukasz Żak", "Ravens")))
    assert "has already signed up" in desk.refused(SignUp(Entry("LUKASZ ZAK")))
    desk.do(SignUp(Entry("Łukasz Żak", "Iron Foundry")))
    desk.do(SettleSignUps((1, 2)))
    assert "is already in the event" in desk.refused(SignUp(Entry("Łukasz Żak")))
    assert "is already in the event" in desk.refused(SignUp(Entry("Łukasz Żak", "ravens")))
    desk.do(SignUp(Entry("Łukasz Żak", "Third")))


def test_adding_a_club_to_a_name_without_one_signs_up_a_different_player():
    desk = empty()
    desk.do(AddPlayers((Entry("Ewa Nowak"),)))
    assert desk.refused(SignUp(Entry("Ewa Nowak"))).endswith("somebody else, add your club.")
    desk.do(SignUp(Entry("Ewa Nowak", "Elsewhere")))
    again = desk.refused(SignUp(Entry("EWA NOWAK", "elsewhere")))
    assert again.endswith(
        "is waiting for the organizer. If you are somebody else, ask the organizer."
    )
    desk.do(SignUp(Entry("Jan Kos")))
    desk.do(SignUp(Entry("Jan Kos", "Ravens")))
    assert len(desk.state.applicants) == 3


def test_the_number_of_waiting_sign_ups_is_limited():
    desk = empty()
    for number in range(300):
        desk.do(SignUp(Entry(f"Player {number}")))
    assert desk.refused(SignUp(Entry("One more"))).startswith("Too many sign-ups")
    desk.do(SettleSignUps((1,), accept=False))
    desk.do(SignUp(Entry("One more")))


def test_players_check_themselves_in_while_check_in_is_open_and_undo_skips_it():
    desk = registered(4)
    desk.do(CheckIn((1, 2), present=False))
    assert "not open" in desk.refused(CheckInByPhone(1))
    desk.do(OPEN)
    desk.do(CheckInByPhone(1))
    assert desk.state.players[1].plays
    assert desk.refused(CheckInByPhone(1)) == "You are already checked in."
    assert "no longer in this event" in desk.refused(CheckInByPhone(9))
    desk.do(DropPlayer(2))
    assert "have left the event" in desk.refused(CheckInByPhone(2))
    desk.do(Undo())
    desk.do(Undo())
    assert desk.state.players[1].plays
    assert not desk.state.phones.check_in


def test_players_send_lists_before_the_first_round():
    desk = registered(4)
    desk.do(SendLists(1, LISTS))
    assert desk.state.players[1].lists[0].name == "Haley 2"
    assert desk.state.players[1].accepted == ()
    desk.do(SendLists(1, LISTS[1:]))
    assert [army_list.name for army_list in desk.state.players[1].lists] == ["Nemo 3"]
    assert desk.refused(SendLists(1, ())) == "Enter a list first."
    assert "at most" in desk.refused(SendLists(1, (ArmyList(),) * 9))
    assert "no longer in this event" in desk.refused(SendLists(9, LISTS))


def test_a_player_who_has_left_cannot_send_lists():
    desk = registered(4)
    desk.do(DropPlayer(1))
    assert "have left the event" in desk.refused(SendLists(1, LISTS))
    desk.do(ReadmitPlayer(1))
    desk.do(SendLists(1, LISTS))


def test_during_a_round_only_a_player_without_a_list_can_send_one():
    desk = under_way(4)
    desk.do(SendLists(1, LISTS[1:]))
    assert "Lists are fixed now" in desk.refused(SendLists(1, LISTS))


def test_a_player_asks_to_drop_and_the_organizer_drops_them_or_declines():
    desk = registered(4)
    desk.do(AskToDrop(1))
    assert desk.state.players[1].asks_to_drop
    assert desk.state.players[1].plays
    assert "already asked" in desk.refused(AskToDrop(1))
    assert "nobody asked" in desk.refused(AskToDrop(2, wanted=False))
    desk.do(AskToDrop(1, wanted=False))
    assert not desk.state.players[1].asks_to_drop
    desk.do(AskToDrop(1))
    desk.do(DropPlayer(1))
    assert not desk.state.players[1].asks_to_drop
    assert "already left" in desk.refused(AskToDrop(1))
    desk.do(ReadmitPlayer(1))
    desk.do(AskToDrop(1))
    desk.do(DisqualifyPlayer(1, "cheats"), insist=True)
    assert not desk.state.players[1].asks_to_drop
    assert "no longer in this event" in desk.refused(AskToDrop(9))


def test_a_result_counts_once_the_opponent_has_reported_the_same():
    desk = under_way(4)
    desk.do(report(desk, Side.RED, RED_WON))
    assert final_result(desk.game()) is None
    assert "has to confirm" in desk.refused(report(desk, Side.RED, RED_WON))
    desk.do(report(desk, Side.BLUE, RED_WON))
    game = desk.game()
    assert final_result(game) == game.agreed == RED_WON
    assert not game.contradicted
    assert "already has a result" in desk.refused(report(desk, Side.BLUE, BLUE_WON))


def test_contradicting_reports_call_the_judge_and_the_organizer_decides():
    desk = under_way(4)
    desk.do(report(desk, Side.RED, RED_WON))
    events = desk.do(report(desk, Side.BLUE, BLUE_WON), 7)
    assert events[1:] == (CallJudge(desk.game().number, Side.BLUE, at_ms=7),)
    assert desk.game().contradicted
    assert desk.game().play.judge_called
    assert final_result(desk.game()) is None
    desk.do(ReportResult(desk.game().number, BLUE_WON), 8, insist=True)
    assert final_result(desk.game()) == BLUE_WON
    assert not desk.game().contradicted
    assert not desk.game().play.judge_called
    desk.do(Undo())
    assert desk.game().contradicted


def test_a_dispute_ends_without_the_organizer_once_both_say_the_same():
    desk = under_way(4)
    desk.do(report(desk, Side.RED, RED_WON))
    desk.do(report(desk, Side.BLUE, BLUE_WON))
    third = Result(Side.BLUE, How.SCENARIO, Pair(1, 5), Pair(3, 4))
    assert len(desk.do(report(desk, Side.BLUE, third))) == 1
    events = desk.do(report(desk, Side.BLUE, RED_WON), 9)
    assert events[1:] == (DismissJudge(desk.game().number, at_ms=9),)
    assert final_result(desk.game()) == RED_WON


def test_agreeing_reports_leave_a_judge_call_made_for_another_reason():
    desk = under_way(4)
    desk.do(CallJudge(desk.game().number, Side.RED))
    desk.do(report(desk, Side.RED, RED_WON))
    desk.do(report(desk, Side.BLUE, RED_WON))
    assert desk.game().play.judge_called


def test_agreeing_reports_leave_a_judge_call_made_before_the_dispute():
    desk = under_way(4)
    number = desk.game().number
    desk.do(CallJudge(number, Side.RED))
    desk.do(report(desk, Side.RED, RED_WON))
    assert len(desk.do(report(desk, Side.BLUE, BLUE_WON))) == 1
    assert len(desk.do(report(desk, Side.BLUE, RED_WON))) == 1
    assert final_result(desk.game()) == RED_WON
    assert desk.game().play.judge_called


def test_a_judge_call_made_after_the_disputes_call_was_answered_stays():
    desk = under_way(4)
    number = desk.game().number
    desk.do(report(desk, Side.RED, RED_WON))
    desk.do(report(desk, Side.BLUE, BLUE_WON))
    desk.do(DismissJudge(number))
    desk.do(CallJudge(number, Side.RED))
    third = Result(Side.BLUE, How.SCENARIO, Pair(1, 5), Pair(3, 4))
    assert len(desk.do(report(desk, Side.BLUE, third))) == 1
    assert len(desk.do(report(desk, Side.BLUE, RED_WON))) == 1
    assert desk.game().play.judge_called


def test_a_judge_call_made_on_top_of_the_disputes_call_stays():
    desk = under_way(4)
    desk.do(report(desk, Side.RED, RED_WON))
    desk.do(report(desk, Side.BLUE, BLUE_WON))
    desk.do(CallJudge(desk.game().number, Side.BLUE))
    desk.do(report(desk, Side.BLUE, RED_WON))
    assert desk.game().play.judge_called


def test_reports_that_still_differ_after_a_judges_visit_call_again():
    desk = under_way(4)
    number = desk.game().number
    desk.do(report(desk, Side.RED, RED_WON))
    desk.do(report(desk, Side.BLUE, BLUE_WON))
    desk.do(DismissJudge(number))
    third = Result(Side.BLUE, How.SCENARIO, Pair(1, 5), Pair(3, 4))
    assert len(desk.do(report(desk, Side.BLUE, third))) == 2
    assert len(desk.do(report(desk, Side.BLUE, RED_WON))) == 2
    assert not desk.game().play.judge_called


def test_phones_cannot_report_endings_that_only_the_organizer_enters():
    desk = under_way(4)
    for how in NOT_BY_PHONE:
        forged = Result(Side.RED, how, Pair(5, 0), Pair(20, 10))
        asked = report(desk, Side.RED, forged)
        assert desk.refused(asked, insist=True).startswith("Only the organizer enters that.")


def test_an_unlikely_result_is_questioned_only_at_the_first_report():
    desk = under_way(4)
    far = Result(Side.RED, How.SCENARIO, Pair(5, 1), Pair(999, 0))
    assert "999 army points" in desk.doubted(report(desk, Side.RED, far))
    desk.do(report(desk, Side.BLUE, far))
    assert final_result(desk.game()) == far


def test_phones_can_report_only_the_players_own_open_game():
    desk = under_way(4)
    game = desk.game()
    stranger = next(n for n in range(1, 5) if n not in {*pair_of(game)})
    assert f"do not play at table {game.table}" in desk.refused(
        ReportByPhone(game.number, stranger, RED_WON)
    )
    assert "no longer in this event" in desk.refused(ReportByPhone(99, 1, RED_WON))
    tie_won = Result(Side.RED, How.TIE, Pair(0, 0), Pair(0, 0))
    assert "A tie has no winner" in desk.refused(report(desk, Side.RED, tie_won))
    desk.do(StartClock(desk.game(2).number, Side.RED))
    assert "clock running" in desk.refused(report(desk, Side.RED, RED_WON, table=2))
    desk.do(OpenToPhones(results=False))
    assert "not taken from phones" in desk.refused(report(desk, Side.RED, RED_WON))
    desk.do(Undo())
    desk.do(FinishRound(), insist=True)
    assert "is finished" in desk.refused(report(desk, Side.RED, RED_WON))


def test_phones_cannot_report_before_the_round_has_started():
    desk = under_way(4)
    records = desk.records
    begun = next(row.act for row in reversed(records) if type(row.event).__name__ == "RoundStarted")
    desk.records = [row for row in records if row.act < begun]
    desk.state = fold(desk.records)
    assert desk.refused(report(desk, Side.RED, RED_WON)) == "Round 1 has not started."


def test_no_answer_to_a_phone_reveals_an_unpublished_round():
    desk = under_way(4)
    desk.do(SendLists(1, LISTS))
    for table in (1, 2):
        desk.do(ReportResult(desk.game(table).number, RED_WON))
    desk.do(FinishRound())
    before = set(desk.state.games)
    desk.do(DrawRound(7))
    none = desk.refused(ReportByPhone(99, 1, RED_WON))
    for game in sorted(set(desk.state.games) - before):
        for player in range(1, 5):
            assert desk.refused(ReportByPhone(game, player, RED_WON)) == none
    desk.do(PublishRound())
    assert desk.refused(report(desk, Side.RED, RED_WON)) == "Round 2 has not started."


def test_lists_can_still_be_changed_until_the_draw_is_published():
    desk = registered(4)
    desk.do(SendLists(1, LISTS))
    desk.do(DrawRound(7))
    desk.do(SendLists(1, LISTS[1:]))
    desk.do(PublishRound())
    assert desk.refused(SendLists(1, LISTS)) == (
        "Lists are fixed now. Ask the organizer to change yours."
    )


def test_a_deleted_result_can_be_reported_again():
    desk = under_way(4)
    for side in Side:
        desk.do(report(desk, side, RED_WON))
    desk.do(WithdrawResult(desk.game().number, "The wrong table"))
    assert desk.game().phoned == Pair(None, None)
    assert final_result(desk.game()) is None
    for side in Side:
        desk.do(report(desk, side, BLUE_WON))
    assert final_result(desk.game()) == BLUE_WON


def test_rows_about_missing_players_games_or_sign_ups_change_nothing():
    desk = registered(2)
    rows = (
        ReportedByPhone(9, Side.RED, RED_WON),
        ListsSent(9, LISTS),
        AskToDrop(9),
        CheckInByPhone(9),
        SignUpsSettled((5,), (1,)),
    )
    before = desk.state
    last = len(desk.records)
    records = [
        *desk.records,
        *(Record(n, n, 1, "phone", "Player", row) for n, row in enumerate(rows, start=last + 1)),
    ]
    after = fold(records)
    assert (after.players, after.games, after.applicants) == (
        before.players,
        before.games,
        before.applicants,
    )
