// The scenario's map as an SVG: where its elements stand and who holds them.

import { SIDES, colour } from "../clock/deathclock.js";
import { h, s } from "../screen/dom.js";
import { sideOf } from "./scoring.js";
import { fill } from "../words/text.js";
import * as wording from "../words/wording.js";

const EDGE = 4.5; // inches around the table for the players' edges
const POINT = 3;
const [HIGH, LETTER] = [2.7, 1.5]; // a line of words; a letter, about
const DEPLOYMENT = { first: 7, second: 10 };
const HELD = {
  controlled: wording.CONTROLS,
  dominated: wording.DOMINATES,
  contested: wording.CONTESTS,
  destroyed: wording.DESTROYED_IT,
  met: "",
  arrived: wording.HAS_ARRIVED,
};

export const known = (scenario) => scenario.elements.some((one) => one.area);

/** `viewer` sits below; `tapped` gets an element's key. */
export function mapOf(terms, first, viewer, holdings, gone, tapped) {
  const { scenario } = terms;
  const size = scenario.table;
  const turned = viewer !== first;
  const placed = scenario.elements.filter((one) => one.area && !gone.includes(one.key));
  placed.sort((one, two) => Number(two.kind === "zone") - Number(one.kind === "zone"));
  const boxes = new Map(placed.map((one) => [one.key, boxOf(one.area, size, turned)]));
  const drawn = placed.map((one) => element(one, boxes, size, first, holdings, tapped));
  const box = `${-0.5} ${-EDGE} ${size + 1} ${size + 2 * EDGE}`;
  const names = placed.map((one) => one.name).join(", ");
  const label = fill(wording.MAP_OF, { scenario: scenario.name, elements: names });
  return s("svg", { viewBox: box, class: "map", role: "group", "aria-label": label },
    s("rect", { x: 0, y: 0, width: size, height: size, class: "ground" }),
    ...deploymentOf(terms, turned, first),
    ...SIDES.map((side) => edge(side, first, viewer, size)),
    ...drawn,
  );
}

/** What the map's colours mean. */
export const legend = () => h("p", { class: "legend", "aria-hidden": "true" },
  ...[...SIDES.map((side) => [side, fill(wording.HELD_BY, { side: colour(side) })]), ["both", wording.HELD_BY_BOTH]]
    .map(([side, words]) => h("span", { class: side }, words)));

function boxOf(area, size, turned) {
  const [x, y, w, tall] = [area.x, area.y, area.width, area.height].map(Number);
  const width = w || POINT;
  const height = tall || width;
  const middle = area.circle || !w;
  const left = middle ? x - width / 2 : x;
  const low = middle ? y - height / 2 : y;
  return turned
    ? { x: size - left - width, y: low, width, height }
    : { x: left, y: size - low - height, width, height };
}

/** Where players deploy and reinforcements come; what reaches beyond the table is cut off. */
function deploymentOf({ scenario, briefing }, turned, first) {
  const shown = briefing?.deployments.find((one) => one.key === scenario.deployment);
  if (!shown) return lines(scenario, turned);
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

function lines(scenario, turned) {
  if (scenario.deployment !== "standard") return [];
  return Object.entries(DEPLOYMENT).map(([seat, depth]) => {
    const below = (seat === "first") !== turned;
    const y = below ? scenario.table - depth : depth;
    return s("line", { x1: 0, x2: scenario.table, y1: y, y2: y, class: "deployment" });
  });
}

function edge(side, first, viewer, size) {
  const y = side === viewer ? size + 3.2 : -1.4;
  const words = fill(side === first ? wording.PLAYS_FIRST : wording.PLAYS_SECOND, { side: colour(side) });
  return s("text", { x: size / 2, y, class: `edge ${side}` }, words);
}

function element(one, boxes, size, first, holdings, tapped) {
  const box = boxes.get(one.key);
  const has = holdings.filter((held) => held.key === one.key);
  const holders = [...new Set(has.map((held) => held.side))];
  const seat = one.owner !== "neutral" ? one.owner : one.scored_by;
  const owner = sideOf(seat, first) ?? "nobody";
  const holder = holders.length > 1 ? "both" : (holders[0] ?? "none");
  const states = has.map((held) => `${colour(held.side)} ${HELD[held.held]}`.trim());
  const only = sideOf(one.scored_by, first);
  const own = sideOf(one.owner, first);
  const marks = only ? fill(wording.ONLY_SIDE_SCORES, { side: colour(only) })
    : own ? fill(wording.FRIENDLY_TO, { side: colour(own) }) : "";
  const press = () => tapped(one.key);
  const key = (event) => ["Enter", " "].includes(event.key) && press();
  const reach = { x: box.x - 1.5, y: box.y - 1.5, width: box.width + 3, height: box.height + 3 };
  const made = s("g", {
    class: `element of-${owner} held-${holder}`,
    role: "button",
    tabindex: 0,
    "aria-label": `${one.name}: ${states.join(", ") || "nobody"}`,
  },
  s("rect", { ...reach, class: "reach" }),
  shape(one, box),
  ...words(one, box, boxes, size, states.length ? states : [marks]),
  );
  made.addEventListener("click", press);
  made.addEventListener("keydown", key);
  return made;
}

function shape(one, { x, y, width, height }) {
  if (one.kind === "flag") {
    const [l, r] = [x + width * 0.25, x + width];
    const points = [[l, y + height], [l, y], [r, y + height * 0.28], [l, y + height * 0.56]];
    return s("polygon", { points: points.join(" ") });
  }
  if (one.area.circle)
    return s("ellipse", { cx: x + width / 2, cy: y + height / 2, rx: width / 2, ry: height / 2 });
  return s("rect", { x, y, width, height, rx: one.kind === "objective" ? 0.8 : 0 });
}

/** A zone's in its middle or, with something there, at its edge; a point's away from the middle. */
function words(one, box, boxes, size, said) {
  const x = box.x + box.width / 2;
  const middle = box.y + box.height / 2;
  const written = (texts, y) => texts.map((text, at) => s("text", { x, y: y + at * HIGH }, text));
  if (one.kind !== "zone") {
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
