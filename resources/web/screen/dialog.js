// Dialogs over the page. Safari supports them from 15.4 on; for earlier versions they are built from other elements.

import { h } from "./dom.js";

const FOCUSABLE = "button, input, select, textarea, [tabindex]";

/** A closed dialog; `onclose` is called when it closes.
 * @param {Record<string, any>} properties
 * @param {any[]} children
 * @returns {HTMLDialogElement} */
export function dialog(properties, ...children) {
  const made = h("dialog", properties, ...children);
  if (typeof made.showModal !== "function") imitate(made);
  return made;
}

/** Give an element the behaviour of a dialog for a browser without dialogs: it lies over the page, which cannot be
 * touched or reached by Tab meanwhile, and Escape closes it.
 * @param {HTMLDialogElement} element */
function imitate(element) {
  const behind = h("div", { class: "backdrop" });
  /** @type {Element | null} */
  let before = null;
  element.setAttribute("role", "dialog");
  element.setAttribute("aria-modal", "true");
  Object.defineProperty(element, "open", { get: () => element.hasAttribute("open") });
  element.showModal = () => {
    before = document.activeElement;
    element.setAttribute("open", "");
    element.before(behind);
    /** @type {HTMLElement | null} */ (element.querySelector(FOCUSABLE))?.focus();
  };
  element.close = () => {
    if (!element.open) return;
    element.removeAttribute("open");
    behind.remove();
    /** @type {HTMLElement | null} */ (before)?.focus();
    element.dispatchEvent(new Event("close"));
  };
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") element.close();
    else if (event.key === "Tab") turnBack(element, event);
  });
}

/** Keep Tab within the dialog.
 * @param {HTMLElement} element
 * @param {KeyboardEvent} event */
function turnBack(element, event) {
  const all = /** @type {HTMLElement[]} */ ([...element.querySelectorAll(FOCUSABLE)])
    .filter((each) => each.offsetParent !== null && each.tabIndex >= 0 && !each.matches(":disabled"));
  const [first, last] = [all[0], all[all.length - 1]];
  const leaves = document.activeElement === (event.shiftKey ? first : last);
  if (!leaves) return;
  event.preventDefault();
  (event.shiftKey ? last : first).focus();
}
