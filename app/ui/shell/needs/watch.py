"""The watch that keeps the list of everything that waits for the organizer, for the count in the
rail and for the first page.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.views.pages import DeskPage
from app.views.round.needs import (
    ALL_WELL,
    Choice,
    Equipment,
    Need,
    NeedKey,
    NeedPlace,
    NeedTone,
    date_needs,
    needs,
    settling_commands,
)

if TYPE_CHECKING:
    from app.ui.clients.desk import DeskClient

REST_MS = 200
"""The time during which changes are collected before the list of needs is made again."""
LOOK_AGAIN_MS = 5_000
"""The interval at which the list of needs is made again even without any change, because some
needs depend on the time.
"""
PAGE_OF = {
    NeedPlace.CHECK_IN: DeskPage.CHECK_IN,
    NeedPlace.CLOCKS: DeskPage.CLOCKS,
    NeedPlace.TABLETS: DeskPage.TABLETS,
}


class NeedsWatch(QObject):
    """A watch that keeps the list of needs in ``found``. ``changed`` is emitted when the list has
    changed.
    """

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
        for line in (client.clocks, client.tablets, client.publishing):
            if line is not None:
                line.changed.connect(self._look_soon)

    @property
    def is_alarm(self) -> bool:
        """Tell whether an urgent need is waiting."""
        return any(need.tone is NeedTone.ALARM for need in self.found)

    def look(self) -> None:
        """Update the list of needs."""
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


class NeedSettler(QObject):
    """A helper that settles needs. ``page_wanted`` carries the page on which a need is settled,
    ``table_wanted`` the game of a need.
    """

    page_wanted = Signal(object)
    table_wanted = Signal(int)
    backups_wanted = Signal()
    publishing_wanted = Signal()

    def __init__(self, client: "DeskClient", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._client = client

    def settle(self, need: Need, choice: Choice | None) -> None:
        """Carry out a choice, or go to the place where the need is settled."""
        if choice is not None:
            self._do(need, choice)
        elif need.place is NeedPlace.BACKUPS:
            self.backups_wanted.emit()
        elif need.place is NeedPlace.PUBLISH:
            self.publishing_wanted.emit()
        elif need.place is NeedPlace.TABLE:
            self.look(need)
        else:
            self.page_wanted.emit(PAGE_OF[need.place])

    def look(self, need: Need) -> None:
        """Go to the table of the need."""
        if need.game is not None:
            self.table_wanted.emit(need.game)

    def _do(self, need: Need, choice: Choice) -> None:
        for command in settling_commands(choice, self._client.here):
            self._client.ask(command, insist=choice.insist)
        if not choice.commands and need.game is not None and self._client.tablets is not None:
            self._client.tablets.wait_on(need.game)


def find_equipment(client: "DeskClient") -> Equipment:
    """Return the present problems with clocks, tablets, backups and publishing."""
    clocks = client.clocks.picture.clocks if client.clocks is not None else ()
    tablets = client.tablets.out_of_touch() if client.tablets is not None else frozenset()
    away = (clock.seat.table for clock in clocks if clock.seat is not None and not clock.online)
    folders = tuple(map(str, client.folders_failing))
    flags = client.tablets.flags_waiting() if client.tablets is not None else {}
    publishing = client.publishing.in_trouble() if client.publishing is not None else ()
    outlets = tuple((outlet.name, state.sentence) for outlet, state in publishing)
    return Equipment(tuple(away), tuple(tablets), folders, outlets, flags)
