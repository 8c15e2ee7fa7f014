// Small building blocks for pages: elements, pictures, and digits as large as possible.

const SVG = "http://www.w3.org/2000/svg";

/** @type {Record<string, string>} */
const PICTURES = {
  arrow: "M5 3 L21 12 L5 21 Z",
  pause: "M6 4h4v16H6z M14 4h4v16h-4z",
  flag: "M5 2h2v20H5z M8 3h12l-3 4.5 3 4.5H8z",
  trophy: "M7 2h10v6a5 5 0 0 1-10 0z M3 4h3v4a4 4 0 0 1-3-4z M18 4h3a4 4 0 0 1-3 4z M11 13h2v5h-2z M7 18h10v3H7z",
  hourglass: "M5 2h14v3l-5 7 5 7v3H5v-3l5-7-5-7z",
  tick: "M4 12l6 6L21 5l-2.2-1.8L9.7 14.2 5.9 10.2z",
  hand: "M8 21c-2-2-4-6-5-9l2-1 3 4V4h2.2v7h1V2h2.3v9h1V3.5H17V11h1V6h2v9c0 3-1 5-2.5 6z",
  away: "M2 8a15 15 0 0 1 20 0l-2 2a12 12 0 0 0-16 0z M6 12a9 9 0 0 1 12 0l-2 2a6 6 0 0 0-8 0z M10 16.5a3 3 0 0 1 4 0L12 19z M3 3l1.5-1.5 18 18L21 21z",
  menu: "M4 5h16v2.5H4z M4 11h16v2.5H4z M4 17h16v2.5H4z",
};

/** The text with sizes such as "40 mm" kept on one line. */
const unbroken = (/** @type {any} */ child) =>
  (typeof child === "string" ? child.replace(/(\d) mm\b/g, "$1\u00a0mm") : child);

/** Make an element. Properties `on…` are listeners, others are attributes; false and null are left out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} properties
 * @param {any[]} children
 * @returns {HTMLElementTagNameMap[T]} */
export function h(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((each) => each !== null && each !== false && each !== "").map(unbroken));
  return made;
}

/** Replace the content of an element. `replaceChildren` is newer than some browsers that we support.
 * @param {Element | null | undefined} element
 * @param {(Node | string)[]} children */
export function refill(element, ...children) {
  if (!element) return;
  while (element.firstChild) element.firstChild.remove();
  element.append(...children);
}

/** Make a part of a picture.
 * @param {string} tag
 * @param {Record<string, any>} attributes
 * @param {(Element | string)[]} children */
export function s(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A picture beside words that say the same.
 * @param {string} name */
export function picture(name) {
  const box = { viewBox: "0 0 24 24", "aria-hidden": "true", class: `picture ${name}` };
  return s("svg", box, s("path", { d: PICTURES[name] }));
}

/** @param {string} words
 * @param {(event: any) => void} press
 * @param {{ kind?: string, label?: string | null, [attribute: string]: any }} more */
export function button(words, press, { kind = "", label = null, ...more } = {}) {
  return h("button", { type: "button", class: kind, "aria-label": label, onclick: press, ...more }, words);
}

/** Set text only if it differs, for a screen that is drawn ten times a second.
 * @param {Element} element
 * @param {string} text */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const widths = new Map();
document.fonts.addEventListener("loadingdone", () => {
  widths.clear();
  dispatchEvent(new Event("resize"));
});

/** The width of `text` at a size of one pixel, with every digit as wide as the widest.
 * @param {Element} element
 * @param {string} text
 * @param {string} [narrow]
 * @returns {number} */
function width(element, text, narrow = "") {
  const shape = text.replace(/[0-9]/g, "0");
  const key = narrow + shape;
  if (!widths.has(key)) {
    const probe = h("span", { class: `digits probe ${narrow}` }, shape);
    element.append(probe);
    widths.set(key, probe.getBoundingClientRect().width ? probe.offsetWidth / 100 : 0);
    probe.remove();
  }
  return widths.get(key);
}

/** Make digits as large as their box allows; condensed ones if its width limits them.
 * @param {Element} box
 * @param {HTMLElement} element */
export function fit(box, element) {
  const text = element.textContent ?? "";
  let each = width(box, text);
  if (!each) return;
  const [high, wide] = [box.clientHeight * 1.08, box.clientWidth * 0.96];
  const narrow = wide / each < high;
  if (narrow) each = width(box, text, "narrow");
  element.classList.toggle("narrow", narrow);
  const size = Math.floor(Math.min(high, wide / each));
  element.style.fontSize = `${size}px`;
}

/** Make a sheet: title and running time at the top, a body, and buttons at the bottom.
 * @param {string} title
 * @param {any[]} body
 * @param {any[]} footer
 * @param {{ kind?: string, say?: string }} [more] */
export function sheet(title, body, footer, { kind = "", say = "" } = {}) {
  const inside = h("div", { class: "body", tabindex: 0 }, ...body); // the keyboard can scroll it, too
  const down = () => inside.scrollBy({ top: inside.clientHeight * 0.8 });
  return h("div", { class: `sheet ${kind}` },
    h("header", {}, picture("arrow"), h("h2", {}, title), h("span", { class: "clock" })),
    inside,
    button(/*_*/"More below ↓", down, { kind: "more", tabindex: -1, "aria-hidden": "true" }),
    h("p", { class: "refused", role: "status" }, say),
    h("footer", {}, ...footer));
}

/** A number with buttons for one less and one more.
 * @param {string} words
 * @param {number} value
 * @param {(value: number) => void} changed */
export function count(words, value, changed) {
  /** @param {string} sign
   * @param {number} number */
  const step = (sign, number) =>
    button(`${sign}1`, () => changed(Math.max(number, 0)), { kind: "count-step", label: `${words}: ${sign}1` });
  return h("div", { class: "row count" },
    h("span", { class: "label" }, words),
    step("−", value - 1), h("output", {}, String(value)), step("+", value + 1));
}
