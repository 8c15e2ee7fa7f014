"""What a round under way tells while nothing happens, and how its tables stand."""

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.clock.timeline import Gap
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import ChooseScenario, FinishRound, SetRoundLength
from app.engine.acts.setup import ChangeSettings
from app.engine.acts.table import StartClock
from app.engine.formats.terms import terms_for
from app.engine.frozen import replace
from app.engine.packet.packet import GameRules
from app.engine.side import Side
from app.ui.clients.desk import DeskClient
from app.ui.pages.round.live.tables.model import LiveColumn
from app.ui.pages.round.live.tables.painter import PAD, PICTURE
from app.ui.pages.round.page import RoundPage
from app.ui.pages.round.round_time_dialog import RoundTimeDialog
from app.ui.pages.round.scenario_dialog import ScenarioDialog
from app.ui.widgets.theme import LIGHT, Theme
from app.views.round.live import LOW_WORDS
from app.views.table.table import CONDITION_WORDS
from tests.events import MINUTE, NOON_MS, Event
from tests.ui.cut_text import cut_texts
from tests.ui.open_pages import PageOf
from tests.ui.timers import run_out

SMALL = 787, 394  # of a page on 1366 × 768 pixels at 150 %, beside the rail and the bars


def test_the_rounds_time_keeps_advancing_while_no_clock_is_running(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    event.start()
    page = page_of(RoundPage)
    qtbot.waitUntil(lambda: page.header.clock.text().endswith("120 min to go"))
    event.move_by(121 * MINUTE)
    run_out(page.live)
    assert page.header.clock.text().endswith("1 min over")
    event.move_by(21 * 24 * 60 * MINUTE)
    run_out(page.live)
    assert page.header.clock.text().endswith("left open for 21 days")


def test_dice_down_waits_for_the_organizer_after_a_time_gap(
    event: Event, page_of: PageOf, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He gives the round its night back, in the dialog that tells how long ago it began."""
    settings, packet = event.state.settings, event.state.packet
    assert settings is not None
    assert packet is not None
    event.do(ChangeSettings(replace(settings, timing="classic"), packet))
    event.register(4)
    event.start()
    page = page_of(RoundPage)
    qtbot.waitUntil(lambda: page.header.clock.text().startswith("Started"))
    gap = [Gap(NOON_MS, NOON_MS + 14 * 60 * MINUTE)]
    monkeypatch.setattr(event.timeline, "look_for_gap", lambda: gap.pop() if gap else None)
    event.move_by(14 * 60 * MINUTE)
    run_out(page.live)
    qtbot.waitUntil(lambda: page.header.clock.text().startswith("Time was up at"))
    assert event.state.latest is not None
    assert event.state.latest.dice_down_ms is None
    dialog = RoundTimeDialog(NOON_MS, 100, event.timeline.now_ms(), page)
    qtbot.addWidget(dialog)
    assert "The round began 840 minutes ago." in [
        label.text() for label in dialog.findChildren(QLabel)
    ]
    dialog.minutes.setValue(840 + 60)
    event.do(SetRoundLength(dialog.minutes.value() * MINUTE))
    qtbot.waitUntil(lambda: page.header.clock.text().startswith("Started"))
    event.move_by(60 * MINUTE)
    qtbot.waitUntil(lambda: "dice down at" in page.header.clock.text())


def test_the_scenario_is_named_and_can_be_corrected(
    client: DeskClient, event: Event, page_of: PageOf, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    event.register(4)
    event.start()
    page = page_of(RoundPage)
    latest, packet = event.state.latest, event.state.packet
    assert latest is not None
    assert packet is not None
    names = {scenario.number: scenario.name for scenario in packet.scenarios}
    assert page.live.scenario.text() == f"Scenar&io: {names[latest.scenario]}…"
    other = next(name for name in names if name != latest.scenario)
    settings = event.state.settings
    assert settings is not None
    saved: list[GameRules] = []
    terms_of = partial(terms_for, packet, settings)
    dialog = ScenarioDialog(tuple(names.items()), latest.scenario, terms_of, saved.append, page)
    qtbot.addWidget(dialog)
    assert not dialog.change.isEnabled()
    dialog.scenario.setCurrentIndex(dialog.scenario.findData(other))
    assert dialog.change.isEnabled()
    assert "6 control points more than the opponent" in dialog.view.text.toPlainText()
    dialog.print.click()
    assert [terms.scenario.number for terms in saved] == [other]
    monkeypatch.setattr(ScenarioDialog, "ask", lambda *_, **_changeable: other)
    with qtbot.waitSignal(client.doubted) as doubted:
        page.live.scenario.click()
    assert "is under way" in str(doubted.args)
    event.do(ChooseScenario(other), insist=True)
    qtbot.waitUntil(lambda: page.live.scenario.text() == f"Scenar&io: {names[other]}…")
    event.do(FinishRound(), insist=True)
    finished = ScenarioDialog(
        tuple(names.items()), other, terms_of, saved.append, page, changeable=False
    )
    qtbot.addWidget(finished)
    assert finished.change.isHidden()
    assert page.live.scenario.isEnabled()


def test_every_table_condition_is_fully_visible(
    event: Event, page_of: PageOf, dressed: Callable[[Theme], None]
) -> None:
    dressed(LIGHT)
    event.register(4)
    event.start()
    tables = page_of(RoundPage).live.tables
    font = QFont(tables.font())
    font.setWeight(QFont.Weight.DemiBold)
    metrics = QFontMetrics(font)
    room = tables.columnWidth(LiveColumn.CONDITION) - 3 * PAD - PICTURE
    for one in (*CONDITION_WORDS.values(), LOW_WORDS):
        assert metrics.horizontalAdvance(one) < room, one


def test_names_of_twelve_letters_are_uncut_on_a_small_screen(
    event: Event, page_of: PageOf, qtbot: QtBot, dressed: Callable[[Theme], None]
) -> None:
    dressed(LIGHT)
    names = ("Clara Ingram", "Greta Norton", "Leif Ashford", "Nils Bergman")
    event.do(AddPlayers(tuple(map(Entry, names))))
    event.do(CheckIn((1, 2, 3, 4)))
    event.start()
    page = page_of(RoundPage)
    page.resize(*SMALL)
    qtbot.waitUntil(page.live.list.isVisible)
    for game in (1, 2):
        event.do(StartClock(game, Side.RED))
    qtbot.waitUntil(lambda: all(row.left.red for row in page.live.list.model().rows))
    qtbot.waitUntil(lambda: not any("LiveTables" in cut for cut in cut_texts(page.live)))
