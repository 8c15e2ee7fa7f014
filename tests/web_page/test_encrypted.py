"""The real pages over TLS: a certificate that is refused, accepted, or vouched for."""

import base64
import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from app.web.server.certificate import tls_for
from app.web.server.http import TablesServer, read_pages
from tests.web.venue import Venue
from tests.web_page.chromium import Browser
from tests.web_page.fake_server import WEB
from tests.web_page.room import four_tables

HOSTS = ("127.0.0.1", "laptop.local")


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Venue]:
    """Four tables, encrypted."""
    for venue in four_tables(tmp_path):
        assert venue.server is not None
        venue.server.stop().result(60)
        tls = tls_for(tmp_path, HOSTS)
        venue.server = TablesServer(
            venue.desk, venue.keys, read_pages(WEB), host="127.0.0.1", port=venue.port,
            tls=tls.context,
        )  # fmt: skip
        venue.base = venue.server.start().result(60)[0]
        yield venue


def code(venue: Venue) -> str:
    return f"#table=1&secret={venue.secrets[1]}"


@pytest.fixture
def trusting(tmp_path: Path, venue: Venue) -> Iterator[Browser]:
    """A browser that takes this server's certificate, and none else of its kind."""
    server = x509.load_pem_x509_certificate((tmp_path / "tables-server.pem").read_bytes())
    key = server.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    pin = base64.b64encode(hashlib.sha256(key).digest()).decode()
    flag = f"--ignore-certificate-errors-spki-list={pin}"
    with Browser(tmp_path / "profile", flag) as browser:
        yield browser


def test_a_browser_without_trust_refuses_the_page(browser: Browser, venue: Venue) -> None:
    page = browser.open("about:blank")
    answer = page.call("Page.navigate", url=f"{venue.base}/{code(venue)}")
    assert answer["errorText"] == "net::ERR_CERT_AUTHORITY_INVALID"
    page.close()


def test_a_browser_that_accepts_the_certificate_plays(trusting: Browser, venue: Venue) -> None:
    page = trusting.open(f"{venue.base}/{code(venue)}")
    page.until("window.table?.link?.state === 'in touch' && !!table.game()")
    assert page.do("isSecureContext")
    page.close()


def test_a_code_scanned_with_http_leads_on_to_the_encrypted_table(
    trusting: Browser, venue: Venue
) -> None:
    page = trusting.open(f"http://127.0.0.1:{venue.port}/{code(venue)}")
    page.until("document.getElementById('go').href.startsWith('https:')")
    assert "encrypted line" in page.text()
    page.until(f"document.getElementById('go').href === '{venue.base}/{code(venue)}'")
    page.do("document.getElementById('go').click()")
    page.until("window.table?.link?.state === 'in touch' && !!table.game()")
    page.close()
