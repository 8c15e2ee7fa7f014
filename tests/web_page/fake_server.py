"""A tiny server for the page: its files with the real server's policy, and one socket a device.

It knows no rule. A test reads what the page said (`heard`) and says what it likes (`say`).
"""

import base64
import contextlib
import hashlib
import json
import os
import re
import socket
import struct
import threading
from collections.abc import Callable
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from app.engine.language import USUAL_WORDS, current_catalogue, language_code, said_in
from app.web.server.http import KEEP_FILE, Page, read_pages
from app.web.server.javascript import as_sent
from app.web.server.page_language import html_in_language, in_language, plural_rule
from tests.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]
WEB = Path(os.environ.get("FLAGFALL_TRIED_PAGES", ROOT / "resources" / "web"))
"""Elsewhere where changed pages are tried (tools/mutants/pages.py)."""
VECTORS = ROOT / "tests" / "vectors"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".woff2": "font/woff2",
    ".svg": "image/svg+xml",
}
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; media-src 'self' data: blob:; "
    "connect-src 'self' ws:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
)
NONCE, BOX_KEY = "0f" * 16, "09" + "00" * 31
OF_EDITION = re.compile(r"^v[0-9a-f]{12}/")
"""The folder that a page's scripts and styles are in, as far as its browser knows."""
KEY = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = PATIENCE_S / 3  # browsers open connections ahead and may ask nothing through them
    server: "FakeServer"

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        self.connection.settimeout(None)
        if self.path == "/socket" and self.server.silent:
            self.close_connection = True
            self.server.asked_in_vain += 1
            with contextlib.suppress(OSError):
                self.connection.recv(1)  # until the page gives up
        elif self.path == "/socket":
            self._socket()
        else:
            self._file()

    def _file(self) -> None:
        if self.server.of_edition:
            asked = OF_EDITION.sub("", self.path.split("?")[0][1:]) or "index.html"
            page = sent_pages(WEB).get(asked)
            kind = KINDS.get(Path(asked).suffix, "text/plain")
            keep = KEEP_FILE if OF_EDITION.match(self.path[1:]) else "no-cache"
            self._send(page.body if page else b"", kind, keep)
            return
        name = self.path.split("?")[0].lstrip("/") or "index.html"
        path = VECTORS / name[8:] if name.startswith("vectors/") else WEB / name
        body = path.read_bytes() if path.is_file() else b""
        body = self.server.changed.get(name, "").encode() or body
        language = language_code() if current_catalogue() else ""
        body = _as_served(path.suffix, body, language, _usual_words())
        keep = KEEP_FILE if self.server.never_changes else "no-cache"
        self._send(body, KINDS.get(path.suffix, "text/plain"), keep)

    def _send(self, body: bytes, kind: str, keep: str) -> None:
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cache-Control", keep)
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def _socket(self) -> None:
        key = self.headers["Sec-WebSocket-Key"].encode()
        accepted = base64.b64encode(hashlib.sha1(key + KEY).digest()).decode()
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        self.send_header("Sec-WebSocket-Accept", accepted)
        self.end_headers()
        self.close_connection = True
        self.server.joined(self.connection)
        try:
            while (text := self._frame()) is not None:
                self.server.took(self.connection, json.loads(text[text.index(b"{") :]))
        except OSError:
            pass
        finally:
            self.server.left(self.connection)

    def _frame(self) -> bytes | None:
        head = self.rfile.read(2)
        if len(head) < 2 or head[0] & 15 == 8:
            return None
        size = head[1] & 127
        if size == 126:
            (size,) = struct.unpack(">H", self.rfile.read(2))
        mask = self.rfile.read(4)
        data = self.rfile.read(size)
        return bytes(byte ^ mask[n % 4] for n, byte in enumerate(data))


def _usual_words() -> tuple[str, ...]:
    """Return what is said for the words that a packet may have its own for."""
    return tuple(said_in(current_catalogue(), word) for word in USUAL_WORDS)


def sent_pages(folder: Path) -> dict[str, Page]:
    """Return the files of ``folder`` as the real server sends them now; our own are read once."""
    return _pages(language_code(), _usual_words()) if folder == WEB else read_pages(folder)


@cache
def _pages(language: str, words: tuple[str, ...]) -> dict[str, Page]:
    """Return the files as the real server sends them in the ``language`` that is spoken, with the
    ``words`` of the packet that is open.
    """
    return read_pages(WEB)


@cache
def _as_served(suffix: str, body: bytes, language: str, words: tuple[str, ...]) -> bytes:
    """Return a file as the real server sends it in the language of the event."""
    if suffix == ".html" and language:
        return html_in_language(body.decode()).encode()
    if suffix != ".js":
        return body
    code = body.decode()
    return as_sent(in_language(code, plural_rule()) if language else code).encode()


class FakeServer(ThreadingHTTPServer):
    """`answer` is called with the socket and each message; say things with `say`."""

    daemon_threads = False
    allow_reuse_address = True

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.port = port
        self.heard: list[dict[str, Any]] = []
        self.sockets: list[socket.socket] = []
        self._open: set[socket.socket] = set()
        self.answer: Callable[[socket.socket, dict[str, Any]], None] = lambda *_: None
        self.changed: dict[str, str] = {}  # files with other contents, by name
        self.of_edition = False  # scripts and styles are asked for once, as of the real server
        self.never_changes = False  # every file is asked for once
        self.away = False
        self.silent = False  # takes connections and never answers
        self.asked_in_vain = 0
        self._thread = threading.Thread(target=self.serve_forever, args=(0.05,))
        self._thread.start()

    def verify_request(self, request: Any, client_address: Any) -> bool:
        return not self.away

    def go_away(self) -> None:
        """The network is lost: nothing gets through until `away` is put back."""
        self.away = True
        self.drop()

    def process_request(self, request: Any, client_address: Any) -> None:
        self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self._open.discard(request)
        super().shutdown_request(request)

    def joined(self, connection: socket.socket) -> None:
        self.sockets.append(connection)
        told = {"version": 2, "nonce": NONCE, "key": BOX_KEY, "own": "", "signed": ""}
        self.say(connection, type="challenge", **told)

    def left(self, connection: socket.socket) -> None:
        if connection in self.sockets:
            self.sockets.remove(connection)

    def took(self, connection: socket.socket, message: dict[str, Any]) -> None:
        self.heard.append(message)
        self.answer(connection, message)

    def say(self, connection: socket.socket, **message: Any) -> None:
        data = json.dumps(message).encode()
        head = struct.pack(">BB", 0x81, len(data)) if len(data) < 126 else b""
        if 126 <= len(data) < 1 << 16:
            head = struct.pack(">BBH", 0x81, 126, len(data))
        elif len(data) >= 1 << 16:
            head = struct.pack(">BBQ", 0x81, 127, len(data))
        connection.sendall(head + data)

    def drop(self) -> None:
        """Breaks every connection, as bad Wi-Fi does."""
        for connection in list(self._open):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.shutdown()
        self.drop()
        self._thread.join()
        self.server_close()
