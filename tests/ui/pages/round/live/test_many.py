"""Several tables of the round's list chosen together."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.engine.acts.events import Record
from app.engine.acts.room import RoomAct
from app.engine.acts.table import StartClock
from app.engine.side import Pair, Side
from app.ui.clients.desk import DeskClient
from app.ui.pages.round.live.many_dialogs import GiveTimeDialog, StartDialog, WaitingGame
from app.ui.pages.round.page import NOBODY_ASKS, RoundPage
from app.ui.widgets.screen import room_on_screen
from app.views.round.live import Order
from tests.events import MINUTE, Event
from tests.ui.asked import when_asked
from tests.ui.cut_text import cut_texts
from tests.ui.open_pages import PageOf

LEFT = Qt.MouseButton.LeftButton
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def started(event: Event, players: int, clocks: int) -> None:
    event.register(players)
    event.start()
    for number in sorted(event.state.games)[:clocks]:
        event.do(StartClock(number, Side.RED))


def ticking(event: Event) -> list[int]:
    return sorted(game.table for game in event.state.games.values() if game.play.ticking)


def shown(client: DeskClient, page_of: PageOf) -> tuple[RoundPage, list[str]]:
    """The page with its tables by number, and what it notes."""
    page = page_of(RoundPage)
    page.live.tables.show_order(Order.TABLE)
    notes: list[str] = []
    client.described.connect(notes.append)
    client.noted.connect(notes.append)
    return page, notes


def click(page: RoundPage, qtbot: QtBot, row: int, keys: Qt.KeyboardModifier) -> None:
    tables = page.live.tables
    place = tables.visualRect(tables.model().index(row, 0)).center()
    qtbot.mouseClick(tables.viewport(), LEFT, keys, QPoint(place))


def test_tables_chosen_with_ctrl_and_shift_are_paused_together(
    event: Event, client: DeskClient, page_of: PageOf, qtbot: QtBot
) -> None:
    started(event, 12, clocks=5)
    page, notes = shown(client, page_of)
    click(page, qtbot, 0, Qt.KeyboardModifier.NoModifier)
    assert page.live.panel.isVisible()
    click(page, qtbot, 2, CTRL)
    click(page, qtbot, 5, CTRL)
    many = page.live.many
    assert many.title.text() == "3 tables"
    assert not page.live.panel.isVisible()
    pause = many.acts[RoomAct.PAUSE]
    assert pause.text() == "Pause at 2 tables"
    assert pause.toolTip() == "Left out: table 6. The clock is not started."
    qtbot.mouseClick(pause, LEFT)
    qtbot.waitUntil(lambda: bool(notes))
    assert notes == ["Clocks paused at 2 tables. Left out: table 6. The clock is not started."]
    assert ticking(event) == [2, 4, 5]
    click(page, qtbot, 3, SHIFT)
    assert sorted(page.live.tables.chosen_games) == [1, 3, 4, 5, 6]
    assert many.title.text() == "5 tables"
    click(page, qtbot, 1, Qt.KeyboardModifier.NoModifier)
    assert page.live.panel.isVisible()
    assert not many.isVisible()


def test_64_tables_are_paused_by_a_click_and_resumed_by_another(
    event: Event, client: DeskClient, page_of: PageOf, qtbot: QtBot
) -> None:
    started(event, 128, clocks=64)
    page, notes = shown(client, page_of)
    hall = page.live.hall
    fresh: list[Record] = []
    client.changed.connect(lambda change: fresh.extend(change.fresh))
    for button, left in ((hall.pause, 0), (hall.resume, 64)):
        fresh.clear()
        notes.clear()
        qtbot.mouseClick(button, LEFT)
        qtbot.waitUntil(lambda: bool(notes))
        assert len(ticking(event)) == left
        assert len(fresh) == 1 + 64
        assert {row.act for row in fresh} == {fresh[0].seq}


def test_the_keyboard_can_choose_all_tables_and_esc_reduces_the_choice_to_one(
    event: Event, client: DeskClient, page_of: PageOf, qtbot: QtBot
) -> None:
    started(event, 8, clocks=4)
    page, _ = shown(client, page_of)
    tables = page.live.tables
    tables.setFocus()
    tables.choose(event.game(1).number)
    qtbot.keyClick(tables, Qt.Key.Key_A, CTRL)
    assert len(tables.chosen_games) == 4
    qtbot.mouseClick(page.live.many.acts[RoomAct.PAUSE], LEFT)
    qtbot.waitUntil(lambda: ticking(event) == [])
    assert len(tables.chosen_games) == 4  # they stay chosen when the list is drawn anew
    qtbot.waitUntil(page.live.many.acts[RoomAct.RESUME].isVisible)
    qtbot.keyClick(tables, Qt.Key.Key_Escape)
    assert len(tables.chosen_games) == 1
    qtbot.keyClick(tables, Qt.Key.Key_Down, SHIFT)
    assert len(tables.chosen_games) == 2
    assert page.live.many.title.text() == "2 tables"


def test_clocks_are_started_in_one_act_if_it_is_known_who_goes_first(
    event: Event, client: DeskClient, page_of: PageOf, qtbot: QtBot
) -> None:
    started(event, 8, clocks=1)
    page, notes = shown(client, page_of)
    hall = page.live.hall
    action = hall.acts[RoomAct.START]
    qtbot.waitUntil(action.isEnabled)
    assert action.text() == "&Start at 3 tables…"

    def answer(dialog: StartDialog) -> None:
        assert dialog.start.text() == "Ask at all tables"
        game = sorted(dialog.choices)[0]
        qtbot.mouseClick(dialog.choices[game].blue, LEFT)
        assert dialog.start.text() == "&Start 1 clock"
        qtbot.mouseClick(dialog.choices[game].blue, LEFT)
        assert dialog.firsts == {}
        dialog.choose_all(Side.RED)
        qtbot.mouseClick(dialog.choices[game].blue, LEFT)
        dialog.choose(sorted(dialog.choices)[2], None)
        assert dialog.start.text() == "&Start 2 clocks"
        qtbot.mouseClick(dialog.start, LEFT)

    when_asked(StartDialog, answer)
    action.trigger()
    qtbot.waitUntil(lambda: ticking(event) == [1, 2, 3])
    games = {game.table: game.play for game in event.state.games.values()}
    assert [games[table].first for table in (1, 2, 3)] == [Side.RED, Side.BLUE, Side.RED]
    qtbot.waitUntil(lambda: notes == ["Clocks started at 2 tables."])


def test_tables_are_asked_who_goes_first_if_the_organizer_gives_no_answer(
    event: Event, client: DeskClient, page_of: PageOf, qtbot: QtBot
) -> None:
    started(event, 4, clocks=0)
    page, notes = shown(client, page_of)
    action = page.live.hall.acts[RoomAct.START]
    qtbot.waitUntil(action.isEnabled)
    when_asked(StartDialog, lambda dialog: qtbot.mouseClick(dialog.start, LEFT))
    action.trigger()
    assert notes == [NOBODY_ASKS]
    when_asked(StartDialog, lambda dialog: qtbot.mouseClick(dialog.cancel, LEFT))
    action.trigger()
    assert len(notes) == 1
    assert ticking(event) == []


def test_the_side_a_chess_clock_reports_as_first_is_preselected(
    event: Event, client: DeskClient, page_of: PageOf, qtbot: QtBot
) -> None:
    started(event, 6, clocks=0)
    page, notes = shown(client, page_of)
    page.live.many.firsts = lambda: {2: Side.BLUE, 9: Side.RED}
    page.live.tables.selectAll()
    when_asked(StartDialog, lambda dialog: qtbot.mouseClick(dialog.start, LEFT))
    qtbot.mouseClick(page.live.many.acts[RoomAct.START], LEFT)
    qtbot.waitUntil(lambda: ticking(event) == [2])
    assert event.game(2).play.first is Side.BLUE
    qtbot.waitUntil(lambda: bool(notes))
    assert notes == [
        "Clocks started at 1 table. Left out: tables 1 and 3. The table is asked who goes first."
    ]


def test_time_is_given_to_both_players_of_the_chosen_tables(
    event: Event, client: DeskClient, page_of: PageOf, qtbot: QtBot
) -> None:
    started(event, 8, clocks=3)
    page, notes = shown(client, page_of)
    page.live.tables.selectAll()

    def answer(dialog: GiveTimeDialog) -> None:
        captions = dialog.findChildren(QLabel)
        assert "&Reason (needed)" in [label.text() for label in captions if label.isVisible()]
        assert not dialog.give.isEnabled()
        dialog.minutes.setValue(5)
        assert not dialog.give.isEnabled()
        qtbot.keyClicks(dialog.reason, "fire alarm")
        qtbot.mouseClick(dialog.give, LEFT)

    when_asked(GiveTimeDialog, answer)
    qtbot.mouseClick(page.live.many.acts[RoomAct.GIVE_TIME], LEFT)
    qtbot.waitUntil(lambda: bool(notes))
    assert notes == [
        "Time given to both players at 3 tables: fire alarm. Left out: table 4. The clock is not"
        " started."
    ]
    clock = event.state.games[1].play.clock
    assert clock is not None
    assert clock.remaining(Side.BLUE, event.timeline.now_ms()) == 65 * MINUTE


def test_one_button_opens_the_windows_of_all_chosen_tables(
    event: Event, client: DeskClient, page_of: PageOf, qtbot: QtBot
) -> None:
    started(event, 6, clocks=0)
    page, _ = shown(client, page_of)
    opened: list[int] = []
    page.open_table.connect(opened.append)
    page.live.tables.selectAll()
    qtbot.mouseClick(page.live.many.windows, LEFT)
    assert sorted(opened) == sorted(event.state.games)
    assert not page.live.many.terrain.isVisible()


def test_long_names_are_whole_in_the_dialog_starting_many_tables(qtbot: QtBot) -> None:
    """Names of relatives may differ at their ends only."""
    names = Pair(*(f"Maximilian Alexander Friedrich Hohen 00{n}" for n in (1, 2)))
    dialog = StartDialog([WaitingGame(1, 1, names)])
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.width() <= 900
    for side in Side:
        assert dialog.choices[1].of(side).text().endswith(names.of(side))
    assert cut_texts(dialog) == []


def test_endless_names_are_cut_in_the_dialog_starting_many_tables(qtbot: QtBot) -> None:
    names = Pair("W" * 40, "W" * 200)
    dialog = StartDialog([WaitingGame(1, 1, names)])
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.width() <= room_on_screen(dialog).width()
    assert cut_texts(dialog) == []


def test_names_in_the_dialog_starting_many_tables_are_left_aligned(qtbot: QtBot) -> None:
    names = (Pair("Bo", "Ana"), Pair("Maximilian of Hohenlohe", "Katarzyna Featherstone"))
    games = [WaitingGame(at, at, both) for at, both in enumerate(names, start=1)]
    dialog = StartDialog(games)
    qtbot.addWidget(dialog)
    dialog.show()
    for side in Side:
        first, second = (dialog.choices[game.game].of(side) for game in games)
        edges = {first_ink(part) for part in (first, second)}
        assert len(edges) == 1, side


def first_ink(part: QPushButton) -> int:
    """The first column of pixels in which the words of a button are painted."""
    image = part.grab().toImage()
    ground = image.pixel(image.width() // 2, 2)
    return next(
        x
        for x in range(image.width())
        for y in range(image.height())
        if image.pixel(x, y) != ground
    )
