"""Gamepads at tables: SDL's virtual joysticks, a real desk and a real file, in real time."""

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.clock.drivers.driver import ButtonDown, Cleared, Doubted, Identified, Message
from app.clock.drivers.pads import (
    ABLE,
    BOUNCE_MS,
    TWINS,
    UNPLUGGED,
    WRITES,
    bouncy_words,
    wild_words,
)
from app.clock.hall.bank import Bank
from app.clock.hall.buttons import (
    AWAY,
    BLUE_NEXT,
    LIKE,
    PRESS_RED,
    SAME_BUTTON,
    TAKEN,
    Button,
    ButtonPair,
    pair_named,
)
from app.clock.hall.clock import Clock, Seat
from app.clock.hall.hall import ClockHall, ClocksSnapshot, Memory
from app.clock.links.pads import PORT
from app.clock.links.raw_input import PadsAndKeys
from app.clock.ports.port import Port, Stage
from app.engine.acts.table import StartClock
from app.engine.side import Side
from app.ui.pages.clocks.rows import ClockRow, clock_rows
from tests.clock.fast_timeline import FastTimeline
from tests.clock.real_room import RealHall
from tests.clock.typing_pads import TypingPad, TypingPads
from tests.clock.virtual_pads import VirtualPad, dragonrise
from tests.patience import until

HOUR_MS = 3_600_000
KP1, KP3 = 79, 81
TURN_MS = 240_000


@pytest.fixture
def make_room(tmp_path: Path) -> Iterator[Callable[..., RealHall]]:
    rooms: list[RealHall] = []

    def make(memory: Memory | None = None, speed: int = 1) -> RealHall:
        (folder := tmp_path / str(len(rooms))).mkdir()
        rooms.append(RealHall(folder, memory, FastTimeline(HOUR_MS, speed)))
        return rooms[-1]

    yield make
    for room in rooms:
        room.end()


@pytest.fixture
def room(make_room: Callable[..., RealHall]) -> RealHall:
    return make_room()


def rows(room: RealHall) -> list[ClockRow]:
    return [*clock_rows(room.picture, room.desk.timeline.now_ms())]


def row(room: RealHall, table: int) -> ClockRow | None:
    return next((row for row in rows(room) if row.seat and row.seat.table == table), None)


def reads_gamepads(room: RealHall) -> None:
    room.room.look_for_gamepads()
    room.until(lambda: any(port.info == PORT for port in room.picture.ports))
    room.until(lambda: room.picture.ports[0].stage is Stage.ASKING and are_read())


def are_read() -> bool:
    return any(thread.name == "reads gamepads" for thread in threading.enumerate())


def plug(room: RealHall, pads: int = 1) -> list[VirtualPad]:
    """So many encoders, one after the other, each of which shows its row."""
    plugged: list[VirtualPad] = []
    for number in range(1, pads + 1):
        plugged.append(dragonrise())
        room.until(lambda number=number: sum(bool(row.clock) for row in rows(room)) == number)
    return plugged


def push(
    room: RealHall, pad: VirtualPad | TypingPad, button: int, comes_true: Callable[[], object]
) -> None:
    """Down until it has come true, and up again; no bounce of the last time."""
    now_ms = room.desk.timeline.now_ms
    since_ms = now_ms()
    room.until(lambda: now_ms() > since_ms + BOUNCE_MS)
    pad.hold(button)
    room.until(comes_true)
    pad.hold(button, down=False)


def bind(
    room: RealHall,
    table: int,
    red: tuple[VirtualPad | TypingPad, int],
    blue: tuple[VirtualPad | TypingPad, int],
) -> None:
    room.room.await_press(table)
    room.until(lambda: room.picture.notice == PRESS_RED.format(table=table))
    push(room, *red, lambda: room.picture.notice == BLUE_NEXT)
    push(room, *blue, lambda: row(room, table))
    assert (room.picture.awaiting, room.picture.notice) == (None, "")


def test_a_gamepad_plays_a_whole_game_at_its_table(make_room):
    """An hour for each side, six hundred times as fast, until Blue's time is over."""
    room = make_room(speed=600)
    room.event(1)
    reads_gamepads(room)
    (pad,) = plug(room)
    bind(room, 1, (pad, 2), (pad, 7))
    assert room.game(1).play.clock is None  # binding starts nothing

    def play():
        return room.game(1).play

    now_ms = room.desk.timeline.now_ms
    push(room, pad, 7, lambda: play().ticking)
    assert (play().runner, play().clock_holds) == (Side.RED, False)
    for step in range(1, 8):
        until(lambda: now_ms() >= play().clock.since_ms + TURN_MS)
        push(room, pad, 2 if step % 2 else 7, lambda step=step: play().step == step)
    assert play().runner is Side.BLUE
    room.until(lambda: play().ending is not None)
    assert play().ending.winner is Side.RED
    shown = row(room, 1)
    assert shown is not None
    assert (shown.product, shown.port, shown.state, shown.shows, shown.notice) == (
        "Buttons 3, 8",
        "USB",
        "connected",
        "plungers only",
        "",
    )


def test_one_encoder_can_serve_several_tables_and_two_gamepads_one_table(room: RealHall):
    room.event(3)
    reads_gamepads(room)
    first, second = plug(room, 2)
    bind(room, 1, (first, 0), (first, 1))
    bind(room, 2, (first, 2), (first, 3))
    bind(room, 3, (first, 11), (second, 0))
    assert [shown.product for shown in rows(room)] == [
        "Buttons 1, 2",
        "Buttons 3, 4",
        "Buttons 12, 1",
    ]
    pad = "DragonRise Generic USB Joystick"
    assert row(room, 1).firmware == f"On {pad}."
    assert row(room, 3).firmware == f"The left one is on {pad}, the right one on {pad}."
    push(room, second, 0, lambda: room.game(3).play.ticking)
    push(room, first, 3, lambda: room.game(2).play.ticking)
    push(room, first, 2, lambda: room.game(2).play.step == 1)
    assert room.game(1).play.clock is None
    assert room.game(3).play.runner is Side.RED


def test_a_gamepad_unplugged_and_plugged_in_again_plays_on(room: RealHall):
    room.event(1)
    reads_gamepads(room)
    (pad,) = plug(room)
    bind(room, 1, (pad, 0), (pad, 1))
    push(room, pad, 1, lambda: room.game(1).play.ticking)
    pad.unplug()
    room.until(lambda: (shown := row(room, 1)) and shown.state == "unplugged")
    assert row(room, 1).notice == AWAY
    assert row(room, 1).urgent
    assert room.game(1).play.ticking
    pad = dragonrise()
    room.until(lambda: (shown := row(room, 1)) and shown.state == "connected")
    assert (row(room, 1).notice, row(room, 1).urgent) == ("", False)
    push(room, pad, 0, lambda: room.game(1).play.step == 1)


def test_bound_buttons_are_recognized_the_next_day_without_searching_for_gamepads(make_room):
    room = make_room()
    room.event(1)
    reads_gamepads(room)
    (pad,) = plug(room)
    bind(room, 1, (pad, 4), (pad, 5))
    pair = ButtonPair(Button("pads 0079:0006", 4), Button("pads 0079:0006", 5))
    until(lambda: room.memory.seats == {pair.name: Seat(1)})
    room.room.seat(pair.name, Seat(1, Side.BLUE))
    until(lambda: room.memory.seats == {pair.name: Seat(1, Side.BLUE)})
    room.room.stop()
    other = make_room(room.memory)
    other.event(1)
    other.until(are_read)
    other.until(lambda: rows(other))
    assert rows(other)[0].state == "unplugged"
    pad = dragonrise()
    other.until(lambda: rows(other)[0].state == "connected")
    push(other, pad, 4, lambda: other.game(1).play.ticking)
    assert other.game(1).play.runner is Side.RED  # Blue sits at the left now


def test_the_gamepad_library_is_loaded_only_when_gamepads_are_used(room: RealHall):
    assert not are_read()
    assert rows(room) == []


def test_a_wild_button_is_reported_and_the_other_tables_play_on(room: RealHall):
    room.event(2)
    reads_gamepads(room)
    (pad,) = plug(room)
    bind(room, 1, (pad, 0), (pad, 1))
    bind(room, 2, (pad, 2), (pad, 3))
    pad.chatter(0, 2000)
    room.until(lambda: row(room, 1).notice == wild_words(0))
    assert row(room, 1).urgent
    assert row(room, 2).notice == ""
    push(room, pad, 3, lambda: room.game(2).play.ticking)
    push(room, pad, 2, lambda: room.game(2).play.step == 1)
    room.until(lambda: row(room, 1).notice == "")


def test_a_push_out_of_turn_is_reported_until_the_next_valid_push(room: RealHall):
    room.event(1)
    reads_gamepads(room)
    (pad,) = plug(room)
    bind(room, 1, (pad, 0), (pad, 1))
    push(room, pad, 1, lambda: room.game(1).play.ticking)
    out_of_turn = "Blue pressed, but Red’s time was running."
    push(room, pad, 1, lambda: row(room, 1).notice == out_of_turn)
    push(room, pad, 0, lambda: room.game(1).play.step == 1)
    room.until(lambda: (row(room, 1).notice, row(room, 1).urgent) == ("", False))


# Without threads: the bank alone


class Table:
    """A bank with gamepads ``a`` and ``b``."""

    def __init__(self) -> None:
        self.now_ms = 0
        self.bank = Bank(lambda: self.now_ms, lambda *_, **__: None, lambda: None)
        for pad in ("a", "b"):
            self.plug(pad)

    def plug(self, pad: str, *, alike: bool = False) -> None:
        self.bank.came(pad, None)
        self.bank.receive(pad, Identified(f"Pad {pad.upper()}", "", "", ABLE, alike=alike))

    def press(self, pad: str, button: int) -> str:
        self.tell(pad, ButtonDown(self.now_ms, button))
        return self.bank.seating.asks

    def tell(self, pad: str, message: Message) -> None:
        self.bank.receive(pad, message)

    def bind(self, table: int, red: tuple[str, int], blue: tuple[str, int]) -> None:
        self.bank.seating.await_press(table)
        assert self.press(*red) == BLUE_NEXT
        assert self.press(*blue) == ""

    def clock(self, table: int) -> Clock:
        clock = self.bank.bound.clock_at(table)
        assert clock is not None
        return clock


def test_the_program_asks_for_red_s_button_and_then_blue_s():
    table = Table()
    table.bank.seating.await_press(4)
    assert table.bank.seating.asks == PRESS_RED.format(table=4)
    assert table.press("a", 0) == BLUE_NEXT
    assert table.press("a", 0) == SAME_BUTTON
    assert table.press("b", 0) == ""
    clock = table.clock(4)
    assert clock.gamepads == ("a", "b")
    assert clock.product == "Buttons 1, 1"
    assert clock.firmware == "The left one is on Pad A, the right one on Pad B."
    assert clock.seat == Seat(4)
    assert pair_named(clock.name) == ButtonPair(Button("a", 0), Button("b", 0))


def test_a_full_keyboard_is_not_listed_as_a_clock_until_its_keys_are_bound() -> None:
    table = Table()
    for pad in ("a", "b"):
        table.bank.went(pad, UNPLUGGED)
    table.bank.came("Dell KB216", None)
    table.tell("Dell KB216", Identified("Dell KB216", "", "", WRITES))
    port = Port(PORT, Stage.READY, ("Dell KB216",))

    def shown() -> list[tuple[str, str]]:
        rows = clock_rows(ClocksSnapshot((port,), table.bank.bound.clocks), table.now_ms)
        return [(row.table, row.product) for row in rows]

    assert shown() == []
    table.bank.seating.await_press(4)
    assert table.bank.seating.asks == ""  # the next plunger may be any clock's
    assert table.press("Dell KB216", 0) == BLUE_NEXT
    assert table.press("Dell KB216", 1) == ""
    assert shown() == [("4", "Buttons 1, 2")]


def test_pressing_a_button_while_no_table_waits_does_nothing():
    table = Table()
    assert table.press("a", 0) == ""
    assert {clock.name for clock in table.bank.bound.clocks} == {"a", "b"}


def test_cancelling_the_wait_forgets_red_s_button():
    table = Table()
    table.bank.seating.await_press(4)
    table.press("a", 0)
    table.bank.seating.await_press(None)
    assert table.bank.seating.asks == ""
    table.bind(4, ("a", 1), ("a", 0))
    assert table.clock(4).product == "Buttons 2, 1"


def test_a_button_of_another_table_is_refused_in_words_and_still_plays_there():
    table = Table()
    table.bind(1, ("a", 0), ("a", 1))
    table.now_ms = 500
    table.bank.seating.await_press(2)
    assert table.press("a", 1) == TAKEN.format(table=1)
    assert table.clock(1).heard_ms == 500
    table.press("b", 0)
    assert table.press("b", 1) == ""
    assert table.clock(2).gamepads == ("b",)


def test_a_table_that_has_a_clock_takes_no_buttons():
    table = Table()
    table.bind(1, ("a", 0), ("a", 1))
    table.bank.seating.await_press(1)
    table.press("b", 0)
    assert "Table 1 already has a clock (Buttons 1, 2)" in table.press("b", 1)
    assert len(table.bank.bound.clocks) == 3


@pytest.mark.parametrize(
    "wanted",
    [
        lambda bank: bank.seating.seat(bank.bound.clock_at(1).name, None),
        lambda bank: next(bank.set_for_round()),
        lambda bank: next(bank.start_together()),
    ],
    ids=["free", "set", "start"],
)
def test_a_refusal_stays_until_the_organizer_does_something_else(wanted):
    table = Table()
    table.bind(1, ("a", 0), ("a", 1))
    table.bank.seating.await_press(1)
    table.press("b", 0)
    assert "already has a clock" in table.press("b", 1)
    wanted(table.bank)
    assert table.bank.seating.asks == ""


def test_the_request_for_a_button_remains_while_the_clocks_are_set():
    table = Table()
    table.bank.seating.await_press(2)
    next(table.bank.set_for_round())
    assert table.bank.seating.asks == PRESS_RED.format(table=2)


def test_a_gamepad_unplugged_before_its_line_closes_leaves_no_clock_behind():
    table = Table()
    table.bank.went("b", UNPLUGGED)
    table.bank.went("b", "")
    assert {clock.name for clock in table.bank.bound.clocks} == {"a"}


def test_choosing_a_table_in_a_gamepad_s_row_asks_for_its_buttons():
    table = Table()
    assert table.bank.seating.seat("a", Seat(3)) == ""
    assert (table.bank.seating.awaiting, table.bank.seating.asks) == (3, PRESS_RED.format(table=3))
    assert table.bank.seating.seat("a", None) == ""
    assert table.bank.seating.awaiting is None


def test_freed_buttons_can_be_bound_again():
    table = Table()
    table.bind(1, ("a", 0), ("a", 1))
    assert table.bank.seating.seat(table.clock(1).name, None) == ""
    assert table.bank.bound.clock_at(1) is None
    assert {clock.name for clock in table.bank.bound.clocks} == {"a", "b"}
    table.bind(2, ("a", 1), ("a", 0))


def test_a_faulty_button_is_reported_only_at_its_own_table():
    table = Table()
    table.bind(1, ("a", 0), ("a", 1))
    table.bind(2, ("a", 2), ("b", 1))
    bouncy = Doubted(0, bouncy_words(1), lasting=True, button=1)
    table.tell("a", bouncy)
    assert (table.clock(1).sentence, table.clock(2).sentence) == (bouncy_words(1), "")
    table.tell("a", Cleared(0, bouncy_words(1), 1))
    assert table.clock(1).sentence == ""
    table.tell("a", Doubted(0, TWINS, lasting=True))
    assert table.clock(1).sentence == table.clock(2).sentence == TWINS


def test_a_faulty_button_is_reported_in_preference_to_what_it_did():
    table = Table()
    table.bind(1, ("a", 0), ("a", 1))
    table.tell(table.clock(1).name, Doubted(0, "Red pressed, but Blue’s time was running."))
    table.tell("a", Doubted(0, wild_words(0), lasting=True, button=0))
    assert table.clock(1).sentence == wild_words(0)


def test_both_gamepads_of_a_table_have_to_be_present():
    table = Table()
    table.bind(1, ("a", 0), ("b", 0))
    table.bank.went("b", UNPLUGGED)
    assert (table.clock(1).online, table.clock(1).sentence) == (False, AWAY)
    table.bank.went("a", UNPLUGGED)
    table.plug("a")
    assert not table.clock(1).online
    table.plug("b")
    assert (table.clock(1).online, table.clock(1).sentence) == (True, "")


def of_yesterday(*pads: str) -> Table:
    """Nothing is plugged in yet; each of these was a table's, with its buttons 1 and 2."""
    table = Table()
    for pad in ("a", "b"):
        table.bank.went(pad, UNPLUGGED)
    for number, pad in enumerate(pads, start=1):
        table.bank.seating.seat(ButtonPair(Button(pad, 0), Button(pad, 1)).name, Seat(number))
    return table


def test_two_identical_gamepads_from_yesterday_must_be_bound_again_and_are_never_guessed():
    """In whichever order they come: nothing tells one from the other."""
    table = of_yesterday("pads 79:6", "pads 79:6#2")
    table.plug("pads 79:6", alike=True)
    assert (table.clock(1).online, table.clock(1).sentence) == (False, LIKE)
    table.plug("pads 79:6#2", alike=True)
    assert (table.clock(2).online, table.clock(2).sentence) == (False, LIKE)
    shown = clock_rows(ClocksSnapshot(clocks=table.bank.bound.clocks), 0)
    assert [row.state for row in shown if row.seat] == ["bind again"] * 2
    assert table.press("pads 79:6", 0) == ""
    assert table.clock(1).heard_ms == table.clock(2).heard_ms == 0
    table.bind(1, ("pads 79:6#2", 0), ("pads 79:6#2", 1))
    assert (table.clock(1).gamepads, table.clock(1).online) == (("pads 79:6#2",), True)
    assert table.clock(1).sentence == ""
    table.bind(2, ("pads 79:6", 0), ("pads 79:6", 1))
    assert (table.clock(2).gamepads, table.clock(2).online) == (("pads 79:6",), True)
    assert len(table.bank.bound.clocks) == 4


def test_identical_gamepads_bound_as_before_keep_their_tables():
    table = of_yesterday("pads 79:6", "pads 79:6#2")
    for pad in ("pads 79:6", "pads 79:6#2"):
        table.plug(pad, alike=True)
    for number, pad in ((1, "pads 79:6"), (2, "pads 79:6#2")):
        table.bind(number, (pad, 0), (pad, 1))
        assert table.clock(number).online
    assert len(table.bank.bound.clocks) == 4


def test_a_single_gamepad_is_recognized_until_an_identical_one_appears_unpressed():
    table = of_yesterday("pads 79:6")
    table.plug("pads 79:6", alike=True)
    assert table.clock(1).online
    table.plug("pads 79:6#2", alike=True)
    assert (table.clock(1).online, table.clock(1).sentence) == (False, LIKE)
    table = of_yesterday("pads 79:6")
    table.plug("pads 79:6", alike=True)
    table.press("pads 79:6", 0)
    table.plug("pads 79:6#2", alike=True)
    assert table.clock(1).online


def test_of_two_identical_gamepads_the_one_still_connected_plays_on():
    table = of_yesterday()
    for number, pad in ((1, "pads 79:6"), (2, "pads 79:6#2")):
        table.plug(pad, alike=True)
        table.bind(number, (pad, 0), (pad, 1))
    table.bank.went("pads 79:6", UNPLUGGED)
    assert table.clock(1).sentence == AWAY
    table.plug("pads 79:6", alike=True)
    assert (table.clock(1).online, table.clock(1).sentence) == (False, LIKE)
    assert table.clock(2).online
    table.bank.seating.await_press(1)
    assert table.press("pads 79:6#2", 0) == TAKEN.format(table=2)
    table.bind(1, ("pads 79:6", 0), ("pads 79:6", 1))
    assert table.clock(1).online


def test_an_identical_gamepad_whose_table_has_another_clock_stays_as_it_was():
    table = of_yesterday("pads 79:6", "pads 79:6#2")
    table.plug("b")
    table.bind(3, ("b", 0), ("b", 1))
    table.plug("pads 79:6#2", alike=True)
    table.bank.seating.await_press(3)
    table.press("pads 79:6#2", 0)
    assert "Table 3 already has a clock" in table.press("pads 79:6#2", 1)
    assert (table.clock(2).online, table.clock(2).sentence) == (False, LIKE)


def test_button_pair_names_are_read_back_and_other_names_rejected():
    pair = ButtonPair(Button('pads "x" | 1', 3), Button("pads y", 250))
    assert pair_named(pair.name) == pair
    for name in ("pads y", "buttons", "buttons x", "buttons [[1]]", 'buttons [["a", "b"], 3]'):
        assert pair_named(name) is None


@pytest.mark.skipif(sys.platform != "linux", reason="number pads are read one by one on Linux")
def test_two_number_pads_play_two_tables_whichever_window_is_in_front(tmp_path: Path) -> None:
    pads = TypingPads(tmp_path)

    class PadHall(RealHall):
        def _made(self) -> ClockHall:
            return ClockHall(
                self.desk,
                show=lambda picture: setattr(self, "picture", picture),
                memory=self.memory,
                list_ports=lambda: (),
                read_pads=lambda: PadsAndKeys(pads.read),
            )

    (tmp_path / "event").mkdir()
    room = PadHall(tmp_path / "event")
    try:
        room.event(2)
        reads_gamepads(room)
        plugged = [pads.plug(), pads.plug()]
        room.until(lambda: sum(bool(row.clock) for row in rows(room)) == 2)
        for table, pad in enumerate(plugged, start=1):
            bind(room, table, (pad, KP1), (pad, KP3))
        assert row(room, 2).product == "Number pad 1, Number pad 3"
        for table in (1, 2):
            room.do(StartClock(room.game(table).number, Side.RED))
        push(room, plugged[1], KP1, lambda: room.game(2).play.step == 1)
        assert (room.game(1).play.step, room.game(1).play.runner) == (0, Side.RED)
        push(room, plugged[0], KP1, lambda: room.game(1).play.runner is Side.BLUE)
        push(room, plugged[1], KP3, lambda: room.game(2).play.runner is Side.RED)
    finally:
        room.end()
        pads.close()
