"""The encoding of printed text: UTF-8 for files and other programs, and similar letters where a
console lacks one. The output of a program without a console is in `unseen`.
"""

import codecs
import os
import sys
from errno import EINVAL
from typing import TextIO

ALIKE = "flagfall.alike"
"""The name of our error handler, which replaces letters that an encoding lacks by similar ones."""
PLAIN = str.maketrans(
    {
        "‘": "'", "’": "'", "‚": ",", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
        "–": "-", "—": "-", "−": "-", "‑": "-", "·": "-", "•": "*", "×": "x", "→": "->",
        "Ł": "L", "ł": "l", "Ø": "O", "ø": "o", "Đ": "D", "đ": "d", "ß": "ss", "ẞ": "SS",
        "Æ": "AE", "æ": "ae", "Œ": "OE", "œ": "oe", "Þ": "Th", "þ": "th", "ı": "i",
    }
)  # fmt: skip
"""Replacements for letters that Unicode cannot decompose."""
UNKNOWN, REPLACED = "?", "\N{REPLACEMENT CHARACTER}"


def write_every_letter(*streams: TextIO | None) -> None:
    """Set streams to UTF-8, unless they are consoles or the environment names an encoding. Letters
    that an encoding lacks are replaced with similar ones, so no stream raises an error.
    """
    codecs.register_error(ALIKE, _alike)
    for stream in streams:
        reconfigure = getattr(stream, "reconfigure", None)
        if stream is None or reconfigure is None:
            continue
        if stream.isatty() or "PYTHONIOENCODING" in os.environ:
            reconfigure(errors=ALIKE)
        else:
            reconfigure(encoding="utf-8", errors=ALIKE)


def _alike(error: UnicodeError) -> tuple[str, int]:
    """Return ASCII for letters that cannot be encoded, and the position at which to continue. A
    stream that is read back, as by pytest, may contain bytes of other programs; they become a
    replacement mark.
    """
    if isinstance(error, UnicodeDecodeError):
        return REPLACED, error.end
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(map(_plain, lacking)), error.end


def _plain(letter: str) -> str:
    from unicodedata import combining, normalize

    parts = normalize("NFKD", letter.translate(PLAIN))
    plain = parts.encode("ascii", "ignore").decode("ascii")
    return plain or ("" if combining(letter) else UNKNOWN)


def is_reader_gone(error: OSError) -> bool:
    """Tell whether the program that was reading our output has ended. Windows reports that as an
    invalid argument.
    """
    is_windows = sys.platform == "win32"
    if is_windows and error.errno == EINVAL:
        return error.filename is None
    return isinstance(error, BrokenPipeError)
