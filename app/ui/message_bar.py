"""The bar that tells the EO what was refused or went wrong; it stays until he has read it."""

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QWidget

from app.ui.push_button import Button


class MessageBar(QFrame):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("message_bar")
        self._label = QLabel()
        self._label.setWordWrap(True)
        self._label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.dismiss = Button("Got it")  # no letter is free on every page that is below
        self.dismiss.setToolTip("Esc")
        self.dismiss.clicked.connect(self.hide)
        away = QShortcut(QKeySequence("Esc"), self)
        away.activated.connect(self.hide)
        away.activatedAmbiguously.connect(self.hide)  # two bars: one after the other
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 8, 16, 8)
        row.addWidget(self._label)
        row.addWidget(self.dismiss)
        self.hide()

    @property
    def text(self) -> str:
        return self._label.text()

    def show_message(self, sentence: str) -> None:
        """Show ``sentence`` until it is dismissed or another takes its place."""
        from PySide6.QtCore import Qt

        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setText(sentence)
        self.setAccessibleName(sentence)
        self.show()
