// The claims of players: their words, and how they end a game, as app/engine/table/claims.py.

import { colour, other } from "../clock/deathclock.js";
import { fill } from "../words/text.js";
import * as wording from "../words/wording.js";

/** @param {string} how */
const lost = (how) => (/** @type {{ side: Engine.Side }} */ claim) => ({ winner: other(claim.side), how });

/** Each claim: the question to the opponent, how it is offered (words and whether of oneself; a
 * scenario win is claimed where it is scored), how it ends the game, whether games of the event end
 * that way, and why it cannot be claimed where they do not. In the order in which they are offered.
 * @type {Record<string, { question: string, offers: [string, boolean][], ends: (claim: any) => object,
 *   counts: (victory: any) => boolean, fault: string }>} */
const CLAIMS = {
  caster: {
    question: wording.CLAIMED_CASTER,
    offers: [[wording.LAST_CASTER_IS_DESTROYED, false], [wording.MY_LAST_CASTER_IS_DESTROYED, true]],
    ends: lost("assassination"),
    counts: (victory) => victory.armies && victory.assassination,
    fault: wording.NO_ASSASSINATION,
  },
  no_models: {
    question: wording.CLAIMED_NO_MODELS,
    offers: [[wording.HAS_NO_MODELS_LEFT, false], [wording.I_HAVE_NO_MODELS_LEFT, true]],
    ends: lost("no_models"),
    counts: (victory) => victory.armies && !victory.assassination,
    fault: wording.GAMES_END_WITH_THE_CASTER,
  },
  battlegroup: {
    question: wording.CLAIMED_BATTLEGROUP,
    offers: [[wording.BATTLEGROUP_IS_DESTROYED, false], [wording.MY_BATTLEGROUP_IS_DESTROYED, true]],
    ends: lost("battlegroup"),
    counts: (victory) => victory.armies && victory.battlegroup,
    fault: wording.NO_BATTLEGROUP_WIN,
  },
  both_casters: {
    question: wording.CLAIMED_BOTH_CASTERS,
    offers: [[wording.BOTH_CASTERS_DESTROYED, true]],
    ends: () => ({ casters_gone: true }),
    counts: (victory) => victory.armies && victory.assassination,
    fault: wording.NO_ASSASSINATION,
  },
  concession: {
    question: wording.CLAIMED_CONCESSION,
    offers: [[wording.I_CONCEDE, true]],
    ends: (claim) => ({ ...lost("concession")(claim), army_points: claim.army_points }),
    counts: () => true,
    fault: "",
  },
  scenario: {
    question: wording.CLAIMED_SCENARIO,
    offers: [],
    ends: (claim) => ({ winner: claim.side, how: "scenario" }),
    counts: () => true,
    fault: "",
  },
  over: {
    question: wording.CLAIMED_GAME_HAS_ENDED,
    offers: [[wording.GAME_HAS_ENDED, true]],
    ends: () => ({ length: true }),
    counts: (victory) => !victory.armies && !victory.by_agreement,
    fault: wording.ONLY_BY_AGREEMENT,
  },
  won: {
    question: wording.CLAIMED_SIDE_HAS_WON,
    offers: [[wording.SIDE_HAS_WON, false], [wording.I_HAVE_WON, true]],
    ends: (claim) => ({ winner: claim.side, how: "agreement" }),
    counts: (victory) => victory.by_agreement,
    fault: wording.NOT_BY_AGREEMENT,
  },
  drawn: {
    question: wording.CLAIMED_GAME_IS_A_TIE,
    offers: [[wording.GAME_IS_A_TIE, true]],
    ends: () => ({ winner: null, how: "tie" }),
    counts: (victory) => victory.by_agreement,
    fault: wording.NOT_BY_AGREEMENT,
  },
  turn: { // the game goes on
    question: wording.CLAIMED_TURN,
    offers: [],
    ends: () => ({}),
    counts: () => true,
    fault: "",
  },
};

/** Whether games of the event end with what is claimed at all.
 * @param {any} terms
 * @param {string} claim */
export function endsGames({ victory }, claim) {
  return CLAIMS[claim].counts(victory);
}

/** Why that cannot be claimed at the event; empty if it can.
 * @param {any} terms
 * @param {string} claim */
export function claimBarred(terms, claim) {
  return endsGames(terms, claim) ? "" : CLAIMS[claim].fault;
}

/** [words, claim, side] of all that `side` can say to the question whether the game is over.
 * @param {any} terms
 * @param {Engine.Side} side */
export function offers(terms, side) {
  return Object.entries(CLAIMS)
    .filter(([claim]) => endsGames(terms, claim))
    .flatMap(([claim, row]) => row.offers.map(([words, mine]) => {
      const about = mine ? side : other(side);
      return [fill(words, { side: colour(about) }), claim, about];
    }));
}

/** "Red says: Blue's last caster is destroyed.", without the end.
 * @param {any} claim */
export function claimQuestion({ by, claim, side, tapped }) {
  if (tapped) return fill(wording.TAPPED_STRAIGHT_BACK, { by: colour(by), side: colour(side) });
  const words = fill(CLAIMS[claim].question, { side: colour(side) });
  return fill(wording.SIDE_SAYS, { side: colour(by), claim: words });
}

/** How the game ends once the claim is agreed to.
 * @param {any} claim */
export function endOf(claim) {
  return CLAIMS[claim.claim].ends(claim);
}
