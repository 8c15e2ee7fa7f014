// The players' phones: pairings, my table, the round's clock and the standings.

import { SIDES, colour } from "../clock/deathclock.js";
import { h, picture, refill, write } from "../screen/dom.js";
import { line, lineWords, showBy, timeOf } from "../link/line.js";
import { local } from "../link/storage.js";
import { begins } from "../words/names.js";
import { fill } from "../words/text.js";
import * as wording from "../words/all_wording.js";

/** @typedef {{ table: number, names: Engine.Pair<string>, winner: Engine.Side | null, done: boolean }} Pairing */
/** @typedef {{ place: number, shared: boolean, name: string, tp: string | number, sos: string | number,
 *   cp: string | number, apd: string | number }} Standing */
/** The message of that name in `app/web/protocol/messages.py`.
 * @typedef {{ type: "room", event: string, round_number: number, stage: string, started_ms: number | null,
 *   ends_ms: number | null, pairings: Pairing[], bye: string, standings_after: number,
 *   standings: Standing[], shift_ms: number, players?: { number: number, name: string }[], sign_up?: boolean,
 *   armies?: boolean }} RoomMessage */

const ME = "flagfall-me";
/** The milliseconds after which the page is reloaded if a part of it did not load. */
const ANEW_MS = 60_000;
/** @type {Record<string, string>} */
const STAGES = { published: /*_*/"is published", started: /*_*/"is under way", finished: /*_*/"is finished" };
const NOTHING = /*_*/"Pairings appear here as soon as the organizer publishes the round.";
const BEFORE = /*_*/"Standings appear here after the first round.";

class Room {
  /** @param {HTMLElement} root */
  constructor(root) {
    /** @type {RoomMessage | null} */
    this.latest = null;
    this.title = h("h1", {}, "Flagfall");
    this.clock = h("span", { class: "muted", role: "timer" });
    this.banner = h("p", { class: "banner", role: "status" });
    this.asked = h("input", {
      type: "search", placeholder: /*_*/"Your name, to find your table", "aria-label": /*_*/"Your name",
      autocomplete: "name", value: local.getItem(ME) ?? "", oninput: () => this.seek(),
    });
    this.found = h("div", { id: "found" });
    this.pairings = h("section", {});
    this.standings = h("section", {});
    this.mine = h("section", { class: "mine" }, this.asked, this.found);
    /** The part of a player's own phone, once it is loaded. @type {import("./own.js").Own | null} */
    this.own = null;
    this.ownPlace = h("div", {});
    refill(root,
      h("header", {}, this.title, this.clock), this.banner, this.ownPlace, this.mine,
      h("div", { class: "lists" }, this.pairings, this.standings),
    );
    this.link = line("room", (message) => this.hear(message), () => this.draw());
    setInterval(() => this.tick(), 1_000);
    this.draw();
  }

  /** @param {any} message */
  hear(message) {
    if (message.type === "welcome") this.joined(message.event_id);
    if (message.type === "room") {
      this.latest = message;
      showBy(message.shift_ms);
      this.own?.room(message);
    }
    this.own?.hear(message);
    this.draw();
  }

  /** Load the own part after what everybody sees.
   * @param {string} event */
  async joined(event) {
    if (!this.own) {
      let part;
      try {
        part = await import("./own.js");
      } catch {
        // A page never gets a script that failed to load once; a new page does.
        setTimeout(() => location.reload(), ANEW_MS);
        return;
      }
      this.own = this.own ?? new part.Own({
        say: (message) => this.link.seal(message),
        challenge: () => this.link.challenge,
        link: this.link,
        now: () => (this.link.timeline.known ? this.link.timeline.now() : null),
        changed: (name) => this.turnTo(name),
      });
      refill(this.ownPlace, this.own.root);
      if (this.latest) this.own.room(this.latest);
    }
    this.own.joined(event);
  }

  /** Take the player whose phone this is; nobody's if the name is empty.
   * @param {string} name */
  turnTo(name) {
    this.mine.hidden = name !== "";
    if (name) this.asked.value = name;
    this.draw();
  }

  seek() {
    local.setItem(ME, this.asked.value);
    this.draw();
  }

  /** Whether a name is that of the signed-in player.
   * @param {string} name */
  isMe(name) {
    return this.asked.value.trim().length > 1 && begins(name, this.asked.value);
  }

  tick() {
    write(this.banner, lineWords(this.link));
    this.own?.tick();
    const { latest } = this;
    const { timeline } = this.link;
    if (!latest?.round_number) return write(this.clock, "");
    const said = [/*_*/`Round ${latest.round_number} ${STAGES[latest.stage] ?? ""}`];
    if (latest.stage === "started" && latest.started_ms && timeline.known) {
      /** @param {number} ms */
      const minutes = (ms) => Math.floor(Math.max(ms, 0) / 60_000);
      said.push(/*_*/`started ${timeOf(latest.started_ms)}`);
      if (latest.ends_ms) {
        const left = latest.ends_ms - timeline.now();
        said.push(left > 0 ? fill(wording.MINUTES_TO_GO, { minutes: minutes(left + 59_999) }) : /*_*/"the round’s time is over");
      } else said.push(/*_*/`${minutes(timeline.now() - latest.started_ms)} min ago`);
    }
    write(this.clock, said.join(" · "));
  }

  draw() {
    this.tick();
    const { latest } = this;
    if (!latest) return;
    write(this.title, latest.event || "Flagfall");
    document.title = latest.event || "Flagfall";
    this.drawMine(latest);
    this.drawPairings(latest);
    this.drawStandings(latest);
  }

  /** @param {RoomMessage} latest */
  drawMine(latest) {
    const mine = latest.pairings.filter((pairing) => SIDES.some((side) => this.isMe(pairing.names[side])));
    const cards = mine.slice(0, 4).map((pairing) => {
      const side = this.isMe(pairing.names.red) ? "red" : "blue";
      const them = pairing.names[side === "red" ? "blue" : "red"];
      return h("div", { class: "card found" },
        h("div", { class: "number" }, /*_*/`Table ${pairing.table}`),
        h("div", {}, h("span", { class: `chip ${side}` }, colour(side)), " ", h("bdi", {}, pairing.names[side])),
        h("div", { class: "muted" }, /*_*/`against ${them}`));
    });
    if (latest.bye && this.isMe(latest.bye))
      cards.push(h("div", { class: "card found" },
        h("div", { class: "number" }, /*_*/"Bye"), h("bdi", {}, /*_*/`${latest.bye} has no opponent this round.`)));
    if (!cards.length && this.asked.value.trim().length > 1 && latest.pairings.length)
      cards.push(h("p", { class: "muted" }, /*_*/"No player by that name is in this round."));
    refill(this.found, ...cards);
  }

  /** @param {RoomMessage} latest */
  drawPairings(latest) {
    const rows = latest.pairings.map((pairing) => {
      const me = SIDES.some((side) => this.isMe(pairing.names[side]));
      const who = SIDES.map((side) =>
        h("div", { class: `who${pairing.winner === side ? " won" : ""}` },
          h("span", { class: `chip ${side}` }, colour(side)),
          h("span", { class: "name", dir: "auto", title: pairing.names[side] }, pairing.names[side]),
          pairing.winner === side ? picture("trophy") : null));
      const said = pairing.winner ? /*_*/`${colour(pairing.winner)} won` : pairing.done ? /*_*/"Tie" : "";
      return h("div", { class: `pairing${me ? " me" : ""}` },
        h("b", { "aria-label": /*_*/`Table ${pairing.table}` }, pairing.table), ...who,
        h("span", { class: "said" }, said));
    });
    if (latest.bye)
      rows.push(h("div", { class: "pairing" }, h("b", {}, "–"),
        h("div", { class: "who" }, h("span", { class: "name", dir: "auto", title: latest.bye }, latest.bye)),
        h("div", { class: "who muted" }, /*_*/"Bye")));
    const title = latest.round_number ? /*_*/`Pairings of round ${latest.round_number}` : /*_*/"Pairings";
    const shown = rows.length ? rows : [h("p", { class: "empty" }, NOTHING)];
    refill(this.pairings, h("h2", {}, title), ...shown);
  }

  /** @param {RoomMessage} latest */
  drawStandings(latest) {
    if (!latest.standings.length) {
      refill(this.standings, h("h2", {}, /*_*/"Standings"), h("p", { class: "empty" }, BEFORE));
      return;
    }
    const head = [["#", "number", /*_*/"Place"], [/*_*/"Name", "name"], [/*_*/"TP", "number", wording.TOURNAMENT_POINTS],
      [/*_*/"SoS", "number", wording.STRENGTH_OF_SCHEDULE], [/*_*/"CP", "number least", wording.HOW_CONTROL_POINTS]];
    const armies = latest.armies !== false;
    if (armies) head.push([/*_*/"APD", "number least", wording.HOW_ARMY_POINTS_DESTROYED]);
    /** @param {Standing} row */
    const cells = (row) => [row.shared ? `${row.place}=` : row.place, row.name, row.tp, row.sos, row.cp, ...(armies ? [row.apd] : [])];
    const rows = latest.standings.map((row) =>
      h("tr", { class: this.isMe(row.name) ? "me" : "" },
        cells(row).map((cell, at) => {
          const named = at === 1 ? { title: cell, dir: "auto" } : {};
          return h("td", { class: head[at][1], ...named }, String(cell));
        })));
    refill(this.standings,
      h("h2", {}, /*_*/`Standings after round ${latest.standings_after}`),
      h("table", {},
        h("thead", {}, h("tr", {}, head.map(([words, kind, title]) =>
          h("th", { class: kind, title: title ?? null, scope: "col" }, words)))),
        h("tbody", {}, rows)));
  }
}

Object.assign(globalThis, { room: new Room(/** @type {HTMLElement} */ (document.getElementById("page"))) });
document.querySelector(".not-started")?.remove();
