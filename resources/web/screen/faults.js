// Errors in a page's scripts, which are reported to the organizer. This is loaded before all other scripts and needs
// none of them. It is written for browsers too old for the others, because on those the page stays blank.

(function () {
  const MOST = 5;
  const START_MS = 20000; // a page without a connection after this time has not started
  const AGAIN_MS = 10000;
  const RELOAD_MS = 3000;
  const LOADS = "flagfall-loads"; // the number of loads of this page in a row in which something failed to load
  const MOST_LOADS = 4;
  /** @type {{ type: string, kind: string, table: number, words: string, place: string, browser: string }[]} */
  const met = [];
  /** @type {((fault: object) => void) | null} */
  let say = null;
  /** @type {any} */
  let alone = 0;
  let whole = true;

  /** @param {string} kind
   * @param {string} words
   * @param {string} place */
  function note(kind, words, place) {
    const known = met.some(function (fault) { return fault.words === words.slice(0, 300) && fault.place === place.slice(0, 200); });
    if (known || met.length === MOST) return;
    const table = /\btable=(\d{1,4})\b/.exec(location.hash);
    met.push({
      type: "fault", kind: kind, table: table ? Number(table[1]) : 0, words: words.slice(0, 300),
      place: place.slice(0, 200), browser: navigator.userAgent.slice(0, 300),
    });
    if (say) say(met[met.length - 1]);
    else alone = alone || setTimeout(tellAlone, START_MS);
  }

  /** Report without the page's scripts that they have not started. */
  function tellAlone() {
    alone = 0;
    if (say) return;
    const socket = new WebSocket((location.protocol === "https:" ? "wss" : "ws") + "://" + location.host + "/socket");
    let told = false;
    socket.onmessage = function (event) {
      const type = JSON.parse(event.data).type;
      if (type === "challenge")
        socket.send(JSON.stringify({ type: "hello", version: 2, role: "fault", device: "fault-" + Date.now() }));
      if (type !== "welcome") return;
      told = true;
      met.forEach(function (fault) { socket.send(JSON.stringify(fault)); });
      socket.close();
    };
    socket.onclose = function () {
      if (!told) alone = alone || setTimeout(tellAlone, AGAIN_MS);
    };
  }

  /** The position in our own files that an address or a stack names; empty for other files, such as those of a browser
   * extension.
   * @param {string} text */
  function placeOf(text) {
    const at = text.indexOf(location.origin + "/");
    return at < 0 ? "" : text.slice(at + location.origin.length + 1).split(/[\s)]/)[0];
  }

  addEventListener("error", function (event) {
    const place = placeOf(event.filename || "");
    if (place) note("error", String(event.message), place + ":" + event.lineno + ":" + event.colno);
  });
  /** Reload the page a few times if a file failed to load. A network that changes meanwhile (another address, another
   * access point) loses requests. Later files handle this themselves. A file that is gone for good is reported.
   * @param {Event} event */
  function loadAgain(event) {
    const part = event.target;
    const lost = part instanceof HTMLScriptElement ? part.src : part instanceof HTMLLinkElement ? part.href : "";
    const place = placeOf(lost);
    if (!place) return;
    whole = false;
    let loads = MOST_LOADS;
    try {
      loads = Number(sessionStorage.getItem(LOADS) || 0) + 1;
      sessionStorage.setItem(LOADS, String(loads));
    } catch (_refused) {
      // This browser stores nothing, so the loads cannot be counted.
    }
    if (loads < MOST_LOADS) setTimeout(function () { location.reload(); }, RELOAD_MS);
    else note("error", "This file did not load.", place);
  }
  addEventListener("error", loadAgain, true);
  addEventListener("load", function () {
    removeEventListener("error", loadAgain, true);
    try {
      if (whole) sessionStorage.removeItem(LOADS);
    } catch (_refused) {
      // Nothing was stored.
    }
  });
  addEventListener("unhandledrejection", function (event) {
    const why = event.reason || "";
    const stack = String(why.stack || "");
    const place = placeOf(stack);
    if (place || stack.indexOf("://") < 0)
      note("rejection", why.message ? why.name + ": " + why.message : String(why), place);
  });

  /** Report errors over a new connection. They are then known to the organizer's computer.
   * @param {(fault: object) => void} to */
  Object.assign(window, { faults: met, tellFaults: function (/** @type {(fault: object) => void} */ to) {
    say = to;
    met.forEach(to);
  } });
})();
