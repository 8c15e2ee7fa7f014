import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.clock.drivers.dgt import words
from app.clock.drivers.dgt.board import DgtBoard
from app.clock.drivers.dgt.words import Switches
from app.clock.drivers.driver import (
    Doubted,
    Fact,
    Failed,
    Fallen,
    Hand,
    Identified,
    Noted,
    Pressed,
    Reading,
    Stopped,
)
from tests.clock.drivers.dgt_bench import (
    HOUR,
    LEFT_RUNS,
    RIGHT_RUNS,
    STANDS,
    Board,
    answer,
    frame,
    playing,
    ready,
    shown,
    time,
)
from tests.clock.drivers.line import START_MS, Line, cuts, only

L, R = Hand.LEFT, Hand.RIGHT
EITHER_WAY = [
    Switches(),
    Switches(
        lever_switches=False,
        end_after_set=True,
        option_xl=25,
        option_3000=23,
        notice_refuses=True,
        stands_with_run_bit=True,
        board_battery=True,
    ),
]


def test_the_board_is_asked_in_order_and_its_clock_is_identified() -> None:
    board = Board()
    line = ready(board)
    assert line.bytes_sent().startswith(bytes.fromhex("40 4d 45 55 4b"))
    assert board.commands == [bytes.fromhex("2b 03 03 09 00")]
    assert only(line.heard, Identified) == [
        Identified(
            "DGT 3000",
            "01025",
            "board 1.08, clock 2.02",
            words.abilities_of_board("DGT 3000", Switches()),
            words.BEHIND_A_BOARD,
        )
    ]
    assert only(line.heard, Reading)[-1].left_ms == 3_600_000
    assert line.driver.product == "DGT 3000"


def test_nothing_is_sent_in_the_first_half_second_and_old_bytes_are_dropped() -> None:
    line = Line(DgtBoard())
    assert line.hear(frame(0x93, b"\x01\x08")) == []
    line.wait(490)
    assert line.sent == []


def test_commands_are_sent_at_least_100_ms_apart() -> None:
    line = ready(Board())
    times = [at for at, _ in line.sent]
    assert len(times) > 2
    assert min(later - at for at, later in pairwise(times)) >= 100


def test_a_dgt_xl_is_identified_by_its_version() -> None:
    line = ready(Board(0x1E))
    assert only(line.heard, Identified)[0].product == "DGT XL"
    assert only(line.heard, Identified)[0].firmware == "board 1.08, clock 1.14"


def test_a_driver_that_was_not_opened_does_nothing() -> None:
    driver = DgtBoard()
    assert (driver.tick(5), driver.receive(b"\x93", 5), driver.due_ms(), driver.to_send()) == (
        [],
        [],
        None,
        b"",
    )


def test_a_device_that_is_no_board_is_given_up_after_three_questions() -> None:
    line = Line(DgtBoard())
    line.wait(5000)
    assert line.bytes_sent() == bytes.fromhex("40 4d 4d 4d")
    assert line.driver.dead == words.NOT_A_BOARD
    assert line.driver.due_ms() is None
    assert line.hear(frame(0x93, b"\x01\x08")) == []


def test_a_board_without_a_number_is_still_a_board() -> None:
    board = Board()
    board.serial = False
    line = ready(board)
    line.wait(500)
    assert only(line.heard, Identified)[0].uid == ""


@pytest.mark.parametrize(
    ("short", "long", "uid"),
    [
        (b"30001", b"3000147740", "3000147740"),
        (b"01025", b"0000001025", "01025"),
        (b"01025", bytes(10), "01025"),
        (bytes(5), b"3000147740", "3000147740"),
        (bytes(5), b"", ""),
        (bytes(5), bytes(10), ""),
        (b"1025\0", b"", "1025"),
    ],
)
def test_a_board_is_identified_by_its_ten_digit_number_if_it_has_one(
    short: bytes, long: bytes, uid: str
) -> None:
    board = Board()
    board.number, board.long_number = short, long
    assert [said.uid for said in only(ready(board).heard, Identified)] == [uid]


def test_a_board_that_sends_only_its_long_number_is_identified_by_it() -> None:
    board = Board()
    board.serial = False
    line = Line(DgtBoard(), board)
    line.wait(1200)
    line.hear(frame(0xA2, b"3000147740"))
    line.wait(3000)
    assert [said.uid for said in only(line.heard, Identified)] == ["3000147740"]


def test_a_clock_of_an_unknown_version_is_not_taken_for_an_xl() -> None:
    board = Board(0x31)
    line = ready(board)
    (identified,) = only(line.heard, Identified)
    assert (identified.product, identified.firmware) == ("DGT clock", "board 1.08, clock 3.01")
    board.codes = lambda command: answer(0x40, command)
    line.driver.set_times(60_000, 60_000, line.now_ms)
    line.wait(9000)
    (failed,) = only(line.heard, Failed)
    assert "its manual says which one" in failed.sentence
    assert "23" not in failed.sentence


def test_a_board_without_a_clock_says_so_and_greets_one_plugged_in_later() -> None:
    board = Board()
    board.clock = False
    board.shows = None
    line = Line(DgtBoard(), board)
    line.wait(9000)
    (first,) = only(line.heard, Identified)
    assert (first.product, first.abilities.sets) == ("DGT board", False)
    assert only(line.heard, Noted)[0].fact is Fact.UNPLUGGED
    board.clock = True
    board.shows = time(HOUR, HOUR, STANDS)
    line.hear(board.shows)
    line.wait(7000)
    assert [noted.fact for noted in only(line.heard, Noted)] == [Fact.UNPLUGGED, Fact.PLUGGED]
    assert [identified.product for identified in only(line.heard, Identified)] == [
        "DGT board",
        "DGT 3000",
    ]


def test_a_clock_that_answers_late_is_asked_again_every_five_seconds() -> None:
    board = Board()
    board.clock = False
    line = Line(DgtBoard(), board)
    line.wait(30_000)
    assert len(only(line.heard, Identified)) == 1
    board.clock = True
    line.wait(6000)
    assert [identified.product for identified in only(line.heard, Identified)] == [
        "DGT board",
        "DGT 3000",
    ]


def test_the_board_s_own_battery_is_reported_where_it_has_one() -> None:
    board = Board()
    line = ready(board, Switches(board_battery=True))
    assert only(line.heard, Noted)[0].value == "board 63 %"
    line.hear(frame(0xA0, bytes([0x7F, 0, 0, 0])) + frame(0xA0, bytes([9, 0, 0, 0])))
    assert [noted.fact for noted in only(line.heard, Noted)] == [
        Fact.BATTERY_FINE,
        Fact.BATTERY_LOW,
    ]
    line.wait(300_000)
    assert line.bytes_sent().count(b"\x4c") == 2


def test_the_board_s_battery_is_asked_for_every_five_minutes() -> None:
    line = ready(Board(), Switches(board_battery=True))
    known_ms = next(at_ms for at_ms, out in line.sent if out == b"\x45") + 300
    line.wait(known_ms + 299_999 - line.now_ms)
    line.sent.clear()
    line.wait(1)
    line.wait(900)
    assert [at_ms for at_ms, out in line.sent if out == b"\x4c"] == [known_ms + 300_000]


@pytest.mark.parametrize("switches", EITHER_WAY)
def test_a_game_is_followed_until_a_flag_falls_however_the_clock_is_set_up(
    switches: Switches,
) -> None:
    board = Board()
    line = ready(board, switches)
    left, right = 20, 20
    shown(line, board, time(left, right, LEFT_RUNS))
    status = LEFT_RUNS
    for second in range(60):
        if second % 7 == 6:
            status = RIGHT_RUNS if status == LEFT_RUNS else LEFT_RUNS
        left, right = (left - 1, right) if status == LEFT_RUNS else (left, right - 1)
        fell = 0x50 if 0 in (left, right) else 0
        flags = (fell if left == 0 else 0, fell if right == 0 else 0)
        shown(line, board, time(left, right, status, *flags), after_ms=800)
        if fell:
            break
    assert len(only(line.heard, Fallen)) == 1
    assert [pressed.hand for pressed in only(line.heard, Pressed)] == [L, R, L, R, L][
        : (second + 1) // 7
    ]
    assert not only(line.heard, (Doubted, Stopped))


def test_messages_are_the_same_however_the_bytes_are_cut() -> None:
    stream = time(HOUR - 3, HOUR, RIGHT_RUNS) + time(0, 0, 0) + answer(0x10, 0x88, 5, 0x31)
    said = []
    for pieces in cuts(stream):
        board = Board()
        line = playing(board)
        board.shows = time(HOUR - 3, HOUR, RIGHT_RUNS)
        for piece in pieces:
            line.hear(piece)
        said.append(line.heard)
    assert all(one == said[0] for one in said)
    assert only(said[0], Pressed)


@pytest.mark.long
def test_the_clock_is_heard_again_after_a_megabyte_of_noise() -> None:
    board = Board()
    line = playing(board)
    line.hear(random.Random(1).randbytes(1 << 20))
    line.heard.clear()
    shown(line, board, time(HOUR - 4, HOUR, LEFT_RUNS))
    shown(line, board, time(HOUR - 5, HOUR, LEFT_RUNS))
    assert only(line.heard, Reading)[-1].left_ms == (HOUR - 5) * 1000


NEVER = {0x49, 0x4A, 0x4E, 0x51, 0x52, 0x53, 0x54}


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.binary(max_size=30),
            st.integers(1, 3000),
            st.sampled_from(["set", "left", "right", "stop", "identify"]),
            st.builds(
                lambda left, right, status: time(left, right, status & 0x7F),
                st.integers(0, 9 * HOUR),
                st.integers(0, 9 * HOUR),
                st.integers(0, 127),
            ),
            st.builds(answer, st.integers(0, 255), st.integers(0, 255)),
        ),
        max_size=40,
    ),
    st.sampled_from(EITHER_WAY),
)
def test_no_input_crashes_the_driver_or_makes_it_send_forbidden_bytes(
    acts: list[bytes | int | str], switches: Switches
) -> None:
    line = ready(Board(), switches)
    for act in acts:
        match act:
            case bytes():
                line.hear(act)
            case int():
                line.wait(act)
            case "set":
                line.driver.set_times(90_000, 90_000, line.now_ms)
            case "identify":
                line.driver.identify(line.now_ms)
            case _:
                hand = {"left": L, "right": R}.get(act)
                line.driver.run(hand, line.now_ms)
    line.wait(3000)
    for _, out in line.sent:
        assert out[0] == 0x2B or not set(out) & NEVER


def test_a_board_whose_number_is_lost_on_the_line_is_asked_for_it_again() -> None:
    board = Board()
    board.serial = False
    line = Line(DgtBoard(), board)
    line.wait(1500)
    board.serial = True
    line.wait(4000)
    assert [identified.uid for identified in only(line.heard, Identified)] == ["01025"]


def test_a_reopened_board_that_does_not_repeat_its_number_keeps_it() -> None:
    board = Board()
    line = ready(board)
    board.serial = False
    line.heard.clear()
    line.driver.opened(line.now_ms)
    line.wait(6000)
    assert [identified.uid for identified in only(line.heard, Identified)] == ["01025"]


@pytest.mark.parametrize(
    ("percent", "fact"), [(14, Fact.BATTERY_LOW), (15, Fact.BATTERY_FINE), (126, Fact.BATTERY_FINE)]
)
def test_a_boards_battery_is_low_below_fifteen_percent(percent: int, fact: Fact) -> None:
    line = ready(Board())
    told = line.hear(frame(0xA0, bytes([percent, 0, 0, 0])))
    assert [(noted.fact, noted.value) for noted in only(told, Noted)] == [
        (fact, f"board {percent} %")
    ]


LOW_BATTERY = frame(0xA0, bytes([9, 0, 0, 0]))


def test_a_board_s_messages_before_it_is_asked_or_after_it_is_given_up_are_ignored() -> None:
    line = Line(DgtBoard())
    assert line.hear(LOW_BATTERY) == []
    line.wait(5000)
    assert line.driver.dead == words.NOT_A_BOARD
    assert line.hear(LOW_BATTERY) == []
    unopened = DgtBoard()
    assert unopened.receive(LOW_BATTERY, 5) == []


def test_a_device_that_is_no_board_is_asked_every_second_and_given_up_after_a_pause() -> None:
    line = Line(DgtBoard())
    line.wait(3999)
    assert not line.driver.dead
    line.wait(1)
    assert line.driver.dead == words.NOT_A_BOARD
    assert [(at_ms - START_MS, out.hex()) for at_ms, out in line.sent] == [
        (500, "40"),
        (600, "4d"),
        (1500, "4d"),
        (2500, "4d"),
    ]


def test_an_identified_board_is_checked_four_times_a_second() -> None:
    line = ready(Board())
    assert line.driver.due_ms() == line.now_ms + 250
