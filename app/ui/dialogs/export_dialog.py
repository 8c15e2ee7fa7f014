"""The export dialog: results to publish, text to paste, tables for other programs, the whole
event.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from pathlib import Path

from msgspec import Struct
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QApplication,
    QListWidget,
    QPlainTextEdit,
    QWidget,
)

from app.engine.language import plural, say
from app.engine.progress import Cancelled
from app.engine.rounds.match_ups import public_rounds
from app.engine.standings.awards import award_rows
from app.engine.state import State
from app.reports.page import date_words
from app.reports.results_page import results_page
from app.store.errors import StoreError
from app.store.exports import tables
from app.store.exports.added import ExportForm, added_exports, write_added
from app.store.exports.event_export import export_pieces
from app.store.os_errors import os_reason
from app.store.server.address import Place
from app.store.whole_file import write_pieces
from app.ui.clients.desk import DeskClient
from app.ui.deliveries import deliver_to
from app.ui.dialogs.files import ask_new_file
from app.ui.dialogs.progress import WorkProgress
from app.ui.widgets.basics import button, label, restyle
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fields import ComboBox
from app.ui.widgets.layout import STRETCH, column_of, grow, row_of
from app.ui.widgets.theme import DIALOG, Space
from app.views.event.facts import every_table, fact_tables
from app.views.event.publish import finish_rounds, results_words, standings_words
from app.views.event.report_tables import pgswiss_games, t3_results
from app.views.event.sign_up_tables import site_round, site_standings


class Form(Enum):
    """The formats in which an event can be exported."""

    PAGE = "page"
    STANDINGS = "standings"
    RESULTS = "results"
    SITE_STANDINGS = "site_standings"
    SITE_ROUND = "site_round"
    T3 = "t3"
    PGSWISS = "pgswiss"
    TABLES = "tables"
    JSON = "json"
    EVENT = "event"


class _Words(Struct, frozen=True):
    name: str
    about: str
    private: bool = False
    file: str = ""
    """The suffix of the exported file."""


PRIVATE = say("Private: it holds army lists, warnings and what only you know. Do not publish it.")
FORMS = {
    Form.PAGE: _Words(
        say("Results page"),
        say(
            "One file to publish or to mail: the standings after the last finished round, and the"
            " pairings and results of every published round. It reads well on a phone."
        ),
        file="HTML",
    ),
    Form.STANDINGS: _Words(
        say("Standings as text"),
        say("To paste into a chat or a post: the standings after the last finished round."),
        file="TXT",
    ),
    Form.RESULTS: _Words(
        say("Round as text"),
        say("To paste into a chat or a post: a round’s pairings, and its results so far."),
        file="TXT",
    ),
    Form.SITE_STANDINGS: _Words(
        say("Standings for the sign-up site"),
        say(
            "The standings after the last finished round in the sign-up site’s own columns, to"
            " paste into a spreadsheet or to type from."
        ),
        file="TXT",
    ),
    Form.SITE_ROUND: _Words(
        say("Round for the sign-up site"),
        say(
            "A round’s games by table, with the players’ numbers at the sign-up site, to paste into"
            " a spreadsheet or to type from."
        ),
        file="TXT",
    ),
    Form.T3: _Words(
        say("Results for T³"),
        say(
            "What T³ needs for its rankings, to paste into its spreadsheet or to mail: the"
            " tournament, then placement, first and last name, nickname, origin and army. Check"
            " names of several words."
        ),
        file="TXT",
    ),
    Form.PGSWISS: _Words(
        say("Games as PGSwiss has them"),
        say(
            "A line for each game of the finished rounds, the winner first, for programs that read"
            " the tables of PGSwiss."
        ),
        file="CSV",
    ),
    Form.TABLES: _Words(
        say("Tables for a spreadsheet"),
        say(
            "CSV files in one archive: players, lists, rounds, games with their times, turns,"
            " losses, standings, awards and the history."
        ),
        private=True,
        file="ZIP",
    ),
    Form.JSON: _Words(
        say("Tables for programs"),
        say("The same tables as one JSON file."),
        private=True,
        file="JSON",
    ),
    Form.EVENT: _Words(
        say("The whole event"),
        say(
            "Every row of the event as one open JSON file. “File, Import…” makes the same event of"
            " it again, here or on another computer."
        ),
        private=True,
        file="JSON",
    ),
}
STANDINGS = {
    Form.STANDINGS: standings_words,
    Form.SITE_STANDINGS: site_standings,
    Form.T3: t3_results,
    Form.PGSWISS: pgswiss_games,
}
ROUNDS = {Form.RESULTS: results_words, Form.SITE_ROUND: site_round}
TEXTS = {*STANDINGS, *ROUNDS}
CHATS = {Form.STANDINGS, Form.RESULTS}
OF_SITE = {Form.SITE_STANDINGS, Form.SITE_ROUND, Form.T3, Form.PGSWISS}
FORMS_WIDTH = 272
"""The width of the list of formats in pixels."""
CELL = 128
"""The distance of the preview's tab stops in pixels."""
NOT_YET = say("No round is finished yet: there are no standings to publish.")
NO_ROUND = say("No round is published yet.")


class ExportDialog(Dialog):
    """A dialog that asks what to export, and where to. ``file`` is the event's own file or
    database, from which the whole event is exported.
    """

    def __init__(
        self, client: DeskClient, file: Place | None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Export"))
        self.resize(860, 560)
        self._client, self._file = client, file
        self._thread: threading.Thread | None = None
        self.forms = QListWidget()
        self.forms.setAccessibleName(say("What to export"))
        self.forms.setFixedWidth(FORMS_WIDTH)
        added = added_exports()
        self._faults = " ".join(added.faults)
        self._offered: list[Form | ExportForm] = [
            *filter(self._has_what_it_needs, Form),
            *added.found,
        ]
        self.forms.addItems([_words(form).name for form in self._offered])
        self.about = label("", wraps=True)
        self.private = label(PRIVATE, "warning", wraps=True)
        self.round = ComboBox()
        self.round.setAccessibleName(say("Round"))
        self.preview = QPlainTextEdit()
        self.preview.setReadOnly(True)
        self.preview.setTabStopDistance(CELL)
        self.preview.setAccessibleName(say("What is exported"))
        self.notice = label("", "muted", wraps=True)
        self.progress = WorkProgress()
        self.copy = button(say("&Copy"), self._copy)
        self.save = button(say("&Save as…"), self._save, kind="primary")
        self.save.setDefault(True)
        self.close_button = button(say("C&lose"), self.accept)
        self._lay_out()
        self._fill_rounds()
        self.forms.currentRowChanged.connect(lambda _row: self._show())
        self.round.currentIndexChanged.connect(lambda _row: self._show())
        self._deliver_saved = deliver_to(self._show_saved)
        self._deliver_cancelled = deliver_to(self._show_cancelled)
        self.forms.setCurrentRow(0)
        self.forms.setFocus()

    @classmethod
    def ask(cls, client: DeskClient, file: Place | None, parent: QWidget | None = None) -> None:
        dialog = cls(client, file, parent)
        dialog.exec()
        dialog.deleteLater()

    @property
    def _key(self) -> str:
        return self.form.value if isinstance(self.form, Form) else self.form.key

    @property
    def form(self) -> Form | ExportForm:
        """The export format that is chosen."""
        return self._offered[max(self.forms.currentRow(), 0)]

    def _has_what_it_needs(self, form: Form) -> bool:
        """Tell whether this event can be exported in ``form``: the sign-up site's columns need
        armies, and the whole event needs a file.
        """
        if form in OF_SITE:
            return self._client.state.armies
        return form is not Form.EVENT or self._file is not None

    def save_to(self, path: Path) -> None:
        """Write the chosen format to ``path`` in a thread, so that the window never waits."""
        make, saved, cancelled = self._maker(), self._deliver_saved, self._deliver_cancelled
        self.save.setEnabled(False)
        self.notice.setText("")
        self.progress.begin(say("Exporting"))

        def work() -> None:
            why = ""
            try:
                write_pieces(path, make())
            except Cancelled:
                cancelled()
                return
            except StoreError as error:
                why = str(error)
            except OSError as error:
                why = say("{why}. Choose another place.", why=os_reason(path, error))
            saved(str(path), why)

        self._thread = threading.Thread(target=work, name="export")
        self._thread.start()

    def done(self, result: int) -> None:
        self.progress.cancel()
        self._wait()
        super().done(result)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.progress.cancel()
        self._wait()
        super().closeEvent(event)

    def _wait(self) -> None:
        if self._thread is not None:
            self._thread.join()

    def _maker(self) -> Callable[[], Iterable[bytes]]:
        """Return a function that creates the file's content. It may run in any thread, because the
        state is a frozen value.
        """
        report_progress = self.progress.report_progress
        state, form, file, text = self._state, self.form, self._file, self.preview.toPlainText()
        records = tuple(self._client.records)
        as_of = date_words(state.shown_ms(self._client.now_ms()))

        def make() -> Iterable[bytes]:
            if form is Form.EVENT and file is not None:
                return export_pieces(file, report_progress)
            if form is Form.PAGE:
                return [results_page(state, say("As of {date}", date=as_of)).encode()]
            if form in TEXTS:
                return [text.encode()]
            every = every_table(state, records, report_progress)
            if isinstance(form, ExportForm):
                return [write_added(form, state, tuple(every))]
            return [tables.as_zip(every)] if form is Form.TABLES else tables.as_json(every)

        return make

    @property
    def _state(self) -> State:
        return self._client.state

    def _fill_rounds(self) -> None:
        for round_ in reversed(public_rounds(self._state)):
            words = say("Round {number}", number=round_.number)
            self.round.addItem(words, round_.number)

    def _show(self) -> None:
        form, state = self.form, self._state
        words = _words(form)
        self.about.setText(words.about)
        self.private.setVisible(words.private)
        self.round.setVisible(form in ROUNDS and self.round.count() > 0)
        cells = form in TEXTS - CHATS
        wrap = QPlainTextEdit.LineWrapMode
        self.preview.setLineWrapMode(wrap.NoWrap if cells else wrap.WidgetWidth)
        text, nothing = self._text(form, state)
        self.preview.setPlainText(text)
        self.preview.setVisible(bool(text))
        self.copy.setVisible(form in TEXTS)
        self.copy.setEnabled(not nothing)
        self.save.setEnabled(not nothing)
        self.notice.setText(nothing or self._faults)

    def _text(self, form: Form | ExportForm, state: State) -> tuple[str, str]:
        """Return the text for the preview, and the reason why there is nothing to export yet."""
        if form is Form.PAGE:
            numbers = [round_.number for round_ in reversed(public_rounds(state))]
            parts = [results_words(state, number) for number in numbers]
            if finish_rounds(state).rounds:
                parts.insert(0, standings_words(state))
            return "\n".join(parts), ""
        if form in STANDINGS:
            return (STANDINGS[form](state), "") if finish_rounds(state).rounds else ("", NOT_YET)
        if form in ROUNDS:
            number = self.round.currentData()
            return (ROUNDS[form](state, number), "") if number else ("", NO_ROUND)
        return "".join(f"{line}\n" for line in self._counts(form, state)), ""

    def _counts(self, form: Form | ExportForm, state: State) -> Iterator[str]:
        """Yield the number of rows of each table, in words. The sentences of the history are not
        written for that.
        """
        acts = len(self._client.records)
        if form is Form.EVENT:
            yield _describe_rows("rows", acts)
        for table in fact_tables(state):
            yield _describe_rows(table.key, sum(1 for _ in table.rows))
        if form is not Form.EVENT:
            yield _describe_rows("awards", len(award_rows(state)))
            yield _describe_rows("history", acts)

    def _copy(self) -> None:
        QApplication.clipboard().setText(self.preview.toPlainText())
        chat = self.form in CHATS
        self._note(
            say("Copied. Paste it into your chat.")
            if chat
            else say("Copied. Paste it into a spreadsheet.")
        )

    def _save(self) -> None:
        settings, words = self._state.settings, _words(self.form)
        event = settings.name if settings else say("Event")
        name = f"{event} {self._key}"
        if chosen := ask_new_file(self, say("Export"), name, words.file):
            self.save_to(chosen)

    def _show_cancelled(self) -> None:
        self._end()
        self._note(say("Cancelled. Nothing was exported."))

    def _end(self) -> None:
        self.progress.end()
        self.save.setEnabled(True)

    def _show_saved(self, path: str, why: str) -> None:
        self._end()
        if why:
            self._note(say("Not exported: {why}", why=why), doubt=True)
        else:
            self._note(say("Exported to {path}", path=path))

    def _note(self, sentence: str, *, doubt: bool = False) -> None:
        self.notice.setText(sentence)
        restyle(self.notice, "role", "warning" if doubt else "muted")

    def _lay_out(self) -> None:
        right = column_of(
            self.about,
            self.private,
            row_of(self.round, STRETCH),
            grow(self.preview),
            STRETCH,
            gap=Space.M,
        )
        column_of(
            grow(row_of(self.forms, grow(right), gap=Space.L)),
            self.notice,
            self.progress,
            row_of(STRETCH, self.copy, self.close_button, self.save),
            on=self,
            gap=Space.L,
            margins=DIALOG,
        )


def _words(form: Form | ExportForm) -> _Words:
    if isinstance(form, Form):
        return FORMS[form]
    return _Words(form.name, form.about, form.private, form.file)


def _describe_rows(table: str, count: int) -> str:
    rows = plural(count, "{count} row", "{count} rows")
    return f"{table}: {rows}"
