"""The dialog that appears before a past result is corrected. It shows the effects on the standings
and on later draws.
"""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QWidget,
)

from app.engine.acts.results import Result
from app.engine.draw.graph import FULL_PLAYERS
from app.engine.language import plural, say
from app.engine.rounds.correction import ChangedDraw, Shift, find_changed_draws, shifts
from app.engine.state import State
from app.engine.table.game import Game
from app.engine.table.sentences import result_words
from app.engine.table.verdict import final_result
from app.ui.clients.worker import DrawAnswers
from app.ui.clients.worker_jobs import changed_draws_job
from app.ui.widgets.basics import button, label, make_scrollable, step_button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import LayoutGap, column_of, foot, grow
from app.ui.widgets.list_column import ListColumn
from app.ui.widgets.table_list import TableList
from app.ui.widgets.table_model import ListRows
from app.ui.widgets.theme import DIALOG, Space
from app.views.teams.matches import effect_words

STAY = say("Later rounds stay as they were played.")
MOST_LINES = 6
LATER_HEIGHT = 132


class CorrectionDialog(Dialog):
    def __init__(
        self, state: State, game: Game, result: Result, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Correct a past result"))
        self.resize(760, 600)
        changed = shifts(state, game.number, result)
        before, names = final_result(game), game.players.map(state.name)
        match = effect_words(state, game, result)
        in_words = partial(result_words, name=names.of, armies=game.armies)
        was = in_words(before) if before else say("no result")
        self.table = TableList("shifts", say("Effect on the standings"), ListRows(COLUMNS))
        self.table.show_rows(changed)
        self.later = label(say("Looking at the later draws…"), "muted", wraps=True)
        self.later.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._lines: list[str] = []
        self.answers = DrawAnswers(self)
        self.answers.answered.connect(self._take)
        self.answers.ended.connect(self._end)
        self.correct = step_button(self.accept, say("Co&rrect the result"), kind="primary")
        self.leave = button(say("&Keep the old result"), self.reject)
        self.correct.setDefault(True)
        later = make_scrollable(self.later)
        later.setFixedHeight(LATER_HEIGHT)
        column_of(
            label(
                say(
                    "Round {round_number}, table {table}",
                    round_number=game.round_number,
                    table=game.table,
                ),
                "heading",
            ),
            label(say("Was: {was}", was=was), "muted", wraps=True),
            label(say("Now: {result}", result=in_words(result)), wraps=True),
            *([label(match, wraps=True)] if match else []),
            LayoutGap(Space.S),
            label(_changed_words(len(changed))),
            grow(self.table),
            later,
            LayoutGap(Space.S),
            foot(self.leave, self.correct),
            on=self,
            margins=DIALOG,
        )
        self.table.setVisible(bool(changed))
        self._look(state, game.number, result)
        self.correct.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """Ignore presses for a moment, because an Enter may still be meant for the slip being
        typed.
        """
        super().showEvent(event)
        self.correct.hold()

    def done(self, answer: int) -> None:
        self.answers.give_up()
        super().done(answer)

    @classmethod
    def ask(cls, state: State, game: Game, result: Result, parent: QWidget | None = None) -> bool:
        dialog = cls(state, game, result, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return accepted

    def _look(self, state: State, game: int, result: Result) -> None:
        """Compute in the background how later rounds would have been drawn."""
        if len(state.players) > FULL_PLAYERS:
            self.answers.ask_far(changed_draws_job, state, game, result)
        else:
            self.answers.ask(lambda: find_changed_draws(state, game, result))

    def _take(self, changed: ChangedDraw) -> None:
        if not changed.sentences:
            self._lines.append(
                say(
                    "Round {round_number} would have been drawn the same.",
                    round_number=changed.round_number,
                )
            )
        else:
            sentences = "; ".join(changed.sentences[:MOST_LINES])
            more = len(changed.sentences) - MOST_LINES
            if more > 0:
                sentences = plural(
                    more,
                    "{sentences}; and {count} other game",
                    "{sentences}; and {count} other games",
                    sentences=sentences,
                )
            self._lines.append(
                say(
                    "Drawn from the corrected result, round {round_number} would be: {sentences}.",
                    round_number=changed.round_number,
                    sentences=sentences,
                )
            )
        self.later.setText("\n".join(self._lines))

    def _end(self) -> None:
        self.later.setText("\n".join((*self._lines, STAY)))


def _changed_words(changed: int) -> str:
    if not changed:
        return say("The standings do not change.")
    if changed == 1:
        return say("1 player’s standing changes:")
    return say("{changed} players’ standings change:", changed=changed)


def _place_words(shift: Shift) -> str:
    same = shift.before.place == shift.after.place
    return str(shift.after.place) if same else f"{shift.before.place} → {shift.after.place}"


COLUMNS: tuple[ListColumn[Shift], ...] = (
    ListColumn(say("Player"), lambda shift: shift.name, 248),
    ListColumn(say("Place"), _place_words, 96),
    ListColumn(say("What changes"), lambda shift: shift.score_words),
)
