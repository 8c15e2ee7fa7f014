// Loads the present edition of the pages where this page is of an older one.

import { session } from "./storage.js";

const TURNED = "flagfall-edition";
const OWN = /\/(v[0-9a-f]{12})\//.exec(import.meta.url)?.[1] ?? "";

/** Load the present edition where this page is another one's; once, whatever comes of it.
 * @param {string} present */
export async function keepUp(present, load = () => location.reload()) {
  if (!present || !OWN || present === OWN || session.getItem(TURNED) === present) return;
  session.setItem(TURNED, present);
  try {
    await fetch(location.pathname, { cache: "reload" });
    load();
  } catch {
    // Out of touch again: the next welcome comes.
    session.removeItem(TURNED);
  }
}
