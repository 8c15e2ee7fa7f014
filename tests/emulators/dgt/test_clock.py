import pytest

from app.emulators.device import DeviceSide
from app.emulators.dgt.frames import ClockAnswer, answer_frame, button_answer
from tests.emulators.dgt.bench import board, heard

HOUR = 3_600_000


def test_a_fallen_flag_freezes_the_clock() -> None:
    made = board(right_ms=1000, left_ms=754_000)
    made.press(DeviceSide.LEFT, 20)
    made.start_stop(20)
    assert heard(made, 1300)[-1] == "8d 00 0a 50 00 00 00 12 34 13"
    assert made.truth(1300).flagged is DeviceSide.RIGHT
    made.press(DeviceSide.RIGHT, 1300)
    assert made.truth(60_000).left_ms == 754_000


def test_a_fallen_flag_may_leave_the_other_side_running() -> None:
    made = board(right_ms=1000, blocks_at_zero=False, running_after_flag=False)
    made.press(DeviceSide.LEFT, 20)
    made.start_stop(20)
    assert heard(made, 1300)[-1].startswith("8d 00 0a 40 00 00 01 00 00 12")
    made.press(DeviceSide.RIGHT, 2000)
    made.start_stop(2000)
    assert made.truth(3000).left_ms == HOUR - 1000


def test_a_low_battery_is_shown_in_the_status() -> None:
    made = board(left_ms=HOUR // 2, right_ms=HOUR // 2)
    made.battery(True, 20)
    made.press(DeviceSide.RIGHT, 20)
    made.start_stop(20)
    assert heard(made, 270)[-1] == "8d 00 0a 00 30 00 00 30 00 0d"


@pytest.mark.parametrize(
    ("flags", "running"),
    [
        ("01", DeviceSide.LEFT),
        ("02", DeviceSide.RIGHT),
        ("04", None),
        ("05", None),
        ("0a", DeviceSide.RIGHT),
    ],
)
def test_setnrun_sets_left_first_in_plain_numbers(flags: str, running: DeviceSide | None) -> None:
    made = board()
    made.receive(bytes.fromhex(f"2b 0a 03 0a 00 2d 1e 00 34 07 {flags} 00"), 20)
    assert made.truth(249).left_ms == HOUR, "the clock takes it at the next poll"
    held = made.truth(250)
    assert (held.left_ms, held.right_ms) == (2_730_000, 3_127_000)
    assert held.running is running


def test_the_lever_toggles_only_if_setnrun_said_so_and_the_board_obeys() -> None:
    set_left = "2b 0a 03 0a 00 2d 1e 00 34 07 {} 00"
    for flags, works, follows in [("01", True, False), ("09", True, True), ("09", False, False)]:
        made = board(lever_flag_works=works)
        made.receive(bytes.fromhex(set_left.format(flags)), 20)
        made.press(DeviceSide.LEFT, 1000)
        assert (made.truth(1000).running is DeviceSide.RIGHT) is follows
        assert heard(made, 1300)[-1].endswith("13" if follows else "0b")


def test_the_lever_may_decide_the_side_instead_of_toggling() -> None:
    for decides, side in [(True, DeviceSide.LEFT), (False, DeviceSide.RIGHT)]:
        made = board(lever_decides_side=decides, lever="L")
        made.receive(bytes.fromhex("2b 0a 03 0a 00 2d 1e 00 34 07 09 00"), 20)
        made.press(DeviceSide.RIGHT, 1000)
        assert made.truth(1000).running is side


def test_a_refused_setting_leaves_the_clock_as_it_was() -> None:
    made = board(option=5)
    made.receive(bytes.fromhex("2b 0a 03 0a 00 2d 1e 00 34 07 01 00"), 20)
    assert heard(made, 400) == ["8d 00 0a 0a 10 10 2a 00 00 00", "8d 00 0a 0a 40 0a 0a 00 00 00"]
    assert made.truth(1000).left_ms == HOUR


def test_a_chosen_option_is_announced() -> None:
    made = board()
    made.set_option(23, 100)
    assert heard(made, 120) == ["8d 00 0a 0a 10 0a 2a 00 17 00"]


@pytest.mark.parametrize(
    ("name", "bytes_5"),
    [
        ("back", "8d 00 0a 0a 10 08 2a 05 31 00"),
        ("plus", "8d 00 0a 0a 10 08 2a 09 32 00"),
        ("run", "8d 00 0a 0a 10 08 2a 11 33 00"),
        ("minus", "8d 00 0a 0a 10 08 2a 21 34 00"),
        ("ok", "8d 00 0a 0a 10 08 2a 41 35 00"),
    ],
)
def test_each_button_sends_its_own_message(name: str, bytes_5: str) -> None:
    made = board()
    made.button(name, 100)
    assert heard(made, 120) == [bytes_5]


@pytest.mark.parametrize(
    ("first", "second", "pair"),
    [
        ("back", "minus", (37, 52)),
        ("back", "run", (21, 51)),
        ("back", "plus", (13, 50)),
        ("back", "ok", (69, 53)),
        ("minus", "run", (49, 51)),
        ("minus", "plus", (41, 50)),
        ("minus", "ok", (97, 53)),
        ("run", "plus", (25, 50)),
        ("run", "ok", (81, 53)),
        ("plus", "ok", (73, 53)),
    ],
)
def test_two_buttons_pressed_together_give_one_answer(
    first: str, second: str, pair: tuple[int, int]
) -> None:
    answer = button_answer(first, second)
    assert (answer.ack2, answer.ack3) == pair


def test_the_unexplained_refusal_is_sent_as_it_was_seen() -> None:
    assert answer_frame(ClockAnswer(0x20, 0)).hex(" ") == "8d 00 0a 0a 20 00 0a 00 00 00"


def test_high_bits_of_an_answer_are_folded_into_the_hours() -> None:
    made = answer_frame(ClockAnswer(0x90, 0x88, 0xFF, 0xFF))
    assert made.hex(" ") == "8d 00 0a 3a 10 08 3a 7f 7f 00"


def test_a_paused_clock_may_show_no_side_to_move() -> None:
    for shows, status in [(True, "12"), (False, "02")]:
        made = board(turn_bits_when_paused=shows)
        made.press(DeviceSide.LEFT, 100)
        assert heard(made, 300)[-1].endswith(status)


def test_an_xl_acknowledges_a_text_it_cannot_show_unless_set_otherwise() -> None:
    made = board(kind="xl")
    made.receive(bytes.fromhex("2b 0c 03 0c 44 45 41 54 48 20 20 20 03 00"), 20)
    assert len(heard(made, 400)) == 1
    assert made.clock.text is None
    silent = board(kind="xl", answers_text_on_xl=False)
    silent.receive(bytes.fromhex("2b 0c 03 0c 44 45 41 54 48 20 20 20 03 00"), 20)
    assert heard(silent, 400) == []


def test_a_text_and_a_beep_reach_the_clock_and_end_clears_them() -> None:
    made = board()
    made.receive(bytes.fromhex("2b 0c 03 0c 44 45 41 54 48 20 20 20 03 00"), 20)
    made.send(300)
    assert made.clock.text == "DEATH   "
    made.receive(bytes.fromhex("2b 04 03 0b 10 00"), 300)
    made.receive(bytes.fromhex("2b 03 03 03 00"), 400)
    made.send(800)
    assert made.clock.text is None
    assert made.clock.beeps == [3, 16]


def test_an_arbiter_edits_a_time() -> None:
    made = board()
    made.edit_time(DeviceSide.LEFT, 2 * HOUR, 100)
    assert heard(made, 300) == ["8d 00 0a 01 00 00 02 00 00 08"]


def test_a_lever_that_is_down_cannot_be_pressed_again() -> None:
    made = board()
    made.start_stop(20)
    made.press(DeviceSide.RIGHT, 500)
    assert made.truth(600).running is DeviceSide.LEFT


def test_a_reading_may_be_cut_down_to_whole_seconds() -> None:
    made = board(rounds_up=False)
    made.start_stop(20)
    assert heard(made, 290)[-1] == "8d 00 0a 01 00 00 00 59 59 09"


def test_some_clocks_show_a_text_until_they_are_told_to_end_it() -> None:
    for needs_end, text in [(True, "DEATH   "), (False, None)]:
        made = board(needs_end=needs_end)
        made.receive(bytes.fromhex("2b 0c 03 0c 44 45 41 54 48 20 20 20 00 00"), 20)
        made.receive(bytes.fromhex("2b 0a 03 0a 01 00 00 01 00 00 04 00"), 500)
        made.send(1000)
        assert made.clock.text == text


def test_segments_icons_and_the_eleven_letters_reach_a_clock_that_has_them() -> None:
    made, old = board(), board(kind="xl")
    eleven = bytes.fromhex("2b 0f 03 0d" + "41" * 11 + "00 00")
    for device in (made, old):
        device.receive(bytes.fromhex("2b 0b 03 01 06 5b 4f 66 6d 7d 00 03 00"), 20)
        device.receive(bytes.fromhex("2b 0b 03 02 01 02 03 04 05 00 00 00 00"), 500)
        device.send(1000)
        assert device.clock.text == bytes.fromhex("06 5b 4f 66 6d 7d")
        assert device.clock.icons == bytes.fromhex("01 02 03 04 05 00 00 00")
        device.receive(eleven, 1000)
    assert heard(made, 1300) == ["8d 00 0a 0a 10 0d 0a 00 00 00"]
    assert heard(old, 1300)[-1] == "8d 00 0a 0a 40 0d 0a 00 00 00"
    assert made.clock.text == "A" * 11


@pytest.mark.parametrize("times", ["0a 00 00 00 00 00", "00 3c 00 00 00 00", "00 00 00 00 00 3c"])
def test_times_no_clock_can_have_are_refused(times: str) -> None:
    made = board()
    made.receive(bytes.fromhex(f"2b 0a 03 0a {times} 01 00"), 20)
    assert heard(made, 300)[-1] == "8d 00 0a 0a 40 0a 0a 00 00 00"


@pytest.mark.parametrize(
    ("bits", "left_runs", "right_runs"),
    [
        ("recorded", "09", "13"),
        ("header", "11", "0b"),
        ("both", "19", "1b"),
        ("none", "01", "03"),
    ],
)
def test_the_turn_bits_follow_either_recordings_of_real_boards_or_the_header(
    bits: str, left_runs: str, right_runs: str
) -> None:
    made = board(turn_bits=bits)
    made.start_stop(20)
    assert heard(made, 1300)[-1].endswith(left_runs)
    made.press(DeviceSide.LEFT, 1400)
    assert heard(made, 2600)[-1].endswith(right_runs)
