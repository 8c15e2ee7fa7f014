"""Writes gettext's .mo files, as its manual describes them."""

import struct
from collections.abc import Mapping
from pathlib import Path

GERMANIC = "nplurals=2; plural=(n != 1);"
Text = str | tuple[str, ...]


def write_catalogue(
    file: Path, words: Mapping[Text, Text], plural: str = GERMANIC, language: str = ""
) -> None:
    """``words`` has the translation of each text, and all forms for a text with two."""
    head = f"Content-Type: text/plain; charset=utf-8\nPlural-Forms: {plural}\n"
    head += f"Language: {language}\n" if language else ""
    rows = sorted((_joined(text), _joined(given)) for text, given in {"": head, **words}.items())
    texts, at = b"", 28 + 16 * len(rows)
    table = list[bytes]()
    for column in zip(*rows, strict=True):
        for text in column:
            table.append(struct.pack("<II", len(text), at + len(texts)))
            texts += text + b"\0"
    magic, half = 0x950412DE, 28 + 8 * len(rows)
    header = struct.pack("<7I", magic, 0, len(rows), 28, half, 0, at)
    file.write_bytes(header + b"".join(table) + texts)


def _joined(text: Text) -> bytes:
    return (text if isinstance(text, str) else "\0".join(text)).encode()
