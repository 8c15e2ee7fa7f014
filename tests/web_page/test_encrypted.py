"""The real pages over TLS: a certificate that is refused, accepted, or vouched for."""

import base64
import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from app.web.server.certificate import installs, tls_for
from app.web.server.http import TablesServer, read_pages
from tests.web.venue import Venue, tables_under_way
from tests.web_page.chromium import Browser
from tests.web_page.fake_server import WEB
from tests.web_page.firefox import Firefox

HOSTS = ("127.0.0.1", "laptop.local")
REFUSE = """
    const Real = WebSocket;
    window.refuses = true;
    window.WebSocket = class extends Real {
        constructor(url) { super(window.refuses ? url.replace("/socket", "/refused") : url); }
    };
"""
"""Sockets fail without ever opening, while everything else loads."""


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Venue]:
    """Four tables, encrypted."""
    with tables_under_way(tmp_path, pages=WEB, rounds_before=1) as venue:
        assert venue.server is not None
        venue.server.stop().result(60)
        encrypt(venue)
        yield venue


def encrypt(venue: Venue) -> None:
    tls = tls_for(venue.path.parent, HOSTS)
    venue.server = TablesServer(
        venue.desk, venue.keys, read_pages(WEB), host="127.0.0.1", port=venue.port,
        tls=tls.context, installs=installs(tls.authority),
    )  # fmt: skip
    venue.base = venue.server.start().result(60)[0]


def code(venue: Venue) -> str:
    return f"#table=1&secret={venue.secrets[1]}"


@pytest.fixture
def trusting(browser: Browser, tmp_path: Path, venue: Venue) -> Iterator[Browser]:
    """A browser that takes this server's certificate, and none else of its kind; Firefox takes
    any.
    """
    if isinstance(browser, Firefox):
        with Firefox(tmp_path / "profile", trusting=True) as firefox:
            yield firefox
        return
    server = x509.load_pem_x509_certificate((tmp_path / "tables-server.pem").read_bytes())
    key = server.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    pin = base64.b64encode(hashlib.sha256(key).digest()).decode()
    flag = f"--ignore-certificate-errors-spki-list={pin}"
    with Browser(tmp_path / "profile", flag) as chromium:
        yield chromium


def test_a_browser_without_trust_refuses_the_page(browser: Browser, venue: Venue) -> None:
    page = browser.open("about:blank")
    assert page.refuses_certificate(f"{venue.base}/{code(venue)}")
    page.close()


def test_a_browser_that_accepts_the_certificate_plays(trusting: Browser, venue: Venue) -> None:
    page = trusting.open(f"{venue.base}/{code(venue)}")
    page.until("window.table?.link?.state === 'in touch' && !!table.game()")
    assert page.do("isSecureContext")
    page.close()


def test_a_failing_reload_still_opens_the_page_on_an_encrypted_line(
    trusting: Browser, venue: Venue
) -> None:
    """In the same tab, as often as one likes: a worker has the page."""
    if isinstance(trusting, Firefox):
        pytest.skip("Firefox has no worker at an address whose certificate it only tolerates")
    page = trusting.open(f"{venue.base}/{code(venue)}")
    page.until("window.table?.link?.state === 'in touch' && !!table.game()")
    page.do("table.act('red', { type: 'start_clock', first: 'red' })")
    page.until("table.game().play.clock?.running === 'red' && !table.queue.marks.length")
    page.until("!!navigator.serviceWorker.controller")
    assert venue.server is not None
    venue.server.stop().result(60)
    page.until("table.link.state === 'away'")
    for _ in range(2):
        page.do("sessionStorage.setItem('flagfall-left', Date.now()); window.was = true")
        page.ask_reload()
        page.until("!window.was && window.table?.game?.()?.play.clock?.running === 'red'")
        assert not page.on_error_page
    page.close()


def test_a_code_scanned_with_http_leads_on_to_the_encrypted_table(
    trusting: Browser, venue: Venue
) -> None:
    page = trusting.open(f"http://127.0.0.1:{venue.port}/{code(venue)}")
    page.until("document.getElementById('go').href.startsWith('https:')")
    assert "encrypted connection" in page.text()
    page.until(f"document.getElementById('go').href === '{venue.base}/{code(venue)}'")
    page.do("document.getElementById('go').click()")
    page.until("window.table?.link?.state === 'in touch' && !!table.game()")
    page.close()


def test_a_browser_that_refuses_only_the_socket_is_told_what_to_do(
    trusting: Browser, venue: Venue
) -> None:
    """As iOS does with a certificate that was accepted after a warning."""
    for name, shown in (("", ".middle, main"), ("room", ".banner"), ("eo", ".banner")):
        page = trusting.open("about:blank")
        page.before_each_load(REFUSE)
        page.go(f"{venue.base}/{name}{'' if name else code(venue)}")
        page.until("document.body.innerText.includes('refuses the encrypted connection')")
        assert "Install the certificate" in page.text(shown)
        page.do("window.refuses = false")
        page.until("!document.body.innerText.includes('refuses the encrypted connection')")
        page.close()


def test_an_unreachable_server_is_not_mistaken_for_a_refused_connection(
    trusting: Browser, venue: Venue
) -> None:
    page = trusting.open(f"{venue.base}/{code(venue)}")
    page.until("window.table?.link?.state === 'in touch' && !!table.game()")
    assert venue.server is not None
    venue.server.stop().result(60)
    page.do("window.probes = 0; const was = table.link.probe.bind(table.link);"
            "table.link.probe = (how) => was(how).then(() => (window.probes += 1));")  # fmt: skip
    page.until("window.probes > 3")
    assert page.do("table.link.advice") == ""
    page.close()


def test_a_page_kept_from_before_encryption_asks_to_scan_the_new_code(
    browser: Browser, venue: Venue
) -> None:
    assert venue.server is not None
    venue.server.stop().result(60)
    page = browser.open(f"{venue.serve()}/{code(venue)}")
    page.until("window.table?.link?.state === 'in touch' && !!table.game()")
    venue.server.stop().result(60)
    encrypt(venue)
    page.until("document.body.innerText.includes('now uses an encrypted connection')")
    page.do("localStorage.clear()")
    page.close()
