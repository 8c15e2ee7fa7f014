"""A photo of a slip as pages send it, for tests: small, and what can be wrong with one."""

import struct
from base64 import b64decode
from zlib import crc32

SLIP = b64decode(
    "/9j/4AAQSkZJRgABAQEAZABkAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5a"
    "YVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAAR"
    "CAAQABgDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEG"
    "E1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWG"
    "h4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEB"
    "AQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYk"
    "NOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0"
    "tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDsNSub+28v7Bp32zdnf+/WPZ0x1655/KqP"
    "9p69/wBC5/5PJ/hWjfWP23Z/pd1b7M/6iTZuzjr+VQ2ulfZrhZv7Qv5dufklm3KeMcjFZ3NEo2vcfptzf3Pmfb9O+x7cbP36yb+uenTHH50V"
    "eopkn//Z"
)
"""A JPEG of 24 × 16 pixels."""
FRAME = SLIP.index(b"\xff\xc0")
SCAN = SLIP.index(b"\xff\xda")


def segment(kind: int, content: bytes) -> bytes:
    """A part of a JPEG, with its length."""
    return struct.pack(">BBH", 0xFF, kind, len(content) + 2) + content


def with_part(part: bytes) -> bytes:
    """The slip with another part behind its first two bytes."""
    return SLIP[:2] + part + SLIP[2:]


def sized(width: int, height: int) -> bytes:
    """The slip, which says of itself that it has another size."""
    return SLIP[: FRAME + 5] + struct.pack(">HH", height, width) + SLIP[FRAME + 9 :]


def another(number: int) -> bytes:
    """A photo that differs from others by the density that it says it has."""
    density = SLIP.index(b"JFIF") + 8
    return SLIP[:density] + struct.pack(">H", number) + SLIP[density + 2 :]


def png() -> bytes:
    """A picture of another kind."""
    head = b"IHDR" + struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + head + struct.pack(">I", crc32(head))


def heic() -> bytes:
    """The beginning of an iPhone's own kind of picture."""
    return struct.pack(">I", 24) + b"ftypheic" + bytes(4) + b"mif1heic" + bytes(200)
