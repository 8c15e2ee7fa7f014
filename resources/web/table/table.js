// The table's page: a Deathclock between two players, which continues alone while the connection is lost.

import { SIDES, other } from "../clock/deathclock.js";
import { Camera } from "../screen/camera.js";
import { h, refill } from "../screen/dom.js";
import { face, nextChangeMs, runs } from "../clock/face.js";
import { pointsOf, ticking, turnPointsOf } from "./game.js";
import { Half } from "../clock/half.js";
import { showBy, timeOf } from "../link/line.js";
import { Link } from "../link/link.js";
import { Middle } from "./middle.js";
import { Queue } from "../link/queue.js";
import { Seats } from "../sheets/seats.js";
import { Awake, allowSound, sound } from "../screen/device.js";
import { heedFingers } from "../screen/fingers.js";
import { Standing } from "./standing.js";
import { Timeline } from "../link/timeline.js";
import { finalResult } from "./verdict.js";
import { guardReloads, keepSpare, loadAgain, local } from "../link/storage.js";
import { fill } from "../words/text.js";
import * as wording from "../words/wording.js";
import { sha256 as library } from "../vendor/sha256.min.js";

const WISHES = { layout: "auto", swapped: false, sound: "gentle" };
const ORPHANS = 3; // the number of checks in a row
const NO_GAME =
  /*_*/"This table has no game now. Wait for the next round. If yours was moved, scan the code of your new table.";
const ELSEWHERE =
  /*_*/"Offline: the code you scanned opens as soon as the organizer’s computer can be reached.";
const SCAN = /*_*/"Scan the table’s code with this device to open its clock.";

/** The choice of both players once their game is over. */
function comesNext({ next_round: number, round_ends_ms: endMs }, nowMs) {
  const round = number === 0 ? wording.WAS_THE_LAST_ROUND
    : number && (endMs > nowMs ? fill(wording.NEXT_ROUND_AT, { number, time: timeOf(endMs) })
      : fill(wording.NEXT_ROUND, { number }));
  return [round, wording.LEAVE_THE_TABLET].filter(Boolean).join(" ");
}

class Table {
  constructor(root, number, secret) {
    this.root = root;
    this.number = number;
    this.secret = secret;
    this.other = "";
    this.queue = new Queue(number);
    this.timeline = new Timeline();
    this.timeline.turnTo(this.queue.kept);
    this.standing = new Standing(this.queue, this.timeline);
    this.wishes = { ...WISHES, ...this.queue.read(`flagfall-wishes-${number}`) };
    this.halves = Object.fromEntries(
      SIDES.map((side) => [side, new Half(side, (stamp) => this.tap(side, stamp))]),
    );
    this.seats = new Seats(this.halves, (side) => this.leads(side), () => this.draw());
    this.low = {};
    this.orphans = 0;
    this.lacks = false;
    this.middle = new Middle({
      act: (side, act) => this.act(side, act),
      open: (side, kind) => this.seats.open(side, kind),
      brief: (side) => this.seats.brief(side),
      menu: () => this.seats.open(this.near, "menu"),
    });
    this.camera = null; // loaded for the first photo
    this.awake = new Awake(() => this.draw());
    this.notice = h("div", { class: "notice", role: "status" });
    this.organizer = null; // loaded when somebody asks for it
    const halves = SIDES.map((side) => this.halves[side].element);
    refill(root, ...halves, ...this.middle.elements, this.notice);
    this.link = new Link({
      url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`,
      hello: () => this.hello(),
      code: (nonce) => coder(secret, nonce),
      queue: this.queue,
      timeline: this.timeline,
      turnTo: (event) => this.turnTo(event),
      corrected: (fix) => this.standing.corrected(fix),
      hear: (message) => this.hear(message),
      changed: () => this.draw(),
    });
    this.listen();
    this.arrange();
    this.link.join();
  }

  get near() {
    return this.wishes.swapped ? "blue" : "red";
  }

  hello() {
    const { vouching } = this;
    this.vouching = null;
    this.vouched = vouching;
    this.standing.forget();
    return {
      type: "hello", version: 2, role: "table", device: this.queue.device, table: this.number,
      ...this.standing.holds(vouching), queued: this.queue.marks.length,
      shows_ms: this.timeline.shows,
      event_id: this.queue.kept.event ?? "",
    };
  }

  /** Whether this table is of another event than the stored data. */
  turnTo(event) {
    if (!event || !this.queue.turnTo(event)) return false;
    this.timeline.turnTo(this.queue.kept);
    this.standing.goOn();
    return true;
  }

  listen() {
    heedFingers();
    addEventListener("resize", () => this.arrange());
    addEventListener("pagehide", () => this.queue.goAway());
    addEventListener("pageshow", () => this.queue.comeBack() && this.goOnAsAnother());
    addEventListener("contextmenu", (event) => event.preventDefault());
    addEventListener("hashchange", () => this.scanned());
    guardReloads(() => ["joining", "away"].includes(this.link.state), () => !!this.game()?.play.clock?.running, () => this.queue.loses);
    document.addEventListener("visibilitychange", () => {
      this.look();
      this.link.join();
    });
    document.addEventListener("pointerup", () => {
      allowSound();
      this.awake.want();
    });
    setInterval(() => this.look(), 1_000);
  }

  /** Check once a second whether the place is still this page's, and whether the device slept. */
  look() {
    this.hold();
    this.organizer?.tick();
    this.loadPads();
    this.orphans = this.queue.orphaned ? this.orphans + 1 : 0; // a single time may be a clock that was set
    if (this.link.state === "in touch" && (this.orphans >= ORPHANS || (this.lacks && performance.now() > 60_000))) {
      if (!this.lacks) this.queue.leave();
      this.loadAgain();
    }
    this.goOnAway();
    if (this.timeline.leapt()) this.link.ping(); // it slept, or somebody set its clock
  }

  /** Hold this page's place, or continue in another if it was taken while the browser had stopped this page. */
  hold() {
    if (this.queue.hold()) this.goOnAsAnother();
  }

  goOnAsAnother() {
    this.goOn();
    this.link.rejoin();
  }

  /** Open another code that was scanned into this page, once that is possible. */
  scanned() {
    const { table, secret } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    const same = Number(table) === this.number && secret === this.secret;
    this.other = same ? "" : ELSEWHERE;
    if (this.other && ["in touch", "refused"].includes(this.link.state)) this.loadAgain();
    this.draw();
  }

  /** Continue from another page's data, if this one was loaded without a connection beside or after that page. */
  goOnAway() {
    if (this.link.state === "in touch") {
      if (this.other && this.link.upToDate) this.loadAgain(); // and everything that waited is handed over
      return;
    }
    if (!this.standing.hasGame && this.queue.adopt()) this.goOn();
  }

  /** Load the page from the server, unless presses would be lost: they are handed over first. */
  loadAgain() {
    if (!this.queue.loses) loadAgain();
  }

  /** Continue from what is stored at this page's place. */
  goOn() {
    this.timeline.turnTo(this.queue.kept);
    this.standing.goOn();
    this.draw();
  }

  hear(message) {
    const known = {
      welcome: () => keepSpare(),
      game: () => this.standing.hear(message),
      play: () => this.standing.hear(message) && this.bridge(message.play?.pause),
      answers: () => message.answers.forEach((answer) => this.answered(answer)),
      no: () => this.other && this.loadAgain(),
      also: () => this.seats.say(this.near, message.sentence),
      pong: () => this.standing.hasGame && this.bridge(this.standing.latest.play?.pause),
    };
    known[message.type]?.();
    this.camera?.hear(message);
    if (message.type === "play") this.loadPads();
    if (!this.organizer?.hear(message)) this.draw();
  }

  /** Reconnect if the laptop has a gap and this table does not, because joining again reports that. This happens once
   * for each gap, and only after the laptop has sent its time since; by then a device that slept is noticed. */
  bridge(pause) {
    const { since } = this.queue.kept;
    if (pause?.cause !== "gap" || pause.since_ms === this.vouched) return;
    if (!since || since > pause.since_ms) return;
    if (this.timeline.toldMs < pause.since_ms + pause.gap_ms) {
      this.link.ping();
      return;
    }
    this.vouching = pause.since_ms;
    this.link.rejoin();
  }

  answered(answer) {
    const act = this.standing.answered(answer);
    if (act) this.seats.say(act.by ?? act.side ?? act.first ?? this.near, answer.sentence);
  }

  tap(side, stamp) {
    const game = this.game();
    if (!game || !game.play.clock || game.play.ending || finalResult(game)) return;
    if (this.seats.pads?.waits(game, side, this.timeline.now())) return this.draw();
    this.act(side, { type: "tap", side }, stamp);
    // A second touch by the finger that started a turn does not end it.
    if (game.play.awaits_start) this.halves[side].uncovered = performance.now();
  }

  /** Load the pads of a packet that scores every turn, and its racks. Other tables do not need them. */
  async loadPads() {
    const { terms, lists } = (this.standing.hasGame && this.game()) || {};
    const loads = terms?.victory.each_turn || lists?.red.casters?.length || lists?.blue.casters?.length;
    if (this.seats.pads || this.loads || !loads) return;
    this.loads = true;
    try {
      const { TurnPads, styled } = await import("../scoring/turn_pads.js");
      await styled;
      this.seats.pads = new TurnPads(this.seats, this.queue, () => [this.queue.kept.event, this.standing.game.game].join());
      this.draw();
    } catch {
      // The simple sheet is used instead. A page never gets a script that failed to load once; after a minute a new
      // page does.
      this.lacks = true;
    }
    this.loads = false;
  }

  game() {
    return this.timeline.known ? this.standing.at(this.timeline.now()) : null;
  }

  act(side, act, stamp = performance.now()) {
    this.hold();
    this.timeline.leapt();
    const refused = this.timeline.known ? this.standing.press(act, stamp) : NO_GAME;
    this.seats.say(side, refused);
    this.link.handOver();
    this.draw();
  }

  wish(more) {
    const near = this.near;
    Object.assign(this.wishes, more);
    this.queue.write(`flagfall-wishes-${this.number}`, this.wishes);
    if (this.near !== near) this.seats.move("menu", near, this.near);
    this.arrange();
  }

  /** Arrange the page: face to face with the strip between the halves, or side by side with the strip below both. */
  arrange() {
    const upright = innerHeight > innerWidth;
    const { layout } = this.wishes;
    const facing = layout === "auto" ? upright : layout === "facing";
    this.root.className = facing ? "facing" : "beside";
    for (const side of SIDES) {
      const far = side !== this.near;
      for (const part of [this.halves[side].element, this.middle.tools[side].element]) {
        part.classList.toggle("far", far);
        part.classList.toggle("turned", far && facing);
      }
    }
    this.middle.turns = facing ? other(this.near) : null;
    this.draw();
  }

  /** Show the present instant and wake up when the next digit changes. */
  draw() {
    clearTimeout(this.next);
    const nowMs = this.timeline.known ? this.timeline.now() : 0;
    const game = this.game();
    const trouble = this.trouble(game);
    this.root.dataset.trouble = trouble ? "yes" : "";
    this.notice.textContent = trouble;
    this.middle.showLink(this.link, this.queue, this.awake);
    if (!game) return;
    this.heed(game.play);
    this.seats.heed(game);
    for (const side of SIDES) this.drawSide(side, game, nowMs);
    this.root.dataset.sheets = this.seats.lying(this.near);
    this.root.dataset.turn = this.seats.lying(this.near, ".turnpad, .mapsheet");
    this.root.dataset.counts = this.seats.lying(this.near, ".turnpad, .mapsheet, .scoring, .tally");
    showBy(this.standing.game.shift_ms);
    this.middle.show(game, nowMs, this.standing.game);
    for (const side of SIDES) this.halves[side].fit(); // to the space that sheets and the strip leave
    const changeMs = nextChangeMs(game, nowMs);
    if (changeMs !== null) this.next = setTimeout(() => this.draw(), Math.max(changeMs, 10));
  }

  trouble(game) {
    if (this.link.state === "refused") return this.link.why;
    if (this.other) return this.other;
    if (game) return "";
    return this.link.state === "in touch" ? NO_GAME : this.link.advice || this.link.why || /*_*/"Looking for the organizer…";
  }

  drawSide(side, game, nowMs) {
    const shown = face(game, side, nowMs);
    const result = finalResult(game);
    const points = result ? result.cp : pointsOf(game.terms, game.play);
    const turn = result ? 0 : turnPointsOf(game.terms, game.play)[side];
    const going = this.standing.latest.judge_goes ? wording.JUDGE_ON_THE_WAY : wording.JUDGE_CALLED;
    const judge = game.play.judge_called ? going : "";
    const moved = this.seats.pads?.wordsFor(side) || (this.standing.latest.moved ?? "");
    const next = result ? comesNext(this.standing.game, nowMs) : "";
    this.halves[side].show(shown, { name: game.names[side], cp: points[side], turn, judge, moved, next });
    const menu = [this.wishes, this.awake.how, this.link.state];
    this.seats.lay(side, game, shown, menu);
    this.warn(side, shown);
  }

  /** Play the warning for each step towards the end once, and never for a step that was reached before the page was
   * loaded. */
  warn(side, shown) {
    if (runs(shown.mood) && shown.low > this.low[side]) sound(shown.low, this.wishes.sound);
    this.low[side] = shown.low;
  }

  /** Play the sound of a falling flag, once. */
  heed(play) {
    const out = play.flag || play.ending?.how === "clock_out";
    if (out && this.ticked) sound("flag", this.wishes.sound);
    this.ticked = ticking(play);
  }

  /** The functions for buttons on a sheet of `side` that concern more than its own seat. */
  leads(side) {
    return {
      act: (act) => this.act(side, act),
      start: (first) => {
        this.fill();
        this.act(side, { type: "start_clock", first });
      },
      wish: (more) => this.wish(more),
      fill: () => this.fill(),
      organizer: () => this.askOrganizer(side),
      photo: () => this.takePhoto(side),
      canFill: Boolean(document.documentElement.requestFullscreen),
      wishes: this.wishes,
      awake: this.awake.words,
      link: this.middle.linkWords,
    };
  }

  /** Load the organizer's part of the page. Without the organizer's computer it would be useless. */
  async askOrganizer(side) {
    const inTouch = () => this.link.state === "in touch" && this.link.proven === true;
    try {
      if (!this.organizer && !inTouch()) throw new Error("out of touch"); // a browser requests a script once only
      const { Organizer, styled } = await import("../organizer/at_table.js");
      await styled;
      if (!this.organizer) {
        this.organizer = new Organizer((message) => this.link.seal(message), inTouch, this.timeline);
        this.root.after(...this.organizer.elements);
      }
      this.organizer.begin();
    } catch {
      this.lacks = this.lacks || inTouch();
      this.seats.say(side, wording.ORDER_NEEDS_THE_LINE);
    }
  }

  /** Take a photo of the slip of the game that is shown. */
  takePhoto(side) {
    this.camera = this.camera ?? new Camera(this.link, (words, by) => this.seats.say(by, words));
    this.camera.take(this.root, this.standing.game.game, side);
  }

  fill() {
    if (!document.fullscreenElement)
      document.documentElement.requestFullscreen?.({ navigationUI: "hide" }).catch(() => {});
  }
}

// The codes of this table's messages, made with the secret in its printed code. Somebody who only listens cannot make
// one.
const sha256 = /** @type {any} */ (library);
const LENGTH = 26; // the letters of a secret; those of earlier versions had another length
const DIGITS = 32;

/** The secret as it is printed, even if somebody typed it differently.
 * @param {string} typed */
function asPrinted(typed) {
  const letters = typed.toLowerCase().replace(/[^a-z0-9]/g, "").replace(/o/g, "0").replace(/[il]/g, "1");
  return letters.length === LENGTH ? letters : typed;
}

/** The function that puts its code before each message of a connection.
 * @param {string} secret
 * @param {string} nonce */
function coder(secret, nonce) {
  const key = sha256.hmac(sha256(asPrinted(secret)), nonce);
  let sent = 0;
  return Object.assign((/** @type {string} */ text) => sha256.hmac(key, `${sent++}${text}`).slice(0, DIGITS) + text, {
    proves: (/** @type {string} */ known, /** @type {string} */ proof) => sha256.hmac(key, `key${known}`) === proof,
  });
}

const LAST = "flagfall-last";
const asked = new URLSearchParams(location.hash.slice(1));
const last = new URLSearchParams(local.getItem(LAST) ?? "");
const [number, secret] = asked.has("table")
  ? [asked.get("table"), asked.get("secret")]
  : [last.get("table"), last.get("secret")];
const root = /** @type {HTMLElement} */ (document.getElementById("table"));
if (number && secret) {
  local.setItem(LAST, new URLSearchParams({ table: number, secret }).toString());
  document.title = /*_*/`Table ${number}`;
  Object.assign(globalThis, { table: new Table(root, Number(number), secret) });
} else {
  root.dataset.trouble = "yes";
  root.append(h("div", { class: "notice" }, SCAN));
  addEventListener("hashchange", () => location.reload()); // the code was opened in this very tab
}
document.querySelector(".not-started")?.remove();
