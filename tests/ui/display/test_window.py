"""The room display's window: nothing cut, letters large enough, the keys, and what comes when."""

from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.engine.acts.display import Announce, Slide
from app.engine.frozen import replace
from app.ui.clients.desk import DeskClient
from app.ui.display.drawing import MOST_LETTERS, clock_shown, fit, foot_clock
from app.ui.display.wall import projector
from app.ui.display.window import NOBODY, DisplayWindow
from app.ui.pages.round.page import RoundPage
from app.ui.shell.main_window import MainWindow
from app.ui.table.paint import sized_font
from app.views.pages import DeskPage
from app.views.round.room_display import DisplayClock, DisplaySlide, RoomDisplay
from tests.events import Event
from tests.ui.full_hall import show_event
from tests.ui.open_pages import catch_up
from tests.ui.timers import run_out
from tests.views.round.halls import shown

LETTERS = 0.025
"""The least height of capitals, as a part of the screen's."""


@pytest.fixture
def wall(qtbot: QtBot) -> DisplayWindow:
    window = DisplayWindow()
    qtbot.addWidget(window)
    return window


def faults(window: DisplayWindow) -> list[str]:
    """What is too small, cut or covered on the page on show."""
    window.grab()
    found = []
    for text in window.painted:
        if text.letters < LETTERS * window.height():
            found.append(f"small: {text.text} {text.letters}")
        room = text.room.adjusted(-1, -1, 1, 1)
        if not room.contains(text.place) or not window.rect().toRectF().contains(text.place):
            found.append(f"cut: {text.text} {text.place} {text.room}")
    for text, other in combinations(window.painted, 2):
        if text.place.adjusted(1, 1, -1, -1).intersects(other.place):
            found.append(f"covered: {text.text} by {other.text}")
    return found


def every_page(window: DisplayWindow) -> list[tuple[str, int]]:
    """Turns to each page once; their slides and numbers, and what is wrong with any."""
    pages, wrong = list[tuple[str, int]](), list[str]()
    window.turn_to(Slide(window.shown.slides[0].kind))
    while (here := (window.shown.slides[window.slide].kind, window.page)) not in pages:
        pages.append(here)
        wrong += [f"{here}: {fault}" for fault in faults(window)]
        window.turn(1)
    assert wrong == []
    return pages


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
@pytest.mark.parametrize("players", [32, 64, 128])
def test_every_display_page_is_uncut_and_legible_from_a_distance(
    wall: DisplayWindow, players: int, size: tuple[int, int]
) -> None:
    wall.resize(*size)
    wall.show_display(shown(players))
    pages = every_page(wall)
    assert {kind for kind, _ in pages} == {
        "announcements", "clock", "by_name", "by_table", "scenario", "standings",
    }  # fmt: skip
    for kind in ("by_name", "by_table", "standings"):
        slide = next(slide for slide in wall.shown.slides if slide.kind == kind)
        seen: list[str] = []
        for number in (number for name, number in pages if name == kind):
            wall.turn_to(Slide(kind))
            wall.turn(number)
            wall.grab()
            seen += [text.text for text in wall.painted]
        for row in slide.rows:
            for cell in row:
                assert cell in seen, (kind, cell)


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
def test_thirty_two_tables_are_on_one_screen(wall: DisplayWindow, size: tuple[int, int]) -> None:
    wall.resize(*size)
    wall.show_display(shown(64, plain=True))
    pages = every_page(wall)
    assert [page for page in pages if page[0] in {"by_name", "by_table"}] == [
        ("by_name", 0),
        ("by_table", 0),
    ]


@pytest.mark.parametrize("name", ["W" * 30_000, "محمد " * 6_000, "王" * 30_000])
def test_a_very_long_name_is_shortened_before_it_is_laid_out(name: str, qapp: QApplication) -> None:
    laid_out = fit(name, 40, 400, narrow=0.7).layout.text()
    assert len(laid_out) <= MOST_LETTERS + 2
    assert laid_out.startswith(name[:400])
    assert "…" in laid_out


@pytest.mark.parametrize("size", [(1024, 768), (600, 900), (480, 270), (2560, 1080)])
def test_other_screen_sizes_show_every_page_without_cuts(
    wall: DisplayWindow, size: tuple[int, int]
) -> None:
    wall.resize(*size)
    wall.show_display(shown(32))
    for _ in range(20):
        assert [fault for fault in faults(wall) if not fault.startswith("small")] == []
        wall.turn(1)


def test_keys_turn_pages_pause_the_display_and_toggle_full_screen(
    wall: DisplayWindow, qtbot: QtBot
) -> None:
    wall.show_display(shown(32))
    with qtbot.waitExposed(wall):
        wall.show()
    assert wall.slide == wall.page == 0
    qtbot.keyClick(wall, Qt.Key.Key_Right)
    assert (wall.slide, wall.page) == (0, 1)  # two announcements
    qtbot.keyClick(wall, Qt.Key.Key_PageDown)
    assert (wall.slide, wall.page) == (1, 0)
    qtbot.keyClick(wall, Qt.Key.Key_Left)
    assert (wall.slide, wall.page) == (0, 1)
    qtbot.keyClick(wall, Qt.Key.Key_P)
    wall.grab()
    assert any("Paused" in text.text for text in wall.painted)
    qtbot.keyClick(wall, Qt.Key.Key_P)
    run_out(wall)
    assert (wall.slide, wall.page) == (1, 0)
    qtbot.keyClick(wall, Qt.Key.Key_F11)
    assert wall.isFullScreen()
    qtbot.keyClick(wall, Qt.Key.Key_Escape)
    assert not wall.isFullScreen()
    assert wall.isVisible()
    qtbot.keyClick(wall, Qt.Key.Key_Escape)
    assert not wall.isVisible()


def with_slides(*slides: DisplaySlide) -> RoomDisplay:
    return replace(NOBODY, slides=slides)


CLOCK = DisplaySlide("clock", "Round 1", 10, large="Round 1")
NEWS = DisplaySlide("announcements", "Announcement", 10, occasion="1 Lunch", texts=("Lunch",))
NAMES = DisplaySlide("by_name", "Find your table", 10, occasion="1 1", large="Anna")


def test_a_new_slide_is_shown_at_once_but_only_once_out_of_turn(wall: DisplayWindow) -> None:
    def kind() -> str:
        return wall.shown.slides[wall.slide].kind

    wall.show_display(with_slides(CLOCK, NAMES))
    assert kind() == "clock"  # nothing is new to a screen that was just switched on
    wall.show_display(with_slides(NEWS, CLOCK, NAMES))
    assert kind() == "announcements"
    wall.turn(1)
    wall.show_display(with_slides(NEWS, CLOCK, NAMES))
    assert kind() == "clock"
    wall.show_display(with_slides(CLOCK))
    assert kind() == "clock"
    wall.show_display(with_slides(NEWS, CLOCK, NAMES))
    assert kind() == "clock"
    wall.show_display(with_slides(NEWS, CLOCK, replace(NAMES, occasion="2 1")))
    assert kind() == "by_name"
    wall.show_display(with_slides(NEWS, CLOCK))
    assert wall.slide < 2


@pytest.mark.parametrize(
    ("to_ms", "now_ms", "words"),
    [
        (None, 65_900, "1:05"),
        (None, -5, "0:00"),
        (7_200_000, 1, "2:00:00"),
        (7_200_000, 7_199_001, "0:01"),
        (7_200_000, 7_200_000, "Time is up"),
    ],
)
def test_the_display_clock_counts_down_to_an_end_or_up_from_a_start(
    to_ms: int | None, now_ms: int, words: str
) -> None:
    clock = DisplayClock(0, to_ms, "Time is up")
    assert clock_shown(clock, now_ms) == words
    shown_now = replace(NOBODY, clock=clock, clock_words="Round 2")
    assert foot_clock(shown_now, now_ms) == f"Round 2 · {words}"
    assert foot_clock(replace(shown_now, clock=None), now_ms) == "Round 2"


def test_the_clock_fills_the_screen(wall: DisplayWindow) -> None:
    wall.resize(1280, 720)
    wall.show_display(shown(32))
    wall.turn_to(Slide.CLOCK)
    wall.grab()
    assert max(text.letters for text in wall.painted) > 0.25 * wall.height()


def test_a_computer_with_one_screen_shows_the_display_on_that_screen(qapp: QApplication) -> None:
    (screen,) = qapp.screens()
    assert projector([screen], screen, "HDMI-9") is screen
    assert projector([screen], screen, screen.name()) is screen


@pytest.fixture
def hall(tmp_path: Path, qapp: QApplication, qtbot: QtBot) -> MainWindow:
    """The main window with a round under way."""
    event = Event(tmp_path / "event.flagfall")
    event.register(8)
    event.start()
    window = show_event(qapp, tmp_path, event)
    qtbot.addWidget(window, before_close_func=MainWindow.close_event)
    window.resize(1366, 768)
    window.show()
    with qtbot.waitSignal(window.opened):
        window.open_event(tmp_path / "event.flagfall")
    assert window.view is not None
    view = window.view
    qtbot.waitUntil(lambda: view.client.state.latest is not None)
    view.show_page(DeskPage.ROUND)
    return window


def test_one_press_shows_the_pairings_on_the_wall(hall: MainWindow, qtbot: QtBot) -> None:
    assert hall.view is not None
    page = hall.view.page
    assert isinstance(page, RoundPage)
    qtbot.mouseClick(page.header.wall, Qt.MouseButton.LeftButton)
    wall = hall.wall.window
    assert wall is not None
    assert wall.isVisible()
    assert wall.shown.slides[wall.slide].kind == "by_name"
    hall.view.client.ask(Announce("Lunch"))
    qtbot.waitUntil(lambda: wall.shown.slides[wall.slide].kind == "announcements")
    wall.close()
    hall.on_wall.trigger()
    assert wall.isVisible()
    hall.close_event()
    assert wall.shown == NOBODY
    assert not hall.on_wall.isEnabled()
    hall.close()
    assert hall.wall.window is None


def test_the_display_says_when_no_event_is_open(wall: DisplayWindow, client: DeskClient) -> None:
    wall.follow(client)
    wall.follow(None)
    wall.grab()
    assert [text.text for text in wall.painted][-2:] == [
        "No event is open",
        "This screen goes on by itself.",
    ]


def test_the_display_follows_the_event_while_it_is_shown(
    wall: DisplayWindow, event: Event, client: DeskClient, qtbot: QtBot
) -> None:
    event.register(4)
    catch_up(client, event, qtbot)
    wall.follow(client)
    with qtbot.waitExposed(wall):
        wall.show()
    assert [slide.kind for slide in wall.shown.slides] == ["clock"]
    event.start()
    qtbot.waitUntil(lambda: any(slide.kind == "scenario" for slide in wall.shown.slides))


def test_all_names_on_a_display_page_are_narrowed_by_the_same_factor(wall: DisplayWindow) -> None:
    wall.resize(1366, 700)
    wall.show_display(shown(128))
    wall.turn_to(Slide("by_name"))
    wall.grab()
    slide = wall.shown.slides[wall.slide]
    names = {row[0] for row in slide.rows}
    letters = QFontMetricsF(sized_font(100))
    factors = [
        text.place.width() / letters.horizontalAdvance(text.text) / text.letters
        for text in wall.painted
        if text.text in names and text.place.height() < 1.5 * text.letters  # on one line
    ]
    assert len(factors) > 20
    assert max(factors) - min(factors) < max(factors) / 20
