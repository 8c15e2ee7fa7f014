"""The player with a store that forgets the last row that it acknowledged."""

import os
import shutil
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.faults.player import EVENT, play


def main(arguments: Sequence[str]) -> None:
    folder, seed, players, rounds, *_ = arguments
    play(Path(folder), int(seed), int(players), int(rounds), {})
    with sqlite3.connect(Path(folder) / EVENT) as raw:
        raw.execute("DELETE FROM log WHERE seq = (SELECT max(seq) FROM log)")
    shutil.rmtree(Path(folder) / "state")
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
