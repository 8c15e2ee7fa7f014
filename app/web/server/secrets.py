"""The secrets that let a device in: one for each table, and the organizer's PIN. Only hashes are
stored, in a small file beside the event's; a secret is shown once, on the sheet that is printed
with it. The same file has the secret from which the players' codes are derived.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from msgspec import Struct, field

from app.engine.language import say
from app.store import sharing
from app.store.errors import StoreError
from app.store.os_errors import os_reason
from app.store.whole_file import write_private_file
from app.web.protocol.seal import LETTERS, SECRET_LETTERS, OwnKey, answer_to, hash_secret, key_mark

PIN_DIGITS = 6
TRIES = 5
TRIES_OF_ALL = 30
LOCK_S = 60.0
LOCK_ALL_S = 600.0
TOKEN_S = 8 * 3600.0
PASS_S = 300.0
SEED_BYTES = 32
PROOFS = 50  # the latest devices that were let in


def keys_file(event_file: Path) -> Path:
    return event_file.with_name(event_file.name + ".tables.json")


def stretch_pin(pin: str, salt: str) -> str:
    """Return a slow hash of a PIN, which takes about ten milliseconds. From a quick hash, the PIN
    could be found by trying every PIN.
    """
    made = hashlib.scrypt(pin.encode(), salt=salt.encode(), n=2**12, r=8, p=1, dklen=32)
    return made.hex()


class Keys(Struct):
    """The secrets of one event, stored in ``file``. Raises StoreError if they cannot be stored."""

    file: Path
    tables: dict[int, str] = field(default_factory=dict)
    pin_salt: str = ""
    pin_hash: str = ""
    proofs: list[str] = field(default_factory=list)
    phones: str = ""
    """The secret from which the players' codes are derived; empty until a code is needed."""
    renewed: dict[int, int] = field(default_factory=dict)
    """The number of times that a player's code was renewed, by player."""
    port: int = 0
    """The port at which the event's pages were served last, because scanned codes lead there; 0
    before the first time.
    """

    seed: str = ""
    """The seed of the key by which scanned codes recognize this computer; empty until it is
    needed.
    """
    unread: OSError | None = None
    """The error that kept the file from being read. While this is set, the file is not replaced,
    because its content is unknown.
    """

    def __post_init__(self) -> None:
        self._read()

    def _read(self) -> None:
        """Read the file. If it is missing or broken, nobody is let in and the sheets have to be
        printed again.
        """
        self.unread = None
        try:
            content = sharing.read_file(self.file)
        except (FileNotFoundError, NotADirectoryError):
            return
        except OSError as error:
            self.unread = error
            return
        with suppress(
            ArithmeticError, AttributeError, KeyError, RecursionError, TypeError, ValueError
        ):
            stored = json.loads(content.decode())
            self.tables = {int(table): str(made) for table, made in stored["tables"].items()}
            self.pin_salt, self.pin_hash = str(stored["pin_salt"]), str(stored["pin_hash"])
            self.proofs = [str(proof) for proof in stored.get("proofs", ())]
            self.phones = str(stored.get("phones", ""))
            self.port = int(stored.get("port", 0))
            seed = str(stored.get("seed", ""))
            if len(bytes.fromhex(seed)) == SEED_BYTES:
                self.seed = seed
            renewed = stored.get("renewed", {})
            self.renewed = {int(player): int(times) for player, times in renewed.items()}

    def issue(self, tables: Iterable[int]) -> dict[int, str]:
        """Issue new secrets for these tables. The earlier ones are no longer valid."""
        issued = {
            table: "".join(secrets.choice(LETTERS) for _ in range(SECRET_LETTERS))
            for table in tables
        }
        made = {table: hash_secret(secret) for table, secret in issued.items()}
        self._keep({**self.tables, **made}, self.pin_salt, self.pin_hash)
        return issued

    def table_key(self, table: int) -> str:
        """Return the key for the codes of a table's devices; empty if there is no such table."""
        return self.tables.get(table, "")

    def own_key(self) -> OwnKey:
        """Return the event's own key, which shows devices that this is the right computer."""
        if not self.seed:
            self.seed = secrets.token_hex(SEED_BYTES)
            with suppress(StoreError):
                self._keep(self.tables, self.pin_salt, self.pin_hash)
        return OwnKey(self.seed)

    def mark(self) -> str:
        """Return the part of the event's own key that QR codes contain."""
        return key_mark(self.own_key().public)

    def new_pin(self) -> str:
        """Store a new random PIN in place of the old one, and return it."""
        pin = "".join(secrets.choice("0123456789") for _ in range(PIN_DIGITS))
        salt = secrets.token_hex(16)
        self._keep(self.tables, salt, stretch_pin(pin, salt))
        return pin

    def is_pin(self, pin: str) -> bool:
        if not self.pin_hash:
            return False
        made = stretch_pin(pin, self.pin_salt)
        return hmac.compare_digest(self.pin_hash.encode(), made.encode())

    def new_proof(self) -> str:
        """Return a proof by which a device that was let in can be identified, even after a restart.
        The proof does not give access.
        """
        proof = secrets.token_urlsafe(24)
        self.proofs = [*self.proofs, hash_secret(proof)][-PROOFS:]
        with suppress(StoreError):
            self._keep(self.tables, self.pin_salt, self.pin_hash)
        return proof

    def is_proof(self, proof: str) -> bool:
        return bool(proof) and hash_secret(proof) in self.proofs

    def keep_phones(self, secret: str, renewed: dict[int, int]) -> None:
        before = self.phones, self.renewed
        self.phones, self.renewed = secret, renewed
        try:
            self._keep(self.tables, self.pin_salt, self.pin_hash)
        except StoreError:
            self.phones, self.renewed = before
            raise

    def keep_port(self, port: int) -> None:
        """Store the port, so that it is used again the next time."""
        if port != self.port:
            self.port = port
            self._keep(self.tables, self.pin_salt, self.pin_hash)

    def _keep(self, tables: dict[int, str], pin_salt: str, pin_hash: str) -> None:
        stored = {
            "tables": tables,
            "pin_salt": pin_salt,
            "pin_hash": pin_hash,
            "proofs": self.proofs,
            "port": self.port,
            "seed": self.seed,
            "phones": self.phones,
            "renewed": self.renewed,
        }
        try:
            if unread := self.unread:
                self._read()
                raise unread
            write_private_file(self.file, json.dumps(stored).encode())
        except OSError as error:
            why = os_reason(self.file, error)
            raise StoreError(
                say("The tables’ codes were not saved: {strerror}.", strerror=why)
            ) from error
        self.tables, self.pin_salt, self.pin_hash = tables, pin_salt, pin_hash


def _find_proven(hashes: Iterable[str], answer: str, nonce: str) -> str:
    """Return the hash of the secret that the answer proves; empty if it proves none of them."""
    for hashed in hashes:
        if hmac.compare_digest(answer_to(nonce, hashed).encode(), answer.encode()):
            return hashed
    return ""


class PinGate(Struct):
    """Counts wrong PINs, separately for each address or device; times are seconds of a steady
    clock.

    After five wrong PINs an address has to wait a minute, then two, then four. After thirty wrong
    PINs from all together, addresses that were never let in have one attempt instead of five, for
    ten minutes. Nobody who guesses can lock out the organizer: the right PIN works at the first
    attempt from any address, a device that was let in before has its own attempts, and the desk can
    let a device in.
    """

    clock: Callable[[], float]
    wrong: dict[str, int] = field(default_factory=dict)
    locked_until: dict[str, float] = field(default_factory=dict)
    right: set[str] = field(default_factory=set)
    wrong_of_all: int = 0
    alarmed_until: float = 0.0
    tokens: dict[str, tuple[float, str]] = field(default_factory=dict)
    passes: dict[str, float] = field(default_factory=dict)
    locks: dict[str, int] = field(default_factory=dict)

    @property
    def alarmed(self) -> bool:
        """Tell whether somebody is guessing at present."""
        return self.clock() < self.alarmed_until

    def wait_s(self, who: str) -> float:
        """Return the seconds that ``who``, an address or a device's proof, has to wait before the
        next attempt.
        """
        return max(self.locked_until.get(who, 0.0) - self.clock(), 0.0)

    def note_wrong(self, who: str) -> bool:
        """Count a wrong PIN. Tell whether this is the first sign that somebody is guessing."""
        count = self.wrong[who] = self.wrong.get(who, 0) + 1
        tries = 1 if self.alarmed and who not in self.right else TRIES
        if count >= tries:
            self.wrong[who] = 0
            locks = self.locks[who] = self.locks.get(who, 0) + 1
            self.locked_until[who] = self.clock() + LOCK_S * 2 ** min(locks - 1, 8)
        self.wrong_of_all += 1
        if self.wrong_of_all < TRIES_OF_ALL:
            return False
        news = not self.alarmed
        self.wrong_of_all = 0
        self.alarmed_until = self.clock() + LOCK_ALL_S
        return news

    def note_right(self, who: str, device: str = "") -> str:
        """Forget the wrong PINs of ``who``. Return a token that stands for the PIN on this device
        until the server stops.
        """
        self.right.add(who)
        for record in (self.wrong, self.locks, self.locked_until):
            record.pop(who, None)
        return self._token(device)

    def let_in(self) -> str:
        """Return a pass, made at the desk, that lets one device in, once and for a short time."""
        made = secrets.token_urlsafe(24)
        self.passes[hash_secret(made)] = self.clock() + PASS_S
        return made

    def takes(self, answer: str, nonce: str, device: str) -> str:
        """Exchange a pass for a token and return the token; empty if no valid pass is proven.
        ``answer`` proves the pass on the connection with this ``nonce``.
        """
        given = _find_proven(self.passes, answer, nonce)
        good = self.passes.pop(given, 0.0) > self.clock()
        return self._token(device) if good else ""

    def forget(self, hashed: str) -> None:
        """Forget the token with this hash, because the page that had this token was locked."""
        self.tokens.pop(hashed, None)

    def forget_tokens(self) -> None:
        """Forget all tokens and passes, because the PIN has changed."""
        self.tokens.clear()
        self.passes.clear()
        self.right.clear()

    def token_of(self, answer: str, nonce: str, device: str) -> str:
        """Return the hash of the device's token that the answer proves; empty if it proves none."""
        own = [
            hashed
            for hashed, (until_s, whose) in self.tokens.items()
            if device == whose and until_s > self.clock()
        ]
        return _find_proven(own, answer, nonce)

    def _token(self, device: str) -> str:
        token = secrets.token_urlsafe(24)
        self.tokens[hash_secret(token)] = self.clock() + TOKEN_S, device
        return token
