// Marks that change how much time there is, as app/engine/table/clock_marks.py.

import * as clocks from "./deathclock.js";
import { put } from "./deathclock.js";
import { extensionFault, inProgress, playsPastAFlag, resumed, runnerOf } from "../table/game.js";

/** @typedef {Engine.Play & { clock: Engine.DeathClock }} Timed */

/** A turn whose time is up has what it is given from now on, and a fallen flag may fall again where
 * play went on.
 * @param {Engine.GameRules} terms
 * @param {Timed} before
 * @param {{ side: Engine.Side, at_ms: number, delta_ms: number }} mark */
export function adjusted(terms, before, { side, at_ms: at, delta_ms: delta }) {
  const pause = pauseAfterGap(before, side, at, delta);
  const play = { ...before, pause };
  const turns = terms.time.kind === "turns";
  const late = Math.max(-clocks.remaining(play.clock, side, at), 0);
  const given = turns && play.overrun.includes(side) && delta > 0 ? delta + late : delta;
  const banked = clocks.run(play.clock, play.clock.running, at);
  const played = pause !== before.pause;
  const clock = played ? clocks.playOn(banked, side, -delta) : clocks.adjust(banked, side, given);
  const staysOut = playsPastAFlag(terms) && !turns;
  if (staysOut || clocks.remaining(clock, side, at) <= 0) return { ...play, clock };
  return { ...play, clock, overrun: play.overrun.filter((one) => one !== side) };
}

/** Where a whole time gap is taken from whose clock ran, it was played and no pause.
 * @param {Timed} play
 * @param {Engine.Side} side
 * @param {number} at
 * @param {number} delta */
function pauseAfterGap(play, side, at, delta) {
  const { since_ms: since, gap_ms: gap } = play.pause ?? { since_ms: 0, gap_ms: 0 };
  if (!gap || side !== runnerOf(play) || delta !== -gap || at - since < gap) return play.pause;
  return { ...play.pause, since_ms: since + gap, gap_ms: 0, gap_known: true };
}

/** More time for the present turn, also for one whose time is up already.
 * @param {Engine.GameRules} terms
 * @param {Timed} play
 * @param {{ side: Engine.Side, at_ms: number }} mark */
export function extended(terms, play, { side, at_ms: at }) {
  if (!inProgress(play) || extensionFault(terms, play, side)) return play;
  const late = Math.max(-clocks.remaining(play.clock, side, at), 0); // from when it is taken
  const banked = clocks.run(play.clock, play.clock.running, at);
  return {
    ...play,
    clock: clocks.adjust(banked, side, terms.time.extension_ms + late),
    extensions: put(play.extensions, side, play.extensions[side] + 1),
    extended: true,
    overrun: [],
  };
}

/** Every clock stands; the phase or turn in progress is the last.
 * @param {Engine.GameRules} _
 * @param {Engine.Play} play
 * @param {{ at_ms: number }} mark */
export function diceDown(_, play, { at_ms: at }) {
  if (!play.clock || play.ending !== null || play.dice_down_ms !== null) return play;
  return {
    ...resumed(play, at),
    clock: clocks.run(play.clock, null, at),
    dice_down_ms: at,
    last_step: play.step,
    interrupted: false,
    awaits_start: false,
  };
}
