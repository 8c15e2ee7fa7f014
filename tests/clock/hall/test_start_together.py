"""The room's clocks started together: who can be, who has not said who begins, and who refuses."""

import pytest

from app.clock.drivers.driver import Drift
from app.clock.hall.clock import Seat
from app.clock.hall.hall import ClocksSnapshot
from app.clock.hall.start_together import Outcome, describe_outcomes
from app.clock.ports.port import PortSettings, Stage
from app.emulators.device import DeviceSide
from app.engine.acts.draw import EditPairings
from app.engine.acts.players import EnterArmy
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.table import ClockPaused, ClockStarted, ResumeClock, Rule, StartClock
from app.engine.armies.army import ArmyRow
from app.engine.armies.army_list import ArmyList
from app.engine.armies.parse.kind_guess import Kind
from app.engine.side import Pair, Side
from app.ui.pages.clocks.rows import ClockRow, clock_rows
from app.views.history.rows import ORGANIZER
from tests.clock.games import CHOSEN
from tests.clock.virtual_room import VirtualHall, left_of

RED, BLUE = Side.RED, Side.BLUE
MINUTE = 60_000
NOTHING = "There is no clock to start. Assign clocks to tables whose games have not begun."
ROUND_WAITS = "The round is not under way. Wait for the organizer."
TESTED = ("dgt3000", "dgtxl", "dclk")


def started(room: VirtualHall) -> str:
    """All at once; what came of it."""
    for said in room.bank.start_together():
        if said:
            return said
        room.run(100)
    raise AssertionError


class Hall(VirtualHall):
    """A round published, its tables each with a clock of the kind given."""

    def __init__(self, *kinds: str, tables: int = 0, started: bool = True) -> None:
        super().__init__(tables or len(kinds))
        self.ports: dict[int, str] = {}
        for number, kind in enumerate(kinds, 1):
            words = {"dclk": {"uid": f"AAAA{number:04}"}, "dgt3000": {"serial": f"{2000 + number}"}}
            self.ports[number] = self.plug(kind, **words.get(kind, {}))
        self.run(1500)
        for table, kind in enumerate(kinds, 1):
            if kind in CHOSEN:
                wish = PortSettings(use=True, product=CHOSEN[kind])
                self.supervisor.wish(self.ports[table], wish)
        self.run(30_000)
        self.do(DrawRound(7, 1))
        self.do(PublishRound())
        for table, port in self.ports.items():
            assert self.port(port).stage is Stage.READY, self.port(port)
            self.seat(port, table)
        if started:
            self.do(StartRound(1))

    def say(self, table: int, goes_first: Side) -> None:
        """The other player presses; a lever that lies there already is moved away first."""
        for hand in (
            (DeviceSide.LEFT, DeviceSide.RIGHT)
            if goes_first is RED
            else (DeviceSide.RIGHT, DeviceSide.LEFT)
        ):
            self.press(self.ports[table], hand)
            self.run(1500)

    def start(self) -> str:
        said = started(self)
        self.run(5000)
        return said

    def row(self, table: int) -> ClockRow:
        rows = clock_rows(
            ClocksSnapshot(self.supervisor.ports, self.bank.bound.clocks), self.now_ms
        )
        return next(row for row in rows if row.seat and row.seat.table == table)

    def begun(self) -> list[int]:
        return [n for n in self.ports if self.game(n).play.clock is not None]

    def agrees(self, table: int, most_ms: int) -> None:
        truth = self.lines[self.ports[table]].truth(self.now_ms)
        for side, shown in ((RED, truth.left_ms), (BLUE, truth.right_ms)):
            assert abs(left_of(self.game(table), side, self.now_ms) - shown) <= most_ms


@pytest.mark.parametrize("kind", TESTED)
@pytest.mark.parametrize("first", Side)
def test_the_player_going_first_is_the_one_the_plunger_chose(kind: str, first: Side):
    hall = Hall(kind)
    hall.bank.set_for_round()
    hall.run(3000)
    hall.say(1, first)
    assert hall.row(1).notice == f"{first.colour} goes first."
    shown = ("1:00:00 first / 1:00:00", "1:00:00 / 1:00:00 first")
    assert hall.row(1).shows == shown[first is BLUE]
    assert hall.start() == "Started at table 1."
    play = hall.game().play
    assert (play.first, play.clock_holds, play.ticking) == (first, True, True)
    assert hall.lines[hall.ports[1]].truth(hall.now_ms).running is (
        DeviceSide.LEFT if first is RED else DeviceSide.RIGHT
    )
    hall.run(MINUTE)
    hall.agrees(1, 1500)
    assert "first" not in hall.row(1).shows
    assert hall.row(1).notice == ""


def test_many_games_start_at_the_same_instant_exactly_once_by_the_organizer():
    hall = Hall("dgt3000", "dgtxl", "dclk")
    for table, first in ((1, RED), (2, BLUE), (3, BLUE)):
        hall.say(table, first)
    assert hall.start() == "Started at tables 1–3."
    hall.run(10_000)
    records = [record for record in hall.desk.records if isinstance(record.event, ClockStarted)]
    assert [record.actor for record in records] == [ORGANIZER] * 3
    assert len({record.event.at_ms for record in records}) == 1
    assert [hall.game(table).play.first for table in hall.ports] == [RED, BLUE, BLUE]
    again = (ClockPaused, ResumeClock)
    assert not [record for record in hall.desk.records if isinstance(record.event, again)]
    for table in hall.ports:
        hall.press(hall.ports[table])
    hall.run(20_000)
    for table in hall.ports:
        assert hall.game(table).play.step == 1
        hall.agrees(table, 1500)
    assert hall.start() == NOTHING


def test_each_game_starts_with_its_clock_but_all_are_dated_the_same_instant():
    hall = Hall("dclk", "dgt3000")
    hall.say(1, RED)
    hall.say(2, RED)
    tables = hall.bank.start_together()
    assert next(tables) == ""
    hall.run(100)
    assert (hall.begun(), next(tables)) == ([1], "")
    hall.run(3000)
    assert (hall.begun(), next(tables)) == ([1, 2], "Started at tables 1–2.")
    starts = [hall.game(table).play.clock for table in (1, 2)]
    assert len({start.started_ms for start in starts if start is not None}) == 1


def test_games_whose_start_cannot_be_saved_begin_once_it_can():
    hall = Hall("dclk", "dgt3000")
    hall.say(1, RED)
    hall.say(2, BLUE)
    tables = hall.bank.start_together()
    assert next(tables) == ""
    asked_ms = hall.now_ms
    hall.file_is_held = True
    hall.run(5000)
    assert (hall.begun(), next(tables)) == ([], "")
    hall.file_is_held = False
    hall.bank.try_again()
    assert (hall.begun(), next(tables)) == ([1, 2], "Started at tables 1–2.")
    starts = [hall.game(table).play.clock for table in (1, 2)]
    assert [start.started_ms for start in starts if start is not None] == [asked_ms] * 2
    hall.run(MINUTE)
    for table in hall.ports:
        hall.agrees(table, 1500)


def refusing(hall: Hall, table: int) -> None:
    """In an ordinary option a DGT clock takes no times from a computer."""
    line = hall.lines[hall.ports[table]]
    line.device.set_option(1, hall.now_ms)


def test_a_clock_that_refuses_to_start_begins_no_game_and_is_not_reported_as_started():
    hall = Hall("dgt3000", "dgt3000")
    hall.say(1, RED)
    hall.say(2, RED)
    refusing(hall, 2)
    assert hall.start() == "Started at table 1. Not started at table 2: its row says why."
    assert hall.begun() == [1]
    assert "Choose option 25 on it" in hall.row(2).notice
    assert hall.row(2).urgent


def test_clocks_are_reported_as_set_only_when_they_have_confirmed():
    hall = Hall("dgt3000", "dgt3000", "dclk", tables=4)
    refusing(hall, 2)
    hall.bank.seating.seat("left at home", Seat(4))
    words = hall.bank.set_for_round()
    assert next(words) == ""
    hall.run(4000)
    assert next(words) == (
        "Set at tables 1, 3. Not set at table 2: its row says why. Set it by hand."
        " No clock answers at table 4: it will be set when it is back."
    )
    for table, set_ms in ((1, 3_600_000), (3, 3_600_000)):
        assert hall.lines[hall.ports[table]].truth(hall.now_ms).left_ms == set_ms


@pytest.mark.parametrize("held", [False, True])
def test_a_game_whose_clock_refuses_the_organizers_start_does_not_tick(held: bool):
    hall = Hall("dgt3000")
    refusing(hall, 1)
    hall.run(1000)
    hall.do(StartClock(1, RED))
    hall.file_is_held = held  # by another program, while the clock refuses
    hall.run(8000)
    hall.file_is_held = False
    hall.bank.try_again()
    game = hall.game()
    assert not game.play.ticking
    assert [left_of(game, side, hall.now_ms) for side in Side] == [3_600_000] * 2
    assert "Choose option 25 on it" in hall.row(1).notice
    assert "start the clock by its own button" in hall.row(1).notice
    hall.lines[hall.ports[1]].start_stop(hall.now_ms)  # as the players do
    hall.run(3000)
    assert hall.game().play.ticking
    hall.run(MINUTE)
    hall.agrees(1, 1500)


def test_a_clock_that_goes_away_while_being_started_begins_no_game():
    hall = Hall("dgt3000")
    hall.say(1, RED)
    words = hall.bank.start_together()
    assert next(words) == ""
    hall.pull(hall.ports[1])
    hall.run(3000)
    assert next(words) == "No clock answers at table 1."
    assert hall.begun() == []


def test_every_clock_that_does_not_start_is_named():
    hall = Hall("dgt3000", "dclk", "dclk", "upd", "hourglass", "openchess", "dclk", tables=8)
    for table in (1, 2, 7):
        hall.say(table, RED)
    hall.pull(hall.ports[7])
    hall.run(3000)
    assert hall.bank.seating.seat("spare", Seat(12)) == ""  # it is not there
    assert hall.start() == (
        "Started at tables 1–2. First press a plunger at table 3, to show who goes first."
        " The clocks at tables 4–6 cannot be started from here: start them there."
        " No clock answers at tables 7, 12."
    )
    assert hall.begun() == [1, 2]
    hall.say(3, BLUE)
    hall.plug_in(hall.ports[7])
    hall.run(8000)
    assert hall.start() == (
        "Started at tables 3, 7."
        " The clocks at tables 4–6 cannot be started from here: start them there."
        " No clock answers at table 12."
    )
    assert [hall.game(table).play.first for table in (3, 7)] == [BLUE, RED]


def test_a_board_on_a_bus_is_started_at_its_table():
    hall = Hall("dclk")
    bus = hall.plug("dgtbus", boards="1")
    hall.supervisor.wish(bus, PortSettings(use=True, product="dgt-bus"))
    hall.run(9000)
    hall.say(1, BLUE)
    assert hall.bank.seating.seat(hall.port(hall.ports[1]).clock, None) == ""
    assert hall.bank.seating.seat(hall.port(bus).clock, Seat(1)) == ""
    said = "The clock at table 1 cannot be started from here: start it there."
    assert hall.start() == said


def test_a_start_before_the_round_is_refused_in_the_clock_s_row():
    hall = Hall("dclk", "dclk", "dclk", started=False)
    hall.say(1, RED)
    assert hall.start() == (
        "First press a plunger at tables 2–3, to show who goes first."
        " Not started at table 1: its row says why."
    )
    assert (hall.row(1).notice, hall.row(1).urgent) == (ROUND_WAITS, True)
    hall.say(2, RED)
    assert "Not started at tables 1–2: their rows say why." in hall.start()
    assert hall.begun() == []
    hall.do(StartRound(1))
    assert hall.start().startswith("Started at tables 1–2. First press")
    assert hall.row(1).notice == ""


def test_a_missing_list_choice_is_requested_in_the_clock_s_row():
    hall = Hall("dclk")
    lists = tuple(ArmyList((ArmyRow(name, Kind.CASTER, 6),)) for name in ("Haley", "Sloan"))
    number = hall.game().players.red
    hall.do(EnterArmy(number, lists))
    hall.say(1, RED)
    assert hall.start() == "Not started at table 1: its row says why."
    assert hall.row(1).notice == "Red has to choose a list first."
    hall.do(StartClock(1, RED), insist=True)
    hall.run(3000)
    assert hall.game().play.ticking


def test_a_game_already_begun_or_decided_is_left_alone():
    hall = Hall("dclk", "dclk", "dclk", "dclk")
    for table in range(1, 5):
        hall.say(table, BLUE)
    hall.do(StartClock(hall.game(1).number, RED))
    hall.do(Rule(hall.game(2).number, RED, How.ASSASSINATION, "seen"))
    result = Result(RED, How.SCENARIO, Pair(5, 0), Pair(0, 0))
    hall.do(ReportResult(hall.game(3).number, result), insist=True)
    assert [hall.row(table).notice for table in range(1, 5)] == ["", "", "", "Blue goes first."]
    before = hall.game(1)
    assert hall.start() == "Started at table 4."
    assert hall.game(1).play.first is before.play.first
    assert [hall.game(table).play.clock for table in (2, 3)] == [None, None]


def test_a_press_for_who_goes_first_applies_only_to_that_pairing():
    hall = Hall("dclk", "dclk", started=False)
    hall.say(1, RED)
    one, two = (hall.game(table).players for table in (1, 2))
    crossed = ((one.red, two.blue), (two.red, one.blue))
    hall.do(EditPairings(crossed, (1, 2), None, "a slip"), insist=True)
    assert hall.row(1).notice == ""
    hall.do(StartRound(1))
    assert hall.start() == "First press a plunger at tables 1–2, to show who goes first."


def test_swapping_sides_after_the_press_changes_who_goes_first():
    hall = Hall("dclk")
    hall.say(1, RED)
    assert hall.bank.seating.seat(hall.port(hall.ports[1]).clock, Seat(1, BLUE)) == ""
    assert hall.row(1).notice == "Blue goes first."
    assert hall.row(1).shows == "0:00 first / 0:00"
    assert hall.start() == "Started at table 1."
    assert hall.lines[hall.ports[1]].truth(hall.now_ms).running is DeviceSide.LEFT


def test_a_press_does_not_carry_over_when_its_clock_moves_to_another_table():
    hall = Hall("dclk", tables=2)
    hall.say(1, RED)
    assert hall.bank.seating.seat(hall.port(hall.ports[1]).clock, Seat(2)) == ""
    assert hall.start() == "First press a plunger at table 2, to show who goes first."


def test_a_clock_at_a_table_without_a_game_is_named():
    hall = Hall("dclk", "dclk")
    hall.say(1, RED)
    assert hall.bank.seating.seat(hall.port(hall.ports[2]).clock, Seat(9)) == ""
    hall.say(2, RED)  # nobody plays there
    assert hall.start() == "Started at table 1. No game at table 9 now."


def test_a_clock_with_too_much_drift_is_not_started():
    hall = Hall("dclk")
    hall.say(1, RED)
    hall.bank.receive(hall.port(hall.ports[1]).clock, Drift(hall.now_ms, 1600))
    said = "The clock at table 1 cannot be started from here: start it there."
    assert started(hall) == said


def test_starting_without_any_clocks_says_that_none_is_waiting():
    assert started(VirtualHall()) == NOTHING


def test_outcomes_are_always_reported_in_the_same_order():
    found = [(kind, table) for table, kind in enumerate(reversed(Outcome), 1)]
    assert describe_outcomes(found) == (
        "Started at table 6. First press a plunger at table 5, to show who goes first."
        " The clock at table 4 cannot be started from here: start it there."
        " Not started at table 3: its row says why. No game at table 2 now."
        " No clock answers at table 1."
    )
