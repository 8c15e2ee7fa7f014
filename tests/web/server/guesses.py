"""Attack a whole event that was recorded on plain http, for as long as one has.

    python -m tests.web.server.guesses 60

plays an event with tablets, phones, the organizer, the wall and a Wi-Fi clock, and writes down
every byte. In a round to come it says all of it again from another address, whole and changed, and
prints how much of that was accepted. Then it guesses tables' secrets for 60 minutes, and prints how
many guesses fit and so could act.
"""

import random
import sys
import tempfile
import time
from pathlib import Path

from app.clock.links.door import Door
from app.desk.replies import Snapshot
from tests.clock.callers import Caller
from tests.clock.wire_tap import WireTap
from tests.web.server.recording import ON_TABLETS, Recording, guess, mutated, replay
from tests.web.venue import Venue, on_line

AT_ONCE = 10_000
ROUNDS, MUTATED = 3, 3_000


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


def attack(venue: Venue, recording: Recording) -> int:
    """Replay the event from another address, whole and mutated; return how many acts are new."""
    recording.begin_round()
    dice, heard = random.Random(39), list[Snapshot]()
    venue.desk.subscribe(heard.append)
    before = venue.state

    async def story() -> None:
        for frames in recording.sent:
            await replay(venue, frames)
        for _ in range(MUTATED):
            await replay(venue, mutated(dice.choice(recording.sent), dice))

    on_line(story)
    assert (venue.state is before) == (heard[-1].seq == heard[0].seq)
    accepted, frames = heard[-1].seq - heard[0].seq, sum(map(len, recording.sent))
    print(
        f"{len(recording.sent)} connections, {frames} frames replayed, {MUTATED} mutated:"
        f" {accepted} acts accepted",
        flush=True,
    )
    return accepted


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        venue = Venue(Path(folder))
        venue.serve()
        recording = Recording(venue)
        on_line(lambda: recording.play_event(ROUNDS))
        clock = record_clock(venue).connections[0].secret_check()
        checks = (clock, *(recording.table_check(table) for table in ON_TABLETS))
        assert all(
            fits(venue.secrets[table]) for fits, table in zip(checks, (1, *ON_TABLETS), strict=True)
        )
        accepted = attack(venue, recording)
        until_s = time.monotonic() + 60 * float(sys.argv[1])
        guesses, fitting, dice = 0, list[str](), random.Random(39)
        while time.monotonic() < until_s:
            for _ in range(AT_ONCE):
                tried = guess(dice)
                fitting += [tried for fits in checks if fits(tried)]
            guesses += AT_ONCE
        venue.close()
    print(f"{guesses} guesses, {len(fitting)} fit, so {len(fitting)} could act")
    sys.exit(1 if fitting or accepted else 0)


if __name__ == "__main__":
    main()
