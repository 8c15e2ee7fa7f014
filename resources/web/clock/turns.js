// Steps and turns, as app/engine/table/turns.py: steps 0 to 3 are deployment, 4 is the first turn.

import { colour, other } from "./deathclock.js";
import { fill, within } from "../words/text.js";
import * as wording from "../words/wording.js";

export const FIRST_TURN_STEP = 4;
const DEPLOYMENT = [/*_*/"Deployment", /*_*/"Deployment", wording.ADVANCE_DEPLOYMENT, wording.ADVANCE_DEPLOYMENT];

/** The step a game begins with: deployment, advance deployment alone (SR2017, Rumble), or the first
 * turn.
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
  return /*_*/`${whose}'s ${turn}`;
};

/** The step after which the packet's length of a game is over; null when only time ends it.
 * @param {Engine.GameRules} terms */
export function lastStep(terms) {
  const last = terms.victory.last_turn;
  return last ? FIRST_TURN_STEP + 2 * last - 1 : null;
}

/** What a switch of the clock on the table is taken for, in words; see app/views/table/clock_presses.py.
 * @param {{ interrupt: boolean }} given */
export const taken = ({ interrupt }) => (interrupt ? "interrupt" : wording.SWITCH_ENDED_THE_TURN);

/** What it was instead, if it is read in the other way.
 * @param {{ interrupt: boolean }} given */
export const otherwise = ({ interrupt }) => (interrupt ? wording.SWITCH_ENDED_THE_TURN : wording.SWITCH_WAS_AN_INTERRUPT);
