// The connection of a page that only watches, as the room display and a stream do. It reconnects whenever it is lost,
// and knows the event's time. The browsers may be old, so this is the JavaScript of 2016, without modules.

(function () {
  const PING_MS = 5000;
  const KEEP_MS = 30000;
  const DEAF_MS = 12000;
  const MOST_WAIT_MS = 10000;
  const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
  const OWN = /\/(v[0-9a-f]{12})\//.exec(/** @type {any} */ (document.currentScript).src);

  /** Load another edition of the page once the server has one. @param {string} edition */
  function keepUp(edition) {
    if (!edition || !OWN || edition === OWN[1] || location.hash.indexOf(edition) > 0) return;
    const asked = location.hash.slice(1).replace(/&?v[0-9a-f]{12}$/, "");
    location.hash = (asked && asked + "&") + edition; // only once for each edition, whatever comes of it
    location.reload();
  }

  /** @param {string} role */
  function device(role) {
    let name = role + "-";
    for (let n = 0; n < 20; n += 1) name += LETTERS.charAt(Math.floor(Math.random() * LETTERS.length));
    return name;
  }

  /** Connect. `table` is 0 for the whole event.
   * @param {string} role
   * @param {number} table
   * @param {{ joined: () => void, left: () => void, timed: () => void, heard: (message: any) => void }} on */
  function watchEvent(role, table, on) {
    /** @type {WebSocket | null} */
    let socket = null;
    /** @type {number | null} */
    let offset = null; // from this browser's clock to the event's time
    /** @type {{ at: number, trip: number, offset: number }[]} */
    let samples = [];
    let retryMs = 1000;
    let heardAt = 0;
    let saidAt = 0;
    /** @type {any} */
    let beat = 0;
    const name = device(role);

    function steady() {
      return performance.now();
    }

    /** Take an answer to the message sent at `stamp`. The quickest answer of the last half minute counts.
     * @param {number} stamp
     * @param {number} theirs */
    function heardTime(stamp, theirs) {
      const now = steady();
      samples.push({ at: now, trip: now - stamp, offset: theirs - (stamp + now) / 2 });
      samples = samples.filter(function (sample) { return sample.at > now - KEEP_MS; });
      const best = samples.reduce(function (best, next) { return next.trip < best.trip ? next : best; });
      if (offset === null || Math.abs(best.offset - offset) > 20) {
        offset = best.offset;
        on.timed();
      }
    }

    /** @param {object} message */
    function say(message) {
      if (socket && socket.readyState === 1) socket.send(JSON.stringify(message));
    }

    function ping() {
      if (steady() - heardAt > DEAF_MS && socket) socket.close();
      else say({ type: "ping", stamp_ms: steady() });
    }

    function join() {
      const opened = (socket = new WebSocket((location.protocol === "https:" ? "wss" : "ws") + "://" + location.host + "/socket"));
      heardAt = steady();
      opened.onopen = function () {
        saidAt = steady();
        say({ type: "hello", version: 2, role: role, device: name, table: table });
      };
      opened.onmessage = function (event) { hear(JSON.parse(event.data)); };
      opened.onclose = function () {
        clearInterval(beat);
        if (socket !== opened) return;
        socket = null;
        on.left();
        setTimeout(join, retryMs);
        retryMs = Math.min(retryMs * 2, MOST_WAIT_MS);
      };
    }

    /** @param {any} message */
    function hear(message) {
      heardAt = steady();
      if (message.type === "welcome") {
        keepUp(message.edition);
        samples = [];
        offset = null;
        heardTime(saidAt, message.now_ms);
        retryMs = 1000;
        beat = setInterval(ping, PING_MS);
        ping();
        on.joined();
        /** @type {any} */ (window).tellFaults(say);
      } else if (message.type === "pong") heardTime(message.stamp_ms, message.now_ms);
      else on.heard(message);
    }

    join();
    return {
      hear: hear,
      /** The event's time; null before the first answer. */
      nowMs: function () { return offset === null ? null : steady() + offset; },
    };
  }

  Object.assign(window, { watchEvent: watchEvent });
})();
