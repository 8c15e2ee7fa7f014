// Marks that were made here and not yet answered. They are stored in the browser, so that a reload neither loses nor
// repeats one.

import { forgets, local, session } from "./storage.js";

const MOST = 25; // marks in a message
const MOST_UNCERTAIN_MS = 86_400_000;
const LOCK_MS = 5_000;
const PLACES = 8;
const PAGE = "flagfall-page";
const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

/** A press that was made here and is not answered yet.
 * @typedef {{ number: number, game: number, at_ms: number, stamp_ms: number, act: any,
 * uncertain_ms: number }} Mark */
/** The stored data of a table: its marks and its state.
 * @typedef {{ device: string, number: number, marks: Mark[], event?: string, game?: any, play?: any,
 *   ahead?: number | null, seen?: number, since?: number, load?: string }} Kept */

/** A name for this device; `crypto.randomUUID` does not exist over plain HTTP. */
function newName() {
  const numbers = crypto.getRandomValues(new Uint8Array(20));
  return [...numbers].map((number) => LETTERS[number % LETTERS.length]).join("");
}

/** The mark in a form that the organizer's computer accepts: it closes a connection that sends an instant before all
 * time.
 * @param {Mark} mark */
function inRange(mark) {
  return { ...mark, at_ms: Math.max(mark.at_ms, 0), stamp_ms: Math.max(mark.stamp_ms, 0) };
}

export class Queue {
  /** Read everything that is stored for `table`; `storage` works like localStorage.
   * @param {number} table */
  constructor(table, storage = local, wall = () => Date.now()) {
    this.storage = storage;
    this.wall = wall;
    this.table = table;
    this.page = this.nameOfPage();
    this.load = newName(); // a page that is duplicated has the same name, but is loaded by itself
    this.made = new Set(); // the numbers of this page's own marks
    this.fails = false; // whether the last change could not be stored
    this.place = this.freePlace();
    /** @type {Kept} */
    this.kept = { device: newName(), number: 0, marks: [] };
    this.take(this.place);
  }

  /** Take a place with everything in it.
   * @param {string} place */
  take(place) {
    this.place = place;
    this.kept = { device: newName(), number: 0, marks: [], ...this.read(place) };
    this.lock();
    this.save();
  }

  /** The name of this page. A reload keeps it; a second page beside this one has another. */
  nameOfPage() {
    const [entry] = /** @type {PerformanceNavigationTiming[]} */ (
      performance.getEntriesByType("navigation"));
    const again = ["reload", "back_forward"].includes(entry?.type);
    const name = (again && session.getItem(PAGE)) || newName();
    session.setItem(PAGE, name);
    return name;
  }

  /** The places for pages at this table, with what they contain. */
  *places() {
    for (let n = 0; n < PLACES; n += 1) {
      const place = `flagfall-${this.table}-${n}`;
      const lock = this.read(`${place}-lock`);
      const mine = lock?.page === this.page;
      const free = !lock || Math.abs(this.wall() - lock.at) > LOCK_MS; // the wall clock may go back
      yield { place, mine, free, marks: this.read(place)?.marks?.length ?? 0 };
    }
  }

  /** The place for this page. Two pages of one table on one device have different places. */
  freePlace() {
    const all = [...this.places()];
    const free = all.filter((each) => each.free);
    const own = all.find((each) => each.mine);
    const found = own ?? free.find((each) => each.marks) ?? free[0];
    return found?.place ?? `flagfall-${this.table}-${this.page}`;
  }

  /** Whether a closed page has left marks while this page has none to send. */
  get orphaned() {
    const others = [...this.places()].filter((each) => each.place !== this.place);
    return !this.marks.length && others.some((each) => each.free && each.marks);
  }

  /** Switch to the event that was joined. Return whether marks and state of another event had to be put aside.
   * @param {string} event */
  turnTo(event) {
    const was = this.kept.event;
    if (was === event) return false;
    if (was) {
      /** @param {string} name */
      const aside = (name) => `flagfall-of-${name}-${this.place}`;
      if (this.marks.length) this.write(aside(was), this.kept);
      this.kept = { device: newName(), number: 0, marks: [], ...this.read(aside(event)) };
      this.write(aside(event), null);
    }
    this.keep({ event });
    return Boolean(was);
  }

  /** Take over the state of another page, if this one knows nothing while it is disconnected: everything from a closed
   * page, or only the state from an open one. Return whether there was any. */
  adopt() {
    if (this.marks.length || this.kept.play) return false;
    const others = [...this.places()].filter((each) => each.place !== this.place && this.read(each.place)?.play);
    const left = others.find((each) => each.free);
    if (left) {
      this.letGo();
      this.take(left.place);
    } else if (others.length) this.copyState(others[0].place);
    return others.length > 0;
  }

  /** Continue with the state of the page at that place, but none of its marks.
   * @param {string} place */
  copyState(place) {
    const { event, game, play, ahead, seen } = this.read(place) ?? {};
    // The server has dealt with marks of the other page there, and with none of this one.
    this.keep({ event, game, play: play && { ...play, through: 0 }, ahead, seen });
  }

  /** Whether another page has taken this place, with everything in it, since this page last held it. */
  get taken() {
    if (this.fails) return false;
    const holder = this.read(`${this.place}-lock`) ?? this.read(this.place) ?? this;
    return holder.load !== this.load;
  }

  /** Hold the place of this page. This is called about once a second while the page is open, and before each press. A
   * page that the browser stopped for a while may find its place taken: then it continues with what the other page left
   * there, or beside that page under another name, because two devices of one name would make different marks of one
   * number. Return whether it did. */
  hold() {
    if (this.gone) return false;
    const { place, taken } = this;
    if (taken) {
      const left = [...this.places()].some((each) => each.place === place && each.free);
      if (!left) this.rename();
      this.made.clear();
      this.take(left ? place : this.freePlace());
      if (!left && !this.marks.length) this.copyState(place);
    } else this.lock();
    return taken;
  }

  rename() {
    this.page = newName();
    session.setItem(PAGE, this.page);
  }

  lock() {
    const done = this.write(`${this.place}-lock`, { page: this.page, load: this.load, at: this.wall() });
    this.fails = this.fails || !done;
  }

  /** Note that the page is being left. Browsers report that it is hidden after that. */
  goAway() {
    this.gone = true;
    this.letGo();
  }

  /** Note that the page came back. Return whether it continues as another device. */
  comeBack() {
    this.gone = false;
    return this.hold();
  }

  letGo() {
    if (!this.taken) this.storage.removeItem(`${this.place}-lock`);
  }

  /** Forget this page's name, so that the next page here gets another. */
  leave() {
    this.letGo();
    session.removeItem(PAGE);
  }

  /** @param {string} key */
  read(key) {
    try {
      return JSON.parse(this.storage.getItem(key) ?? "null");
    } catch {
      return null;
    }
  }

  /** @param {string} key
   * @param {unknown} value */
  write(key, value) {
    try {
      this.storage.setItem(key, JSON.stringify(value));
      return true;
    } catch {
      return false; // The storage is full or forbidden; the page continues without it.
    }
  }

  save() {
    if (!this.taken) this.fails = !this.write(this.place, { ...this.kept, load: this.load });
  }

  /** Store the table's state beside the marks.
   * @param {Partial<Kept>} more */
  keep(more) {
    Object.assign(this.kept, more);
    this.save();
  }

  /** Whether presses that wait are kept in this page alone. */
  get loses() {
    return this.marks.length > 0 && (this.fails || forgets);
  }

  get device() {
    return this.kept.device;
  }

  get marks() {
    return this.kept.marks;
  }

  /** @param {number} game
   * @param {any} act
   * @param {number} atMs
   * @param {number} stampMs
   * @param {number} uncertainMs by how much `atMs` may be off */
  add(game, act, atMs, stampMs, uncertainMs = 0) {
    this.kept.number += 1;
    const { number } = this.kept;
    const uncertain_ms = Math.min(uncertainMs, MOST_UNCERTAIN_MS);
    const mark = { number, game, at_ms: atMs, stamp_ms: stampMs, act, uncertain_ms };
    this.kept.marks = [...this.marks, mark];
    this.made.add(mark.number);
    this.save();
    return mark;
  }

  /** Correct the marks' instants: the device's clock was wrong by `fix`. Of marks from an earlier page of the device
   * only one thing is known: if the laptop's time was put back, that concerns all of them. A page that had not heard the
   * laptop before cannot tell that from a device whose own clock was set ahead since that earlier page, unless the marks
   * were in the future, which begins at `nowMs`.
   * @param {import("./timeline.js").Fix} fix
   * @param {number} nowMs */
  restamp(fix, nowMs) {
    let least = 0;
    const putBack = (/** @type {Mark} */ mark) => fix.off < 0 && (fix.known || mark.at_ms > nowMs);
    this.kept.marks = this.marks.map((mark) => {
      const by = this.made.has(mark.number) || putBack(mark) ? fix.of(mark.stamp_ms) : 0;
      least = Math.max(Math.round(mark.at_ms + by), least);
      const unknown = Math.ceil((mark.uncertain_ms ?? 0) + Math.abs(fix.off - by));
      return { ...mark, at_ms: least, uncertain_ms: Math.min(unknown, MOST_UNCERTAIN_MS) };
    });
    this.save();
  }

  /** Remove the mark with that number because it was answered. Return it, or undefined if it was removed before.
   * @param {number} number */
  answered(number) {
    const mark = this.marks.find((mark) => mark.number === number);
    this.kept.marks = this.marks.filter((each) => each !== mark);
    this.save();
    return mark;
  }

  /** The messages that send every mark after `number`, in order.
   * @param {number} number */
  *messages(number) {
    let rest = this.marks.filter((mark) => mark.number > number);
    while (rest.length) {
      const marks = rest.slice(0, MOST).map(inRange);
      rest = rest.slice(MOST);
      yield { type: "marks", left: rest.length, marks };
    }
  }
}
