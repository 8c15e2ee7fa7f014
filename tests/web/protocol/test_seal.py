"""Who a device's boxes are closed for: the computer whose code was scanned, and none in between."""

import pytest
from nacl.exceptions import BadSignatureError
from nacl.public import PrivateKey
from nacl.signing import VerifyKey

from app.web.protocol.seal import (
    LETTERS,
    MARK_LETTERS,
    DeviceEnd,
    OwnKey,
    ServerEnd,
    hash_secret,
    key_mark,
)

SECRET = "kj3vx9mqp2rtyb7wz0ahg5c8e1"


def test_a_table_s_device_recognizes_the_computer_that_printed_its_code() -> None:
    server = ServerEnd()
    device = DeviceEnd(server.nonce, server.public, SECRET)
    assert not server.prove()  # until the device has proven that it has the secret
    assert not device.is_proven(server.prove())
    assert server.takes_up(hash_secret(SECRET), device.frame('{"type": "hello"}'))
    assert device.is_proven(server.prove())


def test_somebody_in_between_with_their_own_key_is_detected() -> None:
    server, theirs = ServerEnd(), bytes(PrivateKey.generate().public_key).hex()
    device = DeviceEnd(server.nonce, theirs, SECRET)
    assert server.takes_up(hash_secret(SECRET), device.frame('{"type": "hello"}'))
    assert not device.is_proven(server.prove())
    assert not device.is_proven("")


def test_a_device_without_a_table_cannot_verify_the_computer() -> None:
    server = ServerEnd()
    assert not DeviceEnd(server.nonce, server.public).is_proven(server.prove())


def test_a_computer_s_own_key_signs_the_key_of_a_single_connection() -> None:
    own = OwnKey("0e" * 32)
    signed, known = bytes.fromhex(own.vouch("0f", "aa")), VerifyKey(bytes.fromhex(own.public))
    known.verify(b"0faa", signed)
    for other in (b"0fab", b"1faa"):
        with pytest.raises(BadSignatureError):
            known.verify(other, signed)


def test_codes_carry_a_hundred_bits_of_the_computer_s_own_key() -> None:
    one, other = key_mark("aa"), key_mark("ab")
    assert len(one) == MARK_LETTERS == 20
    assert set(one + other) <= set(LETTERS)
    assert one != other
