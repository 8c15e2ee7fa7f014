"""What the desk lends to those who live in its thread."""

import gc
import weakref
from pathlib import Path

import pytest

from app.desk.desk import Desk
from app.desk.replies import Reply
from app.engine.acts.commands import Refused
from app.engine.acts.players import AddPlayers, Entry
from app.engine.acts.table import StartClock, Tap
from app.engine.side import Side
from app.store.log.event_log import open_log
from app.web.server.http import CannotServe
from tests.desk.desks import troubles
from tests.events import MINUTE
from tests.patience import until
from tests.web.venue import Venue

RED = Side.RED


def in_place(venue: Venue, game: int, at_ms: int) -> Reply:
    async def ask() -> Reply:
        return venue.desk.act(Tap(game, RED), at_ms, actor="Red", station="tablet")

    return venue.desk.run(ask()).result(60)


def test_a_record_has_the_time_of_writing_and_its_mark_the_time_of_the_event(venue: Venue) -> None:
    game = venue.game(1).number
    venue.do(StartClock(game, RED))
    began_ms = venue.timeline.now_ms()
    venue.move_by(10 * MINUTE)
    reply = in_place(venue, game, began_ms + MINUTE)
    assert not isinstance(reply, Refused)
    assert reply[0].at_ms == began_ms + 10 * MINUTE
    assert venue.game(1).marks[-1].at_ms == began_ms + MINUTE


def test_no_mark_can_be_dated_in_the_future(venue: Venue) -> None:
    game = venue.game(1).number
    venue.do(StartClock(game, RED))
    venue.move_by(MINUTE)
    assert not isinstance(in_place(venue, game, venue.timeline.now_ms() + MINUTE), Refused)
    assert venue.game(1).marks[-1].at_ms == venue.timeline.now_ms()


def test_a_delayed_flag_is_dated_when_it_was_due(venue: Venue) -> None:
    game = venue.game(1).number
    venue.do(StartClock(game, RED))
    began_ms = venue.timeline.now_ms()

    async def hold(games: frozenset[int]) -> None:
        venue.desk.hold_flags(games)

    venue.desk.run(hold(frozenset({game}))).result(60)
    venue.move_by(90 * MINUTE)
    assert venue.game(1).play.ending is None
    venue.desk.run(hold(frozenset())).result(60)
    ending = venue.game(1).play.ending
    assert ending is not None
    assert ending.at_ms == began_ms + 60 * MINUTE


def test_visitors_are_disconnected_before_the_desk_stops(tmp_path: Path) -> None:
    venue = Venue(tmp_path)
    seen: list[str] = []

    async def come() -> None:
        venue.desk.before_end(go)

    async def go() -> None:
        seen.append("gone")

    venue.desk.run(come()).result(60)
    venue.close()
    assert seen == ["gone"]
    with pytest.raises(RuntimeError):
        venue.desk.run(come()).result(60)


def test_a_desk_without_a_server_starts_and_stops(tmp_path: Path) -> None:
    Venue(tmp_path).close()
    desk = Desk(lambda: open_log(tmp_path / "event.flagfall"))
    assert desk.start().result(60).seq == 1
    desk.stop()


def test_a_stopped_server_receives_no_more_updates_and_is_released(
    venue: Venue,
) -> None:
    assert venue.server is not None
    listeners = len(venue.desk._publisher._listeners)  # noqa: SLF001 - who is left is seen nowhere else
    old = weakref.ref(venue.server)
    for _ in range(3):
        venue.server.stop().result(60)
        venue.server.stop().result(60)
        venue.serve()
    with pytest.raises(CannotServe):
        venue.serve()
    venue.do(AddPlayers((Entry("Late"),)))
    assert len(venue.desk._publisher._listeners) == listeners  # noqa: SLF001
    assert len(venue.desk._closings) == 1  # noqa: SLF001
    gc.collect()
    assert old() is None


def test_a_failing_listener_does_not_end_the_supervision_of_the_tablets(venue: Venue) -> None:
    looks: list[object] = []

    def fail_twice(links: object) -> None:
        looks.append(links)
        if len(looks) <= 2:
            raise ValueError("no picture")

    told = troubles(venue.desk)
    assert venue.server is not None
    venue.server.subscribe(fail_twice)
    until(lambda: len(looks) > 3)
    assert (
        told.count("Flagfall could not look after the tablets: no picture. It keeps trying.") == 1
    )
