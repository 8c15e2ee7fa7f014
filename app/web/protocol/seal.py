"""Protects messages on a connection that is not encrypted: codes for a table's messages, and boxes
for what is typed. `docs/table-protocol.md` says what this hides from a listener.

    text    CODE {"type": …}    the code has 32 hex digits; only a table's device sends one
    binary  KEY BOX             the device's public key (32 bytes), then the encrypted message
"""

import hashlib
import hmac
import secrets
from typing import TypeAlias

from msgspec import Struct, field
from nacl.exceptions import CryptoError
from nacl.public import Box, PrivateKey, PublicKey
from nacl.signing import SigningKey

LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""The letters of a table's secret. Of letters that look alike on paper only one is used."""
SECRET_LETTERS = 26  # 130 bits
LOOK_ALIKES = str.maketrans({"o": "0", "i": "1", "l": "1"})
CODE_DIGITS = 32
NONCE_BYTES = 16
KEY_BYTES = 32
MARK_LETTERS = 20  # 100 bits: nobody finds another key with them
FROM_DEVICE, FROM_SERVER = 0, 1
Frame: TypeAlias = str | bytes


def hash_secret(secret: str) -> str:
    """Return the hash of an unguessable secret, for which one round is enough. Bytes of a header
    that are not text are hashed unchanged.
    """
    return hashlib.sha256(secret.encode(errors="surrogateescape")).hexdigest()


def as_printed(typed: str) -> str:
    """Return a table's secret as it is printed, even if it was typed in capitals, in groups, or
    with a letter that looks like the right one. Secrets from earlier versions have another length
    and are returned unchanged.
    """
    letters = "".join(filter(str.isalnum, typed.lower())).translate(LOOK_ALIKES)
    return letters if len(letters) == SECRET_LETTERS else typed


def line_key(table_key: str, nonce: str) -> bytes:
    """Return the key for the codes of one connection; ``table_key`` is the hash of the table's
    secret.
    """
    return answer_to(nonce, table_key).encode()


def answer_to(nonce: str, hashed: str) -> str:
    """Return the proof that a device has the secret with the hash ``hashed``. The proof is valid
    only on the connection with this nonce.
    """
    return hmac.new(hashed.encode(), nonce.encode(), hashlib.sha256).hexdigest()


def key_mark(public: str) -> str:
    """Return the part of the computer's own public key (hex digits) that QR codes contain."""
    digest = hashlib.sha256(public.encode()).digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:MARK_LETTERS])


class OwnKey:
    """The key of an event, by which a device that scanned a code recognizes the right computer."""

    def __init__(self, seed: str) -> None:
        """Take ``seed``, 32 bytes in hex digits."""
        self._key = SigningKey(bytes.fromhex(seed))
        self.public = bytes(self._key.verify_key).hex()

    def vouch(self, nonce: str, key: str) -> str:
        """Sign the key of a connection's boxes, so that nobody in between can put their own key in
        its place.
        """
        return self._key.sign(f"{nonce}{key}".encode()).signature.hex()


def add_code(key: bytes, number: int, text: str) -> str:
    """Return a message with its code in front; ``number`` counts the connection's messages from
    0.
    """
    made = hmac.new(key, f"{number}{text}".encode(), hashlib.sha256).hexdigest()
    return made[:CODE_DIGITS] + text


def is_coded(key: bytes, number: int, framed: str) -> bool:
    """Tell whether a message begins with the right code for ``number``, its position among the
    connection's messages.
    """
    text = framed[CODE_DIGITS:]
    return hmac.compare_digest(add_code(key, number, text).encode(), framed.encode())


def without_code(framed: str) -> str:
    """Return a message without the code in front of it, if there is one."""
    return framed[max(framed.find("{"), 0) :]


def prove_key(line: bytes, key: str) -> str:
    """Return the proof for a table's device that boxes encrypted for ``key`` reach the right
    computer. ``line`` is the key of the connection's codes.
    """
    return hmac.new(line, f"key{key}".encode(), hashlib.sha256).hexdigest()


class Boxes:
    """The boxes of one connection, at either end. A box is an encrypted message that can be opened
    once, in order, and only by the other end.
    """

    def __init__(self, own: PrivateKey, other: bytes, sends: int) -> None:
        """Prepare the boxes between a private key and the bytes of the other end's public key.
        ``sends`` is the end that sends with these boxes: `FROM_DEVICE` or `FROM_SERVER`.

        Raises ValueError if ``other`` is not a public key.
        """
        try:
            self._box = Box(own, PublicKey(other))
        except (CryptoError, TypeError) as error:
            raise ValueError from error
        self.own, self._sends = own, sends
        self._sent = self._opened = 0

    def close(self, text: str) -> bytes:
        """Return the message in the form in which it is sent."""
        self._sent += 1
        sealed = self._box.encrypt(text.encode(), _nonce(self._sends, self._sent)).ciphertext
        return sealed if self._sends == FROM_SERVER else bytes(self.own.public_key) + sealed

    def open(self, sealed: bytes) -> str:
        """Return the message in the other end's next box. Raise ValueError for any other box."""
        self._opened += 1
        try:
            return self._box.decrypt(sealed, _nonce(1 - self._sends, self._opened)).decode()
        except CryptoError as error:
            raise ValueError from error


def _nonce(end: int, number: int) -> bytes:
    return bytes((end,)) + number.to_bytes(Box.NONCE_SIZE - 1, "big")


class ServerEnd(Struct):
    """The server's end of one connection. Each connection has its own, so that messages recorded on
    one connection are useless on another.
    """

    nonce: str = field(default_factory=lambda: secrets.token_hex(NONCE_BYTES))
    private: PrivateKey = field(default_factory=PrivateKey.generate)
    boxes: Boxes | None = None
    _device: bytes = b""
    _line: bytes = b""
    _heard: int = 0

    @property
    def public(self) -> str:
        return bytes(self.private.public_key).hex()

    def open(self, sealed: bytes) -> str:
        """Return the message in a device's box. Raise ValueError if it cannot be opened."""
        device, box = sealed[:KEY_BYTES], sealed[KEY_BYTES:]
        if self.boxes is None:
            self.boxes, self._device = Boxes(self.private, device, FROM_SERVER), device
        if device != self._device:
            raise ValueError
        return self.boxes.open(box)

    def takes_up(self, table_key: str, framed: str) -> bool:
        """Tell whether the hello proves the table's secret. From then on every text message needs a
        code.
        """
        line = line_key(table_key or secrets.token_hex(KEY_BYTES), self.nonce)
        if not is_coded(line, 0, framed):
            return False
        self._line, self._heard = line, 1
        return True

    def prove(self) -> str:
        """Return the proof for a table's device that the boxes are this computer's; empty if the
        device did not prove the table's secret.
        """
        return prove_key(self._line, self.public) if self._line else ""

    def read(self, framed: str) -> str:
        """Return a text message without its code. Raise ValueError if the code is wrong."""
        if not self._line:
            return framed
        if not is_coded(self._line, self._heard, framed):
            raise ValueError
        self._heard += 1
        return framed[CODE_DIGITS:]


class DeviceEnd:
    """The device's end of a connection, for devices written in Python."""

    def __init__(self, nonce: str, key: str, secret: str = "") -> None:
        """Take the nonce and key from the challenge, and the table's ``secret``, which is empty for
        a device that is at no table.
        """
        self._line = line_key(hash_secret(as_printed(secret)), nonce) if secret else b""
        self._sent = 0
        self._key = key
        self._boxes = Boxes(PrivateKey.generate(), bytes.fromhex(key), FROM_DEVICE)

    def frame(self, text: str) -> str:
        """Return a message in the form in which it is sent as text."""
        if not self._line:
            return text
        self._sent += 1
        return add_code(self._line, self._sent - 1, text)

    def is_proven(self, proof: str) -> bool:
        """Tell whether the boxes are encrypted for the computer that printed the table's code."""
        made = prove_key(self._line, self._key) if self._line else ""
        return bool(made) and hmac.compare_digest(made.encode(), proof.encode())

    def close(self, text: str) -> bytes:
        """Return a message in the form in which it is sent encrypted."""
        return self._boxes.close(text)

    def read(self, frame: Frame) -> str:
        """Return the message in a frame from the server."""
        return frame if isinstance(frame, str) else self._boxes.open(frame)
