"""A drawer of the images in a text. Each image contains its own SVG, and is drawn as sharply as the
screen or the paper allows.
"""

from base64 import b64decode

from PySide6.QtCore import QRect, QRectF, QSizeF
from PySide6.QtGui import (
    QPainter,
    QPyTextObject,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtSvg import QSvgRenderer

DATA = "data:image/svg+xml;base64,"
CSS_DPI = 96


class TextImages(QPyTextObject):
    """A handler that draws a document's images in place of Qt's own. Our texts have only SVG
    images.
    """

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._drawn: dict[str, QSvgRenderer] = {}
        document.documentLayout().registerHandler(QTextFormat.ObjectTypes.ImageObject.value, self)

    def intrinsicSize(self, doc: QTextDocument, _at: int, form: QTextFormat) -> QSizeF:
        """Return the size in the image's tag, or else the SVG's own size. It is never wider than
        the text.
        """
        own = self._renderer(form).viewBoxF()
        device = doc.documentLayout().paintDevice()
        scale = device.logicalDpiX() / CSS_DPI if device else 1.0
        scale *= (form.toImageFormat().width() or own.width()) / own.width()
        room = doc.textWidth() - 2 * doc.documentMargin()
        if room > 0:
            scale = min(scale, room / own.width())
        return QSizeF(own.width() * scale, own.height() * scale)

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        _doc: QTextDocument,
        _at: int,
        form: QTextFormat,
    ) -> None:
        self._renderer(form).render(painter, QRectF(rect))

    def _renderer(self, form: QTextFormat) -> QSvgRenderer:
        source = form.toImageFormat().name()
        if source not in self._drawn:
            self._drawn[source] = QSvgRenderer(b64decode(source.removeprefix(DATA)), self)
        return self._drawn[source]
