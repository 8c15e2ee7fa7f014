"""What axe finds on the pages, in each state that pressing every button leads to."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest

from tests.web.venue import tables_under_way
from tests.web_page.chromium import Browser, Page
from tests.web_page.every_page import walk_everywhere
from tests.web_page.fake_server import WEB

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text("utf-8")
RUN = "axe.run(document, {resultTypes: ['violations']}).then((told) => told.violations)"
LEAST = {"table 1": 5, "organizer": 5, "phone": 1, "own phone": 3, "no table": 1}


class Checked:
    """The rules that a page breaks, each once, with where."""

    def __init__(self) -> None:
        self.looked = Counter[str]()
        self.found: dict[str, str] = {}

    def look(self, place: str, page: Page) -> None:
        self.looked[place] += 1
        page.until("!document.querySelector('[data-fresh]')")  # buttons are dim for a moment there
        if not page.do("'axe' in window"):
            page.do(f"{AXE};0")
        for broken in page.do(RUN):
            self._note(place, broken)

    def _note(self, place: str, broken: dict[str, Any]) -> None:
        for node in broken["nodes"]:
            what = f"{broken['id']}: {node['html'][:200]}"
            self.found.setdefault(what, f"{place}: {broken['help']} {json.dumps(node['any'][:1])}")


@pytest.mark.long
def test_axe_finds_nothing_on_any_page(tmp_path: Path) -> None:
    checked = Checked()
    with (
        tables_under_way(tmp_path, pages=WEB, rounds_before=1) as venue,
        Browser(tmp_path / "chromium") as browser,
    ):
        walk_everywhere(checked, browser, venue, str)
    assert checked.found == {}
    assert {page: checked.looked.get(page, 0) >= least for page, least in LEAST.items()} == (
        dict.fromkeys(LEAST, True)
    )
