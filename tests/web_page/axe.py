"""axe, which finds what keeps people from using a page: https://github.com/dequelabs/axe-core."""

import json
from pathlib import Path
from typing import Any

import axe_playwright_python

from tests.web_page.chromium import Page

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text("utf-8")
RUN = "axe.run(document, {resultTypes: ['violations']}).then((told) => told.violations)"
STATE = """JSON.stringify([document.documentElement, document.activeElement]
    .map((one) => one?.outerHTML)
    .concat([...document.querySelectorAll("input, select, textarea")]
        .map((one) => [one.value, one.checked])))"""
"""All that axe goes by, on one page in one size."""


class Checked:
    """The rules that a page breaks, each once, with where."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self._seen = set[tuple[str, str]]()

    def look(self, place: str, page: Page) -> None:
        """Check a page in a state in which ``place`` was not checked before."""
        page.until("!document.querySelector('[data-fresh]')")  # buttons are dim for a moment there
        state = (place, page.do(STATE))
        if state in self._seen:
            return
        self._seen.add(state)
        if not page.do("'axe' in window"):
            page.do(f"{AXE};0")
        for broken in page.do(RUN):
            self._note(place, broken)

    def _note(self, place: str, broken: dict[str, Any]) -> None:
        for node in broken["nodes"]:
            what = f"{broken['id']}: {node['html'][:200]}"
            self.found.setdefault(what, f"{place}: {broken['help']} {json.dumps(node['any'][:1])}")
