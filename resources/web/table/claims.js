// The claims of players: their words and how they end a game, as in app/engine/table/claims.py. Also the taking back of
// a turn's end, as in app/engine/table/turn_back.py.

import * as clocks from "../clock/deathclock.js";
import { FIRST_TURN_STEP, SIDES, colour, other, owner, put, span } from "../clock/deathclock.js";
import { UNANSWERED, confirmed, endStep, giveClock, stepElapsed } from "./game.js";
import { fill } from "../words/text.js";
import * as wording from "../words/wording.js";

/** @param {string} how */
const lost = (how) => (/** @type {{ side: Engine.Side }} */ claim) => ({ winner: other(claim.side), how });

/** Each claim: the question to the opponent; how it is offered (the words, and whether it is about the player's own
 * side; a scenario win is claimed where it is scored); how it ends the game; whether games of the event can end that
 * way; and why it cannot be claimed if they cannot. They are in the order in which they are offered.
 * @type {Record<string, { question: string, offers: [string, boolean][], ends: (claim: any) => object,
 *   counts: (victory: any) => boolean, fault: string }>} */
const CLAIMS = {
  caster: {
    question: wording.CLAIMED_CASTER,
    offers: [[wording.LAST_CASTER_IS_DESTROYED, false], [wording.MY_LAST_CASTER_IS_DESTROYED, true]],
    ends: lost("assassination"),
    counts: (victory) => victory.armies && victory.assassination,
    fault: wording.NO_ASSASSINATION,
  },
  no_models: {
    question: wording.CLAIMED_NO_MODELS,
    offers: [[wording.HAS_NO_MODELS_LEFT, false], [wording.I_HAVE_NO_MODELS_LEFT, true]],
    ends: lost("no_models"),
    counts: (victory) => victory.armies && !victory.assassination,
    fault: wording.GAMES_END_WITH_THE_CASTER,
  },
  battlegroup: {
    question: wording.CLAIMED_BATTLEGROUP,
    offers: [[wording.BATTLEGROUP_IS_DESTROYED, false], [wording.MY_BATTLEGROUP_IS_DESTROYED, true]],
    ends: lost("battlegroup"),
    counts: (victory) => victory.armies && victory.battlegroup,
    fault: wording.NO_BATTLEGROUP_WIN,
  },
  both_casters: {
    question: wording.CLAIMED_BOTH_CASTERS,
    offers: [[wording.BOTH_CASTERS_DESTROYED, true]],
    ends: () => ({ casters_gone: true }),
    counts: (victory) => victory.armies && victory.assassination,
    fault: wording.NO_ASSASSINATION,
  },
  concession: {
    question: wording.CLAIMED_CONCESSION,
    offers: [[wording.I_CONCEDE, true]],
    ends: (claim) => ({ ...lost("concession")(claim), army_points: claim.army_points }),
    counts: () => true,
    fault: "",
  },
  scenario: {
    question: wording.CLAIMED_SCENARIO,
    offers: [],
    ends: (claim) => ({ winner: claim.side, how: "scenario" }),
    counts: () => true,
    fault: "",
  },
  over: {
    question: wording.CLAIMED_GAME_HAS_ENDED,
    offers: [[wording.GAME_HAS_ENDED, true]],
    ends: () => ({ length: true }),
    counts: (victory) => !victory.armies && !victory.by_agreement,
    fault: wording.ONLY_BY_AGREEMENT,
  },
  won: {
    question: wording.CLAIMED_SIDE_HAS_WON,
    offers: [[wording.SIDE_HAS_WON, false], [wording.I_HAVE_WON, true]],
    ends: (claim) => ({ winner: claim.side, how: "agreement" }),
    counts: (victory) => victory.by_agreement,
    fault: wording.NOT_BY_AGREEMENT,
  },
  drawn: {
    question: wording.CLAIMED_GAME_IS_A_TIE,
    offers: [[wording.GAME_IS_A_TIE, true]],
    ends: () => ({ winner: null, how: "tie" }),
    counts: (victory) => victory.by_agreement,
    fault: wording.NOT_BY_AGREEMENT,
  },
  turn: { // the game goes on
    question: wording.CLAIMED_TURN,
    offers: [],
    ends: () => ({}),
    counts: () => true,
    fault: "",
  },
};

/** Whether games of the event can end with this claim.
 * @param {any} terms
 * @param {string} claim */
export function endsGames({ victory }, claim) {
  return CLAIMS[claim].counts(victory);
}

/** Why a claim cannot be made in this event; empty if it can.
 * @param {any} terms
 * @param {string} claim */
export function claimBarred(terms, claim) {
  return endsGames(terms, claim) ? "" : CLAIMS[claim].fault;
}

/** All claims that `side` can make about the end of the game, as [words, claim, side].
 * @param {any} terms
 * @param {Engine.Side} side */
export function offers(terms, side) {
  return Object.entries(CLAIMS)
    .filter(([claim]) => endsGames(terms, claim))
    .flatMap(([claim, row]) => row.offers.map(([words, mine]) => {
      const about = mine ? side : other(side);
      return [fill(words, { side: colour(about) }), claim, about];
    }));
}

/** The question about a claim, such as "Red says: Blue's last caster is destroyed.", without what follows from it.
 * @param {any} claim */
export function claimQuestion({ by, claim, side, tapped }) {
  if (tapped) return fill(wording.TAPPED_STRAIGHT_BACK, { by: colour(by), side: colour(side) });
  const words = fill(CLAIMS[claim].question, { side: colour(side) });
  return fill(wording.SIDE_SAYS, { side: colour(by), claim: words });
}

/** How the game ends if the opponent agrees to the claim.
 * @param {any} claim */
export function endOf(claim) {
  return CLAIMS[claim.claim].ends(claim);
}

const STRAIGHT_BACK_MS = 15_000;
const SECOND_TAP_MS = 500;
const REMEMBERED = 2;

/** The play after a tap that ends the phase or turn. The end is stored, so that it can be taken back.
 * @param {Engine.GameRules} terms
 * @param {any} play
 * @param {number} atMs */
export function turnEnded(terms, play, atMs) {
  const ended = {
    step: play.step,
    at_ms: atMs,
    since_ms: play.step_since_ms,
    paused_ms: play.step_paused_ms,
    used_ms: Object.fromEntries(SIDES.map((side) => [side, clocks.used(play.clock, side, atMs)])),
    overrun: play.overrun,
    extended: play.extended,
    extensions: play.extensions,
    settled: false,
  };
  const after = endStep(terms, play, atMs);
  return { ...after, ended: [...play.ended, ended].slice(-REMEMBERED) };
}

/** The turn whose end could be taken back: the one before the present turn, or the last of the game.
 * @param {any} play */
export function lastEnded(play) {
  if (!play.clock || play.clock_holds || !play.ended.length) return null;
  const ended = play.ended[play.ended.length - 1];
  if (play.ending) return play.ending.step === ended.step && !play.ending.ruled ? ended : null;
  return play.flag === null || asksBack(play) ? ended : null;
}

/** Whether the players are being asked if a turn was ended by mistake. */
const asksBack = (/** @type {any} */ play) => play.claim?.claim === "turn";

const ownerOfEnded = (play, ended) => owner(play.first, ended.step);

/** Why there is no turn of `side` whose end can be taken back; empty if there is one.
 * @param {any} play
 * @param {Engine.Side} side */
export function noTurnFault(play, side) {
  if (play.clock_holds) return wording.READ_THE_SWITCH_INSTEAD;
  const ended = lastEnded(play);
  return ended && ownerOfEnded(play, ended) === side ? "" : wording.NO_TURN_TO_TAKE_BACK;
}

/** Why the end of the turn of `side` cannot be taken back; empty if it can.
 * @param {Engine.GameRules} terms
 * @param {any} play
 * @param {Engine.Side} side
 * @param {number} atMs */
export function turnBackFault(terms, play, side, atMs) {
  const fault = noTurnFault(play, side);
  const ended = lastEnded(play);
  if (fault || !ended) return fault;
  if (confirmed(play)) return wording.RESULT_IS_CONFIRMED;
  if (ended.settled) return fill(wording.TURN_IS_SETTLED, { side: colour(side) });
  if (Object.keys(play.scores).some((step) => Number(step) > ended.step))
    return fill(wording.NEXT_TURN_IS_SCORED, { side: colour(other(side)) });
  const came = play.reinforced[other(side)];
  if (came !== null && came > ended.step)
    return fill(wording.REINFORCEMENTS_CAME_SINCE, { side: colour(other(side)) });
  if (!runsOut(terms, play, ended, atMs)) return "";
  const passed = span(movedMs(play, ended, atMs));
  return fill(wording.TIME_SINCE_IS_TOO_LONG, { side: colour(side), passed });
}

/** Whether the time since the tap is more than the turn's player has left. */
function runsOut(terms, play, ended, atMs) {
  if (terms.time.kind !== "deathclock" || terms.clock_out === "warn") return false;
  const moved = movedMs(play, ended, atMs);
  return moved > 0 && clocks.remaining(play.clock, ownerOfEnded(play, ended), atMs) <= moved;
}

/** The opponent's time since the tap that belongs to the turn's player after all. A player who has to answer the
 * question uses their own time for it. */
function movedMs(play, ended, atMs) {
  const side = other(ownerOfEnded(play, ended));
  const then = asksBack(play) && play.claim.by !== side;
  const used = then
    ? clocks.used(play.claim.clock, side, play.claim.at_ms)
    : clocks.used(play.clock, side, atMs);
  return used - ended.used_ms[side];
}

/** The play in which the last turn continues. The time that both used since belongs to its player.
 * @param {any} play
 * @param {number} atMs */
export function takenBack(play, atMs) {
  const ended = lastEnded(play);
  if (!ended) return { ...play, claim: null };
  const side = ownerOfEnded(play, ended);
  const moved = movedMs(play, ended, atMs);
  const banked = clocks.run(play.clock, play.clock.running, atMs);
  const used = {
    [side]: banked.used_ms[side] + moved,
    [other(side)]: banked.used_ms[other(side)] - moved,
  };
  const stop = play.ending ?? play.flag;
  const back = {
    ...unbegun(play, ended, other(side)),
    clock: { ...banked, used_ms: used },
    ended: play.ended.slice(0, -1),
    eo_paused_ms: play.eo_paused_ms + (stop ? Math.max(atMs - stop.at_ms, 0) : 0),
    tally: play.ending ? null : play.tally,
    claim: null,
    flag: null,
    ending: null,
    answers: UNANSWERED,
  };
  return back.pause ? back : giveClock(back, atMs);
}

/** The play without the turn of `them` that had begun. */
function unbegun(play, ended, them) {
  const came = play.reinforced[them] !== null && play.reinforced[them] > ended.step;
  const kept = Object.entries(play.scores).filter(([step]) => Number(step) <= ended.step);
  return {
    ...play,
    step: ended.step,
    step_since_ms: ended.since_ms,
    step_paused_ms: ended.paused_ms,
    interrupted: false,
    awaits_start: false,
    scores: Object.fromEntries(kept),
    last_step: play.last_step === null ? null : Math.min(play.last_step, ended.step),
    overrun: SIDES.filter((side) =>
      ended.overrun.includes(side) || (play.overrun.includes(side) && side !== them)),
    extended: ended.extended,
    extensions: ended.extensions,
    reinforcements: came ? put(play.reinforcements, them, []) : play.reinforcements,
    reinforced: came ? put(play.reinforced, them, null) : play.reinforced,
  };
}

/** The play after both players have confirmed that the last turn is over.
 * @param {any} play */
export function settled(play) {
  const last = play.ended.slice(-1).map((/** @type {any} */ ended) => ({ ...ended, settled: true }));
  return { ...play, ended: [...play.ended.slice(0, -1), ...last] };
}

/** Whether a tap of `side` so soon after their turn began is asked about before it counts.
 * @param {Engine.GameRules} terms
 * @param {any} play
 * @param {Engine.Side} side
 * @param {number} atMs */
export function straightBack(terms, play, side, atMs) {
  const least = terms.time.minimum_turn_ms;
  if (stepElapsed(play, atMs) >= (least || STRAIGHT_BACK_MS)) return false;
  if (play.step < FIRST_TURN_STEP + (least ? 1 : 0) || play.dice_down_ms !== null) return false;
  return play.claim === null && !turnBackFault(terms, play, other(side), atMs);
}

/** Whether a tap of `side` is the second one, of a player who really wants to end a turn so early.
 * @param {any} play
 * @param {Engine.Side} side
 * @param {number} atMs */
export function meansIt({ claim, flag }, side, atMs) {
  return Boolean(claim?.tapped) && flag === null && claim.by === side &&
    atMs - claim.at_ms >= SECOND_TAP_MS;
}
