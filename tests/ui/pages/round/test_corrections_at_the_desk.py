from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from app.engine.acts.draw import SetPairing
from app.engine.acts.rounds import DrawRound, StartRound
from app.engine.acts.undo import Redo, Undo
from app.engine.draw.values import Kind
from app.engine.draw.wishes import ApartRule, HallTable, Plan, SetPair, bye_for
from app.engine.side import Side
from app.engine.state import Stage
from app.ui.clients.desk import DeskClient
from app.ui.pages.round.correction_dialog import CorrectionDialog
from app.ui.pages.round.draw.wishes_dialog import PlanDialog
from app.ui.pages.round.draw.wishes_parts import WORDS
from app.ui.pages.round.page import RoundPage
from tests.events import Event
from tests.patience import PATIENCE_S
from tests.ui.asked import when_asked
from tests.ui.open_pages import PageOf
from tests.ui.pages.round.drawn import Key, latest


@pytest.fixture
def page(insisting_client: DeskClient, page_of: PageOf) -> Callable[[], RoundPage]:
    return partial(page_of, RoundPage)


def test_a_redraw_of_a_started_round_keeps_its_results(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(6)
    event.start()
    event.report(1)
    kept = event.game(1)
    event.do(DrawRound(9, again=True, why="Wrong clubs"), insist=True)
    shown = page()
    assert latest(event).stage is Stage.DRAWN
    assert event.state.games[kept.number] == kept
    event.do(StartRound(), insist=True)
    qtbot.waitUntil(lambda: shown.desk.out.text().startswith("2 still out"))


def test_a_past_result_is_corrected_after_its_effects_are_confirmed(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    event.register(8)
    event.finish()
    event.finish()
    event.start()
    shown = page()
    shown.show_round(1)
    before = event.state.rounds[1:]
    desk = shown.desk

    def enter() -> None:
        desk.begin()
        QTest.keyClicks(desk.table, "1")
        QTest.keyClick(desk.table, Key.Key_Return)
        QTest.keyClicks(desk.winner, "2")
        for number, field in zip("1519", (*desk.cp, *desk.apd), strict=True):
            field.setText(number)
        desk.apd.blue.setFocus()
        QTest.keyClick(desk.apd.blue, Key.Key_Return)

    seen: list[str] = []

    still_open: list[bool] = []

    def press_at_once(dialog: CorrectionDialog) -> None:
        """As somebody does whose Enter bounces."""
        QTest.keyClick(dialog.correct, Qt.Key.Key_Return)
        still_open.append(dialog.isVisible())
        dialog.leave.click()

    def look(dialog: CorrectionDialog) -> None:
        assert dialog.table.rows
        qtbot.waitUntil(lambda: "stay as they were" in dialog.later.text())
        seen.append(dialog.later.text())
        dialog.leave.click()

    first = next(game for game in event.state.games.values() if game.table == 1)
    was = first.reported
    when_asked(CorrectionDialog, press_at_once)
    with monkeypatch.context() as slowly:
        slowly.setattr("app.ui.widgets.basics.HELD_MS", PATIENCE_S * 1000)
        enter()
    assert still_open == [True]
    when_asked(CorrectionDialog, look)
    enter()
    assert seen
    assert "Round 2" in seen[0]
    assert event.state.games[first.number].reported == was
    when_asked(CorrectionDialog, lambda dialog: dialog.correct.click())
    enter()
    qtbot.waitUntil(lambda: event.state.games[first.number].reported != was)
    corrected = event.state.games[first.number].reported
    assert corrected is not None
    assert corrected.winner is Side.BLUE
    assert event.state.rounds[1:] == before
    event.do(Undo())
    assert event.state.games[first.number].reported == was
    event.do(Redo())
    assert event.state.games[first.number].reported == corrected


def test_entered_draw_settings_are_saved(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(16)
    event.do(SetPairing(SetPair(1, 2, False, "A quarrel")))
    event.do(SetPairing(bye_for(3, 1, "Lunch")))
    shown = page()

    def fill(dialog: PlanDialog) -> None:
        for kind, when in ((Kind.FACTION, 2), (Kind.CLUB, 1)):
            combos = dialog.apart.findChildren(QComboBox)
            (combo,) = (combo for combo in combos if combo.accessibleName() == WORDS[kind])
            combo.setCurrentIndex(when)
        dialog.apart.table.setCurrentCell(5, 0)
        for _ in range(5):
            QTest.keyClick(dialog.apart.table, Key.Key_Up, Qt.KeyboardModifier.AltModifier)
        dialog.apart.shift(-1)
        QTest.keyClick(dialog.apart.table, Key.Key_Home)
        dialog.hall.list_all.click()
        dialog.hall.add.click()
        dialog.hall.table.item(0, 1).setText("Forest")
        dialog.hall.table.item(1, 2).setCheckState(Qt.CheckState.Unchecked)
        dialog.hall.table.setCurrentCell(2, 0)
        dialog.hall.remove.click()
        dialog.hall.table.item(2, 0).setText("no number")
        dialog.top_first.setChecked(False)
        dialog.no_show.setValue(15)
        dialog.pairs.list.setCurrentRow(0)
        dialog.pairs.free.click()
        dialog.save.click()

    when_asked(PlanDialog, fill)
    shown.next_draw.plan_wanted.emit()
    qtbot.waitUntil(lambda: len(event.state.set_pairs) == 1)
    plan = event.state.plan
    assert plan.apart == (ApartRule(Kind.FACTION), ApartRule(Kind.CLUB, True))
    assert plan.tables[:2] == (HallTable(1, "Forest"), HallTable(2, "", False))
    assert [table.number for table in plan.tables] == [1, 2, 5, 6, 7, 8, 9]
    assert (plan.top_tables_first, plan.no_show_minutes) == (False, 15)
    when_asked(PlanDialog, lambda dialog: dialog.reject())
    shown.review.acts.plan.click()
    assert event.state.plan == plan


def test_an_empty_list_of_set_pairs_says_so(qtbot: QtBot, event: Event) -> None:
    dialog = PlanDialog(event.state)
    qtbot.addWidget(dialog)
    assert dialog.pairs.list.item(0).text() == "No pair is set or forbidden."
    assert not dialog.pairs.free.isEnabled()
    assert dialog.plan == Plan()
