// One table's game calculated from its marks, as in marks.py, claims.py, clock_marks.py and clock_out.py of
// app/engine/table.

import { withChanges } from "../losses/army.js";
import { endOf, endsGames, lastEnded, noTurnFault, settled, takenBack, turnEnded } from "./claims.js";
import * as clocks from "../clock/deathclock.js";
import { FIRST_TURN_STEP, SIDES, firstStep, other, put } from "../clock/deathclock.js";
import {
  NEW_PLAY,
  UNANSWERED,
  confirmed,
  endStep,
  ending,
  extensionFault,
  flagDue,
  giveClock,
  inProgress,
  isTimed,
  ownerOf,
  playsPastAFlag,
  questionOf,
  resumed,
  runnerOf,
  scoresOnceMore,
  stopped,
  ticking,
  winsNow,
  wonByScoring,
} from "./game.js";
import * as scoring from "../scoring/scoring.js";

/** The flags that have fallen by now, each at the instant at which its time was used up: [play, marks].
 * @param {Engine.GameRules} terms
 * @param {any} play
 * @param {number} atMs */
export function fallen(terms, play, atMs) {
  const flags = [];
  for (let n = 0; n < 2; n += 1) {
    const due = flagDue(terms, play);
    if (due === null || due > atMs) break;
    flags.push({ kind: "flag_fell", at_ms: due, side: play.clock.running });
    play = advance(terms, play, flags[flags.length - 1]);
  }
  return [play, flags];
}

/**
 * @param {Engine.GameRules} terms
 * @param {any[]} marks
 */
export const replay = (terms, marks) =>
  marks.reduce((play, mark) => advance(terms, play, mark), NEW_PLAY);

/** The play after one more mark. A mark that does not fit the play changes nothing.
 * @param {Engine.GameRules} terms
 * @param {any} play
 * @param {any} mark */
export function advance(terms, play, mark) {
  const step = ADVANCE[mark.kind];
  return step ? step(terms, play, mark) : play;
}

/** @type {Record<string, (terms: Engine.GameRules, play: any, mark: any) => any>} */
const ADVANCE = {
  clock_started: started,
  turn_ended: (terms, play, mark) => {
    const inTurn = ticking(play) && mark.side === ownerOf(play) && !play.interrupted;
    return inTurn ? turnEnded(terms, play, mark.at_ms) : play;
  },
  interrupted: (terms, play, mark) => {
    const late = playsPastAFlag(terms) && play.overrun.includes(other(ownerOf(play)));
    if (!ticking(play) || play.interrupted || play.awaits_start || late) return play;
    return giveClock({ ...play, interrupted: true }, mark.at_ms);
  },
  turn_started: (_, play, { side, at_ms: at }) => {
    if (!ticking(play) || !play.awaits_start || side !== ownerOf(play)) return play;
    return giveClock({ ...play, awaits_start: false }, at);
  },
  handed_back: (_, play, mark) =>
    ticking(play) && play.interrupted
      ? giveClock({ ...play, interrupted: false }, mark.at_ms)
      : play,
  clock_paused: (_, play, { at_ms: at, cause, reason, gap_ms: gap, gap_known: known }) => {
    const pause = { since_ms: at, cause, reason, gap_ms: gap ?? 0, gap_known: known ?? true };
    if (play.pause && !(play.pause.gap_known ?? true) && cause === "gap") {
      return { ...play, pause: { ...pause, since_ms: play.pause.since_ms } };
    }
    if (!play.clock || !ticking(play)) return play;
    return { ...play, clock: clocks.run(play.clock, null, at), pause };
  },
  clock_resumed: (_, play, { at_ms: at }) =>
    play.clock && play.pause ? giveClock(resumed(play, at), at) : play,
  clock_adjusted: (terms, play, mark) => (play.clock ? adjusted(terms, play, mark) : play),
  flag_fell: flagFell,
  extension_taken: extended,
  dice_down: diceDown,
  element_removed: (_, play, mark) => ({ ...play, removed: mark.key }),
  time_held: (_, play, mark) => ({
    ...play,
    clock_holds: mark.by_clock,
    clock_left: !mark.by_clock,
    ended: [],
    awaits_start: play.awaits_start && !mark.by_clock,
  }),
  times_adopted: (_, play, { at_ms: at, left_ms: left }) => {
    const said = (clock, side) => clock && clocks.allot(clock, side, left[side], at);
    return { ...play, clock: SIDES.reduce(said, play.clock) };
  },
  losses_counted: (_, play, { side, losses }) => ({ ...play, losses: put(play.losses, side, losses) }),
  specialists_swapped: (_, play, { side, out, added }) => ({
    ...play, swaps: put(play.swaps, side, { out, added }),
  }),
  spells_chosen: (_, play, { side, racks }) => ({ ...play, racks: put(play.racks, side, racks) }),
  objective_chosen: (_, play, { side, name }) => ({ ...play, objectives: put(play.objectives, side, name) }),
  reinforced: (_, play, { side, rows }) => ({
    ...play,
    reinforcements: put(play.reinforcements, side, rows),
    reinforced: put(play.reinforced, side, rows.length ? play.step : null),
  }),
  losses_changed: (_, play, { side, changes }) => {
    const losses = withChanges(play.losses[side], changes);
    return { ...play, losses: put(play.losses, side, losses) };
  },
  turn_scored: turnScored,
  tallied: (_, play, mark) => {
    const asked = askedAgain(play, mark);
    if (play.ending === null) return asked;
    return { ...asked, tally: { apd: mark.apd, casters: mark.casters, presence: mark.presence } };
  },
  claimed: (_, play, { by, claim, side, at_ms: at, army_points: points, tapped }) => {
    const turn = claim === "turn";
    if (!play.clock || play.claim !== null) return play;
    if (turn ? noTurnFault(play, side) : !inProgress(play)) return play;
    const more = { army_points: points ?? 0, tapped: Boolean(tapped) && turn };
    return { ...play, claim: { by, claim, side, at_ms: at, clock: play.clock, ...more } };
  },
  turn_taken_back: (_, play, { at_ms: at, ended_ms: endedMs }) =>
    (lastEnded(play)?.at_ms === endedMs ? takenBack(play, at) : play),
  answered,
  judge_called: (_, play) => ({ ...play, judge_called: true }),
  judge_left: (_, play) => ({ ...play, judge_called: false, disputed: null }),
  ruled: (_, play, mark) => {
    const before = play.ending ?? { at_ms: mark.at_ms, step: play.step };
    const { winner, how, reason, army_points: points } = mark;
    const words = { winner, how, ruled: true, reason, army_points: points ?? 0 };
    const over = stopped(play, ending(before.at_ms, before.step, words));
    return { ...over, judge_called: false, disputed: null };
  },
  game_reopened: reopened,
  result_withdrawn: (_, play) => ({ ...play, answers: UNANSWERED }),
};

/** In the first deployment the clocks can be restarted with the other player first. */
function started(terms, play, mark) {
  const again = play.clock !== null && play.first === mark.first;
  const begins = firstStep(terms);
  if (play.step > begins || play.ending !== null || again) return play;
  const whole = { red: terms.time.clock_ms, blue: terms.time.clock_ms };
  return {
    ...NEW_PLAY,
    clock: clocks.start(whole, mark.first, mark.at_ms),
    first: mark.first,
    step: begins,
    step_since_ms: mark.at_ms,
    judge_called: play.judge_called,
    disputed: play.disputed,
    clock_holds: play.clock_holds,
    clock_left: play.clock_left,
    swaps: play.swaps,
    objectives: play.objectives,
    racks: play.racks,
  };
}

/** New numbers ask the players again, except for the organizer's numbers on a result that both have confirmed. */
function askedAgain(play, mark) {
  return mark.by === null && confirmed(play) ? play : { ...play, answers: UNANSWERED };
}

function turnScored(terms, before, mark) {
  const { kind: _kind, ...score } = mark;
  const asked = askedAgain(before, mark);
  const play = { ...asked, scores: { ...asked.scores, [mark.step]: score } };
  return mark.step < play.step ? wonByScoring(terms, play, mark.at_ms) : play;
}

/** The play continues from the present step, with the clock paused until the organizer resumes it. */
function reopened(terms, play, mark) {
  const end = play.ending;
  const stop = end ?? play.flag;
  if (!play.clock || stop === null) return play;
  return {
    ...play,
    clock: clocks.run(play.clock, null, mark.at_ms),
    step: end && (end.how === null || end.scores_on) ? end.step : play.step,
    ending: null,
    flag: null,
    claim: null,
    ended: [],
    last_step: null,
    dice_down_ms: null,
    overrun: [],
    scores: terms.victory.points_at_end ? {} : play.scores,
    answers: UNANSWERED,
    tally: null,
    pause: { since_ms: stop.at_ms, cause: "eo", reason: mark.reason, gap_ms: 0, gap_known: true },
  };
}

// What a clock that runs out does (SR2017, tournament timing).

/** The play after a flag fell. It waits for an open claim or for the players, or it ends. */
function flagFell(terms, before, { side, at_ms: at }) {
  if (!inProgress(before) || clocks.expired(before.clock, at) !== side) return before;
  if (before.overrun.includes(side) || !isTimed(terms, before)) return before;
  if (terms.clock_out === "warn" || terms.time.kind === "turns")
    return { ...before, overrun: [...before.overrun, side] };
  const play = {
    ...before,
    clock: clocks.run(before.clock, null, at),
    flag: { side, at_ms: at },
    answers: UNANSWERED,
  };
  return play.claim !== null ? play : settleFlag(terms, play, play.flag);
}

/** The play after a flag is decided. A flag that the players must judge stays open. */
function settleFlag(terms, play, flag) {
  if (flag === null) return play;
  if (scoresOnceMore(terms)) return scoredOnceMore(terms, play, flag);
  if (terms.clock_out === "last_turn" && play.step >= FIRST_TURN_STEP)
    return lastTurn(terms, play, flag);
  const { first, scores, step } = play;
  const mine = ownerOf(play) === flag.side;
  const savable = mine && scoring.canWin(terms, first, scores, step, flag.side);
  const asked = terms.clock_out === "packet" && !terms.time.clock_out_loses;
  return asked && savable ? play : lost(play, flag, false);
}

function lost(play, flag, disagreed) {
  const words = { winner: other(flag.side), how: "clock_out", disagreed };
  return stopped(play, ending(flag.at_ms, play.step, words));
}

/** The play after a clock-out that leaves only the kind of victory open (SR2026, tournament timing). In the turn of the
 * player who is out of time, the flag waits for the opponent's scoring; in the opponent's turn, that turn is finished.
 * If no turn scores yet, or both are out of time, the first clock-out decides at once. */
function scoredOnceMore(terms, before, flag) {
  const scores = scoring.scoresElements(terms, before.step);
  if (before.overrun.length || !scores) {
    const side = before.overrun[0] ?? flag.side;
    const words = { winner: other(side), how: "clock_out", scores_on: scores };
    return stopped(before, ending(flag.at_ms, before.step, words));
  }
  if (ownerOf(before) === flag.side) {
    const { [before.step]: _now, ...others } = before.scores;
    return { ...before, scores: others };
  }
  return giveClock({ ...before, flag: null, overrun: [flag.side], ended: [], interrupted: false }, flag.at_ms);
}

/** The play after the opponent has said that everything is scored. The player who is out of time has nothing to
 * answer. */
function settledByPoints(before, flag, side, agrees) {
  if (side === flag.side || !agrees) return before;
  const words = { winner: side, how: "clock_out", scores_on: true };
  return stopped(before, ending(flag.at_ms, before.step, words));
}

/** The play after a clock-out by the house rule: the opponent has one last turn, then the table is scored. */
function lastTurn(terms, before, flag) {
  const mine = ownerOf(before) === flag.side;
  const play = {
    ...before,
    flag: null,
    overrun: [...before.overrun, flag.side],
    ended: [],
    last_step: before.last_step || (mine ? before.step + 1 : before.step),
    interrupted: false,
  };
  return mine ? endStep(terms, play, flag.at_ms) : giveClock(play, flag.at_ms);
}

// What both answer when they are asked.

function answered(terms, play, mark) {
  if (mark.question !== questionOf(play)) return play;
  if (play.claim !== null) return claimAnswered(terms, play, play.claim, mark);
  if (play.flag !== null) return clockOutAnswered(terms, play, play.flag, mark);
  const answers = put(play.answers, mark.side, mark.agrees);
  return { ...play, answers, judge_called: play.judge_called || !mark.agrees };
}

/** The play after an answer on a clock-out. If both say yes and the scoring wins, it is a scenario win; a no from
 * either side is a loss by clock-out. */
function clockOutAnswered(terms, before, flag, { side, agrees }) {
  if (scoresOnceMore(terms)) return settledByPoints(before, flag, side, agrees);
  const answers = put(before.answers, side, agrees);
  if (agrees && answers[other(side)] === null) return { ...before, answers };
  if (agrees && winsNow(terms, before, flag.side)) {
    const words = { winner: flag.side, how: "scenario" };
    return stopped(before, ending(flag.at_ms, before.step, words));
  }
  const disagreed = answers[other(flag.side)] === false;
  return lost({ ...before, judge_called: before.judge_called || disagreed }, flag, disagreed);
}

/** The play after an answer on a claim. If the opponent agrees, it counts from the instant of the claim; otherwise it
 * is dropped. */
function claimAnswered(terms, before, claim, { side, agrees, at_ms: at }) {
  const own = side === claim.by;
  if (!own && agrees) return claimAgreed(terms, before, claim, at);
  if (own && agrees) return before;
  const denied = own || claim.tapped ? {} : { judge_called: true, disputed: claim };
  const closed = { ...before, claim: null, ...denied };
  const play = claim.claim === "turn" && (!own || claim.tapped) ? settled(closed) : closed;
  return settleFlag(terms, play, play.flag);
}

function claimAgreed(terms, before, claim, atMs) {
  if (claim.claim === "turn") return takenBack(before, atMs);
  const short = claim.claim === "scenario" && !winsNow(terms, before, claim.side);
  if (short || !endsGames(terms, claim.claim))
    return settleFlag(terms, { ...before, claim: null }, before.flag);
  const play = { ...before, clock: claim.clock };
  return stopped(play, ending(claim.at_ms, play.step, endOf(claim)));
}

/** @typedef {Engine.Play & { clock: Engine.DeathClock }} Timed */

/** The play with time added or taken away. If turns are timed, one whose time is up gets the added time from now on. A
 * flag that fell while play went on may fall again.
 * @param {Engine.GameRules} terms
 * @param {Timed} before
 * @param {{ side: Engine.Side, at_ms: number, delta_ms: number }} mark */
function adjusted(terms, before, { side, at_ms: at, delta_ms: delta }) {
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
  return { ...play, clock, overrun: play.overrun.filter((each) => each !== side) };
}

/** The pause after time was taken away. If a whole gap is taken from the player whose clock ran, the gap counts as time
 * played, not as a pause.
 * @param {Timed} play
 * @param {Engine.Side} side
 * @param {number} at
 * @param {number} delta */
function pauseAfterGap(play, side, at, delta) {
  const { since_ms: since, gap_ms: gap } = play.pause ?? { since_ms: 0, gap_ms: 0 };
  if (!gap || side !== runnerOf(play) || delta !== -gap || at - since < gap) return play.pause;
  return { ...play.pause, since_ms: since + gap, gap_ms: 0, gap_known: true };
}

/** The play with more time for the present turn, even if its time is already up.
 * @param {Engine.GameRules} terms
 * @param {Timed} play
 * @param {{ side: Engine.Side, at_ms: number }} mark */
function extended(terms, play, { side, at_ms: at }) {
  if (!inProgress(play) || extensionFault(terms, play, side)) return play;
  const late = Math.max(-clocks.remaining(play.clock, side, at), 0); // from the moment when it is taken
  const banked = clocks.run(play.clock, play.clock.running, at);
  return {
    ...play,
    clock: clocks.adjust(banked, side, terms.time.extension_ms + late),
    extensions: put(play.extensions, side, play.extensions[side] + 1),
    extended: true,
    overrun: [],
  };
}

/** The play after dice down: every clock stands, and the phase or turn in progress is the last.
 * @param {Engine.GameRules} _
 * @param {Engine.Play} play
 * @param {{ at_ms: number }} mark */
function diceDown(_, play, { at_ms: at }) {
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
