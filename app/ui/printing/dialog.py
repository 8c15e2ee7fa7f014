"""The print dialog, which previews every sheet and sends it to a printer or into a PDF."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QLocale, QSizeF, Qt
from PySide6.QtGui import QFont, QPageLayout, QPdfWriter, QResizeEvent
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QCheckBox, QListWidget, QListWidgetItem, QWidget

from app.engine.language import say
from app.engine.packet.packet import GameRules
from app.engine.state import State
from app.engine.text import few_tables
from app.reports.page import printed_words
from app.store.os_errors import os_reason
from app.store.whole_file import write_whole_file
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.files import ask_new_file, ask_printer
from app.ui.printing.pages import Paper, Printout, lay_out, put_on
from app.ui.printing.preview import Preview
from app.ui.printing.sheets import (
    SheetKind,
    Subject,
    added_sheets,
    all_kinds,
    file_words,
    has_part,
    is_round_public,
    list_sheets,
)
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fields import ComboBox
from app.ui.widgets.layout import STRETCH, column_of, foot, grow, row_of
from app.ui.widgets.steps import StepByStep, Steps
from app.ui.widgets.theme import DIALOG, Space
from app.views.history.reports import Reports

KEY = Qt.ItemDataRole.UserRole
FIRST = "pairings"
SIDE = 232
DOTS = 600
LETTER_LANDS = frozenset(
    {
        QLocale.Country.UnitedStates,
        QLocale.Country.Canada,
        QLocale.Country.Mexico,
        QLocale.Country.Philippines,
    }
)
HIDDEN = say("Codes are hidden here, because the room may see this screen. They will be printed.")
NOT_PUBLIC = say("This round is not published yet.")
CLOSE, CANCEL = say("C&lose"), say("&Cancel")
STOPPED = say("Stopped. Nothing was saved.")
NO_PRINTER = say("The printer did not answer. Check that it is on, or save a PDF instead.")


class PrintDialog(Dialog):
    """A dialog that asks what to print. ``sheet`` is the key of the sheet to begin with; empty for
    the sheet printed last. ``tables`` are the chosen tables. If given, ``state`` is printed instead
    of the present event, and ``terms`` instead of the round's scenario.
    """

    def __init__(
        self,
        client: DeskClient,
        sheet: str = "",
        parent: QWidget | None = None,
        *,
        round_number: int = 0,
        tables: tuple[int, ...] | None = None,
        state: State | None = None,
        terms: GameRules | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Print"))
        self._client, self._tables, self._terms = client, tables, terms
        self._state = state
        self._printout: Printout | None = None
        self._making = StepByStep[Printout](self)
        self._writing = StepByStep[str](self)
        self.sheets = QListWidget()
        self.round = ComboBox()
        self.paper = ComboBox()
        self.only = QCheckBox()
        self.parts = {
            "lists": QCheckBox(say("With ar&my lists")),
            "records": QCheckBox(say("With &record sheets")),
            "timelines": QCheckBox(say("With game &timelines")),
        }
        self.preview = Preview()
        self.notice = label("", "muted", wraps=True)
        self.faults = label(" ".join(added_sheets().faults), "warning", wraps=True)
        self.faults.setVisible(bool(self.faults.text()))
        self.page = label("", "muted")
        self.back = button("◀", lambda: self.preview.turn_to(self.preview.page - 1))
        self.on = button("▶", lambda: self.preview.turn_to(self.preview.page + 1))
        self.leave = button(CLOSE, self.reject)
        self.pdf = button(say("&Save as PDF…"), self._save)
        self.print = button(say("&Print…"), self._print, kind="primary")
        self._fill(sheet, round_number)
        self._lay_out()
        self._wire()
        self.resize(1040, 700)
        self._make()

    @classmethod
    def show_for(
        cls,
        client: DeskClient,
        sheet: str,
        parent: QWidget,
        *,
        round_number: int = 0,
        tables: tuple[int, ...] | None = None,
        state: State | None = None,
        terms: GameRules | None = None,
    ) -> None:
        dialog = cls(
            client,
            sheet,
            parent,
            round_number=round_number,
            tables=tables,
            state=state,
            terms=terms,
        )
        dialog.exec()
        dialog.deleteLater()

    @property
    def kind(self) -> SheetKind:
        return all_kinds()[str(self.sheets.currentItem().data(KEY))]

    @property
    def printout(self) -> Printout | None:
        """The printout that is shown; None until it has been laid out."""
        return self._printout

    @property
    def busy(self) -> bool:
        """Tell whether the dialog is writing to a file or a printer."""
        return self._writing.busy

    def _fill(self, sheet: str, round_number: int) -> None:
        last = self._client.printing
        self.sheets.setAccessibleName(say("Sheets"))
        self.sheets.setFixedWidth(SIDE)
        sheets = list_sheets(self._state or self._client.state)
        known = {kind.key for _, kinds in sheets for kind in kinds}
        wanted = next((key for key in (sheet, last.sheet) if key in known), FIRST)
        for heading, kinds in sheets:
            title = QListWidgetItem(heading)
            title.setFlags(Qt.ItemFlag.NoItemFlags)
            font = title.font()
            font.setWeight(QFont.Weight.DemiBold)
            title.setFont(font)
            self.sheets.addItem(title)
            for kind in kinds:
                item = QListWidgetItem(f"   {kind.name}")
                item.setData(KEY, kind.key)
                self.sheets.addItem(item)
                if kind.key == wanted:
                    self.sheets.setCurrentItem(item)
        self.round.setAccessibleName(say("Round"))
        for round_ in reversed(self._client.state.rounds):
            self.round.addItem(say("Round {round}", round=round_.number), round_.number)
        self.round.setCurrentIndex(max(self.round.findData(round_number), 0))
        self.paper.setAccessibleName(say("Paper"))
        for paper in Paper:
            self.paper.addItem(say(paper.value), paper)
        self.paper.setCurrentIndex(self.paper.findData(self._usual_paper()))
        if self._tables:
            self.only.setText(say("&Only {tables}", tables=few_tables(self._tables)))
        self.only.setChecked(True)
        for part in self.parts.values():
            part.setChecked(True)

    def _usual_paper(self) -> Paper:
        """Return the paper that was used last, or else the usual paper of this country."""
        for paper in Paper:
            if paper.value == self._client.printing.paper:
                return paper
        return usual_paper()

    def _lay_out(self) -> None:
        turning = row_of(STRETCH, self.back, self.page, self.on, STRETCH)
        side = column_of(grow(self.sheets), self.round, self.only, *self.parts.values(), self.paper)
        sheet = column_of(grow(self.preview), turning, self.notice, self.faults)
        column_of(
            grow(row_of(side, grow(sheet), gap=Space.L)),
            foot(self.leave, self.pdf, self.print),
            on=self,
            gap=Space.M,
            margins=DIALOG,
        )
        self.back.setAccessibleName(say("Previous page"))
        self.on.setAccessibleName(say("Next page"))
        self.print.setDefault(True)
        self.sheets.setFocus()

    def _wire(self) -> None:
        self.sheets.currentItemChanged.connect(lambda _now, _before: self._turn_to_first())
        self.round.activated.connect(lambda _index: self._turn_to_first())
        self.paper.activated.connect(lambda _index: self._make())
        for box in (self.only, *self.parts.values()):
            box.clicked.connect(self._turn_to_first)
        self.preview.turned.connect(lambda _page: self._show_page())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.sheets.scrollToItem(self.sheets.currentItem())

    def _turn_to_first(self) -> None:
        self.preview.page = 0
        self._make()

    def _subject(self, size: QSizeF, *, on_screen: bool) -> Subject:
        client, state = self._client, self._state or self._client.state
        clocks = client.clocks
        return Subject(
            state,
            size,
            client.now_ms(),
            state.round(int(self.round.currentData() or 0)),
            client.tablets,
            clocks.picture.wifi.port if clocks and clocks.picture.wifi.on else 0,
            self._tables if self.only.isChecked() else None,
            self._terms,
            on_screen,
            frozenset(key for key, part in self.parts.items() if part.isChecked()),
            Reports(client.records),
            clocks.picture if clocks else None,
        )

    def _make(self) -> None:
        """Lay out the pages of the present event."""
        kind = self.kind
        subject = self._subject(self._paper.size, on_screen=True)
        missing = kind.missing(subject)
        self._making.stop()
        self._printout = None
        self.round.setVisible(kind.of_round and self.round.count() > 0)
        self.only.setVisible(kind.of_tables and bool(self._tables))
        for key, part in self.parts.items():
            part.setVisible(kind.key == "report" and not missing and has_part(subject, key))
        words = HIDDEN if kind.key == "codes" and not missing else ""
        if kind.of_round and not missing and not is_round_public(subject.round_):
            words = NOT_PUBLIC
        self._show_sentence(words)
        if missing:
            self._show(None, missing)
        else:
            self._making.begin(
                lay_out_sheet(kind, subject), lambda so_far: self._show(None, so_far), self._show
            )

    def _show(self, printout: Printout | None, words: str = "") -> None:
        """Show the pages of ``printout``, or ``words`` if it is None."""
        self._printout = printout
        self.preview.show_printout(printout, words)
        for act in (self.pdf, self.print):
            act.setEnabled(printout is not None)
        self._show_page()

    @property
    def _paper(self) -> Paper:
        paper = self.paper.currentData()
        return paper if isinstance(paper, Paper) else Paper.A4

    def _show_page(self) -> None:
        page, pages = self.preview.page, self.preview.pages
        words = say("Page {page} of {pages}", page=page + 1, pages=pages) if pages else ""
        self.page.setText(words)
        self.back.setEnabled(page > 0)
        self.on.setEnabled(page + 1 < pages)

    def _show_sentence(self, words: str) -> None:
        self.notice.setText(words)

    def _final(self, size: QSizeF) -> Steps[Printout]:
        """Return the pages for paper. They include the codes that the screen hides."""
        return lay_out_sheet(self.kind, self._subject(size, on_screen=False))

    def _name(self) -> str:
        subject = self._subject(self._paper.size, on_screen=True)
        return f"{subject.event} {file_words(self.kind, subject)}"

    def _save(self) -> None:
        path = ask_new_file(self, say("Save as PDF"), self._name(), "PDF")
        if path is None:
            return
        self._remember()
        self.save(path)

    def save(self, path: Path) -> None:
        """Write the PDF page by page. If the user cancels, no file is left."""

        def steps() -> Steps[str]:
            try:
                printout = yield from self._final(self._paper.size)
                yield from write_pdf(path, printout, self._paper)
            except OSError as error:
                why = os_reason(path, error)
                return say("Not saved: {strerror}. Choose another place.", strerror=why)
            return say("Saved to {path}", path=path)

        self._write(steps(), self._show_sentence)

    def _print(self) -> None:
        printer = ask_printer(
            self, say("Print"), self._name(), self._paper.kind, self._client.printing.printer
        )
        if printer is None:
            return
        self._remember(printer.printerName())
        inside = printer.pageLayout().fullRect(QPageLayout.Unit.Millimeter).size()
        wide, high = sorted((10 * inside.width(), 10 * inside.height()))

        def steps() -> Steps[str]:
            printout = yield from self._final(QSizeF(wide, high))
            taken = yield from print_on(printer, printout)
            return "" if taken else NO_PRINTER

        def done(fault: str) -> None:
            if fault:
                self._show_sentence(fault)
            else:
                self.accept()

        self._write(steps(), done)

    def _write(self, steps: Steps[str], done: Callable[[str], None]) -> None:
        """Write the sheets step by step. Meanwhile nothing else can be chosen, and *Cancel* stops
        the work.
        """

        def end(words: str) -> None:
            self._set_writing(on=False)
            done(words)

        self._set_writing(on=True)
        self._writing.begin(steps, self._show_sentence, end)

    def _set_writing(self, *, on: bool) -> None:
        chosen = (self.sheets, self.round, self.only, self.paper, *self.parts.values())
        for part in (*chosen, self.pdf, self.print):
            part.setEnabled(not on)
        self.leave.setText(CANCEL if on else CLOSE)

    def reject(self) -> None:
        self._making.stop()
        if not self.busy:
            super().reject()
            return
        self._writing.stop()
        self._set_writing(on=False)
        self._show_sentence(STOPPED)

    def _remember(self, printer: str = "") -> None:
        last = self._client.printing
        chosen = last._replace(
            sheet=self.kind.key, paper=self._paper.value, printer=printer or last.printer
        )
        self._client.keep_printing(chosen)


def usual_paper() -> Paper:
    """Return the usual paper size of this country."""
    return Paper.LETTER if QLocale.system().territory() in LETTER_LANDS else Paper.A4


def lay_out_sheet(kind: SheetKind, subject: Subject) -> Steps[Printout]:
    """Lay out a sheet step by step. ``subject`` must have everything that the sheet needs."""
    title = kind.title(subject)
    parts = kind.make(subject)
    return (
        yield from lay_out(
            parts,
            subject.size,
            title=f"{subject.event}: {title}",
            head=f"{subject.event} · {title}",
            foot=printed_words(subject.printed_ms),
        )
    )


def write_pdf(path: Path, printout: Printout, paper: Paper) -> Steps[None]:
    """Write a PDF file. Raises OSError if that fails. After a failure or a cancellation, an earlier
    file at ``path`` remains.
    """
    content = QBuffer()  # QPdfWriter does not report errors in writing a file
    content.open(QBuffer.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(content)
    content.setParent(writer)
    writer.setTitle(printout.title)
    writer.setCreator("Flagfall")
    writer.setResolution(DOTS)
    writer.setPageSize(paper.kind)
    if not (yield from put_on(writer, printout)):
        raise OSError(None, say("the PDF could not be written"))
    write_whole_file(path, bytes(content.data().data()))


def print_on(printer: QPrinter, printout: Printout) -> Steps[bool]:
    """Print all pages, or the pages chosen in the print dialog. Return whether the printer accepted
    them.
    """
    pages = chosen_pages(printer, len(printout.pages))
    return put_on(printer, printout, pages, cancelled=printer.abort)


def chosen_pages(printer: QPrinter, pages: int) -> Sequence[int]:
    first, last = printer.fromPage(), printer.toPage()
    if printer.printRange() is not QPrinter.PrintRange.PageRange or not first:
        return range(pages)
    return range(min(first, pages) - 1, min(last or first, pages))
