// What the browser lets a page keep; in memory, until the page is left, where it forbids storage.

/** Works like localStorage, and is forgotten with the page. */
class Memory {
  constructor() {
    this.held = new Map();
  }

  getItem(key) {
    return this.held.get(key) ?? null;
  }

  setItem(key, value) {
    this.held.set(key, String(value));
  }

  removeItem(key) {
    this.held.delete(key);
  }
}

/** The storage of that name if it works, else one in memory; reading the name alone may throw. */
function storage(name) {
  try {
    const real = window[name];
    const probe = "flagfall-probe";
    real.setItem(probe, "1");
    real.removeItem(probe);
    return real;
  } catch (error) {
    if (error?.name === "QuotaExceededError" && window[name].length) return window[name]; // full, not forbidden
    return new Memory();
  }
}

export const local = storage("localStorage");
export const session = storage("sessionStorage");

/** Whether a reload loses what was not handed over. */
export const forgets = local instanceof Memory;

export const FORGETS =
  "This browser forbids Flagfall to keep anything. Do not close or reload this page while it is out of" +
  " touch: presses would be lost. Leave private browsing, or allow cookies for this address.";
