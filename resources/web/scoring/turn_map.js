// The scenario's map for a packet that scores every turn: bases to scale, their distances from the edges in inches, as
// app/views/table/map_places.py measures them, and the kill box of the turn.

import { other } from "../clock/deathclock.js";
import { briefingSheet } from "../sheets/cards.js";
import { h, s } from "../screen/dom.js";
import * as wording from "../words/turn_wording.js";
import { acrossOf, boxOf, mapOf } from "./map.js";
import { isThere, killBoxInches, sideOf, tableau } from "./scoring.js";
import { elementStates } from "./turn_states.js";

const BOX_WORDS = 9; // the width of the words of a kill box, in inches
const NEARLY = 0.02; // the rounding of a base's size, in inches
const PARTS = [0.5, 0.35, 0.65, 0.2, 0.8, 0.9, 0.1]; // the positions of a number along its line, as shares

/** The sheet with what counts and a large map. The Attacker is at the lower edge; a tap turns the map.
 * @param {any} game
 * @param {Engine.Side} side
 * @param {any} to */
export function mapSheet(game, side, to) {
  const made = briefingSheet(game, side, to);
  const old = made.querySelector("svg.map");
  if (!old) return made;
  made.classList.add("mapsheet");
  const first = game.play.first ?? "red";
  const viewer = to.local.turned ? other(first) : first;
  const map = measured(game, first, viewer);
  map.addEventListener("click", () => to.set({ turned: !to.local.turned }));
  old.after(map);
  old.remove();
  made.querySelector(".briefing")?.prepend(...elementStates(game).map((each) => h("p", {}, each.words)));
  return made;
}

function measured({ terms, play }, first, viewer) {
  const { scenario } = terms;
  const now = tableau(terms, first, play.scores, play.step + 1);
  const gone = scenario.elements.filter((element) => !isThere(element, now)).map((each) => each.key);
  const map = mapOf(terms, first, viewer, [], gone, null);
  for (const words of Array.from(map.querySelectorAll(".element text"))) words.remove();
  const turned = viewer !== first;
  const placed = scenario.elements.filter((element) => element.area && element.base_mm && !gone.includes(element.key));
  const taken = placed.map((element) => {
    const { x, y, width, height } = boxOf(element.area, scenario.table, turned, acrossOf(element));
    return [x + width / 2, y + height / 2];
  });
  const bases = [...taken];
  const rings = placed.map((element, at) => [...bases[at], acrossOf(element) / 2 + reachOf(element, terms)]);
  const measures = placed.map((element) => measuresOf(element, scenario.table, turned));
  const boxes = boxesOf(terms, play, viewer).map((each) => ({ ...each, x: freeLeft(each, measures.flat(), bases, rings, scenario.table) }));
  for (const { x, words } of boxes) taken.push(...[1.4, 4.4, 7.4].map((more) => [x + more, words - 0.6]));
  placed.forEach((element, at) => {
    const [x, y] = bases[at];
    if (element.kind === "objective") taken.push([x + 2.4, y - 1.7]);
    if (numberOf(element)) taken.push([x - 2.2, y - 1.7]);
  });
  const lines = [];
  const numbers = [];
  placed.forEach((element, at) => {
    const kind = `measure of-${sideOf(element.owner, first) ?? "nobody"}`;
    const reach = reachOf(element, terms);
    for (const { inches, edge, base } of measures[at]) {
      lines.push(s("line", { x1: edge[0], y1: edge[1], x2: base[0], y2: base[1], class: kind }));
      const places = PARTS.map((part) => edge.map((from, way) => from + (base[way] - from) * part * (1 - reach / inches)));
      const free = places.find((place) => taken.every((each) => apart(place, each))) ?? places[0];
      taken.push(free);
      const [x, y] = free.map((each) => Math.min(Math.max(each, 1.6), scenario.table - 1.6));
      numbers.push(s("g", { class: kind },
        s("rect", { x: x - 1.7, y: y - 1.4, width: 3.4, height: 2.8, rx: 0.6 }), s("text", { x, y: y + 0.85 }, String(inches))));
    }
    const [x, y] = bases[at];
    const size = element.kind === "objective" ? String(element.base_mm) : "";
    for (const [words, left] of [[size, x + 2.4], [numberOf(element), x - 2.2]])
      if (words) numbers.push(s("g", { class: kind }, s("text", { x: left, y: y - 0.9, class: "named" }, words)));
  });
  const elements = map.querySelector(".element");
  for (const line of [...boxes.map((each) => boxLine(each, scenario.table)), ...lines]) map.insertBefore(line, elements);
  map.append(...numbers);
  return map;
}

/** The number that tells an element apart from others of its kind. */
const numberOf = ({ name }) => /(?:^|\s)(\d+)(?=\s(?!mm)|$)/.exec(name)?.[1] ?? "";

/** @param {number[]} element
 * @param {number[]} other */
const apart = ([x, y], [x2, y2]) => Math.abs(x - x2) >= 3.4 || Math.abs(y - y2) >= 2.8;

/** The kill box of each player in this turn: its depth, its line on the map, and the line of its words on the side
 * towards the middle. */
function boxesOf(terms, play, viewer) {
  const { kill_box: box, scenario } = terms;
  if (!scenario.kill_box || !box.own_edge) return [];
  const inches = killBoxInches(terms, play.step);
  const low = scenario.table - inches;
  return [{ side: viewer, inches, y: low, words: low - 0.5 }, { side: other(viewer), inches, y: inches, words: inches + 1.9 }];
}

/** The start of a kill box's words, chosen so that no line or circle crosses them and no base is under them. */
function freeLeft({ words }, measures, bases, rings, size) {
  const [top, low] = [words - 1.6, words + 0.6];
  const isFree = (left) => {
    const right = left + BOX_WORDS;
    return !measures.some(({ edge: [x, from], base: [to, until] }) =>
      Math.max(x, to) > left - 0.5 && Math.min(x, to) < right && low > Math.min(from, until) && top < Math.max(from, until)) &&
      !bases.some(([x, y]) => x > left - 2 && x < right + 2 && Math.abs(y - words + 0.6) < 3) &&
      !rings.some(([x, y, radius]) => {
        const near = Math.hypot(Math.max(left - x, x - right, 0), Math.max(top - y, y - low, 0));
        const far = Math.hypot(Math.max(x - left, right - x), Math.max(y - top, low - y));
        return near < radius && radius < far;
      });
  };
  const lefts = Array.from({ length: 4 * (size - BOX_WORDS) }, (_, part) => 0.6 + part / 4);
  return lefts.find(isFree) ?? lefts[0];
}

const reachOf = (element, terms) => terms.briefing.reference.find((entry) => entry.at === element.kind)?.reach ?? 0;

const boxLine = ({ side, inches, x, y, words }, size) => s("g", { class: `measure box of-${side}` },
  s("line", { x1: 0, x2: size, y1: y, y2: y }),
  s("text", { x, y: words, textLength: BOX_WORDS - 0.4, lengthAdjust: "spacingAndGlyphs" }, `${wording.KILL_BOX_ROW} ${inches}″`));

/** The place of an element in words: whole inches across and along. */
function measuresOf(element, size, turned) {
  const { x, y, width, height } = boxOf(element.area, size, turned, acrossOf(element));
  const [cx, cy] = [x + width / 2, y + height / 2];
  const pairs = [
    [[[0, cy], [x, cy]], [[size, cy], [x + width, cy]]],
    [[[cx, 0], [cx, y]], [[cx, size], [cx, y + height]]],
  ];
  const lines = pairs.map((ends) => ends.map(([edge, base]) => {
    const long = Math.abs(edge[0] - base[0]) + Math.abs(edge[1] - base[1]);
    return { inches: Math.round(long), edge, base, whole: Math.abs(long - Math.round(long)) < NEARLY };
  }));
  return lines.flatMap((ends) => ends.filter((each) => each.whole).slice(0, 1));
}
