// The socket to the organizer's computer, as in docs/table-protocol.md; it knows no rule and no screen.

import { loadAgain, session } from "./storage.js";

const TURNED = "flagfall-edition";
const OWN = /\/(v[0-9a-f]{12})\//.exec(import.meta.url)?.[1] ?? "";
const FIRST_MS = 250;
const SLOWEST_MS = 4_000;
const SLOW_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000];
const DEAF_MS = 12_000;
const UNANSWERED_MS = 8_000; // browsers themselves wait for minutes
const MOST_PATIENT = 2; // doublings, if the computer accepted the connection: a whole hall may be reconnecting
const PINGS = 5; // one soon after the other, right after joining
const FOR_GOOD = ["secret", "version"];
const SURE = 2; // attempts in a row in which the socket failed while the server answered
const REFUSED_LINE =
  /*_*/"This browser refuses the encrypted connection. Ask the organizer for the code" +
  " \"Install the certificate\", or to switch encryption off.";
const NOW_ENCRYPTED = /*_*/"The organizer’s computer now uses an encrypted connection. Scan the table’s new code.";

/** The presses that wait to be sent.
 * @typedef {{ marks: unknown[], messages: (sent: number) => Iterable<any> }} Presses */

/** A function that puts its code before a message of a table. `proves` tells whether a key is the organizer's
 * computer's.
 * @typedef {((text: string) => string) & { proves?: (key: string, proof: string) => boolean }} Code */

export class Link {
  /** Take `hear`, which gets every message; `changed`, called when `state` changes; and `corrected`, called when the
   * laptop's answer shows that the device's clock was wrong.
   * @param {{ url: string, hello: () => object, queue: Presses,
   *   timeline: import("./timeline.js").Timeline, hear: (message: any) => void,
   *   changed: () => void, code?: (nonce: string) => Code, turnTo?: (event: string) => boolean,
   *   corrected?: (fix: import("./timeline.js").Fix) => void }} given */
  constructor({
    url, hello, queue, timeline, hear, changed, code = () => (text) => text, turnTo = () => false,
    corrected = () => {},
  }) {
    this.url = url;
    this.hello = hello;
    this.queue = queue;
    this.timeline = timeline;
    this.hear = hear;
    this.changed = changed;
    this.code = code;
    this.turnTo = turnTo;
    this.corrected = corrected;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.heardAt = 0;
    this.state = "joining"; // "in touch", "away", "refused"
    this.sinceMs = null;
    this.why = "";
    this.wait = FIRST_MS;
    this.refusals = 0;
    this.unanswered = 0; // connections in a row on which nobody was let in
    this.barred = 0;
    this.advice = ""; // what to do if the server is there and its socket never opens
    this.sent = 0;
    /** Whether boxes are encrypted for the organizer's computer and not for one in between.
     * @type {boolean | undefined} */
    this.proven = undefined;
    /** The instant at which the last hello was sent. @type {number} */
    this.saidAt = 0;
    this.upToDate = false; // whether the table's state has arrived on this connection
    this.every = 5_000;
    this.battery = null;
    const device = /** @type {any} */ (navigator); // some browsers do not tell the battery
    device.getBattery?.().then((/** @type {any} */ battery) => (this.battery = battery), () => {});
    addEventListener("online", () => this.join());
  }

  /** @param {string} state */
  turn(state) {
    if (state === this.state) return;
    if (state === "away") this.sinceMs = Date.now();
    this.state = state;
    this.changed();
  }

  join() {
    if (this.state === "refused" || (this.socket && this.socket.readyState <= WebSocket.OPEN)) return;
    clearTimeout(this.again);
    this.opened = false;
    const socket = (this.socket = new WebSocket(this.url));
    this.heardAt = performance.now();
    this.heardMs = 0;
    socket.binaryType = "arraybuffer";
    /** @type {Code | null} */
    this.coded = null;
    /** @type {import("./boxes.js").Boxes | null} */
    this.boxes = null;
    socket.onopen = () => {
      this.opened = true;
      this.advise(0);
    };
    socket.onmessage = ({ data }) => socket === this.socket &&
      this.took(JSON.parse(typeof data === "string" ? data : (this.boxes?.open(data) ?? "null")));
    socket.onclose = () => socket === this.socket && this.lost();
    this.again = setTimeout(() => socket === this.socket && this.giveUp(), UNANSWERED_MS * 2 ** this.unanswered);
  }

  /** @param {object} message */
  say(message) {
    if (this.coded && this.socket?.readyState === WebSocket.OPEN) this.socket.send(this.coded(JSON.stringify(message)));
  }

  /** Send a message that nobody else on the network may read.
   * @param {object} message */
  async seal(message) {
    const { socket } = this;
    const { Boxes, isOurs } = await import("./boxes.js");
    if (socket !== this.socket || socket?.readyState !== WebSocket.OPEN || !this.coded) return;
    this.proven = this.proven ?? isOurs(this.challenge);
    if (!this.proven) return;
    this.boxes = this.boxes ?? new Boxes(this.challenge?.key ?? "");
    socket.send(this.boxes.close(JSON.stringify(message)));
  }

  /** Handle the first message, from which the codes and boxes of this connection are made.
   * @param {import("./boxes.js").Challenge} challenge */
  challenged(challenge) {
    this.coded = this.code(challenge.nonce);
    this.challenge = challenge;
    this.proven = undefined;
    this.saidAt = performance.now();
    this.say(this.hello());
  }

  /** Handle a lost connection. `failed` means that the socket ended by itself; otherwise the page gave it up. */
  lost(failed = true) {
    this.socket = null;
    this.upToDate = false;
    clearInterval(this.beat);
    clearTimeout(this.again);
    if (this.state === "refused") return;
    this.turn("away");
    if (!this.opened) this.probe(failed);
    this.again = setTimeout(() => this.join(), this.wait);
    this.wait = Math.min(this.wait * 2, SLOWEST_MS);
  }

  /** Find out why a socket never opened: the server is out of reach, or this browser refuses the connection. Some
   * browsers load a page after a warning about its certificate and yet refuse its socket. Others, such as Firefox, wait
   * longer and longer before they try again, so a socket that was given up proves nothing.
   * @param {boolean} failed */
  async probe(failed) {
    let answer = "";
    try {
      const response = await fetch("/line", { cache: "no-store" });
      if (response.ok) answer = await response.text();
    } catch {
      // It is out of reach.
    }
    if (this.opened) return;
    if (answer === "encrypted") this.advise(SURE, NOW_ENCRYPTED);
    else if (failed || answer !== "open") this.advise(answer === "open" && this.url.startsWith("wss:") ? this.barred + 1 : 0, REFUSED_LINE);
  }

  /** @param {number} barred */
  advise(barred, words = "") {
    this.barred = barred;
    const advice = barred < SURE ? "" : words;
    if (advice === this.advice) return;
    this.advice = advice;
    this.changed();
  }

  /** Give up waiting. The wait grows each time, because a computer that is busy with many pages would otherwise never
   * catch up. */
  giveUp() {
    if (this.opened) this.unanswered = Math.min(this.unanswered + 1, MOST_PATIENT);
    this.rejoin();
  }

  /** Connect again, to send another hello. */
  rejoin() {
    const socket = this.socket;
    this.lost(false);
    socket?.close();
  }

  /** @param {any} message */
  took(message) {
    this.heardAt = performance.now();
    if (message.type === "challenge") return this.challenged(message);
    if (message.type === "welcome" && this.turnTo(message.event_id)) return this.rejoin();
    /** @type {Record<string, () => void>} */
    const known = {
      welcome: () => this.welcomed(message),
      no: () => this.refused(message),
      pong: () => this.heardTime(message.stamp_ms, message.now_ms),
    };
    known[message.type]?.();
    this.hear(message);
    if (message.type !== "play" && (message.type !== "game" || message.game)) return;
    this.upToDate = this.state === "in touch";
    this.handOver();
  }

  /** @param {number} stamp
   * @param {number} nowMs */
  heardTime(stamp, nowMs) {
    this.heardMs = nowMs;
    const fix = this.timeline.pong(stamp, nowMs);
    if (fix) this.corrected(fix);
  }

  /** @param {{ edition: string, now_ms: number, ping_every_ms: number, proof: string }} message */
  welcomed(message) {
    if (this.coded?.proves) this.proven = this.coded.proves(this.challenge?.key ?? "", message.proof);
    keepUp(message.edition);
    clearTimeout(this.again);
    this.heardTime(this.saidAt, message.now_ms);
    this.every = message.ping_every_ms;
    this.wait = FIRST_MS;
    this.refusals = 0;
    this.unanswered = 0;
    this.sent = 0;
    for (let n = 0; n < PINGS; n += 1) setTimeout(() => this.ping(), n * 200);
    clearInterval(this.beat);
    this.beat = setInterval(() => this.watch(), this.every);
    this.turn("in touch");
    /** @type {any} */ (globalThis).tellFaults?.((/** @type {object} */ fault) => this.say(fault));
  }

  /** Handle a refusal. An invalid code stays invalid; every other reason may pass.
   * @param {{ why: string, sentence: string }} message */
  refused({ why, sentence }) {
    this.why = sentence;
    if (FOR_GOOD.includes(why)) this.turn("refused");
    else this.wait = SLOW_MS[Math.min(this.refusals++, SLOW_MS.length - 1)];
    this.changed();
  }

  /** Reconnect if nothing was received for a while: bad Wi-Fi leaves dead sockets open. */
  watch() {
    if (performance.now() - this.heardAt > DEAF_MS) this.rejoin();
    else this.ping();
  }

  ping() {
    const { level, charging } = this.battery ?? {};
    this.say({
      type: "ping",
      stamp_ms: performance.now(),
      delay_ms: this.timeline.delay,
      battery: level === undefined ? null : Math.round(level * 100),
      charging: charging ?? null,
      queued: this.queue.marks.length,
      heard_ms: this.heardMs,
    });
  }

  /** Note that the table's state has arrived. If it stands at a gap, this page must say something else first. */
  handOver() {
    if (!this.upToDate || this.socket?.readyState !== WebSocket.OPEN) return;
    for (const message of this.queue.messages(this.sent)) {
      this.say(message);
      this.sent = message.marks[message.marks.length - 1].number;
    }
  }
}

/** Load the present edition if this page is of another one, once only.
 * @param {string} present */
export async function keepUp(present, load = loadAgain) {
  if (!present || !OWN || present === OWN || session.getItem(TURNED) === present) return;
  session.setItem(TURNED, present);
  try {
    await fetch(location.pathname, { cache: "reload" });
    load();
  } catch {
    // The connection is lost again; the next welcome tries once more.
    session.removeItem(TURNED);
  }
}
