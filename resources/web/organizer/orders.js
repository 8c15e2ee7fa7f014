// The dialog with the orders that the organizer can give at one table.

import { SIDES, colour, otherwise } from "../clock/deathclock.js";
import { dialog } from "../screen/dialog.js";
import { TAKE_PHOTO } from "../screen/camera.js";
import { button, h, refill, write } from "../screen/dom.js";
import { secondOf, timeOf } from "../link/line.js";
import { digits } from "../clock/face.js";
import { leftMs } from "./left.js";
import { byNumber, fill } from "../words/text.js";
import * as wording from "../words/all_wording.js";

const HOWS = {
  assassination: /*_*/"Assassination", scenario: /*_*/"Scenario", clock_out: /*_*/"Clock-out", concession: /*_*/"Concession",
  battlegroup: wording.HOW_BATTLEGROUP_DESTROYED, no_models: wording.HOW_NO_MODELS_LEFT,
  control_points: wording.HOW_CONTROL_POINTS, area: /*_*/"Models in the area", army_left: wording.HOW_ARMY_POINTS_LEFT,
  army_points_destroyed: wording.HOW_ARMY_POINTS_DESTROYED, presence: /*_*/"Presence", casters: /*_*/"Casters left",
  disqualification: /*_*/"Disqualification", game_loss: wording.HOW_GAME_LOSS,
};
/** The words of the button that repeats an order and insists on it. */
const INSIST = {
  start_clock: wording.START_THE_CLOCK, pause: wording.PAUSE_THE_CLOCK, resume: wording.RESUME_THE_CLOCK,
  count_gap: wording.COUNT_GAP, adjust: wording.ADJUST_THE_TIME, set_time: wording.ADJUST_THE_TIME,
  correct_points: wording.SAVE_THE_POINTS,
  rule: wording.DECIDE_THE_GAME, reopen: wording.REOPEN_GAME, withdraw_result: wording.DELETE_THE_RESULT,
  dice_down: wording.PUT_DICE_DOWN, read_switch: /*_*/"Read it like this", put_time_back: wording.PUT_TIME_BACK,
  take_back_turn: wording.TAKE_BACK_TURN, dismiss_judge: wording.JUDGE_IS_DONE,
};
const STEPS = [-5, -1, 1, 5];
const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const MOST_MINUTES = 180;
const MOST_POINTS = 20;
const FOLLOW_MS = 2000;
const CLOCK_MS = 250;

/** Words for a late press and for what it would change. */
function lateWords({ presses, first_ms: firstMs, last_ms: lastMs, pressed, now, then }) {
  const [first, last] = [secondOf(firstMs), secondOf(lastMs)];
  const when = first === last ? first : /*_*/`${first} to ${last}`;
  const what = byNumber(wording.LATE_PRESSES, presses);
  const more = pressed.length < presses ? " …" : "";
  return /*_*/`${what}, ${when}: ${pressed.join("; ")}${more}. Without: ${now}. With: ${then}.`;
}

function flagWords({ flag_ms: flagMs, since_ms: sinceMs }) {
  if ((flagMs ?? null) === null) return "";
  return /*_*/`Time ran out at ${timeOf(flagMs)}, and the tablet has been offline since ${timeOf(sinceMs)}.` +
    " It may know of a press made before that.";
}

/** @param {{ photos?: { game: number, sha256: string, words: string }[] }} table */
const photosOf = ({ photos }) => photos ?? [];

/** @param {number} minutes */
const byMinutes = (minutes) =>
  /*_*/`${minutes > 0 ? "+" : minutes < 0 ? "−" : ""}${Math.abs(minutes)} min`;

/** The time entered in two fields; null if both are empty. An empty field counts as 0 beside one that is filled.
 * @param {HTMLInputElement} minutes
 * @param {HTMLInputElement} seconds */
function setTime(minutes, seconds) {
  const fields = [minutes, seconds];
  const filled = fields.some((field) => field.value !== "") && fields.every((field) => field.validity.valid);
  return filled ? Number(minutes.value) * MINUTE_MS + Number(seconds.value) * SECOND_MS : null;
}

/** The time left after minutes are added or taken away, at most all that is left; null if nothing changes.
 * @param {number} left
 * @param {number} minutes */
function addedTo(left, minutes) {
  if (!minutes) return null;
  const after = left + minutes * MINUTE_MS;
  return minutes > 0 ? after : Math.max(after, Math.min(left, 0));
}

/** Words for the time that a clock has now and afterwards.
 * @param {number} left
 * @param {number | null} after */
function leftWords(left, after) {
  const now = digits(left);
  return after === null
    ? fill(wording.LEFT_NOW, { now })
    : fill(wording.NOW_AND_THEN, { now, after: digits(after) });
}

export class Orders {
  /** Take `send`, which sends a message; `left`, called when the dialog is closed; `now`, which returns the event's
   * time or null while it is unknown; and `goes`, which says that this page's judge goes to the table, if there are
   * several judges.
   * @param {(message: any) => void} send
   * `goes` says that this page's judge goes to the table, where there are several.
   * @param {{ stays?: boolean, left?: () => void, now?: () => number | null, goes?: (game: number) => void }} more */
  constructor(send, { stays = false, left = () => {}, now = () => null, goes } = {}) {
    this.goes = goes;
    this.send = send;
    this.now = now;
    this.stays = stays;
    this.number = 0;
    /** @type {any} */
    this.last = null;
    this.table = null;
    this.body = h("div", { class: "form" });
    this.drawing = h("div", {});
    /** The camera of the organizer's own page; null at a table. @type {import("../screen/camera.js").Camera | null} */
    this.camera = null;
    /** The requests that were not answered yet. */
    this.waits = "";
    this.problem = h("p", { class: "problem", role: "alert" });
    this.insist = button("", () => this.again(), { kind: "danger", hidden: true });
    const done = button(/*_*/"Close", () => this.close());
    this.title = h("h2", {});
    const gone = () => {
      if (this.element.open) return; // it was opened again before the browser reported that it was closed
      this.table = null;
      left();
    };
    this.element = dialog({ class: "orders", onclose: gone },
      h("div", { class: "form" }, this.title, this.body, this.problem, this.insist, done));
  }

  open(table) {
    this.table = table;
    this.offered = this.waits = "";
    this.say("");
    this.title.textContent = /*_*/`Table ${table.table}: ${table.names.red} – ${table.names.blue}`;
    this.menu(table);
    if (!this.element.open) this.element.showModal();
  }

  close() {
    this.element.close();
  }

  /** Take the latest tables, in which the dialog's own may have changed. An open form stays. */
  show(tables) {
    if (!this.table) return;
    const now = tables.find((table) => table.game === this.table.game);
    if (!now) return this.close();
    this.table = now;
    if (this.offered) this.menu(now);
  }

  say(sentence, insistable = false) {
    this.problem.textContent = sentence;
    this.insist.textContent = INSIST[this.last?.order.type] ?? /*_*/"Go ahead";
    this.insist.hidden = !insistable;
  }

  order(order, insist = false) {
    this.number += 1;
    this.last = { order, game: this.table.game };
    this.send({ type: "order", number: this.number, game: this.table.game, insist, order });
  }

  again() {
    this.order(this.last.order, true);
  }

  answered({ number, done, sentence, insistable }) {
    if (number !== this.number || !this.table) return;
    if (done && this.stays) this.open(this.table);
    else if (done) this.close();
    else this.say(sentence, insistable);
  }

  menu(table) {
    const acts = this.acts(table);
    const late = (table.late ?? []).map(lateWords);
    const asked = flagWords(table);
    const offered = [...acts.map(([words]) => words), table.condition, table.stands, table.open, ...late, ...photosOf(table).map(({ sha256 }) => sha256)].join();
    if (this.offered === offered) return;
    this.offered = offered;
    const said = [table.condition, table.told, table.why].filter(Boolean).join(" · ");
    const buttons = acts.map(([words, press, kind]) => button(words, press, { kind: kind ?? "" }));
    refill(this.body, h("p", { class: "muted" }, said),
      ...late.map((words) => h("p", { class: "late" }, words)),
      ...(table.moves ?? []).map(({ at_ms: atMs, words }) => h("p", { class: "late" }, `${secondOf(atMs)}: ${words}`)), asked ? h("p", {}, asked) : "",
      table.open && !late.length ? h("p", {}, table.open) : "", h("div", { class: "acts" }, ...buttons), this.photos(table));
  }

  /** The photos of a table's slip, and the camera. */
  photos(table) {
    if (!this.camera) return "";
    const each = photosOf(table).map((photo) => button(/*_*/`Photo: ${photo.words}`, () => this.look(photo)));
    return h("div", { class: "acts photos" }, ...each, button(TAKE_PHOTO, () => this.camera?.take(this.element, table.game)));
  }

  /** Show a photo as soon as it has arrived.
   * @param {{ game: number, sha256: string, words: string }} photo */
  look(photo) {
    this.shownPhoto = photo;
    this.drawing = h("div", { class: "photo" });
    this.form(photo.words, this.drawing, h("p", { class: "muted", role: "status" }, /*_*/"Loading the photo…"));
    this.send({ type: "ask_photo", game: photo.game, sha256: photo.sha256 });
  }

  /** @param {{ game: number, sha256: string, data: string, sentence: string }} message */
  heardPhoto({ game, sha256, data, sentence }) {
    const photo = this.shownPhoto;
    if (!this.drawing.isConnected || photo?.sha256 !== sha256 || photo.game !== game) return;
    if (this.drawing.nextSibling) write(/** @type {Element} */ (this.drawing.nextSibling), sentence);
    const alt = fill(wording.PHOTO_OF_THE_SLIP, photo);
    const large = () => this.drawing.classList.toggle("large");
    if (!sentence) refill(this.drawing, h("button", { type: "button", "aria-label": alt, onclick: large },
      h("img", { src: `data:image/jpeg;base64,${data}`, alt })));
  }

  go(table) {
    this.goes?.(table.game);
    this.close();
  }

  /** The buttons for all orders that make sense in the table's state, as [words, press, kind]. */
  acts(table) {
    const is = (...words) => words.includes(table.stands);
    const now = (type, more = {}) => () => this.order({ type, ...more });
    const over = is("finished");
    const first = is("not_started")
      ? SIDES.map((side) => [/*_*/`${colour(side)} goes first: start`, now("start_clock", { first: side })])
      : [];
    const read = table.switched && {
      switch_ms: table.switched.at_ms, interrupt: !table.switched.interrupt,
    };
    return [
      table.judge && this.goes && [wording.I_AM_ON_MY_WAY, () => this.go(table), "primary"],
      table.judge && [wording.JUDGE_IS_DONE, now("dismiss_judge"), "primary"],
      ...this.late(table, now),
      ...(table.moves ?? []).map(({ at_ms: movedMs, words }) =>
        [`${wording.PUT_TIME_BACK}: ${words}`, now("put_time_back", { moved_ms: movedMs })]),
      (table.flag_ms ?? null) !== null && [wording.LET_FLAG_FALL, now("let_go"), "primary"],
      (table.flag_ms ?? null) !== null && [/*_*/"Wait for the tablet again", now("wait_on")],
      is("time_gap") && [wording.GAP_COUNTS_AS_PLAYED, now("count_gap"), "primary"],
      is("time_gap") && [/*_*/"The gap does not count", now("resume"), "primary"],
      is("paused") && [/*_*/"Resume", now("resume"), "primary"],
      ...first,
      table.runs && [/*_*/"Pause…", () => this.reason(wording.PAUSE_THE_CLOCK, "pause", false)],
      read && [fill(wording.THE_LAST_SWITCH, { otherwise: otherwise(table.switched) }), now("read_switch", read)],
      (table.ended_ms ?? null) !== null && [wording.TAKE_BACK_TURN, now("take_back_turn", { ended_ms: table.ended_ms })],
      table.dice_down && [wording.DICE_DOWN_HERE, now("dice_down")],
      table.clock && !over && table.time.kind !== "untimed" && [/*_*/"Adjust time…", () => this.adjust()],
      table.clock && !over && [/*_*/"Correct points…", () => this.ask("pad")],
      table.clock && !over && table.time.pauses_lose > 0 && [`${wording.CLOCK_WAS_STOPPED}…`, () => this.stopped()],
      !over && [/*_*/"Decide this game…", () => this.rule()],
      table.held && (table.flag_ms ?? null) === null && [wording.GO_ON_WITHOUT_ITS_TABLET, now("let_go")],
      table.clock && is("finished", "to_confirm", "counting", "clock_out") &&
        [`${wording.REOPEN_GAME}…`, () => this.reason(wording.REOPEN_GAME, "reopen", true)],
      table.clock && [/*_*/"Timeline…", () => this.ask("timeline")],
      over && [/*_*/"Delete the result…", () => this.reason(wording.WITHDRAW_RESULT, "withdraw_result", true)],
    ].filter(Boolean);
  }

  /** Two buttons for each device with late presses; their times tell the presses apart. */
  late(table, now) {
    const rows = table.late ?? [];
    return rows.flatMap(({ device, first_ms: firstMs, presses }) => {
      const what = byNumber(/*_*/{ one: "late press", other: "late presses" }, presses);
      const which = rows.length > 1 ? /*_*/`${what} of ${secondOf(firstMs)}` : what;
      return [
        [fill(wording.COUNT_LATE, { which }), now("count_presses", { device })],
        [fill(wording.LEAVE_OUT_LATE, { which }), now("leave_out_presses", { device })],
      ];
    });
  }

  form(title, ...parts) {
    this.offered = "";
    this.say("");
    const back = button(/*_*/"Back", () => this.open(this.table));
    refill(this.body, h("h2", {}, title), ...parts, back);
    /** @type {HTMLElement | null} */ (this.body.querySelector("input, button"))?.focus();
  }

  why(must) {
    return h("input", { placeholder: must ? wording.WHY_FOR_THE_HISTORY : /*_*/"Why? Players see it",
      "aria-label": /*_*/"Why", maxlength: 300 });
  }

  reason(title, type, must) {
    const why = this.why(must);
    const go = button(title, () => this.order({ type, reason: why.value.trim() }), { kind: "primary" });
    this.form(title, why, go);
  }

  /** Buttons of which one is chosen, at first that with the value `first` if it is given. `chosen` is called with the
   * value.
   * @param {string} kind
   * @param {[any, string][]} values
   * @param {(value: any) => void} chosen
   * @param {any} [first] */
  choice(kind, values, chosen, first) {
    const buttons = values.map(([value, words]) => button(words, () => {
      buttons.forEach((button) => button.setAttribute("aria-pressed", String(button === made.get(value))));
      chosen(value);
    }, { "aria-pressed": String(value === first) }));
    const made = new Map(values.map(([value], at) => [value, buttons[at]]));
    return h("div", { class: kind }, ...buttons);
  }

  /** @returns {[Engine.Side | null, string][]} */
  sides() {
    return SIDES.map((side) => [side, `${colour(side)}: ${this.table.names[side]}`]);
  }

  adjust() {
    /** @type {{ side: Engine.Side | null, minutes: number, set: boolean }} */
    const asked = { side: null, minutes: 0, set: false };
    const why = this.why(true);
    const changed = h("output", {}, byMinutes(0));
    const steps = STEPS.map((step) => button(byMinutes(step), () => {
      asked.minutes += step;
      changed.textContent = byMinutes(asked.minutes);
      show();
    }));
    const minutes = this.amount(/*_*/"Minutes", MOST_MINUTES, () => show());
    const seconds = this.amount(/*_*/"Seconds", 59, () => show());
    const more = [h("div", { class: "four" }, ...steps), h("p", {}, /*_*/"Change", ": ", changed)];
    const exact = [h("div", { class: "two" },
      h("label", {}, /*_*/"Minutes", minutes), h("label", {}, /*_*/"Seconds", seconds))];
    const amount = h("div", { class: "form" }, ...more);
    const times = h("p", { class: "muted", role: "status" });
    const set = () => setTime(minutes, seconds);
    const show = () => {
      const left = asked.side && this.table && leftMs(this.table, asked.side, this.now());
      times.textContent = left === null ? "" : leftWords(left, asked.set ? set() : addedTo(left, asked.minutes));
    };
    const kind = this.choice("two", [[false, /*_*/"Add or take away"], [true, wording.SET_TO]], (exactly) => {
      asked.set = exactly;
      refill(amount, ...(exactly ? exact : more));
      show();
    }, false);
    const side = this.choice("two", this.sides(), (chosen) => {
      asked.side = chosen;
      show();
    });
    const go = button(/*_*/"Adjust", () => {
      const reason = why.value.trim();
      const order = asked.set
        ? { type: "set_time", side: asked.side, left_ms: set(), reason }
        : { type: "adjust", side: asked.side, delta_ms: asked.minutes * MINUTE_MS || null, reason };
      if (asked.side && (order.left_ms ?? order.delta_ms ?? null) !== null) this.order(order);
      else if (asked.set) this.say(/*_*/"Choose whose clock, and enter minutes or seconds.");
      else this.say(/*_*/"Choose whose clock, and how many minutes.");
    }, { kind: "primary" });
    this.form(wording.ADJUST_TIME, side, kind, amount, times, why, go);
    const again = setInterval(() => {
      if (times.isConnected && this.element.open) show();
      else clearInterval(again);
    }, CLOCK_MS);
  }

  /** A field for a whole number from 0 on. */
  amount(words, most, changed) {
    return h("input", { type: "number", inputmode: "numeric", min: 0, max: most, step: 1, "aria-label": words,
      oninput: changed });
  }

  /** Words for who stopped a clock that nobody may stop. */
  stopped() {
    const record = (side) => this.order({ type: "rule_on_stop", side });
    /** @type {[Engine.Side | null, string][]} */
    const sides = [...this.sides(), [null, wording.NO_PLAYER]];
    this.form(wording.CLOCK_WAS_STOPPED, h("div", { class: "acts" },
      ...sides.map(([side, words]) => button(words, () => record(side)))));
  }

  /** @param {"pad" | "timeline"} what */
  ask(what) {
    this.waits = what;
    this.say("");
    const { game } = this.table;
    this.send(what === "pad" ? { type: "ask_pad", game, step: 0 } : { type: "ask_timeline", game });
  }

  /** Take the turns whose points can be corrected. */
  heardPad({ game, turns }) {
    if (this.waits !== "pad" || game !== this.table?.game) return;
    this.waits = "";
    if (turns.length) this.points(turns);
    else this.say(/*_*/"No finished turn scores yet.");
  }

  /** Take the drawing of the game's turns. It is requested again while it is visible. */
  heardTimeline({ game, svg }) {
    if (game !== this.table?.game) return;
    const title = /*_*/"Timeline";
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    const drawn = document.importNode(parsed, true);
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", title);
    if (this.drawing.isConnected) {
      refill(this.drawing, drawn);
    } else if (this.waits === "timeline") {
      this.waits = "";
      const drawing = h("div", { class: "timeline", tabindex: "0" }, drawn);
      this.drawing = drawing;
      this.form(title, drawing);
      const again = setInterval(() => {
        if (drawing.isConnected && this.element.open) this.send({ type: "ask_timeline", game });
        else clearInterval(again);
      }, FOLLOW_MS);
    }
  }

  points(turns) {
    const turn = h("select", { "aria-label": /*_*/"Turn", onchange: () => choose() },
      ...turns.map((turn, place) => h("option", { value: place }, turn.title)));
    const why = this.why(true);
    const counts = h("div", { class: "points" });
    const back = button(wording.COUNT_WHAT_TABLE_SCORED, () => send(null), { hidden: true });
    const asked = {};
    const choose = () => {
      const { points, overruled } = turns[turn.value];
      Object.assign(asked, points);
      refill(counts, ...SIDES.map((side) => this.stepper(side, asked)));
      back.hidden = !overruled;
    };
    const send = (points) =>
      this.order({ type: "correct_points", step: turns[turn.value].step, points,
        reason: points ? why.value.trim() : "" });
    const go = button(/*_*/"Correct", () => send({ ...asked }), { kind: "primary" });
    choose();
    this.form(wording.POINTS_OF_TURN, turn, counts, why, go, back);
  }

  /** A side's points, with buttons for one less and one more. */
  stepper(side, asked) {
    const shown = h("output", {}, String(asked[side]));
    const words = (by) => (by < 0 ? /*_*/"one less" : /*_*/"one more");
    const step = (by) => button(by < 0 ? "−" : "+", () => {
      asked[side] = Math.min(Math.max(asked[side] + by, 0), MOST_POINTS);
      shown.textContent = String(asked[side]);
    }, { label: `${colour(side)}: ${words(by)}` });
    const name = this.table.names[side];
    return h("div", { class: "stepper" },
      h("span", { class: "who" }, `${colour(side)}:`, h("span", { class: "name", dir: "auto", title: name }, name)), step(-1), shown, step(1));
  }

  rule() {
    const asked = { winner: undefined };
    const why = this.why(true);
    const how = h("select", { "aria-label": /*_*/"How" },
      ...Object.entries(HOWS).filter(([value]) => this.table.ways.includes(value)).map(([value, words]) => h("option", { value }, words)));
    const go = button(/*_*/"Decide game", () => {
      const { winner } = asked;
      if (winner === undefined) return this.say(/*_*/"Choose who wins.");
      const decided = winner === null ? "tie" : how.value;
      return this.order({ type: "rule", winner, how: decided, reason: why.value.trim() });
    }, { kind: "primary" });
    const who = this.choice("acts", [...this.sides(), [null, /*_*/"Tie"]], (winner) => {
      asked.winner = winner;
      how.disabled = winner === null;
    });
    this.form(wording.RULE_ON_THIS_GAME, who, how, why, go);
  }
}
