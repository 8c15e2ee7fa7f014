"""The secrets that let a device in: one for each table, and the organizer's PIN. Only hashes are
kept, in a small file beside the event's; a secret is shown once, on the sheet that is printed with
it. The same file keeps the secret that the players' codes are worked out from.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

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
PROOFS = 50  # devices that were let in, the latest


def keys_file(event_file: Path) -> Path:
    return event_file.with_name(event_file.name + ".tables.json")


def stretch_pin(pin: str, salt: str) -> str:
    """Stretch a PIN, whose hash could be searched through: about ten milliseconds."""
    made = hashlib.scrypt(pin.encode(), salt=salt.encode(), n=2**12, r=8, p=1, dklen=32)
    return made.hex()


@dataclass(slots=True)
class Keys:
    """The secrets of one event, kept in ``file``. Raises StoreError where that cannot be done."""

    file: Path
    tables: dict[int, str] = field(default_factory=dict)
    pin_salt: str = ""
    pin_hash: str = ""
    proofs: list[str] = field(default_factory=list)
    phones: str = ""
    """What the players' codes are worked out from; empty until one is asked for."""
    renewed: dict[int, int] = field(default_factory=dict)
    """How often a player's code was made anew, by player."""
    port: int = 0
    """Where the event's pages were served last; 0 before the first time. Codes that were scanned
    lead there.
    """

    seed: str = ""
    """The seed of the key by which scanned codes know this computer; empty until it is used."""
    unread: OSError | None = None
    """What kept the file from being read. Nothing replaces it then: what it holds is not known."""

    def __post_init__(self) -> None:
        self._read()

    def _read(self) -> None:
        """Read the file. One that is missing or broken lets nobody in: the sheets are printed
        anew.
        """
        self.unread = None
        try:
            content = sharing.read_file(self.file)
        except (FileNotFoundError, NotADirectoryError):
            return
        except OSError as error:
            self.unread = error
            return
        with suppress(ValueError, TypeError, KeyError, AttributeError):
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
        """Issue new secrets for these tables; the ones before are let in no more."""
        issued = {
            table: "".join(secrets.choice(LETTERS) for _ in range(SECRET_LETTERS))
            for table in tables
        }
        made = {table: hash_secret(secret) for table, secret in issued.items()}
        self._keep({**self.tables, **made}, self.pin_salt, self.pin_hash)
        return issued

    def table_key(self, table: int) -> str:
        """Return what the codes of the table's devices are made with; empty for no such table."""
        return self.tables.get(table, "")

    def own_key(self) -> OwnKey:
        """Return the key that vouches for this computer."""
        if not self.seed:
            self.seed = secrets.token_hex(SEED_BYTES)
            with suppress(StoreError):
                self._keep(self.tables, self.pin_salt, self.pin_hash)
        return OwnKey(self.seed)

    def mark(self) -> str:
        """Return what codes to scan say of the own key."""
        return key_mark(self.own_key().public)

    def new_pin(self) -> str:
        """Return a new PIN at random; the one before no longer opens anything."""
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
        """Make a proof by which a device that was let in is known again, also after a restart. It
        opens nothing.
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
        """Serve there the next time, too."""
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
    """Return which of the secrets with these hashes is proven; empty for none."""
    for hashed in hashes:
        if hmac.compare_digest(answer_to(nonce, hashed).encode(), answer.encode()):
            return hashed
    return ""


@dataclass(slots=True)
class PinGate:
    """Tries at the PIN, counted for each who tries; seconds of a steady clock.

    After five wrong ones whoever tried waits a minute, then two, then four. After thirty wrong ones
    of all together, an address nobody was let in from has one try instead of five for ten minutes.
    So nobody who guesses can keep the EO out: the right PIN opens at the first try from anywhere, a
    device that was let in before has tries of its own by its proof, and the desk can let one in.
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
        """Tell whether somebody is guessing."""
        return self.clock() < self.alarmed_until

    def wait_s(self, who: str) -> float:
        """Return how long ``who``, an address or a device's proof, has to wait before the next
        try.
        """
        return max(self.locked_until.get(who, 0.0) - self.clock(), 0.0)

    def note_wrong(self, who: str) -> bool:
        """Tell whether this is the first sign of somebody guessing."""
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
        """Return a token that stands for the PIN on this device until the server stops."""
        self.right.add(who)
        for record in (self.wrong, self.locks, self.locked_until):
            record.pop(who, None)
        return self._token(device)

    def let_in(self) -> str:
        """Return a pass, made at the desk, that lets one device in, once and soon."""
        made = secrets.token_urlsafe(24)
        self.passes[hash_secret(made)] = self.clock() + PASS_S
        return made

    def takes(self, answer: str, nonce: str, device: str) -> str:
        """Return the token that a pass is changed for; empty for none that is good. ``answer``
        proves the pass on the connection with this ``nonce``.
        """
        given = _find_proven(self.passes, answer, nonce)
        good = self.passes.pop(given, 0.0) > self.clock()
        return self._token(device) if good else ""

    def forget(self, hashed: str) -> None:
        """Forget the token of a page that was locked, by its hash."""
        self.tokens.pop(hashed, None)

    def forget_tokens(self) -> None:
        """Forget the tokens, as the PIN is another one now."""
        self.tokens.clear()
        self.passes.clear()
        self.right.clear()

    def token_of(self, answer: str, nonce: str, device: str) -> str:
        """Return the hash of the device's token that the answer proves; empty for none."""
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
