// The losses of an army on the screen: every tap counts at once.

import { changesBetween, listCount, lossRows, tapped } from "./army.js";
import { colour, other } from "../clock/deathclock.js";
import { button, h, picture } from "../screen/dom.js";
import { sheet } from "../sheets/sheets.js";
import { onTable } from "../table/verdict.js";

const STANDING = {
  area: "in the area",
  army_left: "left, in the area doubled",
  presence: "of scenario presence",
};

export function lossesSheet(game, side, to) {
  const { armies, play, terms } = game;
  const wished = to.local.whose ?? side;
  const whose = armies[wished].length ? wished : other(wished);
  const [army, losses] = [armies[whose], play.losses[whose]];
  const counted = play.ending ? onTable(terms) : null;
  const tap = (place, what) => {
    const changes = changesBetween(losses, tapped(army, losses, place, what));
    to.act({ type: "change_losses", by: side, side: whose, changes });
  };
  const rows = lossRows(army, losses, terms.counting).map((row) => line(row, counted, tap));
  const theirs = other(whose);
  return sheet(`${colour(whose)}'s army`, [
    h("p", { class: "total" }, total(game, whose, counted)),
    h("div", { class: "losses" }, ...rows),
  ], [
    armies[theirs].length > 0 &&
      button(`${colour(theirs)}'s army`, () => to.set({ whose: theirs })),
    button("Done", () => to.open(play.ending ? "tally" : null), { kind: "primary" }),
  ], { kind: "scoring" });
}

function line(row, counted, tap) {
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
    ? act("Returned", "returned", false)
    : row.out_word && act(row.out_word, "out", false, row.out);
  return h("div", { class: "loss" },
    h("span", { class: "label" }, h("b", {}, row.attached ? `+ ${row.name}` : row.name),
      h("small", {}, row.says)),
    h("span", { class: "options" },
      act(row.models === 1 ? "Destroyed" : "One gone", "lose", row.gone),
      act("Take back", "back", row.remaining >= row.models && !row.returned),
      stray || h("span"),
      counted && act("In area", "inside", row.gone || row.attached, row.inside)));
}

function total({ armies, play, terms }, whose, counted) {
  const counts = listCount(armies, play.losses, terms.counting, counted);
  const points = counts.apd[other(whose)] ?? 0;
  const said = `${points} army ${points === 1 ? "point" : "points"} destroyed.`;
  if (!counted) return said;
  const stands = counts.presence[whose] ?? 0;
  const share = terms.counting.half_inside ? "at least half of what is left" : "all that is left";
  const point = stands === 1 ? "point" : "points";
  return `${said} ${stands} ${point} ${STANDING[counted]}. In the area: of a unit ${share}.`;
}
