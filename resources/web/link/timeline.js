// The device's own clock mapped to the event's timeline, by the fastest answer of the last half minute.

const KEEP_MS = 30_000;
const JUMP_MS = 1_000; // an answer this far off: the steady clock stood still, or was passed by
const DRIFT = 0.0002; // by how much two clocks may differ as time passes
const AWAY_MS = 2_000; // a wall clock this far ahead: the device slept, or somebody set it
const SAME_MS = 2_000; // two lengths of one sleep

/** A round trip: when it ended, how long it took, what it says of the event's time.
 * @typedef {{ at: number, trip: number, offset: number }} Sample */
/** A leap of the wall clock, and the last look before it.
 * @typedef {{ after: number, ms: number }} Leap */
/** How our clock was wrong. @typedef {{ off: number, known: boolean, of: (stamp: number) => number }} Fix */

export class Timeline {
  /** `steady` never goes back, and stops in some devices while they sleep. `wall` goes on then, but
   * anybody may set it: what it says of a sleep counts when the laptop's answers say the same. */
  constructor(steady = () => performance.now(), wall = () => Date.now()) {
    this.steady = steady;
    this.wall = wall;
    /** @type {Sample[]} */
    this.samples = [];
    /** Event time minus the steady clock's; null before anything is known. @type {any} */
    this.offset = null;
    /** @type {number | null} */
    this.toldAt = null; // by the steady clock: when the laptop last told the time
    this.toldMs = 0; // and what it told
    this.doubt = 0; // by how much the laptop's last good answer may be off
    this.ahead = wall() - steady();
    this.looked = steady();
    /** @type {Leap[]} */
    this.leaps = []; // of the wall clock, since the laptop last told the time
  }

  get known() {
    return this.offset !== null;
  }

  /** Go on from what an earlier page of this device knew: timeline minus wall clock. A wall clock
   * that was put back meanwhile does not lead before `seen`.
   * @param {number} ahead */
  goOn(ahead, seen = 0) {
    this.offset = Math.max(this.wall() + ahead, seen) - this.steady();
  }

  /** Another event has another time: go on from what was kept of that, if anything was.
   * @param {{ ahead?: number | null, seen?: number }} kept */
  turnTo({ ahead, seen }) {
    Object.assign(this, { samples: [], offset: null, toldAt: null, toldMs: 0, leaps: [] });
    if (ahead !== undefined && ahead !== null && Number.isFinite(ahead)) this.goOn(ahead, seen);
  }

  /** What to keep for a page that is loaded again. */
  get kept() {
    return this.known ? Math.round(this.at(this.steady()) - this.wall()) : null;
  }

  get keeps() {
    return this.known ? { ahead: this.kept, seen: this.now() } : {};
  }

  /** What was said at `stamp` is answered now, and the other end read `nowMs` in between. Where that
   * cannot be by what was known, our clock was wrong until now, and this says how; else null.
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

  /** `off` is to be added to the present time, `of(stamp)` to the instant of an earlier press. A sleep
   * moves what came after it, and the wall clock tells when it was if the laptop tells its length.
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

  /** Whether the wall clock leapt since the last look; to be called at every press and each second.
   * Nothing changes by it: ask the laptop. */
  leapt() {
    const now = this.steady();
    const ahead = this.wall() - now;
    const [ms, after] = [ahead - this.ahead, this.looked];
    Object.assign(this, { ahead, looked: now });
    if (Math.abs(ms) < AWAY_MS) return false;
    if (ms > 0) this.leaps.push({ after, ms });
    return true;
  }

  /** By how many milliseconds an instant of now may be off, earlier or later. What was kept by an
   * earlier page follows a wall clock that may have been set by less than is noticed. */
  get uncertain() {
    if (this.toldAt === null) return AWAY_MS;
    return Math.ceil(this.doubt + DRIFT * (this.steady() - this.toldAt)) + 1;
  }

  /** The event's time by our own clock; 0 where the laptop never told it, or we may have slept since. */
  get shows() {
    this.leapt();
    return this.toldAt === null || this.leaps.length ? 0 : this.now();
  }

  /** A stamp of the steady clock as an instant, in whole milliseconds.
   * @param {number} stamp */
  at(stamp) {
    return Math.round(stamp + this.offset);
  }

  now() {
    return this.at(this.steady());
  }
}
