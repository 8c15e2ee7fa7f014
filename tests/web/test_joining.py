"""Who is let in, and what becomes of those who are not or who misbehave."""

import asyncio
import json
import socket
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from app.engine.commands import AddPlayers
from app.engine.results import Entry
from app.web import server as server_module
from app.web.keys import Keys
from app.web.limits import AT_ONCE, MESSAGE_BYTES
from tests.web.venue import Tablet, Venue, on_line

HELLO = {
    "type": "hello", "version": 1, "role": "table", "device": "stranger-1", "table": 1,
    "secret": "", "game": 0, "queued": 0, "kept_since_ms": 0,
}  # fmt: skip
START = {"type": "start_clock", "first": "red"}


async def sent(venue: Venue, *messages: Any, **how: Any) -> tuple[int | None, list[Any]]:
    """What a stranger is told, and the code with which he is sent away."""
    tablet = Tablet(venue, 1)
    await tablet.open(**how)
    for message in messages:
        await tablet.say(message)
    code = await tablet.closed()
    await tablet.leave()
    return code, tablet.told


@pytest.mark.parametrize("secret", ["", "guess", "x" * 64])
def test_a_wrong_code_does_not_come_in(venue: Venue, secret: str) -> None:
    code, told = on_line(lambda: sent(venue, {**HELLO, "secret": secret}))
    assert code == 4401
    assert [one["type"] for one in told] == ["no"]
    assert told[0]["why"] == "secret"


def test_the_code_of_another_table_does_not_open_this_one(venue: Venue) -> None:
    hello = {**HELLO, "secret": venue.secrets[2]}
    code, told = on_line(lambda: sent(venue, hello))
    assert (code, told[0]["why"]) == (4401, "secret")
    hello = {**HELLO, "table": 99, "secret": venue.secrets[2]}
    assert on_line(lambda: sent(venue, hello))[0] == 4401


def test_the_code_of_another_event_does_not_come_in(venue: Venue, tmp_path: Path) -> None:
    other = Keys(tmp_path / "other.tables.json").issue([1])
    hello = {**HELLO, "secret": other[1]}
    assert on_line(lambda: sent(venue, hello))[0] == 4401


def test_a_code_printed_anew_sends_the_old_ones_away(venue: Venue) -> None:
    async def story() -> None:
        old = venue.secrets[1]
        async with Tablet(venue, 1) as tablet, Tablet(venue, 2) as other:
            venue.secrets.update(venue.keys.issue([1]))
            assert venue.server is not None
            venue.server.revoke(1).result(10)
            assert await tablet.closed() == 4403
            assert (await other.ping())["type"] == "pong"
            again = Tablet(venue, 1)
            assert (await again.join(secret=old))["type"] == "no"
            await again.leave()
            async with Tablet(venue, 1) as renewed:
                assert renewed.last("game")["table"] == 1

    on_line(story)


def test_another_version_is_told_to_load_the_page_again(venue: Venue) -> None:
    hello = {**HELLO, "version": 2, "secret": venue.secrets[1]}
    code, told = on_line(lambda: sent(venue, hello))
    assert (code, told[0]["why"]) == (4401, "version")


@pytest.mark.parametrize(
    "message",
    [
        "", "{", "[]", "null", "7", '{"type": 5}', '{"type": "nothing"}', "[" * 5000,
        '{"type":"hello","version":1,"role":"king","device":"abcdefgh"}',
        json.dumps({**HELLO, "device": "UPPER and spaces"}),
        json.dumps({**HELLO, "table": -1}),
        json.dumps({**HELLO, "more": 1}),
        json.dumps({"type": "ping", "stamp_ms": 1}),
        '{"type":"hello","version":1,"device":"\ud83d"}',
    ],
)  # fmt: skip
def test_what_is_no_hello_is_sent_away(venue: Venue, message: str) -> None:
    code, told = on_line(lambda: sent(venue, message.encode("utf-8", "replace").decode()))
    assert code == 4400
    assert told[0]["why"] == "malformed"


@pytest.mark.parametrize(
    "message",
    [
        {"type": "marks", "marks": []},
        {"type": "marks", "left": 0, "marks": [{"number": 1}]},
        {"type": "marks", "left": 0, "marks": [
            {"number": 1, "game": 1, "at_ms": 1, "stamp_ms": 1, "act": {"type": "rule"}}]},
        {"type": "marks", "left": 0, "marks": [
            {"number": 1, "game": 1, "at_ms": 2**70, "stamp_ms": 1, "act": START}]},
        {"type": "order", "number": 1, "game": 1, "order": {"type": "undo"}},
        HELLO,
        {"type": "ping", "stamp_ms": "now"},
    ],
)  # fmt: skip
def test_a_malformed_message_ends_the_socket_and_nothing_else(
    venue: Venue, message: dict[str, Any]
) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet, Tablet(venue, 2) as other:
            await tablet.say(message)
            if message == {"type": "marks", "marks": []}:
                assert (await tablet.ping())["type"] == "pong"  # nothing was handed over
            else:
                assert await tablet.closed() == 4400
            assert (await other.do(START))["taken"]

    on_line(story)


def test_a_message_too_big_ends_the_socket(venue: Venue) -> None:
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


def test_too_many_messages_end_the_socket(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            for _ in range(AT_ONCE + 2):
                await tablet.say({"type": "ping", "stamp_ms": 1})
            assert await tablet.closed() == 4429

    on_line(story)


def test_a_flood_of_marks_ends_the_socket_and_does_not_fill_the_log(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            for _ in range(651):
                tablet.press({"type": "call_judge", "side": None})
            while tablet.queue:
                some, tablet.queue = tablet.queue[:50], tablet.queue[50:]
                await tablet.say({"type": "marks", "left": len(tablet.queue), "marks": some})
            assert await tablet.closed() == 4429
        assert len(venue.game(1).marks) == 600
        async with Tablet(venue, 2) as other:
            assert (await other.do(START))["taken"]

    on_line(story)


def test_who_says_nothing_is_sent_away(venue: Venue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.web.connection.HELLO_S", 0.1)
    code, told = on_line(lambda: sent(venue))
    assert (code, told[0]["type"]) == (4408, "no")


def test_who_is_heard_no_more_is_let_go(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            venue.steady.now_s += 31
            assert await tablet.closed() == 4408
            await tablet.until_soon(lambda: venue.links and not venue.links[-1].tables[1].in_touch)

    on_line(story)


def test_a_ninth_device_at_a_table_is_told_so(venue: Venue) -> None:
    async def story() -> None:
        here = [Tablet(venue, 1) for _ in range(9)]
        told = [await one.join() for one in here]
        assert [one["type"] for one in told] == ["welcome"] * 8 + ["no"]
        assert await here[-1].closed() == 1013
        for one in here:
            await one.leave()

    on_line(story)


def test_a_phone_can_only_listen(venue: Venue) -> None:
    async def story() -> None:
        for message in (
            {"type": "marks", "left": 0, "marks": []},
            {"type": "unlock", "pin": "123456"},
            {"type": "order", "number": 1, "game": 1, "order": {"type": "resume"}},
            {"type": "ask_pad", "game": 1, "step": 4},
        ):
            async with Tablet(venue, 0, role="room") as phone:
                await phone.ping()
                await phone.say(message)
                assert await phone.closed() == 4400

    on_line(story)


def test_a_page_of_somebody_else_gets_no_socket(venue: Venue) -> None:
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
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await session.ws_connect(f"{venue.base}/socket", headers={"Host": "evil.example"})
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
    port = int(venue.base.rsplit(":", 1)[1])

    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(1000)]
            for _, writer in idle[::3]:
                writer.write(b"\x16\x03\x01 GET / nonsense\r\n\x00" * 4)
            assert (await tablet.do(START))["taken"]
            ends = [asyncio.ensure_future(drained(reader)) for reader, _ in idle]
            await tablet.until_soon(lambda: sum(not one.done() for one in ends) <= 100)
            assert (await tablet.ping())["type"] == "pong"
            venue.steady.now_s += 26
            await asyncio.wait_for(asyncio.gather(*ends), 5)
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


def test_a_device_that_reads_nothing_is_given_up(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.connection.WAITING", 10)
    monkeypatch.setattr("app.web.connection.SEND_S", 0.3)

    def narrow(address: Any) -> socket.socket:
        made = socket.socket(address[0], address[1])
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.setblocking(False)
        return made

    async def story() -> None:
        async with Tablet(venue, 2) as other:
            await other.do(START)
            connector = aiohttp.TCPConnector(socket_factory=narrow)
            async with aiohttp.ClientSession(connector=connector) as session:
                slow = await session.ws_connect(f"{venue.base}/socket", autoping=False)
                slow._writer.transport.pause_reading()
                hello = {**HELLO, "secret": venue.secrets[1], "device": "reads-nothing"}
                await slow.send_json(hello)
                await other.until_soon(lambda: venue.links and 1 in venue.links[-1].tables)
                assert venue.links[-1].tables[1].in_touch
                asked = {"type": "ask_pad", "game": venue.game(1).number, "step": 4}
                for _ in range(AT_ONCE - 1):
                    await slow.send_json(asked)
                for _ in range(AT_ONCE - 10):
                    assert (await other.do({"type": "call_judge", "side": "red"}))["taken"]
                await other.until_soon(lambda: not venue.links[-1].tables[1].in_touch)
                assert venue.links[-1].tables[2].in_touch

    on_line(story)


def test_who_speaks_a_letter_at_a_time_is_sent_away_all_the_same(venue: Venue) -> None:
    port = int(venue.base.rsplit(":", 1)[1])

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


def test_sockets_that_say_no_hello_are_only_so_many(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.room.STRANGERS_OF_ONE", 20)

    async def story() -> None:
        async with aiohttp.ClientSession() as session:
            lines = [await session.ws_connect(f"{venue.base}/socket") for _ in range(30)]
            ends = [asyncio.ensure_future(one.receive()) for one in lines]
            done, waiting = await asyncio.wait(ends, timeout=1)
            assert (len(done), len(waiting)) == (10, 20)
            for one in lines:
                await one.close()
            async with Tablet(venue, 1) as tablet:
                assert (await tablet.do(START))["taken"]

    on_line(story)


def test_the_server_stops_and_starts_and_the_event_goes_on(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            assert venue.server is not None
            await asyncio.wrap_future(venue.server.stop())
            assert await tablet.closed() == 1001
        venue.do(AddPlayers((Entry("Late"),)))
        venue.serve(int(venue.base.rsplit(":", 1)[1]))
        async with Tablet(venue, 1) as tablet:
            assert (await tablet.do(START))["taken"]

    on_line(story)


def test_a_port_that_is_taken_is_told(venue: Venue) -> None:
    with pytest.raises(server_module.CannotServe, match="is taken"):
        venue.serve(int(venue.base.rsplit(":", 1)[1]))
