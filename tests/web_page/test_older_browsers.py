"""What pages do in browsers that lack something: scripts, dialogs, gaps."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.spoken import spoken
from tests.web.venue import Venue, tables_under_way
from tests.web_page.chromium import Browser, Page
from tests.web_page.fake_server import WEB
from tests.web_page.firefox import Firefox
from tests.web_page.room import enter

NOT_STARTED = """(() => {
    const said = document.querySelector(".not-started");
    return Boolean(said) && getComputedStyle(said).visibility === "visible" && said.innerText;
})()"""
NO_DIALOGS = """
    delete HTMLDialogElement.prototype.showModal;
    delete HTMLDialogElement.prototype.close;
    delete HTMLDialogElement.prototype.open;
"""
OPEN = "document.querySelector('dialog[aria-modal]').open"


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Venue]:
    with tables_under_way(tmp_path, pages=WEB, rounds_before=1) as venue:
        yield venue


@pytest.fixture
def page(browser: Browser, venue: Venue) -> Iterator[Page]:
    if isinstance(browser, Firefox):
        pytest.skip("Firefox cannot be told to lack something.")
    page = browser.open("about:blank", 1024, 768)
    yield page
    page.do("sessionStorage.clear()")
    page.close()


@pytest.mark.parametrize("path", ["", "room", "eo"])
@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "Switch JavaScript on in the browser’s settings."), ("de", "Schalte JavaScript")],
)
def test_a_page_whose_script_does_not_run_says_what_to_do(
    page: Page, venue: Venue, path: str, language: str, sentence: str,
) -> None:  # fmt: skip
    assert venue.server is not None
    venue.server.stop().result(60)
    try:
        with spoken(language):
            venue.serve()
            page.call("Emulation.setScriptExecutionDisabled", value=True)
            page.go(f"{venue.base}/{path}")
            words = page.until(NOT_STARTED)
            assert sentence in words
            assert "Safari 13.1" in words
    finally:
        page.call("Emulation.setScriptExecutionDisabled", value=False)


@pytest.mark.parametrize("path", ["", "room", "eo"])
def test_a_page_whose_script_runs_shows_no_failure_notice(
    page: Page, venue: Venue, path: str
) -> None:
    page.go(f"{venue.base}/{path}")
    page.until("!document.querySelector('.not-started')")


@pytest.mark.parametrize("path", ["room", "eo"])
def test_a_page_is_dark_if_the_system_is(browser: Browser, venue: Venue, path: str) -> None:
    grounds = []
    for dark in (False, True):
        page = browser.open(f"{venue.base}/{path}", dark=dark)
        page.until("document.body !== null && !document.querySelector('.not-started')")
        ground = page.do("getComputedStyle(document.documentElement).getPropertyValue('--window')")
        grounds.append(ground.strip())
        page.close()
    assert grounds == ["#eef0f3", "#14181d"]


def test_a_browser_without_dialogs_shows_the_organizer_s_orders_over_the_page(
    page: Page, venue: Venue
) -> None:
    page.before_each_load(NO_DIALOGS)
    page.go(f"{venue.base}/eo")
    enter(page, venue.keys.new_pin())
    page.until("desk.unlocked && desk.latest?.tables.length === 4")
    assert not page.do(OPEN)
    assert page.do("document.querySelector('dialog.orders').offsetParent") is None
    page.press("Table 2", ".tables")
    page.until(OPEN)
    dialog, first = page.do("""(() => {
        const dialog = document.querySelector("dialog.orders[open]");
        const box = dialog.getBoundingClientRect();
        const under = document.elementFromPoint(5, 5);
        return [[Math.round(box.left + box.right), Math.round(box.top + box.bottom),
            under.className], dialog.contains(document.activeElement)];
    })()""")
    assert dialog == [1024, 768, "backdrop"]
    assert first
    page.do("[...document.querySelectorAll('dialog[open] button')].pop().focus()")
    key(page, "Tab")
    assert page.do("""document.activeElement === [...document.querySelectorAll(
        "dialog[open] button, dialog[open] input")].find((one) => one.offsetParent)""")
    key(page, "Escape")
    page.until(f"!{OPEN} && !document.querySelector('.backdrop')")
    page.press("Table 3", ".tables")
    page.until(f"{OPEN} && document.querySelector('dialog[open] h2').innerText.includes('3')")
    page.press("Close", "dialog[open]")
    page.until(f"!{OPEN}")


def key(page: Page, name: str) -> None:
    for kind in ("keyDown", "keyUp"):
        page.call("Input.dispatchKeyEvent", type=kind, key=name, code=name)
