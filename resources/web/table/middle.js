// The strip between the halves: each player's buttons, the interrupt, and the state of the connection.

import { SIDES, colour } from "../clock/deathclock.js";
import { button, h, picture, refill, write } from "../screen/dom.js";
import { strip } from "../clock/face.js";
import { ownerOf } from "./game.js";
import { hours, timeOf } from "../link/line.js";
import { hasLists } from "../sheets/cards.js";
import { padSteps } from "../scoring/scoring_pad.js";
import { finalResult } from "./verdict.js";
import { FORGETS, forgets } from "../link/storage.js";
import { byNumber, fill } from "../words/text.js";
import * as wording from "../words/wording.js";

const KEEPS_NOTHING = /*_*/"This browser saves nothing: do not reload while offline";
/** Browsers do not recover in the tab in which a reload failed. */
const LOST = /*_*/"page lost? Scan the code and open it in a new tab";

const HASTY_MS = 300; // a second touch of a button that has opened something
const FINGER = 24;
const AGAIN_MS = 400; // a second touch of a button that has the opposite meaning by then

export class Middle {
  /** Take `to`, the functions that buttons call: act(side, press), open(side, kind), brief(side), menu(). */
  constructor(to) {
    this.to = to;
    this.turns = null;
    this.canScore = false;
    this.linkWords = "";
    this.away = false;
    this.tools = Object.fromEntries(SIDES.map((side) => [side, this.toolsOf(side)]));
    this.lent = -AGAIN_MS;
    this.last = { timeStamp: -AGAIN_MS, clientX: 0, clientY: 0 };
    addEventListener("click", (event) => this.hasty(event) && event.stopImmediatePropagation(), true);
    this.interrupt = button("", (event) => this.lend(event.timeStamp), { kind: "interrupt" });
    this.about = h("span", { class: "about" });
    this.linked = h("span", { class: "linked", role: "status" });
    this.menu = button("", this.once(() => to.menu()), { kind: "menu-button", label: /*_*/"Menu" });
    this.menu.append(picture("menu"), h("span", {}, /*_*/"Menu"));
    const lines = h("p", { class: "lines" }, this.about, this.linked);
    this.element = h("div", { class: "middle" }, lines, this.interrupt, this.menu);
  }

  get elements() {
    return [...SIDES.map((side) => this.tools[side].element), this.element];
  }

  toolsOf(side) {
    const { act, open, brief } = this.to;
    const tool = (words, press) => button(words, this.once(press), { label: `${colour(side)}: ${words}` });
    const made = {
      score: tool(/*_*/"Score", () => (this.canScore ? open(side, "pad") : brief(side))),
      claim: tool(wording.END_GAME, () => open(side, "claim")),
      judge: tool(/*_*/"Judge", () => act(side, { type: "call_judge", side })),
      losses: tool(/*_*/"Losses", () => open(side, "losses")),
      extend: tool(wording.EXTEND_TURN, () => act(side, { type: "take_extension", side })),
      brought: tool(/*_*/"Lists", () => open(side, "brought")),
    };
    return { ...made, element: h("nav", { class: `tools ${side}`, "aria-label": colour(side) }, ...Object.values(made)) };
  }

  /** Call `press` with protection against an immediate second touch, which would close what the first opened, or press
   * what appeared there. */
  once(press) {
    return (event) => {
      this.last = event;
      press();
    };
  }

  hasty({ detail, timeStamp, clientX, clientY }) {
    const { last } = this;
    if (!detail || timeStamp >= last.timeStamp + HASTY_MS) return false; // a key press has no position
    return Math.hypot(clientX - last.clientX, clientY - last.clientY) < FINGER;
  }

  lend(stamp) {
    if (stamp < this.lent + AGAIN_MS) return;
    this.lent = stamp;
    const { play, switched } = this.game;
    const by = ownerOf(play);
    if (play.clock_holds && switched) {
      const { at_ms: switchMs, interrupt } = switched;
      this.to.act(by, { type: "read_switch", by, switch_ms: switchMs, interrupt: !interrupt });
    } else this.to.act(by, { type: play.interrupted ? "hand_back" : "interrupt" });
  }

  show(game, nowMs, table) {
    this.game = game;
    const { terms, play } = game;
    const shown = strip(game, nowMs);
    const result = finalResult(game);
    this.interrupt.hidden = !shown.interrupt;
    write(this.interrupt, shown.interrupt);
    this.interrupt.classList.toggle("turned", shown.asker === this.turns);
    this.element.classList.toggle("lends", Boolean(shown.interrupt));
    const said = [/*_*/`Table ${table.table}`, /*_*/`round ${table.round_number}`];
    if (this.away) said[1] = LOST;
    else {
      if (!game.secret && terms.scenario.name) said.push(terms.scenario.name.replace(/ /g, "\u00a0"));
      if (shown.ends !== null) said.push(fill(wording.EXPECTED_END, { time: timeOf(shown.ends) }));
    }
    write(this.about, said.join("\u00a0· "));
    const canScore = padSteps(game).length > 0 && result === null;
    this.canScore = canScore;
    for (const side of SIDES) {
      const { score, claim, judge, losses, extend, brought } = this.tools[side];
      brought.hidden = !hasLists(game);
      score.disabled = !canScore && !game.briefing;
      const words = canScore || !game.briefing ? /*_*/"Score" : /*_*/"Scenario";
      write(score, words);
      score.setAttribute("aria-label", `${colour(side)}: ${words}`);
      claim.disabled = !shown.claims;
      judge.disabled = play.judge_called;
      write(judge, play.judge_called ? /*_*/"Called" : /*_*/"Judge"); // the half says who called
      losses.hidden = result !== null || !SIDES.some((side) => game.armies[side].length);
      extend.hidden = !terms.time.extensions;
      extend.disabled = shown.extends !== side;
    }
  }

  /** Show the state of the connection: if it is lost, since when, and that nothing is lost. */
  showLink(link, queue, awake) {
    const waits = queue.marks.length;
    const presses = byNumber(/*_*/{ one: "1 press waits", other: "{count} presses wait" }, waits);
    let said = "";
    this.away = link.state === "away";
    if (this.away) {
      said = /*_*/`Offline since ${hours(link.sinceMs)}: the clock goes on here`;
      if (waits) said += ` · ${presses}`;
    }
    if (link.advice) said = waits ? `${link.advice} · ${presses}` : link.advice;
    const unkept = forgets || queue.fails;
    this.linkWords = [said || /*_*/"Connected to the organizer.", unkept && FORGETS].filter(Boolean).join(" ");
    const dark = awake.how === "no" && !said;
    if (unkept) said = said ? /*_*/`${said} · do not reload` : KEEPS_NOTHING;
    const words = dark && !said ? /*_*/"The screen may go dark: set its display timeout" : said;
    if (this.linked.dataset.words === words) return;
    this.linked.dataset.words = words;
    refill(this.linked, ...(words ? [picture(said ? "away" : "hourglass"), words] : []));
  }
}
