"""Lists on the players page, losses at the table and at the desk."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.engine.acts.players import EnterArmy
from app.engine.acts.results import How
from app.engine.acts.table import (
    Answer,
    Claim,
    CountLosses,
    EnterTally,
    Holding,
    MakeClaim,
    Question,
    Rule,
    ScoreTurn,
    StartClock,
    Tap,
)
from app.engine.armies.army import Loss
from app.engine.armies.army_list import ArmyList
from app.engine.armies.parse.entries import army_of, read_army
from app.engine.packet.scenario import Held
from app.engine.side import Pair, Side
from app.engine.table.game import Tally
from app.ui.pages.round.live.table_dialog import TableDialog
from app.ui.table.centre_strip import LISTS, LOSSES
from app.ui.table.sheets import Kind as SheetKind
from app.ui.table.sheets.after import TallySheet
from app.ui.table.sheets.brought import BroughtSheet
from app.ui.table.sheets.losses import A_PAGE, LossesSheet
from app.ui.table.sheets.scoring import ScoringPad
from tests.engine.armies.parse.test_entries import FORGE
from tests.ui.tables import Table

RED, BLUE = Side.RED, Side.BLUE
ARMY = army_of(read_army(FORGE))


@pytest.fixture
def table(qtbot: QtBot, tmp_path: Path) -> Iterator[Table]:
    with Table(qtbot, tmp_path) as table:
        yield table


def losses(table: Table, side: Side) -> LossesSheet:
    table.click(table.window.strip.buttons[side][LOSSES])
    return table.its(LossesSheet, side)


def test_the_losses_button_is_hidden_without_lists(table: Table) -> None:
    table.begin()
    assert table.window.strip.buttons[RED][LOSSES].isHidden()


def test_losses_can_be_tapped_off_if_only_one_players_list_is_known(
    table: Table,
) -> None:
    table.do(EnterArmy(1, (ArmyList(ARMY),)), insist=True)
    table.do(EnterArmy(2, (ArmyList(ARMY), ArmyList(ARMY[:3]))), insist=True)
    table.do(StartClock(1, RED), insist=True)
    table.forward(60)
    assert table.window.strip.buttons[RED][LOSSES].isHidden()  # Blue might still choose
    for side in (RED, BLUE, RED, BLUE):
        table.do(Tap(1, side))
        table.forward(60)
    for side in Side:
        sheet = losses(table, side)
        assert sheet.title.text().startswith("Red’s army")
        assert not sheet.other.isVisible()
        table.click(sheet.done)
    sheet = losses(table, RED)
    table.click(sheet.lines[3].lose)
    assert table.game.play.losses.red[3] == Loss(1)
    assert sheet.message.text().startswith("4 army points destroyed.")


def test_tapping_off_losses_updates_the_army_points(table: Table) -> None:
    table.do(EnterArmy(1, (ArmyList(ARMY),)), insist=True)
    table.begin(5)
    sheet = losses(table, BLUE)
    assert sheet.title.text() == "Red’s army · 1 of 3"
    assert not sheet.other.isVisible()
    table.click(sheet.lines[3].lose)
    assert not sheet.lines[3].lose.isEnabled()
    assert table.game.play.losses == Pair((Loss(), Loss(), Loss(), Loss(1)), ())
    assert sheet.lines[3].says.text() == "4 points: destroyed"
    table.click(sheet.lines[3].stray)  # "Returned"
    assert table.game.play.losses.red[3] == Loss(again=1)
    table.click(sheet.later)
    assert sheet.lines[1].name.text() == "Ash Walkers"
    table.click(sheet.lines[1].lose)
    assert sheet.lines[1].says.text() == "9 of 10 left"
    table.click(sheet.lines[1].back)
    assert table.game.play.losses.red[A_PAGE + 1] == Loss()
    table.click(sheet.done)
    assert table.kind(BLUE) is None


def test_after_the_game_army_points_are_filled_in_from_losses_and_can_be_changed(
    table: Table,
) -> None:
    for player in (1, 2):
        table.do(EnterArmy(player, (ArmyList(ARMY),)), insist=True)
    table.begin(5)
    sheet = losses(table, RED)
    table.click(sheet.other)
    assert sheet.title.text() == "Blue’s army · 1 of 3"
    table.click(sheet.lines[0].lose)
    table.click(sheet.done)
    table.do(Rule(1, RED, How.ASSASSINATION, "seen"))
    table.settle()
    table.window.sheets.open(RED, SheetKind.TALLY)
    tally = table.its(TallySheet, RED)
    assert (tally.apd.red.value, tally.apd.blue.value) == (10, 0)
    table.click(tally.lists)
    table.click(table.its(LossesSheet, RED).done)
    assert table.kind(RED) is SheetKind.TALLY


def test_army_points_corrected_by_hand_survive_later_losses(table: Table) -> None:
    for player in (1, 2):
        table.do(EnterArmy(player, (ArmyList(ARMY),)), insist=True)
    table.begin(5)
    table.do(Rule(1, RED, How.ASSASSINATION, "seen"))
    table.settle()
    table.window.sheets.open(RED, SheetKind.TALLY)
    tally = table.its(TallySheet, RED)
    assert tally.message.text() == "Counted from the lists; correct what is wrong."
    tally.apd.red.show_value(7)
    table.click(tally.save)
    table.window.sheets.open(BLUE, SheetKind.TALLY)
    tally = table.its(TallySheet, BLUE)
    assert (tally.apd.red.value, tally.apd.blue.value) == (7, 0)
    assert tally.message.text().endswith("The losses tapped off add up to: Red 10 – Blue 0.")


@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (1366, 768)])
def test_loss_buttons_are_large_enough_for_a_finger_in_every_window(
    table: Table, size: tuple[int, int]
) -> None:
    for player in (1, 2):
        table.do(EnterArmy(player, (ArmyList(ARMY),)), insist=True)
    table.begin(5)
    table.window.resize(*size)
    for side in Side:
        sheet = losses(table, side)
        shown = [line for line in sheet.lines if line.lose.isVisible()]
        assert shown
        assert min(line.lose.height() for line in shown) >= 26
        assert sheet.title.text().endswith(f"army · 1 of {-(-len(ARMY) // len(shown))}")


def test_resizing_the_window_keeps_the_current_entry_visible(table: Table) -> None:
    table.do(EnterArmy(1, (ArmyList(ARMY),)), insist=True)
    table.begin(5)
    sheet = losses(table, RED)
    table.click(sheet.later)
    assert sheet.lines[0].name.text() == ARMY[A_PAGE].name
    table.window.resize(800, 480)
    table.settle()
    shown = [line.name.text() for line in sheet.lines if line.name.isVisible()]
    assert ARMY[A_PAGE].name in shown
    table.click(sheet.lines[0].lose)
    assert [loss.name for loss in table.game.play.losses.red if loss.gone] == shown[:1]


def test_two_quick_taps_are_two_losses(table: Table) -> None:
    table.do(EnterArmy(1, (ArmyList(ARMY),)), insist=True)
    table.begin(5)
    sheet = losses(table, RED)
    table.click(sheet.later)
    place = A_PAGE + 1  # the Ash Walkers
    sheet.lines[1].lose.click()
    sheet.lines[1].lose.click()
    table.qtbot.waitUntil(lambda: [each.gone for each in table.game.play.losses.red][place:] == [2])
    table.do(CountLosses(1, BLUE, RED, ()))
    table.settle()
    sheet.lines[1].lose.click()
    sheet.say("The round is finished. Call the judge.")
    table.settle()
    table.click(sheet.lines[1].lose)
    assert table.game.play.losses.red[place].gone == 2


def test_losses_tapped_off_simultaneously_by_player_and_organizer_both_count(
    qtbot: QtBot, table: Table
) -> None:
    table.do(EnterArmy(1, (ArmyList(ARMY),)), insist=True)
    table.begin(5)
    sheet = losses(table, RED)
    dialog = TableDialog(table.client, 1, LossesSheet)
    qtbot.addWidget(dialog)
    dialog.show()
    assert isinstance(dialog.sheet, LossesSheet)
    sheet.lines[1].stray.click()
    dialog.sheet.lines[2].lose.click()
    table.settle()
    counted = table.game.play.losses.red
    assert (counted[1].out, counted[2].gone) == (True, 1)
    table.click(sheet.lines[1].stray)
    assert not table.game.play.losses.red[1].out


def test_removing_a_list_closes_its_losses_sheet(table: Table) -> None:
    for player in (1, 2):
        table.do(EnterArmy(player, (ArmyList(ARMY),)), insist=True)
    table.begin(5)
    losses(table, BLUE)
    table.do(EnterArmy(2, ()))
    table.settle()
    assert table.kind(BLUE) is None
    losses(table, RED)
    table.do(Rule(1, RED, How.ASSASSINATION, "seen"))
    table.settle()
    table.window.sheets.open(RED, SheetKind.LOSSES)
    table.do(EnterArmy(1, ()))
    table.settle()
    assert table.kind(RED) is SheetKind.TALLY


def test_the_organizer_can_record_losses_at_the_desk(qtbot: QtBot, table: Table) -> None:
    table.do(EnterArmy(1, (ArmyList(ARMY),)), insist=True)
    table.begin(2)
    dialog = TableDialog(table.client, 1, LossesSheet)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.windowTitle() == "Losses at table 1"
    assert isinstance(dialog.sheet, LossesSheet)
    table.click(dialog.sheet.lines[1].stray)
    assert table.game.play.losses.red[1] == Loss(out=True)
    table.do(EnterArmy(1, ()))
    table.settle()
    assert not dialog.isVisible()


def test_the_organizer_scores_a_turn_at_the_desk_on_the_map(qtbot: QtBot, table: Table) -> None:
    table.begin(7)
    dialog = TableDialog(table.client, 1, ScoringPad)
    qtbot.addWidget(dialog)
    dialog.show()
    pad = dialog.sheet
    assert isinstance(pad, ScoringPad)
    key = next(iter(pad.choices))
    table.click(pad.choice(key, BLUE))
    (score,) = table.game.play.scores.values()
    assert (score.by, [holding.side for holding in score.holdings]) == (None, [BLUE])
    table.click(pad.done)
    assert not dialog.isVisible()


def test_an_open_points_sheet_adopts_what_the_opponent_just_saved(
    table: Table,
) -> None:
    table.begin(5)
    table.do(Rule(1, RED, How.ASSASSINATION, "seen"))
    table.settle()
    for side in (RED, BLUE):
        table.window.sheets.open(side, SheetKind.TALLY)
    mine, his = table.its(TallySheet, RED), table.its(TallySheet, BLUE)
    table.click(mine.apd.red.steps[10])
    table.click(his.apd.blue.steps[1])
    table.click(mine.save)
    assert (his.apd.red.value, his.apd.blue.value) == (10, 1)
    assert his.apd.red.number.text() == "10"
    table.click(his.save)
    assert table.game.play.tally == Tally(Pair(10, 1), None, None)


def test_saving_an_older_points_sheet_keeps_data_requested_since(table: Table) -> None:
    table.begin(5)
    table.do(MakeClaim(1, RED, Claim.BOTH_CASTERS, RED))
    table.do(Answer(1, BLUE, Question.CLAIM, True))
    table.settle()
    table.window.sheets.open(BLUE, SheetKind.TALLY)
    his = table.its(TallySheet, BLUE)
    table.do(EnterTally(1, RED, Pair(10, 10), None, None))
    table.do(EnterTally(1, RED, Pair(10, 10), None, Pair(4, 7)))
    table.settle()
    table.click(his.save)
    assert table.game.play.tally == Tally(Pair(10, 10), None, Pair(4, 7))


def test_both_players_see_each_others_lists_before_the_choice(table: Table) -> None:
    assert table.window.strip.buttons[RED][LISTS].isHidden()
    snow = ArmyList(ARMY[:3], name="Snow", theme="Winter", tier=3, points=50, objective="Armory")
    for number in (1, 2):
        table.do(EnterArmy(number, (ArmyList(ARMY), snow)), insist=True)
    table.qtbot.waitUntil(table.window.strip.buttons[RED][LISTS].isVisible)
    table.click(table.window.strip.buttons[RED][LISTS])
    sheet = table.its(BroughtSheet, RED)
    assert sheet.title.text() == "Blue: List 1 (Ember, Queen of Ash)"
    shown = [line.text() for line in sheet.lines if not line.isHidden()]
    assert shown[0] == "Ember, Queen of Ash · caster · +28"
    seen = {*shown}
    for _ in range(9):
        table.click(sheet.more)
        seen |= {line.text() for line in sheet.lines if not line.isHidden()}
    assert "Coal Engine · beast · 12 points" in seen
    assert "+ Ash Walker Officer & Standard · attachment · 2 models · 4 points" in seen
    table.click(sheet.next)
    assert sheet.title.text() == "Blue: List 2 (Snow)"
    assert sheet.message.text() == "Winter, tier 3 · 50 points · Objective: Armory"
    table.click(sheet.other)
    assert sheet.title.text() == "Red: List 1 (Ember, Queen of Ash)"
    table.do(EnterArmy(1, ()), insist=True)
    table.settle()
    assert sheet.title.text() == "Blue: List 1 (Ember, Queen of Ash)"
    assert not sheet.other.isVisible()
    table.click(sheet.done)
    assert table.window.sheets.sheet(RED) is not sheet
    table.click(table.window.strip.buttons[BLUE][LISTS])
    table.do(EnterArmy(2, ()), insist=True)
    table.settle()
    assert not isinstance(table.window.sheets.sheet(BLUE), BroughtSheet)


def test_the_model_a_feralgeist_controls_can_be_entered_at_the_table(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """SR2012, Scenario Scoring - Exceptions."""
    army = army_of(read_army("Kaya; caster; 5; 1\nFeralgeist; solo; 1; 1\nGorax; beast; 4; 1"))
    chosen = {"packet": "sr2012", "size": 50}
    with Table(qtbot, tmp_path, **chosen) as table:
        table.do(EnterArmy(1, (ArmyList(army),)), insist=True)
        table.do(EnterArmy(2, (ArmyList(army),)), insist=True)
        table.begin(4)
        sheet = losses(table, RED)
        assert sheet.lines[1].stray.text() == "Controls…"
        table.click(sheet.lines[1].stray)
        assert table.game.play.losses.red[1].controls == "Gorax"
        qtbot.waitUntil(lambda: sheet.lines[1].stray.text() == "Controls Gorax")
        assert sheet.lines[1].stray.isChecked()


def test_the_scoring_pad_links_to_losses_caused_by_scoring(qtbot: QtBot, tmp_path: Path) -> None:
    """SR2012, Sacrifice: the scorer's models at the flag suffer a damage roll."""
    chosen = {"packet": "sr2012", "size": 50, "timing": "death-clock"}
    with Table(qtbot, tmp_path, scenario=18, **chosen) as table:
        for number in (1, 2):
            table.do(EnterArmy(number, (ArmyList(ARMY),)), insist=True)
        table.begin(8)
        step = table.game.play.step - 1
        held = (Holding("zone", BLUE), Holding("model-at-flag", BLUE, Held.MET))
        table.click(table.window.strip.buttons[RED][0])
        pad = table.its(ScoringPad, RED)
        assert "POW 20" not in pad.message.text()
        table.do(ScoreTurn(1, None, step, held))
        table.settle()
        table.click(pad.earlier)
        qtbot.waitUntil(lambda: "Blue scored: magical POW 20" in pad.message.text())
        assert pad.message.text().endswith("(SR2012, Sacrifice). Use Losses.")
        table.click(pad.losses)
        assert table.its(LossesSheet, RED)
