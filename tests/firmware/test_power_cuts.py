"""The game outlives a power cut: 500 random ones, alone and with a host, and the slots they cut."""

import random

import pytest
from msgspec import Struct

from tests.firmware.bench import LEFT, PAUSE, RIGHT, WRAP, Chip, Clock, started

TICK_MS = 1_000
CUTS = 250
OFF_MS = 3_000


class Cut(Struct, dict=True):
    """What was lost by one cut, in milliseconds; less than nothing were invented."""

    lost_ms: int
    presses: int


def play(clock: Clock, lot: random.Random, ms: int, *, host: bool) -> list[str]:
    """Both players, somebody at the pause button, and what the clock says of it."""
    until, events = clock.now + ms, list[str]()
    while clock.now < until:
        wait = min(lot.choice((1, 40, 300, 2_000, 15_000)), until - clock.now)
        clock.wait(wait, step=1)
        if clock.now >= until:
            break
        button = LEFT if clock.running == "L" else RIGHT
        if clock.running == "P" or lot.random() < 0.1:
            button = PAUSE
        elif lot.random() < 0.2:
            button = lot.choice((LEFT, RIGHT))
        clock.contact(button, True)
        clock.wait(min(lot.choice((1, 3, 90)), until - clock.now), step=1)
        clock.contact(button, False)
        if host and lot.random() < 0.3:
            clock.order("PING 1")
        events += [line for line in clock.lines() if line.startswith("EV ")]
    return events


def cut_once(seed: int, *, host: bool, lasting: bool = False, slots: int = 31) -> Cut:
    """A game that loses its power at a random instant, and the clock after it."""
    lot = random.Random(seed)
    flash = slots > 31
    chip = Chip(slots, 0 if flash else 3_400)
    scratch = bytes(32) if lasting else None
    clock = Clock(WRAP - lot.randrange(60_000), chip=chip, lasting=scratch)
    left, right = lot.choice((20_000, 600_000, 3_600_000)), 3_600_000
    if host:
        started(clock, left, right)
    else:
        assert clock.core.adjust(clock.at, left, right, clock.stamp) == 0
        clock.push(RIGHT)
        clock.contact(RIGHT, False)
    clock.wait(1_000, step=1)
    events = clock.events() + play(clock, lot, lot.randrange(90_000), host=host)
    before, was, flag = clock.times(), clock.running, clock.fallen
    kept = clock.lasting if lasting else None
    chip.cut(lot.randrange(256))
    clock.close()

    again = Clock(lot.randrange(WRAP), boot=42, chip=chip, lasting=kept)
    hi = again.lines()[0]
    assert " game=" in hi
    after = again.times()
    lost = [now - then for now, then in zip(after, before, strict=True)]
    assert all(ms >= 0 for ms in lost), (seed, before, after)
    assert again.running == ("P" if was in "LR" and again.fallen == "-" else again.running)
    again.wait(OFF_MS)
    assert again.times() == after
    if flag != "-" and again.fallen == "-":
        assert sum(lost) <= TICK_MS
    again.order("LOG 1")
    again.wait(3_000, step=1)
    told = [line for line in again.lines() if "k=PRESS" in line]
    expected = [event for event in events if "k=PRESS" in event]
    words = [line.split(" k=")[1] for line in told]
    assert words == [line.split(" k=")[1] for line in expected][: len(words)] or not flash
    if flash:
        assert len(expected) - len(words) <= 1
    again.close()
    chip.close()
    return Cut(sum(lost), len(expected))


@pytest.mark.parametrize("host", [False, True], ids=["alone", "with a host"])
def test_no_cut_loses_more_than_a_tick_or_invents_any_time(host: bool) -> None:
    cuts = [cut_once(seed, host=host) for seed in range(CUTS)]
    assert max(cut.lost_ms for cut in cuts) <= TICK_MS
    assert sum(cut.presses for cut in cuts) > 1_000
    print(f"{len(cuts)} cuts: at most {max(cut.lost_ms for cut in cuts)} ms lost")


def test_a_flash_keeps_the_presses_too() -> None:
    cuts = [cut_once(seed, host=False, slots=4096) for seed in range(40)]
    assert max(cut.lost_ms for cut in cuts) <= TICK_MS


def test_a_memory_that_survives_a_new_start_loses_nothing() -> None:
    cuts = [cut_once(seed, host=False, lasting=True, slots=4096) for seed in range(40)]
    assert max(cut.lost_ms for cut in cuts) <= 2


def test_a_game_that_counted_stands_and_resumes_where_it_was() -> None:
    chip = Chip()
    clock = started(Clock(chip=chip), 60_000, 60_000, "R")
    clock.wait(10_300, step=1)
    chip.cut()
    clock.close()
    again = Clock(boot=42, chip=chip)
    assert again.running == "P"
    assert "game=1" in again.lines()[0]
    again.wait(20_000)
    again.press(PAUSE)
    assert again.running == "R"
    assert again.beeps == 1
    again.close()
    chip.close()


def test_a_flag_that_fell_stays_down_over_a_cut() -> None:
    chip = Chip()
    clock = started(Clock(chip=chip), 3_000, 60_000)
    clock.wait(4_000, step=1)
    clock.close()
    again = Clock(boot=42, chip=chip)
    assert (again.fallen, again.running, again.times()) == ("L", "N", (0, 60_000))
    again.close()
    chip.close()


def test_a_clock_that_had_buttons_only_has_no_game_to_restore() -> None:
    chip = Chip()
    clock = Clock(chip=chip)
    clock.does("SET 60000 60000")
    clock.does("MODE B")
    clock.wait(2_000, step=1)
    clock.close()
    again = Clock(boot=42, chip=chip)
    assert "game=" not in again.lines()[0]
    again.close()
    chip.close()


def test_a_blank_memory_and_one_full_of_noise_are_no_game() -> None:
    lot = random.Random(5)
    for fill in (0xFF, 0x00, None):
        chip = Chip()
        for slot in range(31):
            for at in range(32):
                chip.poke(slot * 32 + at, lot.randrange(256) if fill is None else fill)
        clock = Clock(chip=chip)
        assert "game=" not in clock.lines()[0]
        assert clock.times() == (0, 0)
        clock.close()
        chip.close()


def test_an_eeprom_lasts_for_hundreds_of_hours_of_play() -> None:
    """100,000 writes a cell are what its maker promises."""
    chip = Chip()
    clock = started(Clock(chip=chip), 359_000_000, 359_000_000)
    clock.wait(600_000, step=1)
    writes_an_hour = chip.writes * 6
    assert 31 * 100_000 / writes_an_hour > 500
    before = chip.writes
    clock.does("PAUSE")
    clock.wait(600_000, step=100)
    assert chip.writes - before <= 2
    clock.close()
    chip.close()
