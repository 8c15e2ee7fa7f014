"""Specialists and reinforcements on the table's page."""

from app.engine.acts.players import EnterArmy
from app.engine.armies.army_list import ArmyList
from app.engine.armies.racks import Rack
from app.engine.formats.keywords import put_in_force
from app.engine.frozen import replace
from app.engine.packet.keywords import Artifice
from app.engine.players.list_choice import list_choice, played_army
from app.engine.side import Side
from tests.engine.event import SR2017, settings
from tests.engine.script_words import rows
from tests.engine.table.test_racks import army_list
from tests.web_page.chromium import Browser, Page
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
        put_in_force(SR2017, settings(75), "specialists"), artifices=(Artifice.REINFORCEMENTS,)
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
    page.do("new Promise((over) => setTimeout(over, 300))")  # sooner it is one touch with the first
    page.press("Losses", ".tools.red")
    page.until(f"document.querySelector('{RED} .sheet').innerText.includes('Hunter')")
    page.do("localStorage.clear()")
    page.close()


def rack_venue(server: FakeServer, *leaders: str) -> Venue:
    """A table of Steamroller 2026; Red's list is led by Orla, Blue's by ``leaders``."""
    venue = Venue(server, packet="sr2026", scenario="Pressure Point")
    players = venue.game.players
    for side, led in ((Side.RED, ("Orla",)), (Side.BLUE, leaders)):
        venue.desk.do(EnterArmy(players.of(side), (army_list(*led),)), insist=True)
    return venue


def fill_in(page: Page, *racks: str) -> None:
    """Type a rack into each field of the dialog and save it."""
    page.until("!!document.querySelector('dialog.racks[open]')")
    page.do(f"""{list(racks)}.forEach((words, place) => {{
        document.querySelectorAll('dialog.racks textarea')[place].value = words;
    }})""")
    page.press("Save these spells", "dialog.racks")


def test_rack_spells_are_chosen_in_secret_and_revealed_together(
    browser: Browser, server: FakeServer
) -> None:
    venue = rack_venue(server, "Reed", "Hala")
    tablet = Tablet(browser, venue, 1280, 800)
    page = tablet.page
    page.press("My spells", RED)
    fill_in(page, "Rush\nFury, rush")
    said = "document.querySelector('dialog.racks .refused').innerText"
    page.until(f"{said} === 'Twice in the same rack: rush. Name each spell once.'")
    fill_in(page, "Rush\nFury")
    page.until(f"document.querySelector('{RED} .sheet').innerText.includes('Spells chosen')")
    tablet.handed_over()
    assert "Fury" not in page.text(BLUE), "Blue has not chosen yet"
    page.press("My spells", BLUE)
    labels = "[...document.querySelectorAll('dialog.racks label')].map((one) => one.innerText)"
    page.until("!!document.querySelector('dialog.racks[open]')")
    assert [words.strip() for words in page.do(labels)] == ["Spells of Reed", "Spells of Hala"]
    fill_in(page, "Snipe", "")
    tablet.handed_over()
    page.until(f"document.querySelector('{RED} .sheet').innerText.includes('Blue’s spells')")
    assert "Red’s spells: Orla: Rush, Fury." in page.text(BLUE)
    assert "Blue’s spells: Reed: Snipe; Hala: no spells." in page.text(RED)
    assert "My spells" not in page.text(RED)
    assert venue.game.play.racks.red == (Rack("Orla", ("Rush", "Fury")),)
    tablet.start()
    page.press("Lists", ".tools.blue")
    page.until(f"document.querySelector('{BLUE} .sheet').innerText.includes('Red’s spells')")
    assert page.do("document.querySelectorAll('dialog.racks').length") == 0
    page.do("localStorage.clear()")
    page.close()


def test_a_player_without_a_choice_of_list_is_named_before_the_choice(
    browser: Browser, server: FakeServer
) -> None:
    venue = rack_venue(server, "Reed")
    two = (army_list("Orla"), army_list("Hala"))
    venue.desk.do(EnterArmy(venue.game.players.red, two), insist=True)
    tablet = Tablet(browser, venue)
    tablet.page.until(f"!!document.querySelector('{RED} .sheet')")
    notice = list_choice(venue.desk.state, venue.game).blue.notice
    assert notice
    assert notice in tablet.page.text(f"{RED} .sheet")
    tablet.page.do("localStorage.clear()")
    tablet.page.close()


def test_a_list_can_be_changed_however_often_the_page_is_redrawn_meanwhile(
    browser: Browser, server: FakeServer
) -> None:
    venue = Venue(server)
    other = replace(LIST, name="The other")
    for number in (1, 2):
        venue.desk.do(EnterArmy(number, (LIST, other)), insist=True)
    tablet = Tablet(browser, venue)
    page = tablet.page
    page.press("List 1", RED)
    page.press("Change my list", RED)
    offered = f"document.querySelector('{RED} .sheet').innerText.includes('The other')"
    page.until(offered)
    page.do("table.draw(); table.draw()")
    assert page.do(offered)
    page.press("List 2", RED)
    page.until(f"document.querySelector('{RED} .sheet').innerText.includes('goes first')")
    page.press("List 1", BLUE)
    tablet.handed_over()
    red, _ = venue.game.players
    assert venue.desk.state.rounds[0].lists[red] == 2
    page.do("localStorage.clear()")
    page.close()
