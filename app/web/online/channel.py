"""The messages between a desk and the server online, and the codes that protect them.

    POST …/desk
    Flagfall-Desk: 3f…    which desk
    Flagfall-Code: 9a…    the code of the body, made with the shared secret

    {"do": "push", "v": 1, "count": 17, "number": 4, "parts": [["order", "[]"]]}
    {"v": 1, "last": 4, …} with a code of it and of the count that it answers

A message is refused unless its count is higher than the last one, so a recorded message is useless.
The secret is never sent: both sides derive it from the code that the server showed and the
organizer entered.
"""

import hashlib
import hmac
import secrets
from typing import Annotated

import msgspec

from app.web.protocol.seal import LETTERS, SECRET_LETTERS, as_printed, hash_secret

VERSION = 1
PATH = "/desk"
DESK, CODE = "Flagfall-Desk", "Flagfall-Code"
MOST_BYTES = 8 * 2**20
"""The most bytes of a message from a known desk."""
SIGN_UPS_AT_ONCE = 500
GROUP = 5
Key = Annotated[str, msgspec.Meta(max_length=100)]
Serial = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class Join(msgspec.Struct, tag_field="do", tag="join", frozen=True):
    """Registers a desk that proves to have the code."""

    v: int
    count: Serial


class Ask(msgspec.Struct, tag_field="do", tag="ask", frozen=True):
    """Asks for the marks of the parts that the server has; a mark is a checksum of a part's text.
    ``enter`` also asks for a pass that lets in one organizer's browser.
    """

    v: int
    count: Serial
    enter: bool = False


class Push(msgspec.Struct, tag_field="do", tag="push", frozen=True):
    """Sends parts of the event; a part with an empty body is deleted."""

    v: int
    count: Serial
    number: Serial
    parts: tuple[tuple[Key, str], ...]


class Fetch(msgspec.Struct, tag_field="do", tag="fetch", frozen=True):
    """Asks for the sign-ups with numbers above ``after``."""

    v: int
    count: Serial
    after: Serial = 0


FromDesk = Join | Ask | Push | Fetch


class SignUpSent(msgspec.Struct, frozen=True):
    number: int
    name: str
    club: str = ""
    faction: str = ""
    team: str = ""
    army: str = ""
    lists: str = ""
    paid: bool = False
    out: bool = False


class Answer(msgspec.Struct, frozen=True):
    """The server's answer to a desk."""

    v: int
    no: str = ""
    """The reason for a refusal: "unknown", "version", "malformed", "count" or "order"; empty for
    none.
    """
    count: int = 0
    """The highest count that the server has received from the desk."""
    last: int = 0
    """The number of the last `Push` that the server has accepted."""
    marks: dict[str, str] = {}
    """The checksum of the text of each part that the server has, by the part's name."""
    sign_ups: tuple[SignUpSent, ...] = ()
    more: bool = False
    """True if there are further sign-ups after those in this answer."""
    total: int = 0
    """The number of players who have signed up and not withdrawn."""
    enter: str = ""
    """The pass that opens the organizer's page once; empty unless the desk asked for a pass."""


class Version(msgspec.Struct, frozen=True):
    """The protocol's version, which every message has, whatever else the message contains."""

    v: int


def new_code() -> str:
    """Return a new code in the form that the server shows: "2xv8k-…"."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(SECRET_LETTERS))
    return "-".join(letters[at : at + GROUP] for at in range(0, SECRET_LETTERS, GROUP))


def code_hash(typed: str) -> str:
    """Return the hash of a typed code. The server stores nothing but this hash."""
    return hash_secret(as_printed(typed))


def secret_for_desk(hashed: str, desk: str) -> str:
    """Return the secret that a desk derives from the code with this hash."""
    return hmac.new(hashed.encode(), f"desk {desk}".encode(), hashlib.sha256).hexdigest()


def code_over(secret: str, body: bytes, answered: int | None = None) -> str:
    """Return the code that protects a message. The code of an answer also covers ``answered``, the
    count of the message that it answers.
    """
    whose = b"desk|" if answered is None else f"server {answered}|".encode()
    return hmac.new(secret.encode(), whose + body, hashlib.sha256).hexdigest()


def is_code(secret: str, body: bytes, code: str, answered: int | None = None) -> bool:
    made = code_over(secret, body, answered)
    return bool(secret) and code.isascii() and hmac.compare_digest(made, code)
