"""The program's icon in the forms that each system wants, from resources/icons/flagfall.svg."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "resources" / "icons" / "flagfall.svg"
EDGES = (16, 32, 48, 128, 256)


def write_icon(file: Path, edge: int) -> Path:
    """The icon as a square of ``edge`` pixels, in the form that the name ends with."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QRectF, Qt
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    image = QImage(edge, edge, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(PICTURE)).render(painter, QRectF(0, 0, edge, edge))
    painter.end()
    if not image.save(str(file)):
        raise OSError(f"{file} cannot be written")
    return file
