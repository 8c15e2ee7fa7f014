// The match of a player's team once its pairs are known: team-mates, tables, results.

import { h } from "../screen/dom.js";

/** The classes of these names in `app/views/teams/phone.py`.
 * @typedef {{ table: number, mate: string, opponent: string, result: string }} MateRow */
/** @typedef {{ round_number: number, team: string, opponent: string, tables: string, stands: string,
 *   rows: MateRow[], notes: string[] }} OwnTeam */

/** @param {OwnTeam} team
 * @returns {HTMLElement[]} */
export function teamParts(team) {
  const heads = [/*_*/"Table", /*_*/"Team-mate", /*_*/"Opponent", /*_*/"Result"];
  const match = `${team.team} – ${team.opponent}`;
  return [
    h("h3", { dir: "auto" }, match),
    h("p", { role: "status", dir: "auto" }, team.stands || /*_*/`Tables ${team.tables}`),
    h("table", { class: "record" },
      h("thead", {}, h("tr", {}, heads.map((words) => h("th", { scope: "col" }, words)))),
      h("tbody", {}, team.rows.map((row) => h("tr", {},
        [String(row.table), row.mate, row.opponent, row.result || "–"].map((cell) => h("td", { dir: "auto" }, cell)))))),
    ...team.notes.map((note) => h("p", { class: "muted", dir: "auto" }, note)),
  ];
}
