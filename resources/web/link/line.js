// A connection to the organizer's computer for pages that send no marks.

import { Link } from "./link.js";
import { local, session } from "./storage.js";
import { Timeline } from "./timeline.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
/** @type {import("./link.js").Presses} */
const NONE = { marks: [], messages: () => [] };

/** A name for this page, which stays the same when it is reloaded. A phone keeps its name for good, as it does its
 * player's key.
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

/** Connect. `hear` is called with every message, `changed` when the connection comes or goes.
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

// Made once, because that takes a browser hundreds of times as long as to use it, and pages use it at each drawing.
const clock = new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** @param {number} ms */
export const hours = (ms) => clock.format(ms);

let shift = 0; // from the event's time to the time of day that is shown

/** @param {number | null | undefined} ms */
export const showBy = (ms) => (shift = ms ?? 0);

/** The time of day at which an instant of the event is shown. `hours` is for instants of the device's own clock.
 * @param {number} ms */
export const timeOf = (ms) => hours(ms + shift);

/** The time of day with seconds, for instants that may be in the same minute.
 * @param {number} ms */
export const secondOf = (ms) =>
  new Date(ms + shift).toLocaleTimeString([],
    { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });

/** A sentence while there is no connection; empty while there is.
 * @param {Link} link */
export function lineWords(link) {
  if (link.state === "refused") return link.why;
  if (link.state === "in touch") return "";
  if (link.advice) return link.advice;
  const since = link.sinceMs ? /*_*/`Offline since ${hours(link.sinceMs)}. What you see may be old.` : "";
  return since || link.why || /*_*/"Looking for the organizer…";
}
