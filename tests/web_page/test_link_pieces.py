"""The line and the page of the phones on their own, with a socket that a test speaks for."""

import json
import time

import pytest

from app.web.protocol.seal import OwnKey, key_mark
from tests.web_page.chromium import Page
from tests.web_page.stand_in import run
from tests.web_page.test_rules import page

pytestmark = pytest.mark.undrawn

__all__ = ["page"]

LINK = """
    const { Link } = await import('/link/link.js');
    const heard = [], states = [], fixes = [], asked = [];
    let marks = [], fix = null, event = '';
    const timeline = { delay: 7, pong: (stamp, nowMs) => (asked.push([stamp, nowMs]), fix) };
    const queue = { get marks() { return marks; },
        messages: (sent) => marks.some(({ number }) => number > sent)
            ? [{ type: 'marks', marks: marks.filter(({ number }) => number > sent) }] : [] };
    const link = new Link({ url: 'wss://here/socket', hello: () => ({ type: 'hello' }), queue,
        timeline,
        hear: (message) => heard.push(message.type), changed: () => states.push(link.state),
        turnTo: (id) => id === event, corrected: (found) => fixes.push(found) });
    const types = (socket = sockets.slice(-1)[0]) => socket.sent.map(({ type }) => type);
    link.join();
    const socket = sockets[0];
"""


def test_a_connection_sends_a_greeting_and_takes_the_time_from_the_welcome(page: Page) -> None:
    script = """
        link.join();
        const one = sockets.length;
        now += 30;
        socket.opens();
        link.join();
        now += 40;
        socket.says({ type: 'welcome', now_ms: 900, ping_every_ms: 5_000, edition: '' });
        const pings = waits.filter((wait) => !wait.over).map(({ ms }) => ms);
        fix = { off: 1 };
        now += 10;
        socket.says({ type: 'pong', stamp_ms: 50, now_ms: 950 });
        return [one, sockets.length, socket.url, types(), states, heard, asked, fixes, pings];
    """
    one, count, url, said, states, heard, asked, fixes, pings = run(page, LINK + script)
    assert (one, count, url) == (1, 1, "wss://here/socket")
    assert said == ["hello"]
    assert states == ["in touch"]
    assert heard == ["welcome", "pong"]
    assert asked == [[10_030, 900], [50, 950]]
    assert fixes == [{"off": 1}]
    assert sorted(pings) == [0, 200, 400, 600, 800, 5_000]


def test_a_ping_reports_the_delay_the_battery_and_the_waiting_presses(page: Page) -> None:
    script = """
        socket.welcomes({ now_ms: 900 });
        marks = [{ number: 1 }, { number: 2 }];
        link.battery = null;
        go(0);
        link.battery = { level: 0.456, charging: true };
        go(200);
        return socket.sent.slice(1);
    """
    first, second = run(page, LINK + script)
    ping = {"type": "ping", "stamp_ms": 10_000, "delay_ms": 7, "queued": 2, "heard_ms": 900}
    assert first == {**ping, "battery": None, "charging": None}
    assert second == {**ping, "battery": 46, "charging": True}


def test_presses_wait_until_the_table_is_shown(page: Page) -> None:
    script = """
        marks = [{ number: 1 }];
        link.handOver();
        socket.welcomes();
        link.handOver();
        const before = types();
        socket.says({ type: 'game', game: 7 });
        const game = types().length;
        socket.says({ type: 'play' });
        const play = types().slice(game);
        link.handOver();
        marks.push({ number: 2 });
        link.handOver();
        const numbers = socket.sent.filter(({ type }) => type === 'marks').map((m) => m.marks[
            0].number);
        socket.breaks();
        go(250);
        sockets[1].welcomes();
        sockets[1].says({ type: 'game', game: 0 });
        return [before, game, play, numbers, types()];
    """
    before, game, play, numbers, again = run(page, LINK + script)
    assert before == ["hello"]
    assert game == 1
    assert play == ["marks"]
    assert numbers == [1, 2]
    assert again == ["hello", "marks"]


def test_a_broken_connection_is_retried_at_growing_intervals(page: Page) -> None:
    script = """
        const tries = [];
        socket.welcomes();
        for (let n = 0; n < 7; n += 1) {
            const before = waits.length;
            sockets.slice(-1)[0].breaks();
            tries.push(waits.slice(-1)[0].ms);
            waits.slice(-1)[0].act();
            sockets.slice(-1)[0].opens();
        }
        const count = sockets.length;
        socket.breaks();
        socket.says({ type: 'play' });
        const old = [sockets.length, heard];
        const [last] = sockets.slice(-1);
        last.says({ type: 'welcome', now_ms: 0, ping_every_ms: 5_000, edition: '' });
        const watches = due(5_000).length;
        sockets.slice(-1)[0].breaks();
        return [tries, count, old, states, waits.slice(-1)[0].ms, watches, due(5_000).length];
    """
    tries, count, old, states, first, watches, gone = run(page, LINK + script)
    assert tries == [250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]
    assert (count, old) == (8, [8, ["welcome", "welcome"]])
    assert states == ["in touch", "away", "in touch", "away"]
    assert (first, watches, gone) == (250, 1, 0)


def test_a_connection_without_answers_is_reopened(page: Page) -> None:
    script = """
        const unanswered = due(8_000).length;
        go(8_000);
        go(250);
        const anew = [sockets.length, socket.readyState];
        sockets[1].welcomes();
        const answered = due(8_000).length;
        now += 12_000;
        go(5_000);
        const still = types(sockets[1]);
        link.beat = wait(() => link.watch(), 5_000);
        now += 1;
        go(5_000);
        return [unanswered, anew, answered, still, sockets[1].readyState, states];
    """
    unanswered, anew, answered, still, closed, states = run(page, LINK + script)
    assert (unanswered, anew, answered) == (1, [2, 3], 0)
    assert still == ["hello", "ping"]
    assert closed == 3
    assert states == ["away", "in touch", "away"]


def test_a_page_waits_longer_for_a_computer_that_accepts_connections_without_answering(
    page: Page,
) -> None:
    """Else a hall that comes back at once keeps the computer busy with lines that are given up."""
    script = """
        const waited = [];
        const once = (opens) => {
            const [last] = sockets.slice(-1);
            if (opens) last.opens();
            const mine = waits.filter((wait) => !wait.over).slice(-1)[0];
            waited.push(mine.ms);
            go(mine.ms);
            go(waits.filter((wait) => !wait.over).slice(-1)[0].ms);
        };
        once(false);
        for (let n = 0; n < 4; n += 1) once(true);
        sockets.slice(-1)[0].welcomes();
        sockets.slice(-1)[0].breaks();
        go(250);
        once(true);
        return waited;
    """
    assert run(page, LINK + script) == [8_000, 8_000, 16_000, 32_000, 32_000, 8_000]


def test_a_code_that_is_not_valid_is_not_tried_again(page: Page) -> None:
    script = """
        socket.opens();
        socket.says({ type: 'no', why: 'busy', sentence: 'Later.' });
        const later = [link.state, link.why, link.wait];
        const slower = [0, 1, 2, 3, 4, 5, 6].map(() => {
            socket.says({ type: 'no', why: 'busy', sentence: 'Later.' });
            return link.wait;
        });
        socket.says({ type: 'no', why: 'secret', sentence: 'Scan again.' });
        const told = states.length;
        const before = waits.length;
        socket.breaks();
        link.join();
        return [later, slower, link.state, link.why, told, waits.length - before, sockets.length];
    """
    later, slower, state, why, notice, tries, count = run(page, LINK + script)
    assert later == ["joining", "Later.", 1_000]
    assert slower == [2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 64_000]
    assert (state, why, tries, count) == ("refused", "Scan again.", 0, 1)
    assert notice == 10


def test_a_welcome_from_another_event_makes_the_page_reconnect(page: Page) -> None:
    script = """
        event = 'other';
        socket.welcomes({ event_id: 'other' });
        go(250);
        return [heard, socket.readyState, sockets.length];
    """
    assert run(page, LINK + script) == [[], 3, 2]


PROBE = """
    const { fetch } = globalThis;
    let answer = null;
    globalThis.fetch = async () => ({ ok: answer !== null, text: async () => answer });
    const fails = async () => {
        sockets.slice(-1)[0].breaks();
        for (let n = 0; n < 20; n += 1) await null;
        waits.filter((wait) => !wait.over).slice(-1)[0].act();
        return link.advice;
    };
    const done = (value) => (globalThis.fetch = fetch, value);
"""


def test_a_browser_refusing_the_encrypted_line_is_distinguished_from_an_absent_server(
    page: Page,
) -> None:
    script = """
        const away = await fails();
        answer = 'open';
        const [first, second] = [await fails(), await fails()];
        const told = states.length;
        await fails();
        const same = states.length - told;
        answer = 'encrypted';
        const encrypted = await fails();
        answer = null;
        const gone = await fails();
        answer = 'encrypted';
        await fails();
        sockets.slice(-1)[0].opens();
        const opened = link.advice;
        answer = 'encrypted';
        const broke = await fails();
        return done([away, first, second, same, encrypted, gone, opened, broke]);
    """
    away, first, second, same, encrypted, gone, opened, broke = run(page, LINK + PROBE + script)
    assert (away, first, gone, opened, broke) == ("", "", "", "", "")
    assert second.startswith("This browser refuses the encrypted connection.")
    assert same == 0
    assert encrypted.startswith("The organizer’s computer now uses an encrypted connection.")


def test_a_connection_given_up_unanswered_does_not_count_as_refused(page: Page) -> None:
    """Firefox waits for up to a minute before it tries again what has failed."""
    script = """
        answer = 'open';
        const givenUp = async () => {
            go(8_000);
            for (let n = 0; n < 20; n += 1) await null;
            waits.filter((wait) => !wait.over).slice(-1)[0].act();
            return link.advice;
        };
        const slow = [await givenUp(), await givenUp(), await givenUp()];
        answer = 'encrypted';
        const encrypted = await givenUp();
        answer = 'open';
        sockets.slice(-1)[0].opens();
        return done([slow, encrypted, await fails(), await fails(), await fails()]);
    """
    slow, encrypted, _broke, first, second = run(page, LINK + PROBE + script)
    assert slow == ["", "", ""]
    assert encrypted.startswith("The organizer’s computer now uses an encrypted connection.")
    assert first == ""
    assert second.startswith("This browser refuses the encrypted connection.")


def test_an_unencrypted_line_that_never_opens_gives_no_advice_about_encryption(page: Page) -> None:
    script = """
        link.url = 'ws://here/socket';
        answer = 'open';
        return done([await fails(), await fails(), await fails()]);
    """
    assert run(page, LINK + PROBE + script) == ["", "", ""]


ROOM = """
    (await import('/link/line.js')).showBy(0);
    await import('/room/room.js?' + Math.random());
    const socket = sockets.slice(-1)[0];
    const pairing = (table, red, blue, more = {}) =>
        ({ table, names: { red, blue }, winner: null, done: false, ...more });
    const told = { type: 'room', event: 'Cup', round_number: 2, stage: 'published', bye: '',
        started_ms: 0, ends_ms: 0, shift_ms: 0, standings: [], standings_after: 1, pairings: [
            pairing(1, 'Łukasz Æther', 'Ben'), pairing(2, 'Ann', 'Lukas', { winner: 'blue',
                done: true }),
            pairing(3, 'Cy', 'Di', { done: true })] };
    const say = (more = {}) => socket.says({ ...told, ...more });
    const seek = (name) => {
        const input = document.querySelector('input');
        input.value = name;
        input.dispatchEvent(new Event('input'));
        return words('#found > *');
    };
"""


def test_a_phone_shows_its_round_the_pairings_and_who_won(page: Page) -> None:
    script = """
        const before = [words('h1, h2'), words('.banner')[0]];
        socket.welcomes();
        say();
        const shown = [document.title, words('h1, h2'), words('.pairing .said'), words(
            '.pairing b'),
            words('.who.won'), document.querySelectorAll('.who .trophy').length];
        say({ bye: 'Eve', pairings: told.pairings.slice(0, 1) });
        const bye = words('.pairing');
        say({ pairings: [], round_number: 0, event: '' });
        return [before, shown, bye, words('h1, h2'), words('.empty'), words('header span')];
    """
    before, shown, bye, titles, empty, clock = run(page, ROOM + script)
    assert before == [["Flagfall"], "Looking for the organizer…"]
    title, headings, said, tables, won, trophies = shown
    assert title == "Cup"
    assert headings == ["Cup", "Pairings of round 2", "Standings"]
    assert said == ["", "Blue won", "Tie"]
    assert tables == ["1", "2", "3"]
    assert (won, trophies) == (["BlueLukas"], 1)
    assert bye[-1] == "–EveBye"
    assert titles == ["Flagfall", "Pairings", "Standings"]
    assert empty == [
        "Pairings appear here as soon as the organizer publishes the round.",
        "Standings appear here after the first round.",
    ]
    assert clock == [""]


def test_a_player_is_found_by_any_part_of_the_name_on_any_keyboard(page: Page) -> None:
    script = """
        socket.welcomes();
        say({ bye: 'Lukow' });
        const found = ['l', 'lu', 'LUKASZ', 'aether', 'ukasz', 'Nobody', ''].map(seek);
        seek('lukas');
        const mine = words('.pairing.me b');
        const kept = localStorage.getItem('flagfall-me');
        say({ pairings: Array.from({ length: 6 }, (_, n) => pairing(n + 1, `Lukas ${n}`, 'x')) });
        const many = words('#found > *').length;
        say({ pairings: [] });
        const none = seek('Nobody');
        return [found, mine, kept, many, none];
    """
    found, mine, kept, many, none = run(page, ROOM + script)
    letter, start, full, second, middle, nobody, nothing = found
    first = "Table 1Red Łukasz Ætheragainst Ben"
    assert letter == nothing == []
    assert start == [first, "Table 2Blue Lukasagainst Ann", "ByeLukow has no opponent this round."]
    assert full == second == [first]
    assert middle == nobody == ["No player by that name is in this round."]
    assert (mine, kept, many, none) == (["1", "2"], "lukas", 4, [])


def test_a_phone_shows_how_long_the_round_will_last(page: Page) -> None:
    script = """
        const clock = () => words('header span')[0];
        say({ stage: 'started', started_ms: 60_000 });
        const unknown = clock();
        socket.welcomes({ now_ms: 0 });
        const at = Math.round(room.link.timeline.now());
        const left = (ms) => (say({ stage: 'started', started_ms: 60_000,
            ends_ms: room.link.timeline.now() + ms }), clock());
        const shown = [left(120_000), left(119_999), left(1), left(-1)];
        say({ stage: 'started', started_ms: room.link.timeline.now() - 179_999, ends_ms: 0 });
        const since = clock();
        say({ stage: 'started', started_ms: room.link.timeline.now() + 5, ends_ms: 0 });
        const early = clock();
        say({ stage: 'finished' });
        const state = (words) => words.split(' · ').slice(-1)[0];
        return [unknown, shown, state(since), state(early), clock(),
            waits.filter((wait) => wait.ms === 1_000).length];
    """
    unknown, shown, since, early, finished, ticks = run(page, ROOM + script)
    assert unknown == "Round 2 is under way"
    started = f"Round 2 is under way · started {time.strftime('%H:%M', time.localtime(60))}"
    assert shown == [
        f"{started} · 2 min to go", f"{started} · 2 min to go", f"{started} · 1 min to go",
        f"{started} · the round’s time is over",
    ]  # fmt: skip
    assert (since, early) == ("2 min ago", "0 min ago")
    assert finished == "Round 2 is finished"
    assert ticks == 1


def test_a_phone_shows_the_standings_with_shared_places_and_its_player_s_own_place(
    page: Page,
) -> None:
    script = """
        const row = (place, shared, name) => ({ place, shared, name, tp: 3, sos: 4, cp: 5,
            apd: 6 });
        say({ standings: [row(1, false, 'Ann'), row(2, true, 'Ben')], standings_after: 1 });
        seek('ben');
        return [words('h2').slice(-1)[0], words('th'),
            [...document.querySelectorAll('th')].map((cell) => [cell.className, cell.title]),
            [...document.querySelectorAll('tbody tr')].map((one) => [one.className, ...words(
                'td', one)]),
            [...document.querySelectorAll('td')].map((cell) => cell.title).slice(0, 3)];
    """
    title, head, kinds, rows, named = run(page, ROOM + script)
    assert title == "Standings after round 1"
    assert head == ["#", "Name", "TP", "SoS", "CP", "APD"]
    assert kinds[0] == ["number", "Place"]
    assert kinds[1] == ["name", ""]
    assert [kind for kind, _ in kinds[2:]] == ["number", "number", "number least", "number least"]
    assert rows == [["", "1", "Ann", "3", "4", "5", "6"], ["me", "2=", "Ben", "3", "4", "5", "6"]]
    assert named == ["", "Ann", ""]


def test_values_the_browser_cannot_store_are_kept_until_the_page_closes(page: Page) -> None:
    script = """
        const { setItem } = Storage.prototype;
        const read = async (name) => {
            Storage.prototype.setItem = () => { throw new DOMException('', name); };
            try {
                const storage = await import('/link/storage.js?' + Math.random());
                if (storage.forgets) storage.local.setItem('a', 5);
                return [storage.forgets, storage.local.getItem('a'), storage.local.getItem('b'),
                    storage.forgets && (storage.local.removeItem('a'), storage.local.getItem('a'))];
            } finally {
                Storage.prototype.setItem = setItem;
            }
        };
        const forbidden = await read('SecurityError');
        const empty = await read('QuotaExceededError');
        localStorage.setItem('a', 'kept');
        const full = await read('QuotaExceededError');
        const good = await import('/link/storage.js?' + Math.random());
        return [forbidden, empty, full, good.forgets, localStorage.length];
    """
    forbidden, empty, full, forgets, kept = run(page, script)
    assert forbidden == empty == [True, "5", None, None]
    assert full == [False, "kept", None, False]
    assert (forgets, kept) == (False, 1)


def test_a_page_left_while_offline_reopens_at_its_spare_address_but_not_twice(page: Page) -> None:
    """With the browser's question each time that a clock runs, unless a worker has the page, and
    always if presses would be lost: then the page stays as it is.
    """
    script = """
        const { guardReloads } = await import('/link/storage.js?' + Math.random());
        let away = false;
        let runs = true;
        const wall = Date.now;
        let date = 1_000_000;
        Date.now = () => date;
        let loses = false;
        guardReloads(() => away, () => runs, () => loses);
        const leaves = () => {
            const before = waits.length;
            const asks = !dispatchEvent(new Event('beforeunload', { cancelable: true }));
            return [waits.length > before && 'opens', asks && 'asks'].filter(Boolean).join(', ');
        };
        const all = [leaves(), (away = true, leaves()), (date += 9_999, leaves()), (date += 1,
            leaves()), (runs = false, leaves()), (date += 10_000, leaves())];
        runs = true;
        Object.defineProperty(navigator, 'serviceWorker', { value: { controller: {} },
            configurable: true });
        all.push(leaves(), (date += 10_000, leaves()));
        loses = true;
        all.push((date += 10_000, leaves()));
        away = false;
        all.push(leaves());
        loses = false;
        Date.now = wall;
        delete navigator.serviceWorker;
        return all;
    """
    left = run(page, script)
    assert left == [
        "", "opens, asks", "asks", "opens, asks", "", "opens", "", "opens", "asks", "asks",
    ]  # fmt: skip


def test_a_line_explains_why_it_is_not_connected(page: Page) -> None:
    script = """
        const { lineWords, hours, timeOf, showBy } = await import('/link/line.js');
        const link = { state: 'away', why: 'Why.', advice: '', sinceMs: 60_000 };
        showBy(3_600_000);
        const shifted = timeOf(0) === hours(3_600_000);
        showBy(undefined);
        return [lineWords(link), lineWords({ ...link, advice: 'Do.' }), lineWords({ ...link,
            sinceMs: null }),
            lineWords({ ...link, sinceMs: null, why: '' }), lineWords({ ...link,
                state: 'refused' }),
            lineWords({ ...link, state: 'in touch' }), shifted, timeOf(0) === hours(0)];
    """
    away, advised, why, looking, refused, there, *times = run(page, script)
    at = time.strftime("%H:%M", time.localtime(60))
    assert away == f"Offline since {at}. What you see may be old."
    assert (advised, why, refused, there) == ("Do.", "Why.", "Why.", "")
    assert looking == "Looking for the organizer…"
    assert times == [True, True]


def test_five_past_midnight_is_shown_as_00_05(page: Page) -> None:
    """In Chromium 80 American English has hours 1 to 24 where twelve are not wanted; a browser of
    today, which has not, is made to.
    """
    script = """
        const at = new Date(2026, 10, 28, 0, 5, 7).getTime();
        const counted = (how) =>
            how.hour12 === false ? { ...how, hour12: undefined, hourCycle: 'h24' } : how;
        const [say, Format] = [Date.prototype.toLocaleTimeString, Intl.DateTimeFormat];
        Date.prototype.toLocaleTimeString = function (_, how) {
            return say.call(this, 'en-US', counted(how));
        };
        Intl.DateTimeFormat = function (_, how) { return new Format('en-US', counted(how)); };
        const { hours, secondOf } = await import('/link/line.js?' + Math.random());
        const how = { hour: "2-digit", minute: "2-digit", hour12: false };
        const wrong = [new Date(at).toLocaleTimeString([], how),
            new Intl.DateTimeFormat([], how).format(at)];
        const shown = [hours(at), secondOf(at), hours(at + 43_200_000)];
        Date.prototype.toLocaleTimeString = say;
        Intl.DateTimeFormat = Format;
        return [...wrong, ...shown];
    """
    assert run(page, script) == ["24:05", "24:05", "00:05", "00:05:07", "12:05"]


def test_a_sound_that_a_call_interrupted_is_resumed(page: Page) -> None:
    """Safari alone has this state of an AudioContext (Web Audio issue 2392)."""
    script = """
        let resumed = 0;
        const context = { state: 'running', resume: () => (resumed += 1, Promise.resolve()) };
        globalThis.AudioContext = function () { return context; };
        const { allowSound, sound } = await import('/screen/device.js?' + Math.random());
        allowSound();
        const before = resumed;
        context.state = 'interrupted';
        const sounded = sound(1, 'gentle');
        const asked = resumed;
        allowSound();
        return [before, sounded, asked, resumed];
    """
    assert run(page, script) == [0, False, 1, 2]


def test_sounds_are_played_from_large_buffers_that_spare_the_battery(page: Page) -> None:
    """A context runs from the first touch on, also while nothing sounds."""
    script = """
        const asked = [];
        globalThis.AudioContext = function (options) { asked.push(options); return context; };
        const context = { state: 'running' };
        const { allowSound } = await import('/screen/device.js?' + Math.random());
        allowSound();
        return asked;
    """
    assert run(page, script) == [{"latencyHint": "playback"}]


def test_each_page_has_its_own_name_and_keeps_it(page: Page) -> None:
    script = """
        const { line } = await import('/link/line.js');
        const names = () => sockets.map((socket) => socket.sent[0].device);
        for (const role of ['eo', 'room', 'eo']) {
            line(role, () => {}, () => {});
            sockets.slice(-1)[0].opens();
        }
        const { device, ...hello } = sockets[1].sent[0];
        return [names(), hello, sockets[0].url === `ws://${location.host}/socket`];
    """
    (desk, room, again), hello, url = run(page, script)
    assert desk == again != room
    assert len(desk) == 20
    assert desk.isalnum()
    assert hello == {"type": "hello", "version": 2, "role": "room"}
    assert url is True


def test_without_a_correction_instants_are_shown_unshifted_as_the_time_of_day(page: Page) -> None:
    script = """
        const { secondOf, showBy } = await import('/link/line.js?' + Math.random());
        const { Timeline } = await import('/link/timeline.js');
        const early = secondOf(999) === secondOf(0);
        showBy(undefined);
        const line = new Timeline(() => now, () => 5_000_000 + now);
        now += 1_999;
        return [early, secondOf(999) === secondOf(0), secondOf(1_000) === secondOf(0),
            line.leapt()];
    """
    assert run(page, script) == [True, True, False, False]


def test_on_a_plain_line_only_the_computer_whose_code_was_scanned_is_trusted(
    page: Page,
) -> None:
    """On a line that is not encrypted: browsers trust a page of their own computer."""
    own, stranger = OwnKey("0e" * 32), OwnKey("0f" * 32)

    def challenge(by: OwnKey, key: str, signed_key: str) -> dict[str, str]:
        signed = by.vouch("0f", signed_key)
        return {"nonce": "0f", "key": key, "own": by.public, "signed": signed}

    ours = challenge(own, "aa", "aa")
    swapped, another = challenge(own, "bb", "aa"), challenge(stranger, "bb", "bb")
    pretended = {**another, "own": ours["own"]}
    script = f"""
        const asked = {json.dumps([ours, swapped, another, pretended])};
        const all = async (hash) => {{
            history.replaceState(null, '', hash);
            const {{ isOurs }} = await import('/link/boxes.js?' + Math.random());
            return asked.map(isOurs);
        }};
        const {{ isSecureContext }} = globalThis;
        const plain = (value) => Object.defineProperty(globalThis, 'isSecureContext',
            {{ value, configurable: true }});
        try {{
            plain(false);
            const typed = await all('#');
            const scanned = await all('#key={key_mark(ours["own"])}');
            const again = await all('#');
            const other = await all('#key={key_mark(ours["own"])[:-1]}');
            plain(true);
            return [typed, scanned, again, other, await all('#')];
        }} finally {{
            plain(isSecureContext);
            history.replaceState(null, '', '#');
        }}
    """
    none, one, every = [False] * 4, [True, False, False, False], [True] * 4
    assert run(page, script) == [none, one, one, none, every]
