"""Wi-Fi clocks on the Clocks page: the switch, their codes, who was sent away."""

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.clock.hall.hall import Memory
from app.store.preferences import Preferences
from app.ui.pages.clocks.rows import ClockColumn
from app.ui.pages.clocks.wifi_dialog import WifiCodesDialog
from app.ui.shell.clock_memory import load_memory, remembering
from app.web.server.addresses import sheets
from tests.clock.callers import joining
from tests.ui.clocks_hall import Hall


@pytest.fixture
def hall(qtbot: QtBot, tmp_path: Path) -> Iterator[Hall]:
    hall = Hall(qtbot, tmp_path)
    yield hall
    hall.end()


def dial(hall: Hall, table: int, secret: str) -> bytes:
    """The answer to a clock that dials in."""
    with joining(hall.clocks.picture.wifi.port, table, secret) as (_, welcome):
        return welcome


def test_wifi_clocks_are_off_until_they_are_switched_on_and_then_remembered(hall: Hall) -> None:
    assert not hall.page.wifi.isChecked()
    assert not hall.page.codes.isVisible()
    hall.page.wifi.click()
    hall.until(hall.page.codes.isVisible)
    assert hall.page.dial_at.text().endswith(f"port {hall.clocks.picture.wifi.port}.")
    hall.until(lambda: hall.kept and hall.kept[-1].wifi)
    hall.page.wifi.click()
    hall.until(lambda: not hall.kept[-1].wifi and not hall.page.dial_at.text())
    assert not hall.page.wifi.isChecked()


def test_the_displayed_codes_let_clocks_connect_while_tablets_are_off(hall: Hall) -> None:
    hall.round(2)
    hall.page.wifi.click()
    hall.until(hall.page.codes.isVisible)
    shown: list[str] = []

    def read() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, WifiCodesDialog)
        shown.append(dialog.codes.toPlainText())
        dialog.accept()

    QTimer.singleShot(0, read)
    hall.page.codes.click()
    first, second = (block.split("\n") for block in shown[0].split("\n\n"))
    assert first[0] == "table 1"
    assert second[0] == "table 2"
    secret = second[-1].removeprefix("secret ")
    assert dial(hall, 2, secret).startswith(b"JOINED table=2")
    assert dial(hall, 1, secret).startswith(b"NO secret")


def test_replacing_a_tables_code_disconnects_only_that_tables_clock(
    hall: Hall,
) -> None:
    hall.round(2)
    hall.page.wifi.click()
    hall.until(hall.page.codes.isVisible)
    tablets = hall.client.tablets
    assert tablets is not None
    before = tablets.codes((1, 2))
    port = hall.clocks.picture.wifi.port
    with (
        joining(port, 1, before[1], uid="AAAA0001") as (first, welcome),
        joining(port, 2, before[2], uid="AAAA0002") as (second, welcome_2),
    ):
        assert welcome.startswith(b"JOINED")
        assert welcome_2.startswith(b"JOINED")
        after = tablets.codes((1,), new=True)
        asked = 0
        with suppress(ConnectionError):
            while first.recv(200):  # HELLO and so on, until the line ends
                first.sendall(b"\n")
                asked += 1
                assert asked < 20
        assert dial(hall, 1, before[1]).startswith(b"NO secret")
        assert dial(hall, 1, after[1]).startswith(b"JOINED table=1")
        second.settimeout(10)
        assert second.recv(200)  # it goes on being asked


def test_an_address_the_laptop_gets_later_is_shown_without_blocking_the_window(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The network was not there when the page was opened, and asking for a name can take long."""
    own, asked = ["127.0.0.1"], set[threading.Thread]()

    def addresses() -> tuple[str, ...]:
        asked.add(threading.current_thread())
        return (*own,)

    monkeypatch.setattr("app.web.server.addresses.local_addresses", addresses)
    monkeypatch.setattr("app.ui.pages.clocks.page.LOOK_S", 0.0)
    hall.page.wifi.click()
    hall.until(lambda: "dial in at 127.0.0.1, port" in hall.page.dial_at.text())
    own.insert(0, "192.168.1.20")
    hall.until(lambda: "dial in at 192.168.1.20, port" in hall.page.dial_at.text())
    assert threading.main_thread() not in asked


def test_a_slow_address_lookup_is_made_only_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name server that does not answer takes half a minute."""
    answer, asked = threading.Event(), list[int]()

    def addresses() -> tuple[str, ...]:
        asked.append(1)
        answer.wait(30)
        return ("192.168.1.20", "127.0.0.1")

    monkeypatch.setattr("app.web.server.addresses.local_addresses", addresses)
    monkeypatch.setattr("app.ui.pages.clocks.page.LOOK_S", 0.0)
    hall.page.wifi.click()
    hall.until(lambda: bool(asked))
    for _ in range(5):
        hall.page.show_clocks()
    assert len(asked) == 1
    answer.set()
    hall.until(lambda: "dial in at 192.168.1.20, port" in hall.page.dial_at.text())


def test_a_rejected_clock_has_a_row_that_gives_the_reason(hall: Hall) -> None:
    hall.page.wifi.click()
    hall.until(lambda: hall.clocks.picture.wifi.on)
    assert dial(hall, 7, "wrong").startswith(b"NO secret")
    rows = hall.page.list.rows
    hall.until(lambda: any(row.state == "rejected" for row in hall.page.list.rows))
    rows = hall.page.list.rows
    place = next(n for n, row in enumerate(rows) if row.state == "rejected")
    assert hall.page.list.text(place, ClockColumn.STATE) == "rejected (!)"
    hall.page.list.choose([place])
    assert "has a wrong secret for table 7" in hall.page.panel.notice.text()


def test_a_port_in_use_is_reported_and_the_wifi_switch_stays_off(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with socket.create_server(("0.0.0.0", 0)) as other:
        hall = Hall(qtbot, tmp_path, wifi_port=other.getsockname()[1])
        hall.page.wifi.click()
        hall.until(lambda: "is taken on this computer" in hall.page.dial_at.text())
        assert not hall.page.wifi.isChecked()
        hall.end()


def test_the_wifi_clocks_switch_is_saved_in_the_laptops_preferences() -> None:
    kept = remembering(Preferences(), Memory(wifi=True))
    assert kept.wifi_clocks
    assert load_memory(kept).wifi
    assert not load_memory(Preferences()).wifi


def test_a_table_sheet_has_clock_connection_details_only_if_wifi_clocks_are_allowed() -> None:
    base, codes = "http://192.168.1.20:8437", {3: "kJ3v"}
    (sheet,) = sheets(base, codes, clock_port=8438)
    assert sheet.clock == "table 3, host 192.168.1.20, port 8438, secret kJ3v"
    (without,) = sheets(base, codes)
    assert without.clock == ""
