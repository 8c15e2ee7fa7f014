// What the device itself does for its table: it plays sounds and keeps its screen on.

/** @typedef {1 | 2 | 3 | "flag"} Sound */

/** The pitch, the start and the length of each tone; times are in seconds.
 * @type {Record<Sound, [number, number, number][]>} */
const NOTES = {
  1: [[660, 0, 0.35], [880, 0.3, 0.5]],
  2: [[880, 0, 0.25], [880, 0.35, 0.25], [1175, 0.7, 0.5]],
  3: [[1319, 0, 0.12], [1319, 0.2, 0.12], [1319, 0.4, 0.12]],
  flag: [[784, 0, 0.3], [587, 0.3, 0.3], [392, 0.6, 0.9]],
};
/** @type {Record<string, number>} */
const LOUDNESS = { gentle: 0.12, loud: 0.6 };

/** A context runs even when nothing sounds. With large buffers it wakes the device less often; no sound here needs to be
 * exact to the tenth of a second. */
const SPARING = { latencyHint: "playback" };

/** @type {AudioContext | null} */
let context = null;

/** Allow sounds. Browsers let a page play them only after a touch, so this is called on one. */
export function allowSound() {
  const { AudioContext, webkitAudioContext } = /** @type {any} */ (globalThis);
  const Audio = AudioContext ?? webkitAudioContext;
  context = context ?? (Audio ? /** @type {AudioContext} */ (new Audio(SPARING)) : null);
  resume();
}

/** Resume sounds after a call or another program has interrupted them; Safari has a separate state for that. */
function resume() {
  if (context && context.state !== "running") context.resume().catch(() => {});
}

/** Set the volume: "off", "gentle" or "loud".
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

/** Keeps the screen on while a game is played: by a Wake Lock or, if the browser has none, by a hidden video. */
export class Awake {
  /** Take `changed`, which is called when `how` changes: "lock", "video", "no" or, before the first touch, "".
   * @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.how = "";
    this.wanted = false;
    /** @type {HTMLVideoElement | null} */
    this.video = null;
    document.addEventListener("visibilitychange", () => {
      if (this.wanted && document.visibilityState === "visible") this.hold();
    });
  }

  /** Start keeping the screen on. Browsers allow it only after a touch, so this is called on one. */
  want() {
    this.wanted = true;
    if (this.how !== "lock" && !(this.video && !this.video.paused)) this.hold();
  }

  async hold() {
    let how = "no";
    if (await this.lock()) how = "lock";
    else if (await this.play()) how = "video";
    if (how === this.how) return;
    this.how = how;
    this.changed();
  }

  async lock() {
    try {
      const lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => (this.how = ""));
      return true;
    } catch {
      return false;
    }
  }

  async play() {
    try {
      const { VIDEO } = await import("./film.js");
      this.video = this.video ?? this.make(VIDEO); // an earlier touch may have created it meanwhile
      await this.video.play();
      return true;
    } catch {
      return false;
    }
  }

  /** @param {string} film */
  make(film) {
    const video = document.createElement("video");
    video.className = "awake";
    video.setAttribute("playsinline", "");
    video.setAttribute("aria-hidden", "true");
    video.src = `data:video/mp4;base64,${film}`;
    // Going back before the end works in every browser; some let the screen sleep during a looped video.
    video.addEventListener("timeupdate", () => {
      if (video.currentTime > video.duration - 1) video.currentTime = 0;
    });
    document.body.prepend(video);
    return video;
  }

  /** A sentence for the players if the screen may turn off; otherwise empty. */
  get words() {
    /** @type {Record<string, string>} */
    const said = {
      lock: /*_*/"This screen stays on by itself.",
      video: /*_*/"This screen is kept on by a hidden video. If it goes dark, set its display timeout.",
      no: /*_*/"This browser lets the screen go dark: set the display timeout to 30 minutes or more.",
    };
    return said[this.how] ?? /*_*/"Touch the clock once to keep the screen on.";
  }
}
