// The scoring pad on the screen: every press is saved at once.

import { SIDES, colour, other } from "../clock/deathclock.js";
import { button, count, h, picture, sheet } from "../screen/dom.js";
import { inProgress, ownerOf, questionOf, scoresOnceMore, winsNow } from "../table/game.js";
import { known, legend, mapOf } from "./map.js";
import { padOf, padSteps, pressed } from "./scoring_pad.js";
import { fill } from "../words/text.js";
import * as wording from "../words/wording.js";

const WORDS = {
  controlled: wording.CONTROLS,
  dominated: wording.DOMINATES,
  contested: wording.CONTESTS,
  destroyed: wording.DESTROYED_IT,
  met: "yes",
  arrived: wording.HAS_ARRIVED,
};
const COUNTED = {
  countdown: wording.TOKENS_REMOVED,
  tokens: wording.TOKENS_ADDED,
  journey: wording.INCHES_MOVED,
};

const isPlain = (row) => new Set([...row.offers.red, ...row.offers.blue]).size < 2;

function choicesOf(row) {
  return [
    ...row.offers.red.map((held) => ["red", held]),
    [null, null],
    ...row.offers.blue.map((held) => ["blue", held]).reverse(),
  ];
}

const holds = (row, [side, held]) =>
  side ? row.held.some((holding) => holding.side === side && holding.held === held) : !row.held.length;

export function padSheet(game, side, to) {
  const steps = padSteps(game);
  const step = steps.includes(to.local.step) ? to.local.step : (steps[0] ?? game.play.step);
  const pad = padOf(game, step);
  const entered = pad.rows.flatMap((row) => row.held);
  const send = (more) => to.act({
    type: "score_turn", by: side, step, holdings: entered, kill_box: pad.kill_box,
    points: pad.overruled, reason: "", caster_left: pad.caster_left, counted: countedOf(pad), ...more,
  });
  const choose = (row, [who, held]) =>
    send({ holdings: pressed(entered, row.key, who, held) });
  /** @type {(Node | Node[] | null)[]} */
  const rows = [vanishing(pad, side, to)];
  const counts = (/** @type {boolean} */ before) => pad.counts
    .filter((each) => (each.kind === "countdown") === before)
    .map((row) => countRow(pad, row, send));
  rows.push(...counts(true));
  if (pad.scores) rows.push(...pad.rows.map((row) => rowOf(row, choose, pad.ruling)), points(game, pad, send));
  rows.push(...counts(false));
  rows.push(killBox(pad, send), casterLeft(pad, send));
  const map = pad.scores && known(game.terms.scenario) &&
    mapOf(game.terms, game.play.first, side, entered, pad.gone,
      (key) => pad.ruling || nextHolder(pad, key, side, choose), pad.box);
  const wide = pad.rows.some((row) => !isPlain(row)) ? "wide" : "";
  const body = [
    h("p", { class: "total" }, total(pad), pad.after && ` ${pad.after}`),
    h("div", { class: "pad" },
      map && h("div", { class: "mapbox" }, map, legend()),
      h("div", { class: "rows" }, ...rows.flat().filter(Boolean))),
  ];
  return sheet(fill(wording.SCORE_TURN, { turn: pad.title }), body, footer(game, pad, steps, side, to),
    { kind: `scoring ${wide}` });
}

function rowOf(row, choose, ruling) {
  const choices = choicesOf(row).map((chosen) => {
    const [side] = chosen;
    const on = holds(row, chosen);
    const taken = side ? row.taken[side] : row.taken.red && row.taken.blue;
    const off = taken || Boolean(ruling);
    const who = side ? colour(side) : /*_*/"Nobody";
    const words = !side || isPlain(row) ? who : `${who} ${WORDS[chosen[1]]}`;
    return h("button", {
      type: "button",
      class: `choice ${side ?? "nobody"}`,
      "aria-pressed": String(on),
      "aria-label": `${row.name}: ${words}`,
      disabled: off,
      title: taken ? wording.SCORED_IN_EARLIER_TURN : null,
      onclick: () => choose(row, chosen),
    }, on && picture("tick"), words);
  });
  return h("div", { class: "row" },
    h("span", { class: "label" }, row.name),
    h("span", { class: "options" }, ...choices));
}

/** The tokens and moves that were entered. */
const countedOf = (pad) => pad.counts.filter((each) => each.number)
  .map(({ key, number }) => ({ key, number }));

/** A row for the tokens or inches of one element, entered in steps of one. */
function countRow(pad, row, send) {
  const words = fill(COUNTED[row.kind], { element: row.name, stands: row.stands });
  return count(words, row.number, (value) => {
    const number = Math.min(value, row.most);
    const others = countedOf(pad).filter((each) => each.key !== row.key);
    send({ counted: number ? [...others, { key: row.key, number }] : others });
  });
}

/** Give the element that was tapped on the map to the next side that can have it, then to nobody. */
function nextHolder(pad, key, side, choose) {
  const row = pad.rows.find((row) => row.key === key);
  if (!row) return;
  const open = choicesOf(row).filter(([who]) => who && !row.taken[who]);
  const mine = open.filter(([who]) => who === side);
  const order = [...mine, ...open.filter(([who]) => who !== side), [null, null]];
  const now = order.findIndex((each) => each[0] && holds(row, each));
  if (open.length) choose(row, order[(now + 1) % order.length]);
}

/** Fields for the points, if the scenario has no elements that the program can score. */
function points({ terms }, pad, send) {
  if (terms.scenario.elements.length || pad.ruling) return [];
  const now = pad.overruled ?? { red: 0, blue: 0 };
  return SIDES.map((side) =>
    count(fill(wording.CONTROL_POINTS_OF, { side: colour(side) }), now[side],
      (value) => send({ points: { ...now, [side]: value } })));
}

function killBox(pad, send) {
  if (!pad.kill_box_of) return null;
  const words = fill(wording.CASTER_ENDED_IN_THE_KILL_BOX, { side: colour(pad.kill_box_of) });
  return h("button", {
    type: "button",
    class: "choice box",
    "aria-pressed": String(pad.kill_box),
    disabled: Boolean(pad.ruling),
    onclick: () => send({ kill_box: !pad.kill_box }),
  }, pad.kill_box && picture("tick"), words);
}

/** A button for whether another caster is left. A caster destroyed by the kill box ends the game only if it was the
 * last one. */
function casterLeft(pad, send) {
  if (!pad.destroys || !pad.kill_box) return null;
  return h("button", {
    type: "button",
    class: "choice box",
    "aria-pressed": String(pad.caster_left),
    disabled: Boolean(pad.ruling),
    onclick: () => send({ caster_left: !pad.caster_left }),
  }, pad.caster_left && picture("tick"), fill(wording.HAS_ANOTHER_CASTER_LEFT, { side: colour(pad.kill_box_of) }));
}

function vanishing(pad, side, to) {
  if (!pad.vanishing.length) return null;
  const gone = ([key, name]) =>
    h("button", {
      type: "button",
      class: "choice",
      "aria-pressed": String(key === pad.removed),
      onclick: () => to.act({ type: "remove_element", by: side, key }),
    }, key === pad.removed && picture("tick"), name);
  const asks = pad.removed === null ? wording.WHICH_ONE_LEAVES : wording.LEFT_TABLE;
  return h("div", { class: "row" },
    h("span", { class: "label" }, asks),
    h("span", { class: "options" }, ...pad.vanishing.map(gone)));
}

function total(pad) {
  if (pad.ruling) {
    const { red, blue } = pad.overruled;
    const why = pad.ruling.replace(/\.+$/, "");
    return `${fill(wording.NUMBERS_SET, { red, blue, why })} ${wording.CALL_IF_WRONG}`;
  }
  if (!pad.scores && !pad.kill_box_of) return wording.NOTHING_SCORES_IN_THIS_TURN_YET;
  return fill(wording.NUMBERS_WITH_THIS_TURN, { ...pad.total, win: pad.win });
}

function footer(game, pad, steps, side, to) {
  const { terms, play } = game;
  const place = steps.indexOf(pad.step);
  const go = (places) => () => to.set({ step: steps[place + places] });
  const ahead = winsNow(terms, play, side);
  const mine = ownerOf(play) === side && ahead;
  const question = questionOf(play);
  const wins = terms.victory.armies && mine && pad.step === play.step && inProgress(play) && !question;
  const claim = { type: "make_claim", by: side, claim: "scenario", side };
  const lost = { type: "answer", side, question: "clock_out", agrees: false };
  const flagged = question === "clock_out" && play.flag.side === side;
  return [
    steps.length > 1 && button(wording.EARLIER_TURN, go(1), { disabled: place + 1 >= steps.length }),
    steps.length > 1 && button(wording.LATER_TURN, go(-1), { disabled: place <= 0 }),
    game.briefing && button(wording.WHAT_COUNTS, to.brief),
    SIDES.some((side) => game.armies?.[side].length > 0) && button(/*_*/"Losses", () => to.open("losses")),
    flagged && !ahead && !scoresOnceMore(terms) &&
      button(wording.I_LOSE_BY_CLOCK_OUT, () => to.act(lost), { kind: "danger" }),
    wins && button(fill(wording.SCENARIO_WIN_ASK, { side: colour(other(side)) }), () => to.act(claim),
      { kind: "primary" }),
    button(/*_*/"Done", to.leave, { kind: "primary" }),
  ];
}
