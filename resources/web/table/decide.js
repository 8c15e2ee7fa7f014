// What a press leads to: marks or a refusal, as app/engine/decide: table.py, table_clock.py, scoring.py.

import { SIDES, colour, other } from "../clock/deathclock.js";
import {
  confirmed,
  endsGames,
  extensionFault,
  inProgress,
  lastScored,
  ownerOf,
  questionOf,
  runnerOf,
  stepElapsed,
  winsNow,
} from "./game.js";
import { advance, fallen } from "./marks.js";
import { overrules } from "../scoring/scoring_pad.js";
import * as scoring from "../scoring/scoring.js";
import { FIRST_TURN_STEP, firstStep, stepName } from "../clock/turns.js";
import { inDoubt, missing } from "./verdict.js";

const NOT_BEGUN = "The game has not begun. Start the clock first.";
const NOT_STARTED = "The clock is not started. Choose who goes first.";
const NO_ASSASSINATION =
  "A caster's end wins nothing at this event. Play on until one side has no models left.";
const NO_SUCH_END = {
  caster: NO_ASSASSINATION,
  both_casters: NO_ASSASSINATION,
  battlegroup: "The end of a battlegroup wins nothing at this event. Play on.",
  no_models: "This event's games end with the caster. Say that the caster is destroyed.",
};
const NUMBERS = ["score_turn", "remove_element", "enter_tally", "answer", "count_losses",
  "change_losses"];

/** {play, marks} after `press`, flags that fell before it included, or {refused, play}. */
export function decide(game, press, atMs) {
  if (confirmed(game.play) && NUMBERS.includes(press.type))
    return { play: game.play, marks: [], refused: "The result is confirmed. Call the judge." };
  const [before, flags] = fallen(game.terms, game.play, atMs);
  const at = { ...game, play: before };
  const answer = DECIDE[press.type](at, press, atMs);
  if (typeof answer === "string") return { play: before, marks: flags, refused: answer };
  const mark = { ...answer, at_ms: atMs };
  return { play: advance(game.terms, before, mark), marks: [...flags, mark] };
}

const DECIDE = {
  start_clock: ({ terms, play, stage, lists }, { first }) => {
    if (play.ending) return "This game is decided. Call the judge if it should be played.";
    if (play.clock && (play.first === first || play.step > firstStep(terms)))
      return "The clock has been started already.";
    if (play.clock)
      return (
        `${colour(play.first)} was started as the first player. To start both clocks anew with` +
        ` ${colour(first)} first, call the judge.`
      );
    if (stage !== "started") return "The round is not under way. Wait for the organizer's word.";
    const waits = lists ? SIDES.filter((side) => !lists[side].made).map(colour) : [];
    if (waits.length && !play.clock_holds)
      return `${waits.join(" and ")} ${waits[1] ? "have" : "has"} to choose a list first.`;
    return { kind: "clock_started", first };
  },
  tap: ({ terms, play }, { side }, atMs) => clockFault(play) || plunger(terms, play, side, atMs),
  interrupt: ({ terms, play }) => clockFault(play) || interrupt(terms, play),
  hand_back: ({ play }) =>
    clockFault(play) ||
    (play.interrupted ? { kind: "handed_back" } : "There is no interrupt to end."),
  take_extension: ({ terms, play }, { side }) => {
    if (!inProgress(play)) return "No turn is being played.";
    return extensionFault(terms, play, side) || { kind: "extension_taken", side };
  },
  score_turn: (game, press) => scoreFault(game, press) || marked("turn_scored", {
    ...press,
    caster_left: Boolean(
      press.caster_left && press.kill_box && game.terms.kill_box.destroys),
  }),
  remove_element: (game, press) => removalFault(game, press) || marked("element_removed", press),
  enter_tally: ({ play }, press) => {
    if (!play.ending) return "The game is not over. Count army points when it is.";
    return marked("tallied", press);
  },
  count_losses: ({ play }, press) => (play.clock ? marked("losses_counted", press) : NOT_BEGUN),
  change_losses: ({ play }, press) => (play.clock ? marked("losses_changed", press) : NOT_BEGUN),
  make_claim: (game, press) => claimFault(game, press) || marked("claimed", {
    ...press,
    army_points: press.claim === "concession" ? listPoints(game.armies?.[press.side] ?? []) : 0,
  }),
  answer: (game, press) => answerFault(game, press) || marked("answered", press),
  read_switch: ({ play }, press) => {
    if (!play.clock_holds) return "There is no such switch of the clock to read in another way.";
    return marked("switch_read", press);
  },
  choose_list: ({ play, lists }, { by, chosen }) => {
    const { offered, barred, made } = lists[by];
    if (play.clock || made || !offered.includes(chosen))
      return "The lists are settled. Ask the organizer to change one.";
    if (barred.includes(chosen)) return "That list has been played often enough. Take another.";
    return { kind: "list_chosen", by, chosen };
  },
  call_judge: (_, { side }) => ({ kind: "judge_called", side }),
};

/** What a list's entries come to, its casters left out; 0 while it is not known. */
const listPoints = (army) => army
  .filter((row) => row.kind !== "caster" && !row.free)
  .reduce((all, row) => all + (row.points ?? 0), 0);

function marked(kind, { type, ...fields }) {
  return { kind, ...fields };
}

const PAUSED_BY = {
  eo: "The organizer has paused this clock",
  gap: "Time was lost on the computer",
};

/** Why the clock cannot be touched now. */
function clockFault(play) {
  if (!play.clock) return NOT_STARTED;
  if (play.ending) return "The game is over. Count the table and confirm the result.";
  if (play.pause) {
    const said = PAUSED_BY[play.pause.cause] ?? "This clock waits for the organizer";
    return `${said}. Wait until the organizer starts it again.`;
  }
  if (questionOf(play)) return "Answer the question on the screen first.";
  return play.clock_holds ? "The clock on the table keeps the time. Press that one." : "";
}

/** A tap on one's own half: hands an interrupt's clock back, or ends the phase or turn. */
function plunger(terms, play, side, atMs) {
  const runs = colour(runnerOf(play));
  if (side !== runnerOf(play) && play.dice_down_ms !== null)
    return `Dice are down. ${runs} finishes the last turn and taps.`;
  if (side !== runnerOf(play) && play.awaits_start)
    return `Nobody's time runs. ${runs} starts the turn with a tap.`;
  if (side !== runnerOf(play)) return `${runs}'s clock is running. Only ${runs} taps.`;
  if (play.interrupted) return { kind: "handed_back" };
  if (play.awaits_start) return { kind: "turn_started", side };
  const least = terms.time.minimum_turn_ms;
  const left = play.dice_down_ms === null ? least - stepElapsed(play, atMs) : 0;
  if (play.step < FIRST_TURN_STEP || left <= 0) return { kind: "turn_ended", side };
  return `A turn lasts at least ${least / 1000} seconds: ${Math.ceil(left / 1000)} to go.`;
}

function interrupt(terms, play) {
  const theirs = other(ownerOf(play));
  if (play.interrupted) return `${colour(theirs)}'s clock runs already. Hand it back first.`;
  if (play.step < FIRST_TURN_STEP) return "There are no interrupts in deployment.";
  if (play.awaits_start)
    return `Nobody's time runs. ${colour(ownerOf(play))} starts the turn first.`;
  if (play.dice_down_ms !== null)
    return "Dice are down: no clock runs any more. End the turn when it is done.";
  if (terms.clock_out === "last_turn" && play.overrun.includes(theirs))
    return `${colour(theirs)} has no time left to interrupt with.`;
  return { kind: "interrupted" };
}

function claimFault({ terms, play }, { claim, side }) {
  if (!play.clock) return NOT_BEGUN;
  if (!inProgress(play)) return "The game is over. If that is wrong, call the judge.";
  if (play.claim) return "Answer the question on the screen first.";
  if (!endsGames(terms, claim)) return NO_SUCH_END[claim];
  if (claim === "scenario" && (ownerOf(play) !== side || !winsNow(terms, play, side)))
    return `As scored, ${colour(side)} does not win. Score that turn first.`;
  return "";
}

/** Why an answer cannot be taken. A no can always be. */
function answerFault(game, { question, side, agrees }) {
  const { terms, play } = game;
  if (question !== questionOf(play)) return "That question is no longer open.";
  if (!agrees) return "";
  if (play.claim?.by === side) return `${colour(other(side))} has to answer that.`;
  if (question === "clock_out" && !winsNow(terms, play, play.flag.side))
    return `Score the table first: as scored, ${colour(play.flag.side)} does not win.`;
  if (question === "result" && missing(game) !== null)
    return "Count the table first: a number is still missing.";
  if (question === "result" && inDoubt(game))
    return "As scored now, nobody has won by scenario. Correct the scoring or call the judge.";
  return "";
}

function scoreFault(game, { step, holdings, kill_box: killBox, points }) {
  const { terms, play } = game;
  const last = lastScored(terms, play);
  if (!play.clock || step < FIRST_TURN_STEP || step > last)
    return "Only turns that have been played can be scored.";
  if (overrules(play.scores[step]))
    return "The organizer has set this turn's points. Call the judge if they are wrong.";
  if (killBox && !scoring.killBoxCounts(terms, step))
    return `The kill box does not count in ${stepName(step).toLowerCase()}.`;
  if ((holdings.length || points) && !scoring.scoresElements(terms, step)) {
    const first = terms.victory.scoring_from_turn;
    return `Scoring starts at the end of the second player's turn ${first}.`;
  }
  return holdings.map((held) => holdingFault(game, step, held)).find(Boolean)
    ?? dominationFault(game, holdings);
}

/** One caster dominates one element; while a list is not known it has one. */
function dominationFault({ terms, armies }, holdings) {
  if (!terms.victory.one_domination) return "";
  for (const side of SIDES) {
    const keys = holdings
      .filter((one) => one.side === side && one.held === "dominated").map((one) => one.key);
    const names = [...new Set(keys)].map(
      (key) => terms.scenario.elements.find((one) => one.key === key)?.name ?? key);
    const casters = (armies?.[side] ?? []).filter((row) => row.kind === "caster");
    const most = casters.reduce((all, row) => all + row.models, 0) || 1;
    if (names.length <= most) continue;
    const rule = most === 1 ? "One caster dominates one element"
      : `${most} casters dominate ${most} elements`;
    const every = `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
    return `${rule}. ${colour(side)} has ${every}: choose ${most === 1 ? "one" : most}.`;
  }
  return "";
}

function holdingFault({ terms, play }, step, held) {
  const { scenario } = terms;
  if (held.held === "met") {
    const known = scenario.conditions.some((one) => one.key === held.key);
    return known ? "" : `${scenario.name} has no condition “${held.key}”.`;
  }
  const element = scenario.elements.find((one) => one.key === held.key);
  if (!element) return `${scenario.name} has no element “${held.key}”.`;
  const now = scoring.tableau(terms, play.first, play.scores, step);
  if (now.destroyed.includes(element.key))
    return `${element.name} was destroyed in an earlier turn.`;
  if (element.key === play.removed || !scoring.isThere(element, now))
    return `${element.name} is not on the table.`;
  if (scoring.took(now, element.key, held.side))
    return `${element.name} was scored in an earlier turn; it scores once.`;
  if (!scoring.offers(scenario, element, play.first, held.side).includes(held.held))
    return `${colour(held.side)} cannot score ${element.name} so in this scenario.`;
  return "";
}

function removalFault({ terms, play }, { key }) {
  const { scenario } = terms;
  if (!scenario.vanishing.includes(key))
    return `Nothing called “${key}” leaves the table in ${scenario.name}.`;
  if (!play.clock || play.step <= FIRST_TURN_STEP + 1)
    return "It leaves at the end of the second player's first turn.";
  const scored = Object.values(play.scores).flatMap((score) => score.holdings);
  const known = scored.some((one) => one.key === key);
  return known ? "That one has been scored already. Correct the scoring first." : "";
}
