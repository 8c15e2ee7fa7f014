"""The monthly check for a newer version, with its message on the start page. The check is made only
if the build has a public address and the organizer has agreed, and never while an event is open.
"""

import threading
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from PySide6.QtCore import QObject, QUrl

from app import VERSION
from app.engine.language import say
from app.store.newer_version import LATEST, is_newer, latest_version
from app.store.preferences import Agreed
from app.ui.deliveries import deliver_to
from app.ui.shell.one_window import is_beside_another

if TYPE_CHECKING:
    from app.ui.shell.message_bar import MessageBar
    from app.ui.shell.preferences import AppPreferences

OFFER = say(
    "Flagfall can check once a month, while no event is open, for a newer version. It"
    " asks {host} and sends nothing about you or your events."
)
AVAILABLE = say("Flagfall {version} is available. This is {own_version}.")


class NewerVersion(QObject):
    """A check that asks for permission, looks for a newer version once a month, and shows the
    result.
    """

    def __init__(
        self,
        laptop: "AppPreferences",
        messages: "Callable[[], MessageBar]",
        is_free: Callable[[], bool],
        parent: QObject | None = None,
        *,
        today: Callable[[], date] = date.today,
    ) -> None:
        super().__init__(parent)
        self._laptop, self._messages = laptop, messages
        self._is_free, self._today = is_free, today
        self.is_waiting = False
        """True while an answer is awaited."""

    def begin(self) -> None:
        """Ask for permission the first time. If permission was given and this month's check is due,
        check now. Do nothing if another window is open, because that window may have an open event.
        """
        if not self._laptop.public_address or not self._is_free() or is_beside_another():
            return
        if self._laptop.looks_for_newer is Agreed.NOT_ASKED:
            self._ask_leave()
        elif self._laptop.looks_for_newer is Agreed.YES and self._laptop.looked_in != self._month:
            self.look()

    def look(self) -> None:
        """Ask the public address for the latest version, in a thread."""
        self.is_waiting = True
        given = (self._laptop.public_address, deliver_to(self._take))
        threading.Thread(target=_ask, args=given, name="newer version", daemon=True).start()

    @property
    def _month(self) -> str:
        return f"{self._today():%Y-%m}"

    def _ask_leave(self) -> None:
        """Ask for permission to check. If the organizer opens an event without answering, the next
        start asks again.
        """
        offer = OFFER.format(host=urlsplit(self._laptop.public_address).netloc)
        once_a_month = say("&Check once a month")
        self._messages().show_message(offer, once_a_month, self._agree, self._decline)

    def _decline(self) -> None:
        self._laptop.keep_looks_for_newer(False)

    def _agree(self) -> None:
        self._laptop.keep_looks_for_newer(True)
        self.look()

    def _take(self, version: str) -> None:
        self.is_waiting = False
        if not version or not self._is_free():  # the next start checks again
            return
        self._laptop.keep_looked_in(self._month)
        if is_newer(version, VERSION):
            sentence = AVAILABLE.format(version=version, own_version=VERSION)
            self._messages().show_message(sentence, say("Open its &page"), self._open_page)

    def _open_page(self) -> None:
        from PySide6.QtGui import QDesktopServices

        QDesktopServices.openUrl(QUrl(f"{self._laptop.public_address}/{LATEST}"))


def _ask(address: str, deliver: Callable[[str], None]) -> None:
    deliver(latest_version(address))
