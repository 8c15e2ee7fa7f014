"""Who listens to a Wi-Fi clock's whole game: they read times and presses, and can do nothing. The
board is the ESP32 sketch; every byte of its lines is written down and sent again from elsewhere.
"""

import hashlib
import random
import re
from collections.abc import Callable, Iterator

import pytest

from app.emulators.device import DeviceSide
from app.engine.acts.table import AdjustClock, StartClock
from app.engine.side import Side
from tests.clock.callers import answer, dials
from tests.clock.real_room import left_ms
from tests.clock.wifi_hall import WifiHall
from tests.clock.wire_tap import CODE, WireTap
from tests.web.server.recording import guess

pytestmark = pytest.mark.timed

SECRET = "kj3vx9mqp2rtyb7wz0ahg5c8en"
MUTATED = 400
GUESSES = 20_000


class Overheard:
    """A game of a Wi-Fi clock at table 1: presses, a Wi-Fi that fails, a flag. Then it is over."""

    def __init__(self, room: WifiHall) -> None:
        self.room = room
        room.secrets[1] = SECRET
        room.event(1)
        tap = WireTap(room.picture.wifi.port)
        board = room.board(1, "AAAA0001", port=tap.port)
        room.until(room.ready(1))
        room.room.set_for_round()
        room.until(lambda: (clock := room.at(1)) and clock.reading and clock.reading.left_ms)
        room.do(StartClock(1, Side.RED))
        room.until(lambda: (clock := room.at(1)) and clock.reading and clock.reading.running)
        for number in range(1, 5):
            board.press(DeviceSide.LEFT if number % 2 else DeviceSide.RIGHT)
            room.until(lambda number=number: room.presses(1) == number)
        board.wifi(False)
        room.until(lambda: room.at(1) is None)
        board.press(DeviceSide.LEFT)
        board.wifi(True)
        room.until(lambda: room.presses(1) == 5)
        room.until(room.ready(1))
        room.do(AdjustClock(1, Side.BLUE, 2000 - left_ms(room, 1, Side.BLUE), "to the end"))
        room.until(lambda: room.game(1).play.ending)
        room.boards.remove(board)
        board.end()
        room.until(lambda: room.at(1) is None)
        tap.close()
        self.tap = tap
        self.said = [bytes(one.said) for one in tap.connections if b"PROVE" in one.said]

    def replay(self, words: bytes, number: int) -> bytes:
        """Say it from an address of its own; all that is answered."""
        address = f"127.2.{number // 250}.{number % 250 + 1}"
        heard = b""
        with dials(self.room.picture.wifi.port, words, address) as thief:
            while line := answer(thief):
                heard += line
        return heard


@pytest.fixture(scope="module")
def overheard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Overheard]:
    room = WifiHall(tmp_path_factory.mktemp("overheard"))
    try:
        yield Overheard(room)
    finally:
        room.end()


def test_an_eavesdropper_reads_times_and_presses_but_no_secret(overheard: Overheard) -> None:
    everything = overheard.tap.everything
    assert everything.count(b" k=PRESS ") >= 5  # what is recorded is what was said
    assert b"@" in everything
    assert SECRET.encode() not in everything
    assert hashlib.sha256(SECRET.encode()).hexdigest().encode() not in everything
    assert len(overheard.said) == 2, "it came back once"


def test_nothing_that_was_recorded_acts_again(overheard: Overheard) -> None:
    room = overheard.room
    before, presses = room.desk.state, room.presses(1)
    both = b"".join(overheard.said)
    for number, words in enumerate((*overheard.said, both)):
        assert b"JOINED" not in overheard.replay(words, number)
    assert room.desk.state is before
    assert room.presses(1) == presses
    assert not any(clock.online for clock in room.picture.clocks)


def mutated(said: bytes, dice: random.Random) -> bytes:
    """One of the things that somebody might try with a recording."""
    lines = said.split(b"\n")[:-1]
    at = dice.randrange(len(lines))
    line = lines[at]
    bit = dice.randrange(len(line))
    flipped = line[:bit] + bytes((line[bit] ^ 1 << dice.randrange(7),)) + line[bit + 1 :]
    tricks: list[Callable[[], list[bytes]]] = [
        lambda: [*lines[:at], *lines[at + 1 :]],
        lambda: [lines[0], *lines[at:]],
        lambda: [*lines[: at + 1], *lines[at:]],
        lambda: [*lines[:at], flipped, *lines[at + 1 :]],
        lambda: [lines[0], *(other[CODE:] for other in lines[1:])],
        lambda: [lines[0], dice.randbytes(CODE // 2).hex().encode() + lines[1][CODE:], *lines[2:]],
        lambda: [re.sub(rb" nonce=.*", b"", lines[0]), *lines[1:]],
    ]
    return b"\n".join(dice.choice(tricks)()) + b"\n"


def test_nothing_that_was_recorded_acts_when_it_is_changed(overheard: Overheard) -> None:
    room, dice = overheard.room, random.Random(39)
    before, presses = room.desk.state, room.presses(1)
    for number in range(MUTATED):
        words = mutated(dice.choice(overheard.said), dice)
        if number % 2:  # nothing after the proof matters where nobody gets in
            words = b"\n".join(words.split(b"\n")[:8]) + b"\n"
        assert b"JOINED" not in overheard.replay(words, 10 + number)
    assert room.desk.state is before
    assert room.presses(1) == presses


def test_guessing_secrets_from_a_recording_finds_nothing(overheard: Overheard) -> None:
    """A code shows whether a guess is right, and 130 bits cannot be guessed."""
    fits = overheard.tap.connections[0].secret_check()
    assert fits(SECRET)
    dice = random.Random(7)
    assert not any(fits(guess(dice)) for _ in range(GUESSES))
