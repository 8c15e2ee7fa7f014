"""Reads a command line and writes to a terminal. Start-up needs this module, so it imports nothing
heavy.
"""

import argparse
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

from app.engine.language import mark_text, say
from app.engine.progress import Progress, no_progress
from app.store.errors import StoreError

if TYPE_CHECKING:
    from tqdm import tqdm

SHOWN_AFTER_SECONDS = 1.0
SHOWN_EVERY_SECONDS = 0.2
TICK_SECONDS = 1.0
FORM = mark_text("{desc}: {percentage:.0f}% {bar} {remaining} left")
"""The progress line in tqdm's format. "desc" is the work, "remaining" the time left, such as
02:15.
"""
FIRST_FORM = "{desc}: {percentage:.0f}% {bar}"
"""The progress line while the remaining time is not known yet."""

_bars: "list[tqdm[NoReturn]]" = []
"""The progress lines that are shown at present."""


class Parser(argparse.ArgumentParser):
    """A parser that raises StoreError with one sentence instead of ending the program."""

    def error(self, message: str) -> NoReturn:
        raise StoreError(f"{message[:1].upper()}{message[1:]}. See {self.prog} --help.")


def parse_arguments(parser: Parser, arguments: Sequence[str]) -> argparse.Namespace | None:
    """Return the parsed arguments, or None if help was asked for and has been printed. Raises
    StoreError if the arguments are wrong.
    """
    try:
        return parser.parse_args(arguments)
    except SystemExit:
        return None


def remark(sentence: str) -> None:
    """Write a sentence to the error stream, if the program has one."""
    if sys.stderr is not None:
        clear_progress()
        print(sentence, file=sys.stderr)


def remark_after_key(sentence: str) -> None:
    """Write a sentence over the "^C" that a terminal shows when Ctrl+C ends the work."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(end="\r", file=sys.stderr)
    remark(sentence)


def echo(seq: int) -> None:
    """Print a number on a line of its own, without delay."""
    clear_progress()
    print(seq, flush=True)


@contextmanager
def progress(what: str) -> Iterator[Progress]:
    """Show the progress of work that takes more than a second and the time left, on a line of the
    error stream that is cleared at the end. Nothing is shown if the stream is not a terminal.

    The work calls the yielded function with the finished share, from 0 to 1. Between two calls the
    line is refreshed as well.
    """
    stream = sys.stderr
    if stream is None or not stream.isatty():
        yield no_progress
        return
    from tqdm import tqdm

    tqdm.monitor_interval = 0  # otherwise tqdm starts a thread that is never joined
    tqdm.set_lock(threading.RLock())  # the default lock is one for several processes
    bar: tqdm[NoReturn] = tqdm(
        total=1, desc=what, bar_format=FIRST_FORM, leave=False, file=stream, dynamic_ncols=True,
        delay=SHOWN_AFTER_SECONDS, mininterval=SHOWN_EVERY_SECONDS, miniters=0, smoothing=0,
    )  # fmt: skip
    over = threading.Event()

    def show(part: float) -> None:
        if part > 0:
            bar.bar_format = say(FORM)
        bar.update(part - bar.n)

    def tick() -> None:
        wait = SHOWN_AFTER_SECONDS
        while not over.wait(wait):
            bar.refresh()
            wait = TICK_SECONDS

    ticker = threading.Thread(target=tick, name="progress", daemon=True)
    ticker.start()
    _bars.append(bar)
    try:
        yield show
    finally:
        over.set()
        ticker.join()
        _bars.remove(bar)
        bar.clear()  # closing clears only what an update showed, not what the ticker did
        bar.close()


def clear_progress() -> None:
    """Clear the progress line before another line is written. It appears again below."""
    for bar in _bars:
        bar.clear()
