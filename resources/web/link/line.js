// A line to the organizer's computer for pages that send no marks.

import { Link } from "./link.js";
import { local, session } from "./storage.js";
import { Timeline } from "./timeline.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
/** @type {import("./link.js").Presses} */
const NONE = { marks: [], messages: () => [] };

/** A name for this page, the same when it is loaded again; a phone's is its own for good, as its player's key is.
 * @param {string} role */
export function nameOf(role) {
  const storage = role === "room" ? local : session;
  const kept = storage.getItem(`flagfall-${role}`);
  if (kept) return kept;
  const numbers = [...crypto.getRandomValues(new Uint8Array(20))];
  const made = numbers.map((number) => LETTERS[number % LETTERS.length]).join("");
  storage.setItem(`flagfall-${role}`, made);
  return made;
}

/** `hear` gets every message, `changed` is called when the line comes or goes.
 * @param {string} role
 * @param {(message: any) => void} hear
 * @param {() => void} changed */
export function line(role, hear, changed) {
  const link = new Link({
    url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`,
    hello: () => ({ type: "hello", version: 2, role, device: nameOf(role) }),
    queue: NONE,
    timeline: new Timeline(),
    hear,
    changed,
  });
  document.addEventListener("visibilitychange", () => link.join());
  link.join();
  return link;
}

/** @param {number} ms */
export const hours = (ms) =>
  new Date(ms).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

let shift = 0; // from the event's time to the time of day that is shown

/** @param {number | null | undefined} ms */
export const showBy = (ms) => (shift = ms ?? 0);

/** The time of day of an instant of the event; `hours` is that of the device's own clock.
 * @param {number} ms */
export const timeOf = (ms) => hours(ms + shift);

/** The same to the second, where two may be in one minute.
 * @param {number} ms */
export const secondOf = (ms) =>
  new Date(ms + shift).toLocaleTimeString([],
    { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });

/** What to say where the line is gone; empty while it is there.
 * @param {Link} link */
export function lineWords(link) {
  if (link.state === "refused") return link.why;
  if (link.state === "in touch") return "";
  if (link.advice) return link.advice;
  const since = link.sinceMs ? /*_*/`Out of touch since ${hours(link.sinceMs)}. What you see may be old.` : "";
  return since || link.why || /*_*/"Looking for the organizer…";
}
