// Sounds for low time and for a fallen flag, made by the browser itself.

const NOTES = {
  1: [[660, 0, 0.35], [880, 0.3, 0.5]],
  2: [[880, 0, 0.25], [880, 0.35, 0.25], [1175, 0.7, 0.5]],
  3: [[1319, 0, 0.12], [1319, 0.2, 0.12], [1319, 0.4, 0.12]],
  flag: [[784, 0, 0.3], [587, 0.3, 0.3], [392, 0.6, 0.9]],
};
const LOUDNESS = { gentle: 0.12, loud: 0.6 };

let context = null;

/** Browsers let a page sound only after a touch: call this on one. */
export function allowSound() {
  const { AudioContext, webkitAudioContext } = /** @type {any} */ (globalThis);
  const Audio = AudioContext ?? webkitAudioContext;
  context ??= Audio ? new Audio() : null;
  if (context?.state === "suspended") context.resume().catch(() => {});
}

/** `which`: 1, 2, 3 or "flag". `volume`: "off", "gentle" or "loud". */
export function sound(which, volume) {
  if (volume === "off" || context?.state !== "running") return false;
  for (const [pitch, after, long] of NOTES[which]) note(pitch, after, long, volume);
  return true;
}

function note(pitch, after, long, volume) {
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
