"""The dialog with a player's entry and warnings."""

from collections.abc import Iterable

from PySide6.QtWidgets import QDialog, QLineEdit, QVBoxLayout, QWidget

from app.engine.acts.players import Entry
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.state import Player
from app.ui.widgets.basics import button, label
from app.ui.widgets.choice_field import ChoiceField
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fields import select_all
from app.ui.widgets.layout import STRETCH, column_of, foot, form_of
from app.ui.widgets.theme import DIALOG, Space
from app.views.event.players import warnings_words


class PlayerDialog(Dialog):
    def __init__(
        self,
        player: Player,
        factions: Iterable[str] = (),
        armies: Iterable[str] = (),
        parent: QWidget | None = None,
        *,
        with_armies: bool = True,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Player {number}", number=player.number))
        self.name = QLineEdit(player.entry.name)
        self.club = QLineEdit(player.entry.club)
        self.faction = ChoiceField(player.entry.faction)
        self.faction.offer(factions)
        self.team = QLineEdit(player.entry.team)
        self.army = ChoiceField(player.entry.army)
        self.army.offer(armies)
        self.nickname = QLineEdit(player.entry.nickname)
        self.sign_up = QLineEdit(player.entry.sign_up)
        self.save = button(say("&Save"), self.accept, kind="primary")
        self.save.setDefault(True)
        self.cancel = button(say("Cancel"), self.reject)
        self.name.textChanged.connect(lambda text: self.save.setEnabled(bool(text.strip())))
        form = form_of(
            (say("&Name"), self.name),
            (say("C&lub"), self.club),
            (say("&Faction"), self.faction),
            (say("&Army"), self.army),
            (say("&Team"), self.team),
            (say("N&ickname"), self.nickname),
            (say("N&umber at the sign-up site"), self.sign_up),
        )
        for field, said in ((self.faction, player.entry.faction), (self.army, player.entry.army)):
            form.setRowVisible(field, with_armies or bool(said))
        column_of(
            form,
            _show_note(say("Warnings"), warnings_words(player)),
            _show_note(say("Disqualified for"), player.disqualified_for),
            STRETCH,
            foot(self.cancel, self.save),
            on=self,
            gap=Space.L,
            margins=DIALOG,
        )
        for each in (self.club, self.faction, self.team, self.army, self.nickname):
            each.home(False)  # a long one is read from its beginning
        self.setMinimumWidth(640)  # room for a name of 40 letters
        self.name.setFocus()
        select_all(self.name)

    @property
    def entry(self) -> Entry:
        parts = (self.name, self.club, self.faction, self.team, self.army, self.nickname)
        words = (part.text().strip() for part in parts)
        return replace(Entry(*words), sign_up=self.sign_up.text().strip().lstrip("#"))

    @classmethod
    def ask(
        cls,
        player: Player,
        factions: Iterable[str] = (),
        armies: Iterable[str] = (),
        parent: QWidget | None = None,
        *,
        with_armies: bool = True,
    ) -> Entry | None:
        """Return the corrected entry; None to change nothing."""
        dialog = cls(player, factions, armies, parent, with_armies=with_armies)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return dialog.entry if accepted and dialog.entry != player.entry else None


def _show_note(title: str, note: str) -> QVBoxLayout | None:
    if not note:
        return None
    text = label(note, "muted", wraps=True)
    text.setMinimumWidth(472)
    return column_of(label(title, "heading"), text, gap=Space.XS)
