"""The desk's access to the server of its event, in a file beside the event's file. Only its owner
can read it.
"""

from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from app.engine.language import say
from app.store import sharing
from app.store.errors import StoreError
from app.store.os_errors import os_reason
from app.store.whole_file import write_private_file


class Access(Struct, frozen=True):
    """The address of the server, and the secret that the server shares with the desk."""

    address: str
    desk: str
    """The name under which the server knows this desk."""
    secret: str


def access_file(event: Path) -> Path:
    return event.with_name(event.name + ".desk.json")


def read_access(file: Path) -> Access | None:
    """Return the stored access; None if there is none, or if the file is not valid."""
    with suppress(OSError, msgspec.MsgspecError, RecursionError):
        return msgspec.json.decode(sharing.read_file(file), type=Access)
    return None


def keep_access(file: Path, access: Access) -> None:
    """Store the access, whole or not at all. Raises StoreError if it cannot be written."""
    try:
        write_private_file(file, msgspec.json.encode(access))
    except OSError as error:
        why = os_reason(file, error)
        raise StoreError(
            say("The connection to the server was not saved: {why}.", why=why)
        ) from error


def forget_access(file: Path) -> None:
    """Delete the stored access. Raises StoreError if the file cannot be removed."""
    try:
        sharing.remove_file(file, missing_ok=True)
    except OSError as error:
        why = os_reason(file, error)
        raise StoreError(
            say("The connection to the server was not removed: {why}.", why=why)
        ) from error
