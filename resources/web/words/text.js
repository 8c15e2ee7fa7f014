// How a sentence is filled, counted and joined, as app/engine/text.py.

/** "{side} wins" and { side: "Red" }: "Red wins". */
export const fill = (text, values) =>
  text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/** A sentence whose words go with a number: "1 point", "2 points". */
export const byNumber = (words, count, values = {}) =>
  fill(count === 1 ? words.one : words.other, { ...values, count });

/** "1", "1 and 2", "1, 2 and 3". */
export const joinWords = (words) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
