"""The standings page: who leads and by what, with ways to copy, save or publish the list."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QStackedWidget,
    QWidget,
)

from app.engine.acts.awards import BreakTie
from app.engine.language import plural, say
from app.reports.statistics_sheet import statistics_text
from app.store.os_errors import os_reason
from app.store.whole_file import write_whole_file
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.break_tie import BreakTieDialog
from app.ui.dialogs.files import ask_new_file
from app.ui.pages.standings.statistics_view import StatisticsView
from app.ui.pages.standings.table import StandingsTable
from app.ui.pages.standings.team_view import TeamView
from app.ui.pages.standings.teams_table import TeamsTable
from app.ui.widgets.basics import button, label
from app.ui.widgets.fields import TabWidget
from app.ui.widgets.layout import STRETCH, Stretch, column_of, grow, place_part, row_of
from app.ui.widgets.theme import PAGE, Space, around
from app.ui.widgets.two_lines import TwoLines
from app.views.event.awards import ties_to_break
from app.views.event.standings import (
    StandingRow,
    StandingsColumn,
    after_words,
    columns,
    standing_rows,
    standings_text,
    team_table,
    teams_score,
    teams_text,
)
from app.views.teams.record import TeamRecord, list_team_records

BYTE_ORDER_MARK = "\ufeff"  # so that a spreadsheet reads the names correctly


PLAYERS, TEAMS, STATISTICS = range(3)
"""The numbers of the tabs."""


class StandingsPage(QWidget):
    """The standings page. ``players_wanted`` is emitted if there is nobody to rank yet.
    ``publishing_wanted`` requests the dialog for publishing.
    """

    players_wanted = Signal()
    publishing_wanted = Signal()

    def __init__(self, client: DeskClient, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self._client = client
        self._rows: tuple[StandingRow, ...] = ()
        self.table = StandingsTable()
        self.after = label("", "pill")
        self.notice = label("", "muted", wraps=True)
        self.by_place = button(say("Back to p&laces"), self.table.sort_by_place, kind="quiet")
        self.tie = button(say("Break the &tie…"), self._break_tie)
        self.teams = TeamsTable()
        self.team = TeamView()
        self._records: tuple[TeamRecord, ...] = ()
        self.statistics = StatisticsView()
        self.copy = button(say("&Copy"), self._copy)
        self.export = button(say("E&xport…"), self._export)
        self.publish = button(say("P&ublish…"), self.publishing_wanted.emit)
        if client.publishing is None:
            self.publish.hide()
        self.published = label("", "muted")
        self.print = button(say("P&rint…"), self._print)
        self.print.setToolTip(say("Standings, each player’s record and every other sheet"))
        self._pages = QStackedWidget()
        self._lay_out()
        self._client.more_changed.connect(self._show_if_seen)
        self.table.pointed.connect(self._show_strength)
        self.teams.chosen.connect(self._show_team)
        self.tabs.currentChanged.connect(lambda _tab: self._show_tab())
        self.table.sorted_by.connect(self._show_order)
        self.by_place.hide()
        self._show()
        if client.publishing is not None:
            client.publishing.changed.connect(self._show_published)
        self.setFocusProxy(self.table)  # no button that Space would press

    def _lay_out(self) -> None:
        listed = QWidget()
        self._of_teams = False  # as shown last
        self.tabs = TabWidget()
        self.tabs.setObjectName("cards")
        self.tabs.addTab(self.table, say("&Players"))
        teams = QWidget()
        row_of(grow(self.teams, 3), grow(self.team, 2), on=teams, gap=Space.M)
        self.tabs.addTab(teams, say("Tea&ms"))
        self.tabs.addTab(self.statistics, say("Stat&istics"))
        column_of(grow(self.tabs), row_of(grow(self.notice), self.published), on=listed)
        self._pages.addWidget(listed)
        self._pages.addWidget(self._empty())
        column_of(
            TwoLines(
                row_of(
                    label(say("Standings"), "title"),
                    place_part(self.after, Qt.AlignmentFlag.AlignVCenter),
                    STRETCH,
                    gap=Space.M,
                ),
                row_of(
                    STRETCH,
                    self.by_place,
                    self.tie,
                    self.print,
                    self.copy,
                    self.export,
                    self.publish,
                ),
            ),
            grow(self._pages),
            on=self,
            gap=Space.M,
            margins=PAGE,
        )

    def _empty(self) -> QWidget:
        empty = QWidget()
        text = label(say("Nobody to rank yet. Check players in, then draw round 1."), "empty")
        go = button(say("&Go to players"), self.players_wanted.emit, kind="primary")
        column_of(
            Stretch(2),
            place_part(text, Qt.AlignmentFlag.AlignCenter),
            place_part(go, Qt.AlignmentFlag.AlignCenter),
            Stretch(3),
            on=empty,
            gap=Space.L,
            margins=around(Space.S),
        )
        return empty

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show()

    def _show_if_seen(self) -> None:
        """Show the standings if the page is visible. A hidden page waits, because counting takes
        time for many players.
        """
        if self.isVisible():
            self._show()

    def _show(self) -> None:
        state = self._client.state
        self._rows = standing_rows(state)
        self.after.setText(after_words(state))
        self.table.show_columns(columns(state))
        self.table.show_rows(self._rows)
        self._records = list_team_records(state)
        self.teams.show_table(team_table(state))
        self._show_team(self.teams.currentRow())
        of_teams = bool(self.teams.table.rows)
        begins, self._of_teams = of_teams and not self._of_teams, of_teams
        self.tabs.setTabVisible(TEAMS, of_teams)
        if begins:  # the teams' standings are those of the event
            self.tabs.setCurrentIndex(TEAMS)
        counted = self.statistics.show_event(state)
        self.tabs.setTabVisible(STATISTICS, counted)
        self.tabs.tabBar().setVisible(counted or of_teams)
        self._pages.setCurrentIndex(0 if self._rows else 1)
        for part in (self.print, self.copy, self.export):
            part.setEnabled(bool(self._rows))
        self._show_published()
        self._show_tab()

    def _show_published(self) -> None:
        """Show when results were last published. Problems with publishing are shown elsewhere."""
        publishing = self._client.publishing
        sent = publishing.last_sent() if publishing is not None else None
        if sent is not None:
            from app.ui.publish.words import sent_words

            self.published.setText(sent_words(sent, self._client.state))

    def _show_team(self, place: int) -> None:
        self.team.show_record(self._records[place] if 0 <= place < len(self._records) else None)

    def _show_tab(self) -> None:
        """Show the controls of the present tab. Ties can be broken only among players."""
        ties = ties_to_break(self._client.state)
        self.tie.setVisible(bool(ties) and self.tabs.currentIndex() == PLAYERS)
        self.export.setEnabled(bool(self._rows) and self.tabs.currentIndex() != STATISTICS)
        self._show_strength(None)

    def _show_order(self, column: StandingsColumn, _descending: bool) -> None:
        self.by_place.setVisible(column is not StandingsColumn.PLACE)

    def _show_strength(self, row: StandingRow | None) -> None:
        """Show how a player's strength of schedule is made up, or a hint if no player is chosen."""
        if row is None and self.tabs.currentIndex() == STATISTICS:
            self.notice.setText(say("Games with a result count; no-shows and byes do not"))
        elif row is None and self.tabs.currentIndex():
            self.notice.setText(teams_score(self._client.state))
        elif row is None:
            hint = say("Point at a player to see where the strength of schedule comes from")
            self.notice.setText(hint)
        else:
            self.notice.setText(f"{row.cell(StandingsColumn.NAME)} · {row.sos_words}")

    def text(self, separator: str) -> str:
        """Return the list as text, in the order on the screen."""
        if self.tabs.currentIndex() == STATISTICS:
            return statistics_text(self._client.state, separator)
        if self.tabs.currentIndex():
            return teams_text(self.teams.table, separator)
        return standings_text(self.table.rows, separator, columns(self._client.state))

    def _break_tie(self) -> None:
        """Ask the organizer to break the tie that includes the chosen player. If there is no such
        tie, take the first tie in the standings.
        """
        state = self._client.state
        groups = ties_to_break(state)
        chosen = self.table.chosen_number
        level = next((group for group in groups if chosen in group), groups[0] if groups else ())
        answer = BreakTieDialog.ask([(player, state.name(player)) for player in level], self)
        if answer is not None:
            self._client.ask(BreakTie(*answer))

    def _copy(self) -> None:
        QApplication.clipboard().setText(self.text("\t"))
        if self.tabs.currentIndex() == STATISTICS:
            self.notice.setText(say("Copied the statistics: paste into a spreadsheet"))
            return
        lines = self.teams.table.rows if self.tabs.currentIndex() else self._rows
        self.notice.setText(
            plural(
                len(lines),
                "Copied {count} line: paste into a spreadsheet",
                "Copied {count} lines: paste into a spreadsheet",
            )
        )

    def _print(self) -> None:
        from app.ui.printing.dialog import PrintDialog  # loads the system's printing

        sheet = ("standings", "teams", "statistics")[self.tabs.currentIndex()]
        PrintDialog.show_for(self._client, sheet, self)

    def _export(self) -> None:
        settings = self._client.state.settings
        event = settings.name if settings else say("Event")
        name = (
            say("{event} team standings", event=event)
            if self.tabs.currentIndex()
            else say("{event} standings", event=event)
        )
        chosen = ask_new_file(self, say("Export the standings"), name, "CSV")
        if chosen is not None:
            self.save(chosen)

    def save(self, path: Path) -> None:
        """Write the list as CSV. If that fails, show the reason."""
        try:
            write_whole_file(path, (BYTE_ORDER_MARK + self.text(",")).encode("utf-8"))
        except OSError as error:
            why = os_reason(path, error)
            self._client.refused.emit(
                say("Not exported: {strerror}. Choose another place.", strerror=why)
            )
        else:
            self.notice.setText(say("Exported to {path}", path=path))
