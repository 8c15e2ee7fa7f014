// What can be read and pressed of all that a page shows now: sizes of letters, of targets, what is cut, broken or
// covered. `look()` gives sentences of what is wrong.
(() => {
  const SKIPPED = ".more, .awake, .probe, [hidden], .not-started, script, style, title";
  const box = (one) => one.getBoundingClientRect();
  const seen = (rect) => rect.width > 0.5 && rect.height > 0.5;
  const meet = (a, b) => ({
    left: Math.max(a.left, b.left), right: Math.min(a.right, b.right), top: Math.max(a.top, b.top), bottom: Math.min(a.bottom, b.bottom),
    get width() { return this.right - this.left; }, get height() { return this.bottom - this.top; },
  });
  /** What clips its inside, by element: its box, and whether it scrolls; null for what does not clip. One look's. */
  let rooms = new Map();
  function roomOf(one) {
    if (!rooms.has(one)) {
      const { overflowX, overflowY } = getComputedStyle(one);
      rooms.set(one, overflowX === "visible" ? null : { room: box(one), scrolls: /auto|scroll/.test(overflowY) });
    }
    return rooms.get(one);
  }
  const overlap = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
  const words = (one) => (one.getAttribute("aria-label") || one.textContent).trim().replace(/\s+/g, " ").slice(0, 60);
  const named = (one) => `${one.tagName.toLowerCase()}.${(one.getAttribute("class") || "").replace(/ /g, ".")}`;

  /** What of a box is inside of all that scrolls it, and what of it something cuts. */
  function inside(one, rect) {
    let left = rect;
    let cut = "";
    for (let up = one; up && up !== document.documentElement; up = up.parentElement) {
      const clip = roomOf(up);
      if (!clip) continue;
      const { room, scrolls } = clip;
      const before = left;
      left = meet(left, room);
      if (scrolls) {
        if (rect.left < room.left - 1.5 || rect.right > room.right + 1.5) cut = named(up);
      } else if (seen(left) && (before.left < room.left - 1.5 || before.right > room.right + 1.5 || before.top < room.top - 3 || before.bottom > room.bottom + 3)) cut = named(up);
      if (!seen(left)) return { left, cut: "" };
    }
    const shown = meet(left, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    if (seen(shown) && (left.left < -1 || left.right > innerWidth + 1 || left.top < -1 || left.bottom > innerHeight + 1)) cut = "the screen";
    return { left: shown, cut };
  }

  const covered = (one, rect) => {
    const points = [[0.5, 0.5], [0.2, 0.5], [0.8, 0.5]];
    return points.every(([x, y]) => {
      const top = document.elementFromPoint(rect.left + rect.width * x, rect.top + rect.height * y);
      return top && !one.contains(top) && !top.contains(one);
    });
  };

  function texts() {
    const found = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const node = walk.currentNode;
      const one = node.parentElement;
      if (!node.data.trim() || one.closest(SKIPPED) || getComputedStyle(one).visibility === "hidden") continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const whole = range.getBoundingClientRect();
      if (!seen(whole)) continue;
      found.push({ node, one, whole, rects: [...range.getClientRects()].filter(seen) });
    }
    return found;
  }

  function size(one) {
    const letters = parseFloat(getComputedStyle(one).fontSize);
    const scale = one.ownerSVGElement ? Math.hypot(one.getScreenCTM().a, one.getScreenCTM().b) : 1;
    return letters * scale;
  }

  function broken({ node }) {
    return [...node.data.matchAll(/[^\s\u00a0\u2013\u00ad-]+/g)].flatMap((word) => {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const tops = new Set([...range.getClientRects()].filter(seen).map((rect) => Math.round(rect.top)));
      return tops.size > 1 ? [word[0]] : [];
    });
  }

  /** The last of four words or more, where it stands alone on a last line that is much shorter than the longest. */
  function alone({ node, rects }) {
    const last = rects[rects.length - 1];
    if (rects.length < 2 || node.data.trim().split(/\s+/).length < 4 || last.width > 0.3 * Math.max(...rects.map((rect) => rect.width))) return "";
    const [word] = node.data.match(/\S+\s*$/);
    const range = document.createRange();
    range.setStart(node, node.data.lastIndexOf(word));
    range.setEnd(node, node.data.lastIndexOf(word) + word.trimEnd().length);
    return range.getBoundingClientRect().width > last.width - 1 ? word : "";
  }

  window.legible = (least, target) => {
    rooms = new Map();
    const wrong = [];
    const visible = [];
    for (const text of texts()) {
      const { one, rects, whole } = text;
      const parts = rects.map((rect) => ({ rect, ...inside(one, rect) })).filter((part) => seen(part.left));
      if (!parts.length || parts.every((part) => covered(one, part.left))) continue;
      const letters = Math.round(size(one) * 10) / 10;
      const drawn = Boolean(one.ownerSVGElement);
      if (letters < (drawn ? least.drawn : one.closest(".sheet, dialog") ? least.sheet : least.text) - 0.05) wrong.push(`small ${letters}: ${named(one)} “${text.node.data.trim().slice(0, 40)}”`);
      if (!drawn && alone(text)) wrong.push(`alone on the last line: ${named(one)} “${alone(text)}” of “${text.node.data.trim().slice(-60)}”`);
      if (!drawn) for (const word of broken(text)) wrong.push(`broken: ${named(one)} “${word}”`);
      const button = one.closest("button, .chip, .cell, .card");
      const room = button && box(button);
      for (const part of parts) {
        const out = room && !drawn && !one.closest(".bridge") && (part.rect.left < room.left - 1 || part.rect.right > room.right + 1 || part.rect.top < room.top - 2 || part.rect.bottom > room.bottom + 2);
        if ((part.cut && !one.closest(".digits")) || out) {
          wrong.push(`cut by ${part.cut || named(button)}: ${named(one)} “${text.node.data.trim().slice(0, 50)}”`);
          break;
        }
      }
      if (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).textOverflow === "ellipsis") wrong.push(`shortened: ${named(one)} “${text.node.data.trim()}”`);
      if (!drawn && !one.closest(".digits")) visible.push({ one, over: one.closest(".tip, .bridge, dialog"), text: text.node.data.trim().slice(0, 40), parts: parts.map((part) => part.left) });
    }
    const flat = visible.filter((one) => !one.over);
    flat.forEach((a, place) => {
      for (const b of flat.slice(place + 1)) {
        if (a.parts.some((x) => b.parts.some((y) => overlap(x, y))) && !a.one.contains(b.one) && !b.one.contains(a.one))
          wrong.push(`overlaps: “${a.text}” and “${b.text}”`);
      }
    });
    for (const one of document.querySelectorAll("button, [role=button], input, textarea, select, summary, a[href]")) {
      if (one.closest(SKIPPED) || getComputedStyle(one).visibility === "hidden") continue;
      const rect = box(one);
      const { left, cut } = inside(one, rect);
      if (!seen(left) || covered(one, left)) continue;
      if (rect.width < target - 0.1 || rect.height < target - 0.1) wrong.push(`target ${Math.round(rect.width)} × ${Math.round(rect.height)}: ${named(one)} “${words(one)}”`);
      else if (cut) wrong.push(`target cut by ${cut}: ${named(one)} “${words(one)}”`);
    }
    for (const body of document.querySelectorAll(".sheet .body")) {
      const high = document.querySelector("dialog[open]") ? 99 : body.clientHeight;
      if (high < Math.min(60, body.scrollHeight)) wrong.push(`no room: ${high} of ${body.scrollHeight} px of ${named(body.parentElement)} are seen`);
    }
    for (const side of ["red", "blue"]) {
      const half = window.table && window.table.halves[side];
      if (!half || !half.parts.digits.textContent || window.table.seats.of[side].lies || !half.parts.time.offsetParent || getComputedStyle(half.parts.time).visibility === "hidden") continue;
      const [outer, inner] = [box(half.parts.time), box(half.parts.digits)];
      const high = parseFloat(getComputedStyle(half.parts.digits).fontSize);
      if (inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.top < outer.top - high * 0.15 || inner.bottom > outer.bottom + high * 0.15 || high < least.digits) wrong.push(`time of ${side}: ${Math.round(high)} px in ${Math.round(outer.width)} × ${Math.round(outer.height)}`);
      for (const part of half.element.querySelectorAll(".low, .judge, .moved"))
        if (part.offsetParent) {
          const mid = meet(box(part), { left: inner.left, right: inner.right, top: inner.top + high * 0.12, bottom: inner.bottom - high * 0.12 });
          if (seen(mid)) wrong.push(`covers the time of ${side}: ${named(part)}`);
        }
    }
    return wrong;
  };
})();
