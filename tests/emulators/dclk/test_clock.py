import pytest

from app.emulators.dclk.lines import line, order_of
from app.emulators.device import DeviceSide
from tests.emulators.dclk.bench import ask, clock, heard, playing

HOUR = 3_600_000


@pytest.mark.parametrize(
    "whole",
    [
        "HI dclk=1 uid=5A3F01C2 boot=41 fw=0.3.0 name=T07 caps=run,set,txt,beep,led,pause"
        " osc=xtal*6C",
        "ST s=13 t=152877 run=R l=3538444 r=3599000 lev=R f=- bat=-1*2B",
        "EV s=13 t=151877 k=PRESS by=L run=R l=3538444 r=3600000*54",
        "OK 8 s=12 t=90321*21",
        "ER 8 3 badstate*2C",
        "PO 9 123456 t=90500*74",
        "@7 SET 3600000 3600000*15",
        "@8 RUN L*7D",
        "@9 PING 123456*6E",
    ],
)
def test_checksums_match_those_in_the_protocol_document(whole: str) -> None:
    assert line(whole.rpartition("*")[0]) == f"{whole}\n".encode("ascii")


def test_a_clock_says_hello_on_starting_and_on_request() -> None:
    hello = (
        "HI dclk=1 uid=5A3F01C2 boot=41 fw=0.3.0 name=T07 caps=run,set,txt,beep,led,pause osc=xtal"
    )
    made = clock()
    said = heard(made, 50)
    assert said == [hello, "ST s=0 t=0 run=N l=0 r=0 lev=- f=- bat=-1"]
    for at_ms in (100, 300):
        assert ask(made, "@1 HELLO", at_ms)[:2] == [f"OK 1 s=0 t={at_ms}", hello]


def test_a_game_produces_the_lines_given_in_the_protocol_document() -> None:
    made = clock(first_millis=89_877, lev_is_pressed=False)
    ask(made, "@7 SET 3600000 3600000", 100)
    for number in range(12):
        made.button(number, 300)
    made.send(440)
    made.receive(line("@8 RUN L"), 444)
    assert heard(made, 500)[0] == "OK 8 s=12 t=90321"
    assert ask(made, "@9 PING 123456", 623)[0] == "PO 9 123456 t=90500"
    assert ask(made, "@8 SET 1 1", 800)[0] == "ER 8 3 badstate"
    made.send(61_900)
    made.press(DeviceSide.LEFT, 62_000)
    said = heard(made, 63_050)
    assert "EV s=13 t=151877 k=PRESS by=L run=R l=3538444 r=3600000" in said
    assert said[-1] == "ST s=13 t=152877 run=R l=3538444 r=3599000 lev=R f=- bat=-1"


@pytest.mark.parametrize(
    ("order", "answer"),
    [
        ("@3 SET 5", "ER 3 1 syntax"),
        ("@3 SET five 6", "ER 3 1 syntax"),
        ("@3 SET 6 five", "ER 3 1 syntax"),
        ("@3 SET 5 4294967296", "ER 3 2 range"),
        ("@3 RUN X", "ER 3 1 syntax"),
        ("@3 RUN L", "ER 3 3 badstate"),
        ("@3 PAUSE", "ER 3 3 badstate"),
        ("@3 PAUSE now", "ER 3 1 syntax"),
        ("@3 RESUME", "ER 3 3 badstate"),
        ("@3 MODE X", "ER 3 1 syntax"),
        ("@3 PERIOD 100", "ER 3 2 range"),
        ("@3 PERIOD", "ER 3 1 syntax"),
        ("@3 LED 256", "ER 3 2 range"),
        ("@3 LOG 5", "ER 3 2 range"),
        ("@3 LOG x", "ER 3 1 syntax"),
        ("@3 PING x", "ER 3 1 syntax"),
        ('@3 TXT Q "hi"', "ER 3 1 syntax"),
        ("@3 DANCE", "ER 3 4 unsupported"),
    ],
)
def test_a_wrong_order_is_refused_with_its_reason(order: str, answer: str) -> None:
    assert ask(clock(), order, 100)[0] == answer


def test_orders_set_text_beep_lights_and_period() -> None:
    made = clock()
    for number, order in enumerate(
        ['TXT L "Ann, of York"', "BEEP 500", "LED 3", "IDENT", "PERIOD 5000", "END"]
    ):
        assert ask(made, f"@{number} {order}", 100 + number * 200)[0].startswith("OK")
    game = made.game
    assert game.texts["L"] == "Ann, of York"
    assert (game.beeps, game.leds, game.blinks, game.period_ms) == ([500], 3, 1, 5000)


@pytest.mark.parametrize(
    "raw",
    [b"@1 HELLO", b"@1 HELLO*00", b"@256 HELLO*6F", b"HELLO*42", b"@1 HELLO*", b"\xff\xfe*00"],
)
def test_a_bad_line_is_never_answered(raw: bytes) -> None:
    made = clock()
    made.send(50)
    made.receive(raw + b"\n", 100)
    assert heard(made, 300) == []
    assert made.bad_lines == 1


def test_an_overlong_line_is_dropped_and_the_next_one_is_read() -> None:
    made = clock()
    made.send(50)
    made.receive(b"x" * 500, 100)
    made.receive(b"\n" + line("@1 PAUSE"), 100)
    assert heard(made, 300)[0] == "ER 1 3 badstate"
    assert order_of(line('@1 TXT C "' + "x" * 110 + '"')[:-1]) is None


def test_carriage_returns_are_ignored() -> None:
    assert order_of(line("@7 SET 1 2")[:-1] + b"\r") is not None


def test_a_repeated_order_is_answered_again_but_not_carried_out_again() -> None:
    made = playing()
    made.receive(line("@9 BEEP 100"), 200)
    made.receive(line("@9 BEEP 100"), 500)
    answers = [message for message in heard(made, 600) if message.startswith("OK")]
    assert answers == ["OK 9 s=0 t=200"] * 2
    assert made.game.beeps == [100]


def test_a_press_by_the_side_whose_clock_stands_is_reported_and_ignored() -> None:
    made = playing()
    made.press(DeviceSide.RIGHT, 500)
    assert heard(made, 510) == ["EV s=1 t=500 k=IGN by=R run=L l=3599520 r=3600000"]
    assert made.truth(510).running is DeviceSide.LEFT


def test_a_bouncing_button_is_one_press() -> None:
    made = playing()
    for at_ms in (500, 510, 539):
        made.press(DeviceSide.LEFT, at_ms)
    made.press(DeviceSide.LEFT, 540)
    kinds = [message.split()[3] for message in heard(made, 600) if message.startswith("EV")]
    assert kinds == ["k=PRESS", "k=IGN"]


def test_a_flag_is_reported_once_and_stops_the_clock() -> None:
    made = clock()
    made.receive(line("@1 SET 1500 9000") + line("@2 RUN L"), 0)
    flags = [message for message in heard(made, 9000) if "FLAG" in message]
    assert flags == ["EV s=1 t=1500 k=FLAG by=L run=N l=0 r=9000"]
    truth = made.truth(9000)
    assert (truth.left_ms, truth.right_ms, truth.flagged) == (0, 9000, DeviceSide.LEFT)


def test_a_game_can_be_paused_and_resumed_from_the_clock_or_the_program() -> None:
    made = playing()
    assert "EV s=1 t=200 k=PAUSE run=P l=3599820 r=3600000" in ask(made, "@3 PAUSE", 200)
    assert ask(made, "@4 PAUSE", 300)[0].startswith("OK 4 s=1")
    assert "k=RESUME" in ask(made, "@5 RESUME", 400)[0]
    assert ask(made, "@6 RESUME", 500)[0].startswith("OK 6 s=2")
    made.start_stop(700)
    made.start_stop(800)
    assert [message.split()[3] for message in heard(made, 850)] == ["k=PAUSE", "k=RESUME"]
    assert made.truth(1000).left_ms == HOUR - 180 - 300 - 200


def test_the_last_sixteen_events_can_be_asked_for() -> None:
    made = playing()
    for turn in range(20):
        made.press(DeviceSide.LEFT if turn % 2 == 0 else DeviceSide.RIGHT, 200 + turn * 25)
    said = ask(made, "@5 LOG 19", 800)
    assert [one.split()[1] for one in said if one.startswith("EV")] == ["s=19", "s=20"]
    assert ask(made, "@6 LOG 4", 950)[0] == "ER 6 2 range"
    assert len([one for one in ask(made, "@7 LOG 5", 1200) if one.startswith("EV")]) == 16


def test_in_buttons_only_mode_presses_are_reported_and_no_time_runs() -> None:
    made = playing()
    ask(made, "@3 MODE B", 200)
    made.press(DeviceSide.RIGHT, 400)
    made.press(DeviceSide.RIGHT, 500)
    kinds = [message for message in heard(made, 600) if message.startswith("EV")]
    assert [kind.split()[3:6] for kind in kinds] == [["k=PRESS", "by=R", "run=N"]] * 2
    assert made.truth(9000).left_ms == HOUR - 180
    assert ask(made, "@4 RUN L", 9100)[0] == "ER 4 3 badstate"
    assert ask(made, "@5 MODE D", 9300)[0].startswith("OK")
    assert ask(made, "@6 RUN L", 9500)[0].startswith("OK")


def test_edits_buttons_battery_and_log_lines_of_the_clock_are_reported() -> None:
    made = playing(battery=50)
    made.edit_time(DeviceSide.RIGHT, 5000, 200)
    made.button(3, 300)
    made.battery(10, 400)
    made.battery(9, 410)
    made.log("loop 3 ms", 420)
    kinds = [
        " ".join(message.split()[3:5]) for message in heard(made, 450) if message.startswith("EV")
    ]
    assert kinds == ["k=ADJ run=L", "k=BTN by=3", "k=LOWBAT run=L"]


def test_a_side_without_time_is_not_started_by_a_press() -> None:
    made = clock()
    made.receive(line("@1 SET 9000 0") + line("@2 RUN L"), 0)
    made.press(DeviceSide.LEFT, 100)
    assert made.truth(200).running is None
    made.send(200)
    made.receive(line("@3 RUN L") + line("@4 PAUSE"), 300)
    made.edit_time(DeviceSide.LEFT, 0, 400)
    assert "ER 5 3 badstate" in ask(made, "@5 RESUME", 500)
    assert ask(made, "@6 END", 700)[0].startswith("OK 6")


def test_a_line_without_a_valid_order_number_is_not_an_order() -> None:
    for payload in ("@x HELLO", "@ HELLO", "@300 HELLO", "@1", "@1 "):
        assert order_of(line(payload)[:-1]) is None
