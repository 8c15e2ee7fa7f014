"""The server is away for a while: a station goes on by itself and adds what it did when it is back;
what does not go with what others did is the organizer's to read.
"""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing, suppress
from pathlib import Path
from typing import Protocol

import pytest

from app import VERSION
from app.clock.timeline import SetTimeline
from app.desk import comparison
from app.desk.comparison import DIFFERENT
from app.desk.desk import Desk
from app.desk.replies import Reply, Snapshot
from app.engine.acts.commands import Refused
from app.engine.acts.events import Record
from app.engine.acts.players import AddPlayers, CheckIn, DropPlayer, Entry, PlayerWarned, WarnPlayer
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, FinishRound
from app.engine.acts.stations.aside import ActSetAside, SettleActs
from app.engine.acts.table import PauseCause, StartClock, Tap
from app.engine.acts.undo import Redo, Undo
from app.engine.evolve import fold
from app.engine.remarks import in_words
from app.engine.side import Pair, Side
from app.store.exports.digest import state_digest
from app.store.server import server_log
from app.store.server.address import ServerEvent, database
from app.store.server.schema import NEWS
from app.store.server.server import open_line
from app.store.server.server_log import AWAY, BACK, ServerLog
from tests.cut_line import CutLine
from tests.desk.desks import HOUR_MS, START_MS, round_one, running, settled
from tests.patience import PATIENCE_S, until
from tests.postgresql import server

RED_WINS = Result(Side.RED, How.ASSASSINATION, Pair(1, 0), Pair(0, 0))
ACTS = 300
SOON_S = 2.5
MINUTE_MS = 60_000
BLUE_WINS = Result(Side.BLUE, How.ASSASSINATION, Pair(0, 1), Pair(0, 0))


class Station:
    """A desk whose line to the server can be cut, and what it told."""

    def __init__(self, event: str, name: str, line: CutLine, now_ms: int = START_MS) -> None:
        self.line = line
        address = server().address.replace(f":{server().port}/", f":{line.port}/")
        place = ServerEvent(database(address), event)
        self.desk = Desk(lambda: server_log.open_log(place, name), timeline=SetTimeline(now_ms))
        running(self.desk)
        self.told: list[str] = []
        self.records: list[object] = []
        self.desk.subscribe(self._hear)

    def _hear(self, snapshot: Snapshot) -> None:
        self.records[snapshot.seq - len(snapshot.fresh) :] = snapshot.fresh
        if snapshot.trouble:
            self.told.append(snapshot.trouble)

    def away(self) -> None:
        """From now on the server cannot be reached."""
        self.line.refuse()

    def back(self) -> None:
        """The server can be reached, and everything that waited is in the event."""
        self.line.accept()
        until(lambda: any(words.startswith(BACK) for words in self.told))
        self.told.clear()

    @property
    def state(self) -> object:
        return settled(self.desk).state

    def asks(self, command: object, *, insist: bool = False) -> Reply:
        answer: Future[Reply] = self.desk.submit(command, insist=insist)
        return answer.result(PATIENCE_S)

    def does(self, command: object, *, insist: bool = False) -> None:
        reply = self.asks(command, insist=insist)
        assert not isinstance(reply, Refused), reply

    def aside(self) -> tuple[ActSetAside, ...]:
        return settled(self.desk).state.acts_aside

    def stop(self) -> None:
        self.desk.stop()
        self.line.close()


class Open(Protocol):
    """Opens a station of this name, at this time."""

    def __call__(self, name: str, now_ms: int = START_MS) -> Station: ...


@pytest.fixture
def event(request: pytest.FixtureRequest) -> str:
    name = f"away {request.node.nodeid}"
    server_log.create(ServerEvent(database(server().address), name)).close()
    return name


@pytest.fixture
def stations(event: str) -> Iterator[Open]:
    opened: list[Station] = []

    def open_one(name: str, now_ms: int = START_MS) -> Station:
        opened.append(Station(event, name, CutLine(server().port), now_ms))
        return opened[-1]

    yield open_one
    for station in opened:
        with suppress(RuntimeError):
            station.stop()


def open_reader(event: str) -> ServerLog:
    place = ServerEvent(database(server().address), event)
    return server_log.open_log(place, read_only=True)


def in_database(event: str) -> list[Record]:
    with open_reader(event) as reader:
        return reader.records()


def until_in_database(event: str, holds: Callable[[list[Record]], object]) -> None:
    """Wait until it holds of the rows in the database; whoever looks connects only once."""

    def look() -> object:
        reader.read_on()
        return holds(reader.records())

    with open_reader(event) as reader:
        until(look)


def reasons(rows: list[Record]) -> list[str]:
    return [row.event.reason for row in rows if isinstance(row.event, PlayerWarned)]


def warned(event: str) -> list[str]:
    return reasons(in_database(event))


def an_hour_passes() -> None:
    """The server has not seen a closed station for so long that the others forget it."""
    with closing(open_line(database(server().address))) as line:
        line.execute("UPDATE station SET seen = seen - interval '1 hour'")


def same(*stations: Station) -> bool:
    return len({state_digest(settled(station.desk).state) for station in stations}) == 1


def parted(stations: Open) -> tuple[Station, Station]:
    """Anna and Ben in the first round; Anna has no server any more."""
    anna, ben = stations("Anna"), stations("Ben")
    round_one(anna.desk)
    until(lambda: same(anna, ben))
    anna.away()
    return anna, ben


def test_acts_of_a_station_without_the_server_are_added_later_unchanged(
    stations: Open, event: str
) -> None:
    anna = stations("Anna")
    game = round_one(anna.desk)[0]
    anna.away()
    anna.does(WarnPlayer(1, "first"))
    anna.does(StartClock(game, Side.RED))
    anna.does(Tap(game, Side.RED))
    anna.does(WarnPlayer(2, "second"))
    before = state_digest(settled(anna.desk).state)
    assert warned(event) == []
    anna.back()
    assert warned(event) == ["first", "second"]
    assert (
        state_digest(fold(in_database(event))) == state_digest(settled(anna.desk).state) == before
    )
    anna.does(WarnPlayer(1, "third"))
    assert warned(event) == ["first", "second", "third"]
    assert anna.records == in_database(event)


def test_the_organizer_is_told_of_the_outage_and_how_many_acts_were_added(stations: Open) -> None:
    anna = stations("Anna")
    round_one(anna.desk)
    anna.away()
    anna.does(WarnPlayer(1, "late"))
    anna.does(WarnPlayer(2, "late"))
    until(lambda: any("kept on this computer" in words for words in anna.told))
    anna.line.accept()
    added = "The database server is back. 2 changes from this computer were added."
    until(lambda: added in anna.told)
    anna.away()
    until(lambda: anna.told[-1] == AWAY)
    anna.line.accept()
    until(lambda: anna.told[-1] == BACK)
    assert anna.told == [AWAY, added, AWAY, BACK]


def test_each_server_outage_is_reported_within_the_next_second(stations: Open) -> None:
    anna = stations("Anna")
    round_one(anna.desk)
    slowest_s = 0.0
    for _ in range(3):
        anna.away()
        until(lambda: anna.desk.stations is not None and anna.desk.stations.is_away)
        began_s = time.monotonic()
        until(lambda: any("cannot be reached" in words for words in anna.told))
        slowest_s = max(slowest_s, time.monotonic() - began_s)
        anna.back()
    assert slowest_s < SOON_S


def test_a_silent_server_counts_as_away_after_some_seconds(stations: Open, event: str) -> None:
    anna = stations("Anna")
    round_one(anna.desk)
    anna.line.silence()  # nothing ends the line: only its silence says that it is of no use
    anna.does(WarnPlayer(1, "in the silence"))
    anna.does(WarnPlayer(2, "afterwards"))
    assert anna.desk.stations is not None
    assert anna.desk.stations.waiting == 2
    anna.line.cut()
    until_in_database(event, lambda rows: reasons(rows) == ["in the silence", "afterwards"])


def test_acts_made_on_both_sides_of_an_outage_are_all_kept(stations: Open, event: str) -> None:
    anna, ben = stations("Anna"), stations("Ben")
    games = round_one(anna.desk, 4)
    until(lambda: same(anna, ben))
    anna.away()
    anna.does(ReportResult(games[0], RED_WINS))
    anna.does(WarnPlayer(1, "by Anna"))
    ben.does(ReportResult(games[1], BLUE_WINS))
    ben.does(WarnPlayer(2, "by Ben"))
    anna.back()
    until(lambda: same(anna, ben))
    assert warned(event) == ["by Ben", "by Anna"]
    state = settled(ben.desk).state
    assert state.games[games[0]].reported == RED_WINS
    assert state.games[games[1]].reported == BLUE_WINS
    assert not anna.aside()
    assert anna.records == in_database(event) == ben.records


def test_an_act_that_conflicts_with_others_is_set_aside_and_described(
    stations: Open, event: str
) -> None:
    anna, ben = stations("Anna"), stations("Ben")
    game = round_one(anna.desk)[0]
    until(lambda: same(anna, ben))
    anna.away()
    anna.does(ReportResult(game, RED_WINS), insist=True)
    anna.does(WarnPlayer(1, "late"))
    ben.does(ReportResult(game, BLUE_WINS))
    anna.back()
    until(lambda: same(anna, ben))
    assert settled(anna.desk).state.games[game].reported == BLUE_WINS
    assert warned(event) == ["late"]
    (aside,) = ben.aside()
    assert (aside.station, aside.actor) == ("Anna", "EO")
    assert in_words(aside.what, None).startswith("Table 1: result entered")
    assert in_words(aside.why, None).startswith("Ben was first. Table 1 already has a result")
    ben.does(SettleActs(1))
    until(lambda: same(anna, ben))
    assert not anna.aside()


def test_a_station_that_dies_during_an_outage_adds_its_acts_when_restarted(
    stations: Open, event: str
) -> None:
    anna = stations("Anna")
    round_one(anna.desk)
    anna.away()
    anna.does(WarnPlayer(1, "before the crash"))
    anna.desk.stop()
    ben = stations("Ben")
    assert warned(event) in ([], ["before the crash"])
    again = stations("Anna")
    until_in_database(event, lambda rows: reasons(rows) == ["before the crash"])
    until(lambda: same(ben, again))


def test_a_reopened_station_adds_its_waiting_acts_and_then_matches_the_server(
    stations: Open, event: str
) -> None:
    anna, ben = stations("Anna"), stations("Ben")
    games = round_one(anna.desk, 4)
    anna.does(StartClock(games[0], Side.RED))
    until(lambda: same(anna, ben))
    anna.away()
    anna.does(WarnPlayer(1, "by Anna"))
    ben.does(ReportResult(games[1], BLUE_WINS))
    anna.stop()
    ben.stop()
    an_hour_passes()
    again = stations("Anna", START_MS + HOUR_MS)  # a gap is written before what waited is added
    until_in_database(event, lambda rows: "by Anna" in reasons(rows))
    until_in_database(event, lambda rows: again.records == rows)
    assert warned(event) == ["by Anna"]
    assert state_digest(fold(in_database(event))) == state_digest(settled(again.desk).state)
    late = again.asks(ReportResult(games[1], RED_WINS))
    assert isinstance(late, Refused)
    assert "already has a result" in late.sentence


def test_a_station_briefly_cut_off_catches_up_on_what_others_did(
    stations: Open, event: str
) -> None:
    anna, ben = stations("Anna"), stations("Ben")
    round_one(anna.desk)
    until(lambda: same(anna, ben))
    ben.away()
    anna.does(WarnPlayer(1, "by Anna"))
    ben.line.accept()
    until_in_database(event, lambda rows: ben.records == rows)


def test_a_clock_started_by_a_closed_station_stands_while_nobody_ran_it(
    stations: Open, event: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben = stations("Anna"), stations("Ben")
    late, played, *_ = round_one(anna.desk, 4)
    until(lambda: same(anna, ben))
    ben.does(StartClock(played, Side.RED))
    until(lambda: same(anna, ben))
    anna.away()
    anna.does(StartClock(late, Side.RED))
    anna.stop()
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path / "another computer"))
    cleo = stations("Cleo", START_MS + 49 * MINUTE_MS)
    monkeypatch.undo()
    again = stations("Anna", START_MS + 50 * MINUTE_MS)
    until(lambda: same(again, cleo))
    games = settled(cleo.desk).state.games
    clock = games[late].play.clock
    assert clock is not None
    assert clock.remaining(Side.RED, START_MS + 50 * MINUTE_MS) == clock.allotted_ms.red
    assert games[late].play.pause is not None
    assert games[late].play.pause.cause is PauseCause.GAP
    assert games[played].play.ticking, "the other stations ran it"


def test_an_act_set_aside_by_another_station_still_names_who_did_it(
    stations: Open, event: str
) -> None:
    anna, ben = stations("Anna"), stations("Ben")
    game = round_one(anna.desk)[0]
    until(lambda: same(anna, ben))
    anna.away()
    anna.does(ReportResult(game, RED_WINS), insist=True)
    ben.does(ReportResult(game, BLUE_WINS))
    anna.stop()
    cleo = stations("Cleo")  # at Anna's computer
    until(cleo.aside)
    assert cleo.aside()[0].station == "Anna"


def test_a_long_outage_ends_even_if_another_station_keeps_acting(
    stations: Open, event: str
) -> None:
    anna, ben = parted(stations)
    for act in range(ACTS):
        anna.does(WarnPlayer(1, f"Anna {act}"))
    end = threading.Event()

    def warn() -> None:
        while not end.is_set():
            ben.does(WarnPlayer(2, "by Ben"))

    busy = threading.Thread(target=warn)
    busy.start()
    try:
        anna.back()
    finally:
        end.set()
        busy.join()
    found = [reason for reason in warned(event) if reason.startswith("Anna")]
    assert found == [f"Anna {act}" for act in range(ACTS)]
    until(lambda: same(anna, ben))


def test_an_undo_without_the_server_finds_its_act_under_its_new_number(
    stations: Open, event: str
) -> None:
    anna, ben = parted(stations)
    anna.does(WarnPlayer(1, "a mistake"))
    anna.does(Undo())
    anna.does(WarnPlayer(1, "right"))
    anna.does(Undo())
    anna.does(Redo())
    ben.does(WarnPlayer(2, "by Ben"))
    anna.back()
    until(lambda: same(anna, ben))
    assert not anna.aside()
    state = settled(ben.desk).state
    assert [warning.reason for warning in state.players[1].warnings] == ["right"]
    assert [warning.reason for warning in state.players[2].warnings] == ["by Ben"]


def test_an_act_on_a_player_whose_number_now_belongs_to_another_is_set_aside(
    stations: Open, event: str
) -> None:
    anna, ben = stations("Anna"), stations("Ben")
    round_one(anna.desk)
    until(lambda: same(anna, ben))
    number = settled(anna.desk).state.next_player
    anna.away()
    anna.does(AddPlayers((Entry("Ada"),)))
    anna.does(CheckIn((number,)))
    ben.does(AddPlayers((Entry("Bea"),)))
    anna.back()
    until(lambda: same(anna, ben))
    state = settled(ben.desk).state
    assert [state.players[number].entry.name, state.players[number + 1].entry.name] == [
        "Bea",
        "Ada",
    ]
    (aside,) = ben.aside()
    assert "number" in in_words(aside.why, None)
    assert in_words(aside.what, None).startswith("Checked in")


def test_results_are_set_aside_when_another_station_drew_the_round_differently(
    stations: Open, event: str
) -> None:
    anna, ben = stations("Anna"), stations("Ben")
    for game in round_one(anna.desk, 8):
        anna.does(ReportResult(game, RED_WINS))
    anna.does(FinishRound())
    until(lambda: same(anna, ben))
    anna.away()
    anna.does(DrawRound(1))
    mine = settled(anna.desk).state.rounds[-1].games
    ben.does(DropPlayer(1))
    ben.does(DrawRound(7))
    anna.does(ReportResult(mine[0], RED_WINS), insist=True)
    anna.back()
    until(lambda: same(anna, ben))
    assert len(ben.aside()) == 2
    assert all(
        game.reported is None
        for game in settled(ben.desk).state.games.values()
        if game.round_number == 2
    )


def test_stations_announce_their_digests_and_agree(
    stations: Open, event: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparison, "BEATS", 1)
    anna, ben = stations("Anna"), stations("Ben")
    round_one(anna.desk)
    until(lambda: same(anna, ben))
    right = state_digest(settled(anna.desk).state)
    heard = []
    with closing(open_line(database(server().address))) as line:
        line.execute(f"LISTEN {NEWS}")
        while len({words[-2] for words in heard}) < 2:
            for notice in line.notifies(timeout=PATIENCE_S, stop_after=1):
                words = notice.payload.split()
                heard += [words] if right in words else []
    assert {words[-2] for words in heard} == {"Anna", "Ben"}
    assert not anna.told
    assert not ben.told


def test_a_station_whose_event_differs_is_named_once(stations: Open, event: str) -> None:
    anna = stations("Anna")
    round_one(anna.desk)
    rows = len(in_database(event))
    words = DIFFERENT.format(station="Ben of the door", rows=rows)
    with closing(open_line(database(server().address))) as line:
        ((tournament,),) = line.execute("SELECT tournament FROM event WHERE name = %s", (event,))

        def announce(theirs: str, version: str = VERSION) -> None:
            about = f"{tournament} digest {rows} {theirs} {version} Ben of the door 0123"
            line.execute(f"SELECT pg_notify('{NEWS}', %s)", (about,))

        announce("0" * 64, "another version")
        announce("0" * 64)
        announce("0" * 64)
        until(lambda: anna.told)
        anna.does(WarnPlayer(1, "everything before was read"))
        assert anna.told == [words]
        announce(state_digest(fold(in_database(event)[:rows])))
        announce("0" * 64)
        until(lambda: anna.told == [words, words])


def test_a_second_outage_before_the_first_is_resolved_loses_nothing(
    stations: Open, event: str
) -> None:
    anna, ben = stations("Anna"), stations("Ben")
    round_one(anna.desk)
    until(lambda: same(anna, ben))
    reasons = []
    for turn in range(3):
        anna.away()
        for act in range(3):
            reasons.append(f"Anna {turn} {act}")
            anna.does(WarnPlayer(1, reasons[-1]))
        ben.does(WarnPlayer(2, f"Ben {turn}"))
        anna.back()
    until(lambda: same(anna, ben))
    found = warned(event)
    assert [reason for reason in found if reason.startswith("Anna")] == reasons
    assert sorted(found) == sorted([*reasons, "Ben 0", "Ben 1", "Ben 2"])
