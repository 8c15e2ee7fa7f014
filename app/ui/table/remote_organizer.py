"""The connection between the organizer's dialog at a table's window and the desk on another
computer.
"""

from concurrent.futures import Future
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.engine import wording
from app.engine.acts.commands import Command, Refused
from app.engine.acts.events import ORGANIZER
from app.engine.acts.late import LeaveOutTablets
from app.engine.frozen import replace
from app.engine.state import Stage
from app.ui.clients.desk import DeskClient
from app.ui.deliveries import deliver_to
from app.ui.table.organizer_dialog import OrganizerDialog
from app.ui.table.window import TableWindow
from app.views.table.organizer_acts import ACTIONS, acts
from app.views.table.table import table_view
from app.web.remote.desk import RemoteDesk
from app.web.remote.organizer import RemoteStanding

if TYPE_CHECKING:
    from app.desk.replies import Reply

NO_GAME = wording.NO_GAME


class RemoteOrganizer(QObject):
    """A client that shows the organizer's dialog at this window, as far as the other desk grants
    access.

    Each opening of the dialog is one visit. Late answers to an earlier visit are ignored.
    """

    def __init__(
        self, desk: RemoteDesk, client: DeskClient, window: TableWindow, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._desk, self._client, self._window = desk, client, window
        self._standing = RemoteStanding()
        self.dialog: OrganizerDialog | None = None
        self._deliver_reply = deliver_to(self._answer)
        desk.orders.on_standing = deliver_to(self._hear)
        window.organizer_asked.connect(self.open)
        client.changed.connect(self._show)

    def open(self) -> None:
        self._window.sheets.close_own()
        dialog = OrganizerDialog(self._window)
        self.dialog, self._standing = dialog, RemoteStanding(self._standing.visit + 1)
        visit = self._standing.visit
        dialog.pin_entered.connect(lambda pin: self._unlock(pin, visit))
        dialog.requested.connect(self._ask)
        dialog.let_go_asked.connect(self._let_go)
        dialog.finished.connect(self._left)
        dialog.open()

    def _unlock(self, pin: str, visit: int) -> None:
        self._desk.call(lambda: self._desk.orders.unlock(pin, visit))

    def _hear(self, standing: RemoteStanding) -> None:
        if self.dialog is None or standing.visit != self._standing.visit:
            return
        self._standing = standing
        if standing.let_in:
            self._show()
        else:
            self.dialog.show_locked(standing.sentence, standing.wait_ms)

    def _show(self) -> None:
        """Show the present state of the table in the organizer's dialog."""
        if self.dialog is None or not self._standing.let_in:
            return
        state, table = self._client.state, self._standing.table
        game = next(iter(state.games.values()), None)
        if game is None:
            self._desk.call(lambda: self._desk.orders.lock(NO_GAME))
            return
        stage = state.rounds[0].stage if state.rounds else Stage.PUBLISHED
        offered = acts(game, stage, dice_down=table is not None and table.dice_down)
        self.dialog.show_table(
            game,
            replace(table_view(state, game), late=table.late if table else ()),
            tuple(
                organizer_action for organizer_action in offered if ACTIONS[organizer_action].remote
            ),
            switch=table.switched if table else None,
            held=table is not None and table.held,
        )

    def _ask(self, command: Command, insist: bool) -> None:
        self._client.ask(command, then=self._answer, actor=ORGANIZER, insist=insist)

    def _let_go(self, game: int) -> None:
        """Stop waiting for tablets at a table. This is not recorded in the log, so it is sent as an
        order to the connection, not as a command to the desk.
        """
        reply: Future[Reply] = Future()
        deliver = self._deliver_reply
        reply.add_done_callback(lambda done: deliver(done.result()))
        self._desk.call(lambda: self._desk.orders.order(LeaveOutTablets(game), game, reply))

    def _answer(self, reply: "Reply") -> None:
        if self.dialog is None:
            return
        if isinstance(reply, Refused):
            self.dialog.show_refused(reply.sentence, insistable=reply.insistable)
        else:
            self.dialog.show_done()

    def _left(self) -> None:
        dialog, self.dialog = self.dialog, None
        self._desk.call(self._desk.orders.lock)
        if dialog is not None:
            dialog.deleteLater()
