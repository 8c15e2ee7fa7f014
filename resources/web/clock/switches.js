// A switch of the clock on the table in words, as app/views/table/clock_presses.py.

import * as wording from "../words/wording.js";

/** What it is taken for.
 * @param {{ interrupt: boolean }} given */
export const taken = ({ interrupt }) => (interrupt ? "interrupt" : wording.SWITCH_ENDED_THE_TURN);

/** What it was instead, if it is read in the other way.
 * @param {{ interrupt: boolean }} given */
export const otherwise = ({ interrupt }) => (interrupt ? wording.SWITCH_ENDED_THE_TURN : wording.SWITCH_WAS_AN_INTERRUPT);
