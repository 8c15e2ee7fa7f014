// What one half of the clock shows at an instant, as app/views/table/clock_face.py.

import { colour, other, remaining, used } from "./deathclock.js";
import {
  expectedEnd,
  extensionFault,
  inProgress,
  isTimed,
  ownerOf,
  questionOf,
  runnerOf,
  stepElapsed,
  ticking,
} from "../table/game.js";
import { otherwise, taken } from "./switches.js";
import { FIRST_TURN_STEP, lastStep, stepWords, turnNumber } from "./turns.js";
import { finalResult, standingWords } from "../table/verdict.js";

const LOW_MS = 300_000;
const VERY_LOW_MS = 60_000;
const LAST_SECONDS_MS = 10_000;
const TICKS = ["running", "interrupting"];

export const runs = (mood) => TICKS.includes(mood) || mood === "time_up";
const clamped = (ms) => Math.max(ms, 0);

/** Milliseconds until this turn may be ended; 0 in deployment and when it may. */
export function minimumLeft({ terms, play }, nowMs) {
  if (play.step < FIRST_TURN_STEP || !ticking(play) || play.dice_down_ms !== null) return 0;
  return clamped(terms.time.minimum_turn_ms - stepElapsed(play, nowMs));
}

/** Time `side` has left; null where nothing limits it. */
export function leftMs({ terms, play }, side, nowMs) {
  const { kind, clock_ms: whole, turn_ms: turn } = terms.time;
  if (kind === "untimed") return null;
  if (kind === "turns") {
    const timed = play.clock && play.step >= FIRST_TURN_STEP && side === ownerOf(play);
    return timed ? clamped(remaining(play.clock, side, nowMs)) : turn;
  }
  if (!play.clock) return whole;
  const left = remaining(play.clock, side, nowMs);
  return play.overrun.includes(side) ? left : clamped(left);
}

/** Time left as "1:00:00", "12:34" or, below a minute, "59.9"; rounded up, so 0 means gone. */
export function digits(ms) {
  const tenths = Math.ceil(ms / 100);
  if (tenths > 0 && tenths < VERY_LOW_MS / 100) return `${Math.floor(tenths / 10)}.${tenths % 10}`;
  const rounded = Math.ceil(ms / 1000);
  const [sign, seconds] = rounded < 0 ? ["−", -rounded] : ["", rounded];
  const minutes = Math.floor(seconds / 60);
  const two = (number) => String(number).padStart(2, "0");
  if (minutes < 60) return `${sign}${minutes}:${two(seconds % 60)}`;
  return `${sign}${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** A length of time in whole seconds: "0:42". */
export function span(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const usedWords = (ms) => (ms >= VERY_LOW_MS ? digits(Math.floor(ms / 1000) * 1000) : span(ms));

function nextDigitMs(ms) {
  const unit = ms > 0 && ms <= VERY_LOW_MS ? 100 : 1000;
  return ms - (Math.ceil(ms / unit) - 1) * unit;
}

/** Milliseconds after which the screen shows something else by itself; null when nothing runs. */
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

/** How short the time is: 0 plenty, 1 low, 2 very low, 3 the last seconds. */
export function low(ms, lowMs = LOW_MS) {
  if (ms > lowMs) return 0;
  if (ms > VERY_LOW_MS) return 1;
  return ms > LAST_SECONDS_MS ? 2 : 3;
}

function lowOf(game, mood, left) {
  if (!TICKS.includes(mood) || left === null) return 0;
  if (game.terms.time.kind !== "turns") return low(left);
  return isTimed(game.terms, game.play) ? low(left, VERY_LOW_MS) : 0;
}

/** Whether the present turn is both players' last. */
function lastTurn({ terms, play }) {
  const ends = [lastStep(terms), play.last_step].filter((one) => one !== null);
  if (!ends.length || !inProgress(play)) return false;
  return turnNumber(play.step) === turnNumber(Math.min(...ends));
}

/** One half at `nowMs`: mood, digits, step, word, note, low, score. */
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
    step: ended ? "" : step + (lastTurn(game) ? ", last turn" : ""),
    word: wordOf(game, side, mood),
    note: noteOf(game, side, mood, toGo),
    low: lowOf(game, mood, left),
    score: scoreOf(game, result),
  };
}

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

const PAUSE_WORDS = {
  clock: "Stopped at the clock",
  table: "Paused at the table",
  program: "Paused by the program",
};

function wordOf({ terms, play, secret }, side, mood) {
  const them = colour(other(side));
  const turns = terms.time.kind === "turns";
  const gap = play.pause?.cause === "gap";
  const paused = PAUSE_WORDS[play.pause?.cause] ?? "Paused by the organizer";
  const words = {
    waiting: secret ? "Get ready" : "Ready to start",
    running: "Running",
    interrupting: turns
      ? `Your move: ${them}'s turn stands still`
      : "Interrupt: your clock runs",
    resting: play.awaits_start ? `${them}'s turn is next` : `${them} is playing`,
    held: play.awaits_start ? "Your turn's time waits" : turns ? "Your turn's clock stands" : `Interrupt: ${them} has the clock`,
    time_up: "Time is up",
    dice_down: "Dice down",
    paused: gap ? `The clock was away for ${span(play.pause.gap_ms)}` : paused,
    flagged: "Your clock ran out",
    stopped: play.ending ? "Game over" : `${them}'s clock ran out`,
    won: "You win",
    lost: `${them} wins`,
    tied: "Tie",
  };
  return words[mood];
}

function runningNote(game, toGo) {
  const { clock_holds: holds, clock_left: left } = game.play;
  if (holds) return "Press your plunger to end your turn";
  if (toGo) return `The turn can end in ${toGo} s`;
  return left ? "Tap here: this screen keeps the time, not the clock" : tapNote(game);
}

function noteOf(game, side, mood, toGo) {
  const { play } = game;
  const owner = colour(ownerOf(play));
  const press = play.clock_holds ? "press your plunger" : "tap";
  const lasts =
    side === ownerOf(play)
      ? `Finish the move or the single roll, score, then ${press}`
      : `${owner} finishes the move or the single roll`;
  const decided = `${game.reported ? "The organizer's result: " : ""}${standingWords(game)}`;
  const notes = {
    waiting: game.secret
      ? "The scenario is shown when the organizer starts the round."
      : "Choose who goes first.",
    running: runningNote(game, toGo),
    interrupting: play.clock_holds
      ? `Press the clock to hand it back to ${colour(other(side))}`
      : `Tap here to hand the clock back to ${colour(other(side))}`,
    resting: play.awaits_start
      ? `${colour(other(side))} resolves continuous effects. Nobody's time runs` : "",
    held: play.awaits_start
      ? "Resolve continuous effects, then tap here to start your turn"
      : "Your turn goes on afterwards",
    time_up: "Finish the move or the single roll, then tap",
    dice_down: lasts,
    paused:
      play.pause?.cause === "gap"
        ? "The organizer decides whether it counts."
        : (play.pause?.reason ?? ""),
    flagged: standingWords(game),
    stopped: standingWords(game),
    won: decided,
    lost: decided,
    tied: decided,
  };
  return notes[mood];
}

function tapNote({ terms, play }) {
  if (play.step >= FIRST_TURN_STEP) return "Tap here to end your turn";
  const untimed = terms.time.kind === "turns" ? "Not timed. " : "";
  return `${untimed}Tap here when you have deployed`;
}

function scoreOf(game, result) {
  if (!result || game.reported) return "";
  const { cp, apd } = result;
  return `Red ${cp.red} – Blue ${cp.blue} CP, ${apd.red} – ${apd.blue} AP`;
}

/** A clock cannot say what its switch meant; the players can. */
function switchWords({ switched }) {
  if (!switched) return "";
  return `Last switch: ${taken(switched)}. No, it ${otherwise(switched)}`;
}

/** What stands between the halves: buttons, and the interrupt in the middle. */
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
  else if (ticking(play) && play.interrupted) interrupt = `Hand the clock back to ${colour(mine)}`;
  else if (lends && turns && !play.overrun.includes(mine))
    interrupt = `Stop the turn: ${them} moves or decides`;
  else if (lends && !turns && !play.overrun.includes(other(mine)))
    interrupt = `Interrupt: give ${them} the clock`;
  const ends = expectedEnd(terms, play, nowMs);
  const extending = extensionFault(terms, play, mine) ? null : mine;
  return { interrupt, asker, ends, claims: !questionOf(play), extends: extending };
}
