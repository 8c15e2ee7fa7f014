// The codes of a table's messages, by the secret of its printed code: who only listens can make none.

import { sha256 as library } from "../vendor/sha256.min.js";

const sha256 = /** @type {any} */ (library);
const LENGTH = 26; // of a secret; those of earlier programs had another one
const DIGITS = 32;

/** The secret as it is printed, where somebody typed it.
 * @param {string} typed */
function asPrinted(typed) {
  const letters = typed.toLowerCase().replace(/[^a-z0-9]/g, "").replace(/o/g, "0").replace(/[il]/g, "1");
  return letters.length === LENGTH ? letters : typed;
}

/** What puts its code before each message of a connection.
 * @param {string} secret
 * @param {string} nonce */
export function coder(secret, nonce) {
  const key = sha256.hmac(sha256(asPrinted(secret)), nonce);
  let sent = 0;
  return (/** @type {string} */ text) => sha256.hmac(key, `${sent++}${text}`).slice(0, DIGITS) + text;
}
