// The page for devices that come over plain http while the line is encrypted: it keeps what follows the "#".

const go = /** @type {HTMLAnchorElement} */ (document.getElementById("go"));
if (location.protocol === "http:") {
  const { pathname, search, hash } = location;
  go.href = new URL(`${pathname}${search}${hash}`, go.href).href;
}
