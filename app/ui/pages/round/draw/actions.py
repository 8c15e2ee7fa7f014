"""The organizer's acts on draws: draw, draw again, lock, forbid, set wishes, correct a result."""

import secrets
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.engine.acts.commands import Command, Refused
from app.engine.acts.draw import ChangePlan, FreePairing, SetPairing
from app.engine.acts.results import ReportResult
from app.engine.acts.rounds import DrawRound
from app.engine.draw.graph import FULL_PLAYERS
from app.engine.draw.request import DrawResult
from app.engine.draw.values import BYE, Kind, Numbers, ValueStep
from app.engine.draw.wishes import ApartRule, SetPair
from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.progress import left_words
from app.engine.remarks import Reason, reason
from app.engine.rounds.club_mates import club_mates
from app.engine.rounds.correction import is_correction
from app.engine.rounds.draw_round import make_draw_request
from app.engine.rounds.field import field
from app.engine.state import Round, Stage
from app.engine.text import join_words, shorten
from app.ui.clients.desk import DeskClient
from app.ui.clients.worker import WorkerDraw
from app.ui.dialogs.reason import ReasonDialog
from app.ui.pages.round.correction_dialog import CorrectionDialog
from app.ui.pages.round.draw.review import DrawReview
from app.ui.pages.round.draw.wishes_dialog import PlanDialog

if TYPE_CHECKING:
    from app.desk.replies import Reply

LARGEST_SEED = 2**31 - 1
AGAIN_NOTE = say(
    "Locked games and games that have begun stay. The reason goes into the history, with the"
    " time, the new attempt and who did it."
)
FORBID_NOTE = say("They will not be paired from now on. Draw again to separate them now.")


class DrawDesk(QObject):
    """The desk for draws, which draws rounds and carries out acts on a draw. ``busy_changed`` is
    emitted when the computation of a draw begins and when it ends.
    """

    busy_changed = Signal()

    def __init__(self, client: DeskClient, page: QWidget) -> None:
        super().__init__(page)
        self._client, self._page = client, page
        self._waiting: DrawRound | None = None
        self._seconds = 0
        self._at: ValueStep | None = None
        self._since = 0.0
        """The time at which the present step began."""
        self._took: dict[ValueStep, float] = {}
        """The seconds that each of the previous steps took."""
        self.busy = False
        self.far = WorkerDraw(self)
        self.far.worked.connect(self._worked)
        self.far.failed.connect(self._failed)
        self.far.stepped.connect(self._step)
        self._ticks = QTimer(self, interval=1000)
        self._ticks.timeout.connect(self._tick)

    @property
    def progress(self) -> str:
        """A sentence about the step and the duration of a large draw; empty if no draw is being
        computed.
        """
        if self._waiting is None:
            return ""
        players = plural(len(field(self._client.state)), "{count} player", "{count} players")
        if self._seconds:
            players = say("{players}, {seconds} s", players=players, seconds=self._seconds)
        return say(
            "Drawing {players}: {step}. Tables and clocks go on.",
            players=players,
            step=self._step_words(),
        )

    def _step_words(self) -> str:
        """Return the present step with its number. For the last step, also say how much longer it
        will take.
        """
        if self._at is None:
            return say("starting")
        step = say(
            "{step}, step {number} of {steps}",
            step=say(self._at.value),
            number=len(self._took) + 1,
            steps=3 if ValueStep.EVERYBODY in (self._at, *self._took) else 2,
        )
        if self._at is not ValueStep.TABLES:
            return step
        before = sum(self._took.values())  # tables take about as long as pairs
        left = max(before - (time.monotonic() - self._since), 1)
        return say("{step}, {left}", step=step, left=left_words(0.5, left))

    @property
    def can_cancel(self) -> bool:
        return self._waiting is not None

    def draw(self) -> None:
        """Draw the next round. If the question about club mates in round 1 has not been answered,
        keep club mates apart.
        """
        if club_mates(self._client.state) is not None:
            self.keep_clubs_apart(apart=True)
        self._ask(DrawRound(self._seed()))

    def draw_again(self, round_: Round) -> None:
        """Draw the present round again, after asking for the reason that the history records."""
        why = ReasonDialog.ask(
            say("Draw again"),
            say("Round {round}", round=round_.number),
            AGAIN_NOTE,
            parent=self._page,
        )
        if why:
            public = round_.stage is not Stage.DRAWN
            self._ask(DrawRound(self._seed(), round_.scenario, again=public, why=why))

    def cancel(self) -> None:
        """Cancel the draw that is being computed."""
        self.far.cancel()
        self._stop_waiting()
        self._set_busy(False)

    def lock(self, review: DrawReview) -> None:
        """Keep the games chosen in ``review`` in the next draw of this round. If all of them are
        already kept, release them.
        """
        latest, locked = self._client.state.latest, review.all_locked
        for player, other in review.pairs if latest else ():
            if locked:
                self._client.ask(FreePairing(player, other))
            else:
                number = latest.number if latest else 0
                pair = SetPair(player, other, True, reason(Reason.LOCKED), number)
                self._client.ask(SetPairing(pair), insist=True)

    def forbid(self, review: DrawReview) -> None:
        """Ask for the reason, then forbid the pairing of the two players chosen in ``review``. If
        only one player is chosen, forbid that player's bye.
        """
        pair = _chosen_pair(review)
        if pair is None:
            return
        names = [self._client.state.name(n) if n else say("the bye") for n in pair]
        about = join_words(shorten(name, 30) for name in names)
        reason = ReasonDialog.ask(say("Forbid"), about, FORBID_NOTE, parent=self._page)
        if reason:
            self._client.ask(SetPairing(SetPair(*pair, False, reason)))

    def change_plan(self) -> None:
        answer = PlanDialog.ask(self._client.state, self._page)
        if answer is None:
            return
        plan, freed = answer
        if plan != self._client.state.plan:
            self._client.ask(ChangePlan(plan))
        for set_pair in freed:
            self._client.ask(FreePairing(*set_pair.numbers))

    def keep_clubs_apart(self, apart: bool) -> None:
        """Record the answer to the question whether club mates are kept apart in round 1. It can be
        changed later under "Draw and tables".
        """
        plan = self._client.state.plan
        rules = (*plan.apart, ApartRule(Kind.CLUB, first_round_only=True)) if apart else plan.apart
        self._client.ask(ChangePlan(replace(plan, apart=rules, clubs_asked=True)))

    def may_correct(self, command: ReportResult) -> bool:
        """Tell whether a report may be sent. If it corrects an earlier round, first show its
        effects and ask.
        """
        state = self._client.state
        game = state.games.get(command.game)
        if game is None or not is_correction(state, game):
            return True
        return CorrectionDialog.ask(state, game, command.result, self._page)

    def _seed(self) -> int:
        """Return the seed of a draw: the event's seed, or a random one if the event has none. The
        round and the attempt are added later.
        """
        settings = self._client.state.settings
        seed = settings.seed if settings else 0
        return seed or secrets.randbelow(LARGEST_SEED) + 1

    def _ask(self, command: DrawRound) -> None:
        self._set_busy(True)
        state = self._client.state
        if len(field(state)) > FULL_PLAYERS:
            self._waiting, self._seconds = command, 0
            self._begin_steps()
            self._ticks.start()
            self.far.work_out(make_draw_request(state, command))
            self.busy_changed.emit()
        else:
            self._send(command)

    def _worked(self, result: DrawResult) -> None:
        command = self._waiting
        if command is None:
            return
        if make_draw_request(self._client.state, command) != result.request:
            self._begin_steps()
            self.far.work_out(
                make_draw_request(self._client.state, command)
            )  # something changed meanwhile
        else:
            self._stop_waiting()
            self._send(
                DrawRound(command.seed, command.scenario, command.again, command.why, result)
            )

    def _begin_steps(self) -> None:
        self._at, self._took = None, {}

    def _step(self, step: ValueStep) -> None:
        now = time.monotonic()
        if self._at is not None and self._at is not step:
            self._took[self._at] = now - self._since
        self._at, self._since = step, now
        self.busy_changed.emit()

    def _tick(self) -> None:
        self._seconds += 1
        self.busy_changed.emit()

    def _stop_waiting(self) -> None:
        self._ticks.stop()
        self._waiting = None

    def _failed(self) -> None:
        self.cancel()
        self._client.refused.emit(say("The draw could not be worked out. Draw again."))

    def _send(self, command: DrawRound) -> None:
        def drawn(reply: "Reply") -> None:
            self._set_busy(False)
            self._pass_on(command, reply)

        self._client.ask(command, then=drawn)

    def _set_busy(self, busy: bool) -> None:
        self.busy = busy
        self.busy_changed.emit()

    def _pass_on(self, command: Command, reply: "Reply") -> None:
        if isinstance(reply, Refused) and reply.insistable:
            self._client.doubted.emit(command, reply, None)
        elif isinstance(reply, Refused):
            self._client.refused.emit(reply.sentence)


def _chosen_pair(review: DrawReview) -> Numbers | None:
    chosen = review.players
    if len(chosen) == 2:
        return (chosen[0], chosen[1])
    return (chosen[0], BYE) if len(chosen) == 1 else None
