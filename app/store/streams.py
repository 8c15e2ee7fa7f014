"""The encoding of what is printed: UTF-8 wherever a file or another program takes it, and letters
that look alike where a console lacks one. What a program without a console prints is in `unseen`.
"""

import codecs
import os
import sys
from errno import EINVAL
from typing import TextIO

ALIKE = "flagfall.alike"
"""The name of our handler for letters that an encoding lacks."""
PLAIN = str.maketrans(
    {
        "‘": "'", "’": "'", "‚": ",", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
        "–": "-", "—": "-", "−": "-", "‑": "-", "·": "-", "•": "*", "×": "x", "→": "->",
        "Ł": "L", "ł": "l", "Ø": "O", "ø": "o", "Đ": "D", "đ": "d", "ß": "ss", "ẞ": "SS",
        "Æ": "AE", "æ": "ae", "Œ": "OE", "œ": "oe", "Þ": "Th", "þ": "th", "ı": "i",
    }
)  # fmt: skip
"""What has no parts that Unicode knows."""
UNKNOWN, REPLACED = "?", "\N{REPLACEMENT CHARACTER}"


def write_every_letter(*streams: TextIO | None) -> None:
    """Have streams write UTF-8, but for consoles of another encoding and where the environment
    names one; those write letters that look alike, and never raise an error.
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
    """Return ASCII for what could not be encoded, and where to go on. Who reads the stream again,
    as pytest does, may find bytes that another program wrote.
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
    """Tell whether whoever read our output went away. Windows calls that an invalid argument."""
    is_windows = sys.platform == "win32"
    if is_windows and error.errno == EINVAL:
        return error.filename is None
    return isinstance(error, BrokenPipeError)
