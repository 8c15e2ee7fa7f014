"""Saves a picture of a window in few colours, so that the file is small."""

from collections import Counter
from pathlib import Path

from PySide6.QtGui import QImage

COLOURS = 256


def keep(image: QImage, path: Path, colours: int = COLOURS) -> None:
    """Save a picture in its most frequent colours. The edges of letters get the nearest of these
    colours.
    """
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = memoryview(plain.constBits()).cast("B").cast("I")
    counted = Counter(pixels)
    palette = [colour for colour, _ in counted.most_common(colours)]
    places = {colour: place for place, colour in enumerate(palette)}
    for colour in counted.keys() - places.keys():
        places[colour] = min(range(len(palette)), key=lambda at: apart(colour, palette[at]))
    few = QImage(
        bytes(places[pixel] for pixel in pixels),
        plain.width(),
        plain.height(),
        plain.width(),
        QImage.Format.Format_Indexed8,
    )
    few.setColorTable(palette)
    few.save(str(path), "PNG", 0)


def apart(one: int, other: int) -> int:
    """Return how far two colours are apart: the sum of the differences of their red, green and
    blue.
    """
    return sum(abs((one >> bits & 255) - (other >> bits & 255)) for bits in (0, 8, 16))
