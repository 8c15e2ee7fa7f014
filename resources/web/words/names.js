// How a name is found by a few of its letters.

// Letters that Unicode does not take apart into a letter and its mark, as in app/engine/text.py.
/** @type {Record<string, string>} */
const APART = { ł: "l", ø: "o", đ: "d", ð: "d", ħ: "h", ı: "i", æ: "ae", œ: "oe", þ: "th", ß: "ss" };

/** Small letters without their accents, so that any keyboard finds any name.
 * @param {string} text */
function plain(text) {
  const bare = text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
  return bare.replace(/[łøđðħıæœþß]/g, (letter) => APART[letter]);
}

/** Whether the sought letters begin a name, or a word of it.
 * @param {string} name
 * @param {string} sought */
export const begins = (name, sought) => ` ${plain(name)}`.includes(` ${plain(sought.trim())}`);
