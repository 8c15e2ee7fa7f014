"""After the game: what decided it, what is still to count, and whether both agree."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.engine.acts.table import Answer, Question, TableCommand
from app.engine.formats.settings import How, Result
from app.engine.packet.packet import Tiebreak
from app.engine.side import Side
from app.ui.table.facing import FacingButton
from app.ui.table.paint import flag
from app.ui.table.sheets.base import Sheet
from app.views.table.table import TableView

COUNTED = {
    Tiebreak.AREA: "army points in the area",
    Tiebreak.ARMY_LEFT: "army points left, in the area doubled",
    Tiebreak.PRESENCE: "scenario presence",
}


class ResultSheet(Sheet):
    def __init__(
        self,
        side: Side,
        act: Callable[[TableCommand], None],
        count: Callable[[], None],
        score: Callable[[], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(side, "", parent)
        self._act, self._game = act, 0
        self.score = FacingButton("Score the last turn", self, most=20)
        self.count = FacingButton("", self, most=20)
        self.wrong = FacingButton("Not right: call the judge", self, most=20)
        self.right = FacingButton("Right", self, kind="primary", most=28)
        self.score.clicked.connect(score)
        self.count.clicked.connect(count)
        self.wrong.clicked.connect(lambda: self._answer(agrees=False))
        self.right.clicked.connect(lambda: self._answer(agrees=True))
        self.set_footer(self.score, self.count, self.wrong, self.right)

    def show_result(self, view: TableView) -> None:
        self._game = view.game
        ending = view.play.ending
        out = ending is not None and ending.how is How.CLOCK_OUT
        self.show_picture(flag if out else None)
        counted = view.reached is not None
        answer = view.play.answers.of(self.side)
        self.right.setVisible(counted and answer is not True)
        self.wrong.setVisible(counted and answer is None)
        self.count.show_text("Change the count" if counted else "Count the table")
        self.count.show_kind("plain" if counted else "primary")
        self.score.setVisible(not counted)
        if view.reached is None:
            self.title.show_text("The game is over")
            self.show_message(f"{view.why}.\n{_to_count(view.needs)}")
        else:
            self.title.show_text(_asked(answer, self.side))
            doubt = "The scoring no longer gives this win: call the judge." if view.in_doubt else ""
            lines = (f"{view.why}.", _numbers(view.reached), doubt)
            self.show_message("\n".join(filter(None, lines)))

    def _answer(self, *, agrees: bool) -> None:
        self._act(Answer(self._game, self.side, Question.RESULT, agrees))


def _to_count(needs: Tiebreak | None) -> str:
    if needs is not None and needs.on_table:
        return f"Level so far: count {COUNTED[needs]}."
    return "Count the army points each of you destroyed."


def _numbers(result: Result) -> str:
    cp, apd = result.cp, result.apd
    return (
        f"Red {cp.red} – Blue {cp.blue} control points.\n"
        f"Red {apd.red} – Blue {apd.blue} army points."
    )


def _asked(answer: bool | None, side: Side) -> str:
    if answer is None:
        return "Is this right?"
    if answer:
        return f"You agreed. Waiting for {side.other.colour}."
    return "The judge is called. You can still agree."
