// The sheets that ask a player something. They are redrawn when their content has changed.

import { objectivesOffered, objectivesShown } from "../scoring/scoring.js";
import { SIDES, colour, other, owner } from "../clock/deathclock.js";
import { listCount } from "../losses/army.js";
import { TAKE_PHOTO } from "../screen/camera.js";
import { button, h, picture, sheet } from "../screen/dom.js";
import { called, calledMore, hasLists } from "./cards.js";
import { finalResult, inDoubt, missing, onTable, standingWords, tableResult } from "../table/verdict.js";
import { claimQuestion, lastEnded, offers } from "../table/claims.js";
import { scoresOnceMore, winsNow } from "../table/game.js";
import { fill, within } from "../words/text.js";
import * as wording from "../words/wording.js";

const COUNTED = {
  area: wording.COUNTED_IN_THE_AREA,
  army_left: wording.COUNTED_LEFT_DOUBLED,
  presence: wording.COUNTED_PRESENCE,
};

const STARTS = {
  deathclock: wording.DEPLOYS_FIRST_ON_CLOCK,
  turns: wording.DEPLOYS_FIRST_NOT_TIMED,
  untimed: wording.DEPLOYS_FIRST,
};

/** The kind of sheet on a half, given what its player opened. */
export function wanted(game, question, opened, side) {
  const { play } = game;
  if (opened === "menu" || (opened === "brought" && hasLists(game))) return opened;
  if (opened === "briefing" && game.briefing) return opened;
  if (finalResult(game) !== null) return null;
  if (question === "claim" && opened !== "pad") return "question";
  if (!play.clock && !play.ending) {
    if (game.secret) return null;
    const { made, offered } = game.lists[side];
    if (!made || (opened === "lists" && offered?.length)) return "lists";
    if (game.lists[side].specialists?.length && !play.swaps[side]) return "specialists";
    return opened === "objective" && objectivesOffered(game.terms).length ? opened : "start";
  }
  if (question === "result") return ["pad", "tally", "losses"].includes(opened) ? opened : "result";
  if (question) return opened === "pad" ? "pad" : "question";
  if (opened === "reinforcements") return game.lists[side].reinforcements?.length ? opened : null;
  return ["pad", "claim", "losses"].includes(opened) ? opened : null;
}

const message = (...lines) => h("div", { class: "message" },
  ...lines.filter(Boolean).map((line) => h("p", {}, line)));

/** The choice of a player's list, which is secret until the opponent has chosen as well. */
export function listsSheet(game, side, to) {
  const { offered, barred, made } = game.lists[side];
  const named = (chosen) => {
    const list = game.brought?.[side][chosen - 1];
    return list ? [h("b", {}, called(list, chosen)), h("small", { dir: "auto" }, calledMore(list))]
      : [fill(wording.LIST_NUMBER, { number: chosen })];
  };
  const choose = (chosen) => () => {
    to.act({ type: "choose_list", by: side, chosen });
    if (made) to.leave();
  };
  const choices = offered.map((chosen) =>
    h("button", { type: "button", onclick: choose(chosen), disabled: barred.includes(chosen) }, ...named(chosen)));
  const closed = barred.length > 0 && wording.CLOSED_LIST;
  return sheet(fill(wording.WHICH_LIST_DOES_SIDE_PLAY, { side: colour(side), name: game.names[side] }), [
    message(game.lists[other(side)].notice, wording.OPPONENT_SEES_YOUR_CHOICE, closed),
    h("div", { class: "choices two" }, ...choices),
  ], made ? [button(/*_*/"Back", to.leave)] : []);
}

/** The choice of who goes first, with a second press, so that an accidental tap starts nothing. */
export function startSheet(game, side, to) {
  const { first } = to.local;
  if (first) {
    const them = colour(first);
    const [asked, start] = game.terms.time.kind === "turns" // their deployment is not timed
      ? [wording.START_THE_GAME_NOW, wording.START_THE_GAME]
      : [wording.START_THE_CLOCK_NOW, wording.START_CLOCK_OF];
    return sheet(wording.WHO_GOES_FIRST, [message(fill(asked, { side: them }))], [
      button(/*_*/"Back", () => to.set({ first: null })),
      button(fill(start, { side: them }), () => to.start(first), { kind: first }),
    ]);
  }
  const choices = SIDES.map((side) =>
    h("button", { type: "button", class: side, onclick: () => to.set({ first: side }) },
      h("b", {}, fill(wording.GOES_FIRST, { side: colour(side) })), h("small", { dir: "auto", title: game.names[side] }, game.names[side])));
  return sheet(wording.WHO_GOES_FIRST, [
    message(...listsWords(game.lists), ...(to.racks?.rackLines(game) ?? []), startsWords(game.terms)),
    h("div", { class: "choices two" }, ...choices),
  ], [
    game.lists[side].offered?.length > 0 && button(wording.CHANGE_MY_LIST, () => to.open("lists")),
    to.racks?.rackButton(game, side, to),
    objectivesOffered(game.terms).length > 0 &&
      button(objectiveWords(game.play, side), () => to.open("objective"),
        { disabled: objectivesShown(game.play) }),
  ].filter(Boolean));
}

/** A sentence on what going first means. */
const startsWords = ({ time, victory }) =>
  victory.armies ? STARTS[time.kind] : wording.GOES_FIRST_ON_CLOCK;

/** Words on whether the player has chosen an objective; once both have, on both objectives. */
function objectiveWords({ objectives }, side) {
  if (objectives?.red && objectives.blue) return fill(wording.OBJECTIVES_OF_BOTH, objectives);
  return objectives?.[side] ? wording.OBJECTIVE_CHOSEN : wording.MY_OBJECTIVE;
}

/** The choice of the objective that the player brings to this game. */
export function objectiveSheet(game, side, to) {
  const choose = (name) => () => {
    to.act({ type: "choose_objective", by: side, side, name });
    to.leave();
  };
  const choices = objectivesOffered(game.terms).map((name) => button(name, choose(name)));
  return sheet(wording.WHICH_OBJECTIVE, [
    message(wording.OBJECTIVE_NOTE),
    h("div", { class: "choices two" }, ...choices),
  ], [button(/*_*/"Back", to.leave)]);
}

/** Both lists once they may be shown; until then, whose choice is awaited. */
function listsWords(lists) {
  const waits = SIDES.filter((side) => !lists[side].made);
  if (waits.length)
    return [fill(wording.LIST_NOT_CHOSEN, { side: colour(waits[0]) }), ...SIDES.map((side) => lists[side].notice)];
  const words = (side) => [lists[side].shown, lists[side].swap].filter(Boolean).join(", ");
  return SIDES.filter(words).map((side) => `${colour(side)}: ${words(side)}`);
}

export function questionSheet(game, side, to) {
  if (game.play.claim?.claim === "turn") return turnSheet(game, side, to);
  return game.play.claim ? claimedSheet(game, side, to) : clockOutQuestion(game, side, to);
}

function answer(to, question, side, agrees) {
  return () => to.act({ type: "answer", side, question, agrees });
}

function claimedSheet({ play: { claim } }, side, to) {
  const mine = claim.by === side;
  const waits = mine && fill(wording.HAS_TO_AGREE, { side: colour(other(side)) });
  const body = message(claimQuestion(claim), waits);
  return sheet(mine ? wording.WAITING_FOR_ANSWER : wording.IS_THAT_SO, [body], [
    button(mine ? wording.TAKE_IT_BACK : wording.NO_CALL_JUDGE, answer(to, "claim", side, false)),
    claim.claim === "scenario" && button(wording.SEE_SCORING, () => to.open("pad")),
    !mine && button(wording.YES_CONFIRM, answer(to, "claim", side, true), { kind: "primary" }),
  ]);
}

/** The question after a tap straight back. The player may also end the short turn, unless the packet has a shortest
 * turn. */
function turnSheet({ terms, play: { claim } }, side, to) {
  const them = colour(claim.side);
  const no = answer(to, "claim", side, false);
  if (claim.by === side) {
    const waits = fill(wording.HAS_TO_AGREE, { side: colour(other(side)) });
    const ends = claim.tapped && !terms.time.minimum_turn_ms;
    return sheet(wording.WAITING_FOR_ANSWER, [message(claimQuestion(claim), waits)], [
      button(claim.tapped ? wording.I_PLAY_ON : wording.TAKE_IT_BACK, no),
      ends && button(wording.I_END_MY_TURN, () => to.act({ type: "tap", side }), { kind: "primary" }),
    ]);
  }
  const after = fill(wording.TIME_SINCE_WOULD_BE, { side: them });
  return sheet(wording.WAS_THAT_A_MISTAKE, [message(claimQuestion(claim), after)], [
    button(claim.tapped ? wording.NO_TURN_IS_OVER : wording.NO_CALL_JUDGE, no),
    button(fill(wording.YES_TURN_GOES_ON, { side: them }), answer(to, "claim", side, true), { kind: "primary" }),
  ]);
}

function clockOutQuestion({ terms, play }, side, to) {
  const flagged = play.flag.side;
  const them = colour(flagged);
  if (scoresOnceMore(terms)) return scoredOnceMore(side, flagged, to);
  const wins = winsNow(terms, play, flagged);
  const said = play.answers[side];
  const asked = wins && said === null;
  let lines = [fill(wording.MAY_STILL_WIN, { side: them })];
  if (asked)
    lines = [
      fill(wording.WINS_AS_SCORED, { side: them }),
      wording.REACHED_BEFORE,
    ];
  else if (wins) lines = [fill(wording.YOU_SAID_YES_WAITING_FOR, { side: colour(other(side)) })];
  const no = asked || (!wins && flagged === side);
  return sheet(fill(wording.CLOCK_RAN_OUT, { side: them }), [picture("flag"), message(...lines)], [
    no && button(wins ? /*_*/"No" : wording.I_LOSE_BY_CLOCK_OUT,
      answer(to, "clock_out", side, false)),
    button(wording.SEE_SCORING, () => to.open("pad")),
    asked && button(/*_*/"Yes", answer(to, "clock_out", side, true), { kind: "primary" }),
  ], { kind: "pictured" });
}

/** The opponent scores; only the kind of their victory is open (SR2026, tournament timing). */
function scoredOnceMore(side, flagged, to) {
  const mine = side !== flagged;
  const who = { side: colour(other(flagged)) };
  const said = mine ? wording.SCORE_WHAT_YOU_HOLD : fill(wording.SCORES_NOW, who);
  return sheet(fill(wording.CLOCK_RAN_OUT, { side: colour(flagged) }), [picture("flag"), message(said)], [
    button(wording.SEE_SCORING, () => to.open("pad")),
    mine && button(wording.THAT_IS_ALL, answer(to, "clock_out", side, true), { kind: "primary" }),
  ], { kind: "pictured" });
}

/** The button to take back the end of a turn, beside the ways to end the game. */
function turnOffers(play) {
  const ended = lastEnded(play);
  if (!ended || ended.settled) return [];
  const whose = owner(play.first, ended.step);
  return [[fill(wording.TURN_ENDED_BY_MISTAKE, { side: colour(whose) }), "turn", whose]];
}

/** The way for a player to say that the game is over: they choose and confirm, then the opponent is asked. */
export function claimSheet(game, side, to) {
  const them = other(side);
  const offered = [...offers(game.terms, side), ...turnOffers(game.play)];
  const { chosen } = to.local;
  if (chosen === undefined || chosen === null) {
    const choices = offered.map(([words], place) => button(words, () => to.set({ chosen: place })));
    return sheet(wording.IS_GAME_OVER, [h("div", { class: "choices two" }, ...choices)], [
      button(wording.NO_PLAY_ON, to.leave),
    ]);
  }
  const [words, claim, whose] = offered[chosen];
  const press = { type: "make_claim", by: side, claim, side: whose };
  return sheet(wording.IS_GAME_OVER, [
    message(`${words}.`, fill(wording.IS_ASKED_WHETHER, { side: colour(them) })),
  ], [
    button(wording.NO_PLAY_ON, to.leave),
    button(fill(wording.YES_ASK, { side: colour(them) }), () => to.act(press), { kind: "danger" }),
  ]);
}

/** The result: what decided the game, what still has to be counted, and whether both agree. */
export function resultSheet(game, side, to) {
  const reached = tableResult(game);
  const out = game.play.ending?.how === "clock_out";
  const kind = out ? "pictured" : "";
  const flag = out && picture("flag");
  const { armies } = game.terms.victory;
  const points = (words, how = {}) => button(words, () => to.open("pad"), how);
  if (reached === null && !armies)
    return sheet(wording.GAME_IS_OVER, [
      flag, message(`${standingWords(game)}.`, wording.ENTER_WHAT_EACH_SCORED),
    ], [points(wording.ENTER_THE_POINTS, { kind: "primary" })], { kind });
  if (reached === null) {
    const what = COUNTED[missing(game) ?? ""];
    const count = what
      ? fill(wording.LEVEL_SO_FAR_COUNT, { what })
      : wording.COUNT_ARMY_POINTS;
    return sheet(wording.GAME_IS_OVER, [flag, message(`${standingWords(game)}.`, count)], [
      button(wording.SCORE_LAST_TURN, () => to.open("pad")),
      button(wording.COUNT_TABLE, () => to.open("tally"), { kind: "primary" }),
    ], { kind });
  }
  const said = game.play.answers[side];
  const them = colour(other(side));
  let title = wording.IS_THIS_RIGHT;
  if (said === true) title = fill(wording.YOU_AGREED_WAITING_FOR, { side: them });
  else if (said === false) title = wording.JUDGE_CALLED_YOU_CAN_AGREE;
  const { cp, apd } = reached;
  const doubt = inDoubt(game) && wording.WIN_NO_LONGER_SCORED;
  return sheet(title, [flag, message(
    `${standingWords(game)}.`,
    fill(wording.CONTROL_POINTS_REACHED, cp),
    armies && fill(wording.ARMY_POINTS_REACHED, apd),
    doubt,
  )], [
    armies ? button(wording.CHANGE_COUNT, () => to.open("tally")) : points(wording.CHANGE_POINTS),
    said !== null && button(TAKE_PHOTO, to.photo),
    said === null && button(wording.NOT_RIGHT_CALL_JUDGE, answer(to, "result", side, false)),
    said !== true && button(/*_*/"Confirm", answer(to, "result", side, true), { kind: "primary" }),
  ], { kind });
}

/** The count after the game; one press saves the numbers. */
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
  const listed = SIDES.some((side) => game.armies[side].length);
  const entered = () => to.local.tally ?? {};
  const now = () => Object.fromEntries(
    Object.entries(first).map(([key, pair]) => [key, pair && { ...pair, ...entered()[key] }]));
  const fields = (key, text) => (first[key] ? SIDES : []).map((side) => ({
    id: key + side, side, words: text(colour(side)), number: () => now()[key][side],
    entered: (number) => ({ tally: { ...entered(), [key]: { ...entered()[key], [side]: number } } }),
  }));
  const area = present && game.terms.scenario.area;
  const save = () => {
    to.act({ type: "enter_tally", by: side, ...now() });
    to.leave();
  };
  return sheet(wording.COUNT_TABLE, [
    area && message(fill(wording.THE_AREA, { area: within(area) })),
    listed && h("p", { class: "total" }, fromLists(lists.apd, tally?.apd)),
    numberPad([
      ...fields("apd", (who) => fill(wording.ARMY_POINTS_OF, { side: who })),
      ...fields("casters", (who) => fill(wording.CASTERS_LEFT_OF, { side: who })),
      ...fields("presence", (name) => /*_*/`${name}’s ${COUNTED[words ?? ""]}`),
    ], to),
  ].filter(Boolean), [
    button(/*_*/"Back", to.leave),
    listed && button(wording.TAP_OFF_LOSSES, () => to.open("losses")),
    button(wording.SAVE_COUNT, save, { kind: "primary" }),
  ], { kind: "tally" });
}

/** Numbers of which one is selected, and keys to type it. Each press continues from what is entered by then. */
function numberPad(fields, to) {
  const chosen = () => fields.find(({ id }) => id === to.local.field) ?? fields[0];
  const enter = (number) => number < 1000 && to.set({ ...chosen().entered(number), typed: true });
  const number = ({ id, side, words, number }) => h("button", {
    type: "button", class: `number ${side} choice`, "aria-pressed": String(id === chosen().id),
    onclick: () => to.set({ field: id, typed: false }),
  }, `${words} `, h("b", {}, String(number())));
  const type = (digit) => enter((to.local.typed ? chosen().number() * 10 : 0) + Number(digit));
  return h("div", { class: "numberpad" },
    h("div", { class: "numbers" }, ...fields.map(number)),
    h("div", { class: "numkeys" },
      ...[..."1234567890"].map((digit) => button(digit, () => type(digit))),
      button(/*_*/"Delete", () => enter(Math.floor(chosen().number() / 10)))));
}

/** Where the numbers come from or, if others were saved, what the lists add up to. */
function fromLists(lists, saved) {
  const same = (side) => lists[side] === null || lists[side] === saved[side];
  if (!saved || SIDES.every(same)) return wording.COUNTED_FROM_THE_LISTS;
  const said = SIDES.filter((side) => lists[side] !== null).map((s) => `${colour(s)} ${lists[s]}`);
  return fill(wording.SAVED_BEFORE, { losses: said.join(" – ") });
}

/** The arrangement of this page. */
export function menuSheet(game, _side, to) {
  const { wishes } = to;
  const layouts = { auto: /*_*/"as the screen is turned", facing: /*_*/"face to face", beside: /*_*/"side by side" };
  const volumes = { gentle: /*_*/"gentle", loud: /*_*/"loud", off: /*_*/"off" };
  const next = (all, now) => Object.keys(all)[(Object.keys(all).indexOf(now) + 1) % 3];
  const wish = (key, all) => () => to.wish({ [key]: next(all, wishes[key]) });
  return sheet(/*_*/"This screen", [
    h("div", { class: "choices two" },
      button(/*_*/`Places: ${layouts[wishes.layout]}`, wish("layout", layouts)),
      button(wording.SWAP_PLACES, () => to.wish({ swapped: !wishes.swapped })),
      button(/*_*/`Sound: ${volumes[wishes.sound]}`, wish("sound", volumes)),
      to.canFill && button(/*_*/"Full screen", to.fill),
      finalResult(game) !== null && button(TAKE_PHOTO, to.photo)),
    message(to.awake, to.link),
  ], [button(/*_*/"Organizer…", to.organizer), button(wording.BACK_TO_CLOCK, to.leave, { kind: "primary" })]);
}
