// Objectives that players choose for a game, as app/engine/table/objectives.py.

import { SIDES } from "../clock/deathclock.js";
import { sideOf } from "../scoring/scoring.js";

/** The names of the cards to choose from; empty where nothing is chosen. */
export function objectivesOffered({ scenario, briefing }) {
  const stands = scenario.elements.some((one) => one.kind === "objective");
  return stands && !scenario.objective ? (briefing?.cards ?? []).map((card) => card.name) : [];
}

/** Whether each player may see the other's choice. */
export const objectivesShown = ({ objectives, clock }) =>
  Boolean(clock) || SIDES.every((side) => objectives?.[side]);

/** An element's name, with the card of an objective whose owner has chosen one. */
export function elementName(element, play) {
  const side = element.kind === "objective" && sideOf(element.owner, play.first);
  const card = side && objectivesShown(play) && play.objectives?.[side];
  return card ? `${element.name}: ${card}` : element.name;
}
