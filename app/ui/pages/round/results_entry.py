"""The results desk: thirty reports a minute by keyboard alone, and nothing modal."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QWidget

from app.engine.acts.commands import Refused
from app.engine.acts.results import How, ReportResult, Result
from app.engine.language import say
from app.engine.side import Pair, Side
from app.engine.table.sentences import result_words
from app.ui.pages.round.results_fields import (
    STILL_PLAYED,
    HowBox,
    ShortField,
    about_words,
    choices_of,
)
from app.ui.widgets.basics import NameLabel, button, label, restyle
from app.ui.widgets.layout import STRETCH, Gap, Part, caption_for, column_of, grow, row_of
from app.ui.widgets.theme import Margins, Space
from app.views.round.result_entry import TIED_BY, WON_BY, ReportSheet, side_meant, tables_out

FIELD = 44
NAMED_OUT = 18
REPORT = say("&Report")


class ResultsDesk(QFrame):
    """``reported`` carries a ReportResult and whether the EO insists on it."""

    reported = Signal(object, bool)
    looked_up = Signal(int)  # the game of the table number that was entered

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("resultsDesk")
        self.setProperty("role", "card")
        self._sheets: dict[int, ReportSheet] = {}
        self.sheet: ReportSheet | None = None
        self._on_the_way = 0
        self._doubted = False
        self._told: tuple[int, Result] | None = None  # the report that the message says is in
        self._make_fields()
        self._lay_out()
        self._wire()
        self._show_sheet(None)

    def _make_fields(self) -> None:
        self.table = ShortField(4, say("Table number"), width=FIELD)
        self.winner = ShortField(1, say("Winner: 1, 2 or T for a tie"), width=FIELD, numeric=False)
        self.cp = Pair(
            ShortField(3, say("Control points 1")), ShortField(3, say("Control points 2"))
        )
        self.apd = Pair(
            *(ShortField(4, say("Army points destroyed by {number}", number=n)) for n in (1, 2))
        )
        self.how = HowBox()
        self.send = button(REPORT, self._report, kind="primary")
        self.names = NameLabel()
        self.message = label("", wraps=True)
        self.message.setObjectName("deskMessage")
        self.out = NameLabel(role="muted")
        self.out.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def _lay_out(self) -> None:
        fields: tuple[tuple[str, QWidget], ...] = (
            (say("&Table"), self.table),
            (say("&Winner"), self.winner),
            (say("&CP"), self.cp.red),
            ("–", self.cp.blue),
            (say("&AP"), self.apd.red),
            ("–", self.apd.blue),
            (say("H&ow"), self.how),
        )
        parts: list[Part] = []
        for words, field in fields:
            if parts and words != "–":
                parts.append(Gap(Space.XS))
            parts += (caption_for(field, words, "muted"), field)
        column_of(
            row_of(*parts, Gap(Space.XS), self.send, STRETCH, gap=Space.XS),
            row_of(*(grow(part) for part in (self.names, self.message, self.out)), gap=Space.XL),
            on=self,
            gap=Space.XS,
            margins=Margins(Space.S, Space.XS, Space.S, Space.XS),
        )

    def _wire(self) -> None:
        self.table.entered.connect(self._look_up)
        self.winner.textEdited.connect(self._winner_typed)
        self.winner.entered.connect(self._winner_taken)
        self.winner.passed_on.connect(self._points_begun)
        steps: list[QWidget] = [*self.cp, *self.apd, self.how]
        for field, following in zip(self._numbers, steps[1:], strict=True):
            field.entered.connect(following.setFocus)
            field.textEdited.connect(self._edited)
        self.how.entered.connect(self._report)
        self.how.activated.connect(self._how_chosen)
        self.how.currentIndexChanged.connect(self._edited)

    @property
    def _numbers(self) -> list[ShortField]:
        return [*self.cp, *self.apd]

    def show_sheets(self, sheets: Sequence[ReportSheet]) -> None:
        """The round's games; what is being typed stays, what was said and is true no more goes."""
        games_shown = {sheet.game.number for sheet in self._sheets.values()}
        if games_shown.isdisjoint(sheet.game.number for sheet in sheets):
            self._show_sheet(None)
            self.show_message("")
        reported = {sheet.game.number: sheet.game.reported for sheet in sheets}
        if self._told is not None and reported.get(self._told[0]) != self._told[1]:
            self.show_message("")  # undone, or reported otherwise
        self._sheets = {report_sheet.table: report_sheet for report_sheet in sheets}
        out = tables_out(sheets)
        named = ", ".join(map(str, out[:NAMED_OUT])) + (" …" if len(out) > NAMED_OUT else "")
        self.out.show_name(
            say("{out} still out: {names}", out=len(out), names=named)
            if out
            else say("Every result is in")
        )
        if self.sheet is not None:
            self.sheet = self._sheets.get(self.sheet.table)
            if self.sheet is None:
                self._show_sheet(None)

    def show_message(self, text: str, *, tone: str = "") -> None:
        """``tone``: doubt or done; a doubt takes the whole line."""
        self._told = None
        self.message.setText(text)
        restyle(self.message, "tone", tone)
        self._make_room(tone)

    def _make_room(self, tone: str = "") -> None:
        """The line below holds the names while a table is entered, else what is out; the message
        stands beside them.
        """
        self.names.setVisible(self.sheet is not None)
        self.message.setVisible(bool(self.message.text()))
        self.out.setVisible(self.sheet is None and tone != "doubt")

    @property
    def waits(self) -> bool:
        """Whether a report has not been answered yet."""
        return self._on_the_way > 0

    def show_sent(self, game: int) -> ReportSheet:
        """The report is on its way, and the next table can be typed at once."""
        sheet = next(
            report_sheet
            for report_sheet in self._sheets.values()
            if report_sheet.game.number == game
        )
        self._on_the_way += 1
        self.show_message(say("Table {table} is being reported…", table=sheet.table))
        self._show_sheet(None)
        self.table.setFocus()
        return sheet

    def show_answer(self, sheet: ReportSheet, result: Result, reply: object) -> None:
        """The report is in the file, or was refused; a doubt waits for a second Enter.

        Whoever types the next report already is told, and goes on.
        """
        self._on_the_way -= 1
        idle = self.sheet is None and not self.table.text()
        if isinstance(reply, Refused) and idle:
            self._show_sheet(sheet)
            self.table.setText(str(sheet.table))
            self._show_result(result)
            self._doubted = reply.insistable
            self.send.setText(say("&Report anyway") if self._doubted else REPORT)
            again = say("Enter again reports it anyway.") if self._doubted else ""
            self.show_message(f"{reply.sentence} {again}".strip(), tone="doubt")
            self.how.setFocus()
        elif isinstance(reply, Refused):
            sentence = say(
                "Table {table} was not reported: {reply}", table=sheet.table, reply=reply.sentence
            )
            self.show_message(sentence, tone="doubt")
        elif self.sheet is None:
            sentence = result_words(result, sheet.names.of)
            self.show_message(
                say("Table {table}: {sentence}", table=sheet.table, sentence=sentence), tone="done"
            )
            self._told = sheet.game.number, result

    def choose(self, table: int) -> None:
        """As if the table's number had been entered."""
        self.table.setText(str(table))
        self._look_up()

    def begin(self) -> None:
        self.table.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.table.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._show_sheet(None)
            self.show_message("")
            self.begin()
        else:
            super().keyPressEvent(event)

    def _look_up(self) -> None:
        typed = self.table.text()
        sheet = self._sheets.get(int(typed)) if typed else None
        if sheet is None:
            words = (
                say("There is no table {typed} in this round.", typed=typed)
                if typed
                else say("Type a table number.")
            )
            self.show_message(words, tone="doubt")
            self.table.selectAll()
            return
        self._show_sheet(sheet)
        self.looked_up.emit(sheet.game.number)
        self.winner.setFocus()
        self.winner.selectAll()

    def _show_sheet(self, sheet: ReportSheet | None) -> None:
        self.sheet, self._doubted = sheet, False
        known = sheet.known if sheet else None
        for field in (self.winner, *self._numbers):
            field.setText("")
            field.setEnabled(sheet is not None)
        self.how.setEnabled(sheet is not None)
        self.send.setEnabled(sheet is not None)
        self.send.setText(REPORT)
        if sheet is None:
            self.table.setText("")
            self.how.show_choices(WON_BY, How.ASSASSINATION)
            self.names.show_name("")
            self._make_room()
            return
        if known is not None:
            self._show_winner(known.winner)
            self._fill(known)
        elif sheet.cp != Pair(0, 0):
            self._fill_numbers(self.cp, sheet.cp)
        self.how.show_choices(*choices_of(sheet))
        self._show_names()
        self.show_message(about_words(sheet))

    def _show_winner(self, winner: Side | None) -> None:
        self.winner.setText({Side.RED: "1", Side.BLUE: "2", None: "T"}[winner])

    def _show_result(self, result: Result) -> None:
        """What was entered before, as it was entered."""
        self._show_winner(result.winner)
        self._fill(result)
        self._winner_typed()
        self.how.show_choices(self._ways(result.winner), result.how)

    def _ways(self, winner: Side | None) -> tuple[How, ...]:
        won_by = self.sheet.won_by if self.sheet else WON_BY
        return TIED_BY if winner is None else won_by

    def _winner_typed(self) -> None:
        """Names the winner; the next key goes on: Enter, or the first of the points."""
        self._edited()
        named, winner = side_meant(self.winner.text())
        if not named:
            return
        if self.sheet is not None and not self.sheet.replaces:
            self.show_message(STILL_PLAYED if self.sheet.going_on else "")
        choices = self._ways(winner)
        self.how.show_choices(choices, self.how.chosen if self.how.chosen in choices else None)
        self._show_names()

    def _winner_taken(self) -> None:
        if not side_meant(self.winner.text())[0]:
            self.show_message(say("Type 1 or 2 for the winner, or T for a tie."), tone="doubt")
            self.winner.selectAll()
            return
        self._winner_typed()
        self.cp.red.setFocus()
        self.cp.red.selectAll()

    def _points_begun(self, digit: str) -> None:
        self._winner_taken()
        if self.cp.red.hasFocus():
            self.cp.red.insert(digit)

    def _how_chosen(self) -> None:
        """What a concession is worth stands in the fields before it is reported."""
        if (result := self._entered()) is not None:
            self._fill(result)

    def _edited(self) -> None:
        if self._doubted:
            self._doubted = False
            self.send.setText(REPORT)
            self.show_message("")

    def _report(self) -> None:
        result = self._entered()
        if self.sheet is None or result is None:
            self.winner.setFocus()
            return
        self.reported.emit(ReportResult(self.sheet.game.number, result), self._doubted)

    def _entered(self) -> Result | None:
        named, winner = side_meant(self.winner.text())
        if self.sheet is None or not named:
            return None
        cp, apd = self.cp.map(ShortField.number), self.apd.map(ShortField.number)
        return self.sheet.filled(winner, self.how.chosen, cp, apd)

    def _fill(self, result: Result) -> None:
        self._fill_numbers(self.cp, result.cp)
        self._fill_numbers(self.apd, result.apd)

    @staticmethod
    def _fill_numbers(fields: Pair[ShortField], numbers: Pair[int]) -> None:
        for field, number in zip(fields, numbers, strict=True):
            field.setText(str(number))

    def _show_names(self) -> None:
        if self.sheet is None:
            return
        named, winner = side_meant(self.winner.text())
        red, blue = self.sheet.names
        words = f"1 {red}   2 {blue}"
        if named:
            words = say("{names} wins", names=self.sheet.names.of(winner)) if winner else say("Tie")
        self.names.show_name(words)
