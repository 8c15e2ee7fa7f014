// How a sentence is filled, counted and joined, as app/engine/text.py.

/** "{side} wins" and { side: "Red" }: "Red wins".
 * @param {string} text
 * @param {object} values */
export const fill = (text, values) =>
  text.replace(/\{(\w+)\}/g, (_, name) => String(/** @type {any} */ (values)[name]));

/** A sentence whose words go with a number: "1 point", "2 points".
 * @param {any} words
 * @param {number} count
 * @param {Record<string, unknown>} [values] */
export const byNumber = (words, count, values = {}) =>
  fill(words[count === 1 ? "one" : "other"], { ...values, count });

const EVERY = "*";
/** The first words that lose their capital inside a sentence, as the catalogue lists them.
 * @type {string} */
const LOSING = /*_*/"*";

/** A text that stands alone elsewhere, as it stands inside a sentence: "Turn 2", "turn 2".
 * @param {string} text */
export const within = (text) =>
  LOSING === EVERY || LOSING.split(" ").includes(text.split(" ")[0].toLowerCase())
    ? text.slice(0, 1).toLowerCase() + text.slice(1)
    : text;

/** "1", "1 and 2", "1, 2 and 3".
 * @param {any} words */
export const joinWords = (words) => {
  const most = words.slice(0, -1).join(", "), last = words[words.length - 1] ?? "";
  return most ? /*_*/`${most} and ${last}` : last;
};
