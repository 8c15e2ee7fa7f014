// Presses by several fingers at once. Two players share a table's screen, and a browser makes clicks only from what one
// finger does alone.

const LONG_MS = 700; // a hand that rests on a button for this long has not pressed it

/** @param {Element} element
 * @returns {any} */
const buttonAt = (element) => element.closest("button, .map .element");

/** Press the button that a finger has left while others were on the screen. */
export function heedFingers() {
  const down = /** @type {Map<number, { button: any, at: number, together: boolean }>} */ (new Map());
  addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") return;
    if (event.isPrimary) down.clear();
    down.set(event.pointerId, {
      button: buttonAt(/** @type {Element} */ (event.target)), at: event.timeStamp, together: false,
    });
    if (down.size > 1) down.forEach((finger) => (finger.together = true));
  }, true);
  addEventListener("pointerup", (event) => {
    const finger = down.get(event.pointerId);
    down.delete(event.pointerId);
    if (!finger || !finger.together || !finger.button || event.timeStamp > finger.at + LONG_MS) return;
    const on = document.elementFromPoint(event.clientX, event.clientY);
    if (on && buttonAt(on) === finger.button && !finger.button.disabled)
      finger.button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }, true);
  addEventListener("pointercancel", (event) => down.delete(event.pointerId), true);
}
