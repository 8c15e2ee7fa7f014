"""How a pairing is painted: each name with a smaller line below it."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.ui.widgets.elide import elided
from app.ui.widgets.theme import current_theme

BELOW_ROLE = int(Qt.ItemDataRole.UserRole)
PLAYER_ROLE = BELOW_ROLE + 1
REMARK_ROLE = BELOW_ROLE + 2
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
MIDDLE = Qt.AlignmentFlag.AlignCenter
PAD = 8
SMALLER = 0.88


class SeatPainter(QStyledItemDelegate):
    """A cell with ``BELOW_ROLE`` is a player, one with ``REMARK_ROLE`` a remark, any other a
    number in the middle.
    """

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme, box, below = current_theme(), option.rect, index.data(BELOW_ROLE)
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, QColor(theme.surface))
            tint = QColor(theme.accent)
            tint.setAlphaF(0.16)
            painter.fillRect(box, QColor(theme.surface))  # over what the style has painted
            painter.fillRect(box, tint)
            painter.fillRect(box.left(), box.top(), 3, box.height(), QColor(theme.accent))
        painter.fillRect(box.left(), box.bottom(), box.width(), 1, QColor(theme.line))
        inner = box.adjusted(PAD, 0, -PAD, 0)
        text = str(index.data())
        if index.data(REMARK_ROLE):
            font = painter.font()
            font.setPixelSize(round(font.pixelSize() * SMALLER))
            painter.setFont(font)
            painter.setPen(QColor(theme.muted))
            painter.drawText(inner, int(LEFT | Qt.TextFlag.TextWordWrap), text)
        elif below is None:
            _write(painter, inner, text, theme.text, bold=index.column() == 0, align=MIDDLE)
        else:
            half = inner.height() // 2
            upper = QRect(inner.left(), inner.top() + 2, inner.width(), half)
            lower = QRect(inner.left(), inner.top() + half, inner.width(), half - 4)
            _write(painter, upper if below else inner, text, theme.text, bold=True, align=LEFT)
            font = painter.font()
            font.setPixelSize(round(font.pixelSize() * SMALLER))
            painter.setFont(font)
            _write(painter, lower, below, theme.muted, bold=False, align=LEFT)
        painter.restore()


def _write(
    painter: QPainter, box: QRect, text: str, colour: str, *, bold: bool, align: Qt.AlignmentFlag
) -> None:
    font = painter.font()
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    painter.setFont(font)
    painter.setPen(QColor(colour))
    shown = elided(painter.fontMetrics(), text, box.width())
    painter.drawText(box, int(align), shown)
