// The device's own clock mapped to the event's timeline: by the ping with the smallest round trip
// of the last half minute. Without pings it goes on by the device's clock alone.

const KEEP_MS = 30_000;
const AWAY_MS = 2_000; // the wall clock ran ahead by this much: the device slept

export class Timeline {
  /** `steady` never goes back; `wall` also counts while the device sleeps. */
  constructor(steady = () => performance.now(), wall = () => Date.now()) {
    this.steady = steady;
    this.wall = wall;
    this.samples = [];
    this.offset = null;
    this.ahead = wall() - steady();
  }

  get known() {
    return this.offset !== null;
  }

  /** A first idea of the time, until a ping is answered. */
  begin(nowMs) {
    if (!this.samples.length) this.offset = nowMs - this.steady();
  }

  /** Go on from what an earlier page of this device knew: timeline minus wall clock. A wall clock
   * that was put back meanwhile does not lead before `seen`. */
  goOn(ahead, seen = 0) {
    this.offset = Math.max(this.wall() + ahead, seen) - this.steady();
  }

  /** What to keep for a page that is loaded again. */
  get kept() {
    return this.known ? Math.round(this.at(this.steady()) - this.wall()) : null;
  }

  get keeps() {
    return this.known ? { ahead: this.kept, seen: this.now() } : {};
  }

  /** A ping sent at `stamp` came back now, and the other end read `nowMs`. */
  pong(stamp, nowMs) {
    const now = this.steady();
    this.samples.push({ at: now, trip: now - stamp, offset: nowMs - (stamp + now) / 2 });
    this.samples = this.samples.filter((one) => one.at > now - KEEP_MS);
    this.offset = this.best().offset;
  }

  best() {
    return this.samples.reduce((best, one) => (one.trip < best.trip ? one : best));
  }

  /** The smallest round trip of the last half minute; null before the first. */
  get delay() {
    const now = this.steady();
    const fresh = this.samples.filter((one) => one.at > now - KEEP_MS);
    return fresh.length ? Math.min(...fresh.map((one) => one.trip)) : null;
  }

  /** Some browsers stop the steady clock while the device sleeps; call this now and then. */
  lookForSleep() {
    const ahead = this.wall() - this.steady();
    const slept = ahead - this.ahead;
    this.ahead = ahead;
    if (!this.known || slept < AWAY_MS) return 0;
    this.offset += slept;
    this.samples = [];
    return slept;
  }

  /** A stamp of the steady clock as an instant, in whole milliseconds. */
  at(stamp) {
    return Math.round(stamp + this.offset);
  }

  now() {
    return this.at(this.steady());
  }
}
