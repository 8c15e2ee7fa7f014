"""The organizer's pieces on their own: what each button says, sends and asks first."""

import time

import pytest

from app.web.protocol.seal import answer_to, hash_secret
from tests.web_page.chromium import Page
from tests.web_page.stand_in import run
from tests.web_page.test_rules import page

pytestmark = pytest.mark.undrawn

__all__ = ["page"]

HALL = """
    const { Hall } = await import('/organizer/hall.js');
    const sent = [];
    let inTouch = true;
    const hall = new Hall((message) => sent.push(message), () => inTouch);
    document.body.replaceChildren(hall.element, hall.dialog);
    const tables = { pause: 3, resume: 2, count_gap: 1, ignore_gap: 1, accept: 2,
        take_back_flags: 1 };
    const quiet = { gap: '', standing: '', tables: {}, undo: 0, undone: '' };
    const all = { ...quiet, tables };
    const dialog = () => hall.dialog.open && [words('h2, .form p', hall.dialog)
        .filter(Boolean), hall.dialog.querySelector('input')?.placeholder ?? null,
        words('.form .form button', hall.dialog)];
"""


def test_serious_acts_at_all_tables_need_confirmation(page: Page) -> None:
    script = """
        hall.show(all);
        return [...hall.acts.querySelectorAll('button')].map((button) => {
            sent.length = 0;
            button.click();
            const asked = dialog();
            hall.dialog.close();
            return [button.textContent, button.className, asked || [...sent]];
        });
    """
    pause, resume, count, ignore, accept, flags = run(page, HALL + script)
    why = "Why? Players see it"
    assert pause[0] == "Pause all 3…"
    assert pause[2] == [["Pause the clocks at 3 tables?"], why, ["Pause 3 tables"]]
    number = 1_000_001
    order = {"type": "order_all", "number": number, "act": "resume"}
    assert resume == ["Resume all 2", "primary", [order]]
    assert count[0] == "Count the gap at 1 table…"
    title = "Count the lost time as played at 1 table?"
    assert count[2] == [[title], None, ["Count it"]]
    order = {"type": "order_all", "number": number + 1, "act": "ignore_gap"}
    assert ignore == ["Ignore the gap at 1 table", "", [order]]
    title = "Accept the result for both players at 2 tables?"
    assert accept[2] == [[title], None, ["Accept for both"]]
    assert flags[0] == "Take back flags at 1 table…"
    (title, note), reason, buttons = flags[2]
    assert title == "Take back the flags at 1 table?"
    assert note.endswith("This cannot be undone.")
    assert (reason, buttons) == ("Why? It goes into the history", ["Take back the flags"])


def test_a_single_table_is_not_called_all(page: Page) -> None:
    script = """
        hall.show({ ...quiet, tables: { pause: 1, resume: 1 } });
        return words('button', hall.acts);
    """
    assert run(page, HALL + script) == ["Pause 1 table…", "Resume 1 table"]


def test_an_act_at_all_tables_is_sent_with_its_reason_and_number(page: Page) -> None:
    script = """
        hall.show(all);
        press('Pause all 3…');
        hall.dialog.querySelector('input').value = ' lunch ';
        press('Pause 3 tables');
        press('Accept for both at 2 tables…');
        const kinds = [...hall.body.querySelectorAll('button')].map((button) => button.className);
        press('Accept for both');
        press('Take back flags at 1 table…');
        kinds.push(hall.body.querySelector('button').className);
        return [sent, kinds];
    """
    (pause, accept), kinds = run(page, HALL + script)
    assert pause == {"type": "order_all", "number": 1_000_001, "act": "pause", "reason": "lunch"}
    assert accept == {"type": "order_all", "number": 1_000_002, "act": "accept"}
    assert kinds == ["primary", "danger"]


def test_only_the_answer_to_the_last_act_closes_its_question(page: Page) -> None:
    script = """
        hall.show(all);
        const state = () => [hall.dialog.open, hall.problem.textContent, hall.said.textContent,
            hall.said.classList.contains('refused')];
        const hear = (number, done, sentence) =>
            [hall.answered({ number, done, sentence }), ...state()];
        press('Accept for both at 2 tables…');
        press('Accept for both');
        press('Accept for both');
        const last = sent.at(-1).number;
        return [hear(1_000_000, true, 'At one table.'), hear(last - 1, true, 'Before.'),
            hear(last, false, 'No.'), hear(last, true, 'Done.'), hear(last, false, 'Gone.'),
            (hall.close(), state())];
    """
    assert run(page, HALL + script) == [
        [False, True, "", "", False],
        [True, True, "", "", False],
        [True, True, "No.", "", True],
        [True, False, "", "Done.", False],
        [True, False, "", "Gone.", True],
        [False, "", "", False],
    ]


def test_nothing_is_sent_while_offline_and_the_organizer_is_told(page: Page) -> None:
    script = """
        inTouch = false;
        hall.show(all);
        press('Resume all 2');
        const beside = hall.said.textContent;
        press('Accept for both at 2 tables…');
        press('Accept for both');
        const inside = hall.problem.textContent;
        press('Cancel');
        return [sent, beside, inside, hall.dialog.open];
    """
    out = "Flagfall’s computer cannot be reached, so nothing was done. Try again."
    assert run(page, HALL + script) == [[], out, out, False]


def test_the_page_shows_unresolved_tables_and_offers_undo(page: Page) -> None:
    script = """
        hall.show({ ...quiet, gap: 'A gap.', standing: 'Table 3 stands.', undo: 9, undone: 'it' });
        const shown = [words('p', hall.element), hall.standing.hidden, hall.acts.hidden];
        hall.acts.firstChild.focus();
        hall.show({ ...all, undo: 9, undone: 'it' });
        const focused = document.activeElement.textContent;
        const first = hall.acts.firstChild;
        hall.show({ ...all, undo: 9, undone: 'it', gap: 'Another.' });
        const same = first === hall.acts.firstChild;
        press('Undo it');
        hall.show(quiet);
        return [...shown, focused, same, sent, hall.standing.hidden, hall.acts.hidden];
    """
    said, stands, acts, focused, same, sent, *gone = run(page, HALL + script)
    assert said == ["A gap. Table 3 stands.", ""]
    assert (stands, acts, focused, same) == (False, False, "Undo it", True)
    assert sent == [{"type": "order_all", "number": 1_000_001, "undo": 9}]
    assert gone == [True, True]


ORDERS = """
    (await import('/link/line.js')).showBy(0);
    const { Orders } = await import('/organizer/orders.js');
    const sent = [];
    let leaves = 0;
    const made = (more = {}) => {
        const orders = new Orders((message) => sent.push(message), { left: () => (leaves += 1),
            ...more });
        document.body.replaceChildren(orders.element);
        return orders;
    };
    const table = { table: 4, game: 7, names: { red: 'Ann', blue: 'Ben' }, stands: 'playing',
        condition: 'Running', told: '', why: '', open: '', clock: {}, runs: 'red', judge: false,
        time: { kind: 'deathclock', pauses_lose: 0 }, flag_ms: null, since_ms: null, held: false,
        late: [], ways: ['scenario', 'concession'], dice_down: false, switched: null };
    const paused = { ...table, runs: null, stands: 'paused', condition: 'Paused' };
    const led = (more) => {
        const orders = made();
        orders.open({ ...table, ...more });
        return Object.fromEntries(words('.acts button', orders.element).map((name) => {
            orders.open({ ...table, ...more });
            sent.length = 0;
            press(name, orders.element);
            const message = sent.at(-1);
            return [name, message ? message.order ?? message.type
                : orders.body.querySelector('h2').textContent];
        }));
    };
"""


def clock(ms: int, form: str = "%H:%M") -> str:
    return time.strftime(form, time.localtime(ms / 1_000))


def second(ms: int) -> str:
    return clock(ms, "%H:%M:%S")


def test_a_table_s_orders_fit_its_current_state(page: Page) -> None:
    script = """
        const off = { clock: null, runs: null };
        return [led({}), led({ ...off, stands: 'not_started' }),
            led({ ...off, stands: 'to_confirm' }),
            led({ runs: null, stands: 'paused' }), led({ runs: null, stands: 'time_gap' }),
            led({ runs: null, stands: 'finished' }), led({ ...off, stands: 'finished' }),
            ...['to_confirm', 'counting', 'clock_out'].map((stands) => led({ stands }))];
    """
    runs, fresh, phoned, paused, gap, over, off, *ends = run(page, ORDERS + script)
    common = {
        "Adjust time…": "Adjust time",
        "Correct points…": "ask_pad",
        "Decide this game…": "Decide this game",
        "Timeline…": "ask_timeline",
    }
    pause = {"Pause…": "Pause the clock"}
    assert runs == {**pause, **common}
    assert fresh == {
        "Red goes first: start": {"type": "start_clock", "first": "red"},
        "Blue goes first: start": {"type": "start_clock", "first": "blue"},
        "Decide this game…": "Decide this game",
    }
    assert phoned == {"Decide this game…": "Decide this game"}
    assert paused == {"Resume": {"type": "resume"}, **common}
    assert gap == {
        "The gap counts as played": {"type": "count_gap"},
        "The gap does not count": {"type": "resume"},
        **common,
    }
    withdraw = {"Delete the result…": "Delete the result"}
    reopen = {"Reopen the game…": "Reopen the game"}
    assert over == {**reopen, **withdraw, "Timeline…": "ask_timeline"}
    assert off == withdraw
    assert ends == [{**pause, **common, **reopen}] * 3


def test_undoing_the_end_of_a_turn_names_the_instant_at_which_it_ended(page: Page) -> None:
    script = """
        const seen = [led({ ended_ms: 1_800_000_000_123 }), led({ ended_ms: null })];
        const orders = made();
        orders.open({ ...table, ended_ms: 5 });
        press('Take back the end of the turn', orders.element);
        const { number } = sent.at(-1);
        orders.answered({ number, done: false, sentence: 'Sure?', insistable: true });
        return [...seen, orders.insist.textContent];
    """
    some, none, insist = run(page, ORDERS + script)
    order = {"type": "take_back_turn", "ended_ms": 1_800_000_000_123}
    assert some["Take back the end of the turn"] == order
    assert "Take back the end of the turn" not in none
    assert insist == "Take back the end of the turn"


def test_the_timeline_of_the_table_is_shown_with_a_back_button(page: Page) -> None:
    script = """
        const orders = made();
        orders.open(table);
        const svg = (words) => '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 400">'
            + `<rect width="1000" height="400"/><text y="20">${words}</text></svg>`;
        press('Timeline…', orders.element);
        orders.heardTimeline({ game: 8, svg: svg('of another table') });
        const none = orders.body.querySelector('svg');
        orders.heardTimeline({ game: 7, svg: svg('Ann &amp; Ben') });
        const drawn = orders.body.querySelector('svg');
        const said = [drawn.textContent, drawn.getAttribute('aria-label')];
        said.push(drawn instanceof SVGElement);
        press('Back', orders.element);
        return [none, ...said, orders.body.querySelector('svg')];
    """
    assert run(page, ORDERS + script) == [None, "Ann & Ben", "Timeline", True, None]


def test_the_timeline_is_refreshed_as_long_as_it_is_open(page: Page) -> None:
    script = """
        const turns = [];
        const [begin, end] = [window.setInterval, window.clearInterval];
        window.setInterval = (turn) => turns.push(turn);
        window.clearInterval = (number) => turns.splice(number - 1, 1);
        const tick = () => [...turns].forEach((turn) => turn());
        const svg = (words) =>
            '<svg xmlns="http://www.w3.org/2000/svg"><text>' + words + '</text></svg>';
        const orders = made();
        orders.open(table);
        press('Timeline…', orders.element);
        const heard = (words) => orders.heardTimeline({ game: 7, svg: svg(words) });
        heard('one');
        const where = orders.body.querySelector('.timeline');
        const asked = () => sent.filter((message) => message.type === 'ask_timeline').length;
        const before = asked();
        tick();
        heard('two');
        tick();
        const told = [asked() - before, where.textContent, where.isConnected, turns.length];
        press('Back', orders.element);
        tick();
        heard('three');
        const back = [asked() - before, turns.length, orders.body.querySelector('svg') !== null];
        press('Close', orders.element);
        tick();
        [window.setInterval, window.clearInterval] = [begin, end];
        return [...told, ...back, asked() - before, turns.length];
    """
    assert run(page, ORDERS + script) == [2, "two", True, 1, 2, 0, False, 2, 0]


def test_requests_from_a_table_are_among_its_orders(page: Page) -> None:
    script = """
        const some = (more) => Object.entries(led(more)).filter(([words]) => !words.endsWith('…'));
        return [some({ judge: true }), some({ flag_ms: 0, held: true }), some({ held: true }),
            some({ switched: { at_ms: 5, interrupt: true } }), some({ dice_down: true }),
            Object.keys(led({ time: { kind: 'untimed', pauses_lose: 1 } }))];
    """
    judge, flag, held, switched, dice, untimed = run(page, ORDERS + script)
    assert judge == [["Judge is done", {"type": "dismiss_judge"}]]
    assert flag == [
        ["Let the flag fall", {"type": "let_go"}],
        ["Wait for the tablet again", {"type": "wait_on"}],
    ]
    assert held == [["Go on without its tablet", {"type": "let_go"}]]
    order = {"type": "read_switch", "switch_ms": 5, "interrupt": False}
    assert switched == [["The last switch ended the turn", order]]
    assert dice == [["Dice down here", {"type": "dice_down"}]]
    assert untimed == [
        "Pause…",
        "Correct points…",
        "Clock stopped by…",
        "Decide this game…",
        "Timeline…",
    ]


def test_late_presses_show_what_they_change_and_can_be_counted_or_left_out(page: Page) -> None:
    script = """
        const late = { device: 'a', presses: 1, first_ms: 60_000, last_ms: 60_001,
            pressed: ['Red taps'], now: 'Red won', then: 'Tie' };
        const more = { ...late, device: 'b', first_ms: 62_000, presses: 3, last_ms: 180_000,
            pressed: ['x', 'y'] };
        const orders = made();
        orders.open({ ...table, open: 'Open.', late: [late] });
        const single = words('p', orders.body);
        orders.open({ ...table, open: 'Open.', late: [late, more] });
        const both = words('.late', orders.body);
        return [single, both, led({ late: [late] }), Object.keys(led({ late: [late, more] }))];
    """
    single, both, led, twice = run(page, ORDERS + script)
    first = f"A late press, {second(60_000)}: Red taps. Without: Red won. With: Tie."
    assert single == ["Running", first]
    between = f"{second(62_000)} to {second(180_000)}"
    assert both == [
        first,
        f"3 late presses, {between}: x; y …. Without: Red won. With: Tie.",
    ]
    assert led["Count the late press"] == {"type": "count_presses", "device": "a"}
    assert led["Leave the late press out"] == {"type": "leave_out_presses", "device": "a"}
    at, later = second(60_000), second(62_000)
    assert twice[:4] == [
        f"Count the late press of {at}",
        f"Leave the late press of {at} out",
        f"Count the late presses of {later}",
        f"Leave the late presses of {later} out",
    ]


def test_a_table_s_dialog_describes_the_state_of_the_game(page: Page) -> None:
    script = """
        const orders = made();
        orders.open({ ...paused, told: 'Ann asked', why: 'Dice', open: 'A claim is open.',
            flag_ms: 60_000, since_ms: 120_000 });
        const shown = [words('h2, p', orders.element), orders.element.open];
        orders.show([{ ...paused, game: 8 }]);
        return [...shown, orders.element.open];
    """
    (title, *said), shown, gone = run(page, ORDERS + script)
    assert title == "Table 4: Ann – Ben"
    assert said == [
        "Paused · Ann asked · Dice",
        f"Time ran out at {clock(60_000)}, and the tablet has been offline since"
        f" {clock(120_000)}. It may know of a press made before that.",
        "A claim is open.",
        "",
    ]
    assert (shown, gone) == (True, False)


def test_a_menu_follows_the_table_and_an_open_form_stays(page: Page) -> None:
    script = """
        const orders = made();
        orders.show([table]);
        orders.open(table);
        const first = orders.body.firstChild;
        orders.show([{ ...table, why: 'unseen' }]);
        const same = orders.body.firstChild === first;
        orders.show([paused]);
        const follows = words('.acts button', orders.body)[0];
        press('Adjust time…', orders.body);
        orders.show([table]);
        const form = words('h2', orders.body);
        const focused = document.activeElement === orders.body.querySelector('button');
        press('Back', orders.body);
        return [same, follows, form, focused, words('.acts button', orders.body)[0]];
    """
    assert run(page, ORDERS + script) == [True, "Resume", ["Adjust time"], True, "Pause…"]


def test_a_refused_order_says_why_and_a_doubted_one_can_be_insisted_on(page: Page) -> None:
    script = """
        const orders = made();
        orders.open(paused);
        press('Resume', orders.body);
        const { number } = sent[0];
        const shown = () => [orders.element.open, orders.problem.textContent,
            orders.insist.hidden ? '' : orders.insist.textContent];
        const hear = (more) => (orders.answered({ number, done: false, sentence: '', ...more }),
            shown());
        const all = [hear({ number: number - 1, sentence: 'Stale.' }), hear({ sentence: 'No.' }),
            hear({ sentence: 'Sure?', insistable: true })];
        orders.insist.click();
        orders.answered({ number: number + 1, done: true });
        all.push(shown()[0], sent);
        orders.answered({ number: number + 1, done: false, sentence: 'Late.' });
        return all;
    """
    stale, refused, doubted, is_open, sent = run(page, ORDERS + script)
    assert stale == [True, "", ""]
    assert refused == [True, "No.", ""]
    assert doubted == [True, "Sure?", "Resume the clock"]
    assert is_open is False
    order = {"type": "order", "number": 1, "game": 7, "insist": False, "order": {"type": "resume"}}
    assert sent == [order, {**order, "number": 2, "insist": True}]


def test_at_a_table_the_dialog_stays_after_an_order(page: Page) -> None:
    script = """
        const orders = made({ stays: true });
        orders.open(paused);
        press('Resume', orders.body);
        orders.say('Before.', true);
        orders.answered({ number: 1, done: true });
        return [orders.element.open, orders.problem.textContent, orders.insist.hidden, leaves];
    """
    assert run(page, ORDERS + script) == [True, "", True, 0]


FORM = """
    const orders = made();
    orders.open(table);
    const say = () => orders.problem.textContent;
    const reason = (text) => (orders.body.querySelector('input').value = text);
    const order = () => sent.at(-1)?.order;
"""


def test_a_player_s_time_is_adjusted_in_minutes(page: Page) -> None:
    script = """
        press('Adjust time…', orders.body);
        press('Adjust', orders.body);
        const nothing = say();
        press('Red: Ann', orders.body);
        press('Adjust', orders.body);
        const still = say();
        const steps = words('.four button', orders.body);
        const shown = ['+5 min', '−1 min', '−5 min'].map((step) =>
            (press(step, orders.body), words('output', orders.body)[0]));
        press('Blue: Ben', orders.body);
        const pressed = [...orders.body.querySelectorAll('.two button')]
            .map((button) => button.getAttribute('aria-pressed'));
        reason(' slow ');
        press('Adjust', orders.body);
        return [nothing, still, sent.length, steps, shown, pressed, order()];
    """
    nothing, still, count, steps, shown, pressed, order = run(page, ORDERS + FORM + script)
    assert nothing == still == "Choose whose clock, and how many minutes."
    assert count == 1
    assert steps == ["−5 min", "−1 min", "+1 min", "+5 min"]
    assert shown == ["+5 min", "+4 min", "−1 min"]
    assert pressed == ["false", "true", "true", "false"]
    assert order == {"type": "adjust", "side": "blue", "delta_ms": -60_000, "reason": "slow"}


SET_TO = """
        press('Adjust time…', orders.body);
        press('Set to', orders.body);
        const [minutes, seconds] = orders.body.querySelectorAll('input[type=number]');
        const why = [...orders.body.querySelectorAll('input')].at(-1);
        const write = (field, text) => {
            field.value = text;
            field.dispatchEvent(new Event('input', { bubbles: true }));
        };
        const shown = () => orders.body.querySelector('[role=status]').textContent;
"""


def test_a_clock_is_set_to_minutes_and_seconds(page: Page) -> None:
    script = """
        const labels = [minutes, seconds].map((field) => field.getAttribute('aria-label'));
        write(seconds, '30');
        press('Adjust', orders.body);
        const noSide = say();
        press('Blue: Ben', orders.body);
        write(seconds, '');
        press('Adjust', orders.body);
        const noTime = say();
        const wrong = [['1.5', ''], ['-1', ''], ['', '60'], ['181', '']].map(([min, s]) => {
            write(minutes, min);
            write(seconds, s);
            press('Adjust', orders.body);
            return say();
        });
        write(minutes, '12');
        write(seconds, '5');
        why.value = ' slow ';
        press('Adjust', orders.body);
        const both = order();
        write(minutes, '0');
        write(seconds, '');
        press('Adjust', orders.body);
        return [labels, noSide, noTime, wrong, sent.length, both, order()];
    """
    labels, no_side, no_time, wrong, count, both, none = run(page, ORDERS + FORM + SET_TO + script)
    assert labels == ["Minutes", "Seconds"]
    assert no_side == no_time == "Choose whose clock, and enter minutes or seconds."
    assert wrong == [no_time] * 4
    assert count == 2
    order = {"type": "set_time", "side": "blue", "left_ms": 725_000, "reason": "slow"}
    assert both == order
    assert none == {**order, "left_ms": 0}


def test_the_form_for_time_shows_the_clock_now_and_afterwards(page: Page) -> None:
    script = """
        let nowMs = 60_000;
        const turns = [];
        const [begin, end] = [window.setInterval, window.clearInterval];
        window.setInterval = (turn) => turns.push(turn);
        window.clearInterval = (number) => turns.splice(number - 1, 1);
        const tick = () => [...turns].forEach((turn) => turn());
        const orders = made({ now: () => nowMs });
        const clock = { allotted_ms: { red: 3_600_000, blue: 3_600_000 }, paused_ms: 0,
            used_ms: { red: 0, blue: 100_000 }, running: 'red', since_ms: 0, started_ms: 0 };
        orders.open({ ...table, clock });
    """
    after = """
        const all = [shown()];
        press('Blue: Ben', orders.body);
        all.push(shown());
        write(minutes, '10');
        all.push(shown());
        press('Red: Ann', orders.body);
        nowMs = 61_000;
        tick();
        all.push(shown());
        press('Add or take away', orders.body);
        all.push(shown());
        press('−5 min', orders.body);
        all.push(shown());
        Array(12).fill('−5 min').forEach((step) => press(step, orders.body));
        all.push(shown());
        nowMs = null;
        tick();
        all.push(shown());
        press('Back', orders.body);
        tick();
        [window.setInterval, window.clearInterval] = [begin, end];
        return [all, turns.length];
    """
    shown, timers = run(page, ORDERS + script + SET_TO + after)
    assert shown == [
        "",
        "Now 58:20",
        "Now 58:20, then 10:00",
        "Now 58:59, then 10:00",
        "Now 58:59",
        "Now 58:59, then 53:59",
        "Now 58:59, then 0:00",
        "",
    ]
    assert timers == 0


def test_a_doubtful_time_can_be_set_after_confirmation(page: Page) -> None:
    script = """
        press('Red: Ann', orders.body);
        write(minutes, '0');
        press('Adjust', orders.body);
        orders.answered({ number: 1, done: false, sentence: 'Take all of it?', insistable: true });
        const doubt = [say(), orders.insist.hidden, orders.insist.textContent];
        orders.insist.click();
        return [doubt, sent.map(({ insist, order }) => [insist, order.left_ms])];
    """
    doubt, sent = run(page, ORDERS + FORM + SET_TO + script)
    assert doubt == ["Take all of it?", False, "Adjust the time"]
    assert sent == [[False, 0], [True, 0]]


def test_points_are_corrected_from_0_to_20_or_given_back_to_the_table(page: Page) -> None:
    script = """
        const turns = [{ title: 'Red 3', step: 6, points: { red: 20, blue: 1 }, overruled: true },
            { title: 'Blue 2', step: 5, points: { red: 2, blue: 0 }, overruled: false }];
        orders.heardPad({ game: 7, turns });
        const unasked = words('h2', orders.body);
        press('Correct points…', orders.body);
        orders.heardPad({ game: 8, turns });
        orders.heardPad({ game: 7, turns: [] });
        const none = [say(), words('h2', orders.body)];
        press('Correct points…', orders.body);
        const asked = say();
        orders.heardPad({ game: 7, turns });
        const back = [...orders.body.querySelectorAll('button')]
            .find((button) => button.textContent === 'Count what the table scored');
        const steppers = () => [...orders.body.querySelectorAll('.stepper')];
        const step = (nth, name) => press(name, steppers()[nth]);
        const name = steppers().map((stepper) => stepper.querySelector('.who').textContent);
        const labels = [...steppers()[0].querySelectorAll('button')].map((one) => one.ariaLabel);
        step(0, '+'), step(1, '−'), step(1, '−');
        const bounds = words('output', orders.body);
        reason('miscounted');
        press('Correct', orders.body);
        const corrected = [order(), back.hidden];
        back.click();
        const given = order();
        const select = orders.body.querySelector('select');
        select.value = '1';
        select.dispatchEvent(new Event('change'));
        step(1, '+');
        press('Correct', orders.body);
        return [unasked, none, asked, name, labels, bounds, corrected, given, back.hidden, order()];
    """
    unasked, none, asked, name, labels, bounds, corrected, given, hidden, other = run(
        page, ORDERS + FORM + script
    )
    assert unasked == []
    assert none == ["No finished turn scores yet.", []]
    assert asked == ""
    assert name == ["Red:Ann", "Blue:Ben"]
    assert labels == ["Red: one less", "Red: one more"]
    assert bounds == ["20", "0"]
    order = {"type": "correct_points", "step": 6}
    points = {"red": 20, "blue": 0}
    assert corrected == [{**order, "points": points, "reason": "miscounted"}, False]
    assert given == {**order, "points": None, "reason": ""}
    assert hidden is True
    points = {"red": 2, "blue": 1}
    assert other == {**order, "step": 5, "points": points, "reason": "miscounted"}


def test_a_ruling_names_the_winner_and_one_of_the_packet_s_ways_to_win(page: Page) -> None:
    script = """
        press('Decide this game…', orders.body);
        press('Decide game', orders.body);
        const nobody = [say(), order() ?? null];
        const how = orders.body.querySelector('select');
        press('Tie', orders.body);
        const off = how.disabled;
        press('Decide game', orders.body);
        const tie = order();
        press('Blue: Ben', orders.body);
        how.value = 'concession';
        reason(' x ');
        press('Decide game', orders.body);
        return [nobody, words('option', how), off, tie, how.disabled, order()];
    """
    nobody, hows, off, tie, on, order = run(page, ORDERS + FORM + script)
    assert nobody == ["Choose who wins.", None]
    assert hows == ["Scenario", "Concession"]
    assert (off, on) == (True, False)
    assert tie == {"type": "rule", "winner": None, "how": "tie", "reason": ""}
    assert order == {"type": "rule", "winner": "blue", "how": "concession", "reason": "x"}


def test_pausing_and_stopping_a_clock_ask_for_a_player_and_a_reason(page: Page) -> None:
    script = """
        press('Pause…', orders.body);
        const seen = orders.body.querySelector('input').placeholder;
        reason(' lunch ');
        press('Pause the clock', orders.body);
        const pause = order();
        orders.open({ ...table, time: { kind: 'deathclock', pauses_lose: 2 } });
        press('Clock stopped by…', orders.body);
        const who = words('.acts button', orders.body);
        press('No player', orders.body);
        const nobody = order();
        press('Red: Ann', orders.body);
        const last = order();
        const asks = (name, more) => (orders.open({ ...table, ...more }), press(name, orders.body),
            orders.body.querySelector('input').placeholder);
        const over = { stands: 'finished', runs: null };
        return [seen, pause, who, nobody, last, asks('Reopen the game…', over),
            asks('Delete the result…', over), asks('Decide this game…', {})];
    """
    seen, pause, who, nobody, red, *kept = run(page, ORDERS + FORM + script)
    assert seen == "Why? Players see it"
    assert kept == ["Why? It goes into the history"] * 3
    assert pause == {"type": "pause", "reason": "lunch"}
    assert who == ["Red: Ann", "Blue: Ben", "No player"]
    assert nobody == {"type": "rule_on_stop", "side": None}
    assert red == {"type": "rule_on_stop", "side": "red"}


AT_TABLE = """
    const { Organizer } = await import('/organizer/at_table.js');
    const sent = [];
    let inTouch = true;
    const organizer = new Organizer((message) => sent.push(message), () => inTouch);
    document.body.replaceChildren(...organizer.elements);
    const { pinpad, asking, orders } = organizer;
    const table = { table: 4, game: 7, names: { red: 'Ann', blue: 'Ben' }, stands: 'paused',
        condition: 'Paused', clock: {}, time: { kind: 'deathclock' }, ways: [] };
    const hear = (type, more = {}) => organizer.hear({ type, ...more });
    const shown = () => [asking.open, orders.element.open, organizer.unlocked, words('.problem')[
        0]];
    const closed = () => { asking.dispatchEvent(new Event('close'));
        orders.element.dispatchEvent(new Event('close')); };
    const letIn = () => {
        organizer.begin();
        hear('unlocked', { for_ms: 600_000 });
        hear('tables', { tables: [table] });
        closed();
    };
"""


def test_the_pin_lets_an_organizer_in_at_a_table(page: Page) -> None:
    script = """
        const before = [pinpad.element.hidden, ...shown()];
        organizer.begin();
        const begun = [pinpad.element.hidden, ...shown()];
        for (const digit of '123456') press(digit, asking);
        go(120);
        hear('locked', { sentence: 'Wrong PIN.', wait_ms: 5_000 });
        const wrong = shown();
        hear('unlocked', { for_ms: 600_000 });
        hear('tables', { tables: [table] });
        closed();
        return [before, begun, sent, wrong, shown(), pinpad.element.hidden,
            [hear('ordered', {}), hear('pad', { turns: [] }), hear('play')]];
    """
    before, begun, sent, wrong, let_in, hidden, his = run(page, AT_TABLE + script)
    assert before == [True, False, False, False, ""]
    assert begun == [False, True, False, False, ""]
    assert sent == [{"type": "unlock", "pin": "123456"}]
    assert wrong == [True, False, False, "Wrong PIN."]
    assert let_in == [False, True, True, "Wrong PIN."]
    assert hidden is True
    assert his == [True, True, False]


def test_the_orders_are_locked_when_the_organizer_leaves_a_table(page: Page) -> None:
    script = """
        letIn();
        const before = sent.length;
        orders.close();
        closed();
        const left = [sent.slice(before), ...shown()];
        hear('unlocked', { for_ms: 600_000 });
        hear('tables', { tables: [table] });
        return [left, sent.length, ...shown(), due(600_000).length];
    """
    left, count, *after, ends = run(page, AT_TABLE + script)
    assert left == [[{"type": "lock"}], False, False, False, ""]
    assert (count, ends) == (1, 0)
    assert after == [False, False, False, ""]


def test_an_organizer_s_orders_at_a_table_end_with_their_time_the_game_or_the_line(
    page: Page,
) -> None:
    script = """
        letIn();
        go(600_000);
        const ended = shown();
        closed();
        letIn();
        hear('tables', { tables: [] });
        const gone = shown();
        closed();
        organizer.begin();
        hear('unlocked', { for_ms: 600_000 });
        hear('tables', { tables: [] });
        const none = shown();
        asking.close();
        closed();
        letIn();
        inTouch = false;
        organizer.tick();
        const away = shown();
        organizer.entered('123456');
        return [ended, gone, none, away, sent.filter(({ type }) => type === 'unlock').length];
    """
    ended, gone, none, away, tries = run(page, AT_TABLE + script)
    assert ended == [True, False, False, "Enter the PIN again."]
    assert gone[:3] == [False, False, False]
    assert none == [True, False, False, "This table has no game now."]
    out = "Offline: orders need the organizer’s computer."
    assert away == [True, False, False, out]
    assert tries == 0


def test_a_pin_has_six_digits_and_there_is_a_wait_after_a_wrong_one(page: Page) -> None:
    script = """
        const { PinPad } = await import('/organizer/pin_pad.js');
        const entered = [];
        const pad = new PinPad((pin) => entered.push(pin));
        document.body.replaceChildren(pad.element);
        const key = (name) => dispatchEvent(new KeyboardEvent('keydown', { key: name }));
        const dots = () => [pad.dots.textContent, pad.dots.ariaLabel];
        const fresh = dots();
        for (const name of ['1', '2', 'x', '12', 'Backspace', '3', '4', '5', '6']) key(name);
        const five = [...dots(), pad.tried];
        press('Delete'), press('0'), press('7'), press('8');
        const six = [...dots(), pad.tried];
        go(120);
        pad.say('Wait.', 2_000);
        const off = [...pad.keys.children].every((one) => one.disabled);
        now += 1_999;
        key('1');
        const still = pad.digits;
        now += 1;
        pad.tick();
        key('1');
        pad.element.hidden = true;
        key('2');
        return [fresh, five, six, entered, off, still, pad.digits,
            pad.keys.children[0].disabled];
    """
    fresh, five, six, entered, off, still, digits, disabled = run(page, script)
    assert fresh == ["○○○○○○", "0 of 6 digits"]
    assert five == ["●●●●●○", "5 of 6 digits", False]
    assert six == ["●●●●●●", "6 of 6 digits", True]
    assert entered == ["134507"]
    assert (off, still, digits, disabled) == (True, "", "1", False)


DESK = """
    (await import('/link/line.js')).showBy(0);
    const open = async (more = {}) => {
        await import('/organizer/eo.js?' + crypto.randomUUID());
        const socket = sockets.at(-1);
        socket.welcomes(more);
        return [desk, socket];
    };
    const clock = { sides: {} };
    const table = { table: 4, game: 7, names: { red: 'Ann', blue: 'Ben' }, stands: 'playing',
        condition: 'Running', told: 'Turn 2', cp: '1–0', clock: null, runs: 'red', judge: false,
        low: false, joined: true, in_touch: true, since_ms: 60_000, held: false, ways: [],
        time: { kind: 'deathclock', clock_ms: 600_000, turn_ms: 420_000 } };
    const hall = { gap: '', standing: '', tables: {}, undo: 0, undone: '' };
    const told = (...tables) => ({ type: 'tables', shift_ms: 0, round_number: 2, hall, tables,
        notices: [], needs: [], next: { figure: '', sentence: '' } });
    const letIn = { type: 'unlocked', token: 't', proof: 'p', for_ms: 600_000 };
"""


def test_the_organizer_s_page_opens_with_the_pin_and_later_with_its_token(page: Page) -> None:
    script = """
        const [first, socket] = await open();
        const hidden = () => [first.desk.hidden, first.pinpad.element.hidden];
        const before = hidden();
        socket.says({ type: 'locked', sentence: 'Wrong.', wait_ms: 0 });
        const quiet = words('.problem')[0];
        for (const digit of '123456') press(digit, first.pinpad.element);
        go(120);
        await sealed();
        socket.says({ type: 'locked', sentence: 'Wrong.', wait_ms: 0 });
        const wrong = words('.problem')[0];
        socket.says(letIn);
        socket.says(told(table));
        const inside = [hidden(), words('.problem')[0]];
        const [, again] = await open();
        await sealed();
        for (const digit of '000000') press(digit, desk.pinpad.element);
        go(120);
        await sealed();
        const said = again.sent.filter(({ type }) => type === 'unlock');
        again.says(letIn);
        press('Lock');
        await sealed();
        const [, third] = await open();
        await sealed();
        const pin = socket.sent.find(({ type }) => type === 'unlock');
        return [before, quiet, wrong, inside, pin, said, again.sent.at(-1), desk.latest,
            third.sent.filter(({ type }) => type === 'unlock')];
    """
    before, quiet, wrong, inside, pin, again, lock, told, third = run(page, DESK + script)
    assert before == [True, False]
    assert (quiet, wrong) == ("", "Wrong.")
    assert inside == [[False, True], ""]
    assert pin == {"type": "unlock", "pin": "123456"}
    assert again == [
        {"type": "unlock", "answer": answer_to("0f", hash_secret("t"))},
        {"type": "unlock", "pin": "000000", "proof": "p"},
    ]  # fmt: skip
    assert (lock, told, third) == ({"type": "lock"}, None, [])


def test_a_code_scanned_at_the_desk_opens_the_page_once(page: Page) -> None:
    script = """
        history.replaceState(null, '', '#key=k3j9&pass=secret');
        const [, socket] = await open();
        await sealed();
        return [socket.sent.find(({ type }) => type === 'unlock'), location.hash];
    """
    answer = answer_to("0f", hash_secret("secret"))
    assert run(page, DESK + script) == [{"type": "unlock", "answer": answer}, "#key=k3j9"]


def test_an_organizer_s_page_offline_for_long_asks_for_the_pin_again(page: Page) -> None:
    script = """
        const [first, socket] = await open();
        socket.says(letIn);
        socket.says(letIn);
        socket.says(told(table));
        const timers = due(600_000).length;
        first.orders.open(table);
        go(600_000);
        return [timers, words('.problem')[0], first.orders.element.open, sessionStorage.getItem(
            'flagfall-eo-token')];
    """
    assert run(page, DESK + script) == [
        1, "Flagfall’s computer could not be reached. Enter the PIN again.", False, None
    ]  # fmt: skip


def test_a_card_shows_who_plays_and_what_the_table_asks(page: Page) -> None:
    script = """
        const [, socket] = await open();
        socket.says(letIn);
        const card = (more) => {
            socket.says(told({ ...table, ...more }));
            const made = document.querySelector('.table');
            return [made.className, words('.word, small', made),
                [...made.querySelectorAll('.head svg')].map((one) => one.classList[1])];
        };
        const away = { in_touch: false };
        const players = () => [...document.querySelectorAll('.player')].map((one) =>
            [one.className, ...words('span', one)]);
        return [card({}), players(), card({ low: true }), card({ judge: true, low: true }),
            card({ condition: 'Time gap', stands: 'time_gap' }),
            card({ flag_ms: 120_000, ...away }), card(away),
            card({ ...away, held: true }), card({ ...away, joined: false }),
            card({ told: '', cp: '' }), card({ cp_after: '1–2' })[1]];
    """
    plain, players, low, judge, gap, flag, away, held, unjoined, bare, scored = run(
        page, DESK + script
    )
    assert plain == ["table", ["Running", "Turn 2 · CP 1–0"], []]
    assert scored == ["Running", "Turn 2 · CP 1–0 (1–2 with this turn)"]
    assert [row[:3] for row in players] == [
        ["player runs", "Red", "Ann"],
        ["player", "Blue", "Ben"],
    ]
    assert low[::2] == ["table low", ["hourglass"]]
    assert judge[::2] == ["table asks", ["hand"]]
    assert gap[::2] == ["table asks", ["hand"]]
    since = f"Offline since {clock(60_000)}"
    assert flag[0] == "table asks"
    assert flag[1][-1] == f"{since}; a flag has waited for it since {clock(120_000)}"
    assert away[1][-1] == since
    assert held[1][-1] == f"{since}; its tablet keeps the clock"
    assert unjoined[1] == plain[1]
    assert bare[1] == ["Running", ""]


def test_the_organizer_s_page_shows_the_same_times_as_the_tables(page: Page) -> None:
    script = """
        const [first, socket] = await open({ now_ms: 0 });
        socket.says(letIn);
        const left = (time, more = {}) => {
            socket.says(told({ ...table, stands: 'not_started', time, ...more }));
            return words('.left');
        };
        return [left({ kind: 'deathclock', clock_ms: 3_600_000 }), left({ kind: 'untimed' }),
            left({ kind: 'turns', turn_ms: 420_000 }, { timed: 'red' }),
            left({ kind: 'deathclock', clock_ms: 3_600_000 }, { stands: 'to_confirm' })];
    """
    timed, untimed, turns, phoned = run(page, DESK + script)
    assert timed[0] == timed[1]
    assert phoned == ["", ""]  # no clock ran: the result came by phone
    assert timed[0].endswith("00:00")
    assert untimed == ["", ""]
    assert turns[0].startswith("7:00")


def test_filters_show_their_number_of_tables_and_only_those_tables(page: Page) -> None:
    script = """
        const [, socket] = await open();
        socket.says(letIn);
        socket.says(told(table, { ...table, table: 5, judge: true }, { ...table, table: 6,
            low: true },
            { ...table, table: 7, in_touch: false }, { ...table, table: 8, joined: false,
                in_touch: false }));
        const filters = words('.filters button');
        const shown = filters.map((name) => (press(name), words('.tables .head b')));
        const pressed = [...document.querySelectorAll('.filters button')].map((one) =>
            one.ariaPressed);
        document.querySelector('.table').focus();
        socket.says(told({ ...table, table: 7, in_touch: false }, table));
        const focused = document.activeElement.dataset.table;
        document.activeElement.click();
        const dialog = desk.orders.element.querySelector('h2').textContent;
        press('Judge 0');
        const empty = words('.empty');
        socket.says(told());
        return [filters, shown, pressed, focused, dialog, empty, words('.empty'), words(
            'header .muted')];
    """
    filters, shown, pressed, focused, dialog, empty, none, number = run(page, DESK + script)
    assert filters == ["All 5", "Judge 1", "Low time 1", "Offline 1"]
    assert shown[0] == [f"Table {number}" for number in (4, 5, 6, 7, 8)]
    assert shown[1:] == [["Table 5"], ["Table 6"], ["Table 7"]]
    assert pressed == ["false", "false", "false", "true"]
    assert focused == "7"
    assert dialog == "Table 7: Ann – Ben"
    assert empty == ["No table matches now."]
    assert none == ["No round is published. Draw and publish it at the desk."]
    assert number == ["Round 2"]


def test_the_organizer_s_page_is_not_redrawn_under_a_finger(page: Page) -> None:
    script = """
        const [, socket] = await open();
        socket.says(letIn);
        const root = document.getElementById('page');
        root.dispatchEvent(new Event('pointerdown'));
        socket.says(told(table));
        const down = words('.tables .head b');
        dispatchEvent(new Event('pointerup'));
        const waiting = words('.tables .head b');
        go(0);
        return [down, waiting, words('.tables .head b')];
    """
    assert run(page, DESK + script) == [[], [], ["Table 4"]]


def test_the_latest_notices_are_shown_first(page: Page) -> None:
    script = """
        const [, socket] = await open();
        socket.says(letIn);
        const notice = (at_ms, sentence) => ({ at_ms, table: 4, sentence });
        socket.says({ ...told(table), notices: [notice(60_000, 'First.'), notice(120_000,
            'Second.')] });
        const said = words('.notices *:not(b)');
        socket.says(told(table));
        const none = words('.notices *');
        socket.breaks();
        const words_ = words('.banner')[0];
        return [said, none, words_.startsWith('Offline since')];
    """
    said, none, out = run(page, DESK + script)
    assert said == [
        "Notices",
        f"{clock(120_000)} · Table 4  Second.",
        f"{clock(60_000)} · Table 4  First.",
    ]
    assert (none, out) == ([], True)
