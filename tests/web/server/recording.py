"""A whole event on plain http, and somebody who writes down every frame of it."""

import hashlib
import hmac
import json
import random
from collections.abc import Callable
from typing import Any

import aiohttp

from app.engine.side import Side
from app.web.phones.codes import PlayerCodes
from app.web.protocol.seal import CODE_DIGITS
from tests.web.venue import Tablet, Told, Venue

START = {"type": "start_clock", "first": "red"}
PAUSE = {"type": "pause", "reason": "Fire alarm"}
LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Of a table's secret."""
Frames = list[str | bytes]


class Recorded(Tablet):
    """A device whose every frame somebody writes down, in both directions."""

    def __init__(self, venue: Venue, table: int, role: str = "table") -> None:
        super().__init__(venue, table, role=role)
        self.sent: Frames = []
        self.heard: Frames = []

    async def open(self, **how: Any) -> None:
        await super().open(**how)
        assert self._socket is not None
        socket, sent = self._socket, self.sent
        say, say_bytes, receive = socket.send_str, socket.send_bytes, socket.receive

        async def send_str(text: str, compress: int | None = None) -> None:
            sent.append(text)
            await say(text, compress)

        async def send_bytes(data: bytes, compress: int | None = None) -> None:
            sent.append(data)
            await say_bytes(data, compress)

        async def hear(timeout: float | None = None) -> aiohttp.WSMessage:
            got = await receive(timeout)
            if got.type in {aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY}:
                self.heard.append(got.data)
            return got

        socket.send_str, socket.send_bytes = send_str, send_bytes  # type: ignore[method-assign]
        socket.receive = hear  # type: ignore[method-assign]


class Recording:
    """An event with a table, a phone, the organizer's own page, and them at the table."""

    def __init__(self, venue: Venue) -> None:
        self.venue = venue
        self.pin = venue.keys.new_pin()
        self.code = PlayerCodes(venue.keys).code(1)
        self.devices: list[Recorded] = []
        self.secret: list[str] = [self.pin, self.code, venue.secrets[1], venue.secrets[2]]

    def device(self, role: str, table: int = 0) -> Recorded:
        self.devices.append(Recorded(self.venue, table, role))
        return self.devices[-1]

    async def play(self) -> None:
        async with self.device("table", 1) as tablet, self.device("eo") as eo:
            await tablet.do(START)
            tablet.tap(Side.RED)
            await tablet.hand_over()
            token = await eo.ask({"type": "unlock", "pin": self.pin}, "unlocked")
            await eo.ask(order(tablet.game, PAUSE), "ordered")
            await tablet.ask({"type": "unlock", "pin": self.pin}, "unlocked")
            await tablet.ask(order(tablet.game, {"type": "resume"}), "ordered")
            await tablet.say({"type": "lock"})
        async with self.device("room") as phone:
            signed = await phone.ask(
                {"type": "sign_in", "player": 1, "code": self.code}, "signed_in"
            )
            await phone.ask(
                {"type": "player", "number": 1, "act": {"type": "drop", "wanted": True}}, "ordered"
            )
        self.secret += [token["token"], token["proof"], signed["key"]]

    @property
    def sent(self) -> list[Frames]:
        return [device.sent for device in self.devices]

    @property
    def everything(self) -> bytes:
        frames = [frame for device in self.devices for frame in (*device.sent, *device.heard)]
        return b"\n".join(frame.encode() if isinstance(frame, str) else frame for frame in frames)

    def table_check(self) -> Callable[[str], bool]:
        """Return whether a guess at the table's secret fits what was recorded."""
        tablet = self.devices[0]
        nonce, hello = json.loads(tablet.heard[0])["nonce"].encode(), tablet.sent[0]
        assert isinstance(hello, str)
        code, text = hello[:CODE_DIGITS], hello[CODE_DIGITS:].encode()

        def fits(secret: str) -> bool:
            key = hashlib.sha256(secret.encode()).hexdigest().encode()
            line = hmac.new(key, nonce, "sha256").hexdigest().encode()
            return hmac.new(line, b"0" + text, "sha256").hexdigest()[:CODE_DIGITS] == code

        return fits


def guess(dice: random.Random) -> str:
    """Return what might be a table's secret."""
    return "".join(dice.choices(LETTERS, k=26))


def order(game: int, what: Told) -> Told:
    return {"type": "order", "number": 1, "game": game, "insist": True, "order": what}
