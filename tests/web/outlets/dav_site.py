"""A web server with WebDAV after RFC 4918, which can be told what to do wrong. Apache is tried by
`tools.rehearsals.publish`.
"""

import ssl
from base64 import b64encode
from pathlib import Path
from urllib.parse import unquote, urlsplit

from aiohttp import web

from tests.loop_thread import LoopThread

USER, PASSWORD = "club", "höchst geheim"
RIGHT = "Basic " + b64encode(f"{USER}:{PASSWORD}".encode()).decode()


class DavSite:
    """Listens on this computer; ``close`` it in the end. ``wrong`` has the status of a method that
    fails.
    """

    def __init__(self, folder: Path, tls: ssl.SSLContext | None = None) -> None:
        self.folder = folder
        self.wrong: dict[str, int] = {}
        self.asked: list[str] = []
        self._thread = LoopThread("dav")
        self._runner = self._thread.do(self._start(tls))
        self.port: int = self._runner.addresses[0][1]

    async def _start(self, tls: ssl.SSLContext | None) -> web.AppRunner:
        app = web.Application(client_max_size=30_000_000)
        app.router.add_route("*", "/{path:.*}", self._take)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0, ssl_context=tls).start()
        return runner

    def close(self) -> None:
        self._thread.close(self._runner.cleanup())

    async def _take(self, request: web.Request) -> web.Response:
        method, path = request.method, self.folder / request.match_info["path"]
        body = await request.read()
        self.asked.append(method)
        if request.headers.get("Authorization") != RIGHT:
            return web.Response(status=401)
        if method in self.wrong:
            return web.Response(
                status=self.wrong[method], headers={"Location": "https://b.example/"}
            )
        if method == "MKCOL":
            return self._make_folder(path)
        if method == "PUT":
            if not path.parent.is_dir():
                return web.Response(status=409)
            path.write_bytes(body)
            return web.Response(status=201)
        if method == "MOVE":
            to = unquote(urlsplit(request.headers["Destination"]).path).lstrip("/")
            path.replace(self.folder / to)
            return web.Response(status=204)
        path.unlink()
        return web.Response(status=204)

    @staticmethod
    def _make_folder(path: Path) -> web.Response:
        if path.exists():
            return web.Response(status=405)
        if not path.parent.is_dir():
            return web.Response(status=409)
        path.mkdir()
        return web.Response(status=201)
