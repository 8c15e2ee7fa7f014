// Messages that nobody on the network can read: closed for the organizer's computer, by keys of this connection alone.

import "../vendor/nacl.min.js";

const { nacl } = /** @type {any} */ (globalThis);
const [FROM_DEVICE, FROM_SERVER] = [0, 1];
const NONCE_BYTES = 24;

/** No two boxes of a connection have the same.
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
