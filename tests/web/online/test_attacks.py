"""Callers who mean harm, or are only slow, at a server that the whole internet reaches."""

import http.client
import socket
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from app.web.online import server as server_module
from app.web.online.callers import WRITES_AT_ONCE, Where
from app.web.online.channel import CODE, DESK, MOST_BYTES
from app.web.online.pin import new_pin
from tests.patience import until
from tests.web.online.site import Site

PUBLIC = Where(address="https://club.example/cup", proxies=frozenset({"127.0.0.1"}))


def test_requests_for_an_unknown_host_name_are_rejected(tmp_path: Path) -> None:
    with Site(tmp_path / "cup", PUBLIC) as site:
        for host in ("evil.example", f"evil.example:{site.port}", "club.example.evil", ""):
            assert site.get("/", {"Host": host}).status == 421
        assert site.get("/cup/", {"Host": "club.example"}).status == 200
        assert site.get("/", {"Host": "club.example"}).status == 200


def test_behind_a_proxy_every_link_includes_the_path_prefix(tmp_path: Path) -> None:
    host = {"Host": "club.example"}
    with Site(tmp_path / "cup", PUBLIC) as site:
        site.book.take_parts(1, [])
        page = site.get("/cup", host)
        assert 'href="/cup/"' in page.text
        assert page.headers["Strict-Transport-Security"]
        entered = site.post("/cup/organizer", host, pin=new_pin(site.book))
        assert entered.status == 403  # the proxy does not say that its line is encrypted
        safe = {**host, "X-Forwarded-Proto": "https"}
        entered = site.post("/cup/organizer", safe, pin=new_pin(site.book))
        assert entered.headers["Location"] == "/cup/organizer"
        assert "Path=/cup" in entered.headers["Set-Cookie"]
        for words in ("HttpOnly", "SameSite=Strict", "Secure"):
            assert words in entered.headers["Set-Cookie"]


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1.evil.example"])
def test_a_form_sent_from_another_site_does_nothing(site: Site, origin: str) -> None:
    token = site.get("/sign-up").field("token")
    got = site.post("/sign-up", {"Origin": origin}, token=token, name="Ann")
    assert got.status == 403
    assert "sent from another page" in got.words
    assert site.post("/organizer", {"Origin": origin}, pin=new_pin(site.book)).status == 403
    assert site.book.sign_ups() == ()
    assert site.post("/sign-up", {"Origin": site.base}, token=token, name="Ann").status == 303


def test_pages_run_no_scripts_and_cannot_be_framed(site: Site) -> None:
    for path in ("/", "/sign-up", "/organizer", "/nothing"):
        headers = site.get(path).headers
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "script" not in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "path", ["/../cup.online", "/%2e%2e/cup.online", "/sign-up/..", "//", "/\0"]
)
def test_no_path_leads_to_a_file(site: Site, path: str) -> None:
    with socket.create_connection(("127.0.0.1", site.port), 60) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\n\r\n".encode())
        answer = line.recv(65_536)
    assert answer.split()[1] in {b"404", b"400"}
    assert b"SQLite" not in answer


def test_an_oversized_form_is_not_read(site: Site) -> None:
    big = b"name=" + b"x" * (server_module.FORM_BYTES + 1)
    assert site.ask("POST", "/sign-up", big).status == 413
    known = {DESK: "a" * 32, CODE: "0" * 64}
    with suppress(ConnectionError):  # it may be cut off before all is sent
        assert site.ask("POST", "/desk", b"x" * (MOST_BYTES + 1), known).status == 413
    assert site.get().status == 200


def test_malformed_forms_and_other_methods_are_refused(site: Site) -> None:
    assert site.ask("POST", "/sign-up", b"\xff\xfe=1").status == 400
    assert site.ask("POST", "/sign-up", "&".join(f"a{n}=1" for n in range(99))).status == 400
    assert site.ask("PUT", "/sign-up").status == 405
    assert site.ask("POST", "/elsewhere").status == 404
    assert site.ask("HEAD", "/").status == 200


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        (b"name=" + b"x" * 10_000_000, 413, "That is more than this form can take"),
        (b"name=\xff\xfe", 400, "This form cannot be read"),
        (b"name=\xed\xa0\x80", 400, "This form cannot be read"),
        (b"name=A%00B", 422, "This form is too old"),
        (b"name=Ann&token=%D9%A3.x.y", 422, "This form is too old"),
    ],
)
def test_a_malicious_form_is_refused_with_a_sentence(
    site: Site, body: bytes, status: int, words: str
) -> None:
    got = site.ask("POST", "/sign-up", body)
    assert got.status == status
    assert words in got.words
    assert site.book.sign_ups() == ()


@pytest.mark.parametrize(
    ("method", "path", "header", "status"),
    [
        ("POST", "/desk", (DESK, "\xff\xfe"), 200),
        ("POST", "/desk", (CODE, "\xff\xfe"), 200),
        ("GET", "/organizer", ("Cookie", "flagfall=\xff\xfe"), 200),
        ("POST", "/sign-up", ("Origin", "http://["), 403),
    ],
)
def test_malformed_headers_are_rejected(
    site: Site, method: str, path: str, header: tuple[str, str], status: int
) -> None:
    site.book.add_code("hash", site.wall_s + 60)
    headers = {DESK: "a" * 32, **dict([header])}
    assert site.ask(method, path, b'{"v": 1}', headers).status == status


def test_an_address_that_keeps_writing_does_not_shut_others_out(tmp_path: Path) -> None:
    with Site(tmp_path / "cup", PUBLIC) as site:
        greedy = {"Host": "club.example", "X-Forwarded-For": "198.51.100.7"}
        for _ in range(WRITES_AT_ONCE):
            assert site.post("/sign-up", greedy, name="Ann").status == 422
        refused = site.post("/sign-up", greedy, name="Ann")
        assert refused.status == 429
        assert refused.headers["Retry-After"] == "60"
        assert "Too many requests" in refused.words
        # What the greedy one claims of others is not believed: the proxy's own word is the last.
        forged = {**greedy, "X-Forwarded-For": "203.0.113.1, 198.51.100.7"}
        assert site.post("/sign-up", forged, name="Ann").status == 429
        other = {**greedy, "X-Forwarded-For": "198.51.100.8"}
        assert site.post("/sign-up", other, name="Ann").status == 422
        assert site.get("/", greedy).status == 200
        site.steady.now_s += 60
        assert site.post("/sign-up", greedy, name="Ann").status == 422


def test_an_ipv6_network_has_one_share_however_many_addresses_it_uses(tmp_path: Path) -> None:
    with Site(tmp_path / "cup", PUBLIC) as site:
        for number in range(WRITES_AT_ONCE + 1):
            address = f"2001:db8:1:2::{number:x}"
            got = site.post("/sign-up", {"X-Forwarded-For": address}, name="Ann")
        assert got.status == 429
        assert site.post("/sign-up", {"X-Forwarded-For": "2001:db8:1:3::1"}).status == 422


def test_a_forwarding_header_from_a_stranger_is_not_believed(tmp_path: Path) -> None:
    with Site(tmp_path / "cup") as site:
        pin = new_pin(site.book)
        for number in range(6):
            site.post("/organizer", {"X-Forwarded-For": f"198.51.100.{number}"}, pin="wrong")
        got = site.post("/organizer", {"X-Forwarded-For": "198.51.100.99"}, pin=pin)
        assert "Too many wrong PINs" in got.words


@pytest.mark.long
def test_a_thousand_idle_and_garbage_connections_are_dropped_while_pages_are_served(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "FROM_ONE_ADDRESS", 100)
    monkeypatch.setattr(server_module, "SWEEP_S", 0.05)
    with ExitStack() as stack:
        lines = [
            stack.enter_context(socket.create_connection(("127.0.0.1", site.port), 60))
            for _ in range(1000)
        ]
        for line in lines[::3]:
            with suppress(ConnectionError):
                line.sendall(b"\x16\x03\x01 GET / nonsense\r\n\x00" * 4)
        assert site.get().status == 200
        until(lambda: sum(not is_over(line) for line in lines) <= 100)
        assert site.get().status == 200
        site.steady.now_s += 26
        until(lambda: all(map(is_over, lines)))
        assert site.get().status == 200


def test_a_client_sending_one_letter_at_a_time_is_disconnected(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "SWEEP_S", 0.05)
    with socket.create_connection(("127.0.0.1", site.port), 60) as line:
        for letter in "POST /sign-up HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nname=":
            line.sendall(letter.encode())
        assert site.get().status == 200
        site.steady.now_s += 26
        until(lambda: is_over(line))


def test_a_proxy_s_connection_lasts_as_long_as_it_keeps_asking(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy asks for everybody on the few connections that it keeps."""
    monkeypatch.setattr(server_module, "SWEEP_S", 0.01)
    line = http.client.HTTPConnection("127.0.0.1", site.port, timeout=60)
    line.connect()
    kept = line.sock

    def ask() -> None:
        line.request("GET", "/")
        assert line.getresponse().read()

    with socket.create_connection(("127.0.0.1", site.port), 60) as silent:

        def silent_is_over() -> bool:
            ask()
            site.steady.now_s += 20
            return is_over(silent)

        until(silent_is_over)
        ask()
        assert line.sock is kept
    line.close()


def is_over(line: socket.socket) -> bool:
    """Tell whether the other side has closed; what it said before is read."""
    line.setblocking(False)
    try:
        while line.recv(65_536):
            pass
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
