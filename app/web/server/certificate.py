"""A certificate made on this computer, for browsers that keep the screen awake only over TLS.

Needs the optional ``tls`` extra. Nobody vouches for it: its fingerprint is on the printed sheet.
"""

import datetime
import ipaddress
import os
import ssl
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.store.errors import StoreError

if TYPE_CHECKING:
    from cryptography import x509

DAYS = 397  # browsers refuse longer ones
RENEW_DAYS = 30
MISSING = "This Flagfall has no encryption for tablets: install it with the 'tls' extra."


@dataclass(frozen=True, slots=True)
class Tls:
    """What the server speaks with, and what a player may compare."""

    context: ssl.SSLContext
    fingerprint: str


def tls_for(folder: Path, hosts: Iterable[str]) -> Tls:
    """The certificate kept in ``folder`` if it is for all of ``hosts``, else a new one.

    Raises StoreError where it cannot be made or kept.
    """
    try:
        from cryptography import x509
    except ImportError as error:
        raise StoreError(MISSING) from error
    file, wanted = folder / "tables-server.pem", frozenset(hosts)
    kept = None
    with suppress(OSError, ValueError):
        kept = x509.load_pem_x509_certificate(file.read_bytes())
    if kept is None or not _serves(kept, wanted):
        _make(file, wanted)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(file)
        made = x509.load_pem_x509_certificate(file.read_bytes())
    except (OSError, ValueError) as error:
        raise StoreError("The tablets' certificate cannot be read.") from error
    return Tls(context, fingerprint(made))


def fingerprint(certificate: "x509.Certificate") -> str:
    """SHA-256, as browsers show it: "AB:CD:…"."""
    from cryptography.hazmat.primitives import hashes

    return certificate.fingerprint(hashes.SHA256()).hex(":").upper()


def _serves(certificate: "x509.Certificate", hosts: frozenset[str]) -> bool:
    from cryptography import x509

    now = datetime.datetime.now(datetime.UTC)
    if certificate.not_valid_after_utc - now < datetime.timedelta(days=RENEW_DAYS):
        return False
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    known = {str(name.value) for name in names}
    return hosts <= known


def _make(file: Path, hosts: frozenset[str]) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Flagfall at this event")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=DAYS - 1))
        .add_extension(x509.SubjectAlternativeName([_name(host) for host in sorted(hosts)]), False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    pem = serialization.Encoding.PEM
    text = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
    _keep(file, text + certificate.public_bytes(pem))


def _keep(file: Path, text: bytes) -> None:
    """Key and certificate, for this user alone."""
    unfinished = file.with_suffix(".new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        number = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(number, "wb") as out:
            out.write(text)
        os.replace(unfinished, file)
    except OSError as error:
        raise StoreError(f"The tablets' certificate was not kept: {error.strerror}.") from error


def _name(host: str) -> "x509.GeneralName":
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)
