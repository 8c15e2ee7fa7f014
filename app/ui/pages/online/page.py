"""The event online: the connection to its server, the sign-ups there, and the data that are
sent.
"""

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices, QShowEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QStackedWidget, QWidget

from app.engine.language import plural, say
from app.ui.clients.online import OnlineClient, OnlineSnapshot
from app.ui.dialogs.confirm import InsistDialog
from app.ui.widgets.basics import button, label, restyle
from app.ui.widgets.layout import STRETCH, LayoutGap, caption_for, column_of, grow, row_of
from app.ui.widgets.theme import CARD, PAGE, Space
from app.web.online.progress import Sending

ABOUT = say(
    "On a server of your own, people sign up at home, see who is coming, and follow pairings and"
    " standings from afar. None of it is needed in the hall.\n\n"
    "1.  Start the server: flagfall web cup.flagfall. The manual says how, under “Before and after"
    " the day”.\n"
    "2.  Enter its address here, and the code that it shows."
)
WIDTH = 720
LEAVES = say("What is on the server stays there. To connect again, you need a new code from it.")
ADDRESS = "https://club.example/cup"
TITLE = say("Online")
NEEDS_LOOK = frozenset({Sending.WAITS, Sending.STOPPED})


class OnlinePage(QWidget):
    """The online page. ``fetched`` carries the sign-ups that the organizer requested."""

    fetched = Signal(object)

    def __init__(self, online: OnlineClient, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self._online = online
        self.address, self.code = QLineEdit(), QLineEdit()
        self.address.setPlaceholderText(ADDRESS)
        self.address.setAccessibleName(say("Address of the server"))
        self.code.setAccessibleName(say("Code that it shows"))
        self.connect_button = button(say("&Connect"), self._connect, kind="primary")
        self.there = label("", "heading", wraps=True)
        self.status = label("", "muted", wraps=True)
        self.count = label("", wraps=True)
        self.fault = label("", "warning", wraps=True)
        self.fetch = button(say("Fetch &sign-ups…"), online.fetch, kind="primary")
        self.enter = button(say("&Organizer’s page"), online.enter)
        self.look = button(say("&Look at it"), self._look)
        self.again = button(say("Send &now"), online.try_now)
        self.leave = button(say("&Disconnect…"), self._leave, kind="quiet")
        self._cards = QStackedWidget()
        self._lay_out()
        for field in (self.address, self.code):
            field.textChanged.connect(lambda _text: self.show_online())
            field.returnPressed.connect(self._connect)
        online.changed.connect(self.show_online)
        online.fetched.connect(self.fetched)
        online.entered.connect(self._open)
        self.show_online()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.show_online()

    def show_online(self) -> None:
        picture = self._online.picture
        self._cards.setCurrentIndex(1 if picture.address else 0)
        self.fault.setText(picture.fault)
        self.fault.setVisible(bool(picture.fault))
        ready = not picture.busy
        filled = self.address.text().strip() and self.code.text().strip()
        self.connect_button.setEnabled(ready and bool(filled))
        for part in (self.fetch, self.enter, self.leave):
            part.setEnabled(ready)
        self.there.setText(picture.address)
        self._show_progress(picture)

    def _show_progress(self, picture: OnlineSnapshot) -> None:
        progress = picture.progress
        waits = progress is not None and progress.sending in NEEDS_LOOK
        self.status.setText(progress_words(picture))
        restyle(self.status, "role", "warning" if waits else "muted")
        self.again.setVisible(waits)
        total = progress.total if progress else 0
        self.count.setText(
            plural(total, "{count} player has signed up.", "{count} players have signed up.")
        )

    def _connect(self) -> None:
        if self.connect_button.isEnabled():
            self._online.connect_to(self.address.text(), self.code.text())
            self.code.clear()

    def _look(self) -> None:
        self._open(f"{self._online.picture.address}/")

    @staticmethod
    def _open(address: str) -> None:
        open_address(address)

    def _leave(self) -> None:
        words = (say("&Stay connected"), say("&Disconnect"))
        if InsistDialog.ask(say("Disconnect from the server?"), self, note=LEAVES, words=words):
            self._online.disconnect_from()

    def _lay_out(self) -> None:
        about = label(ABOUT, wraps=True)
        first, second = _card(), _card()
        column_of(
            label(TITLE, "heading"),
            about,
            LayoutGap(Space.M),
            caption_for(self.address, say("Address of the server")),
            self.address,
            caption_for(self.code, say("Code that it shows")),
            self.code,
            LayoutGap(Space.S),
            row_of(self.connect_button, STRETCH),
            on=first,
            gap=Space.S,
            margins=CARD,
        )
        column_of(
            self.there,
            self.status,
            self.count,
            LayoutGap(Space.S),
            row_of(self.fetch, self.again, STRETCH),
            row_of(self.enter, self.look, STRETCH, self.leave),
            on=second,
            gap=Space.S,
            margins=CARD,
        )
        for card in (first, second):
            holder = QWidget()
            column_of(card, STRETCH, on=holder, gap=Space.NONE)
            self._cards.addWidget(holder)
        self._cards.setMaximumWidth(WIDTH)
        self.fault.setMaximumWidth(WIDTH)
        column_of(
            self.fault,
            row_of(grow(self._cards), STRETCH),
            STRETCH,
            on=self,
            gap=Space.M,
            margins=PAGE,
        )


def _card() -> QFrame:
    card = QFrame()
    card.setProperty("role", "card")
    return card


def open_address(address: str) -> None:
    QDesktopServices.openUrl(QUrl(address))


def progress_words(picture: OnlineSnapshot) -> str:
    """Return how much of the event the server has, and why it does not have all of it."""
    progress = picture.progress
    if progress is None:
        return say("Checking what the server has…")
    left = plural(progress.left, "{count} part to send.", "{count} parts to send.")
    match progress.sending:
        case Sending.DONE:
            return say("The server has everything that is public.")
        case Sending.WORKING:
            return left if progress.left else say("Checking what the server has…")
        case Sending.WAITS:
            later = say("It is sent as soon as that is over.")
            return f"{progress.sentence} {later}"
        case Sending.STOPPED:
            return progress.sentence
