"""The dialog for lists from a page that names no player. The organizer says which player the lists
belong to.
"""

from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QWidget

from app.engine.language import plural, say
from app.engine.state import State
from app.engine.text import join_words, name_order, shorten
from app.store.tables.workbook import WrittenList
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fields import ComboBox
from app.ui.widgets.layout import LayoutGap, caption_for, column_of, foot
from app.ui.widgets.theme import DIALOG, Space

MOST_NAMED = 4


class WhoseListsDialog(Dialog):
    def __init__(
        self, state: State, lists: Sequence[WrittenList], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Army lists of a page"))
        self.player = ComboBox()
        self.player.setAccessibleName(say("The player whose lists these are"))
        self.player.addItem(say("Choose the player"), 0)
        for number in sorted(state.players, key=lambda number: name_order(state.name(number))):
            self.player.addItem(f"{shorten(state.name(number), 60)}  {number}", number)
        self.open_lists = button(say("&Look at the lists"), self.accept, kind="primary")
        self.open_lists.setDefault(True)
        self.open_lists.setEnabled(False)
        self.skip = button(say("L&eave them out"), self.reject)
        self.player.currentIndexChanged.connect(
            lambda _place: self.open_lists.setEnabled(bool(self.player.currentData()))
        )
        note = label(_lists_words(lists), "muted", wraps=True)
        note.setMinimumWidth(420)
        column_of(
            note,
            LayoutGap(Space.M),
            caption_for(self.player, say("The page does not say whose they are:")),
            self.player,
            LayoutGap(Space.L),
            foot(self.skip, self.open_lists),
            on=self,
            margins=DIALOG,
        )
        self.player.setFocus()

    @classmethod
    def ask(
        cls, state: State, lists: Sequence[WrittenList], parent: QWidget | None = None
    ) -> int | None:
        """Return the player's number; None to ignore the lists."""
        dialog = cls(state, lists, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return dialog.player.currentData() if accepted else None


def _lists_words(lists: Sequence[WrittenList]) -> str:
    count = plural(
        len(lists), "The page holds {count} army list.", "The page holds {count} army lists."
    )
    titles = [say("“{title}”", title=shorten(each.title)) for each in lists if each.title]
    if not titles:
        return count
    return f"{count} " + say("Titles: {titles}.", titles=join_words(titles[:MOST_NAMED]))
