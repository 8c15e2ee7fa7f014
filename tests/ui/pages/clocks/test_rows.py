from pathlib import Path

import pytest

from app.clock.drivers.driver import Abilities, Hand, Reading
from app.clock.hall.clock import Clock, Seat, describe_tables
from app.clock.hall.hall import ClocksSnapshot
from app.clock.links.serial import PortInfo
from app.clock.ports.port import Port, PortSettings, Stage
from app.engine.frozen import replace
from app.engine.side import Side
from app.ui.pages.clocks.rows import COLUMNS, ClockRow, clock_rows, next_heard_ms, summary

NOW = 1_000_000
USB = PortInfo("/dev/ttyUSB0", "usb0", "USB serial", 0x0403, 0x6001)
READY = Port(USB, Stage.READY, ("DGT 3000 1",), wish=PortSettings(None, "dgt"))
ABLE = Abilities(holds_time=True, identifies=True)
CLOCK = Clock("DGT 3000 1", "DGT 3000", "board 1.08", ABLE, online=True, heard_ms=NOW - 500)


def row(port: Port | None = READY, clock: Clock | None = CLOCK, now_ms: int = NOW) -> ClockRow:
    ports, clocks = (port,) if port else (), (clock,) if clock else ()
    (only,) = clock_rows(ClocksSnapshot(ports, clocks), now_ms)
    return only


def seen(left_ms: int | None, right_ms: int | None, *, running: Hand | None = None,
         fallen: Hand | None = None) -> Clock:  # fmt: skip
    reading = Reading(NOW, left_ms, right_ms, running, fallen)
    return Clock(CLOCK.name, reading=reading, online=True)


def cells(row: ClockRow) -> tuple[str, ...]:
    return tuple(column.cell(row) for column in COLUMNS.values())


def test_an_empty_room_has_no_rows():
    assert clock_rows(ClocksSnapshot(), NOW) == ()
    assert summary(ClocksSnapshot()) == "0 clocks connected"


@pytest.mark.parametrize(
    ("left", "first", "shows"),
    [
        (Side.RED, Side.RED, "1:00 first / 2:00"),
        (Side.RED, Side.BLUE, "1:00 / 2:00 first"),
        (Side.BLUE, Side.RED, "1:00 / 2:00 first"),
    ],
)
def test_the_side_that_goes_first_is_shown_beside_the_times(left: Side, first: Side, shows: str):
    clock = replace(seen(60_000, 120_000), seat=Seat(3, left), first=first)
    assert row(clock=clock).shows == shows
    assert row(clock=clock).notice == f"{first.colour} goes first."
    assert not row(clock=clock).urgent
    drifting = replace(clock, ppm=300)
    assert row(clock=drifting).notice.startswith("This clock is off")


def test_a_clock_without_problems_is_one_row_without_a_warning():
    shown = row()
    assert len(cells(shown)) == len(COLUMNS)
    assert cells(shown) == ("–", "DGT 3000", "ttyUSB0", "connected", "", "", "", "now")
    assert (shown.key, shown.clock, shown.wish.product) == ("usb0", "DGT 3000 1", "dgt")
    assert shown.can_identify
    assert shown.used
    assert not shown.urgent
    assert shown.notice == ""


@pytest.mark.parametrize(
    ("clock", "shows"),
    [
        (seen(None, 5), "plungers only"),
        (seen(5, None), "plungers only"),
        (seen(3_600_000, 3_599_000), "1:00:00 / 59:59"),
        (seen(60_000, 120_000, running=Hand.RIGHT), "1:00 / 2:00 runs"),
        (seen(-5, 120_000, fallen=Hand.LEFT), "0:00 flag / 2:00"),
    ],
)
def test_a_clocks_display_is_described_in_words(clock: Clock, shows: str):
    assert row(clock=clock).shows == shows


def test_ports_without_a_clock_show_their_detection_stage():
    for stage in (Stage.NEW, Stage.LEFT_ALONE, Stage.ASKING, Stage.STRANGER):
        shown = row(Port(USB, stage), None)
        assert (shown.state, shown.product, shown.clock) == (stage.value, "–", "")
        assert shown.last_heard == ""
        assert not shown.can_identify
    trouble = row(Port(USB, Stage.STRANGER, trouble="No clock answers."), None)
    assert (trouble.notice, trouble.urgent) == ("No clock answers.", True)
    assert clock_rows(ClocksSnapshot((Port(USB, Stage.LOST, there=False),)), NOW) == ()


def test_an_absent_clock_keeps_its_row_if_it_has_a_table_or_was_known_at_its_port():
    seated = Clock("DCLK T07", seat=Seat(4))
    shown = row(None, seated)
    assert (shown.table, shown.port, shown.state, shown.urgent) == ("4", "–", "unplugged", True)
    assert not shown.used
    known = row(None, Clock("DCLK T07", "DCLK T07"))
    assert not known.urgent
    assert clock_rows(ClocksSnapshot((), (Clock("DCLK T07"),)), NOW) == ()
    pulled = Port(USB, Stage.LOST, ("DGT 3000 1",), "ttyUSB0 was unplugged.", there=False)
    assert row(pulled, Clock(CLOCK.name, seat=Seat(1))).state == "unplugged"


def test_a_board_without_a_clock_differs_from_a_board_that_does_not_answer():
    assert row(clock=Clock(CLOCK.name, online=True, plugged=False)).state == "no clock on the board"
    assert row(clock=Clock(CLOCK.name, online=False)).state == "does not answer"


def test_several_clocks_behind_one_port_each_get_their_own_row():
    port = Port(USB, Stage.READY, ("a", "b", "never seen"))
    rows = clock_rows(
        ClocksSnapshot((port,), (Clock("b", online=True), Clock("a", online=True))), NOW
    )
    assert [(one.key, one.clock) for one in rows] == [("usb0", "a"), ("usb0", "b")]


def test_a_receiver_is_named_by_its_make_and_not_by_its_address():
    for words, shown in (("Buzz", "Buzz"), ("", "USB")):
        info = PortInfo("hid:/dev/hidraw3", "k", words, 0x054C, 0x1000, "buzz")
        assert row(Port(info, Stage.NEW), None).port == shown
        assert row(Port(info, Stage.NEW), None).used


def test_a_clocks_own_notice_takes_precedence_over_port_trouble_and_drift():
    doubtful = Clock(CLOCK.name, online=True, notice="It jumped.", doubtful=True, ppm=900)
    port = Port(USB, Stage.READY, (CLOCK.name,), "Loose.")
    assert (row(clock=doubtful).notice, row(clock=doubtful).urgent) == ("It jumped.", True)
    assert row(port, Clock(CLOCK.name, online=True, ppm=900)).notice == "Loose."
    drifting = row(clock=Clock(CLOCK.name, online=True, ppm=-900))
    assert (drifting.drift, drifting.urgent) == ("-900 ppm", False)
    assert drifting.notice == ("This clock is off by 900 millionths; check it now and then.")
    assert row(clock=Clock(CLOCK.name, online=True, ppm=20)).notice == ""


def test_the_age_of_the_last_message_is_shown_once_a_clock_is_silent():
    assert row(now_ms=NOW - 5000).last_heard == "now"
    assert row(now_ms=NOW + 60_000).last_heard == "60 s ago"
    assert row(now_ms=NOW + 119_000).last_heard == "119 s ago"
    assert row(now_ms=NOW + 185_000).last_heard == "3 min ago"


def test_consecutive_table_numbers_are_shown_as_a_range() -> None:
    assert describe_tables([4]) == "table 4"
    assert describe_tables([9, 1, 2, 3, 12, 11]) == "tables 1–3, 9, 11–12"


def test_rows_are_sorted_by_table_and_then_by_port():
    ports = tuple(
        Port(PortInfo(f"COM{n}", f"COM{n}", ""), Stage.READY, (f"c{n}",)) for n in (3, 1, 2)
    )
    clocks = (
        Clock("c1", online=True, seat=Seat(9)),
        Clock("c2", online=True, seat=Seat(2, Side.BLUE)),
        Clock("c3", online=True),
    )
    picture = ClocksSnapshot((*ports, Port(PortInfo("COM0", "COM0", ""), Stage.LEFT_ALONE)), clocks)
    assert [one.port for one in clock_rows(picture, NOW)] == ["COM2", "COM1", "COM0", "COM3"]


def test_the_summary_counts_clocks_and_ports_in_one_line():
    clocks = (Clock("a", online=True), Clock("b", seat=Seat(1)), Clock("c"))
    ports = (Port(USB, Stage.LEFT_ALONE), Port(USB, Stage.NEW))
    picture = ClocksSnapshot(ports, clocks, log=Path("x"))
    assert summary(picture) == "1 clock connected · 1 away · 1 port not tried"


def test_a_silent_clocks_row_is_refreshed_when_its_text_would_change():
    assert next_heard_ms(ClocksSnapshot(), NOW) is None
    picture = ClocksSnapshot((READY,), (CLOCK,))
    for now_ms in range(NOW, NOW + 200_000, 777):
        wait_ms = next_heard_ms(picture, now_ms)
        assert wait_ms is not None
        words = {row(now_ms=at_ms).last_heard for at_ms in (now_ms, now_ms + wait_ms - 1)}
        assert row(now_ms=now_ms + wait_ms).last_heard not in words
        assert len(words) == 1
