"""Where results are published, and what was sent there of each event: kept on this laptop, in a
folder of its own. Passwords and the addresses of chats are in the system's keyring alone.
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
"""The name under which the keyring has an outlet's password or address."""


class OutletKind(Enum):
    """The kinds of places; the value is in files, the words are read."""

    FOLDER = "folder"
    SFTP = "sftp"
    WEBDAV = "webdav"
    DISCORD = "discord"
    SLACK = "slack"
    MATTERMOST = "mattermost"

    @property
    def is_chat(self) -> bool:
        """Tell whether it takes messages, which cannot be taken back, and no files."""
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
    """A folder, ``host:port/folder``, or the address of a folder on the web; empty for a chat,
    whose address is as good as a password.
    """
    user: str = ""
    public: str = ""
    """The address at which everybody reads what is sent there; empty if it is not known."""
    host_key: str = ""
    """The key that an SFTP server showed when the organizer trusted it."""
    events: tuple[str, ...] = ()
    """The events that are published there by themselves."""

    def at(self, address: str) -> "Outlet":
        """Return it at an address; at another one than before no key is trusted."""
        if address == self.address:
            return self
        return msgspec.structs.replace(self, address=address, host_key="")

    @property
    def name(self) -> str:
        if not self.address:
            return self.kind.words
        return say("{kind}: {address}", kind=self.kind.words, address=self.address)


class Sent(msgspec.Struct, frozen=True):
    """What became of one event at one outlet."""

    done: dict[str, str] = {}
    """The bulletins that were sent, or not wanted, by key, with a checksum of their facts."""
    sending: str = ""
    """The bulletin that is under way: a chat may have it or not if the program ended meanwhile."""
    files: str = ""
    """A checksum of what the files were made of that are there."""
    asked: bool = False
    """True from a press of *Publish now* until it is sent."""

    @property
    def is_open(self) -> bool:
        """Tell whether something is still to be done, even if nothing goes by itself."""
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
    """Return the name of an event's notes on this laptop, made of the instant at which it began;
    empty for one without rows.
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
    """Raise StoreError if they cannot be kept."""
    _write(outlets_file(), _Outlets(outlets=outlets))


def secret_of(outlet: Outlet) -> str:
    """Return its password, or a chat's address; empty if none is known."""
    return passwords.password_of(KEY.format(outlet=outlet.id)) or ""


def keep_secret(outlet: Outlet, secret: str) -> bool:
    """Tell whether the system keeps it for the next time; until the program ends it is used in any
    case. An empty one is forgotten.
    """
    key = KEY.format(outlet=outlet.id)
    passwords.use_password(key, secret)
    return passwords.keep_password(key, secret)


def read_sent(event: str) -> dict[str, Sent]:
    """Return what became of an event, by outlet. Raises StoreError for notes that cannot be
    read.
    """
    kept = _read(_notes_file(event), _Notes)
    return dict(kept.sent) if kept else {}


def keep_sent(event: str, sent: Mapping[str, Sent]) -> None:
    """Raise StoreError if it cannot be kept."""
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
    with suppress(msgspec.MsgspecError, UnicodeDecodeError):
        if len(content) <= MOST_BYTES:
            return msgspec.json.decode(content, type=kind)
    raise StoreError(
        say(
            "{file} cannot be read. Move it away: then Flagfall no longer knows what was published,"
            " so look there before you publish again.",
            file=path,
        )
    )


def _write(path: Path, kept: msgspec.Struct) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole_file(path, msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")
    except OSError as error:
        raise StoreError(os_sentence(path, error)) from error
