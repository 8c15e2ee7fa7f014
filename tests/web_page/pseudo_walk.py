"""Walks over the pages in the marked language and prints what was not said in it, and what axe
finds in each state.

A program of its own: modules with texts are translated as they are imported.
"""

import json
import sys
from collections import Counter
from pathlib import Path

from app.engine.language import current_catalogue
from app.web.server.http import read_pages
from tests.pseudo import LANGUAGE, Spoken, data_of, pseudo
from tests.web.venue import Venue, tables_under_way
from tests.web_page.axe import Checked
from tests.web_page.chromium import Browser, Page
from tests.web_page.every_page import walk_everywhere
from tests.web_page.fake_server import WEB
from tests.web_page.room import enter

NAMES = ("Flagfall", "Wi-Fi", "Chromium", "Linux", "Unknown", "X")
"""Names of things, the same in every language; the browser's own."""
TEXTS = """(() => {
    const told = new Set([document.title]);
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode())
        if (!["SCRIPT", "STYLE"].includes(nodes.currentNode.parentElement.tagName))
            told.add(nodes.currentNode.data.trim());
    for (const part of document.querySelectorAll("*"))
        for (const name of ["aria-label", "aria-description", "title", "alt", "placeholder"])
            told.add(part.getAttribute(name) ?? "");
    return [...told];
})()"""


class Walk:
    def __init__(self, venue: Venue) -> None:
        self.judge = Spoken({*NAMES, "event", *data_of(venue.state)})
        self.checked = Checked()
        self.looked = Counter[str]()
        self.texts = set[str]()
        self.found: dict[str, str] = {}

    def look(self, place: str, page: Page) -> None:
        assert page.do("document.documentElement.lang") == LANGUAGE
        self.looked[place] += 1
        for text in page.do(TEXTS):
            self.hear(place, text)
        self.checked.look(place, page)

    def hear(self, place: str, text: str) -> None:
        if text not in self.texts:
            self.texts.add(text)
            if rest := self.judge.bypassing(text):
                self.found.setdefault(rest, f"{place}: {text[:300]}")


def offered_at_tables(browser: Browser, venue: Venue) -> list[str]:
    """Return what the organizer's page offers at tables that have not begun."""
    page = browser.open(f"{venue.base}/eo", 1280, 800, drawn=False)
    enter(page, venue.keys.new_pin())
    page.until("desk.latest?.tables.length === 4")
    acts = "desk.latest.tables.flatMap((one) => desk.orders.acts(one).map(([words]) => words))"
    offered: list[str] = page.do(acts)
    page.do("sessionStorage.clear()")
    page.close()
    return offered


def main(folder: Path) -> None:
    assert current_catalogue() is not None
    with (
        tables_under_way(folder, pages=WEB, rounds_before=1) as venue,
        Browser(folder / "chromium") as browser,
    ):
        offered = offered_at_tables(browser, venue)
        walk = Walk(venue)
        walk_everywhere(walk, browser, venue, pseudo)
        for name in ("certificate.html", "eo.html", "index.html", "room.html"):
            walk.hear(name, read_pages(WEB)[name].body.decode().replace("{address}", ""))
        errors = browser.errors()
    json.dump(
        {
            "looked": walk.looked,
            "texts": len(walk.texts),
            "found": walk.found,
            "broken": walk.checked.found,
            "errors": errors,
            "offered": offered,
        },
        sys.stdout,
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
