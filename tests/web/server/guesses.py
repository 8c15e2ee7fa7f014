"""Guess at what was recorded on plain http, for as long as one has.

    python -m tests.web.server.guesses 60

plays an event with a table, a phone, the organizer and a Wi-Fi clock, writes down every byte,
guesses tables' secrets for 60 minutes, and prints how many guesses fit and so could act.
"""

import random
import sys
import tempfile
import time
from pathlib import Path

from app.clock.links.door import Door
from app.engine.acts.phones import OpenToPhones
from tests.clock.callers import Caller
from tests.clock.wire_tap import WireTap
from tests.web.server.recording import Recording, guess
from tests.web.venue import Venue, on_line

AT_ONCE = 10_000


def record_clock(venue: Venue) -> WireTap:
    """A Wi-Fi clock joins at table 1, and somebody writes it down."""
    door = Door(
        table_key=venue.keys.table_key,
        now_ms=venue.timeline.now_ms,
        changed=lambda: None,
        port=0,
        host="127.0.0.1",
    )
    door.start()
    tap = WireTap(door.port)
    caller = Caller(tap.port, 1, venue.secrets[1])
    assert caller.welcome.startswith(b"JOINED")
    caller.socket.close()
    tap.close()
    door.stop()
    return tap


def main() -> None:
    until_s = time.monotonic() + 60 * float(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        venue = Venue(Path(folder))
        venue.register(8)
        venue.start()
        venue.serve()
        venue.do(OpenToPhones(sign_up=True, check_in=True))
        recording = Recording(venue)
        on_line(recording.play)
        checks = (recording.table_check(), record_clock(venue).connections[0].secret_check())
        assert all(fits(venue.secrets[1]) for fits in checks)
        guesses, fitting, dice = 0, list[str](), random.Random(39)
        while time.monotonic() < until_s:
            for _ in range(AT_ONCE):
                tried = guess(dice)
                fitting += [tried for fits in checks if fits(tried)]
            guesses += AT_ONCE
        venue.close()
    print(f"{guesses} guesses, {len(fitting)} fit, so {len(fitting)} could act")
    sys.exit(1 if fitting else 0)


if __name__ == "__main__":
    main()
