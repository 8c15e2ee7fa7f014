"""What the server serves besides the socket: the page's own files, and nothing else."""

import asyncio
import gzip
import socket
from pathlib import Path

import aiohttp
import pytest

from app.web.server.http import read_pages
from tests.patience import PATIENCE_S
from tests.web.venue import Venue, on_line

OUTSIDE = [
    "/../event.flagfall", "/..%2fevent.flagfall", "/%2e%2e/event.flagfall", "/event.flagfall",
    "/secret.toml", "/..\\event.flagfall", "//etc/passwd", "/etc/passwd", "/./table.js/..",
    "/table.js%00.html", "/web/", "/.", "/..", "/table.js/", "/%2fetc%2fpasswd", "/TABLE.JS",
]  # fmt: skip


async def got(venue: Venue, path: str, *, verb: str = "GET", host: str = "") -> tuple[int, str]:
    """Status and body, asked by hand so that no client tidies the path."""
    reader, writer = await asyncio.open_connection("127.0.0.1", venue.port)
    name = host or f"127.0.0.1:{venue.port}"
    writer.write(f"{verb} {path} HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n".encode())
    answer = (await reader.read()).decode()
    writer.close()
    await writer.wait_closed()
    head, _, body = answer.partition("\r\n\r\n")
    return int(head.split()[1]), body


@pytest.mark.parametrize(
    ("path", "words"),
    [("/", "Table"), ("/index.html", "Table"), ("/room", "Room"), ("/table.js", "export")],
)
def test_the_files_of_the_pages_are_served(venue: Venue, path: str, words: str) -> None:
    status, body = on_line(lambda: got(venue, path))
    assert (status, words in body) == (200, True)


@pytest.mark.parametrize("path", OUTSIDE)
def test_no_other_file_is_reachable(venue: Venue, path: str) -> None:
    status, body = on_line(lambda: got(venue, path))
    assert status in {400, 404}
    assert "SQLite" not in body
    assert "not for the web" not in body
    assert "root:" not in body


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "evil.example:{port}", "127.0.0.1.evil.example:{port}", "127.0.0.1:1",
        "127.0.0.1", "127.0.0.1:", "x@127.0.0.1:{port}", "[::1]", "[::1]:{port}",
    ],
)  # fmt: skip
def test_a_request_for_another_host_is_refused(venue: Venue, host: str) -> None:
    """A name that somebody points at this address comes with the right port."""
    named = host.format(port=venue.port)
    assert on_line(lambda: got(venue, "/", host=named)) == (
        421, "This is not the address of this server.\n",
    )  # fmt: skip


def test_only_read_requests_are_allowed(venue: Venue) -> None:
    for verb in ("POST", "PUT", "DELETE", "OPTIONS"):
        assert on_line(lambda verb=verb: got(venue, "/", verb=verb))[0] == 405


def test_every_response_restricts_what_a_page_may_do(venue: Venue) -> None:
    async def story() -> None:
        async with aiohttp.ClientSession() as session:
            for path in ("/", "/nothing"):
                async with session.get(venue.base + path) as answer:
                    policy = answer.headers["Content-Security-Policy"]
                    assert policy.startswith("default-src 'none'; script-src 'self'")
                    assert f"connect-src 'self' ws://{venue.base[7:]};" in policy
                    assert "unsafe" not in policy
                    assert answer.headers["X-Content-Type-Options"] == "nosniff"
                    assert answer.headers["Referrer-Policy"] == "no-referrer"
                    assert "aiohttp" not in answer.headers["Server"]

    on_line(story)


def test_a_page_that_has_not_changed_is_not_sent_again(venue: Venue) -> None:
    async def story() -> None:
        async with aiohttp.ClientSession() as session:
            async with session.get(venue.base + "/table.js") as answer:
                tag = answer.headers["ETag"]
                assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
            known = {"If-None-Match": tag}
            async with session.get(venue.base + "/table.js", headers=known) as answer:
                assert (answer.status, await answer.read()) == (304, b"")

    on_line(story)


def test_a_page_is_compressed_for_browsers_that_accept_it(venue: Venue) -> None:
    long = "export const many=[" + "1," * 500 + "1];"
    (venue.pages / "long.js").write_text(long)
    assert venue.server is not None
    venue.server.stop().result(60)
    venue.serve()

    async def story() -> None:
        async with aiohttp.ClientSession(auto_decompress=False) as session:
            async with session.get(venue.base + "/long.js") as answer:
                assert answer.headers["Content-Encoding"] == "gzip"
                assert gzip.decompress(await answer.read()).decode() == long
            plain = {"Accept-Encoding": "identity"}
            async with session.get(venue.base + "/long.js", headers=plain) as answer:
                assert (await answer.text()) == long

    on_line(story)


def test_an_ordinary_request_for_the_socket_asks_for_an_upgrade(venue: Venue) -> None:
    assert on_line(lambda: got(venue, "/socket"))[0] == 426


@pytest.mark.parametrize(
    ("header", "cell"),
    [
        ("Sec-WebSocket-Key", b"dGhlIHNhbXBs\xae\xa9Bub25jZQ=="),
        ("Upgrade", b"\xf9\xb3\x85Qsocket"),
        ("Connection", b"i\xad\xef\xa0ade"),
    ],
)
def test_a_handshake_that_is_not_text_is_refused(
    venue: Venue, caplog: pytest.LogCaptureFixture, header: str, cell: bytes
) -> None:
    handshake = {
        "Host": f"127.0.0.1:{venue.port}".encode(),
        "Connection": b"Upgrade",
        "Upgrade": b"websocket",
        "Sec-WebSocket-Version": b"13",
        "Sec-WebSocket-Key": b"dGhlIHNhbXBsZSBub25jZQ==",
        header: cell,
    }
    lines = [b"GET /socket HTTP/1.1", *(f"{n}: ".encode() + c for n, c in handshake.items())]
    with socket.create_connection(("127.0.0.1", venue.port), timeout=PATIENCE_S) as line:
        line.sendall(b"\r\n".join(lines) + b"\r\n\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 400")
    assert not [record for record in caplog.records if record.exc_info]


def test_a_file_in_a_subfolder_of_the_pages_is_served(venue: Venue) -> None:
    (venue.pages / "clock").mkdir()
    (venue.pages / "clock" / "face.js").write_text("export const face=1;")
    assert venue.server is not None
    venue.server.stop().result(60)
    venue.serve()
    edition = next(iter(read_pages(venue.pages).values())).edition
    for path in ("/clock/face.js", f"/{edition}/clock/face.js"):
        assert on_line(lambda path=path: got(venue, path)) == (200, "export const face=1;")
    for path in ("/face.js", "/clock", "/clock/", "/clock/../table.js", f"/{edition}/clock"):
        assert on_line(lambda path=path: got(venue, path))[0] == 404


def test_a_page_refers_to_its_files_in_the_folder_of_its_edition(tmp_path: Path) -> None:
    (tmp_path / "eo.html").write_text('<script src="organizer/eo.js"></script><a href="room">')
    page = read_pages(tmp_path)["eo"]
    wanted = f'<script src="{page.edition}/organizer/eo.js"></script><a href="room">'
    assert page.body.decode() == wanted


def test_links_and_deeper_folders_in_the_pages_folder_are_ignored(tmp_path: Path) -> None:
    (tmp_path / "outside.js").write_text("no")
    web, far = tmp_path / "web", tmp_path / "far"
    (web / "inner.js").mkdir(parents=True)
    (web / "clock" / "deeper").mkdir(parents=True)
    far.mkdir()
    for file in (web / "clock" / "deeper" / "face.js", far / "face.js"):
        file.write_text("no")
    (web / "linked.js").symlink_to(tmp_path / "outside.js")
    (web / "clock" / "linked.js").symlink_to(tmp_path / "outside.js")
    (web / "far").symlink_to(far)
    (web / "table.js").write_text("yes")
    (web / "clock" / "face.js").write_text("yes")
    assert list(read_pages(web)) == ["table.js", "clock/face.js"]
    assert read_pages(tmp_path / "nowhere") == {}
