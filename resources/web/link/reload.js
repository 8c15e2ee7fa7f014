// Brings the page back when it is reloaded out of touch. The browser would ask the server for the
// page and show an error; so another address of it is opened, which the browser has kept.

import { forgets, session } from "./storage.js";

const SPARE = "?again";
const LEFT = "flagfall-left";
const TWICE_MS = 10_000; // whoever leaves again this soon means it

/** Have the browser keep the spare page; to be called when the server is there. */
export function keepSpare() {
  fetch(location.pathname + SPARE, { cache: "no-cache" }).catch(() => {});
}

/** From now on a reload while `away()` loads what the browser has kept. A link to another page is no
 * reload; browsers before the Navigation API do not tell. No browser tells an address that was typed
 * from its reload button: whoever does the same again within a while means it.
 * @param {() => boolean} away */
export function guardReloads(away) {
  if (location.search === SPARE) history.replaceState(null, "", location.pathname + location.hash);
  let elsewhere = false;
  globalThis.navigation?.addEventListener("navigate", ({ destination }) => {
    elsewhere = destination.url !== location.href; // "beforeunload" follows at once
    setTimeout(() => (elsewhere = false));
  });
  addEventListener("beforeunload", () => {
    if (forgets || elsewhere || !away()) return;
    const now = Date.now();
    if (Math.abs(now - Number(session.getItem(LEFT))) < TWICE_MS) return;
    session.setItem(LEFT, String(now));
    setTimeout(() => location.replace(location.pathname + SPARE + location.hash));
  });
}
