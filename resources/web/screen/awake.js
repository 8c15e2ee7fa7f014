// Keeps the screen on while a game is played: by Wake Lock, or elsewhere by a hidden video.

// Four seconds of a black 16 by 16 picture and silence, made for this page.
const VIDEO = [
  "AAAAIGZ0eXBpc29tAAACAGlzb21pc28yYXZjMW1wNDEAAAYYbW9vdgAAAGxtdmhkAAAAAAAAAAAAAAAAAAAD6AAAD6AAAQAA",
  "AQAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  "AAAAAwAAAml0cmFrAAAAXHRraGQAAAADAAAAAAAAAAAAAAABAAAAAAAAD6AAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAA",
  "AAAAAAABAAAAAAAAAAAAAAAAAABAAAAAABAAAAAQAAAAAAAkZWR0cwAAABxlbHN0AAAAAAAAAAEAAA+gAAAAAAABAAAAAAHh",
  "bWRpYQAAACBtZGhkAAAAAAAAAAAAAAAAAABAAAABAABVxAAAAAAALWhkbHIAAAAAAAAAAHZpZGUAAAAAAAAAAAAAAABWaWRl",
  "b0hhbmRsZXIAAAABjG1pbmYAAAAUdm1oZAAAAAEAAAAAAAAAAAAAACRkaW5mAAAAHGRyZWYAAAAAAAAAAQAAAAx1cmwgAAAA",
  "AQAAAUxzdGJsAAAAuHN0c2QAAAAAAAAAAQAAAKhhdmMxAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAABAAEABIAAAASAAAAAAA",
  "AAABFUxhdmM1OS4zNy4xMDAgbGlieDI2NAAAAAAAAAAAAAAAGP//AAAALmF2Y0MBQsAK/+EAFmdCwArZHsBEAAADAAQAAAMA",
  "CDxImSABAAVoy4PLIAAAABBwYXNwAAAAAQAAAAEAAAAUYnRydAAAAAAAAAVGAAAFRgAAABhzdHRzAAAAAAAAAAEAAAAEAABA",
  "AAAAABRzdHNzAAAAAAAAAAEAAAABAAAAHHN0c2MAAAAAAAAAAQAAAAEAAAABAAAAAQAAACRzdHN6AAAAAAAAAAAAAAAEAAAC",
  "hgAAAAoAAAAKAAAACQAAACBzdGNvAAAAAAAAAAQAAAZdAAAJAwAACS0AAAlXAAAC2XRyYWsAAABcdGtoZAAAAAMAAAAAAAAA",
  "AAAAAAIAAAAAAAAPoAAAAAAAAAAAAAAAAQEAAAAAAQAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAA",
  "AAAAACRlZHRzAAAAHGVsc3QAAAAAAAAAAQAAD6AAAAQAAAEAAAAAAlFtZGlhAAAAIG1kaGQAAAAAAAAAAAAAAAAAAB9AAACB",
  "AFXEAAAAAAAtaGRscgAAAAAAAAAAc291bgAAAAAAAAAAAAAAAFNvdW5kSGFuZGxlcgAAAAH8bWluZgAAABBzbWhkAAAAAAAA",
  "AAAAAAAkZGluZgAAABxkcmVmAAAAAAAAAAEAAAAMdXJsIAAAAAEAAAHAc3RibAAAAH5zdHNkAAAAAAAAAAEAAABubXA0YQAA",
  "AAAAAAABAAAAAAAAAAAAAgAQAAAAAB9AAAAAAAA2ZXNkcwAAAAADgICAJQACAASAgIAXQBUAAAAAAB9AAAABIAWAgIAFFYhW",
  "5QAGgICAAQIAAAAUYnRydAAAAAAAAB9AAAABIAAAACBzdHRzAAAAAAAAAAIAAAAgAAAEAAAAAAEAAAEAAAAAKHN0c2MAAAAA",
  "AAAAAgAAAAEAAAABAAAAAQAAAAIAAAAIAAAAAQAAAJhzdHN6AAAAAAAAAAAAAAAhAAAAFQAAAAQAAAAEAAAABAAAAAQAAAAE",
  "AAAABAAAAAQAAAAEAAAABAAAAAQAAAAEAAAABAAAAAQAAAAEAAAABAAAAAQAAAAEAAAABAAAAAQAAAAEAAAABAAAAAQAAAAE",
  "AAAABAAAAAQAAAAEAAAABAAAAAQAAAAEAAAABAAAAAQAAAAEAAAAJHN0Y28AAAAAAAAABQAABkgAAAjjAAAJDQAACTcAAAlg",
  "AAAAGnNncGQBAAAAcm9sbAAAAAIAAAAB//8AAAAcc2JncAAAAAByb2xsAAAAAQAAACEAAAABAAAAYnVkdGEAAABabWV0YQAA",
  "AAAAAAAhaGRscgAAAAAAAAAAbWRpcmFwcGwAAAAAAAAAAAAAAAAtaWxzdAAAACWpdG9vAAAAHWRhdGEAAAABAAAAAExhdmY1",
  "OS4yNy4xMDAAAAAIZnJlZQAAA0BtZGF03gIATGF2YzU5LjM3LjEwMAACMEAOAAACcAYF//9s3EXpvebZSLeWLNgg2SPu73gy",
  "NjQgLSBjb3JlIDE2NCByMzA5NSBiYWVlNDAwIC0gSC4yNjQvTVBFRy00IEFWQyBjb2RlYyAtIENvcHlsZWZ0IDIwMDMtMjAy",
  "MiAtIGh0dHA6Ly93d3cudmlkZW9sYW4ub3JnL3gyNjQuaHRtbCAtIG9wdGlvbnM6IGNhYmFjPTAgcmVmPTMgZGVibG9jaz0x",
  "OjA6MCBhbmFseXNlPTB4MToweDExMSBtZT1oZXggc3VibWU9NyBwc3k9MSBwc3lfcmQ9MS4wMDowLjAwIG1peGVkX3JlZj0x",
  "IG1lX3JhbmdlPTE2IGNocm9tYV9tZT0xIHRyZWxsaXM9MSA4eDhkY3Q9MCBjcW09MCBkZWFkem9uZT0yMSwxMSBmYXN0X3Bz",
  "a2lwPTEgY2hyb21hX3FwX29mZnNldD0tMiB0aHJlYWRzPTEgbG9va2FoZWFkX3RocmVhZHM9MSBzbGljZWRfdGhyZWFkcz0w",
  "IG5yPTAgZGVjaW1hdGU9MSBpbnRlcmxhY2VkPTAgYmx1cmF5X2NvbXBhdD0wIGNvbnN0cmFpbmVkX2ludHJhPTAgYmZyYW1l",
  "cz0wIHdlaWdodHA9MCBrZXlpbnQ9MjUwIGtleWludF9taW49MSBzY2VuZWN1dD00MCBpbnRyYV9yZWZyZXNoPTAgcmNfbG9v",
  "a2FoZWFkPTQwIHJjPWNyZiBtYnRyZWU9MSBjcmY9MjMuMCBxY29tcD0wLjYwIHFwbWluPTAgcXBtYXg9NjkgcXBzdGVwPTQg",
  "aXBfcmF0aW89MS40MCBhcT0xOjEuMDAAgAAAAA5liIQF////D0UAAVefgAEYIAcBGCAHARggBwEYIAcBGCAHARggBwEYIAcB",
  "GCAHAAAABkGaOAv6gAEYIAcBGCAHARggBwEYIAcBGCAHARggBwEYIAcBGCAHAAAABkGaVALeoAEYIAcBGCAHARggBwEYIAcB",
  "GCAHARggBwEYIAcBGCAHAAAABUGaYBX1ARggBwEYIAcBGCAHARggBwEYIAcBGCAHARggBwEYIAc=",
].join("");

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
    this.video = this.video ?? this.make();
    try {
      await this.video.play();
      return true;
    } catch {
      return false;
    }
  }

  make() {
    const video = document.createElement("video");
    video.className = "awake";
    video.setAttribute("playsinline", "");
    video.setAttribute("aria-hidden", "true");
    video.src = `data:video/mp4;base64,${VIDEO}`;
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
