"""Questions to the players: an open claim, and a clock that ran out with a scenario win at hand."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.engine.acts.table import Answer, Claim, MakeClaim, Question, TableCommand
from app.engine.side import Side
from app.engine.table.claims import claim_question, offers
from app.engine.table.game import OpenClaim
from app.ui.table.facing import FacingButton
from app.ui.table.paint import flag
from app.ui.table.sheets.base import Cells, Sheet
from app.views.table.table import TableView


class QuestionSheet(Sheet):
    """Yes, no, and a third button whose meaning goes with the question."""

    def __init__(
        self,
        side: Side,
        act: Callable[[TableCommand], None],
        scoring: Callable[[], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(side, "", parent)
        self._act = act
        self._game, self._question = 0, Question.CLAIM
        self.no = FacingButton("No", self, most=26)
        self.scoring = FacingButton("See the scoring", self, most=22)
        self.yes = FacingButton("Yes", self, kind="primary", most=26)
        self.no.clicked.connect(lambda: self._answer(agrees=False))
        self.yes.clicked.connect(lambda: self._answer(agrees=True))
        self.scoring.clicked.connect(scoring)
        self.set_footer(self.no, self.scoring, self.yes)

    def show_question(self, view: TableView) -> None:
        self._game = view.game
        self.show_picture(flag if view.claim is None else None)
        if view.claim is not None:
            self._show_claim(view.claim)
        elif view.play.flag is not None:
            self._show_clock_out(view, view.play.flag.side)

    def _show_claim(self, claim: OpenClaim) -> None:
        self._question = Question.CLAIM
        mine = claim.by is self.side
        self.title.show_text("Waiting for an answer" if mine else "Is that so?")
        self.yes.setVisible(not mine)
        self.scoring.setVisible(claim.claim is Claim.SCENARIO)
        self.no.show_text("Take it back" if mine else "No: call the judge")
        self.yes.show_text("Yes, that is so")
        waits = f"\n{self.side.other.colour} has to agree." if mine else ""
        self.show_message(claim_question(claim) + waits)

    def _show_clock_out(self, view: TableView, flagged: Side) -> None:
        self._question = Question.CLOCK_OUT
        self.title.show_text(f"{flagged.colour}'s clock ran out")
        self.scoring.setVisible(True)
        wins = view.wins_if_scored is flagged
        answer = view.play.answers.of(self.side)
        self.yes.setVisible(wins and answer is None)
        self.no.setVisible((wins and answer is None) or (not wins and flagged is self.side))
        self.no.show_text("No" if wins else "It does not win: I lose on time")
        self.yes.show_text("Yes")
        if not wins:
            text = f"{flagged.colour} may still win by scenario: score the table as it stands."
        elif answer is None:
            text = (
                f"As scored, {flagged.colour} wins by scenario.\n"
                "Was this state reached before the clock ran out?"
            )
        else:
            text = f"You said yes. Waiting for {self.side.other.colour}."
        self.show_message(text)

    def _answer(self, *, agrees: bool) -> None:
        self._act(Answer(self._game, self.side, self._question, agrees))


class ClaimSheet(Sheet):
    def __init__(
        self,
        side: Side,
        view: TableView,
        act: Callable[[TableCommand], None],
        leave: Callable[[], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(side, "Is the game over?", parent)
        self.compact = True  # what is refused is said above: the buttons stay where they are
        self._act, self._chosen = act, MakeClaim(view.game, side, Claim.CONCESSION, side)
        self.offers: list[FacingButton] = []
        for text, claim, whose in offers(view.victory, side):
            button = FacingButton(text, self, most=22)
            command = MakeClaim(view.game, side, claim, whose)
            button.clicked.connect(
                lambda _=False, text=text, command=command: self._choose(text, command)
            )
            self.offers.append(button)
        self.confirm = FacingButton("", self, kind="danger", most=24)
        self.confirm.clicked.connect(lambda: self._act(self._chosen))
        self.back = FacingButton("No, play on", self, most=24)
        self.back.clicked.connect(leave)
        self.confirm.hide()
        across = 2 if len(self.offers) < 5 else 3  # two lines, so that fingers hit them
        lines = [self.offers[at : at + across] for at in range(0, len(self.offers), across)]
        self.set_rows(
            [Cells(tuple((facing_button, 1) for facing_button in line)) for line in lines]
        )
        self.set_footer(self.back, self.confirm)
        self.show_message("")

    def _choose(self, text: str, command: MakeClaim) -> None:
        """The second of two presses is in another place than the first."""
        self._chosen = command
        self.compact = False
        for button in self.offers:
            button.hide()
        self.set_rows(())
        other = self.side.other.colour
        self.confirm.show_text(f"Yes: ask {other}")
        self.confirm.show()
        self.show_message(f"{text}.\n{other} is asked whether that is so.")
