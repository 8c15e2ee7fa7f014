"""Strangers who guess PINs or hold sockets, and what the real pages then let others do."""

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest

from app.web.protocol.seal import DeviceEnd
from app.web.server.secrets import TRIES, TRIES_OF_ALL
from tests.web.venue import Venue, on_line, tables_under_way
from tests.web_page.chromium import Browser
from tests.web_page.fake_server import WEB
from tests.web_page.room import enter

pytestmark = pytest.mark.undrawn

COUNT = """(() => {
    window.refusals = 0;
    const hear = desk.hear.bind(desk);
    desk.hear = (message) => { hear(message); window.refusals += message.type === 'locked'; };
})()"""
UPGRADE = (
    "GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    "Sec-WebSocket-Version: 13\r\n\r\n"
)


@pytest.fixture
def venue(tmp_path: Path, real_port: int) -> Iterator[Venue]:
    with tables_under_way(tmp_path, pages=WEB, port=real_port, rounds_before=1) as venue:
        yield venue


def guess(venue: Venue, address: str) -> None:
    """Wrong PINs from another address, until that address has to wait."""

    async def story() -> None:
        connector = aiohttp.TCPConnector(local_addr=(address, 0))
        async with (
            aiohttp.ClientSession(connector=connector) as session,
            session.ws_connect(f"{venue.base}/socket") as line,
        ):
            device = f"stranger-{address[-1]:0>4}"
            told = await line.receive_json()
            end = DeviceEnd(told["nonce"], told["key"])
            hello = {"type": "hello", "version": 2, "role": "eo", "device": device}
            await line.send_json(hello)
            refusals = 0
            for _ in range(TRIES):
                await line.send_bytes(end.close('{"type": "unlock", "pin": "x"}'))
            while refusals < TRIES:
                message = await line.receive_json()
                assert message["type"] != "unlocked"
                refusals += message["type"] == "locked"

    on_line(story)


def test_strangers_who_guess_pins_keep_only_themselves_out(browser: Browser, venue: Venue) -> None:
    pin = venue.keys.new_pin()
    for number in range(2, 3 + TRIES_OF_ALL // TRIES):
        guess(venue, f"127.0.0.{number}")
    page = browser.open(f"{venue.base}/eo", 800, 1280)
    enter(page, pin)
    page.until("desk.unlocked && desk.latest?.tables.length === 4")
    page.do("localStorage.clear(); sessionStorage.clear()")
    page.close()


def test_wrong_pins_lock_a_page_for_a_minute_and_a_code_from_the_desk_opens_it(
    browser: Browser, venue: Venue
) -> None:
    pin = venue.keys.new_pin()
    page = browser.open(f"{venue.base}/eo", 800, 1280)
    page.until("window.desk?.link.state === 'in touch'")
    page.do(COUNT)
    for tries in range(1, TRIES + 1):
        enter(page, "000000" if pin != "000000" else "111111")
        page.until(f"window.refusals === {tries}")
    page.until("[...document.querySelectorAll('.keys button')].every((key) => key.disabled)")
    assert "wrong" in page.text(".problem")
    page.reload()
    enter(page, pin)
    page.until("document.querySelector('.problem').innerText.includes('Try again in 1 min')")
    assert "Let a device in" in page.text(".problem")
    assert not page.do("desk.unlocked")
    page.close()
    assert venue.server is not None
    made = venue.server.new_pass().result(60)
    page = browser.open(f"{venue.base}/eo#pass={made}", 800, 1280)
    page.until("desk.unlocked && desk.latest?.tables.length === 4")
    page.do("localStorage.clear(); sessionStorage.clear()")
    page.close()


def test_silent_sockets_from_two_addresses_keep_no_page_out(
    browser: Browser, venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.server.sessions.STRANGERS", 20)
    monkeypatch.setattr("app.web.server.sessions.STRANGERS_OF_ONE", 10)
    upgrade = UPGRADE.format(port=venue.port).encode()
    with contextlib.ExitStack() as held:
        for number in range(60):
            source = (f"127.0.0.{2 + number % 2}", 0)
            line = socket.create_connection(("127.0.0.1", venue.port), 60, source)
            held.enter_context(line)
            if number % 3:  # the others do not say a word
                line.sendall(upgrade)
                assert line.recv(12) == b"HTTP/1.1 101"
        page = browser.open(f"{venue.base}/#table=1&secret={venue.secrets[1]}", 800, 1280)
        page.until("window.table?.link?.state === 'in touch' && !!table.game()")
        page.do("table.act('red', { type: 'start_clock', first: 'red' })")
        page.until("table.game().play.clock?.running === 'red' && !table.queue.marks.length")
        page.do("localStorage.clear()")
        page.close()
