"""Seals that only this computer can make. Sealed data is as it was written here: no disk fault and
no sender of a file can have changed it.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from hashlib import blake2b
from secrets import token_bytes

from app.store.log.packed_rows import PackedRows
from app.store.own_folder import own_folder

FOLDER, SECRET_BYTES = "checkpoints", 32


def seal(said: str, more: Iterable[bytes]) -> bytes:
    """Raises OSError where this computer cannot keep a secret."""
    digest = blake2b(f"{said}|".encode(), key=_secret())
    for piece in more:
        digest.update(piece)
    return digest.digest()


def rows_seal(event: str, rows: PackedRows, count: int) -> bytes:
    """Of the first so many whole rows, with their checksums. A tenth of the work of checking each
    against its own.

    Raises OSError, and for what no row can hold TypeError, ValueError or OverflowError.
    """
    return seal(f"rows of {event}", rows.written(count))


def _secret() -> bytes:
    """Made when it is first needed."""
    folder = own_folder(FOLDER)
    file = folder / "secret"
    with suppress(OSError):
        secret = file.read_bytes()
        if len(secret) == SECRET_BYTES:
            return secret
    folder.mkdir(parents=True, exist_ok=True)
    secret, unfinished = token_bytes(SECRET_BYTES), folder / f"secret.{os.getpid()}"
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as new:
        new.write(secret)
    os.replace(unfinished, file)
    return secret
