// What a stream shows of the event: one table (`/stream#table=3`), or the round as a ticker (`/stream`). The background
// is transparent. Without a given size it is as wide as its window. It only listens.

(function () {
  /** The classes of these names in `app/views/round/spectators.py`.
   * @typedef {{ name: string, faction: string, cp: number, left_ms: number | null, ends_ms: number | null, overruns: boolean }} Side */
  /** @typedef {{ table: number, sides: { red: Side, blue: Side }, runs: string | null, turn: string, words: string,
   *   scored: boolean, won: string | null }} Table */
  /** @typedef {{ event: string, round_number: number, tables: Table[] }} Round */
  /** @typedef {{ clock: HTMLElement, side: Side, runs: boolean }} Face */

  const LOW_MS = 5 * 60000;
  const WIDTHS = /** @type {{ [size: string]: number }} */ ({ small: 640, medium: 960, large: 1280 });
  const HIGH = /** @type {{ [size: string]: number }} */ ({ small: 20, medium: 28, large: 40 });
  const EM_A_SECOND = 5; // the speed of the ticker

  const root = /** @type {HTMLElement} */ (document.getElementById("stream"));
  /** @type {{ [name: string]: string }} */
  const asked = {};
  location.hash.slice(1).split("&").forEach(function (part) {
    const at = part.indexOf("=");
    if (at > 0) asked[part.slice(0, at)] = part.slice(at + 1);
  });
  const wanted = Math.max(parseInt(asked.table || "0", 10) || 0, 0);

  /** @type {Round | null} */
  let shown = null;
  /** @type {Face[]} */
  let faces = [];
  /** @type {any} */
  let ticking = 0;

  /** @param {string} tag
   * @param {string} kind
   * @param {string} [words] */
  function element(tag, kind, words) {
    const made = document.createElement(tag);
    made.className = kind;
    if (words !== undefined) {
      made.textContent = words;
      made.dir = "auto";
    }
    return made;
  }

  // One table.

  function measure() {
    const width = WIDTHS[asked.size] || innerWidth;
    root.style.fontSize = wanted ? width / 100 + "px" : (HIGH[asked.size] || Math.max(Math.min(innerHeight * 0.5, 40), 14)) + "px";
  }

  /** @param {Table} table
   * @param {"red" | "blue"} color */
  function sideOf(table, color) {
    const side = table.sides[color];
    const made = element("div", "side " + color);
    const who = element("div", "who");
    who.appendChild(element("bdi", "name" + (table.won === color ? " won" : ""), side.name));
    who.appendChild(element("bdi", "faction", side.faction));
    const clock = element("div", "clock");
    made.appendChild(who);
    made.appendChild(clock);
    faces.push({ clock: clock, side: side, runs: table.runs === color });
    return made;
  }

  /** @param {Table} table */
  function drawTable(table) {
    const whole = element("div", "table");
    const sides = element("div", "sides");
    sides.appendChild(sideOf(table, "red"));
    if (table.scored) {
      const score = element("div", "score");
      score.appendChild(element("span", "", String(table.sides.red.cp)));
      score.appendChild(element("span", "", "–"));
      score.appendChild(element("span", "", String(table.sides.blue.cp)));
      sides.appendChild(score);
    }
    sides.appendChild(sideOf(table, "blue"));
    whole.appendChild(sides);
    whole.appendChild(element("div", "words", [table.turn, table.words].filter(Boolean).join(" · ")));
    root.appendChild(whole);
  }

  // The round.

  /** @param {Table} table */
  function entryOf(table) {
    const made = element("span", "entry");
    const red = table.sides.red;
    const blue = table.sides.blue;
    made.appendChild(element("span", "at", String(table.table)));
    made.appendChild(element("bdi", table.won === "red" ? "won" : "", red.name));
    made.appendChild(element("span", "result", table.scored ? red.cp + "–" + blue.cp : "–"));
    made.appendChild(element("bdi", table.won === "blue" ? "won" : "", blue.name));
    made.appendChild(element("span", "how", table.won ? "" : table.turn || table.words));
    return made;
  }

  /** @param {Table[]} tables */
  function drawTicker(tables) {
    let ticker = /** @type {HTMLElement | null} */ (root.firstElementChild);
    let band = ticker && /** @type {HTMLElement} */ (ticker.firstElementChild);
    if (!ticker || !band) {
      ticker = element("div", "ticker");
      band = element("div", "band");
      ticker.appendChild(band);
      root.appendChild(ticker);
    }
    while (band.firstChild) band.removeChild(band.firstChild); // the ticker continues at its present position
    tables.forEach(function (table) { /** @type {HTMLElement} */ (band).appendChild(entryOf(table)); });
    const goes = band.scrollWidth > innerWidth;
    if (goes) tables.forEach(function (table) { /** @type {HTMLElement} */ (band).appendChild(entryOf(table)); });
    const em = parseFloat(root.style.fontSize);
    band.style.animationDuration = Math.round(band.scrollWidth / 2 / em / EM_A_SECOND) + "s";
    if (goes !== (band.className === "band goes")) band.className = goes ? "band goes" : "band";
  }

  function draw() {
    measure();
    faces = [];
    if (!shown) return;
    if (wanted) {
      root.textContent = "";
      if (shown.tables.length) drawTable(shown.tables[0]);
    } else drawTicker(shown.tables);
    tick();
  }

  // Time.

  /** @param {number} ms */
  function clockWords(ms) {
    const seconds = Math.ceil(Math.abs(ms) / 1000);
    /** @param {number} number */
    const two = function (number) { return (number < 10 ? "0" : "") + number; };
    return (ms <= -1000 ? "−" : "") + Math.floor(seconds / 60) + ":" + two(seconds % 60);
  }

  /** @param {Side} side */
  function leftMs(side) {
    const now = line.nowMs();
    if (side.ends_ms === null || now === null) return side.left_ms;
    const left = side.ends_ms - now;
    return side.overruns ? left : Math.max(left, 0);
  }

  /** Draw the clocks, and again when one of them shows another second. */
  function tick() {
    clearTimeout(ticking);
    let wait = 0;
    faces.forEach(function (face) {
      const left = leftMs(face.side);
      const words = left === null ? "" : clockWords(left);
      const low = left !== null && left < LOW_MS && face.runs;
      if (face.clock.textContent !== words) face.clock.textContent = words;
      face.clock.className = "clock" + (face.runs ? " runs" : "") + (low ? " low" : "");
      if (left !== null && face.side.ends_ms !== null) wait = (((left % 1000) + 1000) % 1000) + 5;
    });
    if (wait && line.nowMs() !== null) ticking = setTimeout(tick, wait);
  }

  addEventListener("resize", draw);

  // The line to the organizer's computer.

  const line = /** @type {{ nowMs: () => number | null }} */ (
    /** @type {any} */ (window).watchEvent("stream", wanted, {
      joined: function () { root.className = ""; },
      left: function () { root.className = "away"; },
      timed: tick,
      /** @param {any} message */
      heard: function (message) {
        if (message.type !== "stream") return;
        shown = message.shown;
        draw();
      },
    }));

  addEventListener("hashchange", function () { location.reload(); });
  draw();
  // For tests.
  Object.assign(window, { stream: {
    get shown() { return shown; },
    get away() { return root.className === "away"; },
    clockWords: clockWords,
  } });
})();
