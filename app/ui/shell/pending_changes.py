"""The strip in the header that names a page's unapplied changes to the event."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from app.engine.language import say
from app.ui.widgets.basics import NameLabel, button
from app.ui.widgets.layout import grow, row_of
from app.ui.widgets.theme import Margins, Space


class PendingChanges(QFrame):
    """A strip with the settings that were changed but not applied. The strip is visible on every
    page until the changes are applied or discarded.
    """

    apply_wanted = Signal()
    discard_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pending")
        self.words = NameLabel()
        self.apply = button(say("Apply"), self.apply_wanted.emit, kind="inStrip")
        self.discard = button(say("Discard"), self.discard_wanted.emit, kind="inStrip")
        row_of(
            grow(self.words),
            self.apply,
            self.discard,
            on=self,
            gap=Space.XS,
            margins=Margins(Space.S, Space.LINE, Space.XXS, Space.LINE),
        )
        self.hide()

    def offer_acts(self, *, offered: bool) -> None:
        """Show or hide the buttons that apply and discard. They are hidden on the page with the
        settings, which has buttons of its own.
        """
        for act in (self.apply, self.discard):
            act.setVisible(offered)

    def show_changes(self, changes: Sequence[str]) -> None:
        self.words.show_name(say("Not applied: {changes}", changes=", ".join(changes)))
        self.setVisible(bool(changes))
