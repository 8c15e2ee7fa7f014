"""Photos of slips from devices. They arrive in parts, are checked and written in another thread,
and are then recorded. The files are handled by ``app.store.photos``.
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import TypeAlias

from msgspec import Struct, field

from app.desk.desk import Desk
from app.desk.replies import FAULT
from app.engine import wording
from app.engine.acts.commands import Refused
from app.engine.acts.events import ORGANIZER
from app.engine.acts.photos import KeepPhoto
from app.engine.decide import decide
from app.engine.language import say, template
from app.engine.side import Side
from app.engine.state import State
from app.engine.subjects.table.photos import NOT_SHOWN
from app.store.errors import StoreError
from app.store.photos import MOST_BYTES, NO_PICTURE, NotKept, Photos
from app.web.protocol.messages import PhotoMessage, PhotoPart, PhotoRequest, PhotoTaken
from app.web.server.connection import Connection
from app.web.server.organizer import ENTER
from app.web.server.public_view import is_published

MOST_UNDER_WAY = 16
"""The most photos that may arrive at once; each has at most a megabyte."""
IDLE_S = 60.0
"""The seconds without a new part after which a photo gives up its place."""
NO_PHOTOS = template("This event does not save photos. Show the slip to the organizer.")
NOT_YOURS = say("That game is no longer in this event. Look at your table again.")

Answer: TypeAlias = PhotoTaken | PhotoMessage


class _Arriving(Struct):
    """A photo that has arrived only in part."""

    number: int
    game: int
    side: Side | None
    size: int
    heard_s: float
    content: bytearray = field(default_factory=bytearray)


class PhotoIntake:
    """Receives photos, in the desk's thread. ``notice`` tells the organizer about a table whose
    photo could not be stored.
    """

    def __init__(
        self,
        desk: Desk,
        photos: Photos | None,
        steady: Callable[[], float],
        notice: Callable[[int, str], None],
    ) -> None:
        self._desk, self._photos = desk, photos
        self._steady, self._notice = steady, notice
        self._arriving: dict[Connection, _Arriving] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def take(self, connection: Connection, message: PhotoPart, state: State) -> None:
        """Take a part of a photo, and answer how much has arrived."""
        answer = self._take(connection, message, state)
        if answer is not None:
            connection.say(answer)

    def forget(self, connection: Connection) -> None:
        """Forget the parts from a device that has left."""
        self._arriving.pop(connection, None)

    def show(self, connection: Connection, message: PhotoRequest, state: State) -> None:
        """Send a photo of a game to the organizer, or the reason why not."""
        game = state.games.get(message.game)
        here = game is not None and any(photo.sha256 == message.sha256 for photo in game.photos)
        if here and connection.unlocked:
            not_read = PhotoMessage(game=message.game, sha256=message.sha256, sentence=FAULT)
            self._begin(connection, self._read(message), not_read)
            return
        why = NOT_SHOWN if connection.unlocked else str(ENTER)
        connection.say(PhotoMessage(game=message.game, sha256=message.sha256, sentence=why))

    async def end(self, within_s: float) -> None:
        """Wait until the photos that have arrived are recorded and answered. Those that take longer
        than ``within_s`` seconds are abandoned.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                while self._tasks:
                    await asyncio.wait(self._tasks)
        for task in self._tasks:
            task.cancel()

    def _begin(
        self, connection: Connection, work: Coroutine[None, None, Answer], fault: Answer
    ) -> None:
        """Start ``work``. Its result is sent to the device; if it raises an error, ``fault`` is
        sent.
        """
        task = asyncio.get_running_loop().create_task(_answer(connection, work, fault))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _read(self, message: PhotoRequest) -> PhotoMessage:
        sentence, data = str(NO_PHOTOS), b""
        if self._photos is not None:
            try:
                data = await asyncio.to_thread(self._photos.read, message.sha256)
                sentence = ""
            except StoreError as error:
                sentence = str(error)
        return PhotoMessage(game=message.game, sha256=message.sha256, data=data, sentence=sentence)

    def _take(self, connection: Connection, message: PhotoPart, state: State) -> PhotoTaken | None:
        number = message.number
        allowed, side = _whose(connection, message, state)
        is_locked = connection.role == "eo" and not connection.unlocked
        fault = "" if allowed else str(ENTER) if is_locked else NOT_YOURS
        fault = fault or self._explain_refusal(message, side, state)
        if fault:
            self.forget(connection)
            return PhotoTaken(number=number, sentence=fault)
        known = self._arriving.get(connection)
        if known is None or (known.number, known.game) != (number, message.game):
            if message.from_byte:
                return PhotoTaken(number=number)
            self.forget(connection)
            if not self._has_room():
                return PhotoTaken(number=number, busy=True)
            known = _Arriving(number, message.game, side, message.size, self._steady())
            self._arriving[connection] = known
        known.heard_s = self._steady()
        if message.from_byte == len(known.content):
            known.content += message.data
        if len(known.content) < known.size:
            return PhotoTaken(number=number, taken=len(known.content))
        self.forget(connection)
        if len(known.content) > known.size:
            return PhotoTaken(number=number, sentence=str(NO_PICTURE))
        not_taken = PhotoTaken(number=number, sentence=FAULT)
        self._begin(connection, self._keep(connection, known), not_taken)
        return None

    def _explain_refusal(self, message: PhotoPart, side: Side | None, state: State) -> str:
        """Return why no photo of the game is accepted; empty if photos are accepted."""
        if self._photos is None:
            return str(NO_PHOTOS)
        if message.size > MOST_BYTES:
            return wording.PHOTO_TOO_LARGE
        asked = decide(state, KeepPhoto(message.game, side, "", message.size), 0)
        return asked.sentence if isinstance(asked, Refused) else ""

    def _has_room(self) -> bool:
        now_s = self._steady()
        for connection, arriving in [*self._arriving.items()]:
            if now_s - arriving.heard_s > IDLE_S:
                self.forget(connection)
        return len(self._arriving) + len(self._tasks) < MOST_UNDER_WAY

    async def _keep(self, connection: Connection, photo: _Arriving) -> PhotoTaken:
        """Write a complete photo and record it. A photo that the game already has is not recorded
        again.
        """
        game = self._desk.state.games.get(photo.game)
        if game is None or self._photos is None:
            return PhotoTaken(number=photo.number, sentence=str(NOT_YOURS))
        try:
            checksum, size = await asyncio.to_thread(
                self._photos.keep, bytes(photo.content), game.round_number, game.table
            )
        except StoreError as error:
            if isinstance(error, NotKept):
                self._notice(game.table, str(error))
            return PhotoTaken(number=photo.number, sentence=str(error))
        there = self._desk.state.games.get(photo.game)
        if there is None or all(each.sha256 != checksum for each in there.photos):
            reply = self._desk.act(
                KeepPhoto(photo.game, photo.side, checksum, size),
                self._desk.timeline.now_ms(),
                actor=photo.side.actor if photo.side else ORGANIZER,
                station=_station(connection),
            )
            if isinstance(reply, Refused):
                return PhotoTaken(number=photo.number, sentence=reply.sentence)
        return PhotoTaken(number=photo.number, taken=photo.size, done=True)


async def _answer(
    connection: Connection, work: Coroutine[None, None, Answer], fault: Answer
) -> None:
    try:
        answer = await work
    except Exception:
        connection.say(fault)
        raise
    connection.say(answer)


def _whose(connection: Connection, message: PhotoPart, state: State) -> tuple[bool, Side | None]:
    """Return whether this device may send a photo of the game, and the side of the player who took
    it, which is None for the organizer.
    """
    game = state.games.get(message.game)
    if game is None:
        return False, None
    if connection.role == "eo":
        return connection.unlocked, None
    if connection.role == "room":
        playing = connection.player in game.players
        return playing, game.players.side_of(connection.player) if playing else None
    at_table = game.table == connection.table and is_published(state, game)
    return at_table and message.by is not None, message.by


def _station(connection: Connection) -> str:
    if connection.role == "eo":
        return "EO's tablet"
    kind = "phone" if connection.role == "room" else "tablet"
    return f"{kind} {connection.device[:8]}"
