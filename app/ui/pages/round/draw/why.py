"""Explanations of a draw: its unusual pairs, the alternatives to them, and the effects if two other
players met.
"""

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QListWidget,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from app.engine.draw.criteria import Grade
from app.engine.draw.explain import Alternative, Question, Topic, WhatIf
from app.engine.draw.force_pair import better_words, explanation, force_pair
from app.engine.draw.graph import FULL_PLAYERS
from app.engine.draw.solve import Solution
from app.engine.draw.values import BYE, Numbers
from app.engine.language import say
from app.engine.text import shorten
from app.ui.clients.worker import DrawAnswers
from app.ui.clients.worker_jobs import MOST_ROWS, Matter, alternatives_job, what_if_job
from app.ui.widgets.basics import label
from app.ui.widgets.escape import escape_tooltip
from app.ui.widgets.layout import STRETCH, column_of, grow
from app.ui.widgets.table_model import dress, set_width
from app.views.round.draw_review import DrawNotes

TOPICS = {
    Topic.PAIR_DOWN: say("Pair-down"),
    Topic.BYE: say("Bye"),
    Topic.REMATCH: say("Rematch"),
    Topic.APART: say("Kept apart"),
}
GRADES = {Grade.NOTE: say("Note"), Grade.CONFIRM: say("Warning"), Grade.CONFIRM_TWICE: "Grave"}
CALM = say("No pair-down, no bye and no rematch: nothing here needs a reason.")
CALM_BEFORE = say("The program’s own draw had no pair-down, no bye and no rematch.")
BY_HAND = say("Pairings set by hand: there is no draw of the program to compare with.")
ASK = say("Choose a line above for the alternatives, or two players in the pairings for “what if”.")
ASK_CALM = say("Choose two players in the pairings for “what if”.")
WORKING = say("Flagfall is working this out; a large field takes a while.")


class DrawWhy(QWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._notes: DrawNotes | None = None
        self._waits: tuple[int, int, Sequence[Numbers], Sequence[Numbers]] | None = None
        """The question that was asked before the program's own draw was ready to answer it."""
        self._full: Solution | None = None
        self._first = 0  # the line of the first question; above it are changes by hand
        self._names: dict[int, str] = {}
        self._hand: WhatIf | None = None  # two players paired by hand
        self._said = ""
        self.answers = DrawAnswers(self)
        self.summary = label("", wraps=True)
        self.list = QListWidget()
        self.list.setAccessibleName(say("What needs a reason"))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.title = label(ASK_CALM, "muted", wraps=True)
        self.verdict = label("", wraps=True)
        self.table = alternatives_table()
        column_of(
            self.summary,
            grow(self.list, 2),
            self.title,
            self.verdict,
            grow(self.table, 3),
            STRETCH,
            on=self,
        )
        self.verdict.hide()
        self.table.hide()
        self.list.currentRowChanged.connect(self._choose)
        self.answers.answered.connect(self._take)
        self.answers.ended.connect(self._end)

    def show_notes(self, notes: DrawNotes, *, is_calm: bool = True) -> None:
        """Show the notes on a draw. Answers to questions about the same draw still arrive, even if
        it was changed by hand. ``is_calm`` is False if a text above already explains something
        unusual.
        """
        own, before = notes.own, self._notes.own if self._notes else None
        if not own or not before or own.sheet.occasion != before.sheet.occasion:
            self._full = None
        self._notes = notes
        self._names = dict(notes.own.sheet.names) if notes.own else {}
        waits, self._waits = (self._waits, None) if own else (None, self._waits)
        self.summary.setText(_summary(notes, is_calm=is_calm))
        self.summary.setVisible(bool(self.summary.text()))
        lines = [*_differences(notes), *_question_lines(notes)]
        self.list.setVisible(bool(lines))
        if lines != [self.list.item(row).text() for row in range(self.list.count())]:
            self._clear(ASK if lines else ASK_CALM)
            self.list.clear()
            self._first = len(lines) - len(notes.questions)
            self.list.addItems(lines)
            for row in range(self._first):
                self.list.item(row).setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.list.setCurrentRow(-1)
            self._fit()
        if waits:
            self.what_if(*waits)

    def what_if(
        self, player: int, other: int, before: Sequence[Numbers], after: Sequence[Numbers]
    ) -> None:
        """Compute what would become worse, and which games would be new, if these two players met:
        the pairs ``after`` replace the pairs ``before``. Then compare the best draw in which the
        two meet.
        """
        if self._notes is None or self._notes.own is None:
            self._waits = (player, other, before, after)  # its own draw may be under way
            return
        self._clear()
        self.list.setCurrentRow(-1)
        one, two = (shorten(self._names.get(n, "")) for n in (player, other))
        self.title.setText(say("If {one} met {two}…", one=one, two=two.removesuffix("…")))
        own, present = self._notes.own, {seat.number for seat in self._notes.own.sheet.field}
        if not {player, other} <= present:
            self.title.setText(say("One of these two was not in the program’s draw."))
            return
        self._hand = force_pair(own, (player, other), before, after)
        self._said = explanation(self._hand, self._names)
        self.verdict.setText(self._said)
        self.verdict.show()
        if {n for pair in before for n in pair} - {BYE} != present or not self._hand.new:
            return
        if len(present) > FULL_PLAYERS:
            self._ask_far(what_if_job, own, (player, other))
        else:
            self._ask(own, lambda full: _what_if(full, player, other))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def hideEvent(self, event: QHideEvent) -> None:
        self.answers.give_up()
        super().hideEvent(event)

    def _choose(self, row: int) -> None:
        if self._notes is None or self._notes.own is None or row < self._first:
            return
        question, own = self._notes.questions[row - self._first], self._notes.own
        self._clear()
        about = (
            say("Who else could be paired down")
            if question.topic is Topic.PAIR_DOWN
            else say("Instead")
        )
        self.title.setText(say("{about}, and what it would cost:", about=about))
        self.table.show()
        if len(own.sheet.field) > FULL_PLAYERS:
            self.title.setText(
                say(
                    "{about}, the first {most_rows}, and what it would cost:",
                    about=about,
                    most_rows=MOST_ROWS,
                )
            )
            self._ask_far(alternatives_job, own, question)
        else:
            self._ask(own, lambda full: _alternatives(full, question))

    def _ask(self, own: Solution, then: Callable[[Solution], Iterator[object]]) -> None:
        """Compute the whole draw with the costs of all pairs, and then the answers that ``then``
        finds in this draw.
        """
        known = self._full

        def answers() -> Iterator[object]:
            from app.engine.draw.solve import solve_draw

            sheet = own.sheet
            full = known or solve_draw(sheet.field, sheet.occasion, sheet.names, sheet.wishes)
            yield full
            yield from then(full)

        self.answers.ask(answers)

    def _ask_far(
        self, work: Callable[..., Iterator[object]], own: Solution, about: Question | Numbers
    ) -> None:
        sheet = own.sheet
        matter = Matter(sheet.field, sheet.occasion, dict(sheet.names), sheet.wishes)
        self.verdict.setText("\n".join((*self._said.splitlines(), WORKING)))
        self.verdict.show()
        self.answers.ask_far(work, matter, about)

    def _take(self, answer: object) -> None:
        if isinstance(answer, Solution):
            self._full = answer
        elif isinstance(answer, WhatIf):
            better = better_words(self._hand, answer) if self._hand else ""
            self.verdict.setText("\n".join(text for text in (self._said, better) if text))
        elif isinstance(answer, Alternative):
            self.verdict.hide()
            row = self.table.rowCount()
            self.table.insertRow(row)
            name = say("The bye") if answer.player == BYE else self._names.get(answer.player, "")
            for column, text in enumerate((name, answer.sentence)):
                item = QTableWidgetItem(text)
                item.setToolTip(escape_tooltip(text))
                self.table.setItem(row, column, item)
            self._fit()

    def _end(self) -> None:
        if self.verdict.text().endswith(WORKING):
            self.verdict.setText(self._said)
            self.verdict.setVisible(bool(self._said))
        if not self.table.isHidden() and not self.table.rowCount():
            self.table.hide()
            self.title.setText(say("Nobody else is possible."))

    def _clear(self, ask: str = "") -> None:
        self.answers.give_up()
        self.table.setRowCount(0)
        self.table.hide()
        self.verdict.hide()
        self._hand, self._said = None, ""
        ask = ask or (ASK if self.list.count() else ASK_CALM)
        self.title.setText(ask if self._notes and self._notes.own else "")

    def _fit(self) -> None:
        """Make each line as high as its wrapped text, and keep the chosen line in sight."""
        self.list.ensurePolished()
        width = self.list.viewport().width()
        for row in range(self.list.count()):
            item = self.list.item(row)
            height = _height(self.list, item.text(), width - 40)
            item.setSizeHint(QSize(width - 8, height + 20))
        if (chosen := self.list.currentItem()) is not None:
            self.list.scrollToItem(chosen)
        for row in range(self.table.rowCount()):
            texts = (self.table.item(row, column) for column in (0, 1))
            self.table.setRowHeight(
                row,
                16
                + max(
                    _height(self.table, text.text(), self.table.columnWidth(column) - 28)
                    for column, text in enumerate(texts)
                    if text is not None
                ),
            )


def _height(widget: QWidget, text: str, width: int) -> int:
    wrap = int(Qt.TextFlag.TextWordWrap)
    return widget.fontMetrics().boundingRect(0, 0, width, 2000, wrap, text).height()


def _alternatives(full: Solution, question: Question) -> Iterator[object]:
    from app.engine.draw.explain import alternatives

    yield from alternatives(full, question)


def _what_if(full: Solution, player: int, other: int) -> Iterator[object]:
    from app.engine.draw.explain import what_if

    yield what_if(full, player, other)


def _summary(notes: DrawNotes, *, is_calm: bool) -> str:
    if notes.pending:
        return WORKING
    if notes.own is None:
        return BY_HAND
    if not notes.questions and not notes.sentences:
        if notes.seen and notes.seen.differences:
            return CALM_BEFORE
        return CALM if is_calm else ""
    return " ".join(notes.sentences)


def _differences(notes: DrawNotes) -> list[str]:
    if notes.seen is None:
        return []
    changed = {difference.player: difference for difference in notes.seen.differences}
    explanation: set[int] = set()
    lines = []
    for difference in notes.seen.differences:  # the game's other player has the same note
        if difference.player not in explanation:
            lines.append(say("Changed by hand: {difference}", difference=difference.sentence))
            explanation |= {difference.edited} & changed.keys() if difference.edited else set()
    return [*lines, *(f"{GRADES[fault.grade]}: {fault.sentence}" for fault in notes.seen.faults)]


def _question_lines(notes: DrawNotes) -> list[str]:
    changed = {difference.player for difference in notes.seen.differences} if notes.seen else set()
    return [
        say(
            "{topic} of the program’s draw: {question}",
            topic=TOPICS[question.topic],
            question=question.sentence,
        )
        if changed & {*question.pair}
        else f"{TOPICS[question.topic]}: {question.sentence}"
        for question in notes.questions
    ]


def alternatives_table() -> QTableWidget:
    table = QTableWidget(0, 2)
    table.setAccessibleName(say("Alternatives"))
    table.setHorizontalHeaderLabels((say("Instead"), say("Then")))
    dress(table)
    table.setWordWrap(True)
    header = table.horizontalHeader()
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
    header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
    set_width(table, 0, 132)
    return table
