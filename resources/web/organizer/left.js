// The time that a side of a table has left, from what the organizer's page knows of the table.

import { remaining } from "../clock/deathclock.js";

/** The milliseconds left: negative if the side overran, null if nothing limits it or nothing is known.
 * @param {any} one
 * @param {Engine.Side} side
 * @param {number | null} nowMs */
export function leftMs({ time, clock, timed }, side, nowMs) {
  if (nowMs === null || time.kind === "untimed") return null;
  if (time.kind === "turns") return clock && timed === side ? Math.max(remaining(clock, side, nowMs), 0) : time.turn_ms;
  return clock ? remaining(clock, side, nowMs) : time.clock_ms;
}
