// What the browser lets a page keep; in memory, until the page is left, where it forbids storage.

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
