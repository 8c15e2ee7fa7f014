"""The pages of an event online in a real browser: what axe finds, and that nothing is too wide."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.acts.results import How
from app.engine.side import Side
from app.reports.published_files import PAIRINGS, RESULTS, STANDINGS, published_files
from app.reports.season_page import season_page
from app.web.online.pin import new_pin
from tests.engine.event import under_way
from tests.reports.test_season_page import evil_season
from tests.web.online.conftest import priced
from tests.web.online.site import Site
from tests.web_page.axe import AXE, RUN
from tests.web_page.chromium import Browser, Page

pytestmark = [pytest.mark.long, pytest.mark.undrawn]
NARROW, PHONE, LAPTOP = 340, 360, 1366
WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with Site(tmp_path / "cup") as site:
        site.send_up(priced().state)
        for name in ("Maximilian Ferdinand von und zu Hohenlohe-Waldenburg", "Zoë"):
            site.sign_up(name, club="The club of the very long name", lists="Agathia\nSlayer")
        site.book.keep("shown", "names")
        site.book.keep("lists", "True")
        yield site


def demand_good(page: Page) -> None:
    """Demand that axe finds nothing, and that nobody scrolls to the side."""
    page.until("document.readyState === 'complete' && document.body !== null")
    assert not page.do(WIDE)
    page.do(f"{AXE};0")
    found = [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in page.do(RUN)]
    assert found == [], page.do("location.pathname")


@pytest.mark.parametrize("dark", [False, True])
def test_the_online_pages_are_accessible_and_fit_a_phone(
    browser: Browser, site: Site, dark: bool
) -> None:
    page = browser.open(f"{site.base}/", NARROW, 700, dark=dark)
    demand_good(page)
    for path in ("/sign-up", "/lists", "/organizer", "/nothing"):
        page.go(site.base + path)
        demand_good(page)
    page.go(f"{site.base}/organizer")
    pin = new_pin(site.book)
    page.do(f"document.getElementById('pin').value = '{pin}'; 0")
    page.do("document.forms[0].querySelector('button').click()")
    page.until("document.querySelector('fieldset') !== null")
    demand_good(page)
    desk = under_way(6)
    desk.report(1, Side.RED, How.SCENARIO, (5, 3), (20, 10))
    site.send_up(desk.state)
    page.go(f"{site.base}/results")
    assert page.do("document.querySelector('meta[http-equiv=refresh]') !== null")
    page.do("document.querySelector('main > p a').click()")  # for who reads slowly
    page.until("location.search === '?still'")
    demand_good(page)
    page.close()


@pytest.mark.parametrize("width", [PHONE, LAPTOP])
def test_every_page_is_read_and_a_sign_up_is_made_in_any_browser(
    browser: Browser, site: Site, tmp_path: Path, width: int
) -> None:
    page = browser.open(f"{site.base}/", width, 640)
    demand_narrow(page)
    assert "Maximilian Ferdinand" in page.text()
    page.go(f"{site.base}/sign-up")
    page.do("document.getElementById('name').focus(); 0")
    page.write("Ann Stone")
    page.press("Sign up", within="form")
    page.until("location.pathname.startsWith('/mine/') && document.readyState === 'complete'")
    demand_narrow(page)
    assert "You are signed up, number 3." in page.text()
    page.do("document.getElementById('club').focus(); 0")
    page.write("Ravens")
    page.do("window.before = true; 0")  # the page that is left says the same
    page.press("Save changes", within="form")
    page.until("!window.before && document.querySelector('.good')?.innerText === 'Saved.'")
    page.press("Withdraw", within="form:last-of-type")
    page.until("document.body?.innerText.includes('You have withdrawn.')")
    (withdrawn,) = [each for each in site.book.sign_ups() if each.out]
    assert (withdrawn.entry.name, withdrawn.entry.club) == ("Ann Stone", "Ravens")
    page.go(f"{site.base}/lists")
    page.do("document.querySelector('details').open = true; 0")
    demand_narrow(page)
    assert "Slayer" in page.text()
    desk = under_way(6)
    desk.report(1, Side.RED, How.SCENARIO, (5, 3), (20, 10))
    site.send_up(desk.state)
    site.get("/results")  # the page of a moment ago is too old now
    page.go(f"{site.base}/results?still")
    demand_narrow(page)
    assert "Scenario" in page.text()
    season = tmp_path / "season.html"
    season.write_text(season_page(evil_season(), "As of today"), "utf-8")
    for name, content in published_files(desk.state, "As of today").items():
        (tmp_path / name).write_bytes(content)
    for file in (season, tmp_path / RESULTS, tmp_path / PAIRINGS, tmp_path / STANDINGS):
        page.go(file.as_uri())
        demand_narrow(page)
        assert "As of today" in page.text()
    page.close()


def demand_narrow(page: Page) -> None:
    """Demand that nobody scrolls the page to the side."""
    page.until("document.readyState === 'complete' && document.body !== null")
    assert not page.do(WIDE), page.do("location.href")


def test_signing_up_changing_and_withdrawing_all_work_with_the_keyboard(
    browser: Browser, site: Site
) -> None:
    page = browser.open(f"{site.base}/sign-up", NARROW, 700)
    page.do("document.getElementById('name').focus(); 0")
    page.write("Ann Stone")
    page.call("Input.dispatchKeyEvent", type="keyDown", key="Enter", text="\r")
    page.until("document.querySelector('button[value=withdraw]') !== null")
    demand_good(page)
    assert "You are signed up, number 3." in page.text()
    page.do("document.querySelector('button[value=withdraw]').click()")
    page.until("document.body?.innerText.includes('You have withdrawn.')")
    demand_good(page)
    page.close()
