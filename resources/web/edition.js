// Pages and scripts are kept by the browser, so that a tablet out of touch can be loaded again. The
// server says in its welcome which edition is the present one; an older page fetches it and loads anew.

import { session } from "./store.js";

const TURNED = "flagfall-edition";
const OWN = /\/(v[0-9a-f]{12})\//.exec(import.meta.url)?.[1] ?? "";

/** Load the present edition where this page is another one's; once, whatever comes of it. */
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
