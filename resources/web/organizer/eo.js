// The organizer's page: the PIN, then every table, the most urgent first, and orders to them.

import { SIDES, colour, used } from "../clock/deathclock.js";
import { Camera } from "../screen/camera.js";
import { button, h, picture, refill, write } from "../screen/dom.js";
import { allowSound, sound } from "../screen/device.js";
import { digits } from "../clock/face.js";
import { answerTo, isOurs } from "../link/boxes.js";
import { line, lineWords, nameOf, showBy, timeOf } from "../link/line.js";
import { CheckIn } from "./check_in.js";
import { Hall } from "./hall.js";
import { leftMs } from "./left.js";
import { Needs } from "./needs.js";
import { Orders } from "./orders.js";
import { PinPad } from "./pin_pad.js";
import { local, session } from "../link/storage.js";
import { fill } from "../words/text.js";
import * as wording from "../words/all_wording.js";

const TOKEN = "flagfall-eo-token";
const PROOF = "flagfall-eo-proof"; // the proof that this device was let in before; it gives no access
const ASKS = ["judge", "late_presses", "time_gap", "clock_out"]; // the conditions of a table that need the organizer
const SHAKE_MS = [300, 150, 300];
const AWAY = /*_*/"Flagfall’s computer could not be reached. Enter the PIN again.";
const SCAN =
  /*_*/"Press “Your code…” on Flagfall’s Tablets page, and scan it. Then this page can tell your computer from others" +
  " on this Wi-Fi, and accepts your PIN.";
const NO_ROUND = /*_*/"No round is published. Draw and publish it at the desk.";
const FILTERS = {
  all: { words: /*_*/"All", fits: () => true },
  judge: { words: /*_*/"Judge", fits: (table) => table.judge },
  low: { words: /*_*/"Low time", fits: (table) => table.low },
  away: { words: wording.OUT_OF_TOUCH, fits: (table) => table.joined && !table.in_touch },
};

/** The time that `side` has left, as on the table's own screen. */
function leftWords(table, side, nowMs) {
  const { clock } = table;
  if (!clock && table.stands !== "not_started") return ""; // its result was reported, for instance by phone
  const left = leftMs(table, side, nowMs);
  if (left !== null) return digits(left);
  return clock ? digits(Math.floor(used(clock, side, nowMs) / 1000) * 1000) : "";
}

/** Control points, with the entries for the current turn. */
function cpWords({ cp, cp_after: after }) {
  const points = cp && /*_*/`CP ${cp}`;
  return after ? fill(wording.POINTS_WITH_THIS_TURN, { points, after }) : points;
}

class Desk {
  constructor(root) {
    this.latest = null;
    /** The games whose call for the judge was announced by sound. @type {number[]} */
    this.rung = [];
    this.unlocked = false;
    this.filter = "all";
    this.banner = h("p", { class: "banner", role: "status" });
    this.pinpad = new PinPad((pin) => this.link.seal({ type: "unlock", pin, ...this.proof }));
    this.stranger = h("section", { class: "pin", role: "alert", hidden: true },
      h("h1", {}, /*_*/"Organizer"), h("p", {}, SCAN));
    this.round = h("span", { class: "muted" });
    this.filters = h("nav", { class: "filters", "aria-label": /*_*/"Which tables" });
    this.list = h("section", { class: "tables" });
    this.notices = h("section", { class: "notices" });
    const now = () => (this.link.timeline.known ? this.link.timeline.now() : null);
    this.orders = new Orders((order) => this.link.seal(order), {
      now, goes: (game) => this.link.seal({ type: "take_call", game }),
    });
    this.hall = new Hall((order) => this.link.seal(order), () => this.link.state === "in touch");
    this.checkIn = new CheckIn((message) => this.link.seal(message), () => this.link.state === "in touch");
    const lock = button(/*_*/"Lock", () => this.lock());
    this.device = nameOf("eo");
    this.needs = new Needs((order) => this.link.seal(order), () => this.link.state === "in touch",
      (game) => this.look(game), this.device, () => this.draw());
    this.desk = h("section", { class: "form" },
      h("header", {}, this.needs.title, this.round, this.checkIn.button, lock), this.needs.next, this.needs.list,
      h("h2", {}, /*_*/"Tables"), this.hall.element, this.filters, this.list, this.notices);
    refill(root, this.banner, this.stranger, this.pinpad.element, this.desk, this.orders.element, this.hall.dialog, this.needs.dialog, this.checkIn.dialog);
    this.link = line("eo", (message) => this.hear(message), () => this.changed());
    this.orders.camera = new Camera(this.link, (words) => this.orders.say(words));
    setInterval(() => this.tick(), 250);
    this.heedFingers(root);
    this.changed();
  }

  /** Wait while a finger is down, because redrawing a button under it would lose the press. */
  heedFingers(root) {
    root.addEventListener("pointerdown", () => (this.pressed = true));
    const up = () => {
      allowSound();
      this.pressed = false;
      this.draw();
    };
    for (const end of ["pointerup", "pointercancel", "contextmenu"])
      addEventListener(end, () => setTimeout(up));
  }

  hear(message) {
    const known = {
      welcome: () => this.come(),
      unlocked: () => this.open(message),
      locked: () => this.close(message.sentence, message.wait_ms),
      tables: () => this.tell(message),
      arrivals: () => this.checkIn.show(message),
      ordered: () => this.checkIn.answered(message) || this.needs.answered(message) || this.hall.answered(message) || this.orders.answered(message),
      pad: () => this.orders.heardPad(message),
      timeline: () => this.orders.heardTimeline(message),
      photo: () => this.orders.heardPhoto(message),
    };
    known[message.type]?.();
    this.orders.camera?.hear(message);
    this.changed();
  }

  tell(message) {
    this.latest = message;
    this.ring(message.tables.filter((table) => table.judge && (table.taken_by ?? null) === null).map((table) => table.game));
    showBy(message.shift_ms);
    this.checkIn.refresh();
  }

  /** Show the orders that are possible at the table of a game.
   * @param {number} game */
  look(game) {
    const table = this.latest?.tables.find((one) => one.game === game);
    if (table) this.orders.open(table);
  }

  /** Ring once for each table that calls the judge, until somebody goes there.
   * @param {number[]} calls */
  ring(calls) {
    const news = calls.some((game) => !this.rung.includes(game));
    this.rung = calls;
    if (!news) return;
    sound(3, "loud");
    navigator.vibrate?.(SHAKE_MS);
  }

  /** Unlock the page with its token, or with the pass in the code that was scanned at the desk. */
  come() {
    const { challenge } = this.link;
    this.stranger.hidden = isOurs(challenge);
    if (!challenge || !this.stranger.hidden) return;
    const asked = new URLSearchParams(location.hash.slice(1));
    const pass = asked.get("pass");
    const secret = pass || session.getItem(TOKEN);
    asked.delete("pass");
    if (pass) history.replaceState(null, "", `${location.pathname}#${asked}`);
    if (secret) this.link.seal({ type: "unlock", answer: answerTo(secret, challenge) });
  }

  get proof() {
    const proof = local.getItem(PROOF);
    return proof ? { proof } : {};
  }

  open({ token, proof, for_ms: forMs }) {
    if (token) session.setItem(TOKEN, token);
    if (proof) local.setItem(PROOF, proof);
    this.unlocked = true;
    this.pinpad.say("");
    clearTimeout(this.again);
    this.again = setTimeout(() => this.close(AWAY, 0), forMs);
  }

  close(sentence, waitMs) {
    const tried = this.unlocked || this.pinpad.tried;
    session.removeItem(TOKEN);
    this.unlocked = false;
    this.orders.close();
    this.hall.close();
    this.checkIn.close();
    this.needs.close();
    this.pinpad.say(tried ? sentence : "", waitMs);
  }

  lock() {
    this.link.seal({ type: "lock" });
    this.latest = null;
    this.pinpad.tried = false;
    this.close("", 0);
    this.changed();
  }

  changed() {
    this.pinpad.element.hidden = this.unlocked || !this.stranger.hidden;
    this.desk.hidden = !this.unlocked;
    this.draw();
  }

  draw() {
    write(this.banner, lineWords(this.link));
    const { latest } = this;
    if (!latest || this.pressed) return;
    write(this.round, latest.round_number ? /*_*/`Round ${latest.round_number}` : "");
    this.needs.show(latest.needs, latest.next, this.nowMs);
    this.hall.show(latest.hall);
    this.drawFilters(latest.tables);
    const shown = latest.tables.filter(FILTERS[this.filter].fits);
    const empty = latest.tables.length ? wording.NO_TABLE_MATCHES : NO_ROUND;
    const cards = shown.map((table) => this.card(table));
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.table;
    refill(this.list, ...(cards.length ? cards : [h("p", { class: "empty" }, empty)]));
    const again = focused && this.list.querySelector(`[data-table="${focused}"]`);
    if (again) /** @type {HTMLElement} */ (again).focus();
    this.drawNotices(latest.notices);
    this.orders.show(latest.tables);
    this.tick();
  }

  get nowMs() {
    const { timeline } = this.link;
    return timeline.known ? timeline.now() : null;
  }

  drawFilters(tables) {
    const buttons = Object.entries(FILTERS).map(([key, { words, fits }]) =>
      button(`${words} ${tables.filter(fits).length}`, () => {
        this.filter = key;
        this.draw();
      }, { "aria-pressed": String(this.filter === key) }));
    refill(this.filters, ...buttons);
  }

  card(table) {
    const asks = table.judge || (table.flag_ms ?? null) !== null || ASKS.includes(table.stands);
    const kind = asks ? " asks" : table.low ? " low" : "";
    const players = SIDES.map((side) =>
      h("div", { class: `player${table.runs === side ? " runs" : ""}` },
        h("span", { class: `chip ${side}` }, colour(side)),
        h("span", { class: "name", dir: "auto", title: table.names[side] }, table.names[side]),
        h("span", { class: "time" }, picture("arrow"), h("span", { class: "left", "data-side": side }))));
    const link = this.linkWords(table);
    return h("button", {
      class: `table${kind}`, type: "button", "data-table": table.table, onclick: () => this.orders.open(table),
    },
      h("div", { class: "head" }, h("b", {}, /*_*/`Table ${table.table}`), asks ? picture("hand") : null,
        table.low && !asks ? picture("hourglass") : null, h("span", { class: "word" }, table.condition)),
      ...players,
      table.judge ? h("small", { class: "call" }, this.callWords(table)) : null,
      h("small", {}, [table.told, cpWords(table)].filter(Boolean).join(" · ")),
      link ? h("small", { class: "away" }, picture("away"), link) : null);
  }

  /** How long a table has called the judge, and who is on the way. */
  callWords({ judge_ms: sinceMs, taken_by: taker }) {
    const { timeline } = this.link;
    const minutes = timeline.known && sinceMs ? Math.floor((timeline.now() - sinceMs) / 60_000) : 0;
    const since = minutes > 0 ? /*_*/`Called ${minutes} min ago` : /*_*/"Called just now";
    if ((taker ?? null) === null) return since;
    const who = taker === this.device ? wording.YOU_ARE_ON_YOUR_WAY : wording.ANOTHER_JUDGE_IS_ON_THE_WAY;
    return `${since} · ${who}`;
  }

  linkWords(table) {
    if (!table.joined || table.in_touch) return "";
    const since = /*_*/`Offline since ${timeOf(table.since_ms)}`;
    if ((table.flag_ms ?? null) !== null) return /*_*/`${since}; a flag has waited for it since ${timeOf(table.flag_ms)}`;
    return table.held ? /*_*/`${since}; its tablet keeps the clock` : since;
  }

  drawNotices(notices) {
    const said = [...notices].reverse().map((notice) =>
      h("p", {}, h("b", {}, notice.table ? /*_*/`${timeOf(notice.at_ms)} · Table ${notice.table}` : timeOf(notice.at_ms)), "  ", notice.sentence));
    refill(this.notices, ...(said.length ? [h("h2", {}, /*_*/"Notices"), ...said] : []));
  }

  /** Update the clocks between two messages. */
  tick() {
    write(this.banner, lineWords(this.link));
    this.pinpad.tick();
    const { timeline } = this.link;
    if (!this.latest || !timeline.known) return;
    const nowMs = timeline.now();
    this.needs.tick(nowMs);
    for (const table of this.latest.tables) {
      const card = this.list.querySelector(`[data-table="${table.table}"]`);
      const call = card?.querySelector(".call");
      if (call) write(call, this.callWords(table));
      for (const side of SIDES) {
        const left = card?.querySelector(`[data-side="${side}"]`);
        if (left) write(left, leftWords(table, side, nowMs));
      }
    }
  }
}

Object.assign(globalThis, { desk: new Desk(document.getElementById("page")) });
document.querySelector(".not-started")?.remove();
