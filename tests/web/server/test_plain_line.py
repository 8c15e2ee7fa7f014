"""Who listens to a whole event on plain http: what they can read, and that they can do nothing."""

import hashlib
import json
import random
from pathlib import Path

import pytest

from app.engine.acts.phones import OpenToPhones
from app.engine.side import Side
from app.engine.state import State
from app.web.protocol.seal import KEY_BYTES
from tests.web.server.recording import PAUSE, Recorded, Recording, guess, mutated, order, replay
from tests.web.venue import Tablet, Venue, on_line

MUTATED = 400
GUESSES = 20_000


@pytest.fixture
def recording(venue: Venue) -> Recording:
    made = Recording(venue)
    venue.do(OpenToPhones(sign_up=True, check_in=True))
    on_line(made.play)
    return made


def state_of(venue: Venue) -> State:
    return venue.desk.state


def test_no_secret_goes_over_the_line(recording: Recording) -> None:
    everything = recording.everything
    assert b'"tap"' in everything  # what is recorded is what was said
    for secret in recording.secret:
        assert len(secret) >= 6
        assert secret.encode() not in everything, secret
        assert hashlib.sha256(secret.encode()).hexdigest().encode() not in everything


def test_nothing_that_was_recorded_acts_again(recording: Recording) -> None:
    venue, before = recording.venue, state_of(recording.venue)

    async def story() -> None:
        for frames in recording.sent:
            await replay(venue, frames)
        everything = [frame for frames in recording.sent for frame in frames]
        for frames in recording.sent:
            await replay(venue, [frames[0], *everything])

    on_line(story)
    assert state_of(venue) is before


def test_nothing_that_was_recorded_acts_when_it_is_changed(recording: Recording) -> None:
    venue, before, dice = recording.venue, state_of(recording.venue), random.Random(39)

    async def story() -> None:
        for _ in range(MUTATED):
            await replay(venue, mutated(dice.choice(recording.sent), dice))

    on_line(story)
    assert state_of(venue) is before


def test_nothing_recorded_in_one_round_can_be_replayed_in_the_next(tmp_path: Path) -> None:
    """Tablets, phones, the organizer and the wall, from the first check-in to the last result."""
    venue = Venue(tmp_path)
    venue.serve()
    whole, dice = Recording(venue), random.Random(39)
    on_line(lambda: whole.play_event(rounds=1))
    assert [device.role for device in whole.devices].count("room") == 12
    everything = whole.everything
    assert all(secret.encode() not in everything for secret in whole.secret)
    whole.begin_round()
    before = state_of(venue)

    async def story() -> None:
        for frames in whole.sent:
            await replay(venue, frames)
            await replay(venue, mutated(frames, dice))

    on_line(story)
    assert state_of(venue) is before
    venue.close()


def test_data_injected_into_an_open_connection_does_nothing(recording: Recording) -> None:
    """Whoever knows the numbers of its packets may speak in a device's place."""
    venue = recording.venue

    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            before = state_of(venue)
            tablet.tap(Side.BLUE)
            forged = {"type": "marks", "left": 0, "marks": tablet.queue}
            await tablet.say(json.dumps(forged))  # as it was said to earlier versions
            assert await tablet.closed() == 4400
        async with Tablet(venue, 0, role="eo") as eo:
            await eo.ask({"type": "unlock", "pin": recording.pin}, "unlocked")
            await eo.say(json.dumps(order(tablet.game, PAUSE)))
            assert await eo.closed() == 4400
        assert state_of(venue) is before

    on_line(story)


def test_secrets_cannot_be_guessed_from_a_recording(recording: Recording) -> None:
    """A code of a table shows whether a guess is right, and 130 bits cannot be guessed. A box shows
    nothing: the right PIN does not open it.
    """
    fits = recording.table_check()
    assert fits(recording.venue.secrets[1])
    dice = random.Random(7)
    assert not any(fits(guess(dice)) for _ in range(GUESSES))
    boxes = [frame for device in recording.devices for frame in device.sent if type(frame) is bytes]
    assert len(boxes) >= 6
    for box in boxes:
        for short in (recording.pin, recording.code):
            assert short.encode() not in box
            assert hashlib.sha256(short.encode()).digest() not in box


def test_the_same_pin_looks_different_each_time(venue: Venue) -> None:
    pin = venue.keys.new_pin()

    async def story() -> set[str | bytes]:
        boxes: set[str | bytes] = set()
        for _ in range(5):
            eo = Recorded(venue, 0, role="eo")
            async with eo:
                await eo.ask({"type": "unlock", "pin": pin}, "unlocked")
            boxes |= {frame[KEY_BYTES:] for frame in eo.sent if isinstance(frame, bytes)}
        return boxes

    assert len(on_line(story)) == 5
