"""The real pages loaded again while the server cannot be reached, over plain http."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.web.venue import Venue, tables_under_way
from tests.web_page.chromium import Browser, Failed, Page, until
from tests.web_page.fake_server import WEB
from tests.web_page.firefox import Firefox

FORBID = """
    for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, {
            get() { throw new DOMException("The operation is insecure.", "SecurityError"); },
        });
"""

BACK = "!window.was && window.table?.game?.()?.play.clock?.running === 'red'"
"""A page that was marked has been loaded again, and its clock runs."""
FILL = """(() => {
    let more = "x".repeat(1 << 23);
    let much = "";
    while (more) {
        try {
            localStorage.setItem("much", much + more);
            much += more;
        } catch {
            more = more.slice(more.length - (more.length >> 1));
        }
    }
})()"""
"""Not a letter more can be stored."""
NO_STORAGE = 'user_pref("network.cookie.cookieBehavior", 2);'


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Venue]:
    with tables_under_way(tmp_path, pages=WEB, rounds_before=1) as venue:
        yield venue


@pytest.fixture
def page(browser: Browser, venue: Venue) -> Iterator[Page]:
    """Table 1's page, its clock running and everything handed over."""
    page = opened(browser, venue)
    page.do("table.act('red', { type: 'start_clock', first: 'red' })")
    page.until("table.game().play.clock?.running === 'red' && !table.queue.marks.length")
    yield page
    page.close()


@pytest.fixture
def forgetful(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """A page of a browser that forbids storage: by a script, in Firefox by its own setting."""
    if isinstance(browser, Firefox):
        with Firefox(tmp_path / "forgetful", NO_STORAGE) as strict:
            yield strict.open("about:blank")
            assert strict.errors() == []
    else:
        page = browser.open("about:blank", 800, 1280)
        page.before_each_load(FORBID)
        yield page


def opened(browser: Browser, venue: Venue) -> Page:
    page = browser.open(address(venue), 800, 1280)
    page.until("window.table?.link?.state === 'in touch' && !!table.game()")
    return page


def address(venue: Venue) -> str:
    return f"{venue.base}/#table=1&secret={venue.secrets[1]}"


def away(venue: Venue, *pages: Page) -> None:
    assert venue.server is not None
    venue.server.stop().result(60)
    for page in pages:
        page.until("window.table?.link?.state === 'away'")


@pytest.mark.parametrize("way", ["scanned again", "another tab", "beside the first"])
def test_a_code_scanned_again_out_of_touch_brings_back_the_running_clock(
    browser: Browser, page: Page, venue: Venue, way: str
) -> None:
    before = page.do("table.game().play.clock")
    away(venue, page)
    page.do("table.act('red', { type: 'call_judge', side: 'red' })")
    if way != "beside the first":
        leave(page)
    tab = page if way == "scanned again" else browser.open("about:blank")
    tab.go(address(venue))
    tab.until("window.table?.game?.()?.play.clock?.running === 'red'")
    assert tab.do("table.game().play.clock") == before
    if way != "beside the first":
        assert tab.do("table.queue.marks.length") == 1
    venue.serve()
    tab.until("table.link.state === 'in touch' && !table.queue.marks.length")
    tab.until("table.game().play.judge_called")
    if tab is not page:
        tab.close()


@pytest.mark.parametrize(
    ("way", "answer"),
    [
        ("by the browser", "stay"),
        ("by the browser", "leave"),
        ("by a script", "stay"),
        ("by a script", "leave"),
        ("long after a tap", "stay"),
    ],
)
def test_a_page_reloaded_while_offline_asks_and_comes_back_with_its_clock_running(
    browser: Browser, page: Page, venue: Venue, monkeypatch: pytest.MonkeyPatch, way: str,
    answer: str,
) -> None:  # fmt: skip
    monkeypatch.setattr(browser, "leaves", answer == "leave")
    before = page.do("table.game().play.clock")
    url = page.do("location.href")
    away(venue, page)
    page.do("table.act('red', { type: 'call_judge', side: 'red' })")
    for _ in range(2):
        page.do("window.was = true")
        page.do("sessionStorage.removeItem('flagfall-left')")  # the last time was long ago
        page.click(".middle .about")  # browsers ask only in a page that was touched
        if way == "long after a tap":
            wait_out_the_touch(page)
        asked = browser.questions
        if way == "by a script":
            page.do("setTimeout(() => location.reload())")
        else:
            page.ask_reload()
        page.until(BACK)
        assert browser.questions == asked + 1
        assert page.do("table.game().play.clock") == before
        assert page.do("table.queue.marks.length") == 1
        page.until(f"location.href === {url!r}")
        page.until("window.table?.link?.state === 'away'")
    venue.serve()
    page.until("table.link.state === 'in touch' && !table.queue.marks.length")
    page.until("table.game().play.judge_called")


def test_who_leaves_long_after_a_tap_gets_the_clock_back_at_the_latest_by_the_code(
    browser: Browser, page: Page, venue: Venue
) -> None:
    """By then Chromium may let nothing take the place of its own reload; Firefox still does."""
    away(venue, page)
    page.do("window.was = true")
    page.click(".middle .about")
    wait_out_the_touch(page)
    asked = browser.questions
    page.ask_reload()
    page.until(f"location.protocol === 'chrome-error:' || {BACK}")
    if page.on_error_page:
        page.go(address(venue))
    page.until(BACK)
    assert browser.questions == asked + 1


def wait_out_the_touch(page: Page) -> None:
    """Until the browser no longer takes what the page does for the player's own doing."""
    page.do("navigator.userActivation.isActive")  # which counts as a touch, as of now
    page.until("!navigator.userActivation.isActive")


def test_who_reloads_twice_leaves_and_the_code_brings_the_clock_back(
    browser: Browser, page: Page, venue: Venue
) -> None:
    away(venue, page)
    page.do("sessionStorage.setItem('flagfall-left', Date.now())")
    page.ask_reload()
    until(lambda: page.on_error_page, "the browser’s error page")
    # In a tab with its error page Firefox opens nothing of what it has kept.
    tab = browser.open("about:blank") if isinstance(browser, Firefox) else page
    tab.go(address(venue))
    tab.until("window.table?.game?.()?.play.clock?.running === 'red'")
    if tab is not page:
        tab.close()


@pytest.mark.parametrize("answer", ["stay", "leave"])
def test_leaving_again_soon_while_a_clock_runs_asks_and_does_as_is_said(
    browser: Browser, page: Page, venue: Venue, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    monkeypatch.setattr(browser, "leaves", answer == "leave")
    away(venue, page)
    page.click(".middle .about")
    page.do("sessionStorage.setItem('flagfall-left', Date.now()); window.was = true")
    asked = browser.questions
    page.ask_reload()
    if answer == "stay":
        until(lambda: not page.on_error_page and browser.questions > asked, "the browser asks")
        assert page.do("window.was && table.game().play.clock.running === 'red'")
    else:
        until(lambda: page.on_error_page, "the browser’s error page")
        assert browser.questions > asked


def test_a_page_whose_clock_stands_asks_nothing(browser: Browser, venue: Venue) -> None:
    page = opened(browser, venue)
    away(venue, page)
    page.do("window.was = true")
    page.click(".middle .about")
    asked = browser.questions
    page.ask_reload()
    page.until("!window.was && !!window.table?.game?.()")
    assert browser.questions == asked
    page.close()


def test_a_page_in_touch_asks_nothing(browser: Browser, page: Page) -> None:
    page.click(".middle .about")
    asked = browser.questions
    page.reload()
    assert browser.questions == asked


def test_the_back_button_leaves_the_clock_running_for_forward_to_find(
    browser: Browser, page: Page, venue: Venue
) -> None:
    """Chromium leads back at the second try within a while, Firefox at the first or second."""
    if isinstance(browser, Firefox):
        pytest.skip("what Firefox does was seen by hand")
    before = page.do("table.game().play.clock")
    page.go("about:blank")
    page.go(address(venue))
    page.until("window.table?.link?.state === 'in touch' && !!table.game()")
    away(venue, page)
    tries = 0
    while page.until("location.href") != "about:blank":
        travel(page, "back")
        tries += 1
        page.until("location.href === 'about:blank' || window.table?.link?.state === 'away'")
    travel(page, "forward")
    page.until("window.table?.game?.()?.play.clock?.running === 'red'")
    assert page.do("table.game().play.clock") == before
    assert tries < 9


def travel(page: Page, how: str) -> None:
    """By the browser's own list of pages; this page may be gone before it answers."""
    with suppress(Failed):
        page.do(f"setTimeout(() => history.{how}())")


def leave(page: Page) -> None:
    """To another address. Out of touch the page comes back once: whoever leaves again means it."""
    page.leave_for("about:blank")
    page.until("location.href === 'about:blank' || window.table?.link?.state === 'away'")
    page.leave_for("about:blank")
    page.until("location.href === 'about:blank'")


def test_a_link_to_another_page_is_no_reload_if_the_browser_can_tell_them_apart(
    page: Page, venue: Venue
) -> None:
    away(venue, page)
    page.do("window.was = true; setTimeout(() => location.assign('about:blank'))")
    page.until("!window.was")
    page.go(address(venue))
    page.until("window.table?.link?.state === 'away'")
    # Firefox ESR 140 does not tell: there this is the second time within a while.
    if page.do("'navigation' in window"):
        page.do("window.was = true")
        page.ask_reload()
        page.until("!window.was && (location.protocol === 'chrome-error:' || !!window.table)")
        assert not page.on_error_page


def test_two_devices_of_a_table_that_are_both_away_stay_usable(
    browser: Browser, page: Page, venue: Venue
) -> None:
    other = browser.open(address(venue), 1280, 800)
    other.until("window.table?.game?.()?.play.clock?.running === 'red'")
    away(venue, page, other)
    for tab in (page, other):
        leave(tab)
        tab.go(address(venue))
        tab.until("window.table?.game?.()?.play.clock?.running === 'red'")
        tab.do("table.act('red', { type: 'tap', side: 'red' })")
        tab.until("table.game().play.step === 1")
    assert page.do("table.queue.device") != other.do("table.queue.device")
    venue.serve()
    for tab in (page, other):
        tab.until("table.link.state === 'in touch' && !table.queue.marks.length")
        tab.until("table.game().play.step === 1")
    other.close()


def test_opening_the_same_code_again_changes_nothing_and_another_waits_for_the_server(
    page: Page, venue: Venue
) -> None:
    away(venue, page)
    page.do("dispatchEvent(new HashChangeEvent('hashchange'))")
    assert page.do("table.other") == ""
    page.do(f"location.hash = '#table=2&secret={venue.secrets[2]}'")
    page.until("document.body.innerText.includes('the code you scanned opens as soon as')")
    venue.serve()
    page.until("window.table?.number === 2 && table.link.state === 'in touch'")


def test_a_page_of_an_older_edition_loads_the_present_one(page: Page, venue: Venue) -> None:
    assert page.do("document.querySelector('script').src").split("/")[3].startswith("v")
    turned = """import(new URL('../link/link.js', document.querySelector('script').src))
        .then(({ keepUp }) => { window.loads = 0; const load = () => (window.loads += 1);
            return keepUp('v000000000000', load).then(() => keepUp('v000000000000', load)); })
        .then(() => window.loads)"""
    assert page.do(turned) == 1
    page.do("sessionStorage.removeItem('flagfall-edition')")


def test_where_storage_is_forbidden_the_page_plays_on_and_says_so(
    forgetful: Page, venue: Venue
) -> None:
    page = forgetful
    page.go(address(venue))
    page.until("window.table?.link?.state === 'in touch' && !!table.game()")
    assert "saves nothing: do not reload" in page.text(".middle")
    page.do("table.act('red', { type: 'start_clock', first: 'red' })")
    page.until("table.game().play.clock?.running === 'red' && !table.queue.marks.length")
    for name in ("eo", "room"):
        page.go(f"{venue.base}/{name}")
        page.until("document.getElementById('page').children.length > 0")
    page.close()


STOPPED = """(() => {
    table.look = () => {};
    const lock = `${table.queue.place}-lock`;
    const held = JSON.parse(localStorage.getItem(lock));
    localStorage.setItem(lock, JSON.stringify({ ...held, at: 0 }));
})()"""
"""A tab in the background that the browser has stopped for longer than a page keeps its place."""


@pytest.mark.parametrize(
    "way", ["pressed at once", "looked at again", "returned to", "the other was closed"]
)
@pytest.mark.parametrize("gone", [False, True], ids=["in touch", "away"])
def test_a_tab_whose_place_was_taken_while_it_was_stopped_loses_no_press(
    browser: Browser, page: Page, venue: Venue, way: str, gone: bool
) -> None:
    if gone:
        away(venue, page)
    page.do("table.act('red', { type: 'call_judge', side: 'red' })")
    page.do("dispatchEvent(new Event('pagehide'))" if way == "returned to" else STOPPED)
    other = browser.open(address(venue))
    other.until("window.table?.game?.()?.play.clock?.running === 'red'")
    other.do("table.act('red', { type: 'tap', side: 'red' })")
    other.until("table.game().play.step === 1")
    if not gone:
        page.until("table.game().play.step === 1")
    device = other.do("table.queue.device")
    if way == "the other was closed":
        other.do("table.queue.goAway()")
        other.close()
    if way == "returned to":
        page.do("dispatchEvent(new Event('pageshow'))")
    elif way != "pressed at once":
        page.do("delete table.look")
        page.do("table.look()")
    if gone and way != "the other was closed":
        page.do("table.act('red', { type: 'tap', side: 'red' })")  # the other's press is not here
    else:
        page.do("table.act('blue', { type: 'tap', side: 'blue' })")
    assert (page.do("table.queue.device") == device) is (way == "the other was closed")
    if gone:
        venue.serve()
    page.until("table.link.state === 'in touch' && !table.queue.marks.length")
    page.until(f"table.game().play.step === {1 if gone and way != 'the other was closed' else 2}")
    assert page.do("table.game().play.judge_called")


def test_a_page_opened_beside_the_first_while_offline_shows_what_is_pressed_on_it(
    browser: Browser, page: Page, venue: Venue
) -> None:
    """Its own presses are numbered from one, however many of the first page's were answered."""
    away(venue, page)
    tab = browser.open(address(venue))
    tab.until("window.table?.game?.()?.play.clock?.running === 'red'")
    tab.do("table.act('red', { type: 'tap', side: 'red' })")
    assert tab.do("table.game().play.step") == 1
    venue.serve()
    tab.until("table.link.state === 'in touch' && !table.queue.marks.length")
    tab.until("table.game().play.step === 1")


@pytest.mark.parametrize("way", ["reloaded", "left by a link"])
@pytest.mark.parametrize("why", ["forbidden", "full"])
def test_presses_that_the_browser_could_not_store_are_asked_about_though_no_clock_runs(
    browser: Browser, venue: Venue, request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch, why: str, way: str,
) -> None:  # fmt: skip
    monkeypatch.setattr(Browser, "leaves", False)
    page = request.getfixturevalue("forgetful") if why == "forbidden" else opened(browser, venue)
    page.go(address(venue))
    page.until("window.table?.link?.state === 'in touch' && !!table.game()")
    if why == "full":
        page.do(FILL)
    away(venue, page)
    page.do("window.was = true")
    page.click(".middle .about")
    asked = page.questions
    page.do("table.act('red', { type: 'call_judge', side: 'red' })")
    page.until("document.querySelector('.middle').innerText.includes('do not reload')")
    if way == "reloaded":
        page.ask_reload()
    else:
        page.do("setTimeout(() => location.assign('about:blank'))")
    until(lambda: page.until("window.was") and page.questions > asked, "the browser asks")
    assert page.do("table.queue.marks.length") == 1
    venue.serve()
    page.until("table.link.state === 'in touch' && !table.queue.marks.length")
    page.until("table.game().play.judge_called")
    page.do("try { localStorage.removeItem('much'); } catch {}")
    asked = page.questions
    monkeypatch.setattr(Browser, "leaves", True)
    page.reload()
    assert page.questions == asked
    page.close()


def test_waiting_presses_are_handed_over_before_a_code_of_another_table_opens(
    page: Page, venue: Venue
) -> None:
    away(venue, page)
    page.do("table.act('red', { type: 'call_judge', side: 'red' })")
    page.do(f"location.hash = '#table=2&secret={venue.secrets[2]}'")
    page.until("table.other")
    page.do("""(() => {
        const { link } = table;
        window.late = [];
        link.took = (message) => {
            if (["game", "play"].includes(message.type)) late.push(message);
            else Object.getPrototypeOf(link).took.call(link, message);
        };
    })()""")
    venue.serve()
    page.until("table.link.state === 'in touch' && late.length > 1")
    page.do("table.look()")
    page.do("delete table.link.took")
    page.do("window.late.forEach((message) => table.link.took(message))")
    page.until("window.table?.number === 2 && table.link.state === 'in touch'")
    assert venue.game(1).play.judge_called


def test_a_code_of_another_table_opens_though_the_server_no_longer_admits_this_one(
    page: Page, venue: Venue
) -> None:
    away(venue, page)
    page.do(f"location.hash = '#table=2&secret={venue.secrets[2]}'")
    page.until("table.other")
    venue.keys.issue([1])
    venue.serve()
    page.until("window.table?.number === 2 && table.link.state === 'in touch'")


def test_nothing_is_asked_before_a_code_of_another_table_opens_while_this_one_is_full(
    browser: Browser, page: Page, venue: Venue
) -> None:
    away(venue, page)
    page.click(".middle .about")
    page.do(f"location.hash = '#table=2&secret={venue.secrets[2]}'")
    page.until("table.other")
    asked = browser.questions
    page.do("""(() => {
        const { link } = table;
        link.took = ({ nonce }) => nonce && Object.getPrototypeOf(link).took.call(link,
            { type: "no", why: "busy", sentence: "This table is full." });
    })()""")
    venue.serve()
    page.until("window.table?.number === 2 && table.link.state === 'in touch'")
    assert browser.questions == asked


def test_a_page_that_still_looks_for_the_server_comes_back_when_it_is_reloaded(
    browser: Browser, page: Page, venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A network that swallows what is sent leaves a page in doubt for eight seconds or more."""
    monkeypatch.setattr(browser, "leaves", False)
    away(venue, page)
    page.click(".middle .about")
    asked = browser.questions
    page.do("window.was = true; table.link.lost = () => {}; table.link.turn('joining')")
    page.ask_reload()
    page.until(f"location.protocol === 'chrome-error:' || {BACK}")
    assert not page.on_error_page
    assert browser.questions == asked + 1
