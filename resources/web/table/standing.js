// A table as this device knows it: the latest messages of the organizer's computer, and the presses since then.

import { fellCasters } from "../losses/army.js";
import { SIDES, put } from "../clock/deathclock.js";
import { decide } from "./decide.js";
import { NEW_PLAY } from "./game.js";
import { fallen } from "./marks.js";
import { felled } from "./verdict.js";
import * as wording from "../words/wording.js";

/** The rules with which a table is drawn that must not know its scenario yet. */
const NOTHING_KNOWN = {
  clock_out: "packet",
  counting: { named: [] },
  victory: { armies: true, assassination: true, win: { points: 1, lead: 1 }, scoring_from_turn: 2, last_turn: 0, at_length: [], unfinished: [] },
  kill_box: { from_turn: 99, destroys: false, points: 0 },
  scenario: { name: "", kill_box: false, elements: [], conditions: [], ways: [], vanishing: [], win: null },
};

const COUNTS = ["count_losses", "change_losses"];
const NO_LISTS = { offered: [], barred: [], made: true, shown: "" };

export class Standing {
  /** Continue from what `queue` has stored. */
  constructor(queue, timeline) {
    this.queue = queue;
    this.timeline = timeline;
    /** @type {any} */
    this.game = null;
    /** @type {any} */
    this.latest = null;
    /** @type {any} */
    this.folded = null;
    this.seq = { game: -1, play: -1 };
    this.goOn();
  }

  goOn() {
    this.game = this.queue.kept.game ?? null;
    this.latest = this.queue.kept.play ?? null;
    this.forget();
  }

  /** Forget the order of rows, because after a new connection the server may begin with an earlier row of a restored
   * log. */
  forget() {
    this.seq = { game: -1, play: -1 };
    this.folded = null;
  }

  /** Take a `game` or `play` message. Return false if it is older than what is known. */
  hear(message) {
    if (message.seq < this.seq[message.type]) return false;
    this.seq[message.type] = message.seq;
    if (message.type === "game") this.hearGame(message);
    else this.latest = message;
    this.folded = null;
    this.queue.keep({ game: this.game, play: this.latest, ...this.timeline.keeps });
    return true;
  }

  hearGame(message) {
    if (message.game !== this.game?.game) {
      this.latest = null;
      this.queue.keep({ since: this.timeline.now() });
    }
    this.game = message;
  }

  get hasGame() {
    return Boolean(this.game?.game && this.latest?.game === this.game.game);
  }

  /** The game and time that `hello` reports. `vouching` means that the laptop's answer has just shown that our clock
   * never stood still. */
  holds(vouching) {
    if (!this.hasGame) return { game: 0, kept_since_ms: 0 };
    return { game: this.game.game, kept_since_ms: vouching ? (this.queue.kept.since ?? 0) : 0 };
  }

  /** Correct waiting presses after the device's clock was wrong. A device that slept or was reloaded meanwhile has not
   * kept the game's clock; if the laptop's time was put back, everything moves with it. */
  corrected(fix) {
    const { since = 0 } = this.queue.kept;
    this.queue.restamp(fix, this.timeline.now());
    const kept = fix.off < 0 && fix.known ? since + Math.round(fix.off) : this.timeline.now();
    this.queue.keep({ since: kept, ...this.timeline.keeps });
    this.folded = null;
  }

  /** The game with the waiting presses on top of the server's data. */
  fold() {
    if (this.folded) return this.folded;
    const { game, latest } = this;
    const terms = game.terms ?? { ...NOTHING_KNOWN, time: game.time };
    const base = {
      terms,
      names: game.names,
      armies: game.armies ?? { red: [], blue: [] },
      lists: game.lists ?? { red: NO_LISTS, blue: NO_LISTS },
      brought: game.brought ?? { red: [], blue: [] },
      briefing: game.briefing ?? null,
      secret: game.secret,
      stage: game.started ? "started" : "published",
      reported: latest.by_eo ? latest.result : null,
      play: latest.play ?? NEW_PLAY,
      switched: latest.switched ?? null,
    };
    for (const mark of this.queue.marks) {
      if (mark.game !== game.game || mark.number <= latest.through) continue;
      if (mark.act.type === "change_losses") {
        const [play] = fallen(base.terms, base.play, mark.at_ms);
        base.play = this.counted(base, play, mark);
      }
      const answer = decide(base, mark.act, mark.at_ms);
      if (answer.refused) continue;
      base.play = answer.play;
      const { type, by } = mark.act;
      if (type === "bring_reinforcements") base.armies = this.reinforced(base.armies, mark.act);
      if (type === "choose_list") base.lists = put(base.lists, by, { ...base.lists[by], made: true });
    }
    base.play = this.counted(base, base.play);
    return (this.folded = base);
  }

  /** The armies in which these reinforcements replace those that the server sent. */
  reinforced(armies, { side, rows }) {
    const army = armies[side];
    const came = this.latest.play?.reinforcements?.[side].length ?? 0;
    return put(armies, side, [...army.slice(0, army.length - came), ...rows]);
  }

  /** The play with the casters counted as losses that the end of the game destroyed. The server's data includes them
   * already; an end that it has not sent yet does so here, until somebody counts otherwise. `before` gives the state
   * before a later mark.
   * @param {any} before */
  counted({ terms, armies }, play, before = null) {
    const { ending } = play;
    if (!ending || this.latest.play?.ending) return play;
    const since = this.queue.marks.filter(({ game, act, at_ms: at, number }) =>
      game === this.game.game &&
      COUNTS.includes(act.type) &&
      at >= ending.at_ms &&
      (!before || number < before.number));
    const sides = SIDES.filter((side) =>
      felled({ terms, play }, ending, side) && !since.some(({ act }) => act.side === side));
    const fell = (losses, side) => put(losses, side, fellCasters(armies[side], losses[side]));
    return { ...play, losses: sides.reduce(fell, play.losses) };
  }

  /** The table at an instant, including flags that have fallen by then; null without a game. */
  at(nowMs) {
    if (!this.hasGame) return null;
    const game = this.fold();
    const [play] = game.reported ? [game.play] : fallen(game.terms, game.play, nowMs);
    return play === game.play ? game : { ...game, play: this.counted(game, play) };
  }

  /** Press at an instant of this device's clock: store the press and apply it. Return why not, or an empty text. */
  press(act, stamp) {
    if (!this.hasGame) return wording.NO_GAME_WAIT;
    const atMs = this.timeline.at(stamp);
    const last = this.queue.marks[this.queue.marks.length - 1]?.at_ms ?? 0;
    const answer = decide(this.fold(), act, Math.max(atMs, last));
    if (answer.refused) return answer.refused;
    const uncertain = this.timeline.uncertain + Math.max(last - atMs, 0);
    this.queue.add(this.game.game, act, Math.max(atMs, last), stamp, uncertain);
    this.queue.keep(this.timeline.keeps);
    this.folded = null;
    return "";
  }

  /** Take the laptop's answer. Return the act that it refused or has a remark on, or null. */
  answered({ number, taken, sentence }) {
    const mark = this.queue.answered(number);
    this.folded = null;
    return mark && (!taken || sentence) ? mark.act : null;
  }
}
