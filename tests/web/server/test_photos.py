"""Photos of slips over real sockets: from tables, phones and the organizer; and hostile ones."""

import asyncio
import base64
import hashlib
import threading
from functools import partial

import pytest

from app.desk.replies import FAULT
from app.engine.acts.photos import KeepPhoto, LeaveOutPhoto
from app.engine.side import Side
from app.store.log.event_log import open_log
from app.store.photos import MOST_BYTES, Photos, photos_folder
from app.web.protocol.limits import PHOTO_PART_BYTES
from app.web.server.photo_intake import IDLE_S, MOST_UNDER_WAY
from tests import pictures
from tests.pictures import SLIP
from tests.web.phones.test_phones import own, phone, signed_in
from tests.web.venue import WAIT_S, Tablet, Told, Venue, notices, on_line

PADDED = 60_000
"""Bytes of a photo that comes in several parts."""
FIRST_THE_PIN = "Enter the organizer’s PIN first."
OTHERS_GAME = "That game is no longer in this event. Look at your table again."
NO_PICTURE = "This photo cannot be shown. Take another one."


def large(number: int = 1) -> bytes:
    """A photo in several parts: nobody looks into the segment that makes it large."""
    table = pictures.segment(0xE0, bytes(PADDED))
    return pictures.another(number)[:2] + table + pictures.another(number)[2:]


def part(raw: bytes, game: int = 1, at: int = 0, **more: object) -> Told:
    data = base64.b64encode(raw[at : at + PHOTO_PART_BYTES]).decode()
    return {
        "type": "photo_part", "number": 1, "game": game, "size": len(raw),
        "from_byte": at, "data": data, **more,
    }  # fmt: skip


async def send(device: Tablet, raw: bytes, game: int = 1, **more: object) -> Told:
    """Send a photo part by part; the last answer."""
    at = 0
    while True:
        told = await device.ask(part(raw, game, at, **more), "photo_taken")
        if told["done"] or told["sentence"] or told["busy"]:
            return told
        assert told["taken"] > at
        at = told["taken"]


def kept(venue: Venue, game: int = 1) -> list[tuple[Side | None, int]]:
    return [(photo.side, photo.size) for photo in venue.game(game).photos]


def files(venue: Venue) -> list[bytes]:
    folder = photos_folder(venue.path)
    return [file.read_bytes() for file in sorted(folder.iterdir())] if folder.is_dir() else []


def test_a_photo_taken_at_the_table_is_saved_beside_the_event_and_logged(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet, Tablet(venue, 1) as other:
            assert tablet.last("play")["photos"] == 0
            told = await send(tablet, large(), by="blue")
            assert (told["done"], told["sentence"]) == (True, "")
            await other.until(lambda: other.last("play")["photos"] == 1)

    on_line(story)
    assert kept(venue) == [(Side.BLUE, len(large()))]
    assert files(venue) == [large()]
    (photo,) = venue.game(1).photos
    assert photo.sha256 == hashlib.sha256(large()).hexdigest()
    with open_log(venue.path, read_only=True) as log:
        row = log.records()[-1]
    assert (row.event, row.actor) == (photo, Side.BLUE.actor)


def test_the_same_photo_sent_twice_is_saved_once(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            for number in (1, 2):
                assert (await send(tablet, SLIP, by="red", number=number))["done"]

    on_line(story)
    assert kept(venue) == [(Side.RED, len(SLIP))]
    assert len(files(venue)) == 1


def test_a_photo_interrupted_by_a_lost_connection_is_continued_or_restarted(venue: Venue) -> None:
    async def story() -> None:
        raw = large()
        async with Tablet(venue, 1) as tablet:
            first = await tablet.ask(part(raw, by="red"), "photo_taken")
            again = await tablet.ask(part(raw, by="red"), "photo_taken")
            assert first["taken"] == again["taken"] == PHOTO_PART_BYTES
            device = tablet.device
        async with Tablet(venue, 1, device) as back:
            lost = await back.ask(part(raw, at=PHOTO_PART_BYTES, by="red"), "photo_taken")
            assert (lost["taken"], lost["done"], lost["sentence"]) == (0, False, "")
            assert (await send(back, raw, by="red"))["done"]

    on_line(story)
    assert files(venue) == [large()]


def test_players_can_only_send_photos_of_their_own_game(venue: Venue) -> None:
    mine, others = venue.game(1), venue.game(2)

    async def story() -> None:
        async with phone(venue) as blue, phone(venue) as nobody:
            assert (await send(nobody, SLIP))["sentence"] == OTHERS_GAME
            await signed_in(blue, mine.players.blue)
            assert (await send(blue, SLIP, others.number))["sentence"] == OTHERS_GAME
            assert (await send(blue, SLIP, 99))["sentence"] == OTHERS_GAME
            assert (await send(blue, SLIP, by="red"))["done"]
            await blue.until(lambda: own(blue)["page"]["game"]["photos"] == 1)
        async with Tablet(venue, 2) as tablet:
            assert (await send(tablet, SLIP, by="red"))["sentence"] == OTHERS_GAME
            assert (await send(tablet, SLIP, 2))["sentence"] == OTHERS_GAME

    on_line(story)
    assert kept(venue) == [(Side.BLUE, len(SLIP))], "the phone says nothing of whose it is"
    assert kept(venue, 2) == []


def test_the_organizer_takes_and_sees_photos_after_the_pin(venue: Venue) -> None:
    pin = venue.keys.new_pin()

    async def story() -> None:
        async with Tablet(venue, 0, role="eo") as eo, Tablet(venue, 1) as tablet:
            assert (await send(tablet, SLIP, by="red"))["done"]
            (photo,) = venue.game(1).photos
            asked = {"type": "ask_photo", "game": 1, "sha256": photo.sha256}
            assert (await eo.ask(asked, "photo"))["sentence"] == FIRST_THE_PIN
            assert (await send(eo, SLIP))["sentence"] == FIRST_THE_PIN
            await eo.ask({"type": "unlock", "pin": pin}, "unlocked")
            shown = await eo.ask(asked, "photo")
            assert base64.b64decode(shown["data"]) == SLIP
            assert (await send(eo, pictures.another(2)))["done"]
            await eo.until(lambda: any(told["type"] == "tables" for told in eo.told))

            def rows() -> list[Told]:
                tables = eo.last("tables")["tables"]
                return next(table["photos"] for table in tables if table["game"] == 1)

            await eo.until(lambda: len(rows()) == 2)
            assert [row["words"].split(",")[0] for row in rows()] == [
                venue.state.name(venue.game(1).players.red), "Organizer",
            ]  # fmt: skip
            for other in ({"sha256": "0" * 64}, {"game": 99}):
                none = await eo.ask({**asked, **other}, "photo")
                assert none["sentence"] == "This photo is no longer shown."
                assert none["data"] == ""
            next(photos_folder(venue.path).glob(f"*{photo.sha256[:16]}.jpg")).unlink()
            gone = await eo.ask(asked, "photo")
            assert gone["sentence"].startswith(
                "This photo is not in the folder event photos. It was "
            )
            assert gone["data"] == ""

    on_line(story)
    assert kept(venue) == [(Side.RED, len(SLIP)), (None, len(SLIP))]


@pytest.mark.parametrize("role", ["wall", "stream"])
def test_spectators_cannot_send_photos(venue: Venue, role: str) -> None:
    async def story() -> None:
        async with Tablet(venue, 0, role=role) as device:
            await device.say(part(SLIP))
            assert await device.closed() == 4400

    on_line(story)


@pytest.mark.parametrize("role", ["table", "room", "wall"])
def test_only_the_organizer_receives_photos(venue: Venue, role: str) -> None:
    async def story() -> None:
        async with Tablet(venue, 1 if role == "table" else 0, role=role) as device:
            await device.say({"type": "ask_photo", "game": 1, "sha256": "0" * 64})
            assert await device.closed() == 4400

    on_line(story)


BAD = {
    "a PNG": pictures.png(),
    "a HEIC": pictures.heic(),
    "a broken JPEG": SLIP[: len(SLIP) // 2],
    "a text": b"<script>alert(1)</script>",
    "a bomb": pictures.sized(60_000, 60_000),
}


def test_a_file_that_is_no_photo_is_refused_with_one_sentence(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            for number, (name, raw) in enumerate(BAD.items()):
                told = await send(tablet, raw, by="red", number=number)
                said = (
                    "This photo is too large. Take another one." if name == "a bomb" else NO_PICTURE
                )
                assert told["sentence"] == said, name
            assert (await tablet.ping())["type"] == "pong", "the table goes on"

    on_line(story)
    assert (kept(venue), files(venue)) == ([], [])


def test_a_photo_of_50_mb_is_refused_at_its_first_part(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            for size in (MOST_BYTES + 1, 50_000_000, 2**53):
                told = await tablet.ask(part(SLIP, by="red", size=size), "photo_taken")
                assert told["sentence"] == "This photo is too large. Take another one."

    on_line(story)


def test_a_photo_larger_than_announced_is_refused(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            told = await tablet.ask(part(SLIP, by="red", size=10), "photo_taken")
            assert told["sentence"] == NO_PICTURE

    on_line(story)
    assert files(venue) == []


@pytest.mark.parametrize(
    "message",
    [
        part(SLIP, by="red", size=0),
        part(SLIP, by="red", from_byte=-1),
        part(SLIP, by="green"),
        part(SLIP, by="red", data="no base64 at all!"),
        part(SLIP, by="red", name="../../slip.jpg"),
        part(SLIP, by="red", data=base64.b64encode(bytes(PHOTO_PART_BYTES + 1)).decode()),
    ],
)
def test_a_malformed_photo_part_closes_the_connection(venue: Venue, message: Told) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            await tablet.say(message)
            assert await tablet.closed() == 4400

    on_line(story)


def test_an_unencrypted_photo_closes_the_connection(venue: Venue) -> None:
    async def story() -> None:
        async with phone(venue) as device:
            device.end = None
            await device.say(part(SLIP))
            assert await device.closed() == 4400

    on_line(story)


def test_the_number_of_photos_being_sent_at_once_is_limited(venue: Venue) -> None:
    async def story() -> None:
        raw, waiting = large(), list[Tablet]()
        for number in range(MOST_UNDER_WAY):
            tablet = Tablet(venue, number % 4 + 1)
            await tablet.join()
            waiting.append(tablet)
            started = await tablet.ask(part(raw, number % 4 + 1, by="red"), "photo_taken")
            assert started["taken"]
        late = Tablet(venue, 1)
        await late.join()
        assert (await send(late, raw, by="red"))["busy"]
        await waiting[0].leave()
        assert (await send(late, raw, by="red"))["done"]
        assert (await late.ask(part(raw, by="red", number=2), "photo_taken"))["taken"]
        other = Tablet(venue, 2)
        await other.join()
        assert (await send(other, raw, 2, by="red"))["busy"]
        venue.steady.now_s += IDLE_S + 1
        assert (await send(other, raw, 2, by="red"))["done"], "who says nothing more gives way"

    on_line(story)


def test_a_player_may_keep_three_photos_of_a_game(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            for number in range(3):
                raw = pictures.another(number)
                assert (await send(tablet, raw, by="red", number=number))["done"]
            more = await send(tablet, pictures.another(9), by="red", number=9)
            assert more["sentence"] == (
                "You have already taken 3 photos at table 1. The organizer can leave one out."
            )
            assert (await send(tablet, pictures.another(9), by="blue", number=10))["done"]

    on_line(story)
    assert len(files(venue)) == 4, "what is refused is not written"
    venue.do(LeaveOutPhoto(1, venue.game(1).photos[0].sha256))
    assert len(kept(venue)) == 3


def test_a_photo_that_cannot_be_saved_is_reported_to_the_player_and_the_organizer(
    venue: Venue,
) -> None:
    photos_folder(venue.path).write_bytes(b"a file is in the way")

    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            told = await send(tablet, SLIP, by="red")
            assert told["sentence"].startswith("The organizer’s computer could not save the photo:")
            assert told["sentence"].endswith("Show the slip to the organizer.")
            seen = len(venue.links)
            await tablet.until_soon(lambda: len(venue.links) > seen + 1)
            assert told["sentence"] in notices(venue)
            photos_folder(venue.path).unlink()
            assert (await send(tablet, SLIP, by="red", number=2))["done"]

    on_line(story)


def is_answered(tablet: Tablet) -> bool:
    return any(told["type"] == "photo_taken" for told in tablet.told)


class SlowPhotos(Photos):
    """Photos on a disk that takes its time."""

    def __init__(self, venue: Venue) -> None:
        super().__init__(venue.path)
        self.asked, self.go_on = threading.Event(), threading.Event()

    def keep(self, raw: bytes, round_number: int, table: int) -> tuple[str, int]:
        self.asked.set()
        assert self.go_on.wait(WAIT_S)
        return super().keep(raw, round_number, table)


class BrokenPhotos(Photos):
    """Photos of a program that has a fault."""

    def keep(self, raw: bytes, round_number: int, table: int) -> tuple[str, int]:
        raise ValueError

    def read(self, checksum: str) -> bytes:
        raise ValueError


def serve_with(venue: Venue, photos: Photos) -> None:
    assert venue.server is not None
    venue.server.stop().result(WAIT_S)
    venue.photos = photos
    venue.serve()


def test_a_photo_request_is_answered_even_after_a_program_error(venue: Venue) -> None:
    serve_with(venue, BrokenPhotos(venue.path))
    venue.do(KeepPhoto(1, None, "0" * 64, len(SLIP)))
    pin = venue.keys.new_pin()

    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            told = await send(tablet, SLIP, by="red")
            assert (told["done"], told["sentence"]) == (False, FAULT)
            assert (await tablet.ping())["type"] == "pong", "the table goes on"
        async with Tablet(venue, 0, role="eo") as eo:
            await eo.ask({"type": "unlock", "pin": pin}, "unlocked")
            told = await eo.ask({"type": "ask_photo", "game": 1, "sha256": "0" * 64}, "photo")
            assert (told["data"], told["sentence"]) == ("", FAULT)

    on_line(story)


def test_a_photo_being_saved_at_shutdown_is_recorded_and_answered(venue: Venue) -> None:
    slow = SlowPhotos(venue)
    serve_with(venue, slow)

    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            await tablet.say(part(SLIP, by="red"))
            assert await asyncio.to_thread(slow.asked.wait, WAIT_S)
            assert venue.server is not None
            ended = venue.server.stop()
            assert (await tablet.ping())["type"] == "pong", "it is ending, and waits for the photo"
            slow.go_on.set()
            await tablet.until(partial(is_answered, tablet))
            assert tablet.last("photo_taken")["done"]
            await asyncio.wrap_future(ended)

    on_line(story)
    assert kept(venue) == [(Side.RED, len(SLIP))]


def test_a_disk_that_hangs_does_not_keep_the_server_from_ending(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.server.http.STOP_S", 0.2)
    slow = SlowPhotos(venue)
    serve_with(venue, slow)

    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            await tablet.say(part(SLIP, by="red"))
            assert await asyncio.to_thread(slow.asked.wait, WAIT_S)
            assert venue.server is not None
            await asyncio.wrap_future(venue.server.stop())
            await tablet.closed()
            assert not is_answered(tablet)

    on_line(story)
    slow.go_on.set()
    assert kept(venue) == []


def test_play_continues_while_photos_are_saved_and_one_too_many_is_refused(venue: Venue) -> None:
    slow = SlowPhotos(venue)
    serve_with(venue, slow)

    async def story() -> None:
        tablets = [Tablet(venue, 1) for _ in range(4)]
        for tablet in tablets:
            await tablet.join()
        for number, tablet in enumerate(tablets):
            await tablet.say(part(pictures.another(number), by="red"))
        assert (await tablets[0].ping())["type"] == "pong"
        await tablets[0].do({"type": "start_clock", "first": "red"})
        assert not any(told["type"] == "photo_taken" for told in tablets[0].told)
        slow.go_on.set()
        for tablet in tablets:
            await tablet.until(partial(is_answered, tablet))
        answers = [tablet.last("photo_taken") for tablet in tablets]
        assert sorted(answer["done"] for answer in answers) == [False, True, True, True]
        (refused,) = (answer["sentence"] for answer in answers if not answer["done"])
        assert refused.startswith("You have already taken 3 photos at table 1.")

    on_line(story)
    assert len(kept(venue)) == 3
