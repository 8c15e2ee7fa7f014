"""The record of the team that is chosen in the team standings."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QTextBrowser, QWidget

from app.engine.language import say
from app.reports.team_sheets import team_records_page
from app.views.teams.record import TeamRecord

LEAST, WIDTH = 400, 472


class TeamView(QTextBrowser):
    """The record of a team, as on the printed sheet."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("teamRecord")
        self.setAccessibleName(say("The team’s matches and players"))
        self.setMinimumWidth(LEAST)
        self.setMaximumWidth(WIDTH)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._record: TeamRecord | None = None

    def show_record(self, record: TeamRecord | None) -> None:
        """Show a record. The scroll position stays while the team is the same."""
        if record == self._record:
            return
        same = record is not None and self._record is not None and record.team == self._record.team
        self._record = record
        place = self.verticalScrollBar().value() if same else 0
        if record is None:
            self.clear()
            return
        drawn = replace(record, rows=tuple(row for row in record.rows if row.opponent))
        self.setHtml(team_records_page((drawn,), ""))
        self.verticalScrollBar().setValue(place)
