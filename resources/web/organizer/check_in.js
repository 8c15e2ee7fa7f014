// Check-in on the organizer's phone. Players are found by name, by the code on their strip, or by a photo of it.

import { dialog } from "../screen/dialog.js";
import { button, h, picture, refill, write } from "../screen/dom.js";
import { openPicture } from "../screen/picture.js";
import { begins } from "../words/names.js";

/** The messages of these names in `app/web/protocol/messages.py`.
 * @typedef {{ number: number, name: string, team: string, here: boolean, missing: string }} ArrivalShown
 * @typedef {{ type: "arrivals", players: ArrivalShown[], sentence: string }} Arrivals
 * @typedef {{ number: number, done: boolean, sentence: string }} Ordered */

const FIRST = 3_000_000; // its numbers differ from those of the things that wait
const CODE = /^[0-9a-z]{3}\s?[0-9a-z]{3}$/i;
/** The sizes at which photos are read, in pixels: a small picture has less noise, a large one more detail. */
const SIZES = [800, 1_600, 400];
const TRY_MS = 1_500;
const OUT = /*_*/"Flagfall’s computer cannot be reached, so nothing was done. Try again.";
const NO_CODE = /*_*/"No code was found in this photo. Hold the phone closer to the strip, or type the name.";
const NO_PHOTO = /*_*/"This photo could not be opened. Take another one, or type the name.";
const NOBODY = /*_*/"Nobody by that name is on the list.";
const EMPTY = /*_*/"No players yet. Add them at the desk.";

/** The text of the QR code in a picture; empty if none is found.
 * @param {HTMLImageElement} image
 * @returns {Promise<string>} */
async function read(image) {
  const { default: decode } = await import("../vendor/qr.min.js");
  const canvas = h("canvas");
  for (const size of SIZES) {
    const part = Math.min(size / Math.max(image.naturalWidth, image.naturalHeight), 1);
    canvas.width = Math.round(image.naturalWidth * part);
    canvas.height = Math.round(image.naturalHeight * part);
    const paper = canvas.getContext("2d");
    if (!paper) return "";
    paper.drawImage(image, 0, 0, canvas.width, canvas.height);
    try {
      return decode(paper.getImageData(0, 0, canvas.width, canvas.height), { timeLimit: TRY_MS });
    } catch {
      // there is no code at this size
    }
  }
  return "";
}

export class CheckIn {
  /** Take `send`, which sends a message, and `inTouch`, which tells whether it would arrive.
   * @param {(message: object) => void} send
   * @param {() => boolean} inTouch */
  constructor(send, inTouch) {
    this.send = send;
    this.inTouch = inTouch;
    this.number = FIRST;
    /** @type {ArrivalShown[]} */
    this.players = [];
    this.button = button(/*_*/"Check-in", () => this.open());
    this.sentence = h("p", { class: "muted" });
    this.search = h("input", {
      type: "search", placeholder: /*_*/"Name or code", "aria-label": /*_*/"Name or code", autocomplete: "off",
      oninput: () => this.draw(), onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && this.enter(),
    });
    this.photo = h("input", {
      type: "file", accept: "image/*", capture: "environment", hidden: true, onchange: () => this.scan(),
    });
    this.scanning = button(/*_*/"Scan a code", () => this.photo.click(), { kind: "primary" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.said = h("p", { class: "said", role: "status" });
    this.list = h("ul", { class: "arrivals" });
    this.dialog = dialog({ class: "orders" }, h("div", { class: "form" },
      h("header", { class: "stays" },
        h("h2", {}, /*_*/"Check-in"), button(/*_*/"Close", () => this.dialog.close()), this.problem, this.said),
      this.sentence, this.photo, this.scanning, this.search, this.list));
  }

  open() {
    this.tell("", true);
    this.search.value = "";
    this.draw();
    this.dialog.showModal();
    this.refresh();
  }

  close() {
    this.dialog.close();
  }

  /** Request the list while it is visible. */
  refresh() {
    if (this.dialog.open) this.send({ type: "ask_arrivals" });
  }

  /** @param {Arrivals} message */
  show({ players, sentence }) {
    this.players = players;
    write(this.sentence, sentence);
    const drawn = JSON.stringify(players);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.draw();
  }

  /** The players that match the search, those who are not here first. */
  get found() {
    const found = this.players.filter(({ name, team }) => [name, team].some((words) => begins(words, this.search.value)));
    return [...found.filter(({ here }) => !here), ...found.filter(({ here }) => here)];
  }

  draw() {
    const { found } = this;
    const nobody = this.players.length ? NOBODY : EMPTY;
    const focused = /** @type {HTMLElement | null} */ (this.list.querySelector(":focus"))?.dataset.player;
    refill(this.list, ...(found.length ? found.map((player) => this.row(player)) : [h("li", { class: "empty" }, nobody)]));
    if (focused) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-player="${focused}"]`))?.focus();
  }

  /** @param {ArrivalShown} player */
  row({ number, name, team, here, missing }) {
    const more = [team, here && missing ? /*_*/`Missing: ${missing}` : ""].filter(Boolean).join(" · ");
    return h("li", {},
      h("span", { class: "who" }, h("b", { dir: "auto" }, name), more ? h("small", { dir: "auto" }, more) : null),
      this.tick(number, name, here));
  }

  /** @param {number} number
   * @param {string} name
   * @param {boolean} here */
  tick(number, name, here) {
    const label = here ? /*_*/`Here: ${name}` : /*_*/`Check in: ${name}`;
    const press = () => this.order({ player: number, here: !here });
    const tick = button(here ? /*_*/"Here" : /*_*/"Check in", press, { label, "aria-pressed": String(here), "data-player": number });
    if (here) tick.prepend(picture("tick"), " ");
    return tick;
  }

  /** The only player that matches and is not here yet, or the player with this code. */
  enter() {
    const typed = this.search.value.trim();
    if (!typed) return;
    const waiting = this.found.filter(({ here }) => !here);
    if (waiting.length === 1) this.order({ player: waiting[0].number });
    else if (!this.found.length && CODE.test(typed)) this.order({ code: typed });
  }

  async scan() {
    const [file] = this.photo.files ?? [];
    if (!file) return;
    this.tell(/*_*/"Reading the photo…", true);
    try {
      const code = await read(await openPicture(file));
      if (code) this.order({ code });
      else this.tell(NO_CODE, false);
    } catch {
      this.tell(NO_PHOTO, false);
    }
    this.photo.value = "";
  }

  /** @param {{ player?: number, code?: string, here?: boolean }} what */
  order(what) {
    if (!this.inTouch()) return this.tell(OUT, false);
    this.number += 1;
    this.send({ type: "order_check_in", number: this.number, ...what });
    return undefined;
  }

  /** Handle an answer to an order from here. Return false for any other message.
   * @param {Ordered} answer */
  answered({ number, done, sentence }) {
    if (number <= FIRST) return false;
    if (number === this.number) {
      this.tell(sentence, done);
      if (done) this.search.value = "";
      this.draw();
    }
    this.refresh();
    return true;
  }

  /** @param {string} sentence
   * @param {boolean} done */
  tell(sentence, done) {
    this.problem.textContent = done ? "" : sentence;
    this.said.textContent = done ? sentence : "";
  }
}
