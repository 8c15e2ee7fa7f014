// What a side of a table has left, by what the organizer's page knows of the table.

import { remaining } from "../clock/deathclock.js";

/** Negative where a side overran; null where nothing limits it or nothing is known.
 * @param {any} one
 * @param {Engine.Side} side
 * @param {number | null} nowMs */
export function leftMs({ time, clock, timed }, side, nowMs) {
  if (nowMs === null || time.kind === "untimed") return null;
  if (time.kind === "turns") return clock && timed === side ? Math.max(remaining(clock, side, nowMs), 0) : time.turn_ms;
  return clock ? remaining(clock, side, nowMs) : time.clock_ms;
}
