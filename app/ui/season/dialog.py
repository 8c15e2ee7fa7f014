"""The window of a season: its league, its ratings, its factions, its events, its rule, and the
identities of its players.
"""

import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSizeF, Qt
from PySide6.QtGui import QPageLayout, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.progress import Cancelled
from app.reports.page import date_words, printed_words
from app.reports.season_page import season_page
from app.reports.season_sheet import season_sheets
from app.store.errors import StoreError
from app.store.exports.tables import as_zip
from app.store.known_players import keep_players
from app.store.os_errors import os_reason
from app.store.season_folder import ReadSeason, answer_doubts, keep_season, read_season
from app.store.whole_file import write_whole_file
from app.ui.deliveries import deliver_to
from app.ui.dialogs.chooser import choose_folder
from app.ui.dialogs.files import ask_new_file, ask_printer
from app.ui.dialogs.progress import WorkProgress
from app.ui.printing.dialog import NO_PRINTER, print_on, usual_paper, write_pdf
from app.ui.printing.pages import Printout, lay_out
from app.ui.season.lists import (
    LeagueLine,
    event_lines,
    event_list,
    faction_list,
    league_lines,
    league_list,
    meeting_lines,
    meeting_list,
    rating_list,
    record_lines,
    record_list,
)
from app.ui.season.questions import Questions
from app.ui.season.rule_form import RuleForm
from app.ui.widgets.basics import button, label, make_primary
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fields import TabWidget
from app.ui.widgets.layout import STRETCH, column_of, grow, row_of
from app.ui.widgets.steps import StepByStep, Steps
from app.ui.widgets.theme import DIALOG, Space, around
from app.views.dates import span_words
from app.views.season.known import known_entries
from app.views.season.league import LeagueRule
from app.views.season.people import Answer
from app.views.season.season import Season
from app.views.season.words import rule_words

BESIDE = 1000
"""The least width in pixels at which a player's record is beside the league instead of below it."""
LINE = 28
MOST_NOTES = 3
READING = say("Reading the season")
BEGIN = say(
    "Put copies of the season’s event files into one folder and choose it. Nothing is written into"
    " the events."
)
NOBODY = say("Choose a player to see their events and whom they met.")


class SeasonDialog(Dialog):
    """A window that shows the season of a folder. ``keep_folder`` remembers the folder that was
    chosen.
    """

    def __init__(
        self,
        folder: str,
        keep_folder: Callable[[str], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Season"))
        self.resize(1240, 680)
        self._keep_folder = keep_folder
        self._folder: Path | None = None
        self._reading: object = None
        self._deliver = deliver_to(self._take)
        self._writing = StepByStep[str](self)
        self.season: Season | None = None
        self._make_parts()
        self._lay_out()
        self._say("")
        self._show_season(None)
        if folder and Path(folder).is_dir():
            self.open_folder(Path(folder))

    @classmethod
    def show_for(
        cls, folder: str, keep_folder: Callable[[str], None], parent: QWidget | None = None
    ) -> None:
        dialog = cls(folder, keep_folder, parent)
        dialog.exec()
        dialog.deleteLater()

    def _make_parts(self) -> None:
        self.title = label("", "title")
        self.about = label("", "muted", wraps=True)
        self.notes = label("", "notice", wraps=True)
        self.said = label("", "muted", wraps=True)
        self.progress = WorkProgress()
        self.league, self.ratings = league_list(), rating_list()
        self.factions, self.events = faction_list(), event_list()
        self.record, self.meetings = record_list(), meeting_list()
        self.player = label("", "heading", wraps=True)
        self.rule, self.questions = RuleForm(), Questions()
        self.tabs = TabWidget()
        self.choose = button(say("C&hoose folder…"), self._choose, kind="primary")
        self.again = button(say("Read &again"), self._read_again, kind="quiet")
        self.page = button(say("Save as &web page…"), self._save_page)
        self.tables = button(say("Save &tables…"), self._save_tables)
        self.pdf = button(say("Save as P&DF…"), self._save_pdf)
        self.print = button(say("&Print…"), self._print)
        self.leave = button(say("C&lose"), self.reject)
        self.league.chosen.connect(self._show_player)
        self.rule.changed.connect(self._take_rule)
        self.questions.answered.connect(self._take_answer)
        self.progress.cancelled.connect(self._stop_reading)

    def _lay_out(self) -> None:
        beside = QWidget()
        column_of(
            self.player,
            grow(self.record, 3),
            grow(self.meetings, 2),
            on=beside,
            gap=Space.S,
        )
        league = QWidget()
        self._league_row = row_of(
            grow(self.league, 5),
            grow(beside, 4),
            on=league,
            gap=Space.L,
            margins=around(Space.S),
        )
        for part, words in (
            (league, say("Lea&gue")),
            (self.ratings, say("&Ratings")),
            (self.factions, say("&Factions")),
            (self.events, say("&Events")),
            (self.rule, say("Points r&ule")),
            (self.questions, say("Who &is who")),
        ):
            self.tabs.addTab(part, words)
        column_of(
            row_of(grow(self.title), self.again, self.choose),
            self.about,
            self.notes,
            self.progress,
            grow(self.tabs),
            self.said,
            row_of(self.page, self.tables, STRETCH, self.leave, self.pdf, self.print, gap=Space.M),
            on=self,
            gap=Space.M,
            margins=DIALOG,
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        way = QBoxLayout.Direction
        beside = event.size().width() >= BESIDE
        self._league_row.setDirection(way.LeftToRight if beside else way.TopToBottom)
        for part, lines in ((self.league, 8), (self.record, 4), (self.meetings, 3)):
            part.setMinimumHeight(0 if beside else lines * LINE)

    def open_folder(self, folder: Path) -> None:
        """Read the events of a folder in a thread, then show them."""
        self._stop_reading()
        self._folder = folder
        reading = self._reading = object()
        self._say("")
        self.progress.begin(READING)
        given = (folder, self.progress.report_progress, partial(self._deliver, reading))
        threading.Thread(target=_read_beside, args=given, name="season", daemon=True).start()

    def _take(self, reading: object, found: ReadSeason | StoreError | None) -> None:
        """Show the season that the thread has read, or the reason why it cannot be read. Ignore any
        reading but the latest.
        """
        if reading is not self._reading:
            return
        self._stop_reading()
        if isinstance(found, ReadSeason):
            self._keep_folder(str(self._folder))
            self._show_notes((*found.faults, *found.notes))
            self._show_season(found.season)
            keep_players(known_entries(found.season))
        elif found is not None:
            self._folder = None
            self._show_notes((str(found),))
            self._show_season(None)

    def _stop_reading(self) -> None:
        self._reading = None
        self.progress.end()

    def _choose(self) -> None:
        title = say("The folder of the season’s events")
        chosen = choose_folder(self, title, str(self._folder or ""))
        if chosen is not None:
            self.open_folder(chosen)

    def _read_again(self) -> None:
        if self._folder is not None:
            self.open_folder(self._folder)

    def _say(self, words: str) -> None:
        """Show a message below the lists."""
        self.said.setText(words)
        self.said.setVisible(bool(words))

    def _show_notes(self, notes: tuple[str, ...]) -> None:
        left = len(notes) - MOST_NOTES
        more = [plural(left, "And {count} more.", "And {count} more.")] if left > 0 else []
        self.notes.setText(" ".join((*notes[:MOST_NOTES], *more)))
        self.notes.setToolTip("\n".join(notes) if more else "")
        self.notes.setVisible(bool(notes))

    def _show_season(self, season: Season | None) -> None:
        self.season = season
        there = season is not None and bool(season.outcomes)
        self.tabs.setVisible(there)
        self.again.setVisible(self._folder is not None)
        self.notes.setVisible(bool(self.notes.text()))
        for act in (self.page, self.tables, self.pdf, self.print):
            act.setEnabled(there)
        make_primary(self.print if there else self.choose, self.print, self.choose)
        if season is None or not there:
            self.title.setText(say("Season"))
            self.about.setText(BEGIN)
            self.about.setAlignment(Qt.AlignmentFlag.AlignCenter)
            return
        self.title.setText(season.name)
        self.about.setText(_about_words(season))
        self.about.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self.league.show_rows(league_lines(season))
        self.ratings.show_rows(season.ratings)
        self.factions.show_rows(season.factions)
        self.events.show_rows(event_lines(season))
        self.rule.show_rule(season.name, season.rule)
        self.questions.show_season(season)
        asked = len(season.people.doubts)
        words = say("Who &is who ({count})", count=asked) if asked else say("Who &is who")
        self.tabs.setTabText(self.tabs.indexOf(self.questions), words)
        if self.league.chosen_row is None and self.league.rows:
            self.league.choose([0])
        self._show_player()

    def _show_player(self) -> None:
        """Show the events and opponents of the player who is chosen in the league."""
        line: LeagueLine | None = self.league.chosen_row
        if self.season is None or line is None:
            self.player.setText(NOBODY)
            self.record.show_rows(())
            self.meetings.show_rows(())
            return
        person = line.row.person
        self.player.setText(" · ".join(filter(None, (person.name, person.club))))
        self.record.show_rows(record_lines(self.season, line.row))
        self.meetings.show_rows(meeting_lines(self.season, person))

    def _take_rule(self, name: str, rule: LeagueRule) -> None:
        if self.season is not None:
            self._keep(replace(self.season, name=name, rule=rule))

    def _take_answer(self, answer: Answer) -> None:
        if self.season is not None:
            self._keep(answer_doubts(self.season, [answer]))

    def _keep(self, season: Season) -> None:
        """Show a changed season. Save its rule and the answers about its players in its folder."""
        self._show_season(season)
        keep_players(known_entries(season))
        try:
            if self._folder is not None:
                keep_season(self._folder, season)
        except StoreError as error:
            self._say(str(error))

    def _save_page(self) -> None:
        season = self.season
        path = season and ask_new_file(self, say("Save as web page"), season.name, "HTML")
        if season is not None and path:
            as_of = say("As of {when}", when=date_words(int(time.time() * 1000)))
            self._write(path, lambda: season_page(season, as_of).encode())

    def _save_tables(self) -> None:
        season = self.season
        path = season and ask_new_file(self, say("Save tables"), season.name, "ZIP")
        if season is not None and path:
            self._write(path, lambda: as_zip(season.tables()))

    def _write(self, path: Path, content: Callable[[], bytes]) -> None:
        try:
            write_whole_file(path, content())
        except OSError as error:
            why = os_reason(path, error)
            words = say("Not saved: {strerror}. Choose another place.", strerror=why)
            self._say(words)
            return
        self._say(say("Saved to {path}", path=path))

    def _save_pdf(self) -> None:
        season = self.season
        path = season and ask_new_file(self, say("Save as PDF"), season.name, "PDF")
        if season is not None and path:
            self.save_pdf(path)

    def save_pdf(self, path: Path) -> None:
        """Save the league and the ratings as a PDF."""
        paper = usual_paper()

        def steps() -> Steps[str]:
            try:
                printout = yield from self._pages(paper.size)
                yield from write_pdf(path, printout, paper)
            except OSError as error:
                why = os_reason(path, error)
                return say("Not saved: {strerror}. Choose another place.", strerror=why)
            return say("Saved to {path}", path=path)

        self._writing.begin(steps(), self._say, self._say)

    def _print(self) -> None:
        name = self.season.name if self.season is not None else ""
        printer = ask_printer(self, say("Print"), name, usual_paper().kind)
        if printer is None:
            return
        inside = printer.pageLayout().fullRect(QPageLayout.Unit.Millimeter).size()
        wide, high = sorted((10 * inside.width(), 10 * inside.height()))

        def steps() -> Steps[str]:
            printout = yield from self._pages(QSizeF(wide, high))
            taken = yield from print_on(printer, printout)
            return "" if taken else NO_PRINTER

        self._writing.begin(steps(), self._say, self._say)

    def _pages(self, size: QSizeF) -> Steps[Printout]:
        assert self.season is not None
        name = self.season.name
        foot = printed_words(int(time.time() * 1000))
        return lay_out(season_sheets(self.season), size, title=name, head=name, foot=foot)

    def reject(self) -> None:
        self._stop_reading()
        self._writing.stop()
        super().reject()


def _about_words(season: Season) -> str:
    first, last = season.outcomes[0].day, season.outcomes[-1].day
    days = span_words(first, last)
    events = plural(len(season.outcomes), "{count} event", "{count} events")
    people = plural(len(season.people.persons), "{count} player", "{count} players")
    return f"{events} · {people} · {days}. {rule_words(season.rule)}"


def _read_beside(
    folder: Path,
    report_progress: Callable[[float], None],
    deliver: Callable[[ReadSeason | StoreError | None], None],
) -> None:
    try:
        found: ReadSeason | StoreError | None = read_season(folder, report_progress)
    except StoreError as error:
        found = error
    except Cancelled:
        found = None
    deliver(found)
