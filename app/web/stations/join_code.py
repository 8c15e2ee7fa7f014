"""The code with which a station joins: how it is made, typed and proven.

Neither side ever sends the code. Both derive a key from it by Argon2id, and prove on this
connection's certificate that they have the key (RFC 9106 and RFC 2104). Somebody who only listens,
or stands between the two, would have to try 2^60 codes at a tenth of a second each.
"""

import hmac
import secrets
from hashlib import sha256

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The letters of codes, without those that look alike."""
LENGTH, GROUP = 12, 4
SALT_BYTES, NONCE_BYTES, KEY_BYTES = 16, 24, 32


def make_code() -> str:
    """Return a new code, such as "K7QF-M2XD-9RTA"."""
    return spell("".join(secrets.choice(LETTERS) for _ in range(LENGTH)))


def spell(code: str) -> str:
    """Return a code in groups of letters, however it was typed; empty if it is not a code."""
    letters = [letter for letter in code.upper() if letter.isalnum()]
    if len(letters) != LENGTH or not set(letters) <= set(LETTERS):
        return ""
    groups = ("".join(letters[at : at + GROUP]) for at in range(0, LENGTH, GROUP))
    return "-".join(groups)


def derive_key(code: str, salt: bytes) -> bytes:
    """Return the key derived from a code for one server, which has its own salt."""
    from nacl.pwhash import argon2id

    return argon2id.kdf(
        KEY_BYTES,
        code.encode("ascii"),
        salt,
        opslimit=argon2id.OPSLIMIT_INTERACTIVE,
        memlimit=argon2id.MEMLIMIT_INTERACTIVE,
    )


def prove(key: bytes, side: str, certificate: bytes, *nonces: bytes) -> bytes:
    """Return the proof that ``side`` has the key, valid on a connection with this certificate
    (DER).
    """
    said = b"\0".join((side.encode("ascii"), sha256(certificate).digest(), *nonces))
    return hmac.digest(key, said, "sha256")
