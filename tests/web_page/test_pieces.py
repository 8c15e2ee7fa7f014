"""The page's small parts on their own: the device's time, the queue of presses."""

import pytest

from tests.web_page.chromium import Page
from tests.web_page.test_rules import page

pytestmark = pytest.mark.undrawn

__all__ = ["page"]

STORAGE = """
    const kept = new Map();
    const storage = {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => kept.set(key, value),
        removeItem: (key) => kept.delete(key),
    };
    let wall = 1_000_000;
"""


def run(page: Page, name: str, script: str) -> object:
    return page.do(f"import('/{name}').then((all) => {{ {script} }})")


QUEUE = STORAGE + "const open = () => new all.Queue(4, storage, () => wall);"
TIME = """
    let steady = 1_000, wall = 5_000_000;
    const line = new all.Timeline(() => steady, () => wall);
    const pass = (ms) => { steady += ms; wall += ms; };
"""


def test_the_shortest_round_trip_determines_the_time(page: Page) -> None:
    script = """
        line.pong(900, 7_000);      // 100 ms: 7000 was at 950
        pass(1_000);
        line.pong(1_990, 8_055);    // 10 ms: 8055 was at 1995
        pass(1_000);
        line.pong(2_600, 9_500);    // 400 ms
        return [line.at(2_000), line.delay];
    """
    assert run(page, "link/timeline.js", TIME + script) == [8_060, 10]


def test_a_time_is_uncertain_by_half_the_round_trip_plus_the_drift_since(page: Page) -> None:
    script = """
        line.goOn(0);
        const kept = line.uncertain;  // by a wall clock that anybody may have set a little
        line.pong(900, 7_000);        // 100 ms
        const fresh = line.uncertain;
        pass(600_000);                // out of touch for ten minutes
        return [kept, fresh, line.uncertain];
    """
    assert run(page, "link/timeline.js", TIME + script) == [2_000, 51, 171]


def test_a_round_trip_is_discarded_after_half_a_minute(page: Page) -> None:
    script = """
        line.pong(999, 7_000);
        pass(29_000);
        line.pong(29_900, 36_100);
        const before = line.at(30_000);
        pass(2_000);
        line.pong(31_900, 38_100);
        return [before, line.at(30_000), line.delay];
    """
    before, after, delay = run(page, "link/timeline.js", TIME + script)
    assert (before, after, delay) == (36_001, 36_150, 100)


def test_without_pings_the_last_offset_stays(page: Page) -> None:
    script = """
        line.pong(1_000, 7_000);
        pass(600_000);
        return [line.now(), line.delay];
    """
    assert run(page, "link/timeline.js", TIME + script) == [607_000, None]


SLEEP = """
    const sleep = (ms) => { wall += ms; };    // the steady clock stands still
    const answer = (trip, laptop) => { pass(trip); return line.pong(steady - trip, laptop); };
"""


def test_setting_the_wall_clock_changes_nothing(page: Page) -> None:
    script = """
        answer(10, 7_005);
        const times = [], fixes = [];
        for (const jump of [3_600_000, 300_000, 6_000, -3_600_000, 93_600_000]) {
            wall += jump;
            const leapt = line.leapt();
            pass(1_000);
            times.push(line.now());
            fixes.push(leapt && answer(10, line.now() + 5));
        }
        return [times, fixes];
    """
    times, fixes = run(page, "link/timeline.js", TIME + SLEEP + script)
    assert times == [8_010, 9_020, 10_030, 11_040, 12_050]
    assert fixes == [None] * 5


def test_the_laptop_s_answer_reveals_that_the_device_slept(page: Page) -> None:
    script = """
        answer(10, 7_005);
        pass(1_000);
        line.leapt();
        const before = steady;
        sleep(600_000);
        pass(500);
        const [leapt, after] = [line.leapt(), steady];
        const shown = line.now();
        const fix = answer(40, 7_010 + 601_500 + 20);
        const of = [before - 10, after].map((stamp) => Math.round(fix.of(stamp) / 1_000));
        return [leapt, shown, line.now(), of, answer(10, line.now() + 5)];
    """
    leapt, shown, now, of, again = run(page, "link/timeline.js", TIME + SLEEP + script)
    assert (leapt, shown, again) == (True, 8_510, None)
    assert now == 7_010 + 601_500 + 40
    assert of == [0, 600]


def test_setting_the_clock_and_sleeping_are_told_apart_when_both_happen(page: Page) -> None:
    script = """
        answer(10, 7_005);
        pass(1_000);
        line.leapt();
        wall += 3_600_000;
        pass(1_000);
        line.leapt();
        const between = steady;
        pass(1_000);
        sleep(60_000);
        line.leapt();
        pass(1_000);
        const fix = answer(10, 7_010 + 64_000 + 5);
        return [fix.of(between), fix.of(steady)];
    """
    assert run(page, "link/timeline.js", TIME + SLEEP + script) == [0, 60_000]


def test_correcting_the_laptop_s_time_corrects_the_device_s_too(page: Page) -> None:
    script = """
        answer(10, 93_607_005);
        pass(1_000);
        const fix = answer(10, 8_015);
        return [Math.round(fix.of(0) / 1_000), line.now()];
    """
    assert run(page, "link/timeline.js", TIME + SLEEP + script) == [-93_600, 8_020]


def test_a_slow_answer_does_not_correct_the_device(page: Page) -> None:
    script = """
        answer(4_000, 9_000);
        pass(1_000);
        return [answer(10, 12_005), answer(8_000, 12_100), answer(10, line.now() + 5)];
    """
    assert run(page, "link/timeline.js", TIME + SLEEP + script) == [None, None, None]


def test_only_presses_after_a_sleep_have_their_times_corrected(page: Page) -> None:
    script = """
        const queue = open();
        for (const n of [1, 2, 3]) queue.add(7, {}, n * 1_000, n * 1_000);
        queue.restamp({ off: 600, of: (stamp) => (stamp > 1_500 ? 600 : 0) });
        queue.letGo();
        const again = open();
        again.add(7, {}, 4_000, 10);
        again.restamp({ off: 50, of: () => 50 });
        const slept = again.marks.map((one) => one.at_ms);
        again.restamp({ off: -900, known: true, of: () => -900 });
        const right = again.marks.map((one) => one.at_ms);
        return [slept, right, again.marks.map((one) => one.uncertain_ms)];
    """
    slept, put_right, uncertain = run(page, "link/queue.js", QUEUE + script)
    assert uncertain == [650, 50, 50, 0]  # by as much as was not put right
    assert slept == [1_000, 2_600, 3_600, 4_050]
    assert put_right == [100, 1_700, 2_700, 3_150]


def test_a_press_from_before_a_reload_moves_only_if_the_laptop_s_time_was_put_back(
    page: Page,
) -> None:
    """Otherwise the tablet's clock was set ahead in between, and only what came later is wrong."""
    script = """
        const moved = (off, now) => {
            const queue = open();
            queue.add(7, {}, 10_000_000, 1);
            queue.letGo();
            const again = open();
            again.add(7, {}, 12_000_000, 5);
            again.restamp({ off, known: false, of: () => off }, now);
            const at = again.marks.map((one) => one.at_ms);
            again.answered(1), again.answered(2), again.letGo();
            kept.clear();
            return at;
        };
        return [moved(-1_800_000, 10_300_000), moved(-9_000_000, 3_100_000)];
    """
    tablet, laptop = run(page, "link/queue.js", QUEUE + script)
    assert tablet == [10_000_000, 10_200_000]
    assert laptop == [1_000_000, 3_000_000]


def test_a_negative_time_is_handed_over_as_zero(page: Page) -> None:
    """The organizer's computer ends the line on any other: the page joined again for ever."""
    script = """
        const queue = open();
        queue.add(7, {}, -5_000, -20);
        queue.add(7, {}, 3_000, 10);
        const [{ marks }] = queue.messages(0);
        return marks.map((one) => [one.at_ms, one.stamp_ms]);
    """
    assert run(page, "link/queue.js", QUEUE + script) == [[0, 0], [3_000, 10]]


def test_a_reloaded_page_continues_by_the_wall_clock(page: Page) -> None:
    script = """
        line.pong(1_000, 7_000);
        const kept = line.kept;
        pass(90_000);
        const again = new all.Timeline(() => 50, () => wall);
        again.goOn(kept);
        return again.now();
    """
    assert run(page, "link/timeline.js", TIME + script) == 97_000


def test_a_reloaded_page_never_goes_back_with_the_wall_clock(page: Page) -> None:
    script = """
        line.pong(1_000, 7_000);
        const { ahead, seen } = line.keeps;
        wall -= 9_000_000;
        const again = new all.Timeline(() => 50, () => wall);
        again.goOn(ahead, seen);
        return [again.now() - seen, new all.Timeline(() => 50, () => wall).keeps];
    """
    assert run(page, "link/timeline.js", TIME + script) == [0, {}]


def test_presses_are_kept_in_order_until_they_are_answered(page: Page) -> None:
    script = """
        const queue = open();
        for (const n of [1, 2, 3]) queue.add(7, { type: "tap", side: "red" }, n * 1_000, n);
        queue.answered(2);
        queue.letGo();
        const again = open();
        const numbers = again.marks.map((one) => one.number);
        return [again.device === queue.device, numbers, again.add(7, {}, 9, 9).number];
    """
    assert run(page, "link/queue.js", QUEUE + script) == [True, [1, 3], 4]


def test_many_presses_are_split_into_several_messages(page: Page) -> None:
    script = """
        const queue = open();
        for (let n = 0; n < 60; n += 1) queue.add(7, { type: "interrupt" }, n, n);
        const told = (one) => [one.left, one.marks.length, one.marks[0].number];
        return [...queue.messages(5)].map(told);
    """
    assert run(page, "link/queue.js", QUEUE + script) == [[30, 25, 6], [5, 25, 31], [0, 5, 56]]


def test_two_pages_have_different_names_and_a_closed_one_leaves_its_presses(page: Page) -> None:
    script = """
        const first = open();
        first.add(7, { type: "interrupt" }, 1, 1);
        sessionStorage.clear();
        const second = open();
        const early = second.orphaned;
        wall += 6_000;
        second.hold();
        const late = second.orphaned;
        second.leave();
        const third = open();
        return [first.device !== second.device, early, late, third.device === first.device,
            third.marks.length];
    """
    assert run(page, "link/queue.js", QUEUE + script) == [True, False, True, True, 1]


def test_presses_of_a_dead_tablet_are_recovered_even_if_its_clock_was_set_back(page: Page) -> None:
    script = """
        const first = open();
        first.add(7, { type: "interrupt" }, 1, 1);
        sessionStorage.clear();
        wall -= 9_000_000;          // it starts with a wrong clock, and no network puts it right
        return open().marks.length;
    """
    assert run(page, "link/queue.js", QUEUE + script) == 1


def test_presses_of_another_event_are_kept_until_it_returns(page: Page) -> None:
    script = """
        const queue = open();
        const first = queue.turnTo("one");
        queue.keep({ game: { game: 7 } });
        queue.add(7, { type: "interrupt" }, 1, 1);
        const device = queue.device;
        const same = queue.turnTo("one");
        const other = queue.turnTo("two");
        const there = [queue.marks.length, queue.kept.game ?? null, queue.device === device];
        queue.turnTo("one");
        return [first, same, other, ...there, queue.marks.length, queue.device === device];
    """
    found = run(page, "link/queue.js", QUEUE + script)
    assert found == [False, False, True, 0, None, False, 1, True]


def test_a_storage_that_fails_does_not_stop_the_clock(page: Page) -> None:
    script = """
        const broken = {
            getItem: () => { throw new Error("no"); },
            setItem: () => { throw new Error("full"); },
            removeItem: () => {},
        };
        const queue = new all.Queue(4, broken);
        queue.add(7, { type: "interrupt" }, 1, 1);
        return queue.marks.length;
    """
    assert run(page, "link/queue.js", script) == 1


def test_some_clock_drift_is_allowed_for_while_the_laptop_is_away(page: Page) -> None:
    script = """
        answer(10, 7_005);
        pass(10_000_000);               // by up to two seconds
        const drifted = answer(10, line.now() + 10 + 2_500);
        pass(1_000);
        return [drifted, answer(10, line.now() + 10 + 2_500)?.off > 2_000];
    """
    assert run(page, "link/timeline.js", TIME + SLEEP + script) == [None, True]


def test_a_page_that_knows_its_table_adopts_no_other_page_s_game(page: Page) -> None:
    script = """
        const first = open();
        first.keep({ play: { step: 3 } });
        sessionStorage.clear();
        const second = open();
        second.keep({ play: { step: 5 } });
        const third = new all.Queue(5, storage, () => wall);
        return [second.adopt(), second.kept.play.step, third.adopt()];
    """
    assert run(page, "link/queue.js", QUEUE + script) == [False, 5, False]


def test_a_page_counts_as_open_for_five_seconds_after_it_was_last_active(page: Page) -> None:
    script = """
        const first = open();
        first.add(7, { type: "interrupt" }, 1, 1);
        sessionStorage.clear();
        const second = open();
        wall += 5_000;
        const still = second.orphaned;
        wall += 1;
        return [still, second.orphaned];
    """
    assert run(page, "link/queue.js", QUEUE + script) == [False, True]
