// The marks that a press leads to, or why it is refused, as in the files of app/engine/subjects/table.

import { objectivesOffered, objectivesShown, racksShown } from "../scoring/scoring.js";
import { FIRST_TURN_STEP, SIDES, colour, firstStep, other, owner, stepName } from "../clock/deathclock.js";
import { claimBarred, meansIt, straightBack, turnBackFault } from "./claims.js";
import {
  confirmed,
  extensionFault,
  inProgress,
  lastScored,
  ownerOf,
  playsPastAFlag,
  questionOf,
  runnerOf,
  scoresOnceMore,
  soleScorer,
  stepElapsed,
  winsNow,
} from "./game.js";
import { advance, fallen } from "./marks.js";
import { overrules } from "../scoring/scoring_pad.js";
import * as scoring from "../scoring/scoring.js";
import { inDoubt, missing } from "./verdict.js";
import { byNumber, fill, joinWords, within } from "../words/text.js";
import * as wording from "../words/wording.js";

const NUMBERS = ["score_turn", "remove_element", "enter_tally", "answer", "count_losses",
  "change_losses", "swap_specialists", "choose_objective", "choose_spells", "bring_reinforcements"];

const UNKNOWN = /*_*/"This page does not know that press. Load the page again.";

/** {play, marks} after `press`, including flags that fell before it, or {refused, play}.
 * @param {any} game
 * @param {any} press
 * @param {number} atMs */
export function decide(game, press, atMs) {
  if (confirmed(game.play) && NUMBERS.includes(press.type))
    return { play: game.play, marks: [], refused: wording.RESULT_IS_CONFIRMED };
  const [before, flags] = fallen(game.terms, game.play, atMs);
  const at = { ...game, play: before };
  const answer = DECIDE[press.type]?.(at, press, atMs) ?? UNKNOWN;
  if (typeof answer === "string") return { play: before, marks: flags, refused: answer };
  const mark = { ...answer, at_ms: atMs };
  return { play: advance(game.terms, before, mark), marks: [...flags, mark] };
}

/** @type {Record<string, (game: any, press: any, atMs: number) => any>} */
const DECIDE = {
  start_clock: ({ terms, play, stage, lists }, { first }) => {
    if (play.ending) return wording.GAME_IS_DECIDED;
    if (play.clock && (play.first === first || play.step > firstStep(terms)))
      return wording.CLOCK_STARTED_ALREADY;
    if (play.clock)
      return fill(wording.STARTED_WITH_ANOTHER_FIRST,
        { started: colour(play.first), first: colour(first) });
    if (stage !== "started") return wording.ROUND_NOT_UNDER_WAY;
    const waits = lists ? SIDES.filter((side) => !lists[side].made).map(colour) : [];
    if (waits.length && !play.clock_holds)
      return byNumber(wording.MUST_CHOOSE_A_LIST, waits.length, { who: joinWords(waits) });
    const swapping = lists && !play.clock_holds
      ? SIDES.filter((side) => lists[side].specialists?.length && !play.swaps[side]).map(colour)
      : [];
    if (swapping.length) return fill(wording.MUST_SAY_THE_SPECIALISTS, { who: joinWords(swapping) });
    return { kind: "clock_started", first };
  },
  tap: ({ terms, play }, { side }, atMs) =>
    clockFault(terms, play, meansIt(play, side, atMs)) || plunger(terms, play, side, atMs),
  interrupt: ({ terms, play }) => clockFault(terms, play) || interrupt(terms, play),
  hand_back: ({ terms, play }) =>
    clockFault(terms, play) ||
    (play.interrupted ? { kind: "handed_back" } : wording.NO_INTERRUPT_TO_END),
  take_extension: ({ terms, play }, { side }) => {
    if (!inProgress(play)) return wording.NO_TURN_IS_BEING_PLAYED;
    return extensionFault(terms, play, side) || { kind: "extension_taken", side };
  },
  score_turn: (game, press) => scoreFault(game, press) || marked("turn_scored", {
    ...press,
    caster_left: Boolean(
      press.caster_left && press.kill_box && game.terms.kill_box.destroys),
  }),
  remove_element: (game, press) => removalFault(game, press) || marked("element_removed", press),
  swap_specialists: ({ play, lists }, press) => {
    if (play.clock || !lists[press.side].specialists?.length) return wording.SPECIALISTS_ARE_SHOWN;
    return marked("specialists_swapped", press);
  },
  choose_objective: ({ terms, play }, press) => {
    if (objectivesShown(play)) return wording.OBJECTIVES_ARE_SHOWN;
    const offered = objectivesOffered(terms);
    if (!offered.length && press.name) return wording.NO_OBJECTIVES_HERE;
    return offered.includes(press.name) || !press.name
      ? marked("objective_chosen", press)
      : fill(wording.NO_SUCH_OBJECTIVE, { name: press.name, cards: joinWords(offered) });
  },
  choose_spells: ({ play, lists }, press) => {
    if (!lists[press.side].casters?.length || racksShown(play)) return wording.SPELLS_ARE_SHOWN;
    return marked("spells_chosen", press);
  },
  bring_reinforcements: (game, press) =>
    reinforcementFault(game, press) || marked("reinforced", press),
  enter_tally: ({ play }, press) => {
    if (!play.ending) return wording.GAME_NOT_OVER;
    return marked("tallied", press);
  },
  count_losses: ({ play }, press) => (play.clock ? marked("losses_counted", press) : wording.GAME_NOT_BEGUN),
  change_losses: ({ play }, press) => (play.clock ? marked("losses_changed", press) : wording.GAME_NOT_BEGUN),
  make_claim: (game, press, atMs) => claimFault(game, press, atMs) || marked("claimed", {
    ...press,
    army_points: press.claim === "concession" ? listPoints(game.armies?.[press.side] ?? []) : 0,
    tapped: false,
  }),
  answer: (game, press, atMs) => answerFault(game, press, atMs) || marked("answered", press),
  read_switch: ({ play }, press) => {
    if (!play.clock_holds) return wording.NO_SUCH_SWITCH;
    return marked("switch_read", press);
  },
  choose_list: ({ play, lists }, { by, chosen }) => {
    const { offered, barred } = lists[by];
    if (play.clock || !offered.includes(chosen))
      return /*_*/"The lists are settled. Ask the organizer to change one.";
    if (barred.includes(chosen)) return wording.LIST_PLAYED_OFTEN_ENOUGH;
    return { kind: "list_chosen", by, chosen };
  },
  call_judge: (_, { side }) => ({ kind: "judge_called", side }),
};

/** Why reinforcements cannot enter now. Only the server checks the lists and their points. */
function reinforcementFault({ terms, play }, { side }) {
  if (!play.clock) return wording.GAME_NOT_BEGUN;
  if (!terms.scenario.reinforcements) return wording.NO_REINFORCEMENTS_HERE;
  const before = play.reinforced[side];
  if (before !== null && before !== play.step) return wording.REINFORCEMENTS_IN_ONE_TURN;
  if (play.step < FIRST_TURN_STEP + 2) return wording.REINFORCEMENTS_TOO_EARLY;
  if (ownerOf(play) !== side) return fill(wording.REINFORCEMENTS_IN_ONES_OWN_TURN, { side: colour(side) });
  return "";
}

/** The points of a list's entries without its casters; 0 while the list is unknown. */
const listPoints = (army) => army
  .filter((row) => row.kind !== "caster" && !row.free)
  .reduce((all, row) => all + (row.points ?? 0), 0);

function marked(kind, { type: _type, ...fields }) {
  return { kind, ...fields };
}

const PAUSED_BY = {
  eo: wording.ORGANIZER_HAS_PAUSED,
  gap: wording.TIME_WAS_LOST,
};

/** Why the clock cannot be changed now. */
function clockFault(terms, play, meant = false) {
  if (!play.clock) return wording.CLOCK_NOT_STARTED;
  if (play.ending)
    return terms.victory.armies ? wording.OVER_COUNT_THE_TABLE : wording.OVER_ENTER_POINTS;
  if (play.pause) {
    const said = PAUSED_BY[play.pause.cause] ?? wording.CLOCK_WAITS;
    return fill(wording.WAIT_FOR_THE_ORGANIZER, { why: said });
  }
  if (questionOf(play) && !meant) return wording.ANSWER_THE_QUESTION_FIRST;
  return play.clock_holds ? wording.CLOCK_ON_THE_TABLE_KEEPS_TIME : "";
}

/** A tap on the player's own half: it ends an interrupt, or the phase or turn. */
function plunger(terms, play, side, atMs) {
  const runs = colour(runnerOf(play));
  if (side !== runnerOf(play) && play.dice_down_ms !== null)
    return fill(wording.DICE_DOWN_OTHER_TAPS, { side: runs });
  if (side !== runnerOf(play) && play.awaits_start)
    return fill(wording.STARTS_THE_TURN_WITH_A_TAP, { side: runs });
  if (side !== runnerOf(play)) return fill(wording.ONLY_THE_RUNNING_SIDE_TAPS, { side: runs });
  if (play.interrupted) return { kind: "handed_back" };
  if (play.awaits_start) return { kind: "turn_started", side };
  if (straightBack(terms, play, side, atMs)) {
    return { kind: "claimed", by: side, claim: "turn", side: other(side), army_points: 0, tapped: true };
  }
  const least = terms.time.minimum_turn_ms;
  const left = play.dice_down_ms === null ? least - stepElapsed(play, atMs) : 0;
  if (play.step < FIRST_TURN_STEP || left <= 0) return { kind: "turn_ended", side };
  return fill(wording.TURN_LASTS_AT_LEAST, { seconds: least / 1000, left: Math.ceil(left / 1000) });
}

function interrupt(terms, play) {
  const theirs = other(ownerOf(play));
  if (play.interrupted) return fill(wording.CLOCK_RUNS_ALREADY, { side: colour(theirs) });
  if (play.step < FIRST_TURN_STEP) return wording.NO_INTERRUPTS_IN_DEPLOYMENT;
  if (play.awaits_start)
    return fill(wording.STARTS_THE_TURN_FIRST, { side: colour(ownerOf(play)) });
  if (play.dice_down_ms !== null)
    return wording.DICE_DOWN_NO_INTERRUPT;
  if (playsPastAFlag(terms) && play.overrun.includes(theirs))
    return fill(wording.NO_TIME_TO_INTERRUPT, { side: colour(theirs) });
  return { kind: "interrupted" };
}

function claimFault({ terms, play }, { claim, side }, atMs) {
  if (!play.clock) return wording.GAME_NOT_BEGUN;
  if (claim === "turn") {
    if (play.claim) return wording.ANSWER_THE_QUESTION_FIRST;
    return turnBackFault(terms, play, side, atMs);
  }
  if (!inProgress(play)) return wording.OVER_OR_CALL_THE_JUDGE;
  if (play.claim) return wording.ANSWER_THE_QUESTION_FIRST;
  const barred = claimBarred(terms, claim);
  if (barred) return barred;
  if (claim === "scenario" && (ownerOf(play) !== side || !winsNow(terms, play, side)))
    return fill(wording.DOES_NOT_WIN_YET, { side: colour(side) });
  return "";
}

/** Why an answer is not accepted. A no is always accepted. */
function answerFault(game, { question, side, agrees }, atMs) {
  const { terms, play } = game;
  if (question !== questionOf(play)) return wording.QUESTION_NO_LONGER_OPEN;
  if (!agrees) return "";
  if (play.claim?.by === side) return fill(wording.HAS_TO_ANSWER_THAT, { side: colour(other(side)) });
  if (play.claim?.claim === "turn") return turnBackFault(terms, play, play.claim.side, atMs);
  if (question === "clock_out" && scoresOnceMore(terms))
    return side !== play.flag.side ? "" : fill(wording.HAS_TO_ANSWER_THAT, { side: colour(other(side)) });
  if (question === "clock_out" && !winsNow(terms, play, play.flag.side))
    return fill(wording.SCORE_THE_TABLE_FIRST, { side: colour(play.flag.side) });
  if (question === "result" && missing(game) !== null)
    return wording.COUNT_THE_TABLE_FIRST;
  if (question === "result" && inDoubt(game))
    return wording.SCENARIO_WIN_IN_DOUBT;
  return "";
}

function scoreFault(game, press) {
  const { step, holdings, kill_box: killBox, points, counted = [] } = press;
  const { terms, play } = game;
  const last = lastScored(terms, play);
  if (!play.clock || step < FIRST_TURN_STEP || step > last)
    return wording.ONLY_PLAYED_TURNS_ARE_SCORED;
  if (overrules(play.scores[step]))
    return wording.ORGANIZER_HAS_SET_POINTS;
  if (killBox && !scoring.killBoxCounts(terms, step))
    return fill(wording.KILL_BOX_DOES_NOT_COUNT, { turn: within(stepName(step)) });
  if (terms.victory.points_at_end && (play.ending === null || step < last))
    return wording.POINTS_COME_AT_THE_END;
  if ((holdings.length || points || counted.length) && !scoring.scoresElements(terms, step)) {
    const first = terms.victory.scoring_from_turn;
    return fill(wording.SCORING_STARTS_LATER, { turn: first });
  }
  const scorer = soleScorer(game, step);
  const others = holdings.some((held) => held.side !== scorer);
  if (scorer !== null && (others || killBox || counted.length))
    return fill(wording.ONLY_THE_OPPONENT_SCORES, { side: colour(scorer) });
  return holdings.map((held) => holdingFault(game, step, held)).find(Boolean)
    ?? countedFault(game, step, holdings, counted)
    ?? dominationFault(game, holdings);
}

/** Why the tokens and moves of a turn are not valid; undefined if they are. */
function countedFault({ terms, play }, step, holdings, counted) {
  const { scenario } = terms;
  const now = scoring.tableau(terms, play.first, play.scores, step);
  const find = (key) => scenario.elements.find((element) => element.key === key);
  const ended = counted.filter((each) => find(each.key)?.countdown);
  const choosers = scoring.fuseHolders(scenario, holdings).length;
  if (ended.length > Math.max(choosers, 1) || new Set(counted.map((each) => each.key)).size < counted.length)
    return wording.COUNTED_TWICE;
  const arrived = holdings.filter((holding) => holding.held === "arrived")
    .map((each) => ({ key: each.key, number: 1 }));
  return [...counted, ...arrived].map(({ key, number }) => {
    const element = find(key);
    if (!element || !(element.countdown || element.tokens || element.journey))
      return fill(wording.NO_SUCH_ELEMENT, { scenario: scenario.name, key });
    if (number < 1) return fill(wording.NOTHING_WAS_COUNTED, { element: element.name });
    if (!scoring.isThere(element, now)) return fill(wording.NOT_ON_THE_TABLE, { element: element.name });
    return element.countdown
      ? countdownFault(scenario, Math.max(choosers - ended.length + 1, Math.sign(choosers)), element, number, now)
      : ownerFault(scenario, play.first, holdings, element, number);
  }).find(Boolean);
}

/** Why these tokens are not valid. `dice` is the number of dice that may take tokens from this element. */
function countdownFault(scenario, dice, element, number, now) {
  if (!scenario.fuse) return wording.NOTHING_TAKES_TOKENS;
  const most = dice ? scenario.fuse.sides * dice : 1;
  if (scoring.countdownLeft(element, now) === 0)
    return fill(wording.COUNTDOWN_HAS_ENDED, { element: element.name });
  return number > most ? fill(wording.AT_MOST_SO_MANY_TOKENS, { most, element: element.name }) : "";
}

function ownerFault(scenario, first, holdings, element, number) {
  const side = scoring.sideOf(element.owner, first);
  const holds = holdings.some((holding) =>
    holding.key === element.key && holding.side === side && scoring.isHeld(holding.held));
  if (side === null || !holds)
    return fill(wording.ONLY_ITS_OWNER_WHO_HOLDS_IT, { element: element.name });
  if (element.tokens)
    return number > 1 ? fill(wording.AT_MOST_SO_MANY_TOKENS, { most: 1, element: element.name }) : "";
  const inches = scoring.mayMove(scenario, element, holdings, side);
  return number > inches ? fill(wording.MOVES_AT_MOST, { element: element.name, inches }) : "";
}

/** Why these dominations are not valid: a side can dominate one element for each caster. A side whose list is unknown
 * counts as having one caster. */
function dominationFault({ terms, armies }, holdings) {
  if (!terms.victory.one_domination) return "";
  for (const side of SIDES) {
    const keys = holdings
      .filter((holding) => holding.side === side && holding.held === "dominated").map((each) => each.key);
    const names = [...new Set(keys)].map(
      (key) => terms.scenario.elements.find((element) => element.key === key)?.name ?? key);
    const casters = (armies?.[side] ?? []).filter((row) => row.kind === "caster");
    const most = casters.reduce((all, row) => all + row.models, 0) || 1;
    if (names.length <= most) continue;
    const values = { side: colour(side), elements: joinWords(names) };
    return byNumber(wording.TOO_MANY_DOMINATED, most, values);
  }
  return "";
}

function holdingFault({ terms, play }, step, held) {
  const { scenario } = terms;
  if (held.held === "met") {
    const known = scenario.conditions.some((condition) => condition.key === held.key);
    return known ? "" : fill(wording.NO_SUCH_CONDITION, { scenario: scenario.name, key: held.key });
  }
  const element = scenario.elements.find((element) => element.key === held.key);
  if (!element) return fill(wording.NO_SUCH_ELEMENT, { scenario: scenario.name, key: held.key });
  const now = scoring.tableau(terms, play.first, play.scores, step);
  if (now.destroyed.includes(element.key))
    return fill(wording.WAS_DESTROYED_EARLIER, { element: element.name });
  if (element.key === play.removed || !scoring.isThere(element, now))
    return fill(wording.NOT_ON_THE_TABLE, { element: element.name });
  if (scoring.took(now, element.key, held.side))
    return fill(wording.WAS_SCORED_EARLIER, { element: element.name });
  const cache = element.kind === "cache";
  const who = { element: element.name, side: colour(held.side) };
  if (cache && scoring.sideOf(element.owner, play.first) === held.side)
    return fill(wording.OWN_CACHE, who);
  if (cache && held.side !== owner(play.first, step))
    return fill(wording.CACHE_IN_ONES_OWN_TURN, who);
  if (!scoring.offers(scenario, element, play.first, held.side, owner(play.first, step)).includes(held.held))
    return fill(wording.CANNOT_SCORE_SO, { side: colour(held.side), element: element.name });
  return "";
}

function removalFault({ terms, play }, { key }) {
  const { scenario } = terms;
  if (!scenario.vanishing.includes(key))
    return fill(wording.NOTHING_SUCH_LEAVES, { key, scenario: scenario.name });
  if (!play.clock || play.step <= FIRST_TURN_STEP + 1)
    return wording.LEAVES_AFTER_THE_FIRST_TURNS;
  const scored = Object.values(play.scores).flatMap((score) => score.holdings);
  const known = scored.some((each) => each.key === key);
  return known ? wording.SCORED_ALREADY : "";
}
