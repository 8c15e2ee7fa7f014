"""Follows everything that waits for the organizer, for the count in the rail and the first page."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.views.round.needs import ALL_WELL, Equipment, Need, NeedKey, NeedTone, date_needs, needs

if TYPE_CHECKING:
    from app.ui.clients.desk import DeskClient

REST_MS = 200
"""Changes that come faster are looked at together."""
LOOK_AGAIN_MS = 5_000
"""Some needs come by time alone."""


class NeedsWatch(QObject):
    """``changed`` comes when ``found`` is another list."""

    changed = Signal()

    def __init__(self, client: "DeskClient", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._seen: dict[NeedKey, int] = {}
        self._equipment = ALL_WELL
        self.found: tuple[Need, ...] = ()
        self._soon = QTimer(self, singleShot=True, interval=REST_MS)
        self._soon.timeout.connect(self.look)
        self._again = QTimer(self, singleShot=True, interval=LOOK_AGAIN_MS)
        self._again.timeout.connect(self.look)
        client.changed.connect(self._look_soon)
        for line in (client.clocks, client.tablets):
            if line is not None:
                line.changed.connect(self._look_soon)

    @property
    def is_alarm(self) -> bool:
        """Tell whether something urgent waits."""
        return any(need.tone is NeedTone.ALARM for need in self.found)

    def look(self) -> None:
        """Look what waits now."""
        self._soon.stop()
        client = self._client
        now_ms = client.now_ms()
        equipment = find_equipment(client)
        if equipment != self._equipment and client.tablets is not None:
            self._equipment = equipment
            client.tablets.note_equipment(equipment)
        found = date_needs(needs(client.state, now_ms, equipment), self._seen, now_ms)
        self._again.start()
        if found != self.found:
            self.found = found
            self.changed.emit()

    def _look_soon(self) -> None:
        if not self._soon.isActive():
            self._soon.start()


def find_equipment(client: "DeskClient") -> Equipment:
    """Return what is wrong in the room now."""
    clocks = client.clocks.picture.clocks if client.clocks is not None else ()
    tablets = client.tablets.out_of_touch() if client.tablets is not None else frozenset()
    away = (clock.seat.table for clock in clocks if clock.seat is not None and not clock.online)
    folders = tuple(map(str, client.folders_failing))
    flags = client.tablets.flags_waiting() if client.tablets is not None else {}
    return Equipment(tuple(away), tuple(tablets), folders, flags)
