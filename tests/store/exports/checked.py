"""A player of whom everything is checked. ``python -m tests.store.exports.checked`` prints the
digest; it is apart from the tests, whose imports take longer than all else.
"""

from app.engine.acts.players import Entry
from app.engine.formats.settings import CheckInItem
from app.engine.state import Player, State
from app.store.exports.digest import state_digest


def everything_checked() -> State:
    """A player of whom the check-in desk has checked everything."""
    player = Player(1, Entry("Ada"), checked=frozenset(CheckInItem))
    return State(players={1: player})


if __name__ == "__main__":
    print(state_digest(everything_checked()))
