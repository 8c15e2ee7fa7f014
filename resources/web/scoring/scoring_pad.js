// The scoring pad of one turn as plain rows, as app/views/table/scoring_pad.py.

import { elementName } from "./scoring.js";
import { SIDES, colour } from "../clock/deathclock.js";
import { lastScored, soleScorer } from "../table/game.js";
import * as scoring from "./scoring.js";
import { FIRST_TURN_STEP, lastStep, owner, stepWords } from "../clock/turns.js";
import { fill, joinWords } from "../words/text.js";
import * as wording from "../words/wording.js";

const EXCLUSIVE = ["controlled", "dominated", "destroyed"];
const same = (one, two) => one.key === two.key && one.side === two.side && one.held === two.held;

/** Steps that can be scored or corrected now, latest first. */
export function padSteps({ terms, play }) {
  if (!play.clock) return [];
  if (terms.victory.points_at_end) return play.ending === null ? [] : [lastScored(terms, play)];
  const final = lastStep(terms) ?? Infinity;
  const steps = [];
  for (let step = Math.min(lastScored(terms, play), final);
    step >= FIRST_TURN_STEP; step -= 1)
    if (scoring.scoresElements(terms, step) || scoring.killBoxCounts(terms, step)) steps.push(step);
  return steps;
}

/** The scoring pad of `step`, with what was entered for it so far. */
export function padOf({ terms, play }, step) {
  const { scenario } = terms;
  const score = play.scores[step] ?? null;
  const before = scoring.tableau(terms, play.first, play.scores, step);
  const gone = scenario.elements
    .filter((one) => one.key === play.removed || !scoring.isThere(one, before))
    .map((one) => one.key);
  const sole = soleScorer({ terms, play }, step);
  const boxed = scoring.killBoxCounts(terms, step) && sole === null;
  const total = scoring.controlPoints(terms, play.first, play.scores, step + 1);
  return {
    step,
    title: terms.victory.points_at_end ? wording.THE_GAME : stepWords(play.first, step),
    rows: rowsOf(terms, play, step, before, gone, score?.holdings ?? [], sole),
    scores: scoring.scoresElements(terms, step),
    kill_box_of: boxed ? owner(play.first, step) : null,
    kill_box: score?.kill_box ?? false,
    destroys: boxed && terms.kill_box.destroys,
    caster_left: score?.caster_left ?? false,
    points: { red: total.red - before.points.red, blue: total.blue - before.points.blue },
    total,
    win: scenario.wins === false ? wording.NO_LEAD_WINS_HERE : winWords(scoring.winning(terms)),
    vanishing: vanishing(scenario, play),
    removed: play.removed,
    gone,
    overruled: score?.points ?? null,
    ruling: overrules(score) ? score.reason : "",
    after: afterScoring(terms, step, before, total),
    counts: sole === null ? countsOf(terms, play, step, before, gone, score) : [],
    box_inches: scoring.killBoxInches(terms, step),
    own_edge: terms.kill_box.own_edge,
  };
}

/** What changes on elements at the end of the turn: tokens and moves. */
function countsOf(terms, play, step, before, gone, score) {
  if (!scoring.scoresElements(terms, step)) return [];
  const { scenario } = terms;
  const { holdings = [], counted = [] } = score ?? {};
  const there = scenario.elements.filter((one) => !gone.includes(one.key));
  return there.flatMap((one) => {
    const kind = one.countdown ? "countdown" : one.tokens ? "tokens" : one.journey ? "journey" : "";
    if (!kind) return [];
    const side = scoring.sideOf(one.owner, play.first);
    const moved = before.counters[one.key] ?? 0;
    return [{
      key: one.key,
      name: elementName(one, play),
      kind,
      stands: one.countdown ? scoring.countdownLeft(one, before) : moved,
      number: counted.find((each) => each.key === one.key)?.number ?? 0,
      most: mostOf(scenario, one, holdings, side, before),
    }];
  });
}

/** The most that may be entered for an element. */
function mostOf(scenario, one, holdings, side, before) {
  const held = (key, by) => holdings.some((each) =>
    each.key === key && scoring.isHeld(each.held) && (by === null || each.side === by));
  if (one.countdown) {
    const most = scenario.fuse && held(scenario.fuse.key, null) ? scenario.fuse.sides : 1;
    return Math.min(most, scoring.countdownLeft(one, before));
  }
  if (!held(one.key, side)) return 0;
  return one.tokens ? 1 : scoring.mayMove(scenario, one, holdings, side);
}

/** What the scenario does to the models of whoever scored. */
function afterScoring(terms, step, { points }, total) {
  const rule = terms.scenario.after_scoring;
  const scorers = SIDES.filter((side) => total[side] > points[side]).map(colour);
  if (!rule || !scorers.length || !scoring.scoresElements(terms, step)) return "";
  return fill(wording.SCORED_SO_THEN, { side: joinWords(scorers), rule });
}

/** The holdings after a press on what `side` has of `key`; a side of null is "Nobody". */
export function pressed(holdings, key, side, held) {
  const others = holdings.filter((one) => one.key !== key);
  if (!side) return others;
  const mine = { key, side, held };
  const here = holdings.filter((one) => one.key === key);
  if (here.some((one) => same(one, mine)))
    return [...others, ...here.filter((one) => !same(one, mine) && one.held !== "arrived")];
  if (held === "arrived") return [...others, ...here, mine];
  if (EXCLUSIVE.includes(held)) return [...others, mine];
  const kept = here.filter((one) => one.side !== side && !EXCLUSIVE.includes(one.held));
  return [...others, ...kept, mine];
}

/** "6 ahead wins", "5 points and a lead win", "First to 2 wins". */
function winWords(win) {
  if (!win.points) return wording.MORE_POINTS_WIN;
  if (win.lead > 1) return fill(wording.SO_MANY_AHEAD_WINS, { lead: win.lead });
  return win.lead ? fill(wording.POINTS_AND_THE_LEAD_WIN, { points: win.points }) : fill(wording.FIRST_TO_SO_MANY_WINS, { points: win.points });
}

function rowsOf({ scenario }, play, step, before, gone, entered, sole) {
  const { first } = play;
  const active = owner(first, step);
  const pair = (of) => ({ red: of("red"), blue: of("blue") });
  const held = (key) => entered.filter((one) => one.key === key);
  const there = scenario.elements.filter((one) => !gone.includes(one.key));
  const elements = there.map((one) => ({
    key: one.key,
    name: elementName(one, play),
    kind: one.kind,
    offers: pair((side) => (sole === null || sole === side ? scoring.offers(scenario, one, first, side, active) : [])),
    taken: pair((side) => scoring.took(before, one.key, side)),
    held: held(one.key),
  }));
  const asks = (key, side) => scenario.ways.some(
    (way) =>
      [null, side].includes(scoring.sideOf(way.seat, first)) &&
      way.needs.some((need) => need.held === "met" && need.key === key),
  );
  const conditions = scenario.conditions.map((one) => ({
    key: one.key,
    name: one.name,
    kind: null,
    offers: pair((side) => (asks(one.key, side) ? ["met"] : [])),
    taken: { red: false, blue: false },
    held: held(one.key),
  }));
  return [...elements, ...conditions].filter((row) => SIDES.some((s) => row.offers[s].length));
}

/** Whether the organizer set the points, for a reason; they stand until he withdraws them. */
export const overrules = (score) =>
  Boolean(score && score.by === null && score.points !== null && score.reason);

/** Elements of which one has left the table. */
function vanishing(scenario, play) {
  if (play.step <= FIRST_TURN_STEP + 1) return [];
  const elements = scenario.vanishing.map((key) => scenario.elements.find((e) => e.key === key));
  return elements.filter(Boolean).map((one) => [one.key, one.name]);
}
