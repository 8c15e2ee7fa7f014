"""The first page lists what waits, does each act with one press, and counts from any page."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.table import CallJudge, StartClock
from app.engine.side import Side
from app.engine.state import Stage
from app.ui.pages.awards.page import AwardsPage
from app.ui.pages.event.page import EventPage
from app.ui.pages.format.page import FormatPage
from app.ui.pages.now.need_row import NeedRow
from app.ui.pages.now.page import NowPage
from app.ui.pages.players.import_dialog import RosterDialog
from app.ui.pages.players.page import CHECK_IN, PlayersPage
from app.ui.pages.round.page import RoundPage
from app.ui.shell.event_window import EventView
from app.ui.shell.main_window import MainWindow
from app.ui.shell.place_pages import PlacePages, PlaceTabs
from app.ui.shell.rail_button import RailButton
from app.ui.widgets.basics import has_keyboard, is_in_sight
from app.ui.widgets.layout import Stretch, column_of
from app.ui.widgets.theme import Space
from app.views.pages import DeskPage
from app.views.round.needs import Choice, Need, NeedKind, NeedPlace
from tests.ui.asked import when_asked
from tests.ui.cut_text import cut_texts
from tests.ui.windows import begin, do

LEFT = Qt.MouseButton.LeftButton


class Sizes(QObject):
    """Counts how often the parts that it watches get another size."""

    count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() is QEvent.Type.Resize
        return super().eventFilter(watched, event)


class ShownParts(QObject):
    """Counts how often the parts that it watches come into sight."""

    count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() is QEvent.Type.Show
        return super().eventFilter(watched, event)


@pytest.fixture
def view(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> EventView:
    """Five players are here and play; a sixth is registered."""
    window.resize(1366, 740)
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    names = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo")
    entries = tuple(Entry(name) for name in names)
    do(view.client, qtbot, AddPlayers(entries), CheckIn((1, 2, 3, 4, 5)))
    return view


def now_page(view: EventView) -> NowPage:
    view.show_page(DeskPage.NOW)
    assert isinstance(view.page, NowPage)
    return view.page


def rows(page: NowPage) -> list[NeedRow]:
    """The rows in sight, from the top."""
    shown = [row for row in page.findChildren(NeedRow) if row.isVisible()]
    return sorted(shown, key=lambda row: row.y())


def rail(view: EventView, name: str) -> RailButton:
    return next(one for one in view.findChildren(RailButton) if one.text() == name)


def test_the_rail_s_seven_places_offer_their_pages_and_reopen_at_the_last_shown(
    view: EventView, qtbot: QtBot
) -> None:
    places = [one.text() for one in view.findChildren(RailButton)]
    assert places == ["Now", "Setup", "Players", "Round", "Standings", "Devices", "History"]
    qtbot.mouseClick(rail(view, "Players"), LEFT)
    assert isinstance(view.page, PlayersPage)
    tabs = view.page.tabs
    qtbot.mouseClick(tabs, LEFT, pos=tabs.tabRect(CHECK_IN).center())
    assert view.page.check_in.isVisible()
    assert view.page_shown is DeskPage.CHECK_IN
    qtbot.mouseClick(rail(view, "Now"), LEFT)
    qtbot.mouseClick(rail(view, "Players"), LEFT)
    assert view.page.check_in.isVisible()
    qtbot.mouseClick(rail(view, "Setup"), LEFT)
    assert isinstance(view.page, EventPage)
    (heads,) = [one for one in view.findChildren(PlaceTabs) if one.isVisible()]
    place = heads.tabs.tabRect(1).center()
    qtbot.mouseClick(heads.tabs, LEFT, pos=place)
    assert isinstance(view.page, FormatPage)
    assert rail(view, "Setup").isChecked()
    view.show_page(DeskPage.EVENT)
    assert heads.tabs.currentIndex() == 0
    qtbot.mouseClick(rail(view, "Standings"), LEFT)
    assert not heads.isVisible()
    (within,) = [one for one in view.findChildren(PlacePages) if one.isVisible()]
    qtbot.mouseClick(within.names[DeskPage.AWARDS], LEFT)
    assert isinstance(view.page, AwardsPage)
    assert rail(view, "Standings").isChecked()
    qtbot.mouseClick(rail(view, "Now"), LEFT)
    qtbot.mouseClick(rail(view, "Standings"), LEFT)
    assert isinstance(view.page, AwardsPage)


def test_turning_to_check_in_never_shows_the_list_of_players_first(view: EventView) -> None:
    """It would be made, laid out and read for nothing."""
    view.show_page(DeskPage.PLAYERS)
    page = view.page
    assert isinstance(page, PlayersPage)
    view.show_page(DeskPage.STANDINGS)
    shown = ShownParts()
    page.table.installEventFilter(shown)
    view.show_page(DeskPage.CHECK_IN)
    assert page.check_in.isVisible()
    assert shown.count == 0
    view.show_page(DeskPage.STANDINGS)
    view.show_page(DeskPage.PLAYERS)
    assert shown.count == 1


def test_a_page_is_not_resized_when_it_is_shown_again(view: EventView) -> None:
    """Tabs above some pages would else have each page laid out twice on its way back."""
    pages = (DeskPage.PLAYERS, DeskPage.EVENT, DeskPage.FORMAT, DeskPage.STANDINGS)
    for page in pages:
        view.show_page(page)
        QApplication.processEvents()
    sizes = Sizes()
    for page in pages:
        view.made[page].installEventFilter(sizes)
    for page in (*pages, *reversed(pages)):
        view.show_page(page)
        QApplication.processEvents()
    assert sizes.count == 0


def test_each_tab_keeps_its_own_keyboard_focus(view: EventView, qtbot: QtBot) -> None:
    view.show_page(DeskPage.PLAYERS)
    page = view.page
    assert isinstance(page, PlayersPage)
    qtbot.waitUntil(page.entry.name.hasFocus)
    view.show_page(DeskPage.EVENT)
    before = QApplication.focusWidget()
    assert has_keyboard(view.made[DeskPage.EVENT])
    view.show_page(DeskPage.FORMAT)
    assert has_keyboard(view.made[DeskPage.FORMAT])
    view.show_page(DeskPage.PLAYERS)
    view.show_page(DeskPage.EVENT)
    assert QApplication.focusWidget() is before
    (heads,) = view.findChildren(PlaceTabs)
    heads.tabs.setFocus()
    qtbot.keyClick(heads.tabs, Qt.Key.Key_Right)
    assert view.page_shown is DeskPage.FORMAT
    assert heads.tabs.hasFocus()


def test_the_empty_now_page_names_the_next_step_and_its_button_goes_there(
    view: EventView, qtbot: QtBot
) -> None:
    do(view.client, qtbot, CheckIn((6,)), DrawRound(7), PublishRound(), StartRound(1))
    page = now_page(view)
    qtbot.waitUntil(lambda: page.title.text() == "Nothing needs you")
    assert page.quiet.isVisible()
    assert page.quiet.text().startswith("Next: ")
    qtbot.mouseClick(page.next_button, LEFT)
    assert isinstance(view.page, RoundPage)


def test_while_nothing_needs_attention_the_next_step_is_shown_only_once(
    view: EventView, qtbot: QtBot, window: MainWindow
) -> None:
    """It stood in two cards, and a third one said that no clock was running."""
    page = now_page(view)
    do(view.client, qtbot, CheckIn((6,)))
    qtbot.waitUntil(lambda: page.title.text() == "Nothing needs you")
    said = [part.text() for part in page.findChildren(QLabel) if part.isVisible()]
    assert sum("Round 1 at" in words for words in said) == 1
    assert "Likely last to finish" not in said
    assert page.day.isVisible()
    do(view.client, qtbot, DrawRound(7), PublishRound(), StartRound(1))
    do(view.client, qtbot, StartClock(1, Side.RED))
    qtbot.waitUntil(page.cards[2].isVisible)
    assert page.cards[2].caption.text() == "Likely last to finish"


def test_the_next_step_is_done_in_place_unless_a_draw_must_be_reviewed_first(
    view: EventView, qtbot: QtBot, window: MainWindow
) -> None:
    """From any page by one key; a draw is looked over before it is public."""
    state = view.client.state
    page = now_page(view)
    do(view.client, qtbot, CheckIn((6,)))
    qtbot.waitUntil(lambda: page.next_button.text() == "Draw round 1")
    qtbot.mouseClick(page.next_button, LEFT)
    assert isinstance(view.page, RoundPage)
    qtbot.waitUntil(lambda: stage(view) is Stage.DRAWN)
    assert state is not view.client.state
    page = now_page(view)
    qtbot.waitUntil(lambda: page.next_button.text() == "Review round 1")
    window.step.trigger()
    assert isinstance(view.page, RoundPage)
    header = view.page.header
    qtbot.waitUntil(lambda: header.next.text() == "&Publish round 1")
    window.step.trigger()
    qtbot.waitUntil(lambda: stage(view) is Stage.PUBLISHED)
    view.show_page(DeskPage.PLAYERS)
    window.step.trigger()
    qtbot.waitUntil(lambda: stage(view) is Stage.STARTED)
    qtbot.waitUntil(lambda: "Finish" in header.next.text().replace("&", ""))
    window.step.trigger()
    assert header.next.property("kind") != "primary"
    assert stage(view) is Stage.STARTED, "no result is in yet"


def stage(view: EventView) -> Stage | None:
    latest = view.client.state.latest
    return latest.stage if latest else None


def test_copied_players_can_be_pasted_on_the_now_page(
    view: EventView, qtbot: QtBot, qapp: QApplication
) -> None:
    page = now_page(view)
    qapp.clipboard().setText("Name\tClub\nGus\tRavens\nHal\tRavens")
    page.setFocus()
    when_asked(RosterDialog, lambda dialog: dialog.accept())
    page.paste_wanted.emit()
    qtbot.waitUntil(lambda: len(view.client.state.players) == 8)
    assert isinstance(view.page, PlayersPage)


def test_a_judge_call_is_listed_first_and_counted_on_every_page_until_it_is_resolved(
    view: EventView, qtbot: QtBot
) -> None:
    do(view.client, qtbot, DrawRound(7), PublishRound(), StartRound(1), CheckIn((6,)))
    page = now_page(view)
    qtbot.waitUntil(lambda: [row.title.text() for row in rows(page)] == ["Flo"])
    view.show_page(DeskPage.HISTORY)
    do(view.client, qtbot, StartClock(1, Side.RED), CallJudge(1, None))
    count = rail(view, "Now").count
    qtbot.waitUntil(lambda: count.isVisible() and count.text() == "2")
    assert "2 things need you" in rail(view, "Now").accessibleName()
    page = now_page(view)
    qtbot.waitUntil(lambda: len(rows(page)) == 2)
    judge, late = rows(page)
    assert (judge.chip.text(), late.chip.text()) == ("Judge", "Not seated")
    assert judge.act.property("kind") == "primary"
    qtbot.mouseClick(judge.look, LEFT)
    assert isinstance(view.page, RoundPage)
    page = now_page(view)
    assert (judge.act.text(), judge.other.text()) == ("I’m on my way", "Judge is done")
    qtbot.mouseClick(judge.act, LEFT)
    qtbot.waitUntil(lambda: judge.about.text().startswith("You are on your way"))
    assert (judge.act.text(), judge.other.isVisible()) == ("Judge is done", False)
    qtbot.mouseClick(judge.act, LEFT)
    qtbot.waitUntil(lambda: [row.title.text() for row in rows(page)] == ["Flo"])
    (late,) = rows(page)
    assert late.act.text() == "Seat"
    qtbot.mouseClick(late.act, LEFT)
    qtbot.waitUntil(lambda: not rows(page))
    qtbot.waitUntil(lambda: not count.isVisible())


def test_the_row_of_absent_players_leads_to_check_in_and_recent_acts_are_below(
    view: EventView, qtbot: QtBot
) -> None:
    page = now_page(view)
    qtbot.waitUntil(lambda: len(rows(page)) == 1)
    (absent,) = rows(page)
    assert absent.about.text() == "Flo"

    def happened() -> bool:
        said = [part.text() for part in page.findChildren(QLabel) if part.isVisible()]
        return any("Ann" in words and "checked in" in words.lower() for words in said)

    qtbot.waitUntil(happened)
    qtbot.mouseClick(absent.act, LEFT)
    assert isinstance(view.page, PlayersPage)
    assert view.page.check_in.isVisible()


def test_a_rows_title_and_text_stay_close_together_beside_its_buttons(
    view: EventView, qtbot: QtBot
) -> None:
    do(view.client, qtbot, CheckIn((6,)), DrawRound(7), PublishRound(), StartRound(1))
    do(view.client, qtbot, StartClock(1, Side.RED), CallJudge(1, Side.RED))
    page = now_page(view)
    qtbot.waitUntil(lambda: bool(rows(page)))
    (row,) = rows(page)
    qtbot.waitUntil(lambda: row.width() > page.width() // 2)
    qtbot.waitUntil(lambda: row.height() < 2 * row.act.height())
    assert row.about.y() - row.title.geometry().bottom() < row.title.height()


def test_a_rows_long_text_is_uncut_at_every_width(qtbot: QtBot) -> None:
    about = "Anna Świętochłowska-Nowa wins by Assassination, CP 5–3, AP 75–48. " * 2
    choices = (Choice("Enter the result"), Choice("Decline"))
    need = Need(NeedKind.REPORT, 1, "Table 1", about, NeedPlace.TABLE, choices=choices, game=1)
    row, around = NeedRow(need, lambda _need, _choice: None, lambda _need: None), QWidget()
    column_of(row, Stretch(1), on=around)
    qtbot.addWidget(around)
    row.show_need(need, 0, "here", first=True)
    around.show()
    for wide in range(around.minimumSizeHint().width(), 1000, 10):
        around.resize(wide, 400)
        qtbot.waitUntil(lambda: not cut_texts(around))


def test_on_a_low_screen_open_tasks_come_before_recent_acts(
    view: EventView, qtbot: QtBot, window: MainWindow
) -> None:
    do(view.client, qtbot, CheckIn((6,)), DrawRound(7), PublishRound(), StartRound(1))
    do(view.client, qtbot, StartClock(1, Side.RED), CallJudge(1, Side.RED))
    window.resize(911, 464)
    page = now_page(view)
    qtbot.waitUntil(lambda: bool(rows(page)))
    (row,) = rows(page)
    qtbot.waitUntil(lambda: is_in_sight(row.act))


def test_buttons_with_long_names_are_uncut_on_a_narrow_page(qtbot: QtBot) -> None:
    """Below each other where two of them have no room beside each other."""
    choices = tuple(Choice(f"Rule for {name} Świętochłow…") for name in ("Magda", "Katarzyna"))
    need = Need(
        NeedKind.DISPUTE, 1, "Table 1", "They differ.", NeedPlace.HERE, choices=choices, game=1
    )
    row, around = NeedRow(need, lambda _need, _choice: None, lambda _need: None), QWidget()
    column_of(row, Stretch(1), on=around)
    qtbot.addWidget(around)
    row.show_need(need, 0, "here", first=True)
    around.show()
    beside = row.act.sizeHint().width() + row.other.sizeHint().width()
    assert around.minimumSizeHint().width() < beside
    for wide in (*range(around.minimumSizeHint().width(), 1000, 10), 500, 900, 400):
        around.resize(wide, 400)
        qtbot.waitUntil(lambda: not cut_texts(around))


def test_a_wide_page_shows_the_day_card_beside_the_open_tasks(
    view: EventView, qtbot: QtBot, window: MainWindow
) -> None:
    do(view.client, qtbot, DrawRound(7), PublishRound(), StartRound(1), CheckIn((6,)))
    page = now_page(view)
    qtbot.waitUntil(lambda: bool(rows(page)))
    assert not page.day.isVisible()
    assert page.cards[0].y() == page.cards[1].y()
    window.resize(1920, 1050)

    def said() -> set[str]:
        return {part.text() for part in page.day.findChildren(QLabel) if part.isVisible()}

    qtbot.waitUntil(lambda: {"Round 1", "under way", "Standings and awards"} <= said())
    assert page.cards[0].x() == page.cards[1].x()
    corner = QPoint(0, 0)
    assert page.cards[0].mapTo(page, corner).x() > rows(page)[0].mapTo(page, corner).x()
    (row,) = rows(page)
    below = page.recent.mapTo(page, corner).y() - row.mapTo(page, QPoint(0, row.height())).y()
    assert below < 100, "what happened begins where the list of what waits ends"
    window.resize(1366, 740)
    qtbot.waitUntil(lambda: not page.day.isVisible())
    qtbot.waitUntil(lambda: page.cards[0].y() == page.cards[1].y())


def test_the_recent_acts_card_is_no_taller_than_its_lines_and_shows_as_many_as_fit(
    view: EventView, qtbot: QtBot, window: MainWindow
) -> None:
    """At 1,080 pixels twenty lines stood in a card that was empty below them."""
    page = now_page(view)
    window.resize(1920, 1050)

    def lines() -> list[QWidget]:
        return [time for time, _words in page.recent.lines if time.isVisible()]

    qtbot.waitUntil(lambda: page.recent.height() < 300 and len(lines()) > 2)
    assert page.recent.height() <= len(lines()) * (lines()[0].height() + Space.XS)
    window.resize(1366, 740)
    qtbot.waitUntil(lambda: page.cards[0].y() == page.cards[1].y())
    qtbot.waitUntil(lambda: page.cards[0].height() < 120)
    window.resize(1920, 1050)
    do(view.client, qtbot, *(AddPlayers((Entry(f"Player {n}"),)) for n in range(30)))
    qtbot.waitUntil(lambda: len(lines()) > 25)
    assert all(map(is_in_sight, lines()))


def test_on_a_small_screen_the_latest_act_is_visible_beside_an_open_task(
    view: EventView, qtbot: QtBot
) -> None:
    do(view.client, qtbot, DrawRound(7), PublishRound(), StartRound(1), CallJudge(1, Side.RED))
    page = now_page(view)
    page.resize(787, 394)  # of 1366 × 768 pixels at 150 %
    qtbot.waitUntil(lambda: len(rows(page)) > 0)
    if len(rows(page)) == 1:
        assert page.recent.isVisible()
        assert is_in_sight(page.recent.lines[0][1])
