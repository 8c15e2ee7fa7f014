"""The desk's connection to the server online: one message, one answer, each with its code. A call
blocks until the answer is here, so connections are used only in threads that nothing waits for.
"""

import http.client
import secrets
import ssl
from collections.abc import Iterator
from contextlib import suppress
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec

from app.engine.language import say
from app.store.errors import StoreError
from app.store.online.access import Access
from app.web.online.channel import (
    CODE,
    DESK,
    PATH,
    VERSION,
    Answer,
    Ask,
    Fetch,
    FromDesk,
    Join,
    Push,
    SignUpSent,
    Version,
    code_hash,
    code_over,
    is_code,
    secret_for_desk,
)
from app.web.outlets.addresses import is_web_address

WITHIN_S = 15.0
"""The seconds to wait for an answer, even on the slowest network."""
MOST_ANSWER = 32 * 2**20
TURNS = 3
"""The number of tries for one message; each try has a higher count."""
OLDER = say("The server runs an older Flagfall than this computer. Update it there.")
NEWER = say("The server runs a newer Flagfall than this computer. Update this one.")
STRANGER = say(
    "The server no longer knows this desk, or the code was already used. Connect again with a new"
    " code from it."
)
NOBODY = say("No Flagfall answers at {address}. Check the address.")
NO_ADDRESS = say("Enter the address that people open, such as https://club.example/cup.")


class Refusal(StoreError):
    """The server refused a message; sending it again would not help."""


class NotReached(StoreError):
    """The server does not answer at present; trying again later may help."""


Wanted = TypeVar("Wanted", Join, Ask, Push, Fetch)


class Line:
    """A connection to one server, which counts its messages. Only one thread may use it
    at a time.
    """

    def __init__(self, access: Access) -> None:
        self._access = access
        self._count = 0
        self._open: http.client.HTTPConnection | None = None
        self._ended = False

    def end(self) -> None:
        """End the connection, so that a thread waiting for an answer continues at once. Any thread
        may call this.
        """
        self._ended = True
        connection = self._open
        if connection is not None and connection.sock is not None:
            with suppress(OSError):
                connection.sock.shutdown(2)

    def say(self, message: FromDesk) -> Answer:
        """Send a message and return the answer. Raises NotReached if the server does not answer,
        and Refusal if it refuses the message.
        """
        for _ in range(TURNS):
            self._count += 1
            answer = self._exchange(msgspec.structs.replace(message, count=self._count))
            if answer.no != "count":
                return answer
            self._count = answer.count
        raise NotReached(
            say("Another computer is using this one’s connection to the server. Wait.")
        )

    def _exchange(self, message: FromDesk) -> Answer:
        access, body = self._access, msgspec.json.encode(message)
        headers = {
            DESK: access.desk,
            CODE: code_over(access.secret, body),
            "Content-Type": "application/json",
        }
        status, code, text = self._post(body, headers)
        if status in {429, 500, 502, 503, 504}:
            raise NotReached(say("The server is busy ({status}).", status=status))
        if status == 413:
            raise Refusal(say("This event is too large for the server."))
        try:
            version = msgspec.json.decode(text, type=Version).v
        except (msgspec.MsgspecError, RecursionError) as error:
            raise Refusal(NOBODY.format(address=access.address)) from error
        if version != VERSION:
            raise Refusal(OLDER if version < VERSION else NEWER)
        try:
            answer = msgspec.json.decode(text, type=Answer)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise Refusal(NOBODY.format(address=access.address)) from error
        if answer.no == "unknown" or not is_code(access.secret, text, code, message.count):
            raise Refusal(STRANGER)
        return answer

    def _post(self, body: bytes, headers: dict[str, str]) -> tuple[int, str, bytes]:
        parts = urlsplit(self._access.address)
        if self._ended:
            raise NotReached(say("The connection was closed."))
        kind: type[http.client.HTTPConnection] = http.client.HTTPConnection
        if parts.scheme == "https":
            kind = http.client.HTTPSConnection
        try:
            connection = self._open = kind(parts.netloc, timeout=WITHIN_S)
        except (ValueError, http.client.InvalidURL) as error:
            raise Refusal(NO_ADDRESS) from error
        try:
            connection.request("POST", parts.path.rstrip("/") + PATH, body, headers)
            answer = connection.getresponse()
            if place := answer.headers.get("Location", ""):
                raise Refusal(_leads_to(place))
            text = answer.read(MOST_ANSWER)
            if answer.length:
                raise http.client.IncompleteRead(text, answer.length)
            return answer.status, answer.headers.get(CODE, ""), text
        except ssl.SSLCertVerificationError as error:
            raise Refusal(
                say("The certificate of {host} is not trusted: {why}.",
                    host=parts.netloc, why=error.verify_message)
            ) from error  # fmt: skip
        except (OSError, http.client.HTTPException) as error:
            raise NotReached(say("{host} does not answer.", host=parts.netloc)) from error
        finally:
            self._open = None
            connection.close()


def _leads_to(place: str) -> str:
    other = place.removesuffix(PATH)
    return say("That address leads to {place}. Enter that one.", place=other)


def join(address: str, code: str) -> Access:
    """Register this desk with the ``code`` that the server showed, and return the desk's access.
    The code cannot be used again. Raises NotReached or Refusal, as `Line.say` does.
    """
    address = address.strip().rstrip("/")
    if not is_web_address(address):
        raise Refusal(NO_ADDRESS)
    desk = secrets.token_hex(16)
    access = Access(address, desk, secret_for_desk(code_hash(code), desk))
    Line(access).say(Join(VERSION, 0))
    return access


def fetch_sign_ups(line: Line) -> tuple[SignUpSent, ...]:
    """Return all sign-ups, including those withdrawn. Raises NotReached or Refusal, as `Line.say`
    does.
    """
    return tuple(_each_sign_up(line))


def _each_sign_up(line: Line) -> Iterator[SignUpSent]:
    after, more = 0, True
    while more:
        answer = line.say(Fetch(VERSION, 0, after))
        yield from answer.sign_ups
        more = answer.more and bool(answer.sign_ups)
        after = answer.sign_ups[-1].number if answer.sign_ups else after


def enter_address(access: Access, line: Line) -> str:
    """Return an address that lets one browser in as the organizer, once and for a short time.
    Raises NotReached or Refusal, as `Line.say` does.
    """
    return f"{access.address}/organizer/in/{line.say(Ask(VERSION, 0, enter=True)).enter}"
