import asyncio
import hashlib
import ssl
import sys
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest

from app.desk import Snapshot
from app.store.errors import StoreError
from app.web.remote.address import STRANGER, Joined
from app.web.remote.desk import TURNS, RemoteDesk
from app.web.server.certificate import tls_for
from app.web.server.http import RoomLinks, TablesServer, read_pages
from tests.patience import until
from tests.web.venue import WAIT_S, Venue, on_line

HOSTS = ("127.0.0.1", "laptop.local")


@pytest.fixture
def quiet(tmp_path: Path) -> Iterator[Venue]:
    """An event whose tables are not served yet."""
    venue = Venue(tmp_path)
    yield venue
    venue.close()


async def lines_ended() -> None:
    """aiohttp lets TLS lines end after their session; then the loop hears only itself."""
    selector = asyncio.get_running_loop()._selector
    async with asyncio.timeout(WAIT_S):
        while len(selector.get_map()) > 1:
            await asyncio.sleep(0.01)
    for _ in range(TURNS):
        await asyncio.sleep(0)


def test_a_page_comes_over_tls_with_the_fingerprint_of_the_sheet(
    quiet: Venue, tmp_path: Path
) -> None:
    tls = tls_for(tmp_path, HOSTS)
    pages = read_pages(quiet.pages)
    server = TablesServer(quiet.desk, quiet.keys, pages, host="127.0.0.1", port=0, tls=tls.context)
    base = server.start().result(60)[0]
    assert base.startswith("https://")

    async def story() -> None:
        trusted = ssl.create_default_context(cafile=str(tmp_path / "tables-server.pem"))
        async with aiohttp.ClientSession() as session:
            async with session.get(base, ssl=trusted) as answer:
                assert "Table" in await answer.text()
                policy = answer.headers["Content-Security-Policy"]
                assert f"wss://{base[8:]};" in policy
            with pytest.raises(aiohttp.ClientConnectorCertificateError):
                await session.get(base)
            own = {"Origin": base}
            async with session.ws_connect(f"{base}/socket", ssl=trusted, headers=own) as socket:
                shown = socket.get_extra_info("ssl_object").getpeercert(binary_form=True)
                made = hashlib.sha256(shown).digest().hex(":").upper()
                assert made == tls.fingerprint
        await lines_ended()

    on_line(story)


def test_a_window_elsewhere_joins_over_tls_by_the_fingerprint(quiet: Venue, tmp_path: Path) -> None:
    quiet.register(2)
    quiet.start()
    tls = tls_for(tmp_path, HOSTS)
    pages = read_pages(quiet.pages)
    server = TablesServer(quiet.desk, quiet.keys, pages, host="127.0.0.1", port=0, tls=tls.context)
    base = server.start().result(60)[0]
    made = bytes.fromhex(tls.fingerprint.replace(":", ""))
    joined = Joined.from_url(f"{base}/#table=1&secret={quiet.secrets[1]}")
    told: list[Snapshot] = []
    desk = RemoteDesk(joined, made)
    desk.subscribe(told.append)
    desk.start()
    until(lambda: told and told[-1].state.games)
    desk.stop()
    server.stop().result(60)
    assert told[-1].state.games


def test_a_window_elsewhere_tells_a_wrong_fingerprint_and_sends_no_code(
    quiet: Venue, tmp_path: Path
) -> None:
    quiet.register(2)
    quiet.start()
    tls = tls_for(tmp_path, HOSTS)
    pages = read_pages(quiet.pages)
    server = TablesServer(quiet.desk, quiet.keys, pages, host="127.0.0.1", port=0, tls=tls.context)
    links: list[RoomLinks] = []
    server.subscribe(links.append)
    base = server.start().result(60)[0]
    told: list[Snapshot] = []
    joined = Joined.from_url(f"{base}/#table=1&secret={quiet.secrets[1]}")
    desk = RemoteDesk(joined, bytes(32))
    desk.subscribe(told.append)
    desk.start()
    until(lambda: any(one.trouble == STRANGER for one in told))
    desk.stop()
    server.stop().result(60)
    assert told[-1].trouble == STRANGER
    assert not told[-1].state.games
    assert not any(link.tables for link in links)


def test_the_certificate_is_kept_while_it_is_for_the_same_addresses(tmp_path: Path) -> None:
    first = tls_for(tmp_path, HOSTS)
    assert tls_for(tmp_path, HOSTS).fingerprint == first.fingerprint
    assert tls_for(tmp_path, HOSTS[:1]).fingerprint == first.fingerprint
    other = tls_for(tmp_path, (*HOSTS, "10.0.0.7"))
    assert other.fingerprint != first.fingerprint
    assert len(other.fingerprint.split(":")) == 32


def test_an_old_or_broken_certificate_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.server.certificate.DAYS", 20)
    old = tls_for(tmp_path, HOSTS)
    monkeypatch.undo()
    new = tls_for(tmp_path, HOSTS)
    assert old.fingerprint != new.fingerprint
    (tmp_path / "tables-server.pem").write_text("nonsense")
    assert tls_for(tmp_path, HOSTS).fingerprint != new.fingerprint


def test_what_cannot_be_made_or_kept_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="certificate was not kept"):
        tls_for(tmp_path / "file", HOSTS)
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with pytest.raises(StoreError, match="'tls' extra"):
        tls_for(tmp_path, HOSTS)
