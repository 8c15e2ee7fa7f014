"""Who means harm or hangs: the tables play on."""

import asyncio
import json
import socket
from contextlib import suppress
from typing import Any

import aiohttp
import pytest

from app.clock.allowance import A_SECOND, AT_ONCE
from app.web.protocol.limits import MESSAGE_BYTES
from app.web.protocol.seal import DeviceEnd
from app.web.server import connection as connection_module
from app.web.server import http as server_module
from app.web.server.connection import BEHIND_BYTES, SEND_S, Connection
from app.web.server.crowd import too_many
from tests.web.venue import WAIT_S, Tablet, Venue, on_line

HELLO = {
    "type": "hello", "version": 2, "role": "table", "device": "stranger-1", "table": 1,
    "secret": "", "game": 0, "queued": 0, "kept_since_ms": 0,
}  # fmt: skip
START = {"type": "start_clock", "first": "red"}


def test_an_oversized_message_closes_the_connection(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            await tablet.say("x" * (MESSAGE_BYTES + 1))
            assert await tablet.closed() == 1009
        async with Tablet(venue, 1) as tablet:
            reason = "r" * 301
            act = {"type": "score_turn", "by": "red", "step": 4, "holdings": [], "reason": reason}
            tablet.press(act)
            await tablet.say({"type": "marks", "left": 0, "marks": tablet.queue})
            assert await tablet.closed() == 4400

    on_line(story)


def test_too_many_messages_close_the_connection(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            for _ in range(AT_ONCE + 1):
                await tablet.say({"type": "ping", "stamp_ms": 1})
            assert await tablet.closed() == 4429

    on_line(story)


def test_a_flood_of_marks_closes_the_connection_without_filling_the_log(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            for _ in range(650):
                tablet.press({"type": "call_judge", "side": None})
            while tablet.queue:
                some, tablet.queue = tablet.queue[:50], tablet.queue[50:]
                await tablet.say({"type": "marks", "left": len(tablet.queue), "marks": some})
            assert await tablet.closed() == 4429
        assert len(venue.game(1).marks) == 600
        async with Tablet(venue, 2) as other:
            assert (await other.do(START))["taken"]

    on_line(story)


def test_a_page_of_another_site_gets_no_connection(venue: Venue) -> None:
    async def story() -> None:
        async with aiohttp.ClientSession() as session:
            for headers in (
                {"Origin": "http://evil.example"},
                {"Origin": "null"},
                {"Origin": venue.base.replace("http:", "https:")},
                {"Origin": venue.base + ".evil.example"},
            ):
                with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                    await session.ws_connect(f"{venue.base}/socket", headers=headers)
                assert refused.value.status == 403
            evil = f"evil.example:{venue.port}"  # a name pointed at this address
            for foreign in ({"Host": "evil.example"}, {"Host": evil, "Origin": f"http://{evil}"}):
                with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                    await session.ws_connect(f"{venue.base}/socket", headers=foreign)
                assert refused.value.status == 421
            own = {"Origin": venue.base}
            async with session.ws_connect(f"{venue.base}/socket", headers=own) as socket:
                assert not socket.closed

    on_line(story)


@pytest.mark.long
def test_a_thousand_idle_and_garbage_connections_are_dropped_and_the_tables_play_on(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "FROM_ONE_ADDRESS", 100)
    port = venue.port

    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(1000)]
            for _, writer in idle[::3]:
                writer.write(b"\x16\x03\x01 GET / nonsense\r\n\x00" * 4)
            assert (await tablet.do(START))["taken"]
            ends = [asyncio.ensure_future(drained(reader)) for reader, _ in idle]
            await tablet.until_soon(lambda: sum(not end.done() for end in ends) <= 100)
            assert (await tablet.ping())["type"] == "pong"
            venue.steady.now_s += 26
            await tablet.until_soon(lambda: all(end.done() for end in ends))
            assert (await tablet.ping())["type"] == "pong"
            for _, writer in idle:
                writer.close()

    async def drained(reader: asyncio.StreamReader) -> None:
        try:
            while await reader.read(1000):
                pass
        except ConnectionError:
            pass

    on_line(story)


def narrow(made: Any, direction: int) -> None:
    """Let little wait in the system's own buffer."""
    made.setsockopt(socket.SOL_SOCKET, direction, 4096)


@pytest.mark.parametrize(
    ("behind_bytes", "least"), [(BEHIND_BYTES, SEND_S * A_SECOND), (50_000, 10)]
)
def test_a_device_that_stops_reading_is_disconnected(
    venue: Venue, monkeypatch: pytest.MonkeyPatch, behind_bytes: int, least: float
) -> None:
    """After ten seconds, or at once if it is far behind."""
    monkeypatch.setattr(connection_module, "BEHIND_BYTES", behind_bytes)

    def connection(here: Any, address: str, transport: Any, steady: Any) -> Connection:
        narrow(transport.get_extra_info("socket"), socket.SO_SNDBUF)
        return Connection(here, address, transport, steady)

    def reader(address: Any) -> socket.socket:
        made = socket.socket(address[0], address[1])
        narrow(made, socket.SO_RCVBUF)
        made.setblocking(False)
        return made

    async def story() -> None:
        async with Tablet(venue, 2) as other:
            await other.do(START)
            monkeypatch.setattr(server_module, "Connection", connection)
            connector = aiohttp.TCPConnector(socket_factory=reader)
            async with aiohttp.ClientSession(connector=connector) as session:
                slow = await session.ws_connect(f"{venue.base}/socket", autoping=False)
                message = await slow.receive_json()
                end = DeviceEnd(message["nonce"], message["key"], venue.secrets[1])
                slow._writer.transport.pause_reading()  # noqa: SLF001 - aiohttp reads always
                hello = {**HELLO, "device": "reads-nothing"}
                await slow.send_str(end.frame(json.dumps(hello)))
                await other.until_soon(lambda: venue.links and 1 in venue.links[-1].tables)
                asked = {"type": "ask_pad", "game": venue.game(1).number, "step": 4}
                asks = 0
                async with asyncio.timeout(WAIT_S):
                    while venue.links[-1].tables[1].in_touch:
                        venue.steady.now_s += 1 / A_SECOND
                        with suppress(aiohttp.ClientConnectionResetError):  # it is given up
                            await slow.send_str(end.frame(json.dumps(asked)))
                        asks += 1
                        if asks % A_SECOND == 0:
                            await other.ping()
                assert asks > least
                assert venue.links[-1].tables[2].in_touch

    on_line(story)


def test_a_client_sending_one_letter_at_a_time_is_disconnected_too(venue: Venue) -> None:
    port = venue.port

    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            gone = asyncio.ensure_future(reader.read())
            for letter in b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: " + b"x" * 200:
                if gone.done():
                    break
                venue.steady.now_s += 0.5
                writer.write(bytes((letter,)))
                await asyncio.sleep(0.01)
                if letter == ord("x"):
                    assert (await tablet.ping())["type"] == "pong"
            assert gone.done()
            gone.exception()
            writer.close()

    on_line(story)


async def closed(line: aiohttp.ClientWebSocketResponse) -> None:
    while (await line.receive()).type is aiohttp.WSMsgType.TEXT:
        pass  # the challenge


def test_the_number_of_connections_without_a_greeting_is_limited(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.server.sessions.STRANGERS_OF_ONE", 20)

    async def story() -> None:
        async with aiohttp.ClientSession() as session:
            lines = [await session.ws_connect(f"{venue.base}/socket") for _ in range(30)]
            ends = [asyncio.ensure_future(closed(line)) for line in lines]
            async with asyncio.timeout(WAIT_S):
                while sum(end.done() for end in ends) < 10:
                    await asyncio.sleep(0.02)
            done, waiting = await asyncio.wait(ends, timeout=0.3)
            assert (len(done), len(waiting)) == (10, 20)
            for line in lines:
                await line.close()
            async with Tablet(venue, 1) as tablet:
                assert (await tablet.do(START))["taken"]

    on_line(story)


def test_no_address_can_take_the_places_of_the_others() -> None:
    crowds = {"a": list(range(300)), "b": list(range(300, 600)), "c": [900], "d": [901, 902]}
    gone = list(too_many(crowds, 100, 250))
    assert len(gone) == 603 - 99
    assert not {900, 901, 902} & {*gone}
    assert gone[:3] == [0, 1, 2]
    assert list(too_many({"a": [1, 2, 3]}, 100, 2)) == [1]
    assert list(too_many({"a": [1, 2, 3]}, 100, 250)) == []


def test_silent_sockets_from_two_addresses_keep_nobody_out(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.server.sessions.STRANGERS", 20)
    monkeypatch.setattr("app.web.server.sessions.STRANGERS_OF_ONE", 10)

    async def story() -> None:
        silent = []
        for n in range(40):
            one = aiohttp.TCPConnector(local_addr=(f"127.0.0.{2 + n % 2}", 0))
            session = aiohttp.ClientSession(connector=one)
            silent.append((session, await session.ws_connect(f"{venue.base}/socket")))
        async with Tablet(venue, 1) as tablet:
            assert (await tablet.do(START))["taken"]
        for session, held in silent:
            await held.close()
            await session.close()

    on_line(story)


def test_a_large_hall_reconnecting_at_once_is_admitted(venue: Venue) -> None:
    """Each device of 600 opens its socket before the first has said hello: none of them loses it,
    or nobody would ever come in.
    """

    async def story() -> None:
        devices = [Tablet(venue, 0, role="room") for _ in range(600)]
        for number, device in enumerate(devices):
            address = f"127.1.{number // 250}.{number % 250 + 1}"
            await device.open(connector=aiohttp.TCPConnector(local_addr=(address, 0)))
        for device in devices:
            await device.be_challenged()
        hello = {"type": "hello", "version": 2, "role": "room", "device": devices[0].device}
        assert (await devices[0].ask(hello, "welcome"))["type"] == "welcome"
        assert [device.close_code for device in devices if device.close_code] == []
        for device in devices:
            await device.leave()

    on_line(story)


def test_pages_without_the_pin_from_eight_addresses_keep_nobody_out(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.server.sessions.PHONES", 16)
    monkeypatch.setattr("app.web.server.sessions.PHONES_OF_ONE", 4)
    pin = venue.keys.new_pin()

    async def story() -> None:
        open_ones = []
        for n in range(32):
            connector = aiohttp.TCPConnector(local_addr=(f"127.0.0.{2 + n // 4}", 0))
            session = aiohttp.ClientSession(connector=connector)
            held = await session.ws_connect(f"{venue.base}/socket")
            hello = {"type": "hello", "version": 2, "role": "eo", "device": f"stranger-{n:04}"}
            await held.send_json(hello)
            open_ones.append((session, held))
        async with Tablet(venue, 0, role="eo") as own:
            assert (await own.ask({"type": "unlock", "pin": pin}, "unlocked"))["token"]
        for session, held in open_ones:
            await held.close()
            await session.close()

    on_line(story)
