// Fills, counts and joins sentences, as app/engine/text.py does.

/** Fill the fields of a sentence: "{side} wins" with { side: "Red" } gives "Red wins".
 * @param {string} text
 * @param {object} values */
export const fill = (text, values) =>
  text.replace(/\{(\w+)\}/g, (_, name) => String(/** @type {any} */ (values)[name]));

/** The form of a sentence that goes with a number: "1 point", "2 points".
 * @param {any} words
 * @param {number} count
 * @param {Record<string, unknown>} [values] */
export const byNumber = (words, count, values = {}) =>
  fill(words[count === 1 ? "one" : "other"], { ...values, count });

const EVERY = "*";
/** The first words that lose their capital inside a sentence, as the catalogue lists them.
 * @type {string} */
const LOSING = /*_*/"*";

/** A text that usually stands alone, changed for use inside a sentence: "Turn 2" becomes "turn 2".
 * @param {string} text */
export const within = (text) =>
  LOSING === EVERY || LOSING.split(" ").includes(text.split(" ")[0].toLowerCase())
    ? text.slice(0, 1).toLowerCase() + text.slice(1)
    : text;

/** A list such as "1", "1 and 2" or "1, 2 and 3".
 * @param {any} words */
export const joinWords = (words) => {
  const most = words.slice(0, -1).join(", "), last = words[words.length - 1] ?? "";
  return most ? /*_*/`${most} and ${last}` : last;
};
