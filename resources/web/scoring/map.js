// The scenario's map as an SVG: where its elements stand and who holds them.

import { SIDES, colour } from "../clock/deathclock.js";
import { h, s } from "../screen/dom.js";
import { sideOf } from "./scoring.js";
import { fill, within } from "../words/text.js";
import * as wording from "../words/wording.js";

const EDGE = 4.5; // inches around the table for the players' edges
const POINT = 3; // the size of an element whose base the packet does not give, and the height of a pennant
const [HIGH, LETTER] = [2.7, 1.5]; // the height of a line of words, and about the width of a letter
const MM_AN_INCH = 25.4;
const HELD = {
  controlled: wording.CONTROLS,
  dominated: wording.DOMINATES,
  contested: wording.CONTESTS,
  destroyed: wording.DESTROYED_IT,
  met: "",
  arrived: wording.HAS_ARRIVED,
};

export const known = (scenario) => scenario.elements.some((element) => element.area);

/** Return the map with `viewer` at the lower edge. `tapped` is called with an element's key. `box` is the kill box of
 * the turn: its `inches` from the edge of the side `of`, or from all edges if that is null.
 * @param {{ inches: number, of: Engine.Side | null } | null} box */
export function mapOf(terms, first, viewer, holdings, gone, tapped, box = null) {
  const { scenario } = terms;
  const size = scenario.table;
  const turned = viewer !== first;
  const placed = scenario.elements.filter((element) => element.area && !gone.includes(element.key));
  placed.sort((a, b) => Number(b.kind === "zone") - Number(a.kind === "zone"));
  const boxes = new Map(placed.map((element) => [element.key, boxOf(element.area, size, turned, acrossOf(element))]));
  const drawn = placed.map((each) => element(each, boxes, terms, first, holdings, tapped));
  const view = `${-0.5} ${-EDGE} ${size + 1} ${size + 2 * EDGE}`;
  const names = placed.map((element) => element.name).join(", ");
  const label = fill(wording.MAP_OF, { scenario: scenario.name, elements: names });
  return s("svg", { viewBox: view, class: "map", role: "group", "aria-label": label },
    s("rect", { x: 0, y: 0, width: size, height: size, class: "ground" }),
    ...deploymentOf(terms, turned, first),
    ...killBoxOf(box, size, viewer),
    ...SIDES.map((side) => edge(side, first, viewer, size)),
    ...drawn,
  );
}

/** The meaning of the map's colours. */
export const legend = () => h("p", { class: "legend", "aria-hidden": "true" },
  ...[...SIDES.map((side) => [side, fill(wording.HELD_BY, { side: colour(side) })]), ["both", wording.HELD_BY_BOTH]]
    .map(([side, words]) => h("span", { class: side }, words)));

/** The width of a flag, objective or cache: its base to scale. */
export const acrossOf = (piece) => (piece.base_mm ? piece.base_mm / MM_AN_INCH : POINT);

/** How near to an element's base models count, in inches; 0 if the packet does not say. */
const reachOf = (piece, briefing) =>
  briefing?.reference?.find((entry) => entry.at === piece.kind)?.reach ?? 0;

/** The place where an area is drawn, as in app/views/table/map_places.py. */
export function boxOf(area, size, turned, point = POINT) {
  const [x, y, w, tall] = [area.x, area.y, area.width, area.height].map(Number);
  const width = w || point;
  const height = tall || width;
  const middle = area.circle || !w;
  const left = middle ? x - width / 2 : x;
  const low = middle ? y - height / 2 : y;
  return turned
    ? { x: size - left - width, y: low, width, height }
    : { x: left, y: size - low - height, width, height };
}

/** The areas where players deploy and where reinforcements arrive, cut off at the edges of the table. */
function deploymentOf({ scenario, briefing }, turned, first) {
  const shown = briefing?.deployments.find((element) => element.key === scenario.deployment);
  if (!shown) return [];
  const size = scenario.table;
  const zones = shown.zones.map(({ area }) => {
    const { x, y, width, height } = boxOf(area, size, turned);
    return area.circle
      ? s("ellipse", { cx: x + width / 2, cy: y + height / 2, rx: width / 2, ry: height / 2, class: "deployment" })
      : s("rect", { x, y, width, height, class: "deployment" });
  });
  const at = (x, y) => (turned ? [size - x, y] : [x, size - y]).map(Number);
  const reinforced = shown.lines.map((line) => {
    const [x1, y1] = at(line.x, line.y);
    const [x2, y2] = at(line.to_x, line.to_y);
    return s("line", { x1, y1, x2, y2, class: `reinforcements ${sideOf(line.seat, first)}` });
  });
  return [s("svg", { x: 0, y: 0, width: size, height: size, viewBox: `0 0 ${size} ${size}` }, ...zones, ...reinforced)];
}

function killBoxOf(box, size, viewer) {
  if (!box) return [];
  const side = size - 2 * box.inches;
  if (!box.of) return [s("rect", { x: box.inches, y: box.inches, width: side, height: side, class: "killbox" })];
  const y = box.of === viewer ? size - box.inches : box.inches;
  return [s("line", { x1: 0, x2: size, y1: y, y2: y, class: "killbox" })];
}

function edge(side, first, viewer, size) {
  const y = side === viewer ? size + 3.2 : -1.4;
  const words = fill(side === first ? wording.PLAYS_FIRST : wording.PLAYS_SECOND, { side: colour(side) });
  return s("text", { x: size / 2, y, class: `edge ${side}` }, words);
}

function element(piece, boxes, terms, first, holdings, tapped) {
  const [box, size] = [boxes.get(piece.key), terms.scenario.table];
  const has = holdings.filter((held) => held.key === piece.key);
  const holders = [...new Set(has.map((held) => held.side))];
  const seat = piece.owner !== "neutral" ? piece.owner : piece.scored_by;
  const owner = sideOf(seat, first) ?? "nobody";
  const holder = holders.length > 1 ? "both" : (holders[0] ?? "none");
  const states = has.map((held) => `${colour(held.side)} ${HELD[held.held]}`.trim());
  const only = sideOf(piece.scored_by, first);
  const own = sideOf(piece.owner, first);
  const marks = only ? fill(wording.ONLY_SIDE_SCORES, { side: colour(only) })
    : own ? fill(wording.FRIENDLY_TO, { side: colour(own) }) : "";
  const counts = reachOf(piece, terms.briefing);
  const around = counts || 1.5;
  const reach = {
    x: box.x - around, y: box.y - around, width: box.width + 2 * around, height: box.height + 2 * around,
    ...(counts && { rx: around + box.width / 2 }),
  };
  const label = [piece.name, states.join(", ") || (tapped && within(/*_*/"Nobody"))].filter(Boolean).join(": ");
  const made = s("g", {
    class: `element of-${owner} held-${holder}`,
    "aria-label": label,
    ...(tapped ? { role: "button", tabindex: 0 } : { role: "img" }),
  },
  s("rect", { ...reach, class: counts ? "reach counts" : "reach" }),
  ...shapes(piece, box),
  ...words(piece, box, boxes, size, states.length ? states : [marks]),
  );
  if (!tapped) return made;
  const press = () => tapped(piece.key);
  made.addEventListener("click", press);
  made.addEventListener("keydown", (event) => ["Enter", " "].includes(event.key) && press());
  return made;
}

function shapes(piece, box) {
  const { x, y, width, height } = box;
  const [cx, cy] = [x + width / 2, y + height / 2];
  const round = s("ellipse", { cx, cy, rx: width / 2, ry: height / 2 });
  if (piece.kind === "flag" && piece.base_mm)
    return [round, pennant({ x: cx - POINT * 0.25, y: cy - POINT, width: POINT, height: POINT })];
  if (piece.kind === "flag") return [pennant(box)];
  if (piece.area.circle || (piece.kind === "objective" && piece.base_mm)) return [round];
  return [s("rect", { x, y, width, height, rx: piece.kind === "objective" ? 0.8 : 0 })];
}

function pennant({ x, y, width, height }) {
  const [l, r] = [x + width * 0.25, x + width];
  const points = [[l, y + height], [l, y], [r, y + height * 0.28], [l, y + height * 0.56]];
  return s("polygon", { points: points.join(" ") });
}

/** The place of an element's name: in the middle of a zone, or at its edge if something stands there; for a point, on
 * the side away from the middle of the table. */
function words(piece, box, boxes, size, said) {
  const x = box.x + box.width / 2;
  const middle = box.y + box.height / 2;
  const written = (texts, y) => texts.map((text, at) => s("text", { x, y: y + at * HIGH }, text));
  if (piece.kind !== "zone") {
    const above = middle < size / 2 - 0.1;
    return written(said, above ? box.y - 0.7 - (said.length - 1) * HIGH : box.y + box.height + 2.4);
  }
  const broken = said.some((text) => text.length * LETTER > box.width);
  const texts = broken ? said.flatMap((text) => text.split(" ")) : said;
  const points = [...boxes.values()].filter((other) => other.width <= POINT);
  const taken = points.some(
    (point) =>
      Math.abs(point.x + point.width / 2 - x) < 5 && Math.abs(point.y + point.height / 2 - middle) < 3,
  );
  return written(texts, taken ? box.y + 2.8 : middle + 0.9 - ((texts.length - 1) * HIGH) / 2);
}
