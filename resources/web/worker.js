// Opens a table's page while the organizer's computer is out of reach, also after a reload that failed. Browsers have
// such workers only where the line is encrypted. Scripts and styles come from what the browser keeps by itself.

const WAIT_MS = 5_000; // a Wi-Fi that is gone may leave a question without an answer
const self_ = /** @type {any} */ (globalThis);
const kept = () => caches.open("flagfall");

/** @param {Request} request
 * @returns {Promise<Response>} */
function answered(request) {
  return new Promise((done, fail) => {
    setTimeout(fail, WAIT_MS);
    fetch(request).then(done, fail);
  });
}

/** @param {Request} request */
async function page(request) {
  const own = new URL(request.url).pathname;
  try {
    const answer = await answered(request);
    if (own === "/" && answer.ok) await (await kept()).put(own, answer.clone());
    return answer;
  } catch {
    return (await (await kept()).match(own)) ?? Response.error();
  }
}

self_.addEventListener("install", (/** @type {any} */ event) => {
  self_.skipWaiting();
  event.waitUntil(kept().then((pages) => pages.add("/")));
});
self_.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(self_.clients.claim()));
self_.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.mode === "navigate") event.respondWith(page(event.request));
});
