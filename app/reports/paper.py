"""The colours of everything that is printed: on white paper, whatever theme the windows have.

A sheet that a window shows as well has the colours of the window's theme there.
"""

from msgspec import Struct

FONT = "Inter, sans-serif"
"""The fonts of a page. The first is the program's own font, as in its windows, if it is
installed.
"""
SVG_FONT = "Inter"
"""The font of SVG. It is a single name, because Qt does not read a list of fonts there."""
PAPER = "#fff"
INK = "#000"
GREY = "#555"
"""The colour of words that are less important."""
RULE = "#bbb"
"""The colour of lines between rows."""
GRID = "#ddd"
AREA = "#f4f4f4"
TERRAIN, DENSE = "#e4e4e4", "#a8a8a8"
RED = "#b3261e"
BLUE = "#1a56b0"
SCREEN_LIGHT = "--ground: #ffffff; --ink: #16191d; --muted: #5b6570; --rule: #d5dae0;"
SCREEN_DARK = "--ground: #14171a; --ink: #e9ecef; --muted: #a3adb8; --rule: #363d45;"
"""The dark colours of the results page, which browsers show in the light or the dark theme."""


class Look(Struct, frozen=True):
    """The colours of a page or a drawing. ``red`` and ``blue`` are the colours of the sides'
    lines.
    """

    ground: str
    ink: str
    muted: str
    """The colour of less important words and of frames."""
    rule: str
    """The colour of lines between rows."""
    red: str
    blue: str
    tones: tuple[str, str, str]
    """The colours of full, half and light pieces of a bar."""


ON_PAPER = Look(PAPER, INK, GREY, RULE, RED, BLUE, (BLUE, DENSE, PAPER))
