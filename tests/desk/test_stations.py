"""Several stations run one event: each sees what the others do, and who comes second is told."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future

import pytest

from app.clock.timeline import SetTimeline, WallTimeline
from app.desk.desk import Desk
from app.desk.replies import Reply
from app.engine.acts.commands import Refused
from app.engine.acts.players import DropPlayer, WarnPlayer
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, FinishRound
from app.engine.acts.table import FlagFell, StartClock
from app.engine.acts.undo import Undo
from app.engine.evolve import fold
from app.engine.side import Pair, Side
from app.engine.table.verdict import final_result
from app.store.exports.digest import state_digest
from app.store.server import server_log
from app.store.server.address import ServerEvent, database
from app.store.server.server_log import ServerLog
from tests.desk.desks import HOUR_MS, START_MS, done, round_one, running, settled
from tests.patience import PATIENCE_S, until
from tests.postgresql import server

Stations = Callable[..., Desk]


class Deaf(ServerLog):
    """Does not hear the others by itself, as over a slow network."""

    def listen(
        self, heard: Callable[[], None], heard_digest: Callable[[str, int, str], None]
    ) -> None:
        pass


@pytest.fixture
def place(request: pytest.FixtureRequest) -> ServerEvent:
    place = ServerEvent(database(server().address), request.node.nodeid)
    server_log.create(place).close()
    return place


@pytest.fixture
def stations(place: ServerEvent) -> Iterator[Stations]:
    """Opens the test's event at one station after the other."""
    desks: list[Desk] = []

    def open_one(name: str, *, deaf: bool = False) -> Desk:
        def opened() -> ServerLog:
            log = server_log.open_log(place, name)
            if deaf:
                log.__class__ = Deaf
            return log

        desks.append(Desk(opened, timeline=SetTimeline(START_MS)))
        running(desks[-1])
        return desks[-1]

    yield open_one
    for desk in desks:
        desk.stop()


def read_on(desk: Desk) -> None:
    """A refusal is never by what is out of date."""
    assert isinstance(asked(desk, Undo(0)), Refused)


def seq(desk: Desk) -> int:
    return settled(desk).seq


def same(*desks: Desk) -> bool:
    return len({seq(desk) for desk in desks}) == 1


def won(side: Side) -> Result:
    return Result(side, How.ASSASSINATION, Pair(0, 0), Pair(0, 0))


def asked(desk: Desk, command: object, *, insist: bool = False) -> Reply:
    answer: Future[Reply] = desk.submit(command, insist=insist)
    return answer.result(PATIENCE_S)


def test_an_act_appears_at_the_other_station_with_the_name_of_its_station(
    stations: Stations,
) -> None:
    first, second = stations("Anna"), stations("Ben")
    round_one(first)
    until(lambda: same(first, second))
    assert settled(second).fresh[-1].station == "desk Anna"
    done(second, WarnPlayer(1, "late"))
    until(lambda: same(first, second))
    assert settled(first).fresh[-1].station == "desk Ben"
    assert state_digest(settled(first).state) == state_digest(settled(second).state)


def test_a_second_result_for_a_table_is_questioned(stations: Stations) -> None:
    first, second = stations("Anna"), stations("Ben", deaf=True)
    game = round_one(first)[0]
    read_on(second)
    until(lambda: same(first, second))
    done(first, ReportResult(game, won(Side.RED)))
    reply = asked(second, ReportResult(game, won(Side.BLUE)), insist=True)
    assert isinstance(reply, Refused)
    assert reply.insistable
    assert reply.sentence.startswith("Anna was first. Table 1 already has a result")
    done(second, ReportResult(game, won(Side.BLUE)), insist=True)
    until(lambda: same(first, second))
    result = final_result(settled(first).state.games[game])
    assert result is not None
    assert result.winner is Side.BLUE


def test_a_player_who_was_dropped_elsewhere_is_not_drawn(stations: Stations) -> None:
    first, second = stations("Anna"), stations("Ben", deaf=True)
    for game in round_one(first, 4):
        done(first, ReportResult(game, won(Side.RED)))
    done(first, FinishRound())
    read_on(second)
    until(lambda: same(first, second))
    done(first, DropPlayer(1))
    done(second, DrawRound(7))
    seats = [
        game.players for game in settled(second).state.games.values() if game.round_number == 2
    ]
    assert seats
    assert not any(1 in players for players in seats)


def test_undo_takes_back_an_act_only_if_it_is_the_last_one_seen(stations: Stations) -> None:
    first, second = stations("Anna"), stations("Ben", deaf=True)
    round_one(first)
    done(first, WarnPlayer(1, "late"))
    read_on(second)
    until(lambda: same(first, second))
    seen = settled(second).state.done[-1].seq
    done(first, WarnPlayer(2, "late"))
    reply = asked(second, Undo(seen))
    assert isinstance(reply, Refused)
    assert "Anna" in reply.sentence
    done(second, Undo(settled(second).state.done[-1].seq))


def test_a_flag_falls_once_however_many_stations_watch(stations: Stations) -> None:
    desks = [stations(name) for name in ("Anna", "Ben", "Cleo")]
    game = round_one(desks[0])[0]
    done(desks[0], StartClock(game, Side.RED))
    until(lambda: same(*desks))
    for desk in desks:
        assert isinstance(desk.timeline, SetTimeline)
        desk.timeline.move_by(2 * HOUR_MS)
    until(lambda: any(isinstance(row.event, FlagFell) for row in settled(desks[0]).fresh))
    until(lambda: same(*desks))
    rows = settled(desks[0]).fresh
    assert sum(isinstance(row.event, FlagFell) for row in rows) == 1


def fallen(desk: Desk) -> bool:
    return any(isinstance(row.event, FlagFell) for row in settled(desk).fresh)


def test_a_flag_that_waits_at_the_tablets_own_station_falls_nowhere_else(
    stations: Stations,
) -> None:
    first, second = stations("Anna"), stations("Ben")
    game = round_one(first)[0]
    done(first, StartClock(game, Side.RED))
    until(lambda: same(first, second))
    second.call(lambda: second.hold_flags(frozenset({game})))
    until(lambda: not first.runs(1))
    until(lambda: second.runs(1))
    for desk in (second, first):
        assert isinstance(desk.timeline, SetTimeline)
        desk.timeline.move_by(2 * HOUR_MS)
    time.sleep(0.1)
    assert not fallen(first)
    second.call(lambda: second.hold_flags(frozenset()))
    until(lambda: fallen(first))


def test_another_station_takes_over_flag_falls_when_the_first_is_closed(
    stations: Stations,
) -> None:
    first, second = stations("Anna"), stations("Ben")
    game = round_one(first)[0]
    done(first, StartClock(game, Side.RED))
    until(lambda: same(first, second))
    first.stop()
    assert isinstance(second.timeline, SetTimeline)
    second.timeline.move_by(2 * HOUR_MS)
    until(lambda: fallen(second))


def test_clocks_keep_running_while_another_station_opens_the_event(stations: Stations) -> None:
    first = stations("Anna")
    game = round_one(first)[0]
    done(first, StartClock(game, Side.RED))
    second = stations("Ben")
    assert settled(second).state.games[game].play.ticking
    assert same(first, second)


def test_a_station_with_a_wrong_clock_uses_the_servers_time(place: ServerEvent) -> None:
    hour_ns = HOUR_MS * 1_000_000
    wrong = WallTimeline(lambda: time.time_ns() + hour_ns)
    desk = Desk(lambda: WrongClock.opened(place), timeline=wrong)
    running(desk)
    try:
        assert abs(desk.timeline.now_ms() - time.time_ns() // 1_000_000) < 1_000
    finally:
        desk.stop()


class WrongClock(ServerLog):
    """At a computer whose clock is an hour fast."""

    @staticmethod
    def opened(place: ServerEvent) -> ServerLog:
        log = server_log.open_log(place, "Anna")
        log.__class__ = WrongClock
        return log

    def clock_ahead_ms(self) -> int:
        return super().clock_ahead_ms() - HOUR_MS


def test_rows_of_other_stations_are_published_before_acts_based_on_them(stations: Stations) -> None:
    first, second = stations("Anna"), stations("Ben", deaf=True)
    done_before = seq(second)
    heard: list[int] = []
    second.subscribe(lambda snapshot: heard.extend(row.seq for row in snapshot.fresh))
    round_one(first)
    reply = asked(second, WarnPlayer(1, "late"))
    assert not isinstance(reply, Refused)
    assert heard == list(range(done_before + 1, seq(second) + 1))
    assert fold(settled(second).fresh) == settled(second).state
