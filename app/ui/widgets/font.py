"""The program's own font, which makes windows look the same on every machine."""

import os
import sys
from contextlib import suppress

import fontpkg_inter
from PySide6.QtGui import QFont

FAMILY = "Inter"
FILE = fontpkg_inter.ROOT / "files" / "Inter[opsz,wght].ttf"
FONTCONFIG = "libfontconfig.so.1"
EVEN_FIGURES = "tnum"  # OpenType's name; in this font it makes hyphens as wide as figures, too


def announce_font() -> bool:
    """Announce the font to the system before the application is created. Tell whether the system
    then knows all weights of the font. On Linux, Qt reads only one weight from a file that it loads
    itself, and thickens that for the other weights. From files that fontconfig names, Qt reads all
    weights.
    """
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            return bool(ctypes.CDLL(FONTCONFIG).FcConfigAppFontAddFile(None, os.fsencode(FILE)))
    return False


def program_font(*, announced: bool) -> QFont:
    """Return the program's font, once the application exists. For scripts that this font lacks, Qt
    uses the system's fonts.
    """
    if not announced:
        from PySide6.QtGui import QFontDatabase

        QFontDatabase.addApplicationFont(str(FILE))
    return QFont(FAMILY)


def even_figures(font: QFont | None = None) -> QFont:
    """Return ``font``, or else the program's font, with digits of equal width. Use it for clocks,
    times and columns of numbers, but not for words and names. Their hyphens would be as wide as
    digits.
    """
    even = QFont(font) if font is not None else QFont()
    even.setFeature(QFont.Tag(EVEN_FIGURES), 1)
    return even


def is_worn(font: QFont) -> bool:
    """Tell whether text in ``font`` is drawn with the program's own letters."""
    from PySide6.QtGui import QFontInfo

    return QFontInfo(font).family() == FAMILY
