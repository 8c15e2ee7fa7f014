"""The players' sheets of one table in a dialog for the organizer: scoring and losses."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from app.engine.acts.commands import Refused
from app.engine.acts.table import ChangeLosses, RemoveElement, ScoreTurn, TableCommand
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.side import Side
from app.engine.table.game import Game
from app.ui.clients.desk import DeskClient
from app.ui.pages.round.briefing_view import BriefingDialog
from app.ui.table.sheets.losses import LossesSheet
from app.ui.table.sheets.scoring import ScoringPad
from app.ui.table.sheets.turn_pad import TurnPad
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import column_of
from app.views.table.scoring_pad import pad, pad_steps
from app.views.table.table import TableView, table_view
from app.views.table.turn_pad import Draft, choose_step, go_on

if TYPE_CHECKING:
    from app.desk.replies import Reply

LEAST, LEAST_PAD = QSize(900, 420), QSize(600, 420)
"""The least sizes of a sheet and of the pad for a turn. With these, the texts of the buttons
fit.
"""


class TableDialog(Dialog):
    """The sheets of a table in a dialog. Every press is saved at once as an act of the
    organizer.
    """

    def __init__(
        self,
        client: DeskClient,
        game: int,
        sheet: type[ScoringPad] | type[LossesSheet],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._client, self._game, self._step = client, game, -1
        self._draft: Draft | None = None
        self.sheet: ScoringPad | TurnPad | LossesSheet
        if sheet is LossesSheet:
            self.sheet = LossesSheet(Side.RED, self._ask, self.accept, self)
        elif client.state.games[game].terms.scores_each_turn:
            self.sheet = TurnPad(
                Side.RED,
                self._ask,
                self,
                changed=self._change,
                finished=lambda _step: None,
                turn_wanted=self._turn,
                leave=self.accept,
                organizer=True,
            )
        else:
            self.sheet = ScoringPad(
                Side.RED,
                self._ask,
                self._turn,
                self.accept,
                self,
                claims=False,
                explain=self._explain,
                losses=self._enter_losses,
            )
        self.sheet.setMinimumSize(LEAST_PAD if isinstance(self.sheet, TurnPad) else LEAST)
        column_of(self.sheet, on=self)
        self.resize(1000, 480)
        client.changed.connect(self._show)
        self._show()

    @classmethod
    def show_for(
        cls,
        client: DeskClient,
        game: int,
        sheet: type[ScoringPad] | type[LossesSheet],
        parent: QWidget | None = None,
    ) -> None:
        dialog = cls(client, game, sheet, parent)
        dialog.exec()
        client.changed.disconnect(dialog._show)
        dialog.deleteLater()

    def _ask(self, command: TableCommand) -> None:
        if not isinstance(command, ScoreTurn | RemoveElement | ChangeLosses):
            return
        mine = replace(command, by=None)

        def answered(reply: "Reply") -> None:
            if isinstance(reply, Refused):
                self._show()
                self.sheet.say(reply.sentence)
                if reply.insistable:
                    self._client.doubted.emit(mine, reply, answered)
            elif isinstance(self.sheet, TurnPad):
                self.accept()

        self._client.ask(mine, then=answered)

    def _explain(self) -> None:
        game = self._client.state.games.get(self._game)
        if game is not None:
            BriefingDialog.show_for(self._client, game.terms, self)

    def _enter_losses(self) -> None:
        """Open the sheet for the losses that the scoring has caused, and return to the pad
        afterwards.
        """
        TableDialog.show_for(self._client, self._game, LossesSheet, self)

    def _change(self, draft: Draft) -> None:
        self._draft = draft
        self._show()

    def _turn(self, step: int) -> None:
        self._step = step
        self._show()

    def _show(self) -> None:
        """Show the table. Close the dialog if the game or its lists no longer exist."""
        game = self._client.state.games.get(self._game)
        view = table_view(self._client.state, game) if game else None
        if game is None or view is None or not self._show_sheet(game, view):
            self.reject()

    def _show_sheet(self, game: Game, view: TableView) -> bool:
        if isinstance(self.sheet, LossesSheet):
            self.setWindowTitle(say("Losses at table {table}", table=view.table))
            there = any(view.armies) and not self.sheet.has_lost_its_army(view)
            if there:
                self.sheet.show_view(view)
            return there
        self.setWindowTitle(say("Scoring at table {table}", table=view.table))
        steps = pad_steps(game)
        if steps and isinstance(self.sheet, TurnPad):
            if self._step not in steps:
                self._step = choose_step(game, steps)
            kept = self._draft if self._draft and self._draft.step == self._step else None
            self._draft = go_on(game, self._step, kept)
            self.sheet.show_turn(game, self._draft, steps, asked=False)
        elif steps and isinstance(self.sheet, ScoringPad):
            self._step = self._step if self._step in steps else steps[0]
            self.sheet.show_pad(pad(game, self._step), steps, view)
        return bool(steps)
