"""Uploads files to a web server by WebDAV (RFC 4918). Each file is uploaded under another name and
then renamed, so that nobody reads half a file.
"""

import asyncio
from base64 import b64encode
from collections.abc import Mapping
from urllib.parse import quote, urljoin, urlsplit

import aiohttp

from app.store.outlets import Outlet
from app.web.outlets.addresses import is_web_address
from app.web.outlets.failures import (
    ANSWERED,
    CANNOT_REACH,
    CERTIFICATE,
    FULL,
    MOVED,
    NO_SERVER,
    NOT_ALLOWED,
    PAUSE,
    REFUSED,
    WRONG_PASSWORD,
    Later,
    Stopped,
)
from app.web.outlets.requests import LETTERS, SentLine, doubt_about, open_session, pause_of
from app.web.outlets.uploads import FILES_S, unfinished_name

NO_ROOM = frozenset({413, 507})
NO_FOLDER = frozenset({404, 409})
WRITTEN = "%/:@?=&+,;[]~!$'()*"
"""The characters that stay unescaped in an address."""


async def send_by_webdav(
    outlet: Outlet,
    password: str,
    files: Mapping[str, bytes],
    *,
    patience_s: float = FILES_S,
) -> None:
    """Upload files. Raises Later or Stopped."""
    if not is_web_address(outlet.address):
        raise Stopped(NO_SERVER.format(place=outlet.address))
    folder = outlet.address.rstrip("/") + "/"
    host = urlsplit(folder).hostname or ""
    try:
        async with open_session(SentLine(), patience_s) as session:
            share = _Share(session, folder, host, outlet.user, password)
            for name, content in files.items():
                await share.put(name, content)
    except aiohttp.ClientConnectorCertificateError as error:
        raise Stopped(CERTIFICATE.format(place=host, why=doubt_about(error))) from error
    except (aiohttp.ClientError, TimeoutError, OSError, asyncio.IncompleteReadError) as error:
        raise Later(CANNOT_REACH.format(place=host)) from error


class _Share:
    """A folder on a WebDAV server."""

    def __init__(
        self, session: aiohttp.ClientSession, folder: str, host: str, user: str, password: str
    ) -> None:
        self._session, self._folder, self._host = session, folder, host
        named = b64encode(f"{user}:{password}".encode()).decode()
        self._login = {"Authorization": f"Basic {named}"} if user or password else {}

    async def put(self, name: str, content: bytes) -> None:
        unfinished = self._address(unfinished_name(name))
        status = await self._ask("PUT", unfinished, name, content, also=NO_FOLDER)
        if status in NO_FOLDER:
            await self._ask("MKCOL", self._folder, name, also={405})
            await self._ask("PUT", unfinished, name, content)
        to = {"Destination": self._address(name), "Overwrite": "T"}
        moved = await self._ask("MOVE", unfinished, name, headers=to, also=range(400, 600))
        if moved >= 400:  # a server behind another may not know its own address
            await self._ask("PUT", self._address(name), name, content)
            await self._ask("DELETE", unfinished, name, also=range(400, 600))

    def _address(self, name: str) -> str:
        return quote(urljoin(self._folder, name), WRITTEN)

    async def _ask(
        self,
        method: str,
        address: str,
        name: str,
        content: bytes | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        also: "frozenset[int] | set[int] | range" = frozenset(),
    ) -> int:
        """Send a request and return the status. A status in ``also`` is not a failure. Raises Later
        or Stopped.
        """
        async with self._session.request(
            method,
            address,
            data=content,
            headers={**self._login, **(headers or {})},
            allow_redirects=False,
        ) as answer:
            status = answer.status
            if 200 <= status < 300 or status in also:
                return status
            raise self._failure(answer, name)

    def _failure(self, answer: aiohttp.ClientResponse, name: str) -> Later | Stopped:
        status, host = answer.status, self._host
        if status == 401:
            return Stopped(WRONG_PASSWORD.format(place=host))
        if status in NO_ROOM:
            return Stopped(FULL.format(place=host, file=name))
        if status in {403, *NO_FOLDER}:
            return Stopped(NOT_ALLOWED.format(place=host, folder=self._folder))
        if 300 <= status < 400:
            to = answer.headers.get("Location", "?")[:LETTERS]
            return Stopped(MOVED.format(place=host, to=to))
        if status == 429:
            return Later(PAUSE.format(place=host), pause_of(answer))
        if status >= 500:
            return Later(ANSWERED.format(place=host, status=status))
        return Stopped(REFUSED.format(place=host, why=f"{status} {answer.reason or ''}".strip()))
