"""The sample event in its window, with everything that stands in its room."""

import threading
from collections import Counter
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.engine.acts.table import DismissJudge
from app.store.preferences import load_preferences
from app.ui.pages.clocks.rows import clock_rows
from app.ui.pages.now.page import NowPage
from app.ui.pages.round.page import RoundPage
from app.ui.pages.tablets.rows import IN_TOUCH, tablet_rows
from app.ui.shell.main_window import MainWindow
from app.views.event.first_steps import FirstStep
from app.views.table.table import TableCondition, condition

pytestmark = pytest.mark.long


@pytest.fixture
def sample(qtbot: QtBot, window: MainWindow) -> MainWindow:
    with qtbot.waitSignal(window.opened):
        window.open_sample()
    qtbot.waitUntil(lambda: window.sample_room is not None and window.sample_room.is_complete)
    return window


def test_the_samples_clocks_and_tablets_work_and_are_labelled_as_emulated(
    sample: MainWindow,
) -> None:
    assert sample.view is not None
    client = sample.view.client
    assert client.clocks is not None
    assert client.tablets is not None
    state, now_ms = client.state, client.now_ms()
    clocks = [row for row in clock_rows(client.clocks.picture, now_ms) if row.seat]
    assert [(row.port, row.state, row.urgent) for row in clocks] == [
        ("emulated", "connected", False)
    ] * 3
    assert all("runs" in row.shows for row in clocks)
    assert state.latest is not None
    games = {game.table: game for game in state.games_of(state.latest)}
    for row in clocks:
        game = games[int(row.table)]
        assert game.play.clock_holds
        assert condition(game, state.latest.stage) is TableCondition.PLAYING
    links = client.tablets.picture.links
    assert links is not None
    tablets = [row for row in tablet_rows(state, links.tables, frozenset(), now_ms) if row.device]
    assert {(row.name, row.state) for row in tablets} == {("Emulated tablet", IN_TOUCH)}
    assert len(tablets) == 6
    assert client.tablets.picture.addresses[0].startswith("http://127.0.0.1:")
    assert "emulated" in sample.windowTitle()


def test_no_clock_in_the_sample_shows_a_time_gap(sample: MainWindow) -> None:
    """It is made for the moment in which it is opened."""
    assert sample.view is not None
    state = sample.view.client.state
    assert state.latest is not None
    found = Counter(condition(game, state.latest.stage) for game in state.games_of(state.latest))
    assert found[TableCondition.GAP] == 0
    assert found[TableCondition.JUDGE] == 1
    assert found[TableCondition.PLAYING] >= 2


def test_the_samples_tablets_rejoin_when_real_tablets_are_admitted(
    qtbot: QtBot, sample: MainWindow
) -> None:
    assert sample.view is not None
    tablets = sample.view.client.tablets
    assert tablets is not None
    tablets.switch_off()
    tablets.switch_on()
    qtbot.waitUntil(
        lambda: (
            sample.sample_room is not None
            and sample.sample_room.is_complete
            and not tablets.picture.only_here
        )
    )


def test_nothing_is_left_of_the_sample_when_it_is_closed(
    sample: MainWindow, tmp_path: Path
) -> None:
    made = sample.sample_file
    assert made is not None
    assert made.exists()
    before = {thread.name for thread in threading.enumerate()}
    assert {"clock-emulator", "remote desk"} <= before
    sample.close_event()
    left = {thread.name for thread in threading.enumerate()}
    assert not left & {"clock-emulator", "remote desk", "looks for ports", "desk"}
    assert not made.parent.exists()
    kept = load_preferences(tmp_path / "preferences.json")
    assert (kept.recent_files, kept.clock_ports, kept.clock_seats) == ((), (), ())


def test_first_steps_are_ticked_as_they_are_taken_and_disappear_when_all_are_done(
    qtbot: QtBot, sample: MainWindow
) -> None:
    view = sample.view
    assert view is not None
    steps = view.first_steps
    assert steps is not None
    qtbot.waitUntil(steps.isVisible)
    begun = {step: made.text() for step, made in steps.buttons.items()}
    assert [words[0] for words in begun.values()] == ["○"] * 5

    steps.buttons[FirstStep.JUDGE].click()
    assert isinstance(view.page, NowPage)
    called = [game for game in view.client.state.games.values() if game.play.judge_called]
    for game in called:
        view.client.ask(DismissJudge(game.number), insist=True)
    qtbot.waitUntil(lambda: steps.buttons[FirstStep.JUDGE].text()[0] == "✓")

    steps.buttons[FirstStep.RESULT].click()
    page = view.page
    assert isinstance(page, RoundPage)
    qtbot.waitUntil(page.desk.table.hasFocus)

    steps.buttons[FirstStep.DRAW].click()
    qtbot.waitUntil(lambda: page.header.next.text() == "&Draw round 4")
    assert steps.buttons[FirstStep.RESULT].text()[0] == "✓"
    for step in (FirstStep.DRAW, FirstStep.PUBLISH, FirstStep.START):
        assert steps.buttons[step].text()[0] == "○"
        qtbot.waitUntil(page.header.next.isEnabled)
        page.take_step()
        qtbot.waitUntil(lambda step=step: steps.buttons[step].text()[0] == "✓")
    qtbot.waitUntil(lambda: not steps.isVisible())
