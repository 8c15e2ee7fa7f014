"""A public address of the program, served on this computer."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from msgspec import Struct, field


class Published(Struct, dict=True):
    """Answers with ``text`` and ``status``; ``asked`` has the path and the headers of each."""

    text: str = ""
    status: int = 200
    address: str = ""
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)


@contextmanager
def published(text: str, status: int = 200) -> Iterator[Published]:
    site = Published(text, status)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.asked.append((self.path, dict(self.headers)))
            body = site.text.encode()
            self.send_response(site.status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        site.address = f"http://127.0.0.1:{server.server_port}/owner/flagfall"
        thread = Thread(target=server.serve_forever, name="published")
        thread.start()
        try:
            yield site
        finally:
            server.shutdown()
            thread.join()
