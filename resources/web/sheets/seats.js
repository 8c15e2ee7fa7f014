// The two players' seats: the sheet on each half, and what its player opened and chose there.

import { SIDES, other } from "../clock/deathclock.js";
import { refill, write } from "../screen/dom.js";
import { runs } from "../clock/face.js";
import { questionOf, scoresOnceMore, winsNow } from "../table/game.js";
import { broughtSheet, briefingSheet, lossesSheet, reinforcementsSheet, specialistsSheet } from "./cards.js";
import { padSheet } from "../scoring/pad_sheet.js";
import * as sheets from "./sheets.js";
import { tableResult } from "../table/verdict.js";

const MAKE = {
  lists: sheets.listsSheet,
  specialists: specialistsSheet,
  reinforcements: reinforcementsSheet,
  start: sheets.startSheet,
  objective: sheets.objectiveSheet,
  question: sheets.questionSheet,
  result: sheets.resultSheet,
  claim: sheets.claimSheet,
  tally: sheets.tallySheet,
  menu: sheets.menuSheet,
  pad: padSheet,
  losses: lossesSheet,
  brought: broughtSheet,
  briefing: briefingSheet,
};
const STAYS = ["lists", "pad", "menu", "claim", "tally", "losses", "brought", "reinforcements", "briefing", "objective"];
const SAID_MS = 4_000;

/** Play as text. It is the same for the same play, whether the server sent it or it was calculated here. */
function canonical(play) {
  const sorted = (value) => Object.fromEntries(Object.entries(value).sort());
  return JSON.stringify(play, (key, value) => {
    if (key === "game") return undefined;
    return value && typeof value === "object" && !Array.isArray(value) ? sorted(value) : value;
  });
}

/** The content of a question on a sheet, to notice when it changes. */
function asked(kind, game) {
  const { claim, flag } = game.play;
  if (kind === "question") return JSON.stringify([claim, flag, flag && winsNow(game.terms, game.play, flag.side)]);
  if (kind === "pad") return flag && JSON.stringify(flag);
  return kind === "result" && JSON.stringify(tableResult(game));
}

export class Seats {
  /** Take `leads`, which returns the functions for a sheet's buttons, and `changed`, which is called after a press. */
  constructor(halves, leads, changed) {
    this.halves = halves;
    this.leads = leads;
    this.changed = changed;
    /** @type {Record<string, any>} */
    this.of = {};
    this.play = this.plays = null;
    /** The pads of turns that both sides score, once they are loaded. @type {any} */
    this.pads = null;
    for (const side of SIDES) {
      this.of[side] = { opened: null, local: {}, kind: null, lies: null, say: "" };
      halves[side].pressing = (down) => this.pressed(side, down);
    }
  }

  open(side, kind) {
    const seat = this.of[side];
    Object.assign(seat, { opened: seat.opened === kind ? null : kind, local: {}, say: "" });
    this.halves[side].say("");
    this.changed();
  }

  /** Show what counts, then return to the earlier sheet with the same turn. */
  brief(side) {
    const seat = this.of[side];
    if (seat.opened === "briefing") return this.back(side);
    const before = { opened: seat.opened, local: seat.local };
    Object.assign(seat, { before, opened: "briefing", local: {}, say: "" });
    this.changed();
  }

  back(side) {
    Object.assign(this.of[side], this.of[side].before ?? { opened: null, local: {} });
    this.changed();
  }

  move(kind, from, to) {
    this.of[from].opened = null;
    this.of[to].opened = kind;
  }

  pressed(side, down) {
    this.of[side].pressed = down;
    if (!down) this.changed();
  }

  /** Where sheets lie: "near", "far", "both", or empty for nowhere. */
  lying(near, kind = ".sheet") {
    const [mine, theirs] = [this.of[near], this.of[other(near)]].map((seat) => seat.lies?.matches(kind));
    if (mine && theirs) return "both";
    return mine ? "near" : theirs ? "far" : "";
  }

  /** Show a sentence to the player who pressed: on their sheet, or at their edge. */
  say(side, sentence) {
    const seat = this.of[side];
    clearTimeout(seat.saying);
    seat.say = seat.lies ? sentence : "";
    refill(seat.lies?.querySelector(".refused"), seat.say);
    if (!seat.lies) this.halves[side].say(sentence);
    if (seat.say) seat.saying = setTimeout(() => this.say(side, ""), SAID_MS);
  }

  /** Close open sheets for a new question; a fallen flag opens the pad it needs. */
  heed(game) {
    this.ask(game);
    this.pads?.heed(game);
  }

  ask(game) {
    const { play, terms } = game;
    const question = questionOf(play);
    if (question === this.question) return;
    this.question = question;
    for (const side of SIDES) {
      const seat = this.of[side];
      if (seat.opened !== "menu") Object.assign(seat, { opened: null, local: {} });
    }
    const flagged = play.flag?.side;
    if (question !== "clock_out") return;
    if (scoresOnceMore(terms)) this.of[other(flagged)].opened = "pad";
    else if (!winsNow(terms, play, flagged)) this.of[flagged].opened = "pad";
  }

  /** Show the sheet of a half. It is redrawn only if its content has changed. */
  lay(side, game, shown, menu) {
    this.laid(side, game, menu);
    const { lies } = this.of[side];
    if (!lies) return;
    const ticks = game.play.clock && !game.play.ending;
    write(lies.querySelector(".clock"), ticks ? shown.digits : "");
    lies.dataset.runs = runs(shown.mood) ? "yes" : "";
  }

  laid(side, game, menu) {
    const seat = this.of[side];
    const kind = sheets.wanted(game, questionOf(game.play), seat.opened, side);
    if (!STAYS.includes(kind) && seat.opened === kind) seat.opened = null;
    const about = kind && this.about(game, seat, kind === "menu" ? menu : []);
    const same = seat.kind === kind;
    if (same && (seat.about === about || seat.pressed)) return;
    const scrolled = same ? seat.lies?.querySelector(".body")?.scrollTop : 0;
    Object.assign(seat, { about, kind });
    const make = (this.pads?.fits(game) && this.pads.makes[kind]) || MAKE[kind];
    const ownPad = kind === "pad" && make !== padSheet;
    seat.lies = kind && make(game, side, this.leadsOf(side));
    this.halves[side].cover(seat.lies, scrolled);
    const asks = ownPad ? this.pads.asks(seat) : kind && asked(kind, game);
    if (asks && asks !== seat.asks) this.halves[side].ask();
    seat.asks = asks;
    if (seat.lies && seat.say) seat.lies.querySelector(".refused").textContent = seat.say;
  }

  /** All data that a sheet shows, as text. A sheet stays unchanged while a finger is down. */
  about(game, seat, menu) {
    const { play, names, reported, armies, lists, brought } = game;
    if (this.play !== play) [this.play, this.plays] = [play, canonical(play)];
    return this.plays + JSON.stringify([names, reported, armies, lists, brought, seat.local, menu]) + (this.pads?.about ?? "");
  }

  leadsOf(side) {
    const seat = this.of[side];
    return {
      ...this.leads(side),
      get local() {
        return seat.local; // a sheet under a finger stays, and its next press continues from here
      },
      racks: this.pads?.racks,
      open: (kind) => this.open(side, kind),
      leave: () => this.open(side, null),
      brief: () => this.brief(side),
      back: () => this.back(side),
      set: (more) => {
        seat.local = { ...seat.local, ...more };
        this.changed();
      },
    };
  }
}
