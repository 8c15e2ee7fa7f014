"""Who is let in, and what becomes of those who are not or who misbehave."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from app.engine.acts.players import AddPlayers, Entry
from app.web.server import http as server_module
from app.web.server.secrets import Keys
from tests.web.venue import Tablet, Venue, on_line

HELLO = {
    "type": "hello", "version": 2, "role": "table", "device": "stranger-1", "table": 1,
    "secret": "", "game": 0, "queued": 0, "kept_since_ms": 0,
}  # fmt: skip
START = {"type": "start_clock", "first": "red"}


async def sent(venue: Venue, *messages: Any, **how: Any) -> tuple[int | None, list[Any]]:
    """What a stranger is told, and the code with which they are sent away."""
    tablet = Tablet(venue, 1)
    await tablet.open(**how)
    for message in messages:
        await tablet.say(message)
    code = await tablet.closed()
    await tablet.leave()
    return code, tablet.told


@pytest.mark.parametrize("secret", ["", "guess", "x" * 64])
def test_a_wrong_code_is_refused(venue: Venue, secret: str) -> None:
    code, told = on_line(lambda: sent(venue, {**HELLO, "secret": secret}))
    assert code == 4401
    assert [message["type"] for message in told] == ["no"]
    assert told[0]["why"] == "secret"


def test_the_code_of_another_table_does_not_open_this_one(venue: Venue) -> None:
    hello = {**HELLO, "secret": venue.secrets[2]}
    code, told = on_line(lambda: sent(venue, hello))
    assert (code, told[0]["why"]) == (4401, "secret")
    hello = {**HELLO, "table": 99, "secret": venue.secrets[2]}
    assert on_line(lambda: sent(venue, hello))[0] == 4401


def test_the_code_of_another_event_is_refused(venue: Venue, tmp_path: Path) -> None:
    other = Keys(tmp_path / "other.tables.json").issue([1])
    hello = {**HELLO, "secret": other[1]}
    assert on_line(lambda: sent(venue, hello))[0] == 4401


def test_reprinting_a_code_disconnects_devices_with_the_old_one(venue: Venue) -> None:
    async def story() -> None:
        old = venue.secrets[1]
        async with Tablet(venue, 1) as tablet, Tablet(venue, 2) as other:
            venue.secrets.update(venue.keys.issue([1]))
            assert venue.server is not None
            venue.server.revoke(1).result(60)
            assert await tablet.closed() == 4403
            assert (await other.ping())["type"] == "pong"
            again = Tablet(venue, 1)
            assert (await again.join(secret=old))["type"] == "no"
            await again.leave()
            async with Tablet(venue, 1) as renewed:
                assert renewed.last("game")["table"] == 1

    on_line(story)


def test_a_page_of_another_version_is_told_to_reload(venue: Venue) -> None:
    hello = {**HELLO, "version": 1, "secret": venue.secrets[1]}
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
def test_a_malformed_greeting_closes_the_connection(venue: Venue, message: str) -> None:
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
def test_a_malformed_message_closes_only_its_own_connection(
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


def test_a_silent_visitor_is_disconnected(venue: Venue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.web.server.connection.HELLO_S", 0.1)
    code, told = on_line(lambda: sent(venue))
    assert (code, told[0]["type"]) == (4408, "no")


def test_a_device_no_longer_heard_is_disconnected(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "SWEEP_S", 1.0)  # the second time nobody says good-bye

    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            venue.steady.now_s += 31
            assert await tablet.closed() == 4408
            await tablet.until_soon(lambda: venue.links and not venue.links[-1].tables[1].in_touch)

    on_line(story)


def test_a_ninth_device_at_a_table_is_told_that_it_is_full(venue: Venue) -> None:
    async def story() -> None:
        here = [Tablet(venue, 1) for _ in range(9)]
        notices = [await one.join() for one in here]
        assert [message["type"] for message in notices] == ["welcome"] * 8 + ["no"]
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


def test_the_server_stops_and_starts_and_the_event_goes_on(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "STOP_S", 60.0)

    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            assert venue.server is not None
            await asyncio.wrap_future(venue.server.stop())
            assert await tablet.closed() == 1001
        venue.do(AddPlayers((Entry("Late"),)))
        venue.serve()
        async with Tablet(venue, 1) as tablet:
            assert (await tablet.do(START))["taken"]

    on_line(story)


def test_a_port_that_is_taken_is_reported(venue: Venue) -> None:
    with pytest.raises(server_module.CannotServe, match="is taken"):
        venue.serve()
