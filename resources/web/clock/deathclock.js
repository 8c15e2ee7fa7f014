// The Deathclock as a value, as app/engine/table/deathclock.py: integer milliseconds, no screen, no network. Below it the
// steps and turns that it counts, as app/engine/table/turns.py: steps 0 to 3 are deployment, 4 is the first turn.

import { fill, within } from "../words/text.js";
import * as wording from "../words/wording.js";

/** @type {Engine.Side[]} */
export const SIDES = ["red", "blue"];
/**
 * @param {Engine.Side} side
 * @returns {Engine.Side} */
export const other = (side) => (side === "red" ? "blue" : "red");
/** @param {Engine.Side} side */
export const colour = (side) => (side === "red" ? /*_*/"Red" : /*_*/"Blue");
/**
 * @param {any} pair
 * @param {Engine.Side} side
 * @param {any} value
 */
export const put = (pair, side, value) => ({ ...pair, [side]: value });

/**
 * @param {Engine.DeathClock} clock
 * @param {number} nowMs
 */
const passed = (clock, nowMs) => Math.max(nowMs - clock.since_ms, 0);

/**
 * @param {Engine.Pair<number>} allottedMs
 * @param {Engine.Side} first
 * @param {number} atMs
 */
export function start(allottedMs, first, atMs) {
  return {
    allotted_ms: allottedMs,
    used_ms: { red: 0, blue: 0 },
    paused_ms: 0,
    started_ms: atMs,
    since_ms: atMs,
    running: first,
  };
}

/**
 * @param {Engine.DeathClock} clock
 * @param {Engine.Side} side
 * @param {number} nowMs
 */
export function used(clock, side, nowMs) {
  return clock.used_ms[side] + (clock.running === side ? passed(clock, nowMs) : 0);
}

/** The time that `side` has left; negative when the side overran and the rules let the game continue.
 * @param {Engine.DeathClock} clock
 * @param {Engine.Side} side
 * @param {number} nowMs */
export const remaining = (clock, side, nowMs) => clock.allotted_ms[side] - used(clock, side, nowMs);

/**
 * @param {Engine.DeathClock} clock
 * @param {number} nowMs
 */
export function paused(clock, nowMs) {
  return clock.paused_ms + (clock.running === null ? passed(clock, nowMs) : 0);
}

/**
 * @param {Engine.DeathClock} clock
 * @param {number} nowMs
 */
export const elapsed = (clock, nowMs) => Math.max(nowMs, clock.since_ms) - clock.started_ms;

/** The instant at which the running side's time is used up; null when no clock runs.
 * @param {Engine.DeathClock} clock */
export function deadline(clock) {
  if (clock.running === null) return null;
  return clock.since_ms + Math.max(remaining(clock, clock.running, clock.since_ms), 0);
}

/** The running side if its time is used up.
 * @param {Engine.DeathClock} clock
 * @param {number} nowMs */
export function expired(clock, nowMs) {
  const due = deadline(clock);
  return due !== null && nowMs >= due ? clock.running : null;
}

/** Let the clock of `side` run from `atMs` on; with null, no clock runs.
 * @param {Engine.DeathClock} clock
 * @param {Engine.Side | null} side
 * @param {number} atMs */
export function run(clock, side, atMs) {
  const at = Math.max(atMs, clock.since_ms);
  return {
    ...clock,
    used_ms: { red: used(clock, "red", at), blue: used(clock, "blue", at) },
    paused_ms: paused(clock, at),
    since_ms: at,
    running: side,
  };
}

/** Give `side` more time, or less with a negative number.
 * @param {Engine.DeathClock} clock
 * @param {Engine.Side} side
 * @param {number} deltaMs */
export function adjust(clock, side, deltaMs) {
  return { ...clock, allotted_ms: put(clock.allotted_ms, side, clock.allotted_ms[side] + deltaMs) };
}

/** Count `stoodMs` of the pause as time that `side` used.
 * @param {Engine.DeathClock} clock
 * @param {Engine.Side} side
 * @param {number} stoodMs */
export function playOn(clock, side, stoodMs) {
  const used = put(clock.used_ms, side, clock.used_ms[side] + stoodMs);
  return { ...clock, used_ms: used, paused_ms: clock.paused_ms - stoodMs };
}

/** Give `side` `leftMs` from `atMs` on, whatever it used before.
 * @param {Engine.DeathClock} clock
 * @param {Engine.Side} side
 * @param {number} leftMs
 * @param {number} atMs */
export function allot(clock, side, leftMs, atMs) {
  return { ...clock, allotted_ms: put(clock.allotted_ms, side, used(clock, side, atMs) + leftMs) };
}

/** A time as "1:00:00" or "12:34".
 * @param {number} seconds */
export function wholeSeconds(seconds) {
  const minutes = Math.floor(seconds / 60);
  /** @param {number} number */
  const two = (number) => String(number).padStart(2, "0");
  const whole = minutes < 60 ? minutes : `${Math.floor(minutes / 60)}:${two(minutes % 60)}`;
  return `${whole}:${two(seconds % 60)}`;
}

/** A length of time in whole seconds: "0:42".
 * @param {number} ms */
export function span(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export const FIRST_TURN_STEP = 4;
const DEPLOYMENT = [/*_*/"Deployment", /*_*/"Deployment", wording.ADVANCE_DEPLOYMENT, wording.ADVANCE_DEPLOYMENT];

/** The step that a game begins with: deployment, advance deployment only (SR2017, Rumble), or the first turn.
 * @param {Engine.GameRules} terms */
export function firstStep(terms) {
  if (terms.scenario.deployment === "none") return FIRST_TURN_STEP;
  return terms.scenario.deployment === "advance" ? 2 : 0;
}

/**
 * @param {Engine.Side} first
 * @param {number} step
 */
export const owner = (first, step) => (step % 2 === 0 ? first : other(first));
/** @param {number} step */
export const turnNumber = (step) => Math.floor((step - FIRST_TURN_STEP) / 2) + 1;
/** @param {number} step */
export const stepName = (step) =>
  step < FIRST_TURN_STEP ? DEPLOYMENT[step] : fill(wording.TURN_NUMBER, { number: turnNumber(step) });
/**
 * @param {Engine.Side} first
 * @param {number} step
 * @param {(side: Engine.Side) => string} [name]
 */
export const stepWords = (first, step, name = colour) => {
  const [whose, turn] = [name(owner(first, step)), within(stepName(step))];
  return /*_*/`${whose}’s ${turn}`;
};

/** The step after which the packet's length of a game is over; null when only time ends it.
 * @param {Engine.GameRules} terms */
export function lastStep(terms) {
  const last = terms.victory.last_turn;
  return last ? FIRST_TURN_STEP + 2 * last - 1 : null;
}

/** What the program takes a switch of the physical clock for, in words; see app/views/table/clock_presses.py.
 * @param {{ interrupt: boolean }} given */
export const taken = ({ interrupt }) => (interrupt ? "interrupt" : wording.SWITCH_ENDED_THE_TURN);

/** The other reading of a switch of the physical clock, in words.
 * @param {{ interrupt: boolean }} given */
export const otherwise = ({ interrupt }) => (interrupt ? wording.SWITCH_ENDED_THE_TURN : wording.SWITCH_WAS_AN_INTERRUPT);
