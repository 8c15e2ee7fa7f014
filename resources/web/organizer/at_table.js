// The organizer at a player's tablet: enters the PIN, then gives orders to that table until the dialog is closed.

import "../link/boxes.js"; // loaded early, for when the PIN is sent
import { dialog } from "../screen/dialog.js";
import { button, h } from "../screen/dom.js";
import { Orders } from "./orders.js";
import { PinPad } from "./pin_pad.js";
import * as wording from "../words/all_wording.js";

const sheet = h("link", { rel: "stylesheet", href: new URL("../styles/organizer.css", import.meta.url).href });
/** The organizer's styles, which a table's page loads only when they are needed. */
export const styled = new Promise((done) => {
  sheet.onload = sheet.onerror = done;
});
document.head.append(sheet);

const NO_GAME = wording.NO_GAME;
const ENDED = wording.ENTER_THE_PIN_AGAIN;

export class Organizer {
  /** Take `send`, which sends a message, and `inTouch`, which tells whether it would arrive.
   * @param {(message: any) => void} send
   * @param {() => boolean} inTouch
   * @param {{ known: boolean, now: () => number }} timeline */
  constructor(send, inTouch, timeline = { known: false, now: () => 0 }) {
    this.send = send;
    this.inTouch = inTouch;
    this.unlocked = false;
    this.pinpad = new PinPad((pin) => this.entered(pin));
    this.pinpad.element.hidden = true;
    const gone = () => (this.pinpad.element.hidden = true);
    this.asking = dialog({ class: "asking", onclose: gone },
      this.pinpad.element, button(/*_*/"Close", () => this.asking.close()));
    const now = () => (timeline.known ? timeline.now() : null);
    this.orders = new Orders(send, { stays: true, left: () => this.lock(), now });
  }

  get elements() {
    return [this.asking, this.orders.element];
  }

  begin() {
    if (!this.pinpad.waits) this.pinpad.say("");
    this.ask();
  }

  ask() {
    this.pinpad.element.hidden = false;
    if (!this.asking.open) this.asking.showModal();
  }

  entered(pin) {
    if (this.inTouch()) this.send({ type: "unlock", pin });
    else this.pinpad.say(wording.ORDER_NEEDS_THE_LINE);
  }

  /** Handle a message for the organizer. Return false for any other message. */
  hear(message) {
    const known = {
      unlocked: () => this.open(message.for_ms),
      locked: () => this.close(message.sentence, message.wait_ms),
      tables: () => this.show(message.tables),
      ordered: () => this.orders.answered(message),
      pad: () => this.orders.heardPad(message),
      timeline: () => this.orders.heardTimeline(message),
    };
    known[message.type]?.();
    return message.type in known;
  }

  open(forMs) {
    if (!this.asking.open) return this.lock();
    this.unlocked = true;
    clearTimeout(this.ending);
    this.ending = setTimeout(() => this.close(ENDED, 0), forMs);
    return undefined;
  }

  /** Take the organizer's data on the table, which is sent once they are let in. */
  show(tables) {
    if (!this.unlocked) return;
    if (!tables.length) {
      this.orders.close();
      this.close(NO_GAME, 0);
    } else if (this.asking.open) {
      this.asking.close();
      this.orders.open(tables[0]);
    } else this.orders.show(tables);
  }

  close(sentence, waitMs) {
    const there = this.asking.open || this.orders.element.open;
    this.unlocked = false;
    this.orders.close();
    this.pinpad.say(sentence, waitMs);
    if (there) this.ask();
  }

  lock() {
    clearTimeout(this.ending);
    if (this.unlocked || this.asking.open) this.send({ type: "lock" });
    this.unlocked = false;
  }

  /** Update what depends on the time. This is called once a second. */
  tick() {
    this.pinpad.tick();
    if (this.unlocked && !this.inTouch()) this.close(wording.ORDER_NEEDS_THE_LINE, 0);
  }
}
