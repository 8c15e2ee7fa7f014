// The pads of a table's turns: which turn is asked about on which half, and the entries that are not saved yet. Loaded
// at tables whose packet scores every turn or has spell racks.

import { SIDES, other, owner } from "../clock/deathclock.js";
import { h, refill } from "../screen/dom.js";
import { decide } from "../table/decide.js";
import { questionOf } from "../table/game.js";
import * as pad from "./turn_pad.js";
import * as racks from "../sheets/racks.js";
import { mapSheet } from "./turn_map.js";
import { elementStates } from "./turn_states.js";
import { styled, wordsBeside, turnSheet } from "./turn_sheet.js";

export { styled };

export class TurnPads {
  /** Take `which`, which names the game; entries for another game are dropped.
   * @param {any} seats
   * @param {{ table: number, read: (key: string) => any, write: (key: string, value: unknown) => void }} storage
   * @param {() => string} which */
  constructor(seats, storage, which) {
    this.seats = seats;
    this.racks = racks;
    this.storage = storage;
    this.which = which;
    this.place = `flagfall-pads-${storage.table}`;
    /** @type {any} */
    this.drafts = storage.read(this.place) ?? {};
    /** The sheets that such a packet has instead of the usual ones, by kind. @type {Record<string, any>} */
    this.makes = { pad: (game, side, to) => this.sheet(game, side, to), briefing: mapSheet };
    /** @type {any} */
    this.game = null;
    /** @type {number | null} */
    this.due = null;
    this.told = "";
    /** The line on each half with the state of the elements. @type {HTMLElement[]} */
    this.lines = SIDES.map((side) => {
      const { parts, plunger } = seats.halves[side];
      const line = h("div", { class: "stands", id: `stands-${side}` });
      parts.step.after(line);
      plunger.setAttribute("aria-describedby", line.id);
      return line;
    });
  }

  fits({ terms }) {
    return pad.isForEachTurn(terms);
  }

  /** Ask about a finished turn that waits to be scored, once, on the half of the player who ended it. */
  heed(game) {
    this.stand(this.fits(game) ? elementStates(game).map((each) => each.words) : []);
    if (!this.fits(game)) return;
    if (this.drafts.game !== this.which()) this.drafts = { game: this.which() };
    this.game = game;
    const due = pad.dueStep(game);
    const open = [null, "result"].includes(questionOf(game.play));
    if (!open) this.due = null; // it is asked again once the question is answered
    if (due === this.due || !open) return;
    this.due = due;
    if (due === null) return;
    const seat = this.seats.of[owner(game.play.first, due)];
    if (!seat.opened || seat.opened === "pad") Object.assign(seat, { opened: "pad", local: { due: true, step: due } });
  }

  /** Show the state of the elements on both halves. A line breaks between two elements, and within one only if that is
   * longer than a line.
   * @param {string[]} words */
  stand(words) {
    const told = words.join(" · ");
    if (this.told === told) return;
    this.told = told;
    for (const line of this.lines) refill(line, ...words.flatMap((each, at) => [at ? " · " : "", h("span", {}, each)]));
  }

  /** Whether the tap of `side` has to wait, because there is something to do on their own clock first. */
  waits(game, side, nowMs) {
    if (!this.fits(game) || owner(game.play.first, game.play.step) !== side) return false;
    const { step } = game.play;
    this.game = game;
    if (!pad.comesBeforeTap(game, this.draft(step), nowMs)) return false;
    const { marks } = decide(game, { type: "tap", side }, nowMs);
    if (marks[marks.length - 1]?.kind !== "turn_ended") return false;
    Object.assign(this.seats.of[side], { opened: "pad", local: { due: true, step }, say: "" });
    return true;
  }

  draft(step) {
    this.drafts[step] = pad.goOn(this.game, step, this.drafts[step] ?? null);
    return this.drafts[step];
  }

  set(draft) {
    this.drafts[draft.step] = { ...draft, touched: true };
    this.storage.write(this.place, this.drafts);
    this.seats.changed();
  }

  /** The sheet for the player who opened the pad. */
  sheet(game, side, to) {
    this.game = game;
    const turn = {
      stepOf: (steps, due) => (steps.includes(to.local.step) ? to.local.step : this.first(game, steps, due)),
      draft: (step) => this.draft(step),
      set: (draft) => this.set(draft),
      done: (step) => {
        delete this.drafts[step];
        this.storage.write(this.place, this.drafts);
        to.leave();
      },
    };
    return turnSheet(game, side, { ...to, turn });
  }

  /** The turn with which a pad opened by hand begins: the one that waits, or else the last finished one. */
  first({ play }, steps, due) {
    if (due !== null || play.flag) return due ?? play.step;
    const over = steps.filter((step) => step < play.step || play.ending);
    return over[0] ?? steps[0] ?? play.step;
  }

  /** The question on a seat's pad, to notice when it changes. */
  asks({ local }) {
    return `${local.step} ${this.drafts[local.step]?.stage}`;
  }

  /** The words for the player of `side` on the opponent's open pad. */
  wordsFor(side) {
    const seat = this.seats.of[other(side)];
    if (seat.opened !== "pad" || !this.game || !seat.lies) return "";
    const draft = this.drafts[seat.local.step];
    const said = draft ? wordsBeside(this.game, draft) : {};
    return said.all ?? said[side] ?? "";
  }

  /** All entries as text, on which the sheets depend. */
  get about() {
    return JSON.stringify(this.drafts);
  }
}
