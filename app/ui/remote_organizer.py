"""The organizer's dialog over a table's window elsewhere, wired to the line to his desk."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.engine.commands import Command, Refused
from app.engine.events import ORGANIZER
from app.engine.state import Stage
from app.engine.table_acts import Act, acts
from app.engine.table_view import table_view
from app.ui.desk_client import DeskClient
from app.ui.dialogs.organizer_dialog import OrganizerDialog
from app.ui.table_window import TableWindow
from app.web.messages import Locked, TablesTold, Unlocked
from app.web.remote_desk import RemoteDesk

if TYPE_CHECKING:
    from app.desk import Reply

NO_GAME = "This table has no game now."
ENDED = "Enter the PIN again."
ELSEWHERE = frozenset(
    {Act.PROGRAM_HOLDS, Act.NO_SHOW, Act.WARN, Act.DROP, Act.DISQUALIFY}
)  # at the desk alone


class RemoteOrganizer(QObject):
    """His rights end when he closes the dialog, when the line is lost, and by themselves."""

    _heard = Signal(object)

    def __init__(
        self, desk: RemoteDesk, client: DeskClient, window: TableWindow, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._desk, self._client, self._window = desk, client, window
        self._dice_down = self._let_in = False
        self.dialog: OrganizerDialog | None = None
        self._ending = QTimer(self)
        self._ending.setSingleShot(True)
        self._ending.timeout.connect(lambda: self._lock(ENDED))
        self._heard.connect(self._hear, Qt.ConnectionType.QueuedConnection)
        desk.orders.heard = self._heard.emit
        window.organizer_asked.connect(self.open)
        client.changed.connect(self._show)

    def open(self) -> None:
        self._window.sheets.close_own()
        dialog = OrganizerDialog(self._window)
        self.dialog = dialog
        dialog.pin_entered.connect(lambda pin: self._desk.call(lambda: self._unlock(pin)))
        dialog.asked.connect(self._ask)
        dialog.finished.connect(self._left)
        dialog.open()

    def _unlock(self, pin: str) -> None:
        self._desk.orders.unlock(pin)

    def _hear(self, message: object) -> None:
        if self.dialog is None:
            return
        match message:
            case Unlocked(for_ms=for_ms):
                self._let_in = True
                self._ending.start(for_ms)
                self._show()
            case TablesTold(tables=tables):
                self._dice_down = bool(tables) and tables[0].dice_down
                self._show()
            case Locked(sentence=sentence, wait_ms=wait_ms):
                self._lock(sentence, wait_ms)
            case _:
                pass

    def _show(self) -> None:
        """His table as it stands."""
        if self.dialog is None or not self._let_in:
            return
        state = self._client.state
        game = next(iter(state.games.values()), None)
        if game is None:
            self._desk.call(self._desk.orders.lock)
            self._lock(NO_GAME)
            return
        stage = state.rounds[0].stage if state.rounds else Stage.PUBLISHED
        offered = acts(game, stage, dice_down=self._dice_down)
        view = table_view(state, game)
        self.dialog.show_table(game, view, tuple(one for one in offered if one not in ELSEWHERE))

    def _ask(self, command: Command, insist: bool) -> None:
        def answered(reply: "Reply") -> None:
            if self.dialog is None:
                return
            if isinstance(reply, Refused):
                self.dialog.show_refused(reply.sentence, insistable=reply.insistable)
            else:
                self.dialog.show_done()

        self._client.ask(command, then=answered, actor=ORGANIZER, insist=insist)

    def _lock(self, sentence: str, wait_ms: int = 0) -> None:
        self._let_in = False
        self._ending.stop()
        if self.dialog is not None:
            self.dialog.show_locked(sentence, wait_ms)

    def _left(self) -> None:
        dialog, self.dialog = self.dialog, None
        self._let_in = False
        self._ending.stop()
        self._desk.call(self._desk.orders.lock)
        if dialog is not None:
            dialog.deleteLater()
