from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from pytestqt.qtbot import QtBot

from app.engine.acts.players import EnterArmy
from app.engine.acts.results import How
from app.engine.acts.table import AdjustClock, Question
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.frozen import replace
from app.store.packets.files import packets
from app.ui.table.facing import FacingButton
from app.ui.table.paint import SMALLEST_PX, sized_font
from app.ui.table.sheets.after import ResultSheet, TallySheet
from app.ui.table.sheets.before import ListSheet, StartSheet
from app.ui.table.sheets.questions import ClaimSheet, QuestionSheet
from app.ui.table.sheets.scoring import ScoringPad
from app.views.table.scoring_pad import pad, pad_steps
from app.views.table.table import table_view
from tests.ui.tables import BLUE, RED, Table, flagged_in_a_winning_turn


def test_a_claim_takes_two_presses_and_the_opponents_yes(table: Table) -> None:
    table.begin(4)
    table.click(table.window.strip.buttons[BLUE][1])
    claim = table.its(ClaimSheet, BLUE)
    table.click(claim.offers[0])
    assert table.game.play.claim is None
    table.click(claim.confirm)
    assert table.game.play.question is Question.CLAIM
    asked = table.its(QuestionSheet, RED)
    assert asked.message.text() == "Blue says: Red’s last caster is destroyed."
    table.tap(RED)
    table.click(asked.yes)
    assert table.game.play.ending is not None
    assert table.game.play.ending.how is How.ASSASSINATION


@pytest.mark.parametrize(
    ("change", "offered", "how"),
    [
        ({"battlegroup": True}, "Red’s battlegroup is destroyed", How.BATTLEGROUP),
        ({"assassination": False}, "Red has no models left", How.NO_MODELS),
    ],
)
def test_endings_enabled_by_event_settings_can_be_claimed(
    qtbot: QtBot, tmp_path: Path, change: dict[str, bool], offered: str, how: How
) -> None:
    with Table(qtbot, tmp_path, **change) as table:
        table.begin(4)
        table.click(table.window.strip.buttons[BLUE][1])
        claim = table.its(ClaimSheet, BLUE)
        buttons = [offer for offer in claim.offers if offer.text() == offered]
        table.click(buttons[0])
        table.click(claim.confirm)
        table.click(table.its(QuestionSheet, RED).yes)
        assert table.game.play.ending is not None
        assert table.game.play.ending.how is how


def test_a_claim_can_be_taken_back(table: Table) -> None:
    table.begin(4)
    table.click(table.window.strip.buttons[BLUE][1])
    claim = table.its(ClaimSheet, BLUE)
    table.click(claim.offers[3])
    table.click(claim.confirm)
    table.click(table.its(QuestionSheet, BLUE).no)
    assert table.game.play.claim is None
    assert not table.game.play.judge_called
    assert table.kind(BLUE) is table.kind(RED) is None


def test_a_disputed_claim_calls_the_judge(table: Table) -> None:
    table.begin(4)
    table.click(table.window.strip.buttons[RED][1])
    table.click(table.its(ClaimSheet, RED).offers[2])
    table.click(table.its(ClaimSheet, RED).confirm)
    table.click(table.its(QuestionSheet, BLUE).no)
    assert table.game.play.judge_called
    assert table.game.play.ticking


def test_cancelling_a_claim_about_the_end_changes_nothing(table: Table) -> None:
    table.begin(4)
    table.click(table.window.strip.buttons[RED][1])
    table.click(table.its(ClaimSheet, RED).back)
    assert table.kind(RED) is None
    assert table.game.play.claim is None


def test_scoring_that_wins_offers_to_ask_the_opponent(table: Table) -> None:
    table.begin(8)
    table.zones(7, RED)
    table.click(table.window.strip.buttons[RED][0])
    pad = table.its(ScoringPad, RED)
    assert not pad.win.isVisible()
    for key in ("zone-1", "zone-2", "zone-3"):
        table.click(pad.choice(key, RED))
    assert pad.win.text() == "Scenario win: ask Blue to verify"
    table.click(pad.win)
    table.click(table.its(QuestionSheet, BLUE).yes)
    assert table.game.play.ending is not None
    assert table.game.play.ending.how is How.SCENARIO


def test_an_earlier_turn_can_be_corrected(table: Table) -> None:
    table.begin(9)
    table.zones(7, BLUE)
    table.click(table.window.strip.buttons[RED][0])
    pad = table.its(ScoringPad, RED)
    assert pad.title.text() == "Score Blue’s turn 3"
    table.click(pad.earlier)
    table.click(pad.earlier)
    assert pad.title.text() == "Score Blue’s turn 2"
    table.click(pad.choice("zone-1", None))
    assert tuple(table.game.points) == (0, 2)
    assert table.game.play.scores[7].by is RED
    table.click(pad.kill_box)
    assert tuple(table.game.points) == (2, 2)
    table.click(pad.later)
    assert pad.title.text() == "Score Red’s turn 3"


def test_a_player_cannot_score_their_own_objective(table: Table) -> None:
    table.begin(9)
    table.click(table.window.strip.buttons[RED][0])
    pad = table.its(ScoringPad, RED)
    assert {one[0] for one in pad.choices["objective-first"] if one} == {BLUE}
    assert pad.choice("objective-first", BLUE).isEnabled()


def test_after_a_clock_out_the_turn_is_scored_and_both_players_are_asked(table: Table) -> None:
    pad = flagged_in_a_winning_turn(table)
    asked = table.its(QuestionSheet, RED)
    assert "Blue may still win" in asked.message.text()
    assert not asked.yes.isVisible()
    for key in ("zone-1", "zone-2", "zone-3"):
        table.click(pad.choice(key, BLUE))
    table.click(pad.done)
    table.click(table.its(QuestionSheet, BLUE).yes)
    assert "Waiting for Red" in table.its(QuestionSheet, BLUE).message.text()
    table.click(asked.yes)
    assert table.game.play.ending is not None
    assert table.game.play.ending.how is How.SCENARIO


def test_disagreement_about_a_clock_out_calls_the_judge(table: Table) -> None:
    pad = flagged_in_a_winning_turn(table)
    for key in ("zone-1", "zone-2", "zone-3"):
        table.click(pad.choice(key, BLUE))
    table.click(table.its(QuestionSheet, RED).no)
    ending = table.game.play.ending
    assert ending is not None
    assert (ending.how, ending.disagreed) == (How.CLOCK_OUT, True)
    assert table.game.play.judge_called


def test_a_player_out_of_time_can_declare_that_their_turn_does_not_win(table: Table) -> None:
    pad = flagged_in_a_winning_turn(table)
    table.click(pad.give_up)
    ending = table.game.play.ending
    assert ending is not None
    assert (ending.how, ending.disagreed) == (How.CLOCK_OUT, False)


def test_a_winning_score_after_a_clock_out_cannot_be_declared_not_to_win(table: Table) -> None:
    pad = flagged_in_a_winning_turn(table)
    assert pad.give_up.isVisible()
    for key in ("zone-1", "zone-2", "zone-3"):
        table.click(pad.choice(key, BLUE))
    assert not pad.give_up.isVisible()


def test_rejecting_a_result_calls_the_judge(table: Table) -> None:
    table.begin(4)
    table.forward(60 * 60)
    result = table.its(ResultSheet, RED)
    assert not result.right.isVisible()
    table.click(result.count)
    table.click(table.its(TallySheet, RED).back)
    table.click(table.its(ResultSheet, RED).count)
    table.click(table.its(TallySheet, RED).save)
    table.click(table.its(ResultSheet, BLUE).wrong)
    assert table.game.play.judge_called
    assert table.its(ResultSheet, BLUE).right.isVisible()


def test_a_refusal_is_shown_on_the_open_sheet(table: Table) -> None:
    table.begin(4)
    table.click(table.window.strip.buttons[RED][1])
    table.press(Qt.Key.Key_Space)
    claim = table.its(ClaimSheet, RED)
    assert claim.message.text() == "A turn lasts at least 15 seconds: 15 to go."
    assert claim.message.isVisible()


def test_the_text_of_a_claim_is_readable_while_the_players_clock_runs(table: Table) -> None:
    table.begin(4)
    table.click(table.window.strip.buttons[RED][1])
    claim = table.its(ClaimSheet, RED)
    table.click(claim.offers[0])
    assert claim.message.text().startswith("Blue’s last caster is destroyed.")
    seen = claim.grab(claim.message.geometry()).toImage()
    width, height = seen.width(), seen.height()
    inks = {seen.pixel(x, y) for x in range(0, width, 2) for y in range(0, height, 2)}
    assert len(inks) > 1, "the sentence has the colour of its ground"


@pytest.mark.parametrize("size", [(800, 480), (1024, 600)])
def test_all_text_on_the_strip_and_the_pad_fits_in_the_smallest_windows(
    table: Table, size: tuple[int, int]
) -> None:
    for player in (1, 2):
        table.do(EnterArmy(player, (ArmyList((ArmyRow("Warlord", Kind.CASTER, 6),)),)))
    table.begin(8)
    table.window.resize(*size)
    for side in (RED, BLUE):
        table.click(table.window.strip.buttons[side][0])
    buttons = [button for button in table.window.findChildren(FacingButton) if button.isVisible()]
    assert len(buttons) > 15
    letters = QFontMetrics(sized_font(SMALLEST_PX, bold=True))
    for button in buttons:
        assert button.height() >= 26
        longest = max(button.text().split(), key=len)
        assert letters.horizontalAdvance(longest) <= button.width() - 8, button.text()


@pytest.mark.parametrize("size", [(1366, 768), (800, 1280), (1024, 600)])
def test_no_control_on_a_sheet_is_cut_off_or_too_small(table: Table, size: tuple[int, int]) -> None:
    table.begin(8)
    table.window.resize(*size)
    for side in (RED, BLUE):
        table.click(table.window.strip.buttons[side][0])
        sheet = table.its(ScoringPad, side)
        for widget in sheet.findChildren(FacingButton):
            if widget.isVisible():
                assert sheet.rect().contains(widget.geometry())
                assert min(widget.width(), widget.height()) >= 32


@pytest.fixture
def with_battlegroups(qtbot: QtBot, tmp_path: Path) -> Iterator[Table]:
    with Table(qtbot, tmp_path, battlegroup=True) as table:
        yield table


def test_every_claim_button_is_finger_sized_in_the_smallest_window(
    with_battlegroups: Table,
) -> None:
    table = with_battlegroups
    table.begin(4)
    table.window.resize(800, 480)
    for side in (RED, BLUE):
        table.click(table.window.strip.buttons[side][1])
        sheet = table.its(ClaimSheet, side)
        assert len(sheet.offers) == 7
        sheet.say("A turn lasts at least 15 seconds: 15 to go.")
        for one in (*sheet.offers, sheet.back):
            assert min(one.width(), one.height()) >= 44, one.text()


@pytest.mark.parametrize("size", [(1000, 480), (1100, 620)])
@pytest.mark.parametrize("key", ["sr2012", "sr2014", "sr2015", "sr2017", "sr2017-rumble"])
def test_the_organizers_scoring_pad_cuts_off_no_text(
    table: Table, qtbot: QtBot, key: str, size: tuple[int, int]
) -> None:
    table.begin(8)
    view = table_view(table.client.state, table.game)
    font = QFontMetrics(sized_font(SMALLEST_PX, bold=True))
    for scenario in packets()[key].scenarios:
        game = replace(table.game, terms=replace(table.game.terms, scenario=scenario))
        pad_ = ScoringPad(RED, lambda _: None, lambda _: None, lambda: None, claims=False)
        qtbot.addWidget(pad_)
        pad_.resize(*size)
        pad_.show_pad(pad(game, pad_steps(game)[0]), pad_steps(game), view)
        pad_.show()
        for widget in pad_.findChildren(FacingButton):
            if widget.isVisible():
                widget.setChecked(widget.isCheckable())
                longest = max(map(font.horizontalAdvance, widget.text().split()))
                assert longest <= widget.words_box.width(), (scenario.name, widget.text())
                assert widget.height() >= 32
        pad_.close()


def test_a_player_choosing_a_list_is_told_that_the_opponent_has_no_choice(table: Table) -> None:
    one = ArmyList((ArmyRow("Haley", Kind.CASTER, 29),))
    red, blue = table.game.players
    table.do(EnterArmy(blue, (one,)), insist=True)
    table.do(EnterArmy(red, (one, one)), insist=True)
    table.settle()
    sheet = table.its(ListSheet, RED)
    told = "Blue has no choice of list: List 1 (Haley) is played."
    assert sheet.message.text().startswith(told)
    assert told in table.its(StartSheet, BLUE).message.text()


def test_the_waiting_half_says_whom_to_call_when_both_clocks_are_low(table: Table) -> None:
    table.begin(4)
    for side in (RED, BLUE):
        table.do(AdjustClock(1, side, -56 * 60_000, "late"), insist=True)
    table.settle()
    shown = table.window.halves[BLUE].face
    assert shown is not None
    assert shown.note == "Turns under 15 s? You may call the organizer"


def test_tapping_straight_back_asks_whether_the_previous_turn_continues(table: Table) -> None:
    table.begin(5)
    table.forward(90)
    table.tap(BLUE)
    table.forward(4)
    table.tap(RED)
    asked, waits = table.its(QuestionSheet, BLUE), table.its(QuestionSheet, RED)
    assert asked.title.text() == "Was that a mistake?"
    assert asked.message.text().startswith("Red tapped straight back. Was the end of Blue’s turn")
    assert [asked.no.text(), asked.yes.text()] == [
        "No, the turn is over",
        "Yes, Blue’s turn goes on",
    ]
    assert waits.no.text() == "No, I play on"
    assert waits.yes.isHidden()  # SR2017: a turn lasts 15 seconds at least
    before = table.game.play.step
    table.click(asked.yes)
    assert (table.game.play.step, table.game.play.owner) == (before - 1, BLUE)
    assert table.kind(BLUE) is table.kind(RED) is None


def test_a_player_who_tapped_straight_back_by_accident_plays_on(table: Table) -> None:
    table.begin(5)
    table.forward(90)
    table.tap(BLUE)
    table.forward(4)
    table.tap(RED)
    table.click(table.its(QuestionSheet, RED).no)
    assert table.game.play.owner is RED
    assert not table.game.play.judge_called


def test_a_very_short_turn_is_ended_by_a_second_press_if_there_is_no_minimum_length(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with Table(qtbot, tmp_path) as table:
        table.begin(5)
        table.forward(90)
        table.tap(BLUE)
        table.forward(4)
        table.tap(RED)
        sheet, view = table.its(QuestionSheet, RED), table.window.view
        assert view is not None
        sheet.show_view(replace(view, time=replace(view.time, minimum_turn_ms=0)))
        assert sheet.yes.text() == "I end my turn"
        assert not sheet.yes.isHidden()
        table.forward(1)
        table.click(sheet.yes)
        assert sheet.message.text() == "A turn lasts at least 15 seconds: 10 to go."


def test_a_player_can_claim_that_their_turn_was_ended_by_mistake(table: Table) -> None:
    table.begin(5)
    table.forward(90)
    table.tap(BLUE)
    table.forward(40)
    table.click(table.window.strip.buttons[BLUE][1])
    claim = table.its(ClaimSheet, BLUE)
    assert claim.offers[-1].text() == "Blue’s turn was ended by mistake"
    table.click(claim.offers[-1])
    table.click(claim.confirm)
    asked, waits = table.its(QuestionSheet, RED), table.its(QuestionSheet, BLUE)
    assert waits.no.text() == "Take it back"
    assert waits.message.text().endswith("Red has to agree.")
    assert asked.no.text() == "No: call the judge"
    table.click(asked.yes)
    assert table.game.play.owner is BLUE
