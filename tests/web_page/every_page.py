"""Walks over the tables', the organizer's and the phones' pages, and presses every button."""

import json
from collections.abc import Callable
from typing import Protocol

from app.engine.acts.phones import OpenToPhones
from app.engine.acts.table import CallJudge, Claim, MakeClaim, PauseClock, StartClock
from app.engine.side import Side
from app.web.phones.codes import PlayerCodes
from tests.web.venue import Venue
from tests.web_page.chromium import Browser, Page
from tests.web_page.room import enter

MOST_PRESSES = 40
BUTTONS = """[...document.querySelectorAll("button, [role=button]")].filter((one) =>
    one.offsetParent !== null && !one.disabled && !one.closest("[data-fresh]") && !one.inert)
    .map((one) => (one.ariaLabel || one.textContent).trim())"""
PRESS = """((words) => {
    const all = [...document.querySelectorAll("button, [role=button]")];
    const one = all.find((b) => b.offsetParent !== null && !b.disabled &&
        (b.ariaLabel || b.textContent).trim() === words);
    one?.click();
})"""


Say = Callable[[str], str]
"""A text in the language of the walk."""


class Walk(Protocol):
    def look(self, place: str, page: Page) -> None:
        """Called for each state of a page, with the page's name."""


def walk_everywhere(walk: Walk, browser: Browser, venue: Venue, say: Say) -> None:
    """``venue``: four tables under way in the second round."""
    table(walk, browser, venue, 1)
    for number in (2, 3, 4):
        venue.do(StartClock(venue.game(number).number, Side.RED))
    venue.do(PauseClock(venue.game(2).number, ""))
    venue.do(MakeClaim(venue.game(3).number, Side.RED, Claim.CASTER, Side.BLUE))
    venue.do(CallJudge(venue.game(4).number, Side.RED))
    for number in (2, 3, 4):
        table(walk, browser, venue, number)
    eo = browser.open(f"{venue.base}/eo", 800, 1280, drawn=False)
    walk.look("organizer", eo)
    enter(eo, venue.keys.new_pin())
    eo.until("desk.unlocked && desk.latest?.tables.length === 4")
    press_everything(walk, "organizer", eo)
    eo.close()
    phone(walk, browser, venue, say)
    walk.look("no table", browser.open(venue.base, 800, 1280, drawn=False))


def press_everything(walk: Walk, place: str, page: Page) -> None:
    """Each button once, wherever that leads."""
    pressed = set[str]()
    for _ in range(MOST_PRESSES):
        walk.look(place, page)
        words = next((words for words in page.do(BUTTONS) if words not in pressed), None)
        if words is None:
            break
        pressed.add(words)
        page.do(f"{PRESS}({json.dumps(words)})")
        page.do("new Promise((done) => setTimeout(done, 50))")


def table(walk: Walk, browser: Browser, venue: Venue, number: int) -> None:
    page = browser.open(
        f"{venue.base}/#table={number}&secret={venue.secrets[number]}", 800, 1280, drawn=False
    )
    page.until("window.table?.link?.state === 'in touch' && table.game()")
    press_everything(walk, f"table {number}", page)
    page.do("localStorage.clear()")
    page.close()


def phone(walk: Walk, browser: Browser, venue: Venue, say: Say) -> None:
    """Everybody's page, then a player's own."""
    venue.do(OpenToPhones(sign_up=True, check_in=True))
    page = browser.open(f"{venue.base}/room", 360, 640, drawn=False)
    page.until("window.room?.latest?.pairings.length === 4")
    page.do("document.querySelector('input').focus()")
    page.write(venue.state.players[1].entry.name)
    press_everything(walk, "phone", page)
    page.reload()
    page.until("!!window.room?.own && room.latest?.players.length === 8")
    page.press(say("Sign in to your page"))
    page.do(f"room.own.who.value = '1'; room.own.code.value = '{PlayerCodes(venue.keys).code(1)}'")
    page.press(say("Sign in"), ".own form")
    page.until("!!room.own.own?.page")
    press_everything(walk, "own phone", page)
