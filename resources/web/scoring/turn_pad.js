// The pad of a turn that both players score, as plain data: its steps, its rows and its totals, as in
// app/views/table/turn_pad.py.

import { targetOf, wayInches } from "./turn_states.js";
import { elementName } from "./scoring.js";
import { FIRST_TURN_STEP, SIDES, lastStep, other, owner } from "../clock/deathclock.js";
import { lastScored, ownerOf, runnerOf, soleScorer, ticking } from "../table/game.js";
import { overrules, pressed } from "./scoring_pad.js";
import * as scoring from "./scoring.js";

const JUST_SCORED_MS = 5_000;
/** @typedef {{ step: number, out: boolean, stage: string, holdings: any[], counted: any[], kill_box: boolean,
 *   was: any[], base: string, touched: boolean, ended: boolean, chosen: string, choices: number }} Draft */

/** Whether this pad scores the game's turns: both sides score every turn, and only for what they hold.
 * @param {Engine.GameRules} terms */
export const isForEachTurn = ({ victory, scenario }) =>
  victory.each_turn && scenario.elements.length > 0 &&
  !scenario.conditions.length && !scenario.vanishing.length;

/** Whether anything can score at the end of `step`. */
const isScored = (terms, step) =>
  scoring.scoresElements(terms, step) || scoring.killBoxCounts(terms, step);

/** The finished turn that waits to be scored; null if there is none. A turn that continued after it was scored is asked
 * about again. */
export function dueStep({ terms, play }) {
  if (!play.clock || play.flag || play.ending?.ruled) return null;
  const step = play.ending ? lastScored(terms, play) : play.step - 1;
  const final = lastStep(terms) ?? Infinity;
  if (step < FIRST_TURN_STEP || step > final || !isScored(terms, step)) return null;
  const { how, scores_on: more } = play.ending ?? { how: null, scores_on: false };
  if (how !== null && how !== "assassination" && !more) return null;
  const score = play.scores[step];
  const ended = play.ended.find((each) => each.step === step);
  const played = ended && score && score.at_ms < ended.at_ms - JUST_SCORED_MS;
  return !score || (played && !overrules(score)) ? step : null;
}

/** Whether the active player has something to do alone before their clock stops: light the fuse, or move what they may
 * move after the scoring. */
export function comesBeforeTap(game, draft, nowMs) {
  const { terms, play } = game;
  const { step } = play;
  const active = ownerOf(play);
  if (!isForEachTurn(terms) || !ticking(play) || play.claim || runnerOf(play) !== active) return false;
  if (!scoring.scoresElements(terms, step) || soleScorer(game, step) !== null) return false;
  const score = play.scores[step];
  if (score && (overrules(score) || nowMs - score.at_ms < JUST_SCORED_MS)) return false;
  if (stagesOf(game, step)[0] === "fuse") return draft.stage === "fuse" || draft.stage === "boom";
  return ownMoves(game, step).some((each) => each.element.journey && each.side === active);
}

/** The elements that may be moved or gain a token after a scoring, each with its owner. */
function ownMoves({ terms, play }, step) {
  const before = scoring.tableau(terms, play.first, play.scores, step);
  return terms.scenario.elements
    .filter((element) => (element.journey || (element.tokens && !before.race_is_over)) && scoring.isThere(element, before))
    .map((each) => ({ element: each, side: scoring.sideOf(each.owner, play.first), before }))
    .filter((each) => each.side && (each.element.journey || standsAt(each) < each.element.tokens.needed));
}

const standsAt = ({ element, before }) => before.counters[element.key] ?? 0;

/** The steps of this turn's pad, in the order of the packet's text. */
export function stagesOf(game, step) {
  const { terms, play } = game;
  if (!scoring.scoresElements(terms, step) || soleScorer(game, step) !== null) return ["score"];
  const before = scoring.tableau(terms, play.first, play.scores, step);
  const burns = terms.scenario.fuse &&
    terms.scenario.elements.some((element) => element.countdown && scoring.countdownLeft(element, before));
  return [burns && "fuse", "score", ownMoves(game, step).length > 0 && "after"].filter(Boolean);
}

/** A new draft for `step`: what was entered for it or, if nothing was, what was held at the last scoring. After a
 * clock-out the scoring decides the game, and no fuse is lit.
 * @returns {Draft} */
export function newDraft(game, step) {
  const { play } = game;
  const out = soleScorer(game, step) !== null;
  const entered = play.scores[step];
  const was = lastHeld(game, step);
  const holdings = entered ? entered.holdings : out ? [] : was;
  const counted = entered?.counted ?? [];
  const stages = stagesOf(game, step);
  return {
    step, out, holdings, counted, was: entered && !out ? entered.holdings : was,
    stage: entered ? "score" : stages[0],
    kill_box: entered?.kill_box ?? false,
    base: JSON.stringify(entered ?? null),
    touched: false, ended: step < play.step || play.ending !== null,
    chosen: "", choices: 0,
  };
}

/** The draft for `step`. A draft is replaced by a new one if what it was based on has changed.
 * @param {any} game
 * @param {number} step
 * @param {Draft | null} draft */
export function goOn(game, step, draft) {
  const { play } = game;
  const over = step < play.step || play.ending !== null;
  const base = JSON.stringify(play.scores[step] ?? null);
  const out = soleScorer(game, step) !== null;
  if (!draft || draft.step !== step || draft.base !== base || draft.out !== out) return newDraft(game, step);
  if (draft.ended && !over) return newDraft(game, step); // the end of the turn was taken back
  if (!draft.touched) return { ...newDraft(game, step), stage: draft.stage, ended: over };
  return over && !draft.ended ? { ...draft, ended: true } : draft;
}

/** What was held at the last scoring before `step` and can still be held at the end of `step`. */
function lastHeld(game, step) {
  const { terms, play } = game;
  const before = scoring.tableau(terms, play.first, play.scores, step);
  const last = lastScore(play, step);
  const active = owner(play.first, step);
  return (last?.holdings ?? []).filter((item) => {
    const element = terms.scenario.elements.find((each) => each.key === item.key);
    return item.held === "controlled" && element && element.kind !== "cache" && scoring.isThere(element, before) &&
      scoring.offers(terms.scenario, element, play.first, item.side, active).includes(item.held);
  });
}

function lastScore(play, step) {
  const earlier = Object.keys(play.scores).map(Number).filter((each) => each < step);
  return earlier.length ? play.scores[Math.max(...earlier)] : null;
}

/** The scores of the game with the draft's own score in it.
 * @param {any} game
 * @param {Draft} draft */
export const scoresWith = ({ play }, draft) => ({ ...play.scores, [draft.step]: scoreOf(draft) });

const scoreOf = ({ step, holdings, counted, kill_box }) => ({
  step, holdings, counted, kill_box, points: null, reason: "", by: null, caster_left: false, at_ms: 0,
});

/** The content of one cell of a row. `can` tells whether that side can hold the element at all. */
function cellOf(terms, play, element, side, draft, now, active) {
  const { scenario } = terms;
  const lit = (held) => held.some((holding) => holding.key === element.key && holding.side === side && holding.held === "controlled");
  const offered = scoring.offers(scenario, element, play.first, side, active).includes("controlled");
  const on = lit(draft.holdings);
  return {
    key: element.key, can: offered && !scoring.took(now, element.key, side), on,
    points: scoring.worthNow(element, play.first, side, "controlled", now),
    taken: scoring.took(now, element.key, side), changed: on !== lit(draft.was), was: lit(draft.was),
  };
}

/** The rows of the scoring, only for what can score. An element that only one side can hold shares a row with its
 * counterpart.
 * @param {any} game
 * @param {Draft} draft */
export function rowsOf(game, draft) {
  const { terms, play } = game;
  const { step } = draft;
  if (!scoring.scoresElements(terms, step)) return [];
  const { scenario } = terms;
  const active = owner(play.first, step);
  const sole = soleScorer(game, step);
  const before = scoring.tableau(terms, play.first, play.scores, step);
  const counters = { ...before.counters };
  for (const { key, number } of draft.counted) counters[key] = (counters[key] ?? 0) + number;
  const now = { ...before, counters };
  const rows = ordered(scenario).flatMap((element) => {
    const cell = (side) => cellOf(terms, play, element, side, draft, now, active);
    const cells = { red: cell("red"), blue: cell("blue") };
    for (const side of SIDES) if (sole !== null && side !== sole) cells[side].can = false;
    const worth = SIDES.filter((side) => cells[side].points > 0);
    const here = scoring.isThere(element, before) || worth.some((side) => cells[side].taken);
    if (!here || !worth.length) return [];
    const own = scoring.sideOf(element.owner, play.first);
    return [{ element, name: elementName(element, play), own, worth, cells,
      left: element.countdown ? scoring.countdownLeft(element, now) : null }];
  });
  return paired(rows).filter((row) => SIDES.some((side) => row.cells[side].can));
}

/** The elements in an order in which related ones are adjacent: those of one way of scoring, then those of one kind and
 * size. */
function ordered({ elements, ways }) {
  const groups = ways.filter((way) => way.adds).map((way) => way.needs.map((need) => need.key));
  const together = (a, b) =>
    groups.some((keys) => keys.includes(a.key) && keys.includes(b.key)) ||
    (a.kind === b.kind && a.base_mm === b.base_mm &&
      !groups.some((keys) => keys.includes(a.key) || keys.includes(b.key)));
  const all = [];
  for (const element of elements)
    if (!all.includes(element))
      all.push(element, ...elements.filter((next) => !all.includes(next) && next !== element && together(element, next)));
  return all;
}

/** A row for the two elements of which each side can hold only the opponent's. */
function paired(rows) {
  const alone = (row) => (row.worth.length === 1 ? row.worth[0] : null);
  const made = [];
  for (const row of rows) {
    const mine = alone(row);
    const twin = mine && made.find((each) => alone(each) === other(mine) && !each.both && each.element.kind === row.element.kind);
    if (twin) Object.assign(twin, { both: true, cells: { ...twin.cells, [mine]: row.cells[mine] } });
    else made.push(mine ? { ...row, cells: { ...row.cells, [other(mine)]: null } } : row);
  }
  for (const row of made) for (const side of SIDES) row.cells[side] = row.cells[side] ?? { can: false, on: false, absent: true };
  return made;
}

/** The points for holding several elements together, as {side, at, points, count, all}; `at` is the row where they are
 * shown.
 * @param {any} game
 * @param {Draft} draft
 * @param {any[]} rows */
export function bridgesOf({ terms, play }, draft, rows) {
  const held = (key, side) => draft.holdings.some((holding) =>
    holding.key === key && holding.side === side && scoring.isHeld(holding.held));
  const taken = new Set();
  return terms.scenario.ways.filter((way) => way.adds).flatMap((way) => SIDES.flatMap((side) => {
    const whose = scoring.sideOf(way.seat, play.first);
    if (whose !== null && whose !== side) return [];
    const lit = rows.filter((row) => way.needs.some((need) => need.key === row.element.key && held(need.key, side)));
    const count = way.least || way.needs.length;
    if (lit.length < count) return [];
    const spot = lit.find((row) => !taken.has(`${side}/${row.element.key}`)) ?? lit[0];
    taken.add(`${side}/${spot.element.key}`);
    return [{ side, at: spot.element.key, points: way.points, count, all: count === way.needs.length }];
  }));
}

/** The draft after a tap on a cell: that side alone holds the element. A second tap undoes this. */
export function tapped(draft, key, side) {
  return { ...draft, choices: 0, holdings: pressed(draft.holdings, key, side, "controlled") };
}

/** The draft in which both sides hold the element, because each has only a Leader there. */
export function heldByBoth(draft, key) {
  const others = draft.holdings.filter((holding) => holding.key !== key);
  const both = SIDES.map((side) => ({ key, side, held: "controlled" }));
  return { ...draft, choices: 0, holdings: [...others, ...both] };
}

/** The totals of the turn: points before and after, who is ahead, and whether the game is over.
 * @param {any} game
 * @param {Draft} draft */
export function sumsOf(game, draft) {
  const { terms, play } = game;
  const scores = scoresWith(game, draft);
  const points = (steps) => scoring.controlPoints(terms, play.first, scores, steps);
  const [before, total] = [points(draft.step), points(draft.step + 1)];
  const win = scoring.winning(terms);
  const won = scoring.leader(terms, play.first, scores, draft.step + 1);
  const lead = Math.abs(total.red - total.blue);
  const ahead = total.red === total.blue ? null : total.red > total.blue ? "red" : "blue";
  const last = lastStep(terms);
  return {
    before, total, lead, ahead, winner: won?.side ?? null,
    needs: terms.scenario.wins ? win.lead : 0,
    waits: Boolean(terms.scenario.wins && ahead && lead >= win.lead),
    last: last !== null && draft.step >= last,
    over: won !== null || (last !== null && draft.step >= last) || play.ending !== null,
  };
}

export const numberOf = (counted, key) => counted.find((each) => each.key === key)?.number ?? 0;

/** The countdowns to choose from before the scoring, and how many tokens each would lose for `number`.
 * @param {any} game
 * @param {Draft} draft
 * @param {number | null} number */
export function countdownsOf({ terms, play }, draft, number) {
  const before = scoring.tableau(terms, play.first, play.scores, draft.step);
  return terms.scenario.elements.filter((element) => element.countdown).map((element) => {
    const left = scoring.countdownLeft(element, before) - (draft.choices && numberOf(draft.counted, element.key));
    const takes = Math.min(number ?? 0, left);
    return { element, left, takes, tokens: element.countdown?.tokens ?? 0,
      own: scoring.sideOf(element.owner, play.first), goesOff: takes > 0 && takes === left };
  });
}

/** The sides that hold the element of the fuse, beginning with the player whose turn ends.
 * @param {any} game
 * @param {Draft} draft */
export function fuseHolders({ terms, play }, draft) {
  const held = scoring.fuseHolders(terms.scenario, draft.holdings);
  return held[0] === owner(play.first, draft.step) ? held : held.reverse();
}

/** The side that now chooses what loses tokens; null if no side, or no further side, holds the element of the fuse. */
export const fuseChooser = (game, draft) => fuseHolders(game, draft)[draft.choices] ?? null;

/** The draft with `number` tokens taken from the countdown of `key`, or as many as are left.
 * @param {any} game
 * @param {Draft} draft
 * @param {string} key
 * @param {number} number */
export function lit(game, draft, key, number) {
  const countdown = countdownsOf(game, draft, number).find((each) => each.element.key === key);
  const counted = draft.choices ? draft.counted : [];
  const all = (countdown?.takes ?? 0) + numberOf(counted, key);
  const others = counted.filter((each) => each.key !== key);
  const next = { ...draft, counted: all ? [...others, { key, number: all }] : others, chosen: key, choices: draft.choices + 1 };
  return countdown?.goesOff ? { ...next, stage: "boom" } : afterChoice(game, next);
}

/** The draft after a countdown has lost tokens. If both sides hold the element of the fuse and any token is left, the
 * other player chooses; otherwise the scoring follows.
 * @param {any} game
 * @param {Draft} draft */
export function afterChoice(game, draft) {
  const goesOn = fuseChooser(game, draft) && countdownsOf(game, draft, 0).some((each) => each.left);
  return goesOn ? { ...draft, stage: "fuse" } : { ...draft, stage: "score", choices: 0 };
}

/** The tokens to add and moves to make after the scoring, for each side.
 * @param {any} game
 * @param {Draft} draft */
export function afterOf(game, draft) {
  const { terms, play } = game;
  return ownMoves(game, draft.step).map(({ element, side, before }) => {
    const mine = /** @type {Engine.Side} */ (side);
    const has = (held) => draft.holdings.some((holding) => holding.key === element.key && holding.side === mine && holding.held === held);
    const stands = before.counters[element.key] ?? 0;
    const counted = numberOf(draft.counted, element.key);
    const most = element.journey ? scoring.mayMove(terms.scenario, element, draft.holdings, mine) : 1;
    const others = element.journey ? (most - element.journey.inches) / (element.journey.each || 1) : 0;
    return {
      element, side: mine, held: has("controlled"), arrived: has("arrived"), stands, counted, most, others,
      toGo: element.journey ? wayInches(terms.scenario, element) - stands - counted : 0,
      name: elementName(element, play), target: targetOf(terms.scenario, element),
    };
  });
}

/** The draft at the beginning of the step after the scoring. Tokens are added unless somebody removes them; nothing
 * moves unless somebody says so. */
export function beginAfter(game, draft) {
  const kept = draft.counted.filter((item) => !afterOf(game, draft).some((each) => each.element.key === item.key));
  const added = afterOf(game, draft).filter((each) => each.element.tokens && each.held)
    .map((each) => ({ key: each.element.key, number: 1 }));
  return { ...draft, stage: "after", counted: [...kept, ...added] };
}

/** The draft with `number` tokens or inches for an element, and whether it has reached its target. */
export function withCount(draft, key, number, arrived = false) {
  const counted = draft.counted.filter((each) => each.key !== key);
  const holdings = draft.holdings.filter((holding) => holding.key !== key || holding.held !== "arrived");
  const side = draft.holdings.find((holding) => holding.key === key)?.side;
  return {
    ...draft, counted: number ? [...counted, { key, number }] : counted,
    holdings: arrived ? [...holdings, { key, side, held: "arrived" }] : holdings,
  };
}

/** A text without the sentences about bases of other sizes.
 * @param {string} text
 * @param {number} base */
export function ofSize(text, base) {
  const kept = text.split(". ").filter((sentence) => {
    const size = /\b(\d+)[ ‑-]mm/.exec(sentence);
    return !size || !base || Number(size[1]) === base;
  }).join(". ");
  return kept && !kept.endsWith(".") ? `${kept}.` : kept;
}

/** Whether anything is asked after the scoring.
 * @param {any} game
 * @param {Draft} draft */
export const asksAfter = (game, draft) =>
  stagesOf(game, draft.step).includes("after") && afterOf(game, draft).some((each) => each.held);
