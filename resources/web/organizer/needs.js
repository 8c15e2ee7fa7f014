// The things that wait for the organizer, the most urgent first, each with the choices that settle it, and the day's
// next step.

import { dialog } from "../screen/dialog.js";
import { button, h, refill, write } from "../screen/dom.js";
import { byNumber } from "../words/text.js";
import * as wording from "../words/all_wording.js";

const FIRST = 2_000_000; // its numbers differ from those of all tables
const SIDE_BY_SIDE = 2; // up to this number, choices are buttons; more are in a dialog
const MINUTE_MS = 60_000;
const OUT = /*_*/"Flagfall’s computer cannot be reached, so nothing was done. Try again.";

/** How long something has waited, in words.
 * @param {number | null} sinceMs
 * @param {number} nowMs */
function ageWords(sinceMs, nowMs) {
  const minutes = Math.floor(Math.max(nowMs - (sinceMs ?? nowMs), 0) / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  if (hours) return /*_*/`${hours} h ${minutes % 60} min`;
  return minutes ? /*_*/`${minutes} min` : /*_*/"now";
}

const keyOf = ({ kind, about, part }) => [kind, about, part].join(" ");

export class Needs {
  /** Take `send`, which sends a message; `inTouch`, which tells whether it would arrive; `look`, which shows the table
   * of a game; `device`, this page's name; and `changed`, called when something has to be redrawn.
   * @param {(message: any) => void} send
   * @param {() => boolean} inTouch
   * @param {(game: number) => void} look
   * @param {string} device
   * @param {() => void} changed */
  constructor(send, inTouch, look, device, changed) {
    this.changed = changed;
    this.send = send;
    this.inTouch = inTouch;
    this.look = look;
    this.device = device;
    this.number = FIRST;
    /** @type {any[]} */
    this.shown = [];
    /** The press that was sent last, and its outcome. @type {any} */
    this.asked = null;
    this.title = h("h1", {});
    this.list = h("div", { class: "needs", role: "list" });
    this.next = h("p", { class: "next" });
    this.choosing = h("div", { class: "form" });
    this.dialog = dialog({ class: "orders" }, h("div", { class: "form" },
      this.choosing, button(/*_*/"Cancel", () => this.dialog.close())));
  }

  close() {
    this.dialog.close();
    this.asked = null;
  }

  /** Show what waits. It is redrawn only where it has changed, so that no press is lost.
   * @param {any[]} needs
   * @param {{ figure: string, sentence: string }} next
   * @param {number | null} nowMs */
  show(needs, next, nowMs) {
    this.shown = needs;
    write(this.title, needs.length
      ? byNumber(wording.THINGS_NEED_YOU, needs.length) : wording.NOTHING_NEEDS_YOU);
    const { figure, sentence } = next;
    write(this.next, figure && /*_*/`Next: ${figure}. ${sentence}`);
    this.next.hidden = !figure;
    if (this.asked && !needs.some((need) => keyOf(need) === this.asked.key)) this.asked = null;
    const drawn = JSON.stringify([needs, this.asked]);
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      const at = /** @type {HTMLElement | null} */ (this.list.querySelector(":focus"))?.dataset.press;
      refill(this.list, ...needs.map((need, place) => this.row(need, place === 0)));
      this.list.hidden = !needs.length;
      const buttons = [...this.list.querySelectorAll("button")];
      if (at) buttons.find((one) => one.dataset.press === at)?.focus();
    }
    this.tick(nowMs);
  }

  /** @param {number | null} nowMs */
  tick(nowMs) {
    if (nowMs === null) return;
    const ages = [...this.list.querySelectorAll(".age")];
    ages.forEach((age, place) => write(age, ageWords(this.shown[place].since_ms, nowMs)));
  }

  row(need, first) {
    const goes = need.taken_by !== null && need.taken_by === this.device
      ? wording.YOU_ARE_ON_YOUR_WAY : wording.ANOTHER_JUDGE_IS_ON_THE_WAY;
    const said = [need.taken_by === null ? "" : goes, need.said].filter(Boolean).join(" · ");
    return h("div", { class: `need ${need.tone}`, role: "listitem" },
      h("div", { class: "head" }, h("span", { class: "kind" }, need.chip), h("span", { class: "age muted" })),
      h("b", { dir: "auto" }, need.title), said ? h("p", { class: "muted", dir: "auto" }, said) : null,
      h("div", { class: "acts" }, ...this.buttons(need, first)), ...this.refused(need));
  }

  buttons(need, first) {
    const { choices, game } = need;
    const name = (words) => ({ "aria-label": `${words}: ${need.title}`, "data-press": `${keyOf(need)} ${words}` });
    const kind = first && !need.even ? "primary" : "";
    const look = () => this.look(game);
    if (choices.length > SIDE_BY_SIDE)
      return [button(need.act, () => this.choose(need), { kind: first ? "primary" : "", ...name(need.act) })];
    if (choices.length)
      return choices.map((words, place) =>
        button(words, () => this.press(need, place), { kind: place ? "" : kind, ...name(words) }));
    if (game === null) return [h("span", { class: "muted" }, /*_*/"At the desk")];
    return [button(need.act, look, { kind, ...name(need.act) })];
  }

  /** Show a dialog with more choices than fit side by side. */
  choose(need) {
    const press = (place) => {
      this.dialog.close();
      this.press(need, place);
    };
    refill(this.choosing, h("h2", { dir: "auto" }, need.title), h("p", { class: "muted" }, need.said),
      h("div", { class: "acts" }, ...need.choices.map((words, place) => button(words, () => press(place)))));
    this.dialog.showModal();
  }

  press(need, choice, insist = false) {
    this.number += 1;
    this.asked = { key: keyOf(need), choice, sentence: "", insistable: false };
    if (!this.inTouch()) {
      this.asked.sentence = OUT;
      this.changed();
      return;
    }
    const { kind, about, part, choices } = need;
    this.send({ type: "settle", number: this.number, kind, about, part, choice, words: choices[choice], insist });
  }

  /** Why a choice was refused, with the button that insists. */
  refused(need) {
    if (this.asked?.key !== keyOf(need) || !this.asked.sentence) return [];
    const { choice, sentence, insistable } = this.asked;
    const again = button(/*_*/"Go ahead", () => this.press(need, choice, true), { kind: "danger" });
    return [h("p", { class: "problem", role: "alert" }, sentence), insistable ? again : null].filter(Boolean);
  }

  /** Handle an answer to a press here. Return false for any other message. */
  answered({ number, done, sentence, insistable }) {
    if (number <= FIRST) return false;
    if (number === this.number && this.asked) {
      if (done) this.asked = null;
      else Object.assign(this.asked, { sentence, insistable });
    }
    return true;
  }
}
