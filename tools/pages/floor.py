"""Find everything in the pages that is newer than the oldest browsers for which they are made.

    python -m tools.pages.floor             names what is newer, and where
    python -m tools.pages.floor DATA.json   makes ``newer.json`` anew, from data.json of MDN's
                                            package @mdn/browser-compat-data (8.1.9 at present)

``floor_lint.js`` checks the syntax, and the types of ES2020 in ``deno.json`` check the language's
own functions. This module checks everything that belongs to the browser: the names of its
interfaces, and styles.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from app.web.server.javascript import pieces

FLOOR = {"chrome": (80,), "safari": (13, 1)}
"""The oldest browsers: Chrome 80 of February 2020, and Safari 13.1 of March 2020 (iOS 13.4, so iPad
Air 2 and mini 4).
"""

WEB = Path(__file__).resolve().parents[2] / "resources" / "web"
VENDOR = "vendor"
"""The folder of scripts by others, which support even older browsers. The tests run them in
Chromium 80.
"""
NEWER = Path(__file__).with_name("newer.json")

ASKED_FOR = frozenset(
    {
        "fullscreenElement",
        "getBattery",
        "randomUUID",
        "requestFullscreen",
        "showModal",
        "vibrate",
        "wakeLock",
    }
)
"""The names that the pages use only if the browser has them."""
SENT = frozenset({"ink"})
"""The words in messages to the wall, whose script has no types."""
DISPENSABLE = frozenset(
    {
        *("-webkit-tap-highlight-color", "forced-color-adjust", "overscroll-behavior"),
        *("hyphens", "text-wrap", "user-select"),
        *(":backdrop", ":focus-visible", ":has"),
    }
)
"""The styles that older browsers can do without, or that are also given under an older name."""

WORD = re.compile(r"(\.\s*)?(?<![\w$])([A-Za-z_]\w*)")
OWN = re.compile(r"\bthis\.(\w+)\s*=[^=]")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
PROPERTY = re.compile(r"(?:^|;)\s*([\w-]+)\s*:")
SELECTOR = re.compile(r":{1,2}([a-z-]+)")
FALLBACK = re.compile(r"@supports not \(inset: 0\) \{(.*?)\n\}", re.DOTALL)
"""The styles for browsers without a gap in flex rows. Support for `inset` is tested instead: Safari
got both at the same time, Chrome got `inset` three versions later.
"""


def faults() -> Iterator[str]:
    """Yield a sentence for each use of something newer than the floor, with its file."""
    newer: Mapping[str, list[str]] = json.loads(NEWER.read_text("utf-8"))
    own = (file for file in sorted(WEB.rglob("*.js")) if file.parent.name != VENDOR)
    files = [*own, WEB / "types.d.ts"]  # it names the fields of messages
    scripts = {path: code_of(path.read_text("utf-8")) for path in files}
    yield from in_scripts(scripts, set(newer["names"]) - ASKED_FOR - SENT)
    for path in sorted((WEB / "styles").glob("*.css")):
        css = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        for fault in in_styles(css, set(newer["styles"]) - DISPENSABLE):
            yield f"{path.name}: {fault}"


def in_scripts(scripts: Mapping[Path, str], newer: set[str]) -> Iterator[str]:
    """Yield a sentence for each use of a name that only newer browsers' interfaces have. Names that
    the pages define themselves are ignored.
    """
    own = {word for code in scripts.values() for dot, word in WORD.findall(code) if not dot}
    own.update(word for code in scripts.values() for word in OWN.findall(code))
    for path, code in scripts.items():
        used = {word for dot, word in WORD.findall(code) if dot}
        for word in sorted(used & newer - own):
            yield f"{path.name}: .{word} is newer than the browsers that we support"


def code_of(script: str) -> str:
    """Return a script without its comments and texts."""
    code, at = "", 0
    for piece in pieces(script):
        if piece.kind in {"comment", "text"} and piece.start >= at:
            code, at = f"{code}{script[at : piece.start]} ", piece.end
    return code + script[at:]


def in_styles(css: str, newer: set[str]) -> Iterator[str]:
    """Yield a sentence for each newer property or selector, and for each flex row whose gap has no
    fallback.
    """
    fallback = "".join(FALLBACK.findall(css))
    for selectors, body in RULE.findall(FALLBACK.sub("", css)):
        used = {*PROPERTY.findall(body), *(f":{name}" for name in SELECTOR.findall(selectors))}
        for name in sorted(used & newer):
            yield f"{name} is newer than the browsers that we support"
        if "flex" in re.findall(r"display:\s*([\w-]+)", body) and re.search(
            r"(?<!grid-)\bgap:", body
        ):
            for selector in map(str.strip, selectors.split(",")):
                if f"{selector} > *" not in fallback:
                    yield f"{selector} has a gap, and nothing for browsers that know none"


def newer_than_floor(data: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the names of interfaces and the styles that MDN lists but the floor does not have."""
    old, new = set[str](), set[str]()
    for name, node in [*data["api"].items(), *data["javascript"]["builtins"].items()]:
        sort_names(name, node, old, new)
    for name, node in data["css"]["properties"].items():
        sort_names(re.sub("-(.)", lambda letter: letter[1].upper(), name), node, old, new)
    styles = [name for name, node in data["css"]["properties"].items() if not is_known(node)]
    selectors = [
        f":{name}" for name, node in data["css"]["selectors"].items() if not is_known(node)
    ]
    names = sorted(name for name in new - old if name.isidentifier())
    return {"names": names, "styles": sorted([*styles, *selectors])}


def sort_names(name: str, node: Mapping[str, Any], old: set[str], new: set[str]) -> None:
    """Add a name, and the names below it in MDN's data, either to those that the oldest browsers
    have or to those that they lack.
    """
    if "__compat" in node:
        (old if is_known(node) else new).add(name)
    for below, child in node.items():
        if below != "__compat" and isinstance(child, dict):
            sort_names(below, child, old, new)


def is_known(node: Mapping[str, Any]) -> bool:
    """Tell whether both of the oldest browsers support a name without a flag and under exactly that
    name.
    """
    support = node.get("__compat", {}).get("support", {})
    return all(
        any(came_by(entry, floor) for entry in as_list(support[browser]))
        for browser, floor in FLOOR.items()
        if browser in support
    )


def came_by(entry: Mapping[str, Any], floor: tuple[int, ...]) -> bool:
    """Tell whether, by this ``entry`` of MDN's data, a browser of the version ``floor`` supports
    the feature.
    """
    if entry.keys() & {"flags", "prefix", "alternative_name"}:
        return False
    came, went = (version(entry.get(f"version_{change}")) for change in ("added", "removed"))
    return came <= floor < went


def version(said: str | bool | None) -> tuple[int, ...]:
    """Return a version such as "≤13.1" as numbers. Without any number in ``said``, return a version
    above all real ones.
    """
    return tuple(map(int, re.findall(r"\d+", str(said)))) or (99_999,)


def as_list(entries: Any) -> list[Any]:
    return entries if isinstance(entries, list) else [entries]


def main(arguments: list[str]) -> int:
    """Print everything that is newer than the floor. Return 0 if there is nothing."""
    if arguments:
        made = newer_than_floor(json.loads(Path(arguments[0]).read_text("utf-8")))
        NEWER.write_text(json.dumps(made, indent=0) + "\n", "utf-8", newline="\n")
        return 0
    found = list(faults())
    print(*found, sep="\n")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
