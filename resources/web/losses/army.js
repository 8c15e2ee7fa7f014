// An army list, its losses and what they count, as app/engine/armies and app/views/table/losses.py.

import { other } from "../clock/deathclock.js";
import { byNumber, fill } from "../words/text.js";
import * as wording from "../words/wording.js";

/** @type {Engine.Loss} */
const UNHARMED = { gone: 0, again: 0, out: false, inside: false, followed: false, controls: "", name: "" };
/** @type {(keyof Engine.Loss)[]} */
const SAID = ["gone", "again", "out", "inside", "followed", "controls"];
const CONTROLLERS = ["caster", "lesser warlock", "unit", "solo"];
const STRAYS = ["jack", "beast"];
const CONTROLS = "controls ";
/** @type {Partial<Record<Engine.Kind, string>>} */
const OUT_WORDS = { jack: /*_*/"Inert", beast: /*_*/"Wild", unit: /*_*/"Fleeing", solo: /*_*/"Fleeing" };

/** @type {Record<Engine.Kind, string>} */
export const KINDS = {
  caster: /*_*/"caster",
  "lesser warlock": /*_*/"lesser warlock",
  jack: /*_*/"jack",
  beast: /*_*/"beast",
  unit: /*_*/"unit",
  attachment: /*_*/"attachment",
  solo: /*_*/"solo",
  "battle engine": /*_*/"battle engine",
};

/** @param {number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0);
/**
 * @param {Engine.Loss[]} losses
 * @param {number} place
 */
export const loss = (losses, place) => losses[place] ?? UNHARMED;
/**
 * @param {Engine.ArmyRow[]} army
 * @param {Engine.Loss[]} losses
 * @param {number} place
 */
const left = (army, losses, place) => Math.max(army[place].models - loss(losses, place).gone, 0);

/** The groups of entries that count together: a unit with its attachments, and every other entry alone.
 * @param {Engine.ArmyRow[]} army */
function groups(army) {
  /** @type {number[][]} */
  const found = [];
  /** @type {number | null} */
  let unit = null;
  army.forEach((row, place) => {
    if (row.kind === "unit") unit = found.length;
    if (row.kind === "attachment" && unit !== null) found[unit].push(place);
    else found.push([place]);
  });
  return found;
}

/** The position of the lesser warlock that belongs to the entry at `place`.
 * @param {Engine.ArmyRow[]} army
 * @param {number} place */
function companionOf(army, place) {
  const comes = army[place].kind === "beast" && army[place].points === null;
  return comes && army[place - 1]?.kind === "lesser warlock" ? place - 1 : null;
}

/**
 * @param {Engine.ArmyRow[]} army
 * @param {Engine.Loss[]} losses
 */
function castersLeft(army, losses) {
  return army.filter((row, place) => row.kind === "caster" && left(army, losses, place)).length;
}

/**
 * @param {Engine.ArmyRow[]} army
 * @param {Engine.Loss[]} losses
 * @param {number} place
 * @param {Partial<Engine.Loss>} more
 */
function put(army, losses, place, more) {
  return army.map((_, each) => ({ ...loss(losses, each), ...(each === place ? more : {}) }));
}

/**
 * @param {Engine.Loss} lost
 * @param {Engine.ArmyRow} row
 */
const isOf = (lost, row) => lost.name === row.name && lost.gone <= row.models;

/** Whether the losses belong to this list, entry by entry. Losses without a name belong to any list.
 * @param {Engine.ArmyRow[]} army
 * @param {Engine.Loss[]} losses */
const inPlace = (army, losses) =>
  losses.length <= army.length &&
  losses.every((entry, place) => !entry.name || entry.name === army[place].name);

/**
 * @param {Engine.ArmyRow[]} army
 * @param {(place: number) => Engine.Loss} at
 */
function named(army, at) {
  return army.map((row, place) => {
    const lost = at(place);
    return { ...lost, gone: Math.min(lost.gone, row.models), name: row.name };
  });
}

/** The changes from `before` to `after`, entry by entry.
 * @param {Engine.Loss[]} before
 * @param {Engine.Loss[]} after */
export function changesBetween(before, after) {
  /** @param {Engine.Loss} a
   * @param {Engine.Loss} b */
  const same = (a, b) => SAID.every((key) => a[key] === b[key]);
  return after
    .map((each, place) => ({ place, before: loss(before, place), after: each }))
    .filter((each) => !same(each.before, each.after));
}

/** A change of an entry: its losses before and after.
 * @typedef {{ place: number, before: Engine.Loss, after: Engine.Loss }} LossChange */

/** The losses with these changes. Numbers are added and subtracted; for an on or off, the last value counts.
 * @param {Engine.Loss[]} losses
 * @param {LossChange[]} changes */
export function withChanges(losses, changes) {
  const found = [...losses];
  for (const { place, before, after } of changes) {
    while (found.length <= place) found.push(UNHARMED);
    const lost = found[place];
    /** @param {"gone" | "again"} key */
    const count = (key) => Math.max(lost[key] + after[key] - before[key], 0);
    /** @template {keyof Engine.Loss} Key
     * @param {Key} key */
    const last = (key) => (after[key] === before[key] ? lost[key] : after[key]);
    found[place] = {
      gone: count("gone"),
      again: count("again"),
      out: last("out"),
      inside: last("inside"),
      followed: last("followed"),
      controls: last("controls"),
      name: after.name || lost.name,
    };
  }
  return found;
}

/** The losses in the order of this list, matched by the names of their entries, so that a changed list keeps them.
 * @param {Engine.ArmyRow[]} army
 * @param {Engine.Loss[]} losses */
function fitted(army, losses) {
  const whole = !losses.length || losses.length === army.length;
  if (whole && losses.every((entry, place) => isOf(entry, army[place]))) return losses;
  if (inPlace(army, losses)) return named(army, (place) => loss(losses, place));
  const found = new Map();
  /** @type {number[]} */
  const rest = [];
  losses.forEach((entry, number) => {
    const name = (entry.name ?? "").toLowerCase();
    const place = army.findIndex((row, n) => row.name.toLowerCase() === name && !found.has(n));
    if (place < 0) rest.push(number);
    else found.set(place, entry);
  });
  for (const number of rest) {
    const stays = !losses[number].name || losses.length === army.length;
    if (!found.has(number) && stays) found.set(number, losses[number]);
  }
  return named(army, (place) => found.get(place) ?? UNHARMED);
}

/** Whether a jack or beast is lost with the last caster, because no other entry controls it.
 * @param {Engine.ArmyRow[]} army
 * @param {number} place */
function followsCaster(army, place) {
  if (!STRAYS.includes(army[place].kind)) return false;
  const above = army.slice(0, place).reverse();
  return (above.find((row) => CONTROLLERS.includes(row.kind))?.kind ?? "caster") === "caster";
}

/** The losses after one model is destroyed. With the last caster, jacks become inert and beasts wild.
 * @param {Engine.ArmyRow[]} army
 * @param {Engine.Loss[]} losses
 * @param {number} place */
function lose(army, losses, place) {
  const had = castersLeft(army, losses);
  const gone = Math.min(loss(losses, place).gone + 1, army[place].models);
  const after = put(army, losses, place, { gone });
  if (!had || castersLeft(army, after)) return after;
  return after.map((each, n) =>
    followsCaster(army, n) && !each.out ? { ...each, out: true, followed: true } : each);
}

/** The losses after every caster is destroyed, as when a game ends by assassination.
 * @param {Engine.ArmyRow[]} army
 * @param {Engine.Loss[]} before */
export function fellCasters(army, before) {
  let losses = fitted(army, before);
  army.forEach((row, place) => {
    for (let models = row.kind === "caster" ? row.models : 0; models > 0; models -= 1)
      losses = lose(army, losses, place);
  });
  return losses;
}

/** The losses after a correction: one model is in play, or an entry did not return to play.
 * @param {Engine.ArmyRow[]} army
 * @param {Engine.Loss[]} losses
 * @param {number} place */
function giveBack(army, losses, place) {
  const [lost, had] = [loss(losses, place), castersLeft(army, losses)];
  const back = !lost.gone && lost.again
    ? { gone: army[place].models, again: lost.again - 1 }
    : { gone: Math.max(lost.gone - 1, 0) };
  const after = put(army, losses, place, back);
  if (had || !castersLeft(army, after)) return after;
  return after.map((each) => (each.followed ? { ...each, out: false, followed: false } : each));
}

/** The losses after a press. `what` is "lose", "back", "returned", "out" or "inside", or "controls" followed by a name.
 * @param {Engine.ArmyRow[]} army
 * @param {Engine.Loss[]} before
 * @param {number} place
 * @param {string} what */
export function tapped(army, before, place, what) {
  const losses = fitted(army, before);
  const lost = loss(losses, place);
  if (what === "lose") return lose(army, losses, place);
  if (what === "back") return giveBack(army, losses, place);
  if (what === "out") return put(army, losses, place, { out: !lost.out, followed: false });
  if (what === "inside") return put(army, losses, place, { inside: !lost.inside });
  if (what.startsWith(CONTROLS)) return put(army, losses, place, { controls: what.slice(CONTROLS.length) });
  if (left(army, losses, place)) return losses;
  return put(army, losses, place, { ...UNHARMED, again: lost.again + 1, name: lost.name });
}

/** The value of an entry in army points, without its group.
 * @param {Engine.ArmyRow[]} army
 * @param {number} place
 * @param {Engine.Counting} counting */
function worth(army, place, counting) {
  const row = army[place];
  const lesser = companionOf(army, place);
  if (row.kind === "caster") return counting.caster;
  if (lesser !== null)
    return counting.lesser ? Math.max((army[lesser].points ?? 0) - counting.lesser, 0) : 0;
  if (row.kind === "lesser warlock" && counting.lesser) return counting.lesser;
  if (row.points !== null) return row.points;
  if (STRAYS.includes(row.kind)) return counting.free_vehicle;
  return row.kind === "solo" ? counting.free_solo : 0;
}

/**
 * @param {Engine.ArmyRow[]} army
 * @param {Engine.Loss[]} losses
 * @param {number[]} group
 */
function belowHalf(army, losses, group) {
  const start = sum(group.map((place) => army[place].models));
  return sum(group.map((place) => left(army, losses, place))) < Math.ceil(start / 2);
}

/** The models left of solos with several models. Casualties count for one entry until it is gone.
 * @param {Engine.ArmyRow[]} army
 * @param {Engine.Loss[]} losses */
function pooled(army, losses) {
  /** @type {Map<string, number[]>} */
  const names = new Map();
  army.forEach((row, place) => {
    if (row.kind !== "solo" || row.models < 2) return;
    const name = row.name.toLowerCase();
    names.set(name, [...(names.get(name) ?? []), place]);
  });
  /** @type {Record<number, number>} */
  const remaining = {};
  for (const places of names.values()) {
    let gone = sum(places.map((place) => loss(losses, place).gone));
    for (const place of places) {
      const taken = Math.min(gone, army[place].models);
      remaining[place] = army[place].models - taken;
      gone -= taken;
    }
  }
  return remaining;
}

/** The destroyed groups, as {place, points, why}.
 * @param {Engine.ArmyRow[]} army
 * @param {Engine.Loss[]} losses
 * @param {Engine.Counting} counting */
export function destroyed(army, losses, counting) {
  const pool = pooled(army, losses);
  return groups(army)
    .map((group) => destroyedGroup(army, losses, group, pool, counting))
    .filter((each) => each.points);
}

/**
 * @param {Engine.ArmyRow[]} army
 * @param {Engine.Loss[]} losses
 * @param {number[]} group
 * @param {Record<number, number>} pool
 * @param {Engine.Counting} counting
 */
function destroyedGroup(army, losses, group, pool, counting) {
  const [place] = group;
  const row = army[place];
  const lost = loss(losses, place);
  const named = namedWorth(row, counting);
  const value = named ? named.destroyed : sum(group.map((each) => worth(army, each, counting)));
  const remaining = pool[place] ?? sum(group.map((each) => left(army, losses, each)));
  let [counts, why] = [0, ""];
  if (remaining === 0) [counts, why] = [value, "destroyed"];
  else if (STRAYS.includes(row.kind) && lost.out && counting.strays_count)
    [counts, why] = [value, row.kind === "jack" ? "inert" : "wild"];
  else if (row.kind === "unit" && counting.half_units && belowHalf(army, losses, group))
    [counts, why] = [Math.ceil(value / 2), fill(wording.LEFT_BELOW_HALF, { left: remaining })];
  if (lost.again) {
    const times = byNumber(wording.DESTROYED_BEFORE, lost.again);
    [counts, why] = [counts + lost.again * value, why ? `${why}, ${times}` : times];
  }
  return { place, points: counts, why };
}

/** The names of the friendly entries that the packet lets this one control.
 * @param {Engine.ArmyRow[]} army
 * @param {number} place
 * @param {Engine.Counting} counting */
function mayControl(army, place, counting) {
  const kind = namedWorth(army[place], counting)?.controls;
  const names = army.filter((row, at) => kind && at !== place && row.kind === kind).map((row) => row.name);
  return [...new Set(names)];
}

/** The place of the entry that this one controls; null for none.
 * @param {Engine.ArmyRow[]} army
 * @param {Engine.Loss[]} losses
 * @param {number} place
 * @param {Engine.Counting} counting */
function controlled(army, losses, place, counting) {
  const name = loss(losses, place).controls;
  if (!name || !left(army, losses, place) || !mayControl(army, place, counting).includes(name)) return null;
  return army.findIndex((row, at) => row.name === name && at !== place);
}

/** The argument for `tapped` that lets an entry control the next candidate, or nothing after the last.
 * @param {Engine.ArmyRow[]} army
 * @param {Engine.Loss[]} losses
 * @param {number} place
 * @param {Engine.Counting} counting */
export function controlsNext(army, losses, place, counting) {
  const names = ["", ...mayControl(army, place, counting)];
  const now = names.indexOf(loss(losses, place).controls ?? "");
  return CONTROLS + (now < 0 ? "" : names[(now + 1) % names.length]);
}

/**
 * @param {Engine.ArmyRow[]} army
 * @param {Engine.Loss[]} losses
 * @param {number} place
 * @param {Engine.Counting} counting
 */
function controlsWords(army, losses, place, counting) {
  if (!mayControl(army, place, counting).length) return "";
  const held = controlled(army, losses, place, counting);
  return held === null ? wording.CONTROLS_NOTHING : fill(wording.CONTROLS_THAT, { name: army[held].name });
}

/** The value that a group still has on the table; 0 when it is inert, wild, fleeing or too weak.
 * @param {Engine.ArmyRow[]} army
 * @param {Engine.Loss[]} losses
 * @param {number[]} group
 * @param {Engine.Counting} counting */
function remainingOf(army, losses, group, counting) {
  const row = army[group[0]];
  const held = controlled(army, losses, group[0], counting);
  if (held !== null) return worth(army, held, counting);
  if (army.some((_, place) => controlled(army, losses, place, counting) === group[0])) return 0;
  const several = row.kind === "unit" || (row.kind === "solo" && row.models > 1);
  const weak = counting.half_units && several && belowHalf(army, losses, group);
  const alive = group.some((place) => left(army, losses, place));
  if (!alive || weak || loss(losses, group[0]).out) return 0;
  return sum(group.map((place) => worth(army, place, counting)));
}

/**
 * @param {Engine.ArmyRow[]} army
 * @param {Engine.Loss[]} losses
 * @param {Engine.Counting} counting
 * @param {string | null} onTable
 */
function standing(army, losses, counting, onTable) {
  return sum(groups(army).map((group) => {
    const value = remainingOf(army, losses, group, counting);
    const { inside } = loss(losses, group[0]);
    if (onTable !== "army_left") return inside ? value : 0;
    return inside && army[group[0]].kind !== "caster" ? value * 2 : value;
  }));
}

/** The counts that follow from the lists, for each side; null for a side whose list is unknown.
 * @param {Engine.Pair<Engine.ArmyRow[]>} armies
 * @param {Engine.Pair<Engine.Loss[]>} losses
 * @param {Engine.Counting} counting
 * @param {string | null} onTable */
export function listCount(armies, losses, counting, onTable) {
  /** @template T
   * @param {(side: Engine.Side) => T} of */
  const pair = (of) => ({ red: of("red"), blue: of("blue") });
  /** @param {Engine.Side} side
   * @param {() => number} value */
  const known = (side, value) => (armies[side].length ? value() : null);
  /** @param {Engine.Side} side */
  const lost = (side) => sum(destroyed(armies[side], losses[side], counting).map((o) => o.points));
  return {
    apd: pair((side) => known(other(side), () => lost(other(side)))),
    casters: pair((side) =>
      armies[side].some((row) => row.kind === "caster")
        ? castersLeft(armies[side], losses[side])
        : null),
    presence: pair((side) =>
      onTable ? known(side, () => standing(armies[side], losses[side], counting, onTable)) : null),
  };
}

/** The rules that the packet has for a model by its name.
 * @param {Engine.ArmyRow} row
 * @param {Engine.Counting} counting */
function namedWorth(row, counting) {
  const name = row.name.toLowerCase();
  return counting.named.find((named) => named.name.toLowerCase() === name);
}

/** The names of models that an entry could control in this scenario; null if the packet does not say.
 * @param {Engine.ArmyRow} row
 * @param {Engine.Counting} counting */
const couldHold = ({ kind, otherwise }, { holders }) =>
  (holders?.length ? holders.filter(({ kinds }) => [kind, otherwise].some((each) => each && kinds.includes(each)))
    .map(({ name }) => name).join(", ") : null);

/** Every entry of a list, in its order, as the losses sheet shows it.
 * @param {Engine.ArmyRow[]} army
 * @param {Engine.Loss[]} losses
 * @param {Engine.Counting} counting */
export function lossRows(army, losses, counting) {
  const whys = new Map(destroyed(army, losses, counting).map((each) => [each.place, each]));
  const heads = new Map(groups(army).flatMap((group) => group.map((place) => [place, group[0]])));
  return army.map((row, place) => {
    const remaining = left(army, losses, place);
    const lost = loss(losses, place);
    const count = whys.get(place);
    const said = [
      row.models > 1 && fill(wording.OF_SO_MANY_LEFT, { left: remaining, of: row.models }),
      count && `${byNumber(wording.POINTS, count.points)}: ${count.why}`,
      remaining > 0 && namedWorth(row, counting)?.rule,
    ].filter(Boolean);
    return {
      place,
      name: row.name,
      says: said.join(" · ") || KINDS[row.kind][0].toUpperCase() + KINDS[row.kind].slice(1),
      models: row.models,
      remaining,
      gone: remaining === 0,
      returned: lost.again > 0 && !lost.gone,
      out_word: remaining ? (OUT_WORDS[row.kind] ?? "") : "",
      out: lost.out,
      inside: lost.inside,
      attached: heads.get(place) !== place,
      holds: couldHold(row, counting),
      controls: remaining ? controlsWords(army, losses, place, counting) : "",
      controlling: remaining > 0 && controlled(army, losses, place, counting) !== null,
    };
  });
}
