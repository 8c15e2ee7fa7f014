// Control points: what each turn scored, who has won, and what may be scored, as in app/engine/table/scoring.py.

import { FIRST_TURN_STEP, SIDES, other, owner, put, turnNumber } from "../clock/deathclock.js";

/** @type {Engine.Held[]} */
const HELD = ["controlled", "dominated", "contested", "destroyed", "met", "arrived"];
const SCORES = ["controlled", "dominated"];
/** @typedef {{ points: Engine.Pair<number>, taken: string[], destroyed: string[], further: number,
 *   counters: Record<string, number>, race_is_over: boolean, arrived: string[] }} Tableau */

/** @type {Tableau} */
const EMPTY = {
  points: { red: 0, blue: 0 }, taken: [], destroyed: [], further: 0,
  counters: {}, race_is_over: false, arrived: [],
};

/** @param {number[]} values */
const most = (values) => Math.max(0, ...values);
/** @param {number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0);

/** The side of a seat, which is "first", "second" or "neutral"; null for the neutral one.
 * @param {string} seat
 * @param {Engine.Side} first */
export function sideOf(seat, first) {
  if (seat === "neutral") return null;
  return seat === "first" ? first : other(first);
}

/**
 * @param {string} seat
 * @param {Engine.Side} first
 * @param {Engine.Side} side
 */
const seats = (seat, first, side) => [null, side].includes(sideOf(seat, first));

/** @param {Engine.GameRules} terms */
export const winning = (terms) => terms.scenario.win ?? terms.victory.win;

/**
 * @param {Engine.Win} win
 * @param {number} mine
 * @param {any} theirs
 */
const reached = (win, mine, theirs) =>
  win.points > 0 && mine >= win.points && mine - theirs >= win.lead;

/** Whether elements score at the end of `step`: from the second player's turn on or, if the first scoring turn is 0,
 * from the first player's first turn on.
 * @param {Engine.GameRules} terms
 * @param {number} step */
export function scoresElements(terms, step) {
  return step >= FIRST_TURN_STEP + 2 * terms.victory.scoring_from_turn - 1;
}

/**
 * @param {Engine.GameRules} terms
 * @param {number} step
 */
export function killBoxCounts(terms, step) {
  return terms.scenario.kill_box && turnNumber(step) >= terms.kill_box.from_turn;
}

/** Whether this state of an element counts as holding it.
 * @param {string} held */
export const isHeld = (held) => SCORES.includes(held);

/** The sides that hold the element of the fuse, and therefore choose what loses tokens.
 * @param {Engine.Scenario} scenario
 * @param {any[]} holdings */
export const fuseHolders = ({ fuse }, holdings) => SIDES.filter((side) => fuse && holdings.some((holding) =>
  holding.key === fuse.key && holding.side === side && isHeld(holding.held)));

/** The depth of the kill box at the end of `step`, in inches.
 * @param {Engine.GameRules} terms
 * @param {number} step */
export function killBoxInches(terms, step) {
  const grows = terms.scenario.kill_box_grows;
  const turns = grows ? Math.max(turnNumber(step) - grows.from_turn + 1, 0) : 0;
  return terms.kill_box.inches + (grows ? grows.inches * turns : 0);
}

/** The number of countdown tokens on `element`.
 * @param {Engine.Element} element
 * @param {Tableau} now */
export const countdownLeft = (element, now) =>
  Math.max((element.countdown?.tokens ?? 0) - (now.counters[element.key] ?? 0), 0);

/** The most inches that `side` may move its `element` after this turn's scoring.
 * @param {Engine.Scenario} scenario
 * @param {Engine.Element} element
 * @param {Engine.Holding[]} held
 * @param {Engine.Side} side */
export function mayMove(scenario, element, held, side) {
  if (!element.journey) return 0;
  const others = held
    .filter((holding) => holding.side === side && SCORES.includes(holding.held) && holding.key !== element.key)
    .map((each) => scenario.elements.find((other) => other.key === each.key));
  const objectives = others.filter((element) => element?.kind === "objective");
  return element.journey.inches + element.journey.each * objectives.length;
}

/** The state of the scoring after the first `steps` steps.
 * @param {Engine.GameRules} terms
 * @param {Engine.Side} first
 * @param {Record<number, Engine.ScoreTurn>} scores
 * @param {number} steps */
export function tableau(terms, first, scores, steps) {
  let now = EMPTY;
  for (const [step, after] of course(terms, first, scores)) if (step < steps) now = after;
  return now;
}

/**
 * @param {Engine.GameRules} terms
 * @param {Engine.Side} first
 * @param {Record<number, Engine.ScoreTurn>} scores
 * @param {number} steps
 */
export const controlPoints = (terms, first, scores, steps) =>
  tableau(terms, first, scores, steps).points;

/** The first side that reaches the scenario win within `steps` steps, with the step; null if none does.
 * @param {Engine.GameRules} terms
 * @param {Engine.Side} first
 * @param {Record<number, Engine.ScoreTurn>} scores
 * @param {number} steps
 * @returns {{ side: Engine.Side, step: number } | null} */
export function leader(terms, first, scores, steps) {
  for (const [step, now] of lookedAt(terms, first, scores, steps)) {
    const won = step < steps ? winner(terms, now) : null;
    const early = terms.victory.on_opponents_turn && won === owner(first, step);
    if (won !== null && !early) return { side: won, step };
  }
  return null;
}

/** Each step that may bring a win, with the state of the scoring after it. A lead that counts only after the opponent's
 * turn waits until both sides have scored that turn. A turn that is not scored by the end of the next one scores
 * nothing.
 * @param {Engine.GameRules} terms
 * @param {Engine.Side} first
 * @param {Record<number, Engine.ScoreTurn>} scores
 * @param {number} steps
 * @returns {Generator<[number, Tableau]>} */
function* lookedAt(terms, first, scores, steps) {
  if (!terms.victory.on_opponents_turn) {
    yield* course(terms, first, scores);
    return;
  }
  const scored = new Map(course(terms, first, scores));
  let now = EMPTY;
  for (let step = Math.min(...scored.keys()); step < steps; step += 1) {
    now = scored.get(step) ?? now;
    if (scoresElements(terms, step) && (scores[step] || step < steps - 1)) yield [step, now];
  }
}

/** The first of `steps` steps in which its player lost the last caster in the kill box; null if there is none.
 * @param {Engine.GameRules} terms
 * @param {Record<number, Engine.ScoreTurn>} scores
 * @param {number} steps */
export function casterDestroyed(terms, scores, steps) {
  const boxed = ordered(scores).find(
    (step) => step < steps && scores[step].kill_box && !scores[step].caster_left &&
      killBoxCounts(terms, step),
  );
  return terms.kill_box.destroys ? (boxed ?? null) : null;
}

/** Whether the best scoring imaginable at the end of `step` is a scenario win for `side`.
 * @param {Engine.GameRules} terms
 * @param {Engine.Side} first
 * @param {Record<number, Engine.ScoreTurn>} scores
 * @param {number} step
 * @param {Engine.Side} side */
export function canWin(terms, first, scores, step, side) {
  const { scenario } = terms;
  if (!scoresElements(terms, step) || !scenario.wins) return false;
  const before = tableau(terms, first, scores, step);
  const open = scenario.elements.filter(
    (element) => isThere(element, before) && !took(before, element.key, side),
  );
  let best = sum(open.map((each) => most(HELD.map((held) => worth(each, first, side, held)))));
  best += waysPoints(scenario.ways.filter((way) => seats(way.seat, first, side)));
  best = Math.min(best, scenario.most_a_turn || best);
  if (!scenario.elements.length) best = winning(terms).points;
  const takes = sum(scenario.elements.map((element) => takesAway(element, first, side)));
  const mine = before.points[side] + best;
  const theirs = Math.max(before.points[other(side)] - takes, 0);
  return reached(winning(terms), mine - before.further, theirs - before.further);
}

/** Whether an element stands on the table: it was not destroyed, scored or moved to its target, and if it enters later,
 * it has entered.
 * @param {Engine.Element} element
 * @param {Tableau} now */
export function isThere(element, now) {
  if (now.destroyed.includes(element.key) || now.arrived.includes(element.key)) return false;
  if (element.kind === "cache" && SIDES.some((side) => took(now, element.key, side))) return false;
  return !element.after || now.destroyed.includes(element.after);
}

/**
 * @param {Tableau} now
 * @param {string} key
 * @param {Engine.Side} side
 */
export const took = (now, key, side) => now.taken.includes(`${key}/${side}`);

/** The states of `element` that can be worth something to `side` at the end of a turn of `active`. A cache takes a
 * model's Combat Action, which only the active player's models have.
 * @param {Engine.Scenario} scenario
 * @param {Engine.Element} element
 * @param {Engine.Side} first
 * @param {Engine.Side} side
 * @param {Engine.Side} active */
export function offers(scenario, element, first, side, active) {
  if (element.kind === "cache" && side !== active) return [];
  const ways = scenario.ways.filter((way) => seats(way.seat, first, side));
  const needs = ways.flatMap((way) => way.needs).filter((need) => need.key === element.key);
  const needed = new Set(needs.map((need) => need.held));
  const [controlled, dominated] = SCORES.map((held) => worth(element, first, side, held));
  if (controlled) needed.add("controlled");
  if (dominated > controlled || takesAway(element, first, side)) needed.add("dominated");
  needed.delete("destroyed");
  if (element.journey && sideOf(element.owner, first) === side) needed.add("arrived");
  if (destroyers(scenario, element, first).includes(side)) needed.add("destroyed");
  return HELD.filter((held) => needed.has(held));
}

/**
 * @param {Engine.Scenario} scenario
 * @param {Engine.Element} element
 * @param {Engine.Side} first
 */
function destroyers(scenario, element, first) {
  const needs = scenario.ways.flatMap((way) => way.needs);
  const needed = needs.some((need) => need.held === "destroyed" && need.key === element.key);
  if (element.kind !== "objective" || !(element.destroyed || needed)) return [];
  return SIDES.filter((side) => sideOf(element.owner, first) !== side);
}

/**
 * @param {Engine.Element} element
 * @param {Engine.Side} first
 * @param {Engine.Side} side
 * @param {any} held
 */
function worth(element, first, side, held) {
  const mine = sideOf(element.owner, first) === side;
  const control = mine ? element.own_control : element.control;
  const dominate = mine ? element.own_dominate : element.dominate;
  if (held === "destroyed") return mine ? 0 : element.destroyed;
  if (!SCORES.includes(held) || !seats(element.scored_by, first, side)) return 0;
  return held === "controlled" ? control : Math.max(control, dominate);
}

/** The points that `side` scores for the state `held` of `element`; more once the element's countdown has ended.
 * @param {Engine.Element} element
 * @param {Engine.Side} first
 * @param {Engine.Side} side
 * @param {any} held
 * @param {Tableau} now */
export function worthNow(element, first, side, held, now) {
  const value = worth(element, first, side, held);
  const { countdown } = element;
  const ended = countdown && countdownLeft(element, now) === 0;
  return value && ended ? value + countdown.at_zero : value;
}

/**
 * @param {Engine.Element} element
 * @param {Engine.Side} first
 * @param {Engine.Side} side
 */
function takesAway(element, first, side) {
  return sideOf(element.owner, first) === side ? element.own_dominate_takes : 0;
}

/** The side that has the win. If both have reached it, it is the one with more points.
 * @param {Engine.GameRules} terms
 * @param {Tableau} now */
function winner(terms, now) {
  if (!terms.scenario.wins) return null;
  const [red, blue] = SIDES.map((side) => now.points[side] - now.further);
  if (red === blue) return null;
  const ahead = red > blue ? "red" : "blue";
  return reached(winning(terms), Math.max(red, blue), Math.min(red, blue)) ? ahead : null;
}

/** @param {Record<number, Engine.ScoreTurn>} scores */
const ordered = (scores) => Object.keys(scores).map(Number).sort((a, b) => a - b);

/** @returns {Generator<[number, Tableau]>}
 * @param {Engine.GameRules} terms
 * @param {Engine.Side} first
 * @param {Record<number, Engine.ScoreTurn>} scores */
function* course(terms, first, scores) {
  let now = EMPTY;
  for (const step of ordered(scores)) {
    now = after(terms, first, now, scores[step]);
    yield [step, now];
  }
}

/**
 * @param {Engine.GameRules} terms
 * @param {Engine.Side} first
 * @param {Tableau} before
 * @param {any} score
 */
function after(terms, first, before, score) {
  const active = owner(first, score.step);
  let now = before;
  if (score.kill_box && killBoxCounts(terms, score.step)) {
    const given = now.points[other(active)] + terms.kill_box.points;
    now = { ...now, points: put(now.points, other(active), given) };
  }
  if (!scoresElements(terms, score.step)) return now;
  const alone = terms.victory.both_secure ? null : active;
  const held = settled(score.holdings, alone).filter((each) => !now.destroyed.includes(each.key));
  const fallen = held.filter((holding) => holding.held === "destroyed").map((each) => each.key);
  now = { ...now, destroyed: [...now.destroyed, ...fallen] };
  const { counted = [] } = score;
  if (counted.length) now = { ...now, counters: counters(now.counters, counted) };
  const byHand = score.points !== null;
  now = byHand
    ? overruled(terms.scenario, first, now, held, score.points)
    : scored(terms.scenario, first, now, held);
  if (terms.scenario.elements.some((element) => element.tokens || element.journey))
    now = afterScoring(terms.scenario, first, now, held, byHand);
  return reopened(terms, now);
}

/**
 * @param {Record<string, number>} before
 * @param {Engine.Counted[]} counted
 */
function counters(before, counted) {
  const after = { ...before };
  for (const { key, number } of counted) after[key] = (after[key] ?? 0) + number;
  return after;
}

/** The state after tokens and moves, which follow the scoring. Points set by hand include those for tokens and moves.
 * @param {Engine.Scenario} scenario
 * @param {Engine.Side} first
 * @param {Tableau} now
 * @param {Engine.Holding[]} held
 * @param {boolean} byHand */
function afterScoring(scenario, first, now, held, byHand) {
  const reached = scenario.elements.filter(
    (element) => element.tokens && (now.counters[element.key] ?? 0) >= element.tokens.needed,
  );
  const sides = new Set(reached.map((each) => sideOf(each.owner, first)));
  const race = now.race_is_over || sides.size > 1 ? [] : reached.slice(-1);
  const keys = held.filter((holding) => holding.held === "arrived").map((each) => each.key);
  const arrived = keys.flatMap((key) => scenario.elements.filter((element) => element.key === key));
  let { points } = now;
  const gained = [
    ...race.map((each) => /** @type {const} */ ([each, each.tokens?.points ?? 0])),
    ...arrived.map((holding) => /** @type {const} */ ([holding, holding.journey?.points ?? 0])),
  ];
  for (const [element, more] of byHand ? [] : gained) {
    const side = sideOf(element.owner, first);
    if (side) points = put(points, side, points[side] + more);
  }
  return {
    ...now,
    points,
    race_is_over: now.race_is_over || reached.length > 0,
    arrived: [...now.arrived, ...arrived.map((holding) => holding.key)],
  };
}

/** The state after points were set by hand. Elements that score once are used up for a side that was given any points.
 * @param {Engine.Scenario} scenario
 * @param {Engine.Side} first
 * @param {Tableau} now
 * @param {any} held
 * @param {Engine.Pair<number>} given */
function overruled(scenario, first, now, held, given) {
  const spent = scored(scenario, first, now, held).taken;
  const taken = spent.filter((each) => now.taken.includes(each) || given[/** @type {Engine.Side} */ (each.split("/").pop())]);
  const [red, blue] = SIDES.map((side) => now.points[side] + given[side]);
  return { ...now, points: { red, blue }, taken };
}

/** The state after one turn's elements and ways of scoring: first points are taken away, then points are gained.
 * @param {Engine.Scenario} scenario
 * @param {Engine.Side} first
 * @param {Tableau} now
 * @param {Engine.Holding[]} held */
function scored(scenario, first, now, held) {
  let { points } = now;
  const taken = [...now.taken];
  for (const side of SIDES) {
    const scored = held.filter((holding) => holding.side === side && holding.held === "dominated");
    const keys = new Set(scored.map((each) => each.key));
    const elements = scenario.elements.filter((element) => keys.has(element.key));
    const takes = sum(elements.map((element) => takesAway(element, first, side)));
    if (keys.size) points = put(points, other(side), Math.max(points[other(side)] - takes, 0));
  }
  for (const side of SIDES) {
    const mine = held.filter((holding) => holding.side === side);
    let gained = waysPoints(waysMet(scenario, first, now.destroyed, mine, side));
    for (const { element, value } of values(scenario, first, now, mine, side)) {
      const full = scenario.most_a_turn && gained >= scenario.most_a_turn;
      if (!value || full || taken.includes(`${element.key}/${side}`)) continue;
      gained += value;
      if (element.once) taken.push(`${element.key}/${side}`);
    }
    points = put(points, side, points[side] + gained);
  }
  return { ...now, points, taken };
}

/** The holdings that count, without repetition. If `alone` is a side, an element that both sides would score counts for
 * that side only.
 * @param {Engine.Holding[]} holdings
 * @param {Engine.Side | null} alone */
function settled(holdings, alone) {
  /** @param {Engine.Holding} holding */
  const text = (holding) => `${holding.key}/${holding.side}/${holding.held}`;
  const every = [...new Map(holdings.map((holding) => [text(holding), holding])).values()];
  if (alone === null) return every;
  const scored = every.filter((each) => each.side === alone && SCORES.includes(each.held));
  const keys = scored.map((each) => each.key);
  return every.filter(
    (each) => each.side === alone || !SCORES.includes(each.held) || !keys.includes(each.key),
  );
}

/**
 * @param {Engine.Scenario} scenario
 * @param {Engine.Side} first
 * @param {Tableau} now
 * @param {Engine.Holding[]} mine
 * @param {Engine.Side} side
 */
function values(scenario, first, now, mine, side) {
  const keys = [...new Set(mine.map((each) => each.key))];
  const elements = keys.map((key) => scenario.elements.find((element) => element.key === key));
  return elements.flatMap((element) => {
    if (!element) return [];
    const scored = mine.filter((each) => each.key === element.key);
    const value = Math.max(...scored.map((each) => worthNow(element, first, side, each.held, now)));
    return [{ element, value }];
  });
}

/**
 * @param {Engine.Scenario} scenario
 * @param {Engine.Side} first
 * @param {string[]} fallen
 * @param {Engine.Holding[]} mine
 * @param {Engine.Side} side
 */
function waysMet(scenario, first, fallen, mine, side) {
  const ways = scenario.ways.filter((way) => seats(way.seat, first, side));
  return ways.filter((way) => {
    const has = way.needs.filter((need) => met(need, fallen, mine));
    return has.length >= (way.least || way.needs.length);
  });
}

/** The points for ways of scoring that are all fulfilled: those of the best one, and of all that add up.
 * @param {Engine.Way[]} ways */
function waysPoints(ways) {
  const best = most(ways.filter((way) => !way.adds).map((way) => way.points));
  return best + sum(ways.filter((way) => way.adds).map((way) => way.points));
}

/** Whether a need is fulfilled. Dominating includes controlling, and either includes contesting.
 * @param {Engine.Need} need
 * @param {string[]} fallen
 * @param {Engine.Holding[]} mine */
function met(need, fallen, mine) {
  const has = mine.filter((each) => each.key === need.key).map((each) => each.held);
  if (need.held === "destroyed") return fallen.includes(need.key);
  if (need.held === "controlled") return has.some((held) => SCORES.includes(held));
  return need.held === "contested" ? has.length > 0 : has.includes(need.held);
}

/** The state after a turn in which both sides reached the win and are level. In some scenarios, elements that score
 * once can then score again, and the win moves further away.
 * @param {Engine.GameRules} terms
 * @param {Tableau} now */
function reopened(terms, now) {
  const win = winning(terms);
  const { red, blue } = now.points;
  const both = Math.min(red, blue) - now.further >= win.points && red === blue;
  if (!terms.scenario.reopens || !both) return now;
  return { ...now, taken: [], further: now.further + win.points };
}

/** The names of the cards for objectives, as in GameRules of app/engine/packet/packet.py; empty if none are chosen. */
export function objectivesOffered({ scenario, briefing }) {
  const stands = scenario.elements.some((element) => element.kind === "objective");
  return stands && !scenario.objective ? (briefing?.cards ?? []).map((card) => card.name) : [];
}

/** Whether each player may see the opponent's choice of objective. */
export const objectivesShown = ({ objectives, clock }) =>
  Boolean(clock) || SIDES.every((side) => objectives?.[side]);

/** Whether each player may see the opponent's spells. */
export const racksShown = ({ racks, clock }) =>
  Boolean(clock) || SIDES.every((side) => racks?.[side].length);

/** The name of an element, with the card if it is an objective whose owner has chosen one. */
export function elementName(element, play) {
  const side = element.kind === "objective" && sideOf(element.owner, play.first);
  const card = side && objectivesShown(play) && play.objectives?.[side];
  return card ? `${element.name}: ${card}` : element.name;
}
