"""A player's entry to correct, and their warnings."""

from PySide6.QtWidgets import QDialog, QFormLayout, QLineEdit, QVBoxLayout, QWidget

from app.engine.acts.players import Entry
from app.engine.state import Player
from app.ui.widgets.basics import button, label
from app.ui.widgets.layout import foot
from app.views.event.players import warnings_words


class PlayerDialog(QDialog):
    def __init__(self, player: Player, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Player {player.number}")
        self.name = QLineEdit(player.entry.name)
        self.club = QLineEdit(player.entry.club)
        self.faction = QLineEdit(player.entry.faction)
        self.team = QLineEdit(player.entry.team)
        self.save = button("&Save", self.accept, kind="primary")
        self.save.setDefault(True)
        self.cancel = button("Cancel", self.reject)
        self.name.textChanged.connect(lambda text: self.save.setEnabled(bool(text.strip())))
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        for words, part in (
            ("&Name", self.name),
            ("C&lub", self.club),
            ("&Faction", self.faction),
            ("&Team", self.team),
        ):
            form.addRow(words, part)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(16)
        column.addLayout(form)
        for title, text in (
            ("Warnings", warnings_words(player)),
            ("Disqualified for", player.disqualified_for),
        ):
            if text:
                column.addLayout(_said(title, text))
        column.addStretch()
        column.addLayout(foot(self.cancel, self.save))
        self.setMinimumWidth(520)
        self.name.setFocus()
        self.name.selectAll()

    @property
    def entry(self) -> Entry:
        parts = (self.name, self.club, self.faction, self.team)
        return Entry(*(part.text().strip() for part in parts))

    @classmethod
    def ask(cls, player: Player, parent: QWidget | None = None) -> Entry | None:
        """The corrected entry; None when nothing is to change."""
        dialog = cls(player, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return dialog.entry if accepted and dialog.entry != player.entry else None


def _said(title: str, note: str) -> QVBoxLayout:
    box = QVBoxLayout()
    box.setSpacing(4)
    box.addWidget(label(title, "heading"))
    text = label(note, "muted", wraps=True)
    text.setMinimumWidth(472)
    box.addWidget(text)
    return box
