// The clocks in the hall that stand, and what the organizer can do at all tables at once. Acts that are easily
// regretted ask first. What was done is shown and can be undone.

import { dialog } from "../screen/dialog.js";
import { button, h, refill, write } from "../screen/dom.js";
import { byNumber, fill } from "../words/text.js";
import * as wording from "../words/all_wording.js";

const FIRST = 1_000_000; // its numbers differ from those of the orders at one table
const OUT = /*_*/"Flagfall’s computer cannot be reached, so nothing was done. Try again.";
const tables = (count) => byNumber(/*_*/{ one: "1 table", other: "{count} tables" }, count);
/**
 * Each act with the words of its button and the question before it; no question for a harmless act.
 * @type {Record<string, any>}
 */
const ACTS = {
  pause: {
    words: (count) => byNumber(/*_*/{ one: "Pause 1 table…", other: "Pause all {count}…" }, count),
    title: (count) => /*_*/`Pause the clocks at ${tables(count)}?`,
    go: (count) => /*_*/`Pause ${tables(count)}`, why: /*_*/"Why? Players see it",
  },
  resume: {
    words: (count) => byNumber(/*_*/{ one: "Resume 1 table", other: "Resume all {count}" }, count),
    kind: "primary",
  },
  count_gap: {
    words: (count) => `${fill(wording.COUNT_GAP_AT, { tables: tables(count) })}…`,
    title: (count) => /*_*/`Count the lost time as played at ${tables(count)}?`,
    go: () => /*_*/"Count it",
  },
  ignore_gap: { words: (count) => fill(wording.IGNORE_GAP_AT, { tables: tables(count) }) },
  accept: {
    words: (count) => `${fill(wording.ACCEPT_AT, { tables: tables(count) })}…`,
    title: (count) => /*_*/`Accept the result for both players at ${tables(count)}?`,
    go: () => /*_*/"Accept for both",
  },
  take_back_flags: {
    words: (count) => fill(wording.TAKE_BACK_FLAGS_AT, { tables: tables(count) }),
    title: (count) => /*_*/`Take back the flags at ${tables(count)}?`,
    note: /*_*/"These games go on with the times from before the last press. Their clocks stay stopped until" +
      " you resume them. This cannot be undone.",
    go: () => /*_*/"Take back the flags", why: /*_*/"Why? It goes into the history", must: true,
  },
};

export class Hall {
  /** Take `send`, which sends a message, and `inTouch`, which tells whether it would arrive. */
  constructor(send, inTouch) {
    this.send = send;
    this.inTouch = inTouch;
    this.number = FIRST;
    this.standing = h("p", { class: "standing" });
    this.acts = h("div", { class: "acts" });
    this.said = h("p", { class: "said", role: "status" });
    this.element = h("section", { class: "hall", "aria-label": /*_*/"All tables" },
      this.standing, this.acts, this.said);
    this.title = h("h2", {});
    this.body = h("div", { class: "form" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.dialog = dialog({ class: "orders" }, h("div", { class: "form" },
      this.title, this.body, this.problem, button(/*_*/"Cancel", () => this.dialog.close())));
  }

  close() {
    this.dialog.close();
    this.tell("", true);
  }

  /** Show the state. It is redrawn only where it has changed, so that no press is lost. */
  show(hall) {
    write(this.standing, [hall.gap, hall.standing].filter(Boolean).join(" "));
    this.standing.hidden = !this.standing.textContent;
    const drawn = JSON.stringify([hall.tables, hall.undo, hall.undone]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const acts = Object.entries(ACTS).filter(([act]) => hall.tables[act]);
    const buttons = acts.map(([act, { words, title, kind }]) => {
      const count = hall.tables[act];
      const press = title ? () => this.ask(act, count) : () => this.order({ act });
      return button(words(count), press, { kind: kind ?? "", "data-act": act });
    });
    if (hall.undo)
      buttons.push(button(/*_*/`Undo ${hall.undone}`, () => this.order({ undo: hall.undo }), { "data-act": "undo" }));
    const focused = /** @type {HTMLElement | null} */ (this.acts.querySelector(":focus"))?.dataset.act;
    refill(this.acts, ...buttons);
    /** @type {HTMLElement | null} */ (this.acts.querySelector(`[data-act="${focused}"]`))?.focus();
    this.acts.hidden = !buttons.length;
  }

  ask(act, count) {
    const { title, note, go, why, must } = ACTS[act];
    const reason = why ? h("input", { placeholder: why, "aria-label": /*_*/"Why", maxlength: 300 }) : null;
    const press = () => this.order({ act, ...(reason && { reason: reason.value.trim() }) });
    this.title.textContent = title(count);
    this.problem.textContent = "";
    refill(this.body, ...[note && h("p", {}, note), reason,
      button(go(count), press, { kind: must ? "danger" : "primary" })].filter(Boolean));
    this.dialog.showModal();
  }

  order(what) {
    if (!this.inTouch()) return this.tell(OUT, false);
    this.number += 1;
    this.send({ type: "order_all", number: this.number, ...what });
    return undefined;
  }

  /** Handle an answer to an order from here. Return false for any other message. */
  answered({ number, done, sentence }) {
    if (number <= FIRST) return false;
    if (number === this.number) {
      if (done) this.dialog.close();
      this.tell(sentence, done);
    }
    return true;
  }

  /** Show what was done, or why not: in the dialog while that is open. */
  tell(sentence, done) {
    this.problem.textContent = done || !this.dialog.open ? "" : sentence;
    this.said.textContent = this.problem.textContent ? "" : sentence;
    this.said.classList.toggle("refused", !done);
  }
}
