"""A browser for all tests here, and a server for each."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.missing import missing
from tests.ports import kept_port
from tests.web.venue import Venue as RealVenue
from tests.web.venue import tables_under_way
from tests.web_page import webkit
from tests.web_page.chromium import Browser, executable
from tests.web_page.fake_server import WEB, FakeServer
from tests.web_page.firefox import Firefox
from tests.web_page.namespaces import why_none
from tests.web_page.tablet import Tablet
from tests.web_page.venue import Venue
from tools.pages import old_chromium

PORTS = {"_port", "_real_port", "_cable_port", "piece_port"}
"""The fixtures of ports at which one server comes after another."""


@pytest.fixture(scope="session")
def browser(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    if request.config.getoption("--browser") == "firefox":
        with Firefox(tmp_path_factory.mktemp("firefox")) as firefox:
            yield firefox
        return
    if request.config.getoption("--browser") == "webkit":
        if webkit.executable() is None:
            missing("WebKitGTK’s WebDriver is not installed: apt-get install webkit2gtk-driver")
        with webkit.WebKit(tmp_path_factory.mktemp("webkit")) as safari:
            yield safari
        return
    if request.config.getoption("--browser") == "chromium-80":
        if why := old_chromium.fetch():
            pytest.skip(why)
        with Browser(
            tmp_path_factory.mktemp("chromium-80"), program=old_chromium.program()
        ) as browser:
            assert browser.call("Browser.getVersion")["product"].startswith(old_chromium.VERSION)
            yield browser
        return
    if executable() is None:
        pytest.fail("Chromium is not installed: run python3 dev.py test")
    with Browser(tmp_path_factory.mktemp("chromium")) as browser:
        yield browser


@pytest.fixture(autouse=True)
def _nothing_stays_behind(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a page has told of is its own test's failure, and not the next one's; nor does a page or
    what it keeps stay.
    """
    if "browser" not in request.fixturenames:
        yield
        return
    browser = request.getfixturevalue("browser")
    browser.draws = request.node.get_closest_marker("undrawn") is None
    yield
    try:
        if type(browser) is Browser:
            browser.close_pages()
            for port in PORTS & {*request.fixturenames}:
                browser.forget(f"http://127.0.0.1:{request.getfixturevalue(port)}")
    finally:
        errors = browser.errors()
    assert errors == []


@pytest.fixture(scope="session")
def seen_by_walk(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a walk over all pages in the marked language has seen; it takes half a minute."""
    from tests.pseudo import walked

    return walked("tests.web_page.pseudo_walk", tmp_path_factory.mktemp("walk"))


@pytest.fixture(scope="session")
def _networks() -> None:
    """Demand a machine on which networks can be made."""
    if why := why_none():
        missing(why)


@pytest.fixture(scope="session")
def _port() -> Iterator[int]:
    """The fake servers', one after the other: the browser has read the scripts from there before.
    It asks for each page and keeps none.
    """
    kept, port = kept_port()
    yield port
    kept.close()


@pytest.fixture(scope="session")
def _real_port() -> Iterator[int]:
    """The real servers' of our pages as they are, in the same way."""
    kept, port = kept_port()
    yield port
    kept.close()


@pytest.fixture(scope="session")
def _cable_port() -> Iterator[int]:
    """Where a page has those servers through a cable that a test pulls, in the same way."""
    kept, port = kept_port()
    yield port
    kept.close()


@pytest.fixture(scope="session")
def piece_port() -> Iterator[int]:
    """That of a server of the scripts as they are: tests of pieces import them in pages without a
    socket, and the browser asks once for each.
    """
    kept, port = kept_port()
    server = FakeServer(port)
    server.never_changes = True
    yield port
    server.close()
    kept.close()


@pytest.fixture
def real_port(browser: Browser, _real_port: int) -> int:
    """0 for a port that no other test has, where a browser clears nothing between two."""
    return _real_port if type(browser) is Browser else 0


@pytest.fixture
def cable_port(browser: Browser, _cable_port: int) -> int:
    """0 for a port that no other test has, in the same way."""
    return _cable_port if type(browser) is Browser else 0


@pytest.fixture
def server(_port: int) -> Iterator[FakeServer]:
    server = FakeServer(_port)
    yield server
    server.close()


@pytest.fixture
def venue(server: FakeServer) -> Venue:
    """A table whose pages are as they are sent."""
    return Venue(server, scenario="Spread the Net")


@pytest.fixture
def tables(tmp_path: Path, real_port: int) -> Iterator[RealVenue]:
    """Four tables under way on a real file and in real time, served with the real pages."""
    with tables_under_way(tmp_path, pages=WEB, port=real_port) as venue:
        yield venue


@pytest.fixture
def tablet(browser: Browser, venue: Venue) -> Iterator[Tablet]:
    tablet = Tablet(browser, venue)
    yield tablet
    tablet.page.do("localStorage.clear()")
    tablet.page.close()
    assert browser.errors() == []
