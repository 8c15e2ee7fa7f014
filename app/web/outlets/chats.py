"""A message to a chat's webhook, sent at most once. If nobody can know whether it arrived, the
organizer is asked, and it is not sent again.
"""

import asyncio
import json
from contextlib import suppress
from typing import Any, NoReturn

import aiohttp

from app.engine.language import say
from app.store.outlets import OutletKind
from app.web.outlets.addresses import is_web_address
from app.web.outlets.failures import (
    ANSWERED,
    CANNOT_REACH,
    CERTIFICATE,
    DOUBTFUL,
    MOVED,
    PAUSE,
    REFUSED,
    GivenUp,
    Later,
    MaybeSent,
    Stopped,
)
from app.web.outlets.messages import BODIES, Message
from app.web.outlets.requests import LETTERS, SentLine, doubt_about, open_session, pause_of

NO_ADDRESS = say("The address of this chat is not known here. Paste it again, then send a test.")
NO_WEBHOOK = say(
    "The text you pasted is not a webhook address from {place}. Paste the address, then send a"
    " test."
)
GONE = say(
    "{place} no longer knows this address. Make a new webhook there and paste its address here."
)
PATIENCE_S = 30.0
BETWEEN = frozenset({502, 504})
"""The statuses with which a proxy reports that it lost the chat's server. The server may have the
message nevertheless.
"""


async def post_message(
    kind: OutletKind, address: str, message: Message, *, patience_s: float = PATIENCE_S
) -> None:
    """Post a message. Raises Later or Stopped if nothing was sent, and MaybeSent if nobody can know
    whether the message was sent.
    """
    place = kind.words
    if not address:
        raise Stopped(NO_ADDRESS)
    if not is_web_address(address):
        raise Stopped(NO_WEBHOOK.format(place=place))
    line = SentLine()
    body = BODIES[kind](message)
    try:
        async with open_session(line, patience_s) as session:
            sent = _request(session, kind, address, body, message)
            async with sent as answer:
                if not 200 <= answer.status < 300:
                    _judge(place, answer, await _words_of(answer), message)
    except aiohttp.ClientConnectorCertificateError as error:
        raise Stopped(CERTIFICATE.format(place=place, why=doubt_about(error))) from error
    except asyncio.CancelledError as error:
        if line.has_begun:
            raise
        raise GivenUp from error
    except (aiohttp.ClientError, TimeoutError, OSError, asyncio.IncompleteReadError) as error:
        if line.has_begun:
            raise MaybeSent(DOUBTFUL.format(place=place, title=message.title)) from error
        raise Later(CANNOT_REACH.format(place=place)) from error


def _request(
    session: aiohttp.ClientSession,
    kind: OutletKind,
    address: str,
    body: dict[str, Any],
    message: Message,
) -> Any:
    if kind is not OutletKind.DISCORD:
        return session.post(address, json=body, allow_redirects=False)
    # With "wait" Discord answers when the message is there, not when it was received.
    waits = {"wait": "true"}
    if not message.picture:
        return session.post(address, json=body, params=waits, allow_redirects=False)
    form = aiohttp.FormData()
    form.add_field("payload_json", json.dumps(body), content_type="application/json")
    form.add_field(
        "files[0]", message.picture, filename=message.picture_name, content_type="image/png"
    )
    return session.post(address, data=form, params=waits, allow_redirects=False)


async def _words_of(answer: aiohttp.ClientResponse) -> str:
    """Return the beginning of the text that a server answered. The text is not essential, so it is
    empty if it cannot be read.
    """
    with suppress(aiohttp.ClientError, TimeoutError, OSError, LookupError):
        return (await answer.text(errors="replace"))[:LETTERS].strip()
    return ""


def _judge(place: str, answer: aiohttp.ClientResponse, words: str, message: Message) -> NoReturn:
    """Raise the failure that belongs to the status of an unsuccessful answer."""
    status = answer.status
    if status in BETWEEN:
        raise MaybeSent(DOUBTFUL.format(place=place, title=message.title))
    if status == 429:
        raise Later(PAUSE.format(place=place), pause_of(answer, words))
    if 300 <= status < 400:
        raise Stopped(MOVED.format(place=place, to=answer.headers.get("Location", "?")[:LETTERS]))
    if status >= 500:
        after_s = pause_of(answer, words) if "Retry-After" in answer.headers else 0.0
        raise Later(ANSWERED.format(place=place, status=status), after_s)
    if status in {401, 403, 404, 410}:
        raise Stopped(GONE.format(place=place))
    raise Stopped(REFUSED.format(place=place, why=f"{status} {words}".strip()))
