// Sheets of cards to mark, as app/ui/table/sheets/cards.py: specialists before the game, reinforcements
// during it.

import { button, h, picture, sheet } from "../screen/dom.js";
import { byNumber, fill } from "../words/text.js";
import * as wording from "../words/wording.js";

const cardWords = (row) =>
  (row.points === null || row.points === undefined ? row.name : `${row.name}, ${byNumber(wording.POINTS, row.points)}`);

/** Buttons to tick; `marked` has the places of those that are. */
function cards(words, marked, to) {
  const tick = (place) =>
    to.set({ marked: marked.includes(place) ? marked.filter((one) => one !== place) : [...marked, place] });
  return h("div", { class: "choices two" }, ...words.map((said, place) => {
    const on = marked.includes(place);
    return h("button", { type: "button", class: "choice", "aria-pressed": String(on), onclick: () => tick(place) },
      on && picture("tick"), said);
  }));
}

const note = (words) => h("div", { class: "message" }, h("p", {}, words));
const inOrder = (marked) => [...marked].sort((one, next) => one - next);

/** What leaves the list and what comes in, secret until the opponent has said too. */
export function specialistsSheet(game, side, to) {
  const { army, specialists } = game.lists[side];
  const marked = to.local.marked ?? [];
  const words = [
    ...specialists.map((row) => fill(wording.CARD_COMES_IN, { card: cardWords(row) })),
    ...army.map((row) => fill(wording.CARD_LEAVES, { card: cardWords(row) })),
  ];
  const save = () => {
    const places = inOrder(marked);
    const added = places.filter((place) => place < specialists.length).map((place) => specialists[place]);
    const out = places.filter((place) => place >= specialists.length).map((place) => army[place - specialists.length]);
    to.act({ type: "swap_specialists", by: side, side, out, added });
  };
  return sheet(wording.WHICH_SPECIALISTS_PLAY, [note(wording.SPECIALISTS_NOTE), cards(words, marked, to)], [
    button(marked.length ? wording.PLAY_THESE : wording.NO_SPECIALISTS, save, { kind: "primary" }),
  ], { kind: "rows" });
}

/** What has come to the table. */
export function reinforcementsSheet(game, side, to) {
  const rows = game.lists[side].reinforcements;
  const came = game.play.reinforcements[side].map((row) => row.name);
  const there = rows.flatMap((row, place) => {
    const at = came.indexOf(row.name);
    if (at < 0) return [];
    came.splice(at, 1);
    return [place];
  });
  const marked = to.local.marked ?? there;
  const save = () => {
    to.act({ type: "bring_reinforcements", by: side, side, rows: inOrder(marked).map((place) => rows[place]) });
    to.leave();
  };
  return sheet(wording.REINFORCEMENTS, [note(wording.REINFORCEMENTS_NOTE), cards(rows.map(cardWords), marked, to)], [
    button(/*_*/"Back", to.leave),
    button(wording.THEY_HAVE_COME, save, { kind: "primary" }),
  ], { kind: "rows" });
}
