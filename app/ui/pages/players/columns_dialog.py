"""The dialog in which the organizer corrects what each column of a list contains."""

from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QWidget

from app.engine.language import say
from app.engine.text import shorten
from app.store.tables.roster import Column, RosterPreview, SourceColumn, Taken
from app.ui.widgets.basics import button, label, make_scrollable
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fields import ComboBox
from app.ui.widgets.layout import STRETCH, column_of, foot, grid_of, grow
from app.ui.widgets.theme import DIALOG, Space, around

COLUMN_WORDS = {
    Column.NAME: say("Name"),
    Column.GIVEN: say("First name"),
    Column.FAMILY: say("Last name"),
    Column.CLUB: say("Club"),
    Column.FACTION: say("Faction"),
    Column.ARMY: say("Army"),
    Column.NICKNAME: say("Nickname"),
    Column.SIGN_UP: say("Number at the sign-up site"),
    Column.TEAM: say("Team"),
    Column.SEAT: say("Seat in the team"),
    Column.CAPTAIN: say("Captain"),
    Column.NATION: say("Nation of the team"),
    Column.HERE: say("Here, ticked at check-in"),
    Column.PAID: say("Paid, ticked at check-in"),
    Column.LISTS: say("Lists, ticked at check-in"),
    Column.STATUS: say("Whether they are coming"),
    Column.OUT: say("Dropped or waiting"),
}
NOT_USED = say("Not used")
MOST_LETTERS = 32


class ColumnsDialog(Dialog):
    """A dialog with a row for each column of the list: its heading, its first cell, and the kind of
    its contents.
    """

    def __init__(self, preview: RosterPreview, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Columns of the list"))
        self.resize(640, 480)
        self._taken = preview.taken
        self.choices: list[QComboBox] = []
        self.headed = QCheckBox(say("The list has &headings"))
        self.headed.setChecked(preview.taken.heading is not None)
        inside = QWidget()
        rows = [self._row(place, each) for place, each in enumerate(preview.columns, start=1)]
        grid = grid_of(*rows, gap=Space.S, gap_across=Space.L, shares=(2, 2, 1))
        column_of(grid, STRETCH, on=inside, margins=around(Space.S))
        self.cancel = button(say("Cancel"), self.reject)
        self.use = button(say("&Use these columns"), self.accept, kind="primary")
        self.use.setDefault(True)
        column_of(
            self.headed,
            grow(make_scrollable(inside)),
            foot(self.cancel, self.use),
            on=self,
            gap=Space.L,
            margins=DIALOG,
        )

    @classmethod
    def ask(cls, preview: RosterPreview, parent: QWidget | None = None) -> Taken | None:
        dialog = cls(preview, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return dialog.taken if accepted else None

    @property
    def taken(self) -> Taken:
        """The kinds that are now chosen for the columns."""
        before = self._taken.heading or 0
        heading = before if self.headed.isChecked() else None
        return Taken(heading, tuple(choice.currentData() for choice in self.choices))

    def _row(self, place: int, each: SourceColumn) -> tuple[QWidget, QWidget, QWidget]:
        heading = each.heading or say("Column {number}", number=place)
        choice = ComboBox()
        choice.setAccessibleName(say("What “{heading}” holds", heading=heading))
        choice.addItem(NOT_USED, None)
        for column, words in COLUMN_WORDS.items():
            choice.addItem(words, column)
        choice.setCurrentIndex([None, *COLUMN_WORDS].index(each.column))
        choice.currentIndexChanged.connect(lambda _place: self._free(choice))
        self.choices.append(choice)
        example = label(shorten(each.example, MOST_LETTERS), "muted")
        return label(shorten(heading, MOST_LETTERS)), example, choice

    def _free(self, chosen: QComboBox) -> None:
        """Remove the kind that was just chosen in ``chosen`` from the other columns, because no two
        columns may have the same kind.
        """
        for choice in self.choices:
            taken = choice is not chosen and choice.currentData() is chosen.currentData()
            if taken and choice.currentData() is not None:
                choice.setCurrentIndex(0)
