// The page for whoever comes over plain http while the line is encrypted. What the address says
// after its "#" is known to the browser alone, so it is carried over here.

const go = document.getElementById("go");
if (location.protocol === "http:") {
  const { pathname, search, hash } = location;
  go.href = new URL(`${pathname}${search}${hash}`, go.href).href;
}
