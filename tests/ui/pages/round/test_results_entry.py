from collections.abc import Callable, Sequence
from random import Random

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.engine.acts.phones import ReportByPhone
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import FinishRound, PublishRound, StartRound
from app.engine.acts.table import CallJudge
from app.engine.acts.undo import Undo
from app.engine.rounds.edit import arrangement, move_game
from app.engine.side import Pair, Side
from app.engine.state import Stage
from app.ui.clients.desk import DeskClient
from app.ui.pages.round import page as round_page
from app.ui.pages.round.page import RoundPage
from app.ui.widgets.basics import make_scrollable_both_ways
from app.views.round.result_entry import ways_to_win
from tests.events import LONG_NAME, Event
from tests.patience import PATIENCE_S
from tests.ui.open_pages import PageOf

RETURN = Qt.Key.Key_Return
NO_KEYS = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def page(event: Event, page_of: PageOf, qtbot: QtBot) -> RoundPage:
    event.register(60)
    event.start()
    page = page_of(RoundPage)
    qtbot.waitUntil(page.desk.isVisible)
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    return page


def typed(qtbot: QtBot, keys: str) -> None:
    """Type into whatever has the focus; ``>`` is Enter, ``<`` Escape."""
    special = {">": RETURN, "<": Qt.Key.Key_Escape}
    for key in keys:
        focus = QApplication.focusWidget()
        assert focus is not None
        if key in special:
            qtbot.keyClick(focus, special[key])
        else:
            qtbot.keyClicks(focus, key)


def result(event: Event, table: int) -> Result | None:
    return event.game(table).reported


def waiting(page: RoundPage) -> bool:
    """Whether the last report is answered, and the desk ready for the next."""
    ready = page.desk.table.hasFocus() and not page.desk.table.text()
    return ready and not page.desk.waits


def test_a_report_can_be_typed_from_the_table_number_to_the_final_enter(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    qtbot.keyClick(page, Qt.Key.Key_F2)
    typed(qtbot, "121152" + "3012>")
    qtbot.waitUntil(lambda: waiting(page))
    expected = Result(Side.RED, How.ASSASSINATION, Pair(5, 2), Pair(30, 12))
    assert result(event, 12) == expected
    assert "Table 12" in page.desk.message.text()
    assert page.desk.out.text() == "29 still out: 1–11, 13–30"


def test_pressing_enter_after_every_field_gives_the_same_report(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    page.desk.begin()
    typed(qtbot, "12>1>1>5>2>30>12>")
    qtbot.waitUntil(lambda: waiting(page))
    expected = Result(Side.RED, How.ASSASSINATION, Pair(5, 2), Pair(30, 12))
    assert result(event, 12) == expected


def test_both_players_are_named_however_long_one_name_is(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.do(AddPlayers((Entry(LONG_NAME[:200]), Entry("Ben"))))
    event.do(CheckIn((1, 2)))
    event.start()
    page = page_of(RoundPage)
    page.desk.begin()
    typed(qtbot, "1>")
    shown = page.desk.names.text()
    assert LONG_NAME[:20] in shown
    assert "Ben" in shown
    assert len(shown) < 50


def test_missing_results_stay_visible_while_a_result_is_typed(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    page.desk.begin()
    typed(qtbot, "1211")
    assert page.desk.out.isVisible()
    assert page.desk.names.isVisible()
    assert "wins" in page.desk.names.text()


@pytest.mark.parametrize(
    ("keys", "cp", "apd"),
    [
        ("4>" + "11" + "1>" + "1>" + "8>" + "103>", (1, 1), (8, 103)),
        ("4>" + "11" + "12" + "10" + "115" + "0>", (12, 10), (115, 0)),
    ],
)
def test_a_number_that_could_be_longer_waits_for_another_digit(
    qtbot: QtBot,
    page: RoundPage,
    event: Event,
    keys: str,
    cp: tuple[int, int],
    apd: tuple[int, int],
) -> None:
    page.desk.begin()
    typed(qtbot, keys)
    qtbot.waitUntil(lambda: waiting(page))
    assert result(event, 4) == Result(Side.RED, How.ASSASSINATION, Pair(*cp), Pair(*apd))


def test_the_desk_hints_that_a_number_may_have_another_digit(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    page.desk.begin()
    typed(qtbot, "1")
    assert page.desk.message.text() == "1 so far. Press Enter, or type another digit."
    typed(qtbot, ">11")
    before = page.desk.message.text()
    typed(qtbot, "1")
    assert page.desk.message.text() == "1 so far. Press Enter, or type another digit."
    assert page.desk.message.property("tone") == "hint"
    typed(qtbot, ">")
    assert page.desk.message.text() == before
    assert page.desk.cp.blue.hasFocus()
    typed(qtbot, "4" + "1")
    assert page.desk.message.text() == before, "army points have two digits"
    typed(qtbot, "0")
    assert page.desk.message.text() == "10 so far. Press Enter, or type another digit."
    typed(qtbot, ">" + "25")
    assert page.desk.message.text() == before
    typed(qtbot, ">")
    qtbot.waitUntil(lambda: waiting(page))
    assert result(event, 1) == Result(Side.RED, How.ASSASSINATION, Pair(1, 4), Pair(10, 25))


def test_two_digits_that_may_be_two_separate_numbers_are_queried(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    """VP 1 and 4, AP 10 and 25: each number after the first lands a field too early."""
    page.desk.begin()
    typed(qtbot, "4>11" + "14" + "10" + "25>>")
    assert page.desk.message.text().startswith("Is 14 one number?")
    assert result(event, 4) is None
    typed(qtbot, "<4>11" + "1>4" + "10>25>")
    qtbot.waitUntil(lambda: waiting(page))
    assert result(event, 4) == Result(Side.RED, How.ASSASSINATION, Pair(1, 4), Pair(10, 25))


def test_an_unusually_large_number_at_the_end_takes_one_extra_enter(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    page.desk.begin()
    typed(qtbot, "4>11" + "14" + "10" + "25>>")
    qtbot.waitUntil(lambda: page.desk.message.isVisible() and not page.desk.send.held)
    typed(qtbot, ">")
    qtbot.waitUntil(lambda: waiting(page))
    assert result(event, 4) == Result(Side.RED, How.ASSASSINATION, Pair(14, 10), Pair(25, 0))


def test_a_warning_is_not_replaced_by_the_hint_about_another_digit(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    event.report(4, Side.BLUE)
    qtbot.waitUntil(lambda: page.desk.out.text().startswith("29 still out"))
    page.desk.begin()
    typed(qtbot, "4>111")
    assert page.desk.message.text().startswith("Already entered")


def test_a_field_revisited_by_keyboard_accepts_any_number(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    page.desk.begin()
    typed(qtbot, "4>115")
    qtbot.keyClick(page.desk.cp.blue, Qt.Key.Key_Backtab)
    assert page.desk.cp.red.hasFocus()
    typed(qtbot, "25>23012>")
    qtbot.waitUntil(lambda: waiting(page))
    reported = result(event, 4)
    assert reported is not None
    assert (reported.cp, reported.apd) == (Pair(25, 2), Pair(30, 12))


def test_the_message_about_a_report_disappears_when_it_is_undone(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    page.desk.begin()
    typed(qtbot, "1211523012>")
    qtbot.waitUntil(lambda: waiting(page))
    event.report(6)
    qtbot.waitUntil(lambda: "28 still out" in page.desk.out.text())
    assert "Table 12" in page.desk.message.text()
    event.do(Undo())
    qtbot.waitUntil(lambda: "29 still out" in page.desk.out.text())
    assert "Table 12" in page.desk.message.text()
    event.do(Undo())
    qtbot.waitUntil(lambda: "30 still out" in page.desk.out.text())
    assert page.desk.message.text() == ""


def test_a_table_of_four_digits_is_reported_like_any_other(
    qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    event.register(4)
    event.draw()
    drawn = event.state.latest
    assert drawn is not None
    event.do(move_game(arrangement(event.state, drawn), 1, 1021).command("The second hall"))
    event.do(PublishRound())
    event.do(StartRound())
    page = page_of(RoundPage)
    qtbot.waitUntil(page.desk.isVisible)
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    page.desk.begin()
    typed(qtbot, "102111523012>")
    qtbot.waitUntil(lambda: waiting(page))
    assert result(event, 1021) == Result(Side.RED, How.ASSASSINATION, Pair(5, 2), Pair(30, 12))


def test_a_tie_offers_only_endings_that_a_tie_can_have(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    page.desk.begin()
    typed(qtbot, "3>t1229>9>")
    qtbot.waitUntil(lambda: waiting(page))
    assert result(event, 3) == Result(None, How.TIE, Pair(2, 2), Pair(9, 9))


def test_a_concession_fills_in_what_the_packet_awards(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    page.desk.begin()
    typed(qtbot, "4>2conc")
    assert page.desk.how.chosen is How.CONCESSION
    typed(qtbot, ">>")
    qtbot.waitUntil(lambda: waiting(page))
    assert result(event, 4) == Result(Side.BLUE, How.CONCESSION, Pair(0, 3), Pair(0, 38))


def test_a_doubt_is_shown_in_the_strip_and_a_second_enter_insists(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    page.desk.begin()
    typed(qtbot, "5>1sc>1>600>")
    qtbot.waitUntil(lambda: page.desk.send.text() == "&Report anyway")
    assert "no more control points" in page.desk.message.text()
    assert result(event, 5) is None
    assert QApplication.activeModalWidget() is None
    typed(qtbot, ">")
    qtbot.waitUntil(lambda: waiting(page))
    assert result(event, 5) == Result(Side.RED, How.SCENARIO, Pair(1, 6), Pair(0, 0))


@pytest.mark.parametrize("slip", ["5>1sc>1>600>", "4>t>>>>>>"])
def test_pressing_enter_twice_quickly_does_not_skip_a_doubt(
    qtbot: QtBot, page: RoundPage, monkeypatch: pytest.MonkeyPatch, slip: str
) -> None:
    """Points that a win does not allow, and none at all."""
    monkeypatch.setattr("app.ui.widgets.basics.HELD_MS", PATIENCE_S * 1000)
    asked: list[ReportResult] = []
    page.desk.begin()
    typed(qtbot, slip)
    qtbot.waitUntil(lambda: "nter again" in page.desk.message.text())
    page.desk.reported.connect(lambda command, _insisted: asked.append(command))
    typed(qtbot, ">")
    qtbot.mouseClick(page.desk.send, Qt.MouseButton.LeftButton)
    qtbot.keyClick(page.desk.send, RETURN)
    assert not asked
    assert page.desk.send.property("held") == "true"
    page.desk.cp.red.setFocus()
    typed(qtbot, "7")
    assert page.desk.send.property("held") == "false"


def test_editing_a_result_clears_the_doubt(qtbot: QtBot, page: RoundPage, event: Event) -> None:
    page.desk.begin()
    typed(qtbot, "5>1sc>1>600>")
    qtbot.waitUntil(lambda: page.desk.send.text() == "&Report anyway")
    page.desk.cp.red.setFocus()
    typed(qtbot, "7")
    assert page.desk.send.text() == "&Report"


def test_a_known_result_is_filled_in_and_can_be_corrected(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    event.report(6)
    qtbot.waitUntil(lambda: "29 still out" in page.desk.out.text())
    page.desk.begin()
    typed(qtbot, "6>")
    assert page.desk.winner.text() == "1"
    assert page.desk.cp.red.text() == "6"
    assert "Already entered" in page.desk.message.text()
    typed(qtbot, ">>8>>>>")
    qtbot.waitUntil(lambda: page.desk.send.text() == "&Report anyway")
    typed(qtbot, ">")
    qtbot.waitUntil(lambda: waiting(page))
    reported = result(event, 6)
    assert reported is not None
    assert reported.cp.red == 8


def test_an_unknown_table_is_shown_and_asked_for_again(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    page.desk.begin()
    typed(qtbot, "99>")
    assert "no table 99" in page.desk.message.text()
    assert page.desk.table.hasFocus()


def test_escape_starts_the_report_over(qtbot: QtBot, page: RoundPage, event: Event) -> None:
    page.desk.begin()
    typed(qtbot, "7>13<")
    assert waiting(page)
    assert result(event, 7) is None


def test_an_invalid_winner_is_asked_for_again(qtbot: QtBot, page: RoundPage, event: Event) -> None:
    page.desk.begin()
    typed(qtbot, "7>x>")
    assert page.desk.winner.hasFocus()
    assert "Type 1 or 2" in page.desk.message.text()


def test_the_next_report_can_be_typed_while_a_slow_disk_saves_the_last(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    page.desk.begin()
    typed(qtbot, "9>11523012>102")
    qtbot.waitUntil(lambda: not page.desk.waits)
    typed(qtbot, "11>23>4>")
    qtbot.waitUntil(lambda: not page.desk.waits)
    assert result(event, 9) == Result(Side.RED, How.ASSASSINATION, Pair(5, 2), Pair(30, 12))
    assert result(event, 10) == Result(Side.BLUE, How.ASSASSINATION, Pair(1, 2), Pair(3, 4))


def test_a_late_refusal_leaves_the_report_being_typed_unchanged(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    page.desk.begin()
    typed(qtbot, "5>1sc>1>600>112")
    qtbot.waitUntil(lambda: "Table 5 was not reported" in page.desk.message.text())
    typed(qtbot, "11>23>4>")
    qtbot.waitUntil(lambda: not page.desk.waits)
    assert result(event, 5) is None
    assert result(event, 11) == Result(Side.BLUE, How.ASSASSINATION, Pair(1, 2), Pair(3, 4))


def test_messages_about_one_round_disappear_in_the_next(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    for table in range(2, 31):
        event.report(table)
    page.desk.begin()
    typed(qtbot, "1>11523012>")
    qtbot.waitUntil(lambda: "Table 1: " in page.desk.message.text())
    event.do(FinishRound())
    event.start()
    qtbot.waitUntil(lambda: not page.desk.message.text())
    assert "30 still out" in page.desk.out.text()


def test_the_outlook_after_a_large_round_appears_after_a_moment(
    event: Event, page_of: PageOf, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    event.register(8)
    event.finish()
    event.start()
    words = page_of(RoundPage).desk.ahead.text()
    assert words
    monkeypatch.setattr(round_page, "LOOKED_AT_ONCE", 3)
    page = page_of(RoundPage)
    qtbot.waitUntil(lambda: page.desk.ahead.text() == words)


def test_a_result_typed_right_at_the_start_of_a_large_round_is_kept(
    qtbot: QtBot,
    event: Event,
    page_of: PageOf,
    client: DeskClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(round_page, "LOOKED_AT_ONCE", 3)
    event.register(60)
    event.finish()
    page = page_of(RoundPage)
    page.desk.show_sheets(())
    page.desk.table.setText("7")
    page.show_round(0)
    assert page.desk.table.text() == "7"

    def type_at_once() -> None:
        latest = client.state.latest
        if latest is not None and latest.stage is Stage.STARTED and page.desk.sheet is None:
            page.desk.choose(12)

    client.changed.connect(type_at_once)
    event.start()
    qtbot.waitUntil(lambda: page.desk.sheet is not None)
    qtbot.waitUntil(lambda: "30 still out" in page.desk.out.text())
    page.desk.winner.setText("1")
    client.changed.disconnect(type_at_once)
    event.do(CallJudge(event.game(3).number, None))
    qtbot.waitUntil(lambda: client.state.games[event.game(3).number].play.judge_called)
    assert page.desk.table.text() == "12"
    assert page.desk.sheet is not None
    assert page.desk.sheet.game.number == event.game(12).number
    assert page.desk.winner.text() == "1"


def test_a_name_in_place_of_the_number_finds_the_table(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    game = event.game(12)
    page.desk.begin()
    typed(qtbot, f"{event.state.name(game.players.blue)}>")
    assert page.desk.sheet is not None
    assert page.desk.sheet.table == 12
    assert page.desk.winner.hasFocus()


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (">", "Type a table number."),
        ("45>", "There is no table 45 in this round."),
        ("kowal>", "“kowal” matches "),
        ("Zoe>", "Nobody in this event is called “Zoe”. Type a table number."),
        ("Zbigniew>", "Zbigniew Nowy: not in round 1. Type a table number."),
    ],
)
def test_an_unknown_table_entry_is_explained_and_can_be_overwritten(
    qtbot: QtBot, page: RoundPage, event: Event, keys: str, said: str
) -> None:
    event.do(AddPlayers((Entry("Zbigniew Nowy"),)))
    qtbot.waitUntil(lambda: len(page.desk.look_for("Zbigniew")) == 1)
    page.desk.begin()
    typed(qtbot, keys)
    assert page.desk.message.text().startswith(said)
    assert page.desk.table.hasFocus()
    typed(qtbot, "1211523012>")
    qtbot.waitUntil(lambda: waiting(page))
    assert result(event, 12) is not None


def test_a_winner_from_another_table_is_named_with_their_own_table(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    there, elsewhere = (event.game(table).players.map(event.state.name) for table in (12, 7))
    page.desk.begin()
    typed(qtbot, f"12{elsewhere.red}>")
    ask = "Type 1 or 2 for the winner, or T for a tie."
    said = f"{elsewhere.red} plays at table 7, not here. {ask}"
    assert page.desk.message.text() == said
    assert page.desk.winner.hasFocus()
    typed(qtbot, f"{there.blue}>1523012>")
    qtbot.waitUntil(lambda: waiting(page))
    reported = result(event, 12)
    assert reported is not None
    assert reported.winner is Side.BLUE


def test_conflicting_phone_reports_are_shown_before_the_result_is_typed(
    qtbot: QtBot, page: RoundPage, event: Event, client: DeskClient
) -> None:
    game = event.game(12)
    for player, side in zip(game.players, Side, strict=True):
        said = Result(side, How.ASSASSINATION, Pair(5, 2), Pair(30, 12))
        event.do(ReportByPhone(game.number, player, said))
    number = game.number
    qtbot.waitUntil(lambda: client.state.games[number].contradicted)
    page.desk.begin()
    typed(qtbot, "12")
    words = page.desk.message.text()
    assert words.startswith("The reports by phone differ.")
    assert words.endswith("Enter what is right.")


SLIPS = 64
"""A pile of a field of 128, in the order of a deck that was dropped."""


def test_64_results_take_at_most_12_keys_each(
    event: Event, page_of: PageOf, qtbot: QtBot, record_property: Callable[[str, object], None]
) -> None:
    event.register(2 * SLIPS)
    event.start()
    page = page_of(RoundPage)
    qtbot.waitUntil(page.desk.isVisible)
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    dice = Random(20_261_122)
    tables = dice.sample(range(1, SLIPS + 1), SLIPS)
    wanted, counts = {}, []
    ways = ways_to_win(event.game(1))
    qtbot.keyClick(page, Qt.Key.Key_F2)
    for table in tables:
        slip = slip_of(dice)
        wanted[table] = slip
        keys = keys_of(table, slip, SLIPS, ways)
        counts.append(len(keys))
        typed(qtbot, keys)
    qtbot.waitUntil(lambda: page.desk.out.text() == "Every result is in", timeout=60_000)
    assert {table: result(event, table) for table in tables} == wanted
    record_property("keys a result", f"{sum(counts) / SLIPS:.2f}, at most {max(counts)}")
    assert sum(counts) <= 12 * SLIPS


def slip_of(dice: Random) -> Result:
    """A game as slips have it: mostly assassinations and scenarios, some clocks and concessions."""
    ways = [How.ASSASSINATION] * 5 + [How.SCENARIO] * 4 + [How.CLOCK_OUT] * 2 + [How.CONCESSION]
    how, winner = dice.choice(ways), dice.choice(list(Side))
    if how is How.CONCESSION:
        nothing = Pair(0, 0)
        return Result(winner, how, nothing.put(winner, 3), nothing.put(winner, 38))
    more, less = dice.randint(3, 8), dice.randint(0, 2)
    cp = Pair(less, less).put(winner, more)
    return Result(winner, how, cp, Pair(dice.randint(0, 75), dice.randint(0, 75)))


def keys_of(table: int, slip: Result, tables: int, ways: Sequence[How]) -> str:
    """What an organizer types for a slip: digits, and Enter only where a digit could follow."""
    number = f"{table}" if len(f"{table}") == len(f"{tables}") else f"{table}>"
    winner = "1" if slip.winner is Side.RED else "2"
    how = str(1 + ways.index(slip.how))
    if slip.how is How.CONCESSION:
        return f"{number}{winner}{how}>"
    numbers = [*map(str, slip.cp), str(slip.apd.red)]
    limits = (19, 19, 115)
    typed_numbers = "".join(
        words if words == "0" or int(words) * 10 > most else f"{words}>"
        for words, most in zip(numbers, limits, strict=True)
    )
    return f"{number}{winner}{how}{typed_numbers}{slip.apd.blue}>"


@pytest.mark.parametrize("letter", ["o", "b", "-"])
def test_a_letter_typed_into_points_is_rejected_without_moving_the_cursor(
    qtbot: QtBot, page: RoundPage, event: Event, letter: str
) -> None:
    event.report(6)
    qtbot.waitUntil(lambda: "29 still out" in page.desk.out.text())
    page.desk.begin()
    typed(qtbot, "6>>>")
    assert page.desk.cp.red.hasFocus()
    typed(qtbot, letter)
    assert page.desk.cp.red.hasFocus()
    assert page.desk.cp.red.text() == "6"
    assert page.desk.message.text() == "Points are digits only. Type a number."
    typed(qtbot, "5")
    assert page.desk.cp.blue.hasFocus()
    assert page.desk.message.text().startswith("Already entered"), "the warning comes back"


def test_a_result_without_points_shows_its_zeros_before_it_is_reported(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    page.desk.begin()
    typed(qtbot, "4>t>>" + ">>>>")
    assert not page.desk.waits
    assert [field.text() for field in (*page.desk.cp, *page.desk.apd)] == ["0"] * 4
    assert "Press Enter again to report 0–0." in page.desk.message.text()
    typed(qtbot, ">")
    qtbot.waitUntil(lambda: waiting(page))
    assert result(event, 4) == Result(None, How.TIE, Pair(0, 0), Pair(0, 0))


def test_a_typed_zero_is_accepted_as_points_without_asking(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    page.desk.begin()
    typed(qtbot, "4>1>>" + "0" + ">>>>")
    qtbot.waitUntil(lambda: waiting(page))
    assert result(event, 4) == Result(Side.RED, How.ASSASSINATION, Pair(0, 0), Pair(0, 0))


def hold_enter(times: int) -> None:
    """What a keyboard sends while Enter is held down."""
    for _ in range(times):
        focus = QApplication.focusWidget()
        assert focus is not None
        held = QKeyEvent(QEvent.Type.KeyPress, RETURN, NO_KEYS, "\r", autorep=True)
        QApplication.sendEvent(focus, held)


def test_holding_enter_down_does_not_skip_a_doubt(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    event.report(12)
    before = result(event, 12)
    qtbot.waitUntil(lambda: "29 still out" in page.desk.out.text())
    page.desk.begin()
    typed(qtbot, "122152" + "3012>")
    qtbot.waitUntil(lambda: page.desk.send.text() == "&Report anyway")
    hold_enter(20)
    assert not page.desk.waits
    assert page.desk.send.text() == "&Report anyway"
    assert result(event, 12) == before
    typed(qtbot, ">")
    qtbot.waitUntil(lambda: waiting(page))
    assert result(event, 12) != before


def test_holding_enter_down_does_not_run_through_filled_in_fields(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    event.report(12)
    qtbot.waitUntil(lambda: "29 still out" in page.desk.out.text())
    page.desk.begin()
    typed(qtbot, "12")
    winner = QApplication.focusWidget()
    hold_enter(20)
    assert QApplication.focusWidget() is winner
    assert not page.desk.waits


def test_a_doubt_outside_the_view_scrolls_into_view_before_enter_can_insist(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    event.report(12)
    before = result(event, 12)
    qtbot.waitUntil(lambda: "29 still out" in page.desk.out.text())
    page.setMinimumSize(1198, 690)
    scroll = make_scrollable_both_ways(page)
    qtbot.addWidget(scroll)
    scroll.resize(1240, 400)
    with qtbot.waitExposed(scroll):
        scroll.show()
    page.desk.begin()
    typed(qtbot, "122152" + "3012>")
    qtbot.waitUntil(lambda: page.desk.send.text() == "&Report anyway")
    scroll.verticalScrollBar().setValue(0)
    assert page.desk.message.visibleRegion().isEmpty()
    typed(qtbot, ">")
    assert not page.desk.waits
    assert page.desk.message.visibleRegion().boundingRect() == page.desk.message.rect()
    assert result(event, 12) == before
    typed(qtbot, ">")
    qtbot.waitUntil(lambda: waiting(page))
    assert result(event, 12) != before
    scroll.takeWidget()  # it is closed by itself


def test_a_hint_outside_the_view_does_not_swallow_an_enter(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    """It says what the next key does, and is no doubt that must be read before."""
    page.setMinimumSize(1198, 690)
    scroll = make_scrollable_both_ways(page)
    qtbot.addWidget(scroll)
    scroll.resize(1240, 400)
    with qtbot.waitExposed(scroll):
        scroll.show()
    page.desk.begin()
    typed(qtbot, "4>115" + "2" + "30" + "1" + "x")
    assert page.desk.message.property("tone") == "hint"
    scroll.verticalScrollBar().setValue(0)
    assert page.desk.message.visibleRegion().isEmpty()
    typed(qtbot, ">")
    qtbot.waitUntil(lambda: waiting(page))
    assert result(event, 4) == Result(Side.RED, How.ASSASSINATION, Pair(5, 2), Pair(30, 1))
    scroll.takeWidget()  # it is closed by itself


def test_the_message_about_a_report_undone_during_a_hint_does_not_return(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    page.desk.begin()
    typed(qtbot, "121152" + "3012>")
    qtbot.waitUntil(lambda: "Table 12:" in page.desk.message.text())
    typed(qtbot, "1")
    assert "so far" in page.desk.message.text()
    event.do(Undo())
    qtbot.waitUntil(lambda: "30 still out" in page.desk.out.text())
    qtbot.keyClick(page.desk.table, Qt.Key.Key_Backspace)
    assert not page.desk.message.text()


def test_the_buttons_access_key_reports_while_a_doubt_blocks_enter(
    qtbot: QtBot, page: RoundPage, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody presses Alt with a letter by mistake; a button that does nothing looks broken."""
    monkeypatch.setattr("app.ui.widgets.basics.HELD_MS", PATIENCE_S * 1000)
    page.desk.begin()
    typed(qtbot, "4>t>>>>>>")
    assert "Press Enter again to report 0–0." in page.desk.message.text()
    assert page.desk.send.held
    qtbot.keyClick(page.window(), Qt.Key.Key_R, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: waiting(page))
    assert result(event, 4) == Result(None, How.TIE, Pair(0, 0), Pair(0, 0))


def test_a_result_about_to_be_replaced_is_shown_as_a_doubt(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    event.report(12)
    qtbot.waitUntil(lambda: "29 still out" in page.desk.out.text())
    page.desk.begin()
    typed(qtbot, "12")
    assert page.desk.message.text().startswith("Already entered: ")
    assert page.desk.message.property("tone") == "doubt"


def test_typing_a_digit_in_the_list_of_tables_starts_a_result(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    page.live.tables.setFocus()
    typed(qtbot, "121152" + "3012>")
    qtbot.waitUntil(lambda: result(event, 12) is not None)
    assert page.live.tables.chosen_game == event.game(12).number


def test_typing_a_digit_on_the_report_button_starts_no_other_result(
    qtbot: QtBot, page: RoundPage
) -> None:
    page.desk.choose(12)
    page.desk.send.setFocus()
    typed(qtbot, "3")
    assert page.desk.table.text() == "12"
