// The scoring pad of one turn as plain rows, as in app/views/table/scoring_pad.py.

import { elementName } from "./scoring.js";
import { FIRST_TURN_STEP, SIDES, colour, lastStep, owner, stepWords } from "../clock/deathclock.js";
import { lastScored, soleScorer } from "../table/game.js";
import * as scoring from "./scoring.js";
import { fill, joinWords } from "../words/text.js";
import * as wording from "../words/wording.js";

const EXCLUSIVE = ["controlled", "dominated", "destroyed"];
const same = (a, b) => a.key === b.key && a.side === b.side && a.held === b.held;

/** The steps that can be scored or corrected at present, the latest first. */
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

/** The scoring pad of `step`, with the entries so far. */
export function padOf({ terms, play }, step) {
  const { scenario } = terms;
  const score = play.scores[step] ?? null;
  const before = scoring.tableau(terms, play.first, play.scores, step);
  const gone = scenario.elements
    .filter((element) => element.key === play.removed || !scoring.isThere(element, before))
    .map((each) => each.key);
  const sole = soleScorer({ terms, play }, step);
  const active = owner(play.first, step);
  const boxed = scoring.killBoxCounts(terms, step) && sole === null;
  const total = scoring.controlPoints(terms, play.first, play.scores, step + 1);
  return {
    step,
    title: terms.victory.points_at_end ? wording.THE_GAME : stepWords(play.first, step),
    rows: rowsOf(terms, play, step, before, gone, score?.holdings ?? [], sole),
    scores: scoring.scoresElements(terms, step),
    kill_box_of: boxed ? active : null,
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
    box: boxed ? { inches: scoring.killBoxInches(terms, step), of: terms.kill_box.own_edge ? active : null } : null,
  };
}

/** The changes of elements at the end of the turn: tokens and moves. */
function countsOf(terms, play, step, before, gone, score) {
  if (!scoring.scoresElements(terms, step)) return [];
  const { scenario } = terms;
  const { holdings = [], counted = [] } = score ?? {};
  const there = scenario.elements.filter((element) => !gone.includes(element.key));
  return there.flatMap((element) => {
    const kind = element.countdown ? "countdown" : element.tokens ? "tokens" : element.journey ? "journey" : "";
    if (!kind) return [];
    const side = scoring.sideOf(element.owner, play.first);
    const moved = before.counters[element.key] ?? 0;
    return [{
      key: element.key,
      name: elementName(element, play),
      kind,
      stands: element.countdown ? scoring.countdownLeft(element, before) : moved,
      number: counted.find((each) => each.key === element.key)?.number ?? 0,
      most: mostOf(scenario, element, holdings, side, before),
    }];
  });
}

/** The largest number that may be entered for an element. */
function mostOf(scenario, element, holdings, side, before) {
  const held = (key, by) => holdings.some((each) =>
    each.key === key && scoring.isHeld(each.held) && each.side === by);
  if (element.countdown) {
    const choosers = scoring.fuseHolders(scenario, holdings).length;
    return Math.min(choosers ? scenario.fuse.sides * choosers : 1, scoring.countdownLeft(element, before));
  }
  if (!held(element.key, side)) return 0;
  return element.tokens ? 1 : scoring.mayMove(scenario, element, holdings, side);
}

/** A sentence on what the scenario does to the models of the side that scored. */
function afterScoring(terms, step, { points }, total) {
  const rule = terms.scenario.after_scoring;
  const scorers = SIDES.filter((side) => total[side] > points[side]).map(colour);
  if (!rule || !scorers.length || !scoring.scoresElements(terms, step)) return "";
  return fill(wording.SCORED_SO_THEN, { side: joinWords(scorers), rule });
}

/** The holdings after a press on one option for `side` of the element `key`; null as a side means "Nobody". */
export function pressed(holdings, key, side, held) {
  const others = holdings.filter((holding) => holding.key !== key);
  if (!side) return others;
  const mine = { key, side, held };
  const here = holdings.filter((holding) => holding.key === key);
  if (here.some((each) => same(each, mine)))
    return [...others, ...here.filter((each) => !same(each, mine) && each.held !== "arrived")];
  if (held === "arrived") return [...others, ...here, mine];
  if (EXCLUSIVE.includes(held)) return [...others, mine];
  const kept = here.filter((each) => each.side !== side && !EXCLUSIVE.includes(each.held));
  return [...others, ...kept, mine];
}

/** The condition for a win, such as "6 ahead wins", "5 points and a lead win" or "First to 2 wins". */
function winWords(win) {
  if (!win.points) return wording.MORE_POINTS_WIN;
  if (win.lead > 1) return fill(wording.SO_MANY_AHEAD_WINS, { lead: win.lead });
  return win.lead ? fill(wording.POINTS_AND_THE_LEAD_WIN, { points: win.points }) : fill(wording.FIRST_TO_SO_MANY_WINS, { points: win.points });
}

function rowsOf({ scenario }, play, step, before, gone, entered, sole) {
  const { first } = play;
  const active = owner(first, step);
  const pair = (of) => ({ red: of("red"), blue: of("blue") });
  const held = (key) => entered.filter((each) => each.key === key);
  const there = scenario.elements.filter((element) => !gone.includes(element.key));
  const elements = there.map((element) => ({
    key: element.key,
    name: elementName(element, play),
    kind: element.kind,
    offers: pair((side) => (sole === null || sole === side ? scoring.offers(scenario, element, first, side, active) : [])),
    taken: pair((side) => scoring.took(before, element.key, side)),
    held: held(element.key),
  }));
  const asks = (key, side) => scenario.ways.some(
    (way) =>
      [null, side].includes(scoring.sideOf(way.seat, first)) &&
      way.needs.some((need) => need.held === "met" && need.key === key),
  );
  const conditions = scenario.conditions.map((condition) => ({
    key: condition.key,
    name: condition.name,
    kind: null,
    offers: pair((side) => (asks(condition.key, side) ? ["met"] : [])),
    taken: { red: false, blue: false },
    held: held(condition.key),
  }));
  return [...elements, ...conditions].filter((row) => SIDES.some((s) => row.offers[s].length));
}

/** Whether the organizer set the points, with a reason. They apply until the organizer withdraws them. */
export const overrules = (score) =>
  Boolean(score && score.by === null && score.points !== null && score.reason);

/** Pairs of elements of which one has left the table. */
function vanishing(scenario, play) {
  if (play.step <= FIRST_TURN_STEP + 1) return [];
  const elements = scenario.vanishing.map((key) => scenario.elements.find((e) => e.key === key));
  return elements.filter(Boolean).map((each) => [each.key, each.name]);
}
