"""The buttons of the sheets: what each is called, whether it can be pressed, what it leads to."""

from tests.web_page.chromium import Page
from tests.web_page.test_rules import page, run

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
        "Yes, that is so": answered("claim", "blue", True),
    }
    assert scenario["See the scoring"] == "open pad"


def test_what_a_player_may_claim_is_chosen_then_asked(page: Page) -> None:
    script = """
        return [buttons(sheets.claimSheet, begun, 'red'),
            buttons(sheets.claimSheet, begun, 'red', { chosen: 0 }),
            buttons(sheets.claimSheet, begun, 'red', { chosen: 1 })];
    """
    every, first, second = run(page, BUTTONS + script)
    assert every["Blue's last caster is destroyed"] == {"chosen": 0}
    assert every["I concede (Red)"] == {"chosen": len(every) - 2}
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
    assert over == {"Score the last turn": "open pad", "Count the table": "open tally"}
    assert list(agreed) == ["Change the count"]
    right, wrong = (answered("result", "red", agrees) for agrees in (True, False))
    assert set(counted) - set(denied) == {"Not right: call the judge"}
    assert counted["Not right: call the judge"] == wrong
    assert right in counted.values()
    assert right in denied.values()


def test_who_goes_first_is_pressed_twice(page: Page) -> None:
    script = """
        const fresh = marks.replay(terms, []);
        return [buttons(sheets.startSheet, fresh, 'red'),
            buttons(sheets.startSheet, fresh, 'red', { first: 'blue' })];
    """
    choices, chosen = run(page, BUTTONS + script)
    assert list(choices.values()) == [{"first": "red"}, {"first": "blue"}]
    assert chosen == {"Back": {"first": None}, "Start Blue's clock": "start blue"}


def test_the_pad_leads_to_earlier_and_later_turns_and_no_further(page: Page) -> None:
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


def test_a_clock_that_ran_out_asks_both_whether_the_scenario_was_won(page: Page) -> None:
    script = """
        const flagged = { ...begun, flag: { side: 'red', at_ms: at } };
        return ['red', 'blue'].map((side) => buttons(sheets.questionSheet, flagged, side));
    """
    mine, theirs = run(page, BUTTONS + script)
    assert mine == {
        "It does not win: I lose on time": answered("clock_out", "red", False),
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


def test_a_result_is_titled_by_what_the_player_has_answered(page: Page) -> None:
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


def test_the_table_is_counted_by_one_and_ten_and_never_below_nothing(page: Page) -> None:
    script = """
        const [sheet, said] = made(sheets.tallySheet, over,
            { local: { tally: { apd: { blue: 5 } } } });
        const rows = [...sheet.querySelectorAll('.row')];
        rows[1].querySelectorAll('button').forEach((one) => one.click());
        const blue = said.map(({ tally }) => tally.apd.blue);
        said.length = 0;
        sheet.querySelector('footer .primary').click();
        return [rows.map((row) => row.textContent), blue, said];
    """
    rows, blue, saved = run(page, BUTTONS + SHEET + script)
    assert rows == [
        "Army points Red destroyed−10−10+1+10", "Army points Blue destroyed−10−15+1+10"
    ]  # fmt: skip
    assert blue == [0, 4, 6, 15]
    count = {"apd": {"red": 0, "blue": 5}, "casters": None, "presence": None}
    assert saved == [{"type": "enter_tally", "by": "red", **count}, "leave"]


def test_casters_are_counted_where_time_ended_the_game_early(page: Page) -> None:
    script = """
        const rows = (more) => text(made(sheets.tallySheet,
            game.stopped(begun, game.ending(at, 4, more)))[0], '.row .label').length;
        return [{}, { length: true }, { casters_gone: true }, { winner: 'red', how: 'concession' }]
            .map(rows);
    """
    early, *others = run(page, BUTTONS + SHEET + script)
    assert early >= 4
    assert others == [2, 2, 2]


def test_the_menu_turns_to_the_next_choice_and_offers_what_the_browser_can(page: Page) -> None:
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
