// Finds a name by a few of its letters.

// Letters that Unicode does not decompose into a letter and an accent, as in app/engine/text.py.
/** @type {Record<string, string>} */
const APART = { ł: "l", ø: "o", đ: "d", ð: "d", ħ: "h", ı: "i", æ: "ae", œ: "oe", þ: "th", ß: "ss" };

/** The text in small letters without accents, so that any keyboard can find any name.
 * @param {string} text */
function plain(text) {
  const bare = text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
  return bare.replace(/[łøđðħıæœþß]/g, (letter) => APART[letter]);
}

/** Whether the text begins a name, or a word in it.
 * @param {string} name
 * @param {string} sought */
export const begins = (name, sought) => ` ${plain(name)}`.includes(` ${plain(sought.trim())}`);
