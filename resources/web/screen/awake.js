// Keeps the screen on while a game is played: by Wake Lock, or elsewhere by a hidden video.

export class Awake {
  /** `changed` is called when `how` changes: "lock", "video", "no" or, before a touch, "".
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

  /** Browsers ask for a touch before either way works: call this on one. */
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
      this.video = this.video ?? this.make((await import("./film.js")).VIDEO);
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
    // Going back before the end serves every browser; some let a looped video's screen sleep.
    video.addEventListener("timeupdate", () => {
      if (video.currentTime > video.duration - 1) video.currentTime = 0;
    });
    document.body.prepend(video);
    return video;
  }

  /** What the players should know. */
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
