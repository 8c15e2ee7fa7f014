"""The pieces of a table's page on their own: a half, the strip, the seats and the table."""

import pytest

from tests.web_page.chromium import Page
from tests.web_page.stand_in import PAGE, SOCKETS
from tests.web_page.test_rules import begun_game, page

pytestmark = pytest.mark.undrawn

__all__ = ["page"]


def run(page: Page, script: str) -> object:
    """As the stand-ins' own, with games."""
    names = "WebSocket, setTimeout, setInterval, clearTimeout, clearInterval"
    return page.do(f"""(async () => {{
        {begun_game()}
        const {{ {names} }} = globalThis;
        try {{
            return await (async () => {{ {SOCKETS} {PAGE} {LISTS} {script} }})();
        }} finally {{
            Object.assign(globalThis, {{ {names} }});
            delete performance.now;
            localStorage.clear();
            sessionStorage.clear();
            history.replaceState(null, '', location.pathname);
        }}
    }})()""")


LISTS = """
    const lists = { red: { made: true, shown: '' }, blue: { made: true, shown: '' } };
    const nothing = { red: [], blue: [] };
    const of = (play, more = {}) =>
        shown(play, { lists, armies: nothing, brought: nothing, ...more });
    const over = () => game.stopped(begun, game.ending(at, 4, { winner: 'red',
        how: 'concession' }));
    const touch = (element, type, stamp, more = {}) => {
        const event = new PointerEvent(type, { bubbles: true, isPrimary: true, button: 0,
            ...more });
        Object.defineProperty(event, 'timeStamp', { value: stamp });
        element.dispatchEvent(event);
    };
"""

HALF = """
    const { Half } = await import('/clock/half.js');
    const taps = [];
    const half = new Half('red', (stamp) => taps.push(stamp));
    document.body.replaceChildren(half.element);
    const sheet = () => {
        const made = document.createElement('div');
        made.innerHTML = '<div class="body"><button>Yes</button></div>';
        return made;
    };
    const FACE = { mood: 'running', digits: '12:34', low: 0, word: 'Your turn', note: 'Tap',
        step: 'Turn 1',
        score: '', out: false };
    const place = { name: 'Ann', cp: 3, judge: false, next: '' };
"""


def test_a_half_is_labelled_with_its_player_and_time_but_not_read_out_every_second(
    page: Page,
) -> None:
    script = """
        const label = () => half.plunger.getAttribute('aria-label');
        const at = (digits, more = {}) => {
            half.show({ ...FACE, digits, ...more }, place);
            return label();
        };
        const first = at('12:34');
        const second = at('12:33', { note: 'Tap' });
        const minute = at('11:59');
        at('11:40');
        half.plunger.dispatchEvent(new Event('focus'));
        return [first, second, minute, label(), at('11:30', { word: 'Paused' })];
    """
    first, second, minute, focused, paused = run(page, HALF + script)
    assert first == "Red, Ann: 12:34. Your turn. Tap"
    assert second == first
    assert minute == "Red, Ann: 11:59. Your turn. Tap"
    assert focused == "Red, Ann: 11:40. Your turn. Tap"
    assert paused == "Red, Ann: 11:30. Paused. Tap"


def test_one_finger_or_a_key_taps_a_half_and_a_second_touch_is_ignored(page: Page) -> None:
    script = """
        const { plunger } = half;
        const down = (stamp, more) => touch(plunger, 'pointerdown', stamp, more);
        down(5_000), down(5_001, { isPrimary: false }), down(5_002, { button: 2 });
        const key = (name, repeat = false) => {
            const event = new KeyboardEvent('keydown', { key: name, repeat, cancelable: true });
            plunger.dispatchEvent(event);
            return event.defaultPrevented;
        };
        const keys = [key('Enter'), key(' '), key('a'), key(' ', true)];
        const by_key = taps.length;
        half.cover(null);
        down(now);
        half.cover(sheet());
        half.cover(null);
        down(now + 399), down(now + 400);
        return [taps[0], keys, by_key, taps.slice(3)];
    """
    first, keys, count, late = run(page, HALF + script)
    assert (first, count) == (5_000, 3)
    assert keys == [True, True, False, False]
    assert late == [10_000, 10_400]


def test_a_hand_resting_on_the_other_half_blocks_no_tap(page: Page) -> None:
    script = """
        touch(half.plunger, 'pointerdown', 5_000, { isPrimary: false, pointerId: 7 });
        touch(half.plunger, 'pointerdown', 5_001, { isPrimary: false, pointerId: 8 });
        for (const pointerId of [7, 8])
            dispatchEvent(new PointerEvent('pointerup', { pointerId }));
        touch(half.plunger, 'pointerdown', 6_000, { isPrimary: false, pointerId: 9 });
        return [...taps];
    """
    assert run(page, HALF + script) == [5_000, 6_000]


def test_a_finger_already_moving_does_not_answer_a_new_question(page: Page) -> None:
    script = """
        const clicks = [], downs = [];
        half.pressing = (down) => downs.push(down);
        half.cover(sheet());
        const yes = half.sheet.querySelector('button');
        yes.addEventListener('click', () => clicks.push(1));
        const click = (stamp) => {
            touch(yes, 'pointerdown', stamp);
            touch(yes, 'pointerup', stamp);
            yes.click();
            return clicks.length;
        };
        const before = click(now);
        half.ask();
        const fresh = half.sheet.dataset.fresh;
        const early = click(now + 399);
        const again = (yes.click(), clicks.length);
        const later = click(now + 400);
        go(401);
        const told = downs.splice(0);
        touch(yes, 'pointerdown', now);
        touch(yes, 'pointerup', now);
        go(0);
        return [before, fresh, early, again, later, half.sheet.dataset.fresh ?? null, told, downs];
    """
    before, fresh, early, again, later, gone, downs, up = run(page, HALF + script)
    assert (before, fresh, early, again, later, gone) == (1, "yes", 1, 2, 3, None)
    assert downs == [True, False, True, False, False, True, False]
    assert up[-1] is False


def test_the_reason_for_a_rejected_tap_is_shown_for_four_seconds(page: Page) -> None:
    script = """
        const bar = () => [half.parts.word.textContent, half.parts.note.textContent,
            half.element.dataset.loud];
        half.say('Early.');
        const none = bar();
        half.show(FACE, place);
        const early = bar();
        half.say('Wait.');
        const timers = due(4_000).length;
        go(4_000);
        const back = bar();
        half.show({ ...FACE, mood: 'paused' }, place);
        return [none, early, timers, back, bar()[2], waits.filter((wait) => !wait.over).length,
            half.plunger.ariaLabel];
    """
    none, early, timers, back, loud, left, label = run(page, HALF + script)
    assert none == ["", "", None]
    assert early == ["Early.", "", "yes"]
    assert (timers, back, loud, left) == (1, ["Your turn", "Tap", ""], "yes", 0)
    assert label == "Red, Ann: 12:34. Your turn. Tap"


def test_a_half_displays_the_state_of_its_clock(page: Page) -> None:
    script = """
        const set = (face, more) => (half.show({ ...FACE, ...face }, { ...place, ...more }),
            { ...half.element.dataset });
        const parts = () => Object.fromEntries(Object.entries(half.parts).map(([name, part]) =>
            [name, part.textContent]));
        const plain = [set({}), parts()];
        const low = [1, 2, 3].map((low) => (set({ low }), half.parts.lowWord.textContent));
        const tenths = ['9.5', '8.5'].map((digits) => set({ digits }).beat);
        const won = [set({ mood: 'won', score: '5–1' }, { judge: true }), parts().rest];
        return [plain, low, tenths, won, set({ digits: '' }).quiet, parts().rest,
            set({ mood: 'time_up' }).runs, set({ out: true }).out,
            half.parts.name.title];
    """
    (plain, parts), low, tenths, (won, rest), quiet, empty, runs, out, title = run(
        page, HALF + script
    )
    assert plain == {
        "mood": "running", "runs": "yes", "low": "", "beat": "even", "quiet": "", "out": "",
        "judge": "", "loud": "",
    }  # fmt: skip
    assert parts["cp"] == "CP 3"
    assert (parts["name"], parts["step"], parts["digits"]) == ("Ann", "Turn 1", "12:34")
    assert (parts["verdict"], parts["why"], parts["lowWord"]) == ("Your turn", "Tap", "")
    assert low == ["Low time", "Very low time", "Last seconds"]
    assert tenths == ["", "even"]
    assert (won["quiet"], won["judge"], won["runs"]) == ("yes", "yes", "")
    assert rest == "5–1\u00a0· 12:34 left on the clock"
    assert (quiet, empty, runs, out, title) == ("", "", "yes", "yes", "Ann")


def test_a_sheet_indicates_more_content_below_only_if_over_a_line_is_hidden(page: Page) -> None:
    script = """
        const made = sheet();
        const body = made.firstChild;
        body.style.cssText = 'height: 100px; overflow: auto; padding: 0';
        const inside = document.createElement('div');
        body.replaceChildren(inside);
        half.cover(made);
        const more = (height) => {
            inside.style.height = `${height}px`;
            half.fit();
            return made.dataset.more;
        };
        const all = [more(100), more(108), more(109)];
        body.scrollTop = 1;
        half.sheet.dispatchEvent(new Event('scroll'));
        return [...all, made.dataset.more];
    """
    assert run(page, HALF + script) == ["", "", "yes", "end"]


def test_a_sheet_is_fitted_once_whoever_lays_it(page: Page) -> None:
    script = """
        let fitted = 0;
        const fit = half.fit;
        half.fit = () => (fitted++, fit.call(half));
        half.cover(sheet());
        half.cover(sheet());
        const before = fitted;
        await null;
        const alone = fitted;
        half.cover(null);
        half.fit();
        await null;
        return [before, alone, fitted];
    """
    assert run(page, HALF + script) == [0, 1, 2]


MIDDLE = """
    const { Middle } = await import('/table/middle.js');
    const acts = [];
    const middle = new Middle({ act: (side, press) => acts.push([side, press]),
        open: (side, kind) => acts.push([side, kind]), menu: () => acts.push('menu') });
    document.body.replaceChildren(...middle.elements);
    const table = { table: 4, round_number: 2 };
    const show = (play, more) => middle.show(of(play, more), at, table);
    const tools = (side) => Object.fromEntries(Object.entries(middle.tools[side])
        .filter(([name]) => name !== 'element')
        .map(([name, tool]) => [name, tool.hidden ? 'hidden' : tool.disabled ? 'off' : 'on']));
"""


def test_each_player_has_the_tools_that_can_be_used_now(page: Page) -> None:
    script = """
        show(begun);
        const early = tools('red').score;
        let play = begun;
        for (const [n, side] of ['red', 'blue', 'red', 'blue'].entries())
            play = marks.advance(terms, play,
                { kind: 'turn_ended', at_ms: 10_000 * (n + 1), side });
        show(play);
        const plain = [tools('red'), words('.tools.red button'), acts.length];
        [...document.querySelectorAll('.tools.blue button')].forEach((tool) => tool.click());
        const led = acts.splice(0);
        const labels = [...document.querySelectorAll('.tools.blue button')].map((one) =>
            one.ariaLabel);
        show({ ...begun, judge_called: true });
        const judged = [tools('red').judge, words('.tools.red button')[2]];
        show(over(), { reported: { winner: 'red', how: 'concession' } });
        const ended = tools('red');
        show(begun, { armies: { red: [{}], blue: [] }, brought: { red: [], blue: [{}] } });
        const listed = tools('blue');
        show(begun, { terms: { ...terms, time: { ...terms.time, extensions: 1 } } });
        return [early, plain, led, labels, judged, ended, listed, tools('red').extend, tools(
            'blue').extend];
    """
    early, plain, led, labels, judged, ended, listed, *extend = run(page, MIDDLE + script)
    assert early == "off"
    on = {"score": "on", "claim": "on", "judge": "on"}
    rest = {"losses": "hidden", "extend": "hidden", "brought": "hidden"}
    names = ["Score", "End game…", "Judge", "Losses", "Extend turn", "Lists"]
    assert plain == [{**on, **rest}, names, 0]
    assert [press[0] for press in led] == ["blue"] * len(led)
    assert [press[1] for press in led if isinstance(press[1], str)] == [
        "pad", "claim", "losses", "brought"
    ]  # fmt: skip
    assert {"type": "call_judge", "side": "blue"} in [press[1] for press in led]
    assert labels == [f"Blue: {name}" for name in names]
    assert judged == ["off", "Called"]
    assert (ended["score"], ended["claim"], ended["losses"]) == ("off", "off", "hidden")
    assert (listed["losses"], listed["brought"]) == ("on", "on")
    assert extend == ["on", "off"]


def test_the_strip_lends_the_clock_and_touching_twice_does_not_take_it_back(page: Page) -> None:
    script = """
        show(begun);
        const button = middle.interrupt;
        const state = () => [button.hidden, button.textContent, button.className,
            middle.element.className];
        middle.turns = 'red';
        show(begun);
        const turned = state();
        middle.lend(5_000);
        show(marks.advance(terms, begun, { kind: 'interrupted', at_ms: at }));
        const lent = state();
        middle.lend(5_399);
        const early = acts.length;
        middle.lend(5_400);
        show({ ...begun, clock_holds: true }, { switched: { at_ms: 9, interrupt: true } });
        middle.lend(9_000);
        show(over());
        return [turned, lent, early, acts, state()];
    """
    turned, lent, early, acts, none = run(page, MIDDLE + script)
    give, back = "Interrupt: give Blue the clock", "Hand the clock back to Red"
    assert turned == [False, give, "interrupt turned", "middle lends"]
    assert lent == [False, back, "interrupt", "middle lends"]
    assert early == 1
    read = {"type": "read_switch", "by": "red", "switch_ms": 9, "interrupt": False}
    assert acts == [["red", {"type": "interrupt"}], ["red", {"type": "hand_back"}], ["red", read]]
    assert none[0] is True
    assert none[3] == "middle"


def test_the_strip_names_the_table_the_round_and_the_scenario(page: Page) -> None:
    script = """
        const about = (more) => (show(begun, more), middle.about.textContent);
        const plain = about();
        press('Menu');
        return [plain.split('\u00a0· ').slice(0, 3), terms.scenario.name,
            about({ secret: true }).split('\u00a0· ')[2] ?? '', acts];
    """
    plain, scenario, secret, acts = run(page, MIDDLE + script)
    assert plain == ["Table 4", "round 2", scenario]
    assert secret != scenario
    assert acts == ["menu"]


def test_the_strip_shows_a_lost_connection_and_waiting_presses(page: Page) -> None:
    script = """
        const there = { state: 'in touch', sinceMs: null, advice: '' };
        const away = { ...there, state: 'away', sinceMs: 60_000 };
        const presses = (count) => ({ marks: Array(count).fill({}) });
        const say = (link, count = 0, how = 'lock') => {
            middle.showLink(link, presses(count), { how });
            return [middle.linked.textContent.replace(/\\d\\d:\\d\\d/, 'TIME'),
                middle.linked.querySelector('svg')?.classList[1] ?? ''];
        };
        return [say(there), say(there, 2), say(away), say(away, 1), say(away, 2),
            say({ ...away, advice: 'Scan.' }), say({ ...away, advice: 'Scan.' }, 2), say(there,
                0, 'no'),
            say(away, 0, 'no'), [say(there), middle.linkWords]];
    """
    there, waiting, away, single, two, advice, both, dark, dark_away, last = run(
        page, MIDDLE + script
    )
    out = "Offline since TIME: the clock goes on here"
    assert there == waiting == ["", ""]
    assert away == dark_away == [out, "away"]
    assert single == [f"{out} · 1 press waits", "away"]
    assert two == [f"{out} · 2 presses wait", "away"]
    assert advice == ["Scan.", "away"]
    assert both == ["Scan. · 2 presses wait", "away"]
    assert dark == ["The screen may go dark: set its display timeout", "hourglass"]
    assert last[1] == "Connected to the organizer."


SEATS = """
    const { Seats } = await import('/sheets/seats.js');
    const calls = [];
    let changes = 0;
    const half = (side) => ({ say: (text) => calls.push([side, 'say', text]),
        cover: (sheet) => calls.push([side, 'cover', Boolean(sheet)]),
        ask: () => calls.push([side, 'ask']) });
    const acts = [];
    const seats = new Seats({ red: half('red'), blue: half('blue') },
        (side) => ({ act: (press) => acts.push(press),
            wishes: { layout: 'auto', sound: 'off' } }), () => (changes += 1));
    const face_ = { digits: '12:34', mood: 'running' };
    const lay = (play, side = 'red', menu = []) => {
        calls.length = 0;
        seats.lay(side, of(play), face_, menu);
        return [seats.of[side].kind, calls.map(([, what]) => what)];
    };
    const claimed = (claim = 'caster') => marks.advance(terms, begun,
        { kind: 'claimed', at_ms: at, by: 'red', claim, side: 'blue' });
"""


def test_a_sheet_stays_until_it_is_closed_and_is_rebuilt_when_its_content_changes(
    page: Page,
) -> None:
    script = """
        const none = lay(begun);
        seats.open('red', 'claim');
        const opened = lay(begun);
        const same = lay({ ...begun });
        seats.leadsOf('red').set({ chosen: 0 });
        const chosen = lay(begun);
        const clock = seats.of.red.lies.querySelector('.clock').textContent;
        const runs = seats.of.red.lies.dataset.runs;
        seats.of.red.pressed = true;
        seats.leadsOf('red').set({ chosen: 1 });
        const pressed = lay(begun);
        seats.pressed('red', false);
        const up = lay(begun);
        seats.open('red', 'claim');
        return [none, opened, same, chosen, clock, runs, pressed, up, lay(begun), changes];
    """
    none, opened, same, chosen, clock, runs, pressed, up, left, changes = run(page, SEATS + script)
    assert none == left[:1] + none[1:] == [None, none[1]]
    assert opened == chosen == up == ["claim", ["cover"]]
    assert same == pressed == ["claim", []]
    assert (clock, runs) == ("12:34", "yes")
    assert left == [None, ["cover"]]
    assert changes == 5


def test_a_new_question_closes_open_sheets_except_the_menu(page: Page) -> None:
    script = """
        const heed = (play) => (seats.heed(of(play)), ['red', 'blue'].map((s) => seats.of[
            s].opened));
        heed(begun);
        seats.open('red', 'pad');
        seats.open('blue', 'menu');
        const same = heed(begun);
        const asked = heed(claimed());
        const sheet = lay(claimed(), 'blue');
        const again = lay(claimed(), 'blue');
        heed(begun);
        const flagged = { ...begun, flag: { side: 'red', at_ms: at } };
        const fallen = heed(flagged);
        const pad = lay(flagged, 'red');
        return [same, asked, sheet, again, fallen, pad];
    """
    same, asked, sheet, again, fallen, pad = run(page, SEATS + script)
    assert same == ["pad", "menu"]
    assert asked == [None, "menu"]
    assert sheet == ["menu", ["cover"]]
    assert again == ["menu", []]
    assert fallen == ["pad", "menu"]
    assert pad == ["pad", ["cover", "ask"]]


def test_a_question_is_asked_again_only_when_it_changes(page: Page) -> None:
    script = """
        const first = lay(claimed(), 'blue');
        const judged = lay({ ...claimed(), judge_called: true }, 'blue');
        const other = lay(claimed('no_models'), 'blue');
        const count = { apd: { red: 0, blue: 0 }, casters: null, presence: null };
        const ended = { ...over(), tally: count };
        const result = lay(ended, 'blue');
        const counted = lay({ ...ended, tally: { ...count, apd: { red: 5, blue: 0 } } }, 'blue');
        return [first, judged, other, result, counted];
    """
    first, judged, other, result, counted = run(page, SEATS + script)
    assert first == other == ["question", ["cover", "ask"]]
    assert judged == ["question", ["cover"]]
    assert result == counted == ["result", ["cover", "ask"]]


def test_a_refusal_appears_on_the_sheet_or_at_the_player_s_edge(page: Page) -> None:
    script = """
        seats.say('red', 'No.');
        const edge = calls.at(-1);
        seats.open('red', 'claim');
        lay(begun);
        seats.say('red', 'Not so.');
        seats.say('red', 'Not yet.');
        const refused = () => seats.of.red.lies.querySelector('.refused').textContent;
        const said = refused();
        seats.leadsOf('red').set({ chosen: 0 });
        lay(begun);
        const still = refused();
        const timers = due(4_000).length;
        go(4_000);
        const gone = [refused(), due(4_000).length];
        seats.say('red', 'Again.');
        seats.leadsOf('red').leave();
        return [edge, said, still, timers, gone, calls.at(-1), seats.of.red.say];
    """
    edge, sentence, still, timers, gone, left, words = run(page, SEATS + script)
    assert edge == ["red", "say", "No."]
    assert sentence == still == "Not yet."
    assert (timers, gone) == (1, ["", 0])
    assert left == ["red", "say", ""]
    assert words == ""


def test_the_positions_of_open_sheets_are_known_and_the_menu_can_be_moved(page: Page) -> None:
    script = """
        const lying = () => ['red', 'blue'].map((near) => seats.lying(near));
        const none = lying();
        seats.open('red', 'menu');
        lay(begun, 'red', [1]);
        const one = lying();
        seats.move('menu', 'red', 'blue');
        lay(begun, 'red'), lay(begun, 'blue');
        const moved = lying();
        seats.open('red', 'pad');
        lay(begun, 'red');
        return [none, one, moved, lying()];
    """
    assert run(page, SEATS + script) == [
        ["", ""], ["near", "far"], ["far", "near"], ["both", "both"]
    ]  # fmt: skip


TABLE = """
    const open = async (hash = '#table=4&secret=x') => {
        history.replaceState(null, '', location.pathname + hash);
        document.body.innerHTML = '<main id="table"></main>';
        await import('/table/table.js?' + crypto.randomUUID());
        return sockets.at(-1);
    };
    const message = { type: 'game', seq: 1, game: 7, table: 4, round_number: 2, shift_ms: 0,
        started: true,
        secret: false, names: { red: 'Ann', blue: 'Ben' }, lists, brought: nothing, armies: nothing,
        terms, time: terms.time };
    const play = (more) => ({ type: 'play', seq: 1, game: 7, through: 0, by_eo: false, result: null,
        play: { ...begun, ...more }, switched: null });
    const plays = async (more) => {
        const socket = await open();
        socket.welcomes({ now_ms: at, event_id: 'e' });
        socket.says(message);
        socket.says(play(more));
        return socket;
    };
    const notice = () => document.querySelector('.notice').textContent;
    const root = () => document.getElementById('table');
"""


def test_a_table_without_a_code_asks_for_one_and_a_page_with_a_code_is_opened_again(
    page: Page,
) -> None:
    script = """
        await open('');
        const none = [sockets.length, notice(), root().dataset.trouble];
        const first = await open();
        first.opens();
        const hello = first.sent[0];
        const looking = notice();
        const again = await open('');
        again.opens();
        return [none, hello, looking, table.secret, document.title];
    """
    none, hello, looking, secret, title = run(page, TABLE + script)
    assert none == [0, "Scan the table’s code with this device to open its clock.", "yes"]
    known = {"type": "hello", "role": "table", "table": 4, "game": 0, "queued": 0}
    assert {key: hello[key] for key in known} == known
    assert (looking, secret, title) == ("Looking for the organizer…", "x", "Table 4")


def test_a_table_shows_its_game_and_sends_its_taps(page: Page) -> None:
    script = """
        const socket = await open();
        socket.welcomes({ now_ms: at, event_id: 'e' });
        socket.says({ type: 'game', seq: 0, game: 0 });
        const none = [notice(), root().dataset.trouble];
        socket.says(message);
        socket.says(play());
        const shown = [notice(), root().dataset.trouble, words('.half .name'), words('.half .cp')];
        now += 600_000;
        const runner = document.querySelector('.half.red .plunger');
        touch(runner, 'pointerdown', now);
        const sent = socket.sent.at(-1);
        socket.breaks();
        table.middle.interrupt.click();
        return [none, shown, sent.type, sent.marks?.map(({ act }) => act),
            table.queue.marks.length];
    """
    none, shown, kind, acts, waiting = run(page, TABLE + script)
    assert none[0].startswith("This table has no game now. Wait for the next round.")
    assert none[1] == "yes"
    assert shown == ["", "", ["Ann", "Ben"], ["CP 0", "CP 0"]]
    assert (kind, acts) == ("marks", [{"type": "tap", "side": "red"}])
    assert waiting >= 1


def test_a_refused_press_is_shown_to_the_player_who_pressed(page: Page) -> None:
    script = """
        const socket = await plays();
        now += 600_000;
        touch(document.querySelector('.half.red .plunger'), 'pointerdown', now);
        socket.says({ type: 'answers', answers: [{ number: 1, taken: false,
            sentence: 'Too late.' }] });
        return [words('.half .word'), table.queue.marks.length];
    """
    said, waiting = run(page, TABLE + script)
    assert said[0] == "Too late."
    assert said[1] != "Too late."
    assert waiting == 0


def test_the_menu_swaps_and_turns_the_places(page: Page) -> None:
    script = """
        await plays();
        const places = () => [root().className, ...['red', 'blue'].map((side) =>
            document.querySelector(`.half.${side}`).className), table.middle.turns];
        table.wish({ layout: 'facing' });
        const facing = places();
        press('Menu');
        table.wish({ swapped: true });
        const swapped = [places(), root().dataset.sheets, table.seats.of.blue.kind];
        table.wish({ layout: 'beside' });
        const beside = places();
        await open();
        return [facing, swapped, beside, table.wishes];
    """
    facing, (swapped, lies, kind), beside, wishes = run(page, TABLE + script)
    assert facing == ["facing", "half red", "half blue far turned", "blue"]
    assert swapped == ["facing", "half red far turned", "half blue", "red"]
    assert (lies, kind) == ("near", "menu")
    assert beside == ["beside", "half red far", "half blue", None]
    assert wishes == {"layout": "beside", "swapped": True, "sound": "gentle"}


def test_the_automatic_layout_follows_the_orientation_of_the_screen(page: Page) -> None:
    script = """
        await plays();
        return [innerHeight > innerWidth, root().className, table.middle.turns];
    """
    assert run(page, TABLE + script) == [True, "facing", "blue"]


def test_a_table_informs_the_laptop_of_a_gap_once_and_reconnects(page: Page) -> None:
    script = """
        const socket = await plays();
        const gap = { cause: 'gap', since_ms: at + 1_000, gap_ms: 5_000 };
        const pings = () => sockets.at(-1).sent.filter(({ type }) => type === 'ping').length;
        const before = pings();
        socket.says({ ...play({ pause: gap }), seq: 2 });
        const asked = [pings() - before, socket.readyState];
        now += 6_000;
        socket.says({ type: 'pong', stamp_ms: now - 10, now_ms: at + 6_000 });
        const told = [socket.readyState, table.vouching === gap.since_ms];
        go(250);
        sockets.at(-1).welcomes({ now_ms: at + 6_100, event_id: 'e' });
        const hello = sockets.at(-1).sent[0];
        sockets.at(-1).says(message);
        sockets.at(-1).says({ ...play({ pause: gap }), seq: 2 });
        return [asked, told, hello.game, hello.kept_since_ms > 0, sockets.length, table.vouching];
    """
    asked, told, held, since, count, again = run(page, TABLE + script)
    assert asked == [1, 1]
    assert told == [3, True]
    assert (held, since, count, again) == (7, True, 2, None)


def test_an_offline_table_continues_from_its_saved_state(page: Page) -> None:
    script = """
        const socket = await plays();
        touch(document.querySelector('.half.red .plunger'), 'pointerdown', (now += 600_000));
        table.queue.leave();
        await open();
        sessionStorage.clear();
        const shown = [words('.half .name'), table.queue.marks.length];
        sockets.at(-1).breaks();
        return [shown, root().dataset.trouble, sockets.at(-1).sent.length];
    """
    shown, trouble, sent = run(page, TABLE + script)
    assert shown == [["Ann", "Ben"], 1]
    assert (trouble, sent) == ("", 0)


def test_a_warning_sounds_once_at_each_step_towards_the_end(page: Page) -> None:
    script = """
        await plays();
        table.low.red = 0;
        const warn = (low, mood = 'running') => {
            table.warn('red', { low, mood });
            return table.low.red;
        };
        return [warn(1), warn(1), warn(2), warn(0), warn(3, 'paused')];
    """
    assert run(page, TABLE + script) == [1, 1, 2, 0, 3]


STANDING = """
    const [{ Standing }, { Queue }, { Timeline }] = await Promise.all(
        ['table/standing', 'link/queue', 'link/timeline'].map((name) => import(`/${name}.js`)));
    const timeline = new Timeline(() => now, () => 5_000_000 + now);
    timeline.pong(now, at);
    const standing = new Standing(new Queue(4), timeline);
    const told = (more = {}) => {
        standing.hear({ type: 'game', seq: 1, game: 7, started: true, secret: false, terms,
            time: terms.time, names: { red: 'Ann', blue: 'Ben' }, ...more });
        standing.hear({ type: 'play', seq: 1, game: 7, through: 0, by_eo: false, result: null,
            play: begun, switched: null, ...more.play });
    };
"""


def test_a_list_chosen_offline_is_marked_as_chosen_by_that_player(page: Page) -> None:
    script = """
        const open = { offered: [1], barred: [], made: false, shown: '' };
        told({ lists: { red: open, blue: open }, play: { play: marks.replay(terms, []) } });
        const refused = standing.press({ type: 'choose_list', by: 'red', chosen: 1 }, now);
        const made = () => ['red', 'blue'].map((side) => standing.at(at).lists[side].made);
        return [refused, made()];
    """
    assert run(page, STANDING + script) == ["", [True, False]]


def test_a_table_accepts_only_newer_states_except_on_a_new_connection(page: Page) -> None:
    script = """
        const none = [standing.hasGame, standing.at(at), standing.press({ type: 'interrupt' },
            now)];
        told();
        const hear = (seq, more) => standing.hear({ type: 'play', seq, game: 7, through: 0,
            by_eo: false, result: null, play: begun, switched: null, ...more });
        const older = [hear(0), hear(1), hear(5, { play: { ...begun, judge_called: true } })];
        const judged = standing.at(at).play.judge_called;
        const refused = hear(4);
        standing.forget();
        return [none, older, judged, refused, hear(2), standing.at(at).play.judge_called];
    """
    none, older, judged, refused, again, after = run(page, STANDING + script)
    assert none == [False, None, "This table has no game now. Wait for the next round."]
    assert older == [False, True, True]
    assert (judged, refused, again, after) == (True, False, True, False)


def test_a_press_takes_effect_at_once_and_is_undone_if_refused(page: Page) -> None:
    script = """
        told();
        const { step } = standing.at(at).play;
        now += 600_000;
        const taken = standing.press({ type: 'call_judge', side: 'red' }, now);
        const called = standing.at(timeline.now()).play.judge_called;
        const [mark] = standing.queue.marks;
        const answer = standing.answered({ number: 1, taken: false, sentence: 'No.' });
        const back = standing.at(timeline.now()).play.judge_called;
        const unknown = standing.answered({ number: 1, taken: false, sentence: 'No.' });
        return [taken, called, mark.game, mark.at_ms === timeline.now(), answer.type, back,
            unknown];
    """
    taken, called, number, at, answer, back, unknown = run(page, STANDING + script)
    assert (taken, called, number, at) == ("", True, 7, True)
    assert (answer, back, unknown) == ("call_judge", False, None)


def test_a_table_vouches_for_its_clock_from_when_its_game_was_shown(page: Page) -> None:
    script = """
        const none = standing.holds(5);
        told();
        const since = timeline.now();
        now += 1_000;
        const held = [standing.holds(null), standing.holds(5).kept_since_ms === since];
        standing.corrected({ off: -300, known: true, of: () => -300 });
        const back = standing.holds(5).kept_since_ms - since;
        standing.corrected({ off: 300, known: true, of: () => 300 });
        return [none, held, back, standing.holds(5).kept_since_ms - since];
    """
    none, (plain, vouched), back, ahead = run(page, STANDING + script)
    assert none == {"game": 0, "kept_since_ms": 0}
    assert plain == {"game": 7, "kept_since_ms": 0}
    assert (vouched, back, ahead) == (True, -300, 1_000)
