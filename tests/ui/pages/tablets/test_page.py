"""The tablets page on a real desk, with the real server and, where it matters, a real tablet."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import aiohttp
import pytest
from msgspec import Struct, field
from PySide6.QtCore import QSizeF, Qt, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea
from pytestqt.qtbot import QtBot

from app.store.preferences import load_preferences
from app.ui.clients.desk import DeskClient
from app.ui.clients.tablets import Stage, TabletsClient
from app.ui.dialogs.confirm import InsistDialog
from app.ui.pages.round.page import RoundPage
from app.ui.pages.tablets.let_in_dialog import (
    CertificateDialog,
    LetInDialog,
    OrganizerCodeDialog,
    PhonesCodeDialog,
    TableCodeDialog,
)
from app.ui.pages.tablets.page import TabletsPage
from app.ui.printing.dialog import PrintDialog
from app.ui.printing.table_signs import draw_sheet
from app.ui.shell.preferences import AppPreferences
from app.web.protocol.seal import MARK_LETTERS, DeviceEnd, hash_secret
from app.web.server.http import TableLinks, read_pages
from app.web.server.presence import DeviceLink, TableLink
from tests.events import Event
from tests.ui.asked import when_asked


class Room(Struct, dict=True):
    qtbot: QtBot
    event: Event
    desk: DeskClient
    client: TabletsClient
    page: TabletsPage
    kept: list[tuple[bool, bool]] = field(default_factory=list)

    def register(self, count: int) -> None:
        """Register and check in players, and wait until the page knows them."""
        self.event.register(count)
        self.qtbot.waitUntil(lambda: self.desk.state == self.event.state)

    def on(self) -> None:
        self.press(self.page.on)
        self.qtbot.waitUntil(lambda: self.client.picture.stage is Stage.ON)

    def press(self, button: object) -> None:
        self.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    def answer(self, *, insist: bool) -> None:
        """To the next question."""

        def look() -> None:
            dialog = QApplication.activeModalWidget()
            if isinstance(dialog, InsistDialog):
                (dialog.anyway if insist else dialog.leave).click()
            else:
                QTimer.singleShot(10, look)

        QTimer.singleShot(0, look)

    def status(self, path: str) -> int:
        async def fetch() -> int:
            url = f"{self.client.picture.addresses[-1]}/{path}"
            async with aiohttp.ClientSession() as session, session.get(url) as reply:
                return reply.status

        return asyncio.run(fetch())


@pytest.fixture
def room(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[Room]:
    event = Event(tmp_path / "event.flagfall")
    desk = DeskClient(event.desk)
    laptop = AppPreferences(qapp, tmp_path / "preferences.json")
    tablets = TabletsClient(
        event.desk, tmp_path / "event.flagfall", tmp_path, laptop.keep_tablets, port=0
    )
    desk.tablets = tablets
    page = TabletsPage(desk, tablets)
    for tablet in (desk, tablets):
        tablet.setParent(page)
    qtbot.addWidget(page)
    page.resize(1198, 698)
    page.show()
    yield Room(qtbot, event, desk, tablets, page)
    tablets.stop()
    event.close()


def test_the_tablet_server_is_off_until_switched_on_and_can_be_switched_off_again(
    room: Room, tmp_path: Path
) -> None:
    assert room.client.picture.stage is Stage.OFF
    assert room.page.on.isVisible()
    room.on()
    assert room.page.off.isVisible()
    assert {room.status(path) for path in ("", "eo", "room", "styles/table.css")} == {200}
    assert load_preferences(tmp_path / "preferences.json").tablets
    base = room.client.picture.addresses[-1]
    room.press(room.page.off)
    assert room.page.on.isVisible()
    assert not load_preferences(tmp_path / "preferences.json").tablets
    room.on()
    assert room.client.picture.addresses[-1].rsplit(":", 1)[0] == base.rsplit(":", 1)[0]


def test_a_port_that_is_already_in_use_is_reported(room: Room, tmp_path: Path) -> None:
    room.on()
    port = int(room.client.picture.addresses[-1].rsplit(":", 1)[1])
    second = TabletsClient(room.event.desk, tmp_path / "other", tmp_path, port=port)
    with room.qtbot.waitSignal(second.changed):
        second.switch_on()
    room.qtbot.waitUntil(lambda: second.picture.stage is Stage.OFF)
    assert "taken" in second.picture.fault
    second.stop()


def test_connecting_and_disconnecting_tablets_are_shown_in_the_list(
    room: Room, tmp_path: Path
) -> None:
    room.register(4)
    room.event.start()
    room.on()
    secret = room.client.sheets((1, 2))[0].address.rsplit("=", 1)[1]
    room.qtbot.waitUntil(lambda: len(room.page.list.rows) == 2)
    assert {row.state for row in room.page.list.rows} == {"No tablet"}
    assert room.page.panel.print.property("kind") == "primary"

    async def come_in(stay_s: Callable[[], bool]) -> None:
        async with aiohttp.ClientSession() as session:
            base = room.client.picture.addresses[-1]
            async with session.ws_connect(f"{base}/socket") as socket:
                told = await socket.receive_json()
                end = DeviceEnd(told["nonce"], told["key"], secret)
                hello = {"type": "hello", "version": 2, "role": "table", "table": 1,
                         "device": "tablet-one", "name": "Tab A7"}  # fmt: skip
                ping = {"type": "ping", "stamp_ms": 1, "battery": 12, "delay_ms": 8}
                start = {"number": 1, "game": room.event.game(1).number, "at_ms": 0,
                         "stamp_ms": 1, "act": {"type": "start_clock", "first": "red"}}  # fmt: skip
                marks = {"type": "marks", "left": 0, "marks": [start]}
                for message in (hello, ping, marks):
                    await socket.send_str(end.frame(json.dumps(message)))
                while stay_s():
                    with suppress(TimeoutError):
                        await socket.receive(0.05)

    staying = [True]
    thread = threading.Thread(target=lambda: asyncio.run(come_in(lambda: staying[0])))
    thread.start()
    room.qtbot.waitUntil(lambda: room.page.list.rows[0].battery == "12 %")
    first = room.page.list.rows[0]
    assert (first.table, first.state, first.name, first.delay) == (
        1,
        "Battery low",
        "Tab A7",
        "8 ms",
    )
    assert "1 of 2 tables connected" in room.page.counts.text()
    assert room.page.panel.print.property("kind") == "", "the signs are at the tables"
    staying[0] = False
    thread.join()
    room.qtbot.waitUntil(lambda: room.page.list.rows[0].held)
    room.page.list.choose([0])
    assert room.page.panel.let_go.isVisible()
    room.answer(insist=True)
    room.press(room.page.panel.let_go)
    room.qtbot.waitUntil(lambda: not room.page.list.rows[0].held)


def test_the_panel_is_wide_enough_for_buttons_with_long_translations(room: Room) -> None:
    panel = room.page.panel
    panel.renew.setText("Alle Codes für die Tische und die Handys ersetzen…")
    room.on()
    scroll = panel.findChild(QScrollArea)
    room.qtbot.waitUntil(lambda: scroll.widget().width() <= scroll.viewport().width())


def test_table_codes_stay_the_same_until_they_are_renewed(room: Room) -> None:
    room.register(4)
    room.on()
    first = [sheet.address for sheet in room.client.sheets((1, 2))]
    assert [sheet.address for sheet in room.client.sheets((1, 2))] == first
    assert room.client.unknown((1, 2)) == ()
    again = [sheet.address for sheet in room.client.sheets((2,), new=True)]
    assert again[0] != first[1]
    assert room.client.sheets((1,))[0].address == first[0]


def test_codes_from_an_earlier_day_are_renewed_only_if_the_organizer_agrees(
    room: Room,
) -> None:
    room.register(4)
    room.on()
    room.client.sheets((1, 2))
    keys = room.client._keys  # noqa: SLF001 - codes are hashed in the file
    assert keys is not None
    before = dict(keys.tables)
    room.client._show(issued={})  # noqa: SLF001 - as after a night
    room.answer(insist=False)
    room.press(room.page.panel.print)
    assert keys.tables == before
    seen: list[tuple[str, int]] = []
    room.answer(insist=True)
    when_asked(PrintDialog, lambda dialog: seen.append((dialog.kind.key, dialog.preview.pages)))
    room.press(room.page.panel.print)
    assert set(keys.tables.values()).isdisjoint(before.values())
    assert seen == [("signs", 3)]


def test_the_pin_is_shown_on_request_and_can_be_renewed(room: Room) -> None:
    room.on()
    first = room.client.picture.pin
    assert len(first) == 6
    panel = room.page.panel
    assert panel.pin.text() == "••• •••"
    room.press(panel.show_pin)
    assert panel.pin.text() == f"{first[:3]} {first[3:]}"
    room.press(panel.new_pin)
    second = room.client.picture.pin
    assert second != first
    assert panel.pin.text() == f"{second[:3]} {second[3:]}"
    room.page.hide()
    room.page.show()
    assert panel.pin.text() == "••• •••"


def test_over_tls_the_page_and_the_sheet_show_the_certificate_fingerprint(
    room: Room, tmp_path: Path
) -> None:
    room.register(4)
    room.page.secure.setChecked(True)
    room.on()
    picture = room.client.picture
    assert all(address.startswith("https://") for address in picture.addresses)
    assert picture.fingerprint[:23] in room.page.panel.fingerprint.text()
    assert room.client.sheets((1,))[0].fingerprint == picture.fingerprint
    assert load_preferences(tmp_path / "preferences.json").tablets_secure


def test_every_sheet_of_codes_says_when_it_was_printed(room: Room, tmp_path: Path) -> None:
    room.register(4)
    room.page.secure.setChecked(True)
    room.on()
    for sheet in (*room.client.sheets((1,)), room.client.room_sheet()):
        drawing = QSvgGenerator()
        drawing.setFileName(str(tmp_path / "sheet.svg"))
        painter = QPainter(drawing)
        draw_sheet(painter, QSizeF(2100, 2970), sheet, "Open", "Printed on Sunday")
        painter.end()
        assert "Printed on Sunday" in (tmp_path / "sheet.svg").read_text("utf-8")


def test_the_sign_explains_how_to_reopen_a_page_that_failed_to_load(
    room: Room, tmp_path: Path
) -> None:
    room.register(4)
    room.on()
    drawing = QSvgGenerator()
    drawing.setFileName(str(tmp_path / "sheet.svg"))
    painter = QPainter(drawing)
    draw_sheet(painter, QSizeF(2100, 2970), room.client.sheets((1,))[0], "Open", "")
    painter.end()
    assert "open it in a new tab" in (tmp_path / "sheet.svg").read_text("utf-8")


def test_the_sign_for_phones_says_that_players_can_sign_in(room: Room, tmp_path: Path) -> None:
    room.register(4)
    room.on()
    drawing = QSvgGenerator()
    drawing.setFileName(str(tmp_path / "sheet.svg"))
    painter = QPainter(drawing)
    draw_sheet(painter, QSizeF(2100, 2970), room.client.sheets((0,))[0], "Open", "")
    painter.end()
    drawn = (tmp_path / "sheet.svg").read_text("utf-8")
    assert "Players can sign in there" in drawn
    assert "ead only" not in drawn


def test_the_https_option_explains_what_others_on_the_wifi_can_read(room: Room) -> None:
    shown = [text.text() for text in room.page.findChildren(QLabel) if text.isVisible()]
    assert any("anyone on the Wi-Fi can read names" in words for words in shown)


def test_a_table_whose_tablet_has_not_reconnected_is_awaited(room: Room) -> None:
    assert not room.client.is_awaited(1)
    room.on()
    assert room.client.is_awaited(1)
    link = TableLink((DeviceLink("a", joined=1),))
    room.client._take_links(TableLinks({1: link}, frozenset(), ()))  # noqa: SLF001 - no tablet here
    assert not room.client.is_awaited(1)
    assert room.client.is_awaited(2)


def test_the_desk_can_admit_a_device_with_a_one_time_code(room: Room) -> None:
    room.on()
    made = room.client.let_in()
    assert made is not None
    address, modules = made
    assert "/eo#key=" in address
    assert "&pass=" in address
    dialog = LetInDialog(address, modules, room.page)
    assert dialog.address.text() == address
    picture = dialog.code.pixmap().toImage()
    colours = {picture.pixelColor(x, 150).name() for x in range(picture.width())}
    assert colours == {"#000000", "#ffffff"}
    room.press(room.page.off)
    room.qtbot.waitUntil(lambda: room.client.let_in() is None)


def test_a_chosen_tables_buttons_are_visible_on_a_low_screen(room: Room) -> None:
    room.register(4)
    room.event.start()
    room.on()
    room.page.resize(1198, 500)
    panel = room.page.panel
    room.qtbot.waitUntil(lambda: len(room.page.list.rows) == 2)
    room.page.list.choose([1])
    for made in (panel.code, panel.show_code):
        room.qtbot.waitUntil(lambda made=made: made.visibleRegion().boundingRect() == made.rect())
    panel.findChild(QScrollArea).verticalScrollBar().setValue(0)
    room.page.show_tablets()
    assert panel.code.visibleRegion().isEmpty()


def test_table_and_page_codes_are_shown_large_on_request(room: Room) -> None:
    room.register(4)
    room.event.start()
    room.on()
    base, panel = room.client.picture.address, room.page.panel
    room.qtbot.waitUntil(lambda: len(room.page.list.rows) == 2)
    room.page.list.choose([0])
    shown: list[str] = []

    def look(dialog: LetInDialog) -> None:
        shown.append(dialog.address.text())
        assert dialog.code.pixmap().width() >= 400
        room.qtbot.keyClick(dialog, Qt.Key.Key_Escape)
        assert not dialog.isVisible()

    for kind, button in (
        (TableCodeDialog, panel.show_code),
        (OrganizerCodeDialog, panel.own_code),
        (PhonesCodeDialog, panel.phones_code),
    ):
        when_asked(kind, look)
        button.click()  # some are further down than the panel is tall
    assert shown[0].startswith(f"{base}/#table=1&secret=")
    mark = shown[1].removeprefix(f"{base}/eo#key=")
    assert len(mark) == MARK_LETTERS
    assert shown[2] == f"{base}/room#key={mark}"


def test_the_round_page_offers_a_tables_tablet_code_while_tablets_are_on(
    room: Room, qtbot: QtBot
) -> None:
    room.register(4)
    room.event.start()
    desk = DeskClient(room.event.desk)
    desk.tablets = room.client
    round_page = RoundPage(desk)
    desk.setParent(round_page)
    qtbot.addWidget(round_page)
    round_page.resize(1198, 690)
    round_page.show()
    qtbot.waitUntil(round_page.live.isVisible)
    game = room.event.game(2).number
    round_page.live.choose(game)
    words = [words for group in round_page.live.panel.menu() for words, _ in group]
    assert "Tablet code…" not in words
    room.on()
    round_page.live.choose(room.event.game(1).number)
    round_page.live.choose(game)
    choices = dict(choice for group in round_page.live.panel.menu() for choice in group)
    shown: list[str] = []
    when_asked(TableCodeDialog, lambda dialog: shown.append(dialog.windowTitle()))
    choices["Tablet code…"]()
    assert shown == ["Code of table 2"]
    refused: list[str] = []
    desk.refused.connect(refused.append)
    room.press(room.page.off)
    choices["Tablet code…"]()
    assert "Switch them on" in refused[0]


def test_the_certificate_code_is_shown_only_over_encrypted_connections(room: Room) -> None:
    room.on()
    assert not room.page.panel.certificate.isVisible()
    room.press(room.page.off)
    room.page.secure.setChecked(True)
    room.on()
    assert room.page.panel.certificate.isVisible()
    shown: list[tuple[str, str]] = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, CertificateDialog):
            words = " ".join(label.text() for label in dialog.findChildren(QLabel))
            shown.append((dialog.address.text(), words.replace("\n", ":")))
            dialog.accept()
        else:
            QTimer.singleShot(10, look)

    QTimer.singleShot(0, look)
    room.press(room.page.panel.certificate)
    ((address, words),) = shown
    assert address == f"http:{room.client.picture.address[6:]}/certificate"
    assert room.client.picture.authority in words


def test_codes_created_while_the_server_starts_are_valid(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    starts, goes_on = threading.Event(), threading.Event()

    def slowly(folder: Path) -> object:
        starts.set()
        assert goes_on.wait(60)
        return read_pages(folder)

    monkeypatch.setattr("app.web.server.http.read_pages", slowly)
    room.press(room.page.on)
    assert starts.wait(60)
    (secret,) = room.client.codes((1,)).values()
    goes_on.set()
    room.qtbot.waitUntil(lambda: room.client.picture.stage is Stage.ON)
    assert room.client.table_key(1) == hash_secret(secret)
