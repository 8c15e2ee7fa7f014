"""The page's rules where the vectors have no case: short times, the strip, changed lists."""

import json
from collections.abc import Iterator
from functools import cache

import pytest

from tests.web_page.chromium import Browser, Page
from tests.web_page.fake_server import VECTORS

pytestmark = pytest.mark.undrawn

GAME = """
    const [face, marks, game, verdict] = await Promise.all(['clock/face', 'table/marks',
        'table/game', 'table/verdict'].map((name) => import(`/${name}.js`)));
    const terms = { ...timed, clock_out: 'packet' };
    const sides = ['red', 'blue', 'red', 'blue'];
    const begun = marks.replay(terms, [{ kind: 'clock_started', at_ms: 0, first: 'red' },
        ...sides.map((side, n) => ({ kind: 'turn_ended', at_ms: 1_000 * (n + 1), side }))]);
    const at = 4_000;
    const shown = (play, more = {}) => ({ terms, play, reported: null, secret: false,
        names: { red: 'Ann', blue: 'Ben' }, switched: null, ...more });
"""


@pytest.fixture
def page(browser: Browser, piece_port: int) -> Iterator[Page]:
    page = browser.open(f"http://127.0.0.1:{piece_port}/clock/deathclock.js")
    yield page
    page.close()


@cache
def begun_game() -> str:
    """Return the script that begins a game whose turns are timed. A page is not sent all vectors
    for it: they take longer than most tests.
    """
    every = json.loads((VECTORS / "games.json").read_text("utf-8"))["terms"]
    timed = next(
        terms
        for key, terms in every.items()
        if key.startswith("sr2015-")
        and terms["time"]["kind"] == "deathclock"
        and terms["time"]["minimum_turn_ms"] > 0
        and terms["scenario"]["deployment"] == "standard"
    )
    return f"const timed = {json.dumps(timed)}; {GAME}"


def run(page: Page, script: str) -> object:
    return page.do(f"(async () => {{ {begun_game()} {script} }})()")


def test_time_counts_as_low_exactly_from_each_limit_on(page: Page) -> None:
    times = "[300_001, 300_000, 60_001, 60_000, 10_001, 10_000]"
    assert run(page, f"return {times}.map((ms) => face.low(ms));") == [0, 1, 1, 2, 2, 3]


def test_seconds_until_a_turn_may_end_are_rounded_up(page: Page) -> None:
    script = """
        const least = terms.time.minimum_turn_ms;
        const note = (left) => face.face(shown(begun), 'red', at + least - left).note;
        return [begun.step, least, note(1_001), note(1), note(0)];
    """
    step, least, *notes = run(page, script)
    assert step == 4
    assert least > 1_001
    assert notes == [
        "The turn can end in 2 s", "The turn can end in 1 s", "Tap here to end your turn"
    ]  # fmt: skip


def test_the_strip_offers_the_interrupt_from_the_first_turn_on(page: Page) -> None:
    script = """
        const of = (play) => face.strip(shown(play), at);
        const deploying = marks.replay(terms, [{ kind: 'clock_started', at_ms: 0, first: 'red' }]);
        const lent = marks.advance(terms, begun, { kind: 'interrupted', at_ms: at });
        const paused = marks.advance(terms, lent,
            { kind: 'clock_paused', at_ms: at, cause: 'eo', reason: '' });
        const claimed = marks.advance(terms, begun,
            { kind: 'claimed', at_ms: at, by: 'red', claim: 'caster', side: 'blue' });
        return [deploying, begun, lent, paused, claimed].map((play) => of(play));
    """
    deploying, begun, lent, paused, claimed = run(page, script)
    assert (deploying["interrupt"], deploying["claims"]) == ("", True)
    assert (begun["interrupt"], begun["asker"]) == ("Interrupt: give Blue the clock", "red")
    assert (lent["interrupt"], lent["asker"]) == ("Hand the clock back to Red", "blue")
    assert paused["interrupt"] == ""
    assert (claimed["interrupt"], claimed["claims"]) == ("", False)


def test_the_strip_of_a_game_that_is_over_offers_nothing(page: Page) -> None:
    script = """
        const over = game.stopped(begun, game.ending(at, 4, { winner: 'red', how: 'concession' }));
        return face.strip(shown(over), at);
    """
    assert run(page, script) == {
        "interrupt": "", "asker": "red", "ends": None, "claims": False, "extends": None
    }  # fmt: skip


def test_a_flag_in_the_last_turn_hides_the_notice_of_the_last_turn(page: Page) -> None:
    script = """
        const last = { ...begun, last_step: 4 };
        const fallen = { ...last, flag: { side: 'red', at_ms: at } };
        return [last, fallen].map((play) => face.face(shown(play), 'red', at).step);
    """
    assert run(page, script) == ["Red’s turn 1, last turn", "Red’s turn 1"]


def test_a_clock_that_runs_out_in_the_first_turn_leaves_the_opponent_one_turn(page: Page) -> None:
    script = """
        const house = { ...terms, clock_out: 'last_turn' };
        const due = game.flagDue(house, begun);
        const [play] = marks.fallen(house, begun, due);
        return [play.ending, play.overrun, play.step, play.last_step];
    """
    assert run(page, script) == [None, ["red"], 5, 5]


def test_a_claim_that_gives_no_army_points_has_zero(page: Page) -> None:
    script = """
        const claimed = { kind: 'claimed', at_ms: at, by: 'red', claim: 'caster', side: 'blue' };
        return [claimed, { ...claimed, army_points: 75 }].map((mark) =>
            marks.advance(terms, begun, mark).claim.army_points);
    """
    assert run(page, script) == [0, 75]


def test_pressing_a_holding_replaces_removes_or_adds_it(page: Page) -> None:
    script = """
        const { pressed } = await import('/scoring/scoring_pad.js');
        const held = (key, side, held) => ({ key, side, held });
        const flag = held('flag', 'red', 'controlled');
        const both = [held('zone', 'red', 'contested'), flag];
        return [
            pressed([flag], 'flag', 'red', 'controlled'),
            pressed([flag], 'flag', 'blue', 'controlled'),
            pressed([flag], 'flag', 'red', 'dominated'),
            pressed(both, 'zone', 'blue', 'contested'),
            pressed(both, 'zone', null, null),
        ].map((all) => all.map((one) => `${one.key} ${one.side} ${one.held}`));
    """
    assert run(page, script) == [
        [],
        ["flag blue controlled"],
        ["flag red dominated"],
        ["flag red controlled", "zone red contested", "zone blue contested"],
        ["flag red controlled"],
    ]


def test_losses_are_matched_to_their_entries_in_a_changed_list(page: Page) -> None:
    script = """
        const { tapped } = await import('/losses/army.js');
        const row = (name, kind, models = 1) =>
            ({ name, kind, points: 5, models, free: false });
        const one = (name, gone) =>
            ({ gone, again: 0, out: false, inside: false, followed: false, name });
        const army = [row('Haley', 'caster'), row('Lancer', 'jack'), row('Lancer', 'jack'),
            row('Trenchers', 'unit', 10)];
        const names = (losses) => tapped(army, losses, 0, 'inside').map((loss) =>
            `${loss.name} ${loss.gone}`);
        return [
            names([one('Trenchers', 4), one('Lancer', 1), one('Lancer', 0), one('Haley', 0)]),
            names([one('Lancer', 1), one('Lancer', 1)]),
            names([one('Haley', 0), one('Lancer', 1), one('Lancer', 0), one('Trenchers', 3),
                one('Stormwall', 1)]),
            names([one('Haley', 0), one('Lancer', 0), one('Defender', 1), one('Trenchers', 3)]),
            names([one('Haley', 0), one('Lancer', 0), one('Defender', 1)]),
        ];
    """
    assert run(page, script) == [
        ["Haley 0", "Lancer 1", "Lancer 0", "Trenchers 4"],
        ["Haley 0", "Lancer 1", "Lancer 1", "Trenchers 0"],
        ["Haley 0", "Lancer 1", "Lancer 0", "Trenchers 3"],
        ["Haley 0", "Lancer 0", "Lancer 1", "Trenchers 3"],
        ["Haley 0", "Lancer 0", "Lancer 0", "Trenchers 0"],
    ]


def test_an_unknown_press_from_another_edition_is_refused_without_an_error(page: Page) -> None:
    script = """
        const { decide } = await import('/table/decide.js');
        return decide(shown(begun, { stage: 'started' }), { type: 'dance' }, at);
    """
    answer = run(page, script)
    assert answer["marks"] == []
    assert answer["refused"] == "This page does not know that press. Load the page again."


MAP = """
    const { mapOf } = await import('/scoring/map.js');
    const flag = { key: 'flag', name: 'Flag', kind: 'flag', owner: 'neutral', scored_by: 'neutral',
        area: { x: 10, y: 20, width: 0, height: 0, circle: false } };
    const scenario = { table: 48, name: 'Lines', deployment: 'standard', elements: [flag] };
    const drawn = (viewer, more = {}, briefing = null, box = null) => mapOf(
        { scenario: { ...scenario, ...more }, briefing }, 'red', viewer, [], [], () => {}, box);
    const every = (map, where, ...names) => [...map.querySelectorAll(where)].map((one) =>
        names.map((name) => Number(one.getAttribute(name))));
"""


def test_bases_are_to_scale_with_what_is_in_reach_around_them(page: Page) -> None:
    """Steamroller 2026: a 50 mm base counts within 3 inches."""
    script = """
        const base = { ...flag, key: 'one', kind: 'objective', base_mm: 50.8 };
        const map = drawn('red', { elements: [base, { ...flag, base_mm: 25.4 }] },
            { deployments: [],
              reference: [{ at: 'objective', reach: 3 }, { at: 'flag', reach: 5 }] });
        return [every(map, 'ellipse', 'cx', 'cy', 'rx'), every(map, '.reach', 'x', 'width', 'rx')];
    """
    bases, reaches = run(page, MAP + script)
    assert bases == [[10, 28, 1], [10, 28, 0.5]]
    assert reaches == [[6, 8, 4], [4.5, 11, 5.5]]


def test_the_kill_box_is_measured_from_whose_edge_it_counts(page: Page) -> None:
    script = """
        const boxes = (viewer, box, ...names) =>
            every(drawn(viewer, {}, null, box), '.killbox', ...names);
        return [['red', 'red'], ['red', 'blue'], ['blue', 'blue']]
            .map(([viewer, of]) => boxes(viewer, { inches: 14, of }, 'y1'))
            .concat([boxes('red', { inches: 12, of: null }, 'x', 'width')]);
    """
    assert run(page, MAP + script) == [[[34]], [[14]], [[34]], [[12, 24]]]


def test_each_player_s_edge_of_the_map_names_the_player_and_the_seat(page: Page) -> None:
    script = """
        return ['red', 'blue'].map((viewer) => [...drawn(viewer).querySelectorAll('.edge')]
            .map((edge) => [edge.textContent, Number(edge.getAttribute('y'))]));
    """
    red, blue = run(page, MAP + script)
    assert red == [["Red (first player)", 51.2], ["Blue (second player)", -1.4]]
    assert blue == [["Red (first player)", -1.4], ["Blue (second player)", 51.2]]


def test_deployment_and_reinforcement_areas_turn_with_the_table(page: Page) -> None:
    script = """
        const briefing = { deployments: [{ key: 'corner',
            zones: [{ area: { x: 2, y: 3, width: 20, height: 5, circle: false } }],
            lines: [{ x: 4, y: 6, to_x: 30, to_y: 8, seat: 'first' }] }] };
        return ['red', 'blue'].map((viewer) => {
            const map = drawn(viewer, { deployment: 'corner' }, briefing);
            return [every(map, 'svg', 'x', 'y', 'width', 'height'),
                every(map, 'rect.deployment', 'x', 'y', 'width', 'height'),
                every(map, '.reinforcements', 'x1', 'y1', 'x2', 'y2')];
        });
    """
    red, blue = run(page, MAP + script)
    table = [[0, 0, 48, 48]]
    assert red == [table, [[2, 40, 20, 5]], [[4, 42, 30, 40]]]
    assert blue == [table, [[26, 3, 20, 5]], [[44, 6, 18, 8]]]


SCORING = """
    const scoring = await import('/scoring/scoring.js');
    const element = (key, more = {}) => ({ key, name: key, kind: 'flag', owner: 'neutral',
        scored_by: 'neutral', control: 0, dominate: 0, own_control: 0, own_dominate: 0,
        own_dominate_takes: 0, destroyed: 0, once: false, after: '', ...more });
    const rules = (elements, more = {}) => ({ ...terms,
        victory: { ...terms.victory, scoring_from_turn: 1 },
        scenario: { ...terms.scenario, kill_box: false, reopens: false, most_a_turn: 0, ways: [],
            elements, ...more } });
    const holding = (key, side, held = 'controlled') => ({ key, side, held });
    const turn = (step, ...holdings) =>
        [step, { step, kill_box: false, caster_left: false, points: null, holdings }];
    const stand = (rules, ...turns) =>
        scoring.tableau(rules, 'red', Object.fromEntries(turns), 99);
"""


def test_the_owner_of_an_objective_is_not_offered_its_destruction(page: Page) -> None:
    script = """
        const own = element('objective', { kind: 'objective', owner: 'first' });
        const ways = [{ seat: 'neutral', points: 1,
            needs: [{ key: 'objective', held: 'destroyed' }] }];
        const { scenario } = rules([own], { ways });
        return ['red', 'blue'].map((side) => scoring.offers(scenario, own, 'red', side, 'red'));
    """
    assert run(page, SCORING + script) == [[], ["destroyed"]]


def test_only_a_player_dominating_their_own_element_takes_points_from_the_opponent(
    page: Page,
) -> None:
    script = """
        const own = element('friendly', { owner: 'first', own_dominate_takes: 2 });
        const flag = element('flag', { control: 3 });
        const both = rules([own, flag]);
        const blue = turn(5, holding('flag', 'blue'));
        const after = (...holdings) => stand(both, blue, turn(6, ...holdings)).points;
        return [after(), after(holding('friendly', 'red')),
            after(holding('friendly', 'red', 'dominated')),
            after(holding('friendly', 'blue', 'dominated'))];
    """
    nothing, controlled, dominated, of_another = run(page, SCORING + script)
    assert nothing == controlled == of_another == {"red": 0, "blue": 3}
    assert dominated == {"red": 0, "blue": 1}


def test_a_turn_scores_at_most_its_limit_and_a_one_time_element_only_once(
    page: Page,
) -> None:
    script = """
        const flags = ['a', 'b', 'c'].map((key) => element(key, { control: 1, once: true }));
        const worthless = element('d', { once: true });
        const two = rules([...flags, worthless], { most_a_turn: 2 });
        const held = flags.map(({ key }) => holding(key, 'red'));
        const first = stand(two, turn(5, ...held));
        const again = stand(two, turn(5, ...held), turn(7, ...held));
        const nothing = stand(two, turn(5, holding('d', 'red')));
        return [first, again, nothing].map(({ points, taken }) => [points.red, taken]);
    """
    first, again, nothing = run(page, SCORING + script)
    assert first == [2, ["a/red", "b/red"]]
    assert again == [3, ["a/red", "b/red", "c/red"]]
    assert nothing == [0, []]


def test_the_end_of_a_game_destroys_the_right_player_s_casters(page: Page) -> None:
    script = """
        const { felled } = verdict;
        const of = (more, rules = {}) => {
            const ending = { casters_gone: false, winner: 'red', ...more };
            const ended = { terms: { ...terms, ...rules }, play: { ...begun, ending } };
            return ['red', 'blue'].map((side) => felled(ended, ending, side));
        };
        const apd = (apd_percent) => ({ concession: { ...terms.concession, apd_percent } });
        return [of({ how: 'scenario', casters_gone: true }), of({ how: 'assassination' }),
            of({ how: 'scenario' }), of({ how: 'concession' }, apd(0)),
            of({ how: 'concession' }, apd(50))];
    """
    gone, assassinated, scenario, whole, share = run(page, script)
    assert gone == [True, True]
    assert assassinated == [False, True]
    assert scenario == [False, False]
    assert whole == [False, True]
    assert share == [False, False]


def test_a_player_who_taps_out_of_turn_is_told_what_the_table_is_waiting_for(page: Page) -> None:
    script = """
        const { decide } = await import('/table/decide.js');
        const tap = (play, side, atMs = at) =>
            decide(shown(play, { stage: 'started' }), { type: 'tap', side }, atMs);
        const least = terms.time.minimum_turn_ms;
        const dice = { ...begun, dice_down_ms: at };
        const waits = { ...begun, awaits_start: true };
        return [[begun, dice, waits].map((play) => tap(play, 'blue').refused),
            [tap(begun, 'red', at + least - 1).refused, tap(begun, 'red', at + least).marks,
                tap(dice, 'red').marks, tap(waits, 'red').marks].map((answer) =>
                    Array.isArray(answer) ? answer.map(({ kind }) => kind) : Boolean(answer))];
    """
    refused, mine = run(page, script)
    assert len(set(refused)) == 3
    assert all("Red" in words for words in refused)
    assert mine[0] is True
    assert mine[1][-1] == "turn_ended"
    assert mine[2][-1] == "turn_ended"
    assert mine[3] == ["turn_started"]


def test_a_clock_starts_only_after_both_players_have_chosen_their_specialists(page: Page) -> None:
    script = """
        const { decide } = await import('/table/decide.js');
        const { NEW_PLAY } = game;
        const list = { made: true, shown: '', specialists: [{ name: 'Journeyman' }] };
        const start = (swaps, more = {}) => decide(shown({ ...NEW_PLAY, swaps, ...more },
            { stage: 'started', lists: { red: list, blue: list } }),
            { type: 'start_clock', first: 'red' }, 0).refused ?? '';
        const said = { swapped: [] };
        return [start({ red: null, blue: null }), start({ red: said, blue: null }),
            start({ red: said, blue: said }), start({ red: null, blue: null },
                { clock_holds: true })];
    """
    nobody, red, both, holds = run(page, script)
    assert "Red and Blue" in nobody
    assert "Blue" in red
    assert "Red" not in red
    assert (both, holds) == ("", "")
