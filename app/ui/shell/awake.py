"""Keeps the computer and its screen awake while a clock of the open event runs."""

import os
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.engine.language import say

if TYPE_CHECKING:
    from app.clock.sleep.awake import Awake
    from app.desk.replies import Snapshot
    from app.engine.state import State
    from app.ui.clients.desk import DeskClient

SAVER = "org.freedesktop.ScreenSaver"
OWN_LINE = "flagfall-awake"


class StayAwake(QObject):
    """A guard that keeps the computer awake while a clock of the event runs, until ``parent`` is
    destroyed. ``holders`` returns the means to keep it awake, and is called when they are first
    needed.
    """

    def __init__(
        self,
        client: "DeskClient",
        parent: QObject,
        holders: Callable[[], Iterable["Awake"]] | None = None,
    ) -> None:
        super().__init__(parent)
        self._make = holders or system_holders
        self._holders: tuple[Awake, ...] = ()
        self._held = False
        client.changed.connect(self._look)
        parent.destroyed.connect(self.stop)

    def stop(self) -> None:
        """Allow the computer to sleep again."""
        self._hold(False)

    def _look(self, snapshot: "Snapshot") -> None:
        self._hold(any_clock_runs(snapshot.state))

    def _hold(self, wanted: bool) -> None:
        if wanted == self._held:
            return
        self._held = wanted
        self._holders = self._holders or tuple(self._make())
        for holder in self._holders:
            if wanted:
                holder.hold()
            else:
                holder.release()


def any_clock_runs(state: "State") -> bool:
    """Tell whether a player's time runs at a table of the present round."""
    latest = state.round_under_way
    if latest is None:
        return False
    return any(game.play.ticking and game.reported is None for game in state.games_of(latest))


class ScreenSaver:
    """A request to keep the screen of a Linux desktop on. The desktop grants it as long as the
    connection that made the request stays open.

    specifications.freedesktop.org/idle-inhibit-spec
    """

    def hold(self) -> None:
        address = os.environ.get("DBUS_SESSION_BUS_ADDRESS")
        if not address:
            return  # it would look for the bus and start one
        from PySide6.QtDBus import QDBusConnection, QDBusMessage

        line = QDBusConnection.connectToBus(address, OWN_LINE)
        inhibit = QDBusMessage.createMethodCall(SAVER, "/ScreenSaver", SAVER, "Inhibit")
        inhibit.setArguments(["Flagfall", say("Clocks are running")])
        line.send(inhibit)

    def release(self) -> None:
        if "PySide6.QtDBus" in sys.modules:
            from PySide6.QtDBus import QDBusConnection

            QDBusConnection.disconnectFromBus(OWN_LINE)


def system_holders() -> tuple["Awake", ...]:
    """Return the means to keep this system awake."""
    from app.clock.sleep.awake import awake

    return (awake(), ScreenSaver()) if sys.platform.startswith("linux") else (awake(),)
