import asyncio
import hashlib
import os
import plistlib
import socket
import ssl
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import aiohttp
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from app.desk.replies import Snapshot
from app.store.errors import StoreError
from app.web.remote.address import NOT_ENCRYPTED, NOW_ENCRYPTED, STRANGER, Joined
from app.web.remote.desk import TURNS, RemoteDesk
from app.web.server import certificate
from app.web.server.certificate import AUTHORITY, fingerprint_of, installs, tls_for
from app.web.server.http import TableLinks, TablesServer, read_pages
from tests.patience import until
from tests.store.of_windows import held_from_reading
from tests.web.venue import WAIT_S, Venue, on_line
from tests.web_page.fake_server import WEB

T = TypeVar("T")
HOSTS = ("127.0.0.1", "laptop.local")


@pytest.fixture
def quiet(tmp_path: Path) -> Iterator[Venue]:
    """An event whose tables are not served yet."""
    venue = Venue(tmp_path)
    yield venue
    venue.close()


def heard_by(loop: Any) -> int:
    """Return how many lines a loop hears, its own included; asyncio shows it nowhere."""
    if sys.platform == "win32":
        return len(loop._proactor._cache)  # noqa: SLF001
    return len(loop._selector.get_map())  # noqa: SLF001


async def lines_ended() -> None:
    """aiohttp lets TLS lines end after their session; then the loop hears only itself."""
    async with asyncio.timeout(WAIT_S):
        while heard_by(asyncio.get_running_loop()) > 1:
            await asyncio.sleep(0.01)
    for _ in range(TURNS):
        await asyncio.sleep(0)


def test_a_page_is_served_over_tls_with_the_fingerprint_on_the_sheet(
    quiet: Venue, tmp_path: Path
) -> None:
    tls = tls_for(tmp_path, HOSTS)
    pages = read_pages(quiet.pages)
    server = TablesServer(quiet.desk, quiet.keys, pages, host="127.0.0.1", port=0, tls=tls.context)
    base = server.start().result(60)[0]
    assert base.startswith("https://")

    async def story() -> None:
        trusted = ssl.create_default_context(cafile=str(tmp_path / "tables-authority.pem"))
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


def test_a_window_elsewhere_notices_a_wrong_fingerprint_and_sends_no_code(
    quiet: Venue, tmp_path: Path
) -> None:
    quiet.register(2)
    quiet.start()
    tls = tls_for(tmp_path, HOSTS)
    pages = read_pages(quiet.pages)
    server = TablesServer(quiet.desk, quiet.keys, pages, host="127.0.0.1", port=0, tls=tls.context)
    links: list[TableLinks] = []
    server.subscribe(links.append)
    base = server.start().result(60)[0]
    told: list[Snapshot] = []
    joined = Joined.from_url(f"{base}/#table=1&secret={quiet.secrets[1]}")
    desk = RemoteDesk(joined, bytes(32))
    desk.subscribe(told.append)
    desk.start()
    until(lambda: any(message.trouble == STRANGER for message in told))
    desk.stop()
    server.stop().result(60)
    assert told[-1].trouble == STRANGER
    assert not told[-1].state.games
    assert not any(link.tables for link in links)


@pytest.mark.parametrize("encrypted", [True, False])
def test_a_window_elsewhere_with_http_for_https_or_vice_versa_says_which_to_use(
    quiet: Venue, tmp_path: Path, encrypted: bool
) -> None:
    quiet.register(2)
    quiet.start()
    tls = tls_for(tmp_path, HOSTS).context if encrypted else None
    pages = read_pages(quiet.pages)
    server = TablesServer(quiet.desk, quiet.keys, pages, host="127.0.0.1", port=0, tls=tls)
    base = server.start().result(60)[0].replace("https:", "http:")
    wrong = base if encrypted else base.replace("http:", "https:")
    told: list[Snapshot] = []
    desk = RemoteDesk(Joined.from_url(f"{wrong}/#table=1&secret={quiet.secrets[1]}"))
    desk.subscribe(told.append)
    desk.start()
    said = str(NOW_ENCRYPTED if encrypted else NOT_ENCRYPTED)
    until(lambda: told and told[-1].trouble == said, lambda: told[-1:])
    desk.stop()
    server.stop().result(60)


def test_the_certificate_is_kept_while_it_is_for_the_same_addresses(tmp_path: Path) -> None:
    first = tls_for(tmp_path, HOSTS)
    assert tls_for(tmp_path, HOSTS).fingerprint == first.fingerprint
    assert tls_for(tmp_path, HOSTS[:1]).fingerprint == first.fingerprint
    other = tls_for(tmp_path, (*HOSTS, "10.0.0.7"))
    assert other.fingerprint != first.fingerprint
    assert len(other.fingerprint.split(":")) == 32


def test_an_expiring_or_broken_certificate_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.server.certificate.DAYS", 20)
    old = tls_for(tmp_path, HOSTS)
    monkeypatch.undo()
    new = tls_for(tmp_path, HOSTS)
    assert old.fingerprint != new.fingerprint
    (tmp_path / "tables-server.pem").write_text("nonsense")
    assert tls_for(tmp_path, HOSTS).fingerprint != new.fingerprint


def test_a_certificate_that_cannot_be_made_or_saved_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="certificate was not saved"):
        tls_for(tmp_path / "file", HOSTS)
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with pytest.raises(StoreError, match="“tls” extra"):
        tls_for(tmp_path, HOSTS)


@pytest.fixture
def encrypted(quiet: Venue, tmp_path: Path) -> Iterator[TablesServer]:
    """The real pages over TLS, at the venue's port."""
    tls = tls_for(tmp_path, HOSTS)
    server = TablesServer(
        quiet.desk, quiet.keys, read_pages(WEB), host="127.0.0.1", port=quiet.port,
        tls=tls.context, installs=installs(tls.authority),
    )  # fmt: skip
    server.start().result(60)
    yield server
    server.stop().result(60)


@pytest.mark.parametrize("path", ["/", "/eo", "/room", "/certificate"])
def test_plain_http_on_the_encrypted_port_gets_the_right_address(
    encrypted: TablesServer, quiet: Venue, path: str
) -> None:
    head, body = plainly(quiet, path)
    assert head.startswith("HTTP/1.1 200")
    assert "no-store" in head
    assert f'href="https://127.0.0.1:{quiet.port}/"' in body
    assert "encrypted connection" in body


def test_plain_http_reaches_no_socket_and_learns_that_the_line_is_encrypted(
    encrypted: TablesServer, quiet: Venue
) -> None:
    head, body = plainly(quiet, "/socket")
    assert head.startswith("HTTP/1.1 426")
    assert body == f"This line is encrypted: use wss://127.0.0.1:{quiet.port}/socket\n"
    assert plainly(quiet, "/line")[1] == "encrypted"
    assert plainly(quiet, "/", host="evil.example")[0].startswith("HTTP/1.1 421")


def test_without_encryption_there_is_no_certificate_to_install(quiet: Venue) -> None:
    quiet.pages = WEB
    quiet.serve()
    assert plainly(quiet, "/certificate")[0].startswith("HTTP/1.1 404")
    assert plainly(quiet, "/line")[1] == "open"


def test_a_tls_handshake_arriving_byte_by_byte_is_understood(
    encrypted: TablesServer, quiet: Venue, tmp_path: Path
) -> None:
    context = ssl.create_default_context(cafile=str(tmp_path / "tables-authority.pem"))
    coming, going = ssl.MemoryBIO(), ssl.MemoryBIO()
    line = context.wrap_bio(coming, going, server_hostname="127.0.0.1")
    with socket.create_connection(("127.0.0.1", quiet.port)) as wire:
        wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        wire.settimeout(WAIT_S)

        def talk(step: Callable[[], T]) -> T:
            while True:
                try:
                    return step()
                except ssl.SSLWantReadError:
                    for byte in going.read():
                        wire.sendall(bytes([byte]))
                    coming.write(wire.recv(65536))

        talk(line.do_handshake)
        line.write(f"GET /line HTTP/1.1\r\nHost: 127.0.0.1:{quiet.port}\r\n\r\n".encode())
        answer = talk(lambda: line.read(65536)).decode()
    assert answer.startswith("HTTP/1.1 200")
    assert answer.endswith("open")


def test_a_silent_connection_to_the_encrypted_port_is_closed_with_the_server(
    encrypted: TablesServer, quiet: Venue
) -> None:
    with socket.create_connection(("127.0.0.1", quiet.port)) as silent:
        silent.settimeout(WAIT_S)
        until(lambda: len(encrypted._wires) == 1)  # noqa: SLF001 - it has said nothing yet
        encrypted.stop().result(60)
        with suppress(ConnectionResetError):
            assert silent.recv(1) == b""


def test_a_silent_connection_to_the_encrypted_port_is_not_kept_for_long(
    quiet: Venue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.server.http.PAGE_S", 0.1)
    tls = tls_for(tmp_path, HOSTS)
    server = TablesServer(quiet.desk, quiet.keys, {}, host="127.0.0.1", port=0, tls=tls.context)
    port = int(server.start().result(60)[0].rsplit(":", 1)[1])
    for greeting in (b"", b"\x16\x03\x01"):
        with socket.create_connection(("127.0.0.1", port)) as silent:
            silent.settimeout(WAIT_S)
            silent.sendall(greeting)
            with suppress(ConnectionResetError):
                assert silent.recv(1) == b""
    server.stop().result(60)


def test_a_certificate_chain_is_verified_by_the_authority_alone(tmp_path: Path) -> None:
    """As a device that installed it does: for this computer's addresses, and for no other."""
    tls = tls_for(tmp_path, HOSTS)
    authority = ssl.DER_cert_to_PEM_cert(tls.authority)
    trusting = ssl.create_default_context(cadata=authority)
    trusting.verify_flags |= ssl.VERIFY_X509_STRICT
    for host in HOSTS:
        assert ("subject", ((("commonName", "Flagfall at this event"),),)) in greet(
            tls.context, trusting, host
        ).items()
    for host in ("127.0.0.2", "other.local"):
        with pytest.raises(ssl.SSLCertVerificationError, match=r"doesn.t match|mismatch"):
            greet(tls.context, trusting, host)
    with pytest.raises(ssl.SSLCertVerificationError, match="unable to get local issuer"):
        greet(tls.context, ssl.create_default_context(), "127.0.0.1")


def test_the_certificate_meets_the_requirements_of_iphones(tmp_path: Path) -> None:
    tls = tls_for(tmp_path, HOSTS)
    server = x509.load_pem_x509_certificate((tmp_path / "tables-server.pem").read_bytes())
    assert (server.not_valid_after_utc - server.not_valid_before_utc).days <= 397
    usage = server.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usage) == [x509.oid.ExtendedKeyUsageOID.SERVER_AUTH]
    names = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert {str(name.value) for name in names} == set(HOSTS)
    authority = x509.load_der_x509_certificate(tls.authority)
    assert authority.extensions.get_extension_for_class(x509.BasicConstraints).value.ca


def test_the_authority_cannot_certify_hosts_outside_the_local_network(tmp_path: Path) -> None:
    """With its key somebody makes a certificate for another host: no device takes that."""
    tls = tls_for(tmp_path, HOSTS)
    text = (tmp_path / "tables-authority.pem").read_bytes()
    key, authority = load_pem_private_key(text, None), x509.load_pem_x509_certificate(text)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    certificate._make(tmp_path / "forged.pem", frozenset({"bank.example"}), key, authority)
    forged = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    forged.load_cert_chain(tmp_path / "forged.pem")
    trusting = ssl.create_default_context(cadata=ssl.DER_cert_to_PEM_cert(tls.authority))
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        greet(forged, trusting, "bank.example")


@pytest.mark.parametrize("name", ["tables-authority.pem", "tables-server.pem"])
def test_a_certificate_that_another_program_holds_is_not_replaced(
    tmp_path: Path, name: str
) -> None:
    before = tls_for(tmp_path, ["192.0.2.7"])
    with (
        held_from_reading(tmp_path / name),
        pytest.raises(StoreError, match=f"{name} is in use by another program"),
    ):
        tls_for(tmp_path, ["192.0.2.7"])
    with held_from_reading(tmp_path / name, times=3):
        assert tls_for(tmp_path, ["192.0.2.7"]).authority == before.authority


def test_new_addresses_get_a_new_certificate_of_the_same_authority(tmp_path: Path) -> None:
    first = tls_for(tmp_path, HOSTS)
    second = tls_for(tmp_path, (*HOSTS, "192.168.7.7"))
    assert second.authority == first.authority
    assert second.fingerprint != first.fingerprint
    trusting = ssl.create_default_context(cadata=ssl.DER_cert_to_PEM_cert(first.authority))
    assert greet(second.context, trusting, "192.168.7.7")


def test_an_address_outside_the_local_networks_needs_another_authority(tmp_path: Path) -> None:
    first = tls_for(tmp_path, HOSTS)
    wide = tls_for(tmp_path, (*HOSTS, "203.0.113.9"))
    assert wide.authority != first.authority
    trusting = ssl.create_default_context(cadata=ssl.DER_cert_to_PEM_cert(wide.authority))
    assert greet(wide.context, trusting, "203.0.113.9")
    assert tls_for(tmp_path, HOSTS).authority == wide.authority


def test_an_outdated_certificate_or_broken_authority_is_replaced(
    tmp_path: Path,
) -> None:
    first = tls_for(tmp_path, HOSTS)
    (tmp_path / "tables-authority.pem").write_text("nonsense")
    second = tls_for(tmp_path, HOSTS)
    assert second.authority != first.authority
    assert second.fingerprint != first.fingerprint
    trusting = ssl.create_default_context(cadata=ssl.DER_cert_to_PEM_cert(second.authority))
    assert greet(second.context, trusting, "127.0.0.1")
    if os.name == "posix":  # other systems have no such modes
        for name in ("tables-authority.pem", "tables-server.pem"):
            assert (tmp_path / name).stat().st_mode & 0o077 == 0


def test_the_profile_and_the_certificate_are_served_on_both_lines(
    encrypted: TablesServer, quiet: Venue, tmp_path: Path
) -> None:
    authority = tls_for(tmp_path, HOSTS).authority
    head, body = fetch(quiet, "/flagfall.crt")
    assert "application/x-x509-ca-cert" in head
    assert body == authority
    head, body = fetch(quiet, "/flagfall.mobileconfig")
    assert "application/x-apple-aspen-config" in head
    profile = plistlib.loads(body)
    (root,) = profile["PayloadContent"]
    assert (profile["PayloadType"], root["PayloadType"]) == (
        "Configuration",
        "com.apple.security.root",
    )
    assert root["PayloadContent"] == authority
    assert root["PayloadDisplayName"] == AUTHORITY
    assert len({profile["PayloadUUID"], root["PayloadUUID"]}) == 2
    assert body == installs(authority)["flagfall.mobileconfig"][0]
    assert fingerprint_of(authority).count(":") == 31
    page = fetch(quiet, "/certificate")[1].decode()
    assert all(f'href="{name}"' in page for name in installs(authority))

    async def story() -> None:
        trusted = ssl.create_default_context(cadata=ssl.DER_cert_to_PEM_cert(authority))
        async with aiohttp.ClientSession() as session:
            url = f"https://127.0.0.1:{quiet.port}/flagfall.crt"
            async with session.get(url, ssl=trusted) as answer:
                assert await answer.read() == authority
        await lines_ended()

    on_line(story)


def greet(server: ssl.SSLContext, client: ssl.SSLContext, host: str) -> dict[str, Any]:
    """The certificate that the client takes for the host's, after a handshake in memory."""
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    ours = server.wrap_bio(there, back, server_side=True)
    theirs = client.wrap_bio(back, there, server_hostname=host)
    for side in (theirs, ours, theirs, ours):
        with suppress(ssl.SSLWantReadError):
            side.do_handshake()
    return theirs.getpeercert() or {}


def plainly(venue: Venue, path: str, host: str = "") -> tuple[str, str]:
    """Head and body of the answer to plain http."""
    head, body = fetch(venue, path, host)
    return head, body.decode()


def fetch(venue: Venue, path: str, host: str = "") -> tuple[str, bytes]:
    name = host or f"127.0.0.1:{venue.port}"
    with socket.create_connection(("127.0.0.1", venue.port)) as wire:
        wire.settimeout(WAIT_S)
        wire.sendall(f"GET {path} HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n".encode())
        head, _, body = b"".join(iter(lambda: wire.recv(65536), b"")).partition(b"\r\n\r\n")
    return head.decode(), body
