// Both players' lists, open to each of them at any time, as app/views/table/losses.py words them.

import { SIDES, colour, other } from "../clock/deathclock.js";
import { button, h, sheet } from "../screen/dom.js";
import { byNumber, fill } from "../words/text.js";
import * as wording from "../words/wording.js";

export const hasLists = ({ brought }) => SIDES.some((side) => brought?.[side].length > 0);

/** "List 2", or with its name or its casters: "List 2 (Haley 2)". */
export function called(list, number) {
  const casters = list.army.filter((row) => row.kind === "caster").map((row) => row.name);
  const words = list.name || casters.join(" & ");
  return words ? fill(wording.LIST_NUMBER_AND_NAME, { number, name: words }) : fill(wording.LIST_NUMBER, { number });
}

/** Its casters, where `called` has its name, and its theme. */
export function calledMore(list) {
  const casters = list.army.filter((row) => row.kind === "caster").map((row) => row.name);
  return [list.name && casters.join(" & "), list.theme].filter(Boolean).join(" · ");
}

function rowWords(row) {
  return [
    `${row.kind === "attachment" ? "+ " : ""}${row.name}`,
    row.kind,
    row.models > 1 && fill(wording.SO_MANY_MODELS, { count: row.models }),
    row.points !== null && (row.kind === "caster" ? `+${row.points}` : byNumber(wording.POINTS, row.points)),
    row.free && "free",
  ].filter(Boolean).join(" · ");
}

/** A line an entry, attachments marked with a plus. */
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

/** The opponent's lists first. */
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
