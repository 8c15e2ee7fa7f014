// What the browser lets a page keep, in memory, until the page is left, where it forbids storage; and the page itself
// when it is reloaded out of touch.

/** Works like localStorage, and is forgotten with the page. */
class Memory {
  constructor() {
    this.held = new Map();
  }

  /** @param {string} key */
  getItem(key) {
    return this.held.get(key) ?? null;
  }

  /**
   * @param {string} key
   * @param {unknown} value
   */
  setItem(key, value) {
    this.held.set(key, String(value));
  }

  /** @param {string} key */
  removeItem(key) {
    this.held.delete(key);
  }
}

/** The storage of that name if it works, else one in memory; reading the name alone may throw.
 * @param {"localStorage" | "sessionStorage"} name
 * @returns {Pick<Storage, "getItem" | "setItem" | "removeItem">} */
function storage(name) {
  try {
    const real = globalThis[name];
    const probe = "flagfall-probe";
    real.setItem(probe, "1");
    real.removeItem(probe);
    return real;
  } catch (/** @type {any} */ error) {
    if (error?.name === "QuotaExceededError" && globalThis[name].length) return globalThis[name]; // full, not forbidden
    return new Memory();
  }
}

export const local = storage("localStorage");
export const session = storage("sessionStorage");

/** Whether a reload loses what was not handed over. */
export const forgets = local instanceof Memory;

export const FORGETS =
  /*_*/"This browser does not let Flagfall save anything. Do not close or reload this page while it is out of" +
  " touch: presses would be lost. Leave private browsing, or allow cookies for this address.";

// The browser would ask the server for the page and show an error; so another address of it is opened, which the
// browser has kept.
const SPARE = "?again";
const LEFT = "flagfall-left";
const TWICE_MS = 10_000; // whoever leaves again this soon means it

/** Have the browser keep the spare page, and where the line is encrypted a worker that opens the page; to be called
 * when the server is there. */
export function keepSpare() {
  fetch(location.pathname + SPARE, { cache: "no-cache" }).catch(() => {});
  if (location.protocol === "https:") navigator.serviceWorker?.register("/worker.js").catch(() => {});
}

/** From now on a reload while `away()` loads what the browser has kept. A link to another page is no
 * reload; browsers before the Navigation API do not tell. No browser tells an address that was typed
 * from its reload button: whoever does the same again within a while means it, and is asked where a clock runs.
 * @param {() => boolean} away
 * @param {() => boolean} runs */
export function guardReloads(away, runs) {
  if (location.search === SPARE) history.replaceState(null, "", location.pathname + location.hash);
  let elsewhere = false;
  globalThis.navigation?.addEventListener("navigate", ({ destination }) => {
    elsewhere = destination.url !== location.href; // "beforeunload" follows at once
    setTimeout(() => (elsewhere = false));
  });
  addEventListener("beforeunload", (event) => {
    if (elsewhere || !away()) return;
    const now = Date.now();
    if (forgets || Math.abs(now - Number(session.getItem(LEFT))) < TWICE_MS) {
      if (runs()) event.preventDefault(), (event.returnValue = "?"); // the browser asks in words of its own
      return;
    }
    session.setItem(LEFT, String(now));
    setTimeout(() => location.replace(location.pathname + SPARE + location.hash));
  });
}
