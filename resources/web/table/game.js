// A table's play, what follows from it, and how phases, turns and games end, as in app/engine/table/game.py.

import * as clocks from "../clock/deathclock.js";
import { FIRST_TURN_STEP, SIDES, colour, lastStep, other, owner } from "../clock/deathclock.js";
import * as scoring from "../scoring/scoring.js";
import { fill } from "../words/text.js";
import * as wording from "../words/wording.js";

const STOPPED_BY_PLAYERS = ["clock", "table"];
/** Endings that score as a concession. */
export const GIVEN_UP = ["concession", "disqualification", "game_loss"];
export const UNANSWERED = { red: null, blue: null };

export const NEW_PLAY = Object.freeze({
  clock: null,
  first: "red",
  step: 0,
  step_since_ms: 0,
  step_paused_ms: 0,
  ended: [],
  last_step: null,
  interrupted: false,
  awaits_start: false,
  pause: null,
  eo_paused_ms: 0,
  players_paused_ms: 0,
  scores: {},
  claim: null,
  flag: null,
  overrun: [],
  extensions: { red: 0, blue: 0 },
  extended: false,
  dice_down_ms: null,
  removed: null,
  answers: UNANSWERED,
  judge_called: false,
  disputed: null,
  losses: { red: [], blue: [] },
  swaps: { red: null, blue: null },
  objectives: { red: "", blue: "" },
  racks: { red: [], blue: [] },
  reinforcements: { red: [], blue: [] },
  reinforced: { red: null, blue: null },
  clock_holds: false,
  clock_left: false,
  tally: null,
  ending: null,
});

/** @param {Engine.Play} play */
export const ownerOf = (play) => owner(play.first, play.step);
/** The side whose clock runs unless somebody paused it.
 * @param {Engine.Play} play */
export const runnerOf = (play) => (play.interrupted ? other(ownerOf(play)) : ownerOf(play));
/** @param {Engine.Play} play */
export const inProgress = (play) =>
  play.clock !== null && play.ending === null && play.flag === null;
/** @param {Engine.Play} play */
export const ticking = (play) => inProgress(play) && play.pause === null;
/** @param {Engine.Play} play */
export const confirmed = (play) =>
  play.ending !== null && SIDES.every((side) => play.answers[side] === true);

/** The question that the players have to answer at present, or null.
 * @param {Engine.Play} play */
export function questionOf(play) {
  if (play.claim !== null) return "claim";
  if (play.flag !== null) return "clock_out";
  return play.ending !== null ? "result" : null;
}

/** The control points of the finished turns and, once the game has ended, of the last turn.
 * @param {Engine.GameRules} terms
 * @param {Engine.Play} play */
export function pointsOf(terms, play) {
  const steps = play.ending === null ? play.step : lastScored(terms, play) + 1;
  return scoring.controlPoints(terms, play.first, play.scores, steps);
}

/** The change of control points if the current turn ended with its present entries.
 * @param {Engine.GameRules} terms
 * @param {Engine.Play} play */
export function turnPointsOf(terms, play) {
  if (play.ending !== null) return { red: 0, blue: 0 };
  const before = scoring.controlPoints(terms, play.first, play.scores, play.step);
  const after = scoring.controlPoints(terms, play.first, play.scores, play.step + 1);
  return { red: after.red - before.red, blue: after.blue - before.blue };
}

/** Whether the opponent of a player who is out of time scores once more.
 * @param {Engine.GameRules} terms */
export const scoresOnceMore = (terms) =>
  terms.clock_out === "packet" && terms.time.clock_out_scores;

/** Whether the current turn continues after the other player's clock ran out.
 * @param {Engine.GameRules} terms */
export const playsPastAFlag = (terms) => terms.clock_out === "last_turn" || scoresOnceMore(terms);

/** The only side that scores `step`, because its player ran out of time in it; null if both score.
 * @param {{ terms: Engine.GameRules, play: Engine.Play }} game
 * @param {number} step */
export function soleScorer({ terms, play }, step) {
  const end = play.ending;
  const out = end?.scores_on && end.winner ? other(end.winner) : (play.flag?.side ?? null);
  const now = step === (end ? end.step : play.step) && out === owner(play.first, step);
  return out !== null && now && scoresOnceMore(terms) ? other(out) : null;
}

/** The last step that is scored: the present one, or the one in which the game ended. A turn in which a player conceded
 * does not count if the packet leaves it out.
 * @param {Engine.GameRules} terms
 * @param {Engine.Play} play */
export function lastScored(terms, play) {
  if (play.ending === null) return play.step;
  const gaveUp = GIVEN_UP.includes(play.ending.how ?? "");
  return play.ending.step - Number(gaveUp && terms.concession.finished_turns);
}

/** Whether the time of the player whose clock runs is limited.
 * @param {Engine.GameRules} terms
 * @param {Engine.Play} play */
export function isTimed(terms, play) {
  if (terms.time.kind !== "turns") return terms.time.kind === "deathclock";
  return play.step >= FIRST_TURN_STEP && !play.interrupted;
}

/** The instant at which a flag will fall; null if that would change nothing, or if a physical clock keeps the time,
 * because that clock shows whose flag fell.
 * @param {Engine.GameRules} terms
 * @param {Engine.Play} play */
export function flagDue(terms, play) {
  if (!play.clock || !ticking(play) || play.clock_holds) return null;
  if (play.clock.running && play.overrun.includes(play.clock.running)) return null;
  return isTimed(terms, play) ? clocks.deadline(play.clock) : null;
}

/** Why `side` cannot extend their turn now; empty if they can.
 * @param {Engine.GameRules} terms
 * @param {Engine.Play} play
 * @param {Engine.Side} side */
export function extensionFault(terms, play, side) {
  if (!terms.time.extensions) return wording.NO_EXTENSIONS;
  if (play.step < FIRST_TURN_STEP || side !== ownerOf(play))
    return wording.ONLY_ONES_OWN_TURN_IS_EXTENDED;
  if (play.dice_down_ms !== null) return wording.DICE_DOWN_NO_EXTENSION;
  if (play.extended) return wording.EXTENDED_ALREADY;
  if (play.extensions[side] >= terms.time.extensions)
    return fill(wording.NO_EXTENSION_LEFT, { side: colour(side) });
  return "";
}

/** The milliseconds that this phase or turn has lasted, without pauses.
 * @param {Engine.Play} play
 * @param {number} nowMs */
export function stepElapsed(play, nowMs) {
  if (!play.clock) return 0;
  const stood = clocks.paused(play.clock, nowMs) - play.step_paused_ms;
  return Math.max(nowMs - play.step_since_ms - stood, 0);
}

/** The milliseconds that the clock has stood, without dice down and the players' own stops.
 * @param {Engine.Play} before
 * @param {number} nowMs */
function eoPaused(before, nowMs) {
  const play = resumed(before, nowMs);
  return play.eo_paused_ms - play.players_paused_ms;
}

/** The play without its pause, which has lasted until `atMs`.
 * @param {Engine.Play} play
 * @param {number} atMs */
export function resumed(play, atMs) {
  if (!play.pause) return play;
  const stood = Math.max(atMs - play.pause.since_ms, 0);
  const byPlayers = STOPPED_BY_PLAYERS.includes(play.pause.cause);
  return {
    ...play,
    pause: null,
    eo_paused_ms: play.eo_paused_ms + stood,
    players_paused_ms: play.players_paused_ms + (byPlayers ? stood : 0),
  };
}

/** The expected end of the game from its start, both clocks and the organizer's pauses; null if the game has no such
 * end.
 * @param {Engine.GameRules} terms
 * @param {Engine.Play} play
 * @param {number} nowMs */
export function expectedEnd(terms, play, nowMs) {
  if (!play.clock || terms.time.kind !== "deathclock" || terms.time.dice_down) return null;
  const { started_ms: started, allotted_ms: allotted } = play.clock;
  return started + allotted.red + allotted.blue + eoPaused(play, nowMs);
}

/** Whether the present entries for this turn are a scenario win for `side`.
 * @param {Engine.GameRules} terms
 * @param {Engine.Play} play
 * @param {Engine.Side} side */
export function winsNow(terms, play, side) {
  return scoring.leader(terms, play.first, play.scores, play.step + 1)?.side === side;
}

/**
 * @param {number} atMs
 * @param {number} step
 * @param {object} [more]
 */
export function ending(atMs, step, more = {}) {
  const plain = {
    winner: null, how: null, length: false, casters_gone: false, disagreed: false, ruled: false,
    reason: "", army_points: 0, scores_on: false,
  };
  return { at_ms: atMs, step, ...plain, ...more };
}

/** The play after its end. The clock stands from the instant of the ending on.
 * @param {Engine.Play} play
 * @param {Engine.Ending} end */
export function stopped(play, end) {
  return {
    ...resumed(play, end.at_ms),
    clock: play.clock && clocks.run(play.clock, null, end.at_ms),
    ending: end,
    claim: null,
    flag: null,
    interrupted: false,
    answers: UNANSWERED,
  };
}

/** The play in which the clock runs for the right side from `atMs` on; for nobody after dice down.
 * @param {Engine.Play} play
 * @param {number} atMs */
export function giveClock(play, atMs) {
  const runner = play.dice_down_ms === null && !play.awaits_start ? runnerOf(play) : null;
  return { ...play, clock: play.clock && clocks.run(play.clock, runner, atMs) };
}

/** The play after the phase or turn has ended: the opponent's clock runs, or the game was in its last turn.
 * @param {Engine.GameRules} terms
 * @param {Engine.Play} before
 * @param {number} atMs */
export function endStep(terms, before, atMs) {
  const over = before.step;
  const last = lastStep(terms);
  const play = wonByScoring(terms, {
    ...before,
    step: over + 1,
    step_since_ms: atMs,
    step_paused_ms: before.clock ? clocks.paused(before.clock, atMs) : 0,
    interrupted: false,
    awaits_start: false,
    claim: null,
  }, atMs);
  if (play.ending !== null) return play;
  if (scoresOnceMore(terms) && play.overrun.length) {
    const words = { winner: other(play.overrun[0]), how: "clock_out", scores_on: true };
    return stopped(play, ending(atMs, over, words));
  }
  const length = last !== null && over >= last;
  const diceDown = play.dice_down_ms !== null && terms.victory.dice_down_is_length;
  if (length || (play.last_step !== null && over >= play.last_step))
    return stopped(play, ending(atMs, over, { length: length || diceDown }));
  return giveClock(beginTurn(terms, play, atMs), atMs);
}

/** The play at the beginning of a turn, which has its full time if turns are timed.
 * @param {Engine.GameRules} terms
 * @param {Engine.Play} play
 * @param {number} atMs */
function beginTurn(terms, play, atMs) {
  if (terms.time.kind !== "turns" || !play.clock) return play;
  const clock = clocks.allot(play.clock, ownerOf(play), terms.time.turn_ms, atMs);
  const waits = terms.time.player_starts_turn && play.step >= FIRST_TURN_STEP &&
    !play.clock_holds && play.dice_down_ms === null;
  return { ...play, clock, overrun: [], extended: false, awaits_start: waits };
}

/** The play, ended if its finished turns decide it: by the kill box or by scenario.
 * @param {Engine.GameRules} terms
 * @param {Engine.Play} play
 * @param {number} atMs */
export function wonByScoring(terms, play, atMs) {
  if (!inProgress(play)) return play;
  const boxed = scoring.casterDestroyed(terms, play.scores, play.step);
  const leads = scoring.leader(terms, play.first, play.scores, play.step);
  if (boxed !== null && (leads === null || boxed <= leads.step)) {
    const winner = other(owner(play.first, boxed));
    return stopped(play, ending(atMs, boxed, { winner, how: "assassination" }));
  }
  const out = /** @type {string[]} */ (play.overrun);
  const late = leads !== null && scoresOnceMore(terms) && out.includes(leads.side);
  if (leads === null || late) return play;
  const how = terms.victory.armies ? "scenario" : "control_points";
  return stopped(play, ending(atMs, leads.step, { winner: leads.side, how }));
}
