"""The certificate for tablets, and this computer's own authority that signs it.

Needs the optional ``tls`` extra. A browser either accepts the certificate after a warning, by its
fingerprint on the printed sheet, or trusts the authority once the authority is installed on the
device. On iPhones and iPads only the second way lets pages open a socket.
"""

import datetime
import ipaddress
import os
import plistlib
import ssl
import uuid
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from app.engine.language import say
from app.store import sharing
from app.store.errors import StoreError
from app.store.file_names import exists
from app.store.os_errors import os_reason, os_sentence
from app.store.server.address import NOT_A_HOST
from app.store.whole_file import write_private_file

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec

DAYS = 397  # browsers refuse longer ones
RENEW_DAYS = 30
MOST_OF_NAME = 64
AUTHORITY_DAYS = 3650
LOCAL = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10",
         "127.0.0.0/8")  # fmt: skip
"""The networks in which the authority's certificates are valid. A stolen key cannot imitate a page
of the internet.
"""
LOCAL_NAMES = ("local", "localhost")
AUTHORITY = "Flagfall authority of this organizer"
MISSING = say("This Flagfall has no encryption for tablets: install it with the “tls” extra.")


class Tls(Struct, frozen=True):
    """The settings for TLS, and the data with which a player can check them."""

    context: ssl.SSLContext
    fingerprint: str
    """The fingerprint of the server's certificate."""
    authority: bytes
    """The authority's certificate, to be installed on devices, in DER."""


def tls_for(folder: Path, hosts: Iterable[str]) -> Tls:
    """Return the certificate stored in ``folder`` if it covers all ``hosts``. Otherwise make a new
    one, signed by the authority stored there.

    Raises StoreError if that fails.
    """
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives.serialization import Encoding
    except ImportError as error:
        raise StoreError(MISSING) from error
    file, wanted = folder / "tables-server.pem", frozenset(hosts)
    key, authority = _authority(folder / "tables-authority.pem", wanted)
    stored = None
    with suppress(ValueError):
        stored = x509.load_pem_x509_certificate(_read_kept(file))
    if stored is None or not _serves(stored, authority, wanted):
        _make(file, wanted, key, authority)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(file)
        made = x509.load_pem_x509_certificate(_read_kept(file))
    except (OSError, ValueError) as error:
        raise StoreError(say("The tablets’ certificate cannot be read.")) from error
    return Tls(context, fingerprint(made), authority.public_bytes(Encoding.DER))


def write_pair(folder: Path, hosts: Iterable[str]) -> tuple[Path, Path]:
    """Write a self-signed certificate with these names for a database server, and its key:
    ``server.crt`` and ``server.key`` in the form that PostgreSQL reads. Return both files. Raises
    StoreError if one of the files exists or cannot be written, or if a name cannot be a host's.
    """
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import Encoding
    except ImportError as error:
        raise StoreError(MISSING) from error
    file, key_file = folder / "server.crt", folder / "server.key"
    key, names = ec.generate_private_key(ec.SECP256R1()), [*map(_in_ascii, hosts)]
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, names[0][:MOST_OF_NAME])])
    certificate = (
        _begin(name, name, key.public_key(), AUTHORITY_DAYS)
        .add_extension(x509.SubjectAlternativeName([_name(host) for host in names]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), True)
        .sign(key, hashes.SHA256())
    )
    for there in filter(exists, (file, key_file)):
        raise StoreError(say("{file} is already there. It was left as it is.", file=there))
    _write_new(key_file, _private(key), 0o600)
    _write_new(file, certificate.public_bytes(Encoding.PEM), 0o644)
    return file, key_file


def _write_new(file: Path, text: bytes, mode: int) -> None:
    try:
        number = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with os.fdopen(number, "wb") as out:
            out.write(text)
    except OSError as error:
        raise StoreError(
            say("{file} was not made: {strerror}.", file=file, strerror=os_reason(file, error))
        ) from error


def fingerprint(certificate: "x509.Certificate") -> str:
    """Return a certificate's SHA-256 in the form that browsers show: "AB:CD:…"."""
    from cryptography.hazmat.primitives import hashes

    return certificate.fingerprint(hashes.SHA256()).hex(":").upper()


def fingerprint_of(der: bytes) -> str:
    return sha256(der).digest().hex(":").upper()


def profile(authority: bytes) -> bytes:
    """Return a configuration profile that installs the authority on iPhones and iPads. The same
    authority always gives the same bytes, so that installing it again replaces the profile.
    """
    mark = sha256(authority).hexdigest()
    shared = {"PayloadVersion": 1, "PayloadDisplayName": AUTHORITY}
    root = {
        **shared,
        "PayloadType": "com.apple.security.root",
        "PayloadIdentifier": f"org.flagfall.tables.{mark[:16]}.root",
        "PayloadUUID": str(uuid.uuid5(uuid.NAMESPACE_URL, f"root {mark}")).upper(),
        "PayloadCertificateFileName": "flagfall.crt",
        "PayloadContent": authority,
    }
    return plistlib.dumps(
        {
            **shared,
            "PayloadType": "Configuration",
            "PayloadIdentifier": f"org.flagfall.tables.{mark[:16]}",
            "PayloadUUID": str(uuid.uuid5(uuid.NAMESPACE_URL, f"profile {mark}")).upper(),
            "PayloadDescription": say(
                "Trusts the organizer’s computer. Remove it after the event."
            ),
            "PayloadContent": [root],
        }
    )


def installs(authority: bytes) -> dict[str, tuple[bytes, str]]:
    """Return the files that make a device trust the authority, by name, each with its media
    type.
    """
    return {
        "flagfall.mobileconfig": (profile(authority), "application/x-apple-aspen-config"),
        "flagfall.crt": (authority, "application/x-x509-ca-cert"),
    }


def _serves(
    certificate: "x509.Certificate", authority: "x509.Certificate", hosts: frozenset[str]
) -> bool:
    from cryptography import x509
    from cryptography.exceptions import InvalidSignature

    now = datetime.datetime.now(datetime.UTC)
    if certificate.not_valid_after_utc - now < datetime.timedelta(days=RENEW_DAYS):
        return False
    try:
        certificate.verify_directly_issued_by(authority)
    except (InvalidSignature, TypeError, ValueError):
        return False
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    known = {str(name.value) for name in names}
    return hosts <= known


def _authority(
    file: Path, hosts: frozenset[str]
) -> "tuple[ec.EllipticCurvePrivateKey, x509.Certificate]":
    """Return the stored authority if it may sign for all ``hosts``, or else a new one."""
    from cryptography import x509
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    with suppress(ValueError, TypeError):
        text = _read_kept(file)
        certificate = x509.load_pem_x509_certificate(text)
        key = serialization.load_pem_private_key(text, None)
        left = certificate.not_valid_after_utc - datetime.datetime.now(datetime.UTC)
        if (
            isinstance(key, ec.EllipticCurvePrivateKey)
            and key.public_key() == certificate.public_key()
            and left > datetime.timedelta(days=DAYS)
            and _networks(hosts) <= set(_list_permitted(certificate))
        ):
            return key, certificate
    return _make_authority(file, hosts)


def _read_kept(file: Path) -> bytes:
    """Return the content of a file, or nothing if the file does not exist. Raises StoreError if
    another program holds the file. In that case the file must not be replaced, because devices
    trust its content.
    """
    try:
        return sharing.read_file(file)
    except (FileNotFoundError, NotADirectoryError):
        return b""
    except OSError as error:
        raise StoreError(os_sentence(file, error)) from error


def _list_permitted(authority: "x509.Certificate") -> list[str]:
    from cryptography import x509

    limits = authority.extensions.get_extension_for_class(x509.NameConstraints).value
    return [str(each.value) for each in limits.permitted_subtrees or ()]


def _networks(hosts: frozenset[str]) -> set[str]:
    """Return the networks in which the authority is valid: local ones, and this computer's own
    addresses.
    """
    networks = [ipaddress.ip_network(each) for each in LOCAL]
    own = set()
    for host in hosts:
        with suppress(ValueError):
            address = ipaddress.ip_address(host)
            if not any(address in network for network in networks):
                own.add(str(ipaddress.ip_network(address)))
    return own | set(LOCAL)


def _make_authority(
    file: Path, hosts: frozenset[str]
) -> "tuple[ec.EllipticCurvePrivateKey, x509.Certificate]":
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, AUTHORITY)])
    networks = [x509.IPAddress(ipaddress.ip_network(each)) for each in sorted(_networks(hosts))]
    limits = [*networks, *(x509.DNSName(each) for each in LOCAL_NAMES)]
    public = key.public_key()
    authority = (
        _begin(name, name, public, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), True)
        .add_extension(_usage(signs=True), True)
        .add_extension(x509.NameConstraints(limits, None), True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), False)
        .sign(key, hashes.SHA256())
    )
    _keep(file, key, authority)
    return key, authority


def _make(
    file: Path,
    hosts: frozenset[str],
    signing: "ec.EllipticCurvePrivateKey",
    authority: "x509.Certificate",
) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Flagfall at this event")])
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(signing.public_key())
    certificate = (
        _begin(name, authority.subject, key.public_key(), DAYS)
        .add_extension(x509.SubjectAlternativeName([_name(host) for host in sorted(hosts)]), False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), True)
        .add_extension(_usage(signs=False), True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False)
        .add_extension(issuer, False)
        .sign(signing, hashes.SHA256())
    )
    _keep(file, key, certificate)


def _begin(
    subject: "x509.Name", issuer: "x509.Name", key: "ec.EllipticCurvePublicKey", days: int
) -> "x509.CertificateBuilder":
    """Begin a certificate. The certificate is valid from yesterday on, because a tablet's clock may
    be behind.
    """
    from cryptography import x509

    now = datetime.datetime.now(datetime.UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=days - 1))
    )


def _usage(*, signs: bool) -> "x509.KeyUsage":
    from cryptography import x509

    return x509.KeyUsage(
        digital_signature=not signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs,
        crl_sign=signs,
        encipher_only=False,
        decipher_only=False,
    )


def _keep(file: Path, key: "ec.EllipticCurvePrivateKey", certificate: "x509.Certificate") -> None:
    """Store the key and the certificate in a file that only this user can read."""
    from cryptography.hazmat.primitives.serialization import Encoding

    text = _private(key) + certificate.public_bytes(Encoding.PEM)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_private_file(file, text)
    except OSError as error:
        why = os_reason(file, error)
        raise StoreError(
            say("The tablets’ certificate was not saved: {strerror}.", strerror=why)
        ) from error


def _private(key: "ec.EllipticCurvePrivateKey") -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _in_ascii(host: str) -> str:
    """Return a host's name in the form that certificates and DNS use. Raises StoreError if it is
    not a valid name.
    """
    try:
        if host:
            return host.encode("idna").decode("ascii")
    except UnicodeError:
        pass
    raise StoreError(NOT_A_HOST)


def _name(host: str) -> "x509.GeneralName":
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)
