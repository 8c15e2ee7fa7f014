// What every sheet is made of: its frame, and a number that is counted up and down.

import { button, h, picture } from "../screen/dom.js";

/** A sheet: title and running time above, a body, buttons below. */
export function sheet(title, body, footer, { kind = "", say = "" } = {}) {
  const inside = h("div", { class: "body", tabindex: 0 }, ...body); // scrolls by the keyboard, too
  const down = () => inside.scrollBy({ top: inside.clientHeight * 0.8 });
  return h("div", { class: `sheet ${kind}` },
    h("header", {}, picture("arrow"), h("h2", {}, title), h("span", { class: "clock" })),
    inside,
    button(/*_*/"More below ↓", down, { kind: "more", tabindex: -1, "aria-hidden": "true" }),
    h("p", { class: "refused", role: "status" }, say),
    h("footer", {}, ...footer));
}

/** A number with buttons for one and ten more and less. */
export function count(words, value, changed, by = [-10, -1, 1, 10]) {
  const step = (change) =>
    button(change < 0 ? `−${-change}` : `+${change}`,
      () => changed(Math.min(Math.max(value + change, 0), 999)),
      { kind: "count-step", label: `${words}: ${change}` });
  return h("div", { class: "row count" },
    h("span", { class: "label" }, words),
    ...by.filter((one) => one < 0).map(step),
    h("output", {}, String(value)),
    ...by.filter((one) => one > 0).map(step));
}
