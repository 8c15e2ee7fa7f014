// What the browser lets a page store; in memory until the page is closed, if the browser forbids storage. Also reloads
// the page itself while it is disconnected.

/** A storage that works like localStorage but is forgotten with the page. */
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

/** The browser's storage of that name if it works, otherwise one in memory. Reading the name may already throw.
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

/** Whether a reload would lose presses that were not sent. */
export const forgets = local instanceof Memory;

export const FORGETS =
  /*_*/"This browser does not let Flagfall save anything. Do not close or reload this page while it is" +
  " offline: presses would be lost. Leave private browsing, or allow cookies for this address.";

// A reload would ask the server for the page and show an error. So another address of the page is opened, which the
// browser has stored.
const SPARE = "?again";
const LEFT = "flagfall-left";
const TWICE_MS = 10_000; // whoever reloads again this soon means it

/** Let the browser store the spare page and, on an encrypted connection, a worker that opens the page. This is called
 * while the server is there. */
export function keepSpare() {
  fetch(location.pathname + SPARE, { cache: "no-cache" }).catch(() => {});
  if (location.protocol === "https:") navigator.serviceWorker?.register("/worker.js").catch(() => {});
}

let elsewhere = false;

/** Note that this page opens another by itself; "beforeunload" follows at once. */
function goElsewhere() {
  elsewhere = true;
  setTimeout(() => (elsewhere = false));
}

/** Load the page from the server, which has just answered: there is nothing to ask. */
export function loadAgain() {
  goElsewhere();
  location.reload();
}

/** Load the stored page instead of reloading, from now on, while `away()`. The browser asks first if presses would be
 * lost because they are not stored, and if a clock runs and no worker would bring the page back: some seconds after
 * the last touch, Chromium ignores what the page opens while its own reload is under way (its `docs/navigation.md`),
 * so only those who stay are sure to get the stored page. Following a link is not a reload, but browsers without the
 * Navigation API do not tell the two apart. No browser tells a typed address from its reload button. So a second
 * attempt within a while is allowed, with the same question.
 * @param {() => boolean} away
 * @param {() => boolean} runs
 * @param {() => boolean} loses */
export function guardReloads(away, runs, loses) {
  if (location.search === SPARE) history.replaceState(null, "", location.pathname + location.hash);
  globalThis.navigation?.addEventListener("navigate", ({ destination }) => {
    if (destination.url !== location.href) goElsewhere();
  });
  addEventListener("beforeunload", (event) => {
    const [lost, reloads] = [loses(), !elsewhere && away()];
    const clock = reloads && runs() && !navigator.serviceWorker?.controller;
    if (lost || clock) event.preventDefault(), (event.returnValue = "?");
    const now = Date.now();
    if (!reloads || lost || forgets || Math.abs(now - Number(session.getItem(LEFT))) < TWICE_MS) return;
    session.setItem(LEFT, String(now));
    setTimeout(() => {
      goElsewhere();
      location.replace(location.pathname + SPARE + location.hash);
    });
  });
}
