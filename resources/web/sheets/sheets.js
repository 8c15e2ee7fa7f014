// The sheets that ask a player something, made anew when what they show has changed.

import { SIDES, colour, other } from "../clock/deathclock.js";
import { listCount } from "../losses/army.js";
import { button, h, picture } from "../screen/dom.js";
import { called, hasLists } from "./lists.js";
import { finalResult, inDoubt, missing, onTable, standingWords, tableResult } from "../table/verdict.js";
import { endsGames, winsNow } from "../table/game.js";

const COUNTED = {
  area: "army points in the area",
  army_left: "army points left, in the area doubled",
  presence: "scenario presence",
};

const STARTS = {
  deathclock: " Their clock starts at once.", turns: " Deployment is not timed.", untimed: "",
};

/** What lies on a half, given what its player opened. */
export function wanted(game, question, opened, side) {
  const { play } = game;
  if (opened === "menu" || (opened === "brought" && hasLists(game))) return opened;
  if (finalResult(game) !== null) return null;
  if (question === "claim" && opened !== "pad") return "question";
  if (!play.clock && !play.ending) {
    if (game.secret) return null;
    return game.lists[side].made ? "start" : "lists";
  }
  if (question === "result") return ["pad", "tally", "losses"].includes(opened) ? opened : "result";
  if (question) return opened === "pad" ? "pad" : "question";
  return ["pad", "claim", "losses"].includes(opened) ? opened : null;
}

/** A sheet: title and running time above, a body, buttons below. */
export function sheet(title, body, footer, { kind = "", say = "" } = {}) {
  const inside = h("div", { class: "body" }, ...body);
  const down = () => inside.scrollBy({ top: inside.clientHeight * 0.8 });
  return h("div", { class: `sheet ${kind}` },
    h("header", {}, picture("arrow"), h("h2", {}, title), h("span", { class: "clock" })),
    inside,
    button("More below ↓", down, { kind: "more", tabindex: -1, "aria-hidden": "true" }),
    h("p", { class: "refused", role: "status" }, say),
    h("footer", {}, ...footer));
}

const message = (...lines) => h("div", { class: "message" },
  ...lines.filter(Boolean).map((line) => h("p", {}, line)));

/** Which list a player takes: a secret until the other has chosen too. */
export function listsSheet(game, side, to) {
  const { offered, barred } = game.lists[side];
  const named = (chosen) => {
    const list = game.brought?.[side][chosen - 1];
    return list ? called(list, chosen) : `List ${chosen}`;
  };
  const choices = offered.map((chosen) =>
    button(named(chosen), () => to.act({ type: "choose_list", by: side, chosen }),
      { disabled: barred.includes(chosen) }));
  const closed = barred.length > 0 && "A list that is closed has been played often enough.";
  return sheet("Which list do you play?", [
    message("Your opponent sees your choice when both of you have chosen.", closed),
    h("div", { class: "choices two" }, ...choices),
  ], []);
}

/** Who goes first, and a second press, as a mistap starts nothing. */
export function startSheet(game, side, to) {
  const { first } = to.local;
  if (first) {
    const them = colour(first);
    return sheet("Who goes first?", [message(`${them} goes first. Start the clock now?`)], [
      button("Back", () => to.set({ first: null })),
      button(`Start ${them}'s clock`, () => to.start(first), { kind: first }),
    ]);
  }
  const choices = SIDES.map((one) =>
    h("button", { type: "button", class: one, onclick: () => to.set({ first: one }) },
      h("b", {}, `${colour(one)} goes first`), h("small", { dir: "auto", title: game.names[one] }, game.names[one])));
  return sheet("Who goes first?", [
    message(...listsWords(game.lists), `Whoever goes first deploys first.${STARTS[game.terms.time.kind]}`),
    h("div", { class: "choices two" }, ...choices),
  ], []);
}

/** Both lists once they may be seen; who waits for whom until then. */
function listsWords(lists) {
  const waits = SIDES.filter((side) => !lists[side].made);
  if (waits.length) return [`${colour(waits[0])} has not chosen his list yet.`];
  const shown = SIDES.filter((side) => lists[side].shown);
  return shown.map((side) => `${colour(side)}: ${lists[side].shown}`);
}

export function questionSheet(game, side, to) {
  return game.play.claim ? claimQuestion(game, side, to) : clockOutQuestion(game, side, to);
}

function answer(to, question, side, agrees) {
  return () => to.act({ type: "answer", side, question, agrees });
}

function claimQuestion({ play: { claim } }, side, to) {
  const mine = claim.by === side;
  const whose = colour(claim.side);
  const said = {
    caster: `${whose}'s last caster is destroyed.`,
    both_casters: "both casters were destroyed at once.",
    battlegroup: `${whose}'s last warjack or warbeast is destroyed or off the table.`,
    no_models: `${whose} has no models left.`,
    scenario: `with this turn's scoring ${whose} wins by scenario.`,
    concession: "I concede.",
  };
  const waits = mine && `${colour(other(side))} has to agree.`;
  const body = message(`${colour(claim.by)} says: ${said[claim.claim]}`, waits);
  return sheet(mine ? "Waiting for an answer" : "Is that so?", [body], [
    button(mine ? "Take it back" : "No: call the judge", answer(to, "claim", side, false)),
    claim.claim === "scenario" && button("See the scoring", () => to.open("pad")),
    !mine && button("Yes, that is so", answer(to, "claim", side, true), { kind: "primary" }),
  ]);
}

function clockOutQuestion({ terms, play }, side, to) {
  const flagged = play.flag.side;
  const them = colour(flagged);
  const wins = winsNow(terms, play, flagged);
  const said = play.answers[side];
  const asked = wins && said === null;
  let lines = [`${them} may still win by scenario: score the table as it stands.`];
  if (asked)
    lines = [
      `As scored, ${them} wins by scenario.`,
      "Was this state reached before the clock ran out?",
    ];
  else if (wins) lines = [`You said yes. Waiting for ${colour(other(side))}.`];
  const no = asked || (!wins && flagged === side);
  return sheet(`${them}'s clock ran out`, [picture("flag"), message(...lines)], [
    no && button(wins ? "No" : "It does not win: I lose on time",
      answer(to, "clock_out", side, false)),
    button("See the scoring", () => to.open("pad")),
    asked && button("Yes", answer(to, "clock_out", side, true), { kind: "primary" }),
  ], { kind: "pictured" });
}

/** How a player says that the game is over: choose, confirm, then the opponent is asked. */
export function claimSheet(game, side, to) {
  const them = other(side);
  const offers = [
    [`${colour(them)}'s last caster is destroyed`, "caster", them],
    [`My last caster is destroyed (${colour(side)})`, "caster", side],
    [`${colour(them)} has no models left`, "no_models", them],
    [`I have no models left (${colour(side)})`, "no_models", side],
    [`${colour(them)}'s battlegroup is destroyed`, "battlegroup", them],
    [`My battlegroup is destroyed (${colour(side)})`, "battlegroup", side],
    ["Both casters are destroyed at once", "both_casters", side],
    [`I concede (${colour(side)})`, "concession", side],
  ].filter(([, claim]) => endsGames(game.terms, claim));
  const { chosen } = to.local;
  if (chosen === undefined || chosen === null) {
    const choices = offers.map(([words], place) => button(words, () => to.set({ chosen: place })));
    return sheet("Is the game over?", [h("div", { class: "choices two" }, ...choices)], [
      button("No, play on", to.leave),
    ]);
  }
  const [words, claim, whose] = offers[chosen];
  const press = { type: "make_claim", by: side, claim, side: whose };
  return sheet("Is the game over?", [
    message(`${words}.`, `${colour(them)} is asked whether that is so.`),
  ], [
    button("No, play on", to.leave),
    button(`Yes: ask ${colour(them)}`, () => to.act(press), { kind: "danger" }),
  ]);
}

/** What decided the game, what is still to count, and whether both agree. */
export function resultSheet(game, side, to) {
  const reached = tableResult(game);
  const out = game.play.ending?.how === "clock_out";
  const kind = out ? "pictured" : "";
  const flag = out && picture("flag");
  if (reached === null) {
    const needs = missing(game);
    const count = COUNTED[needs]
      ? `Level so far: count ${COUNTED[needs]}.`
      : "Count the army points each of you destroyed.";
    return sheet("The game is over", [flag, message(`${standingWords(game)}.`, count)], [
      button("Score the last turn", () => to.open("pad")),
      button("Count the table", () => to.open("tally"), { kind: "primary" }),
    ], { kind });
  }
  const said = game.play.answers[side];
  const them = colour(other(side));
  let title = "Is this right?";
  if (said === true) title = `You agreed. Waiting for ${them}.`;
  else if (said === false) title = "The judge is called. You can still agree.";
  const { cp, apd } = reached;
  const doubt = inDoubt(game) && "The scoring no longer gives this win: call the judge.";
  return sheet(title, [flag, message(
    `${standingWords(game)}.`,
    `Red ${cp.red} – Blue ${cp.blue} control points.`,
    `Red ${apd.red} – Blue ${apd.blue} army points.`,
    doubt,
  )], [
    button("Change the count", () => to.open("tally")),
    said === null && button("Not right: call the judge", answer(to, "result", side, false)),
    said !== true && button("Right", answer(to, "result", side, true), { kind: "primary" }),
  ], { kind });
}

/** A number with buttons for one and ten more and less. */
export function count(words, value, changed, by = [-10, -1, 1, 10]) {
  const step = (change) =>
    button(change < 0 ? `−${-change}` : `+${change}`,
      () => changed(Math.min(Math.max(value + change, 0), 999)),
      { kind: "count-step", label: `${words}: ${change}` });
  return h("div", { class: "row count" },
    h("span", { class: "label" }, words),
    ...by.filter((one) => one < 0).map(step),
    h("output", {}, String(value)),
    ...by.filter((one) => one > 0).map(step));
}

/** The count after the game; the numbers are saved by one press. */
export function tallySheet(game, side, to) {
  const { tally, ending } = game.play;
  const words = onTable(game.terms);
  const early = ending.how === null && !ending.length && !ending.casters_gone;
  const present = words && (missing(game) === words || tally?.presence);
  const lists = listCount(game.armies, game.play.losses, game.terms.counting, words);
  const counted = (key, least) =>
    tally?.[key] ?? { red: lists[key].red ?? least, blue: lists[key].blue ?? least };
  const first = {
    apd: counted("apd", 0),
    casters: early ? counted("casters", 1) : null,
    presence: present ? counted("presence", 0) : null,
  };
  const listed = SIDES.some((one) => game.armies[one].length);
  const entered = to.local.tally ?? {};
  const now = Object.fromEntries(
    Object.entries(first).map(([key, pair]) => [key, pair && { ...pair, ...entered[key] }]));
  const row = (key, text) => now[key] && SIDES.map((one) =>
    count(text(colour(one)), now[key][one],
      (value) => to.set({ tally: { ...entered, [key]: { ...entered[key], [one]: value } } })));
  const area = now.presence && game.terms.scenario.area;
  const save = () => {
    to.act({ type: "enter_tally", by: side, ...now });
    to.leave();
  };
  return sheet("Count the table", [
    area && message(`The area: ${area.toLowerCase()}.`),
    listed && h("p", { class: "total" }, fromLists(lists.apd, tally?.apd)),
    row("apd", (who) => `Army points ${who} destroyed`),
    row("casters", (who) => `${who}'s casters left`),
    row("presence", (who) => `${who}'s ${COUNTED[words]}`),
  ].flat().filter(Boolean), [
    button("Back", to.leave),
    listed && button("Tap off losses", () => to.open("losses")),
    button("Save the count", save, { kind: "primary" }),
  ], { kind: "rows" });
}

/** Where the numbers are from; when others were saved, what the lists come to. */
function fromLists(lists, saved) {
  const same = (side) => lists[side] === null || lists[side] === saved[side];
  if (!saved || SIDES.every(same)) return "Counted from the lists; change what is not right.";
  const said = SIDES.filter((side) => lists[side] !== null).map((s) => `${colour(s)} ${lists[s]}`);
  return `Saved before. The losses tapped off come to: ${said.join(" – ")}.`;
}

/** How this page is arranged. */
export function menuSheet(game, side, to) {
  const { wishes } = to;
  const layouts = { auto: "as the screen is turned", facing: "face to face", beside: "side by side" };
  const volumes = { gentle: "gentle", loud: "loud", off: "off" };
  const next = (all, now) => Object.keys(all)[(Object.keys(all).indexOf(now) + 1) % 3];
  const wish = (key, all) => () => to.wish({ [key]: next(all, wishes[key]) });
  return sheet("This screen", [
    h("div", { class: "choices two" },
      button(`Places: ${layouts[wishes.layout]}`, wish("layout", layouts)),
      button("Swap places", () => to.wish({ swapped: !wishes.swapped })),
      button(`Sound: ${volumes[wishes.sound]}`, wish("sound", volumes)),
      to.canFill && button("Full screen", to.fill)),
    message(to.awake, to.link),
  ], [button("Organizer…", to.organizer), button("Back to the clock", to.leave, { kind: "primary" })]);
}
