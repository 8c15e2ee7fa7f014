"""Uploads files to a web server by SFTP. Nothing is sent, least of all the password, until the
server has shown the key that the organizer trusted.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from app.engine.language import say
from app.store.outlets import Outlet
from app.store.server.address import MOST_PORT
from app.web.outlets.addresses import is_host
from app.web.outlets.failures import (
    CANNOT_REACH,
    FULL,
    NO_SERVER,
    NOT_ALLOWED,
    WRONG_PASSWORD,
    Later,
    Stopped,
    UnknownKey,
)
from app.web.outlets.uploads import FILES_S, unfinished_name

if TYPE_CHECKING:
    import asyncssh

NEW_KEY = say(
    "{place} shows the key {fingerprint}. Compare it with the one that your provider names, then"
    " trust it."
)
OTHER_KEY = say(
    "{place} shows a different key from the one that you trusted, so nothing was sent. Ask your"
    " provider. If the key {fingerprint} is theirs, trust it."
)
NOT_HERE = say("This Flagfall was installed without {library}. Install flagfall[publish].")
PORT = 22


class RemotePlace(NamedTuple):
    """The parts of an SFTP address."""

    host: str
    port: int
    folder: str


def place_of(address: str) -> RemotePlace | None:
    """Return the parts of ``host``, ``host:port``, ``host/folder`` or ``sftp://host:port/folder``,
    or None for anything else. The folder is within the user's home unless it begins with two
    slashes.
    """
    rest = address.strip().removeprefix("sftp://")
    host_and_port, _, folder = rest.partition("/")
    if host_and_port.startswith("["):
        host, _, after = host_and_port[1:].partition("]")
        port = after.removeprefix(":")
    else:
        host, _, port = host_and_port.partition(":")
    if not is_host(host) or "@" in host:
        return None
    if port and not (port.isascii() and port.isdigit() and 0 < int(port) <= MOST_PORT):
        return None
    return RemotePlace(host, int(port) if port else PORT, folder.rstrip("/") or ".")


async def send_by_sftp(
    outlet: Outlet,
    password: str,
    files: Mapping[str, bytes],
    *,
    patience_s: float = FILES_S,
) -> None:
    """Upload files. Raises Later or Stopped, and UnknownKey if the organizer has to trust the
    server's key first. Without a password, the SSH keys of this computer's user are tried.
    """
    try:
        import asyncssh
    except ImportError as error:
        raise Stopped(NOT_HERE.format(library="asyncssh")) from error
    place = place_of(outlet.address)
    if place is None:
        raise Stopped(NO_SERVER.format(place=outlet.address))
    try:
        async with asyncio.timeout(patience_s):
            await _send(outlet, place, password, files)
    except asyncssh.PermissionDenied as error:
        raise Stopped(WRONG_PASSWORD.format(place=place.host)) from error
    except (
        asyncssh.HostKeyNotVerifiable,
        asyncssh.KeyExchangeFailed,  # the server has no key of the trusted kind any more
        asyncssh.KeyImportError,  # the stored trusted key is not a key
    ):
        await _ask_for_key(outlet, place, patience_s)
    except (asyncssh.DisconnectError, asyncssh.SFTPError, OSError) as error:
        raise Later(CANNOT_REACH.format(place=place.host)) from error
    except asyncssh.ChannelOpenError as error:
        raise Stopped(NO_SERVER.format(place=place.host)) from error


async def _send(
    outlet: Outlet, place: RemotePlace, password: str, files: Mapping[str, bytes]
) -> None:
    import asyncssh

    if not outlet.host_key:
        await _ask_for_key(outlet, place, FILES_S)
    trusted = asyncssh.import_public_key(outlet.host_key)
    # With a password nothing else is tried, so that no server counts keys as wrong passwords.
    how = {"client_keys": None, "agent_path": None} if password else {}
    async with (
        asyncssh.connect(
            place.host,
            place.port,
            username=outlet.user or (),
            password=password or None,
            known_hosts=([trusted], [], []),
            config=None,
            **how,
        ) as connection,
        connection.start_sftp_client() as sftp,
    ):
        folder = place.folder
        try:
            await sftp.makedirs(folder, exist_ok=True)
        except asyncssh.SFTPError as error:
            raise _failure(place, folder, folder, error) from error
        for name, content in files.items():
            try:
                await _put(sftp, f"{folder}/{name}", content)
            except (asyncssh.SFTPConnectionLost, asyncssh.SFTPNoConnection):
                raise
            except asyncssh.SFTPError as error:
                raise _failure(place, folder, name, error) from error


async def _put(sftp: "asyncssh.SFTPClient", path: str, content: bytes) -> None:
    import asyncssh

    unfinished = unfinished_name(path)
    try:
        async with sftp.open(unfinished, "wb") as file:
            await file.write(content)
        try:
            await sftp.posix_rename(unfinished, path)
        except asyncssh.SFTPOpUnsupported:
            with suppress(asyncssh.SFTPNoSuchFile):
                await sftp.remove(path)
            await sftp.rename(unfinished, path)
    except asyncssh.SFTPError:
        with suppress(asyncssh.Error):
            await sftp.remove(unfinished)
        raise


def _failure(place: RemotePlace, folder: str, file: str, error: "asyncssh.SFTPError") -> Stopped:
    import asyncssh

    if isinstance(error, (asyncssh.SFTPPermissionDenied, asyncssh.SFTPWriteProtect)):
        return Stopped(NOT_ALLOWED.format(place=place.host, folder=folder))
    if isinstance(error, (asyncssh.SFTPNoSuchFile, asyncssh.SFTPNoSuchPath)):
        return Stopped(NOT_ALLOWED.format(place=place.host, folder=folder))
    return Stopped(FULL.format(place=place.host, file=file))


async def _ask_for_key(outlet: Outlet, place: RemotePlace, patience_s: float) -> None:
    """Raise UnknownKey with the key that the server shows, or Later if it cannot be reached."""
    import asyncssh

    try:
        async with asyncio.timeout(patience_s):
            key = await asyncssh.get_server_host_key(place.host, place.port, config=None)
    except (asyncssh.Error, OSError, TimeoutError) as error:
        raise Later(CANNOT_REACH.format(place=place.host)) from error
    if key is None:
        raise Later(CANNOT_REACH.format(place=place.host))
    shown = key.export_public_key("openssh").decode().strip()
    if shown == outlet.host_key:
        raise Later(CANNOT_REACH.format(place=place.host))
    words = OTHER_KEY if outlet.host_key else NEW_KEY
    fingerprint = key.get_fingerprint()
    raise UnknownKey(words.format(place=place.host, fingerprint=fingerprint), shown)
