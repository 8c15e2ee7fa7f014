"""The dialog with the match-ups of a round. The desk can follow their progress, enter a captain's
choice, or type a whole match-up.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFrame,
    QListWidget,
    QWidget,
)

from app.engine.acts.commands import Command, Refused
from app.engine.acts.teams.match_up import ChooseInMatchUp, TakeBackInMatchUp, TypeMatchUp
from app.engine.language import say
from app.engine.side import Pair, Side
from app.ui.clients.desk import DeskClient
from app.ui.widgets.basics import align_link, button, label, make_scrollable
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fields import ComboBox
from app.ui.widgets.layout import STRETCH, clear, column_of, foot, grid_of, grow, refill, row_of
from app.ui.widgets.theme import BESIDE_SCROLL_BAR, CARD, DIALOG, Space
from app.views.teams.match_up import MatchUpView, Question, match_up_views
from app.views.teams.matches import block_words

if TYPE_CHECKING:
    from app.desk.replies import Reply

OPTION, MOST_OPTIONS = 32, 5
"""The height of an option in pixels, and the greatest number of options that are visible at
once.
"""
AS_WIDE_AS_SAID = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon


class MatchUpsDialog(Dialog):
    """A dialog with the match-ups. A captain's face-down choice stays hidden until the other
    captain has chosen.
    """

    def __init__(self, client: DeskClient, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._views: tuple[MatchUpView, ...] = ()
        self._shown: MatchUpView | None = None
        self.setWindowTitle(say("Match-ups"))
        self.resize(1000, 680)
        self.list = QListWidget()
        self.list.setAccessibleName(say("Matches"))
        self.list.setWordWrap(True)
        self.list.setSpacing(Space.XXS)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.title, self.stands = label("", "heading", wraps=True), label("", "muted", wraps=True)
        self.questions: list[QuestionCard] = []
        self._asked = column_of(gap=Space.M)
        self.account = label("", wraps=True)
        self.typed = TypedPairs(self._type)
        self.back = align_link(
            button(say("&Take the latest choice back"), self._take_back, kind="quiet")
        )
        self.fault = label("", "notice", wraps=True)
        self.fault.hide()
        inside = QWidget()
        column_of(
            self.title,
            self.stands,
            self._asked,
            self.account,
            row_of(self.back, STRETCH),
            self.typed,
            on=inside,
            gap=Space.M,
            margins=BESIDE_SCROLL_BAR,
        ).addStretch(1)
        column_of(
            grow(row_of(grow(self.list, 2), grow(make_scrollable(inside), 3), gap=Space.L)),
            self.fault,
            foot(button(say("&Done"), self.accept, kind="primary")),
            on=self,
            gap=Space.M,
            margins=DIALOG,
        )
        self.list.currentRowChanged.connect(self._show_match)
        client.changed.connect(self._show)
        self._show()
        self.list.setCurrentRow(self._first_open())

    @classmethod
    def show_for(cls, client: DeskClient, parent: QWidget) -> None:
        dialog = cls(client, parent)
        dialog.exec()
        dialog.deleteLater()

    def _first_open(self) -> int:
        places = (place for place, view in enumerate(self._views) if not view.complete)
        return next(places, 0)

    def _show(self) -> None:
        self._views = match_up_views(self._client.state)
        words = [_row_words(view) for view in self._views]
        if len(words) != self.list.count():
            self.list.clear()
            self.list.addItems(words)
        for place, text in enumerate(words):
            self.list.item(place).setText(text)
        self._show_match()

    def _show_match(self) -> None:
        place = self.list.currentRow()
        view = self._views[place] if 0 <= place < len(self._views) else None
        if view is None or view == self._shown:
            return
        same = self._shown is not None and self._shown.match == view.match
        self._shown = view
        self.title.setText(say("{red} against {blue}", red=view.names.red, blue=view.names.blue))
        self.stands.setText(f"{view.procedure} · {view.stands}\n{view.about}")
        clear(self._asked)
        self.questions = [
            QuestionCard(view, question, partial(self._choose, view.match, question))
            for question in view.questions
        ]
        for question in self.questions:
            self._asked.addWidget(question)
        self.account.setText("\n".join(view.account))
        self.account.setVisible(bool(view.account))
        self.back.setEnabled(view.can_take_back)
        if not same or view.complete:  # otherwise left alone: the organizer may just be choosing
            self.typed.show_view(view)

    def _choose(self, match: int, question: Question, chosen: tuple[int, ...]) -> None:
        self._ask(ChooseInMatchUp(match, question.side, question.step, chosen))

    def _type(self, view: MatchUpView, pairs: tuple[Pair[int], ...]) -> None:
        self._ask(TypeMatchUp(view.match, pairs, view.tables[: len(pairs)]))

    def _take_back(self) -> None:
        if self._shown is not None:
            self._ask(TakeBackInMatchUp(self._shown.match))

    def _ask(self, command: Command) -> None:
        self._client.ask(command, then=partial(self._answered, command))

    def _answered(self, command: Command, reply: "Reply") -> None:
        refused = reply if isinstance(reply, Refused) else None
        self.fault.setText(refused.sentence if refused and not refused.insistable else "")
        self.fault.setVisible(bool(self.fault.text()))
        if refused and refused.insistable:
            self._client.doubted.emit(command, refused, partial(self._answered, command))


def _row_words(view: MatchUpView) -> str:
    tables = block_words(view.tables)
    return f"{tables}  {view.names.red} – {view.names.blue}\n{view.stands}"


class QuestionCard(QFrame):
    """A card with a choice that a captain has to make, where the desk can enter it."""

    def __init__(
        self, view: MatchUpView, question: Question, chosen: Callable[[tuple[int, ...]], None]
    ) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._question, self._chosen = question, chosen
        self.options = QListWidget()
        self.options.setAccessibleName(question.words)
        if question.count > 1:
            self.options.setSelectionMode(QAbstractItemView.SelectionMode.MultiSelection)
        for option in question.options:
            self.options.addItem(" · ".join(filter(None, (option.words, option.about))))
        self.options.setFixedHeight(min(len(question.options), MOST_OPTIONS) * OPTION + 8)
        team = view.names.of(question.side)
        self.confirm = button(say("Choose for {team}", team=team), self._send)
        self.options.itemSelectionChanged.connect(self._selected)
        self._selected()
        words = say("{team}: {question}", team=team, question=question.words)
        column_of(
            label(words, wraps=True),
            self.options,
            row_of(self.confirm, STRETCH),
            on=self,
            margins=CARD,
        )

    def _selected(self) -> None:
        self.confirm.setEnabled(len(self.options.selectedIndexes()) == self._question.count)

    def _send(self) -> None:
        rows = sorted(index.row() for index in self.options.selectedIndexes())
        self._chosen(tuple(self._question.options[row].number for row in rows))


class TypedPairs(QFrame):
    """The whole match-up as a form: who plays at each of the match's tables."""

    def __init__(self, send: Callable[[MatchUpView, tuple[Pair[int], ...]], None]) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._send = send
        self._view: MatchUpView | None = None
        self.choices: list[Pair[ComboBox]] = []
        self._grid = grid_of(gap_across=Space.L, shares=(0, 1, 1))
        self.use = button(say("&Use these pairs"), self._use)
        heading = label(say("Or enter the pairs yourself"), "heading")
        column_of(heading, self._grid, row_of(self.use, STRETCH), on=self, margins=CARD)

    def show_view(self, view: MatchUpView) -> None:
        self._view = view
        red, blue = ([option.words for option in view.players.of(side)] for side in Side)
        known = [pair.names for pair in view.pairs] if view.complete else []
        pairs = known or [Pair(*names) for names in zip(red, blue, strict=False)]
        self.choices = [
            Pair(*(_chooser(view, side, pair.of(side)) for side in Side)) for pair in pairs
        ]
        rows = [
            (label(say("Table {table}", table=table)), *choices)
            for table, choices in zip(view.tables, self.choices, strict=False)
        ]
        refill(self._grid, *rows)

    def _use(self) -> None:
        if self._view is not None:
            chosen = (choices.map(lambda box: int(box.currentData())) for choices in self.choices)
            self._send(self._view, tuple(chosen))


def _chooser(view: MatchUpView, side: Side, name: str) -> ComboBox:
    box = ComboBox()
    box.setSizeAdjustPolicy(AS_WIDE_AS_SAID)
    box.setMinimumContentsLength(8)
    box.setAccessibleName(say("Player of {team}", team=view.names.of(side)))
    for option in view.players.of(side):
        box.addItem(option.words, option.number)
    box.setCurrentIndex(box.findText(name))
    return box
