"""The buttons of the sheets: what each is called, whether it can be pressed, what it leads to."""

import pytest

from tests.web_page.chromium import Page
from tests.web_page.test_rules import page, run

pytestmark = pytest.mark.undrawn

__all__ = ["page"]

BUTTONS = """
    const [sheets, pad] = await Promise.all(
        ['sheets/sheets', 'scoring/pad_sheet'].map((name) => import(`/${name}.js`)));
    const words = { lists: { red: { made: true, shown: '' }, blue: { made: true, shown: '' } },
        armies: { red: [], blue: [] }, brought: { red: [], blue: [] } };
    const buttons = (make, play, side, local = {}) => {
        const said = [];
        const to = { local, wishes: {},
            act: (press) => said.push(press), open: (kind) => said.push(`open ${kind}`),
            leave: () => said.push('leave'), set: (more) => said.push(more),
            start: (first) => said.push(`start ${first}`) };
        const element = make(shown(play, words), side, to);
        return Object.fromEntries([...element.querySelectorAll('footer button, .choices button')]
            .map((button) => {
                said.length = 0;
                button.click();
                return [button.textContent, button.disabled ? 'disabled' : said.at(-1)];
            }));
    };
    const claim = (claim, side) => marks.advance(terms, begun,
        { kind: 'claimed', at_ms: at, by: 'red', claim, side });
"""


def answered(question: str, side: str, agrees: bool) -> dict[str, object]:
    return {"type": "answer", "side": side, "question": question, "agrees": agrees}


def test_a_claim_is_agreed_to_denied_or_taken_back(page: Page) -> None:
    script = """
        return [buttons(sheets.questionSheet, claim('caster', 'blue'), 'red'),
            buttons(sheets.questionSheet, claim('caster', 'blue'), 'blue'),
            buttons(sheets.questionSheet, claim('scenario', 'red'), 'blue')];
    """
    mine, theirs, scenario = run(page, BUTTONS + script)
    assert mine == {"Take it back": answered("claim", "red", False)}
    assert theirs == {
        "No: call the judge": answered("claim", "blue", False),
        "Yes, confirm": answered("claim", "blue", True),
    }
    assert scenario["See the scoring"] == "open pad"


def test_a_player_who_taps_back_at_once_may_play_on_or_end_the_turn(page: Page) -> None:
    script = """
        const turns = (least) => ({ ...terms, time: { ...terms.time, minimum_turn_ms: least } });
        const ended = marks.advance(terms, begun, { kind: 'turn_ended', at_ms: at, side: 'red' });
        const asked = marks.advance(terms, ended, { kind: 'claimed', at_ms: at + 4_000, by: 'blue',
            claim: 'turn', side: 'red', tapped: true });
        const under = (least) => (game, side, to) =>
            sheets.questionSheet({ ...game, terms: turns(least) }, side, to);
        return [buttons(under(0), asked, 'red'), buttons(under(0), asked, 'blue'),
            buttons(under(15_000), asked, 'blue')];
    """
    theirs, mine, held = run(page, BUTTONS + script)
    assert theirs == {
        "No, the turn is over": answered("claim", "red", False),
        "Yes, Red’s turn goes on": answered("claim", "red", True),
    }
    play_on = {"No, I play on": answered("claim", "blue", False)}
    assert mine == {**play_on, "I end my turn": {"type": "tap", "side": "blue"}}
    assert held == play_on


def test_a_turn_ended_by_mistake_is_claimed_back_on_the_end_game_sheet(page: Page) -> None:
    script = """
        const ended = marks.advance(terms, begun, { kind: 'turn_ended', at_ms: at, side: 'red' });
        const offered = buttons(sheets.claimSheet, ended, 'red');
        const place = offered["Red’s turn was ended by mistake"].chosen;
        const asked = marks.advance(terms, ended, { kind: 'claimed', at_ms: at, by: 'red',
            claim: 'turn', side: 'red' });
        return [buttons(sheets.claimSheet, ended, 'red', { chosen: place }),
            buttons(sheets.questionSheet, asked, 'blue'),
            buttons(sheets.questionSheet, asked, 'red'),
            Object.keys(buttons(sheets.claimSheet, { ...begun, ended: [] }, 'red')).join()];
    """
    sure, theirs, mine, none = run(page, BUTTONS + script)
    press = {"type": "make_claim", "by": "red", "claim": "turn", "side": "red"}
    assert sure["Yes: ask Blue"] == press
    assert list(theirs) == ["No: call the judge", "Yes, Red’s turn goes on"]
    assert list(mine) == ["Take it back"]
    assert "by mistake" not in none


def test_a_claim_is_chosen_and_then_confirmed(page: Page) -> None:
    script = """
        return [buttons(sheets.claimSheet, begun, 'red'),
            buttons(sheets.claimSheet, begun, 'red', { chosen: 0 }),
            buttons(sheets.claimSheet, begun, 'red', { chosen: 1 })];
    """
    every, first, second = run(page, BUTTONS + script)
    assert every["Blue’s last caster is destroyed"] == {"chosen": 0}
    assert every["I concede (Red)"] == {"chosen": len(every) - 3}
    assert every["No, play on"] == "leave"
    press = {"type": "make_claim", "by": "red", "claim": "caster"}
    assert first == {"No, play on": "leave", "Yes: ask Blue": {**press, "side": "blue"}}
    assert second["Yes: ask Blue"] == {**press, "side": "red"}


def test_a_result_is_counted_first_and_then_agreed_to(page: Page) -> None:
    script = """
        const end = game.ending(at, 4, { winner: 'red', how: 'assassination' });
        const over = game.stopped(begun, end);
        const zero = { red: 0, blue: 0 };
        const counted = { ...over, tally: { apd: zero, casters: null, presence: null } };
        const said = (agrees) => ({ ...counted, answers: { red: agrees, blue: null } });
        return [over, counted, said(true), said(false)].map((play) =>
            buttons(sheets.resultSheet, play, 'red'));
    """
    over, counted, agreed, denied = run(page, BUTTONS + script)
    assert over == {"Score the last turn": "open pad", "Enter army points": "open tally"}
    assert list(agreed) == ["Change the count"]
    right, wrong = (answered("result", "red", agrees) for agrees in (True, False))
    assert set(counted) - set(denied) == {"Not right: call the judge"}
    assert counted["Not right: call the judge"] == wrong
    assert right in counted.values()
    assert right in denied.values()


def test_choosing_who_goes_first_takes_two_presses(page: Page) -> None:
    script = """
        const fresh = marks.replay(terms, []);
        return [buttons(sheets.startSheet, fresh, 'red'),
            buttons(sheets.startSheet, fresh, 'red', { first: 'blue' })];
    """
    choices, chosen = run(page, BUTTONS + script)
    assert list(choices.values()) == [{"first": "red"}, {"first": "blue"}]
    assert chosen == {"Back": {"first": None}, "Start Blue’s clock": "start blue"}


def test_the_start_sheet_mentions_a_clock_only_if_there_is_one(page: Page) -> None:
    script = """
        const fresh = marks.replay(terms, []);
        const said = (kind, first) => sheets.startSheet({ ...shown(fresh, words),
            terms: { ...terms, time: { ...terms.time, kind } } }, 'red',
            { local: { first }, wishes: {} }).querySelector('.message').textContent;
        return ['deathclock', 'turns'].map((kind) => [said(kind, null), said(kind, 'blue')]);
    """
    clock, turns = run(page, BUTTONS + script)
    assert clock == [
        "Whoever goes first deploys first, on their own clock.",
        "Blue goes first. Start the clock now?",
    ]
    assert turns == [
        "Whoever goes first deploys first. Deployment is not timed.",
        "Blue goes first. Start the game now?",
    ]


def test_the_pad_can_move_between_the_scored_turns_but_no_further(page: Page) -> None:
    script = """
        let play = begun;
        for (const [n, side] of ['red', 'blue', 'red', 'blue', 'red', 'blue'].entries())
            play = marks.advance(terms, play,
                { kind: 'turn_ended', at_ms: 10_000 * (n + 1), side });
        const { padSteps } = await import('/scoring/scoring_pad.js');
        const steps = padSteps(shown(play));
        const of = (step) => buttons(pad.padSheet, play, 'red', { step });
        return [steps, of(steps[0]), of(steps[1]), of(steps.at(-1))];
    """
    steps, latest, before, first = run(page, BUTTONS + script)
    assert len(steps) > 2
    assert (latest["Later turn"], latest["Earlier turn"]) == ("disabled", {"step": steps[1]})
    assert (before["Later turn"], before["Earlier turn"]) == (
        {"step": steps[0]}, {"step": steps[2]}
    )  # fmt: skip
    assert (first["Later turn"], first["Earlier turn"]) == ({"step": steps[-2]}, "disabled")
    assert latest["Done"] == "leave"


def test_after_a_clock_runs_out_its_owner_may_give_up_or_check_the_scoring(page: Page) -> None:
    script = """
        const flagged = { ...begun, flag: { side: 'red', at_ms: at } };
        return ['red', 'blue'].map((side) => buttons(sheets.questionSheet, flagged, side));
    """
    mine, theirs = run(page, BUTTONS + script)
    assert mine == {
        "It does not win: I lose by clock-out": answered("clock_out", "red", False),
        "See the scoring": "open pad",
    }
    assert theirs == {"See the scoring": "open pad"}


SHEET = """
    const end = game.ending(at, 4, { winner: 'red', how: 'assassination' });
    const over = game.stopped(begun, end);
    const zero = { red: 0, blue: 0 };
    const made = (make, play, more = {}) => {
        const said = [];
        const to = { local: {}, wishes: { layout: 'auto', sound: 'gentle' },
            act: (press) => said.push(press), set: (more) => said.push(more),
            leave: () => said.push('leave'), wish: (more) => said.push(more),
            canFill: false, ...more };
        return [make(shown(play, words), 'red', to), said];
    };
    const text = (element, where) =>
        [...element.querySelectorAll(where)].map((one) => one.textContent);
"""


def test_a_result_s_title_depends_on_the_player_s_answer(page: Page) -> None:
    script = """
        const counted = { ...over, tally: { apd: zero, casters: null, presence: null } };
        return [null, true, false].map((agrees) => text(made(sheets.resultSheet,
            { ...counted, answers: { red: agrees, blue: null } })[0], 'h2')[0]);
    """
    assert run(page, BUTTONS + SHEET + script) == [
        "Is this right?",
        "You agreed. Waiting for Blue.",
        "The judge is called. You can still agree.",
    ]


COUNT = """
    const local = {};
    const press = (words) => {
        const [sheet, said] = made(sheets.tallySheet, over,
            { local, set: (more) => Object.assign(local, more) });
        [...sheet.querySelectorAll('button')].find((one) => one.textContent === words).click();
        return said;
    };
    const numbers = () => text(made(sheets.tallySheet, over, { local })[0], '.number');
"""


def test_entering_47_army_points_takes_two_presses(page: Page) -> None:
    script = """
        press('4');
        press('7');
        return [numbers(), press('Save the count')];
    """
    rows, saved = run(page, BUTTONS + SHEET + COUNT + script)
    assert rows == ["Army points Red destroyed 47", "Army points Blue destroyed 0"]
    count = {"apd": {"red": 47, "blue": 0}, "casters": None, "presence": None}
    assert saved == [{"type": "enter_tally", "by": "red", **count}, "leave"]


def test_digits_typed_before_the_sheet_shows_them_are_kept(page: Page) -> None:
    """Two thumbs: a finger that is down keeps a sheet as it is."""
    script = """
        const sheet = made(sheets.tallySheet, over,
            { local, set: (more) => Object.assign(local, more) });
        const [four, seven] = ['4', '7'].map((digit) =>
            [...sheet[0].querySelectorAll('button')].find((one) => one.textContent === digit));
        four.click();
        seven.click();
        return numbers();
    """
    rows = run(page, BUTTONS + SHEET + COUNT + script)
    assert rows == ["Army points Red destroyed 47", "Army points Blue destroyed 0"]


def test_a_selected_number_is_replaced_by_typing_and_its_digits_can_be_deleted(page: Page) -> None:
    script = """
        local.tally = { apd: { blue: 5 } };
        const steps = ['Army points Blue destroyed 5', '1', '2', 'Delete', 'Delete', 'Delete', '9',
            '9', '9', '9', 'Army points Blue destroyed 999', '3'];
        return steps.map((one) => {
            press(one);
            return numbers()[1].slice('Army points Blue destroyed '.length);
        });
    """
    blue = run(page, BUTTONS + SHEET + COUNT + script)
    assert blue == ["5", "1", "12", "1", "0", "0", "9", "99", "999", "999", "999", "3"]


def test_casters_are_counted_if_the_game_was_ended_early_by_time(page: Page) -> None:
    script = """
        const rows = (more) => text(made(sheets.tallySheet,
            game.stopped(begun, game.ending(at, 4, more)))[0], '.number').length;
        return [{}, { length: true }, { casters_gone: true }, { winner: 'red', how: 'concession' }]
            .map(rows);
    """
    early, *others = run(page, BUTTONS + SHEET + script)
    assert early >= 4
    assert others == [2, 2, 2]


def test_menu_choices_cycle_and_full_screen_is_offered_if_available(page: Page) -> None:
    script = """
        const [sheet, said] = made(sheets.menuSheet, begun);
        const full = made(sheets.menuSheet, begun, { canFill: true })[0];
        for (const one of sheet.querySelectorAll('.choices button')) one.click();
        return [text(sheet, '.choices button'), text(full, '.choices button').at(-1), said];
    """
    choices, last, wishes = run(page, BUTTONS + SHEET + script)
    assert choices == ["Places: as the screen is turned", "Swap places", "Sound: gentle"]
    assert last == "Full screen"
    assert wishes == [{"layout": "facing"}, {"swapped": True}, {"sound": "loud"}]


def test_the_sheet_shown_depends_on_the_game_and_what_was_opened(page: Page) -> None:
    script = """
        const fresh = marks.replay(terms, []);
        const known = { ...words, brought: { red: [], blue: [{}] } };
        const secret = { lists: { ...words.lists, red: { made: false } } };
        const lies = (play, question, opened, more = {}) =>
            sheets.wanted(shown(play, { ...known, ...more }), question, opened, 'red');
        const reported = { reported: { winner: 'red', how: 'concession' } };
        return {
            menu: lies(fresh, null, 'menu'),
            brought: lies(begun, 'claim', 'brought'),
            no_lists: lies(begun, null, 'brought', words),
            final: lies(over, 'result', 'pad', reported),
            claim: lies(begun, 'claim', null), claim_pad: lies(begun, 'claim', 'pad'),
            claim_tally: lies(begun, 'claim', 'losses'),
            start: lies(fresh, null, null), lists: lies(fresh, null, null, secret),
            secret: lies(fresh, null, null, { secret: true }),
            result: lies(over, 'result', null), result_menu: lies(over, 'result', 'claim'),
            count: ['pad', 'tally', 'losses'].map((kind) => lies(over, 'result', kind)),
            flag: lies(begun, 'clock_out', null), flag_pad: lies(begun, 'clock_out', 'pad'),
            open: ['pad', 'claim', 'losses', 'tally'].map((kind) => lies(begun, null, kind)),
        };
    """
    assert run(page, BUTTONS + SHEET + script) == {
        "menu": "menu",
        "brought": "brought",
        "no_lists": None,
        "final": None,
        "claim": "question",
        "claim_pad": "pad",
        "claim_tally": "question",
        "start": "start",
        "lists": "lists",
        "secret": None,
        "result": "result",
        "result_menu": "result",
        "count": ["pad", "tally", "losses"],
        "flag": "question",
        "flag_pad": "pad",
        "open": ["pad", "claim", "losses", None],
    }


def test_only_playable_lists_can_be_chosen(page: Page) -> None:
    script = """
        const lists = { red: { offered: [1, 2], barred: [2] }, blue: { offered: [1], barred: [] } };
        const army = [{ name: 'Haley', kind: 'caster' }];
        const brought = { red: [{ name: 'Storm', army }, { name: '', army }], blue: [] };
        const sheet = (side, more) => {
            const said = [];
            const made = sheets.listsSheet(shown(begun, { lists, ...more }), side,
                { act: (press) => said.push(press) });
            const [first] = made.querySelectorAll('.choices button');
            first.click();
            return [text(made, '.choices button'), text(made, '.message p').length, said,
                [...made.querySelectorAll('.choices button')].map((one) => one.disabled)];
        };
        return [sheet('red', { brought }), sheet('blue', { brought }), sheet('red', {})];
    """
    red, blue, plain = run(page, BUTTONS + SHEET + script)
    press = {"type": "choose_list", "chosen": 1}
    names = ["List 1 (Storm)Haley", "List 2 (Haley)"]
    assert red == [names, 2, [{**press, "by": "red"}], [False, True]]
    assert blue == [["List 1"], 1, [{**press, "by": "blue"}], [False]]
    assert plain[0] == ["List 1", "List 2"]


def test_a_list_can_be_changed_until_both_have_chosen(page: Page) -> None:
    script = """
        const fresh = marks.replay(terms, []);
        const lies = (red, opened) => {
            const there = shown(fresh, { lists: { red, blue: { made: false, offered: [1] } } });
            return sheets.wanted(there, null, opened, 'red');
        };
        const one = { made: true, offered: [1, 2], barred: [] };
        const both = { made: true, offered: [], shown: 'Haley' };
        const said = [];
        const to = { act: (press) => said.push(press), leave: () => said.push('left'), local: {},
            open: (kind) => said.push(kind) };
        const now_ = shown(fresh, { lists: { red: one, blue: both } });
        const start = sheets.startSheet(now_, 'red', to);
        start.querySelector('footer button').click();
        const again = sheets.listsSheet(now_, 'red', to);
        again.querySelector('footer button').click();
        again.querySelectorAll('.choices button')[1].click();
        return [lies(one, null), lies(one, 'lists'), lies(both, 'lists'), said,
            again.querySelector('h2').textContent];
    """
    closed, opened, settled, said, title = run(page, BUTTONS + SHEET + script)
    assert (closed, opened, settled) == ("start", "lists", "start")
    press = {"type": "choose_list", "by": "red", "chosen": 2}
    assert said == ["lists", "left", press, "left"]
    assert title == "Red, Ann: which list do you play?"


def test_the_start_sheet_shows_each_revealed_list(page: Page) -> None:
    script = """
        const fresh = marks.replay(terms, []);
        const of = (red, blue, more = {}) => {
            const lists = { red: { made: true, shown: red }, blue: { made: true, shown: blue } };
            Object.assign(lists.blue, more);
            const sheet = sheets.startSheet(shown(fresh, { lists }), 'red', { local: {} });
            return [text(sheet, '.message p').slice(0, -1), text(sheet, '.choices small')];
        };
        const told = 'Blue has no choice of list: List 1 is played.';
        const blue = { offered: [], notice: told };
        const lists = { red: { offered: [1, 2], barred: [] }, blue };
        const chooses = sheets.listsSheet(shown(fresh, { lists }), 'red', {});
        return [of('', '', { made: false }), of('', ''), of('Haley', ''), of('Haley', 'Asphyxious'),
            of('', '', { made: false, notice: told })[0], text(chooses, '.message p')];
    """
    waits, none, single, both, told, chooses = run(page, BUTTONS + SHEET + script)
    assert told == [*waits[0], "Blue has no choice of list: List 1 is played."]
    assert chooses[0] == "Blue has no choice of list: List 1 is played."
    assert waits == [["Blue has not chosen a list yet."], ["Ann", "Ben"]]
    assert none[0] == []
    assert single[0] == ["Red: Haley"]
    assert both[0] == ["Red: Haley", "Blue: Asphyxious"]


def test_a_sheet_omits_missing_parts_and_scrolls_to_the_rest(page: Page) -> None:
    script = """
        const { sheet } = await import('/screen/dom.js');
        const laid = sheet('Title', [], [false, null], { say: 'Refused.' });
        document.body.replaceChildren(laid);
        const body = laid.querySelector('.body');
        body.style.cssText = 'height: 100px; overflow: auto';
        body.innerHTML = '<div></div>';
        body.firstChild.style.height = '1000px';
        laid.querySelector('.more').click();
        return [text(laid, 'h2, .refused, footer'), laid.className, body.scrollTop];
    """
    assert run(page, BUTTONS + SHEET + script) == [["Title", "Refused.", ""], "sheet ", 80]


def test_the_text_of_a_claim_names_its_side_and_who_has_to_agree(page: Page) -> None:
    script = """
        const of = (kind, side, viewer) => {
            const sheet = sheets.questionSheet(shown(claim(kind, side), words), viewer, {});
            return text(sheet, 'h2, .message p');
        };
        return [...['caster', 'both_casters', 'battlegroup', 'no_models', 'scenario', 'concession']
            .map((kind) => of(kind, 'blue', 'blue')[1]), of('caster', 'blue', 'red'),
            of('caster', 'blue', 'blue').length];
    """
    *said, mine, theirs = run(page, BUTTONS + SHEET + script)
    assert all("Red" in words for words in said)
    assert [("Blue" in words) for words in said] == [True, False, True, True, True, False]
    assert mine[0] == "Waiting for an answer"
    assert mine[2].startswith("Blue")
    assert theirs == 2


def test_both_players_must_agree_that_the_owner_of_a_fallen_flag_wins(page: Page) -> None:
    script = """
        const { winsNow } = game;
        const house = { ...terms, victory: { ...terms.victory, scoring_from_turn: 1,
            win: { points: 1, lead: 0 } }, scenario: { ...terms.scenario, win: null } };
        const scored = { ...begun, step: 5, flag: { side: 'red', at_ms: at },
            scores: { 5: { step: 5, by: 'red', holdings: [], kill_box: false, caster_left: false,
                points: { red: 5, blue: 0 }, reason: '' } } };
        const first = { side: 'red', agrees: true };
        const sheet = (play, side) => buttons(
            (game, ...rest) => sheets.questionSheet({ ...game, terms: house }, ...rest), play,
                side);
        const titles = (play, side) => text(sheets.questionSheet(
            { ...shown(play), terms: house }, side, {}), '.message p');
        const said = { ...scored, answers: { red: true, blue: null } };
        return [winsNow(house, scored, 'red'), sheet(scored, 'red'), sheet(scored, 'blue'),
            sheet(said, 'red'), titles(scored, 'red').length, titles(said, 'red')];
    """
    wins, red, blue, answered_, lines, waiting = run(page, BUTTONS + SHEET + script)
    assert wins is True
    assert red["Yes"] == answered("clock_out", "red", True)
    assert red["No"] == answered("clock_out", "red", False)
    assert blue["No"] == answered("clock_out", "blue", False)
    assert set(answered_) == {"See the scoring"}
    assert lines == 2
    assert waiting[0].endswith("Blue.")


BROUGHT = """
    const lists = await import('/sheets/cards.js');
    const row = (name, kind, more = {}) =>
        ({ name, kind, models: 1, points: 5, free: false, ...more });
    const list = (name, more = {}) => ({ name, faction: '', theme: '', tier: 0, points: 0,
        objective: '', army: [], specialists: [], reinforcements: [], ...more });
"""


def test_a_list_is_shown_entry_by_entry(page: Page) -> None:
    script = """
        return [lists.listLines(list('', {
            army: [row('Haley', 'caster', { points: 28 }), row('Lancer', 'jack', { points: 1 }),
                row('Trenchers', 'unit', { models: 10, points: 16 }),
                row('Rifleman', 'attachment', { points: null, free: true })],
            specialists: [row('Eiryss', 'solo')], reinforcements: [row('Hunter', 'jack')] })),
            lists.called(list('', { army: [row('Haley', 'caster'), row('Lancer', 'jack'),
                row('Kraye', 'caster')] }), 2), lists.called(list(''), 1)];
    """
    lines, casters, plain = run(page, BUTTONS + BROUGHT + script)
    assert lines == [
        "Haley · caster · +28",
        "Lancer · jack · 1 point",
        "Trenchers · unit · 10 models · 16 points",
        "+ Rifleman · attachment · free",
        "Specialists:",
        "Eiryss · solo · 5 points",
        "Reinforcements:",
        "Hunter · jack · 5 points",
    ]
    assert (casters, plain) == ("List 2 (Haley & Kraye)", "List 1")


def test_lists_can_be_browsed_starting_with_the_opponent_s(page: Page) -> None:
    script = """
        const full = list('B', { faction: 'Cygnar', theme: 'Storm', tier: 2, points: 75,
            objective: 'Bunker', army: [row('Haley', 'caster')] });
        const brought = { red: [list('A')], blue: [full, list('C', { theme: 'Gravediggers' })] };
        const look = (local, more = brought) => {
            const said = [];
            const sheet = lists.broughtSheet(shown(begun, { brought: more }), 'red', { local,
                set: (more) => said.push(more), leave: () => said.push('leave') });
            [...sheet.querySelectorAll('footer button')].forEach((one) => one.click());
            return [sheet.querySelector('h2').textContent, sheet.querySelector(
                '.total').textContent,
                [...sheet.querySelectorAll('footer button')].map((one) => one.textContent), said];
        };
        const none = { red: [], blue: [full] };
        return [look({}), look({ number: 2 }), look({ whose: 'red', number: 9 }),
            look({}, none), look({}, { red: [full], blue: [] }),
            [brought, none, { red: [full], blue: [] }, { red: [], blue: [] }, undefined]
                .map((brought) => lists.hasLists({ brought }))];
    """
    first, second, mine, only, own, has = run(page, BUTTONS + BROUGHT + script)
    about = "Cygnar · Storm, tier 2 · 75 points · Objective: Bunker"
    assert first[:3] == ["Blue: List 1 (B)", about, ["Red’s lists", "List 2", "Back"]]
    assert first[3] == [{"whose": "red", "number": 1}, {"whose": "blue", "number": 2}, "leave"]
    assert second[:2] == ["Blue: List 2 (C)", "Gravediggers"]
    assert second[3][1] == {"whose": "blue", "number": 1}
    assert mine[0] == "Red: List 1 (A)"
    assert mine[2] == ["Blue’s lists", "Back"]
    assert only[2] == ["Back"]
    assert own[0] == "Red: List 1 (B)"
    assert has == [True, True, True, False, False]


LOSSES = """
    const { lossesSheet } = await import('/sheets/cards.js');
    const army = [['Haley', 'caster', 1], ['Lancer', 'jack', 1], ['Trenchers', 'unit', 4],
        ['Rifleman', 'attachment', 2]]
        .map(([name, kind, models]) => ({ name, kind, models, points: 8, free: false }));
    const said = [];
    const lossSheet = (play, local = {}, armies = { red: army, blue: army },
        more = {}) => lossesSheet(
        shown({ ...play, losses: { red: [], blue: [], ...play.losses } },
            { ...words, armies, ...more }), 'red',
        { local, act: (press) => said.push(press), set: (more) => said.push(more),
            open: (kind) => said.push(kind) });
    const rowsOf = (sheet) => [...sheet.querySelectorAll('.loss')].map((row) =>
        [...row.querySelectorAll('button')].map((one) =>
            [one.textContent, one.disabled && 'off', one.ariaPressed === 'true' && 'on']
                .filter(Boolean).join(' ')));
    const lossOf = (more) =>
        ({ gone: 0, again: 0, out: false, inside: false, followed: false, name: '', ...more });
"""


def test_losses_are_tapped_entry_by_entry_starting_with_one_s_own_army(page: Page) -> None:
    script = """
        const sheet = lossSheet(begun);
        sheet.querySelectorAll('.loss')[2].querySelector('button').click();
        [...sheet.querySelectorAll('footer button')].forEach((one) => one.click());
        const ended = lossSheet(over());
        [...ended.querySelectorAll('footer button')].at(-1).click();
        function over() {
            return game.stopped(begun, game.ending(at, 4, { winner: 'red', how: 'concession' }));
        }
        return [[...sheet.querySelectorAll('h2, .label b, footer button')].map((one) =>
            one.textContent),
            rowsOf(sheet), said];
    """
    words, rows, (change, other, done, tally) = run(page, BUTTONS + LOSSES + script)
    assert words[:5] == ["Red’s army", "Haley", "Lancer", "Trenchers", "+ Rifleman"]
    assert words[5:] == ["Blue’s army", "Done"]
    assert rows[0] == ["Destroyed", "Take back off"]
    assert rows[1] == ["Destroyed", "Take back off", "Inert"]
    assert rows[2] == ["One gone", "Take back off", "Fleeing"]
    assert {key: change[key] for key in ("type", "by", "side")} == {
        "type": "change_losses", "by": "red", "side": "red"
    }  # fmt: skip
    assert [(one["place"], one["after"]["gone"]) for one in change["changes"]] == [(2, 1)]
    assert (other, done, tally) == ({"whose": "blue"}, None, "tally")


def test_destroyed_models_can_be_taken_back_or_returned(page: Page) -> None:
    script = """
        const losses = { red: [lossOf(), lossOf({ gone: 1 }), lossOf({ gone: 1, out: true }),
            lossOf({ again: 1 })] };
        const sheet = lossSheet({ ...begun, losses });
        const only = lossSheet(begun, {}, { red: [], blue: army });
        const theirs = lossSheet({ ...begun, losses }, { whose: 'blue' });
        return [rowsOf(sheet), [only, theirs].map((one) =>
            [one.querySelector('h2').textContent, one.querySelectorAll('footer button').length]),
            sheet.querySelector('.total').textContent, theirs.querySelector('.total').textContent];
    """
    rows, others, total, theirs = run(page, BUTTONS + LOSSES + script)
    assert rows[1] == ["Destroyed off", "Take back", "Returned"]
    assert rows[2] == ["One gone", "Take back", "Fleeing on"]
    assert rows[3] == ["One gone", "Take back"]
    assert others == [["Blue’s army", 1], ["Blue’s army", 2]]
    assert total != theirs


PAD = """
    const withBox = { ...terms, kill_box: { from_turn: 1, destroys: true, points: 2 },
        scenario: { ...terms.scenario, kill_box: true } };
    let later = begun;
    for (const [n, side] of ['red', 'blue', 'red'].entries())
        later = marks.advance(terms, later,
            { kind: 'turn_ended', at_ms: 10_000 * (n + 1), side });
    const said = [];
    const sheetOf = (play, more = {}, local = {}, side = 'red') => pad.padSheet(
        shown(play, { terms: withBox, ...more }), side,
        { local, act: (press) => said.push(press), set: (more) => said.push(more), leave() {} });
    const scored = (step, more) => ({ ...later, scores: { ...later.scores, [step]: { step,
        by: 'red',
        holdings: [], kill_box: false, caster_left: false, points: null, reason: '', ...more } } });
    const boxes = (sheet) => [...sheet.querySelectorAll('.box')];
    const { padSteps } = await import('/scoring/scoring_pad.js');
    const [last] = padSteps(shown(later, { terms: withBox }));
"""


def test_the_kill_box_asks_for_a_caster_and_then_whether_another_is_left(page: Page) -> None:
    script = """
        const state = (sheet) => boxes(sheet).map((box) =>
            [box.ariaPressed, box.disabled, box.querySelectorAll('svg').length]);
        const none = sheetOf(later);
        boxes(none)[0].click();
        const boxed = sheetOf(scored(last, { kill_box: true }));
        boxes(boxed).forEach((box) => box.click());
        const left = sheetOf(scored(last, { kill_box: true, caster_left: true }));
        boxes(left)[1].click();
        const ruled = sheetOf(scored(last, { kill_box: true, by: null, reason: 'Seen. .',
            points: { red: 1, blue: 0 } }));
        const total = ruled.querySelector('.total').textContent;
        const harmless = sheetOf(scored(last, { kill_box: true }), { terms: { ...withBox,
            kill_box: { ...withBox.kill_box, destroys: false } } });
        return [state(none), state(boxed), state(left), state(ruled), state(harmless),
            said.map(({ step, kill_box, caster_left }) => [step === last, kill_box, caster_left]),
            total];
    """
    none, boxed, left, ruled, harmless, said, total = run(page, BUTTONS + PAD + script)
    assert none == [["false", False, 0]]
    assert boxed == [["true", False, 1], ["false", False, 0]]
    assert left == [["true", False, 1], ["true", False, 1]]
    assert ruled == [["true", True, 1], ["false", True, 0]]
    assert harmless == [["true", False, 1]]
    assert said == [
        [True, True, False], [True, False, False], [True, True, True], [True, True, False]
    ]  # fmt: skip
    assert total.startswith("The organizer set this turn to Red 1 – Blue 0: Seen. .".rstrip(". "))


def test_an_element_can_be_assigned_with_its_buttons_or_the_map(page: Page) -> None:
    script = """
        const sheet = sheetOf(later);
        const rows = [...sheet.querySelectorAll('.pad .rows > .row')];
        const row = rows[0];
        const choices = [...row.querySelectorAll('button')];
        choices.forEach((one) => one.click());
        const pressed = said.splice(0).map(({ holdings }) => holdings.map((h) =>
            `${h.side} ${h.held}`));
        const { key } = withBox.scenario.elements[0];
        const name = row.querySelector('.label').textContent;
        const map = (sheet) => [...sheet.querySelectorAll('.element')]
            .find((one) => one.getAttribute('aria-label').startsWith(`${name}:`));
        const tapped = (play, side) => {
            map(sheetOf(play, {}, {}, side)).dispatchEvent(new Event('click'));
            return said.splice(0).map(({ holdings }) => holdings.map((h) =>
                `${h.side} ${h.held}`))[0];
        };
        const held = [];
        let play = later;
        for (let n = 0; n < choices.length + 1; n += 1) {
            map(sheetOf(play)).dispatchEvent(new Event('click'));
            const { holdings } = said.pop();
            held.push(holdings.map((one) => `${one.side} ${one.held}`));
            play = scored(last, { holdings });
        }
        const blue = tapped(later, 'blue');
        const by_key = new KeyboardEvent('keydown', { key: 'Enter' });
        map(sheet).dispatchEvent(by_key);
        const entered = said.splice(0).length;
        map(sheet).dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
        const ruled = sheetOf(scored(last, { by: null, reason: 'x', points: { red: 1, blue: 0 } }));
        map(ruled).dispatchEvent(new Event('click'));
        return [choices.map((one) => one.textContent), pressed, held, blue, entered, said.length,
            [...ruled.querySelectorAll('.options button')].every((one) => one.disabled)];
    """
    choices, pressed, held, blue, entered, other, off = run(page, BUTTONS + PAD + script)
    places = [words[0] if words else "" for words in pressed]
    assert choices[0] == "Red" or choices[0].startswith("Red ")
    assert "Nobody" in choices
    assert sorted(set(map(str, places))) == sorted(set(places))
    assert len({str(words) for words in pressed}) == len(choices)
    mine = [words for words in places if words.startswith("red")]
    theirs = [words for words in places if words.startswith("blue")]
    assert [words[0] if words else "" for words in held] == [*mine, *theirs, "", mine[0]]
    assert blue[0].startswith("blue")
    assert (entered, other, off) == (1, 0, True)


def test_current_holdings_are_pressed_and_elements_scored_earlier_are_disabled(page: Page) -> None:
    script = """
        const [element] = withBox.scenario.elements;
        const once = { ...withBox, scenario: { ...withBox.scenario,
            elements: withBox.scenario.elements.map((one) => ({ ...one, once: true })) } };
        const every = padSteps(shown(later, { terms: withBox }));
        const holdings = [{ key: element.key, side: 'red', held: 'controlled' }];
        const held = sheetOf(scored(last, { holdings }));
        const further = marks.advance(terms, later,
            { kind: 'turn_ended', at_ms: 50_000, side: 'blue' });
        const earlier = scored(last, { holdings });
        const before = sheetOf({ ...further, scores: earlier.scores }, { terms: once });
        const row = (sheet) => [...sheet.querySelectorAll('.pad .rows > .row')[0]
            .querySelectorAll('button')].map((one) =>
                [one.textContent.split(' ')[0], one.ariaPressed, one.disabled, Boolean(one.title),
                    one.querySelectorAll('svg').length]);
        return [every.length, row(sheetOf(later)), row(held), row(before)];
    """
    steps, free, held, before = run(page, BUTTONS + PAD + script)
    assert steps > 1
    assert [one for one in free if one[1] == "true"] == [["Nobody", "true", False, False, 1]]
    pressed = [one for one in held if one[1] == "true"]
    assert pressed == [["Red", "true", False, False, 1]]
    red = [one for one in before if one[0] == "Red"]
    assert red
    assert all(one[2] and one[3] for one in red)
    assert not any(one[2] for one in before if one[0] == "Nobody")


def test_without_known_elements_points_are_counted_one_by_one(page: Page) -> None:
    script = """
        const bare = { ...withBox, scenario: { ...withBox.scenario, elements: [], ways: [],
            vanishing: [], conditions: [] } };
        const sheet = sheetOf(later, { terms: bare });
        [...sheet.querySelectorAll('.count button')].forEach((one) => one.click());
        const ruled = sheetOf(scored(last, { by: null, reason: 'x', points: { red: 1, blue: 0 } }),
            { terms: bare });
        const more = sheetOf(scored(last, { points: { red: 2, blue: 1 } }), { terms: bare });
        more.querySelector('.count button').click();
        return [[...sheet.querySelectorAll('.count .label')].map((one) => one.textContent),
            said.map(({ points }) => [points.red, points.blue]),
            ruled.querySelectorAll('.count').length, Boolean(sheet.querySelector('svg.map'))];
    """
    labels, points, ruled, has_map = run(page, BUTTONS + PAD + script)
    assert labels == ["Red’s control points", "Blue’s control points"]
    assert points == [[0, 0], [1, 0], [0, 0], [0, 1], [1, 1]]
    assert (ruled, has_map) == (0, False)


def test_the_vanishing_element_is_chosen_once_one_has_to_leave(page: Page) -> None:
    script = """
        const keys = withBox.scenario.elements.slice(0, 2).map((one) => one.key);
        const going = { ...withBox, scenario: { ...withBox.scenario, vanishing: keys } };
        const row = (play) => {
            const sheet = sheetOf(play, { terms: going });
            const options = [...sheet.querySelectorAll('.rows > .row')][0];
            return [options.querySelector('.label').textContent,
                [...options.querySelectorAll('button')].map((one) => one.ariaPressed), options];
        };
        const [asks, options_, options] = row(later);
        options.querySelector('button').click();
        const [left, gone] = row({ ...later, removed: keys[1] });
        const early = sheetOf({ ...later, step: 3 }, { terms: going }).querySelector(
            '.rows .label');
        return [asks, options_, said, left, gone, early?.textContent ?? '', keys];
    """
    asks, open_, said, left, gone, early, keys = run(page, BUTTONS + PAD + script)
    assert asks == "Roll: which one leaves the table?"
    assert open_ == ["false", "false"]
    assert said == [{"type": "remove_element", "by": "red", "key": keys[0]}]
    assert (left, gone) == ("Left the table", ["false", "true"])
    assert early != asks


def test_a_scenario_win_can_only_be_claimed_in_the_turn_that_achieved_it(page: Page) -> None:
    script = """
        const house = { ...withBox, victory: { ...withBox.victory, win: { points: 2, lead: 0 } } };
        const points = { red: 5, blue: 0 };
        const wins = (play, side, local = {}, more = {}) => {
            said.length = 0;
            const sheet = sheetOf({ ...play, ...more }, { terms: house }, local, side);
            const names = [...sheet.querySelectorAll('footer button')].map((one) =>
                one.textContent);
            const ask = [...sheet.querySelectorAll('footer button')]
                .find((one) => one.textContent.startsWith('Scenario win'));
            ask?.click();
            return ask ? said.at(-1) : names.length;
        };
        const mine = ['red', 'blue'].find((side) => game.ownerOf(later) === side);
        const theirs = mine === 'red' ? 'blue' : 'red';
        const won = scored(later.step, { points: { red: 0, blue: 0, [mine]: 5 } });
        const flagged = { flag: { side: theirs, at_ms: at } };
        const lost = sheetOf({ ...won, ...flagged }, { terms: house }, {}, theirs);
        [...lost.querySelectorAll('footer button')].find((one) =>
            one.className === 'danger')?.click();
        const answer = said.at(-1);
        const notHis = sheetOf({ ...won, ...flagged }, { terms: house }, {}, mine);
        return [mine, wins(won, mine), wins(won, theirs), wins(later, mine),
            wins(won, mine, { step: later.step - 1 }), wins(won, mine, {}, flagged), answer,
            notHis.querySelectorAll('footer .danger').length];
    """
    mine, won, theirs, unscored, earlier, flagged, answer, danger = run(
        page, BUTTONS + PAD + script
    )
    assert won == {"type": "make_claim", "by": mine, "claim": "scenario", "side": mine}
    assert all(isinstance(found, int) for found in (theirs, unscored, earlier, flagged))
    other = "blue" if mine == "red" else "red"
    assert answer == answered("clock_out", other, False)
    assert danger == 0


def test_the_pad_offers_a_scenario_win_only_to_the_player_who_achieved_it_in_their_turn(
    page: Page,
) -> None:
    script = """
        const ahead = { ...withBox, victory: { ...withBox.victory,
            win: { points: 1, lead: 1 } }, scenario: { ...withBox.scenario, win: null } };
        const [element] = ahead.scenario.elements;
        const names = (play, local = {}, side = 'red') =>
            [...sheetOf(play, { terms: ahead }, local, side)
                .querySelectorAll('footer button')].map((button) => button.textContent);
        const play = scored(last, { by: null, reason: 'x', points: { red: 9, blue: 0 } });
        const theirs = scored(last, { by: null, reason: 'x', points: { red: 0, blue: 9 } });
        const asked = marks.advance(terms, play,
            { kind: 'claimed', at_ms: 31_000, by: 'red', claim: 'caster', side: 'blue' });
        const side = game.ownerOf(play);
        const away = side === 'red' ? 'blue' : 'red';
        const ahead_of = side === 'red' ? play : theirs;
        return [side, names(ahead_of, {}, side), [names(ahead_of, {}, away),
            names(ahead_of, { step: last - 1 }, side), names(ahead_of, { step: last - 2 }, side),
            names({ ...asked, scores: ahead_of.scores }, {}, side),
            names(side === 'red' ? theirs : play, {}, side)]];
    """
    side, offered, others = run(page, BUTTONS + PAD + script)
    other = "Blue" if side == "red" else "Red"
    assert f"Scenario win: ask {other} to verify" in offered
    assert not any(words.startswith("Scenario win") for names in others for words in names)


def test_reinforcements_are_offered_with_the_losses_during_the_game(page: Page) -> None:
    script = """
        const coming = (reinforcements) => ({ lists: { ...words.lists,
            red: { ...words.lists.red, reinforcements } } });
        const offered = (play, more) => [...lossSheet(play, {}, { red: army, blue: army }, more)
            .querySelectorAll('footer button')].some((one) => one.textContent === 'Reinforcements');
        const over = game.stopped(begun, game.ending(at, 4, { winner: 'red', how: 'concession' }));
        const some = coming([{ name: 'Trenchers' }]);
        return [offered(begun, some), offered(over, some), offered(begun, coming([])),
            offered(begun, {})];
    """
    assert run(page, BUTTONS + LOSSES + script) == [True, False, False, False]


def test_earlier_and_later_turns_are_offered_only_if_they_exist(page: Page) -> None:
    script = """
        const plays = [begun];
        for (const [n, side] of ['red', 'blue'].entries())
            plays.push(marks.advance(terms, plays.at(-1),
                { kind: 'turn_ended', at_ms: 10_000 * (n + 1), side }));
        const turns = (play, step) => [...sheetOf(play, {}, { step })
            .querySelectorAll('footer button')]
            .filter((one) => one.textContent.endsWith('turn')).map((one) => one.disabled);
        return plays.map((play) => padSteps(shown(play, { terms: withBox }))
            .map((step) => turns(play, step)));
    """
    one, two, three = run(page, BUTTONS + PAD + script)
    assert one == [[]]
    assert two == [[False, True], [True, False]]
    assert three == [[False, True], [False, False], [True, False]]


def test_the_only_army_with_entries_still_has_its_button(page: Page) -> None:
    script = """
        const names = (armies) => [...lossSheet(begun, {}, armies)
            .querySelectorAll('footer button')].map((one) => one.textContent);
        return [names({ red: army, blue: army.slice(0, 1) }), names({ red: army, blue: [] })];
    """
    single, none = run(page, BUTTONS + LOSSES + script)
    assert single == ["Blue’s army", "Done"]
    assert none == ["Done"]
