"""What a player's phone shows of them, and what waits at the desk because of phones."""

import pytest

from app.engine.acts.phones import (
    AskToDrop,
    OpenToPhones,
    ReportByPhone,
    SendLists,
    SettleSignUps,
    SignUp,
)
from app.engine.acts.players import AddPlayers, CheckIn, DropPlayer, EnterArmy, Entry
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.setup import ChangeSettings
from app.engine.acts.table import StartClock
from app.engine.formats.keywords import X_LISTS
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.packet.keywords import AnnouncedKeyword
from app.engine.side import Pair, Side
from app.engine.state import Player, State
from app.views.event.phones import (
    MOST_LINES,
    MOST_TEXT,
    PhoneRequests,
    own_page,
    phone_requests,
    read_typed_lists,
    reported_result,
)
from app.views.round.result_entry import report_sheet
from app.views.table.table import table_view
from tests.engine.event import PACKETS, SR2017, Desk, registered, settings, under_way
from tests.engine.players.test_rosters import teams
from tests.engine.players.test_team_lists import army_list

MOST_LISTS = 8
RED_WON = Result(Side.RED, How.SCENARIO, Pair(5, 1), Pair(20, 10))
BLUE_WON = Result(Side.BLUE, How.ASSASSINATION, Pair(1, 2), Pair(10, 30))
TWO = "List 1 Haley\nHaley 2\nLong Gunners (10) 10\nList 2 Nemo\nNemo 3\nThorn 13\n"


def report(desk: Desk, side: Side, result: Result, table: int = 1) -> None:
    game = desk.game(table)
    desk.do(ReportByPhone(game.number, game.players.of(side), result))


def test_lists_sent_by_phone_are_read_together_with_their_doubts():
    read = read_typed_lists(registered(2).state, TWO, "Cygnar")
    assert not read.fault
    assert read.titles == ("List 1 (Haley)", "List 2 (Nemo)")
    assert any("Long Gunners" in line for line in read.lines[0])
    assert read.doubts
    two_lists = replace(settings(), packet="sr2012", variants=(AnnouncedKeyword(X_LISTS, (2,)),))
    asked = registered(2, two_lists, PACKETS["sr2012"]).state
    one = read_typed_lists(asked, "Haley 2\nSomething without points\n")
    assert "1 of 2 lists so far." in one.doubts
    assert any("Taken as solos: Something without points." in doubt for doubt in one.doubts)
    full = read_typed_lists(asked, "Haley (*5pts)\n* Lancer (6pts)\nGunners (max) 8\n")
    assert "Gunners (max) 8: Taken as 10 models: is that right?" in full.doubts
    typed = "Haley (*5pts)\n* Lancer (6pts)\nRangers (5pts)\nGorman (2pts)\nRangers (5pts)\n"
    assert (
        "Taken as solos: Rangers and Gorman. If one is a unit, write it as “name; unit; points;"
        " models”."
    ) in read_typed_lists(asked, typed).doubts
    assert read_typed_lists(State(), TWO).doubts == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Type or paste"),
        ("  \n ", "Type or paste"),
        ("75 / 75", "No list was found"),
        ("x" * 100_000, "too long for army lists: 100,000 characters"),
        ("x" * MOST_TEXT, "at most 250 lines of 300 characters"),
        ("Thorn 13\n" * (MOST_LINES + 1), "at most 250 lines"),
        ("list 1\nThorn 13\n" * (MOST_LISTS + 1), "at most 8 lists"),
    ],
)
def test_a_text_without_lists_is_refused_with_an_explanation(text: str, words: str):
    read = read_typed_lists(registered(2).state, text)
    assert words in read.fault
    assert read.lists == ()


def test_before_the_first_round_a_players_page_shows_only_the_player():
    desk = registered(3)
    desk.do(OpenToPhones(check_in=True))
    desk.do(AddPlayers((Entry("Anna", "Ravens", "Cryx"),)))
    page = own_page(desk.state, 4)
    assert page is not None
    assert (page.club, page.faction, page.may_check_in) == ("Ravens", "Cryx", True)
    assert page.name == "Anna (no. 4)"
    assert (page.game, page.bye, page.record) == (None, 0, ())
    assert page.may_send_lists
    here = own_page(desk.state, 1)
    assert here is not None
    assert (here.here, here.may_check_in, here.status) == (True, False, "Checked in")
    assert own_page(desk.state, 9) is None


def test_a_players_page_does_not_change_until_a_draw_is_published():
    desk = registered(4)
    desk.do(SendLists(1, read_typed_lists(desk.state, TWO).lists))
    before = own_page(desk.state, 1)
    assert before is not None
    assert before.may_send_lists
    desk.do(DrawRound(7))
    assert own_page(desk.state, 1) == before
    desk.do(PublishRound())
    after = own_page(desk.state, 1)
    assert after is not None
    assert not after.may_send_lists


def test_a_players_page_shows_their_lists_and_unaccepted_doubts():
    desk = registered(2)
    lists = read_typed_lists(desk.state, TWO).lists
    desk.do(SendLists(1, lists))
    page = own_page(desk.state, 1)
    assert page is not None
    assert page.list_titles == ("List 1 (Haley)", "List 2 (Nemo)")
    assert page.list_doubts
    desk.do(EnterArmy(1, lists), insist=True)
    accepted = own_page(desk.state, 1)
    assert accepted is not None
    assert accepted.list_doubts == ()


def test_players_pages_hide_an_unpublished_draw_and_the_scenario_of_a_published_one():
    desk = registered(5)
    desk.do(DrawRound(7))
    page = own_page(desk.state, 1)
    assert page is not None
    assert (page.game, page.bye, page.record) == (None, 0, ())
    desk.do(PublishRound())
    latest = desk.state.latest
    assert latest is not None
    assert latest.bye is not None
    resting = own_page(desk.state, latest.bye.player)
    assert resting is not None
    assert (resting.game, resting.bye) == (None, 1)
    game = desk.game()
    own = own_page(desk.state, game.players.blue)
    assert own is not None
    assert own.game is not None
    assert (own.game.scenario, own.game.ways) == ("", ())
    assert own.game.side is Side.BLUE
    assert own.game.waits == "The round has not started yet."
    assert not phone_requests(desk.state).count
    desk.do(StartRound())
    begun = own_page(desk.state, game.players.blue)
    assert begun is not None
    assert begun.game is not None
    assert begun.game.scenario == desk.game().terms.scenario.name
    assert ("tie", "Tie") in begun.game.ways
    assert not {"no_show", "disqualification"} & {how for how, _ in begun.game.ways}
    assert begun.game.waits == ""


def test_a_late_players_record_marks_rounds_before_they_joined():
    desk = under_way(4)
    for table in (1, 2):
        desk.do(ReportResult(desk.game(table).number, RED_WON), insist=True)
    desk.do(FinishRound())
    desk.do(AddPlayers((Entry("Late Lee"),)), insist=True)
    (late,) = [player for player in desk.state.players.values() if player.entry.name == "Late Lee"]
    desk.do(CheckIn((late.number,)), insist=True)
    desk.do(DrawRound(3), insist=True)
    desk.do(PublishRound(), insist=True)
    page = own_page(desk.state, late.number)
    assert page is not None
    assert page.record[0].opponent == "not in the event yet"
    assert page.record[1].opponent not in {"", "not in the event yet"}


def test_a_players_page_says_where_the_compared_area_is():
    chosen = Settings("Open", "sr2014", 50, 1, timing="death-clock")
    desk = under_way(4, chosen, 2, packet=PACKETS["sr2014"])
    page = own_page(desk.state, desk.game().players.red)
    assert page is not None
    assert page.game is not None
    assert any(line.startswith("The area: ") for line in page.game.ends)


def test_a_players_page_shows_both_reports_and_then_the_result():
    desk = under_way(4)
    report(desk, Side.RED, RED_WON)
    game = desk.game()
    page = own_page(desk.state, game.players.blue)
    assert page is not None
    assert page.game is not None
    assert any(line.startswith("If your clock runs out") for line in page.game.ends)
    assert page.game.mine is None
    assert page.game.theirs is not None
    assert (page.game.theirs.winner, page.game.theirs.cp) == (Side.RED, Pair(5, 1))
    assert page.game.names.red in page.game.theirs.words
    assert report_sheet(desk.state, game).known == RED_WON
    report(desk, Side.BLUE, RED_WON)
    after = own_page(desk.state, game.players.blue)
    assert after is not None
    assert after.game is not None
    assert "by scenario" in after.game.result
    assert after.game.ways == ()
    assert after.record[0].result == "L"
    desk.do(StartClock(desk.game(2).number, Side.RED), insist=True)
    other = own_page(desk.state, desk.game(2).players.red)
    assert other is not None
    assert other.game is not None
    assert "clock" in other.game.waits


def test_if_phones_take_no_results_the_page_says_to_tell_the_organizer():
    desk = under_way(2)
    desk.do(OpenToPhones(results=False))
    page = own_page(desk.state, 1)
    assert page is not None
    assert page.game is not None
    assert page.game.waits == "Tell the organizer the result."
    assert page.game.ways == ()


def test_a_reported_concession_gets_the_packets_points():
    desk = under_way(2)
    game = desk.game()
    said = Result(Side.RED, How.CONCESSION, Pair(0, 0), Pair(0, 0))
    filled = reported_result(desk.state, game, said)
    assert filled.cp == Pair(game.terms.concession_cp, 0)


def test_the_desk_lists_all_pending_requests_from_phones():
    desk = under_way(4)
    assert (phone_requests(desk.state), phone_requests(State())) == (
        PhoneRequests(),
        PhoneRequests(),
    )
    desk.do(OpenToPhones(sign_up=True))
    desk.do(SignUp(Entry("Zoe", "Ravens", "Cryx"), read_typed_lists(desk.state, TWO).lists))
    desk.do(SignUp(Entry("Yan")))
    red = desk.game().players.red
    desk.do(AskToDrop(red))
    report(desk, Side.RED, RED_WON)
    waits = phone_requests(desk.state)
    assert (len(waits.sign_ups), len(waits.drops)) == (2, 1)
    (alone,) = waits.reports
    assert (alone.by, alone.result) == (desk.state.name(red), RED_WON)
    assert "by scenario" in alone.said
    report(desk, Side.BLUE, BLUE_WON)
    asked = phone_requests(desk.state)
    assert asked.reports == ()
    assert asked.count == 4
    assert asked.sign_ups[0].about == "Ravens · Cryx · 2 lists"
    assert asked.sign_ups[1].about == ""
    assert asked.drops[0].about == "still plays at table 1"
    assert "by scenario" in asked.disputes[0].said.red
    assert "by assassination" in asked.disputes[0].said.blue
    report(desk, Side.BLUE, RED_WON)
    after = phone_requests(desk.state)
    assert after.disputes == after.reports == ()
    assert after.drops[0].about == ""
    desk.do(SettleSignUps((1, 2)))
    desk.do(DropPlayer(red))
    assert phone_requests(desk.state).count == 0


def test_a_sign_up_with_the_name_of_a_registered_player_is_flagged():
    desk = registered(2)
    desk.do(OpenToPhones(sign_up=True))
    desk.do(AddPlayers((Entry("Yan", "Ravens"),)))
    desk.do(SignUp(Entry("YAN", "Foundry")))
    (row,) = phone_requests(desk.state).sign_ups
    assert row.doubt == "The same name as number 3"


def test_sign_ups_with_the_same_name_are_flagged():
    desk = registered(2)
    desk.do(OpenToPhones(sign_up=True))
    desk.do(SignUp(Entry("Jan Kos")))
    desk.do(SignUp(Entry("Jan Kos", "Ravens")))
    desk.do(SignUp(Entry("Zoe")))
    assert [row.doubt for row in phone_requests(desk.state).sign_ups] == [
        "Another sign-up has the same name",
        "Another sign-up has the same name",
        "",
    ]
    desk.do(SettleSignUps((1,), accept=False))
    assert not any(row.doubt for row in phone_requests(desk.state).sign_ups)


def test_a_player_asking_to_drop_between_rounds_is_at_no_table():
    desk = under_way(2)
    report(desk, Side.RED, RED_WON)
    report(desk, Side.BLUE, RED_WON)
    desk.do(FinishRound())
    desk.do(AskToDrop(1))
    assert phone_requests(desk.state).drops[0].about == ""
    page = own_page(desk.state, 1)
    assert page is not None
    assert page.asks_to_drop


def test_a_players_page_works_without_a_packet():
    page = own_page(State(players={1: Player(1, Entry("Ann"))}), 1)
    assert page is not None
    assert (page.name, page.list_doubts, page.record) == ("Ann", (), ())


def test_the_tables_panel_describes_phone_reports_until_the_result_is_final():
    desk = under_way(2)
    assert table_view(desk.state, desk.game()).why == ""
    report(desk, Side.RED, RED_WON)
    names = desk.game().players.map(desk.state.name)
    first = table_view(desk.state, desk.game()).why
    assert first.startswith(f"{names.red} reported: {names.red} wins by scenario")
    assert first.endswith(f"; {names.blue} has to confirm it")
    report(desk, Side.BLUE, BLUE_WON)
    both = table_view(desk.state, desk.game()).why
    assert both.startswith("The reports by phone differ. ")
    assert f"; {names.blue} reported: {names.blue} wins by assassination" in both
    report(desk, Side.BLUE, RED_WON)
    after = table_view(desk.state, desk.game()).why
    assert "reported" not in after
    assert "by scenario" in after


def test_a_captains_page_shows_the_lists_of_the_opposing_team():
    desk = teams(2, 2)
    desk.do(ChangeSettings(replace(desk.state.settings, lists_to_captains=True), SR2017))
    desk.do(EnterArmy(3, (army_list("Haley 2"),)), insist=True)
    desk.do(EnterArmy(4, (army_list("Stryker 1"),)), insist=True)
    desk.do(DrawRound(7), insist=True)
    assert own_page(desk.state, 1).met == ""
    desk.do(PublishRound())
    desk.do(DropPlayer(4), insist=True)
    page = own_page(desk.state, 1)
    assert (page.met, page.met_titles) == ("Ash", ("A1: List 1 (Haley 2)",))
    assert page.met_lines[0]
    assert own_page(desk.state, 2).met_titles == ()
