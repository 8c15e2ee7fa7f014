// Sheets about what players brought: their lists, what counts in the scenario (in the words of
// app/views/table/briefing.py), the losses of an army, where every tap counts at once, and cards to mark, as in
// app/ui/table/sheets/cards.py: specialists before the game, reinforcements during it.

import { colour, other, SIDES } from "../clock/deathclock.js";
import { KINDS, changesBetween, controlsNext, listCount, lossRows, tapped } from "../losses/army.js";
import { known, mapOf } from "../scoring/map.js";
import { button, h, picture, sheet } from "../screen/dom.js";
import { onTable } from "../table/verdict.js";
import { byNumber, fill } from "../words/text.js";
import * as wording from "../words/wording.js";

export const hasLists = ({ brought }) => SIDES.some((side) => brought?.[side].length > 0);

/** The name of a list: "List 2", or with its own name or its casters, "List 2 (Haley 2)". */
export function called(list, number) {
  const casters = list.army.filter((row) => row.kind === "caster").map((row) => row.name);
  const words = list.name || casters.join(" & ");
  return words ? fill(wording.LIST_NUMBER_AND_NAME, { number, name: words }) : fill(wording.LIST_NUMBER, { number });
}

/** The casters of a list, unless `called` names them, and its theme. */
export function calledMore(list) {
  const casters = list.army.filter((row) => row.kind === "caster").map((row) => row.name);
  return [list.name && casters.join(" & "), list.theme].filter(Boolean).join(" · ");
}

function rowWords(row) {
  return [
    `${row.kind === "attachment" ? "+ " : ""}${row.name}`,
    KINDS[row.kind],
    row.models > 1 && fill(wording.SO_MANY_MODELS, { count: row.models }),
    row.points !== null && (row.kind === "caster" ? `+${row.points}` : byNumber(wording.POINTS, row.points)),
    row.free && /*_*/"free",
  ].filter(Boolean).join(" · ");
}

/** A line for each entry; attachments are marked with a plus. */
export function listLines(list) {
  const part = (heading, rows) => (rows.length ? [heading, ...rows.map(rowWords)] : []);
  return [
    ...list.army.map(rowWords),
    ...part(/*_*/"Specialists:", list.specialists),
    ...part(/*_*/"Reinforcements:", list.reinforcements),
    ...(list.cards?.length ? [/*_*/"Command cards:", ...list.cards] : []),
  ];
}

function about(list) {
  return [
    list.faction,
    list.theme + (list.tier ? fill(wording.AND_TIER, { tier: list.tier }) : ""),
    list.points ? byNumber(wording.POINTS, list.points) : "",
    list.objective && fill(wording.OBJECTIVE, { name: list.objective }),
  ].filter(Boolean).join(" · ");
}

/** The lists of both players, the opponent's first. */
export function broughtSheet(game, side, to) {
  const wished = to.local.whose ?? other(side);
  const whose = game.brought[wished].length ? wished : other(wished);
  const lists = game.brought[whose];
  const number = Math.min(to.local.number ?? 1, lists.length);
  const list = lists[number - 1];
  const following = (number % lists.length) + 1;
  return sheet(`${colour(whose)}: ${called(list, number)}`, [
    h("p", { class: "total" }, about(list)),
    h("ul", { class: "entries" }, ...[...listLines(list), ...(to.racks?.rackLines(game, [whose]) ?? [])].map((line) => h("li", { dir: "auto" }, line))),
  ], [
    game.brought[other(whose)].length > 0 &&
      button(fill(wording.LISTS_OF, { side: colour(other(whose)) }), () => to.set({ whose: other(whose), number: 1 })),
    lists.length > 1 && button(fill(wording.LIST_NUMBER, { number: following }), () => to.set({ whose, number: following })),
    button(/*_*/"Back", to.leave, { kind: "primary" }),
  ], { kind: "scoring" });
}

/** The parts of the table's game that a sheet needs.
 * @typedef {{ armies: Engine.Pair<Engine.ArmyRow[]>, play: Engine.Play, terms: Engine.GameRules,
 *   lists: Engine.Pair<{ reinforcements?: Engine.ArmyRow[] }> }} ArmiesGame */
/** The functions that a sheet's buttons call.
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
    h("div", { class: onTheTable ? "losses standing" : "losses" }, ...rows),
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

/** The buttons for what an entry controls in this scenario.
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

const cardWords = (row) =>
  (row.points === null || row.points === undefined ? row.name : `${row.name}, ${byNumber(wording.POINTS, row.points)}`);

/** Buttons to mark; `marked` has the positions of the marked ones. */
function cards(words, marked, to) {
  const tick = (place) =>
    to.set({ marked: marked.includes(place) ? marked.filter((each) => each !== place) : [...marked, place] });
  return h("div", { class: "choices two" }, ...words.map((said, place) => {
    const on = marked.includes(place);
    return h("button", { type: "button", class: "choice", "aria-pressed": String(on), onclick: () => tick(place) },
      on && picture("tick"), said);
  }));
}

const note = (words) => h("div", { class: "message" }, h("p", {}, words));
const inOrder = (marked) => [...marked].sort((a, b) => a - b);

/** The cards that leave the list and those that enter it; secret until the opponent has chosen as well. */
export function specialistsSheet(game, side, to) {
  const { army, specialists } = game.lists[side];
  const marked = to.local.marked ?? [];
  const words = [
    ...specialists.map((row) => fill(wording.CARD_COMES_IN, { card: cardWords(row) })),
    ...army.map((row) => fill(wording.CARD_LEAVES, { card: cardWords(row) })),
  ];
  const save = () => {
    const places = inOrder(marked);
    const added = places.filter((place) => place < specialists.length).map((place) => specialists[place]);
    const out = places.filter((place) => place >= specialists.length).map((place) => army[place - specialists.length]);
    to.act({ type: "swap_specialists", by: side, side, out, added });
  };
  return sheet(wording.WHICH_SPECIALISTS_PLAY, [note(wording.SPECIALISTS_NOTE), cards(words, marked, to)], [
    button(marked.length ? wording.PLAY_THESE : wording.NO_SPECIALISTS, save, { kind: "primary" }),
  ], { kind: "rows" });
}

/** The reinforcements that have arrived. */
export function reinforcementsSheet(game, side, to) {
  const rows = game.lists[side].reinforcements;
  const came = game.play.reinforcements[side].map((row) => row.name);
  const there = rows.flatMap((row, place) => {
    const at = came.indexOf(row.name);
    if (at < 0) return [];
    came.splice(at, 1);
    return [place];
  });
  const marked = to.local.marked ?? there;
  const save = () => {
    to.act({ type: "bring_reinforcements", by: side, side, rows: inOrder(marked).map((place) => rows[place]) });
    to.leave();
  };
  return sheet(wording.REINFORCEMENTS, [note(wording.REINFORCEMENTS_NOTE), cards(rows.map(cardWords), marked, to)], [
    button(/*_*/"Back", to.leave),
    button(wording.THEY_HAVE_COME, save, { kind: "primary" }),
  ], { kind: "rows" });
}

/** The scenario being played: its map and its text. */
export function briefingSheet(game, side, to) {
  const { scenario, parts } = game.briefing;
  const { terms, play } = game;
  const map = known(terms.scenario) && mapOf(terms, play.first ?? "red", side, [], [], null);
  const text = parts.map((part) =>
    h("section", {}, h("h3", {}, part.title), ...part.lines.map((line) => h("p", {}, line))));
  return sheet(scenario, [
    h("div", { class: "pad" },
      map && h("div", { class: "mapbox" }, map),
      h("div", { class: "briefing" }, ...text)),
  ], [button(/*_*/"Back", to.back, { kind: "primary" })], { kind: "scoring" });
}
