"""Files by WebDAV: whole or not there, and every failure is a sentence."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.store.outlets import Outlet, OutletKind
from app.web.outlets.chats import post_message
from app.web.outlets.failures import Later, Stopped
from app.web.outlets.messages import Message
from app.web.outlets.webdav import send_by_webdav
from app.web.server.certificate import tls_for
from tests.web.outlets.dav_site import PASSWORD, USER, DavSite

FILES = {"results.html": b"<p>1</p>" * 9_000, "standings.html": b"<p>2</p>"}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[DavSite]:
    folder = tmp_path / "web"
    folder.mkdir()
    made = DavSite(folder)
    yield made
    made.close()


def send(site: DavSite, folder: str = "open", password: str = PASSWORD) -> None:
    outlet = Outlet("1", OutletKind.WEBDAV, f"http://127.0.0.1:{site.port}/{folder}", USER)
    asyncio.run(send_by_webdav(outlet, password, FILES, patience_s=30))


def read(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("folder", ["open", "open/", "Über uns & mehr", "a%20b"])
def test_files_are_complete_in_a_newly_created_folder(site: DavSite, folder: str) -> None:
    send(site, folder)
    send(site, folder)
    (made,) = site.folder.iterdir()
    assert made.name == folder.rstrip("/").replace("%20", " ")
    assert read(made) == FILES


def test_a_server_that_cannot_move_files_receives_them_directly(site: DavSite) -> None:
    site.wrong["MOVE"] = 502
    send(site)
    assert read(site.folder / "open") == FILES


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (403, "does not let this user write"),
        (507, "its disk may be full"),
        (301, "has moved to https://b.example/"),
        (400, "refused it: 400 Bad Request"),
    ],
)
def test_an_error_that_the_organizer_can_correct_is_reported(
    site: DavSite, status: int, words: str
) -> None:
    site.wrong["PUT"] = status
    with pytest.raises(Stopped, match=words):
        send(site)
    assert not read(site.folder)


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_server_is_retried_later(site: DavSite, status: int) -> None:
    site.wrong["PUT"] = status
    with pytest.raises(Later):
        send(site)


def test_a_wrong_password_is_reported(site: DavSite) -> None:
    with pytest.raises(Stopped, match="does not accept this user and password"):
        send(site, password="wrong")


def test_a_folder_whose_parent_is_missing_is_reported(site: DavSite) -> None:
    with pytest.raises(Stopped, match="does not let this user write"):
        send(site, "a/b")


def test_nobody_there_is_tried_later(site: DavSite) -> None:
    outlet = Outlet("1", OutletKind.WEBDAV, "http://127.0.0.1:9/open", USER)
    with pytest.raises(Later, match="cannot be reached"):
        asyncio.run(send_by_webdav(outlet, PASSWORD, FILES, patience_s=30))


@pytest.mark.parametrize("address", ["x", "https://a..b/open", f"https://{'x' * 64}/open"])
def test_an_invalid_address_is_reported(address: str) -> None:
    with pytest.raises(Stopped, match="is not the address"):
        asyncio.run(send_by_webdav(Outlet("1", OutletKind.WEBDAV, address), "", FILES))


def test_an_untrusted_certificate_stops_everything(tmp_path: Path) -> None:
    site = DavSite(tmp_path, tls_for(tmp_path, ["127.0.0.1"]).context)
    address = f"https://127.0.0.1:{site.port}/open"
    outlet = Outlet("1", OutletKind.WEBDAV, address, USER)
    with pytest.raises(Stopped, match=r"cannot prove that it is the right server \(.*certificate"):
        asyncio.run(send_by_webdav(outlet, PASSWORD, FILES, patience_s=30))
    with pytest.raises(Stopped, match=r"Slack cannot prove that it is the right server"):
        asyncio.run(post_message(OutletKind.SLACK, address, Message("Open", ()), patience_s=30))
    site.close()
    assert site.asked == []
