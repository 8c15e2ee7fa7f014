"""The sample event in the window. While it is open, emulated clocks and tablets run."""

from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from PySide6.QtCore import QObject, Qt

from app.ui.clients.tablets import Stage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.clock.hall.hall import ClockHall, ClocksSnapshot
    from app.desk.desk import Desk
    from app.engine.state import State
    from app.ui.clients.clocks import ClocksClient
    from app.ui.clients.desk import DeskClient
    from app.ui.clients.tablets import TabletsClient

HERE = "127.0.0.1"


class Room(Protocol):
    """The devices in the sample event's room. They are supplied by the program that made the
    sample.
    """

    @property
    def tables(self) -> tuple[int, ...]: ...

    @property
    def goes_on(self) -> bool: ...

    def put_clocks(self, state: "State") -> None: ...

    def see(self, clocks: "ClocksSnapshot") -> None: ...

    def join_tablets(
        self, base: str, secrets: "Mapping[int, str]", fingerprint: str = ""
    ) -> None: ...

    def leave(self) -> None: ...


class Sample(Protocol):
    def make(self) -> Path:
        """Return a new file with the sample event, in a folder of its own."""

    def room(self, desk: "Desk", hall: "ClockHall") -> Room: ...

    def remove(self, path: Path) -> None:
        """Delete the file and the folder that ``make`` made."""


class SampleClient(QObject):
    """A client that sets up the sample's room when the event is shown. ``leave`` removes
    everything. Call it before the desk stops.
    """

    def __init__(
        self,
        room: Room,
        client: "DeskClient",
        clocks: "ClocksClient",
        tablets: "TabletsClient",
    ) -> None:
        super().__init__(client)
        self._room, self._client, self._clocks, self._tablets = room, client, clocks, tablets
        self._base = ""
        client.changed.connect(self._furnish, Qt.ConnectionType.SingleShotConnection)

    def leave(self) -> None:
        self._room.leave()

    @property
    def is_complete(self) -> bool:
        """Tell whether every clock keeps the time of its game and every tablet is connected."""
        links = self._tablets.picture.links
        touched = {table for table, link in links.tables.items() if link.in_touch} if links else ()
        return self._room.goes_on and bool(self._base) and {*self._room.tables} <= {*touched}

    def _furnish(self) -> None:
        self._room.put_clocks(self._client.state)
        self._clocks.changed.connect(self._see)
        self._tablets.changed.connect(self._join)
        self._tablets.switch_on(only_here=True)

    def _see(self) -> None:
        self._room.see(self._clocks.picture)

    def _join(self) -> None:
        """Connect the tablets once, and again if the organizer has switched the server off
        and on.
        """
        picture = self._tablets.picture
        if picture.stage is Stage.OFF:
            self._base = ""
        if picture.stage is not Stage.ON or self._base:
            return
        address = urlsplit(picture.addresses[0])
        self._base = f"{address.scheme}://{HERE}:{address.port}"
        secrets = self._tablets.codes(self._room.tables)
        self._room.join_tablets(self._base, secrets, picture.fingerprint)
