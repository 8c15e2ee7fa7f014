import os
import subprocess
import sys

from app.engine.acts.players import Entry
from app.engine.formats.settings import CheckInItem
from app.engine.state import Player, State
from app.store.exports.digest import digest

HASH_SEEDS = range(1, 4)


def everything_checked() -> State:
    """A player of whom the check-in desk has checked everything."""
    player = Player(1, Entry("Ada"), checked=frozenset(CheckInItem))
    return State(players={1: player})


def test_the_digest_is_the_same_in_every_process() -> None:
    """Python hashes texts differently in each process, and sets are in another order then."""
    script = f"from {__name__} import everything_checked as state, digest; print(digest(state()))"
    digests = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in HASH_SEEDS
    }
    assert digests == {digest(everything_checked())}
