"""Takes the manual's pictures again, into docs/screenshots.

    python -m tools.pictures.manual [--into folder] [names]

Without names, all pictures are taken. The pages of tablets and phones are taken in Chromium.
Nothing is shown on the screen.
"""

import base64
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, chdir, contextmanager
from pathlib import Path
from typing import Any

from PySide6.QtCore import QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.__main__ import SampleEvent, open_desk
from app.clock.hall.clock import Clock, Seat
from app.clock.ports.port import PortSettings
from app.emulators.lines.live import live_device
from app.emulators.lines.pty_line import PtyLine
from app.engine.acts.display import Slide
from app.engine.acts.players import Entry
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.table import Holding, ScoreTurn, StartClock, Tap
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.packet.keywords import AnnouncedKeyword
from app.engine.side import Side
from app.engine.table.game import Game
from app.engine.terrain.propose import propose
from app.reports.terrain_sheet import terrain_sheet
from app.store.packets.files import packets
from app.ui.clients.desk import DeskClient
from app.ui.display.window import DisplayWindow
from app.ui.pages.players.check_in.lists_dialog import ListsDialog
from app.ui.pages.round.live.table_dialog import TableDialog
from app.ui.printing.dialog import PrintDialog
from app.ui.printing.table_signs import draw_sheet
from app.ui.printing.terrain_pages import paint_sheet
from app.ui.screenshots import take_pictures
from app.ui.shell.main_window import MainWindow
from app.ui.shell.preferences import AppPreferences
from app.ui.table.sheets.scoring import ScoringPad
from app.ui.table.sounds import Sounds
from app.ui.table.window import TableWindow
from app.ui.widgets.theme import DARK, LIGHT, apply_theme, styled_application
from app.views.pages import DeskPage
from app.views.round.room_display import room_display
from app.views.time_of_day import clock_time
from app.web.server.addresses import sheets, table_address
from tests.events import MINUTE, Event, entries
from tests.screens import on_screen
from tests.team_events import team_event
from tests.ui.full_hall import play_event, show_event
from tests.web_page.chromium import Browser, Page
from tests.web_page.room import enter
from tools.pictures.few_colours import keep as keep_picture

FOLDERS = [Path(__file__).resolve().parents[2] / "docs" / "screenshots"]
"""The folders for pictures; the last one is used."""
SIZE = QSize(1366, 768)
SETTLE_MS = 400
PATIENCE_S = 60
CLOCKS, UNPLUGGED = 16, 5
HOUR_MS = 3_600_000
SHEET_WIDE, TERRAIN_WIDE = 700, 760
A4 = QSize(210, 297)
TERRAIN_SEED = 7
ELIMINATION = 4  # the number of its scenario
KHADOR = """Butcher 1; caster; 28; 1
Destroyer; jack; 14; 1
Juggernaut; jack; 12; 1
Marauder; jack; 10; 1
Iron Fang Pikemen; unit; 18; 10
Iron Fang Officer; attachment; 4; 1
Man-O-War Shocktroopers; unit; 15; 5
Winter Guard Infantry; unit; 15; 10
Battle Mechaniks; unit; 5; 4
War Dog; solo; 3; 1
Man-O-War Kovnik; solo; 5; 1"""


def wait_for(condition: Callable[[], object]) -> None:
    until_s = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > until_s:
            raise SystemExit("A window did not come to what the picture shows.")
        QApplication.processEvents()
        time.sleep(0.002)


def settle() -> None:
    QTest.qWait(SETTLE_MS)


def leave_field() -> None:
    """Take the keyboard away from every control, so that no control has a frame."""
    if focused := QApplication.focusWidget():
        focused.clearFocus()


def keep(image: QImage, name: str) -> None:
    keep_picture(image, FOLDERS[-1] / f"{name}.png")


@contextmanager
def folder() -> Iterator[Path]:
    # Chromium's children may still write into their profile.
    with tempfile.TemporaryDirectory(prefix="flagfall-", ignore_cleanup_errors=True) as made:
        yield Path(made)


@contextmanager
def event_of(settings: Settings, players: int) -> Iterator[Event]:
    with folder() as place:
        event = Event(place / "event.flagfall", settings)
        try:
            event.register(players)
            yield event
        finally:
            event.close()


@contextmanager
def client_of(event: Event) -> Iterator[DeskClient]:
    client = DeskClient(event.desk)
    acts = len(event.state.done)
    wait_for(lambda: len(client.state.done) == acts)
    yield client


def page_of(
    event: Event, name: str, choose: Callable[[Any], object] = lambda _page: None
) -> QImage:
    """Take a picture of a page of the main window, after ``choose`` has prepared the page."""
    with folder() as place:
        path = event.path
        window = show_event(application(), place, event)
        window.resize(SIZE)
        window.show()
        window.open_event(path)
        wait_for(lambda: window.view and window.view.client.state.settings)
        assert window.view is not None
        settle()
        window.view.show_page(DeskPage(name))
        settle()
        choose(window.view.page)
        leave_field()
        settle()
        image = window.grab().toImage()
        window.close_event()
        window.close()
    return image


def sample() -> None:
    """Take the sample event's pictures of the round, the check-in and a table."""
    with folder() as place:
        take_pictures(SampleEvent(), place, "live", open_desk=open_desk)
        for name in ("round", "check-in", "table"):
            keep(QImage(str(place / f"live-{name}-light.png")), name)
    apply_theme(application(), LIGHT)


def board() -> None:
    """Take the picture of a large hall as cards."""
    with folder() as place:
        event = play_event(place / "event.flagfall", 48, entries(48))
        keep(page_of(event, "Round", lambda page: page.live.show_board(board=True)), "board")


def wall() -> None:
    """Take the picture of the room display with the pairings of a round that was just published."""
    with folder() as place:
        event = Event(place / "event.flagfall")
        event.register(36)
        event.finish()
        event.draw(11)
        event.publish()
        application()
        window = DisplayWindow()
        window.show_display(room_display(event.state, clock_time))
        window.turn_to(Slide.BY_NAME)
        keep(window.grab().toImage(), "wall")
        window.close()
        event.close()


@contextmanager
def sample_window() -> Iterator[MainWindow]:
    """Open the sample event with all clocks and tablets of its room, and close it when the block
    ends. Yields the event's window.
    """
    with folder() as place:
        laptop = AppPreferences(application(), place / "preferences.json")
        window = MainWindow(open_desk, laptop, SampleEvent())
        window.show()
        window.open_sample()
        wait_for(lambda: window.sample_room and window.sample_room.is_complete)
        try:
            yield window
        finally:
            window.close_event()
            window.close()


def tablets() -> None:
    """Take the pictures of a table's page, the organizer's page and a player's phone."""
    with sample_window() as window, folder() as profile, Browser(profile) as browser:
        assert window.view is not None
        line = window.view.client.tablets
        assert line is not None
        base, pin = line.picture.address, line.picture.pin
        client = window.view.client
        wait_for(lambda: any(map(runs_here, client.state.games.values())))
        game = next(filter(runs_here, client.state.games.values()))
        secret = line.codes((game.table,))[game.table]
        phone = browser.open(line.page_code("room")[0], 360, 640)
        phone.until("window.room?.latest?.pairings.length > 0")
        phone.do("document.querySelector('input').focus()")
        phone.write(window.view.client.state.name(game.players.blue))
        phone.until("document.querySelector('.found')?.innerText.includes('Table')")
        keep(seen(phone), "tablet-phone")
        organizer = browser.open(line.page_code("eo")[0], 1280, 800)
        enter(organizer, pin)
        organizer.until("document.body.innerText.includes('Judge called')")
        keep(seen(organizer), "tablet-organizer")
        table = browser.open(table_address(base, game.table, secret), 800, 1280)
        table.until("window.table?.link?.state === 'in touch' && !!table.game()")
        line.switch_off()
        table.until("document.body.innerText.includes('Offline since')")
        keep(seen(table), "tablet-table")


def runs_here(game: Game) -> bool:
    return game.play.ticking and not game.play.clock_holds


def seen(page: Page) -> QImage:
    time.sleep(SETTLE_MS / 1000)
    shot = page.call("Page.captureScreenshot")
    return QImage.fromData(base64.b64decode(shot["data"]))


def tablet_sheet() -> None:
    base = "http://192.168.178.103:8437"
    (sheet,) = sheets(base, {12: "x7kqx7kqx7kqx7kqx7kqx7kq3n"})
    page = QSizeF(A4)
    image = paper(page * 10, SHEET_WIDE)
    painter = QPainter(image)
    painter.scale(SHEET_WIDE / (page.width() * 10), SHEET_WIDE / (page.width() * 10))
    draw_sheet(painter, page * 10, sheet, "Steamroller at the Old Town Hall", "")
    painter.end()
    keep(image, "tablet-sheet")


def terrain() -> None:
    with event_of(Settings("Foundry Open", "sr2014", 50, 5, timing="death-clock"), 8) as event:
        for command in (DrawRound(7, ELIMINATION), PublishRound(), StartRound()):
            event.do(command, insist=True)
        packet = packets()["sr2014"]
        scenario = next(one for one in packet.scenarios if one.number == ELIMINATION)
        layout = propose(packet.terrain, scenario, TERRAIN_SEED)
        sheet = terrain_sheet(3, scenario, layout)
        page = QSizeF(A4) * TERRAIN_WIDE / A4.width()
        image = paper(page, TERRAIN_WIDE)
        painter = QPainter(image)
        edge = TERRAIN_WIDE // 20
        area = QRectF(edge, edge, page.width() - 2 * edge, page.height() - 2 * edge)
        paint_sheet(painter, area, sheet)
        painter.end()
        keep(image, "terrain")


def printing() -> None:
    with event_of(Settings("Foundry Open", "sr2017", 75, 20_261_121), 32) as event:
        event.finish()
        event.start()
        with client_of(event) as client:
            dialog = PrintDialog(client, "slips")
            dialog.show()
            settle()
            keep(dialog.grab().toImage(), "printing")
            dialog.done(0)


def paper(page: QSizeF, wide: int) -> QImage:
    image = QImage(wide, round(wide * page.height() / page.width()), QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    return image


def clocks() -> None:
    """Take the picture of a room of DCLK clocks, one of which is unplugged."""
    numbers = range(1, CLOCKS + 1)
    urls = [f"emu://dclk?uid={number:08X}&name=T{number:02}" for number in numbers]
    with folder() as place, ExitStack() as plugged:
        plugged.enter_context(chdir(place))  # a port's name then has no folder
        lines = [
            plugged.enter_context(PtyLine(live_device(url), Path(f"ttyUSB{at}")))
            for at, url in enumerate(urls)
        ]
        addresses = [pty_line.name for pty_line in lines]
        path = place / "event.flagfall"
        now_ms = time.time_ns() // 1_000_000
        event = Event(path, Settings("Foundry Open", "sr2017", 75, 5), began_ms=now_ms)
        event.register(2 * CLOCKS)
        event.start()
        event.close()
        laptop = AppPreferences(application(), place / "preferences.json")
        window = MainWindow(open_desk, laptop)
        window.resize(SIZE)
        window.show()
        window.open_event(path)
        wait_for(lambda: window.view and window.view.client.state.settings)
        assert window.view is not None
        line = window.view.client.clocks
        assert line is not None
        for address in addresses:
            line.room.wish(address, PortSettings(True, "dclk"))
            line.room.add(address, address)
        wait_for(lambda: sum(clock.online for clock in line.picture.clocks) == CLOCKS)
        ports = {port.info.name: port.clock for port in line.picture.ports}
        for table, address in enumerate(addresses, 1):
            line.room.seat(ports[address], Seat(table))
        wait_for(lambda: all(clock.seat for clock in line.picture.clocks))
        line.room.set_for_round()
        wait_for(lambda: all(times(clock) == HOUR_MS for clock in line.picture.clocks))
        lines[UNPLUGGED].unplug()
        wait_for(lambda: sum(clock.online for clock in line.picture.clocks) < CLOCKS)
        window.view.show_page(DeskPage.CLOCKS)
        settle()
        window.view.page.list.choose([UNPLUGGED])
        leave_field()
        settle()
        keep(window.grab().toImage(), "clocks")
        window.close_event()
        window.close()


def times(clock: Clock) -> int | None:
    return clock.reading.left_ms if clock.reading else None


def draw_review() -> None:
    with event_of(Settings("Foundry Open", "sr2017", 75, 5), 11) as event:
        for _ in range(3):
            event.finish()
        event.draw()
        keep(
            page_of(event, "Round", lambda page: page.review.why.list.setCurrentRow(0)),
            "draw-review",
        )


def team_draw() -> None:
    """Take the picture of a draw of teams. `tools/pictures/teams.py` takes the other pages of such
    an event.
    """
    with folder() as place:
        event = team_event(place / "event.flagfall", 12, short=1)
        event.finish()
        event.finish()
        event.draw(11)
        keep(
            page_of(event, "Round", lambda page: page.review.why.list.setCurrentRow(0)),
            "team-draw",
        )


def format_builder() -> None:
    keywords = (
        AnnouncedKeyword("divide-and-conquer", (2,)),
        *tuple(map(AnnouncedKeyword, ("specialists", "basic-painting", "assassin"))),
    )
    with event_of(Settings("Ides of March", "sr2015", 50, 5, variants=keywords), 16) as event:
        keep(page_of(event, "Format"), "format-builder")


def army_list() -> None:
    with event_of(Settings("Foundry Open", "sr2017", 75, 5), 4) as event:
        player = replace(event.state.players[2], entry=Entry("Bartek Smith", "Ravens", "Khador"))
        players = {**event.state.players, 2: player}
        dialog = ListsDialog(replace(event.state, players=players), 2)
        form = dialog.forms[0]
        form.name.setText("Red tide")
        form.faction.setText("Khador")
        form.texts[0].setPlainText(KHADOR)
        form.objective.setCurrentIndex(1)
        dialog.resize(1120, 640)
        dialog.show()
        settle()
        leave_field()
        settle()
        keep(dialog.grab().toImage(), "army-list")
        dialog.done(0)


def turns(event: Event, count: int) -> None:
    """End ``count`` phases and turns of table 1, each after a minute."""
    for _ in range(count):
        event.move_by(MINUTE)
        play = event.state.games[1].play
        event.do(Tap(1, play.owner))
        following = event.state.games[1].play
        if following.awaits_start or not following.ticking:
            event.do(Tap(1, play.owner.other))  # a turn whose time waits for its player


def scenario_map() -> None:
    with event_of(Settings("Foundry Open", "sr2014", 50, 5, timing="death-clock"), 2) as event:
        for command in (DrawRound(7, ELIMINATION), PublishRound(), StartRound()):
            event.do(command, insist=True)
        event.do(StartClock(1, Side.RED))
        turns(event, 9)
        step = event.state.games[1].play.step
        held = (Holding("zone-left", Side.BLUE), Holding("zone-right", Side.RED))
        event.do(ScoreTurn(1, None, step, held))
        with client_of(event) as client:
            dialog = TableDialog(client, 1, ScoringPad)
            dialog.resize(1366, 700)
            dialog.show()
            settle()
            keep(dialog.grab().toImage(), "scenario-map")
            dialog.done(0)


def turn_timing() -> None:
    with event_of(Settings("Foundry Open", "sr2015", 50, 5), 2) as event:
        event.start()
        event.do(StartClock(1, Side.RED))
        turns(event, 6)
        event.move_by(221_000)
        apply_theme(application(), DARK)
        with client_of(event) as client:
            window = TableWindow(client, 1, sounds=Sounds(lambda: None))
            window.resize(SIZE)
            window.show()
            settle()
            keep(window.grab().toImage(), "table-turn-timing")
            window.close()
        apply_theme(application(), LIGHT)


def application() -> QApplication:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return app


PICTURES = {
    made.__name__.replace("_", "-"): made
    for made in (
        sample,
        board,
        wall,
        clocks,
        tablets,
        tablet_sheet,
        terrain,
        printing,
        draw_review,
        team_draw,
        format_builder,
        army_list,
        scenario_map,
        turn_timing,
    )
}


def main(names: list[str]) -> int:
    if names[:1] == ["--into"]:
        FOLDERS.append(Path(names[1]))
        names = names[2:]
    unknown = set(names) - set(PICTURES)
    if unknown:
        print(f"There is no picture {', '.join(sorted(unknown))}. There are {', '.join(PICTURES)}.")
        return 2
    with folder() as place:
        os.environ |= {
            "QT_QPA_PLATFORM": on_screen("laptop"),
            "QT_LOGGING_RULES": "*.warning=false",
            "FLAGFALL_STATE": str(place),
        }
        take_all(names)
    return 0


def take_all(names: list[str]) -> None:
    app = styled_application(["flagfall"])
    apply_theme(app, LIGHT)
    for name, take in PICTURES.items():
        if not names or name in names:
            take()
            print(name, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
