"""Joins an event server with the server's code: gets a user for this station, and the server's
certificate.
"""

import json
import secrets
import socket
import ssl
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from io import BufferedReader
from urllib.parse import quote

import msgspec
from msgspec import Struct

from app.engine.language import say
from app.store.errors import StoreError
from app.store.own_folder import own_folder
from app.store.server.address import HALL_CERTIFICATE, SCHEMES
from app.store.server.passwords import keep_password, use_password
from app.store.whole_file import write_whole_file
from app.web.stations.gate import BUSY, JOIN, MALFORMED, SSL_REQUEST
from app.web.stations.join_code import NONCE_BYTES, derive_key, prove, spell

PATIENCE_S = 15.0

NO_CODE = say("This is not a code of the event server. A code has twelve letters and digits.")
NOT_THERE = say(
    "The event server does not answer at {host}, port {port} ({why}). Check that it runs there"
    " and that both computers are in the same network."
)
WRONG_CODE = say("The event server at {host} does not know this code. Type it again.")
TOO_MANY = say("Too many wrong codes were typed. Wait a minute, and type the code again.")
NOT_IT = say(
    "The computer at {host} cannot prove that it knows the code. Do not type it again: ask whoever"
    " runs the event server for its address."
)


NOT_KEPT = say(
    "This computer has no safe place for its password. After you close Flagfall, join again with"
    " the code."
)
JOIN_IN_WINDOW = say(
    "This computer has no safe place for its password, so commands cannot join. Join in Flagfall’s"
    " window, under File › Several laptops…"
)


class Access(Struct, frozen=True):
    """The address of the hall's database for this station. ``is_kept`` says whether the system's
    keyring has the password for the next time.
    """

    database: str
    is_kept: bool


def join_hall(host: str, port: int, code: str, station: str) -> Access:
    """Join an event server, and store the certificate and the password. Raises StoreError if the
    server cannot be reached or does not accept the code.
    """
    spelt = spell(code)
    if not spelt:
        raise StoreError(NO_CODE)
    try:
        with _connect(host, port) as line:
            got, certificate = _exchange(line, spelt, station, host)
    except (
        OSError, ValueError, KeyError, *MALFORMED,
        OverflowError,  # a port beyond 65,535
    ) as error:  # fmt: skip
        why = getattr(error, "strerror", "") or type(error).__name__
        raise StoreError(NOT_THERE.format(host=host, port=port, why=why)) from error
    file = own_folder("stations") / f"{sha256(certificate).hexdigest()[:16]}.pem"
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole_file(file, ssl.DER_cert_to_PEM_cert(certificate).encode("ascii"))
    where = f"[{host}]" if ":" in host else quote(host)
    user, database = quote(got["user"], safe=""), quote(got["database"], safe="")
    address = (
        f"{SCHEMES[1]}://{user}@{where}:{port}/{database}"
        f"?sslmode=verify-ca&{HALL_CERTIFICATE}={quote(str(file), safe='')}"
    )
    use_password(address, got["password"])
    return Access(address, keep_password(address, got["password"]))


@contextmanager
def _connect(host: str, port: int) -> Iterator[ssl.SSLSocket]:
    """Yield an encrypted connection. The code proves whose certificate it is; no authority does."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection((host, port), PATIENCE_S) as plain:
        plain.sendall(SSL_REQUEST)
        if plain.recv(1) != b"S":
            raise ConnectionRefusedError
        with context.wrap_socket(plain) as line:
            yield line


def _exchange(
    line: ssl.SSLSocket, code: str, station: str, host: str
) -> tuple[dict[str, str], bytes]:
    """Return the server's answer and its certificate. Raises StoreError if the answer is a refusal
    or cannot be trusted.
    """
    certificate = line.getpeercert(binary_form=True) or b""
    mine, answers = secrets.token_bytes(NONCE_BYTES), line.makefile("rb")
    line.sendall(JOIN)
    begun = _hear(answers)
    key, theirs = derive_key(code, begun["salt"]), begun["nonce"]
    proof = prove(key, "station", certificate, theirs, mine, station.encode())
    said = {"station": station, "nonce": _text(mine), "proof": _text(proof)}
    line.sendall(json.dumps(said).encode("ascii") + b"\n")
    got = _hear(answers)
    if got.get("no") == BUSY:
        raise StoreError(TOO_MANY)
    if "no" in got:
        raise StoreError(WRONG_CODE.format(host=host))
    expected = prove(key, "server", certificate, mine, theirs)
    if not secrets.compare_digest(got.get("proof", b""), expected):
        raise StoreError(NOT_IT.format(host=host))
    return {name: got[name].decode() for name in ("user", "password", "database")}, certificate


def _hear(answers: BufferedReader) -> dict[str, bytes]:
    return msgspec.json.decode(answers.readline(10_000), type=dict[str, bytes])


def _text(part: bytes) -> str:
    return b64encode(part).decode("ascii")
