"""Code that all HTTP requests to outlets share, whatever they send."""

import json
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

MOST_PAUSE_S = 3_600.0
PAUSE_S = 5.0
"""The seconds to wait after status 429 if the server names no pause."""
LETTERS = 160
"""The most letters of a server's message that are shown."""


class SentLine:
    """Records whether any part of a request has been sent."""

    has_begun = False


@asynccontextmanager
async def open_session(line: SentLine, patience_s: float) -> AsyncIterator[Any]:
    """Open a session that never repeats a request on its own. The session records in ``line`` when
    it begins to send.
    """
    trace = aiohttp.TraceConfig()

    async def note(*_given: object) -> None:
        line.has_begun = True

    trace.on_request_headers_sent.append(note)
    timeout = aiohttp.ClientTimeout(total=patience_s)
    connector = aiohttp.TCPConnector(force_close=True)
    async with aiohttp.ClientSession(
        timeout=timeout, connector=connector, trace_configs=[trace]
    ) as session:
        yield session


def pause_of(answer: aiohttp.ClientResponse, words: str = "") -> float:
    """Return the seconds to wait that a server demands in its header or, as Discord does, in
    JSON.
    """
    try:
        pause_s = float(answer.headers["Retry-After"])
    except (KeyError, ValueError):
        try:
            pause_s = float(json.loads(words)["retry_after"])
        except (KeyError, ValueError, TypeError):
            return PAUSE_S
    return min(max(pause_s, 0.0), MOST_PAUSE_S) if math.isfinite(pause_s) else PAUSE_S


def doubt_about(error: aiohttp.ClientConnectorCertificateError) -> str:
    """Return the fault of a certificate in words, such as "self-signed certificate"."""
    return str(getattr(error.certificate_error, "verify_message", "") or error.certificate_error)
