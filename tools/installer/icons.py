"""Writes the program's icon in the form that each system needs, from
resources/icons/flagfall.svg.
"""

import os
import struct
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "resources" / "icons" / "flagfall.svg"
EDGES = (16, 32, 48, 128, 256)
LARGEST = 256
WINDOWS_EDGES = (16, 24, 32, 48, 64, 128, LARGEST)
"""The sizes of the icon, from the title bar and the task bar to the largest view of a folder."""


def write_icon(file: Path, edge: int) -> Path:
    """Write the icon as a square of ``edge`` pixels, in the format given by the file's ending.
    Raises OSError if the file cannot be written.
    """
    if not draw_icon(edge).save(str(file)):
        raise OSError(f"{file} cannot be written")
    return file


def write_windows_icon(file: Path) -> Path:
    """Write all sizes of the icon into one ``.ico``, each drawn separately. The file has a
    directory of six bytes and of sixteen more for each size, then the pictures. Only the largest is
    a PNG, because not every program reads small PNGs.
    """
    pictures = [_bitmap(edge) if edge < LARGEST else _png(edge) for edge in WINDOWS_EDGES]
    entries, offset = [], 6 + 16 * len(pictures)
    for edge, picture in zip(WINDOWS_EDGES, pictures, strict=True):
        side = edge % LARGEST  # one byte: 0 is 256
        entries.append(struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(picture), offset))
        offset += len(picture)
    file.write_bytes(b"".join((struct.pack("<HHH", 0, 1, len(pictures)), *entries, *pictures)))
    return file


def _bitmap(edge: int) -> bytes:
    """Return the icon as a bitmap: a header of forty bytes, the rows from the bottom up, and a mask
    that hides nothing.
    """
    from PySide6.QtCore import Qt

    rows = draw_icon(edge).flipped(Qt.Orientation.Vertical)
    mask = bytes((edge + 31) // 32 * 4 * edge)
    size = len(rows.constBits()) + len(mask)
    header = struct.pack("<IiiHHIIiiII", 40, edge, 2 * edge, 1, 32, 0, size, 0, 0, 0, 0)
    return header + bytes(rows.constBits()) + mask


def _png(edge: int) -> bytes:
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice
    from PySide6.QtGui import QImageWriter

    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(draw_icon(edge))
    return bytes(buffer.data().data())


def draw_icon(edge: int) -> "QImage":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QRectF, Qt
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    image = QImage(edge, edge, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(PICTURE)).render(painter, QRectF(0, 0, edge, edge))
    painter.end()
    return image
