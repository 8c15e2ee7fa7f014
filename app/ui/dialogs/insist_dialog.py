"""The question after a doubt: leave it, or do it anyway."""

from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

RECORDED = "What you decide is recorded and can be undone."


class InsistDialog(QDialog):
    """``sentence`` is the engine's doubt. Escape and Enter both leave things as they are."""

    def __init__(
        self, sentence: str, parent: QWidget | None = None, *, note: str = RECORDED
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Are you sure?")
        said = QLabel(sentence)
        said.setWordWrap(True)
        said.setMinimumWidth(420)
        below = QLabel(note)
        below.setProperty("role", "muted")
        self.leave = QPushButton("&Leave it")
        self.leave.setProperty("kind", "primary")
        self.leave.setDefault(True)
        self.anyway = QPushButton("&Do it anyway")
        self.anyway.setAutoDefault(False)
        self.leave.clicked.connect(self.reject)
        self.anyway.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.addStretch()
        buttons.addWidget(self.anyway)
        buttons.addWidget(self.leave)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(16)
        column.addWidget(said)
        column.addWidget(below)
        column.addLayout(buttons)
        self.leave.setFocus()

    @classmethod
    def ask(
        cls,
        sentence: str,
        parent: QWidget | None = None,
        *,
        consequences: str = "",
        note: str = RECORDED,
    ) -> bool:
        """Whether the EO insists; where something grave follows from it, he is asked twice."""
        accepted = QDialog.DialogCode.Accepted
        return all(
            cls(said, parent, note=note).exec() == accepted
            for said in (sentence, consequences and f"Really? {consequences}")
            if said
        )
