"""What is most urgent is offered in the header of every page but the one where it is settled."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.engine.acts.phones import OpenToPhones, ReportByPhone, SignUp
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.results import How, Result
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.table import CallJudge, StartClock
from app.engine.side import Pair, Side
from app.ui.pages.event.page import EventPage
from app.ui.pages.now.page import NowPage
from app.ui.pages.round.page import RoundPage
from app.ui.shell.event_window import EventView
from app.ui.shell.main_window import MainWindow
from app.ui.shell.needs.strip import NeedStrip
from app.ui.widgets import basics
from app.ui.widgets.basics import is_in_sight
from app.ui.widgets.layout import row_of
from app.views.pages import DeskPage
from app.views.round.needs import Choice, Need, NeedKind, NeedPlace
from tests.ui.cut_text import cut_texts
from tests.ui.windows import begin, do

LEFT = Qt.MouseButton.LeftButton
PAGES = ("Event", "Format", "Players", "Check-in", "Round", "Standings", "Awards", "History")


@pytest.fixture
def view(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> EventView:
    """Four players in their first round, a clock runs at the first table."""
    window.resize(1366, 740)
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    names = tuple(Entry(name) for name in ("Ann", "Bo", "Cy", "Di"))
    do(view.client, qtbot, AddPlayers(names), CheckIn((1, 2, 3, 4)))
    do(view.client, qtbot, DrawRound(7), PublishRound(), StartRound(1))
    do(view.client, qtbot, StartClock(1, Side.RED), OpenToPhones(sign_up=True, results=True))
    return view


def offered(view: EventView) -> list[QPushButton]:
    """The buttons of the strip, as they stand from the right."""
    return [made for made in view.need_strip.buttons if made.isVisible()]


def words(view: EventView) -> list[str]:
    return [made.text() for made in offered(view)]


def is_about(view: EventView, kind: NeedKind) -> bool:
    need = view.need_strip.need
    return need is not None and need.kind is kind


def test_a_judge_call_can_be_answered_from_any_page_with_one_press(
    view: EventView, qtbot: QtBot
) -> None:
    for page in PAGES:
        view.show_page(DeskPage(page))
        assert view.need_strip.isHidden()
        assert view.header.facts.isVisible()
        do(view.client, qtbot, CallJudge(1, Side.RED))
        qtbot.waitUntil(view.need_strip.isVisible)
        assert view.need_strip.title.text().startswith("Table ")
        assert not view.header.facts.isVisible()
        assert all(map(is_in_sight, offered(view)))
        qtbot.waitUntil(lambda: not cut_texts(view.header))
        (done,) = (made for made in offered(view) if made.text() == "Judge is done")
        qtbot.mouseClick(done, LEFT)
        qtbot.waitUntil(lambda: not view.client.state.games[1].play.judge_called)
        qtbot.waitUntil(view.need_strip.isHidden)
        assert view.page_shown is DeskPage(page)


def test_showing_the_need_strip_does_not_change_the_header_height(
    view: EventView, qtbot: QtBot
) -> None:
    view.show_page(DeskPage.PLAYERS)
    before = view.header.height()
    do(view.client, qtbot, CallJudge(1, Side.RED))
    qtbot.waitUntil(view.need_strip.isVisible)
    assert view.header.height() == before


def test_the_need_strip_is_hidden_on_the_page_where_the_need_is_settled(
    view: EventView, qtbot: QtBot
) -> None:
    do(view.client, qtbot, SignUp(Entry("Eve")))
    view.show_page(DeskPage.STANDINGS)
    qtbot.waitUntil(view.need_strip.isVisible)
    assert words(view) == ["Accept", "Decline"]
    view.show_page(DeskPage.NOW)
    assert view.need_strip.isHidden()
    assert isinstance(view.page, NowPage)
    view.show_page(DeskPage.STANDINGS)
    qtbot.mouseClick(offered(view)[0], LEFT)
    qtbot.waitUntil(lambda: len(view.client.state.players) == 5)
    do(view.client, qtbot, CheckIn((5,)))
    qtbot.waitUntil(lambda: is_about(view, NeedKind.UNSEATED))
    view.show_page(DeskPage.CHECK_IN)
    assert view.need_strip.isHidden(), "its page offers the seat itself"


def test_unapplied_changes_take_precedence_over_the_need_strip(
    view: EventView, qtbot: QtBot
) -> None:
    do(view.client, qtbot, CallJudge(1, Side.RED))
    view.show_page(DeskPage.EVENT)
    qtbot.waitUntil(view.need_strip.isVisible)
    page = view.page
    assert isinstance(page, EventPage)
    form = page.form
    form.rounds.setValue(4)
    assert view.need_strip.isHidden()
    form.rounds.setValue(0)
    assert view.need_strip.isVisible()


def test_a_new_need_in_the_same_place_ignores_hasty_presses(
    view: EventView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two sign-ups have the same buttons; a second press at once would let in the next one."""
    monkeypatch.setattr(basics, "HELD_MS", 60_000)
    do(view.client, qtbot, SignUp(Entry("Eve")))
    view.show_page(DeskPage.STANDINGS)
    qtbot.waitUntil(lambda: view.need_strip.title.text() == "Eve")
    accept = offered(view)[0]
    assert accept.property("held") == "true"
    qtbot.mouseClick(accept, LEFT)
    assert len(view.client.state.players) == 4


def test_needs_too_long_for_the_strip_are_settled_on_the_now_page(
    view: EventView, qtbot: QtBot
) -> None:
    """Both reports stand there; here is no room for them."""
    red, blue = view.client.state.games[2].players
    for player, points in ((red, 5), (blue, 4)):
        said = Result(Side.RED, How.SCENARIO, Pair(points, 1), Pair(20, 10))
        do(view.client, qtbot, ReportByPhone(2, player, said))
    view.window().resize(911, 480)
    view.show_page(DeskPage.STANDINGS)
    qtbot.waitUntil(lambda: words(view) == ["Show"])
    qtbot.mouseClick(offered(view)[0], LEFT)
    assert view.page_shown is DeskPage.NOW


def strip(qtbot: QtBot, need: Need, wide: int) -> tuple[QWidget, NeedStrip, list[object]]:
    pressed: list[object] = []
    strip = NeedStrip(lambda _need, choice: pressed.append(choice))
    strip.now_wanted.connect(lambda: pressed.append("now"))
    around = QWidget()
    row_of(strip, on=around)
    qtbot.addWidget(around)
    around.resize(wide, 40)
    around.show()
    strip.show_need(need, "here")
    return around, strip, pressed


def a_need(*choices: str, kind: NeedKind = NeedKind.REPORT, about: str = "5–1") -> Need:
    made = tuple(Choice(each) for each in choices)
    return Need(kind, 1, "Table 1", about, NeedPlace.TABLE, act="Enter it", choices=made, game=1)


@pytest.mark.parametrize(
    ("need", "wide", "shown"),
    [
        (a_need("One", "Two"), 700, ["One", "Two"]),
        (a_need("One", "Two", "Three"), 700, ["One"]),
        (a_need("One", "Two", about="so much to read " * 30), 700, ["Show"]),
        (a_need("One", "Two", kind=NeedKind.DISPUTE), 700, ["One", "Two"]),
        (a_need("One", "Two", "Three", kind=NeedKind.STOP), 700, ["Show"]),
        (a_need("One " * 12, "Two " * 12, kind=NeedKind.DISPUTE), 500, ["Show"]),
        (a_need("One", "Two " * 30), 500, ["One"]),
        (a_need(), 400, ["Enter it"]),
        (a_need(), 180, ["Show"]),
    ],
)
def test_the_strip_offers_only_buttons_that_fit_uncut(
    qtbot: QtBot, need: Need, wide: int, shown: list[str]
) -> None:
    """And no one of several that are as likely."""
    _around, here, pressed = strip(qtbot, need, wide)
    buttons = [made for made in here.buttons if made.isVisible()]
    assert [made.text() for made in buttons] == shown
    qtbot.mouseClick(buttons[0], LEFT)
    expected = "now" if shown == ["Show"] else need.choices[0] if need.choices else None
    assert pressed == [expected]


def test_the_strip_offers_more_buttons_when_it_is_wider(qtbot: QtBot) -> None:
    around, here, _ = strip(qtbot, a_need("One", "Two " * 30), 500)
    around.resize(1200, 40)
    assert [made.text() for made in here.buttons if made.isVisible()] == ["One", "Two " * 30]


def test_the_strip_leads_to_a_table_without_a_result(view: EventView, qtbot: QtBot) -> None:
    view.show_page(DeskPage.STANDINGS)
    view.need_strip.show_need(a_need(), "here")
    qtbot.mouseClick(offered(view)[0], LEFT)
    assert isinstance(view.page, RoundPage)
    assert view.page.live.tables.chosen_game == 1


def test_unchanged_strip_buttons_are_not_held_again(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The need is looked at anew every few seconds."""
    monkeypatch.setattr(basics, "HELD_MS", 1)
    need = a_need("One", "Two", about="so much to read " * 30)
    around, here, _ = strip(qtbot, need, 700)
    show = here.buttons[0]
    qtbot.waitUntil(lambda: not show.held)
    monkeypatch.setattr(basics, "HELD_MS", 60_000)
    here.show_need(need, "here")
    around.resize(720, 40)
    assert not show.held
    assert show.text() == "Show"
