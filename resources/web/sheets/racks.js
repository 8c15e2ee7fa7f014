// The spells of both sides' spell racks, chosen once both lists are known. Loaded at tables whose packet has racks.
// Spells are typed, so the dialog stands upright beside any keyboard.

import { SIDES, colour } from "../clock/deathclock.js";
import { racksShown } from "../scoring/scoring.js";
import { dialog } from "../screen/dialog.js";
import { button, h, refill } from "../screen/dom.js";
import { fill } from "../words/text.js";
import * as wording from "../words/turn_wording.js";

const MOST_SPELLS = 12;
const LONGEST_SPELL = 60;
const NAMED = 20;

/** @typedef {{ caster: string, spells: string[] }} Rack */

const sheetStyle = h("link", { rel: "stylesheet", href: new URL("../styles/organizer.css", import.meta.url).href });
/** The styles of dialogs, which tables of other packets do not need. */
export const styled = new Promise((done) => {
  sheetStyle.onload = sheetStyle.onerror = done;
});
document.head.append(sheetStyle);

/** The button to a player's racks, beside the question who goes first.
 * @param {any} game
 * @param {Engine.Side} side
 * @param {any} to */
export function rackButton({ play, lists }, side, to) {
  const choice = lists[side];
  const words = play.racks[side].length ? wording.SPELLS_CHOSEN : wording.MY_SPELLS;
  return choice.casters?.length > 0 && !racksShown(play) && button(words, () => ask(choice, side, to));
}

/** A sentence for each side whose spells may be shown.
 * @param {any} game
 * @param {Engine.Side[]} sides */
export function rackLines({ play }, sides = SIDES) {
  if (!racksShown(play)) return [];
  return sides.filter((side) => play.racks[side].length).map((side) =>
    fill(wording.SPELLS_OF, { side: colour(side), spells: play.racks[side].map(rackWords).join("; ") }));
}

/** @param {Rack} rack */
function rackWords({ caster, spells }) {
  const words = spells.join(", ") || wording.NO_SPELLS;
  return caster ? `${caster}: ${words}` : words;
}

/** @param {{ casters: string[], racks: Rack[], racks_round: number }} choice
 * @param {Engine.Side} side
 * @param {any} to */
function ask({ casters, racks, racks_round }, side, to) {
  const fields = casters.map(() => h("textarea", { rows: 4, spellcheck: "false" }));
  const refused = h("p", { class: "refused", role: "status" });
  const entered = () => casters.map((caster, place) => ({ caster, spells: parseSpells(fields[place].value) }));
  const save = () => {
    const fault = entered().map(({ spells }) => rackFault(spells)).find(Boolean);
    if (fault) return refill(refused, fault);
    to.act({ type: "choose_spells", by: side, side, racks: entered() });
    asking.close();
  };
  const fillIn = () => racks.forEach(({ spells }, place) => (fields[place].value = spells.join("\n")));
  const labels = casters.map((caster, place) =>
    h("label", { dir: "auto" }, caster ? fill(wording.SPELLS_OF_CASTER, { caster }) : wording.SPELLS, fields[place]));
  const asking = dialog({ class: "racks", onclose: () => asking.remove() }, h("div", { class: "form" },
    h("h1", {}, fill(wording.WHICH_SPELLS, { side: colour(side) })),
    h("p", { class: "muted" }, wording.SPELLS_NOTE),
    ...labels,
    refused,
    h("div", { class: "acts" },
      racks_round > 0 && button(fill(wording.SPELLS_AS_BEFORE, { round_number: racks_round }), fillIn),
      button(/*_*/"Back", () => asking.close()),
      button(wording.SAVE_SPELLS, save, { kind: "primary" }))));
  document.body.append(asking);
  asking.showModal();
}

/** Read spells from text, as `parse_spells` of app/engine/armies/racks.py does.
 * @param {string} text */
const parseSpells = (text) => text.split(/[\n,;]/).map((each) => each.trim()).filter(Boolean);

/** Why a rack cannot be saved as it is typed; empty if it can.
 * @param {string[]} spells */
function rackFault(spells) {
  const names = spells.map((spell) => spell.toLowerCase());
  const twice = spells.filter((_, place) => names.indexOf(names[place]) < place);
  if (twice.length) return fill(wording.SPELLS_TWICE, { spells: twice.join(", ") });
  if (spells.length > MOST_SPELLS) return fill(wording.TOO_MANY_SPELLS, { most: MOST_SPELLS });
  const long = spells.find((spell) => spell.length > LONGEST_SPELL);
  return long ? fill(wording.SPELL_IS_TOO_LONG, { spell: `${long.slice(0, NAMED)}…` }) : "";
}
