"""Specialists and reinforcements on the table's page."""

from dataclasses import replace

from app.engine.acts.players import EnterArmy
from app.engine.armies.army_list import ArmyList
from app.engine.formats.keywords import announce
from app.engine.packet.keywords import Artifice
from app.engine.players.list_choice import played_army
from app.engine.side import Side
from tests.engine.event import SR2017, settings
from tests.engine.script_words import rows
from tests.web_page.chromium import Browser
from tests.web_page.fake_server import FakeServer
from tests.web_page.tablet import BLUE, MINUTE, RED, Tablet
from tests.web_page.venue import Venue

LIST = ArmyList(
    rows("Haley caster 29, Stormclad jack 18, Long Gunners unit 17 x10, Knights unit 69 x5"),
    specialists=rows("Thorn jack 18, Squire solo 5"),
    reinforcements=rows("Rangers unit 7 x6, Hunter jack 10"),
)


def army(venue: Venue, side: Side) -> list[str]:
    return [row.name for row in played_army(venue.desk.state, venue.game, side)]


def test_specialists_are_swapped_in_and_reinforcements_come(
    browser: Browser, server: FakeServer
) -> None:
    chosen = replace(
        announce(SR2017, settings(75), "specialists"), artifices=(Artifice.REINFORCEMENTS,)
    )
    venue = Venue(server, chosen=chosen)
    for number in (1, 2):
        venue.desk.do(EnterArmy(number, (LIST,)), insist=True)
    tablet = Tablet(browser, venue)
    page = tablet.page
    page.press("In: Thorn", RED)
    page.press("Out: Stormclad", RED)
    page.press("Play these", RED)
    page.until(f"document.querySelector('{RED} .sheet').innerText.includes('goes first')")
    tablet.handed_over()
    assert "Thorn for" not in page.text(RED), "Blue has not said yet"
    page.press("No specialists", BLUE)
    tablet.handed_over()
    page.until(f"document.querySelector('{RED} .sheet').innerText.includes('Thorn for')")
    assert "Red: Thorn for Stormclad" in page.text(BLUE)
    tablet.start()
    assert army(venue, Side.RED) == ["Haley", "Thorn", "Long Gunners", "Knights"]
    for half in (RED, BLUE, RED, BLUE, RED, BLUE):
        tablet.skip(MINUTE)
        tablet.tap(half)
    page.press("Losses", ".tools.red")
    page.press("Reinforcements", RED)
    page.press("Hunter", RED)
    page.press("They have come", RED)
    tablet.handed_over()
    assert army(venue, Side.RED)[-1] == "Hunter"
    page.press("Losses", ".tools.red")
    page.until(f"document.querySelector('{RED} .sheet').innerText.includes('Hunter')")
    page.do("localStorage.clear()")
    page.close()
