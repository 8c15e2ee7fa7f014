// The state of a scenario's elements in words: their tokens, what has left the table, and what has moved, as in
// app/views/table/element_states.py.

import { SIDES, colour } from "../clock/deathclock.js";
import { fill } from "../words/text.js";
import * as wording from "../words/turn_wording.js";
import { countdownLeft, elementName, sideOf, tableau, took } from "./scoring.js";

/** The elements that have changed since the beginning, with their state. If one countdown has changed, all countdowns
 * are shown.
 * @param {any} game */
export function elementStates({ terms, play }) {
  const { elements } = terms.scenario;
  const now = tableau(terms, play.first, play.scores, play.step + 1);
  const burns = elements.some((element) => element.countdown && now.counters[element.key]);
  return elements.flatMap((element) => {
    const state = stateOf(terms.scenario, element, now, burns);
    const side = sideOf(element.owner, play.first);
    const plain = elementName(element, play);
    const name = side ? fill(wording.ELEMENT_OF, { element: plain, side: colour(side) }) : plain;
    return state ? [{ key: element.key, side, words: fill(wording.ELEMENT_STANDS, { element: name, state }) }] : [];
  });
}

function stateOf(scenario, element, now, burns) {
  const { key, countdown, tokens, journey } = element;
  const counted = now.counters[key] ?? 0;
  if (countdown) {
    const left = countdownLeft(element, now);
    return !burns ? "" : left ? fill(wording.TOKENS_LEFT, { count: left }) : wording.HAS_GONE_OFF;
  }
  if (tokens) return counted ? fill(wording.TOKENS_SO_FAR, { count: counted, needed: tokens.needed }) : "";
  if (now.arrived.includes(key)) return wording.HAS_ARRIVED;
  if (journey && counted)
    return fill(wording.MOVED_SO_FAR, { inches: counted, left: Math.max(wayInches(scenario, element) - counted, 0) });
  return element.kind === "cache" && SIDES.some((side) => took(now, key, side)) ? wording.TAKEN : "";
}

/** The opponent's terrain that a payload moves towards. */
export const targetOf = ({ elements }, { owner: seat }) =>
  elements.find((element) => element.kind === "flag" && element.owner !== seat && element.owner !== "neutral") ?? null;

/** The inches between two bases at the beginning, rounded up. If terrain stands in place of a flag, players measure. */
export function wayInches(scenario, element) {
  const target = targetOf(scenario, element);
  if (!target?.area || !element.area) return 0;
  const [x, y] = ["x", "y"].map((each) => Number(target.area[each]) - Number(element.area[each]));
  return Math.ceil(Math.hypot(x, y) - (target.base_mm + element.base_mm) / 2 / 25.4);
}
