// Who has won and why, as app/engine/table: verdict.py and sentences.py.

import { SIDES, colour, other, put } from "../clock/deathclock.js";
import { confirmed, pointsOf } from "./game.js";
import * as scoring from "../scoring/scoring.js";
import { stepWords } from "../clock/turns.js";

const ON_TABLE = ["area", "army_left", "presence"];
const ORDINALS = ["1st", "2nd", "3rd", "4th", "5th", "6th"];
const WIN_BY = {
  scenario: "by scenario",
  assassination: "by assassination",
  clock_out: "on time",
  battlegroup: "by destroying the battlegroup",
  no_models: "with no enemy models left",
  casters: "by casters remaining",
  control_points: "by control points",
  area: "by army points in the area",
  army_left: "by army points left",
  army_points_destroyed: "by army points destroyed",
  presence: "by scenario presence",
  concession: "by concession",
  disqualification: "by disqualification",
  no_show: "without a game",
};

/** Whether that end is an assassination: also a clock-out where a caster falls by it. */
const killed = ({ time }, how) =>
  how === "assassination" || (how === "clock_out" && time.clock_out_kills);

/** Whether the end of the game has felled the casters of `side`: an assassination, or what counts as
 * one, a clock-out and in some packets a concession. */
export function felled(terms, ending, side) {
  if (ending.casters_gone) return true;
  const counts = ending.how === "concession"
    ? !terms.concession.apd_percent
    : killed(terms, ending.how);
  return counts && ending.winner === other(side);
}

/** The tiebreak of this packet that counts models on the table; null without one. */
export const onTable = (terms) =>
  terms.victory.unfinished.find((one) => ON_TABLE.includes(one)) ?? null;

/** The table's decision {winner, how, needs}; null while the game goes on. */
export function verdict({ terms, play }) {
  const end = play.ending;
  if (end === null) return null;
  if (end.how !== null) return { winner: end.winner, how: end.how, needs: null };
  for (const tiebreak of end.length ? terms.victory.at_length : terms.victory.unfinished) {
    const values = compared(terms, play, tiebreak);
    if (values === null) return { winner: null, how: "tie", needs: tiebreak };
    if (values.red !== values.blue) {
      const winner = values.red > values.blue ? "red" : "blue";
      const byScenario = end.length && tiebreak === "control_points";
      return { winner, how: byScenario ? "scenario" : tiebreak, needs: null };
    }
  }
  return { winner: null, how: "tie", needs: null };
}

/** Each side's number in a comparison, more being better; null when it was not counted. */
function compared(terms, play, tiebreak) {
  const { tally } = play;
  if (tiebreak === "control_points") return pointsOf(terms, play);
  if (tiebreak === "army_points_destroyed") return tally?.apd ?? null;
  if (tiebreak !== "casters") return tally?.presence ?? null;
  return (!play.ending.casters_gone && tally?.casters) || { red: 1, blue: 1 };
}

/** What both players still have to count before the result can be confirmed. */
export function missing(game) {
  const decided = verdict(game);
  if (decided === null || decided.how === "time") return null;
  return game.play.tally === null ? "army_points_destroyed" : decided.needs;
}

/** The result the table has reached and counted, confirmed or not. */
export function tableResult(game) {
  const decided = verdict(game);
  if (decided === null || missing(game) !== null) return null;
  const { winner, how } = decided;
  let [cp, apd] = [recorded(game), game.play.tally?.apd ?? { red: 0, blue: 0 }];
  if (["concession", "disqualification"].includes(how) && winner)
    [cp, apd] = conceded(game.terms, winner, cp, apd, game.play.ending.army_points);
  return { winner, how, cp, apd };
}

/** The result that counts: the EO's report, his ruling, or what both players confirmed. */
export function finalResult(game) {
  if (game.reported) return game.reported;
  const timeCalled = game.play.ending?.how === "time";
  return timeCalled || confirmed(game.play) ? tableResult(game) : null;
}

/** Whether the scoring was changed so that the scenario win it led to no longer stands. */
export function inDoubt({ terms, play }) {
  const end = play.ending;
  if (end?.how !== "scenario" || end.ruled) return false;
  const leads = scoring.leader(terms, play.first, play.scores, end.step + 1);
  return leads?.side !== end.winner;
}

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

/** In some packets no more control points go on the record than a win needs. */
function recorded({ terms, play }) {
  const points = pointsOf(terms, play);
  if (!terms.victory.capped) return points;
  const most = scoring.winning(terms).points;
  return { red: Math.min(points.red, most), blue: Math.min(points.blue, most) };
}

/** `name` says who a side is: its colour, or where a result counts the player. */
export function outcome(winner, how, name = colour) {
  if (!winner) return how === "time" ? "Tie: time was called" : "Tie";
  return `${name(winner)} wins ${WIN_BY[how] ?? ""}`.trimEnd();
}

/** "Blue wins by assassination: Red's clock ran out in Blue's turn 4"; empty while it goes on. */
export function why(game, name = colour) {
  const decided = verdict(game);
  if (decided === null) return "";
  if (decided.needs !== null) return "The game is over: count the table to see who wins";
  const place = game.terms.victory.unfinished.indexOf(decided.how);
  const which = place < 0 ? "" : ` (${ORDINALS[place]} tiebreak)`;
  const scoredAs = killed(game.terms, decided.how) ? "assassination" : decided.how;
  const said = outcome(decided.winner, scoredAs, name) + which;
  const because = reason(game, decided, name);
  return because ? `${said}: ${because}` : said;
}

function reason({ terms, play }, { winner, how }, name) {
  const end = play.ending;
  if (end.ruled) return `the organizer ruled (${end.reason})`;
  const where = stepWords(play.first, end.step, name);
  const loser = winner ? name(other(winner)) : "";
  const points = pointsOf(terms, play);
  const dispute = end.disagreed ? "; the players did not agree on the scenario" : "";
  if (how === "clock_out") return `${loser}'s clock ran out in ${where}${dispute}`;
  if (how === "assassination") return `${loser}'s last caster fell in ${where}`;
  if (how === "battlegroup") return `${loser}'s last warjack or warbeast fell in ${where}`;
  if (how === "no_models") return `${loser} lost the last model in ${where}`;
  if (how === "concession") return `${loser} conceded in ${where}`;
  if (how === "scenario" && winner)
    return `${points[winner]} control points to ${points[other(winner)]} after ${where}`;
  return comparison(play, how, points);
}

function comparison(play, how, points) {
  const { tally } = play;
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
  return `${Math.max(...each)} to ${Math.min(...each)}`;
}

/** The result that counts, with its numbers; the table's own reason where it has one. */
export function standingWords(game) {
  const result = finalResult(game);
  const name = (side) => game.names[side];
  if (result === null) return why(game);
  if (!game.reported) return why(game, name);
  const { cp, apd } = result;
  const said = outcome(result.winner, result.how, name);
  return `${said}, CP ${cp.red}–${cp.blue}, AP ${apd.red}–${apd.blue}`;
}
