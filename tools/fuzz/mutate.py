"""Changes valid input at random: bits, pieces and words."""

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

ODD = (
    b"", b"\0", b"\n", b"\r\n", b"\t", b";", b",", b'"', b"'", b"=", b"[", b"{", b"\\", b"#", b"-",
    b"-1", b"0", b"9999999999999999999999", b"1e999", b"nan", b"true", b"null", b"\xff",
    b"\xef\xbb\xbf", b"\xed\xa0\x80", "½".encode(), "٣".encode(), "²".encode(), "\u2028".encode(),
    "\u202e".encode(), "é".encode(), "İ".encode(), "ß".encode(), "👍🏽".encode(), b" " * 300,
    b"A" * 300, b"(" * 300,
)  # fmt: skip
LONGEST = 100_000


def mutated(dice: Random, seeds: Sequence[bytes], words: Sequence[bytes] = ()) -> bytes:
    """Return one of ``seeds``, changed at one to eight places. ``words`` are texts that have a
    meaning in such input.
    """
    data = bytearray(dice.choice(seeds))
    for _ in range(dice.choice((1, 1, 1, 2, 2, 3, 5, 8))):
        _change(dice, data, seeds, words)
    return bytes(data[:LONGEST])


def _change(dice: Random, data: bytearray, seeds: Sequence[bytes], words: Sequence[bytes]) -> None:
    size = len(data)
    at = dice.randrange(size + 1)
    end = min(size, at + dice.choice((1, 1, 2, 4, 16, 64, 512)))
    match dice.randrange(9):
        case 0:
            if at < size:
                data[at] ^= 1 << dice.randrange(8)
        case 1:
            data[at:end] = dice.randbytes(end - at)
        case 2:
            del data[at:end]
        case 3:
            del data[at:]
        case 4:
            data[at:at] = data[at:end] * dice.choice((1, 2, 10, 200))
        case 5:
            other = dice.choice(seeds)
            start = dice.randrange(len(other) + 1)
            data[at:end] = other[start : start + dice.choice((4, 16, 64, 512))]
        case 6:
            lines = data.split(b"\n")
            one, two = dice.randrange(len(lines)), dice.randrange(len(lines))
            lines[one], lines[two] = lines[two], lines[one]
            data[:] = b"\n".join(lines)
        case _:
            data[at : dice.choice((at, end))] = dice.choice(words or ODD if at % 2 else ODD)


ODD_VALUES = (
    None, True, 0, -1, 1, 2**31, 2**53, 2**63 - 1, -(2**63), "", "0", "x" * 300, "Zo\u00eb",
    "\u202e", "\n", [], {}, [1, 1], [None],
)  # fmt: skip


def json_file(dice: Random, seeds: Sequence[bytes]) -> bytes:
    """Return a JSON file with some bytes or some values changed."""
    if dice.random() < 0.5:
        return mutated(dice, seeds)
    return changed_json(dice, dice.choice(seeds))


def changed_json(dice: Random, text: bytes) -> bytes:
    """Return a JSON text with one to three values changed, each into something odd or into a value
    from another place.
    """
    whole = [json.loads(text)]
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        places = list(_places(whole))
        holder, key = dice.choice(places)
        other, at = dice.choice(places)
        value = holder[key]
        near = [value + 1, -value] if type(value) is int else [value]
        odd = dice.choice((dice.choice(ODD_VALUES), dice.choice(near), other[at]))
        holder[key] = json.loads(json.dumps(odd))
    return json.dumps(whole[0]).encode()


def _places(holder: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each value's container, and the value's key or index in it."""
    keys = holder.items() if isinstance(holder, dict) else enumerate(holder)
    for key, value in list(keys):
        yield holder, key
        if isinstance(value, dict | list):
            yield from _places(value)
