// A photo of the slip: it is scaled down here, then sent in parts to the organizer's computer.

import * as wording from "../words/wording.js";
import { openPicture } from "./picture.js";

/** @typedef {{ type: "photo_taken", number: number, taken: number, done: boolean, sentence: string, busy: boolean }} Taken */

const SIDE = 1_600; // pixels of the longer side
const MOST_BYTES = 1_000_000;
const PART_BYTES = 20_000;
const MOST_FILE = 40_000_000;
const QUALITIES = [0.8, 0.6, 0.4, 0.25];
const ANSWER_MS = 15_000;
const AGAIN_MS = 1_000;
const NOT_OPENED = /*_*/"This photo could not be opened. Take another one.";
const READING = /*_*/"Reading the photo…";
const WAITS = /*_*/"The photo is waiting for the organizer’s computer. Leave this page open.";
const SENT = /*_*/"The organizer’s computer has the photo.";

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param {HTMLCanvasElement} canvas
 * @param {number} quality
 * @returns {Promise<Blob | null>} */
const packed = (canvas, quality) => new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));

/** The orientation of the camera, as the file states it (Exif 2.3, tag 0x0112); 1 means upright.
 * @param {ArrayBuffer} raw */
function heldAs(raw) {
  const view = new DataView(raw);
  try {
    let at = 2;
    while (view.getUint16(at) !== 0xffe1) at += 2 + view.getUint16(at + 2);
    const start = at + 10, little = view.getUint16(start) === 0x4949;
    const first = start + view.getUint32(start + 4, little);
    for (let entry = 0; entry < view.getUint16(first, little); entry += 1)
      if (view.getUint16(first + 2 + 12 * entry, little) === 0x0112) return view.getUint16(first + 10 + 12 * entry, little);
  } catch {
    // The file does not state it.
  }
  return 1;
}

/** The matrices that turn a photo upright, by its orientation, for browsers that do not turn it themselves.
 * @type {Record<number, (width: number, height: number) => [number, number, number, number, number, number]>} */
const TURNS = {
  3: (width, height) => [-1, 0, 0, -1, width, height],
  6: (width) => [0, 1, -1, 0, width, 0],
  8: (_width, height) => [0, -1, 1, 0, 0, height],
};

/** Return a JPEG of at most 1,600 pixels and a megabyte, without the camera's data beside the picture; null if the file
 * is not a picture.
 * @param {Blob} file
 * @returns {Promise<Uint8Array | null>} */
export async function scaledDown(file) {
  try {
    const image = await openPicture(file);
    const { naturalWidth: width, naturalHeight: height } = image;
    const scale = Math.min(1, SIDE / Math.max(width, height));
    const canvas = document.createElement("canvas");
    const wide = Math.max(Math.round(width * scale), 1), high = Math.max(Math.round(height * scale), 1);
    const turns = !CSS.supports("image-orientation", "from-image"); // Chrome 80
    const held = turns ? heldAs(await new Response(file).arrayBuffer()) : 1;
    [canvas.width, canvas.height] = held === 6 || held === 8 ? [high, wide] : [wide, high];
    const context = canvas.getContext("2d");
    if (!context) return null;
    context.fillStyle = "#fff"; // behind transparent parts
    context.fillRect(0, 0, canvas.width, canvas.height);
    const turn = TURNS[held]?.(canvas.width, canvas.height);
    if (turn) context.setTransform(...turn);
    context.drawImage(image, 0, 0, wide, high);
    for (const quality of QUALITIES) {
      const blob = await packed(canvas, quality);
      if (blob && blob.size <= MOST_BYTES) return new Uint8Array(await new Response(blob).arrayBuffer());
    }
  } catch {
    // It is not a picture, or more than this device can hold.
  }
  return null;
}

/** @param {Uint8Array} bytes */
const inText = (bytes) => btoa(String.fromCharCode(...bytes));

export class PhotoSender {
  /** Take `tell`, which is called with the state of the photo and whether it has been sent.
   * @param {{ state: string, seal: (message: object) => unknown }} link
   * @param {(words: string, by: string | null, done: boolean) => void} tell */
  constructor(link, tell) {
    this.link = link;
    this.tell = tell;
    this.number = 0;
    /** @type {Promise<void>} */
    this.last = Promise.resolve();
    /** @type {((taken: Taken) => void) | null} */
    this.answer = null;
  }

  /** Handle an answer of the server.
   * @param {Taken} taken */
  hear(taken) {
    if (taken.number === this.number) this.answer?.(taken);
  }

  /** Send a photo, after those that were taken before it.
   * @param {Blob} file
   * @param {number} game
   * @param {string | null} by whose half it was taken at; null where the server knows */
  send(file, game, by = null) {
    /** @param {string} words */
    const tell = (words, done = false) => this.tell(words, by, done);
    this.last = this.last.then(() => this.sendWhole(file, game, by, tell));
  }

  /** @param {Blob} file
   * @param {number} game
   * @param {string | null} by
   * @param {(words: string, done?: boolean) => void} tell */
  async sendWhole(file, game, by, tell) {
    this.number = Date.now();
    if (file.size > MOST_FILE) return tell(wording.PHOTO_TOO_LARGE);
    tell(READING);
    const bytes = await scaledDown(file);
    if (!bytes) return tell(NOT_OPENED);
    let at = 0;
    for (;;) {
      const percent = Math.floor(at / bytes.length * 100);
      tell(this.link.state === "in touch" ? /*_*/`Sending the photo: ${percent} %` : WAITS);
      const taken = this.link.state === "in touch" ? await this.part(bytes, at, game, by) : null;
      if (taken?.sentence) return tell(taken.sentence);
      if (taken?.done) return tell(SENT, true);
      if (taken && !taken.busy) at = taken.taken;
      else await pause(AGAIN_MS);
    }
  }

  /** Send a part. Return the server's answer, or null if there is none.
   * @param {Uint8Array} bytes
   * @param {number} at
   * @param {number} game
   * @param {string | null} by
   * @returns {Promise<Taken | null>} */
  async part(bytes, at, game, by) {
    /** @type {Promise<Taken | null>} */
    const answered = new Promise((resolve) => {
      const late = setTimeout(() => resolve(null), ANSWER_MS);
      this.answer = (taken) => {
        clearTimeout(late);
        resolve(taken);
      };
    });
    await this.link.seal({
      type: "photo_part", number: this.number, game, size: bytes.length, from_byte: at,
      data: inText(bytes.subarray(at, at + PART_BYTES)), ...(by ? { by } : {}),
    });
    return answered;
  }
}
