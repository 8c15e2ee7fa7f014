import pytest

from app.emulators.dclk.lines import line, spoil_checksum
from app.emulators.device import DeviceSide
from app.emulators.faults import LineFaults
from tests.emulators.dclk.bench import ask, clock, heard

HOUR = 3_600_000


FAULTY = [
    ("drop_ack", 0),
    ("delay_ack", 0),
    ("duplicate_ack", 2),
    ("swap_ack", 1),
]


def test_a_restart_loses_the_game_and_raises_the_start_count() -> None:
    made = clock(boot_ms=2000)
    assert heard(made, 1999) == []
    assert "boot=41" in heard(made, 2020)[0]
    made.receive(line("@1 SET 5 5"), 2100)
    made.power_cycle(3000)
    made.receive(line("@2 HELLO"), 4000)
    said = heard(made, 5100)
    assert "boot=42" in said[0]
    assert said[1] == "ST s=0 t=2000 run=N l=0 r=0 lev=- f=- bat=-1"


def test_opening_the_port_may_restart_the_clock() -> None:
    for resets, boot in [(True, 42), (False, 41)]:
        made = clock(resets_on_open=resets)
        made.opened(100)
        assert made.boot == boot


def test_the_millisecond_counter_wraps_around() -> None:
    made = clock(first_millis=2**32 - 500)
    states = [message for message in heard(made, 1100) if message.startswith("ST")]
    assert [state.split()[2] for state in states] == ["t=4294966796", "t=500"]


@pytest.mark.parametrize("drift_ppm", [-8000, -200, 200, 8000])
def test_a_crystal_may_be_fast_or_slow(drift_ppm: int) -> None:
    made = clock(drift_ppm=drift_ppm)
    made.receive(line("@1 SET 3600000 3600000") + line("@2 RUN R"), 0)
    for at_ms in range(0, 100_001, 777):
        made.send(at_ms)
    assert made.truth(100_000).right_ms == HOUR - 100_000 - drift_ppm // 10
    assert made.millis(100_000) == 100_000 + drift_ppm // 10


@pytest.mark.parametrize(("fault", "answers"), FAULTY)
def test_an_answer_may_be_lost_late_or_doubled(fault: str, answers: int) -> None:
    made = clock(LineFaults.of(**{fault: 1.0}))
    said = ask(made, "@1 BEEP 5", 100)
    assert len([one for one in said if one.startswith("OK")]) == answers
    later = [message for message in heard(made, 3000) if message.startswith("OK")]
    assert len(later) == (fault == "delay_ack")


def test_a_busy_clock_refuses_orders() -> None:
    assert ask(clock(LineFaults.of(nack_40=1)), "@1 BEEP 5", 100)[0] == "ER 1 5 busy"


def test_a_line_may_be_lost_doubled_or_corrupted() -> None:
    assert clock(LineFaults.of(drop_line=1)).send(5000) == b""
    assert len(heard(clock(LineFaults.of(duplicate_line=1)), 500)) == 4
    raw = clock(LineFaults.of(bad_checksum=1)).send(500).splitlines(keepends=True)
    assert [spoil_checksum(one) for one in raw] == [
        line(one.split(b"*")[0].decode()) for one in raw
    ]


def test_a_restart_may_be_silent_or_noisy() -> None:
    assert heard(clock(LineFaults.of(no_hi=1)), 500)[0].startswith("ST")
    assert not clock(LineFaults.of(boot_garbage=1)).send(500).startswith(b"HI")


def test_one_reported_time_may_be_an_hour_too_high_while_the_true_time_is_not() -> None:
    made = clock(LineFaults.of(time_up=1))
    assert "l=3600000" in heard(made, 500)[1]
    assert made.truth(500).left_ms == 0


def test_a_clock_may_restart_mid_game() -> None:
    made = clock(LineFaults.of(reset=0.2))
    made.send(100_000)
    assert made.boot > 45


def test_the_other_side_may_press_back_at_once() -> None:
    made = clock(LineFaults.of(press_twice=1))
    made.receive(line("@1 SET 9000 9000") + line("@2 RUN L"), 0)
    made.send(100)
    made.press(DeviceSide.LEFT, 200)
    assert len([message for message in heard(made, 250) if "PRESS" in message]) == 2
    assert made.truth(250).running is DeviceSide.LEFT
