"""The windows' client for the room's clocks. It runs in the GUI thread."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.clock.hall.hall import ClockHall, ClocksSnapshot, Memory
from app.clock.links.door import DIAL_PORT
from app.ui.deliveries import deliver_to

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.ui.clients.tablets import TabletsClient


class ClocksClient(QObject):
    """The client for the room's chess clocks. ``changed`` is emitted with every new ``picture``.
    ``room`` accepts commands from any thread.
    """

    changed = Signal()

    def __init__(
        self,
        desk: "Desk",
        memory: Memory,
        keep: Callable[[Memory], None],
        parent: QObject | None = None,
        *,
        tablets: "TabletsClient | None" = None,
        wifi_port: int = DIAL_PORT,
    ) -> None:
        """Start the room. ``tablets`` supplies the table secrets that Wi-Fi clocks sign in with."""
        super().__init__(parent)
        self.picture = ClocksSnapshot()
        self._keep = keep
        self.room = ClockHall(
            desk,
            show=deliver_to(self._take),
            memory=memory,
            remember=deliver_to(self._remember),
            table_key=tablets.table_key if tablets is not None else lambda _table: "",
            wifi_port=wifi_port,
        )
        if tablets is not None:
            tablets.replaced.connect(self.room.revoke)
        self.room.start()

    def stop(self) -> None:
        """Stop the room. Call this before the desk stops. Afterwards ``room.unsaved`` holds the
        presses that could not be saved.
        """
        self.room.stop()

    def _take(self, picture: ClocksSnapshot) -> None:
        self.picture = picture
        self.changed.emit()

    def _remember(self, memory: Memory) -> None:
        self._keep(memory)
