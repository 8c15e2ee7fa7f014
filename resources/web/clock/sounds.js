// Sounds for low time and for a fallen flag, made by the browser itself.

/** @typedef {1 | 2 | 3 | "flag"} Sound */

/** Pitch, and when and how long in seconds. @type {Record<Sound, [number, number, number][]>} */
const NOTES = {
  1: [[660, 0, 0.35], [880, 0.3, 0.5]],
  2: [[880, 0, 0.25], [880, 0.35, 0.25], [1175, 0.7, 0.5]],
  3: [[1319, 0, 0.12], [1319, 0.2, 0.12], [1319, 0.4, 0.12]],
  flag: [[784, 0, 0.3], [587, 0.3, 0.3], [392, 0.6, 0.9]],
};
/** @type {Record<string, number>} */
const LOUDNESS = { gentle: 0.12, loud: 0.6 };

/** @type {AudioContext | null} */
let context = null;

/** Browsers let a page sound only after a touch: call this on one. */
export function allowSound() {
  const { AudioContext, webkitAudioContext } = /** @type {any} */ (globalThis);
  const Audio = AudioContext ?? webkitAudioContext;
  context = context ?? (Audio ? /** @type {AudioContext} */ (new Audio()) : null);
  resume();
}

/** A call or another program may have interrupted the sound; Safari calls that a state of its own. */
function resume() {
  if (context && context.state !== "running") context.resume().catch(() => {});
}

/** `volume`: "off", "gentle" or "loud".
 * @param {Sound} which
 * @param {string} volume */
export function sound(which, volume) {
  if (volume === "off") return false;
  if (context?.state !== "running") {
    resume();
    return false;
  }
  for (const [pitch, after, long] of NOTES[which]) note(context, pitch, after, long, volume);
  return true;
}

/** @param {AudioContext} context
 * @param {number} pitch
 * @param {number} after
 * @param {number} long
 * @param {string} volume */
function note(context, pitch, after, long, volume) {
  const [tone, gain] = [context.createOscillator(), context.createGain()];
  const at = context.currentTime + after;
  tone.type = volume === "loud" ? "square" : "sine";
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(LOUDNESS[volume], at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.001, at + long);
  tone.connect(gain).connect(context.destination);
  tone.start(at);
  tone.stop(at + long);
}
