"""The sheets with questions to the players: about an open claim, or about a clock that ran out when
a scenario win is possible.
"""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.engine import wording
from app.engine.acts.table import Answer, Claim, MakeClaim, Question, TableCommand, Tap
from app.engine.language import say
from app.engine.side import Side
from app.engine.table.claims import claim_question, offers
from app.engine.table.game import OpenClaim
from app.ui.table.facing import FacingButton
from app.ui.table.paint import flag
from app.ui.table.sheets.base import Cells, Sheet
from app.views.table.table import TableView


class QuestionSheet(Sheet):
    """A sheet with a button for yes, one for no, and one for the scoring. Their texts depend on the
    question.
    """

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
        self._ends_turn = False
        self.no = FacingButton(say("No"), self, most=26)
        self.scoring = FacingButton(wording.SEE_SCORING, self, most=22)
        self.yes = FacingButton(say("Yes"), self, kind="primary", most=26)
        self.no.clicked.connect(lambda: self._answer(agrees=False))
        self.yes.clicked.connect(self._yes)
        self.scoring.clicked.connect(scoring)
        self.set_footer(self.no, self.scoring, self.yes)

    def asks(self, view: TableView) -> object:
        return view.play.claim, view.play.flag, view.wins_if_scored

    def show_view(self, view: TableView) -> None:
        self._game = view.game
        self.show_picture(flag if view.claim is None else None)
        self._ends_turn = False
        if view.claim is not None and view.claim.claim is Claim.TURN:
            self._show_turn(view, view.claim)
        elif view.claim is not None:
            self._show_claim(view.claim)
        elif view.play.flag is not None:
            self._show_clock_out(view, view.play.flag.side)

    def _show_claim(self, claim: OpenClaim) -> None:
        self._question = Question.CLAIM
        mine = claim.by is self.side
        self.title.show_text(wording.WAITING_FOR_ANSWER if mine else wording.IS_THAT_SO)
        self.yes.setVisible(not mine)
        self.scoring.setVisible(claim.claim is Claim.SCENARIO)
        self.no.show_text(wording.TAKE_IT_BACK if mine else str(wording.NO_CALL_JUDGE))
        self.yes.show_text(wording.YES_CONFIRM)
        waits = f"\n{wording.HAS_TO_AGREE.format(side=self.side.other.colour)}" if mine else ""
        self.show_message(claim_question(claim) + waits)

    def _show_turn(self, view: TableView, claim: OpenClaim) -> None:
        """Show a question about the end of a turn. A player who tapped back at once may answer that
        the short turn is over after all, unless the packet has a shortest turn.
        """
        self._question = Question.CLAIM
        mine, side = claim.by is self.side, claim.side.colour
        self._ends_turn = mine and claim.tapped
        self.title.show_text(wording.WAITING_FOR_ANSWER if mine else wording.WAS_THAT_A_MISTAKE)
        self.scoring.setVisible(False)
        self.no.setVisible(True)
        self.yes.setVisible(not mine or (claim.tapped and not view.time.minimum_turn_ms))
        if mine:
            self.no.show_text(wording.I_PLAY_ON if claim.tapped else wording.TAKE_IT_BACK)
            self.yes.show_text(wording.I_END_MY_TURN)
        else:
            self.no.show_text(
                wording.NO_TURN_IS_OVER if claim.tapped else str(wording.NO_CALL_JUDGE)
            )
            self.yes.show_text(wording.YES_TURN_GOES_ON.format(side=side))
        after = wording.TIME_SINCE_WOULD_BE.format(side=side)
        if mine:
            after = wording.HAS_TO_AGREE.format(side=self.side.other.colour)
        self.show_message(f"{claim_question(claim)}\n{after}")

    def _show_clock_out(self, view: TableView, flagged: Side) -> None:
        self._question = Question.CLOCK_OUT
        self.title.show_text(wording.CLOCK_RAN_OUT.format(side=flagged.colour))
        self.scoring.setVisible(True)
        if view.scores_once_more:
            self._show_scoring_once_more(flagged)
            return
        wins = view.wins_if_scored is flagged
        answer = view.play.answers.of(self.side)
        self.yes.setVisible(wins and answer is None)
        self.no.setVisible((wins and answer is None) or (not wins and flagged is self.side))
        self.no.show_text(say("No") if wins else wording.I_LOSE_BY_CLOCK_OUT)
        self.yes.show_text(say("Yes"))
        if not wins:
            text = wording.MAY_STILL_WIN.format(side=flagged.colour)
        elif answer is None:
            wins_now = wording.WINS_AS_SCORED.format(side=flagged.colour)
            text = f"{wins_now}\n{wording.REACHED_BEFORE}"
        else:
            text = wording.YOU_SAID_YES_WAITING_FOR.format(side=self.side.other.colour)
        self.show_message(text)

    def _show_scoring_once_more(self, flagged: Side) -> None:
        """Ask the opponent of ``flagged`` to score the points that decide how they won (SR2026)."""
        mine = self.side is not flagged
        self.no.hide()
        self.yes.setVisible(mine)
        self.yes.show_text(wording.THAT_IS_ALL)
        others = wording.SCORES_NOW.format(side=flagged.other.colour)
        self.show_message(wording.SCORE_WHAT_YOU_HOLD if mine else others)

    def _yes(self) -> None:
        if self._ends_turn:
            self._act(Tap(self._game, self.side))
        else:
            self._answer(agrees=True)

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
        super().__init__(side, wording.IS_GAME_OVER, parent)
        self.compact = True  # refusals are shown above, so that the buttons stay in place
        self._act, self._chosen = act, MakeClaim(view.game, side, Claim.CONCESSION, side)
        self.offers: list[FacingButton] = []
        choices = list(offers(view.victory, side))
        if (back := view.taken_back) is not None:
            words = wording.TURN_ENDED_BY_MISTAKE.format(side=back.colour)
            choices.append((words, Claim.TURN, back))
        for text, claim, whose in choices:
            button = FacingButton(text, self, most=22)
            command = MakeClaim(view.game, side, claim, whose)
            button.clicked.connect(
                lambda _=False, text=text, command=command: self._choose(text, command)
            )
            self.offers.append(button)
        self.confirm = FacingButton("", self, kind="danger", most=24)
        self.confirm.clicked.connect(lambda: self._act(self._chosen))
        self.back = FacingButton(wording.NO_PLAY_ON, self, most=24)
        self.back.clicked.connect(leave)
        self.confirm.hide()
        across = max(-(-len(self.offers) // 2), 2)  # two lines, so that fingers hit them
        lines = [self.offers[at : at + across] for at in range(0, len(self.offers), across)]
        self.set_rows(
            [Cells(tuple((facing_button, 1) for facing_button in line)) for line in lines]
        )
        self.set_footer(self.back, self.confirm)
        self.show_message("")

    def _choose(self, text: str, command: MakeClaim) -> None:
        """Ask for confirmation of the choice. The second press is in another place than the first,
        so that a double tap confirms nothing.
        """
        self._chosen = command
        self.compact = False
        for button in self.offers:
            button.hide()
        self.set_rows(())
        other = self.side.other.colour
        self.confirm.show_text(wording.YES_ASK.format(side=other))
        self.confirm.show()
        self.show_message(f"{text}.\n{wording.IS_ASKED_WHETHER.format(side=other)}")
