// The match of a player's team before its pairs are known: the choices of its captain.

import { button, h } from "../screen/dom.js";
import * as wording from "../words/all_wording.js";

/** The classes of these names in `app/views/teams/match_up.py`.
 * @typedef {{ number: number, words: string, about: string }} Option */
/** @typedef {{ side: Engine.Side, step: number, words: string, options: Option[], count: number, secret: boolean }} Question */
/** @typedef {{ table: number, names: Engine.Pair<string> }} SettledPair */
/** @typedef {{ match: number, round_number: number, team: string, opponent: string, tables: string, sentence: string,
 *   procedure: string, about: string, account: string[], pairs: SettledPair[], question: Question | null }} OwnMatch */
/** @typedef {{ type: "match_up", match: number, step: number, chosen: number[] }} MatchUpAct */

/** The question to a captain. A touch marks a choice; the button below sends it. */
export class MatchUpForm {
  /** @param {(act: MatchUpAct) => void} send
   * @param {() => void} changed */
  constructor(send, changed) {
    this.send = send;
    this.changed = changed;
    this.asked = "";
    /** @type {number[]} */
    this.chosen = [];
  }

  /** The data on which the drawing depends. */
  get shown() {
    return this.chosen;
  }

  /** @param {OwnMatch} match */
  parts(match) {
    const asked = `${match.round_number} ${match.match} ${match.question?.step}`;
    if (asked !== this.asked) this.chosen = [];
    this.asked = asked;
    return [
      h("div", { class: "number" }, /*_*/`Tables ${match.tables}`),
      h("p", {}, h("b", { dir: "auto" }, match.team), " ", h("b", { dir: "auto" }, /*_*/`against ${match.opponent}`)),
      h("p", { role: "status" }, match.sentence),
      match.question ? this.question(match, match.question) : null,
      this.settled(match.pairs),
      this.account(match),
    ];
  }

  /** @param {OwnMatch} match
   * @param {Question} question */
  question(match, question) {
    const options = question.options.map(({ number, words, about }) => button(
      about ? `${words} · ${about}` : words, () => this.touch(number, question.count),
      { "aria-pressed": String(this.chosen.includes(number)), dir: "auto" }));
    const left = question.count - this.chosen.length;
    const act = /** @type {MatchUpAct} */ ({ type: "match_up", match: match.match, step: question.step, chosen: this.chosen });
    return h("div", { class: "form choosing" },
      h("h3", { dir: "auto" }, question.words),
      h("div", { class: "winners", role: "group", "aria-label": question.words }, options),
      button(left ? /*_*/`Choose ${left} more` : /*_*/"Confirm", () => this.send(act), { kind: "primary", disabled: left > 0 }));
  }

  /** Mark a choice. One too many replaces the first.
   * @param {number} number
   * @param {number} count */
  touch(number, count) {
    const others = this.chosen.filter((other) => other !== number);
    this.chosen = others.length < this.chosen.length ? others : [...others, number].slice(-count);
    this.changed();
  }

  /** @param {SettledPair[]} pairs */
  settled(pairs) {
    if (!pairs.length) return null;
    return h("div", {}, h("h3", {}, wording.WHO_MEETS_WHOM), h("ul", {}, pairs.map(({ table, names }) => {
      const words = /*_*/`${names.red} against ${names.blue}`;
      return h("li", { dir: "auto" }, table ? /*_*/`Table ${table}: ${words}` : words);
    })));
  }

  /** @param {OwnMatch} match */
  account({ procedure, about, account }) {
    if (!procedure) return null;
    return h("details", {}, h("summary", {}, procedure), h("p", { class: "muted" }, about),
      account.length ? h("ol", {}, account.map((sentence) => h("li", { dir: "auto" }, sentence))) : null);
  }
}
