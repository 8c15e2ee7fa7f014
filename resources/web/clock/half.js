// One half of the clock on the screen. It shows a face and reports taps, and knows no rules.

import { colour } from "./deathclock.js";
import { fit, h, picture, refill, write } from "../screen/dom.js";
import { runs } from "./face.js";
import { fill } from "../words/text.js";
import * as wording from "../words/wording.js";

const QUIET = ["won", "lost", "tied", "stopped", "flagged"];
const LOUD = ["paused", "held"];
const SAID_MS = 4_000;
const AFTER_SHEET_MS = 400; // a second touch of a button that has disappeared is not a tap

/** What a half shows of the clock.
 * @typedef {{ mood: string, digits: string, low: number, word: string, note: string, step: string,
 *   score: string, out: boolean }} Face */
/** @typedef {"name" | "step" | "cp" | "time" | "digits" | "verdict" | "why" | "rest" | "next" | "word" | "note" |
 *   "lowWord" | "call" | "moved"} Part */

/** The text with numbers kept on the line of the word before and the unit after them: "turn 2", "47 – 12 AP".
 * @param {string} text */
const whole = (text) =>
  text.replace(/[\p{L}–] (?=\d)|\d (?=–|[A-Z]{2}\b)| (?=·)/gu, ([before]) =>
    `${before.trim()}${before === "–" ? "\u2060" : ""}\u00a0`); // a line may end between a dash and that space

export class Half {
  /** Take `tapped`, which is called with the instant of a touch on the device's own clock.
   * @param {Engine.Side} side
   * @param {(stamp: number) => void} tapped */
  constructor(side, tapped) {
    this.side = side;
    this.parts = /** @type {Record<Part, HTMLElement>} */ ({});
    /** @param {Part} name
     * @param {Node[]} inside */
    const part = (name, ...inside) => (this.parts[name] = h("div", { class: name }, ...inside));
    const head = h("div", { class: "head" },
      h("span", { class: "chip" }, colour(side)), part("name"), part("step"), part("cp"));
    this.parts.name.dir = "auto";
    const time = part("time", part("digits"));
    const decided = h("div", { class: "decided" },
      h("div", { class: "pictures" }, picture("trophy"), picture("flag")),
      h("div", { class: "words" }, part("verdict"), part("why"), part("rest"), part("next")));
    const bar = h("div", { class: "bar" },
      picture("arrow"), picture("pause"),
      part("word"), part("note"), picture("arrow"));
    const judge = h("div", { class: "judge" }, picture("hand"), part("call"));
    const low = h("div", { class: "low" }, picture("hourglass"), part("lowWord"));
    this.plunger = h("div", { class: "plunger", role: "button", tabindex: 0 },
      head, time, decided, judge, low, part("moved"), bar);
    this.sheet = h("div", { class: "lay" });
    this.element = h("section", { class: `half ${side}` }, this.plunger, this.sheet);
    const fingers = /** @type {Set<number>} */ (new Set()); // the fingers that came down here
    this.plunger.addEventListener("pointerdown", (event) => {
      const early = event.timeStamp < this.uncovered + AFTER_SHEET_MS;
      if (event.isPrimary) fingers.clear();
      const first = fingers.size === 0; // the other player may rest a hand on the other half
      fingers.add(event.pointerId);
      if (first && event.button === 0 && !early) tapped(event.timeStamp);
    });
    for (const end of ["pointerup", "pointercancel"])
      addEventListener(end, (event) =>
        fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
    this.plunger.addEventListener("keydown", (event) => {
      if ([" ", "Enter"].includes(event.key) && !event.repeat) {
        event.preventDefault();
        tapped(event.timeStamp);
      }
    });
    this.plunger.addEventListener("focus", () => this.face && this.name(true));
    this.sheet.addEventListener("scroll", () => this.tellMore(), true);
    this.said = "";
    this.named = ""; // the text that was read out last
    /** @type {Face | null} */
    this.face = null;
    this.uncovered = this.asked = -AFTER_SHEET_MS;
    this.unfitted = false; // a sheet was laid or removed since the last `fit`
    /** Called with whether a finger is down. @type {(down: boolean) => void} */
    this.pressing = () => {};
    const pressing = /** @type {Set<number>} */ (new Set()); // fingers on the sheet
    const lifted = () => pressing.size || this.pressing(false);
    this.sheet.addEventListener("pointerdown", (event) => {
      this.early = event.timeStamp < this.asked + AFTER_SHEET_MS;
      if (event.isPrimary) pressing.clear();
      pressing.add(event.pointerId);
      this.pressing(true);
    });
    this.sheet.addEventListener("click", (event) => {
      if (this.early) event.stopPropagation();
      this.early = false;
    }, true);
    this.sheet.addEventListener("click", lifted, true);
    for (const end of ["pointerup", "pointercancel"])
      addEventListener(end, (event) => {
        if (pressing.delete(/** @type {PointerEvent} */ (event).pointerId)) setTimeout(lifted);
      });
  }

  /** Lay a sheet on this half, or remove it with null. What is shown is fitted once the present task has ended, unless
   * the caller has done so by then.
   * @param {HTMLElement | null} sheet
   * @param {number} [scrolled] */
  cover(sheet, scrolled = 0) {
    if (!sheet && this.sheet.firstChild) this.uncovered = performance.now();
    refill(this.sheet, ...(sheet ? [sheet] : []));
    if (!this.unfitted) queueMicrotask(() => this.unfitted && this.fit());
    this.unfitted = true;
    const body = scrolled && this.sheet.querySelector(".body");
    if (!body) return;
    this.tellMore();
    body.scrollTop = scrolled; // once the button below has its room
  }

  /** Show whether rows of a sheet are hidden below, because many tablets have no scroll bar. The button that says so
   * keeps its space at the end as well, so that no key moves under a finger. */
  tellMore() {
    const body = this.sheet.querySelector(".body");
    if (!body?.parentElement) return;
    const more = /** @type {HTMLElement | null} */ (body.parentElement.querySelector(".more"));
    const hidden = body.scrollHeight - body.clientHeight;
    const scrolls = hidden - (more?.offsetHeight ?? 0) > 8; // without the button everything may be visible
    body.parentElement.dataset.more = !scrolls ? "" : hidden - body.scrollTop > 8 ? "yes" : "end";
  }

  /** Note that the sheet asks something new, so that a finger already on its way does not answer it. */
  ask() {
    this.asked = performance.now();
    this.sheet.dataset.fresh = "yes";
    clearTimeout(this.fresh);
    this.fresh = setTimeout(() => delete this.sheet.dataset.fresh, AFTER_SHEET_MS + 1);
  }

  /** Show for a few seconds why a tap did not count.
   * @param {string} sentence */
  say(sentence) {
    this.said = sentence;
    clearTimeout(this.saying);
    this.saying = setTimeout(() => this.say(""), sentence ? SAID_MS : 0);
    if (!sentence) clearTimeout(this.saying);
    this.showBar();
  }

  /** @param {Face} face
   * @param {{ name: string, cp: number, turn?: number, judge: string, moved: string, next: string }} place `turn`: the points entered for the
   *   turn under way */
  show(face, place) {
    this.face = face;
    const { parts, element } = this;
    const set = element.dataset;
    set.mood = face.mood;
    set.runs = runs(face.mood) ? "yes" : "";
    set.low = String(face.low || "");
    set.beat = Number(face.digits.split(".")[0].slice(-1)) % 2 ? "" : "even";
    set.quiet = QUIET.includes(face.mood) ? "yes" : "";
    set.out = face.out ? "yes" : "";
    set.judge = place.judge ? "yes" : "";
    write(parts.call, place.judge);
    write(parts.moved, place.moved);
    write(parts.name, place.name);
    parts.name.title = place.name;
    write(parts.step, face.step);
    const turn = place.turn && `${place.turn > 0 ? "+" : ""}${place.turn}`;
    write(parts.cp, turn ? fill(wording.POINTS_AND_THIS_TURN, { cp: place.cp, turn }) : /*_*/`CP ${place.cp}`);
    write(parts.digits, face.digits);
    write(parts.verdict, face.word);
    write(parts.why, whole(face.note));
    const left = face.digits && fill(wording.LEFT_ON_THE_CLOCK, { time: face.digits });
    write(parts.rest, whole([face.score, left].filter(Boolean).join(" · ")));
    write(parts.next, whole(place.next));
    write(parts.lowWord, ["", /*_*/"Low time", /*_*/"Very low time", /*_*/"Last seconds"][face.low]);
    this.showBar();
  }

  showBar() {
    if (!this.face) return;
    const { word, note, mood } = this.face;
    this.element.dataset.loud = this.said || LOUD.includes(mood) ? "yes" : "";
    write(this.parts.word, this.said || word);
    write(this.parts.note, this.said ? "" : note);
    this.name();
  }

  /** Set the text to be read out. It changes once a minute at most, and is complete whenever the half gets the
   * focus. */
  name(fresh = false) {
    if (!this.face) return;
    const { word, note, digits } = this.face;
    const key = [this.parts.name.textContent, this.parts.moved.textContent, word, note.replace(/\d+/g, ""), digits.replace(/:[\d.]+$/, "")].join();
    if (key === this.named && !fresh) return;
    this.named = key;
    const parts = [`${colour(this.side)}, ${this.parts.name.textContent}: ${digits}`, word, note, this.parts.moved.textContent];
    this.plunger.setAttribute("aria-label", parts.filter(Boolean).join(". "));
  }

  /** Fit what is shown into its space. The browser has to lay out the page for it, so this comes once, after every
   * change. */
  fit() {
    this.unfitted = false;
    this.tellMore();
    fit(this.parts.time, this.parts.digits);
  }
}
