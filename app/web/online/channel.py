"""The messages between a desk and the server that is online, and the codes that protect them.

    POST …/desk
    Flagfall-Desk: 3f…    which desk
    Flagfall-Code: 9a…    over the whole body, with the secret that both sides have

    {"do": "push", "v": 1, "count": 17, "number": 4, "parts": [["order", "[]"]]}
    {"v": 1, "last": 4, …} with a code over it and the count that it answers

A count that is no higher than the last one is refused, so what was overheard is of no use. The
secret is never sent: both make it of the code that the server showed and the organizer entered.
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
"""The most bytes of a message from a desk that is known."""
SIGN_UPS_AT_ONCE = 500
GROUP = 5
Key = Annotated[str, msgspec.Meta(max_length=100)]
Serial = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class Join(msgspec.Struct, tag_field="do", tag="join", frozen=True):
    """A desk that has the code wants to be known from now on."""

    v: int
    count: Serial


class Ask(msgspec.Struct, tag_field="do", tag="ask", frozen=True):
    """A question for what the server has; ``enter`` asks for a pass for one organizer's browser."""

    v: int
    count: Serial
    enter: bool = False


class Push(msgspec.Struct, tag_field="do", tag="push", frozen=True):
    """Parts of the event; an empty one takes a part away."""

    v: int
    count: Serial
    number: Serial
    parts: tuple[tuple[Key, str], ...]


class Fetch(msgspec.Struct, tag_field="do", tag="fetch", frozen=True):
    """The sign-ups with higher numbers."""

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
    """The highest count so far."""
    last: int = 0
    """The number of what was taken last."""
    marks: dict[str, str] = {}
    """The mark of each part that the server has."""
    sign_ups: tuple[SignUpSent, ...] = ()
    more: bool = False
    """True where further sign-ups follow."""
    total: int = 0
    """The number of those who have signed up and not withdrawn."""
    enter: str = ""
    """The pass that opens the organizer's page once; empty unless asked for."""


class Version(msgspec.Struct, frozen=True):
    """The beginning of every message, whatever else it says."""

    v: int


def new_code() -> str:
    """Return a code as the server shows it: "2xv8k-…"."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(SECRET_LETTERS))
    return "-".join(letters[at : at + GROUP] for at in range(0, SECRET_LETTERS, GROUP))


def code_hash(typed: str) -> str:
    """Return the hash of a code as it was typed, which is all that the server keeps of it."""
    return hash_secret(as_printed(typed))


def secret_for_desk(hashed: str, desk: str) -> str:
    """Return the secret that the code with this hash gives the desk."""
    return hmac.new(hashed.encode(), f"desk {desk}".encode(), hashlib.sha256).hexdigest()


def code_over(secret: str, body: bytes, answered: int | None = None) -> str:
    """Return the code over a message; over an answer with the count that it answers."""
    whose = b"desk|" if answered is None else f"server {answered}|".encode()
    return hmac.new(secret.encode(), whose + body, hashlib.sha256).hexdigest()


def is_code(secret: str, body: bytes, code: str, answered: int | None = None) -> bool:
    made = code_over(secret, body, answered)
    return bool(secret) and code.isascii() and hmac.compare_digest(made, code)
