// The page for devices that use plain HTTP although the server is encrypted: its link keeps what follows the "#".

const go = /** @type {HTMLAnchorElement} */ (document.getElementById("go"));
if (location.protocol === "http:") {
  const { pathname, search, hash } = location;
  go.href = new URL(`${pathname}${search}${hash}`, go.href).href;
}
