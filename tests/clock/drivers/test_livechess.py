"""LiveChess's boards by the emulated LiveChess, which is written apart from the driver, and by the
messages that other programs' sources quote.
"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.clock.drivers.driver import (
    Abilities,
    Cleared,
    Doubted,
    Fact,
    Gone,
    Hand,
    Identified,
    Noted,
    Pressed,
    Reading,
    Restarted,
    Started,
    Stopped,
)
from app.clock.drivers.livechess import AWAY, LATE, NO_BOARD, SILENT, LiveChess, identify_board
from app.emulators.device import DeviceSide
from app.emulators.livechess import EmulatedLiveChess, RunWords

ASK_MS = 2_000
ANSWER_MS = 10_000
MOST_BOARDS = 256
STEP_MS = 100


class Line:
    """The driver and LiveChess on a socket without a socket."""

    def __init__(self, emulated: EmulatedLiveChess | None = None, *boards: str) -> None:
        self.emulated, self.driver, self.now_ms = emulated or EmulatedLiveChess(), LiveChess(), 0
        self.heard: list[object] = []
        self.sent: list[str] = []
        for serialnr in boards:
            self.emulated.plug(serialnr, 0)
        self.driver.opened(0)
        self.run(300)

    def run(self, for_ms: int, *, answers: bool = True) -> list[object]:
        """What was told meanwhile, with the board's number."""
        before, end_ms = len(self.heard), self.now_ms + for_ms
        while self.now_ms < end_ms:
            self.now_ms += STEP_MS
            due_ms = self.driver.due_ms()
            if due_ms is not None and due_ms <= self.now_ms:
                self._take(self.driver.tick(self.now_ms))
            for text in self.driver.to_send().decode().splitlines():
                self.sent.append(text)
                self._hear(self.emulated.receive(text, self.now_ms) if answers else [])
            self._hear(self.emulated.tick(self.now_ms) if answers else [])
        return self.heard[before:]

    def _hear(self, texts: list[str]) -> None:
        data = "".join(f"{text}\n" for text in texts).encode()
        self._take(self.driver.receive(data, self.now_ms))

    def _take(self, placed) -> None:
        self.heard += [(item.place, item.message) for item in placed]

    def lever(self, side: DeviceSide | None, serialnr: str = "7425") -> list[object]:
        """What follows from a lever or a button, but for the readings."""
        self.emulated.run(serialnr, side, self.now_ms)
        return news(self.run(2500))


def news(heard: list[object]) -> list[object]:
    return [message for _, message in heard if not isinstance(message, Reading)]


def last(line: Line, serialnr: str = "7425") -> Reading:
    return [m for place, m in line.heard if isinstance(m, Reading) and place == serialnr][-1]


def test_a_board_is_found_and_subscribed_to():
    line = Line(None, "7425")
    board = ("7425", identify_board("7425"))
    battery = ("7425", Noted(100, Fact.BATTERY_FINE, "85%"))
    assert line.heard[:2] == [board, battery]
    assert last(line) == Reading(100, 3_600_000, 3_600_000, None) or last(line).running is None
    assert [json.loads(text)["call"] for text in line.sent] == ["eboards", "subscribe"]
    feed = json.loads(line.sent[1])["param"]
    assert feed == {"feed": "eboardevent", "id": 1, "param": {"serialnr": "7425"}}


VERSIONS = [(words, False) for words in RunWords]
VERSIONS += [(words, True) for words in (RunWords.BOOLEAN, RunWords.NAME)]
# a bare 1 that comes with no new times says nothing: nobody could tell whose time runs


@pytest.mark.parametrize(("words", "at_switch"), VERSIONS)
def test_the_lever_and_the_button_are_understood_in_every_version(words, at_switch):
    line = Line(EmulatedLiveChess(words, at_switch), "7425")
    started = line.lever(DeviceSide.LEFT)
    assert [type(message) for message in started] == [Started]
    line.run(10_000)
    assert last(line).running is Hand.LEFT
    pressed = line.lever(DeviceSide.RIGHT)
    assert [(type(message), message.hand) for message in pressed] == [(Pressed, Hand.LEFT)]
    line.run(60_000)
    assert last(line).running is Hand.RIGHT
    assert abs(last(line).right_ms - 3_600_000 + 62_500) <= 2000
    assert abs(last(line).left_ms - 3_600_000 + 12_500) <= 2000
    pressed = line.lever(DeviceSide.LEFT)
    assert [(type(message), message.hand) for message in pressed] == [(Pressed, Hand.RIGHT)]
    assert [type(message) for message in line.lever(None)] == [Stopped]
    assert [type(message) for message in line.lever(DeviceSide.RIGHT)] == [Started]


def test_the_times_of_a_running_clock_are_extrapolated_from_when_they_were_read():
    """The example that livechess-go quotes: a clock that was read 72 minutes before."""
    driver = LiveChess()
    driver.opened(0)
    driver.to_send()
    clock = {"white": 5676, "black": 7190, "run": True, "time": 1503845105357}
    board = {"serialnr": "7425", "state": "ACTIVE", "clock": clock}
    answer = {"response": "call", "id": 1, "param": [board], "time": 1503849460756}
    placed = driver.receive(json.dumps(answer).encode() + b"\n", 1000)
    age_s = (1503849460756 - 1503845105357) // 1000
    reading = placed[-1].message
    assert reading == Reading(1000, (5676 - age_s) * 1000, 7_190_000, Hand.LEFT)
    clock["white"] = 300  # its flag is not ours to drop
    answer |= {"response": "feed", "id": 1, "param": {"serialnr": "7425", "clock": clock}}
    driver = LiveChess()
    driver.opened(0)
    driver.receive(json.dumps(answer | {"response": "call", "param": [board]}).encode() + b"\n", 0)
    assert not any("Fallen" in str(item) for item in driver.receive(json.dumps(answer).encode(), 9))


def test_a_flag_falls_when_the_clock_s_own_time_reaches_zero():
    line = Line()
    line.emulated.plug("7425", 0, minutes=1)
    line.run(3000)
    line.lever(DeviceSide.LEFT)
    told = news(line.run(60_000))
    assert [type(message).__name__ for message in told] == ["Fallen"]
    assert abs(told[0].at_ms - 63_300) <= 1500


def test_nothing_is_due_before_the_line_is_open():
    driver = LiveChess()
    assert driver.due_ms() is None
    assert driver.tick(10**12) == []
    assert (driver.dead, driver.to_send()) == ("", b"")


def test_several_boards_are_told_apart():
    line = Line(None, "7425", "30912")
    line.lever(DeviceSide.LEFT, "30912")
    assert last(line, "30912").running is Hand.LEFT
    assert last(line, "7425").running is None
    assert set(line.driver.clocks) == {"7425", "30912"}


def test_a_board_that_comes_later_is_found():
    line = Line()
    assert line.heard == [("", Doubted(100, NO_BOARD))]
    line.emulated.plug("7425", line.now_ms)
    heard = line.run(ASK_MS + 200)
    assert ("7425", identify_board("7425")) in heard


@pytest.mark.parametrize("state", ["INACTIVE", "NOTRESPONDING", None])
def test_a_board_lost_by_livechess_goes_away_and_comes_back(state: str | None):
    line = Line(None, "7425")
    line.lever(DeviceSide.LEFT)
    line.emulated.boards["7425"].state = state
    heard = [message for message in news(line.run(3000)) if isinstance(message, Gone)]
    assert [message.sentence for message in heard] == [AWAY]
    line.emulated.boards["7425"].state = "ACTIVE"
    heard = line.run(3000)
    assert type(news(heard)[0]) is Identified
    assert last(line).running is Hand.LEFT


def test_delays_and_unplugged_clocks_are_reported():
    line = Line(None, "7425")
    board = line.emulated.boards["7425"]
    board.state = "DELAYED"
    doubts = [m for m in news(line.run(2500)) if isinstance(m, Doubted)]
    assert [(doubt.sentence, doubt.lasting) for doubt in doubts] == [(LATE, True)]
    board.state, movement, board.movement = "ACTIVE", board.movement, None
    told = news(line.run(2500))
    assert [m.sentence for m in told if isinstance(m, Cleared)] == [LATE]
    assert [m.fact for m in told if isinstance(m, Noted)] == [Fact.UNPLUGGED]
    board.movement = movement
    assert [m.fact for m in news(line.run(2500)) if isinstance(m, Noted)] == [Fact.PLUGGED]


def test_a_hanging_livechess_is_given_up_and_reopening_its_line_starts_afresh():
    line = Line(None, "7425")
    line.run(ASK_MS + ANSWER_MS + 500, answers=False)
    assert line.driver.dead == SILENT
    assert line.driver.due_ms() is None
    line.emulated.opened()
    line.driver.opened(line.now_ms)
    assert line.driver.dead == ""
    assert news(line.run(500))[0] == identify_board("7425")


def test_a_clock_set_to_other_times_by_hand_is_reported_as_restarted():
    line = Line(None, "7425")
    line.lever(DeviceSide.LEFT)
    line.run(60_000)
    movement = line.emulated.boards["7425"].movement
    movement.put(3_700_000, 3_700_000)
    line.emulated.run("7425", None, line.now_ms)
    assert Restarted in [type(message) for message in news(line.run(5000))]


def test_readings_are_still_accepted_after_the_laptop_s_clock_is_set_back():
    driver = LiveChess()
    driver.opened(0)
    driver.to_send()
    for number, time in ((1, 9_000_000), (2, 5_400_000)):
        clock = {"white": 3600 - number, "black": 3600, "run": True, "time": time}
        board = {"serialnr": "7", "state": "ACTIVE", "clock": clock}
        call = 1 if number == 1 else 3  # 2 is the subscription
        answer = {"response": "call", "id": call, "param": [board], "time": time}
        placed = driver.receive(json.dumps(answer).encode() + b"\n", number * 2000)
        assert placed[-1].message.left_ms == (3600 - number) * 1000
        driver.tick(number * 2000 + ASK_MS)


def test_an_answer_overtaken_by_an_event_is_ignored():
    driver = LiveChess()
    driver.opened(0)

    def told(kind: str, number: int, time: int, white: int) -> list[object]:
        clock = {"white": white, "black": 3600, "run": True, "time": time}
        board = {"serialnr": "7", "state": "ACTIVE", "clock": clock}
        param = [board] if kind == "call" else {"serialnr": "7", "clock": clock}
        answer = {"response": kind, "id": number, "param": param, "time": time}
        placed = driver.receive(json.dumps(answer).encode() + b"\n", time)
        return [item.message for item in placed if isinstance(item.message, Reading)]

    assert told("call", 1, 1000, 3599)
    assert told("feed", 1, 3000, 3597)
    driver.tick(3000)
    assert told("call", 3, 2000, 3598) == []


GOOD = {"serialnr": "7", "state": "ACTIVE", "clock": None}


def test_a_reading_timestamped_zero_is_believed_after_one_without_a_timestamp():
    driver = LiveChess()
    driver.opened(0)
    for white, read in ((3600, {}), (3599, {"time": 0})):
        clock = {"white": white, "black": 3600, "run": True} | read
        param = {"serialnr": "7", "clock": clock}
        if white == 3600:
            answer = {"response": "call", "id": 1, "param": [GOOD | {"clock": clock}]}
        else:
            answer = {"response": "feed", "id": 1, "param": param}
        placed = driver.receive(json.dumps(answer).encode() + b"\n", 2000)
        readings = [item.message for item in placed if isinstance(item.message, Reading)]
        assert [reading.left_ms for reading in readings] == [white * 1000]


@pytest.mark.parametrize(
    "clock",
    [
        5,
        {},
        {"white": "x", "black": 1, "run": None},
        {"white": -1, "black": 1, "run": None},
        {"white": 1, "black": 10**9, "run": None},
        {"white": True, "black": 1, "run": None},
        {"white": float("inf"), "black": 1, "run": None},
        {"white": 1, "black": 1},
        {"white": 1, "black": None, "run": None, "time": "noon"},
    ],
)
def test_an_impossible_clock_gives_no_reading(clock: object):
    driver = LiveChess()
    driver.opened(0)
    answer = {"response": "call", "id": 1, "param": [GOOD | {"clock": clock}], "time": 5}
    placed = driver.receive(json.dumps(answer).encode() + b"\n", 0)
    assert not any(isinstance(item.message, Reading) for item in placed)


def test_malformed_lists_are_read_as_far_as_possible():
    driver = LiveChess()
    driver.opened(0)
    boards = [None, {}, {"serialnr": None}, {"serialnr": " ", "state": "ACTIVE"}, GOOD, GOOD]
    boards += [GOOD | {"serialnr": number} for number in range(1000, 1000 + 2 * MOST_BOARDS)]
    answer = {"response": "call", "id": 1, "param": boards}
    driver.receive(json.dumps(answer).encode() + b"\n", 0)
    assert len(driver.clocks) == MOST_BOARDS
    error = {"response": "error", "id": 9, "param": {"message": "no"}}
    assert driver.receive(json.dumps(error).encode() + b"\n", 0) == []
    for deaf in (*driver.clocks.values(),)[:1]:
        deaf.set_times(1, 2, 0)
        deaf.run(Hand.LEFT, 0)
        deaf.identify(0)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "response",
                    "id",
                    "param",
                    "serialnr",
                    "state",
                    "clock",
                    "run",
                    "white",
                    "black",
                    "time",
                ]
            ),
            inner,
            max_size=6,
        )
    ),
    max_leaves=12,
)


@given(st.lists(JSON | st.binary(max_size=30), max_size=8))
def test_no_message_crashes_the_livechess_driver(pieces: list[object]):
    line = Line(None, "7425")
    for piece in pieces:
        data = piece if isinstance(piece, bytes) else json.dumps(piece).encode()
        line.driver.receive(data + b"\n", line.now_ms)
    line.run(ASK_MS + 500)
    assert line.driver.dead == ""


def placed(driver: LiveChess, answer: dict[str, object], now_ms: int = 0) -> list[object]:
    heard = driver.receive(json.dumps(answer).encode() + b"\n", now_ms)
    return [item.message for item in heard]


def listed(clock: dict[str, object], **more: object) -> list[object]:
    """What is told of a clock in the first list of boards."""
    driver = LiveChess()
    driver.opened(0)
    answer = {"response": "call", "id": 1, "param": [GOOD | {"clock": clock}]}
    heard = placed(driver, answer | more)
    return [message for message in heard if isinstance(message, Reading)]


def test_livechess_is_asked_every_two_seconds_and_has_ten_to_answer():
    driver = LiveChess()
    driver.opened(0)
    assert driver.due_ms() == 10_000
    driver.tick(9_999)
    assert driver.dead == ""
    placed(driver, {"response": "call", "id": 1, "param": []}, 500)
    assert driver.due_ms() == 2500
    driver.tick(2500)
    driver.tick(12_499)
    assert driver.dead == ""
    driver.tick(12_500)
    assert driver.dead == SILENT


def test_a_clock_may_show_at_most_a_hundred_hours():
    assert listed({"white": 360_000, "black": 0, "run": None}) == [Reading(0, 360_000_000, 0, None)]
    assert listed({"white": 0, "black": 360_001, "run": None}) == []


@pytest.mark.parametrize(
    ("white", "age_ms", "left_ms"),
    [(5, 999, 5000), (5, 1000, 4000), (5, 4000, 1000), (5, 9000, 1000), (0, 9000, 0)],
)
def test_a_running_time_is_counted_down_but_never_below_its_last_second(
    white: int, age_ms: int, left_ms: int
):
    clock = {"white": white, "black": 7, "run": True, "time": 50_000}
    assert listed(clock, time=50_000 + age_ms) == [Reading(0, left_ms, 7000, Hand.LEFT)]


@pytest.mark.parametrize(("back_ms", "believed"), [(0, 1), (1, 0), (9_999, 0), (10_000, 1)])
def test_a_timestamp_ten_seconds_back_means_the_laptop_s_clock_was_set(back_ms: int, believed: int):
    driver = LiveChess()
    driver.opened(0)
    clock = {"white": 60, "black": 60, "run": None, "time": 50_000}
    placed(driver, {"response": "call", "id": 1, "param": [GOOD | {"clock": clock}]})
    later = clock | {"time": 50_000 - back_ms}
    event = {"response": "feed", "id": 1, "param": {"serialnr": "7", "clock": later}}
    heard = placed(driver, event, 1000)
    assert sum(isinstance(message, Reading) for message in heard) == believed


@pytest.mark.parametrize(("two", "one"), [(2, 1), ("2", "1")])
def test_who_runs_is_white_by_any_other_number_once_2_has_meant_black(two: object, one: object):
    """No time has passed that would show whose it is."""
    driver = LiveChess()
    driver.opened(0)

    def running(run: object) -> Hand | None:
        clock = {"white": 60, "black": 60, "run": run}
        event = {"response": "feed", "id": 1, "param": {"serialnr": "7", "clock": clock}}
        (reading,) = [m for m in placed(driver, event, 100) if isinstance(m, Reading)]
        return reading.running

    clock = {"white": 60, "black": 60, "run": None}
    placed(driver, {"response": "call", "id": 1, "param": [GOOD | {"clock": clock}]})
    assert running(one) is None
    assert running(two) is Hand.RIGHT
    assert running(one) is Hand.LEFT
    assert running(0) is None
    assert running(one) is Hand.LEFT


def test_each_board_has_its_own_feed_up_to_256_boards():
    driver = LiveChess()
    driver.opened(0)
    boards = [GOOD | {"serialnr": number} for number in range(1, 300)]
    placed(driver, {"response": "call", "id": 1, "param": boards})
    assert len(driver.clocks) == 256
    asked = [json.loads(text) for text in driver.to_send().decode().splitlines()[1:]]
    assert [call["param"]["id"] for call in asked] == [*range(1, 257)]
    assert [call["id"] for call in asked] == [*range(2, 258)]


def test_long_serial_numbers_and_battery_texts_are_cut():
    driver = LiveChess()
    driver.opened(0)
    board = GOOD | {"serialnr": "7 " * 50, "battery": "x" * 99}
    heard = placed(driver, {"response": "call", "id": 1, "param": [board]})
    assert [*driver.clocks] == ["7" * 40]
    assert [len(message.value) for message in heard if isinstance(message, Noted)][:1] == [12]


@pytest.mark.parametrize(
    ("seconds", "passed_ms", "doubts"), [(3, 1000, 0), (4, 1000, 1), (3, 999, 1)]
)
def test_a_side_may_have_used_two_seconds_more_than_passed(
    seconds: int, passed_ms: int, doubts: int
):
    driver = LiveChess()
    driver.opened(0)
    clock = {"white": 60, "black": 60, "run": True}
    placed(driver, {"response": "call", "id": 1, "param": [GOOD | {"clock": clock}]})
    later = clock | {"white": 60 - seconds}
    event = {"response": "feed", "id": 1, "param": {"serialnr": "7", "clock": later}}
    heard = placed(driver, event, passed_ms)
    assert sum(isinstance(message, Doubted) for message in heard) == doubts
    pressed = {
        "response": "feed",
        "id": 1,
        "param": {"serialnr": "7", "clock": clock | {"run": False, "white": 57}},
    }
    if not doubts:
        (press,) = [m for m in placed(driver, pressed, 1500) if isinstance(m, Pressed)]
        assert press.late_ms == 1000


def test_a_livechess_board_keeps_time_but_cannot_be_set_from_here():
    identified = identify_board("7425")
    assert identified.abilities == Abilities(holds_time=True)
    assert identified.abilities.holds_time
    assert not identified.abilities.sets


def test_time_when_the_program_was_not_listening_is_no_silence_of_livechess():
    driver = LiveChess()
    driver.opened(0)
    driver.excuse(3000)
    driver.tick(12_999)
    assert driver.dead == ""
    placed(driver, {"response": "call", "id": 1, "param": []}, 12_999)
    driver.excuse(3000)  # nothing is asked, so nothing is late
    assert driver.due_ms() == 14_999
    driver.tick(14_999)
    driver.tick(24_999)
    assert driver.dead == SILENT


def test_an_opened_line_asks_for_its_boards_and_says_nothing_before_they_are_listed() -> None:
    driver = LiveChess()
    for _ in range(2):
        assert driver.opened(0) == []
        assert driver.to_send() == b'{"id": 1, "call": "eboards"}\n'
        assert driver.receive(b'{}\n{"response": "call", "id": 7, "param": []}\n', 10) == []
        answer = b'{"response": "call", "id": 1, "param": []}\n'
        assert [type(item.message) for item in driver.receive(answer, 20)] == [Doubted]
        assert driver.receive(b"{}\n", 30) == []
