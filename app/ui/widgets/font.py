"""The font that the program brings along, so that windows look the same on every machine."""

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
    """Announce the font before the application is made. Tell whether the system knows all its
    weights now. On Linux Qt reads one weight of a file that it loads itself, and thickens that for
    the others; of the files that fontconfig names it reads them all.
    """
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            return bool(ctypes.CDLL(FONTCONFIG).FcConfigAppFontAddFile(None, os.fsencode(FILE)))
    return False


def program_font(*, announced: bool) -> QFont:
    """Return the program's font, once the application is made. For scripts that it lacks Qt takes
    the system's fonts.
    """
    if not announced:
        from PySide6.QtGui import QFontDatabase

        QFontDatabase.addApplicationFont(str(FILE))
    return QFont(FAMILY)


def even_figures(font: QFont | None = None) -> QFont:
    """Return ``font``, else the program's, with figures of one width: for clocks, times and columns
    of numbers. Words and names do without: a hyphen would be as wide as a figure.
    """
    even = QFont(font) if font is not None else QFont()
    even.setFeature(QFont.Tag(EVEN_FIGURES), 1)
    return even


def is_worn(font: QFont) -> bool:
    """Tell whether text in ``font`` is drawn in the program's own letters."""
    from PySide6.QtGui import QFontInfo

    return QFontInfo(font).family() == FAMILY
