// Runs the vector files through the page's own modules; answers with what differs.

import * as army from "/losses/army.js";
import * as clocks from "/clock/deathclock.js";
import { decide } from "/table/decide.js";
import { expectedEnd, flagDue, pointsOf, questionOf, turnPointsOf, winsNow } from "/table/game.js";
import { face, minimumLeft, nextChangeMs } from "/clock/face.js";
import { advance, replay } from "/table/marks.js";
import { acrossOf, boxOf } from "/scoring/map.js";
import { padOf, padSteps } from "/scoring/scoring_pad.js";
import { finalResult, inDoubt, missing, standingWords, tableResult } from "/table/verdict.js";

const SIDES = clocks.SIDES;

/** Where two values differ first: "a.b: 1 is not 2"; empty when they are the same. */
function difference(ours, theirs, path = "") {
  if (Object.is(ours, theirs)) return "";
  const both = [ours, theirs];
  if (both.some((one) => typeof one !== "object" || one === null))
    return `${path}: ${JSON.stringify(ours)} is not ${JSON.stringify(theirs)}`;
  for (const key of new Set(both.flatMap(Object.keys))) {
    const found = difference(ours[key], theirs[key], `${path}.${key}`);
    if (found) return found;
  }
  return "";
}

function clockRun(one) {
  let clock = one.clock;
  for (const [act, ...rest] of one.acts) clock = clocks[act](clock, ...rest);
  const reads = one.reads.map(({ at_ms: at }) => ({
    at_ms: at,
    used: { red: clocks.used(clock, "red", at), blue: clocks.used(clock, "blue", at) },
    remaining: {
      red: clocks.remaining(clock, "red", at),
      blue: clocks.remaining(clock, "blue", at),
    },
    paused: clocks.paused(clock, at),
    elapsed: clocks.elapsed(clock, at),
    deadline: clocks.deadline(clock),
    expired: clocks.expired(clock, at),
  }));
  return difference({ after: clock, reads }, { after: one.after, reads: one.reads });
}

function reading(game, { marks, at_ms: at }) {
  const { terms, play } = game;
  return {
    marks,
    at_ms: at,
    faces: { red: face(game, "red", at), blue: face(game, "blue", at) },
    next_change_ms: nextChangeMs(game, at),
    minimum_left_ms: minimumLeft(game, at),
    expected_end_ms: expectedEnd(terms, play, at),
    flag_due_ms: flagDue(terms, play),
    question: questionOf(play),
    points: pointsOf(terms, play),
    turn_points: turnPointsOf(terms, play),
    missing: missing(game),
    reached: tableResult(game),
    result: finalResult(game),
    in_doubt: inDoubt(game),
    wins_if_scored: SIDES.find((side) => winsNow(terms, play, side)) ?? null,
    why: standingWords(game),
    pads: padSteps(game)
      .slice(0, 2)
      .map((step) => padOf(game, step)),
  };
}

function gameRun(one, { terms: all }) {
  const terms = all[one.terms];
  const { reported, names } = one;
  const found = difference(replay(terms, one.marks), one.play, "play");
  if (found) return found;
  const reads = one.reads.map((read) => {
    const play = replay(terms, one.marks.slice(0, read.marks));
    return reading({ terms, play, reported, names, secret: false }, read);
  });
  return difference(reads, one.reads, "reads");
}

function pressRun(one, { terms: all }) {
  const terms = all[one.terms];
  let play = replay(terms, []);
  for (const step of one.steps) {
    const game = { terms, play, reported: null, stage: "started" };
    if (step.press) {
      const answer = decide(game, step.press, step.at_ms);
      const ours = "refused" in answer ? { refused: answer.refused } : { marks: answer.marks };
      const theirs = "refused" in step ? { refused: step.refused } : { marks: step.marks };
      const found = difference(ours, theirs, `at ${step.at_ms} ${step.press.type}`);
      if (found) return found;
    }
    for (const mark of step.marks ?? []) play = advance(terms, play, mark);
  }
  return difference(play, one.play, "play");
}

function lossRun({ armies, counting, on_table: onTable, taps, ...one }) {
  const losses = { red: [], blue: [] };
  for (const [side, place, what] of taps)
    losses[side] = army.tapped(armies[side], losses[side], place, what);
  const rows = (side) => army.lossRows(armies[side], losses[side], counting);
  const pair = (of) => ({ red: of("red"), blue: of("blue") });
  const changes = pair((side) => army.changesBetween([], losses[side]));
  const ours = {
    losses,
    changes,
    together: pair((side) => army.withChanges(one.elsewhere[side], one.changes[side])),
    rows: { red: rows("red"), blue: rows("blue") },
    count: army.listCount(armies, losses, counting, onTable),
  };
  const { losses: lost, changes: said, together, rows: shown, count } = one;
  return difference(ours, { losses: lost, changes: said, together, rows: shown, count });
}

/** To a thousandth of an inch: the program reckons in decimals. */
function mapRun({ element, table, turned, place }) {
  const rounded = (box) =>
    Object.fromEntries(Object.entries(box).map(([key, inches]) => [key, Math.round(inches * 1000)]));
  return difference(rounded(boxOf(element.area, table, turned, acrossOf(element))), rounded(place));
}

/** On the wall's own page, whose script is no module. */
function wallRun({ lengths, heads, stays, clock, ...one }, { layout }) {
  const { wall } = window;
  const [seconds, rowMs, staysMs] = stays;
  const ours = {
    paging: wall.layOut(lengths.length, {
      ...one,
      heads: (row) => heads.includes(row),
      lines: (row, scale, width) => Math.max(Math.ceil((lengths[row] * scale) / (100 * width)), 1),
    }, layout),
    stays: wall.pageMs(seconds, lengths.length, rowMs),
    clock: wall.clockWords(clock[0]),
  };
  return difference(ours, { paging: one.paging, stays: staysMs, clock: clock[1] });
}

const RUNS = { losses: lossRun, clock: clockRun, games: gameRun, presses: pressRun, maps: mapRun, wall: wallRun };

/** [how many cases were run, what differs by case] of one file. */
export async function runFile(name) {
  const file = await (await fetch(`/vectors/${name}.json`)).json();
  const differs = {};
  for (const one of file.cases) {
    try {
      const found = RUNS[name](one, file);
      if (found) differs[one.name] = found;
    } catch (error) {
      differs[one.name] = String(error.stack);
    }
  }
  return [file.cases.length, differs];
}
