"""The record of the team that is chosen in the team standings."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QTextBrowser, QWidget

from app.engine.frozen import replace
from app.engine.language import say
from app.reports.team_sheets import team_records_page
from app.ui.widgets.page_look import page_look
from app.ui.widgets.theme import Theme, current_theme
from app.views.teams.record import TeamRecord

LEAST, WIDTH = 400, 472


class TeamView(QTextBrowser):
    """The record of a team, as on the printed sheet."""

    _shown: tuple[TeamRecord | None, Theme] | None = None
    """The record that was rendered, and the theme in which it was rendered."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("teamRecord")
        self.setAccessibleName(say("The team’s matches and players"))
        self.setMinimumWidth(LEAST)
        self.setMaximumWidth(WIDTH)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def changeEvent(self, event: QEvent) -> None:
        """Render the record again when the theme's colours change."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._shown is not None:
            self.show_record(self._shown[0])

    def show_record(self, record: TeamRecord | None) -> None:
        """Show a record. The scroll position stays the same as long as the team does."""
        shown, before = (record, current_theme()), self._shown
        if shown == before:
            return
        self._shown = shown
        last = before and before[0]
        same = record is not None and last is not None and record.team == last.team
        place = self.verticalScrollBar().value() if same else 0
        if record is None:
            self.clear()
            return
        drawn = replace(record, rows=tuple(row for row in record.rows if row.opponent))
        self.setHtml(team_records_page((drawn,), "", page_look()))
        self.verticalScrollBar().setValue(place)
