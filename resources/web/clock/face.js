// What one half of the clock shows at an instant, as app/views/table/clock_face.py.

import {
  FIRST_TURN_STEP,
  SIDES,
  colour,
  lastStep,
  other,
  otherwise,
  remaining,
  span,
  stepWords,
  taken,
  turnNumber,
  used,
  wholeSeconds,
} from "./deathclock.js";
import {
  expectedEnd,
  extensionFault,
  inProgress,
  isTimed,
  ownerOf,
  questionOf,
  runnerOf,
  scoresOnceMore,
  stepElapsed,
  ticking,
} from "../table/game.js";
import { decidedWords, finalResult, standingWords } from "../table/verdict.js";
import { fill } from "../words/text.js";
import * as wording from "../words/wording.js";

const LOW_MS = 300_000;
const VERY_LOW_MS = 60_000;
const LAST_SECONDS_MS = 10_000;
const TICKS = ["running", "interrupting"];

/** @param {string} mood */
export const runs = (mood) => TICKS.includes(mood) || mood === "time_up";
/** @param {number} ms */
const clamped = (ms) => Math.max(ms, 0);

/** Milliseconds until this turn may be ended; 0 in deployment and when it may.
 * @param {{ terms: Engine.GameRules, play: Engine.Play }} given0
 * @param {number} nowMs */
export function minimumLeft({ terms, play }, nowMs) {
  if (play.step < FIRST_TURN_STEP || !ticking(play) || play.dice_down_ms !== null) return 0;
  return clamped(terms.time.minimum_turn_ms - stepElapsed(play, nowMs));
}

/** The time that `side` has left; null if nothing limits it.
 * @param {{ terms: Engine.GameRules, play: Engine.Play }} given0
 * @param {Engine.Side} side
 * @param {number} nowMs */
export function leftMs({ terms, play }, side, nowMs) {
  const { kind, clock_ms: whole, turn_ms: turn } = terms.time;
  if (kind === "untimed") return null;
  if (kind === "turns") {
    const timed = play.step >= FIRST_TURN_STEP && side === ownerOf(play);
    return timed && play.clock ? clamped(remaining(play.clock, side, nowMs)) : turn;
  }
  if (!play.clock) return whole;
  const left = remaining(play.clock, side, nowMs);
  return play.overrun.includes(side) ? left : clamped(left);
}

/** Whether players may ask the organizer to enforce the shortest turn.
 * @param {{ terms: Engine.GameRules, play: Engine.Play }} given0
 * @param {number} nowMs */
function helpDue({ terms, play }, nowMs) {
  const { minimum_turn_ms: least, play_on_below_ms: below } = terms.time;
  if (!least || !play.clock || !ticking(play) || play.step < FIRST_TURN_STEP) return false;
  const { clock } = play;
  return SIDES.reduce((sum, side) => sum + clamped(remaining(clock, side, nowMs)), 0) < below;
}

/**
 * @param {any} game
 * @param {number} nowMs
 */
function helpNote(game, nowMs) {
  if (!helpDue(game, nowMs)) return "";
  return fill(wording.MAY_ASK_FOR_HELP, { seconds: game.terms.time.minimum_turn_ms / 1000 });
}

/** The time left, such as "1:00:00" or "12:34", or "59.9" below a minute. It is rounded up, so 0 means that the time is
 * over.
 * @param {number} ms */
export function digits(ms) {
  const tenths = Math.ceil(ms / 100);
  if (tenths > 0 && tenths < VERY_LOW_MS / 100) return `${Math.floor(tenths / 10)}.${tenths % 10}`;
  const rounded = Math.ceil(ms / 1000);
  const [sign, seconds] = rounded < 0 ? ["−", -rounded] : ["", rounded];
  return sign + wholeSeconds(seconds);
}

/** @param {number} ms */
const usedWords = (ms) => (ms >= VERY_LOW_MS ? digits(Math.floor(ms / 1000) * 1000) : span(ms));

/** @param {number} ms */
function nextDigitMs(ms) {
  const unit = ms > 0 && ms <= VERY_LOW_MS ? 100 : 1000;
  return ms - (Math.ceil(ms / unit) - 1) * unit;
}

/** Milliseconds after which the screen changes by itself; null when nothing runs.
 * @param {any} game
 * @param {number} nowMs */
export function nextChangeMs(game, nowMs) {
  const { terms, play } = game;
  const up = terms.time.kind === "untimed";
  const side = play.clock?.running;
  if (!side || finalResult(game) || !(up || isTimed(terms, play))) return null;
  if (up) return 1000 - (used(play.clock, side, nowMs) % 1000);
  if (leftMs(game, side, nowMs) === 0 && play.overrun.includes(side)) return null;
  const soonest = nextDigitMs(remaining(play.clock, side, nowMs));
  const toGo = minimumLeft(game, nowMs);
  return toGo > 0 ? Math.min(soonest, toGo % 1000 || 1000) : soonest;
}

/** How short the time is: 0 plenty, 1 low, 2 very low, 3 the last seconds.
 * @param {number} ms
 * @param {number} [lowMs] */
export function low(ms, lowMs = LOW_MS) {
  if (ms > lowMs) return 0;
  if (ms > VERY_LOW_MS) return 1;
  return ms > LAST_SECONDS_MS ? 2 : 3;
}

/**
 * @param {any} game
 * @param {string} mood
 * @param {any} left
 */
function lowOf(game, mood, left) {
  if (!TICKS.includes(mood) || left === null) return 0;
  if (game.terms.time.kind !== "turns") return low(left);
  return isTimed(game.terms, game.play) ? low(left, VERY_LOW_MS) : 0;
}

/** Whether the present turn is the last one for both players.
 * @param {{ terms: Engine.GameRules, play: Engine.Play }} given0 */
function lastTurn({ terms, play }) {
  const ends = [lastStep(terms), play.last_step].filter((each) => each !== null);
  if (!ends.length || !inProgress(play)) return false;
  return turnNumber(play.step) === turnNumber(Math.min(...ends));
}

/** One half at `nowMs`: mood, digits, step, word, note, low, score, out.
 * @param {any} game
 * @param {Engine.Side} side
 * @param {number} nowMs */
export function face(game, side, nowMs) {
  const { play } = game;
  const left = leftMs(game, side, nowMs);
  const result = finalResult(game);
  const mood = moodOf(game, result, side);
  const toGo = mood === "running" ? Math.ceil(minimumLeft(game, nowMs) / 1000) : 0;
  const ended = play.ending !== null || result !== null;
  const step = ended || !play.clock ? "" : stepWords(play.first, play.step);
  const usedMs = play.clock ? used(play.clock, side, nowMs) : 0;
  const decided = result !== null && play.ending === null;
  const time = left === null ? usedWords(usedMs) : digits(left);
  return {
    mood,
    digits: decided || (ended && game.terms.time.kind === "turns") ? "" : time,
    step: ended ? "" : step + (lastTurn(game) ? wording.AND_LAST_TURN : ""),
    word: wordOf(game, side, mood),
    note: noteOf(game, side, mood, toGo) || (mood === "resting" ? helpNote(game, nowMs) : ""),
    low: lowOf(game, mood, left),
    score: scoreOf(game, result),
    out: play.flag !== null || (play.ending !== null && play.ending.how === "clock_out" && !play.ending.ruled),
  };
}

/**
 * @param {{ terms: Engine.GameRules, play: Engine.Play }} given0
 * @param {any} result
 * @param {Engine.Side} side
 */
function moodOf({ terms, play }, result, side) {
  if (result) {
    if (result.winner === null) return "tied";
    return result.winner === side ? "won" : "lost";
  }
  if (play.flag) return play.flag.side === side ? "flagged" : "stopped";
  if (play.ending) return "stopped";
  if (!play.clock) return "waiting";
  if (play.pause) return "paused";
  if (play.dice_down_ms !== null) return "dice_down";
  if (terms.time.kind === "turns" && side === ownerOf(play) && play.overrun.includes(side))
    return "time_up";
  if (play.awaits_start) return ownerOf(play) === side ? "held" : "resting";
  if (runnerOf(play) === side) return play.interrupted ? "interrupting" : "running";
  return play.interrupted ? "held" : "resting";
}

/** @type {Record<string, string>} */
const PAUSE_WORDS = {
  clock: wording.STOPPED_AT_CLOCK,
  table: wording.PAUSED_AT_TABLE,
  program: wording.PAUSED_BY_PROGRAM,
};

/** @param {Engine.Pause | null} pause */
function gapWord(pause) {
  if (!(pause?.gap_known ?? true)) return wording.CLOCK_WAS_AWAY_UNKNOWN;
  return fill(wording.CLOCK_WAS_AWAY, { gap: span(pause?.gap_ms ?? 0) });
}

/**
 * @param {{ terms: Engine.GameRules, play: Engine.Play, secret?: any }} given0
 * @param {Engine.Side} side
 * @param {string} mood
 */
function wordOf({ terms, play, secret }, side, mood) {
  const them = colour(other(side));
  const turns = terms.time.kind === "turns";
  const gap = play.pause?.cause === "gap";
  const paused = PAUSE_WORDS[play.pause?.cause ?? ""] ?? wording.PAUSED_BY_ORGANIZER;
  /** @type {Record<string, string>} */
  const words = {
    waiting: secret ? wording.GET_READY : wording.READY_TO_START,
    running: /*_*/"Running",
    interrupting: turns
      ? fill(wording.YOUR_MOVE, { side: them })
      : wording.INTERRUPT_YOUR_CLOCK_RUNS,
    resting: play.awaits_start ? fill(wording.TURN_IS_NEXT, { side: them })
      : finishes(terms, play, side) ? wording.YOUR_CLOCK_RAN_OUT : fill(wording.IS_PLAYING, { side: them }),
    held: play.awaits_start ? wording.YOUR_TURN_TIME_WAITS : turns ? wording.YOUR_TURN_CLOCK_STANDS : fill(wording.INTERRUPT_OTHER_HAS_THE_CLOCK, { side: them }),
    time_up: wording.TIME_IS_UP,
    dice_down: wording.DICE_DOWN,
    paused: gap ? gapWord(play.pause) : paused,
    flagged: wording.YOUR_CLOCK_RAN_OUT,
    stopped: play.ending ? wording.GAME_OVER : fill(wording.CLOCK_RAN_OUT, { side: them }),
    won: wording.YOU_WIN,
    lost: /*_*/`${them} wins`,
    tied: /*_*/"Tie",
  };
  return words[mood];
}

/** Whether the opponent of `out`, who is out of time, finishes their turn and scores it.
 * @param {Engine.GameRules} terms
 * @param {Engine.Play} play
 * @param {Engine.Side} out */
const finishes = (terms, play, out) => scoresOnceMore(terms) && play.overrun.includes(out);

/**
 * @param {any} game
 * @param {number} toGo
 */
function runningNote(game, toGo) {
  const { clock_holds: holds, clock_left: left } = game.play;
  if (holds) return wording.PRESS_TO_END_YOUR_TURN;
  if (toGo) return fill(wording.TURN_CAN_END_IN, { seconds: toGo });
  return left ? wording.TAP_THIS_SCREEN_KEEPS_THE_TIME : tapNote(game);
}

/**
 * @param {any} game
 * @param {Engine.Side} side
 * @param {string} mood
 * @param {number} toGo
 */
function noteOf(game, side, mood, toGo) {
  const { terms, play } = game;
  const owner = colour(ownerOf(play));
  const them = { side: colour(other(side)) };
  const press = play.clock_holds ? wording.PRESS_YOUR_PLUNGER : "tap";
  const lasts =
    side === ownerOf(play)
      ? fill(wording.FINISH_THE_MOVE_SCORE_THEN, { press })
      : fill(wording.FINISHES_THE_MOVE, { side: owner });
  const decided = decidedWords(game);
  /** @type {Record<string, string>} */
  const notes = {
    waiting: game.secret
      ? (game.terms.victory.armies
        ? wording.SCENARIO_IS_SHOWN_LATER : wording.ORGANIZER_STARTS_THE_ROUND)
      : wording.CHOOSE_WHO_GOES_FIRST,
    running: (finishes(terms, play, other(side)) ? `${fill(wording.CLOCK_RAN_OUT, them)}. ` : "") + runningNote(game, toGo),
    interrupting: play.clock_holds
      ? fill(wording.PRESS_TO_HAND_BACK, them)
      : fill(wording.TAP_TO_HAND_BACK, them),
    resting: play.awaits_start ? fill(wording.RESOLVES_EFFECTS, them)
      : finishes(terms, play, side) ? fill(wording.IS_PLAYING, them) : "",
    held: play.awaits_start
      ? wording.RESOLVE_EFFECTS_THEN_TAP
      : wording.YOUR_TURN_GOES_ON_AFTERWARDS,
    time_up: wording.FINISH_THE_MOVE_THEN_TAP,
    dice_down: lasts,
    paused:
      play.pause?.cause === "gap"
        ? wording.ORGANIZER_DECIDES
        : (play.pause?.reason ?? ""),
    flagged: standingWords(game),
    stopped: standingWords(game),
    won: decided,
    lost: decided,
    tied: decided,
  };
  return notes[mood];
}

/** @param {{ terms: Engine.GameRules, play: Engine.Play }} given0 */
function tapNote({ terms, play }) {
  if (play.step >= FIRST_TURN_STEP) return wording.TAP_TO_END_YOUR_TURN;
  const untimed = terms.time.kind === "turns";
  return untimed ? wording.NOT_TIMED_TAP_WHEN_DEPLOYED : wording.TAP_WHEN_DEPLOYED;
}

/**
 * @param {any} game
 * @param {any} result
 */
function scoreOf(game, result) {
  if (!result || game.reported) return "";
  const { cp, apd } = result;
  if (!game.terms.victory.armies)
    return fill(wording.FINAL_POINTS, { red_cp: cp.red, blue_cp: cp.blue });
  return fill(wording.FINAL_NUMBERS, { red_cp: cp.red, blue_cp: cp.blue, red_ap: apd.red, blue_ap: apd.blue });
}

/** What players can say about the last switch of a physical clock, which cannot say what it meant.
 * @param {any} given0 */
function switchWords({ switched }) {
  if (!switched) return "";
  return fill(wording.LAST_SWITCH_NO_IT, { taken: taken(switched), otherwise: otherwise(switched) });
}

/** The content of the strip between the halves: buttons, and the interrupt in the middle.
 * @param {any} game
 * @param {number} nowMs */
export function strip(game, nowMs) {
  const { terms, play } = game;
  const asker = runnerOf(play);
  const none = { interrupt: "", asker, ends: null, claims: false, extends: null };
  if (finalResult(game) || !inProgress(play)) return none;
  const turns = terms.time.kind === "turns";
  const mine = ownerOf(play);
  const them = colour(other(mine));
  const lends =
    ticking(play) && !play.claim && play.step >= FIRST_TURN_STEP && play.dice_down_ms === null &&
    !play.awaits_start;
  let interrupt = "";
  if (play.clock_holds) interrupt = ticking(play) && !questionOf(play) ? switchWords(game) : "";
  else if (ticking(play) && play.interrupted) interrupt = fill(wording.HAND_CLOCK_BACK_TO, { side: colour(mine) });
  else if (lends && turns && !play.overrun.includes(mine))
    interrupt = fill(wording.STOP_THE_TURN, { side: them });
  else if (lends && !turns && !play.overrun.includes(other(mine)))
    interrupt = fill(wording.INTERRUPT_GIVE_THE_CLOCK, { side: them });
  const ends = expectedEnd(terms, play, nowMs);
  const extending = extensionFault(terms, play, mine) ? null : mine;
  return { interrupt, asker, ends, claims: !questionOf(play), extends: extending };
}
