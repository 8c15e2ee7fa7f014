"""A player or a table is found from wherever the organizer is."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.engine.acts.players import DropPlayer
from app.engine.acts.rounds import FinishRound
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.store.preferences import ThemeChoice
from app.ui.pages.event.page import EventPage
from app.ui.pages.players.page import PlayersPage
from app.ui.pages.round.page import RoundPage
from app.ui.shell.event_window import EventView
from app.ui.shell.find_box import FindBox
from app.ui.shell.main_window import MainWindow
from app.ui.shell.preferences import AppPreferences
from app.ui.shell.rail_button import RailButton
from app.ui.shell.settings_dialog import SettingsDialog
from app.ui.widgets.basics import is_in_sight
from app.ui.widgets.theme import current_theme
from app.views.event.finding import Find
from app.views.pages import DeskPage
from tests.ui.full_hall import show_played
from tests.ui.windows import CREATE, begin

Key = Qt.Key


@pytest.fixture
def view(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> EventView:
    """64 players in the third round, in the window of a small laptop."""
    file = tmp_path / "event.flagfall"
    window = show_played(qapp, file, 64)
    qtbot.addWidget(window, before_close_func=MainWindow.close_event)
    window.resize(1366, 768)
    with qtbot.waitExposed(window):
        window.show()
    with qtbot.waitSignal(window.opened):
        window.open_event(file)
    view = window.view
    assert view is not None
    qtbot.waitUntil(lambda: len(view.client.state.rounds) == 3)
    with qtbot.waitActive(window):
        window.activateWindow()
    return view


def find(view: EventView, typed: str, key: Qt.Key = Key.Key_F) -> list[str]:
    QTest.keyClick(view, key, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(view.find_box, typed)
    shown = view.find_box.list
    assert shown is not None
    assert shown.isVisible()
    return [shown.item(row).text() for row in range(shown.count())]


def test_typing_a_players_name_on_any_page_shows_their_table(view: EventView) -> None:
    state = view.client.state
    game = next(game for game in state.games_of(state.rounds[-1]) if 1 in game.players)
    red, blue = game.players.map(state.name)
    for page in (DeskPage.EVENT, DeskPage.PLAYERS, DeskPage.ROUND, DeskPage.HISTORY):
        view.show_page(page)
        assert find(view, "anna hohenlohe") == [
            f"{red}: table {game.table}, red, against {blue}"
            if game.players.red == 1
            else f"{blue}: table {game.table}, blue, against {red}"
        ], page
        QTest.keyClick(view.find_box, Key.Key_Escape)


def test_enter_goes_to_the_found_table_and_focuses_it(qtbot: QtBot, view: EventView) -> None:
    assert find(view, "17")[0].startswith("Table 17: ")
    QTest.keyClick(view.find_box, Key.Key_Return)
    page = view.page
    assert isinstance(page, RoundPage)
    chosen = page.live.tables.chosen_game
    assert chosen is not None
    assert view.client.state.games[chosen].table == 17
    assert page.live.tables.hasFocus()
    assert view.find_box.text() == ""


def test_arrow_keys_and_the_mouse_choose_among_several_results(
    qtbot: QtBot, view: EventView
) -> None:
    listed = find(view, "anna")
    assert len(listed) > 2
    QTest.keyClick(view.find_box, Key.Key_Down)
    shown = view.find_box.list
    assert shown is not None
    assert shown.currentRow() == 1
    with qtbot.waitSignal(view.find_box.chosen) as picked:
        place = shown.visualItemRect(shown.item(2)).center()
        QTest.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert picked.args is not None
    assert picked.args[0].words == listed[2]
    assert not shown.isVisible()


def test_finding_a_player_without_a_game_selects_them_on_the_players_page(
    qtbot: QtBot, view: EventView
) -> None:
    name = view.client.state.name(5)
    view.client.ask(FinishRound(), insist=True)
    view.client.ask(DropPlayer(5), insist=True)
    qtbot.waitUntil(lambda: view.client.state.players[5].status.name == "DROPPED")
    view.find_box.chosen.emit(Find(name, None, 5))
    page = view.page
    assert isinstance(page, PlayersPage)
    assert [row.number for row in page.table.chosen_rows] == [5]


def test_escape_returns_the_keyboard_focus_and_chooses_nothing(
    qtbot: QtBot, view: EventView
) -> None:
    view.show_page(DeskPage.PLAYERS)
    page = view.page
    assert isinstance(page, PlayersPage)
    page.table.setFocus()
    assert find(view, "zzz") == ["Nothing matches. Try fewer letters."]
    QTest.keyClick(view.find_box, Key.Key_Return)
    QTest.keyClick(view.find_box, Key.Key_Escape)
    assert page.table.hasFocus()
    assert view.page is page


def test_half_of_the_32_tables_are_visible_at_once_on_a_small_laptop(
    qtbot: QtBot, view: EventView
) -> None:
    view.show_page(DeskPage.ROUND)
    page = view.page
    assert isinstance(page, RoundPage)
    tables = page.live.tables
    qtbot.waitUntil(lambda: tables.model().rowCount() == 32)
    room, high = tables.viewport().height(), tables.rowHeight(0)
    assert room // high >= 16
    assert view.window().height() == 768


def test_a_long_event_name_does_not_shrink_the_find_box(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    name = "The Grand Steamroller Masters of the Northern Foundry and Friends in the Old Town"
    long = replace(CREATE, settings=replace(CREATE.settings, name=name))
    with qtbot.waitSignal(window.opened):
        window.create_event(tmp_path / "night.flagfall", long)
    view = window.view
    assert view is not None
    window.resize(1000, 700)
    title = view.header.name
    qtbot.waitUntil(lambda: title.text() == name and title.width() < title.sizeHint().width())
    assert view.find_box.width() == view.find_box.sizeHint().width()


def spoken(view: EventView) -> list[str]:
    """What a screen reader says of the lines."""
    shown = view.find_box.list
    assert shown is not None
    role = Qt.ItemDataRole.AccessibleTextRole
    return [shown.item(row).data(role) for row in range(shown.count())]


def test_ctrl_k_and_ctrl_f_open_the_same_box_which_shows_shortcuts(view: EventView) -> None:
    find(view, "print", Key.Key_K)
    assert "Print…, Ctrl+P" in spoken(view)
    assert view.find_box.hasFocus()
    QTest.keyClick(view.find_box, Key.Key_Escape)
    find(view, "print", Key.Key_F)
    assert "Print…, Ctrl+P" in spoken(view)


def test_the_find_box_finds_pages_acts_settings_and_the_manual(view: EventView) -> None:
    for typed, first in (
        ("stand", "Go to Standings, Ctrl+5"),
        ("dark", "Dark, View"),
        ("size of", "Size of everything, Setting"),
        ("backups", "Backups…, File"),
        ("house deci", "House decisions, Manual"),
        ("speciali", "Specialists, Format"),
        ("check-in", "Go to Check-in, Ctrl+3"),
    ):
        find(view, typed, Key.Key_K)
        assert first in spoken(view)
        QTest.keyClick(view.find_box, Key.Key_Escape)


def test_choosing_an_event_setting_focuses_its_field(view: EventView) -> None:
    view.show_page(DeskPage.HISTORY)
    find(view, "scenario wi", Key.Key_K)
    assert "Scenario win, Event" in spoken(view)
    place = spoken(view).index("Scenario win, Event")
    for _ in range(place):
        QTest.keyClick(view.find_box, Key.Key_Down)
    QTest.keyClick(view.find_box, Key.Key_Return)
    page = view.page
    assert isinstance(page, EventPage)
    assert page.form.lead.hasFocus()


def test_the_start_page_also_has_the_find_box(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    laptop = AppPreferences(qapp, tmp_path / "preferences.json")
    window = MainWindow(lambda _path, _new: pytest.fail("nothing is opened"), laptop)
    qtbot.addWidget(window)
    window.show()
    with qtbot.waitActive(window):
        window.activateWindow()
    qtbot.waitUntil(lambda: bool(window.start_page.findChildren(QShortcut)))
    QTest.keyClick(window, Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    box = next(box for box in window.start_page.findChildren(FindBox) if box.isVisible())
    assert box.hasFocus()
    QTest.keyClicks(box, "dark")
    shown = box.list
    assert shown is not None
    assert shown.isVisible()
    assert shown.item(0).text() == "Dark"
    QTest.keyClick(box, Key.Key_Return)
    assert current_theme().name == "dark"
    laptop.wear(ThemeChoice.LIGHT)


def test_misspelt_words_are_matched_if_nothing_fits_exactly(view: EventView) -> None:
    assert any(line.startswith("Anna Hohenlohe") for line in find(view, "ana hohenloe"))
    QTest.keyClick(view.find_box, Key.Key_Escape)
    assert "Go to Standings" in find(view, "standigns", Key.Key_K)


def test_enter_runs_the_act_and_returns_the_keyboard_focus(view: EventView) -> None:
    view.show_page(DeskPage.PLAYERS)
    page = view.page
    assert isinstance(page, PlayersPage)
    page.table.setFocus()
    find(view, "go to history", Key.Key_K)
    QTest.keyClick(view.find_box, Key.Key_Return)
    assert view.page is view.made[DeskPage.HISTORY]
    assert not view.find_box.text()
    assert not view.find_box.hasFocus()


def test_buttons_of_the_current_page_can_be_found_in_the_box(view: EventView) -> None:
    view.show_page(DeskPage.ROUND)
    page = view.page
    assert isinstance(page, RoundPage)
    wanted = page.header.next.text().replace("&", "")
    assert wanted in find(view, wanted, Key.Key_K)


def test_an_unavailable_act_says_why_and_is_not_run(view: EventView) -> None:
    redo = view.window()
    assert isinstance(redo, MainWindow)
    assert not redo.redo.isEnabled()
    find(view, "redo", Key.Key_K)
    assert spoken(view)[0] == "Redo, nothing to redo"
    QTest.keyClick(view.find_box, Key.Key_Return)
    assert view.find_box.text() == "redo", "it stays, as nothing was done"


def test_choosing_a_program_setting_opens_the_settings_with_its_field_focused(
    qtbot: QtBot, view: EventView, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []

    def leave(dialog: SettingsDialog) -> int:
        dialog.show()
        field = dialog.focusWidget()
        begun.append(field.accessibleName() or type(field).__name__ if field else "")
        begun.append(str(field is dialog.theme))
        dialog.close()
        return 0

    monkeypatch.setattr(SettingsDialog, "exec", leave)
    find(view, "colours", Key.Key_K)
    QTest.keyClick(view.find_box, Key.Key_Return)
    assert begun[1:] == ["True"]


def test_choosing_a_manual_heading_opens_the_manual_there(qtbot: QtBot, view: EventView) -> None:
    window = view.window()
    assert isinstance(window, MainWindow)
    find(view, "what can be connected", Key.Key_K)
    QTest.keyClick(view.find_box, Key.Key_Return)
    manual = window.manual
    assert manual is not None
    qtbot.waitUntil(manual.isVisible)
    assert manual.text.source().fileName() == "clocks.md"
    assert "connected" in manual.text.textCursor().block().text()
    manual.close()


@pytest.mark.parametrize("page", ["Event", "Players", "Standings", "History", "Round"])
def test_f2_enters_a_result_from_every_page(qtbot: QtBot, view: EventView, page: str) -> None:
    view.show_page(DeskPage(page))
    QTest.keyClick(view, Key.Key_F2)
    shown = view.page
    assert isinstance(shown, RoundPage)
    assert shown.desk.table.hasFocus()


def test_the_find_box_shows_its_shortcut_until_something_is_typed(view: EventView) -> None:
    box = view.find_box
    keys = [words for words in box.findChildren(QLabel) if words.isVisible()]
    assert [words.text() for words in keys] == ["Ctrl+K"]
    assert keys[0].geometry().right() <= box.width()
    find(view, "x")
    assert not keys[0].isVisible()
    assert box.accessibleName() == "Find anything"


def test_a_found_setting_is_scrolled_into_view_with_its_content_selected(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    """Also on a page that nobody has opened yet."""
    view = begin(qtbot, window, tmp_path / "setting.flagfall")
    qtbot.waitUntil(lambda: view.client.state.settings is not None)
    view.find_box.begin()
    QTest.keyClicks(view.find_box, "Rounds")
    QTest.keyClick(view.find_box, Qt.Key.Key_Return)
    page = view.page
    assert isinstance(page, EventPage)
    field = page.form.rounds
    qtbot.waitUntil(lambda: field.hasFocus() and is_in_sight(field))
    QTest.keyClicks(field, "4")
    assert field.value() == 4
    qtbot.waitUntil(page.apply.isVisible)


def test_typing_a_setting_and_a_number_sets_it_from_any_page(qtbot: QtBot, view: EventView) -> None:
    view.show_page(DeskPage.STANDINGS)
    assert "Rounds: 4" in find(view, "rounds 4", Key.Key_K)
    QTest.keyClick(view.find_box, Key.Key_Return)
    qtbot.waitUntil(lambda: settings_of(view).rounds == 4)
    assert view.page_shown is DeskPage.STANDINGS
    assert "Tables: 0" in find(view, "tables 0", Key.Key_K)


def settings_of(view: EventView) -> Settings:
    settings = view.client.state.settings
    assert settings is not None
    return settings


def test_a_number_the_setting_does_not_allow_is_not_offered(view: EventView) -> None:
    for typed in ("rounds 21", "army size 75", "name 4"):
        assert not [words for words in find(view, typed, Key.Key_K) if ": " in words], typed
        QTest.keyClick(view.find_box, Key.Key_Escape)


def test_the_find_box_is_cleared_when_it_loses_focus_within_the_window(view: EventView) -> None:
    """A look into another window is no leaving."""
    find(view, "An")
    QApplication.sendEvent(
        view.find_box,
        QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.ActiveWindowFocusReason),
    )
    assert view.find_box.text() == "An"
    view.setFocus(Qt.FocusReason.MouseFocusReason)
    assert view.find_box.text() == ""


@pytest.mark.parametrize("page", ["Now", "Event", "Standings", "History"])
def test_typing_a_digit_starts_a_result_on_every_page(
    qtbot: QtBot, view: EventView, page: str
) -> None:
    view.show_page(DeskPage(page))
    view.setFocus()
    QTest.keyClick(view, Key.Key_7)
    assert isinstance(view.page, RoundPage)
    assert view.page.desk.table.text() == "7"
    assert view.page.desk.isAncestorOf(QApplication.focusWidget())


def test_typing_a_digit_starts_a_result_while_the_rail_has_focus(
    qtbot: QtBot, view: EventView
) -> None:
    """As it has after a press there, or after the page before has gone."""
    places = [place for place in view.findChildren(RailButton) if place.text() == "Round"]
    for modifier in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier):
        qtbot.mouseClick(places[0], Qt.MouseButton.LeftButton)
        places[0].setFocus()
        QTest.keyClick(places[0], Key.Key_7, modifier)
        assert isinstance(view.page, RoundPage)
        assert view.page.desk.table.text() == "7"
        QTest.keyClick(view.page.desk, Key.Key_Escape)


def test_number_pad_keys_do_not_change_the_page(view: EventView) -> None:
    """It may be the plunger of a table."""
    view.show_page(DeskPage.STANDINGS)
    view.setFocus()
    QTest.keyClick(view, Key.Key_7, Qt.KeyboardModifier.KeypadModifier)
    assert view.page_shown is DeskPage.STANDINGS


def test_a_digit_typed_into_a_field_does_not_start_a_result(view: EventView) -> None:
    view.show_page(DeskPage.PLAYERS)
    assert isinstance(view.page, PlayersPage)
    view.page.entry.name.setFocus()
    QTest.keyClick(view.page.entry.name, Key.Key_7)
    assert view.page_shown is DeskPage.PLAYERS
    assert view.page.entry.name.text() == "7"


def test_clocks_are_paused_and_resumed_from_any_page(qtbot: QtBot, view: EventView) -> None:
    latest = view.client.state.latest
    assert latest is not None
    game = view.client.state.games_of(latest)[0].number
    assert ticks(view, game)
    view.show_page(DeskPage.PLAYERS)
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(view, Key.Key_P, both)
    qtbot.waitUntil(lambda: not ticks(view, game))
    QTest.keyClick(view, Key.Key_R, both)
    qtbot.waitUntil(lambda: ticks(view, game))
    assert view.page_shown is DeskPage.PLAYERS


def ticks(view: EventView, game: int) -> bool:
    return bool(view.client.state.games[game].play.ticking)
