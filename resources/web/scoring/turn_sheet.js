// The pad of a turn on the screen: Red on the left, Blue on the right, the element in between. One button saves it.

import { SIDES, colour, other, owner, stepWords } from "../clock/deathclock.js";
import { button, h, s } from "../screen/dom.js";
import { ownerOf, soleScorer, ticking } from "../table/game.js";
import { killBoxCounts, killBoxInches } from "./scoring.js";
import { overrules, padSteps } from "./scoring_pad.js";
import * as pad from "./turn_pad.js";
import { fill } from "../words/text.js";
import * as wording from "../words/turn_wording.js";

const SIGN = (points) => `+${points}`;

const sheetStyle = h("link", { rel: "stylesheet", href: new URL("../styles/turn.css", import.meta.url).href });
/** The pad's styles, which tables of other packets do not need. */
export const styled = new Promise((done) => {
  sheetStyle.onload = sheetStyle.onerror = done;
});
document.head.append(sheetStyle);

/** The pad on the half of `side`.
 * @param {any} game
 * @param {Engine.Side} side
 * @param {any} to */
export function turnSheet(game, side, to) {
  const steps = padSteps(game);
  const due = pad.dueStep(game);
  const step = to.turn.stepOf(steps, due);
  const draft = to.turn.draft(step);
  const sole = soleScorer(game, step);
  const closed = overrules(game.play.scores[step]) || (sole !== null && sole !== side);
  const view = { game, side, to, step, draft, sole, closed, steps, due, set: (more) => to.turn.set({ ...draft, ...more }) };
  const make = { fuse: fuseStage, boom: boomStage, score: scoreStage, after: afterStage }[draft.stage] ?? scoreStage;
  const { title, more = "", body, button: go, kind = "", foot = true } = make(view);
  const made = h("div", { class: `sheet turnpad ${kind}`, "data-stage": draft.stage },
    head(view, title, more),
    h("div", { class: "body", tabindex: 0 }, ...body),
    button(/*_*/"More below ↓", (event) => {
      const inside = event.target.parentElement.querySelector(".body");
      inside.scrollBy({ top: inside.clientHeight * 0.8 });
    }, { kind: "more", tabindex: -1, "aria-hidden": "true" }),
    h("p", { class: "refused", role: "status" }),
    h("footer", {}, foot && sums(view), turns(view), go));
  made.addEventListener("click", (event) => {
    const elsewhere = !(/** @type {Element} */ (event.target).closest(".tip, .info"));
    if (to.local.info && elsewhere) to.set({ info: null });
  });
  if (to.local.info) requestAnimationFrame(() => made.querySelector(".tip")?.scrollIntoView({ block: "nearest" }));
  return made;
}

function head({ game, step, draft, to }, title, more) {
  const stages = pad.stagesOf(game, step);
  const stage = draft.stage === "boom" ? "fuse" : draft.stage;
  const at = stages.indexOf(stage);
  const back = () => to.turn.set({ ...draft, stage: stages[at - 1] });
  return h("header", {},
    at > 0 && button("‹", back, { kind: "small back", label: wording.BACK_A_STEP }),
    h("div", { class: "titles" }, h("h2", {}, title), more && h("p", {}, more)),
    h("span", { class: "clock" }),
    button("×", to.leave, { kind: "small", label: wording.LEAVE_THE_PAD }));
}

/** Buttons to earlier and later turns, for a player who opened the pad to correct one. */
function turns({ steps, step, to, due, sole }) {
  if (sole !== null || to.local.due || due !== null || steps.length < 2) return null;
  const place = steps.indexOf(step);
  const go = (places) => () => to.set({ step: steps[place + places] });
  return h("div", { class: "between" },
    button(wording.EARLIER_TURN, go(1), { disabled: place + 1 >= steps.length }),
    button(wording.LATER_TURN, go(-1), { disabled: place <= 0 }));
}

const packetSide = (game, side) => (side === game.play.first ? wording.SEAT_FIRST : wording.SEAT_SECOND);

function sums(view) {
  const { game, draft, sole } = view;
  const sum = pad.sumsOf(game, draft);
  const number = (side) => {
    const gained = sum.total[side] - sum.before[side];
    return h("div", { class: `sum ${side}` }, String(sum.total[side]),
      h("small", {}, (sole === null || sole === side) ? `${gained < 0 ? "−" : "+"}${Math.abs(gained)}` : ""));
  };
  const [words, more] = verdict(view, sum);
  return h("div", { class: "sums" }, number("red"),
    h("p", { class: "verdict", role: "status" }, words, more && h("small", {}, more)), number("blue"));
}

/** Who is ahead and what that means, in two lines. */
function verdict({ game, draft, sole }, sum) {
  const { play } = game;
  const active = owner(play.first, draft.step);
  const score = play.scores[draft.step];
  if (score && overrules(score)) {
    const { red, blue } = score.points;
    const why = score.reason.replace(/\.+$/, "");
    return [fill(wording.NUMBERS_SET, { red, blue, why }), wording.CALL_IF_WRONG];
  }
  if (sole !== null) {
    return sum.ahead === sole
      ? [fill(wording.WINS_BY_SCENARIO, { side: colour(sole) }), wording.OR_ELSE_ASSASSINATION]
      : [fill(wording.WINS_BY_ASSASSINATION, { side: colour(sole) }), wording.MORE_POINTS_BY_SCENARIO];
  }
  const turn = (side) => ({ lead: sum.needs, side: colour(side) });
  if (sum.winner && !play.ending) {
    const ahead = { lead: sum.lead, side: colour(active) };
    return [fill(wording.SIDE_WINS, { side: colour(sum.winner) }), fill(wording.AHEAD_AFTER_TURN, ahead)];
  }
  const words = sum.ahead ? fill(wording.IS_AHEAD, { side: colour(sum.ahead), lead: sum.lead }) : wording.IS_LEVEL;
  if (sum.last) return [words, wording.LAST_TURN_IS_OVER];
  if (!sum.needs || play.ending) return [words, ""];
  if (sum.waits) return [words, fill(wording.WINS_IF_STILL_AHEAD, turn(other(active)))];
  const rival = sum.ahead ? other(sum.ahead) : other(active);
  return [words, fill(wording.WINS_AFTER_TURN, turn(rival))];
}

/** Save the turn. If the clock has waited for this, it passes to the opponent. */
function finish({ game, side, to, step, draft, sole, closed }) {
  return () => {
    if (closed) return to.leave();
    const { holdings, counted, kill_box } = draft;
    const score = { type: "score_turn", by: side, step, holdings, kill_box, points: null, reason: "", caster_left: false, counted };
    const waits = pad.comesBeforeTap(game, draft, Infinity) && step === game.play.step;
    to.act(score);
    if (sole !== null) to.act({ type: "answer", side, question: "clock_out", agrees: true });
    else if (waits) to.act({ type: "tap", side: owner(game.play.first, step) });
    to.turn.done(step);
  };
}

function scoreStage(view) {
  const { game, side, to, step, draft, sole, closed } = view;
  const { play } = game;
  const turn = stepWords(play.first, step);
  const waits = step === play.step && pad.comesBeforeTap(game, draft, Infinity);
  const over = waits || step < play.step || play.ending !== null;
  const rows = pad.rowsOf(game, draft);
  const bridges = pad.bridgesOf(game, draft, rows);
  const box = killBoxCounts(game.terms, step) && sole === null && pad.stagesOf(game, step)[0] !== "fuse";
  const alike = isAlike(rows);
  const body = [
    sole === null && heads(game, rows.length > 0 ? wording.TAP_WHAT_CHANGED : ""),
    h("div", { class: `turnrows ${sole ? "solo" : ""} ${sole ?? ""}` },
      box && killBoxRow(view),
      ...rows.map((row, place) => rowOf(view, row, bridges, alike, place * 2 > rows.length - 1, rows[place - 1]))),
  ];
  const sum = pad.sumsOf(game, draft);
  const next = pad.asksAfter(game, draft) && !closed;
  const press = next ? () => to.turn.set(pad.beginAfter(game, draft)) : finish(view);
  let words = /*_*/"Done";
  if (next) words = pad.afterOf(game, draft).some((each) => each.element.tokens) ? wording.NEXT_TOKENS : wording.NEXT_MOVE;
  else if (sole !== null || (over && sum.over && !play.ending)) words = wording.END_THE_GAME;
  else if (waits) words = fill(wording.NOW_TURN_OF, { side: colour(other(ownerOf(play))) });
  if (closed) words = /*_*/"Back";
  const title = sole !== null ? fill(wording.CLOCK_RAN_OUT, { side: colour(other(sole)) })
    : over ? fill(wording.TURN_IS_OVER, { turn }) : turn;
  return {
    title, body, more: sole !== null ? fill(wording.WHAT_DOES_SIDE_SCORE, { side: colour(sole) }) : litWords(view),
    button: button(words, press, { kind: "go", "data-side": side }),
  };
}

/** Words for the tokens that the fuse took in this turn. */
function litWords({ game, draft }) {
  return pad.countdownsOf(game, draft, 0).flatMap(({ element, left }) => {
    const takes = pad.numberOf(draft.counted, element.key);
    return takes ? [fill(wording.FROM_TO, { element: element.name, left, after: left - takes })] : [];
  }).join();
}

function heads(game, words) {
  const name = (side) => h("b", { class: side }, colour(side), h("small", {}, packetSide(game, side)));
  return h("div", { class: "heads" }, name("red"), h("span", {}, words), name("blue"));
}

/** Whether several elements have the same look, so that each gets a small map to tell them apart. */
function isAlike(rows) {
  const looks = rows.map((row) => `${row.element.kind} ${row.element.base_mm} ${row.both ? "" : row.own}`);
  return new Set(looks).size < looks.length;
}

function rowOf(view, row, bridges, alike, low, above) {
  const { draft, to, set, sole, game } = view;
  const { element } = row;
  const cell = (side) => {
    const { key, can, on, points, changed, taken, was, absent } = row.cells[side];
    if (taken) return h("span", { class: "cell taken" }, wording.TAKEN);
    if (absent || !can) return h("span", { class: "cell absent" });
    const bridgeAt = (at) => bridges.find((each) => each.at === at?.cells[side].key && each.side === side);
    const bridge = bridgeAt(row);
    const dot = changed && !draft.out;
    const kind = `${draft.out && was ? "was" : ""} ${bridgeAt(above) ? "under" : ""}`;
    return cellButton(view, side, [nameOf(row), dot && wording.CHANGED_SINCE].filter(Boolean).join(", "), on, SIGN(points),
      () => set(pad.tapped(draft, key, side)), kind, dot && h("i", { class: "dot" }), bridge ? h("em", { class: "bridge" }, bridgeWords(bridge)) : null);
  };
  const left = row.left === null ? "" : row.left ? fill(wording.TOKENS_LEFT, { count: row.left }) : wording.HAS_GONE_OFF;
  return h("div", { class: "turnrow", role: "group", "aria-label": nameOf(row) },
    sole !== "blue" && cell("red"),
    h("div", { class: "what" }, icon(game, row, alike, view.side),
      h("span", { class: "element-name" }, nameOf(row), left && h("small", {}, left)), info(to, element.key, nameOf(row))),
    sole !== "red" && cell("blue"), to.local.info === element.key && tip(view, row, low));
}

/** The button of a cell; it shows `words` if the side holds the element. */
const cellButton = ({ closed }, side, name, on, words, press, kind, ...more) => h("button", {
  type: "button", class: `cell ${side} ${kind}`, "aria-pressed": String(on), disabled: closed,
  "aria-label": `${colour(side)}: ${name}`, onclick: press,
}, h("i", { class: "letter" }, colour(side).slice(0, 1)), h("span", {}, on ? words : ""), ...more);

const nameOf = (row) =>
  !row.both ? row.name : row.element.kind === "cache" ? wording.OTHERS_CACHE : wording.OTHERS_FLAG;

function bridgeWords({ points, count, all }) {
  if (all && count === 2) return fill(wording.BOTH_SCORE_MORE, { points });
  return fill(all ? wording.ALL_SCORE_MORE : wording.SO_MANY_SCORE_MORE, { points, count });
}

function info(to, key, name) {
  const open = to.local.info === key;
  return button("i", () => to.set({ info: open ? null : key }),
    { kind: "info", label: fill(wording.ABOUT_ELEMENT, { element: name }), "aria-expanded": String(open) });
}

/** The packet's text on who holds and who contests this element. */
function tip(view, { element, cells, both }, low) {
  const { game, draft, set, closed } = view;
  const reference = game.terms.briefing.reference.find((each) => each.at === element.kind);
  if (!reference) return null;
  const shared = game.terms.victory.both_secure && !both && SIDES.every((side) => cells[side].can) && !closed;
  return h("div", { class: `tip ${low ? "above" : ""}`, role: "status" },
    reference.control && h("p", {}, h("b", {}, wording.WHO_HOLDS), ` ${pad.ofSize(reference.control, element.base_mm)}`),
    reference.contest && h("p", {}, h("b", {}, wording.WHO_CONTESTS), ` ${reference.contest}`),
    shared && button(wording.BOTH_HOLD_IT, () => set(pad.heldByBoth(draft, element.key)), { kind: "both" }));
}

function killBoxRow(view) {
  const { game, step, draft, set } = view;
  const whose = owner(game.play.first, step);
  const side = other(whose);
  const cell = cellButton(view, side, wording.KILL_BOX_ROW, draft.kill_box, SIGN(game.terms.kill_box.points),
    () => set({ kill_box: !draft.kill_box }), "", draft.kill_box && h("i", { class: "dot" }));
  const none = () => h("span", { class: "cell absent" });
  return h("div", { class: "turnrow", role: "group", "aria-label": wording.KILL_BOX_ROW },
    side === "red" ? cell : none(),
    h("div", { class: "what" }, boxIcon(whose),
      h("span", { class: "element-name" }, `${wording.KILL_BOX_ROW} ${killBoxInches(game.terms, step)}″`,
        h("small", {}, fill(wording.ENDED_INSIDE, { side: colour(whose) })))),
    side === "blue" ? cell : none());
}

/** A picture of an element: a base in its size and its player's colour, a flag, or a cache. If several look alike, it
 * is their place on the table, turned for the reader. */
function icon(game, row, alike, viewer) {
  const { element, own, both } = row;
  const kind = `icon of-${both ? "nobody" : own ?? "nobody"}`;
  if (alike) return miniMap(game, element, kind, viewer);
  const size = { viewBox: "0 0 46 46", class: kind, "aria-hidden": "true" };
  if (element.kind === "flag")
    return s("svg", size, s("path", { d: "M12 43V4h4l22 9-22 9v21z" }));
  if (element.kind === "cache") return s("svg", size, s("rect", { x: 9, y: 9, width: 28, height: 28, rx: 5 }));
  const r = element.base_mm >= 50 ? 21 : 17;
  return s("svg", size, s("circle", { cx: 23, cy: 23, r }), s("text", { x: 23, y: 29 }, String(element.base_mm || "")));
}

function miniMap({ terms, play }, element, kind, viewer) {
  const size = terms.scenario.table;
  const turned = viewer !== play.first;
  const at = ({ area }) => (turned ? [size - area.x, Number(area.y)] : [Number(area.x), size - area.y]);
  const dots = terms.scenario.elements.filter((element) => element.area).map((each) => {
    const [cx, cy] = at(each);
    const here = each === element;
    return s("circle", { cx, cy, r: here ? 8 : 3, class: here ? "here" : "there" });
  });
  dots.sort((view) => (view.getAttribute("class") === "here" ? 1 : -1));
  const edges = [[viewer, size - 4], [other(viewer), 0]].map(([side, y]) =>
    s("rect", { x: 0, y, width: size, height: 4, class: `edge ${side}` }));
  return s("svg", { viewBox: `0 0 ${size} ${size}`, class: `${kind} minimap`, "aria-hidden": "true" },
    s("rect", { x: 0, y: 0, width: size, height: size, class: "ground" }), ...edges, ...dots);
}

const boxIcon = (whose) => s("svg", { viewBox: "0 0 46 46", class: `icon of-${whose}`, "aria-hidden": "true" },
  s("rect", { x: 5, y: 5, width: 36, height: 36, rx: 5, class: "frame" }), s("rect", { x: 5, y: 28, width: 36, height: 13 }));

const dotsOf = (tokens, left, takes) => h("span", { class: "dots" }, ...[...Array(tokens).keys()].map((at) =>
  h("i", { class: at < left - takes ? "full" : at < left ? "goes" : "" })));

/** A picture of a countdown's place, by which the die chooses. A countdown that has ended loses nothing. */
function countdownRow(game, { element, left, takes, own, tokens }, viewer, place, press) {
  const row = { element, own, name: element.name };
  return h("button", { type: "button", class: "countdown", onclick: press }, h("b", { class: "badge" }, String(place + 1)), icon(game, row, false, viewer),
  h("span", { class: "element-name" }, element.name), dotsOf(tokens, left, takes),
  h("span", { class: "to" }, takes ? `${left} → ${left - takes}` : wording.HAS_GONE_OFF));
}

/** The step before the scoring: who holds the element of the fuse, the number on their die, and what loses tokens. */
function fuseStage(view) {
  const { game, draft, set, to, step, side } = view;
  const { fuse } = game.terms.scenario;
  const row = pad.rowsOf(game, draft).find((each) => each.element.key === fuse.key);
  const holders = pad.fuseHolders(game, draft);
  const chooser = pad.fuseChooser(game, draft);
  const each = pad.countdownsOf(game, draft, chooser ? null : 1);
  const cell = (who) => cellButton(view, who, row.name, holders.includes(who), wording.HOLDS_IT,
    () => set(pad.tapped(draft, fuse.key, who)), "");
  const roll = () => 1 + Math.floor(Math.random() * fuse.sides);
  const light = (key, tokens) => passed(view, pad.lit(game, draft, key, tokens));
  const chosen = (place) => light(each[place].element.key, 1);
  const hint = !chooser ? wording.DIE_CHOOSES : holders.length > 1 ? wording.EACH_CHOOSES : wording.WHAT_LOSES;
  return {
    title: wording.LIGHT_THE_FUSE, more: wording.BEFORE_SCORING, foot: false,
    body: [heads(game, ""), h("div", { class: "turnrows" }, killBoxCounts(game.terms, step) && killBoxRow(view),
      h("div", { class: "turnrow" }, cell("red"),
        h("div", { class: "what" }, icon(game, row, false, side), h("span", { class: "element-name" }, row.name), info(to, fuse.key, row.name)),
        cell("blue"), to.local.info === fuse.key && tip(view, row, false))),
    h("p", { class: "hint" }, fill(hint, { side: chooser && colour(chooser), sides: fuse.sides })),
    ...each.map((countdown, place) => (chooser
      ? takenFrom(view, countdown, (number) => light(countdown.element.key, number ?? roll()))
      : countdownRow(game, countdown, side, place, () => chosen(place))))],
    button: chooser ? null : button(wording.ROLL_IT_HERE, () => chosen(roll() - 1), { kind: "go" }),
  };
}

/** A button for a countdown that can lose tokens. It says which and how many; one tap takes them. */
function takenFrom({ game, side, closed }, { element, left, tokens, own }, light) {
  const row = { element, own, name: element.name };
  const faces = [...Array(game.terms.scenario.fuse.sides).keys()].map((place) => {
    const after = Math.max(left - place - 1, 0);
    return h("button", { type: "button", class: "face", disabled: closed || !left, onclick: () => light(place + 1),
      "aria-label": `${place + 1}: ${fill(wording.FROM_TO, { element: element.name, left, after })}` },
    String(place + 1), h("small", {}, left ? `→ ${after}` : ""));
  });
  const stands = left ? fill(wording.TOKENS_LEFT, { count: left }) : wording.HAS_GONE_OFF;
  return h("div", { class: "countdown", role: "group", "aria-label": `${element.name}, ${stands}` }, icon(game, row, false, side),
    h("span", { class: "element-name" }, element.name, h("small", {}, stands)),
    dotsOf(tokens, left, 0),
    h("span", { class: "faces" }, ...faces, h("button", { type: "button", class: "face roll", disabled: closed || !left, onclick: () => light(null),
      "aria-label": `${wording.ROLL}: ${element.name}` }, fill(wording.DIE, game.terms.scenario.fuse))));
}

/** Finish lighting the fuse. If nothing else is lit, the clock passes and the scoring begins. */
function passed({ game, to, step }, draft) {
  to.turn.set(draft);
  if (draft.stage === "score" && step === game.play.step && ticking(game.play))
    to.act({ type: "tap", side: owner(game.play.first, step) });
}

function boomStage(view) {
  const { game, draft } = view;
  const { fuse, elements } = game.terms.scenario;
  const element = elements.find((each) => each.key === draft.chosen);
  const points = Math.max(element.control, element.own_control) + (element.countdown?.at_zero ?? 0);
  return {
    title: wording.LIGHT_THE_FUSE, more: wording.BEFORE_SCORING, kind: "boom", foot: false,
    body: [h("div", { class: "big" }, h("h2", {}, fill(wording.GOES_OFF, { element: element.name })),
      h("p", {}, fuse.says), h("p", {}, fill(wording.FROM_NOW_ON_SCORES, { points })))],
    button: button(wording.ROLLED_NOW_SCORE, () => passed(view, pad.afterChoice(game, draft)), { kind: "go" }),
  };
}

/** The step after the scoring: a token for each side that holds its own element, and how far moving elements have
 * gone. */
function afterStage(view) {
  const { game, draft, step } = view;
  const { play } = game;
  const each = pad.afterOf(game, draft);
  const tokens = each.some((card) => card.element.tokens);
  const sum = pad.sumsOf(game, draft);
  const waits = step === play.step && pad.comesBeforeTap(game, draft, Infinity);
  const over = waits || step < play.step || play.ending !== null;
  const words = over && sum.over && !play.ending ? wording.END_THE_GAME
    : waits ? fill(wording.NOW_TURN_OF, { side: colour(other(ownerOf(play))) }) : /*_*/"Done";
  const cards = SIDES.map((who) => each.find((card) => card.side === who))
    .map((card, place) => card && (card.element.tokens ? tokenCard : moveCard)(view, card, SIDES[place], each));
  const movers = each.filter((card) => card.element.journey && card.held);
  const save = (draft) => finish({ ...view, draft })();
  return {
    title: tokens ? wording.TOKENS_TITLE : wording.MOVE_TITLE, more: wording.AFTER_SCORING,
    body: [h("div", { class: "cards" }, ...cards.filter(Boolean)),
      ...game.terms.scenario.says.map((says) => h("p", { class: "says" }, says))],
    button: movers.length === 1 ? lastMove(view, movers[0], save) : button(words, () => save(draft), { kind: "go" }),
  };
}

/** The button that ends the turn; if only one element may move, it says whether it did. */
function lastMove({ draft }, { element, counted, most, arrived }, save) {
  const move = pad.withCount(draft, element.key, counted || most, arrived);
  const words = arrived ? fill(wording.HAS_ARRIVED_FOR, { points: element.journey.points })
    : fill(wording.HAS_MOVED_SO_FAR, { inches: counted || most });
  return h("div", { class: "pair" },
    button(wording.IT_STAYS, () => save(pad.withCount(draft, element.key, 0)), { kind: "plain" }),
    button(words, () => save(move), { kind: "go" }));
}

function card(view, { element, name, held, side: who }, ...inside) {
  const row = { element, own: who, name };
  return h("section", { class: `card ${held ? who : "off"}`, "aria-label": name },
    h("h3", {}, icon(view.game, row, false, view.side), name), ...inside);
}

function tokenCard(view, each, who, all) {
  const { draft, to } = view;
  const { element, stands, counted, held } = each;
  const { needed, points } = element.tokens;
  const now = stands + counted;
  const circles = [...Array(needed).keys()].map((place) =>
    h("i", { class: place < stands ? "full" : place < now ? "full new" : "" }));
  const goal = now >= needed;
  const both = goal && all.every((each) => each.stands + each.counted >= needed) && all.length > 1;
  let words = "";
  if (!held) words = fill(wording.NOT_HELD_NO_TOKEN, { side: colour(who) });
  else if (both) words = fill(wording.BOTH_AT_THE_GOAL, { needed });
  else if (goal) words = fill(wording.FIRST_TO_THE_GOAL, { needed, points });
  const toggle = () => to.turn.set(pad.withCount(draft, element.key, counted ? 0 : 1));
  return card(view, each, h("div", { class: "tokens" }, ...circles), h("p", {}, words),
    held && button(counted ? wording.TAKE_IT_BACK : wording.ADD_THE_TOKEN, toggle, { kind: counted ? "" : "dark" }));
}

function moveCard(view, each, who, all) {
  const { draft, to } = view;
  const { element, held, most, others, counted, arrived, toGo, target } = each;
  if (!held) return card(view, each, h("p", { class: "stays" }, fill(wording.NOT_HELD_STAYS, { side: colour(who) })));
  const set = (number, there = false) => to.turn.set(pad.withCount(draft, element.key, number, there));
  const { inches, each: more, points } = element.journey;
  const sum = [inches, ...Array(others).fill(more)].join(" + ");
  const step = (by) => button(by < 0 ? "−" : "+", () => set(shown + by),
    { kind: "small", label: `${element.name}: ${by < 0 ? "−" : "+"}1″`, disabled: by < 0 ? shown < 2 : shown >= most });
  const shown = counted || most;
  const alone = all.filter((each) => each.held).length === 1;
  const counts = !arrived && (counted > 0 || alone);
  return card(view, each,
    h("div", { class: `inches ${counts || arrived ? "" : "pale"}` }, counts && step(-1), h("b", {}, `${shown}″`), counts && step(1)),
    h("p", {}, target && fill(wording.MOVES_TOWARDS, { sum, target: target.name }),
      h("small", {}, arrived ? wording.LEAVES_THE_TABLE : toGo > 0 ? fill(wording.INCHES_TO_GO, { inches: toGo }) : "")),
    h("div", { class: "two" },
      !alone && button(wording.HAS_MOVED, () => set(counted && !arrived ? 0 : most), { kind: "toggle", "aria-pressed": String(counted > 0 && !arrived) }),
      button(fill(wording.HAS_ARRIVED_FOR, { points }), () => set(arrived ? 0 : most, !arrived),
        { kind: "toggle", "aria-pressed": String(arrived) })));
}

/** The words for the opponent meanwhile, on their half: a countdown that went off, or a token that lets them move.
 * @param {any} game
 * @param {any} draft */
export function wordsBeside(game, draft) {
  if (draft.stage === "boom") {
    const element = game.terms.scenario.elements.find((each) => each.key === draft.chosen);
    return { all: fill(wording.GOES_OFF, { element: element.name }) };
  }
  if (draft.stage !== "after") return {};
  const added = pad.afterOf(game, draft).filter((each) => each.counted > 0 && each.element.tokens);
  return Object.fromEntries(added.map((each) => [other(each.side), fill(wording.YOU_MAY_MOVE, { element: each.name })]));
}
