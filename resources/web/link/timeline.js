// The device's own clock converted to the event's timeline, by the fastest answer of the last half minute.

const KEEP_MS = 30_000;
const JUMP_MS = 1_000; // a difference that means that the steady clock stood still or was overtaken
const DRIFT = 0.0002; // by how much two clocks may differ as time passes
const AWAY_MS = 2_000; // a lead of the wall clock that means that the device slept or somebody set the clock
const SAME_MS = 2_000; // the most that two measurements of one sleep differ

/** A round trip: its end, its length, and the difference to the event's time that it shows.
 * @typedef {{ at: number, trip: number, offset: number }} Sample */
/** A leap of the wall clock: its length, and the last check before it.
 * @typedef {{ after: number, ms: number }} Leap */
/** The error of our clock. @typedef {{ off: number, known: boolean, of: (stamp: number) => number }} Fix */

export class Timeline {
  /** Take two clocks. `steady` never goes back, and stops in some devices while they sleep. `wall` continues then, but
   * anybody may set it, so a sleep that it shows counts only if the laptop's answers confirm it. */
  constructor(steady = () => performance.now(), wall = () => Date.now()) {
    this.steady = steady;
    this.wall = wall;
    /** @type {Sample[]} */
    this.samples = [];
    /** The difference between the event's time and the steady clock; null before anything is known. @type {any} */
    this.offset = null;
    /** @type {number | null} */
    this.toldAt = null; // the instant of the laptop's last answer, by the steady clock
    this.toldMs = 0; // the event's time in that answer
    this.doubt = 0; // the most that the laptop's last good answer may be off
    this.ahead = wall() - steady();
    this.looked = steady();
    /** @type {Leap[]} */
    this.leaps = []; // leaps of the wall clock since the laptop's last answer
  }

  get known() {
    return this.offset !== null;
  }

  /** Continue from what an earlier page of this device knew: the difference between timeline and wall clock. If the
   * wall clock was put back meanwhile, the time does not go back before `seen`.
   * @param {number} ahead */
  goOn(ahead, seen = 0) {
    this.offset = Math.max(this.wall() + ahead, seen) - this.steady();
  }

  /** Switch to the time of another event, continuing from what was stored of it, if anything was.
   * @param {{ ahead?: number | null, seen?: number }} kept */
  turnTo({ ahead, seen }) {
    Object.assign(this, { samples: [], offset: null, toldAt: null, toldMs: 0, leaps: [] });
    if (ahead !== undefined && ahead !== null && Number.isFinite(ahead)) this.goOn(ahead, seen);
  }

  /** The difference to store for a page that is reloaded. */
  get kept() {
    return this.known ? Math.round(this.at(this.steady()) - this.wall()) : null;
  }

  get keeps() {
    return this.known ? { ahead: this.kept, seen: this.now() } : {};
  }

  /** Take an answer to the message sent at `stamp`; the other end's time was `nowMs` in between. If that contradicts
   * what was known, return the error of our clock until now; otherwise null.
   * @param {number} stamp
   * @param {number} nowMs
   * @returns {Fix | null} */
  pong(stamp, nowMs) {
    const now = this.steady();
    this.leapt();
    const fix = this.fix(nowMs - now, nowMs - stamp, now);
    if (fix) this.samples = [];
    this.samples.push({ at: now, trip: now - stamp, offset: nowMs - (stamp + now) / 2 });
    this.samples = this.samples.filter((sample) => sample.at > now - KEEP_MS);
    const best = this.best();
    Object.assign(this, { offset: best.offset, doubt: best.trip / 2, toldAt: now, toldMs: nowMs });
    this.leaps = [];
    return fix;
  }

  /** The error of our clock. `off` is to be added to the present time, `of(stamp)` to the instant of an earlier press.
   * A sleep moves what came after it. The wall clock tells when it was, if the laptop confirms its length.
   * @param {number} least
   * @param {number} most
   * @param {number} now
   * @returns {Fix | null} */
  fix(least, most, now) {
    if (!this.known) return null;
    const slack = JUMP_MS + this.doubt + DRIFT * (now - (this.toldAt ?? now));
    const [ahead, behind] = [least - this.offset, most - this.offset];
    const off = ahead > slack ? ahead : behind < -slack ? behind : 0;
    if (!off) return null;
    const known = this.toldAt !== null;
    if (off < 0 || !known) return { off, known, of: () => off };
    /** @param {Leap[]} leaps */
    const sum = (leaps) => leaps.reduce((all, leap) => all + leap.ms, 0);
    const sets = [this.leaps, ...this.leaps.map((leap) => [leap])];
    const slept = sets.find((leaps) => leaps.length && Math.abs(sum(leaps) - off) <= SAME_MS) ?? [];
    return { off, known, of: (stamp) => sum(slept.filter((leap) => leap.after < stamp)) };
  }

  best() {
    return this.samples.reduce((best, sample) => (sample.trip < best.trip ? sample : best));
  }

  /** The smallest round trip of the last half minute; null before the first. */
  get delay() {
    const now = this.steady();
    const fresh = this.samples.filter((sample) => sample.at > now - KEEP_MS);
    return fresh.length ? Math.min(...fresh.map((sample) => sample.trip)) : null;
  }

  /** Whether the wall clock leapt since the last check. This is called at every press and each second. It changes
   * nothing by itself; the laptop has to be asked. */
  leapt() {
    const now = this.steady();
    const ahead = this.wall() - now;
    const [ms, after] = [ahead - this.ahead, this.looked];
    Object.assign(this, { ahead, looked: now });
    if (Math.abs(ms) < AWAY_MS) return false;
    if (ms > 0) this.leaps.push({ after, ms });
    return true;
  }

  /** The milliseconds by which a present instant may be off, earlier or later. Data from an earlier page follows a wall
   * clock that may have been set by less than is noticed. */
  get uncertain() {
    if (this.toldAt === null) return AWAY_MS;
    return Math.ceil(this.doubt + DRIFT * (this.steady() - this.toldAt)) + 1;
  }

  /** The event's time by our own clock; 0 if the laptop never told it, or if the device may have slept since. */
  get shows() {
    this.leapt();
    return this.toldAt === null || this.leaps.length ? 0 : this.now();
  }

  /** The instant of a stamp of the steady clock, in whole milliseconds.
   * @param {number} stamp */
  at(stamp) {
    return Math.round(stamp + this.offset);
  }

  now() {
    return this.at(this.steady());
  }
}
