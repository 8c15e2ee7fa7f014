"""The places where results are published, and what was sent to each of them. Both are stored on
this laptop in a folder of its own. Passwords and the addresses of chats are only in the system's
keyring.
"""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from app.engine.acts.events import Record
from app.engine.language import mark_text, say
from app.store import sharing
from app.store.errors import StoreError
from app.store.os_errors import os_sentence
from app.store.own_folder import own_folder
from app.store.server import passwords
from app.store.whole_file import write_whole_file

MOST_BYTES = 4_000_000
MOST_OUTLETS = 20
KEY = "publish {outlet}"
"""The key under which the keyring has an outlet's password or address."""


class OutletKind(Enum):
    """The kinds of outlets. The values are stored in files; the organizer reads `words`."""

    FOLDER = "folder"
    SFTP = "sftp"
    WEBDAV = "webdav"
    DISCORD = "discord"
    SLACK = "slack"
    MATTERMOST = "mattermost"

    @property
    def is_chat(self) -> bool:
        """Tell whether the outlet takes messages, which cannot be withdrawn, instead of files."""
        return self in CHATS

    @property
    def words(self) -> str:
        return say(KIND_WORDS[self])


CHATS = frozenset({OutletKind.DISCORD, OutletKind.SLACK, OutletKind.MATTERMOST})
KIND_WORDS = {
    OutletKind.FOLDER: mark_text("Folder"),
    OutletKind.SFTP: mark_text("Web server by SFTP"),
    OutletKind.WEBDAV: mark_text("Web server by WebDAV"),
    OutletKind.DISCORD: mark_text("Discord"),
    OutletKind.SLACK: mark_text("Slack"),
    OutletKind.MATTERMOST: mark_text("Mattermost"),
}


class Outlet(msgspec.Struct, frozen=True):
    """One place where results are published."""

    id: str
    kind: OutletKind
    address: str = ""
    """A folder, ``host:port/folder``, or the address of a folder on the web. Empty for a chat,
    whose address is as secret as a password.
    """
    user: str = ""
    public: str = ""
    """The address where everybody can read the files or messages that are sent there; empty if it
    is not known.
    """
    host_key: str = ""
    """The key that an SFTP server showed when the organizer decided to trust it."""
    events: tuple[str, ...] = ()
    """The keys of the events that are published there automatically."""

    def at(self, address: str) -> "Outlet":
        """Return the outlet with this address. If the address changes, the trusted key is
        dropped.
        """
        if address == self.address:
            return self
        return msgspec.structs.replace(self, address=address, host_key="")

    @property
    def name(self) -> str:
        if not self.address:
            return self.kind.words
        return say("{kind}: {address}", kind=self.kind.words, address=self.address)


class Sent(msgspec.Struct, frozen=True):
    """A record of what was sent to one outlet about one event."""

    done: dict[str, str] = {}
    """The bulletins that were sent or skipped, by key, each with a checksum of its facts."""
    sending: str = ""
    """The key of the bulletin that is being sent. If the program ended meanwhile, the chat may or
    may not have the bulletin.
    """
    files: str = ""
    """A checksum of the facts in the files that were sent."""
    asked: bool = False
    """True if the organizer pressed *Publish now* and not everything has been sent since."""

    @property
    def is_open(self) -> bool:
        """Tell whether something is left to send even if automatic publishing is off."""
        return self.asked or bool(self.sending)


class _Outlets(msgspec.Struct, frozen=True):
    format: Literal["flagfall-outlets"] = "flagfall-outlets"
    version: int = 1
    outlets: tuple[Outlet, ...] = ()


class _Notes(msgspec.Struct, frozen=True):
    format: Literal["flagfall-sent"] = "flagfall-sent"
    version: int = 1
    sent: dict[str, Sent] = {}


Kept = TypeVar("Kept", _Outlets, _Notes)


def new_outlet(kind: OutletKind) -> Outlet:
    return Outlet(secrets.token_hex(8), kind)


def event_key(records: Sequence[Record]) -> str:
    """Return the key of an event's notes on this laptop, made from the instant at which the event
    began; empty for an event without rows.
    """
    return hashlib.sha256(str(records[0].at_ms).encode()).hexdigest()[:16] if records else ""


def checksum(facts: object) -> str:
    """Return a checksum of plain values."""
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:32]


def outlets_file() -> Path:
    return own_folder("publish") / "outlets.json"


def read_outlets() -> tuple[Outlet, ...]:
    """Return the outlets of this laptop. Raises StoreError for a file that cannot be read."""
    kept = _read(outlets_file(), _Outlets)
    return kept.outlets[:MOST_OUTLETS] if kept else ()


def keep_outlets(outlets: tuple[Outlet, ...]) -> None:
    """Store the outlets. Raises StoreError if they cannot be written."""
    _write(outlets_file(), _Outlets(outlets=outlets))


def secret_of(outlet: Outlet) -> str:
    """Return an outlet's password, or a chat's address; empty if none is known."""
    return passwords.password_of(KEY.format(outlet=outlet.id)) or ""


def keep_secret(outlet: Outlet, secret: str) -> bool:
    """Use a secret until the program ends, and store it in the system's keyring. An empty secret is
    deleted from the keyring. Tell whether the keyring could be changed.
    """
    key = KEY.format(outlet=outlet.id)
    passwords.use_password(key, secret)
    return passwords.keep_password(key, secret)


def read_sent(event: str) -> dict[str, Sent]:
    """Return a record of what was sent about an event, by outlet. Raises StoreError if the notes
    cannot be read.
    """
    kept = _read(_notes_file(event), _Notes)
    return dict(kept.sent) if kept else {}


def keep_sent(event: str, sent: Mapping[str, Sent]) -> None:
    """Store the record of what was sent about an event. Raises StoreError if the notes cannot be
    written.
    """
    _write(_notes_file(event), _Notes(sent=dict(sent)))


def _notes_file(event: str) -> Path:
    return own_folder("publish") / f"sent-{event}.json"


def _read(path: Path, kind: type[Kept]) -> Kept | None:
    try:
        content = sharing.read_file(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StoreError(os_sentence(path, error)) from error
    with suppress(msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        if len(content) <= MOST_BYTES:
            return msgspec.json.decode(content, type=kind)
    raise StoreError(
        say(
            "{file} cannot be read. Move it away. Flagfall then no longer knows what was"
            " published, so check each place before you publish again.",
            file=path,
        )
    )


def _write(path: Path, kept: msgspec.Struct) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole_file(path, msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")
    except OSError as error:
        raise StoreError(os_sentence(path, error)) from error
