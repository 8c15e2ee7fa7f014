"""A place in the rail, with the number of needs that wait there."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.engine.language import plural
from app.ui.widgets.basics import Button, label, restyle
from app.ui.widgets.layout import STRETCH, place_part, row_of
from app.ui.widgets.letters_of_alt import paint_without_letters
from app.ui.widgets.theme import Margins, Space

MOST = 99


class RailButton(Button):
    """The name of a place. While something waits there, the name has a number at its end."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        paint_without_letters(self)
        self.count = label("", "count")
        self.count.hide()
        row_of(
            STRETCH,
            place_part(self.count, Qt.AlignmentFlag.AlignVCenter),
            on=self,
            margins=Margins(Space.S, Space.NONE, Space.S, Space.NONE),
        )

    def show_count(self, count: int, *, alarm: bool) -> None:
        """Show how many needs wait; 0 hides the number. ``alarm`` says that one of them is
        urgent.
        """
        self.count.setText(str(count) if count <= MOST else f"{MOST}+")
        restyle(self.count, "alarm", "true" if alarm else "false")
        self.count.setVisible(count > 0)
        words = plural(
            count,
            "{name}, {count} thing needs you",
            "{name}, {count} things need you",
            name=self.text(),
        )
        self.setAccessibleName(words if count else self.text())
