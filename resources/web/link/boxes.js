// Messages that nobody on the network can read: encrypted for the organizer's computer with keys of this connection
// only.

/** @typedef {{ nonce: string, key: string, own: string, signed: string }} Challenge */

import "../vendor/nacl.min.js";
import { sha256 as library } from "../vendor/sha256.min.js";
import { local } from "./storage.js";

const { nacl } = /** @type {any} */ (globalThis);
const sha256 = /** @type {any} */ (library);
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
const MARK = "flagfall-key"; // the part of the computer's own key that the scanned code contained
const MARK_LETTERS = 20;
const [FROM_DEVICE, FROM_SERVER] = [0, 1];
const NONCE_BYTES = 24;

/** A nonce that no other box of the connection has.
 * @param {number} end
 * @param {number} count */
function nonce(end, count) {
  const bytes = new Uint8Array(NONCE_BYTES);
  bytes[0] = end;
  new DataView(bytes.buffer).setUint32(NONCE_BYTES - 4, count);
  return bytes;
}

/** @param {string} hex */
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));

/** The part of the computer's own key in the code that opened this page, or in an earlier one on this device. */
function scannedMark() {
  const mark = new URLSearchParams(location.hash.slice(1)).get("key");
  if (mark) local.setItem(MARK, mark);
  return mark || local.getItem(MARK);
}

const mark = scannedMark();

/** Whether nobody in between can open boxes for the key of this connection. On an encrypted page the browser ensures
 * that. Elsewhere the key must be signed with the computer's own key, of which the scanned code contained a part.
 * @param {Challenge | undefined} challenge */
export function isOurs(challenge) {
  if (globalThis.isSecureContext) return true;
  if (!challenge || !mark) return false;
  const { nonce, key, own, signed } = challenge;
  const made = sha256.array(own).slice(0, MARK_LETTERS).map((/** @type {number} */ byte) => LETTERS[byte % LETTERS.length]);
  const said = Uint8Array.from([...bytesOf(signed), ...new TextEncoder().encode(nonce + key)]);
  return made.join("") === mark && nacl.sign.open(said, bytesOf(own)) !== null;
}

/** The proof, on this connection, that this device has a secret. The secret itself is not sent.
 * @param {string} secret
 * @param {Challenge} challenge
 * @returns {string} */
export const answerTo = (secret, { nonce }) => sha256.hmac(sha256(secret), nonce);

export class Boxes {
  /** @param {string} key the server's */
  constructor(key) {
    const { publicKey, secretKey } = nacl.box.keyPair();
    this.key = publicKey;
    this.shared = nacl.box.before(bytesOf(key), secretKey);
    this.closed = this.opened = 0;
  }

  /** @param {string} text */
  close(text) {
    const box = nacl.box.after(new TextEncoder().encode(text), nonce(FROM_DEVICE, ++this.closed), this.shared);
    const all = new Uint8Array(this.key.length + box.length);
    all.set(this.key);
    all.set(box, this.key.length);
    return all;
  }

  /** @param {ArrayBuffer} box */
  open(box) {
    const text = nacl.box.open.after(new Uint8Array(box), nonce(FROM_SERVER, ++this.opened), this.shared);
    return new TextDecoder().decode(text);
  }
}
