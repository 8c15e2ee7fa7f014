"""Reading a command line and writing to a terminal. Start-up needs this module: nothing heavy."""

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from app.store.errors import StoreError


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
