"""Losses tapped off the lists on the table's page, alone and beside other devices."""

from typing import Any

import pytest

from app.engine.acts.players import EnterArmy
from app.engine.acts.table import (
    Answer,
    ChangeLosses,
    Claim,
    MakeClaim,
    Question,
    StartClock,
    Tap,
)
from app.engine.armies.army import ArmyRow, Kind, Loss
from app.engine.armies.army_list import ArmyList
from app.engine.armies.losses import LossChange
from app.engine.side import Pair, Side
from tests.web_page.chromium import Browser
from tests.web_page.fake_server import FakeServer
from tests.web_page.tablet import BLUE, RED, Tablet
from tests.web_page.venue import Venue

pytestmark = pytest.mark.undrawn

ARMY = (
    ArmyRow("Captain Haley", Kind.CASTER, 6),
    ArmyRow("Lancer", Kind.JACK, 10),
    ArmyRow("Trenchers", Kind.UNIT, 16, 10),
    ArmyRow("Trencher officer", Kind.ATTACHMENT, 4),
)


def test_losses_tapped_on_a_list_are_added_up_for_the_result(
    browser: Browser, server: FakeServer
) -> None:
    venue = Venue(server)
    for number in (1, 2):
        venue.desk.do(EnterArmy(number, (ArmyList(ARMY),)), insist=True)
    tablet = Tablet(browser, venue)
    tablet.deploy()
    tablet.page.press("Losses", ".tools.red")
    tablet.page.press("Blue’s army", RED)
    tablet.page.press("Destroyed", f"{RED} .loss:nth-child(2)")
    tablet.page.until(f"document.querySelector('{RED} .total').innerText.startsWith('10 army')")
    tablet.page.press("Done", RED)
    tablet.page.press("End game", ".tools.blue")
    tablet.page.press("I concede", BLUE)
    tablet.page.press("Yes: ask Red", BLUE)
    tablet.page.press("Yes, confirm", RED)
    tablet.page.press("Enter army points", RED)
    assert tablet.page.text(f"{RED} .number b") == "10"
    tablet.page.press("Save the count", RED)
    tablet.handed_over()
    tally = venue.game.play.tally
    assert tally is not None
    assert tally.apd == Pair(10, 0)
    tablet.page.do("localStorage.clear()")
    tablet.page.close()


def test_losses_tapped_on_another_device_meanwhile_are_kept(
    browser: Browser, server: FakeServer
) -> None:
    venue = Venue(server)
    venue.desk.do(EnterArmy(2, (ArmyList(ARMY),)), insist=True)
    tablet = Tablet(browser, venue)
    tablet.deploy()
    tablet.page.press("Losses", ".tools.red")
    tablet.handed_over()
    lost = LossChange(0, Loss(), Loss(1))

    def meanwhile(*said: Any) -> None:
        if said[1]["type"] == "marks":
            server.answer = venue.took
            venue.eo(ChangeLosses(venue.game.number, None, Side.BLUE, (lost,)))
        venue.took(*said)

    server.answer = meanwhile
    tablet.page.press("Destroyed", f"{RED} .loss:nth-child(2)")
    tablet.handed_over()
    assert [loss.gone for loss in venue.game.play.losses.blue[:2]] == [1, 1]
    tablet.page.until(f"document.querySelector('{RED} .total').innerText.startsWith('20 army')")
    tablet.page.do("localStorage.clear()")
    tablet.page.close()


def test_while_offline_the_end_of_a_game_counts_the_caster_as_lost_too(
    browser: Browser, server: FakeServer
) -> None:
    venue = Venue(server)
    for number in (1, 2):
        venue.desk.do(EnterArmy(number, (ArmyList(ARMY),)), insist=True)
    tablet = Tablet(browser, venue)
    page = tablet.page
    tablet.deploy()
    tablet.handed_over()
    server.answer = lambda *_: None
    page.press("End game", ".tools.blue")
    page.press("My last caster is destroyed", BLUE)
    page.press("Yes: ask Red", BLUE)
    page.press("Yes, confirm", RED)
    page.press("Enter army points", RED)
    assert page.text(f"{RED} .number b") == "10"
    page.press("Tap off losses", RED)
    page.press("Blue’s army", RED)
    page.press("Take back", f"{RED} .loss:nth-child(1)")
    page.until(f"document.querySelector('{RED} .total').innerText.startsWith('0 army')")
    page.press("Done", RED)
    assert page.text(f"{RED} .number b") == "0"
    page.do("localStorage.clear()")
    page.close()


def test_both_players_look_at_each_others_lists_while_the_choice_is_secret(
    browser: Browser, server: FakeServer
) -> None:
    venue = Venue(server)
    other = (ArmyRow("Sorscha 1", Kind.CASTER, 6), ArmyRow("Widowmakers", Kind.UNIT, 5, 4))
    for number in (1, 2):
        lists = (ArmyList(ARMY, theme="Heavy Metal", tier=2), ArmyList(other, name="Snow"))
        venue.desk.do(EnterArmy(number, lists), insist=True)
    tablet = Tablet(browser, venue)
    page = tablet.page
    page.until(f"Boolean(document.querySelector('{RED} .choices'))")
    assert "List 1 (Captain Haley)" in page.text(f"{RED} .choices")
    page.press("Lists", ".tools.red")
    page.until(f"Boolean(document.querySelector('{RED} .entries'))")
    assert page.text(f"{RED} h2") == "Blue: List 1 (Captain Haley)"
    assert page.text(f"{RED} .total") == "Heavy Metal, tier 2"
    assert "+ Trencher officer · attachment · 4 points" in page.text(f"{RED} .entries")
    page.press("List 2", f"{RED} footer")
    assert page.text(f"{RED} h2") == "Blue: List 2 (Snow)"
    assert "Widowmakers · unit · 4 models · 5 points" in page.text(f"{RED} .entries")
    page.press("Red’s lists", RED)
    assert page.text(f"{RED} h2") == "Red: List 1 (Captain Haley)"
    page.press("Back", RED)
    page.press("List 2 (Snow)", RED)
    tablet.handed_over()
    assert venue.desk.state.rounds[0].lists
    page.press("Lists", ".tools.blue")
    page.until(f"Boolean(document.querySelector('{BLUE} .entries'))")
    assert page.text(f"{BLUE} h2") == "Red: List 1 (Captain Haley)"
    page.do("localStorage.clear()")
    page.close()


def test_presence_is_only_asked_about_models_that_could_secure_something(
    browser: Browser, server: FakeServer
) -> None:
    venue = Venue(server, packet="sr2026", scenario="Fault Line")
    army = (*ARMY, ArmyRow("Scribe", Kind.SOLO, 4))
    for number in (1, 2):
        venue.desk.do(EnterArmy(number, (ArmyList(army),)), insist=True)
    venue.eo(StartClock(1, Side.RED))
    for side in (Side.RED, Side.BLUE, Side.RED, Side.BLUE):
        venue.eo(Tap(1, side))
    venue.eo(MakeClaim(1, Side.RED, Claim.BOTH_CASTERS, Side.RED))
    venue.eo(Answer(1, Side.BLUE, Question.CLAIM, agrees=True))
    tablet = Tablet(browser, venue)
    tablet.page.press("Enter", RED)
    tablet.page.press("Tap off losses", RED)
    last = f"{RED} .loss:nth-child(5)"
    tablet.page.until(f"!!document.querySelector('{last}')")
    assert "can control nothing here" in tablet.page.text(last)
    assert "for 50 mm objectives" in tablet.page.text(f"{RED} .loss:nth-child(2)")
    assert "for 40 mm objectives" in tablet.page.text(f"{RED} .loss:nth-child(3)")
    assert "within 3 inches of an objective" in tablet.page.text(f"{RED} .total")
    holds = (
        f"[...document.querySelectorAll('{RED} .loss')].map((row) => {{\n"
        + """
        const button = row.querySelector('.options').lastElementChild;
        return [button.textContent, button.disabled];
    })"""
    )
    assert tablet.page.do(holds) == [
        *[["Could control", False]] * 3, ["Could control", True], ["Could control", True],
    ]  # fmt: skip
    tablet.page.do("localStorage.clear()")
    tablet.page.close()
