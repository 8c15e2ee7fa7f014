// A pad for the digits of a PIN, which can be pressed or typed.

import { button, h, write } from "../screen/dom.js";
import { fill } from "../words/text.js";
import * as wording from "../words/all_wording.js";

const MOST = 6;
const ASK = wording.ENTER_YOUR_PIN;

export class PinPad {
  /** Take `entered`, which is called with the six digits. */
  constructor(entered) {
    this.entered = entered;
    this.digits = "";
    this.until = 0;
    this.tried = false;
    this.dots = h("div", { class: "dots", role: "status", "aria-live": "off" });
    this.problem = h("p", { class: "problem", role: "alert" });
    const keys = [..."123456789"].map((digit) => button(digit, () => this.press(digit)));
    const back = button(/*_*/"Delete", () => this.erase(), { kind: "wide" });
    this.keys = h("div", { class: "keys" }, ...keys, back, button("0", () => this.press("0")));
    this.element = h("section", { class: "pin" },
      h("h1", {}, /*_*/"Organizer"), h("p", { class: "muted" }, ASK), this.dots, this.keys, this.problem);
    addEventListener("keydown", (event) => {
      if (this.element.hidden) return;
      if (/^[0-9]$/.test(event.key)) this.press(event.key);
      else if (event.key === "Backspace") this.erase();
    });
    this.show();
  }

  press(digit) {
    if (this.waits || this.digits.length >= MOST) return;
    this.digits += digit;
    this.show();
    if (this.digits.length < MOST) return;
    const pin = this.digits;
    this.tried = true;
    setTimeout(() => {
      this.digits = "";
      this.show();
      this.entered(pin);
    }, 120);
  }

  erase() {
    this.digits = this.digits.slice(0, -1);
    this.show();
  }

  /** Show why the PIN was refused, and how long to wait. */
  say(sentence, waitMs = 0) {
    this.until = performance.now() + waitMs;
    write(this.problem, sentence);
    this.tick();
  }

  get waits() {
    return performance.now() < this.until;
  }

  tick() {
    for (const key of this.keys.querySelectorAll("button")) key.disabled = this.waits;
  }

  show() {
    write(this.dots, "●".repeat(this.digits.length) + "○".repeat(MOST - this.digits.length));
    this.dots.setAttribute("aria-label", fill(wording.DIGITS_ENTERED, { entered: this.digits.length, of: MOST }));
  }
}
