"""Reading a command line and writing to a terminal. Start-up needs this module: nothing heavy."""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn

from app.engine.language import say
from app.engine.progress import Progress, left_words, no_progress
from app.store.errors import StoreError

SHOWN_AFTER_SECONDS = 1.0
SHOWN_EVERY_SECONDS = 0.2


class Parser(argparse.ArgumentParser):
    """Complains in one sentence, by StoreError, instead of ending the program."""

    def error(self, message: str) -> NoReturn:
        raise StoreError(f"{message[:1].upper()}{message[1:]}. See {self.prog} --help.")


def parsed(parser: Parser, arguments: Sequence[str]) -> argparse.Namespace | None:
    """The arguments; None when help was asked for and given. Raises StoreError."""
    try:
        return parser.parse_args(arguments)
    except SystemExit:
        return None


def remark(sentence: str) -> None:
    """On the error stream; a program without a console has none."""
    if sys.stderr is not None:
        print(sentence, file=sys.stderr)


def echo(seq: int) -> None:
    """One number on a line, out at once."""
    print(seq, flush=True)


@contextmanager
def progress(what: str) -> Iterator[Progress]:
    """Show the progress of work that takes more than a second and the time left, on a line of the
    error stream that is cleared at the end. Nothing is shown if the stream is not a terminal.

    The work calls the yielded function with the part that is done, from 0 to 1.
    """
    began, shown, stream = time.monotonic(), 0.0, sys.stderr

    def show(part: float) -> None:
        nonlocal shown
        now = time.monotonic()
        if now - began < SHOWN_AFTER_SECONDS or now - shown < SHOWN_EVERY_SECONDS:
            return
        shown = now
        left = left_words(part, now - began)
        line = say("{what}: {part:.0%}, {left}", what=what, part=part, left=left)
        print(f"\r{line}\x1b[K", end="", file=stream, flush=True)

    if stream is None or not stream.isatty():
        yield no_progress
        return
    try:
        yield show
    finally:
        if shown:
            clear_progress()


def clear_progress() -> None:
    """Before another line is written; the next time that it is shown it is below."""
    if sys.stderr is not None and sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
