// Who has won and why, as in app/engine/table: verdict.py and sentences.py.

import { SIDES, colour, other, owner, put, stepWords } from "../clock/deathclock.js";
import { GIVEN_UP, confirmed, pointsOf } from "./game.js";
import * as scoring from "../scoring/scoring.js";
import { fill } from "../words/text.js";
import * as wording from "../words/wording.js";

const ON_TABLE = ["area", "army_left", "presence"];
const WIN_BY = {
  scenario: wording.WON_BY_SCENARIO,
  assassination: wording.WON_BY_ASSASSINATION,
  clock_out: wording.WON_BY_CLOCK_OUT,
  battlegroup: wording.WON_BY_BATTLEGROUP,
  no_models: wording.WON_WITH_NO_ENEMY_MODELS,
  casters: wording.WON_BY_CASTERS,
  control_points: wording.WON_BY_CONTROL_POINTS,
  area: wording.WON_BY_AREA,
  army_left: wording.WON_BY_ARMY_LEFT,
  army_points_destroyed: wording.WON_BY_ARMY_POINTS_DESTROYED,
  presence: wording.WON_BY_PRESENCE,
  concession: wording.WON_BY_CONCESSION,
  disqualification: wording.WON_BY_DISQUALIFICATION,
  game_loss: wording.WON_BY_GAME_LOSS,
  no_show: wording.WON_WITHOUT_A_GAME,
  agreement: wording.WON_BY_AGREEMENT,
};

/** Whether this end is an assassination, as a clock-out is in packets in which it destroys the caster.
 * @param {any} given0
 * @param {string} how */
const killed = ({ time }, how) =>
  how === "assassination" || (how === "clock_out" && time.clock_out_kills);

/** Whether the end of the game has destroyed the casters of `side`: an assassination, a clock-out that counts as one
 * or, in some packets, a concession.
 * @param {{ terms: Engine.GameRules, play: Engine.Play }} game
 * @param {Engine.Ending} ending
 * @param {Engine.Side} side */
export function felled(game, ending, side) {
  const { terms } = game;
  if (ending.casters_gone) return true;
  const how = verdict(game)?.how ?? "";
  const counts = GIVEN_UP.includes(how)
    ? !terms.concession.apd_percent
    : killed(terms, how);
  return counts && ending.winner === other(side);
}

/** The tiebreak of this packet that counts models on the table; null if there is none.
 * @param {Engine.GameRules} terms */
export const onTable = (terms) =>
  terms.victory.unfinished.find((each) => ON_TABLE.includes(each)) ?? null;

/** The table's decision as {winner, how, needs}; null while the game continues.
 * @param {{ terms: Engine.GameRules, play: Engine.Play }} given0
 * @returns {{ winner: Engine.Side | null, how: string, needs: string | null } | null} */
export function verdict({ terms, play }) {
  const end = play.ending;
  if (end === null) return null;
  if (end.scores_on && end.winner) return { winner: end.winner, how: afterClockOut(terms, play, end.winner), needs: null };
  if (end.how !== null) return { winner: end.winner, how: end.how, needs: null };
  if (end.length && terms.victory.on_opponents_turn) { // the scoring of the last turn follows its end
    const leads = scoring.leader(terms, play.first, play.scores, end.step + 1);
    if (leads) return { winner: /** @type {Engine.Side} */ (leads.side), how: "scenario", needs: null };
  }
  const needs = missingPoints(terms, play);
  if (needs) return { winner: null, how: "tie", needs };
  for (const tiebreak of end.length ? terms.victory.at_length : terms.victory.unfinished) {
    const values = compared(terms, play, tiebreak);
    if (values === null) return { winner: null, how: "tie", needs: tiebreak };
    if (Math.abs(values.red - values.blue) >= leastLead(terms)) {
      const winner = values.red > values.blue ? "red" : "blue";
      const leading = end.length && tiebreak === "control_points";
      const byScenario = leading && terms.victory.leading_is_scenario && terms.victory.armies;
      return { winner, how: byScenario ? "scenario" : tiebreak, needs: null };
    }
  }
  return { winner: null, how: "tie", needs: null };
}

/** The least difference that decides a comparison: one or, if only a lead wins, that lead.
 * @param {Engine.GameRules} terms */
const leastLead = ({ victory }) => (victory.armies ? 1 : Math.max(victory.win.lead, 1));

/** How `winner` won after the opponent ran out of time. In the opponent's turn any lead in points is a scenario win; in
 * the winner's own turn that takes the packet's scenario win. Otherwise it is a clock-out.
 * @param {Engine.GameRules} terms
 * @param {Engine.Play} play
 * @param {Engine.Side} winner */
function afterClockOut(terms, play, winner) {
  const points = pointsOf(terms, play);
  const [mine, theirs] = [points[winner], points[other(winner)]];
  const win = scoring.winning(terms);
  const reached = mine >= win.points && mine - theirs >= win.lead && terms.scenario.wins;
  const own = owner(play.first, play.ending?.step ?? play.step) === winner;
  return (own ? reached : mine > theirs) ? "scenario" : "clock_out";
}

/** Each side's value in a comparison, where more is better; null if it was not counted.
 * @param {Engine.GameRules} terms
 * @param {Engine.Play} play
 * @param {Engine.Tiebreak} tiebreak */
function compared(terms, play, tiebreak) {
  const { tally } = play;
  if (tiebreak === "control_points") return pointsOf(terms, play);
  if (tiebreak === "army_points_destroyed") return tally?.apd ?? null;
  if (tiebreak !== "casters") return tally?.presence ?? null;
  return (!play.ending?.casters_gone && tally?.casters) || { red: 1, blue: 1 };
}

/** The tiebreak that both players still have to count before the result can be confirmed; null for none.
 * @param {any} game */
export function missing(game) {
  const decided = verdict(game);
  if (decided === null || decided.how === "time") return null;
  if (!game.terms.victory.armies) return missingPoints(game.terms, game.play);
  return game.play.tally === null ? "army_points_destroyed" : decided.needs;
}

/** The tiebreak of points that are entered after the game, if they are still missing; null otherwise.
 * @param {Engine.GameRules} terms
 * @param {Engine.Play} play */
function missingPoints({ victory }, play) {
  const entered = play.ending === null || play.scores[play.ending.step];
  return victory.points_at_end && !entered ? "control_points" : null;
}

/** The result that the table has reached and counted, whether confirmed or not.
 * @param {any} game */
export function tableResult(game) {
  const decided = verdict(game);
  if (decided === null || missing(game) !== null) return null;
  const { winner, how } = decided;
  let [cp, apd] = [recorded(game), game.play.tally?.apd ?? { red: 0, blue: 0 }];
  if (GIVEN_UP.includes(how) && winner)
    [cp, apd] = conceded(game.terms, winner, cp, apd, game.play.ending?.army_points ?? 0);
  return { winner, how, cp, apd };
}

/** The result that counts: the organizer's report or ruling, or the result that both players confirmed.
 * @param {any} game */
export function finalResult(game) {
  if (game.reported) return game.reported;
  const timeCalled = game.play.ending?.how === "time";
  return timeCalled || confirmed(game.play) ? tableResult(game) : null;
}

/** Whether the scoring was changed so that an earlier scenario win is no longer reached.
 * @param {{ terms: Engine.GameRules, play: Engine.Play }} given0 */
export function inDoubt({ terms, play }) {
  const end = play.ending;
  if (end?.how !== "scenario" || end.ruled) return false;
  const leads = scoring.leader(terms, play.first, play.scores, end.step + 1);
  return leads?.side !== end.winner;
}

/**
 * @param {Engine.GameRules} terms
 * @param {Engine.Side} winner
 * @param {Engine.Pair<number>} cp
 * @param {Engine.Pair<number>} apd
 * @param {number} listPoints
 */
function conceded(terms, winner, cp, apd, listPoints) {
  const award = terms.concession;
  const nothing = { red: 0, blue: 0 };
  const points = award.or_more ? Math.max(terms.concession_cp, cp[winner]) : terms.concession_cp;
  const counts = award.or_more || !award.apd_percent;
  const least = award.of_list && listPoints
    ? Math.ceil((listPoints * award.apd_percent) / 100) : terms.concession_apd;
  const army = counts ? Math.max(least, apd[winner]) : least;
  return [put(nothing, winner, points), put(nothing, winner, army)];
}

/** The control points for the record. In some packets no more are recorded than a win needs.
 * @param {{ terms: Engine.GameRules, play: Engine.Play }} given0 */
function recorded({ terms, play }) {
  const points = pointsOf(terms, play);
  if (!terms.victory.capped) return points;
  const most = scoring.winning(terms).points;
  return { red: Math.min(points.red, most), blue: Math.min(points.blue, most) };
}

/** Words for how a game was won and by whom. `name` returns the name of a side: its colour or, where a result counts,
 * the player.
 * @param {Engine.Side | null} winner
 * @param {string} how
 * @param {(side: Engine.Side) => string} [name] */
export function outcome(winner, how, name = colour) {
  if (!winner) return how === "time" ? wording.TIE_TIME_WAS_CALLED : /*_*/"Tie";
  return fill(wording.WON, { winner: name(winner), how: WIN_BY[how] ?? "" }).trimEnd();
}

/** Words for how a game was won, without by whom.
 * @param {Engine.Side | null} winner
 * @param {string} how */
function way(winner, how) {
  if (!winner) return how === "time" ? wording.TIME_WAS_CALLED : "";
  return WIN_BY[how] ?? "";
}

/** The result as a sentence, such as "Blue wins by assassination: Red's clock ran out in Blue's turn 4"; empty while
 * the game continues.
 * @param {any} game
 * @param {(side: Engine.Side) => string} [name] */
export const why = (game, name = colour) =>
  decision(game, (winner, how) => outcome(winner, how, name), name);

/** The table's decision in the form of `words`, with its reason.
 * @param {any} game
 * @param {(winner: Engine.Side | null, how: string) => string} words
 * @param {(side: Engine.Side) => string} name */
function decision(game, words, name) {
  const decided = verdict(game);
  if (decided === null) return "";
  if (decided.needs !== null)
    return game.terms.victory.armies
      ? wording.OVER_COUNT_TO_SEE_WHO_WINS : wording.OVER_ENTER_POINTS_TO_SEE_WHO_WINS;
  const place = game.terms.victory.unfinished.indexOf(decided.how);
  const which = place < 0 || !game.terms.victory.armies ? "" : fill(wording.WHICH_TIEBREAK, { ordinal: wording.ORDINALS[place] });
  const scoredAs = killed(game.terms, decided.how) ? "assassination" : decided.how;
  const said = (words(decided.winner, scoredAs) + which).trim();
  return [said, reason(game, decided, name)].filter(Boolean).join(": ");
}

/**
 * @param {{ terms: Engine.GameRules, play: Engine.Play }} given0
 * @param {any} given1
 * @param {(side: Engine.Side) => string} name
 */
function reason({ terms, play }, { winner, how }, name) {
  const end = /** @type {Engine.Ending} */ (play.ending);
  if (end.ruled) return fill(wording.BECAUSE_RULED, { reason: end.reason });
  const where = stepWords(play.first, end.step, name);
  const loser = winner ? name(other(winner)) : "";
  const points = pointsOf(terms, play);
  const dispute = end.disagreed ? wording.BECAUSE_DISAGREED : "";
  if (how === "clock_out") return fill(wording.BECAUSE_CLOCK_RAN_OUT, { loser, turn: where, dispute });
  if (how === "assassination") return fill(wording.BECAUSE_CASTER_FELL, { loser, turn: where });
  if (how === "battlegroup") return fill(wording.BECAUSE_BATTLEGROUP_FELL, { loser, turn: where });
  if (how === "no_models") return fill(wording.BECAUSE_NO_MODELS, { loser, turn: where });
  if (how === "concession") return fill(wording.BECAUSE_CONCEDED, { loser, turn: where });
  if (how === "scenario" && winner && play.ending?.scores_on)
    return fill(wording.BECAUSE_SCORED_AFTER_CLOCK_OUT,
      { loser, points: points[winner], fewer: points[other(winner)], turn: where });
  if (how === "scenario" && winner)
    return fill(wording.BECAUSE_SCENARIO,
      { points: points[winner], fewer: points[other(winner)], turn: where });
  return comparison(play, how, points);
}

/**
 * @param {Engine.Play} play
 * @param {string} how
 * @param {Engine.Pair<number>} points
 */
function comparison(play, how, points) {
  const { tally } = play;
  /** @type {Record<string, Engine.Pair<number> | null | undefined>} */
  const known = {
    casters: tally?.casters,
    control_points: points,
    army_points_destroyed: tally?.apd,
    area: tally?.presence,
    army_left: tally?.presence,
    presence: tally?.presence,
  };
  const values = known[how];
  if (!values) return "";
  const each = SIDES.map((side) => values[side]);
  return /*_*/`${Math.max(...each)} to ${Math.min(...each)}`;
}

/** The result that counts with its numbers, and the table's own reason if it has one.
 * @param {any} game */
export function standingWords(game) {
  const result = finalResult(game);
  /** @param {Engine.Side} side */
  const name = (side) => game.names[side];
  if (result === null) return why(game);
  if (!game.reported) return why(game, name);
  return withNumbers(game, outcome(result.winner, result.how, name), result);
}

/**
 * @param {any} game
 * @param {string} said
 * @param {any} result
 */
function withNumbers(game, said, { cp, apd }) {
  if (!game.terms.victory.armies)
    return fill(wording.OUTCOME_WITH_POINTS, { outcome: said, red_cp: cp.red, blue_cp: cp.blue });
  return fill(wording.OUTCOME_WITH_NUMBERS, { outcome: said, red_cp: cp.red, blue_cp: cp.blue, red_ap: apd.red, blue_ap: apd.blue });
}

/** What decided the game, for a place where its winner is named above.
 * @param {any} game */
export function decidedWords(game) {
  const said = decision(game, way, (side) => game.names[side]);
  const { reported } = game;
  if (!reported) return said.slice(0, 1).toUpperCase() + said.slice(1);
  const result = withNumbers(game, way(reported.winner, reported.how), reported).replace(/^, /, "");
  return fill(wording.ORGANIZERS_RESULT, { result });
}
