"""Walks over the pages in the marked language and prints what was not said in it.

A program of its own: modules with texts are translated as they are imported.
"""

import json
import sys
from collections import Counter
from pathlib import Path

from app.engine.acts.phones import OpenToPhones
from app.engine.acts.table import CallJudge, Claim, MakeClaim, PauseClock, StartClock
from app.engine.language import spoken
from app.engine.side import Side
from app.web.phones.codes import PlayerCodes
from app.web.server.http import read_pages
from tests.pseudo import LANGUAGE, Spoken, data_of, pseudo
from tests.web.venue import Venue, tables_under_way
from tests.web_page.chromium import Browser, Page
from tests.web_page.fake_server import WEB
from tests.web_page.room import enter

MOST_PRESSES = 40
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
BUTTONS = """[...document.querySelectorAll("button, [role=button]")].filter((one) =>
    one.offsetParent !== null && !one.disabled && !one.closest("[data-fresh]") && !one.inert)
    .map((one) => (one.ariaLabel || one.textContent).trim())"""
PRESS = """((words) => {
    const all = [...document.querySelectorAll("button, [role=button]")];
    const one = all.find((b) => b.offsetParent !== null && !b.disabled &&
        (b.ariaLabel || b.textContent).trim() === words);
    one?.click();
})"""


class Walk:
    def __init__(self, venue: Venue) -> None:
        self.judge = Spoken({*NAMES, "event", *data_of(venue.state)})
        self.looked = Counter[str]()
        self.texts = set[str]()
        self.found: dict[str, str] = {}

    def look(self, place: str, page: Page) -> None:
        self.looked[place] += 1
        for text in page.do(TEXTS):
            self.hear(place, text)

    def hear(self, place: str, text: str) -> None:
        if text not in self.texts:
            self.texts.add(text)
            if rest := self.judge.bypassing(text):
                self.found.setdefault(rest, f"{place}: {text[:300]}")

    def press_everything(self, place: str, page: Page) -> None:
        """Each button once, wherever that leads."""
        pressed = set[str]()
        for _ in range(MOST_PRESSES):
            self.look(place, page)
            words = next((words for words in page.do(BUTTONS) if words not in pressed), None)
            if words is None:
                break
            pressed.add(words)
            page.do(f"{PRESS}({json.dumps(words)})")
            page.do("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))")


def table(walk: Walk, browser: Browser, venue: Venue, number: int) -> None:
    page = browser.open(f"{venue.base}/#table={number}&secret={venue.secrets[number]}", 800, 1280)
    page.until("window.table?.link.state === 'in touch' && table.game()")
    walk.press_everything(f"table {number}", page)
    assert page.do("document.documentElement.lang") == LANGUAGE
    page.do("localStorage.clear()")
    page.close()


def phone(walk: Walk, browser: Browser, venue: Venue) -> None:
    """Everybody's page, then a player's own."""
    venue.do(OpenToPhones(sign_up=True, check_in=True))
    page = browser.open(f"{venue.base}/room", 360, 640)
    page.until("window.room?.told?.pairings.length === 4")
    page.do("document.querySelector('input').focus()")
    page.write(venue.state.players[1].entry.name)
    walk.press_everything("phone", page)
    page.reload()
    page.until("!!window.room?.own && room.told?.players.length === 8")
    page.press(pseudo("Sign in to your page"))
    page.do(f"room.own.who.value = '1'; room.own.code.value = '{PlayerCodes(venue.keys).code(1)}'")
    page.press(pseudo("Sign in"), ".own form")
    page.until("!!room.own.own?.page")
    walk.press_everything("own phone", page)


def main(folder: Path) -> None:
    assert spoken() is not None
    with (
        tables_under_way(folder, pages=WEB, rounds_before=1) as venue,
        Browser(folder / "chromium") as browser,
    ):
        walk = Walk(venue)
        table(walk, browser, venue, 1)
        for number in (2, 3, 4):
            venue.do(StartClock(venue.game(number).number, Side.RED))
        venue.do(PauseClock(venue.game(2).number, ""))
        venue.do(MakeClaim(venue.game(3).number, Side.RED, Claim.CASTER, Side.BLUE))
        venue.do(CallJudge(venue.game(4).number, Side.RED))
        for number in (2, 3, 4):
            table(walk, browser, venue, number)
        eo = browser.open(f"{venue.base}/eo", 800, 1280)
        walk.look("organizer", eo)
        enter(eo, venue.keys.new_pin())
        eo.until("desk.unlocked && desk.told?.tables.length === 4")
        walk.press_everything("organizer", eo)
        eo.close()
        phone(walk, browser, venue)
        walk.look("no table", browser.open(venue.base, 800, 1280))
        for name in ("certificate.html", "eo.html", "index.html", "room.html"):
            walk.hear(name, read_pages(WEB)[name].body.decode().replace("{address}", ""))
        errors = browser.errors()
    json.dump(
        {
            "looked": walk.looked,
            "texts": len(walk.texts),
            "found": walk.found,
            "errors": errors,
        },
        sys.stdout,
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
