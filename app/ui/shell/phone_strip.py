"""The strip with players' pending requests from their phones."""

from PySide6.QtWidgets import QWidget

from app.engine.language import say
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.phone_requests import PhoneRequestsDialog
from app.ui.widgets.basics import NameLabel, button, restyle, waiting_mark
from app.ui.widgets.layout import grow, row_of
from app.views.event.phones import phone_requests


class PhoneStrip(QWidget):
    """ "From phones: 2 sign-ups · 1 wants to drop", and the button that answers; gone while nothing
    waits. It warns only of reports that differ.
    """

    def __init__(self, client: DeskClient, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("phoneStrip")
        self._client = client
        self.waits = waiting_mark()
        self.words = NameLabel(role="waiting")
        self.answer = button(say("Answer…"), self._open)
        self.answer.setAccessibleName(say("Answer what players asked by phone"))
        row_of(self.waits, grow(self.words), self.answer, on=self)
        client.more_changed.connect(self.show_requests)
        self.show_requests()

    def show_requests(self) -> None:
        requests = phone_requests(self._client.state)
        differ = bool(requests.disputes)
        self.setVisible(requests.count > 0)
        self.waits.setVisible(not differ)
        restyle(self.words, "role", "warning" if differ else "waiting")
        self.words.show_name(say("From phones: {words}", words=requests.words))

    def _open(self) -> None:
        PhoneRequestsDialog.ask(self._client, self.window())
