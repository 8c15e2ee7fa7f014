"""A whole event on plain http, and somebody who writes down every frame of it."""

import asyncio
import hashlib
import hmac
import json
import random
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from typing import Any

import aiohttp

from app.engine.acts.phones import OpenToPhones
from app.engine.acts.players import AddPlayers
from app.engine.acts.rounds import FinishRound
from app.engine.acts.table import StartClock
from app.engine.side import Side
from app.engine.table.game import Game
from app.engine.table.verdict import final_result
from app.web.phones.codes import PlayerCodes
from app.web.protocol.seal import CODE_DIGITS, KEY_BYTES
from tests.events import entries
from tests.web.venue import Tablet, Told, Venue

START = {"type": "start_clock", "first": "red"}
PAUSE = {"type": "pause", "reason": "Fire alarm"}
TALLY = {
    "type": "enter_tally", "by": "red", "apd": {"red": 10, "blue": 30}, "casters": None,
    "presence": None,
}  # fmt: skip
LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Of a table's secret."""
Frames = list[str | bytes]
ELSEWHERE = ("127.0.0.2", 0)
TURNS = 14
ON_TABLETS = (1, 2)
"""Tables that end their games there; players of the others report by phone."""


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

    async def play_event(self, rounds: int) -> None:
        """Play a whole event: the players check in and report by phone, the tables play on tablets
        while the wall looks on, and the organizer pauses and goes on.
        """
        venue = self.venue
        venue.do(OpenToPhones(sign_up=True, check_in=True))
        venue.do(AddPlayers(entries(8)))
        for player in range(1, 9):
            await self.by_phone(player, {"type": "check_in"})
        for _ in range(rounds):
            venue.start()
            latest = venue.state.latest
            assert latest is not None
            games = venue.state.games_of(latest)
            async with AsyncExitStack() as room:
                await room.enter_async_context(self.device("wall"))
                eo = await room.enter_async_context(self.device("eo"))
                await eo.ask({"type": "unlock", "pin": self.pin}, "unlocked")
                for game in games:
                    tablet = await room.enter_async_context(self.device("table", game.table))
                    if game.table in ON_TABLETS:
                        await self.play_on(tablet, eo)
                    else:
                        for side in Side:
                            await self.by_phone(game.players.of(side), report(game))
            assert all(final_result(venue.state.games[game.number]) for game in games)
            venue.do(FinishRound())

    def begin_round(self) -> None:
        """Draw and start a round, and start the clock at each table."""
        self.venue.start()
        latest = self.venue.state.latest
        assert latest is not None
        for game in latest.games:
            self.venue.do(StartClock(game, Side.RED))

    async def play_on(self, tablet: Tablet, eo: Tablet) -> None:
        """Play a table's game to the result that both confirm."""
        await tablet.do(START)
        for turn in range(TURNS):
            tablet.tap(Side.RED if turn % 2 == 0 else Side.BLUE)
            self.venue.move_by(20_000)
            await tablet.hand_over()
        await eo.ask(order(tablet.game, PAUSE), "ordered")
        await eo.ask(order(tablet.game, {"type": "resume"}), "ordered")
        await tablet.do({"type": "make_claim", "by": "red", "claim": "concession", "side": "red"})
        await tablet.do(agreed("blue", "claim"))
        await tablet.do(TALLY)
        for side in Side:
            await tablet.do(agreed(side.value, "result"))

    async def by_phone(self, player: int, act: Told) -> None:
        code = PlayerCodes(self.venue.keys).code(player)
        self.secret.append(code)
        async with self.device("room") as phone:
            said = {"type": "sign_in", "player": player, "code": code}
            self.secret.append((await phone.ask(said, "signed_in"))["key"])
            done = await phone.ask({"type": "player", "number": 1, "act": act}, "ordered")
            assert done["done"], done

    @property
    def sent(self) -> list[Frames]:
        return [device.sent for device in self.devices]

    @property
    def everything(self) -> bytes:
        frames = [frame for device in self.devices for frame in (*device.sent, *device.heard)]
        return b"\n".join(frame.encode() if isinstance(frame, str) else frame for frame in frames)

    def table_check(self, table: int = 1) -> Callable[[str], bool]:
        """Return whether a guess at the table's secret fits what was recorded."""
        tablet = next(device for device in self.devices if device.table == table)
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


def agreed(side: str, question: str) -> Told:
    return {"type": "answer", "side": side, "question": question, "agrees": True}


def report(game: Game) -> Told:
    points = {"cp": {"red": 5, "blue": 1}, "apd": {"red": 30, "blue": 12}}
    return {"type": "report", "game": game.number, "winner": "red", "how": "scenario", **points}


async def replay(venue: Venue, frames: Frames) -> None:
    """Say it all on a connection of one's own, from another address, until one is sent away."""
    connector = aiohttp.TCPConnector(local_addr=ELSEWHERE)
    async with (
        aiohttp.ClientSession(connector=connector) as session,
        session.ws_connect(f"{venue.base}/socket") as socket,
    ):
        with suppress(ConnectionError, RuntimeError, aiohttp.ClientError):
            for frame in frames:
                if isinstance(frame, str):
                    await socket.send_str(frame)
                else:
                    await socket.send_bytes(frame)
        with suppress(TimeoutError):
            async with asyncio.timeout(0.05):
                while (await socket.receive()).type is not aiohttp.WSMsgType.CLOSE:
                    pass


def mutated(frames: Frames, dice: random.Random) -> Frames:
    """Return the frames with one of the things that somebody might try."""
    changed = list(frames)
    at = dice.randrange(len(changed))
    frame = changed[at]
    tricks: list[Callable[[], Frames]] = [
        lambda: [*changed[:at], *changed[at + 1 :]],
        lambda: [*changed, frame],
        lambda: [changed[0], *changed[at:]],
        lambda: [*changed[: at + 1], *changed[at:]],
    ]
    if isinstance(frame, str):
        code, text = frame[: frame.index("{")], frame[frame.index("{") :]
        other = text.replace("red", "blue").replace('"number": 1', '"number": 7')
        tricks += [
            lambda: [*changed[:at], code + other, *changed[at + 1 :]],
            lambda: [*changed[:at], text, *changed[at + 1 :]],
            lambda: [*changed[:at], dice.randbytes(CODE_DIGITS // 2).hex() + text],
        ]
    else:
        bit = dice.randrange(len(frame))
        flipped = frame[:bit] + bytes((frame[bit] ^ 1 << dice.randrange(8),)) + frame[bit + 1 :]
        tricks += [
            lambda: [*changed[:at], flipped, *changed[at + 1 :]],
            lambda: [*changed[:at], dice.randbytes(KEY_BYTES) + frame[KEY_BYTES:]],
        ]
    return dice.choice(tricks)()
