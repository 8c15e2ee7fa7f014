"""Recordings of clocks, read by the driver of the right clock and by a driver of another one."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

from app.clock.drivers.catalog import PRODUCTS
from app.clock.links.byte_log import ByteLogError, read_bytes
from app.headless.cli.clock_log import format_log, guess_driver
from tests.headless.cli.test_clock_log import recorded
from tools.fuzz.mutate import mutated
from tools.fuzz.target import Try, written

KINDS = (("dclk", ""), ("dgt3000", ""), ("dgtxl", ""), ("dgtbus", "dgt-bus"))
MOST_LINES = 120
FIRST = 2
SECOND = 0.5


def log_bytes(folder: Path) -> Sequence[bytes]:
    """Return the beginnings of the logs of games on emulated clocks."""
    made = []
    for kind, product in KINDS:
        own = folder / kind
        own.mkdir()
        heard = recorded(own, kind, product).read_bytes().split(b"\n")
        made.append(b"\n".join(heard[:MOST_LINES]))
    return made


def log(dice: Random, seeds: Sequence[bytes]) -> bytes:
    """Return a log with some of its lines changed, or the bytes that some of its lines contain."""
    if dice.random() < SECOND:
        return mutated(dice, seeds)
    pieces = dice.choice(seeds).split(b"\n")
    for _ in range(dice.choice((1, 1, 3, 9))):
        at = dice.randrange(FIRST, len(pieces))
        before, direction, said = pieces[at].rpartition(b" < ")
        if direction:
            heard = mutated(dice, [bytes.fromhex(said.decode())])[:2_000]
            pieces[at] = before + direction + heard.hex().encode()
    return b"\n".join(pieces)


@contextmanager
def clock_logs(folder: Path) -> Iterator[Try]:
    def one(data: bytes) -> bool:
        path = written(folder, "usb1 port.bytes", data)
        try:
            heard = tuple(read_bytes(path))
        except ByteLogError:
            return False
        if not heard:
            return False
        known = guess_driver(heard)
        for product in {known, PRODUCTS[len(data) % len(PRODUCTS)]} - {None}:
            assert product is not None
            for line in format_log(product, heard, show_bytes=True):
                line.encode()
        return known is not None

    yield one
