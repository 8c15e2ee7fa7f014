// A player's own phone: signing in and up, their table, lists, check-in, reports and record.

import { SIDES, colour, other, remaining, wholeSeconds } from "../clock/deathclock.js";
import { answerTo, isOurs } from "../link/boxes.js";
import { local } from "../link/storage.js";
import * as wording from "../words/all_wording.js";
import { Camera, TAKE_PHOTO } from "../screen/camera.js";
import { button, h, picture, refill, write } from "../screen/dom.js";
import { byNumber } from "../words/text.js";
import { MatchUpForm } from "./match_up.js";
import { teamParts } from "./team.js";

/** @typedef {{ winner: Engine.Side | null, how: string, cp: Engine.Pair<number>, apd: Engine.Pair<number> }} Result */
/** @typedef {Result & { words: string }} Phoned */
/** The classes of these names in `app/views/event/phones.py` and `record.py`.
 * @typedef {{ game: number, round_number: number, table: number, side: Engine.Side, names: Engine.Pair<string>,
 *   scenario: string, ends: string[], ways: [string, string][], mine: Phoned | null, theirs: Phoned | null,
 *   contradicted: boolean, result: string, waits: string, photos: number, takes_photo: boolean }} OwnGame */
/** @typedef {{ round_number: number, opponent: string, result: string, cp: string, apd: string }} RecordRow */
/** @typedef {{ player: number, name: string, club: string, faction: string, status: string, here: boolean,
 *   left: boolean, may_check_in: boolean, asks_to_drop: boolean, list_titles: string[], list_lines: string[][],
 *   list_doubts: string[], may_send_lists: boolean, game: OwnGame | null, bye: number, record: RecordRow[],
 *   match: import("./match_up.js").OwnMatch | null, team: import("./team.js").OwnTeam | null,
 *   met: string, met_titles: string[], met_lines: string[][] }} OwnPage */
/** The messages of these names in `app/web/protocol/messages.py`.
 * @typedef {{ type: "own", page: OwnPage | null, clock: Engine.DeathClock | null, waits: string }} OwnMessage */
/** @typedef {{ type: "signed_in", player: number, name: string, key: string, applicant: number }} SignedIn */
/** @typedef {{ number: number, titles: string[], lines: string[][], doubts: string[], fault: string }} ListsRead */
/** @typedef {{ number: number, done: boolean, sentence: string, insistable: boolean }} Ordered */
/** @typedef {{ player: number, key: string, applicant: number, event: string }} Kept */
/** The parts of the page that the own part needs.
 * @typedef {{ say: (message: object) => void, now: () => number | null, changed: (name: string) => void,
 *   challenge: () => import("../link/boxes.js").Challenge | undefined,
 *   link: { state: string, seal: (message: object) => unknown } }} Around */

const KEPT = "flagfall-phone";
const DRAFT = "flagfall-lists";
const MOST_TEXT = 10_000;
const PAUSE_MS = 600; // milliseconds after the last key before a text of lists is read
const BUSY_MS = 2_000;
const AGAIN = /*_*/"Send it anyway";
const PHOTOS_THERE = /*_*/{ one: "The organizer has {count} photo of your slip.", other: "The organizer has {count} photos of your slip." };
const SCAN =
  /*_*/"For your own page, scan the sign for phones, or the code on your strip of paper. Then this page can tell the" +
  " organizer’s computer from others on this Wi-Fi.";

/** A labelled field.
 * @param {string} words
 * @param {HTMLElement} field */
const labelled = (words, field) => h("label", { class: "field" }, h("span", {}, words), field);

/** @param {string} words */
const spoken = (words) => h("p", { class: "spoken", role: "alert" }, words);

/** The time left, without tenths.
 * @param {number} ms */
const clockWords = (ms) => wholeSeconds(Math.ceil(Math.max(ms, 0) / 1_000));

/** A text area for army lists that is read while somebody types. */
class ListsField {
  /** @param {(text: string) => void} ask asks the server how the text is understood */
  constructor(ask) {
    this.ask = ask;
    this.reading = h("div", { class: "reading", "aria-live": "polite" });
    this.area = h("textarea", {
      rows: 8, spellcheck: "false", autocapitalize: "off", oninput: () => this.edited(),
      placeholder: /*_*/"One entry a line, or paste a list builder’s text. Begin a second list with “List 2”.",
    });
    this.area.value = local.getItem(DRAFT) ?? "";
    this.root = h("div", { class: "field" }, labelled(/*_*/"Your lists", this.area), this.reading);
  }

  /** The text without characters that no list contains. */
  get text() {
    // deno-lint-ignore no-control-regex
    return this.area.value.replace(/[\u0000-\u0008\u000b-\u001f]/g, "");
  }

  /** Why the text is not sent at all; empty if it may be sent. */
  get fault() {
    const { length } = this.text;
    return length > MOST_TEXT
      ? /*_*/`That is too long for army lists: ${length} characters, and at most ${MOST_TEXT}. Nothing was sent.`
      : "";
  }

  edited() {
    clearTimeout(this.soon);
    if (this.fault) return this.show({ number: 0, titles: [], lines: [], doubts: [], fault: this.fault });
    local.setItem(DRAFT, this.area.value);
    if (!this.text.trim()) return refill(this.reading);
    this.later(PAUSE_MS);
  }

  /** Request the reading once nobody types, or again after the server was busy. */
  later(ms = BUSY_MS) {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.ask(this.text), ms);
  }

  /** @param {ListsRead} read */
  show(read) {
    refill(this.reading,
      read.fault ? spoken(read.fault) : h("p", { class: "muted" }, /*_*/"Understood as:"),
      ...listsShown(read.titles, read.lines, read.doubts));
  }

  clear() {
    local.removeItem(DRAFT);
    this.area.value = "";
    refill(this.reading);
  }
}

/** @param {string[]} titles
 * @param {string[][]} lines
 * @param {string[]} doubts */
function listsShown(titles, lines, doubts) {
  const lists = titles.map((title, at) => h("details", {},
    h("summary", {}, title), h("ul", {}, lines[at].map((line) => h("li", { dir: "auto" }, line)))));
  const doubted = doubts.length
    ? [h("p", { class: "doubts" }, /*_*/"Check this. You can send the lists anyway:"),
      h("ul", { class: "doubts" }, doubts.map((doubt) => h("li", { dir: "auto" }, doubt)))]
    : [];
  return [...lists, ...doubted];
}

/** @param {Engine.Pair<HTMLElement>} fields
 * @returns {Engine.Pair<HTMLElement>} */
const cellsOf = (fields) => ({ red: h("td", {}, fields.red), blue: h("td", {}, fields.blue) });

/** The form of a result. */
class ReportForm {
  /** @param {(result: Result, insist: boolean) => void} send */
  constructor(send) {
    this.send = send;
    /** @type {Engine.Side | "tie" | null} */
    this.winner = null;
    this.winners = h("div", { class: "winners", role: "group", "aria-label": /*_*/"Who won?" });
    this.how = h("select", { "aria-label": /*_*/"How was it won?" });
    /** @param {string} label */
    const number = (label) => h("input", { type: "number", inputmode: "numeric", min: "0", max: "999", value: "0", "aria-label": label,
      onfocus: (/** @type {any} */ event) => event.target.select() });
    this.cp = { red: number(/*_*/"Control points of Red"), blue: number(/*_*/"Control points of Blue") };
    this.apd = { red: number(/*_*/"Army points destroyed by Red"), blue: number(/*_*/"Army points destroyed by Blue") };
    this.heads = { red: h("th", { scope: "col" }), blue: h("th", { scope: "col" }) };
    this.said = spoken("");
    this.button = button(/*_*/"Send result", () => this.press(), { kind: "primary" });
    this.insists = false;
    this.howField = labelled(/*_*/"How was it won?", this.how);
    /** The cells of each row by side: the player's own side first, then the other.
     * @type {Engine.Pair<HTMLElement>[]} */
    this.cells = [this.heads, cellsOf(this.cp), cellsOf(this.apd)];
    /** @type {HTMLElement[]} */
    this.rows = [h("tr", {}, h("th", {})), h("tr", {}, h("th", { scope: "row" }, /*_*/"Control points")),
      h("tr", {}, h("th", { scope: "row" }, /*_*/"Army points destroyed"))];
    /** @type {Engine.Side | null} */
    this.side = null;
    this.root = h("div", { class: "form" }, this.winners, this.howField,
      h("table", { class: "points" }, h("thead", {}, this.rows[0]), h("tbody", {}, ...this.rows.slice(1))),
      this.said, this.button);
    this.root.addEventListener("input", () => this.insist(false));
    this.game = 0;
  }

  /** @param {OwnGame} game */
  show(game) {
    if (this.game !== game.game) {
      this.game = game.game;
      this.winner = null;
      for (const side of SIDES) this.cp[side].value = this.apd[side].value = "0";
      refill(this.how, h("option", { value: "" }, /*_*/"Choose…"), ...game.ways.filter(([how]) => how !== "tie").map(([how, words]) => h("option", { value: how }, words)));
      this.said.textContent = "";
      this.insist(false);
    }
    if (this.side !== game.side) {
      this.side = game.side;
      this.rows.forEach((row, at) => row.append(this.cells[at][game.side], this.cells[at][other(game.side)]));
    }
    for (const side of SIDES) write(this.heads[side], side === game.side ? /*_*/"You" : /*_*/"Opponent");
    const choices = /** @type {(Engine.Side | "tie")[]} */ ([game.side, other(game.side), "tie"]);
    refill(this.winners, ...choices.map((choice) => {
      const words = choice === "tie" ? /*_*/"Tie" : choice === game.side ? /*_*/"I won" : /*_*/`${game.names[choice]} won`;
      return button(words, () => this.choose(choice, game), { "aria-pressed": String(this.winner === choice) });
    }));
    this.howField.hidden = this.winner === "tie";
  }

  /** @param {Engine.Side | "tie"} choice
   * @param {OwnGame} game */
  choose(choice, game) {
    this.winner = choice;
    this.insist(false);
    this.show(game);
    /** @type {HTMLElement | null} */ (this.winners.querySelector('[aria-pressed="true"]'))?.focus();
  }

  /** @param {boolean} wanted */
  insist(wanted) {
    this.insists = wanted;
    write(this.button, wanted ? AGAIN : /*_*/"Send result");
    if (!wanted) this.said.textContent = "";
  }

  press() {
    if (!this.winner) {
      this.said.textContent = /*_*/"Choose who won first.";
      return;
    }
    if (this.winner !== "tie" && !this.how.value) {
      this.said.textContent = /*_*/"Choose how it was won first.";
      return;
    }
    /** @param {Engine.Pair<HTMLInputElement>} fields */
    const numbers = (fields) => ({ red: Math.max(Math.trunc(Number(fields.red.value)) || 0, 0), blue: Math.max(Math.trunc(Number(fields.blue.value)) || 0, 0) });
    const tie = this.winner === "tie";
    const result = {
      winner: this.winner === "tie" ? null : this.winner, how: tie ? "tie" : this.how.value,
      cp: numbers(this.cp), apd: numbers(this.apd),
    };
    if (Math.max(...Object.values(result.cp), ...Object.values(result.apd)) > 9_999) {
      this.said.textContent = /*_*/"Those points cannot be right. Enter at most 999.";
      return;
    }
    this.send(result, this.insists);
  }

  /** @param {Ordered} answer */
  answered(answer) {
    if (answer.done) return this.insist(false);
    this.insist(answer.insistable);
    this.said.textContent = answer.sentence;
  }
}

export class Own {
  /** @param {Around} around */
  constructor(around) {
    this.around = around;
    this.number = 0;
    /** @type {Map<number, (answer: any) => void>} */
    this.asked = new Map();
    this.event = "";
    /** @type {OwnMessage | null} */
    this.own = null;
    /** @type {{ number: number, name: string }[]} */
    this.players = [];
    this.signUp = false;
    this.armies = true;
    /** Each faction with its armies. @type {[string, string[]][]} */
    this.factionArmies = [];
    this.ours = true; // whether this is the organizer's computer, as far as the scanned code shows
    this.form = ""; // "in", "up" or empty
    this.changing = false; // whether a result that was sent already is being changed
    this.said = spoken("");
    this.camera = new Camera(around.link, (words) => write(this.photoSaid, words));
    /** The game that the words are about. @type {number} */
    this.photoOf = 0;
    this.photoSaid = h("p", { class: "muted", role: "status" });
    this.matchUp = new MatchUpForm((act) => this.act(act, (answer) => this.tell(answer)), () => this.draw());
    this.report = new ReportForm((result, insist) => this.sendReport(result, insist));
    this.lists = new ListsField((text) => this.read(text, this.lists, ""));
    this.clock = h("p", { class: "clock", role: "timer" });
    this.makeForms();
    this.signedOut = h("section", { class: "own" });
    this.page = h("section", { class: "own", "aria-label": /*_*/"Your page" });
    this.root = h("div", {}, this.said, this.signedOut, this.page);
    /** The present content of each part as text. A part with the same content is not redrawn under a finger.
     * @type {Record<string, string>} */
    this.drawn = {};
    this.parts = Object.fromEntries(["head", "match", "game", "team", "met", "here", "lists", "record", "drop"].map((name) => [name, h("div", { class: "card part" })]));
    this.page.append(...Object.values(this.parts));
    this.draw();
  }

  makeForms() {
    this.who = h("select", { required: true });
    this.code = h("input", {
      autocomplete: "one-time-code", autocapitalize: "characters", spellcheck: "false", maxlength: "12", required: true,
    });
    this.inForm = h("form", { class: "card form", onsubmit: (/** @type {Event} */ event) => this.signIn(event) },
      labelled(/*_*/"Your name", this.who), labelled(/*_*/"Your code", this.code),
      h("p", { class: "muted" }, /*_*/"The code is on the strip of paper that the organizer handed you. If you have none, ask."),
      h("button", { class: "primary" }, /*_*/"Sign in"), button(/*_*/"Cancel", () => this.open("")));
    const text = () => h("input", { maxlength: "100", autocomplete: "off" });
    this.fields = { name: text(), club: text(), faction: text(), army: text(), team: text() };
    this.teams = h("datalist", { id: "teams" });
    this.fields.team.setAttribute("list", this.teams.id);
    this.factions = h("datalist", { id: "factions" });
    this.fields.faction.setAttribute("list", this.factions.id);
    this.armyChoices = h("datalist", { id: "armies" });
    this.fields.army.setAttribute("list", this.armyChoices.id);
    this.armyField = labelled(/*_*/"Army", this.fields.army);
    this.fields.faction.addEventListener("input", () => this.offerArmies());
    this.teamField = labelled(/*_*/"Team", this.fields.team);
    this.teamField.hidden = true;
    this.fields.name.required = true;
    this.fields.name.autocomplete = "name";
    this.newLists = new ListsField((words) => this.read(words, this.newLists, this.fields?.faction.value ?? ""));
    this.factionField = labelled(/*_*/"Faction", this.fields.faction);
    this.listsLater = h("p", { class: "muted" }, /*_*/"You can send your lists later, too.");
    this.upForm = h("form", { class: "card form", onsubmit: (/** @type {Event} */ event) => this.apply(event) },
      labelled(/*_*/"Your name", this.fields.name), labelled(/*_*/"Club", this.fields.club),
      this.factionField, this.factions, this.armyField, this.armyChoices, this.teamField, this.teams, this.newLists.root, this.listsLater,
      h("button", { class: "primary" }, /*_*/"Sign up"), button(/*_*/"Cancel", () => this.open("")));
  }

  /** Switch to an event. Another event forgets who was signed in on this phone.
   * @param {string} event */
  joined(event) {
    this.event = event;
    const kept = this.kept();
    const challenge = this.around.challenge();
    this.ours = isOurs(challenge);
    if (!kept || !challenge || !this.ours) return this.draw();
    const { player, key, applicant } = kept;
    const answer = answerTo(key, challenge);
    this.around.say(applicant ? { type: "sign_in", applicant, answer } : { type: "sign_in", player, answer });
  }

  /** @returns {Kept | null} */
  kept() {
    try {
      const kept = JSON.parse(local.getItem(KEPT) ?? "null");
      return kept?.event === this.event ? kept : null;
    } catch {
      return null;
    }
  }

  /** Take what everybody may see of the event.
   * @param {{ players?: { number: number, name: string }[], sign_up?: boolean, teams?: string[] | null,
   *   factions?: string[], faction_armies?: string[][], armies?: boolean }} message */
  room(message) {
    this.showArmies(message.armies !== false);
    const players = message.players ?? [];
    if (JSON.stringify(players) !== JSON.stringify(this.players)) {
      const chosen = this.who?.value;
      refill(this.who, h("option", { value: "" }, /*_*/"Choose…"), ...players.map(({ number, name }) => h("option", { value: number }, name)));
      if (this.who && chosen) this.who.value = chosen;
    }
    this.players = players;
    this.signUp = Boolean(message.sign_up);
    if (this.teamField) this.teamField.hidden = !message.teams;
    refill(this.factions, ...(message.factions ?? []).map((name) => h("option", { value: name })));
    this.factionArmies = (message.factions ?? []).map((name, place) => [name, message.faction_armies?.[place] ?? []]);
    if (this.armyField) this.armyField.hidden = !message.armies || !message.faction_armies?.length;
    this.offerArmies();
    refill(this.teams, ...(message.teams ?? []).map((name) => h("option", { value: name })));
    this.draw();
  }

  /** The armies of the faction in the field, or of all factions. */
  offerArmies() {
    const faction = this.fields?.faction.value.trim().toLowerCase();
    const own = this.factionArmies.filter(([name]) => name.toLowerCase() === faction);
    const names = (own.length ? own : this.factionArmies).flatMap(([, armies]) => armies);
    refill(this.armyChoices, ...names.map((name) => h("option", { value: name })));
  }

  /** Show the fields for factions, lists and army points if players have armies.
   * @param {boolean} armies */
  showArmies(armies) {
    this.armies = armies;
    this.report.rows[2].hidden = !armies;
    for (const part of [this.factionField, this.newLists?.root, this.listsLater]) if (part) part.hidden = !armies;
  }

  /** @param {any} message */
  hear(message) {
    /** @type {Record<string, () => void>} */
    const known = {
      signed_in: () => this.signedIn(message),
      also: () => (this.said.textContent = message.sentence),
      signed_out: () => this.leave(message.sentence),
      own: () => this.shown(message),
      ordered: () => this.answered(message),
      lists_read: () => this.answered(message),
    };
    known[message.type]?.();
    this.camera.hear(message);
  }

  /** @param {SignedIn} message */
  signedIn({ player, key, applicant, name }) {
    local.setItem(KEPT, JSON.stringify({ player, key, applicant, event: this.event }));
    this.form = "";
    this.said.textContent = "";
    if (this.code) this.code.value = "";
    if (player) this.around.changed(name);
    this.draw();
  }

  /** @param {string} sentence */
  leave(sentence) {
    if (this.own || !this.form) local.removeItem(KEPT);
    if (this.own) this.drawn = {};
    this.own = null;
    this.said.textContent = sentence;
    this.around.changed("");
    this.draw();
  }

  /** @param {OwnMessage} message */
  shown(message) {
    if (message.page && this.own && !this.own.page) this.said.textContent = "";
    const before = this.own?.page?.game;
    const after = message.page?.game;
    const reported = JSON.stringify(before?.mine) !== JSON.stringify(after?.mine);
    if (reported) this.changing = false;
    this.own = message;
    this.draw();
    // The form that was sent has disappeared; what replaces it may be out of sight.
    if (reported && before && after) this.parts.game?.scrollIntoView({ block: "nearest" });
  }

  /** Send a request that is answered by its number.
   * @param {object} message
   * @param {(answer: any) => void} then */
  ask(message, then) {
    this.number += 1;
    this.asked.set(this.number, then);
    this.around.say({ ...message, number: this.number });
  }

  /** @param {{ number: number }} answer */
  answered(answer) {
    const then = this.asked.get(answer.number);
    this.asked.delete(answer.number);
    then?.(answer);
  }

  /** @param {object} act
   * @param {(answer: Ordered) => void} then */
  act(act, then, insist = false) {
    this.ask({ type: "player", act, insist }, then);
  }

  /** Show why the desk refused.
   * @param {Ordered} answer */
  tell(answer) {
    this.said.textContent = answer.done ? "" : answer.sentence;
    if (!answer.done) this.said.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} form */
  open(form) {
    this.form = form;
    this.said.textContent = "";
    this.draw();
    if (form === "in") this.who?.focus();
    if (form === "up") this.fields?.name.focus();
  }

  /** @param {Event} event */
  signIn(event) {
    event.preventDefault();
    this.around.say({ type: "sign_in", player: Number(this.who?.value), code: this.code?.value ?? "" });
  }

  /** @param {Event} event */
  apply(event) {
    event.preventDefault();
    const { fields, newLists } = this;
    if (!fields || !newLists) return;
    if (newLists.fault) {
      this.said.textContent = newLists.fault;
      return;
    }
    const [name, club, faction, army, team] = [fields.name, fields.club, fields.faction, fields.army, fields.team].map((field) => field.value);
    this.ask({ type: "sign_up", name, club, faction, army, team, lists: newLists.text }, (/** @type {Ordered} */ answer) => {
      if (answer.done) newLists.clear();
      this.tell(answer);
    });
  }

  /** @param {string} text
   * @param {ListsField | undefined} field
   * @param {string} faction */
  read(text, field, faction) {
    this.ask({ type: "read_lists", text, faction }, (read) => field?.text === text && (read.busy ? field.later() : field.show(read)));
  }

  /** @param {Result} result
   * @param {boolean} insist */
  sendReport(result, insist) {
    const game = this.own?.page?.game;
    if (!game) return;
    this.act({ type: "report", game: game.game, ...result }, (answer) => this.report.answered(answer), insist);
  }

  /** @param {OwnGame} game
   * @param {Phoned} theirs */
  confirm(game, { winner, how, cp, apd }) {
    this.act({ type: "report", game: game.game, winner, how, cp, apd }, (answer) => this.tell(answer));
  }

  sendLists() {
    if (this.lists.fault) return this.lists.edited();
    this.act({ type: "lists", text: this.lists.text }, (answer) => {
      if (answer.done) this.lists.clear();
      else this.lists.show({ number: 0, titles: [], lines: [], doubts: [], fault: answer.sentence });
    });
  }

  signOut() {
    this.around.say({ type: "sign_out" });
    local.removeItem(KEPT);
    this.leave("");
  }

  tick() {
    const clock = this.own?.clock, game = this.own?.page?.game, now = this.around.now();
    if (!clock || !game || now === null) return write(this.clock, "");
    write(this.clock, SIDES.map((side) => `${game.names[side]} ${clockWords(remaining(clock, side, now))}`).join(" · "));
  }

  draw() {
    const page = this.own?.page;
    this.signedOut.hidden = Boolean(page);
    this.page.hidden = !page;
    if (page) this.drawPage(page);
    else this.drawSignedOut();
    this.tick();
  }

  drawSignedOut() {
    const waits = this.own?.waits ?? "";
    const strange = !this.ours && (this.players.length > 0 || this.signUp);
    const shown = strange ? "scan" : waits ? "waits" + waits : this.form || `none${this.players.length > 0}${this.signUp}`;
    if (this.drawn.out === shown) return;
    this.drawn.out = shown;
    const forms = { in: this.inForm, up: this.upForm };
    const form = waits ? null : forms[/** @type {"in" | "up"} */ (this.form)];
    const choices = [
      this.players.length ? button(/*_*/"Sign in to your page", () => this.open("in"), { kind: "primary" }) : null,
      this.signUp ? button(wording.SIGN_UP_FOR_THIS, () => this.open("up")) : null,
    ];
    const waiting = h("div", { class: "card form" }, h("p", { role: "status" }, waits), button(/*_*/"Sign up somebody else", () => this.signOut()));
    const scan = h("p", { class: "card form", role: "status" }, SCAN);
    refill(this.signedOut, strange ? scan : waits ? waiting : form ?? h("div", { class: "choices" }, ...choices));
  }

  /** Redraw a part if its content has changed.
   * @param {string} name
   * @param {unknown} shown
   * @param {() => (HTMLElement | null | false)[]} make */
  part(name, shown, make) {
    const text = JSON.stringify(shown);
    if (this.drawn[name] === text) return;
    this.drawn[name] = text;
    const made = make().filter(Boolean);
    this.parts[name].hidden = !made.length;
    refill(this.parts[name], .../** @type {HTMLElement[]} */ (made));
  }

  /** @param {OwnPage} page */
  drawPage(page) {
    const { game } = page;
    this.part("head", [page.name, page.club, page.faction, page.status], () => [
      h("h2", { dir: "auto" }, page.name),
      h("p", { class: "muted" }, [page.club, page.faction, page.status].filter(Boolean).join(" · ")),
      button(/*_*/"Sign out", () => this.signOut(), { kind: "small" })]);
    this.part("match", [page.match, this.matchUp.shown], () => page.match ? this.matchUp.parts(page.match) : []);
    this.part("game", [game, page.bye, this.changing], () => game ? this.gameParts(game)
      : page.bye ? [h("div", { class: "number" }, /*_*/"Bye"), h("p", {}, /*_*/`You have no opponent in round ${page.bye}.`)] : []);
    this.part("team", page.team, () => page.team ? teamParts(page.team) : []);
    this.part("met", [page.met, page.met_titles, page.met_lines], () => this.metParts(page));
    this.part("here", page.may_check_in, () => page.may_check_in
      ? [h("p", {}, /*_*/"Are you in the hall?"), button(/*_*/"Check in", () => this.act({ type: "check_in" }, (answer) => this.tell(answer)), { kind: "primary" })]
      : []);
    const lists = [this.armies, page.list_titles, page.list_lines, page.list_doubts, page.may_send_lists];
    this.part("lists", lists, () => this.armies ? this.listParts(page) : []);
    this.part("record", [this.armies, page.record], () => this.recordParts(page));
    this.part("drop", [page.asks_to_drop, page.left], () => this.dropParts(page));
  }

  /** The slip that both players have signed, as a photo for the organizer.
   * @param {OwnGame} game */
  photoParts(game) {
    if (!game.takes_photo) return [];
    if (this.photoOf !== game.game) write(this.photoSaid, "");
    this.photoOf = game.game;
    const there = game.photos ? h("p", { class: "muted" }, byNumber(PHOTOS_THERE, game.photos)) : null;
    return [there, button(TAKE_PHOTO, () => this.camera.take(this.root, game.game)), this.photoSaid];
  }

  /** @param {OwnGame} game */
  gameParts(game) {
    return [...this.endParts(game), ...this.photoParts(game)];
  }

  /** @param {OwnGame} game */
  endParts(game) {
    const them = game.names[other(game.side)];
    const head = [
      h("div", { class: "number" }, /*_*/`Table ${game.table}`),
      h("p", {}, h("span", { class: `chip ${game.side}` }, colour(game.side)), " ", h("b", {}, /*_*/`against ${them}`)),
      game.scenario ? h("p", {}, /*_*/`Scenario: ${game.scenario}`) : null, this.clock,
    ];
    if (game.result) return [...head, h("p", { class: "result" }, picture("tick"), " ", h("span", {}, game.result))];
    const ends = game.ends.length ? h("details", {}, h("summary", {}, wording.HOW_THIS_GAME_ENDS),
      h("ul", {}, game.ends.map((line) => h("li", {}, line)))) : null;
    if (game.waits) return [...head, h("p", { class: "muted" }, game.waits), ends];
    return [...head, ...this.reportParts(game, them), ends];
  }

  /** @param {OwnGame} game
   * @param {string} them */
  reportParts(game, them) {
    const { mine, theirs } = game;
    const change = button(/*_*/"Change my report", () => { this.changing = true; this.draw(); });
    this.report.show(game);
    const form = [h("h3", {}, /*_*/"How did it end?"), this.report.root];
    const reported = theirs ? h("p", { role: "status" }, /*_*/`${them} reported: ${theirs.words}`) : null;
    const confirm = theirs ? button(/*_*/"Confirm this result", () => this.confirm(game, theirs), { kind: "primary" }) : null;
    if (this.changing) return [reported, ...form];
    if (game.contradicted && mine)
      return [h("p", { class: "doubts", role: "alert" }, /*_*/"Your reports differ. The organizer has been called to your table."),
        reported, h("p", {}, /*_*/`You reported: ${mine.words}`), confirm, change];
    if (mine) return [h("p", { role: "status" }, /*_*/`You reported: ${mine.words}`), h("p", { class: "muted" }, /*_*/`${them} has to confirm it on their phone.`), change];
    if (theirs) return [reported, confirm, button(/*_*/"That is not right", () => { this.changing = true; this.draw(); })];
    return form;
  }

  /** What a captain sees of the opponent's team.
   * @param {OwnPage} page */
  metParts(page) {
    if (!page.met) return [];
    const none = page.met_titles.length ? [] : [h("p", { class: "muted" }, /*_*/"The desk has no list of theirs yet.")];
    return [h("h3", { dir: "auto" }, /*_*/`Lists of ${page.met}`), ...none, ...listsShown(page.met_titles, page.met_lines, [])];
  }

  /** @param {OwnPage} page */
  listParts(page) {
    const shown = listsShown(page.list_titles, page.list_lines, []);
    const doubts = page.list_doubts.length
      ? [h("p", { class: "doubts" }, /*_*/"The organizer will look at this:"), h("ul", { class: "doubts" }, page.list_doubts.map((doubt) => h("li", { dir: "auto" }, doubt)))] : [];
    const none = page.list_titles.length ? [] : [h("p", { class: "muted" }, /*_*/"The desk has no list of yours yet.")];
    const form = page.may_send_lists
      ? [h("details", { open: !page.list_titles.length },
        h("summary", {}, page.list_titles.length ? /*_*/"Send other lists" : /*_*/"Send your lists"), this.lists.root,
        button(/*_*/"Send lists", () => this.sendLists(), { kind: "primary" }))] : [];
    return [h("h3", {}, /*_*/"Your lists"), ...none, ...shown, ...doubts, ...form];
  }

  /** @param {OwnPage} page */
  recordParts(page) {
    if (!page.record.length) return [];
    const heads = [/*_*/"Round", /*_*/"Opponent", /*_*/"Result", /*_*/"CP", ...(this.armies ? [/*_*/"APD"] : [])];
    /** @param {RecordRow} row */
    const cells = (row) => [row.round_number, row.opponent, row.result, row.cp, ...(this.armies ? [row.apd] : [])];
    return [h("h3", {}, /*_*/"Your games"), h("table", { class: "record" },
      h("thead", {}, h("tr", {}, heads.map((words) => h("th", { scope: "col" }, words)))),
      h("tbody", {}, page.record.map((row) => h("tr", {},
        cells(row).map((cell) => h("td", { dir: "auto" }, String(cell)))))))];
  }

  /** @param {OwnPage} page */
  dropParts(page) {
    if (page.left) return [];
    /** @param {boolean} wanted */
    const drop = (wanted) => this.act({ type: "drop", wanted }, (answer) => this.tell(answer));
    if (page.asks_to_drop)
      return [h("p", { role: "status" }, /*_*/"You have asked to drop. The organizer will answer."), button(/*_*/"Stay in the event", () => drop(false))];
    return [h("details", {}, h("summary", {}, /*_*/"Leave the event"),
      h("p", {}, /*_*/"The organizer takes you out of later rounds. Play or report the present game first."),
      button(/*_*/"Ask to drop", () => drop(true), { kind: "danger" }))];
  }
}
