// What counts in the scenario in play: its map and its text, as app/views/table/briefing.py words it.

import { button, h, sheet } from "../screen/dom.js";
import { known, mapOf } from "../scoring/map.js";

export function briefingSheet(game, side, to) {
  const { scenario, parts } = game.briefing;
  const { terms, play } = game;
  const map = known(terms.scenario) && mapOf(terms, play.first ?? "red", side, [], [], () => {});
  const text = parts.map((part) =>
    h("section", {}, h("h3", {}, part.title), ...part.lines.map((line) => h("p", {}, line))));
  return sheet(scenario, [
    h("div", { class: "pad" },
      map && h("div", { class: "mapbox" }, map),
      h("div", { class: "briefing" }, ...text)),
  ], [button(/*_*/"Back", to.back, { kind: "primary" })], { kind: "scoring" });
}
