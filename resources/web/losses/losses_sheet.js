// The losses of an army on the screen: every tap counts at once.

import { changesBetween, controlsNext, listCount, lossRows, tapped } from "./army.js";
import { colour, other } from "../clock/deathclock.js";
import { button, h, picture, sheet } from "../screen/dom.js";
import { onTable } from "../table/verdict.js";
import { byNumber, fill } from "../words/text.js";
import * as wording from "../words/wording.js";

/** What a sheet needs of the table's game.
 * @typedef {{ armies: Engine.Pair<Engine.ArmyRow[]>, play: Engine.Play, terms: Engine.GameRules,
 *   lists: Engine.Pair<{ reinforcements?: Engine.ArmyRow[] }> }} ArmiesGame */
/** Where its taps go.
 * @typedef {{ local: { whose?: Engine.Side }, act: (act: object) => void, set: (local: object) => void,
 *   open: (name: string | null) => void }} Outlet */
/** @typedef {ReturnType<typeof lossRows>[number]} LossRow */

/** @type {Record<string, string>} */
const STANDING = {
  area: wording.STANDING_IN_THE_AREA,
  army_left: wording.STANDING_LEFT_DOUBLED,
  presence: wording.STANDING_PRESENCE,
};

/**
 * @param {ArmiesGame} game
 * @param {Engine.Side} side
 * @param {Outlet} to
 */
export function lossesSheet(game, side, to) {
  const { armies, play, terms } = game;
  const wished = to.local.whose ?? side;
  const whose = armies[wished].length ? wished : other(wished);
  const [army, losses] = [armies[whose], play.losses[whose]];
  const onTheTable = play.ending ? onTable(terms) : null;
  /** @param {number} place
   * @param {string} wish */
  const tap = (place, wish) => {
    const what = wish === "controls" ? controlsNext(army, losses, place, terms.counting) : wish;
    const changes = changesBetween(losses, tapped(army, losses, place, what));
    to.act({ type: "change_losses", by: side, side: whose, changes });
  };
  const rows = lossRows(army, losses, terms.counting).map((row) => line(row, onTheTable, tap));
  const theirs = other(whose);
  return sheet(fill(wording.ARMY_OF, { side: colour(whose) }), [
    h("p", { class: "total" }, total(game, whose, onTheTable)),
    h("div", { class: "losses" }, ...rows),
  ], [
    armies[theirs].length > 0 &&
      button(fill(wording.ARMY_OF, { side: colour(theirs) }), () => to.set({ whose: theirs })),
    !play.ending && (game.lists[side].reinforcements?.length ?? 0) > 0 &&
      button(wording.REINFORCEMENTS, () => to.open("reinforcements")),
    button(/*_*/"Done", () => to.open(play.ending ? "tally" : null), { kind: "primary" }),
  ], { kind: "scoring" });
}

/** @typedef {(words: string, what: string, off: boolean, on?: boolean | null) => Node} Act */
/**
 * @param {LossRow} row
 * @param {Act} act
 */
function strayButton(row, act) {
  if (row.controls) return act(row.controls, "controls", false, row.controlling);
  return row.out_word && act(row.out_word, "out", false, row.out);
}

/** What an entry could control in this scenario.
 * @param {LossRow} row */
const holdsWords = ({ holds }) =>
  (holds === null ? "" : ` · ${holds ? fill(wording.COULD_HOLD_THESE, { elements: holds }) : wording.HOLDS_NOTHING}`);

/** @param {LossRow} row
 * @param {string | null} onTheTable */
const cannotHold = ({ holds, inside }, onTheTable) => onTheTable === "presence" && holds === "" && !inside;

/**
 * @param {LossRow} row
 * @param {string | null} onTheTable
 * @param {(place: number, wish: string) => void} tap
 */
function line(row, onTheTable, tap) {
  /** @type {Act} */
  const act = (words, what, off, on = null) =>
    h("button", {
      type: "button",
      class: "choice",
      disabled: off,
      "aria-pressed": on === null ? null : String(on),
      "aria-label": `${row.name}: ${words}`,
      onclick: () => tap(row.place, what),
    }, on && picture("tick"), words);
  const stray = row.gone
    ? act(/*_*/"Returned", "returned", false)
    : strayButton(row, act);
  return h("div", { class: "loss" },
    h("span", { class: "label" }, h("b", {}, row.attached ? `+ ${row.name}` : row.name),
      h("small", {}, onTheTable === "presence" && !row.gone && !row.attached ? [row.says, holdsWords(row)].join("") : row.says)),
    h("span", { class: "options" },
      act(row.models === 1 ? /*_*/"Destroyed" : wording.ONE_GONE, "lose", row.gone),
      act(wording.TAKE_BACK, "back", row.remaining >= row.models && !row.returned),
      stray || h("span"),
      onTheTable && act(onTheTable === "presence" ? wording.COULD_HOLD : wording.IN_AREA, "inside", row.gone || row.attached || cannotHold(row, onTheTable), row.inside)));
}

/**
 * @param {ArmiesGame} game
 * @param {Engine.Side} whose
 * @param {string | null} onTheTable
 */
function total({ armies, play, terms }, whose, onTheTable) {
  const counts = listCount(armies, play.losses, terms.counting, onTheTable);
  const points = counts.apd[other(whose)] ?? 0;
  const said = byNumber(wording.ARMY_POINTS_GONE, points);
  if (!onTheTable) return said;
  const stands = counts.presence[whose] ?? 0;
  const share = terms.counting.half_inside ? wording.AT_LEAST_HALF : wording.ALL_THAT_IS_LEFT;
  const standing = byNumber(wording.POINTS_STANDING, stands, { where: STANDING[onTheTable] });
  const standsBy = onTheTable === "presence" ? terms.counting.present : fill(wording.INSIDE_IS, { share });
  return `${said} ${standing} ${standsBy}`;
}
